package club

import (
	"errors"
	"strings"
	"time"

	"turnpost/db"
)

// An address is suspended when so many letters have come back for good within
// bounceMemory, the first and the last of them at least bounceSpan apart, and
// its owner has not written since the first. Many at once may be a server's bad
// day; few over months, as many accidents.
const (
	bounceCount  = 3
	bounceSpan   = 48 * time.Hour
	bounceMemory = 30 * day
)

// CameBack notes that a letter will never arrive. The invitations that it brought, those of
// the transaction that wrote it, end at once. If it is hard, the reason being one that will
// not pass, it counts against the address, unless that is a policy. question says that it
// asked a second address, of which alone it tells something. The answer is a remark for the
// ledger.
func CameBack(tx *Tx, out db.Outgoing, status string, hard, question bool) (remark string, err error) {
	player, err := tx.DB.Player(out.Player)
	if err != nil || player.Address == "" {
		return "", err // of who was forgotten nothing is noted
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
	tx.Club.log.Warn("an address is suspended: its letters come back", "player", player.ID, "since", counted[0].At)
	return "; the address is suspended", suspend(tx, player, counted[0].At, "not sent: the address is suspended", true)
}

// policy reports whether a status (RFC 3463) is about who sends, and not about the
// address: a policy (x.7.x), or too much mail (x.4.5). The reader can do nothing
// about it, so that it does not count against the address.
func policy(status string) bool {
	return strings.HasPrefix(status, "5.7.") || status == "5.4.5"
}

// undelivered ends the invitations that a letter brought to its reader.
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

// suspend ends the letters to a player until its owner writes: what is queued
// for it is withheld, with a remark, and nothing more is written to it. The clocks
// of its games stand still since a moment, as far as the quota of pause.go has time
// left: nobody loses time over mail that does not arrive. With letters the opponents
// are told, if the clocks do stand still. The open pause is the suspension.
func suspend(tx *Tx, p db.Player, since time.Time, remark string, letters bool) error {
	counts, err := standStill(tx, db.Pause{Player: p.ID, Why: db.Bounce, From: since}, remark)
	// For somebody whose quota is used up the clocks run: of that nobody is told
	// more than the boards say anyway.
	if err != nil || !letters || !counts.To.After(counts.From) {
		return err
	}
	return tx.Emit(Suspended{p, since})
}

// IsSuspended reports whether letters to a player are suspended, or paused.
func (tx *Tx) IsSuspended(player int64) (bool, error) {
	_, err := tx.DB.OpenBounce(player)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// reachable forgives the bounces of a player who wrote, and lifts the suspension if
// there is one: the clocks run again. That the server took a letter does not: it
// takes them all, and returns them later.
func reachable(tx *Tx, p db.Player) error {
	if err := tx.DB.ForgiveBounces(p.ID); err != nil {
		return err
	}
	since, lifted, err := lift(tx, p.ID)
	if err != nil || !lifted {
		return err
	}
	return tx.Emit(Resumed{Player: p, Since: since})
}
