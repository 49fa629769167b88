package main_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkStartup times whole processes, from start to exit: standin ask with a
// small answer file beside a program that links the same libraries and does
// nothing, one after the other in the same run. It reports the median ratio of
// the pairs.
func BenchmarkStartup(b *testing.B) {
	dir := b.TempDir()
	standin, baseline := filepath.Join(dir, "standin"), filepath.Join(dir, "baseline")
	for path, pkg := range map[string]string{standin: ".", baseline: "./testdata/baseline"} {
		if out, err := exec.Command("go", "build", "-o", path, pkg).CombinedOutput(); err != nil {
			b.Fatalf("go build %s: %v\n%s", pkg, err, out)
		}
	}
	run := func(name string, args ...string) time.Duration {
		start := time.Now()
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			b.Fatalf("%s: %v\n%s", name, err, out)
		}
		return time.Since(start)
	}
	ask := []string{"ask", "testdata/requests/database.json", "--answers", "testdata/answers/ci.yaml", "--unattended"}
	var ratios []float64
	for b.Loop() {
		own, base := run(standin, ask...), run(baseline)
		ratios = append(ratios, float64(own)/float64(base))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "times-baseline")
}
