package consistency

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/puzzles"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// values checks those that have a meaning outside the database. Games are replayed by theirs.
func (v *verifier) values(tx *db.Tx, found *faults) error {
	isPace := func(text string) bool { p, err := clock.ParsePace(text); return err == nil && p.String() == text }
	isRules := func(text string) bool { _, err := v.club.Rules(text); return err == nil }
	isZone := func(text string) bool {
		zone := club.StoredZone(db.Player{Timezone: text})
		_, err := time.LoadLocation(zone)
		return err == nil && zone != "" && zone != "Local"
	}
	isLang := func(text string) bool { return slices.Contains(rules.Languages(), text) }
	for _, w := range []struct {
		of, what, query string
		is              func(string) bool
		todo            string
	}{
		{"invitation", "pace", `SELECT id, pace FROM invitations WHERE state = 'open'`, isPace, doInvitation},
		{"tournament", "pace", `SELECT id, pace FROM tournaments`, isPace, doTournament},
		{"invitation", "rules", `SELECT id, rules FROM invitations WHERE state = 'open'`, isRules, doInvitation},
		{"tournament", "rules", `SELECT id, rules FROM tournaments`, isRules, doTournament},
		{"ladder", "rules", `SELECT 0, rules FROM rungs`, isRules, doLadder},
		{"follower", "rules", `SELECT follower, rules FROM follow_players WHERE rules <> ''`, isRules, doFollower},
		{"player", "timezone", `SELECT id, timezone FROM players`, isZone, doPlayer},
		{"player", "language", `SELECT id, lang FROM players`, isLang, doLanguage},
	} {
		known := map[string]bool{}
		if err := tx.Rows(func(scan func(...any) error) error {
			var id int64
			var text string
			if err := scan(&id, &text); err != nil {
				return err
			}
			right, asked := known[text]
			if !asked {
				right = w.is(text)
				known[text] = right
			}
			if !right {
				found.add(w.of, id, w.todo, "its "+w.what+" %q is none", text)
			}
			return nil
		}, w.query); err != nil {
			return err
		}
	}
	return nil
}

// What an operator can do about values.
const (
	doInvitation = "no game is affected; ask the player who made it to write 'withdraw' and to challenge again"
	doPlayer     = "games are right; ask the player to set it again"
	doLanguage   = "moves of their opponents are put aside; ask the player to write 'lang en', then replay what " +
		"was put aside"
	doLadder   = "no game is affected; restore the last backup that verifies"
	doFollower = "no game is affected; ask the player to write 'unfollow', and 'follow' again"
	doPuzzle   = "no game is affected; its answer may be wrong until newer puzzles replace it"
	doFuture   = "the machine's clock was ahead, or somebody changed it; set the clock right, and keep a backup"
)

// past are columns of moments that are over when they are written. Each is of what id names.
var past = []struct {
	of, table, id, columns string
}{
	{"game", "games", "id", "started_at ended_at turn_at resigned_at resumed_at break_since"},
	{"game", "talk", "game", "said_at"},
	{"game", "notes", "game", "noted_at"},
	{"invitation", "invitations", "id", "created_at answered_at"},
	{"player", "players", "id", "created_at wrote_at stopped_at digest_at"},
	{"player", "addresses", "player", "asked_at confirmed_at"},
	{"player", "ratings", "player", "rated_at"},
	{"player", "restraints", "player", "told_at"},
	{"player", "questions", "player", "asked_at"},
	{"player", "wishes", "player", "at"},
	{"player", "puzzle_answers", "player", "at"},
	{"puzzle", "puzzles", "id", "found_at"},
	{"follower", "follow_games", "follower", "told_at"},
	{"follower", "follow_players", "follower", "made_at"},
	{"follower", "follow_tournaments", "follower", "made_at"},
	{"follower", "follow_tables", "follower", "noted_at"},
	{"tournament", "tournaments", "id", "made_at begun_at ended_at"},
	{"tournament", "cup_guests", "tournament", "asked_at answered_at"},
	{"tournament", "entrants", "tournament", "joined_at warned_at out_at asked_at"},
	{"message in", "inbox", "id", "arrived_at handled_at"},
	{"message out", "outbox", "id", "created_at sent_at"},
	{"message out", "bounces", "message", "at"},
	{"key", "keys", "id", "created_at"},
	{"daemon", "daemons", "id", "started_at"},
	{"file", "audit", "0", "at"},
	{"file", "heartbeat", "0", "at"},
	{"file", "sending", "0", "deferred_at"},
	{"file", "posts", "0", "deaf_at"},
}

// moments looks for events in the future.
func (v *verifier) moments(tx *db.Tx, found *faults) error {
	for _, p := range past {
		for _, column := range strings.Fields(p.columns) {
			if err := tx.Rows(func(scan func(...any) error) error {
				var id, at int64
				err := scan(&id, &at)
				found.add(p.of, id, doFuture, p.table+"."+column+" is in the future, %s", said(moment(at)))
				return err
			}, fmt.Sprintf(`SELECT %s, %s FROM %s WHERE %s > ?`, p.id, column, p.table, column),
				tx.Now.Add(slack).UnixMilli()); err != nil {
				return err
			}
		}
	}
	return nil
}

// puzzles checks that each puzzle can be asked: one ply alone keeps the win, and leads where it says.
func (v *verifier) puzzles(tx *db.Tx, found *faults) error {
	return puzzles.All(tx, func(p puzzles.Puzzle) error {
		g, err := v.club.Rules(p.Rules)
		if err == nil {
			_, err = analysis.ReadPuzzle(g, p)
		}
		if err != nil {
			found.add("puzzle", p.ID, doPuzzle, "%v", err)
		}
		return nil
	})
}
