package handler

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

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
		facts.Server = auth.ServerVouches(i.in.Raw, i.message, i.handler.identity.AuthservID, i.handler.identity.Is,
			i.in.ArrivedAt)
		facts.Signed = i.in.Vouched != "" && i.in.Vouched == mail.Key(i.message.From[0].Addr)
		facts.Addressed = slices.ContainsFunc(i.message.Named, i.handler.identity.Is)
		facts.Fresh = auth.Fresh(i.message.Date, i.in.ArrivedAt, i.handler.Limits.Fresh)
		var err error
		if facts.Repeated, err = CameBefore(i.tx.DB, i.in, w.Player); err != nil {
			return err
		}
		if facts.AnswersOthers, err = i.answersOthers(w.Player); err != nil {
			return err
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

// maxRefers is how many of the ids that a message refers to are looked up. A message without a
// reply token refers to fewer.
const maxRefers = 20

// answersOthers reports whether a message without a reply token answers anything but mail of
// ours or the writer's own to us: its fields name another message, or something that is no
// message, or its text quotes another writer. It does not apply to writers who were never
// proven: they have nothing here that such a message could harm.
func (i *identifying) answersOthers(player int64) (bool, error) {
	message := i.message
	p, err := i.tx.DB.Player(player)
	if err != nil || p.WroteAt.IsZero() {
		return false, err
	}
	// If mail to tagged addresses reaches the server, a reply to a message of ours has its
	// token in To. Otherwise a smarthost that replaces Message-IDs leaves only the quote.
	if !i.handler.identity.Plus && message.Quotes == mail.QuoteOfOurs {
		return false, nil
	}
	if message.RefersUnclear || len(message.Refers) > maxRefers {
		return true, nil
	}
	for _, id := range message.Refers {
		if known, err := i.knows(player, id); err != nil || !known {
			return true, err
		}
	}
	return message.Quotes == mail.QuoteOfOther && len(message.Lines) > 0 && !quotesOwn(message), nil
}

// knows reports whether a message was sent by us to a player, or certainly by the player to us:
// anybody can send an unproven message in the player's name, with the id of another.
func (i *identifying) knows(player int64, messageID string) (bool, error) {
	if wrote, err := i.tx.DB.CameBefore(messageID, player, i.in.ID); err != nil || wrote {
		return wrote, err
	}
	out, err := i.tx.DB.MessageByMessageID(messageID)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil && out.Player == player, err
}

// quotesOwn reports whether a message that answers an own one of its writer's quotes that:
// the only address above the quote is the writer's.
func quotesOwn(message *mail.Message) bool {
	from := strings.ToLower(message.QuotesFrom)
	return len(message.Refers) > 0 && strings.Count(from, "@") == 1 &&
		strings.Contains(from, strings.ToLower(message.From[0].Addr))
}

// vouchAtOnce notes the folded address that a signature of the message proves, if nothing else
// proves the writer and the DNS need not be asked; otherwise the message is undecided.
func (h *Handler) vouchAtOnce(in db.Incoming, p *ParsedMessage) {
	message := p.Message
	if h.Verifier == nil || in.TooLarge || h.identity.Open || h.nobodys(message) != "" ||
		auth.ServerVouches(in.Raw, message, h.identity.AuthservID, h.identity.Is, in.ArrivedAt) ||
		len(h.takeTokens(p.own())) > 0 {
		return
	}
	h.verifying(in, func() {
		address, decided, why := h.Verifier.VouchAtOnce(in.Raw, message)
		p.vouched, p.undecided = address, !decided
		h.log.Debug("signatures", "letter", in.ID, "proves", address, "why not", why)
	})
}

// Vouch asks the DNS about the signatures of a message that Read left undecided. It takes a
// second at most. A message whose signatures cannot be verified then is unproven.
func (h *Handler) Vouch(ctx context.Context, in db.Incoming, p *ParsedMessage) {
	p.undecided = false
	h.verifying(in, func() {
		address, why := h.Verifier.Vouch(ctx, in.Raw, p.Message)
		p.vouched = address
		h.log.Debug("signatures", "letter", in.ID, "proves", address, "why not", why)
	})
}

// verifying calls verify. A panic in it is our fault, and the message only stays unproven.
func (h *Handler) verifying(in db.Incoming, verify func()) {
	defer func() {
		if r := recover(); r != nil {
			h.log.Error("a signature could not be verified", "letter", in.ID, "error",
				fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
		}
	}()
	verify()
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
