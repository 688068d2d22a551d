package tournament_test

import (
	"time"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// ledger is that of a tournament, begun if need be.
func (y *year) ledger(t seasons.Tournament) *ledger {
	l := y.ledgers[t.ID]
	if l == nil {
		l = &ledger{
			t: t, joined: map[int64]bool{}, last: map[int64]bool{}, rating: map[int64]float64{}, out: map[int64]bool{},
			warned: map[int64]time.Time{}, leaders: map[int][]int64{},
		}
		y.ledgers[t.ID] = l
	}
	return l
}

// running is the ledger of the season of a game in which somebody plays.
func (y *year) running(game string, player int64) *ledger {
	for _, l := range y.ledgers {
		if _, out := l.out[player]; l.t.Standing && l.t.Rules == game && l.entered[player] && !out && !l.closed {
			return l
		}
	}
	return nil
}

// joined reports whether somebody has joined a season of a game that has not begun.
func (y *year) joined(game string, player int64) bool {
	for _, l := range y.ledgers {
		if l.t.Standing && l.t.Rules == game && l.entered == nil && l.joined[player] {
			return true
		}
	}
	return false
}

// learn writes what was heard into the ledgers, and holds it against them.
func (y *year) learn() {
	y.T.Helper()
	heard := y.heard
	y.heard, y.tx = nil, nil
	for _, events := range heard {
		ended := map[int64]*bout{}
		for _, e := range events {
			switch e := e.(type) {
			case tournament.Joined:
				y.ledger(e.Tournament).joined[e.Player.ID] = true
			case tournament.Withdrew:
				l := y.ledger(e.Tournament)
				if delete(l.joined, e.Player.ID); l.entered != nil {
					l.last[e.Player.ID] = true
				}
			case tournament.Began:
				y.begins(e)
			case club.GameEnded:
				if b := y.of[e.Table.Game.ID]; b != nil {
					b.result, b.onTime = resultOf(e.Table), e.Table.Game.Reason == club.OnTime
					b.of.lastEnd = y.Now
					ended[b.game] = b
				}
			}
		}
		for _, e := range events {
			switch e := e.(type) {
			case tournament.Warned:
				y.warned(e, ended)
			case tournament.PlayerOut:
				y.isOut(e, ended)
			case tournament.Adjudicated:
				y.judged(e)
			}
		}
		y.stand(events, ended)
	}
	if len(heard) > 0 {
		y.look(func(tx *db.Tx) error {
			return tx.Rows(func(scan func(...any) error) error { return scan(&y.read) }, `SELECT COALESCE(max(id), 0) FROM outbox`)
		})
	}
}

func resultOf(t *club.Table) string {
	switch t.Game.Result {
	case seasons.Void:
		return "void"
	case rules.Draw.String():
		return "draw"
	case rules.Wins(t.Record.Game().Start().Turn()).String():
		return "first"
	}
	return "second"
}
