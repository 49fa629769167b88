package cmd

import (
	"fmt"
	"io"
	"os"
)

// maxValue bounds the file that an answer names, in bytes.
const maxValue = 1 << 20

// readValueFile reads the file that an answer names.
func readValueFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxValue+1))
	if err == nil && len(text) > maxValue {
		err = fmt.Errorf("%s is over %d MiB", path, maxValue>>20)
	}
	return text, err
}
