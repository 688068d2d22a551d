package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"turnpost/mail/postoffice"
)

// terminalPrompt is the conversation on a terminal.
type terminalPrompt struct {
	app     *app
	in      *os.File
	console *demoTerminal
}

// newDemoPrompt is the prompt on a terminal, and none elsewhere.
func (a *app) newDemoPrompt(headless bool) demoPrompt {
	if headless || !isTerminal(a.in) || !isTerminal(a.out) {
		return noPrompt{a}
	}
	in := a.in.(*os.File)
	return &terminalPrompt{app: a, in: in, console: &demoTerminal{
		Terminal: term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{in, a.out}, ""),
		fd: int(in.Fd()),
	}}
}

// logger logs through the terminal, so that a line of the log does not fall
// into the line that is being typed.
func (p *terminalPrompt) logger(level, format string) (*slog.Logger, error) {
	a := *p.app
	a.err = p.console
	return a.logger(level, format)
}

// run gives the terminal back as it was, whatever happens.
func (p *terminalPrompt) run(ctx context.Context, office *postoffice.PostOffice) error {
	before, err := term.MakeRaw(p.console.fd)
	if err != nil {
		return err
	}
	defer func() {
		_ = term.Restore(p.console.fd, before)
		_, _ = fmt.Fprintln(p.app.out) // the cursor may stand behind the prompt
	}()
	// A window that is closed leaves no temporary database behind.
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer stop()
	return talk(ctx, p.console, office)
}

// demoTerminal is a line editor. It looks at each line how large the screen is.
type demoTerminal struct {
	*term.Terminal
	fd int
}

func (t *demoTerminal) ReadLine() (string, error) {
	if width, height, err := term.GetSize(t.fd); err == nil && width > 0 {
		_ = t.SetSize(width, height)
	}
	return t.Terminal.ReadLine()
}

func (t *demoTerminal) Height() int {
	if _, height, err := term.GetSize(t.fd); err == nil && height > 0 {
		return height
	}
	return 24
}
