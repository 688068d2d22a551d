// Package ledger says what must hold between the rows of a database: between letters in
// and out, games, invitations, plies and ratings. The checks are statements, written as
// SQLite has them; package db asks them.
package ledger

// Check finds rows of one kind that contradict others: Query gives their numbers, and
// What is said of each.
type Check struct{ Of, What, Query string }

// Checks are what the schema does not enforce and every transaction keeps.
func Checks() []Check {
	return []Check{
		{"game", "it is not of the rules, the players or the sides of its invitation", `SELECT g.id FROM games AS g JOIN invitations AS i USING (id)
			WHERE g.rules <> i.rules OR g.black <> CASE i.side WHEN 'black' THEN i.challenger ELSE coalesce(i.invitee, 0) END
			OR g.white <> CASE i.side WHEN 'white' THEN i.challenger ELSE coalesce(i.invitee, 0) END`},
		{"game", "its invitation is not accepted", `SELECT g.id FROM games AS g JOIN invitations AS i USING (id) WHERE i.state <> 'accepted'`},
		{"invitation", "it is accepted, and there is no game", `SELECT id FROM invitations WHERE state = 'accepted' AND id NOT IN (SELECT id FROM games)`},
		{"game", "one of its plies came in a letter that is not done", `SELECT DISTINCT p.game FROM plies AS p JOIN inbox AS i ON i.id = p.letter WHERE i.state <> 'done'`},
		{"game", "it is over, and nothing says when", `SELECT id FROM games WHERE result <> 'none' AND ended_at = 0`},
		{"game", "it is over, and its clock or an offer goes on", `SELECT id FROM games WHERE result <> 'none' AND (clock_due <> 0 OR offer <> '')`},
		{"game", "it is running, and has an end", `SELECT id FROM games WHERE result = 'none' AND (ended_at <> 0 OR reason <> '')`},
		{"game", "it is running, and nothing looks at its clock, though no pause is open", `SELECT id FROM games AS g WHERE result = 'none' AND clock_due = 0
			AND NOT EXISTS (SELECT 1 FROM pauses WHERE to_at = 0 AND player IN (0, g.black, g.white))`},
		{"game", "an offer stands that nobody of it made", `SELECT id FROM games WHERE offer <> '' AND offer_by NOT IN (black, white)`},
		{"game", "conditional lines stand in it that are nobody's or too late", `SELECT DISTINCT g.id FROM conditionals AS c JOIN games AS g ON g.id = c.game
			WHERE g.result <> 'none' OR c.player NOT IN (g.black, g.white)`},
		{"game", "somebody talks or notes in it who does not play it", `SELECT g.id FROM games AS g WHERE EXISTS
			(SELECT 1 FROM talk WHERE game = g.id AND author NOT IN (g.black, g.white) UNION ALL SELECT 1 FROM notes WHERE game = g.id AND author NOT IN (g.black, g.white))`},
		{"letter in", "it is settled, and nothing says when", `SELECT id FROM inbox WHERE state <> 'new' AND handled_at = 0`},
		{"letter out", "it answers a letter in that is not there", `SELECT id FROM outbox WHERE answers <> 0 AND answers NOT IN (SELECT id FROM inbox)`},
		{"letter out", "it answers a letter in that is not settled", `SELECT o.id FROM outbox AS o JOIN inbox AS i ON i.id = o.answers WHERE i.state IN ('new', 'quarantined')`},
		{"letter out", "its thread is no game or invitation", `SELECT id FROM outbox WHERE thread > 0 AND thread NOT IN (SELECT id FROM invitations)`},
		{"letter out", "it is queued, and has no text or nobody to go to", `SELECT id FROM outbox WHERE state = 'queued' AND (recipient = '' OR id NOT IN (SELECT letter FROM texts))`},
		{"letter out", "it is sent, and nothing says when", `SELECT id FROM outbox WHERE state = 'sent' AND sent_at = 0`},
		// A game counts from two plies on: one of each side.
		{"player", "a rating counts other games than were played", `SELECT DISTINCT r.player FROM ratings AS r JOIN players AS p ON p.id = r.player
			LEFT JOIN (SELECT player, rules, count(*) AS games FROM (
				SELECT black AS player, rules FROM games WHERE rated = 1 AND result NOT IN ('none', 'void') AND plies >= 2
				UNION ALL SELECT white, rules FROM games WHERE rated = 1 AND result NOT IN ('none', 'void') AND plies >= 2) AS sides
				GROUP BY player, rules) AS played ON played.player = r.player AND played.rules = r.rules
			WHERE p.address <> '' AND r.games <> coalesce(played.games, 0)`},
		{"key", "there is none, and letters were written with one", `SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM keys) AND EXISTS (SELECT 1 FROM outbox)`},
	}
}
