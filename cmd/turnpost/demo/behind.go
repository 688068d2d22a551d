package demo

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/rules"
)

// behind reads the server's database for the prompt: what happened to a message without an
// answer, and the state of games.
type behind struct {
	db    *db.DB
	games []rules.Game
	// due returns when the clock of a running game runs out; zero while it stands still.
	due func(tx *db.Tx, game int64) (time.Time, error)
}

// fresh reports whether no game has begun yet.
func (b behind) fresh(ctx context.Context) bool {
	var games []db.Game
	err := b.db.View(ctx, func(tx *db.Tx) (err error) { games, err = tx.ListGames(0, false, 1); return err })
	return err == nil && len(games) == 0
}

// fate is what happened to a message to the server.
type fate struct {
	come, settled bool
	state         db.IncomingState
	remark        string
	under         int      // answers that are not sent yet
	to            []string // the recipients of answers
}

// lookedAt is how many of the newest messages are searched.
const lookedAt = 50

// fateOf looks up a message.
func (b behind) fateOf(ctx context.Context, messageID string) (f fate, err error) {
	err = b.db.View(ctx, func(tx *db.Tx) error {
		f = fate{}
		messages, err := tx.ListIncoming("", lookedAt)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(messages,
			func(in db.Incoming) bool { return strings.Trim(in.MessageID, "<>") == messageID })
		if i < 0 {
			return nil
		}
		in := messages[i]
		f.come, f.settled, f.state, f.remark = true, in.State != db.IncomingNew, in.State, in.Remark
		answers, err := tx.ListOutgoing("", 0, lookedAt)
		for _, out := range answers {
			if out.Answers != in.ID {
				continue
			}
			if out.State == db.OutgoingQueued {
				f.under++
			}
			if !slices.Contains(f.to, out.Recipient) {
				f.to = append(f.to, out.Recipient)
			}
		}
		slices.Sort(f.to)
		return err
	})
	return f, err
}

// told describes the fate to the writer, who has no answer.
func (f fate) told(who string) string {
	others := slices.DeleteFunc(slices.Clone(f.to), func(address string) bool { return address == who })
	switch {
	case !f.come:
		return "the message is still on its way to Turnpost"
	case !f.settled:
		return "Turnpost has the message, and has not read it yet"
	case f.under > 0:
		return "Turnpost has read it, and its answer is on its way"
	case f.state == db.IncomingFailed:
		return "Turnpost failed on it and quarantined it: " + f.remark
	case f.remark != "":
		return "Turnpost has read it and does not answer: " + strings.TrimPrefix(f.remark, "not answered: ")
	case len(others) > 0:
		return "done; Turnpost writes to " + strings.Join(others, ", ") + " only"
	case f.state == db.IncomingDropped:
		return "Turnpost has read it and does not answer"
	}
	return "done, and there is nothing to write"
}

// standing is the state of a game.
type standing struct {
	game  db.Game
	title string
	// turn is the address of the player to move, or the name of a bot; empty if
	// the game is over.
	turn  string
	side  rules.Side
	legal []string
}

// stands returns the state of a game, or false if there is no game of that number; there may
// be an invitation.
func (b behind) stands(ctx context.Context, number int64) (s standing, ok bool) {
	err := b.db.View(ctx, func(tx *db.Tx) (err error) {
		s, err = b.standing(tx, number)
		return err
	})
	return s, err == nil
}

func (b behind) standing(tx *db.Tx, number int64) (s standing, err error) {
	if s.game, err = tx.Game(number); err != nil {
		return s, err
	}
	g, err := rules.Find(b.games, s.game.Rules)
	if err != nil {
		return s, err
	}
	s.title = g.Title
	if s.game.Over() {
		return s, nil
	}
	p, err := g.ParsePosition(s.game.Position)
	if err != nil {
		return s, err
	}
	for _, m := range p.Legal() {
		s.legal = append(s.legal, string(m))
	}
	s.side = p.Turn()
	mover := s.game.Black
	if s.side == rules.White {
		mover = s.game.White
	}
	player, err := tx.Player(mover)
	s.turn = cmp.Or(player.Address, player.Name)
	return s, err
}

// moments is the format of times.
const moments = "Monday 2006-01-02 15:04 MST"

// now describes the state of all games, a line a game.
func (b behind) now(ctx context.Context) (lines []string, err error) {
	err = b.db.View(ctx, func(tx *db.Tx) error {
		lines = []string{"it is " + tx.Now.UTC().Format(moments)}
		games, err := tx.ListGames(0, false, 20)
		if err != nil {
			return err
		}
		slices.Reverse(games)
		for _, g := range games {
			s, err := b.standing(tx, g.ID)
			if err != nil {
				return err
			}
			if g.Over() {
				lines = append(lines,
					fmt.Sprintf("#%d %s: over after %d plies, %s %s", g.ID, s.title, g.Plies, g.Result, g.Reason))
				continue
			}
			due, err := b.due(tx, g.ID)
			if err != nil {
				return err
			}
			until := "while the clocks stand still"
			switch {
			case !due.IsZero():
				until = "by " + due.UTC().Format(moments)
			case !strings.Contains(s.turn, "@"):
				until = "in a moment"
			}
			lines = append(lines,
				fmt.Sprintf("#%d %s: ply %d, %s moves as %s %s", g.ID, s.title, g.Plies+1, s.turn, s.side, until))
		}
		if len(games) == 0 {
			lines = append(lines, "no game has begun")
		}
		return nil
	})
	return lines, err
}
