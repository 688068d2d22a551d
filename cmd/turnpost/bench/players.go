package bench

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/mail"
	"turnpost/rules"
)

// crowd is the load: all players at once. They know their games from the
// start to the end beforehand, and learn from a letter of ours only where to
// write next and what to quote. So they cost little while the clock runs.
type crowd struct {
	robot   string
	seats   []*pair
	owner   map[string]owner // by address
	written int
}

// pair is a pair of players who play one game after the other.
type pair struct {
	address [3]string // by side
	games   []*pairGame
	heard   int             // answers to the letter that is out
	reply   []byte          // that letter
	answers []mail.Envelope // its answers so far
}

type pairGame struct {
	rules rules.Game
	turns []wholeTurn // those not played yet
	last  [3][]byte   // by side: the latest letter to that player
}

type owner struct {
	seat int
	side rules.Side
}

// mostTurns is how many turns of one game are played at most.
const mostTurns = 24

// newCrowd makes so many pairs, each with games for at least so many
// turns. Nobody knows them yet: see seed. address makes an address of a word.
func newCrowd(robot string, games []rules.Game, pairs, turns int, address func(string) string) (*crowd, error) {
	p := &crowd{robot: robot, owner: map[string]owner{}}
	for i := range pairs {
		s := &pair{}
		for side, name := range map[rules.Side]string{rules.Black: "ada", rules.White: "bob"} {
			s.address[side] = address(fmt.Sprintf("%s%d", name, i))
			p.owner[s.address[side]] = owner{i, side}
		}
		for left := turns; left > 0; {
			g := games[(i+len(s.games))%len(games)]
			list, err := playout(g, uint64(1000*i+len(s.games)), min(left, mostTurns))
			if err != nil {
				return nil, err
			}
			s.games = append(s.games, &pairGame{rules: g, turns: list})
			left -= len(list)
		}
		p.seats = append(p.seats, s)
	}
	return p, nil
}

// seed begins all games by letters, straight through the desk: nothing of it
// goes over the network.
func (p *crowd) seed(ctx context.Context, s *daemon.Daemon, authserv string) error {
	// Who never wrote is asked before they are written to.
	err := s.DB.Update(ctx, func(tx *db.Tx) error {
		for address := range p.owner {
			player, err := tx.AddPlayer(address, mail.Key(address), "")
			if err != nil {
				return fmt.Errorf("the player %s: %w", address, err)
			}
			player.Name, _, _ = strings.Cut(address, "@")
			player.WroteAt = tx.Now
			if err := tx.SavePlayer(player); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	number := 0
	say := func(from, to, text string) error {
		number++
		raw := fmt.Appendf(nil, "Authentication-Results: %s; auth=pass smtp.auth=%s\r\nFrom: %s\r\nTo: %s\r\nDate: %s\r\nMessage-ID: <seed.%d.%d@client.example>\r\n\r\n%s\r\n",
			authserv, from, from, to, time.Now().Format(time.RFC1123Z), time.Now().UnixNano(), number, text)
		if err := s.Desk().Keep(ctx, mail.Arrival{Mailbox: "bench", Cursor: fmt.Sprint(time.Now().UnixNano(), number), Size: int64(len(raw)), Raw: raw}); err != nil {
			return err
		}
		_, err := s.Desk().PlayNext(ctx)
		return err
	}
	var out pigeonhole
	for _, seat := range p.seats {
		for _, g := range seat.games {
			out = nil
			if err := say(seat.address[rules.Black], p.robot, fmt.Sprintf("challenge %s %s as black", seat.address[rules.White], g.rules.Name)); err != nil {
				return err
			}
			if err := out.collect(ctx, s); err != nil {
				return err
			}
			invitation := out.to(seat.address[rules.White])
			if invitation == nil {
				return fmt.Errorf("no invitation came to %s", seat.address[rules.White])
			}
			if err := say(seat.address[rules.White], strings.Trim(headerField(invitation, "Reply-To"), "<>"), "accept"); err != nil {
				return err
			}
			if err := out.collect(ctx, s); err != nil {
				return err
			}
			for _, side := range []rules.Side{rules.Black, rules.White} {
				g.last[side] = out.to(seat.address[side])
			}
		}
	}
	return nil
}

// pigeonhole is a courier that keeps all letters.
type pigeonhole []mail.Envelope

func (h *pigeonhole) Send(_ context.Context, e mail.Envelope) error {
	*h = append(*h, e)
	return nil
}
func (*pigeonhole) Close() error { return nil }

func (h *pigeonhole) collect(ctx context.Context, s *daemon.Daemon) error {
	for {
		if worked, err := s.Desk().DeliverNext(ctx, h); err != nil || !worked {
			return err
		}
	}
}

// to is the latest letter to an address.
func (h pigeonhole) to(address string) []byte {
	for _, e := range slices.Backward(h) {
		if e.To == address {
			return e.Raw
		}
	}
	return nil
}

// write is the next letter of a pair; false when it has no more to play.
func (p *crowd) write(seat int) (mail.Envelope, bool) {
	s := p.seats[seat]
	for len(s.games) > 0 && len(s.games[0].turns) == 0 {
		s.games = s.games[1:]
	}
	if len(s.games) == 0 {
		return mail.Envelope{}, false
	}
	g := s.games[0]
	turn := g.turns[0]
	g.turns = g.turns[1:]
	p.written++
	to, raw := replyTo(g.last[turn.side], s.address[turn.side], turn.text(), p.written)
	s.heard, s.reply, s.answers = 0, raw, nil
	return mail.Envelope{From: s.address[turn.side], To: to, Raw: raw}, true
}

// hear takes a letter that the smarthost accepted. It reports the pair that may
// go on, when it was the second answer to what it wrote.
func (p *crowd) hear(e mail.Envelope) (seat int, done bool) {
	o, ok := p.owner[e.To]
	if !ok {
		return 0, false
	}
	s := p.seats[o.seat]
	s.games[0].last[o.side] = e.Raw
	s.answers = append(s.answers, e)
	s.heard++
	return o.seat, s.heard == 2
}

// last is the letter of a pair that was answered last, with its answers.
func (p *crowd) last(seat int) (exchange, bool) {
	s := p.seats[seat]
	if len(s.answers) != 2 {
		return exchange{}, false
	}
	return exchange{reply: s.reply, answers: [2]mail.Envelope(s.answers)}, true
}

// replyTo answers a letter as a mail program does: the words on top, and all
// of its plain text quoted.
func replyTo(letter []byte, from, text string, number int) (to string, raw []byte) {
	to = strings.Trim(headerField(letter, "Reply-To"), "<>")
	id := headerField(letter, "Message-ID")
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\nSubject: Re: %s\r\nDate: %s\r\nMessage-ID: <%d.%d@client.example>\r\nIn-Reply-To: %s\r\nReferences: %s\r\n",
		from, to, headerField(letter, "Subject"), time.Now().Format(time.RFC1123Z), time.Now().UnixNano(), number, id, id)
	header, body := plainPart(letter)
	fmt.Fprintf(&b, "MIME-Version: 1.0\r\n%s\r\n\r\n%s\r\nOn Sat, 21 Nov 2026 at 10:00, Turnpost wrote:\r\n\r\n", header, text)
	for line := range bytes.Lines(body) {
		b.WriteString("> ")
		b.Write(line)
	}
	return to, b.Bytes()
}

// plainPart cuts the plain text out of a letter of ours: the header of its part,
// and its body still encoded.
func plainPart(letter []byte) (header, body []byte) {
	at := max(bytes.Index(letter, []byte("Content-Type: text/plain")), 0)
	part := letter[at:]
	header, body, _ = bytes.Cut(part, []byte("\r\n\r\n"))
	body, _, _ = bytes.Cut(body, []byte("\r\n--"))
	return header, append(bytes.Clone(body), '\r', '\n')
}

// headerField is a field of a letter of ours, unfolded.
func headerField(letter []byte, name string) string {
	head, _, _ := bytes.Cut(letter, []byte("\r\n\r\n"))
	for at := 0; at >= 0 && at < len(head); {
		if value, ok := bytes.CutPrefix(head[at:], []byte(name+":")); ok {
			for i := range value {
				if end := value[i:]; bytes.HasPrefix(end, []byte("\r\n")) && !bytes.HasPrefix(end, []byte("\r\n ")) {
					value = value[:i]
					break
				}
			}
			return strings.TrimSpace(strings.ReplaceAll(string(value), "\r\n ", " "))
		}
		next := bytes.Index(head[at:], []byte("\r\n"))
		if next < 0 {
			break
		}
		at += next + 2
	}
	return ""
}
