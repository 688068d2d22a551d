package club

import (
	"errors"
	"fmt"

	"turnpost/db"
)

// AskLeave notes that a player was asked to confirm what cannot be undone.
func AskLeave(tx *Tx, player int64, what db.QuitKind) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	games, invitations, err := tx.Holdings(player)
	if err != nil {
		return err
	}
	p.Asked = what
	if err := tx.DB.SavePlayer(p); err != nil {
		return err
	}
	return tx.Emit(LeaveAsked{p, what, games, invitations})
}

// TakeQuestion returns the question that a player has not answered yet, or "", and removes it:
// it lapses unless this transaction answers it.
func TakeQuestion(tx *Tx, p db.Player) (what db.QuitKind, err error) {
	if p.Asked == "" {
		return "", nil
	}
	what, p.Asked = p.Asked, ""
	return what, tx.DB.SavePlayer(p)
}

// Holdings counts a player's running games and open invitations.
func (tx *Tx) Holdings(player int64) (games, invitations int, err error) {
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return 0, 0, err
	}
	open, err := tx.DB.OpenInvitations(player)
	return len(running), len(open), err
}

// StopMessages stops all messages to a player at once and without an event. The player must have
// nothing under way, or be blocked by the operator.
func StopMessages(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	p.StoppedAt, p.Asked = tx.Now(), ""
	if err := tx.DB.SavePlayer(p); err != nil {
		return err
	}
	tx.seat(p)
	return nil
}

// Unsubscribe carries out a click on an unsubscribe link. Anybody who was forwarded a message
// can click, so it does only what a message of the player's undoes at once, with one exception:
// ended invitations stay ended.
//   - A player who has ever written is paused; see BeginPause.
//   - A player who was only written to has no games. Open invitations end, and the challengers
//     are told, since nobody would answer them. One last message confirms it.
//
// A second click does nothing; the result reports whether this one did something.
func Unsubscribe(tx *Tx, player int64) (bool, error) {
	p, err := tx.DB.Player(player)
	// A forgotten player has nothing left to stop, and a leaving player has asked for more.
	if err != nil || !p.StoppedAt.IsZero() || p.Address == "" || p.Leaving {
		return false, err
	}
	if !p.WroteAt.IsZero() {
		return BeginPause(tx, player)
	}
	left := PlayerLeft{Player: p, What: db.LeaveStop}
	if err := tx.Emit(PlayerLeaving{p}); err != nil {
		return false, err
	}
	if left.Invitations, err = EndInvitations(tx, player, -1); err != nil {
		return false, err
	}
	if err := StopMessages(tx, player); err != nil {
		return false, err
	}
	return true, tx.Emit(left)
}

// Somebody is the name of a forgotten player in the games that stay, and of one who was merged into
// the opponent.
const Somebody = "somebody"

// Forget erases a player's personal data, after all messages of the transaction are composed.
// The player's own last message is not sent yet. ForgetPiece erases the rest later.
func Forget(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	others, err := madeByOthers(tx, player)
	if err != nil {
		return err
	}
	for _, other := range others {
		if err := tx.DB.Withhold(other.ID, "not sent: the mailbox was forgotten"); err != nil {
			return err
		}
		if err := tx.DB.Forget(other, Somebody, declinedFor); err != nil {
			return err
		}
	}
	return tx.DB.Forget(p, Somebody, declinedFor)
}

// madeByOthers lists the players of a player's mailbox whom others made, by an invitation or a
// message that nothing proves: nobody ever wrote from there.
func madeByOthers(tx *Tx, player int64) (out []db.Player, err error) {
	mailbox, err := tx.DB.Mailbox(player)
	for _, id := range mailbox {
		other, err := tx.DB.Player(id)
		if err != nil {
			return nil, err
		}
		if id != player && other.WroteAt.IsZero() && other.Address != "" {
			out = append(out, other)
		}
	}
	return out, err
}

// LeavingError is the error of an operation that needs a player who is leaving, or a running game
// of such a player. The caller first does the next piece of leaving (see LeavePiece) and
// then tries again.
type LeavingError struct{ Player, Game int64 }

func (d *LeavingError) Error() string {
	return fmt.Sprintf("player %d is leaving, and game %d is about to be resigned", d.Player, d.Game)
}

// RefuseLeaving returns a [*LeavingError] if a player is leaving.
func RefuseLeaving(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err == nil && p.Leaving {
		err = &LeavingError{Player: player}
	}
	return err
}

// MaxLeavingPiece is how many games and invitations one transaction ends.
const MaxLeavingPiece = 5

// LeavingIn returns the player and the game of a [*LeavingError] in an error.
func LeavingIn(err error) (player, game int64, ok bool) {
	if d, is := errors.AsType[*LeavingError](err); is {
		return d.Player, d.Game, true
	}
	return 0, 0, false
}

// RestoreLeaving notes that a player leaves, which a restored backup does not know. LeavePiece
// carries it out.
func RestoreLeaving(tx *Tx, player int64, what db.QuitKind) error {
	return tx.DB.NoteLeaving(db.Leaving{Player: player, What: what})
}

// LeavePiece ends the next games and invitations of a player who has confirmed "stop" or
// "forget me", and makes resignations in their games final. d says how much was done
// before. It resigns game first before the others, and
// calls each (if not nil) for every game that it resigned. It reports left when nothing
// remains: messages to the player have stopped, and the last one is composed. A player who is
// to be forgotten is then erased by [Forget].
//
// Leaving takes several transactions, so that nobody waits for it: each ends at most
// MaxLeavingPiece games and invitations. The first transaction answers the player's yes, and
// is the only one for most players. Between the transactions nobody can play on against the
// player: [Tx.Game] returns a [*LeavingError] for their running games. Opponents read the same
// about each game as if all had ended at once. The player gets one last message, which counts
// everything. What names a player is erased after that, since others are told by name until
// then.
func LeavePiece(tx *Tx, d db.Leaving, first int64, each func(*Game) error) (left bool, err error) {
	p, err := tx.DB.Player(d.Player)
	if err != nil {
		return false, err
	}
	if err := tx.Emit(PlayerLeaving{Player: p}); err != nil {
		return false, err
	}
	tx.Dismisses = p.ID
	resigned, ended, more, err := resignSome(tx, p.ID, first, each)
	if err != nil {
		return false, err
	}
	d.Games += resigned
	if !more {
		ended, err := EndInvitations(tx, p.ID, MaxLeavingPiece-resigned-ended)
		if err != nil {
			return false, err
		}
		d.Invitations += ended
		open, err := toEnd(tx, p.ID)
		if err != nil {
			return false, err
		}
		more = len(open) > 0
	}
	if more {
		return false, tx.DB.NoteLeaving(d)
	}
	if err := Unpause(tx, p.ID); err != nil { // leaving is more than a pause
		return false, err
	}
	if err := tx.DB.EndLeaving(p.ID); err != nil {
		return false, err
	}
	if d.What == db.LeaveStop {
		if err := StopMessages(tx, p.ID); err != nil {
			return false, err
		}
	}
	return true, tx.Emit(PlayerLeft{Player: p, What: d.What, Games: d.Games, Invitations: d.Invitations})
}

// resignSome resigns some of a player's games and makes the end of retractable ones final, or
// does so only in the game of number first. more says that others are left.
func resignSome(tx *Tx, player, first int64, each func(*Game) error) (resigned, ended int, more bool, err error) {
	open, err := tx.DB.Retractable(player)
	if err != nil {
		return 0, 0, false, err
	}
	running, err := tx.DB.GamesOf(player, false, MaxLeavingPiece+1)
	if err != nil {
		return 0, 0, false, err
	}
	open = append(open, running...)
	more = len(open) > MaxLeavingPiece
	open = open[:min(MaxLeavingPiece, len(open))]
	if g, err := tx.DB.Game(first); err == nil && (!g.Over() || g.Retractable()) &&
		(g.Black == player || g.White == player) {
		open, more = []db.Game{g}, true
	} else if err != nil && !errors.Is(err, db.ErrNotFound) {
		return 0, 0, false, err
	}
	for _, g := range open {
		game, err := tx.Game(g.ID)
		if err != nil {
			return resigned, ended, false, err
		}
		if g.Retractable() {
			if err := endFinally(tx, game); err != nil {
				return resigned, ended, false, err
			}
			ended++
			continue
		}
		if err := Resign(tx, game, game.Side(player)); err != nil {
			return resigned, ended, false, err
		}
		resigned++
		if each == nil {
			continue
		}
		if err := each(game); err != nil {
			return resigned, ended, false, err
		}
	}
	return resigned, ended, more, nil
}

// ForgetPiece erases the next part of the data of forgotten players; see [db.Tx.ForgetPiece].
// last says that nothing is left.
func ForgetPiece(tx *Tx) (last bool, err error) {
	return tx.DB.ForgetPiece(func(i db.Invitation) (string, error) {
		g, err := tx.Club.RulesOf(i)
		if err != nil {
			return "", err
		}
		names := map[int64]string{0: Anyone}
		for _, id := range []int64{i.Challenger, i.Invitee} {
			if id == 0 {
				continue
			}
			p, err := tx.DB.Player(id)
			if err != nil {
				return "", err
			}
			names[id] = p.Name
		}
		return subjectOf(g, i.ID, SideIn(i, i.Challenger), names[i.Challenger], names[i.Invitee]), nil
	})
}
