package terminal

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// stop has the kernel do what SIGTSTP does by default: stop the process, unless
// its group has nobody who could continue it.
//
// The Go runtime keeps its own handler for a signal that was once asked for, and
// would swallow it. So the kernel's default is put in its place for the moment.
// The layout of the kernel's structure does not matter here: all zeros is the
// default on every architecture, and what was there goes back as it came.
func stop() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var byDefault, before [64]byte
	set := func(act, old *[64]byte) bool {
		const maskSize = 8
		_, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(unix.SIGTSTP),
			uintptr(unsafe.Pointer(act)), uintptr(unsafe.Pointer(old)), maskSize, 0, 0)
		return errno == 0
	}
	if !set(&byDefault, &before) {
		return
	}
	// To this very thread, so that it is done when the call returns.
	_ = unix.Tgkill(unix.Getpid(), unix.Gettid(), unix.SIGTSTP)
	var ignored [64]byte
	set(&before, &ignored)
}
