package demo

import (
	"bytes"
	"context"
	"io"

	"turnpost/mail/postoffice"
)

// prompt is what the demo shows while it serves.
type prompt interface {
	// log is where the log disturbs nothing.
	log() io.Writer
	// run returns when ctx is done, or when the user leaves. It may begin with a game against
	// the bot of a level; 0: none.
	run(ctx context.Context, post *postoffice.Server, b behind, robot int) error
}

// noPrompt only prints where the servers are.
type noPrompt struct{ *Demo }

func (n noPrompt) log() io.Writer { return n.Err }

func (n noPrompt) run(ctx context.Context, post *postoffice.Server, _ behind, _ int) error {
	var b bytes.Buffer
	if err := describe(&b, post); err != nil {
		return err
	}
	// Scripts wait for the last line. One Write, so that a pipe gets everything at once.
	b.WriteString("\nInterrupt (Ctrl-C) ends the demo.\nReady.\n")
	if _, err := n.Out.Write(b.Bytes()); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}
