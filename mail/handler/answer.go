package handler

import (
	"fmt"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// AnswerResult is what came of a message whose transaction is to be committed.
type AnswerResult struct {
	Seen []Observation // to be told after the commit
	// Writer is the player who wrote it, also if it was not answered; 0 if the writer is not
	// proven, or never wrote before.
	Writer int64
}

// Answer answers one message in one transaction: it calls the six steps of the package doc.
// [Handler.Read] has begun the first before the transaction.
//
// What is not proven, or has [ParsedMessage.Brief], is then cut to its header and the text that
// is read, and a program's mail to one line, so that nobody can fill the disk. The proof has
// seen the whole message.
func (h *Handler) Answer(store *db.Tx, in db.Incoming, parsed ParsedMessage) (AnswerResult, error) {
	done, err := h.answerMessage(store, in, parsed)
	if err == nil && !done.justPlays {
		err = store.Whole()
	}
	if err == nil && (parsed.Brief || !done.proven) {
		err = truncate(store, in, parsed)
	}
	return done.AnswerResult, err
}

// answered is a result with what decides how much of the message is kept, and in which kind of
// transaction it may be answered.
type answered struct {
	AnswerResult
	proven    bool // the writer is proven
	justPlays bool // the message did nothing but play in one game
}

// answerMessage carries out the six steps.
func (h *Handler) answerMessage(store *db.Tx, in db.Incoming, parsed ParsedMessage) (done answered, err error) {
	message, result, err := h.takeIn(store, &in, parsed)
	if done.AnswerResult = result; err != nil || message == nil {
		return done, err
	}
	a, err := h.beginAnswer(store, in, message)
	if err != nil {
		return done, err
	}
	writer, remark, err := h.identify(a.tx, a.messages.Keys(), in, message, parsed.server)
	if err != nil {
		return done, err
	}
	if remark != "" {
		done.AnswerResult, err = h.dropMessage(store, in, "unknown", remark)
		return done, err
	}
	done.proven = writer.Proven
	a.setWriter(writer)
	if why := a.whyUnheeded(); why != "" {
		done.AnswerResult, err = h.settleUnanswered(store, in, message, why)
		return done, err
	}
	if writer.Proven && !writer.First {
		done.Writer = writer.Player
	}
	intents, err := a.understand()
	if err != nil {
		return done, err
	}
	if a.isAway(intents) {
		done.AnswerResult, err = a.settleAbsence()
		return done, err
	}
	if !a.onlyPlays(intents) {
		if err := store.Whole(); err != nil {
			return done, err
		}
	}
	if err := a.act(intents); err != nil {
		return done, err
	}
	if a.receipt.acted && a.writer.Proven {
		p, err := a.player()
		if err == nil {
			err = club.EndAbsence(a.tx, p)
		}
		if err != nil {
			return done, err
		}
	}
	if remark, err = a.tell(); err != nil {
		return done, err
	}
	done.justPlays = a.onlyPlays(intents) && !a.more && len(a.games) == 1 && len(a.receipt.Problems) == 0 &&
		remark == ""
	done.AnswerResult, err = a.deliver(remark)
	return done, err
}

// onlyPlays reports whether the intents of a message are to play in the game that it replies in,
// and perhaps to say something to the opponent.
func (a *answer) onlyPlays(intents []command.Intent) (plays bool) {
	w := a.writer
	if !w.Proven || w.First || w.Silent || w.Paused || w.Stranger || w.ReplyToken.Game == 0 || w.known.ID != w.Player ||
		w.known.OfferedVacation || w.known.Asked != "" || a.in.TooLarge {
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

// answer is one message being answered, inside one transaction.
type answer struct {
	handler  *Handler
	tx       *club.Tx
	in       db.Incoming
	message  *mail.Message
	writer   Writer
	messages *notify.Messages // that come of it

	lang   string     // in which its lines are read
	doubts bool       // the writer is asked whether a line was meant
	doing  command.Do // what is being carried out
	took   bool       // doing has used the words below it

	games   []*orders       // in the order of the message
	begun   map[int64]int64 // the numbers of the games that its challenges began; see command.Begun
	puzzles puzzles
	talk    talk // words for others
	receipt receipt
	proof   proof // of unproven lines

	asked   db.LeaveKind // what the writer was asked to confirm before this message
	leaving db.LeaveKind // what the writer has confirmed

	// me and running cache the writer and the writer's games under way. Every event empties
	// them.
	me      *db.Player
	running *[]db.Game
	more    bool          // something happened that is more than plies and words in a game that goes on
	seen    []Observation // to be told after the commit
}

// mostRunning is how many of the writer's games under way are considered for a line that
// names none.
const mostRunning = 100

// runningGames returns the writer's games under way, by number.
func (a *answer) runningGames() ([]db.Game, error) {
	if a.running == nil {
		games, err := a.tx.DB.GamesOf(a.writer.Player, false, mostRunning)
		if err != nil {
			return nil, err
		}
		a.running = &games
	}
	return *a.running, nil
}

// beginAnswer begins the answer to a message.
func (h *Handler) beginAnswer(store *db.Tx, in db.Incoming, message *mail.Message) (*answer, error) {
	a := &answer{handler: h, tx: h.Club.Begin(store, in.ID), in: in, message: message,
		begun: map[int64]int64{}}
	a.tx.Listen(a.observeEvent)
	var err error
	a.messages, err = h.Notifier.Begin(a.tx)
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

// player returns the writer as they are now.
func (a *answer) player() (db.Player, error) {
	if a.me == nil {
		p, err := a.tx.DB.Player(a.writer.Player)
		if err != nil {
			return p, fmt.Errorf("the writer: %w", err)
		}
		a.me = &p
	}
	return *a.me, nil
}

// deliver puts the messages, as they were composed, into the outbox, and notes what became of the
// one that they answer: step six. Once that is committed package server
// sends them. A remark says why the writer gets none.
func (a *answer) deliver(remark string) (done AnswerResult, err error) {
	if err := a.messages.Send(); err != nil {
		return done, err
	}
	a.observe(KindIncoming, a.outcomeLabel(remark != ""), 0)
	done.Seen = a.seen
	if err := a.tx.DB.Settle(a.in.ID, db.IncomingDone, remark); err != nil {
		return done, err
	}
	if a.leaving == db.LeaveForget && !a.receipt.leavesLater {
		err = club.Forget(a.tx, a.writer.Player)
	}
	return done, err
}
