// Standin answers the questions that AI agents ask a human.
package main

import (
	"os"

	"standin/cmd"
)

func main() {
	os.Exit(cmd.Main(os.Args[1:], cmd.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.LookupEnv))
}
