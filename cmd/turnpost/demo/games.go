package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/notify"
	"turnpost/mail/postoffice"
	"turnpost/mail/server"
	"turnpost/rules"
	"turnpost/templates/picture"
)

// The players of the games.
const (
	black = "Alice"
	white = "Bob"
)

// gameShelves plays a game of each kind that has a picture, in a language, on a real server
// with a temporary database, and writes the messages of the outbox.
func gameShelves(ctx context.Context, games []rules.Game, dir, lang string, each func()) (out []shelf, err error) {
	folder, err := os.MkdirTemp("", "turnpost-preview-")
	if err != nil {
		return nil, cli.WithStatus(cli.ExitDatabase, err)
	}
	defer os.RemoveAll(folder)
	d, err := db.Open(ctx, filepath.Join(folder, "turnpost.db"))
	if err != nil {
		return nil, cli.WithStatus(cli.ExitDatabase, err)
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	p := &players{db: d, games: games, paint: picture.NewPainter(),
		now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), last: map[string]*postoffice.Message{}}
	d.Now = func() time.Time { return p.now }
	c := config.Default()
	c.Server.Address, c.Trust.AuthservID, c.Policy.Challenges = Bot, postoffice.Domain, len(games)
	if p.handler, err = daemon.NewServer(c, d, games); err != nil {
		return nil, err
	}
	for _, who := range []string{black, white} {
		if err := p.write(ctx, who, "lang "+lang, true); err != nil {
			return nil, err
		}
	}
	for _, g := range games {
		p.shelf = &shelf{Lang: lang, Title: g.Title, dir: filepath.Join(dir, g.Name)}
		if err := p.play(ctx, shortGame(g)); err != nil {
			return nil, fmt.Errorf("a game of %s: %w", g.Title, err)
		}
		out = append(out, *p.shelf)
		each()
	}
	return out, nil
}

// players are two people and a server that they write to, without a network.
type players struct {
	db      *db.DB
	handler *server.Server
	games   []rules.Game
	paint   *picture.Painter
	now     time.Time
	mails   int
	seen    int64 // messages out up to this one are on the shelf
	shelf   *shelf
	last    map[string]*postoffice.Message // by name
}

// play plays a whole game by mail. On the way the players ask for other messages.
func (p *players) play(ctx context.Context, r *rules.Record) error {
	invite := fmt.Sprintf("challenge %s %s as black", addressOf(white), r.Game().Name)
	if err := p.write(ctx, black, invite, true); err != nil {
		return err
	}
	if err := p.write(ctx, white, "accept", false); err != nil {
		return err
	}
	asides := map[int][]string{
		0: {"z9-z9", "rules", "help"}, 1: {"board words", "board ascii"},
		2: {"preview " + string(slices.Concat(r.Plies(), []rules.Move{""})[min(2, r.Len())]), "settings"},
		3: {"draw"}, 5: {"history", "say Well played!"},
	}
	for n, m := range r.Plies() {
		who := black
		if r.At(n).Turn() == rules.White {
			who = white
		}
		for _, text := range append(asides[n], string(m)) {
			if err := p.write(ctx, who, text, false); err != nil {
				return fmt.Errorf("ply %d: %w", n+1, err)
			}
		}
	}
	if !r.Outcome().Over() {
		return p.write(ctx, black, "resign", false)
	}
	return nil
}

// write delivers a message of a player, a reply to their last one unless it is fresh, and adds
// all answers to the shelf.
func (p *players) write(ctx context.Context, who, text string, fresh bool) error {
	self := mail.Address{Name: who, Addr: addressOf(who)}
	p.now = p.now.Add(7 * time.Minute)
	p.mails++
	draft := postoffice.FreshMessage(self, Bot, text, p.now)
	if last := p.last[who]; last != nil && !fresh {
		draft = last.Answer(self, text, p.now)
	}
	raw, err := draft.Bytes()
	if err != nil {
		return err
	}
	raw = append(fmt.Appendf(nil, "Authentication-Results: %s; auth=pass smtp.auth=%s\r\n", postoffice.Domain,
		self.Addr), raw...)
	if err := p.handler.Keep(ctx,
		mail.ArrivedMail{Mailbox: "preview", Cursor: fmt.Sprint(p.mails), Size: int64(len(raw)), Raw: raw}); err != nil {
		return err
	}
	for worked := true; worked; {
		if worked, err = p.handler.AnswerNext(ctx); err != nil {
			return err
		}
	}
	return p.db.View(ctx, func(tx *db.Tx) error {
		messages, err := tx.Outgoing(db.OutgoingQueued)
		for _, o := range messages {
			if err == nil && o.ID > p.seen {
				p.seen = o.ID
				err = p.receive(o)
			}
		}
		return err
	})
}

// receive gives a message to its reader, and adds it to the shelf.
func (p *players) receive(o db.Outgoing) error {
	local, _, _ := strings.Cut(o.Recipient, "@")
	raw, err := notify.AddPictures(o.Raw, p.games, p.paint)
	if err != nil {
		return err
	}
	for _, who := range []string{black, white} {
		if strings.EqualFold(local, who) {
			p.last[who] = postoffice.ReadMessage(raw)
		}
	}
	if p.shelf == nil {
		return nil
	}
	return p.shelf.add(fmt.Sprintf("%02d-%s-%s", len(p.shelf.Messages)+1, local, o.Kind), raw)
}

func addressOf(who string) string { return strings.ToLower(who) + "@" + postoffice.Domain }

// shortGame returns a game of random plies that ends soon, always the same one. If none does,
// it stops in the middle.
func shortGame(g rules.Game) *rules.Record {
	const tries, shortest, longest = 40, 8, 50
	var best, stopped *rules.Record
	for seed := range uint64(tries) {
		random := rand.New(rand.NewPCG(seed, 1))
		r := rules.NewRecord(g)
		most := longest
		if best != nil {
			most = best.Len() - 1
		}
		for r.Len() < most && !r.Outcome().Over() {
			// Legal moves are never refused, so this only stops a faulty game.
			if r.Play(eager(r, random, shortest)) != nil {
				break
			}
			if r.Len() <= shortest && (stopped == nil || stopped.Len() < r.Len()) {
				stopped = r.Clone()
			}
		}
		// Long enough for everything that the players ask for on the way.
		if r.Outcome().Over() && r.Len() >= shortest {
			best = r
		}
	}
	if best == nil {
		return stopped
	}
	return best
}

// eager returns a random legal ply, or one that ends the game if it is old enough.
func eager(r *rules.Record, random *rand.Rand, old int) rules.Move {
	legal := r.Legal()
	if r.Len()+1 >= old {
		for _, m := range legal {
			if next, err := r.Position().Play(m); err == nil && next.Outcome().Over() {
				return m
			}
		}
	}
	return legal[random.IntN(len(legal))]
}
