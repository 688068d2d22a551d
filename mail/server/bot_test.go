package server_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"turnpost/rules"
)

// scriptedPlayer is a player who has nothing but a mail program: it learns from letters
// alone, and answers each that asks it for something.
type scriptedPlayer struct {
	name, address, robot string
	account              account
	seed                 uint64
	games                int // how many games it plays to the end

	messages []received // in the order of arrival, without copies
	copies   []received // messages that had come before
	sent     []reply
	over     map[int64]bool

	manner  int                 // of its first mail
	asked   map[string]received // by game and ply: what asked for a ply there
	posted  int                 // number of mails written
	wish    string              // its first command, until it was believed
	doubted int                 // how often it was not
}

// reply is what a bot wrote to play.
type reply struct {
	game  int64
	ply   int // plies played before
	moves []rules.Move
	note  string // its words to the opponent; empty: none
	turn  bool   // the plies end its turn
}

func newBot(name, domain string, a account, robot string, seed uint64, games int) *scriptedPlayer {
	return &scriptedPlayer{
		name: name, address: strings.ToLower(name) + "@" + domain, robot: robot, account: a, seed: seed, games: games,
		over: map[int64]bool{}, asked: map[string]received{},
	}
}

// play reads and answers messages until its games are over.
func (b *scriptedPlayer) play(ctx context.Context) error {
	box, err := b.account.open(ctx)
	if err != nil {
		return err
	}
	defer box.close()
	for len(b.over) < b.games {
		mails, err := box.wait(ctx)
		if err != nil {
			return fmt.Errorf("%s waits for letters and has %d: %w", b.name, len(b.messages), errors.Join(err, ctx.Err()))
		}
		for _, raw := range mails {
			l, err := readReceived(raw)
			if err == nil {
				err = b.read(l)
			}
			if err != nil {
				return fmt.Errorf("%s: %w in\n%s", b.name, err, raw)
			}
		}
	}
	return nil
}

// collect reads what lies in the mailbox, and waits until there are n messages.
// It answers nothing.
func (b *scriptedPlayer) collect(ctx context.Context, n int) error {
	box, err := b.account.open(ctx)
	if err != nil {
		return err
	}
	defer box.close()
	mails, err := box.fresh()
	known := len(b.messages) + len(b.copies)
	for err == nil {
		for _, raw := range mails[min(known, len(mails)):] {
			l, err := readReceived(raw)
			if err != nil {
				return err
			}
			b.note(l)
		}
		if len(b.messages) >= n {
			return nil
		}
		known = 0
		mails, err = box.wait(ctx)
	}
	return fmt.Errorf("%s waits for letter %d and has %d: %w", b.name, n, len(b.messages), err)
}

// note keeps a message, and reports whether it is a new one.
func (b *scriptedPlayer) note(l received) bool {
	if slices.ContainsFunc(b.messages, func(old received) bool { return old.id() == l.id() }) {
		b.copies = append(b.copies, l)
		return false
	}
	b.messages = append(b.messages, l)
	return true
}

var (
	invites = regexp.MustCompile(`(?m)^\| accept\b`)
	waiting = regexp.MustCompile(`(?m)^#(\d+) .*, move (\d+)$`) // in the list of games
)

// read keeps a message, and answers it if it is new and asks for something.
func (b *scriptedPlayer) read(l received) error {
	switch {
	case b.wish != "" && strings.Contains(l.text, "Did you write to me"):
		b.doubted++
		return b.answer(l, "yes")
	case b.wish != "" && strings.Contains(l.text, "Somebody who claims to be you wrote"):
		if !strings.Contains(l.text, "| "+b.wish+"\n") {
			return fmt.Errorf("asked about something else than %q", b.wish)
		}
		b.wish = ""
		b.doubted++
		return b.answer(l, "yes")
	}
	if !b.note(l) {
		return nil
	}
	return b.respond(l)
}

func (b *scriptedPlayer) respond(l received) error {
	switch {
	case l.over():
		b.over[l.game()] = true
		return nil
	case invites.MatchString(l.text):
		return b.answer(l, "accept")
	case strings.HasPrefix(l.text, "Your games, "):
		return b.look(l)
	case !l.mine():
		return nil
	}
	at := fmt.Sprint(l.game(), "/", l.ply())
	if before, ok := b.asked[at]; ok {
		return fmt.Errorf("asked for the same ply twice, first by %s of %s, which began with %.60q", before.id(), before.Get("Date"), before.text)
	}
	b.asked[at] = l
	p, err := l.position()
	if err != nil {
		return err
	}
	list, err := l.list()
	if err != nil {
		return err
	}
	if !slices.Equal(slices.Sorted(slices.Values(list)), p.Legal()) {
		return fmt.Errorf("the list holds %q, and legal is %q", list, p.Legal())
	}
	r := b.choose(l, p)
	text := string(r.moves[0])
	if b.posted%3 == 1 {
		text = fmt.Sprint(slices.Index(list, r.moves[0]) + 1)
	}
	for _, m := range r.moves[1:] {
		text += "\n" + string(m)
	}
	if r.note != "" {
		text += "\n\n" + r.note
	}
	b.sent = append(b.sent, r)
	return b.answer(l, text)
}

// look asks for the boards of those games in a list that wait for a ply of which
// no message told.
func (b *scriptedPlayer) look(l received) error {
	for _, m := range waiting.FindAllStringSubmatch(l.text, -1) {
		next, err := strconv.Atoi(m[2])
		if err != nil {
			return err
		}
		if _, ok := b.asked[fmt.Sprint(m[1], "/", next-1)]; ok {
			continue
		}
		if err := b.answer(l, "board #"+m[1]); err != nil {
			return err
		}
	}
	return nil
}

// choose makes one ply, or both of a turn of two. The same position at the same
// ply always has the same answer, so that a game depends on the seed alone.
func (b *scriptedPlayer) choose(l received, p rules.Position) reply {
	r := reply{game: l.game(), ply: l.ply()}
	side := p.Turn()
	for {
		m := choosePly(b.seed, r.ply+len(r.moves), p)
		r.moves = append(r.moves, m)
		next, err := p.Play(m)
		r.turn = err != nil || next.Turn() != side
		if r.turn || b.posted%3 == 0 {
			break // the second one in a message of its own
		}
		p = next
	}
	if b.posted%4 == 2 {
		r.note = fmt.Sprintf("Greetings from %s, this is letter %s of mine.", b.name, inLetters(b.posted))
	}
	return r
}

// choosePly prefers a ply that wins at once, so that games end.
func choosePly(seed uint64, ply int, p rules.Position) rules.Move {
	legal := p.Legal()
	for _, m := range legal {
		if next, err := p.Play(m); err == nil && next.Outcome().Result == rules.Wins(p.Turn()) {
			return m
		}
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", ply, p)
	return legal[rand.New(rand.NewPCG(seed, h.Sum64())).IntN(len(legal))]
}

// inLetters writes a number in a way that is no number of a list.
func inLetters(n int) string {
	return strings.Map(func(r rune) rune { return r - '0' + 'q' }, fmt.Sprintf("%03d", n))
}

// challenge writes the first mail of a game. No secret is in it.
func (b *scriptedPlayer) challenge(opponent, game string) error {
	b.wish = fmt.Sprintf("challenge %s %s as black", opponent, game)
	return b.mail(b.robot, "A game?", "", plain, b.wish+"\n")
}

// answer replies to a message, each time as another mail program would.
func (b *scriptedPlayer) answer(l received, text string) error {
	m := manners[(b.manner+b.posted)%len(manners)]
	to := strings.Trim(l.Get("Reply-To"), "<>")
	if m.bare {
		to = b.robot
	}
	var refs string
	if !m.noInReplyTo {
		refs += "In-Reply-To: " + l.Get("Message-Id") + "\n"
	}
	if !m.noReferences {
		refs += "References: " + strings.Join(append(strings.Fields(l.Get("References")), l.Get("Message-Id")), "\n ") + "\n"
	}
	credit := fmt.Sprintf("On %s, Turnpost <%s> wrote:", time.Now().Format("Mon, 2 Jan 2006 at 15:04"), b.robot)
	header, body := m.body(text, credit, l)
	if err := b.mail(to, "Re: "+l.Get("Subject"), refs, header, body); err != nil {
		return fmt.Errorf("%s: %w", m.name, err)
	}
	return nil
}

func (b *scriptedPlayer) mail(to, subject, refs, header, body string) error {
	b.posted++
	var raw bytes.Buffer
	fmt.Fprintf(&raw, "From: %s <%s>\nTo: %s\nSubject: %s\nDate: %s\nMessage-ID: <%s.%d@client.example>\n%sMIME-Version: 1.0\n%s\n%s",
		b.name, b.address, to, subject, time.Now().Format(time.RFC1123Z), strings.ToLower(b.name), b.posted, refs, header, body)
	return b.account.submit(b.address, to, bytes.ReplaceAll(raw.Bytes(), []byte("\n"), []byte("\r\n")))
}
