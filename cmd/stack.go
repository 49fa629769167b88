package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"standin/answersets"
	"standin/internal/terminal"
	"standin/internal/transcript"
	"standin/providers"
	"standin/providers/prompt"
	"standin/providers/replay"
	"standin/seam"
)

// Which providers a run has. The names are those of the setting provider; auto
// stands for replay where there are answer files, then for a person where the
// command may ask one and nothing says that there is none.

// chosen returns the names of the providers, in turn.
func (s *Settings) chosen(person bool, lookup func(string) (string, bool)) []string {
	if !slices.Equal(s.Provider, []string{"auto"}) {
		return s.Provider
	}
	var names []string
	if len(s.Answers) > 0 {
		names = append(names, providers.Replay)
	}
	if person && !s.Unattended && !inCI(lookup) {
		names = append(names, providers.Prompt)
	}
	return names
}

// inCI reports whether the variable CI says that nobody is at a terminal.
func inCI(lookup func(string) (string, bool)) bool {
	v, _ := lookup("CI")
	return v != "" && v != "0" && !strings.EqualFold(v, "false")
}

// fits makes sure that the providers have what they need, and that every flag is
// of use to one of them. A variable or a key of the config file that is of no
// use is just not used.
func (s *Settings) fits(names []string) error {
	auto := slices.Equal(s.Provider, []string{"auto"})
	has := func(name string) bool { return slices.Contains(names, name) }
	switch {
	case has(providers.Replay) && len(s.Answers) == 0:
		return usagef("the provider replay needs --answers FILE")
	case has(providers.Exec) && s.Exec == "":
		return usagef("the provider exec needs --exec COMMAND")
	}
	for _, need := range []struct {
		flag, why string
		met       bool
	}{
		{"answers", "the provider replay, which is not chosen", has(providers.Replay)},
		{"drift", "the provider replay, which is not chosen", has(providers.Replay)},
		{"strict", "the provider replay, which is not chosen", has(providers.Replay)},
		{"state", "the provider replay, which is not chosen", has(providers.Replay)},
		{"exec", "the provider exec, which is not chosen", has(providers.Exec)},
		{"plain", "the provider prompt, which is not chosen", auto || has(providers.Prompt)},
		{"record-mode", "--record", s.Record != ""},
		{"redact", "--record or --transcript", s.Record != "" || s.Transcript != ""},
	} {
		if s.flags.Changed(need.flag) && !need.met {
			return usagef("--%s is only of use to %s", need.flag, need.why)
		}
	}
	return nil
}

// openStack opens what the settings choose. A stack without a provider is one
// that nothing can answer.
func (a *app) openStack(d door) (*providers.Stack, *transcript.Log, error) {
	s := a.settings
	names := s.chosen(d.person, a.lookup)
	if err := s.fits(names); err != nil {
		return nil, nil, err
	}
	c := providers.Config{
		Names: names,
		Exec:  s.Exec,
		JSONL: d.jsonl,
		Prompt: prompt.Options{
			Plain:  s.Plain,
			Getenv: a.getenv,
			Redact: s.Redact,
		},
		Unanswered: answersets.Policy(s.Unanswered),
		PolicyFrom: s.sources["unanswered"],
		Replay: replay.Options{
			Drift:  replay.Drift(s.Drift),
			Warn:   a.warn,
			Values: answersets.Values{Env: a.lookup, File: readValueFile, Redact: s.redacts},
			State:  s.State,
		},
	}
	if d.reading && isTerminal(a.In) {
		// Two readers of one terminal would take each other's keys.
		c.Prompt.Open = func() (*terminal.Terminal, error) { return nil, terminal.ErrTaken }
	}
	var err error
	if slices.Contains(names, providers.Replay) {
		if c.Set, err = answersets.Load(s.replayed(), answersets.Options{}); err != nil {
			return nil, nil, misconfigured(err)
		}
	}
	if slices.Contains(names, providers.JSONL) && d.jsonl == nil {
		return nil, nil, usagef("the provider jsonl needs standard input and output, which this command uses itself")
	}
	if s.Record != "" {
		if c.Recorder, err = answersets.OpenRecorder(s.Record, answersets.RecordMode(s.RecordMode), s.Redact); err != nil {
			return nil, nil, misconfigured(err)
		}
	}
	var log *transcript.Log
	if s.Transcript != "" {
		if log, err = transcript.Open(s.Transcript, time.Now, s.Redact); err != nil {
			return nil, nil, misconfigured(err)
		}
	}
	stack, err := providers.Open(c)
	return stack, log, misconfigured(err)
}

// redacts reports whether the answer to an id is written nowhere but in the answer.
func (s *Settings) redacts(id string) bool { return slices.Contains(s.Redact, id) }

// misconfigured makes an error one of configuration, unless it has a code.
func misconfigured(err error) error {
	if _, ok := errors.AsType[*seam.Error](err); ok || err == nil {
		return err
	}
	return configError{err}
}

// replayed returns the answer files to load. The file that is recorded into is
// not one of them before it is there, nor where all of it is recorded anew.
func (s *Settings) replayed() []string {
	return slices.DeleteFunc(slices.Clone(s.Answers), func(path string) bool {
		if s.Record == "" || filepath.Clean(path) != filepath.Clean(s.Record) {
			return false
		}
		_, err := os.Stat(path)
		return s.RecordMode == string(answersets.RecordAll) || errors.Is(err, fs.ErrNotExist)
	})
}

// warn tells a person about something that is no error.
func (a *app) warn(message string) {
	if !a.settings.Quiet {
		fmt.Fprintf(a.Err, "standin: warning: %s\n", oneLine(message))
	}
}

func (a *app) getenv(name string) string {
	v, _ := a.lookup(name)
	return v
}
