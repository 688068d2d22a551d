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

// Asker is a person who answers.
type Asker interface {
	// Line returns what the person types behind a prompt, without the line's end.
	Line(ctx context.Context, prompt string) (string, error)
	// Secret does too, and shows nothing of it.
	Secret(ctx context.Context, prompt string) (string, error)
}

// ErrInterrupted says that the person went away.
var ErrInterrupted = errors.New("interrupted; nothing is written")

// OnTerminal is the person at a terminal, or nil where there is none.
func OnTerminal(in io.Reader, out io.Writer) Asker {
	if !cli.IsTerminal(in) || !cli.IsTerminal(out) {
		return nil
	}
	f := in.(*os.File)
	return &atTerminal{in: f, lines: bufio.NewReader(f), out: out}
}

// atTerminal asks on a terminal. A read from it returns a line at most, so that the
// reader never holds what is typed for Secret.
type atTerminal struct {
	in    *os.File
	lines *bufio.Reader
	out   io.Writer
}

// typed waits for what is read. A read from a terminal cannot be called off: it
// stays until the program ends, which is soon.
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
		fmt.Fprintln(t.out) // the cursor stands behind the prompt
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
		_ = term.Restore(fd, before) // its reader is still there, and the terminal mute
	}
	fmt.Fprintln(t.out)
	return text, err
}

// say tells the operator something.
func (s *Setup) say(format string, args ...any) {
	// What servers say may steer a terminal. An output that is gone ends nothing halfway.
	_, _ = fmt.Fprintln(s.Out, cli.Printable(fmt.Sprintf(format, args...)))
}

// ask asks a person for a line, with what Enter alone stands for; without one, it
// says by which flag it is given.
func (s *Setup) ask(ctx context.Context, question, usual, flag string) (string, error) {
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

// yes asks a question to which Enter alone says yes.
func (s *Setup) yes(ctx context.Context, question string) (bool, error) {
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
