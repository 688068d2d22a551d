package tournament

import (
	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"

	"turnpost/rules"
)

// AllStandings are those of all divisions of a tournament, the highest first.
func AllStandings(tx *club.Tx, t seasons.Tournament) ([]Standings, error) {
	return TopStandings(tx, t, -1)
}

// TopStandings are the first of these, until they have so many rows together; < 0: all.
func TopStandings(tx *club.Tx, t seasons.Tournament, rows int) (out []Standings, err error) {
	divisions, err := seasons.Divisions(tx.DB, t.ID)
	if err != nil {
		return nil, err
	}
	for _, d := range divisions {
		if rows == 0 {
			break
		}
		table, err := tableOf(tx, t, d, len(divisions))
		if err != nil {
			return nil, err
		}
		out = append(out, table)
		if rows > 0 {
			rows = max(0, rows-len(table.Rows))
		}
	}
	return out, nil
}

// StandingsOf is that of one division.
func StandingsOf(tx *club.Tx, t seasons.Tournament, division int) (table Standings, err error) {
	divisions, err := seasons.Divisions(tx.DB, t.ID)
	if err != nil {
		return table, err
	}
	return tableOf(tx, t, divisions[division-1], len(divisions))
}

// tableOf is a division as it stands.
func tableOf(tx *club.Tx, t seasons.Tournament, d seasons.Division, divisions int) (table Standings, err error) {
	table = Standings{Tournament: t, Division: d, Divisions: divisions, Players: map[int64]db.Player{}}
	entrants, err := seasons.InDivision(tx.DB, t.ID, d.Number)
	if err != nil {
		return table, err
	}
	for _, e := range entrants {
		if table.Players[e.Player], err = tx.DB.Player(e.Player); err != nil {
			return table, err
		}
	}
	if table.Games, err = seasons.Games(tx.DB, t.ID, d.Number); err != nil {
		return table, err
	}
	g, err := tx.Club.Rules(t.Rules)
	if err != nil {
		return table, err
	}
	table.Rows = RowsOf(entrants, table.Games, g.Start().Turn())
	return table, nil
}

// over reports whether all games are.
func (t Standings) over() bool {
	for _, g := range t.Games {
		if g.Result == rules.Undecided.String() {
			return false
		}
	}
	return true
}

// StandingsOfPlayer are the divisions in which a player has a place: none, or one mostly.
func StandingsOfPlayer(tx *club.Tx, t seasons.Tournament, player int64) (out []Standings, err error) {
	places, err := seasons.PlacesOf(tx.DB, t.ID, player)
	if err != nil {
		return nil, err
	}
	divisions, err := seasons.Divisions(tx.DB, t.ID)
	if err != nil {
		return nil, err
	}
	for _, e := range places {
		if e.Division == 0 {
			continue
		}
		table, err := tableOf(tx, t, divisions[e.Division-1], len(divisions))
		if err != nil {
			return nil, err
		}
		out = append(out, table)
	}
	return out, nil
}
