package main_test

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"standin/cmd"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"standin": func() {
			os.Exit(cmd.Main(os.Args[1:], cmd.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.LookupEnv))
		},
	})
}

// TestScripts plays the stories in testdata/script with the built program. In
// each, $DATA is the folder testdata.
func TestScripts(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("DATA", dir+"/testdata")
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("XDG_CONFIG_HOME", env.WorkDir+"/home/.config")
			env.Setenv("CI", "true")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
		},
	})
}

// exits runs a command and checks its exit code: exits CODE COMMAND [ARG …].
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG …]")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = exitCode(err)
	}
	if got != args[0] {
		ts.Fatalf("%s exits with %s, want %s", args[1], got, args[0])
	}
}
