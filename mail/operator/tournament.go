package operator

import (
	"context"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
)

// NewTournament makes a tournament that one can join, and which begins after so many days;
// 0: by StartTournament. A tournament.OperatorError says why none can be.
func (o *Operator) NewTournament(ctx context.Context, t seasons.Tournament, signUp int) error {
	return o.do(ctx, db.Audit{Act: "tournament new", Detail: t.Name}, func(tx *club.Tx) error {
		t.StartsAt = tournament.Begins(tx.Now(), signUp)
		_, err := tournament.Create(tx, t)
		return err
	})
}

// StartTournament lets a tournament begin now, and EndTournament end; see season.Start
// and season.End.
func (o *Operator) StartTournament(ctx context.Context, name string) error {
	return o.tournament(ctx, "tournament start", name, tournament.Start)
}

func (o *Operator) EndTournament(ctx context.Context, name string) error {
	return o.tournament(ctx, "tournament end", name, tournament.End)
}

func (o *Operator) tournament(ctx context.Context, act, name string, f func(*club.Tx, string) (seasons.Tournament, error)) error {
	return o.do(ctx, db.Audit{Act: act, Detail: name}, func(tx *club.Tx) error { _, err := f(tx, name); return err })
}

// Tables are those of a tournament, the highest division first, until they have so many
// rows; < 0: all.
func (o *Operator) Tables(tx *db.Tx, t seasons.Tournament, rows int) ([]tournament.Standings, error) {
	return tournament.TopStandings(o.desk.Club.Begin(tx, 0), t, rows)
}
