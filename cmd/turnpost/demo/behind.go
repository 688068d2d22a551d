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

// behind is what the prompt sees behind the mail, in the daemon's own database: what
// became of a message that is not answered, and how the games stand. It only reads.
type behind struct {
	db    *db.DB
	games []rules.Game
	// due is when the clock of a running game runs out; zero while it stands still.
	due func(tx *db.Tx, game int64) (time.Time, error)
}

// fresh reports whether no game has begun yet.
func (b behind) fresh(ctx context.Context) bool {
	var games []db.Game
	err := b.db.View(ctx, func(tx *db.Tx) (err error) { games, err = tx.ListGames(0, false, 1); return err })
	return err == nil && len(games) == 0
}

// fate is what became of a message to the robot.
type fate struct {
	come, settled bool
	state, remark string
	under         int      // messages that answer it and are still under way
	to            []string // the addresses to which messages went
}

// lookedAt is how many of the newest messages are looked through for one.
const lookedAt = 50

// fateOf looks a message up.
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

// told is what there is to say to who waits for an answer and has none.
func (f fate) told(who string) string {
	others := slices.DeleteFunc(slices.Clone(f.to), func(address string) bool { return address == who })
	switch {
	case !f.come:
		return "the letter is still on its way to Turnpost"
	case !f.settled:
		return "Turnpost has the letter and has not read it yet"
	case f.under > 0:
		return "Turnpost has read it, and its answer is under way"
	case f.state == db.IncomingQuarantined:
		return "Turnpost failed on it and put it aside: " + f.remark
	case f.remark != "":
		return "Turnpost has read it and answers nothing: " + strings.TrimPrefix(f.remark, "not answered: ")
	case len(others) > 0:
		return "done; Turnpost writes to " + strings.Join(others, ", ") + " alone, and nothing to you"
	case f.state == db.IncomingDropped:
		return "Turnpost has read it and answers nothing"
	}
	return "done, and there is nothing to write to anybody"
}

// standing is how a game stands.
type standing struct {
	game  db.Game
	title string
	// turn is the address of who is to move, or the name of a robot; empty: the game is
	// over.
	turn  string
	side  rules.Side
	legal []string
}

// stands says how a game stands; false: there is none of that number, but perhaps
// an invitation.
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

// moments is how a time in the games is written.
const moments = "Monday 2006-01-02 15:04 MST"

// now is how everything stands, a line a game.
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
