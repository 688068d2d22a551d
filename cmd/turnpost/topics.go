package main

import (
	_ "embed"

	"github.com/spf13/cobra"
)

// The texts of the topics of `turnpost help`.
var (
	//go:embed letters.txt
	lettersText string
	//go:embed operating.txt
	operatingText string
	//go:embed providers.txt
	providersText string
)

// topics are what `turnpost help TOPIC` explains besides commands. They are no
// commands, because they cannot be run.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "letters", Short: "What letters look like to programs", Long: lettersText},
		{Use: "operating", Short: "How to run a server for years", Long: operatingText},
		{Use: "providers", Short: "How to run on Gmail, Microsoft 365, Fastmail, Proton or a server of one's own", Long: providersText},
	}
}
