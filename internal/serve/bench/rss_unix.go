//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// maxResident returns the largest resident size of a process that has ended, in
// bytes.
func maxResident(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" { // which counts in bytes
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
