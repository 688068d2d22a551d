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
	"turnpost/mail/command"
)

// identifying is what is known about a message while its writer is sought.
type identifying struct {
	handler *Handler
	tx      *club.Tx
	in      db.Incoming
	message *mail.Message
	tokens  []auth.ReplyToken
	keys    [][]byte
	// The questions that a player was asked, once they were looked up.
	questions map[int64][]db.Quarantine
}

// prove finds what proves a known writer.
func (i *identifying) prove(w *Writer) error {
	facts := auth.Facts{Senders: len(i.message.From), Open: i.handler.identity.Open, ForeignToken: len(i.tokens) > 0}
	for _, t := range i.tokens {
		var err error
		if facts.OwnToken, err = i.own(&t, w.Player); err != nil {
			return err
		}
		if facts.OwnToken {
			if err := i.agrees(&t, w.Player); err != nil {
				return err
			}
			w.ReplyToken = t
			break
		}
		if w.Claimed == 0 {
			w.Claimed = t.Game
		}
	}
	if len(i.tokens) == 0 {
		facts.Server = i.message.Authenticated(i.handler.identity.AuthservID)
		facts.Signed = i.in.Vouched != "" && i.in.Vouched == mail.Key(i.message.From[0].Addr)
		facts.Addressed = slices.ContainsFunc(i.message.Named, i.handler.identity.Is)
		facts.Fresh = auth.Fresh(i.message.Date, i.in.ArrivedAt, i.handler.Limits.Fresh)
		var err error
		if facts.Repeated, err = CameBefore(i.tx.DB, i.in, w.Player); err != nil {
			return err
		}
		// If mail to tagged addresses reaches the server, a reply to a message of ours has its
		// token in To, whatever Message-ID a smarthost has set. Otherwise this is not certain.
		if i.handler.identity.Plus {
			if facts.AnswersOthers, err = AnswersElsewhere(i.tx.DB, i.message, w.Player); err != nil {
				return err
			}
		}
	}
	w.Proven = facts.Proof() != auth.Unproven
	return nil
}

// agrees forgets what a reply token says was asked unless all else shows that the message
// answers the one with this token: In-Reply-To names no other message, and References alone
// may begin with that of another.
func (i *identifying) agrees(t *auth.ReplyToken, player int64) error {
	to := i.handler.identity.serverAddress()
	answered := to.ReplyTokens(nil, i.message.InReplyTo, nil)
	for _, other := range answered {
		own, err := i.own(&other, player)
		if err != nil {
			return err
		}
		if own && (other.Game != t.Game || other.Asks != t.Asks) {
			t.Asks = mail.Asks{}
		}
	}
	addressed := len(to.ReplyTokens(i.message.To, nil, nil)) > 0
	if !addressed && len(answered) == 0 && len(i.message.InReplyTo) > 0 {
		t.Asks = mail.Asks{}
	}
	return nil
}

// maxTokens is how many reply tokens of one message are tried. Each costs a query; a reply in
// the longest thread has fewer.
const maxTokens = 50

// maxQuestions is how many old questions may still be answered, to be told that they are over.
// It is more than forgers can cause while one stands.
const maxQuestions = 150

// takeTokens returns the reply tokens of a message, and removes their lines.
func (h *Handler) takeTokens(message *mail.Message) (found []auth.ReplyToken) {
	message.Lines = slices.DeleteFunc(message.Lines, func(line string) bool {
		t, ok := auth.ParseReplyTokenLine(line)
		if ok {
			found = append(found, t)
		}
		return ok
	})
	found = append(found, h.identity.serverAddress().ReplyTokens(message.To, message.InReplyTo, message.References)...)
	return found[:min(len(found), maxTokens)]
}

// own reports whether a reply token belongs to a player, and notes in it what it was made for.
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
			if t.Answers(i.keys, player, auth.Question{Kind: auth.AboutQuarantine, Number: h.ID, Asked: asked}) {
				t.Quarantine, t.Shown = h.ID, asked == auth.ShownOnce
				return true, nil
			}
		}
	}
	return false, nil
}

// undone returns how often plies were taken back in a game; 0 if it does not exist.
func undone(tx *club.Tx, game int64) (int, error) {
	g, err := tx.DB.Game(game)
	if errors.Is(err, db.ErrNotFound) {
		return 0, nil
	}
	return g.Undone, err
}

// maxNobodys is how many messages of unknown writers are searched for a copy. If there are
// more, somebody has sent them for that purpose.
const maxNobodys = 5

// CameBefore reports whether another message with the same Message-ID and the same writer, who
// is a player, came before and was proven. A copy with another From says nothing, nor does an
// unproven one: anybody who has a copy could send it first.
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

// maxRefers is how many of the messages that a message refers to are looked up, the last first.
const maxRefers = 4

// AnswersElsewhere reports whether a message without a reply token answers mail that the writer
// did not send to us. It does not apply to writers who were never proven: they have nothing
// here that such a message could harm.
func AnswersElsewhere(tx *db.Tx, message *mail.Message, player int64) (bool, error) {
	refers := message.InReplyTo
	if len(refers) == 0 {
		refers = message.References
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

// vouched returns the folded address that a signature of the message proves, or "". It verifies
// only if nothing else proves the writer.
func (h *Handler) vouched(ctx context.Context, in db.Incoming, read ParsedMessage) (address string) {
	if h.Verifier == nil || in.TooLarge || h.identity.Open || read.unreadable != nil {
		return ""
	}
	defer func() {
		if r := recover(); r != nil { // our fault, and the message only stays unproven
			h.log.Error("a signature could not be verified", "letter", in.ID, "error",
				fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
			address = ""
		}
	}()
	message := read.Message
	if h.nobodys(message) != "" || message.Authenticated(h.identity.AuthservID) || len(h.takeTokens(read.own())) > 0 {
		return ""
	}
	address, why := h.Verifier.Vouch(ctx, in.Raw, message)
	h.log.Debug("signatures", "letter", in.ID, "proves", address, "why not", why)
	return address
}

// nobodys says why a message is not answered at all; "" if it is.
func (h *Handler) nobodys(l *mail.Message) string {
	switch {
	case l.Automatic != "":
		return "automatic: " + l.Automatic
	case len(l.From) != 1:
		return fmt.Sprintf("%d senders", len(l.From))
	}
	if _, err := mail.ParseAddress(l.From[0].Addr); err != nil {
		return "no sender to answer: " + err.Error()
	}
	if h.identity.Is(l.From[0].Addr) {
		return "from our own address"
	}
	if l.Reaction || command.Reacts(l.Lines) {
		return "a reaction"
	}
	return ""
}
