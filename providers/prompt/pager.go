package prompt

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/kballard/go-shellquote"

	"standin/internal/terminal"
	"standin/internal/terminal/measure"
)

// page implements face: the person's own pager shows the text, and where there
// is none, or it does not start, the built-in one.
func (d *drawn) page(text string) error {
	if d.screen.painted > 0 {
		if err := d.erase(); err != nil {
			return err
		}
	}
	if err := d.term.SetMode(terminal.Lines); err != nil {
		return err
	}
	d.paging = true
	started, err := runPager(d.ctx, d.term, d.pager, text)
	if !started {
		err = pages(&lineReader{ctx: d.ctx, term: d.term}, text)
	}
	if err != nil {
		return err
	}
	d.paging = false
	return d.term.SetMode(terminal.Keys)
}

// runPager shows text in the program that command names, arguments split as a
// shell would. It reports whether the program ran; it is ended when ctx is done
// or a signal comes.
func runPager(ctx context.Context, t *terminal.Terminal, command, text string) (bool, error) {
	words, err := shellquote.Split(command)
	if err != nil || len(words) == 0 {
		return false, nil
	}
	out, err := t.File()
	if err != nil {
		return false, nil
	}
	defer out.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text+"\n"), out, out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return false, nil
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = cmd.Wait() // how a pager ends says nothing about the question
	}()
	err = t.Lend(ctx, done)
	cancel()
	<-done
	return true, err
}

// pages is the built-in pager: a screenful at a time, in whole lines.
func pages(r *lineReader, text string) error {
	columns, rows := r.term.Size()
	height := max(2, rows-1)
	lines := strings.Split(text, "\n")
	for at := 0; at < len(lines); {
		start, used := at, 0
		var b strings.Builder
		for at < len(lines) {
			high := len(measure.Wrap(lines[at], columns))
			if used > 0 && used+high > height {
				break
			}
			used += high
			b.WriteString(lines[at] + "\n")
			at++
		}
		if err := r.say(b.String()); err != nil {
			return err
		}
		if at == len(lines) {
			break
		}
		line, err := r.line(fmt.Sprintf("-- lines %d to %d of %d: Enter for more, q and Enter to go back -- ", start+1, at, len(lines)))
		if err != nil {
			return err
		}
		if strings.EqualFold(strings.TrimSpace(line), "q") {
			return nil
		}
	}
	return nil
}
