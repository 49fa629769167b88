//go:build unix

// Package ptytest runs a program in a pseudo-terminal, types at it, and looks at
// what a person would see.
package ptytest

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// patience is how long anything may take on a busy machine before a test fails.
const patience = 20 * time.Second

// Console is a program in a pseudo-terminal of its own session.
type Console struct {
	t      testing.TB
	master *os.File
	slave  *os.File
	cmd    *exec.Cmd
	before unix.Termios
	done   chan struct{}

	mu     sync.Mutex
	screen *Screen
	raw    []byte
	seen   int // of raw, by Expect
}

// Open makes a terminal in which nothing runs yet.
func Open(t testing.TB, cols, rows int) *Console {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatalf("no pseudo-terminal: %v", err)
	}
	if master, err = pollable(master); err != nil {
		t.Fatal(err)
	}
	c := &Console{t: t, master: master, slave: slave, screen: NewScreen(cols, rows)}
	t.Cleanup(func() {
		c.master.Close()
		c.slave.Close()
	})
	c.setSize(cols, rows)
	c.before = c.Termios()
	go c.read()
	return c
}

// pollable returns f in the mode in which closing it ends a read under way.
func pollable(f *os.File) (*os.File, error) {
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// Run starts cmd with the terminal as its controlling one. Streams of cmd that are
// not set are the terminal too. The program is killed when the test ends.
func (c *Console) Run(cmd *exec.Cmd) {
	c.t.Helper()
	if cmd.Stdin == nil {
		cmd.Stdin = c.slave
	}
	if cmd.Stdout == nil {
		cmd.Stdout = c.slave
	}
	if cmd.Stderr == nil {
		cmd.Stderr = c.slave
	}
	cmd.ExtraFiles = []*os.File{c.slave}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.cmd, c.done = cmd, make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(c.done)
	}()
	c.t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Process.Kill()
		<-c.done
	})
}

func (c *Console) read() {
	buf := make([]byte, 8192)
	for {
		n, err := c.master.Read(buf)
		c.mu.Lock()
		c.raw = append(c.raw, buf[:n]...)
		_, _ = c.screen.Write(buf[:n])
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Send types text.
func (c *Console) Send(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.master, text); err != nil {
		c.t.Fatalf("cannot type %q: %v", text, err)
	}
}

// Expect waits until text has been written since what the last Expect found.
func (c *Console) Expect(text string) {
	c.t.Helper()
	c.wait("output with "+text, func() bool {
		at := strings.Index(string(c.raw[c.seen:]), text)
		if at >= 0 {
			c.seen += at + len(text)
		}
		return at >= 0
	})
}

// See waits until text stands on the screen.
func (c *Console) See(text string) {
	c.t.Helper()
	c.wait("on the screen: "+text, func() bool { return strings.Contains(c.screen.Visible(), text) })
}

// Gone waits until text does not stand on the screen.
func (c *Console) Gone(text string) {
	c.t.Helper()
	c.wait("off the screen: "+text, func() bool { return !strings.Contains(c.screen.Visible(), text) })
}

// Until waits until f, which may look at the screen, returns true.
func (c *Console) Until(what string, f func(*Screen) bool) {
	c.t.Helper()
	c.wait(what, func() bool { return f(c.screen) })
}

func (c *Console) wait(what string, f func() bool) {
	c.t.Helper()
	end := time.Now().Add(patience)
	for {
		c.mu.Lock()
		ok := f()
		c.mu.Unlock()
		if ok {
			return
		}
		if time.Now().After(end) {
			c.t.Fatalf("waited in vain for %s; the screen is\n%s\nwritten: %q", what, c.Visible(), c.Raw())
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// Visible returns what stands on the screen.
func (c *Console) Visible() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.screen.Visible()
}

// All returns what stands on the screen and what has left it at the top.
func (c *Console) All() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.screen.All()
}

// Raw returns every byte that was written.
func (c *Console) Raw() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.raw)
}

// Name returns the terminal's file name.
func (c *Console) Name() string { return c.slave.Name() }

// RawLen returns how many bytes were written. It may be called in Until.
func (c *Console) RawLen() int { return len(c.raw) }

// Unknown returns the sequences that the screen does not know.
func (c *Console) Unknown() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.screen.Unknown
}

// Resize gives the terminal another size.
func (c *Console) Resize(cols, rows int) {
	c.mu.Lock()
	c.screen.Resize(cols, rows)
	c.mu.Unlock()
	c.setSize(cols, rows)
}

func (c *Console) setSize(cols, rows int) {
	if err := pty.Setsize(c.slave, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}); err != nil {
		c.t.Fatal(err)
	}
}

// Signal sends a signal to the program.
func (c *Console) Signal(s syscall.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(s); err != nil {
		c.t.Fatal(err)
	}
}

// Pid returns the program's process id.
func (c *Console) Pid() int { return c.cmd.Process.Pid }

// Hangup closes the terminal's other end.
func (c *Console) Hangup() {
	c.slave.Close()
	c.master.Close()
}

// Wait returns the exit code, 128 + n for a program that signal n ended.
func (c *Console) Wait() int {
	c.t.Helper()
	select {
	case <-c.done:
	case <-time.After(patience):
		c.t.Fatalf("the program does not end; the screen is\n%s\nwritten: %q", c.Visible(), c.Raw())
	}
	ws := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return ws.ExitStatus()
}

// Termios returns the terminal's modes.
func (c *Console) Termios() unix.Termios {
	c.t.Helper()
	t, err := unix.IoctlGetTermios(int(c.slave.Fd()), getTermios)
	if err != nil {
		c.t.Fatal(err)
	}
	return *t
}

// Echoes reports whether the terminal echoes what is typed.
func (c *Console) Echoes() bool { return c.Termios().Lflag&unix.ECHO != 0 }

// Restored fails the test unless the terminal has the modes back that it had at
// the start, shows its cursor and takes pastes without brackets.
func (c *Console) Restored() {
	c.t.Helper()
	// The last bytes may still be on their way.
	c.wait("a visible cursor and no bracketed paste", func() bool {
		on := strings.LastIndex(string(c.raw), "\x1b[?2004h")
		return !c.screen.Hidden && !c.screen.nowrap && strings.LastIndex(string(c.raw), "\x1b[?2004l") >= on
	})
	if now := c.Termios(); now != c.before {
		c.t.Errorf("the modes are %+v, were %+v", now, c.before)
	}
}
