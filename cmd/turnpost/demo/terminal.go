package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"golang.org/x/term"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail/postoffice"
)

// terminalPrompt is the conversation on a terminal.
type terminalPrompt struct {
	out     io.Writer
	in      *os.File
	console *screen
}

// newPrompt returns the prompt on a terminal, or one that only serves.
func (d *Demo) newPrompt(headless bool) prompt {
	if headless || !cli.IsTerminal(d.In) || !cli.IsTerminal(d.Out) {
		return noPrompt{d}
	}
	in := d.In.(*os.File)
	return &terminalPrompt{out: d.Out, in: in, console: newScreen(in, d.Out)}
}

// log goes through the terminal, so that log lines do not mix with the line that is typed.
func (p *terminalPrompt) log() io.Writer { return p.console }

// run restores the terminal in any case.
func (p *terminalPrompt) run(ctx context.Context, post *postoffice.Server, b behind, robot int) error {
	before, err := term.MakeRaw(p.console.fd)
	if err != nil {
		return err
	}
	defer func() {
		_ = term.Restore(p.console.fd, before)
		_, _ = fmt.Fprintln(p.out) // the cursor may be after the prompt
	}()
	// Closing the window leaves no temporary database.
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer stop()
	return converse(ctx, p.console, newPaint(), post, b, robot)
}

// screen is a line editor. It checks the size of the screen at each line.
type screen struct {
	*term.Terminal
	keys *keys
	fd   int

	mu          sync.Mutex
	words       words
	interrupted bool // Ctrl-C on an empty line
}

func newScreen(in *os.File, out io.Writer) *screen {
	t := &screen{keys: &keys{from: in}, fd: int(in.Fd())}
	t.Terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{t.keys, out}, "")
	t.AutoCompleteCallback = t.key
	return t
}

// Special keys of the line editor. It leaves Tab to us. It would report the end of input for
// Ctrl-C, so it gets another key.
const (
	keyTab    = '\t'
	keyCtrlC  = 3
	keyCancel = 7 // Ctrl-G, which cancels in Emacs and in readline
	keyEnter  = '\r'
)

// keys are what is typed. Only ReadLine's goroutine touches them.
type keys struct {
	from io.Reader
	next []byte // read and not returned yet
}

// Read returns keys up to a Ctrl-C, so that its effect is known before the next key is read.
func (k *keys) Read(p []byte) (int, error) {
	if len(k.next) == 0 {
		buffer := make([]byte, 256)
		n, err := k.from.Read(buffer)
		if n == 0 {
			return 0, err
		}
		k.next = buffer[:n]
	}
	n := len(k.next)
	if at := bytes.IndexByte(k.next, keyCtrlC); at >= 0 {
		n, k.next[at] = at+1, keyCancel
	}
	n = copy(p, k.next[:n])
	k.next = k.next[n:]
	return n, nil
}

// key handles keys that the editor does not know. It is called while a line is read.
func (t *screen) key(line string, pos int, key rune) (string, int, bool) {
	switch key {
	case keyCancel:
		if line != "" {
			return "", 0, true
		}
		t.mu.Lock()
		t.interrupted = true
		t.mu.Unlock()
		t.keys.next = append([]byte{keyEnter}, t.keys.next...)
		return "", 0, true
	case keyTab:
		t.mu.Lock()
		words := t.words
		t.mu.Unlock()
		completed, at, several := words.complete(line, pos)
		if len(several) > 0 {
			_, _ = t.Write([]byte(columns(several)))
		}
		return completed, at, true
	}
	return "", 0, false
}

// SetWords sets what Tab completes.
func (t *screen) SetWords(w words) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.words = w
}

// errInterrupted says that the user pressed Ctrl-C on an empty line.
var errInterrupted = errors.New("interrupted")

func (t *screen) ReadLine() (string, error) {
	if width, height, err := term.GetSize(t.fd); err == nil && width > 0 {
		_ = t.SetSize(width, height)
	}
	line, err := t.Terminal.ReadLine()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.interrupted {
		t.interrupted = false
		return "", errInterrupted
	}
	return line, err
}

func (t *screen) Height() int {
	if _, height, err := term.GetSize(t.fd); err == nil && height > 0 {
		return height
	}
	return 24
}
