package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"standin/internal/spell"
	"standin/providers/exec"
)

// The config file is the one named by --config, else by STANDIN_CONFIG, else
// standin/config.yaml in the user's config directory, which need not be there.
// The working directory is never searched: an agent can write there, and must
// not be able to answer itself.
//
// Viper's YAML decoder reads the file, and nothing else of viper is used: it
// folds the case of keys, so that of two keys one would silently win, and splits
// them at dots.

// configError is a fault in a setting that is not a flag's, or a file that
// cannot be opened or read.
type configError struct{ error }

func (e configError) Unwrap() error { return e.error }

// variable returns the environment variable of a setting.
func variable(name string) string {
	return "STANDIN_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// load fills in what the flags leave open.
func (s *Settings) load(lookup func(string) (string, bool)) error {
	path, required := s.configPath(lookup)
	file, err := s.readConfig(path, required)
	if err != nil {
		return configError{err}
	}
	var problems []error
	s.flags.VisitAll(func(f *pflag.Flag) {
		source, values := "default", []string(nil)
		if v, ok := lookup(variable(f.Name)); f.Changed {
			source = "--" + f.Name
		} else if ok && v != "" {
			source, values = variable(f.Name), []string{v}
			if f.Name == "answers" {
				values = slices.DeleteFunc(filepath.SplitList(v), func(path string) bool { return path == "" })
			}
		} else if v, ok := file[f.Name]; ok {
			source, values = path, v
		}
		s.sources[f.Name] = source
		for _, v := range values {
			if err := f.Value.Set(v); err != nil {
				problems = append(problems, fmt.Errorf("%s: %s %q: %w", source, f.Name, v, err))
			}
		}
	})
	if len(problems) > 0 {
		return configError{errors.Join(problems...)}
	}
	if s.Timeout < 0 {
		return usagef("%s: timeout %s: it cannot be negative", s.sources["timeout"], s.Timeout)
	}
	return nil
}

func (s *Settings) configPath(lookup func(string) (string, bool)) (path string, required bool) {
	if s.config != "" {
		return s.config, true
	}
	if v, ok := lookup("STANDIN_CONFIG"); ok && v != "" {
		return v, true
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", false
	}
	return filepath.Join(dir, "standin", "config.yaml"), false
}

// readConfig returns the values of each setting in the config file, paths made
// relative to the file.
func (s *Settings) readConfig(path string, required bool) (map[string][]string, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !required {
		return nil, nil
	}
	var keys map[string]any
	if err == nil {
		keys, err = decodeConfig(text)
	}
	if err != nil {
		return nil, fmt.Errorf("config file %s: %w", path, err)
	}
	file := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		f := s.flags.Lookup(key)
		if f == nil {
			return nil, fmt.Errorf("config file %s: unknown key %q%s", path, key, s.suggest(key))
		}
		values, err := configValues(f, keys[key])
		if err != nil {
			return nil, fmt.Errorf("config file %s: %s %w", path, key, err)
		}
		for i, value := range values {
			values[i] = relativeTo(filepath.Dir(path), key, value)
		}
		file[key] = values
	}
	return file, nil
}

// decodeConfig returns the keys of the config file as they are written.
func decodeConfig(text []byte) (map[string]any, error) {
	decoder, err := viper.NewCodecRegistry().Decoder("yaml")
	if err != nil {
		return nil, err
	}
	keys := map[string]any{}
	if err := decoder.Decode(text, keys); err != nil {
		return nil, errors.New(oneLine(strings.TrimPrefix(err.Error(), "yaml: ")))
	}
	begun := false
	for line := range strings.Lines(string(text)) {
		separator := strings.HasPrefix(line, "---")
		if separator && begun {
			return nil, errors.New("a second document begins in it, which would not be read")
		}
		begun = begun || separator || strings.TrimSpace(line) != "" && line[0] != '#'
	}
	return keys, nil
}

// relativeTo returns a value with the path that it holds, if any, taken from dir
// where it is relative.
func relativeTo(dir, key, value string) string {
	switch key {
	case "answers", "record", "state", "transcript":
		if !filepath.IsAbs(value) {
			return filepath.Join(dir, value)
		}
	case "exec":
		return exec.From(dir, value)
	}
	return value
}

// configValues returns a value of the config file as what would be given to the
// flag, once for each element of a list.
func configValues(f *pflag.Flag, value any) ([]string, error) {
	switch v := value.(type) {
	case []any:
		if f.Value.Type() != "stringArray" && f.Name != "provider" {
			return nil, errors.New("takes one value, not a list")
		}
		var values []string
		for _, e := range v {
			switch e := e.(type) {
			case nil:
				return nil, errors.New("has an element without a value")
			case string:
				if strings.TrimSpace(e) == "" {
					return nil, errors.New("has a blank element")
				}
				values = append(values, e)
			default:
				return nil, fmt.Errorf("takes texts; write %v in quotes", e)
			}
		}
		if f.Name == "provider" {
			values = []string{strings.Join(values, ",")}
		}
		return values, nil
	case string:
		if strings.TrimSpace(v) == "" {
			return nil, errors.New("is blank: leave the key out")
		}
		return []string{v}, nil
	case nil:
		return nil, errors.New("has no value")
	case bool, int:
		if slices.Contains([]string{"bool", "n", "size"}, f.Value.Type()) {
			return []string{fmt.Sprint(v)}, nil
		}
	}
	return nil, fmt.Errorf("takes a text; write %v in quotes", value)
}

// suggest returns the setting that a mistyped key comes near to.
func (s *Settings) suggest(key string) string {
	var names []string
	s.flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near, ok := spell.Nearest(key, names); ok {
		return fmt.Sprintf(", did you mean %q?", near)
	}
	return ""
}
