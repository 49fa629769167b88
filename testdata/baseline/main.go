// Baseline links the libraries that standin is given and does nothing: the
// yardstick for what a start costs.
package main

import (
	_ "github.com/AlecAivazis/survey/v2"
	_ "github.com/spf13/cobra"
	_ "github.com/spf13/viper"
	_ "gopkg.in/yaml.v3"
)

func main() {}
