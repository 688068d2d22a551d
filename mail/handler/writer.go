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

// Writer is who wrote a message, and what proves that.
type Writer struct {
	Player int64
	Proven bool
	// ReplyToken is the writer's own, verified; zero if there is none.
	ReplyToken auth.ReplyToken
	// Claimed is the game of a token that is not the writer's; 0: none.
	Claimed int64
	// First says that it is the writer's first message, and Silent that the writer
	// wanted no messages until this one; Paused, that the writer wants none for now.
	First, Silent, Paused bool
	// Sent says, for a writer who has paused, that the message holds a token of a message to
	// them, whether a key verifies it or not.
	Sent bool
	// Stranger says that the message is not from the player's address, though it
	// holds a token of the player's; Confirming, that it is from an address that was
	// asked whether it is the player's.
	Stranger   bool
	Confirming *db.SecondAddress

	known db.Player // Player, if they are known by the address of the message
}

// identify decides who wrote the message and whether that is proven: step two. Package auth
// says what proves a writer. Messages with a reply token from unknown addresses
// are handled in stranger.go. The remark says why a message is dropped.
//
// keys are the secrets of our tokens. server says that our own server vouches for the writer.
func (h *Handler) identify(tx *club.Tx, keys [][]byte, in db.Incoming, message *mail.Message,
	server bool) (w Writer, remark string, err error) {
	if w, remark, err = h.findWriter(tx, keys, in, message, server); err != nil || remark != "" {
		return w, remark, err
	}
	blocked, err := tx.DB.OperatorBlocked(w.Player)
	if err != nil || !blocked {
		return w, "", err
	}
	// A player who writes is sent messages again, but not in this case.
	return w, "the operator blocks its writer", club.StopMessages(tx, w.Player)
}

// findWriter finds the writer of a message. The operator may have blocked them.
func (h *Handler) findWriter(tx *club.Tx, keys [][]byte, in db.Incoming, message *mail.Message,
	server bool) (w Writer, remark string, err error) {
	i := &writerSearch{
		handler: h, tx: tx, in: in, message: message, server: server, tokens: h.takeTokens(message), keys: keys,
	}
	from := message.From[0]
	known, err := tx.DB.PlayerByAddress(mail.Key(from.Addr))
	if errors.Is(err, db.ErrNotFound) && len(i.tokens) > 0 {
		return i.identifyUnknown(from)
	}
	if known.Leaving {
		return w, "", &club.LeavingError{Player: known.ID}
	}
	fresh := errors.Is(err, db.ErrNotFound)
	if fresh {
		known, _, err = club.PlayerAt(tx, from.Addr, mail.Key(from.Addr), "", "") // the name when it is proven
	}
	if err != nil {
		return w, "", err
	}
	w.Player = known.ID
	if err := i.prove(&w, known); err != nil {
		return w, "", err
	}
	wrote := club.WriterHints{Signed: from.Name, Proven: w.Proven, Fresh: fresh}
	if known.WroteAt.IsZero() {
		wrote.Lang = h.languageOf(message)
	}
	welcomed, err := club.Welcome(tx, known, wrote)
	if err != nil {
		return w, "", err
	}
	w.known, w.First, w.Silent, w.Paused = welcomed.Player, welcomed.First, welcomed.Silent, welcomed.Paused
	if w.Sent, err = i.holdsTokenSent(w); err != nil {
		return w, "", err
	}
	return w, "", tx.DB.NoteSender(in.ID, w.Player)
}

// writerSearch is what is known about a message while its writer is sought.
type writerSearch struct {
	handler *Handler
	tx      *club.Tx
	in      db.Incoming
	message *mail.Message
	server  bool // our own server vouches for its writer
	tokens  []auth.ReplyToken
	keys    [][]byte
	// The marks of all generations, once they were looked up.
	generations []string
	// The questions that a player was asked, once they were looked up.
	questions map[int64][]db.Quarantine
}

// prove finds what proves a known writer: a reply token or, in a message without any, what our
// server and the signatures say.
func (i *writerSearch) prove(w *Writer, known db.Player) (err error) {
	facts := auth.Facts{Senders: len(i.message.From), Open: i.handler.identity.Open, ForeignToken: len(i.tokens) > 0}
	if facts.OwnToken, err = i.findWritersToken(w); err != nil {
		return err
	}
	if len(i.tokens) == 0 {
		if err := i.addVouchers(&facts, known); err != nil {
			return err
		}
	}
	w.Proven = facts.Proof() != auth.Unproven
	return nil
}

// findWritersToken reports whether one of the reply tokens is the writer's, and notes it or, if there
// is none, the game of another's.
func (i *writerSearch) findWritersToken(w *Writer) (bool, error) {
	for _, t := range i.tokens {
		if own, err := i.isTokenOf(&t, w.Player); err != nil {
			return false, err
		} else if own {
			if err := i.dropDoubtfulQuestion(&t, w.Player); err != nil {
				return false, err
			}
			w.ReplyToken = t
			return true, nil
		}
		if w.Claimed == 0 {
			w.Claimed = t.Game
		}
	}
	return false, nil
}

// addVouchers finds who vouches for the writer of a message without reply tokens, and whether the
// message was written to us, lately, and once.
func (i *writerSearch) addVouchers(facts *auth.Facts, known db.Player) (err error) {
	identity := i.handler.identity
	facts.Server = i.server
	facts.Signed = i.in.Vouched != "" && i.in.Vouched == mail.Key(i.message.From[0].Addr)
	facts.Addressed = slices.ContainsFunc(i.message.Named, identity.Is)
	facts.Fresh = auth.Fresh(i.message.Date, i.in.ArrivedAt, i.handler.Limits.Fresh)
	if facts.Repeated, err = CameBefore(i.tx.DB, i.in, known.ID); err != nil {
		return err
	}
	facts.AnswersOthers, err = i.answersOthers(known)
	return err
}

// dropDoubtfulQuestion forgets what a reply token says was asked unless all else shows that the message
// answers the one with this token: In-Reply-To names no other message, and References alone
// may begin with that of another.
func (i *writerSearch) dropDoubtfulQuestion(t *auth.ReplyToken, player int64) error {
	to := i.handler.identity.serverAddress()
	answered := to.ReplyTokens(nil, i.message.InReplyTo, nil)
	for _, other := range answered {
		own, err := i.isTokenOf(&other, player)
		if err != nil {
			return err
		}
		if own && (other.Game != t.Game || other.Asks != t.Asks) {
			t.Asks = mail.AskedQuestion{}
		}
	}
	addressed := len(to.ReplyTokens(i.message.To, nil, nil)) > 0
	if !addressed && len(answered) == 0 && len(i.message.InReplyTo) > 0 {
		t.Asks = mail.AskedQuestion{}
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

// isTokenOf reports whether a reply token belongs to a player, and notes in it what it was made for.
func (i *writerSearch) isTokenOf(t *auth.ReplyToken, player int64) (bool, error) {
	if ours, err := i.verifyToken(t, player); err != nil || ours {
		return ours, err
	}
	if t.Game != 0 {
		return false, nil
	}
	questions, ok := i.questions[player]
	if !ok {
		var err error
		if questions, err = i.tx.DB.QuarantinesOf(player, maxQuestions); err != nil {
			return false, err
		}
		i.questions = map[int64][]db.Quarantine{player: questions}
	}
	for _, h := range questions {
		for asked := range int64(auth.ShownOnce + 1) {
			if t.Answers(i.keys, player, auth.TokenQuestion{Kind: auth.AboutQuarantine, Number: h.ID, Asked: asked}) {
				t.Quarantine, t.Shown = h.ID, asked == auth.ShownOnce
				return true, nil
			}
		}
	}
	return false, nil
}

// verifyToken reports whether we made a reply token for a player, and notes in it whether what it
// shows was lost. That is so if a game of another generation of the database had its number,
// or if the plies of its game that it had seen are not those that are stored. Whoever holds
// such a token is its player even so.
func (i *writerSearch) verifyToken(t *auth.ReplyToken, player int64) (bool, error) {
	g, generation, err := i.gameOf(t.Game)
	if err != nil || t.Verify(i.keys, player, g.Undone, generation) {
		t.LostBoard = g.ID != 0 && g.Undone == t.Undone &&
			(t.Ply > int64(g.Plies) || t.Ply == int64(g.Plies) && !t.Shows(g.Position))
		if t.LostBoard {
			t.Asks = mail.AskedQuestion{} // no offer of now
		}
		return err == nil, err
	}
	if t.Game == 0 {
		return false, nil
	}
	if i.generations == nil {
		if i.generations, err = i.tx.DB.Generations(); err != nil {
			return false, err
		}
	}
	t.LostGame = len(i.generations) > 1 && t.Verify(i.keys, player, 0, i.generations...)
	return t.LostGame, nil
}

// gameOf returns the game of a number, if there is one, and the generation of that game or
// invitation.
func (i *writerSearch) gameOf(id int64) (g db.Game, generation string, err error) {
	if id == 0 {
		return g, "", nil
	}
	g, err = i.tx.DB.Game(id)
	if !errors.Is(err, db.ErrNotFound) {
		return g, g.Generation, err
	}
	invitation, err := i.tx.DB.Invitation(id)
	if errors.Is(err, db.ErrNotFound) {
		err = nil
	}
	return g, invitation.Generation, err
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
	writer := mail.FromHash(in.Raw)
	return len(nobodys) == maxNobodys || slices.ContainsFunc(nobodys, func(raw []byte) bool {
		return len(raw) == 0 || mail.FromHash(raw) == writer
	}), err
}

// whyUnanswered says why a message is not answered at all; "" if it is.
func (h *Handler) whyUnanswered(l *mail.Message) string {
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

// vouchAtOnce notes the folded address that a signature of the message proves, if nothing else
// proves the writer and the DNS need not be asked; otherwise the message is undecided.
func (h *Handler) vouchAtOnce(in db.Incoming, p *ParsedMessage) {
	message := p.Message
	if h.whyUnanswered(message) != "" {
		return
	}
	p.server = auth.ServerVouches(in.Raw, message, h.identity.AuthservID, h.identity.Is, in.ArrivedAt)
	if h.Verifier == nil || in.TooLarge || h.identity.Open || p.server || len(h.takeTokens(p.ownCopy())) > 0 {
		return
	}
	if h.Vouched != nil {
		if address, known := h.Vouched(in); known {
			p.vouched = address
			return
		}
	}
	h.runVerification(in, func() {
		address, decided, why := h.Verifier.VouchAtOnce(in.Raw, message)
		p.vouched, p.undecided, p.unanswered = address, !decided, decided && errors.Is(why, auth.ErrUnanswered)
		h.log.Debug("signatures", "message", in.ID, "proves", address, "why not", why)
	})
}

// Vouch asks the DNS about the signatures of a message that Read left undecided. It takes a
// second at most. A message whose signatures cannot be verified then is unproven.
func (h *Handler) Vouch(ctx context.Context, in db.Incoming, p *ParsedMessage) {
	p.undecided = false
	h.runVerification(in, func() {
		address, why := h.Verifier.Vouch(ctx, in.Raw, p.Message)
		p.vouched, p.unanswered = address, errors.Is(why, auth.ErrUnanswered)
		h.log.Debug("signatures", "message", in.ID, "proves", address, "why not", why)
	})
}

// runVerification calls verify. A panic in it is our fault, and the message only stays unproven.
func (h *Handler) runVerification(in db.Incoming, verify func()) {
	defer func() {
		if r := recover(); r != nil {
			h.log.Error("a signature could not be verified", "message", in.ID, "error",
				fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
		}
	}()
	verify()
}

// answersOthers reports whether a message without a reply token answers anything but mail of
// ours or the writer's own to us: its fields name another message, or something that is no
// message, or its text quotes another writer. It does not apply to writers who were never
// proven: they have nothing here that such a message could harm.
func (i *writerSearch) answersOthers(p db.Player) (bool, error) {
	message := i.message
	if p.WroteAt.IsZero() {
		return false, nil
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
		if known, err := i.knowsMessage(p.ID, id); err != nil || !known {
			return true, err
		}
	}
	return message.Quotes == mail.QuoteOfOther && len(message.Lines) > 0 && !quotesOwn(message), nil
}

// maxRefers is how many of the ids that a message refers to are looked up. A message without a
// reply token refers to fewer.
const maxRefers = 20

// knowsMessage reports whether a message was sent by us to a player, or certainly by the player to us:
// anybody can send an unproven message in the player's name, with the id of another.
func (i *writerSearch) knowsMessage(player int64, messageID string) (bool, error) {
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
