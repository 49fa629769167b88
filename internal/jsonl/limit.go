package jsonl

import (
	"fmt"
	"strconv"
	"strings"
)

// DefaultMaxLine is the longest line that is read unless another limit is given.
const DefaultMaxLine = 16 << 20

// ParseSize reads a number of bytes: digits, with KiB or MiB behind them or not.
func ParseSize(s string) (int, error) {
	digits, unit := strings.TrimSpace(s), 1
	for suffix, size := range map[string]int{"KiB": 1 << 10, "MiB": 1 << 20} {
		if rest, ok := strings.CutSuffix(digits, suffix); ok {
			digits, unit = strings.TrimSpace(rest), size
			break
		}
	}
	n, err := strconv.Atoi(digits)
	const most = 1 << 30
	if err != nil || n < 1 || n > most/unit {
		return 0, fmt.Errorf("%q is not a size: it has to be a number of bytes from 1 to 1 GiB, or one with KiB or MiB", s)
	}
	return n * unit, nil
}
