// Package seamtest checks that a [seam.Provider] keeps the contract of package
// seam, whatever it gets its answers from.
//
// A test hands [Run] a function that builds the provider over a [Script]: for
// each question, what the source behind the provider (a file, a person, a
// program) does when it is asked. The test acts out the script in the source's
// own language: it writes an answer file, types on a terminal, sends lines. The
// kit then asks, and compares what comes back with what the source gave.
//
//	func TestProvider(t *testing.T) {
//		seamtest.Run(t, func(t *testing.T, s seamtest.Script) seam.Provider {
//			return replay.New(writeAnswers(t, s))
//		}, seamtest.Without(seamtest.Silence, "an answer file keeps nobody waiting"))
//	}
//
// A failure states the broken rule in words, then the case, what was got and
// what was wanted. Run it with the race detector: some cases ask several times
// at once.
package seamtest
