package db

import (
	"fmt"
	"hash/crc32"
)

// Finding is something in the ledgers that cannot be right.
type Finding struct {
	Of   string // game, invitation, player, letter in, letter out or key
	ID   int64
	What string
}

// Damages asks the database whether it is whole and all foreign keys hold, and
// lists what is not so, a sentence each.
func (tx *Tx) Damages() ([]string, error) { return tx.engine.damages(tx) }

// Findings holds the ledgers against each other: letters in and out, games,
// invitations, plies, ratings. progress, if not nil, hears of each check.
func (tx *Tx) Findings(progress func(done, total int)) ([]Finding, error) {
	var found []Finding
	checks := ledgerChecks()
	for n, c := range checks {
		ids, err := all(tx, func(scan func(...any) error) (id int64, err error) { return id, scan(&id) }, c.Query+` ORDER BY 1`)
		if err != nil {
			return nil, fmt.Errorf("checking that no %s is so that %s: %w", c.Of, c.What, err)
		}
		for _, id := range ids {
			found = append(found, Finding{c.Of, id, c.What})
		}
		if progress != nil {
			progress(n+1, len(checks))
		}
	}
	return found, nil
}

// Size is how many octets the database takes, and how many of them are free for
// new rows; its log is not counted.
func (tx *Tx) Size() (size, free int64, err error) {
	err = tx.row(tx.engine.size, nil, &size, &free)
	return size, free, err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum is that of a letter's bytes (CRC-32C, RFC 3720, B.4): it finds what disks and
// programs break, not what somebody changes on purpose.
func Checksum(raw []byte) int64 { return int64(crc32.Checksum(raw, castagnoli)) }

// ledgerCheck finds rows of one kind that contradict others: Query gives their numbers, and
// What is said of each.
type ledgerCheck struct{ Of, What, Query string }

// ledgerChecks are what the schema does not enforce and every transaction keeps.
func ledgerChecks() []ledgerCheck {
	return []ledgerCheck{
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
		{"game", "its pace, its subject or whether it counts is not what its invitation says", `SELECT g.id FROM games AS g JOIN invitations AS i USING (id)
			WHERE g.pace <> i.pace OR g.subject <> i.subject OR g.rated <> i.rated`},
		{"game", "it did not begin when its invitation was accepted", `SELECT g.id FROM games AS g JOIN invitations AS i USING (id) WHERE g.started_at <> i.answered_at`},
		{"game", "somebody's offer stands, and nothing is offered", `SELECT id FROM games WHERE offer = '' AND offer_by <> 0`},
		{"game", "plies were taken back less often than never", `SELECT id FROM games WHERE undone < 0`},
		{"game", "plies were taken back more often than anybody can", `SELECT id FROM games WHERE undone > 10000`},
		{"game", "somebody talks or notes in it of plies that were never played", `SELECT g.id FROM games AS g WHERE undone = 0 AND EXISTS
			(SELECT 1 FROM talk WHERE game = g.id AND ply > g.plies UNION ALL SELECT 1 FROM notes WHERE game = g.id AND ply > g.plies)`},
		{"game", "somebody talks or notes in it before it began, or of less than no ply", `SELECT DISTINCT g.id FROM games AS g JOIN
			(SELECT game, ply, said_at AS at FROM talk UNION ALL SELECT game, ply, noted_at FROM notes) AS words ON words.game = g.id WHERE words.ply < 0 OR words.at < g.started_at`},
		{"game", "it says which rated game of its players it was, and counts for no rating", `SELECT id FROM games
			WHERE (black_rated <> 0 OR white_rated <> 0) AND (rated = 0 OR result IN ('none', 'void') OR plies < 2)`},
		{"game", "a robot of this house plays it, and it does not count as one with a robot", `SELECT g.id FROM games AS g JOIN players AS p ON p.id IN (g.black, g.white)
			WHERE g.robots = 0 AND p.robot = 1 AND p.address = ''`},
		{"invitation", "it is open and answered, or neither", `SELECT id FROM invitations WHERE (state = 'open') <> (answered_at = 0)`},
		{"invitation", "it ended, or was answered, before it was made", `SELECT id FROM invitations WHERE expires_at < created_at OR answered_at <> 0 AND answered_at < created_at`},
		{"invitation", "a letter about it is older", `SELECT DISTINCT i.id FROM outbox AS o JOIN invitations AS i ON i.id = o.thread WHERE o.created_at < i.created_at`},
		{"pause", "it is of a player who is not there", `SELECT id FROM pauses WHERE player <> 0 AND player NOT IN (SELECT id FROM players)`},
		{"letter in", "it is new, and settled", `SELECT id FROM inbox WHERE state = 'new' AND handled_at <> 0`},
		{"letter in", "it was settled before it came", `SELECT id FROM inbox WHERE handled_at <> 0 AND handled_at < arrived_at`},
		{"letter in", "its writer is a player who is not there", `SELECT id FROM inbox WHERE sender <> 0 AND sender NOT IN (SELECT id FROM players)`},
		{"letter in", "what it wanted waits no more, and is kept", `SELECT letter FROM held WHERE state <> 'waiting' AND lines <> ''`},
		{"letter in", "it is settled, and somebody is at it", `SELECT id FROM inbox WHERE state <> 'new' AND holder <> 0`},
		{"letter out", "it is to be sent, and was", `SELECT id FROM outbox WHERE state <> 'sent' AND sent_at <> 0`},
		{"letter out", "it was sent before it was written", `SELECT id FROM outbox WHERE sent_at <> 0 AND sent_at < created_at`},
		{"letter out", "it is to be sent, and its text is empty", `SELECT o.id FROM outbox AS o JOIN texts AS t ON t.letter = o.id WHERE o.state = 'queued' AND length(t.raw) = 0`},
		{"letter out", "it came back as another player's", `SELECT b.letter FROM bounces AS b JOIN outbox AS o ON o.id = b.letter WHERE b.player <> o.player`},
		{"letter in", "it is settled, and nothing says when", `SELECT id FROM inbox WHERE state <> 'new' AND handled_at = 0`},
		{"letter out", "it answers a letter in that is not there", `SELECT id FROM outbox WHERE answers <> 0 AND answers NOT IN (SELECT id FROM inbox)`},
		{"letter out", "it answers a letter in that is not settled", `SELECT o.id FROM outbox AS o JOIN inbox AS i ON i.id = o.answers WHERE i.state IN ('new', 'quarantined')`},
		{"letter out", "it was not written when the letter was answered that it answers", `SELECT o.id FROM outbox AS o JOIN inbox AS i ON i.id = o.answers WHERE o.created_at <> i.handled_at`},
		{"letter out", "its text is of another moment, and erased too soon or too late", `SELECT t.letter FROM texts AS t JOIN outbox AS o ON o.id = t.letter WHERE t.created_at <> o.created_at`},
		{"letter in", "its text is of another moment, and erased too soon or too late", `SELECT m.letter FROM mails AS m JOIN inbox AS i ON i.id = m.letter WHERE m.arrived_at <> i.arrived_at`},
		{"letter out", "its thread is no game or invitation", `SELECT id FROM outbox WHERE thread > 0 AND thread NOT IN (SELECT id FROM invitations)`},
		{"letter out", "it is queued, and has no text or nobody to go to", `SELECT id FROM outbox WHERE state = 'queued' AND (recipient = '' OR id NOT IN (SELECT letter FROM texts))`},
		{"letter in", "its checksum was taken away", `SELECT id FROM inbox WHERE checksum < 0 AND id > (SELECT min(id) FROM inbox WHERE checksum >= 0)`},
		{"letter out", "its checksum was taken away, and it is to be sent", `SELECT t.letter FROM texts AS t JOIN outbox AS o ON o.id = t.letter
			WHERE t.checksum < 0 AND o.state = 'queued' AND t.letter > (SELECT min(letter) FROM texts WHERE checksum >= 0)`},
		{"letter out", "it is refused, was never tried, and nothing says why", `SELECT id FROM outbox WHERE state = 'refused' AND attempts = 0 AND remark = ''
			AND player NOT IN (SELECT id FROM players WHERE address = '')`},
		{"letter out", "it is sent, and nothing says when", `SELECT id FROM outbox WHERE state = 'sent' AND sent_at = 0`},
		// Of two players one may have become the other, who then reads what the first did.
		{"letter out", "it is about a game or an invitation of others", `SELECT o.id FROM outbox AS o JOIN invitations AS i ON i.id = o.thread
			WHERE o.player <> i.challenger AND o.player <> coalesce(i.invitee, 0) AND NOT EXISTS (SELECT 1 FROM players WHERE address = '' AND name = '')`},
		// A game counts from two plies on: one of each side.
		{"player", "a rating counts other games than were played", `SELECT DISTINCT r.player FROM ratings AS r JOIN players AS p ON p.id = r.player
			LEFT JOIN (SELECT player, rules, robots, count(*) AS games FROM (
				SELECT black AS player, rules, robots FROM games WHERE rated = 1 AND result NOT IN ('none', 'void') AND plies >= 2
				UNION ALL SELECT white, rules, robots FROM games WHERE rated = 1 AND result NOT IN ('none', 'void') AND plies >= 2) AS sides
				GROUP BY player, rules, robots) AS played ON played.player = r.player AND played.rules = r.rules AND played.robots = r.robots
			WHERE p.address <> '' AND r.games <> coalesce(played.games, 0)`},
		{"player", "all that names them is to be erased, and they were not forgotten", `SELECT player FROM forgettings WHERE player NOT IN (SELECT id FROM players WHERE address = '')`},
		{"player", "they leave, and nothing says how far they are", `SELECT id FROM players WHERE leaving = 1 AND id NOT IN (SELECT player FROM departures)`},
		{"player", "what is noted of their leaving is nobody's who leaves", `SELECT player FROM departures WHERE player NOT IN (SELECT id FROM players WHERE leaving = 1 AND address <> '')`},
		{"player", "whom they block or mute is kept away until a moment, or what they declined for ever", `SELECT player FROM wishes WHERE (kind = 'decline') <> (until <> 0) OR until <> 0 AND until < at`},
		{"player", "they have wishes of who was forgotten, and nobody can tell any more of whom", `SELECT DISTINCT player FROM wishes WHERE NOT EXISTS (SELECT 1 FROM wish_secret)`},
		{"key", "there is none, and letters were written with one", `SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM keys) AND EXISTS (SELECT 1 FROM outbox)`},
	}
}
