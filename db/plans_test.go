package db_test

import (
	"database/sql"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
)

// growing are the tables that grow with what is played. The others have a few
// rows, or one a player that is only read by its key.
var growing = []string{"games", "plies", "players", "inbox", "mails", "outbox", "texts", "invitations", "talk", "notes", "conditionals", "breaks",
	"ratings", "bounces", "quarantine", "restraints", "notices", "questions", "pauses", "blocks", "mutes", "known_names", "origins", "addresses", "wishes", "invited", "address_questions",
	"audit", "tournaments", "entrants", "cup_guests", "divisions", "pairings", "turnings", "rungs", "ladder_games", "puzzle_games",
	"followers", "follow_players", "follow_tournaments", "follow_games", "followed", "followed_tables", "follow_tables", "week_games", "best_weeks"}

// reason is why a statement that has some words in it may read a whole table.
type reason struct{ has, why string }

// mayScan are the statements that may read a whole table, and why: what each has
// in it, once it is one line. What turnpost verify asks is not listed: all of it
// reads whole tables, in a view.
var mayScan = []reason{
	{"sum(octets)", "once in ten seconds, or for an operator: an index alone is read, of messages whose text is kept"},
	{"SELECT 'players', CASE", "turnpost stats counts everything, by indexes where there is much"},
	{"AND (CAST(?1 AS TEXT) = '' AND (wrote_at >= ?2", "an operator writes to all players"},
	{"FROM pauses ORDER BY id DESC LIMIT", "an operator lists pauses, and it stops at the limit"},
	{"FROM audit ORDER BY id DESC LIMIT", "an operator lists what operators did, and it stops at the limit"},
	{"FROM audit WHERE act NOT IN ('game extend', 'schema saved') ORDER BY id LIMIT", "the oldest alone are read, by their key, and what stays before them"},
	{"FROM puzzle_games WHERE due_at <=", "the games in which puzzles are still to be sought are few"},
	{"FROM puzzle_games JOIN games", "an operator counts them"},
	{"SELECT rules, count(*) FROM rungs", "who asks for all ladders is told how many are on each: an index alone is read"},
	{"WHERE address <> ''", "an operator lists players, and it stops at the limit"},
	{"(SELECT id FROM inbox ORDER BY id DESC LIMIT", "an operator lists letters in, and it stops at the limit"},
	{"(SELECT id FROM inbox WHERE state = ? ORDER BY id DESC LIMIT", "as most of the newest are; it stops at the limit"},
	{"(SELECT id FROM outbox ORDER BY id DESC LIMIT", "an operator lists letters out, and it stops at the limit"},
	{"(SELECT id FROM outbox WHERE state = ? ORDER BY id DESC LIMIT", "as most of the newest are; it stops at the limit"},
	{"FROM outbox WHERE state = ? ORDER BY id", "tests look at all letters of a state"},
	{"count(*) AS kept", "a test counts what is left of forgotten players"},
	{"max(id) FROM inbox", "the last row alone is read, from the end"},
	{"max(id), 0) FROM outbox", "the last row alone is read, from the end"},
	{"INSERT INTO seal_keys", "the first key of a database, or another, is made: it asks for the last game"},
	{"INSERT INTO puzzle_games (game) SELECT id FROM games", "an operator has puzzles sought in the newest games, and it stops at the limit"},
	{"ORDER BY id DESC LIMIT 1) AS went", "the last row alone is read, from the end"},
	{"WHERE \"", "an operator merges two players: every column that refers to one is looked through, and notes, talk and the like are few"},
	{"UPDATE games SET offer_by = ?2 WHERE offer_by = ?1", "an operator merges two players"},
	{"DELETE FROM bounces WHERE player = ?1", "a player is forgotten; bounces are few"},
	{"FROM players AS p WHERE (p.public = 1", "the archive reads all whose games it may show"},
	{"FROM games AS g JOIN players AS b", "the archive reads all games that it shows"},
	{"count(*) FROM turnings GROUP BY game", "the archive reads where each of them turned"},
	{`SELECT 1 FROM "`, "turnpost verify holds all rows of a file against the CHECKs of their tables"},
	{"SELECT game, ply, boards FROM turnings", "the archive compares them with the running boards"},
	{"begun_at <> 0 ORDER BY id", "the archive shows each tournament that has begun"},
	{"ended_at FROM tournaments ORDER BY id", "turnpost verify looks at all tournaments"},
	{"max(id), 0) + 1 FROM tournaments", "the last row alone is read, from the end"},
	{"UPDATE bounces SET counts = 0 WHERE player = ?1", "an operator merges two players; bounces are few"},
}

var spaces = regexp.MustCompile(`\s+`)

func TestNoHotStatementReadsAWholeTable(t *testing.T) {
	skiptest.Sequential(t)
	seen := statements(t, func(t testing.TB) string { return dbtest.File(t, "turnpost.db") })

	// As a server's database is: without statistics, which nobody gathers. Without
	// them a plan follows from the schema alone, however many rows there are.
	path := dbtest.File(t, "planned.db")
	open(t, path)
	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	defer conn.Close()
	used := make([]bool, len(mayScan))
	for _, query := range seen {
		oneLine := strings.TrimSpace(spaces.ReplaceAllString(query, " "))
		// Everybody may pause the messages at once, and what is wanted is one player's.
		if ofOne.MatchString(oneLine) {
			assert.NotContains(t, explained(t, conn, query), "pauses_by_end", oneLine)
		}
		assert.NotContains(t, oneLine, "LIMIT ?", "it would be prepared again each time")
		scans := scansOf(t, conn, query)
		allowed := slices.IndexFunc(mayScan, func(m reason) bool { return strings.Contains(oneLine, m.has) })
		if allowed >= 0 {
			used[allowed] = used[allowed] || len(scans) > 0
			continue
		}
		assert.Empty(t, scans, oneLine)
	}
	for i, m := range mayScan {
		assert.True(t, used[i], "nothing that has this reads a whole table any more: %s", m.has)
	}
}

// statements are those that the contracts execute on databases of open's: there each
// method is called at least once.
func statements(t *testing.T, where func(testing.TB) string) []string {
	t.Helper()
	var mu sync.Mutex
	seen := map[string]bool{}
	run := func(t *testing.T) *db.DB {
		d := open(t, where(t))
		d.Trace(func(query string) {
			mu.Lock()
			defer mu.Unlock()
			seen[query] = true
		})
		return d
	}
	t.Run("Contract", func(t *testing.T) { contract(t, run) })
	t.Run("Administration", func(t *testing.T) { administration(t, run) })
	t.Run("Others", func(t *testing.T) { checkOthers(t, run) })
	require.Greater(t, len(seen), 100, "too few statements were seen")
	return slices.DeleteFunc(slices.Sorted(maps.Keys(seen)), func(query string) bool {
		return !planned.MatchString(query)
	})
}

var planned = regexp.MustCompile(`^\s*(SELECT|UPDATE|DELETE|INSERT|WITH)\b`)

// ofOne finds the statements that ask for the pauses of a player.
var ofOne = regexp.MustCompile(`\bpauses (AS o |SET [^?]+)?.*?WHERE (o\.|pauses\.)?player (= |IN )`)

// fewRows are the indexes of the rows that wait, or that are few beside the others.
var fewRows = regexp.MustCompile(`\b(outbox_queued|outbox_queued_newest|outbox_waiting|outbox_leased|outbox_in_hand|inbox_new|inbox_new_by_place|invitations_open|quarantine_waiting|games_clock|games_retractable|games_running|inbox_quarantined|inbox_dropped|outbox_refused|tournaments_unfinished|tournaments_over)\b`)

// explained is how SQLite executes a statement.
func explained(t *testing.T, conn *sql.DB, query string) string {
	t.Helper()
	args := make([]any, parameters(query))
	for i := range args {
		args[i] = 1
	}
	rows, err := conn.Query("EXPLAIN QUERY PLAN "+query, args...)
	require.NoError(t, err, query)
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		require.NoError(t, rows.Scan(&id, &parent, &unused, &detail))
		plan.WriteString(detail + "\n")
	}
	require.NoError(t, rows.Err())
	return plan.String()
}

// scansOf lists where a statement reads all of a table that grows, be it by an
// index.
func scansOf(t *testing.T, conn *sql.DB, query string) (scans []string) {
	t.Helper()
	aliases := aliasesOf(query)
	for detail := range strings.Lines(explained(t, conn, query)) {
		detail = strings.TrimSuffix(detail, "\n")
		verb, name, _ := strings.Cut(detail, " ")
		name, rest, _ := strings.Cut(name, " ")
		rest = strings.TrimPrefix(rest, "EXISTS ") // of which the first is enough
		// For min() and max() SQLite says SEARCH of what it reads whole, without an index.
		if verb != "SCAN" && (verb != "SEARCH" || strings.HasPrefix(rest, "USING")) {
			continue
		}
		if table, ok := aliases[name]; ok {
			name = table
		}
		// What holds only the rows that wait is as small as they are few.
		if slices.Contains(growing, name) && !fewRows.MatchString(rest) {
			scans = append(scans, detail)
		}
	}
	return scans
}

var (
	aliased   = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|UPDATE)\s+(\w+)\s+(?:AS\s+)?(\w+)`)
	parameter = regexp.MustCompile(`\?(\d*)`)
)

func aliasesOf(query string) map[string]string {
	out := map[string]string{}
	for _, m := range aliased.FindAllStringSubmatch(query, -1) {
		if slices.Contains(growing, m[1]) {
			out[m[2]] = m[1]
		}
	}
	return out
}

// parameters counts those of a statement.
func parameters(query string) (n int) {
	highest := 0
	for _, m := range parameter.FindAllStringSubmatch(query, -1) {
		if m[1] == "" {
			n++
			continue
		}
		number := 0
		for _, digit := range m[1] {
			number = 10*number + int(digit-'0')
		}
		highest = max(highest, number)
	}
	return max(n, highest)
}

// A list of those in a state looks at no more of them than it shows, however many wait.
func TestListsOfAStateSortNothing(t *testing.T) {
	skiptest.Sequential(t)
	path := dbtest.File(t, "planned.db")
	d := open(t, path)
	var lists []string
	d.Trace(func(query string) {
		if strings.HasPrefix(query, "SELECT") {
			lists = append(lists, query)
		}
	})
	require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
		for _, state := range []db.OutgoingState{db.OutgoingQueued, db.OutgoingSent, db.OutgoingRefused} {
			_, err := tx.ListOutgoing(state, 0, 100)
			require.NoError(t, err)
		}
		for _, state := range []db.IncomingState{db.IncomingNew, db.IncomingDone, db.IncomingDropped, db.IncomingFailed} {
			_, err := tx.ListIncoming(state, 100)
			require.NoError(t, err)
		}
		return nil
	}))
	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	defer conn.Close()
	require.Len(t, lists, 7)
	for _, query := range lists {
		assert.NotContains(t, explained(t, conn, query), "TEMP B-TREE", query)
	}
}
