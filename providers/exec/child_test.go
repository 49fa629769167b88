//go:build unix

package exec_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	osexec "os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kballard/go-shellquote"

	"standin/seam"
	"standin/seam/seamtest"
)

// TestMain makes the test program double as the commands that it runs.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "child" {
		os.Exit(child(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

// command returns the command line of a child that behaves as named.
func command(t *testing.T, behaviour string, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return shellquote.Join(append([]string{self, "child", behaviour}, args...)...)
}

const fits = `{"answers":[{"id":"a","selected":["A"]}]}`

// child acts as a command and returns its exit status.
func child(behaviour string, args []string) int {
	switch behaviour {
	case "print": // ARG to stdout, after reading everything
		_, _ = io.ReadAll(os.Stdin)
		fmt.Println(args[0])
	case "print-without-reading":
		_ = os.Stdin.Close()
		fmt.Println(args[0])
	case "fail": // with the status and the words
		fmt.Fprint(os.Stderr, args[1])
		status, _ := strconv.Atoi(args[0])
		return status
	case "save-request": // to the file
		data, _ := io.ReadAll(os.Stdin)
		if err := os.WriteFile(args[0], data, 0o600); err != nil {
			return 1
		}
		fmt.Println(fits)
	case "flood": // more than anybody wants to read
		block := []byte(strings.Repeat("x", 1<<20))
		for range 100 {
			if _, err := os.Stdout.Write(block); err != nil {
				return 1
			}
		}
	case "sleep":
		time.Sleep(time.Hour)
	case "stubborn": // ignores SIGTERM; says so in the file
		signal.Ignore(syscall.SIGTERM)
		writePid(args[0])
		time.Sleep(time.Hour)
	case "family": // has a child of its own that sleeps, then answers or sleeps
		grandchild := osexec.Command(os.Args[0], "child", "sleep")
		grandchild.Stdout, grandchild.Stderr = os.Stdout, os.Stderr
		if err := grandchild.Start(); err != nil {
			return 1
		}
		if err := os.WriteFile(args[0], []byte(strconv.Itoa(grandchild.Process.Pid)), 0o600); err != nil {
			return 1
		}
		if args[1] == "sleep" {
			time.Sleep(time.Hour)
		}
		fmt.Println(fits)
	case "daemon": // leaves a process outside of its group that holds its output open
		d := osexec.Command(os.Args[0], "child", "sleep")
		d.Stdout, d.Stderr = os.Stdout, os.Stderr
		d.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := d.Start(); err != nil {
			return 1
		}
		if err := os.WriteFile(args[0], []byte(strconv.Itoa(d.Process.Pid)), 0o600); err != nil {
			return 1
		}
		fmt.Println(fits)
	case "script":
		return script(args[0])
	default:
		return 99
	}
	return 0
}

func writePid(file string) {
	_ = os.WriteFile(file+".new", []byte(strconv.Itoa(os.Getpid())), 0o600)
	_ = os.Rename(file+".new", file)
}

// script answers as the replies in the file say.
func script(file string) int {
	var replies map[string]seamtest.Reply
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &replies) != nil {
		return 1
	}
	var req seam.Request
	if err := json.NewDecoder(os.Stdin).Decode(&req); err != nil {
		return 1
	}
	var answer seam.Answer
	for _, q := range req.Questions {
		switch reply, ok := replies[q.ID]; {
		case !ok:
			return 3
		case reply.Silent:
			time.Sleep(time.Hour)
		default:
			answer.Answers = append(answer.Answers, *reply.Answer)
		}
	}
	if json.NewEncoder(os.Stdout).Encode(answer) != nil {
		return 1
	}
	return 0
}
