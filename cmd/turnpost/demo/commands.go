package demo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"turnpost/cmd/turnpost/cli"
)

const help = `A plain line is sent as a message: a reply to the message you saw last, or a new
one to Turnpost. "help" asks it for its commands. The demo's own commands:

  /bob         be Bob; /as NAME is anybody, with a new mailbox if needed
  /now         the time in the games, and who is to move until when
  /inbox       list the messages; * is unread
  /read [N]    show a message page by page, and reply to it from now on
  /open [N]    open a message in a browser, with its pictures
  /raw [N]     show a whole message with its header
  /write       write a reply of several lines, ended by a line with a dot
  /new [TEXT]  write a new message to Turnpost; without TEXT, of several lines
  /servers     how to take part with a mail program
  /quit        leave (or Ctrl-D)

The prompt shows who you are, which message a plain line answers, and whose turn
it is there. Tab completes words, names and moves. Ctrl-C clears the line, drops
what is being written, and leaves if there is neither.

`

// line carries out what the user typed.
func (t *talk) line(line string) {
	if t.draft != nil {
		t.draftLine(line)
		return
	}
	line = strings.TrimSpace(line)
	if len(t.more) > 0 {
		switch line {
		case "":
			t.nextPage()
			return
		case "q":
			line = ""
		}
		t.more = nil // typing on ends paging
	}
	if line == "" {
		return
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(word) {
	case "/help", "/?":
		t.printf("%s", help)
	case "/quit", "/exit", "quit", "exit":
		t.quit = true
	case "/as":
		t.become(rest)
	case "/now":
		t.now()
	case "/inbox":
		t.inbox()
	case "/read":
		if n, ok := t.number(rest); ok {
			t.page(n)
		}
	case "/open":
		if n, ok := t.number(rest); ok {
			t.openMessage(n)
		}
	case "/raw":
		if n, ok := t.number(rest); ok {
			t.printf("%s\n", cli.Printable(string(t.me.messages[n-1].Raw)))
		}
	case "/write":
		t.beginDraft(false)
	case "/new":
		if rest == "" {
			t.beginDraft(true)
		} else {
			t.post(rest, true)
		}
	case "/servers":
		if err := describe(t.console, t.office); err != nil {
			t.note("%v", err)
		}
	default:
		name, slash := strings.CutPrefix(strings.ToLower(word), "/")
		switch {
		case !slash:
			t.post(line, false)
		case slices.ContainsFunc(t.people, func(p *person) bool { return p.Name == name }):
			t.become(name)
		default:
			t.note("there is no command /%s; /help lists the commands, and /as %s makes you %s", cli.Printable(name),
				cli.Printable(name), cli.Printable(name))
		}
	}
}

// become makes somebody the current person and shows what waits there.
func (t *talk) become(name string) {
	if name == "" {
		t.note("as whom? /as NAME")
		return
	}
	p, err := t.person(name)
	if err != nil {
		t.note("%v", err)
		return
	}
	t.me = p
	if p.unread() == 0 {
		t.note("you are %s <%s>; no new messages, %d read", p.Self.Name, p.Self.Addr, len(p.messages))
		return
	}
	n, _ := p.newest()
	t.show(n)
	switch more := p.unread(); more {
	case 0:
	case 1:
		t.note("an older message is unread: /inbox")
	default:
		t.note("%d older messages are unread: /inbox", more)
	}
}

// now prints the state of all games.
func (t *talk) now() {
	lines, err := t.behind.now(t.ctx)
	if err != nil {
		t.note("%v", err)
		return
	}
	for _, line := range lines {
		t.note("%s", cli.Printable(line))
	}
	for _, p := range t.people {
		switch n := p.unread(); n {
		case 0:
		case 1:
			t.note("%s has an unread message", p.Name)
		default:
			t.note("%s has %d unread messages", p.Name, n)
		}
	}
}

// inbox lists the messages of the current person.
func (t *talk) inbox() {
	if len(t.me.messages) == 0 {
		t.note("%s has no messages", t.me.Name)
		return
	}
	for i, l := range t.me.messages {
		mark := " "
		if !l.read {
			mark = "*"
		}
		t.printf("%s%3d  %s\n      %s\n", mark, i+1, cli.Printable(l.Subject), cut(cli.Printable(l.Headline()), width))
	}
}

// number parses the number of a message; without a number it is the newest.
func (t *talk) number(text string) (int, bool) {
	n := len(t.me.messages)
	if n == 0 {
		t.note("%s has no messages", t.me.Name)
		return 0, false
	}
	if text == "" {
		return n, true
	}
	i, err := strconv.Atoi(text)
	if err != nil || i < 1 || i > n {
		t.note("%s has messages 1 to %d; there is no %q", t.me.Name, n, cli.Printable(text))
		return 0, false
	}
	return i, true
}

// beginDraft begins a message of several lines.
func (t *talk) beginDraft(fresh bool) {
	t.draft = &draftLines{fresh: fresh}
	to := "a new message to Turnpost"
	if !fresh && t.me.inHand != nil {
		to = fmt.Sprintf("a reply to message %d", slices.Index(t.me.messages, t.me.inHand)+1)
	}
	t.note("%s; a line with a single dot sends it, /cancel drops it", to)
}

// draftLine takes a line of it.
func (t *talk) draftLine(line string) {
	d := t.draft
	switch strings.TrimSpace(line) {
	case ".":
		t.draft = nil
		t.post(strings.Join(d.lines, "\n"), d.fresh)
	case "/cancel":
		t.draft = nil
		t.note("dropped")
	default:
		d.lines = append(d.lines, line)
	}
}
