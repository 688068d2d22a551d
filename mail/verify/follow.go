package verify

import (
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
)

// Of a game g: that a player of it does not let it be seen; players who are none any more or
// are blocked by the operator, and who are programs; and whoever follows anything. Where two
// players became one, programs may follow, and who has blocked one another.
const (
	hidden   = `EXISTS (SELECT 1 FROM players WHERE id IN (g.black, g.white) AND public = 0 AND NOT (robot = 1 AND address = ''))`
	away     = `(SELECT id FROM players WHERE address = '' UNION SELECT player FROM blocks WHERE player = blocked)`
	programs = `(SELECT id FROM players WHERE robot = 1 AND NOT EXISTS (SELECT 1 FROM players WHERE address = '' AND name = ''))`
	unmerged = ` AND NOT EXISTS (SELECT 1 FROM players WHERE address = '' AND name = '')`
	follow   = `(SELECT follower FROM follow_games UNION SELECT follower FROM follow_players UNION SELECT follower FROM follow_tournaments UNION SELECT follower FROM follow_tables)`
)

// following finds what is wrong with what is followed: numbers of followers, or of games, and
// beside each a number that its sentence names.
var following = []struct{ of, mend, what, query string }{
	{"follower", "follower", "follows what others play, and is forgotten or blocked", `SELECT follower, 0 FROM ` + follow + ` AS f WHERE follower IN ` + away},
	{"follower", "follower", "follows what others play, and is a program", `SELECT follower, 0 FROM ` + follow + ` AS f WHERE follower IN ` + programs},
	{"follower", "follower", "is to be told what others play, and is forgotten or blocked", `SELECT player, 0 FROM followers WHERE due_at <> 0 AND player IN ` + away},
	{"follower", "follower", "wants the best of the week, and is forgotten, blocked or a program",
		`SELECT player, 0 FROM best_weeks WHERE player IN ` + away + ` OR player IN ` + programs},
	{"follower", "reading", "follows what others play, and nothing says how they read it", `SELECT follower, 0 FROM ` + follow + ` AS f WHERE follower NOT IN (SELECT player FROM followers)`},
	{"follower", "reading", "has no digest, and is never told what others play", `SELECT p.id, 0 FROM followers AS f JOIN players AS p ON p.id = f.player
		WHERE f.often = 'digest' AND f.due_at = 0 AND p.digest = 'off' AND p.stopped_at = 0 AND p.leaving = 0
			AND (EXISTS (SELECT 1 FROM follow_games WHERE follower = p.id AND done = 0) OR EXISTS (SELECT 1 FROM follow_players WHERE follower = p.id) OR EXISTS (SELECT 1 FROM follow_tables WHERE follower = p.id))`},
	{"follower", "follower", "follows the games of player %d, who lets nobody see them or is none any more", `SELECT f.follower, f.player FROM follow_players AS f JOIN players AS p ON p.id = f.player
		WHERE p.public = 0 OR p.address = ''`},
	{"follower", "follower", "follows their own games, or those of player %d, of whom one has blocked the other", `SELECT f.follower, f.player FROM follow_players AS f
		WHERE f.follower = f.player OR EXISTS (SELECT 1 FROM blocks WHERE player = f.follower AND blocked = f.player OR player = f.player AND blocked = f.follower)
			AND NOT EXISTS (SELECT 1 FROM players WHERE address = '' AND name = '')`},
	{"follower", "follower", "follows game %d, which is their own", `SELECT f.follower, f.game FROM follow_games AS f JOIN games AS g ON g.id = f.game WHERE f.follower IN (g.black, g.white)`},
	{"follower", "follower", "follows game %d, which not both of its players let be seen", `SELECT f.follower, f.game FROM follow_games AS f JOIN games AS g ON g.id = f.game WHERE f.done = 0 AND ` + hidden},
	{"follower", "followed", "has read game %d beyond its last ply, and is not told of the next", `SELECT f.follower, f.game FROM follow_games AS f JOIN games AS g ON g.id = f.game WHERE f.plies > g.plies`},
	{"follower", "followed", "was told the end of game %d, which goes on", `SELECT f.follower, f.game FROM follow_games AS f JOIN games AS g ON g.id = f.game
		WHERE f.done = 1 AND f.chosen = 1 AND g.result = 'none'`},
	{"follower", "followed", "has read some of game %d, and nothing says when", `SELECT follower, game FROM follow_games WHERE told_at = 0 AND plies > 0`},
	{"follower", "follower", "follows game %d, which is neither chosen nor of whom or what they follow", `SELECT f.follower, f.game FROM follow_games AS f JOIN games AS g ON g.id = f.game
		WHERE f.done = 0 AND f.chosen = 0
			AND NOT EXISTS (SELECT 1 FROM follow_players AS w WHERE w.follower = f.follower AND w.player IN (g.black, g.white) AND w.rules IN ('', g.rules))
			AND NOT EXISTS (SELECT 1 FROM follow_tournaments AS w JOIN pairings AS p ON p.tournament = w.tournament WHERE w.follower = f.follower AND p.game = f.game)
			AND NOT EXISTS (SELECT 1 FROM players WHERE address = '' AND name = '')`},
	{"follower", "follower", "is to be told of tournament %d, and does not follow it", `SELECT follower, tournament FROM follow_tables AS t
		WHERE NOT EXISTS (SELECT 1 FROM follow_tournaments WHERE follower = t.follower AND tournament = t.tournament)`},
	{"follower", "follower", "is to be told of a division of tournament %d that there is not", `SELECT follower, tournament FROM follow_tables AS t
		WHERE NOT EXISTS (SELECT 1 FROM divisions WHERE tournament = t.tournament AND number = t.division)`},
	{"follower", "followed", "was told of game %d before it began", `SELECT f.follower, f.game FROM follow_games AS f JOIN games AS g ON g.id = f.game WHERE f.told_at <> 0 AND f.told_at < g.started_at - 3600000`},
	{"follower", "followed", "has read plies of game %d that were taken back, and none were", `SELECT f.follower, f.game FROM follow_games AS f JOIN games AS g ON g.id = f.game WHERE f.undone = 1 AND g.undone = 0`},
	{"follower", "follower", "follows player %d since before they were one themselves", `SELECT f.follower, f.player FROM follow_players AS f JOIN players AS p ON p.id = f.follower
		WHERE f.made_at < p.created_at - 3600000` + unmerged},
	{"follower", "follower", "follows tournament %d since before it was made", `SELECT f.follower, f.tournament FROM follow_tournaments AS f JOIN tournaments AS t ON t.id = f.tournament WHERE f.made_at < t.made_at - 3600000`},
	{"follower", "follower", "is to be told of tournament %d since before it was made", `SELECT f.follower, f.tournament FROM follow_tables AS f JOIN tournaments AS t ON t.id = f.tournament WHERE f.noted_at < t.made_at - 3600000`},
	{"game", "news", "it is among those of the week, and too short, or did not end on the board or by its players", `SELECT w.game, 0 FROM week_games AS w JOIN games AS g ON g.id = w.game
		WHERE g.plies < 10 OR g.reason IN ('time', 'adjudicated')`},
	{"game", "news", "it is among those of the week, and did not end then, or has no winner and is no draw", `SELECT w.game, 0 FROM week_games AS w JOIN games AS g ON g.id = w.game
		WHERE g.result NOT IN ('black', 'white', 'draw') OR g.ended_at <> w.ended_at`},
	{"game", "news", "it is among those of the week, and not both of its players let it be seen", `SELECT w.game, 0 FROM week_games AS w JOIN games AS g ON g.id = w.game WHERE ` + hidden},
}

// followers looks at who follows what, up to where they have read it, and when they are
// told.
func followers(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	for _, f := range following {
		if err := tx.Rows(func(scan func(...any) error) error {
			var id, other int64
			err := scan(&id, &other)
			what := f.what
			if other != 0 {
				what = fmt.Sprintf(what, other)
			}
			faults = append(faults, Fault{Of: f.of, ID: id, What: what, Mend: mend(f.mend)})
			return err
		}, f.query+` ORDER BY 1, 2`); err != nil {
			return nil, fmt.Errorf("checking that nobody %s: %w", f.what, err)
		}
	}
	unknown, err := ofUnknown(tx, w)
	if err != nil {
		return nil, err
	}
	due, err := overdue(tx, w)
	return slices.Concat(faults, unknown, due), err
}

// ofUnknown finds who follows games of rules that there are not.
func ofUnknown(tx *db.Tx, w *world) (faults []Fault, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var id, player int64
		var rules string
		err := scan(&id, &player, &rules)
		if _, none := w.club.Rules(rules); none != nil {
			faults = append(faults, Fault{Of: "follower", ID: id, What: fmt.Sprintf("follows the games of player %d in %q, which is none", player, rules), Mend: mend("follower")})
		}
		return err
	}, `SELECT follower, player, rules FROM follow_players WHERE rules <> '' ORDER BY 1, 2, 3`)
	return faults, err
}

// overdue looks for what waits for longer than anything puts it off: news of a game or a
// table, and letters to who reads each for two hours, what is told daily for a day, and the best of
// the week until the next Monday.
func overdue(tx *db.Tx, w *world) (faults []Fault, err error) {
	const most = 2 * time.Hour
	if err := tx.Rows(func(scan func(...any) error) error {
		var of string
		var id, at int64
		err := scan(&of, &id, &at)
		faults = append(faults, Fault{Of: of, ID: id, What: fmt.Sprintf("its followers are told of it at %s and no sooner", said(moment(at))), Mend: mend("news")})
		return err
	}, `SELECT 'game' AS kind, game, due_at FROM followed WHERE due_at > ?1
		UNION ALL SELECT 'tournament', tournament, due_at FROM followed_tables WHERE due_at > ?1 ORDER BY 1, 2`, w.now.Add(most).UnixMilli()); err != nil {
		return nil, err
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var p db.Player
		var best bool
		var often string
		var due int64
		err := scan(&best, &p.ID, &often, &due, &p.Timezone, &p.DigestMinute)
		next := w.now.Add(most)
		schedule := clock.Schedule{Minute: p.DigestMinute, Zone: club.ZoneOf(p)}
		if schedule.Weekly, schedule.Day = best, time.Monday; best || often == "digest" {
			next = later(next, schedule.Next(w.now.Add(slack)))
		}
		if at := moment(due); at.After(next) {
			what := "what they follow"
			if best {
				what = "the best of the week"
			}
			faults = append(faults, Fault{Of: "follower", ID: p.ID, What: fmt.Sprintf("is told %s at %s, and is to be told at %s at the latest", what, said(at), said(next)), Mend: mend("reading")})
		}
		return err
	}, `SELECT 0 AS best, p.id, f.often, f.due_at, p.timezone, p.digest_minute FROM followers AS f JOIN players AS p ON p.id = f.player WHERE f.due_at > ?1
		UNION ALL SELECT 1, p.id, '', b.due_at, p.timezone, p.digest_minute FROM best_weeks AS b JOIN players AS p ON p.id = b.player WHERE b.due_at > ?1
		ORDER BY 1, 2`, w.now.UnixMilli())
	return faults, err
}
