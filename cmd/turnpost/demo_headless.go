package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"

	"turnpost/mail/postoffice"
)

// demoPrompt is what the demo shows while it serves.
type demoPrompt interface {
	// logger logs to where it disturbs nothing.
	logger(level, format string) (*slog.Logger, error)
	// run returns when ctx is done, or when the user wants to leave.
	run(ctx context.Context, office *postoffice.PostOffice) error
}

// noPrompt only says where the servers are.
type noPrompt struct{ *app }

func (n noPrompt) run(ctx context.Context, office *postoffice.PostOffice) error {
	var b bytes.Buffer
	if err := printDemoServers(&b, office); err != nil {
		return err
	}
	// Scripts wait for the last line. One Write, so that whoever reads a pipe
	// has it all at once.
	b.WriteString("\nInterrupt (Ctrl-C) ends the demo.\nReady.\n")
	if _, err := n.out.Write(b.Bytes()); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// printDemoServers prints how to point a mail program at the demo.
func printDemoServers(w io.Writer, office *postoffice.PostOffice) error {
	imapHost, imapPort, err := hostPort(office.IMAPAddr())
	if err != nil {
		return err
	}
	smtpHost, smtpPort, err := hostPort(office.SMTPAddr())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, `Turnpost demo: a post office for @%[1]s, and the robot %[2]s in it.

To take part with a mail program, make an account in it:

  IMAP   %[3]s port %[4]d, no encryption
  SMTP   %[5]s port %[6]d, no encryption, password authentication
  user   any name, such as alice or bob: the address is alice@%[1]s
  password   %[7]s

A first letter to try, from alice@%[1]s to %[2]s:

  challenge bob@%[1]s turro

Then read bob@%[1]s's mail, and answer with: accept
`, demoDomain, demoRobot, imapHost, imapPort, smtpHost, smtpPort, demoPassword)
	return err
}
