package demo

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail"
	"turnpost/mail/postoffice"
)

// console is a terminal, or a test.
type console interface {
	io.Writer
	// SetPrompt sets the prompt of ReadLine, which a Write after it shows again.
	SetPrompt(prompt string)
	// SetWords sets what Tab completes.
	SetWords(w words)
	// ReadLine returns io.EOF when the user leaves, and errInterrupted for Ctrl-C on an empty
	// line. Write may be called meanwhile.
	ReadLine() (string, error)
	// Height is the number of lines on the screen.
	Height() int
}

// talk is the conversation between the user and the demo. Everything except reading lines and
// mailboxes happens in one goroutine.
type talk struct {
	console  console
	paint    paint
	behind   behind
	office   *postoffice.Server
	arrivals chan arrival
	people   []*person
	me       *person
	draft    *draftLines // nil: no message of several lines is being written
	more     []string    // the remaining pages of a message

	ctx  context.Context // of the watchers
	quit bool
}

// arrival is a message from a mailbox, or the error of reading it.
type arrival struct {
	who *person
	raw []byte
	err error
}

// draftLines is a message that is being written.
type draftLines struct {
	fresh bool
	lines []string
}

const hello = `Turnpost lets two people play board games by e-mail. This is a mail server of
your own. Turnpost is %[1]s, and you are Alice or Bob.
Type, one after the other:  challenge bob@%[2]s turro  /bob  accept  /help
Tab completes, /now shows all games, /open shows a message with its pictures in
a browser, Ctrl-C clears a line or leaves.

`

const helloAgain = `The games go on. Turnpost sends what waits for Alice:

`

const helloRobot = `Alice begins a game against a robot of level %d, which needs no Bob. The
message is below: type a move of the list, or its number, and it plays on.

`

// converse runs until the user leaves or ctx is done.
func converse(ctx context.Context, console console, p paint, post *postoffice.Server, b behind, robot int) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	t := &talk{console: console, paint: p, behind: b, office: post, arrivals: make(chan arrival), ctx: ctx}
	for _, name := range []string{"alice", "bob"} {
		if _, err := t.person(name); err != nil {
			return err
		}
	}
	t.me = t.people[0]
	t.printf(hello, Bot, postoffice.Domain)
	switch fresh := b.fresh(ctx); {
	case !fresh:
		t.printf(helloAgain)
		t.post("games", true)
		t.note("write the number of a game before a move, as in: #1 d3-d4")
	case robot > 0:
		t.printf(helloRobot, robot)
		t.post(fmt.Sprintf("challenge robot turro level %d as black", robot), true)
	}

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
		console.SetWords(t.words())
		ask <- struct{}{}
		for asked := true; asked; {
			select {
			case <-ctx.Done():
				return nil
			case a := <-t.arrivals:
				t.tell(a)
				console.SetWords(t.words())
			case in := <-lines:
				asked = false
				switch in.err {
				case nil:
					t.line(in.line)
				case io.EOF:
					return nil
				case errInterrupted:
					t.interrupt()
				default:
					return in.err
				}
			}
		}
	}
	return nil
}

// interrupt ends a message of several lines, the pages of a message, or else the demo.
func (t *talk) interrupt() {
	switch {
	case t.draft != nil:
		t.draft = nil
		t.note("dropped")
	case len(t.more) > 0:
		t.more = nil
	default:
		t.quit = true
	}
}

func (t *talk) printf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	// Printing while a line is typed shows the prompt again, which may have changed.
	t.console.SetPrompt(t.prompt())
	_, _ = io.WriteString(t.console, text) // a closed terminal ends ReadLine, which returns the error
}

// note prints a sentence of the demo itself, on lines that fit the screen.
func (t *talk) note(format string, args ...any) {
	line := "--"
	for word := range strings.FieldsSeq(fmt.Sprintf(format, args...)) {
		if utf8.RuneCountInString(line+" "+word) > screenWidth && line != "--" {
			t.printf("%s\n", t.paint.note(line))
			line = "  "
		}
		line += " " + word
	}
	t.printf("%s\n", t.paint.note(line))
}

// standing returns the state of the game of the current message.
func (t *talk) standing() (standing, bool) {
	if t.me.inHand == nil || t.me.inHand.game == 0 {
		return standing{}, false
	}
	return t.behind.stands(t.ctx, t.me.inHand.game)
}

// prompt returns who writes, what a plain line answers, and whose turn it is there.
func (t *talk) prompt() string {
	switch {
	case t.draft != nil:
		return "  | "
	case len(t.more) > 0:
		return t.paint.note("-- Enter for more, q for "+t.me.Name) + "> "
	}
	name, about := t.paint.name(t.me.Name), "new message"
	if t.me.inHand != nil {
		about = fmt.Sprintf("message %d", slices.Index(t.me.messages, t.me.inHand)+1)
	}
	if s, ok := t.standing(); ok {
		about += fmt.Sprintf(", %s #%d: ", s.title, s.game.ID)
		switch who, _, _ := strings.Cut(s.turn, "@"); {
		case s.turn == "":
			about += "over"
		case s.turn == t.me.Self.Addr:
			about += t.paint.yours("your move")
		default:
			about += cli.Printable(who) + "'s move"
		}
	}
	return name + " (" + about + ")> "
}

// person returns the person of a name, and begins to watch a new mailbox.
func (t *talk) person(name string) (*person, error) {
	who, err := postoffice.NewPerson(t.office, name)
	if err != nil {
		return nil, err
	}
	if who.Self.Addr == Bot {
		return nil, fmt.Errorf("%s is Turnpost; nobody can write as it", Bot)
	}
	p := &person{Person: who}
	if i := slices.IndexFunc(t.people, func(q *person) bool { return q.Name == p.Name }); i >= 0 {
		return t.people[i], nil
	}
	t.people = append(t.people, p)
	go t.watch(p)
	return p, nil
}

// watch reports each message, and tries again after errors.
func (t *talk) watch(p *person) {
	tell := func(a arrival) {
		select {
		case t.arrivals <- a:
		case <-t.ctx.Done():
		}
	}
	for t.ctx.Err() == nil {
		if err := p.Watch(t.ctx, func(raw []byte) { tell(arrival{who: p, raw: raw}) }); err != nil {
			tell(arrival{who: p, err: err})
		}
		select {
		case <-time.After(time.Second):
		case <-t.ctx.Done():
		}
	}
}

// keep adds a message to its person's list.
func (t *talk) keep(a arrival) {
	if a.err != nil {
		t.note("the mailbox of %s cannot be read: %v", a.who.Name, a.err)
		return
	}
	a.who.messages = append(a.who.messages, newMessage(a.raw))
}

// tell shows a message that came by itself, or announces it.
func (t *talk) tell(a arrival) {
	t.keep(a)
	if a.err != nil {
		return
	}
	// Nothing is printed between the lines of a message that is being written.
	if a.who == t.me && t.draft == nil {
		t.show(len(t.me.messages))
		return
	}
	t.announce(a.who, a.who.messages[len(a.who.messages)-1].Message)
}

func (t *talk) announce(p *person, l *postoffice.Message) {
	t.note("%s has a message: %s", p.Name, cli.Printable(l.Headline()))
}

// show prints a message of the current person, from 1. From then on plain lines answer it.
func (t *talk) show(number int) {
	t.printf("%s\n", strings.Join(t.pick(number), "\n"))
	t.hint()
}

// hint says below a message what to type, because its first lines may have left the screen.
func (t *talk) hint() {
	s, ok := t.standing()
	mover, _, _ := strings.Cut(s.turn, "@")
	switch {
	case ok && s.turn == t.me.Self.Addr:
		t.note("your move: type one of the list, or its number; /open shows the pictures")
	case ok && slices.ContainsFunc(t.people, func(p *person) bool { return p.Self.Addr == s.turn }):
		t.note("%s's move: /%s", mover, mover)
	case ok && s.turn == "":
		t.note("this game is over; type rematch, or help for more")
	case !ok && t.me.inHand.game > 0 && strings.Contains(t.me.inHand.Text, "accept"):
		t.note("type accept or decline")
	}
}

// page prints the beginning of a message, as far as the screen goes, and keeps the rest for
// nextPage.
func (t *talk) page(number int) {
	t.more = nil
	for page := range slices.Chunk(t.pick(number), max(t.console.Height()-1, 5)) {
		t.more = append(t.more, strings.Join(page, "\n"))
	}
	t.nextPage()
}

func (t *talk) nextPage() {
	page := t.more[0]
	t.more = t.more[1:]
	t.printf("%s\n", page)
	if len(t.more) == 0 {
		t.hint()
	}
}

// pick returns the lines of a message as it is shown, and makes it the current one.
func (t *talk) pick(number int) []string {
	l := t.me.messages[number-1]
	l.read, t.me.inHand = true, l
	body := strings.Split(strings.TrimRight(cli.Printable(l.Text), "\n"), "\n")
	lines := slices.Concat(
		[]string{t.paint.rule(rule(fmt.Sprintf("Message %d to %s: %s", number, t.me.Name, cli.Printable(l.Subject))))},
		body,
		// The first line has left many screens by now.
		[]string{t.paint.rule(rule(fmt.Sprintf("End of message %d: %s", number, cli.Printable(l.Headline()))))},
	)
	board := l.board()
	if at := slices.IndexFunc(body,
		func(line string) bool { return strings.HasPrefix(line, "|") }); len(board) == 0 ||
		len(body)-at < t.console.Height()-2 {
		return lines
	}
	// So has the board, which is needed to play: print it again.
	for _, line := range board {
		lines = append(lines, cli.Printable(line))
	}
	return lines
}

// The width of messages, and of the smallest screen.
const (
	width       = 72
	screenWidth = 80
)

// rule returns a line across the message with a title in it.
func rule(title string) string {
	line := cut("--- "+title+" ", width)
	return line + strings.Repeat("-", width-utf8.RuneCountInString(line))
}

// cut shortens s to width characters.
func cut(s string, width int) string {
	if runes := []rune(s); len(runes) > width {
		return string(runes[:width-3]) + "..."
	}
	return s
}

// How long an answer may take, and how long after it messages to others may.
const (
	answerTime = 10 * time.Second
	quietTime  = 200 * time.Millisecond
)

// post sends text as a reply to the current message, or as a new message, and waits for what
// comes back.
func (t *talk) post(text string, fresh bool) {
	var d mail.Draft
	if l := t.me.inHand; l != nil && !fresh {
		d = l.Answer(t.me.Self, text, time.Now())
	} else {
		d = postoffice.FreshMessage(t.me.Self, Bot, text, time.Now())
	}
	// People who are written about get messages too, without /as.
	for _, name := range peopleIn(text) {
		_, _ = t.person(name) // the server's mailbox is not watched
	}
	t.printf("%s ", t.paint.note("-- to "+d.To.Addr))
	if err := t.me.Send(d); err != nil {
		t.printf("\n")
		t.note("not sent: %v", err)
		return
	}
	came, f := t.await(d.MessageID)
	t.printf("\n")
	for _, a := range came {
		t.keep(a)
	}
	if !slices.ContainsFunc(came, func(a arrival) bool { return a.who == t.me && a.err == nil }) {
		t.note("%s", f.told(t.me.Self.Addr))
	}
	// Own messages first: what others have to do stays on the screen.
	n, l := len(t.me.messages), 0
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
			t.announce(a.who, postoffice.ReadMessage(a.raw))
		}
	}
}

// await collects messages until the current person has one and no more come, or until there is
// nothing to wait for. It prints dots meanwhile, and returns the fate of the message.
func (t *talk) await(messageID string) (came []arrival, f fate) {
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
			return came, f
		case <-dots.C:
			t.printf(".")
			var err error
			if f, err = t.behind.fateOf(t.ctx, messageID); err != nil {
				continue // the server reports errors of the database
			}
			// Sent messages may still be on their way to a mailbox.
			if f.settled && f.under == 0 && quiet == nil && !slices.Contains(f.to, t.me.Self.Addr) {
				quiet = time.After(quietTime)
			}
		case <-limit.C:
			return came, f
		case <-t.ctx.Done():
			return came, f
		}
	}
}
