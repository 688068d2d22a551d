package main

import (
	_ "embed"

	"github.com/spf13/cobra"
)

// providersText is what the help says about providers of mail.
//
//go:embed providers.txt
var providersText string

// providersTopic is `turnpost help providers`: no command, but a topic, because
// it cannot be run.
func (a *app) providersTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "providers",
		Short: "How to run on Gmail, Microsoft 365, Fastmail, Proton or a server of one's own",
		Long:  providersText,
	}
}
