package handler

import (
	"errors"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/templates"
)

// identifyUnknown finds whose message it is that holds reply tokens and comes from an unknown address:
// that of the second address which was asked about, or a stranger's.
func (i *writerSearch) identifyUnknown(from mail.Address) (w Writer, remark string, err error) {
	row, err := i.findAskedAddress(from)
	if err != nil {
		return w, "", err
	}
	if row != nil {
		w.Player, w.Confirming = row.Player, row
		if err := club.RefuseLeaving(i.tx, row.Player); err != nil {
			return w, "", err
		}
		return w, "", i.tx.DB.NoteSender(i.in.ID, row.Player)
	}
	// It is forged, or a message of ours was forwarded.
	owner, t, err := i.findTokenOwner()
	if err != nil || owner == 0 {
		return w, "a secret that is nobody's, from an unknown address", err
	}
	w.Player, w.ReplyToken, w.Stranger = owner, t, true
	return w, "", club.RefuseLeaving(i.tx, owner)
}

// findAskedAddress returns the address that the message comes from, if it was asked whether it is a
// player's and the message holds the token of that question; or nil.
func (i *writerSearch) findAskedAddress(from mail.Address) (*db.SecondAddress, error) {
	rows, err := i.tx.DB.AskedAddresses(mail.Key(from.Addr))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		question := auth.TokenQuestion{Kind: auth.AboutAddress, Number: row.ID, Asked: row.Asked}
		for _, t := range i.tokens {
			if t.Answers(i.keys, row.Player, question) && i.tx.Now().Sub(row.AskedAt) <= club.AddressFor {
				return &row, nil
			}
		}
	}
	return nil, nil
}

// findTokenOwner returns the player for whom one of the reply tokens was made: among the players of its
// game or, if it is of none, by the message that had it. 0 if there is none.
func (i *writerSearch) findTokenOwner() (player int64, found auth.ReplyToken, err error) {
	for _, t := range i.tokens {
		if t.Game == 0 {
			out, err := i.tx.DB.MessageWith(t.String())
			// A reply to this question from a third address need not be the player's, and the
			// player must not learn that address.
			if errors.Is(err, db.ErrNotFound) || err == nil && out.Kind == templates.Kind(&templates.ConfirmAddress{}) {
				continue
			}
			if err != nil {
				return 0, t, err
			}
			player, err = i.unlessForgotten(out.Player)
			return player, t, err
		}
		invited, err := i.tx.DB.Invitation(t.Game)
		if errors.Is(err, db.ErrNotFound) {
			continue
		}
		if err != nil {
			return 0, t, err
		}
		for _, id := range []int64{invited.Challenger, invited.Invitee} {
			if id == 0 {
				continue
			}
			if ours, err := i.verifyToken(&t, id); err != nil {
				return 0, t, err
			} else if ours {
				player, err = i.unlessForgotten(id)
				return player, t, err
			}
		}
	}
	return 0, found, nil
}

// unlessForgotten returns the player, or 0 if they were forgotten.
func (i *writerSearch) unlessForgotten(id int64) (int64, error) {
	p, err := i.tx.DB.Player(id)
	if err != nil || p.Address == "" {
		return 0, err
	}
	return id, nil
}

// holdsTokenSent reports whether an unproven message of a writer who has paused holds a reply token of a
// message that was sent to them: its key may have been retired.
func (i *writerSearch) holdsTokenSent(w Writer) (bool, error) {
	if !w.Paused || w.Proven {
		return false, nil
	}
	for _, t := range i.tokens[:min(len(i.tokens), maxRanked)] {
		out, err := i.tx.DB.MessageWith(t.String())
		if err == nil && out.Player == w.Player {
			return true, nil
		}
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return false, err
		}
	}
	return false, nil
}
