// Package departure takes a player away who has said yes to "stop" or "forget me": the
// games under way are resigned, the open invitations end, the other sides are told, and
// one last letter tells the player what was done. It is of the club's operations.
//
// Nobody waits for it: each transaction ends at most [Most] games and invitations. The first
// is the one that answers the yes, which is all for most players. What is left is noted (see
// db) and goes on in transactions of its own, [On]. Between them nobody plays on
// against the player: Table of package club gives none of their running games, and whoever
// wanted one ends it first. A letter of the player's own waits until they have left, and is
// then as from somebody who has; so does one that invites them. Such a letter does the next
// piece and goes behind what others write, who play in between. A piece that fails is put
// off, and counts against no letter. Opponents read of each game what they would have read if
// all had ended at once; who has several games with the player may get several letters. The
// last letter to the player is the only one; it counts everything. If it took more than
// one transaction, that letter does not repeat what became of other lines beside the yes.
//
// What names somebody who wants to be forgotten is erased after that, as they are told by
// name until then: ForgetOn.
package departure

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/club"
)

// Most is how many games and invitations one transaction ends.
const Most = 5

// From returns of which player and game an error says that they must leave first.
func From(err error) (player, game int64, ok bool) {
	if d, is := errors.AsType[*club.Departing](err); is {
		return d.Player, d.Game, true
	}
	return 0, 0, false
}

// Leave begins what a player has confirmed, or goes on with it: d says how far it is. It
// ends games, that of number first before the others, and calls each for each that it
// has resigned. When nothing is left it reports so, the silence has begun, and the last
// letter is on its way. Who is to be forgotten is then erased by club.Forget, when all
// letters of the transaction are written.
func Leave(tx *club.Tx, d db.Departure, first int64, each func(*club.Table) error) (left bool, err error) {
	p, err := tx.DB.Player(d.Player)
	if err != nil {
		return false, err
	}
	if err := tx.Emit(club.Leaving{Player: p}); err != nil {
		return false, err
	}
	tx.Dismisses = p.ID
	n, more, err := resign(tx, p.ID, first, each)
	if err != nil {
		return false, err
	}
	d.Games += n
	if !more {
		ended, err := club.EndInvitations(tx, p.ID, Most-n)
		if err != nil {
			return false, err
		}
		d.Invitations += ended
		open, err := tx.DB.OpenInvitations(p.ID)
		if err != nil {
			return false, err
		}
		more = len(open) > 0
	}
	if more {
		return false, tx.DB.NoteDeparture(d)
	}
	if err := club.Unpause(tx, p.ID); err != nil { // this is more than a pause
		return false, err
	}
	if err := tx.DB.EndDeparture(p.ID); err != nil {
		return false, err
	}
	if d.What == club.LeaveStop {
		if err := club.Silence(tx, p.ID); err != nil {
			return false, err
		}
	}
	return true, tx.Emit(club.Left{Player: p, What: d.What, Games: d.Games, Invitations: d.Invitations})
}

// resign resigns some of a player's games, or a certain one if it is under way, and
// reports whether there are more.
func resign(tx *club.Tx, player, first int64, each func(*club.Table) error) (n int, more bool, err error) {
	running, err := tx.DB.GamesOf(player, false, Most+1)
	if err != nil {
		return 0, false, err
	}
	more = len(running) > Most
	running = running[:min(Most, len(running))]
	if g, err := tx.DB.Game(first); err == nil && !g.Over() && (g.Black == player || g.White == player) {
		running, more = []db.Game{g}, true
	} else if err != nil && !errors.Is(err, db.ErrNotFound) {
		return 0, false, err
	}
	for _, g := range running {
		t, err := tx.Table(g.ID)
		if err != nil {
			return n, false, err
		}
		if err := club.Resign(tx, t, t.Side(player)); err != nil {
			return n, false, err
		}
		n++
		if each == nil {
			continue
		}
		if err := each(t); err != nil {
			return n, false, err
		}
	}
	return n, more, nil
}
