package doctor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"turnpost/cmd/turnpost/cli"
)

// Asker asks a person.
type Asker interface {
	// Line returns the line that the person types after a prompt, without its end.
	Line(ctx context.Context, prompt string) (string, error)
	// Secret does the same without echo.
	Secret(ctx context.Context, prompt string) (string, error)
}

// ErrInterrupted says that the person left.
var ErrInterrupted = errors.New("interrupted; nothing was written")

// OnTerminal asks at a terminal, or returns nil if there is none.
func OnTerminal(in io.Reader, out io.Writer) Asker {
	if !cli.IsTerminal(in) || !cli.IsTerminal(out) {
		return nil
	}
	f := in.(*os.File)
	return &atTerminal{in: f, lines: bufio.NewReader(f), out: out}
}

// atTerminal asks on a terminal. A read returns at most one line, so the buffer never holds
// input for Secret.
type atTerminal struct {
	in    *os.File
	lines *bufio.Reader
	out   io.Writer
}

// typed waits for a read. A read from a terminal cannot be cancelled; it stays until the
// program ends, which is soon.
func typed(ctx context.Context, read func() (string, error)) (string, error) {
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		text, err := read()
		answers <- answer{text, err}
	}()
	select {
	case a := <-answers:
		if a.err != nil {
			return "", ErrInterrupted
		}
		return a.text, nil
	case <-ctx.Done():
		return "", ErrInterrupted
	}
}

func (t *atTerminal) Line(ctx context.Context, prompt string) (string, error) {
	fmt.Fprint(t.out, prompt)
	text, err := typed(ctx, func() (string, error) {
		line, err := t.lines.ReadString('\n')
		return strings.TrimRight(line, "\r\n"), err
	})
	if err != nil {
		fmt.Fprintln(t.out) // the cursor is after the prompt
	}
	return text, err
}

func (t *atTerminal) Secret(ctx context.Context, prompt string) (string, error) {
	fd := int(t.in.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	fmt.Fprint(t.out, prompt)
	text, err := typed(ctx, func() (string, error) {
		secret, err := term.ReadPassword(fd)
		return string(secret), err
	})
	if err != nil {
		_ = term.Restore(fd, before) // a read may still be waiting, without echo
	}
	fmt.Fprintln(t.out)
	return text, err
}

// say prints a line for the operator.
func (s *InitWizard) say(format string, args ...any) {
	// Texts of servers may contain control sequences. A closed output does not stop the setup.
	_, _ = fmt.Fprintln(s.Out, cli.Printable(fmt.Sprintf(format, args...)))
}

// ask asks for a line, with a default for an empty one. Without an Asker the error names the
// flag.
func (s *InitWizard) ask(ctx context.Context, question, usual, flag string) (string, error) {
	if s.Asker == nil {
		return "", cli.Errorf(cli.ExitUsage, "there is no terminal to ask: give %s", flag)
	}
	prompt := question + ": "
	if usual != "" {
		prompt = question + " [" + usual + "]: "
	}
	for {
		text, err := s.Asker.Line(ctx, prompt)
		if err != nil {
			return "", err
		}
		if text = strings.TrimSpace(text); text == "" {
			text = usual
		}
		if text != "" {
			return text, nil
		}
	}
}

// yes asks a question whose default answer is yes.
func (s *InitWizard) yes(ctx context.Context, question string) (bool, error) {
	for {
		text, err := s.Asker.Line(ctx, question+" [Y/n] ")
		if err != nil {
			return false, err
		}
		switch text = strings.ToLower(strings.TrimSpace(text)); {
		case slices.Contains([]string{"", "y", "yes"}, text):
			return true, nil
		case slices.Contains([]string{"n", "no"}, text):
			return false, nil
		}
	}
}
