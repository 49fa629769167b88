package main_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestClients has the official TypeScript client of the Model Context Protocol
// and its Inspector talk to standin mcp, and the service of deepseek-harness to
// the example provider, as testdata/clients/script tells. npm installs them once, in
// the versions that their package.json names.
func TestClients(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node to run the clients with")
	}
	data, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	clients := filepath.Join(data, "clients")
	harness, err := filepath.Abs("examples/agents/deepseek-harness")
	if err != nil {
		t.Fatal(err)
	}
	install(t, clients)
	install(t, harness)
	run(t, harness, "npm", "run", "build")
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/clients/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("DATA", data)
			env.Setenv("CLIENTS", clients)
			env.Setenv("HARNESS", harness)
			env.Setenv("INSPECTOR", filepath.Join(clients, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"))
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("XDG_CONFIG_HOME", env.WorkDir+"/home/.config")
			return nil
		},
	})
}

// install has npm fetch the clients where they are not there yet.
func install(t *testing.T, dir string) {
	t.Helper()
	_, err := os.Stat(filepath.Join(dir, "node_modules/.package-lock.json"))
	if !errors.Is(err, fs.ErrNotExist) {
		return
	}
	run(t, dir, "npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts")
}

func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}
