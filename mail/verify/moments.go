package verify

import (
	"fmt"
	"time"

	"turnpost/db"
)

// slack is how far another machine's clock may be before ours.
const slack = time.Hour

// inTime are the columns of moments that are over when they are written, of what they
// are, and the row's number.
var inTime = []struct{ of, what, query string }{
	{"game", "a ply of it is of", `SELECT game, max(played_at) FROM plies WHERE played_at > ? GROUP BY game`},
	{"game", "it began in", `SELECT id, started_at FROM games WHERE started_at > ?`},
	{"game", "it ended in", `SELECT id, ended_at FROM games WHERE ended_at > ?`},
	{"game", "its turn began in", `SELECT id, turn_at FROM games WHERE turn_at > ?`},
	{"game", "words in it are of", `SELECT game, max(said_at) FROM talk WHERE said_at > ? GROUP BY game`},
	{"game", "notes in it are of", `SELECT game, max(noted_at) FROM notes WHERE noted_at > ? GROUP BY game`},
	{"invitation", "it is of", `SELECT id, created_at FROM invitations WHERE created_at > ?`},
	{"invitation", "it was answered in", `SELECT id, answered_at FROM invitations WHERE answered_at > ?`},
	{"player", "they came to be in", `SELECT id, created_at FROM players WHERE created_at > ?`},
	{"player", "the second address was asked in", `SELECT player, asked_at FROM addresses WHERE asked_at > ?`},
	{"player", "the second address said yes in", `SELECT player, confirmed_at FROM addresses WHERE confirmed_at > ?`},
	{"player", "the first letter came in", `SELECT id, wrote_at FROM players WHERE wrote_at > ?`},
	{"player", "the silence began in", `SELECT id, stopped_at FROM players WHERE stopped_at > ?`},
	{"player", "the last digest told what was until", `SELECT id, digest_at FROM players WHERE digest_at > ?`},
	{"player", "a rating is of", `SELECT player, max(rated_at) FROM ratings WHERE rated_at > ? GROUP BY player`},
	{"follower", "they were told of a game in", `SELECT follower, max(told_at) FROM follow_games WHERE told_at > ? GROUP BY follower`},
	{"follower", "they follow somebody since", `SELECT follower, max(made_at) FROM follow_players WHERE made_at > ? GROUP BY follower`},
	{"follower", "they follow a tournament since", `SELECT follower, max(made_at) FROM follow_tournaments WHERE made_at > ? GROUP BY follower`},
	{"follower", "they are to be told of a table since", `SELECT follower, max(noted_at) FROM follow_tables WHERE noted_at > ? GROUP BY follower`},
	{"puzzle", "it was found in", `SELECT id, found_at FROM puzzles WHERE found_at > ?`},
	{"player", "a puzzle was answered in", `SELECT player, max(at) FROM puzzle_answers WHERE at > ? GROUP BY player`},
	{"letter in", "it came in", `SELECT id, arrived_at FROM inbox WHERE arrived_at > ?`},
	{"letter in", "it was settled in", `SELECT id, handled_at FROM inbox WHERE handled_at > ?`},
	{"letter out", "it was written in", `SELECT id, created_at FROM outbox WHERE created_at > ?`},
	{"letter out", "it was sent in", `SELECT id, sent_at FROM outbox WHERE sent_at > ?`},
	{"letter out", "it came back in", `SELECT letter, at FROM bounces WHERE at > ?`},
	{"player", "they were told what was wrong, and are told nothing more of it, since", `SELECT player, max(told_at) FROM restraints WHERE told_at > ? GROUP BY player`},
	{"player", "a question to them is of", `SELECT player, max(asked_at) FROM questions WHERE asked_at > ? GROUP BY player`},
	{"player", "what a forgotten player is kept from is of", `SELECT player, max(at) FROM wishes WHERE at > ? GROUP BY player`},
	{"file", "an act of an operator is of", `SELECT 0, max(at) FROM audit WHERE at > ? HAVING count(*) > 0`},
	{"key", "it was made in", `SELECT id, created_at FROM keys WHERE created_at > ?`},
	{"file", "the last sign of life of a server is of", `SELECT 0, at FROM heartbeat WHERE at > ?`},
}

// farOff are those of moments to come, which are not farther off than so long.
var farOff = []struct {
	of, what, query string
	most            time.Duration
}{
	{"invitation", "it stands until", `SELECT id, expires_at FROM invitations WHERE state = 'open' AND expires_at > ?`, 2 * 366 * day},
	// What seems to wait for longer than db.Ahead waits no more, but nobody can have set it.
	{"letter out", "it is put off until", `SELECT id, due_at FROM outbox WHERE state = 'queued' AND due_at > ?`, 7 * day},
}

// moments looks for what happened in the future, or is to happen too far in it.
func moments(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	ask := func(of, what, query string, most time.Duration) error {
		return tx.Rows(func(scan func(...any) error) error {
			var id, at int64
			err := scan(&id, &at)
			faults = append(faults, Fault{Of: of, ID: id, What: fmt.Sprintf("%s the future, %s", what, said(moment(at))), Mend: mend("future")})
			return err
		}, query, w.now.Add(most).UnixMilli())
	}
	for _, c := range inTime {
		if err := ask(c.of, c.what, c.query, slack); err != nil {
			return nil, err
		}
	}
	for _, c := range farOff {
		if err := ask(c.of, c.what, c.query, c.most); err != nil {
			return nil, err
		}
	}
	return faults, nil
}
