package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/exit"
	"turnpost/mail/auth"
)

const dkimLong = `Sign letters by DKIM (RFC 6376), where the smarthost does not. Most providers do:
'turnpost doctor' says whether letters come signed. With a server of one's own,
either it signs, or Turnpost does:

  1. write into turnpost.toml: [dkim] selector = "turnpost", a word that you choose
  2. turnpost dkim new         makes the key, and prints what to put into the DNS
  3. put it there, and wait until it is seen: turnpost doctor
  4. start the server anew

For another key take another selector and another file, publish it, wait a day,
and leave the old record in the DNS for a week: letters are under way with it.`

// dkimCommand is `turnpost dkim` and all below it.
func dkimCommand(a *app) *cobra.Command {
	cmd := cli.Group(&cobra.Command{Use: "dkim", Short: "Make the key that letters are signed with, or show its DNS record", Long: dkimLong})
	cmd.AddCommand(dkimNewCommand(a), dkimShowCommand(a))
	return cmd
}

// dkimNewCommand is `turnpost dkim new`.
func dkimNewCommand(a *app) *cobra.Command {
	var path, kind string
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Make the key of [dkim], and print its DNS record",
		Long: `Make the key that [dkim] names, in a new file that its owner alone can read, and
print the record that belongs into the DNS. A file that is there is never
overwritten. Do it as the user that Turnpost runs as.

The key is of RSA with 2048 bits, which every receiver verifies. With --type
ed25519 it is shorter, and receivers that do not know RFC 8463 take the letters
for unsigned.`,
		Args: cli.Arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			c, err := config.LoadDKIM(path, false)
			if err != nil {
				return err
			}
			if c.Secret, err = auth.NewSigningKey(kind); err != nil {
				return exit.With(exit.Usage, err)
			}
			switch err := c.Secret.Write(c.Key); {
			case errors.Is(err, os.ErrExist):
				return exit.Errorf(exit.Failed, "%s is there, and is not overwritten; 'turnpost dkim show' prints its record; for another key, name another file and another selector", c.Key)
			case err != nil:
				return exit.Errorf(exit.Failed, "the key cannot be written: %w", err)
			}
			fmt.Fprintf(a.Err, "turnpost: the key is in %s; back it up, and show it to nobody\n", c.Key)
			return a.printRecord(c)
		},
	}
	addConfigFlag(cmd, &path)
	cmd.Flags().StringVar(&kind, "type", auth.RSA, "rsa or ed25519")
	return cmd
}

// dkimShowCommand is `turnpost dkim show`.
func dkimShowCommand(a *app) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Print the DNS record of the key",
		Long:  "Print the record that belongs into the DNS for the key of [dkim]. The key itself is\nnot shown.",
		Args:  cli.Arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			c, err := config.LoadDKIM(path, true)
			if err != nil {
				return err
			}
			return a.printRecord(c)
		},
	}
	addConfigFlag(cmd, &path)
	return cmd
}

// printRecord writes the record of a key as a zone file has it; what is said beside
// is a comment there.
func (a *app) printRecord(c config.DKIM) error {
	s := c.Signer()
	_, err := fmt.Fprintf(a.Out, `; One TXT record in the zone of %s. Where a form asks for name and value, the
; name is %s and the value what stands between
; the quotation marks, joined without a space.
%s`, s.Domain, s.Name(), s.Zone())
	return err
}
