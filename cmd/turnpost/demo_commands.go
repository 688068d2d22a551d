package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const demoHelp = `A plain line is sent as a letter: a reply to the letter you saw last, or a
fresh one to the robot. "help" asks the robot what it understands. Beside that:

  /bob         be Bob; /as NAME is anybody, who gets a mailbox by that
  /inbox       list the letters; * is unread
  /read [N]    show a letter page by page, and reply to it from now on
  /raw [N]     show all of a letter, header and all
  /write       write a reply of several lines, ended by a line with a dot
  /new [TEXT]  write a fresh letter to the robot; alone, of several lines
  /servers     how to take part with a mail program
  /quit        leave (or Ctrl-D)

`

// line does what the user typed.
func (t *demoTalk) line(line string) {
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
		t.more = nil // whoever goes on writing has seen enough
	}
	if line == "" {
		return
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(word) {
	case "/help", "/?":
		t.printf("%s", demoHelp)
	case "/quit", "/exit", "quit", "exit":
		t.quit = true
	case "/as":
		t.become(rest)
	case "/inbox":
		t.inbox()
	case "/read":
		if n, ok := t.number(rest); ok {
			t.page(n)
		}
	case "/raw":
		if n, ok := t.number(rest); ok {
			t.printf("%s\n", printable(string(t.me.letters[n-1].raw)))
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
		if err := printDemoServers(t.console, t.office); err != nil {
			t.printf("-- %v\n", err)
		}
	default:
		name, slash := strings.CutPrefix(strings.ToLower(word), "/")
		switch {
		case !slash:
			t.post(line, false)
		case slices.ContainsFunc(t.people, func(p *demoPerson) bool { return p.name == name }):
			t.become(name)
		default:
			t.printf("-- there is no command /%s; /help lists them, and /as %s makes you %s\n", printable(name), printable(name), printable(name))
		}
	}
}

// become makes somebody the current person and shows what waits there.
func (t *demoTalk) become(name string) {
	if name == "" {
		t.printf("-- as whom? /as NAME\n")
		return
	}
	p, err := t.person(name)
	if err != nil {
		t.printf("-- %v\n", err)
		return
	}
	t.me = p
	if p.unread() == 0 {
		t.printf("-- you are %s <%s>; no new letters, %d read\n", p.self.Name, p.self.Addr, len(p.letters))
		return
	}
	n, _ := p.newest()
	t.show(n)
	switch more := p.unread(); more {
	case 0:
	case 1:
		t.printf("-- an older letter is unread: /inbox\n")
	default:
		t.printf("-- %d older letters are unread: /inbox\n", more)
	}
}

// inbox lists the letters of the current person.
func (t *demoTalk) inbox() {
	if len(t.me.letters) == 0 {
		t.printf("-- %s has no letters\n", t.me.name)
		return
	}
	for i, l := range t.me.letters {
		mark := " "
		if !l.read {
			mark = "*"
		}
		t.printf("%s%3d  %s\n      %s\n", mark, i+1, printable(l.subject), l.headline())
	}
}

// number reads which letter is meant; without a number, the newest.
func (t *demoTalk) number(text string) (int, bool) {
	n := len(t.me.letters)
	if n == 0 {
		t.printf("-- %s has no letters\n", t.me.name)
		return 0, false
	}
	if text == "" {
		return n, true
	}
	i, err := strconv.Atoi(text)
	if err != nil || i < 1 || i > n {
		t.printf("-- %s has letters 1 to %d; there is no %q\n", t.me.name, n, printable(text))
		return 0, false
	}
	return i, true
}

// beginDraft begins a letter of several lines.
func (t *demoTalk) beginDraft(fresh bool) {
	t.draft = &draftLines{fresh: fresh}
	to := "a fresh letter to the robot"
	if !fresh && t.me.inHand != nil {
		to = fmt.Sprintf("a reply to letter %d", slices.Index(t.me.letters, t.me.inHand)+1)
	}
	t.printf("-- %s; a line with a single dot sends it, /cancel drops it\n", to)
}

// draftLine takes one line of it.
func (t *demoTalk) draftLine(line string) {
	d := t.draft
	switch strings.TrimSpace(line) {
	case ".":
		t.draft = nil
		t.post(strings.Join(d.lines, "\n"), d.fresh)
	case "/cancel":
		t.draft = nil
		t.printf("-- dropped\n")
	default:
		d.lines = append(d.lines, line)
	}
}
