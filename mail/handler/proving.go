package handler

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
)

// identifying is what is known of a letter while its writer is sought.
type identifying struct {
	desk    *Handler
	tx      *club.Tx
	in      db.Incoming
	letter  *mail.Letter
	tickets []auth.ReplyToken
	keys    [][]byte
	// The questions that a player was asked, once they were looked up.
	questions map[int64][]db.Quarantine
}

// prove finds what proves a known writer.
func (i *identifying) prove(w *Writer) error {
	facts := auth.Facts{Senders: len(i.letter.From), Open: i.desk.identity.Open, Foreign: len(i.tickets) > 0}
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
		facts.Server = i.letter.Authenticated(i.desk.identity.AuthservID)
		facts.Signed = i.in.Vouched != "" && i.in.Vouched == mail.Key(i.letter.From[0].Addr)
		facts.Addressed = slices.ContainsFunc(i.letter.Named, i.desk.identity.Is)
		facts.Fresh = auth.Fresh(i.letter.Date, i.in.ArrivedAt, i.desk.Limits.Fresh)
		var err error
		if facts.Again, err = CameBefore(i.tx.DB, i.in, w.Player); err != nil {
			return err
		}
		// Where mail to tagged addresses reaches us, an answer to ours has a ticket in To,
		// whatever ids a smarthost gives. Elsewhere nothing is sure.
		if i.desk.identity.Plus {
			if facts.Elsewhere, err = AnswersElsewhere(i.tx.DB, i.letter, w.Player); err != nil {
				return err
			}
		}
	}
	w.Proven = facts.Proof() != auth.Unproven
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
func (d *Handler) takeTickets(letter *mail.Letter) (found []auth.ReplyToken) {
	letter.Lines = slices.DeleteFunc(letter.Lines, func(line string) bool {
		t, ok := auth.ParseReplyTokenLine(line)
		if ok {
			found = append(found, t)
		}
		return ok
	})
	found = append(found, d.identity.serverAddress().ReplyTokens(letter.To, letter.InReplyTo, letter.References)...)
	return found[:min(len(found), maxTickets)]
}

// own reports whether a ticket was made for a player, and notes in it what for.
func (i *identifying) own(t *auth.ReplyToken, player int64) (bool, error) {
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
		for asked := range int64(auth.ShownOnce + 1) {
			if t.Answers(i.keys, player, auth.Question{What: auth.AboutQuarantine, Number: h.ID, Asked: asked}) {
				t.Quarantine, t.Shown = h.ID, asked == auth.ShownOnce
				return true, nil
			}
		}
	}
	return false, nil
}

// undone is how often plies were taken back in a game; 0 if there is none yet.
func undone(tx *club.Tx, game int64) (int, error) {
	g, err := tx.DB.Game(game)
	if errors.Is(err, db.ErrNotFound) {
		return 0, nil
	}
	return g.Undone, err
}

// maxNobodys is how many letters of nobody's are looked through for a copy. Where
// there are more, somebody has sent them for that purpose.
const maxNobodys = 5

// CameBefore reports whether another mail with a letter's Message-ID and of its From, which
// is a player's, came before and was proven. One of another From says nothing, nor does
// one without proof: whoever has a copy of a mail could send it first in a name of his
// own, or in its writer's.
func CameBefore(tx *db.Tx, in db.Incoming, player int64) (bool, error) {
	yes, err := tx.CameBefore(in.MessageID, player, in.ID)
	if err != nil || yes {
		return yes, err
	}
	nobodys, err := tx.NobodysBefore(in.MessageID, in.ID, mail.MaxHeader, maxNobodys)
	writer := mail.Writer(in.Raw)
	return len(nobodys) == maxNobodys || slices.ContainsFunc(nobodys, func(raw []byte) bool {
		return len(raw) == 0 || mail.Writer(raw) == writer
	}), err
}

// maxRefers is how many of the mails that a letter refers to are looked for: its
// program names the one that it answers last.
const maxRefers = 4

// AnswersElsewhere reports whether a letter without a ticket answers a mail that is not its
// writer's own to us. Who was never proven has nothing here that such a letter could
// touch, and may be following the advice of the very mail.
func AnswersElsewhere(tx *db.Tx, letter *mail.Letter, player int64) (bool, error) {
	refers := letter.InReplyTo
	if len(refers) == 0 {
		refers = letter.References
	}
	if len(refers) == 0 {
		return false, nil
	}
	p, err := tx.Player(player)
	if err != nil || p.WroteAt.IsZero() {
		return false, err
	}
	for _, id := range refers[max(len(refers)-maxRefers, 0):] {
		if wrote, err := tx.Wrote(player, id); err != nil || wrote {
			return false, err
		}
	}
	return true, nil
}

// vouched returns the folded address that a signature of the letter proves, or
// "". It asks only where nothing else proves the writer.
func (d *Handler) vouched(ctx context.Context, in db.Incoming, read ParsedMessage) (address string) {
	if d.Verifier == nil || in.TooLarge || d.identity.Open || read.unreadable != nil {
		return ""
	}
	defer func() {
		if r := recover(); r != nil { // our fault, and the letter only stays unproven
			d.log.Error("a signature could not be verified", "letter", in.ID, "error", fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
			address = ""
		}
	}()
	letter := read.Letter
	if d.nobodys(letter) != "" || letter.Authenticated(d.identity.AuthservID) || len(d.takeTickets(read.own())) > 0 {
		return ""
	}
	address, why := d.Verifier.Vouch(ctx, in.Raw, letter)
	d.log.Debug("signatures", "letter", in.ID, "proves", address, "why not", why)
	return address
}

// nobodys says why a letter is not answered at all, or "".
func (d *Handler) nobodys(l *mail.Letter) string {
	switch {
	case l.Automatic != "":
		return "automatic: " + l.Automatic
	case len(l.From) != 1:
		return fmt.Sprintf("%d senders", len(l.From))
	}
	if _, err := mail.ParseAddress(l.From[0].Addr); err != nil {
		return "no sender to answer: " + err.Error()
	}
	if d.identity.Is(l.From[0].Addr) {
		return "from our own address"
	}
	return ""
}
