package tournament

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
)

// MostHosted is how many players the cup of a player has, its host among them, and guestTime how long those who
// are asked can answer.
const (
	MostHosted = 16
	guestTime  = 7 * 24 * time.Hour
)

// MakeCup makes a cup of a player for some others, who are asked whether they take part. A mailbox has one such cup
// at a time, and makes one a day. Each player who is asked counts as an invitation of the host's.
func MakeCup(tx *club.Tx, host int64, rules string, guests []int64) error {
	p, err := mayTakePart(tx, host, club.Refuse("season-robot"))
	if err != nil {
		return err
	}
	if err := mayMakeCup(tx, host); err != nil {
		return err
	}
	var asked []int64
	for _, id := range guests {
		if id != host && !slices.Contains(asked, id) {
			asked = append(asked, id)
		}
	}
	switch n, most := len(asked), min(MostHosted-1, tx.Club.Policy.Challenges); {
	case most < MinCup-1:
		return club.Refuse("cup-never")
	case n < MinCup-1 || n > most:
		return club.Refuse("cup-guests", MinCup-1, most)
	}
	if err := mayAsk(tx, p, len(asked)); err != nil {
		return err
	}
	made := CupMade{Host: p}
	for _, id := range asked {
		guest, err := mayBeAsked(tx, p, id)
		if err != nil {
			return err
		}
		made.Guests = append(made.Guests, guest)
	}
	t, err := addCup(tx, host, rules)
	if err != nil {
		return err
	}
	for _, guest := range made.Guests {
		if err := tournaments.AddGuest(tx.DB, t.ID, guest.ID); err != nil {
			return err
		}
		if err := club.CountCupQuestion(tx, host); err != nil {
			return err
		}
	}
	made.Tournament = t
	return tx.Emit(made)
}

// mayMakeCup refuses a player from whose mailbox somebody has a cup that is not over, or made one within a day.
func mayMakeCup(tx *club.Tx, host int64) error {
	all, err := tx.DB.Mailbox(host)
	if err != nil {
		return err
	}
	for _, id := range all {
		last, err := tournaments.LastHostedBy(tx.DB, id)
		switch {
		case errors.Is(err, db.ErrNotFound):
		case err != nil:
			return err
		case last.State != tournaments.Over:
			return club.Refuse("cup-made", last.Name)
		case tx.Now().Before(last.MadeAt.Add(24 * time.Hour)):
			return club.Refuse("cup-today")
		}
	}
	return nil
}

// mayAsk refuses a player who has fewer invitations left for the day than a cup has guests.
func mayAsk(tx *club.Tx, host db.Player, guests int) error {
	left, err := club.InvitationsLeft(tx, host)
	switch {
	case err != nil:
		return err
	case left == 0:
		return club.WithinDay(tx, host, db.Player{})
	case left < MinCup-1:
		return club.Refuse("cup-tomorrow")
	case left < guests:
		return club.Refuse("cup-left", left)
	}
	return nil
}

// mayBeAsked returns a player who may be asked by another one whether they take part in a cup. One who declined
// a cup of the host's lately is refused with the day until when that holds; all others in the same words, which
// disclose neither a block nor who has an account.
func mayBeAsked(tx *club.Tx, host db.Player, id int64) (db.Player, error) {
	guest, err := tx.DB.Player(id)
	if err != nil {
		return guest, err
	}
	refusal := club.Refuse("cup-guest", guest.Name)
	if guest.Program || guest.Leaving || guest.WroteAt.IsZero() {
		return guest, refusal
	}
	if member, err := tx.IsMember(id); err != nil || !member {
		return guest, errors.Join(err, refusal)
	}
	err = club.MayAskToCup(tx, host, guest)
	if refused, _ := club.Refused(err); refused != nil && refused.Code != "cup-declined" {
		return guest, refusal
	}
	return guest, err
}

// addCup stores a cup of a player, who takes part in it.
func addCup(tx *club.Tx, host int64, rules string) (t tournaments.Tournament, err error) {
	all, err := tournaments.All(tx.DB)
	if err != nil {
		return t, err
	}
	taken := map[string]bool{}
	for _, other := range all {
		taken[other.Name] = true
	}
	n := 1
	for taken[fmt.Sprint("cup-", n)] {
		n++
	}
	t, err = tournaments.Add(tx.DB, tournaments.Tournament{
		Name: fmt.Sprint("cup-", n), Rules: rules, Pace: tx.Club.Policy.Pace.String(), Season: 1,
		Cup: true, Host: host, Days: CupDays, StartsAt: tx.Now().Add(guestTime),
	})
	if err == nil {
		err = tournaments.Join(tx.DB, t.ID, host)
	}
	return t, err
}

// IsGuest reports whether a player was asked whether they take part in a cup, and has not answered.
func IsGuest(tx *club.Tx, tournament, player int64) (bool, error) {
	all, err := tournaments.GuestOf(tx.DB, player)
	return slices.ContainsFunc(all, func(g tournaments.Guest) bool { return g.Tournament == tournament }), err
}

// CupHost returns who makes the cup to which the message of this date asked a player who has not answered; 0 if
// there is none.
func CupHost(tx *club.Tx, player int64, sent time.Time) (host int64, err error) {
	all, err := tournaments.GuestOf(tx.DB, player)
	for _, g := range all {
		if g.AskedAt.Truncate(time.Second).Equal(sent) {
			t, err := tournaments.Get(tx.DB, g.Tournament)
			return t.Host, err
		}
	}
	return 0, err
}

// AnswerCup carries out the answer of a player to the question whether they take part in a cup that the message of
// this date asked. asked reports whether it still stands.
func AnswerCup(tx *club.Tx, player int64, sent time.Time, yes bool) (asked bool, err error) {
	all, err := tournaments.GuestOf(tx.DB, player)
	if err != nil {
		return false, err
	}
	for _, g := range all {
		if !g.AskedAt.Truncate(time.Second).Equal(sent) { // dates in messages have no fractions
			continue
		}
		t, err := tournaments.Get(tx.DB, g.Tournament)
		if err == nil && yes {
			err = Join(tx, player, t.Name)
		} else if err == nil {
			err = declineCup(tx, t, player)
		}
		return true, err
	}
	return false, nil
}

// declineCup notes that a player who was asked does not take part in a cup.
func declineCup(tx *club.Tx, t tournaments.Tournament, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	host, err := tx.DB.Player(t.Host)
	if err != nil {
		return err
	}
	if err := tournaments.GuestAnswers(tx.DB, t.ID, player, true); err != nil {
		return err
	}
	if err := tx.Emit(CupDeclined{t, host, p}); err != nil {
		return err
	}
	return allAnswered(tx, t)
}

// allAnswered lets a cup of a player begin, or close, when everybody has answered.
func allAnswered(tx *club.Tx, t tournaments.Tournament) error {
	waiting, err := tournaments.Guests(tx.DB, t.ID)
	if err != nil || len(waiting) > 0 {
		return err
	}
	t.StartsAt = tx.Now()
	return tournaments.Save(tx.DB, t)
}
