package handler

import (
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// AnswerResult is what came of a message.
type AnswerResult struct {
	Seen []Observation // to be told after the commit
	// Writer is the player who wrote it; 0 if the writer is not proven, or never wrote before. It
	// is set if the answer failed, too.
	Writer int64

	proven    bool // the writer is proven
	justPlays bool // the message did nothing but play in one game
}

// Answer answers one message in one transaction: it calls the six steps of the package doc.
// [Handler.Read] has begun the first before the transaction.
//
// What is not proven, or has [ParsedMessage.Brief], is then cut to its header and the text that
// is read, and a program's mail to one line, so that nobody can fill the disk. The proof has
// seen the whole message.
func (h *Handler) Answer(store *db.Tx, in db.Incoming, parsed ParsedMessage) (AnswerResult, error) {
	done, err := h.takeSteps(store, in, parsed)
	if err == nil && !done.justPlays {
		err = store.Whole()
	}
	if err == nil && (parsed.Brief || !done.proven) {
		err = truncate(store, in, parsed)
	}
	return done, err
}

// takeSteps takes a message through the six steps, or through as many as it needs.
func (h *Handler) takeSteps(store *db.Tx, in db.Incoming, parsed ParsedMessage) (done AnswerResult, err error) {
	// Read.
	message, seen, err := h.takeIn(store, &in, parsed)
	if done.Seen = seen; err != nil || message == nil {
		return done, err
	}
	a, err := h.beginAnswer(store, in, message)
	if err != nil {
		return done, err
	}

	// Identify.
	writer, remark, err := h.identify(a.tx, a.messages.Keys(), in, message, parsed.server)
	if err != nil {
		return done, err
	}
	if remark != "" {
		done.Seen, err = h.dropMessage(store, in, "unknown", remark)
		return done, err
	}
	done.proven = writer.Proven
	a.setWriter(writer)
	if why := a.whyUnheeded(); why != "" {
		done.Seen, err = h.settleUnanswered(store, in, message, why)
		return done, err
	}
	if writer.Proven && !writer.First {
		done.Writer = writer.Player
	}

	// Understand.
	intents, err := a.understand()
	if err != nil {
		return done, err
	}
	if a.isAway(intents) {
		done.Seen, err = a.settleAbsence()
		return done, err
	}

	// Act. A transaction that does more than play in one game must not run beside such ones.
	if !a.onlyPlays(intents) {
		if err := store.Whole(); err != nil {
			return done, err
		}
	}
	if err := a.act(intents); err != nil {
		return done, err
	}
	if err := a.endAbsence(); err != nil {
		return done, err
	}

	// Tell.
	if remark, err = a.tell(); err != nil {
		return done, err
	}

	// Deliver.
	done.justPlays = a.onlyPlays(intents) && !a.more && len(a.games) == 1 && len(a.receipt.Problems) == 0 &&
		remark == ""
	done.Seen, err = a.deliver(remark)
	return done, err
}

// onlyPlays reports whether the intents of a message are to play in the game that it replies in,
// and perhaps to say something to the opponent.
func (f *facts) onlyPlays(intents []command.Intent) (plays bool) {
	w := f.writer
	if !w.Proven || w.First || w.Silent || w.Paused || w.Stranger || w.ReplyToken.Game == 0 || w.known.ID != w.Player ||
		w.known.OfferedVacation || w.known.Asked != "" || f.in.TooLarge {
		return false
	}
	for _, in := range intents {
		switch in := in.(type) {
		case command.Play:
			if in.Accepts || in.Game != w.ReplyToken.Game {
				return false
			}
			plays = true
		case command.Talk:
			if in.Hint != nil {
				return false
			}
		case command.LeaveOutSignature, command.IgnoreLine:
		default:
			return false
		}
	}
	return plays
}

// answer is one message being answered, inside one transaction. It carries out what the message
// wants; what it shares with the steps before and after that is in the parts that it embeds.
type answer struct {
	*facts    // what is known
	*receipt  // what is told
	*gatherer // what the message wants of each game
	*talk     // its words for others

	current   command.Do    // what is being carried out
	tookWords bool          // current has used the words below it
	unproven  unprovenLines // what needs a proof that is missing

	puzzleSolved bool // the message has answered a puzzle
	puzzleShown  bool // the answer shows a puzzle

	asked   db.QuitKind // what the writer was asked to confirm before this message
	leaving db.QuitKind // what the writer has confirmed

	more bool // something happened that is more than plies and words in a game that goes on
}

// beginAnswer begins the answer to a message.
func (h *Handler) beginAnswer(store *db.Tx, in db.Incoming, message *mail.Message) (*answer, error) {
	f := &facts{
		handler: h, tx: h.Club.Begin(store, in.ID), in: in, message: message, opened: map[int64]*club.Game{},
	}
	r := &receipt{facts: f, limiter: limiter{f}}
	g := &gatherer{facts: f, receipt: r, begun: map[int64]int64{}}
	a := &answer{facts: f, receipt: r, gatherer: g, talk: &talk{facts: f, receipt: r, gatherer: g}}
	f.tx.Listen(a.observeEvent)
	var err error
	r.messages, err = h.Notifier.Begin(f.tx)
	return a, err
}

// setWriter notes who wrote the message.
func (a *answer) setWriter(w Writer) {
	a.writer = w
	if w.known.ID == w.Player {
		a.me = &w.known
	}
	to := notify.AnsweredMessage{
		Writer: w.Player, Message: a.in.ID, Stranger: w.Stranger, Proven: w.Proven,
		Refers: len(a.message.InReplyTo)+len(a.message.References) > 0 || w.ReplyToken.Secret != "",
		Game:   w.ReplyToken.Game,
	}
	if w.Proven { // else they may be somebody else's words
		to.Subject, to.MessageID = a.message.Subject, a.message.MessageID
	}
	a.messages.Answer(to)
}

// tell decides what the writer is told about their message: step five. Package notify has
// heard the events of the club, and composes what everybody is told. Here the receipt of the
// lines is added, and it is decided whether the answer may go (limits.go);
// if not, the remark says why. At the end all messages are composed to the last byte.
func (a *answer) tell() (remark string, err error) {
	switch {
	case a.receipt.leavesLater: // the last message tells what was done
		a.messages.Drop(db.Player{ID: a.writer.Player})
	case !a.receipt.omitted:
		err = a.finishReceipt()
	}
	if err != nil {
		return "", err
	}
	if remark, err = a.restrainAnswer(); err != nil {
		return "", err
	}
	if err := a.suggestSettings(); err != nil {
		return "", err
	}
	return remark, a.messages.Compose()
}

// deliver puts the messages, as they were composed, into the outbox, and notes what became of the
// one that they answer: step six. Once that is committed package server sends them. A remark says
// why the writer gets none.
func (a *answer) deliver(remark string) (seen []Observation, err error) {
	if err := a.messages.Send(); err != nil {
		return nil, err
	}
	a.observe(KindIncoming, a.outcomeLabel(remark != ""), 0)
	if err := a.tx.DB.Settle(a.in.ID, db.IncomingDone, remark); err != nil {
		return nil, err
	}
	if a.leaving == db.LeaveForget && !a.receipt.leavesLater {
		err = club.Forget(a.tx, a.writer.Player)
	}
	return a.seen, err
}
