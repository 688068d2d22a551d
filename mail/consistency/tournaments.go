package consistency

import (
	"slices"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

const (
	doTournament = "no game is affected; look at 'turnpost tournament show', and restore the last backup that " +
		"verifies before another season is made of it"
	doPairing = "the game goes on, and counts in the wrong table or in none; compare it with the last backup that " +
		"verifies, and write to its players"
)

// tournaments makes the divisions, pairings and leaders of tournaments again. What contradicts the
// tables within the database is found by checks.
func (v *verifier) tournaments(tx *db.Tx, found *faults) error {
	all, err := tournaments.All(tx)
	if err != nil {
		return err
	}
	if mixed, err := merged(tx); err != nil || mixed {
		return err // numbers of players decide ties, and some are of others now
	}
	tables := map[int64][]tournament.SeasonTable{}
	for _, t := range all {
		g, err := v.club.Rules(t.Rules)
		if err != nil || t.BegunAt.IsZero() {
			continue // unknown rules are found by values
		}
		if tables[t.ID], err = tournament.AllStandings(v.club.Begin(tx, 0), t); err != nil {
			return err
		}
		switch {
		case t.State == tournaments.Over && t.EndedAt.Before(v.Since):
			continue
		case t.Cup:
			knockedOut(tables[t.ID][0], found)
			continue
		case !divided(t, tables[t.ID], tables[t.Previous], found):
			continue
		}
		for _, table := range tables[t.ID] {
			if !table.Division.BegunAt.IsZero() {
				paired(table, g.Start().Turn(), found)
			}
			if top := tournament.LeadersText(table.Rows); top != table.Division.Top {
				found.add("tournament", t.ID, doTournament,
					"%s: by its games player %q leads division %d, and its players were told that %q does",
					t.Name, top, table.Division.Number, table.Division.Top)
			}
		}
	}
	return nil
}

// divided makes the divisions again, from the ratings or from the final tables of the season before, and
// reports whether they are as stored.
func divided(t tournaments.Tournament, tables, before []tournament.SeasonTable, found *faults) bool {
	var last [][]int64
	for _, table := range before {
		var order []int64
		for _, row := range table.Rows {
			order = append(order, row.ID)
		}
		last = append(last, order)
	}
	var entrants []tournament.Entrant
	is := map[int64][2]int{}
	for _, table := range tables {
		for _, row := range table.Rows {
			entrants = append(entrants, tournament.Entrant{Player: row.ID, Rating: row.Rating})
			is[row.ID] = [2]int{table.Division.Number, row.Number}
		}
	}
	made := tournament.Divide(entrants, last)
	if len(made) != len(tables) {
		found.add("tournament", t.ID, doTournament, "%s: %d entrants make %d divisions, and there are %d", t.Name,
			len(entrants), len(made), len(tables))
		return false
	}
	for i, division := range made {
		for j, p := range division {
			if now := is[p.Player]; now != [2]int{i + 1, j + 1} {
				found.add("tournament", t.ID, doTournament,
					"%s: player %d has place %d of division %d, and by ratings and the season before it is place "+
						"%d of division %d",
					t.Name, p.Player, now[1], now[0], j+1, i+1)
				return false // the others follow from it
			}
		}
	}
	return true
}

// paired compares the games of a division with the pairings of the rules. Games of players who were out
// before it began, and of whom none counts, are not begun.
func paired(t tournament.SeasonTable, moves rules.Side, found *faults) {
	type pair struct {
		round        int
		black, white int64
	}
	rows := slices.SortedFunc(slices.Values(t.Rows),
		func(a, b tournament.SeasonRow) int { return a.Number - b.Number })
	due := map[pair]bool{}
	for _, p := range tournament.Pairings(len(rows)) {
		first, second := rows[p.First-1], rows[p.Second-1]
		if moves == rules.White {
			first, second = second, first
		}
		due[pair{p.Round, first.ID, second.ID}] = !first.Cancelled && !second.Cancelled
	}
	for _, g := range t.Games {
		is := pair{g.Round, g.Black, g.White}
		if _, ok := due[is]; !ok {
			found.add("tournament", t.Tournament.ID, doPairing,
				"%s: game %d, of players %d and %d, is not in round %d of division %d",
				t.Tournament.Name, g.ID, g.Black, g.White, g.Round, t.Division.Number)
		}
		delete(due, is)
	}
	for is, wanted := range due {
		if wanted {
			found.add("tournament", t.Tournament.ID, doPairing,
				"%s: the game of players %d and %d in round %d of division %d is missing",
				t.Tournament.Name, is.black, is.white, is.round, t.Division.Number)
		}
	}
}

// knockedOut makes the seeds of a cup again, and compares its games with its bracket.
func knockedOut(t tournament.SeasonTable, found *faults) {
	name, id := t.Tournament.Name, t.Tournament.ID
	rows := slices.SortedFunc(slices.Values(t.Rows),
		func(a, b tournament.SeasonRow) int { return a.Number - b.Number })
	var entrants []tournament.Entrant
	out := map[int64]bool{}
	for _, row := range rows {
		entrants = append(entrants, tournament.Entrant{Player: row.ID, Rating: row.Rating})
		out[row.ID] = row.Out
	}
	for i, e := range tournament.Seeded(entrants) {
		if rows[i].ID != e.Player || rows[i].Number != i+1 {
			found.add("tournament", id, doTournament, "%s: by ratings, player %d has seed %d", name, e.Player, i+1)
			return // the others follow from it
		}
	}
	games := len(t.Games)
	for r, matches := range t.Cup {
		for _, m := range matches {
			running := slices.ContainsFunc(m.Games, func(g tournaments.Game) bool { return g.Result == db.Undecided })
			won := slices.Index(m.Players[:], m.Won()) // -1: undecided
			if m.Won() == 0 {
				won = -1
			}
			switch games -= len(m.Games); {
			case len(m.Games) == 0 && won >= 0 && m.Players[1-won] != 0 && !out[m.Players[1-won]]:
				found.add("tournament", id, doPairing, "%s: player %d lost in round %d without a game", name,
					m.Players[1-won], r+1)
			case len(m.Games) == 0:
			case len(m.Games) != 2 || m.Games[0].Black != m.Games[1].White:
				found.add("tournament", id, doPairing,
					"%s: players %d and %d do not play once with each side in round %d",
					name, m.Players[0], m.Players[1], r+1)
			case running == (won >= 0), won >= 0 && !out[m.Players[1-won]] &&
				tournament.Beaten(m.Seats, m.Points, [2]bool{}) == won:
				found.add("tournament", id, doTournament,
					"%s: by its games, player %d is not the winner of the match of players %d and %d in round %d",
					name, m.Won(), m.Players[0], m.Players[1], r+1)
			}
		}
	}
	if games != 0 {
		found.add("tournament", id, doPairing, "%s: %d of its games are in none of its matches", name, games)
	}
	if top := t.Top(); top != t.Division.Top {
		found.add("tournament", id, doTournament, "%s: player %q has won it, and its players were told that %q has",
			name, top, t.Division.Top)
	}
}
