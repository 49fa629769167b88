package terminal

import (
	"os/signal"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The Go runtime keeps its own handler for a signal that was once asked for. For
// SIGTSTP that means that the suspend key would do nothing any more, neither
// when a prompt wants the process to stop nor between two prompts. So here the
// kernel's own action for the signal is put in place, and back.

// action is what the kernel does on a signal, in the kernel's layout. All zeros
// is the default on every architecture; else it goes back as it came.
type action [64]byte

func signalAction(s unix.Signal) (a action) {
	sigaction(s, nil, &a)
	return a
}

func (a action) set(s unix.Signal) {
	var before action
	sigaction(s, &a, &before)
}

func sigaction(s unix.Signal, set, get *action) {
	const maskSize = 8
	_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s),
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(get)), maskSize, 0, 0)
}

// watchSuspend has w hear of SIGTSTP until the function that it returns is
// called, which puts back what was there before. SIGCONT is watched already.
func (w *watch) watchSuspend() (undo func()) {
	before := signalAction(unix.SIGTSTP)
	signal.Notify(w.signals, unix.SIGTSTP)
	// The runtime believes that its handler is in place since the first time.
	signalAction(unix.SIGCONT).set(unix.SIGTSTP)
	return func() { before.set(unix.SIGTSTP) }
}

// stop has the kernel do what SIGTSTP does by default: stop the process, unless
// its group has nobody who could continue it.
func stop() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := signalAction(unix.SIGTSTP)
	action{}.set(unix.SIGTSTP)
	// To this very thread, so that it is done when the call returns.
	_ = unix.Tgkill(unix.Getpid(), unix.Gettid(), unix.SIGTSTP)
	before.set(unix.SIGTSTP)
}
