package seed

import (
	"database/sql"
	"fmt"
	"regexp"
)

// tables are what is drawn first; the rest follows from them.
const tables = `
	CREATE TEMP TABLE seed_samples (id INTEGER PRIMARY KEY, rules, title, position, result, reason, black_left, white_left, turn);
	CREATE TEMP TABLE seed_plies (sample INTEGER, n INTEGER, move, next, PRIMARY KEY (sample, n)) WITHOUT ROWID;
	CREATE TEMP TABLE seed_games (id INTEGER PRIMARY KEY, sample, black, white, started, gap);
	CREATE TEMP TABLE seed_rated (id INTEGER PRIMARY KEY, black, white);`

// A step fills a table from those of tables. Its parameters are named
// (see rest); most are for games of the numbers @first to @last.
type step struct {
	name  string
	games bool // in pages of games, for the progress
	query string
}

var steps = []step{
	{"key", false, `INSERT INTO keys (secret, created_at) VALUES (@key, @begin)`},
	{"seal key", false, `INSERT INTO seal_keys (id, secret, games, created_at) VALUES (1, @sealkey, 0, @begin)`},
	{"heartbeat", false, `INSERT INTO heartbeat (id, at) VALUES (1, @now)`},
	{"players", false, `WITH RECURSIVE p(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM p WHERE id < @players)
		INSERT INTO players (id, address, folded, name, created_at, wrote_at, public, digest, digest_due, digest_at)
		SELECT id, 'player' || id || '@example.net', 'player' || id || '@example.net', 'Player ' || id, @begin + id, @begin + id, 1,
			-- as many as are wanted, evenly among all
			CASE WHEN id * @digests / @players > (id - 1) * @digests / @players THEN 'daily' ELSE 'off' END,
			CASE WHEN id * @digests / @players > (id - 1) * @digests / @players THEN @due ELSE 0 END,
			CASE WHEN id * @digests / @players > (id - 1) * @digests / @players THEN @due - 86400000 ELSE 0 END FROM p`},
	{"vacations", false, `INSERT INTO pauses (player, why, from_at, to_at)
		SELECT id, 'vacation', @now + 8640000000, @now + 9504000000 FROM players WHERE id % 100 = 0`},
	{"invitations", true, `INSERT INTO invitations (id, rules, challenger, invitee, side, pace, subject, state, created_at, expires_at, answered_at)
		SELECT g.id, s.rules, g.black, g.white, 'black', @pace, s.title || ' #' || g.id || ': Player ' || g.black || ' - Player ' || g.white,
			'accepted', g.started, g.started + 1209600000, g.started
		FROM seed_games AS g JOIN seed_samples AS s ON s.id = g.sample WHERE g.id BETWEEN @first AND @last ORDER BY g.id`},
	{"games", true, `INSERT INTO games (id, rules, black, white, subject, plies, position, result, reason, started_at, ended_at, pace,
			black_left, white_left, turn_at, clock_due, black_rated, white_rated, seal)
		SELECT g.id, s.rules, g.black, g.white, s.title || ' #' || g.id || ': Player ' || g.black || ' - Player ' || g.white,
			l.n, s.position, s.result, s.reason, g.started, CASE s.result WHEN 'none' THEN 0 ELSE g.started + l.n * g.gap END, @pace,
			s.black_left, s.white_left, g.started + s.turn * g.gap,
			CASE s.result WHEN 'none' THEN g.started + s.turn * g.gap + CASE p.next WHEN 'black' THEN s.black_left ELSE s.white_left END / 2 ELSE 0 END,
			r.black, r.white, seal_game(g.id)
		FROM seed_games AS g JOIN seed_samples AS s ON s.id = g.sample JOIN seed_rated AS r ON r.id = g.id
		JOIN (SELECT sample, max(n) AS n FROM seed_plies GROUP BY sample) AS l ON l.sample = g.sample
		JOIN seed_plies AS p ON p.sample = g.sample AND p.n = l.n
		WHERE g.id BETWEEN @first AND @last ORDER BY g.id`},
	// The letter of the last ply of a game that is over has the game's number; those of
	// the running ones follow, ply by ply, as they came. See filling.letter.
	{"plies", true, `INSERT INTO plies (game, n, move, letter, played_at, seal)
		SELECT g.id, p.n, p.move, CASE WHEN g.id > @over THEN @over + (p.n - 1) * @running + g.id - @over
			WHEN NOT EXISTS (SELECT 1 FROM seed_plies AS m WHERE m.sample = g.sample AND m.n > p.n) THEN g.id END, g.started + p.n * g.gap, seal_ply(g.id, p.n)
		FROM seed_games AS g JOIN seed_plies AS p ON p.sample = g.sample WHERE g.id BETWEEN @first AND @last ORDER BY g.id, p.n`},
	{"letters in, of games that are over", false, `INSERT INTO inbox (id, mailbox, cursor, message_id, digest, size, sender, state, attempts, arrived_at, handled_at)
		SELECT g.id, 'INBOX', g.id, printf('%012x@example.net', g.id * 2654435761 % 281474976710656), printf('%032x', g.id), 2000,
			CASE coalesce(p.next, 'black') WHEN 'black' THEN g.black ELSE g.white END, 'done', 1, g.started + l.n * g.gap, g.started + l.n * g.gap
		FROM seed_games AS g JOIN (SELECT sample, max(n) AS n FROM seed_plies GROUP BY sample) AS l ON l.sample = g.sample
		LEFT JOIN seed_plies AS p ON p.sample = g.sample AND p.n = l.n - 1 WHERE g.id <= @over ORDER BY g.id`},
	{"letters in, of running games", false, `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < @plies)
		INSERT INTO inbox (id, mailbox, cursor, message_id, digest, size, sender, state, attempts, arrived_at, handled_at)
		SELECT i, 'INBOX', i, printf('%012x@example.net', i * 2654435761 % 281474976710656), printf('%032x', i), 2000, sender, 'done', 1, at, at
		FROM (SELECT @over + (n.n - 1) * @running + g.id - @over AS i, g.started + n.n * g.gap AS at,
				-- who moved is whose turn it was
				CASE coalesce(p.next, 'black') WHEN 'black' THEN g.black ELSE g.white END AS sender
			FROM n CROSS JOIN seed_games AS g LEFT JOIN seed_plies AS p ON p.sample = g.sample AND p.n = n.n - 1
			WHERE g.id > @over)`},
	{"letters out", false, `WITH RECURSIVE n(n) AS (SELECT max(1, @plies - @letters + 1) UNION ALL SELECT n + 1 FROM n WHERE n < @plies)
		INSERT INTO outbox (player, thread, kind, answers, message_id, sender, recipient, state, attempts, due_at, created_at, sent_at)
		SELECT player, id, 'turn', letter, message_id(player, id, n, printf('%012x', letter * 2654435761 % 281474976710656)),
			@robot, 'player' || player || '@example.net', 'sent', 1, at, at, at
		FROM (SELECT n.n, g.id, @over + (n.n - 1) * @running + g.id - @over AS letter, g.started + n.n * g.gap AS at,
				CASE p.next WHEN 'black' THEN g.black ELSE g.white END AS player
			FROM n CROSS JOIN seed_games AS g JOIN seed_plies AS p ON p.sample = g.sample AND p.n = n.n
			WHERE g.id > @over)`},
	{"turns", false, `WITH moved AS (SELECT p.sample, coalesce(b.next, 'black') AS mover, coalesce(p.next, '') AS next FROM seed_plies AS p LEFT JOIN seed_plies AS b ON b.sample = p.sample AND b.n = p.n - 1),
			made AS (SELECT sample, sum(mover = 'black' AND next <> mover) AS black, sum(mover = 'white' AND next <> mover) AS white FROM moved GROUP BY sample)
		UPDATE players SET turns = t.n FROM (SELECT player, sum(n) AS n FROM (SELECT g.black AS player, m.black AS n FROM seed_games AS g JOIN made AS m ON m.sample = g.sample
			UNION ALL SELECT g.white, m.white FROM seed_games AS g JOIN made AS m ON m.sample = g.sample) AS sides GROUP BY player) AS t WHERE t.player = players.id`},
	{"talk", false, `INSERT INTO talk (game, author, text, ply, said_at, passed)
		SELECT id, black, 'Good luck!', 1, started + gap, 1 FROM seed_games WHERE id % 4 = 0`},
	{"notes", false, `INSERT INTO notes (game, author, text, ply, noted_at)
		SELECT id, white, 'Mind the corner.', 2, started + 2 * gap FROM seed_games WHERE id % 20 = 0`},
	// What an operator lists beside.
	{"letters put aside", false, `INSERT INTO inbox (mailbox, cursor, message_id, digest, size, state, attempts, failures, remark, arrived_at, handled_at)
		SELECT 'INBOX', 'aside' || id, 'aside' || id || '@example.net', printf('%032x', -id), 2000, CASE id % 20 WHEN 0 THEN 'quarantined' ELSE 'dropped' END,
			1, CASE id % 20 WHEN 0 THEN 3 ELSE 0 END, 'as seeded', started, started FROM seed_games WHERE id % 10 = 0 ORDER BY id`},
	{"audit", false, `INSERT INTO audit (at, operator, act, subject, detail) SELECT started, 'root', 'game extend', id, '1 day' FROM seed_games WHERE id % 10 = 0 ORDER BY id`},
	{"a ladder", false, `INSERT INTO rungs (rules, player, position, joined_at, rest_at, slide_at)
		SELECT 'turro', id, id, @now - 3600000, @now - 3600000, @now - 3600000 + 60 * 86400000 FROM players WHERE address <> '' AND id % 2 = 0`},
	{"tournaments", false, `INSERT INTO tournaments (id, name, rules, pace, days, made_at)
		SELECT id, 'cup-' || id, rules, @pace, 60, @now - 3600000 FROM (SELECT id, rules FROM games ORDER BY id LIMIT 50) AS g`},
	{"entrants", false, `INSERT INTO entrants (tournament, player, joined_at) SELECT t.id, p.id, @now - 3600000
		FROM tournaments AS t JOIN players AS p ON p.address <> '' AND p.id % 50 = t.id % 50`},
	{"texts of letters out", false, `INSERT INTO texts (letter, raw, created_at) SELECT id, out_text(id, message_id), created_at
		FROM (SELECT id, message_id, created_at FROM outbox ORDER BY id DESC LIMIT @texts) AS last ORDER BY id`},
	{"texts of letters in", false, `INSERT INTO mails (letter, raw, arrived_at) SELECT id, in_text(sender, message_id), arrived_at
		FROM (SELECT id, sender, message_id, arrived_at FROM inbox WHERE state = 'done' ORDER BY id DESC LIMIT @texts) AS last ORDER BY id`},
	{"digests of letters in", false, `UPDATE inbox SET digest = in_digest(sender, message_id), size = length(in_text(sender, message_id)) WHERE id IN (SELECT letter FROM mails)`},
	{"open invitations", false, `INSERT INTO invitations (rules, challenger, invitee, side, pace, subject, state, created_at, expires_at)
		SELECT s.rules, p.id, p.id % @players + 1, 'black', @pace, s.title, 'open', @now - 3600000, @now + 1209600000
		FROM players AS p JOIN seed_samples AS s ON s.id = p.id % @samples WHERE p.id % 100 = 7`},
	{"subjects of open invitations", false, `UPDATE invitations SET subject = subject || ' #' || id || ': Player ' || challenger || ' - Player ' || invitee WHERE state = 'open'`},
}

// rest writes the tables of the schema.
func (s *filling) rest() error {
	const page = 10000
	plies := 0
	for _, i := range s.running {
		if n := len(s.Samples[i].Moves); plies != 0 && n != plies {
			return fmt.Errorf("running games of %d and of %d plies", plies, n)
		} else {
			plies = n
		}
	}
	values := map[string]any{
		"key": s.Key, "now": s.Now.UnixMilli(), "begin": s.Now.AddDate(-2, -1, 0).UnixMilli(), "due": s.DigestDue.UnixMilli(),
		"players": s.Players, "digests": s.Digests, "pace": s.Pace.String(), "sealkey": s.sealKey(), "robot": s.Robot,
		"over": s.Games - s.Running, "running": s.Running, "plies": plies, "letters": lettersOut, "texts": s.Texts, "samples": len(s.Samples),
	}
	for n, step := range steps {
		if !step.games {
			s.progress(step.name, n, len(steps))
			if err := s.exec(step.query, arguments(step.query, values)...); err != nil {
				return fmt.Errorf("%s: %w", step.name, err)
			}
			continue
		}
		for first := 1; first <= s.Games; first += page {
			s.progress(step.name, first, s.Games)
			values["first"], values["last"] = first, min(first+page-1, s.Games)
			if err := s.exec(step.query, arguments(step.query, values)...); err != nil {
				return fmt.Errorf("%s from %d: %w", step.name, first, err)
			}
		}
	}
	return nil
}

var parameter = regexp.MustCompile(`@[a-z]+`)

// arguments are the parameters that a query names, and no others.
func arguments(query string, values map[string]any) (args []any) {
	named := map[string]bool{}
	for _, name := range parameter.FindAllString(query, -1) {
		if value, ok := values[name[1:]]; ok && !named[name] {
			named[name] = true
			args = append(args, sql.Named(name[1:], value))
		}
	}
	return args
}
