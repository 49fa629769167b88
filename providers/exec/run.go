package exec

import (
	"context"
	"io"
	"os"
	osexec "os/exec"
	"time"
)

const (
	// maxOutput is the longest answer that is read, in bytes.
	maxOutput = 16 << 20
	// grace is how long a command may take to end after SIGTERM.
	grace = time.Second
	// linger is how long the output of a command that has exited is waited for
	// where somebody outside of its group holds the pipe open.
	linger = time.Second
)

// result is how a command ended.
type result struct {
	stdout  []byte
	tooLong bool   // it wrote more than maxOutput and was killed
	stderr  string // the end of it, fit for a message
	exit    int    // -1 where a signal ended it
	status  string // "" for exit 0, else in words
}

// run runs a command with input on its stdin until it has ended, or until ctx is
// done, in which case the result means nothing. No process of its group and
// none of the pipes is left when it returns. The error is one of starting it.
func run(ctx context.Context, path string, args []string, input []byte) (result, error) {
	cmd := osexec.Command(path, args...)
	cmd.SysProcAttr = ownGroup()
	p, err := openPipes(cmd)
	if err != nil {
		return result{}, err
	}
	defer p.close()
	if err := cmd.Start(); err != nil {
		p.closeChildEnds()
		return result{}, err
	}
	p.closeChildEnds()

	go func() {
		// A command need not read its input, so a broken pipe is no fault.
		_, _ = p.stdin.Write(input)
		_ = p.stdin.Close()
	}()
	output := make(chan []byte, 1)
	tooLong := make(chan struct{})
	go func() {
		data, _ := io.ReadAll(io.LimitReader(p.stdout, maxOutput+1))
		if len(data) > maxOutput {
			close(tooLong)
		}
		output <- data
	}()
	messages := make(chan string, 1)
	go func() {
		var t tail
		_, _ = io.Copy(&t, p.stderr)
		messages <- t.message()
	}()
	exited := make(chan struct{})
	go func() {
		_ = cmd.Wait() // all it can say stands in cmd.ProcessState
		close(exited)
	}()

	select {
	case <-exited:
	case <-tooLong:
	case <-ctx.Done():
		terminate(cmd.Process)
		select {
		case <-exited:
		case <-time.After(grace):
		}
	}
	kill(cmd.Process)
	<-exited
	p.endReads(time.Now().Add(linger))

	r := result{stdout: <-output, stderr: <-messages, exit: cmd.ProcessState.ExitCode()}
	r.tooLong = len(r.stdout) > maxOutput
	if !cmd.ProcessState.Success() {
		r.status = cmd.ProcessState.String()
	}
	return r, nil
}

// pipes are the parent's ends of a command's streams, and the child's.
type pipes struct {
	stdin          *os.File
	stdout, stderr *os.File
	child          []*os.File
}

// openPipes connects the streams of a command that has not been started.
// They are plain pipes, so that waiting for the process is not waiting for
// everybody who holds one of them open.
func openPipes(cmd *osexec.Cmd) (*pipes, error) {
	p := &pipes{}
	var files [6]*os.File
	for i := 0; i < len(files); i += 2 {
		var err error
		if files[i], files[i+1], err = os.Pipe(); err != nil {
			for _, f := range files[:i] {
				_ = f.Close()
			}
			return nil, err
		}
	}
	p.stdin, p.stdout, p.stderr = files[1], files[2], files[4]
	p.child = []*os.File{files[0], files[3], files[5]}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.child[0], p.child[1], p.child[2]
	return p, nil
}

func (p *pipes) closeChildEnds() {
	for _, f := range p.child {
		_ = f.Close()
	}
}

// endReads makes every read from the command fail after the time.
func (p *pipes) endReads(at time.Time) {
	_ = p.stdout.SetReadDeadline(at)
	_ = p.stderr.SetReadDeadline(at)
}

func (p *pipes) close() {
	for _, f := range []*os.File{p.stdin, p.stdout, p.stderr} {
		_ = f.Close()
	}
}
