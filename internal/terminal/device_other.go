//go:build unix && !linux

package terminal

// openDevice returns -1: there is no way to learn the name of the terminal that
// /dev/tty stands for.
func (t *Terminal) openDevice() int { return -1 }
