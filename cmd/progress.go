package cmd

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"standin/internal/serve"
)

// progressInterval is how often the progress is drawn.
const progressInterval = 200 * time.Millisecond

// showProgress draws how far a stream has come until the function that it
// returns is called. It draws on a terminal only, and not where the replies go
// to a terminal as well or where a person is asked there.
func (a *app) showProgress(o serve.Options) (stop func()) {
	if a.settings.Quiet || !o.Immediate || !isTerminal(a.Err) || isTerminal(a.Out) {
		return func() {}
	}
	total := fileSize(a.In)
	bar := progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(a.Err),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetWidth(30),
		progressbar.OptionClearOnFinish(),
	)
	quit, drawn := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(drawn)
		started := time.Now()
		tick := time.NewTicker(progressInterval)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				_ = bar.Clear()
				return
			case <-tick.C:
			}
			lines := o.Progress.Lines.Load()
			bar.Describe(fmt.Sprintf("%d lines, %.0f/s", lines, float64(lines)/time.Since(started).Seconds()))
			if total > 0 {
				_ = bar.Set64(min(o.Progress.Bytes.Load(), total-1)) // the end is for Clear
			}
		}
	}()
	return func() {
		close(quit)
		<-drawn
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
