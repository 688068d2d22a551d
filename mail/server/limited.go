package server

import (
	"context"
	"errors"
	"time"

	"turnpost/db"
	"turnpost/mail"
)

// accountPause is how long nothing is sent when the smarthost took nothing from our
// account so often, one time after the other.
func accountPause(failures int) time.Duration {
	steps := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour}
	return steps[min(max(failures, 1), len(steps))-1]
}

// limited puts the whole account off, for all daemons: the smarthost takes nothing
// more of ours for now. It counts against no letter and nobody. Where the answer may
// mean this letter after all, another one is tried first; if that is taken, and this
// one is not once more, the letter waits alone from then on, as any that is deferred.
func limited(ctx context.Context, s *Server, out db.Outgoing, said error) error {
	status := mail.StatusIn(said.Error())
	var account db.Account
	alone, tooLate := false, false
	err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
		alone, tooLate = false, false
		policy := errors.Is(said, mail.ErrPolicy)
		spared, last, err := tx.Spared(out.ID)
		if err != nil {
			return err
		}
		if policy && spared > 0 {
			if alone, err = tx.SentAfter(last); err != nil {
				return err
			}
		}
		if alone {
			if tooLate, err = s.late(tx, out); err != nil || tooLate {
				return err
			}
			return ours(tx.Postpone(out.ID, s.own.number.Load(), tx.Now.Add(retryAfter(out.Attempts-spared)), said.Error()))
		}
		if account, err = tx.Account(); err != nil {
			return err
		}
		if !tx.Deferred(account) { // else another daemon was told the same
			if account.Failures == 0 {
				account.DeferredAt = tx.Now
			}
			account.Failures++
			account.Status = status
			account.DeferredUntil = tx.Now.Add(accountPause(account.Failures))
			if err := tx.SaveAccount(account); err != nil {
				return err
			}
		}
		due := account.DeferredUntil
		if policy {
			due = due.Add(retryAfter(spared+1) / 2)
		}
		return ours(tx.Spare(out.ID, s.own.number.Load(), due, said.Error()))
	})
	s.emit(Deferred, "")
	switch {
	case errors.Is(err, errNotOurs):
		return err
	case err != nil:
		return errors.Join(said, err)
	case tooLate: // the smarthost takes others; the address is not at fault
		return s.refused(ctx, out, "given up: "+said.Error(), false)
	case alone:
		s.log.Info("a letter was deferred by a policy", "letter", out.ID, "kind", out.Kind, "attempts", out.Attempts, "status", status)
	case account.Failures == 1:
		s.log.Warn("the smarthost takes nothing more from our account for now; all letters wait, and none is lost", "status", status, "until", account.DeferredUntil)
	}
	s.log.Debug("nothing more is taken", "letter", out.ID, "failures", account.Failures, "error", said) // servers repeat addresses
	return nil
}

// recovered notes that the smarthost takes letters again, when it did not, and
// returns how it stood before. A letter that was on its way when another one was put
// off says nothing of that.
func recovered(tx *db.Tx) (before db.Account, err error) {
	before, err = tx.Account()
	if err != nil || before.Failures == 0 || tx.Deferred(before) {
		return db.Account{}, err
	}
	return before, tx.SaveAccount(db.Account{})
}
