// Package foresight asks a database at once for what a letter that plays will want. Where
// the database is on a server each question of its own is a way there and back. It asks
// for nothing else than what the way of a letter asks for: what it does not foresee costs
// a way more, and what it foresees in vain a question.
package foresight

import (
	"context"
	"errors"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/notify"
)

// Letter is what is known of a letter before the transaction that answers it.
type Letter struct {
	// Known says that it is in the name of one who has proven to write to us.
	Known bool

	from   string // its writer's address, folded
	writer int64
	game   db.Game // that it seems to play in; zero: none
}

// Look looks up a letter from a folded address that holds a ticket of a game, or of none.
func Look(ctx context.Context, d *db.DB, from string, game int64) (l Letter, err error) {
	l.from = from
	err = d.Glance(ctx, func(tx *db.Tx) {
		_, _ = tx.PlayerByAddress(from)
		if game != 0 {
			_, _ = tx.Game(game)
		}
	}, func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(from)
		l.Known, l.writer = !p.WroteAt.IsZero(), p.ID
		if errors.Is(err, db.ErrNotFound) || err == nil && game == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		g, err := tx.Game(game)
		if err == nil && (p.ID == g.Black || p.ID == g.White) {
			l.game = g
		}
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		return err
	})
	return l, err
}

// Ask asks for what a transaction of [db.DB.Confined] wants that plays what the letter
// says. The game's row comes first, and is locked by that: nothing else may be of before.
func (l Letter) Ask(tx *db.Tx, c *club.Club) {
	g := l.game
	if g.ID == 0 {
		return
	}
	tx.Ahead(func() {
		_, _ = tx.Own(g.ID)
		_, _ = tx.LastHeartbeat()
		_, _ = tx.Keys()
		_, _ = tx.PlayerByAddress(l.from)
		_, _ = tx.Bounced(l.writer)
		_, _ = tx.OperatorBlocked(l.writer)
		_, _ = tx.AddressKey(l.writer)
		_, _ = tx.WaitingQuarantines(l.writer)
		_, _ = tx.Invitation(g.ID)
		_, _ = tx.Pauses(g.TurnAt, g.Black, g.White)
		_, _ = tx.Pauses(tx.Now, g.Black, g.White)
		_, _ = c.StoredPlies(tx, g)
		// The writer's answer has the smaller number, as where nothing is asked ahead.
		for _, player := range []int64{l.writer, g.Black + g.White - l.writer} {
			_, _ = tx.Player(player)
			_, _ = tx.OpenBounce(player)
			_, _ = tx.Conditionals(g.ID, player)
			notify.WillTell(tx, g.ID, player)
		}
	})
}
