package handler

import (
	"errors"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/templates"
)

// unknown says whose a letter is that holds tickets and comes from an unknown
// address: that of the second address which they ask about, or a stranger's.
func (i *identifying) unknown(from mail.Address) (w Writer, remark string, err error) {
	row, err := i.asked(from)
	if err != nil {
		return w, "", err
	}
	if row != nil {
		w.Player, w.Confirming = row.Player, row
		if err := club.Stays(i.tx, row.Player); err != nil {
			return w, "", err
		}
		return w, "", i.tx.DB.NoteSender(i.in.ID, row.Player)
	}
	// Forged, or a letter of ours passed on.
	owner, t, err := i.owner()
	if err != nil || owner == 0 {
		return w, "a secret that is nobody's, from an unknown address", err
	}
	w.Player, w.Ticket, w.Stranger = owner, t, true
	return w, "", club.Stays(i.tx, owner)
}

// asked is the address that the letter comes from, if that was asked whether it is
// a player's and the letter holds the ticket of the question; or nil.
func (i *identifying) asked(from mail.Address) (*db.Address, error) {
	rows, err := i.tx.DB.AskedAddresses(mail.Key(from.Addr))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		question := auth.Question{What: auth.AboutAddress, Number: row.ID, Asked: row.Asked}
		for _, t := range i.tickets {
			if t.Answers(i.keys, row.Player, question) && i.tx.Now().Sub(row.AskedAt) <= club.AddressFor {
				return &row, nil
			}
		}
	}
	return nil, nil
}

// owner finds the player whom one of the tickets was made for: among the players
// of its game, or, where it is of none, by the letter that had it. 0: nobody.
func (i *identifying) owner() (player int64, found auth.ReplyToken, err error) {
	for _, t := range i.tickets {
		if t.Game == 0 {
			out, err := i.tx.DB.LetterWith(t.String())
			// Whoever answers the question about a second address from a third one
			// need not be the player, who must not learn that address.
			if errors.Is(err, db.ErrNotFound) || err == nil && out.Kind == templates.Kind(&templates.NewAddress{}) {
				continue
			}
			if err != nil {
				return 0, t, err
			}
			player, err = i.remembered(out.Player)
			return player, t, err
		}
		invited, err := i.tx.DB.Invitation(t.Game)
		if errors.Is(err, db.ErrNotFound) {
			continue
		}
		if err != nil {
			return 0, t, err
		}
		undone, err := undone(i.tx, t.Game)
		if err != nil {
			return 0, t, err
		}
		for _, id := range []int64{invited.Challenger, invited.Invitee} {
			if id != 0 && t.Verify(i.keys, id, undone) {
				player, err = i.remembered(id)
				return player, t, err
			}
		}
	}
	return 0, found, nil
}

// remembered is a player, or 0 who was forgotten: then the ticket is nobody's.
func (i *identifying) remembered(id int64) (int64, error) {
	p, err := i.tx.DB.Player(id)
	if err != nil || p.Address == "" {
		return 0, err
	}
	return id, nil
}

// sent reports whether a letter that does not prove its writer, who has paused, holds a
// ticket of one that was sent to them: its key may be gone.
func (i *identifying) sent(w Writer) (bool, error) {
	if !w.Paused || w.Proven {
		return false, nil
	}
	for _, t := range i.tickets[:min(len(i.tickets), maxRanked)] {
		out, err := i.tx.DB.LetterWith(t.String())
		if err == nil && out.Player == w.Player {
			return true, nil
		}
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return false, err
		}
	}
	return false, nil
}
