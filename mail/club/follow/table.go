package follow

import (
	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
)

// MostTables is how many tables one letter shows; what else there is waits for the next.
const MostTables = 5

// Named reports whether who looks on is told a player's name where they stand in a table.
func Named(p db.Player) bool {
	return p.Public && !p.Leaving || p.Robot && p.Address == ""
}

// tableNews notes that there is news of a division.
func tableNews(tx *club.Tx, t tournament.Standings) error {
	return follows.TableNews(tx.DB, follows.Table{Tournament: t.Tournament.ID, Division: t.Division.Number})
}

// tables are the divisions of which a player is to be told, as they stand now, and how many
// more wait; it notes that they were told.
func tables(tx *club.Tx, p db.Player, ends bool) (out []tournament.Standings, more int, err error) {
	unread, err := follows.UnreadTables(tx.DB, p.ID, ends, mostCounted)
	if err != nil {
		return nil, 0, err
	}
	now := unread[:min(len(unread), MostTables)]
	for _, u := range now {
		t, err := seasons.Get(tx.DB, u.Tournament)
		if err != nil {
			return nil, 0, err
		}
		table, err := tournament.StandingsOf(tx, t, u.Division)
		if err != nil {
			return nil, 0, err
		}
		if err := follows.TableTold(tx.DB, p.ID, u); err != nil {
			return nil, 0, err
		}
		out = append(out, table)
	}
	return out, len(unread) - len(now), nil
}
