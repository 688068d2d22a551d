package desk

import (
	"slices"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/evidence"
	"turnpost/mail/ticket"
	"turnpost/mail/trust"
	"turnpost/templates"
)

// Writer is who wrote a letter, and what proves that. Nothing changes it
// afterwards.
type Writer struct {
	Player int64
	Proven bool
	// Ticket is the writer's own, verified; zero if there is none.
	Ticket ticket.Ticket
	// Claimed is the game of a ticket that is not the writer's; 0: none.
	Claimed int64
	// First says that it is the writer's first letter, and Silent that the writer
	// wanted no letters until this one; Paused, that the writer wants none for now.
	First, Silent, Paused bool
	// Sent says of who has paused that the letter holds a ticket of a letter to them,
	// whether a key verifies it or not.
	Sent bool
	// Stranger says that the letter is not from the player's address, though it
	// holds a ticket of the player's; Confirming, that it is from an address that was
	// asked whether it is the player's.
	Stranger   bool
	Confirming *db.Address
}

// identifying is what is known of a letter while its writer is sought.
type identifying struct {
	desk    *Desk
	tx      *club.Tx
	in      db.Incoming
	letter  *mail.Letter
	tickets []ticket.Ticket
	keys    [][]byte
	// The questions that a player was asked, once they were looked up.
	questions map[int64][]db.Quarantine
}

// identify decides who wrote the letter and whether that is proven; package
// trust says by what. A remark says why the letter is dropped.
func (d *Desk) identify(tx *club.Tx, in db.Incoming, letter *mail.Letter) (w Writer, remark string, err error) {
	keys, err := tx.DB.Keys()
	if err != nil {
		return w, "", err
	}
	i := &identifying{desk: d, tx: tx, in: in, letter: letter, tickets: d.takeTickets(letter), keys: keys}
	from := letter.From[0]
	known, err := tx.DB.PlayerByAddress(mail.Key(from.Addr))
	if isNotFound(err) && len(i.tickets) > 0 {
		return i.unknown(from)
	}
	if known.Leaving {
		return w, "", &club.Departing{Player: known.ID}
	}
	fresh := isNotFound(err)
	if fresh {
		known, _, err = club.PlayerAt(tx, from.Addr, mail.Key(from.Addr), "", "") // the name when it is proven
	}
	if err != nil {
		return w, "", err
	}
	w.Player = known.ID
	if err := i.prove(&w); err != nil {
		return w, "", err
	}
	wrote := club.Wrote{Signed: from.Name, Proven: w.Proven, Fresh: fresh}
	if known.WroteAt.IsZero() {
		wrote.Lang = d.languageOf(letter)
	}
	if w.First, w.Silent, err = club.Welcome(tx, w.Player, wrote); err != nil {
		return w, "", err
	}
	if w.Paused, err = tx.IsPaused(w.Player); err != nil {
		return w, "", err
	}
	if w.Sent, err = i.sent(w); err != nil {
		return w, "", err
	}
	return w, "", tx.DB.NoteSender(in.ID, w.Player)
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
		if err != nil && !isNotFound(err) {
			return false, err
		}
	}
	return false, nil
}

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

// prove finds what proves a known writer.
func (i *identifying) prove(w *Writer) error {
	facts := trust.Facts{Senders: len(i.letter.From), Open: i.desk.robot.Open, Foreign: len(i.tickets) > 0}
	for _, t := range i.tickets {
		var err error
		if facts.Own, err = i.own(&t, w.Player); err != nil {
			return err
		}
		if facts.Own {
			w.Ticket = t
			break
		}
		if w.Claimed == 0 {
			w.Claimed = t.Game
		}
	}
	if len(i.tickets) == 0 {
		facts.Server = i.letter.Authenticated(i.desk.robot.AuthservID)
		facts.Signed = i.in.Vouched != "" && i.in.Vouched == mail.Key(i.letter.From[0].Addr)
		facts.Addressed = slices.ContainsFunc(i.letter.Named, i.desk.robot.Is)
		facts.Fresh = trust.Fresh(i.letter.Date, i.in.ArrivedAt, i.desk.Limits.Fresh)
		var err error
		if facts.Again, err = evidence.Again(i.tx.DB, i.in, w.Player); err != nil {
			return err
		}
		// Where mail to tagged addresses reaches us, an answer to ours has a ticket in To,
		// whatever ids a smarthost gives. Elsewhere nothing is sure.
		if i.desk.robot.Plus {
			if facts.Elsewhere, err = evidence.Elsewhere(i.tx.DB, i.letter, w.Player); err != nil {
				return err
			}
		}
	}
	w.Proven = facts.Proof() != trust.None
	return nil
}

// maxTickets is how many tickets of one letter are tried: each costs a search,
// and an answer in the longest of threads has fewer.
const maxTickets = 50

// maxQuestions is how many old questions may still be answered, to be told that
// they are over: as many as forgers can bring in the days that one stands.
const maxQuestions = 150

// takeTickets finds what may be tickets in the letter, and takes them out of its
// text.
func (d *Desk) takeTickets(letter *mail.Letter) (found []ticket.Ticket) {
	letter.Lines = slices.DeleteFunc(letter.Lines, func(line string) bool {
		t, ok := ticket.ParseLine(line)
		if ok {
			found = append(found, t)
		}
		return ok
	})
	found = append(found, d.robot.mailbox().Tickets(letter.To, letter.InReplyTo, letter.References)...)
	return found[:min(len(found), maxTickets)]
}

// own reports whether a ticket was made for a player, and notes in it what for.
func (i *identifying) own(t *ticket.Ticket, player int64) (bool, error) {
	undone, err := undone(i.tx, t.Game)
	if err != nil || t.Verify(i.keys, player, undone) {
		return err == nil, err
	}
	if t.Game != 0 {
		return false, nil
	}
	questions, ok := i.questions[player]
	if !ok {
		if questions, err = i.tx.DB.QuarantinesOf(player, maxQuestions); err != nil {
			return false, err
		}
		i.questions = map[int64][]db.Quarantine{player: questions}
	}
	for _, h := range questions {
		for asked := range int64(ticket.Shown + 1) {
			if t.Answers(i.keys, player, ticket.Question{What: ticket.Quarantine, Number: h.ID, Asked: asked}) {
				t.Held, t.Shown = h.ID, asked == ticket.Shown
				return true, nil
			}
		}
	}
	return false, nil
}

// undone is how often plies were taken back in a game; 0 if there is none yet.
func undone(tx *club.Tx, game int64) (int, error) {
	g, err := tx.DB.Game(game)
	if isNotFound(err) {
		return 0, nil
	}
	return g.Undone, err
}

// asked is the address that the letter comes from, if that was asked whether it is
// a player's and the letter holds the ticket of the question; or nil.
func (i *identifying) asked(from mail.Address) (*db.Address, error) {
	rows, err := i.tx.DB.AskedAddresses(mail.Key(from.Addr))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		question := ticket.Question{What: ticket.Address, Number: row.ID, Asked: row.Asked}
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
func (i *identifying) owner() (player int64, found ticket.Ticket, err error) {
	for _, t := range i.tickets {
		if t.Game == 0 {
			out, err := i.tx.DB.LetterWith(t.String())
			// Whoever answers the question about a second address from a third one
			// need not be the player, who must not learn that address.
			if isNotFound(err) || err == nil && out.Kind == templates.Kind(&templates.NewAddress{}) {
				continue
			}
			if err != nil {
				return 0, t, err
			}
			player, err = i.remembered(out.Player)
			return player, t, err
		}
		invited, err := i.tx.DB.Invitation(t.Game)
		if isNotFound(err) {
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
