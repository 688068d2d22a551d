package db_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// node is a step of a plan, as EXPLAIN (FORMAT JSON) has it.
type node struct {
	Type      string `json:"Node Type"`
	Relation  string `json:"Relation Name"`
	Index     string `json:"Index Name"`
	Condition string `json:"Index Cond"`
	Filter    string `json:"Filter"`
	Plans     []node `json:"Plans"`
}

// mayScanOnPostgres are the statements that may besides.
var mayScanOnPostgres = []reason{
	{"AS p WHERE p.", "turnpost verify looks for rows that refer to none"},
	{"strpos(lower(encode(raw, 'escape'))", "a player is forgotten: whatever is kept may name them"},
	{"UPDATE games SET offer_by = $1", "an operator merges two players"},
	{"UPDATE games SET clock_due = CASE WHEN turn_at", "an outage ends: an index of the running games is read"},
	{"SELECT id FROM pauses WHERE to_at = 0 UNION ALL", "an operator lists pauses, and it reads them from the newest"},
}

// onPostgres puts what a statement has in it into the words of PostgreSQL.
var onPostgres = strings.NewReplacer("x''", "''", "state = ?", "state = $1")

// filled are the tables that fill fills.
var filled = []string{"players", "invitations", "games", "plies", "inbox", "mails", "outbox", "texts", "ratings", "pauses", "audit", "tournaments", "entrants", "cup_guests", "divisions", "pairings", "turnings", "rungs", "ladder_games"}

var wholeScan = regexp.MustCompile(`^(Seq|Index|Index Only) Scan$`)

// fill plays enough that the planner can tell the rows that wait from the rest.
func fill(t *testing.T, conn *sql.Conn) {
	t.Helper()
	for _, query := range []string{
		`SET session_replication_role = replica`, // no foreign keys
		`INSERT INTO players (id, address, folded, mailbox, name, created_at, wrote_at, digest_due)
			SELECT n, 'a' || n, 'a' || n, 'a' || n, 'n' || n, n, n, CASE WHEN n % 10 = 0 THEN n ELSE 0 END FROM generate_series(1, 3000) AS n`,
		`INSERT INTO invitations (id, rules, challenger, invitee, side, pace, subject, state, created_at, expires_at)
			SELECT n, 'r', n % 3000 + 1, (n + 1) % 3000 + 1, 'black', 'p', 's', CASE WHEN n % 100 = 0 THEN 'open' ELSE 'accepted' END, n, n FROM generate_series(1, 5000) AS n`,
		`INSERT INTO games (id, rules, black, white, subject, position, result, started_at, pace, black_left, white_left, turn_at, clock_due)
			SELECT n, 'r', n % 3000 + 1, (n + 1) % 3000 + 1, 's', 'p', CASE WHEN n % 10 = 0 THEN 'none' ELSE 'black' END, n, 'p', 1, 1, n, CASE WHEN n % 10 = 0 THEN n ELSE 0 END
			FROM generate_series(1, 5000) AS n`,
		`INSERT INTO plies (game, n, move, message, played_at) SELECT n / 4, n % 4 + 1, 'm', n, n FROM generate_series(4, 20000) AS n`,
		`INSERT INTO inbox (id, mailbox, cursor, message_id, digest, size, state, arrived_at, handled_at, sender)
			SELECT n, 'm', n, n, decode('00', 'hex'), 1, CASE WHEN n % 200 = 0 THEN 'new' ELSE 'done' END, n, n, n % 3000 + 1 FROM generate_series(1, 20000) AS n`,
		`INSERT INTO mails (message, raw, arrived_at) SELECT n, decode('00', 'hex'), n FROM generate_series(10000, 20000) AS n`,
		`INSERT INTO outbox (id, player, thread, kind, answers, message_id, sender, recipient, state, due_at, created_at, sent_at)
			SELECT n, n % 3000 + 1, n / 4, 'k', n, n, 's', 'r', CASE WHEN n % 200 = 0 THEN 'queued' ELSE 'sent' END, n, n, n FROM generate_series(1, 20000) AS n`,
		`INSERT INTO texts (message, raw, created_at) SELECT n, decode('00', 'hex'), n FROM generate_series(10000, 20000) AS n`,
		`INSERT INTO ratings (player, rules, rating, deviation, volatility, games, rated_at) SELECT n, 'r', n, 1, 1, 1, n FROM generate_series(1, 3000) AS n`,
		`INSERT INTO pauses (player, why, from_at, to_at) SELECT n, 'vacation', 1, n FROM generate_series(1, 3000) AS n`,
		`INSERT INTO audit (id, at, operator, act, subject, detail) SELECT n, n, 'o', 'a', n, 'd' FROM generate_series(1, 5000) AS n`,
		`INSERT INTO tournaments (id, name, rules, pace, days, state, made_at, season, host) SELECT n, n, 'r' || n % 4, 'p', 9, CASE WHEN n % 50 = 0 THEN 'open' ELSE 'over' END, n, n, CASE WHEN n % 3 = 0 THEN n END FROM generate_series(1, 500) AS n`,
		`INSERT INTO cup_guests (tournament, player, asked_at) SELECT n / 10 * 3, n % 3000 + 1, n FROM generate_series(10, 1660) AS n`,
		`INSERT INTO divisions (tournament, number) SELECT n / 4 + 1, n % 4 + 1 FROM generate_series(0, 1999) AS n`,
		`INSERT INTO entrants (tournament, player, joined_at, division, number) SELECT n / 32 + 1, n % 3000 + 1, n, n % 4 + 1, n % 8 + 1 FROM generate_series(0, 15999) AS n`,
		`INSERT INTO pairings (game, tournament, division, round) SELECT n, n / 10 + 1, n % 4 + 1, 1 FROM generate_series(1, 4999) AS n`,
		`INSERT INTO turnings (game, ply, better, lost, chance_before, chance_after, solved) SELECT n / 2, n % 2 + 1, 'm', 'all', 1, 1, 1 FROM generate_series(2, 10000) AS n`,
		`INSERT INTO rungs (rules, player, position, joined_at, rest_at, slide_at) SELECT 'r' || n % 4, n, n, n, n, CASE WHEN n % 2 = 0 THEN n ELSE 0 END FROM generate_series(1, 3000) AS n`,
		`INSERT INTO ladder_games (game, rules, challenger, challenged, ended_at) SELECT n, 'r' || n % 4, n % 3000 + 1, (n + 1) % 3000 + 1, CASE WHEN n % 10 = 0 THEN 0 ELSE n END FROM generate_series(1, 4999) AS n`,
		`ANALYZE`,
	} {
		_, err := conn.ExecContext(context.Background(), query)
		require.NoError(t, err, query)
	}
}

// noneReadsAWholeTable is TestNoHotStatementReadsAWholeTable on PostgreSQL: each statement
// has an index to read what it wants by. What is asked is the plan where a table is read whole only if nothing else is possible, as on
// connections that write; and of tables that have enough rows to tell.
func noneReadsAWholeTable(t *testing.T, where string, seen []string) {
	skiptest.Sequential(t)
	conn, err := sql.Open("pgx", where)
	require.NoError(t, err)
	defer conn.Close()
	ctx := context.Background()
	one, err := conn.Conn(ctx)
	require.NoError(t, err)
	defer one.Close()
	fill(t, one)
	for _, set := range []string{`SET enable_seqscan = off`, `SET plan_cache_mode = force_custom_plan`} {
		_, err := one.ExecContext(ctx, set)
		require.NoError(t, err)
	}
	for _, query := range seen {
		oneLine := strings.TrimSpace(spaces.ReplaceAllString(query, " "))
		if strings.HasSuffix(oneLine, "CAST($2 AS tid)") { // the row itself
			continue
		}
		scans := wholeOf(planOf(t, one, query))
		if slices.ContainsFunc(mayScan, func(m reason) bool { return strings.Contains(oneLine, onPostgres.Replace(m.has)) }) {
			continue
		}
		if slices.ContainsFunc(mayScanOnPostgres, func(m reason) bool { return strings.Contains(oneLine, m.has) }) {
			continue
		}
		assert.Empty(t, scans, oneLine)
	}
}

// planOf is how a statement is carried out.
func planOf(t *testing.T, conn *sql.Conn, query string) node {
	t.Helper()
	ctx := context.Background()
	_, err := conn.ExecContext(ctx, `PREPARE planned AS `+query)
	require.NoError(t, err, query)
	call, n := `planned`, 0
	require.NoError(t, conn.QueryRowContext(ctx, `SELECT coalesce(array_length(parameter_types, 1), 0) FROM pg_prepared_statements WHERE name = 'planned'`).Scan(&n))
	if n > 0 {
		call += `(` + strings.Join(slices.Repeat([]string{`'1'`}, n), `, `) + `)`
	}
	var text []byte
	require.NoError(t, conn.QueryRowContext(ctx, `EXPLAIN (FORMAT JSON) EXECUTE `+call).Scan(&text), query)
	_, err = conn.ExecContext(ctx, `DEALLOCATE planned`)
	require.NoError(t, err)
	var plans []struct{ Plan node }
	require.NoError(t, json.Unmarshal(text, &plans))
	return plans[0].Plan
}

// wholeOf lists where a plan reads all of a table that grows, be it by an index.
func wholeOf(p node) (scans []string) {
	if slices.Contains(filled, p.Relation) && wholeScan.MatchString(p.Type) && p.Condition == "" && !fewRows.MatchString(p.Index) {
		scans = append(scans, strings.TrimSpace(p.Type+" "+p.Relation+" "+p.Index+" "+p.Filter))
	}
	for _, below := range p.Plans {
		scans = append(scans, wholeOf(below)...)
	}
	return scans
}
