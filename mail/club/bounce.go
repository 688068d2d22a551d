package club

import (
	"errors"
	"strings"
	"time"

	"turnpost/db"
)

// An address is suspended after bounceCount permanent failures within bounceMemory, if the
// first and the last are at least bounceSpan apart and the owner has not written in between.
// Many failures at once may be a server's bad day; a few over months may be accidents.
const (
	bounceCount  = 3
	bounceSpan   = 48 * time.Hour
	bounceMemory = 30 * day
)

// NoteBounce notes that a message will never be delivered. The invitations that it brought, which
// are those created in the same transaction, end at once. A hard failure counts against the
// address, unless its status is about the sender. question says that the message asked a second
// address: its failure ends that question and nothing else. The remark is for the ledger of
// incoming messages.
func NoteBounce(tx *Tx, out db.Outgoing, status string, hard, question bool) (remark string, err error) {
	player, err := tx.DB.Player(out.Player)
	if err != nil || player.Address == "" {
		return "", err // nothing is noted about a player who was forgotten
	}
	if question {
		return "", addressFails(tx, out.Player)
	}
	if hard = hard && !policy(status); hard {
		fresh, err := tx.DB.AddBounce(out, status)
		if err != nil || !fresh {
			return "; known already", err
		}
	}
	if err := tx.Emit(Bounced{out, hard}); err != nil {
		return "", err
	}
	if err := undelivered(tx, out); err != nil || !hard {
		return "", err
	}
	suspended, err := tx.IsSuspended(player.ID)
	if err != nil || suspended {
		return "", err
	}
	counted, err := tx.DB.Bounces(player.ID, tx.Now().Add(-bounceMemory))
	if err != nil || len(counted) < bounceCount || tx.Now().Sub(counted[0].At) < bounceSpan {
		return "", err
	}
	tx.Club.log.Warn("an address is suspended: its messages bounce", "player", player.ID, "since", counted[0].At)
	return "; the address is suspended", suspend(tx, player, counted[0].At, "not sent: the address is suspended", true)
}

// policy reports whether a status (RFC 3463) is about the sender rather than the address: a
// policy (5.7.x) or too much mail (5.4.5). The reader can do nothing about it.
func policy(status string) bool {
	return strings.HasPrefix(status, "5.7.") || status == "5.4.5"
}

// undelivered ends the invitations that a message would have brought to its reader.
func undelivered(tx *Tx, out db.Outgoing) error {
	open, err := tx.DB.OpenInvitations(out.Player)
	if err != nil {
		return err
	}
	for _, i := range open {
		if i.Invitee != out.Player || !i.CreatedAt.Equal(out.CreatedAt) {
			continue
		}
		if err := expire(tx, i, InvitationExpired{Undelivered: true}); err != nil {
			return err
		}
	}
	return nil
}

// suspend stops all messages to a player until they write. Queued messages are withheld with a
// remark. The player's clocks stand still from since on, as far as the quota allows (see
// pause.go): nobody loses time over mail that does not arrive. If messages is true and the
// clocks do stand still, the opponents are told. The suspension is the open pause.
func suspend(tx *Tx, p db.Player, since time.Time, remark string, messages bool) error {
	counts, err := standStill(tx, db.ClockPause{Player: p.ID, Why: db.Bounce, From: since}, remark)
	// If the quota is used up, the clocks run, as the boards say anyway.
	if err != nil || !messages || !counts.To.After(counts.From) {
		return err
	}
	return tx.Emit(MailSuspended{p, since})
}

// IsSuspended reports whether messages to a player are suspended or paused.
func (tx *Tx) IsSuspended(player int64) (bool, error) {
	_, err := tx.DB.OpenBounce(player)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// reachable forgives the bounces of a player who wrote, and ends a suspension. An accepted
// delivery does not: some servers accept everything and return it later. paused says that the
// player has paused the messages, which it does not end.
func reachable(tx *Tx, p db.Player) (paused bool, err error) {
	if err := tx.DB.ForgiveBounces(p.ID); err != nil {
		return false, err
	}
	open, err := tx.DB.OpenBounce(p.ID)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return false, nil
	case err != nil || open.Wished:
		return err == nil, err
	}
	if err := endSuspension(tx, open); err != nil {
		return false, err
	}
	return false, tx.Emit(MessagesResumed{Player: p, Since: open.From})
}

// Suspend stops all messages to a player, and their clocks as far as the quota allows, until
// the player writes or Resume is called, as if messages bounced. With messages, the opponents
// are told if the clocks do stand still. The error is ErrNothingToDo if the player is suspended
// already.
func Suspend(tx *Tx, player int64, messages bool) error {
	if suspended, err := tx.IsSuspended(player); err != nil {
		return err
	} else if suspended {
		return ErrNothingToDo
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	return suspend(tx, p, tx.Now(), "not sent: the operator has suspended the player", messages)
}

// Resume ends a suspension by Suspend or by bounces. The error is ErrNothingToDo if there is
// none.
func Resume(tx *Tx, player int64) error {
	_, lifted, err := lift(tx, player)
	if err == nil && !lifted {
		return ErrNothingToDo
	}
	return err
}
