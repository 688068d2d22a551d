package server

import (
	"context"

	"turnpost/db"
	"turnpost/mail/handler"
)

// CheckToken returns whose token it is, if Unsubscribe takes it; else evidence.ErrToken.
// It changes nothing.
func (s *Server) CheckToken(ctx context.Context, token string) (holder handler.TokenHolder, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { holder, err = s.desk.CheckToken(tx, token); return err })
	return holder, err
}

// Unsubscribe pauses or stops the letters to the player whose token it is, and sends the
// last one; see handler.Handler.Unsubscribe.
func (s *Server) Unsubscribe(ctx context.Context, token string) error {
	var seen []handler.Observation
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		return guard(func() (err error) { seen, err = s.desk.Unsubscribe(tx, token); return err })
	})
	if err == nil && len(seen) > 0 {
		s.emitAll(seen)
		announce(s.work.toSend)
	}
	return err
}
