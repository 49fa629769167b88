// Package seam is the provider-neutral vocabulary in which a program asks a
// human something and gets an answer back, and the service that stands between
// the two sides.
//
// Something asks: a tool, a permission check, a pipeline step. It calls
// [Service.Ask] with a [Request] and gets an [Answer] or an [*Error] with a
// stable [Code]. Exactly one [Provider] answers. Neither side knows the other.
//
// The service checks the request before a provider sees it and the answer
// before the asker sees it, so a provider stays dull: it finds answers, and
// nothing else. A provider that can do more says so with an optional interface
// or a call on the context it was given:
//
//   - [Immediate] marks a provider that answers without waiting for anybody;
//   - [OnSettled] tells a provider how an ask ended, after every check, so that
//     it can keep or give back what it had reserved.
//
// A provider that can answer only some questions of a batch returns the items
// it has together with an error that lists the rest in [Error.Open]. Only a
// chain of providers reads such partial answers; the service never hands one
// out.
//
// The package uses the standard library alone.
package seam
