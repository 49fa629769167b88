package cmd

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"standin/internal/serve"
)

// progressInterval is how often the progress is drawn.
const progressInterval = 200 * time.Millisecond

// progress draws how far a stream has come on a terminal.
type progress struct {
	mu      sync.Mutex
	bar     *progressbar.ProgressBar
	total   int64 // bytes, -1 where that is not known
	started time.Time
	hidden  bool // somebody may be asked on the terminal
}

// showProgress draws until the function that it returns is called. It draws on a
// terminal only, and not where the replies go to a terminal as well.
func (a *app) showProgress(o *serve.Options) (stop func()) {
	if a.settings.Quiet || o.AtOnce == nil || !isTerminal(a.Err) || isTerminal(a.Out) {
		return func() {}
	}
	p := &progress{total: fileSize(a.In), started: time.Now()}
	p.bar = progressbar.NewOptions64(p.total,
		progressbar.OptionSetWriter(a.Err),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetWidth(30),
		progressbar.OptionClearOnFinish(),
	)
	o.Waiting = p.hide
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(progressInterval)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				p.hide(true)
				return
			case <-tick.C:
				p.draw(o.Progress)
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
	}
}

func (p *progress) draw(at *serve.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hidden {
		return
	}
	lines := at.Lines.Load()
	p.bar.Describe(fmt.Sprintf("%d lines, %.0f/s", lines, float64(lines)/time.Since(p.started).Seconds()))
	if p.total > 0 {
		_ = p.bar.Set64(min(at.Bytes.Load(), p.total-1)) // a full bar would end it
	}
}

// hide takes the bar off the terminal, or lets it be drawn again.
func (p *progress) hide(hidden bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hidden = hidden; hidden {
		_ = p.bar.Clear()
	}
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// fileSize returns how much is left to read of a regular file, -1 for anything
// else.
func fileSize(in io.Reader) int64 {
	f, ok := in.(*os.File)
	if !ok {
		return -1
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return -1
	}
	return info.Size() - at
}
