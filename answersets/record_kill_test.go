package answersets

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"standin/seam"
)

// recordUntilKilled names the file that a process started by the test below
// records into, without end.
const recordUntilKilled = "TEST_RECORD_UNTIL_KILLED"

// TestRecord_killedAtAnyMomentLeavesAWholeFile kills a process while it records,
// again and again. What it said it has saved is in the file; the save that was
// under way is in it or is not; and whoever comes next is not held up.
func TestRecord_killedAtAnyMomentLeavesAWholeFile(t *testing.T) {
	if path := os.Getenv(recordUntilKilled); path != "" {
		recordForEver(path)
	}
	kills := 200
	if testing.Short() {
		kills = 30
	}
	path := filepath.Join(t.TempDir(), "answers.yaml")
	saved := 0
	for range kills {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), recordUntilKilled+"="+path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(out)
		if line, err := lines.ReadString('\n'); err != nil {
			t.Fatalf("the process said %q: %v", line, err)
		}
		time.Sleep(time.Duration(rand.IntN(4000)) * time.Microsecond) // the moment of the kill
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(lines)
		if err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		acknowledged := 1
		if all := strings.Fields(string(rest)); len(all) > 0 {
			if acknowledged, err = strconv.Atoi(all[len(all)-1]); err != nil {
				t.Fatal(err)
			}
		}
		got := readCounter(t, path)
		if got < acknowledged || got > acknowledged+2 {
			t.Fatalf("the file holds save %d, and the process had reported %d", got, acknowledged)
		}
		saved += got
	}
	if saved == kills {
		t.Error("every process was killed before its second save")
	}
	r, err := OpenRecorder(path, RecordAll, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := question("last", "?")
	if err := errors.Join(r.Add(&q, seam.Item{ID: "last", Custom: custom("x")}), r.Save()); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("got %v (%v) in the folder, want the file alone", entries, err)
	}
}

// recordForEver saves a counter beside entries that make the file a few pages
// long, and says on stdout which save is done.
func recordForEver(path string) {
	fail := func(err error) {
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	r, err := OpenRecorder(path, RecordAll, nil)
	fail(err)
	counter := question("counter", "How many?")
	for n := 1; ; n++ {
		filler := question(fmt.Sprint("filler ", n%20), "?")
		fail(r.Add(&filler, seam.Item{ID: filler.ID, Custom: custom(strings.Repeat("filler ", 100) + strconv.Itoa(n))}))
		fail(r.Add(&counter, seam.Item{ID: "counter", Custom: custom(fmt.Sprint("save ", n))}))
		r.mu.Lock()
		for _, a := range r.given {
			a.times = a.times[len(a.times)-1:] // not a sequence
		}
		r.mu.Unlock()
		fail(r.Save())
		fmt.Println(n)
	}
}

func readCounter(t *testing.T, path string) int {
	t.Helper()
	set, err := Load([]string{path}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	q := question("counter", "How many?")
	d := set.Match(&q, nil)
	if d.Entry == nil {
		t.Fatal("the file has lost an entry")
	}
	it, err := d.Entry.Resolve(&q, 0, Values{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.TrimPrefix(*it.Custom, "save "))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
