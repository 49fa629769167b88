//go:build !unix

package exec

import (
	"os"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr { return nil }

func terminate(p *os.Process) { kill(p) }

func kill(p *os.Process) { _ = p.Kill() }
