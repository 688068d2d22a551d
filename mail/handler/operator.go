package handler

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// Operator does what the person who runs the server asks for, beside a running server or
// without one. Each operation is one transaction, noted in the audit log (db.AuditEntry) under the
// operator's name; the messages that come of it are sent like all others. club.ErrNothingToDo
// says that there is nothing to change, and a *club.Refusal that it is not possible.
type Operator struct {
	handler *Handler
	db      *db.DB
	name    string
}

// Operator returns the operator of that name, which is an account of the machine.
func (h *Handler) Operator(d *db.DB, name string) *Operator {
	return &Operator{h, d, name}
}

// Suspend stops the messages to a player, and the clocks of their games; see club.Suspend.
func (o *Operator) Suspend(ctx context.Context, player int64, messages bool) error {
	return o.do(ctx, db.AuditEntry{Act: "player suspend", Subject: player}, func(tx *club.Tx) error {
		return club.Suspend(tx, player, messages)
	})
}

// Resume starts the clocks again that Suspend, or returned messages, have stopped.
func (o *Operator) Resume(ctx context.Context, player int64) error {
	return o.do(ctx, db.AuditEntry{Act: "player resume", Subject: player}, func(tx *club.Tx) error {
		return club.Resume(tx, player)
	})
}

// Block blocks a player from the server; see club.BlockByOperator.
func (o *Operator) Block(ctx context.Context, player int64) error {
	return o.do(ctx, db.AuditEntry{Act: "player block", Subject: player}, func(tx *club.Tx) error {
		return club.BlockByOperator(tx, player)
	})
}

// Unblock undoes Block.
func (o *Operator) Unblock(ctx context.Context, player int64) error {
	return o.do(ctx, db.AuditEntry{Act: "player unblock", Subject: player}, func(tx *club.Tx) error {
		return club.UnblockByOperator(tx, player)
	})
}

// SetProgram sets whether a program plays for a player, who then cannot change it.
func (o *Operator) SetProgram(ctx context.Context, player int64, program bool) error {
	act := map[bool]string{true: "player robot", false: "player person"}[program]
	return o.do(ctx, db.AuditEntry{Act: act, Subject: player}, func(tx *club.Tx) error {
		p, err := tx.DB.Player(player)
		if err == nil && p.ProgramFixed && p.Program == program {
			err = club.ErrNothingToDo
		}
		if err != nil {
			return err
		}
		return club.SetProgram(tx, player, program, true)
	})
}

// Merge makes two addresses of one person one player; see club.Merge. Before, games of the two with
// each other end, of which both addresses are told; see club.EndBetween. Without messages they do
// not, and the error is db.ErrPlaying if there are any.
func (o *Operator) Merge(ctx context.Context, from, into int64, messages bool) error {
	return o.db.Update(ctx, func(tx *db.Tx) error {
		between, err := tx.Between(from, into)
		if err != nil {
			return err
		}
		for _, g := range between {
			if !messages || g.Over() && !g.Retractable() {
				continue
			}
			// In a transaction of the club's own, so that both are told before one of them is no more.
			if _, err := o.handler.Act(tx, func(tx *club.Tx) error { return club.EndBetween(tx, g.ID) }); err != nil {
				return err
			}
		}
		detail := fmt.Sprintf("into #%d", into)
		return o.act(tx, db.AuditEntry{Act: "player merge", Subject: from, Detail: detail}, func(tx *club.Tx) error {
			if err := club.Merge(tx, from, into, messages); err != nil {
				return err
			}
			// The other player is blocked now, with all its consequences.
			if blocked, err := tx.DB.OperatorBlocked(into); err != nil || !blocked {
				return err
			}
			return tx.Emit(club.OperatorBlocked{Player: into})
		})
	})
}

// Adjudicate ends a game under way with a result; see club.Adjudicate.
func (o *Operator) Adjudicate(ctx context.Context, game int64, result rules.Result) error {
	return o.do(ctx, db.AuditEntry{Act: "game adjudicate", Subject: game, Detail: result.String()},
		func(tx *club.Tx) error {
			return club.Adjudicate(tx, game, result)
		})
}

// Abort ends a game under way without a result; see club.Abort.
func (o *Operator) Abort(ctx context.Context, game int64) error {
	return o.do(ctx, db.AuditEntry{Act: "game abort", Subject: game}, func(tx *club.Tx) error {
		return club.Abort(tx, game)
	})
}

// Extend gives a side of a game under way more time; see club.Extend.
func (o *Operator) Extend(ctx context.Context, game int64, side rules.Side, by time.Duration) error {
	detail := fmt.Sprintf("%s by %v", side, by)
	return o.do(ctx, db.AuditEntry{Act: "game extend", Subject: game, Detail: detail}, func(tx *club.Tx) error {
		return club.Extend(tx, game, side, by)
	})
}

// Clock returns when the clock of a game under way runs out, and when the game is lost; zero
// while it stands still, or if the game is over.
func (o *Operator) Clock(ctx context.Context, game int64) (due, lost time.Time, err error) {
	err = o.db.View(ctx, func(store *db.Tx) error {
		tx := o.handler.Club.Begin(store, 0)
		g, err := tx.Game(game)
		if err != nil || g.Over() {
			return err
		}
		c, err := tx.Clock(g, g.Turn())
		due, lost = c.Deadline(), c.Lost()
		return err
	})
	return due, lost, err
}

// do carries out what an operator wants, and notes it in the audit log.
func (o *Operator) do(ctx context.Context, a db.AuditEntry, act func(*club.Tx) error) error {
	return o.db.Update(ctx, func(tx *db.Tx) error { return o.act(tx, a, act) })
}

func (o *Operator) act(tx *db.Tx, a db.AuditEntry, act func(*club.Tx) error) error {
	if _, err := o.handler.Act(tx, act); err != nil {
		return err
	}
	a.Operator = o.name
	return tx.NoteAudit(a)
}

// ErrAnnounced says that an announcement was sent before.
var ErrAnnounced = errors.New("this announcement went out before")

// Announcement is a message of the operator to players.
type Announcement struct {
	Subject string // one line
	Text    string // paragraphs, with an empty line between them
	Rules   string // to those alone who have a game of these under way; "": to all who are active
	Again   bool   // though it went out before
}

// Digest identifies an announcement in the audit log, which holds none of its words.
func (a Announcement) Digest() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(a.Subject+"\n"+a.Text)))[:16]
}

// Announce writes to each player whom club.Audience lists, in one transaction: to all or to
// none. The messages wait in the queue behind those about games. It returns how many there are.
// The same text is sent only once, as long as the audit log knows it: else ErrAnnounced.
func (o *Operator) Announce(ctx context.Context, a Announcement) (messages int, err error) {
	err = o.db.Update(ctx, func(tx *db.Tx) error {
		acts, err := tx.ListAudit(-1)
		if err != nil {
			return err
		}
		for _, act := range acts {
			if act.Act == announce && strings.HasPrefix(act.Detail, a.Digest()+" ") && !a.Again {
				return ErrAnnounced
			}
		}
		_, err = o.handler.Act(tx, func(tx *club.Tx) error {
			messages, err = club.Announce(tx, a.Subject, a.Text, a.Rules)
			return err
		})
		if err != nil {
			return err
		}
		to := "to all"
		if a.Rules != "" {
			to = "about " + a.Rules
		}
		return tx.NoteAudit(db.AuditEntry{
			Operator: o.name, Act: announce, Detail: fmt.Sprintf("%s %s, letters: %d", a.Digest(), to, messages),
		})
	})
	return messages, err
}

// announce is the name of Announce in the audit log.
const announce = "announce"

// Audience returns to how many players Announce would write.
func (o *Operator) Audience(ctx context.Context, a Announcement) (messages int, err error) {
	err = o.db.View(ctx, func(tx *db.Tx) error {
		players, err := club.Audience(o.handler.Club.Begin(tx, 0), a.Rules)
		messages = len(players)
		return err
	})
	return messages, err
}

// EndPause ends a pause of everybody's clocks; see downtime.End.
func (o *Operator) EndPause(ctx context.Context, pause int64) error {
	return o.do(ctx, db.AuditEntry{Act: "pauses end", Detail: fmt.Sprintf("pause %d", pause)}, func(tx *club.Tx) error {
		return club.EndDowntime(tx, pause)
	})
}

// NewTournament makes a tournament that players can join, and which begins after so many days;
// 0: by StartTournament. A tournament.OperatorError says why it cannot be made.
func (o *Operator) NewTournament(ctx context.Context, t tournaments.Tournament, signUp int) error {
	return o.do(ctx, db.AuditEntry{Act: "tournament new", Detail: t.Name}, func(tx *club.Tx) error {
		t.StartsAt = tournament.Begins(tx.Now(), signUp)
		_, err := tournament.Create(tx, t)
		return err
	})
}

// StartTournament lets a tournament begin now, and EndTournament end; see season.Start
// and season.End.
func (o *Operator) StartTournament(ctx context.Context, name string) error {
	return o.tournament(ctx, "tournament start", name, tournament.Start)
}

func (o *Operator) EndTournament(ctx context.Context, name string) error {
	return o.tournament(ctx, "tournament end", name, tournament.End)
}

func (o *Operator) tournament(
	ctx context.Context, act, name string, f func(*club.Tx, string) (tournaments.Tournament, error),
) error {
	return o.do(ctx, db.AuditEntry{Act: act, Detail: name},
		func(tx *club.Tx) error { _, err := f(tx, name); return err })
}

// Tables are those of a tournament, the highest division first, until they have so many
// rows; < 0: all.
func (o *Operator) Tables(tx *db.Tx, t tournaments.Tournament, rows int) ([]tournament.SeasonTable, error) {
	return tournament.TopStandings(o.handler.Club.Begin(tx, 0), t, rows)
}
