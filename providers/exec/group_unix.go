//go:build unix

package exec

import (
	"os"
	"syscall"
)

// ownGroup makes a command the leader of a new process group.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// terminate asks everything in the group of p to end.
func terminate(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }

// kill ends everything in the group of p, which may itself have ended already.
func kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
