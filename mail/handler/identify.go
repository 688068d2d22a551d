package handler

import (
	"errors"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
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
	Confirming *db.Address

	known db.Player // Player, if they are known by the address of the message
}

// identify decides who wrote the message and whether that is proven: step two. Package auth
// says what proves a writer (proving.go). Messages with a reply token from unknown addresses
// are handled in strangers.go. The remark says why a message is dropped.
//
// keys are the secrets of our tokens. server says that our own server vouches for the writer.
func (h *Handler) identify(tx *club.Tx, keys [][]byte, in db.Incoming, message *mail.Message,
	server bool) (w Writer, remark string, err error) {
	if w, remark, err = h.writerOf(tx, keys, in, message, server); err != nil || remark != "" {
		return w, remark, err
	}
	blocked, err := tx.DB.OperatorBlocked(w.Player)
	if err != nil || !blocked {
		return w, "", err
	}
	// A player who writes is sent messages again, but not in this case.
	return w, "the operator blocks its writer", club.StopMessages(tx, w.Player)
}

// writerOf finds the writer of a message. The operator may have blocked them.
func (h *Handler) writerOf(tx *club.Tx, keys [][]byte, in db.Incoming, message *mail.Message,
	server bool) (w Writer, remark string, err error) {
	i := &identifying{
		handler: h, tx: tx, in: in, message: message, server: server, tokens: h.takeTokens(message), keys: keys,
	}
	from := message.From[0]
	known, err := tx.DB.PlayerByAddress(mail.Key(from.Addr))
	if errors.Is(err, db.ErrNotFound) && len(i.tokens) > 0 {
		return i.unknown(from)
	}
	if known.Leaving {
		return w, "", &club.DepartingError{Player: known.ID}
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
	wrote := club.WriterSigns{Signed: from.Name, Proven: w.Proven, Fresh: fresh}
	if known.WroteAt.IsZero() {
		wrote.Lang = h.languageOf(message)
	}
	welcomed, err := club.Welcome(tx, known, wrote)
	if err != nil {
		return w, "", err
	}
	w.known, w.First, w.Silent, w.Paused = welcomed.Player, welcomed.First, welcomed.Silent, welcomed.Paused
	if w.Sent, err = i.sent(w); err != nil {
		return w, "", err
	}
	return w, "", tx.DB.NoteSender(in.ID, w.Player)
}
