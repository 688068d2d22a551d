package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/mail/auth"
)

const dkimLong = `Sign messages by DKIM (RFC 6376) if the SMTP server does not. Most providers do:
'turnpost doctor' says whether messages come signed. With a server of your own, either
the server signs or Turnpost:

  1. write into turnpost.toml: [dkim] selector = "turnpost", a word of your choice
  2. turnpost dkim new         makes the key, and prints a DNS record
  3. for a service, run 'turnpost install', which gives the key to the server's user
  4. publish the record, and wait until 'turnpost doctor' finds it
  5. restart the server

For another key use another selector and another file, publish it, wait a day, and
leave the old record in the DNS for a week: messages under way need it.`

// dkimCommand is `turnpost dkim` and its subcommands.
func dkimCommand(a *app) *cobra.Command {
	cmd := group(&cobra.Command{Use: "dkim", Short: "Make the key that signs messages, or print its DNS record",
		Long: dkimLong})
	cmd.AddCommand(dkimNewCommand(a), dkimShowCommand(a))
	return cmd
}

// dkimNewCommand is `turnpost dkim new`.
func dkimNewCommand(a *app) *cobra.Command {
	var path, kind string
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Make the key of [dkim], and print its DNS record",
		Long: `Make the key that [dkim] names, in a new file that only its owner can read, and print its
DNS record. An existing file is never overwritten. Run it as the user that Turnpost runs as;
for a service as root, and then 'turnpost install'.

The key is RSA with 2048 bits, which every receiver verifies. With --type ed25519 it is
shorter, and receivers that do not support RFC 8463 treat messages as unsigned.`,
		Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			c, err := config.LoadDKIM(path, false)
			if err != nil {
				return err
			}
			if c.Secret, err = auth.NewSigningKey(kind); err != nil {
				return cli.WithStatus(cli.ExitUsage, err)
			}
			switch err := c.Secret.Write(c.Key); {
			case errors.Is(err, os.ErrExist):
				return cli.Errorf(cli.ExitFailed,
					"%s exists, and is not overwritten; 'turnpost dkim show' prints its record; for another key, "+
						"set another file and another selector", c.Key)
			case err != nil:
				return cli.Errorf(cli.ExitFailed, "the key cannot be written: %w", err)
			}
			fmt.Fprintf(a.Err, "turnpost: the key is in %s; back it up, and keep it secret\n", c.Key)
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
		Long:  "Print the DNS record for the key of [dkim]. The key itself is not printed.",
		Args:  arguments(0, 0),
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

// printRecord prints the record of a key in the format of a zone file, with comments.
func (a *app) printRecord(c config.DKIM) error {
	s := c.Signer()
	_, err := fmt.Fprintf(a.Out, `; One TXT record in the zone of %s. If a form asks for name and value, the name is
; %s and the value is the text between the quotation
; marks, joined without spaces.
%s`, s.Domain, s.Name(), s.Zone())
	return err
}
