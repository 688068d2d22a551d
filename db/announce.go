package db

import "time"

// Active lists the players who may be written to about the server, by number: players who
// have written since a moment or have a game under way, or, with rules, have a game of
// these under way. It leaves out players who want no messages, have paused them, are
// suspended or blocked, never proved to have written, or were forgotten.
func (tx *Tx) Active(since time.Time, rules string) ([]Player, error) {
	return all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players
		WHERE address <> '' AND wrote_at <> 0 AND stopped_at = 0
		AND NOT EXISTS (SELECT 1 FROM pauses WHERE pauses.player = players.id AND pauses.why = 'bounce'
		AND pauses.to_at + 0 = 0)
		AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.player = players.id AND blocks.blocked = players.id)
		AND (CAST(?1 AS TEXT) = '' AND (wrote_at >= ?2 OR id IN (SELECT sender FROM inbox WHERE arrived_at >= ?2))
			OR id IN (SELECT black FROM games WHERE result = 'none' AND (?1 = '' OR rules = ?1)
				UNION ALL SELECT white FROM games WHERE result = 'none' AND (?1 = '' OR rules = ?1)))
		ORDER BY id`, rules, Millis(since))
}
