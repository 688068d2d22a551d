package servertest

import (
	"context"
	"errors"
	"fmt"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/notify"
)

// Sender is a Courier that says of each recipient what the map does.
type Sender map[string]error

// Send is of mail.Courier.
func (s Sender) Send(_ context.Context, e mail.Envelope) error { return s[e.To] }

// Close is of mail.Courier.
func (s Sender) Close() error { return nil }

// Refuse is a Courier that refuses one recipient for good.
func Refuse(address string) Sender {
	return Sender{address: fmt.Errorf("%w: no such person", mail.ErrRefused)}
}

// Deliver sends everything that is due, and returns what went wrong.
func (w *World) Deliver(c mail.Courier) (failed error) {
	w.T.Helper()
	for range 100 {
		worked, err := w.Server.DeliverNext(context.Background(), c)
		failed = errors.Join(failed, err)
		if !worked {
			return failed
		}
	}
	require.FailNow(w.T, "delivery does not end")
	return nil
}

// Whole is a letter out as it is sent, with its pictures.
func (w *World) Whole(o db.Outgoing) []byte {
	w.T.Helper()
	raw, err := notify.Draw(o.Raw, w.Desk.Club.Games(), Painter)
	require.NoError(w.T, err)
	return raw
}

// Outgoing lists the letters out that are in a state.
func (w *World) Outgoing(state string) (out []db.Outgoing) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) (err error) { out, err = tx.Outgoing(state); return err }))
	return out
}
