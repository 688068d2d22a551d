package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"turnpost/mail"
	"turnpost/mail/postoffice"
)

// demoConsole is where the conversation takes place: a terminal, or a test.
type demoConsole interface {
	io.Writer
	// SetPrompt is what the next ReadLine shows.
	SetPrompt(prompt string)
	// ReadLine returns io.EOF when the user wants to leave. Write may be called
	// meanwhile.
	ReadLine() (string, error)
	// Height is the number of lines on the screen.
	Height() int
}

// demoTalk is the conversation between the user and the demo. Everything but
// reading lines and mailboxes happens in one goroutine.
type demoTalk struct {
	console  demoConsole
	office   *postoffice.PostOffice
	arrivals chan arrival
	people   []*demoPerson
	me       *demoPerson
	draft    *draftLines // nil: no letter of several lines is being written
	more     []string    // the pages of a letter that are still to be shown

	ctx  context.Context // of the watchers
	quit bool
}

// arrival is news from a mailbox: a letter, or why it cannot be read.
type arrival struct {
	who *demoPerson
	raw []byte
	err error
}

// draftLines is a letter that is being written line by line.
type draftLines struct {
	fresh bool
	lines []string
}

const demoHello = `Turnpost lets two people play board games by e-mail. Here is a post office of
your own, with the robot %[1]s in it, and you are Alice and Bob by turns.
Type, one after the other:  challenge bob@%[2]s turro  /bob  accept  /help

`

// talk goes on until the user leaves or ctx is done.
func talk(ctx context.Context, console demoConsole, office *postoffice.PostOffice) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	t := &demoTalk{console: console, office: office, arrivals: make(chan arrival), ctx: ctx}
	for _, name := range []string{"alice", "bob"} {
		if _, err := t.person(name); err != nil {
			return err
		}
	}
	t.me = t.people[0]
	t.printf(demoHello, demoRobot, demoDomain)

	type input struct {
		line string
		err  error
	}
	ask, lines := make(chan struct{}, 1), make(chan input)
	defer close(ask)
	go func() { // it may wait for a key until the program ends
		for range ask {
			line, err := console.ReadLine()
			select {
			case lines <- input{line, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	for !t.quit {
		console.SetPrompt(t.prompt())
		ask <- struct{}{}
		for asked := true; asked; {
			select {
			case <-ctx.Done():
				return nil
			case a := <-t.arrivals:
				t.tell(a)
			case in := <-lines:
				asked = false
				if in.err == io.EOF {
					return nil
				} else if in.err != nil {
					return in.err
				}
				t.line(in.line)
			}
		}
	}
	return nil
}

func (t *demoTalk) printf(format string, args ...any) {
	// A terminal that is gone ends ReadLine, which tells.
	_, _ = fmt.Fprintf(t.console, format, args...)
}

func (t *demoTalk) prompt() string {
	switch {
	case t.draft != nil:
		return "  | "
	case len(t.more) > 0:
		return "-- Enter for more, q for " + t.me.name + "> "
	}
	return t.me.name + "> "
}

// person returns who has that name, and begins to watch the mailbox of a new one.
func (t *demoTalk) person(name string) (*demoPerson, error) {
	p, err := newDemoPerson(t.office, name)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(t.people, func(q *demoPerson) bool { return q.name == p.name }); i >= 0 {
		return t.people[i], nil
	}
	t.people = append(t.people, p)
	go t.watch(p)
	return p, nil
}

// watch tells of each letter, and after trouble tries again.
func (t *demoTalk) watch(p *demoPerson) {
	tell := func(a arrival) {
		select {
		case t.arrivals <- a:
		case <-t.ctx.Done():
		}
	}
	for t.ctx.Err() == nil {
		if err := p.box.watch(t.ctx, func(raw []byte) { tell(arrival{who: p, raw: raw}) }); err != nil {
			tell(arrival{who: p, err: err})
		}
		select {
		case <-time.After(time.Second):
		case <-t.ctx.Done():
		}
	}
}

// keep puts a letter into its person's list.
func (t *demoTalk) keep(a arrival) {
	if a.err != nil {
		t.printf("-- the mailbox of %s cannot be read: %v\n", a.who.name, a.err)
		return
	}
	a.who.letters = append(a.who.letters, readDemoLetter(a.raw))
}

// tell shows a letter that came by itself, or announces it.
func (t *demoTalk) tell(a arrival) {
	t.keep(a)
	if a.err != nil {
		return
	}
	// Nothing is pushed between the lines of a letter that is being written.
	if a.who == t.me && t.draft == nil {
		t.show(len(t.me.letters))
		return
	}
	t.announce(a.who, a.who.letters[len(a.who.letters)-1])
}

func (t *demoTalk) announce(p *demoPerson, l *demoLetter) {
	t.printf("-- %s has a letter: %s\n", p.name, l.headline())
}

// show prints a letter of the current person, from 1, which from then on is
// the one that a plain line answers.
func (t *demoTalk) show(number int) {
	t.printf("%s\n", t.pick(number))
}

// page prints the beginning of a letter, as far as the screen goes, and keeps
// the rest for nextPage.
func (t *demoTalk) page(number int) {
	t.more = slices.Collect(func(yield func(string) bool) {
		lines := strings.Split(t.pick(number), "\n")
		for page := range slices.Chunk(lines, max(t.console.Height()-1, 5)) {
			if !yield(strings.Join(page, "\n")) {
				return
			}
		}
	})
	t.nextPage()
}

func (t *demoTalk) nextPage() {
	t.printf("%s\n", t.more[0])
	t.more = t.more[1:]
}

// pick returns a letter as it is shown, and takes it in hand.
func (t *demoTalk) pick(number int) string {
	l := t.me.letters[number-1]
	l.read, t.me.inHand = true, l
	return strings.Join([]string{
		rule(fmt.Sprintf("Letter %d to %s: %s", number, t.me.name, printable(l.subject))),
		strings.TrimRight(printable(l.text), "\n"),
		// What matters has gone off many a screen by now.
		rule(fmt.Sprintf("End of letter %d: %s", number, l.headline())),
	}, "\n")
}

// rule is a line across the letter with a title in it.
func rule(title string) string {
	const width = 72
	runes := []rune("--- " + title + " ")
	if len(runes) > width {
		return string(runes[:width-3]) + "..."
	}
	return string(runes) + strings.Repeat("-", width-len(runes))
}

// How long an answer may take, and how long after it letters to others do.
const (
	answerTime = 10 * time.Second
	quietTime  = 200 * time.Millisecond
)

// post sends text as a reply to the letter in hand, or as a fresh letter, and
// waits for what comes back.
func (t *demoTalk) post(text string, fresh bool) {
	var d mail.Draft
	if l := t.me.inHand; l != nil && !fresh {
		d = l.answer(t.me.self, text, time.Now())
	} else {
		d = freshLetter(t.me.self, text, time.Now())
	}
	// Who is written about will get letters: /as is not needed to hear of them.
	for _, name := range peopleIn(text) {
		_, _ = t.person(name) // the robot is nobody to watch
	}
	t.printf("-- to %s ", d.To.Addr)
	if err := t.me.send(t.ctx, d); err != nil {
		t.printf("\n-- not sent: %v\n", err)
		return
	}
	came, err := t.await()
	t.printf("\n")
	for _, a := range came {
		t.keep(a)
	}
	if err != nil {
		t.printf("-- %v\n", err)
	}
	// Own letters first: what others have to do stays on the screen.
	n, l := len(t.me.letters), 0
	for _, a := range came {
		if a.who == t.me && a.err == nil {
			l++
		}
	}
	for i := n - l + 1; i <= n; i++ {
		t.show(i)
	}
	for _, a := range came {
		if a.who != t.me && a.err == nil {
			t.announce(a.who, readDemoLetter(a.raw))
		}
	}
}

var errNoAnswer = errors.New("no answer yet; it will be shown when it comes")

// await collects letters until the current person has one and no more come. It
// prints dots meanwhile.
func (t *demoTalk) await() (came []arrival, err error) {
	limit := time.NewTimer(answerTime)
	defer limit.Stop()
	dots := time.NewTicker(300 * time.Millisecond)
	defer dots.Stop()
	var quiet <-chan time.Time
	for {
		select {
		case a := <-t.arrivals:
			came = append(came, a)
			if a.who == t.me || quiet != nil {
				quiet = time.After(quietTime)
			}
		case <-quiet:
			return came, nil
		case <-dots.C:
			t.printf(".")
		case <-limit.C:
			return came, errNoAnswer
		case <-t.ctx.Done():
			return came, nil
		}
	}
}
