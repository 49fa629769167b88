package terminal

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// openDevice opens the device file of the terminal, which /dev/tty only stands
// for; -1 where it cannot be had.
func (t *Terminal) openDevice() int {
	number, err := unix.IoctlGetInt(t.fd, unix.TIOCGDEV)
	if err != nil {
		return -1
	}
	device := uint64(uint32(number))
	var name string
	switch major, minor := unix.Major(device), unix.Minor(device); {
	case major >= 136 && major <= 143:
		name = fmt.Sprintf("/dev/pts/%d", minor)
	case major == 4 && minor < 64:
		name = fmt.Sprintf("/dev/tty%d", minor)
	default:
		return -1
	}
	fd, err := unix.Open(name, unix.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || uint64(st.Rdev) != device {
		unix.Close(fd)
		return -1
	}
	return fd
}
