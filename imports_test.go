package main_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// Imports run one way: main → cmd → providers, dialects → answersets → seam.
// What is in internal may be imported by all but seam. A library is used in the
// one place that is named for it.

// within lists what the packages below a path may import of this module.
var within = map[string][]string{
	"standin/seam":       {"standin/seam"},
	"standin/answersets": {"standin/seam", "standin/internal", "standin/answersets"},
	"standin/dialects":   {"standin/seam", "standin/internal", "standin/dialects"},
	"standin/providers":  {"standin/seam", "standin/internal", "standin/answersets", "standin/providers"},
	"standin/internal":   {"standin/seam", "standin/internal", "standin/answersets", "standin/dialects"},
	"standin/cmd":        {"standin/seam", "standin/internal", "standin/answersets", "standin/dialects", "standin/providers"},
	"standin":            {"standin/cmd"},
}

// onlyIn lists the packages that alone may import a library.
var onlyIn = map[string][]string{
	"github.com/AlecAivazis/survey":              {"standin/providers/prompt"},
	"gopkg.in/yaml.v3":                           {"standin/answersets"},
	"github.com/spf13/cobra":                     {"standin/cmd"},
	"github.com/spf13/viper":                     {"standin/cmd"},
	"github.com/modelcontextprotocol/go-sdk":     {"standin/internal/mcpserver"},
	"github.com/schollz/progressbar":             {"standin/internal/serve", "standin/internal/progress", "standin/cmd"},
	"github.com/go-json-experiment/json":         {"standin/internal", "standin/dialects", "standin/providers"},
	"github.com/kballard/go-shellquote":          {"standin/providers/exec", "standin/providers/prompt"},
	"github.com/gofrs/flock":                     {"standin/answersets", "standin/providers/replay", "standin/internal"},
	"github.com/santhosh-tekuri/jsonschema":      nil, // tests alone
	"github.com/creack/pty":                      {"standin/internal/ptytest"},
	"github.com/rogpeppe/go-internal/testscript": nil,
	"github.com/google/go-cmp":                   nil,
}

type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

func TestImports_runOneWay(t *testing.T) {
	for _, p := range packages(t) {
		for _, f := range arrowFaults(p) {
			t.Error(f)
		}
	}
}

func TestImports_theTestSeesAWrongArrow(t *testing.T) {
	for _, p := range []pkg{
		{ImportPath: "standin/seam", Imports: []string{"standin/internal/wire"}},
		{ImportPath: "standin/seam", Imports: []string{"github.com/google/go-cmp/cmp"}},
		{ImportPath: "standin/dialects", Imports: []string{"standin/providers/chain"}},
		{ImportPath: "standin/answersets", Imports: []string{"standin/providers/replay"}},
		{ImportPath: "standin/providers/replay", Imports: []string{"gopkg.in/yaml.v3"}},
		{ImportPath: "standin/internal/wire", Imports: []string{"github.com/spf13/cobra"}},
		{ImportPath: "standin", Imports: []string{"standin/seam"}},
	} {
		if len(arrowFaults(p)) == 0 {
			t.Errorf("%s may import %s", p.ImportPath, p.Imports)
		}
	}
}

// arrowFaults says which imports of a package run the wrong way.
func arrowFaults(p pkg) []string {
	var faults []string
	for _, imported := range p.Imports {
		switch {
		case strings.HasPrefix(imported, "standin"):
			if !below(imported, allowed(p.ImportPath)) {
				faults = append(faults, p.ImportPath+" must not import "+imported)
			}
		case below(p.ImportPath, []string{"standin/seam"}) && strings.Contains(imported, "."):
			faults = append(faults, p.ImportPath+" must use the standard library alone, not "+imported)
		default:
			for library, places := range onlyIn {
				if below(imported, []string{library}) && !below(p.ImportPath, places) {
					faults = append(faults, p.ImportPath+" must not import "+imported)
				}
			}
		}
	}
	return faults
}

// allowed returns what a package may import, by the longest path that holds it.
func allowed(path string) []string {
	best := ""
	for prefix := range within {
		if below(path, []string{prefix}) && len(prefix) > len(best) && (prefix != "standin" || path == "standin") {
			best = prefix
		}
	}
	return within[best]
}

// below reports whether a path is one of the prefixes or below one. A major
// version at the end belongs to the prefix.
func below(path string, prefixes []string) bool {
	for _, p := range prefixes {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}

// packages lists the packages of the module that are part of the program.
func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Standard,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 5 {
		t.Fatalf("go list found %d packages only", len(all))
	}
	return all
}
