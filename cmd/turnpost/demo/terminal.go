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

// newPrompt is the prompt on a terminal, and none elsewhere.
func (d *Demo) newPrompt(headless bool) prompt {
	if headless || !cli.IsTerminal(d.In) || !cli.IsTerminal(d.Out) {
		return noPrompt{d}
	}
	in := d.In.(*os.File)
	return &terminalPrompt{out: d.Out, in: in, console: newScreen(in, d.Out)}
}

// log goes through the terminal, so that a line of the log does not fall into the
// line that is being typed.
func (p *terminalPrompt) log() io.Writer { return p.console }

// run gives the terminal back as it was, whatever happens.
func (p *terminalPrompt) run(ctx context.Context, post *postoffice.PostOffice, b behind, robot int) error {
	before, err := term.MakeRaw(p.console.fd)
	if err != nil {
		return err
	}
	defer func() {
		_ = term.Restore(p.console.fd, before)
		_, _ = fmt.Fprintln(p.out) // the cursor may stand behind the prompt
	}()
	// A window that is closed leaves no temporary database behind.
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer stop()
	return converse(ctx, p.console, newPaint(), post, b, robot)
}

// screen is a line editor. It looks at each line how large the screen is.
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

// What keys are to the line editor: it knows Tab and leaves it to us; at Ctrl-C it
// would say that the input is at its end, and so it gets another one.
const (
	keyTab    = '\t'
	keyCtrlC  = 3
	keyCancel = 7 // Ctrl-G, which cancels in Emacs and in readline
	keyEnter  = '\r'
)

// keys are what is typed. Only ReadLine's goroutine touches them.
type keys struct {
	from io.Reader
	next []byte // read and not handed over yet
}

// Read hands over keys up to a Ctrl-C, so that what comes of one is known before
// the next key is looked at.
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

// key does what the editor does not know. It is called while a line is read.
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

// SetWords is what Tab knows from now on.
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
