package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
)

// CupMatch is a match of a cup. Players and Points are in the order of the seats; a player is 0 where
// nobody sits, or it is not known yet who does.
type CupMatch struct {
	Match
	Players [2]int64
	Points  [2]int // half points
	Games   []tournaments.Game
}

// Won returns the player who goes on; 0: nobody, or it is not known yet.
func (m CupMatch) Won() int64 {
	for i, seed := range m.Seats {
		if seed > 0 && seed == m.Winner {
			return m.Players[i]
		}
	}
	return 0
}

// decided reports whether the games of a match are over that has no winner yet.
func (m CupMatch) decided() bool {
	return m.Winner == Unknown && len(m.Games) > 0 &&
		!slices.ContainsFunc(m.Games, func(g tournaments.Game) bool { return g.Result == db.Undecided })
}

// CupOf returns the rounds of a cup. entrants are in the order of their seeds.
func CupOf(entrants []tournaments.Entrant, games []tournaments.Game) [][]CupMatch {
	lost := make([]int, len(entrants))
	for i, e := range entrants {
		lost[i] = e.Lost
	}
	bracket := Bracket(lost)
	rounds := make([][]CupMatch, len(bracket))
	for r, matches := range bracket {
		for _, m := range matches {
			match := CupMatch{Match: m}
			for i, seed := range m.Seats {
				if seed > 0 {
					match.Players[i] = entrants[seed-1].Player
				}
			}
			for _, g := range games {
				sides := [2]rules.Side{sideOf(g, match.Players[0]), sideOf(g, match.Players[1])}
				if g.Round != r+1 || sides[0] == rules.None || sides[1] == rules.None {
					continue
				}
				match.Games = append(match.Games, g)
				for i, side := range sides {
					switch g.Result {
					case db.Drawn:
						match.Points[i]++
					case club.ResultOf(rules.Wins(side)):
						match.Points[i] += 2
					}
				}
			}
			rounds[r] = append(rounds[r], match)
		}
	}
	return rounds
}

// CupRound returns the round that is played, or was last; 0: none.
func CupRound(games []tournaments.Game) (round int) {
	for _, g := range games {
		round = max(round, g.Round)
	}
	return round
}

// CupRows returns the rows of a cup in its order, with their places: players who were knocked out in the same
// round share one.
func CupRows(of []SeasonRow, entrants []tournaments.Entrant) []SeasonRow {
	rows := slices.Clone(of)
	lost := map[int64]int{}
	for _, e := range entrants {
		if lost[e.Player] = e.Lost; e.Lost == 0 {
			lost[e.Player] = MaxCup
		}
	}
	slices.SortFunc(rows, func(a, b SeasonRow) int {
		return cmp.Or(cmp.Compare(lost[b.ID], lost[a.ID]), cmp.Compare(a.Number, b.Number))
	})
	for i := range rows {
		rows[i].Place, rows[i].Shared = i+1, false
		if i > 0 && lost[rows[i].ID] == lost[rows[i-1].ID] {
			rows[i].Place = rows[i-1].Place
			rows[i].Shared, rows[i-1].Shared = true, true
		}
	}
	return rows
}

// Winner returns the player who has won a cup; 0: nobody yet, or nobody was left.
func (t SeasonTable) Winner() int64 {
	if len(t.Cup) == 0 {
		return 0
	}
	return t.Cup[len(t.Cup)-1][0].Won()
}

// Top identifies who leads a division, or has won a cup, see LeadersText.
func (t SeasonTable) Top() string {
	if !t.Tournament.Cup {
		return LeadersText(t.Rows)
	}
	if winner := t.Winner(); winner != 0 {
		return fmt.Sprint(winner)
	}
	return ""
}

// lookAtCup knocks out the losers of matches that are over. With the last game of a round, the next one is
// due, or the cup is over.
func lookAtCup(tx *club.Tx, t tournaments.Tournament) error {
	table, err := StandingsOf(tx, t, 1)
	if err != nil || table.Division.BegunAt.IsZero() || !table.Division.EndedAt.IsZero() {
		return err
	}
	entrants, err := tournaments.InDivision(tx.DB, t.ID, 1)
	if err != nil {
		return err
	}
	for r, round := range table.Cup {
		for i, m := range round {
			if !m.decided() {
				continue
			}
			out := [2]bool{entrants[m.Seats[0]-1].Out(), entrants[m.Seats[1]-1].Out()}
			beaten := Beaten(m.Seats, m.Points, out)
			e := entrants[m.Seats[beaten]-1]
			e.Lost = r + 1
			if err := tournaments.SaveEntrant(tx.DB, e); err != nil {
				return err
			}
			if table, err = StandingsOf(tx, t, 1); err != nil {
				return err
			}
			if err := tx.Emit(MatchOver{table, r + 1, table.Cup[r][i]}); err != nil {
				return err
			}
		}
	}
	if !table.over() {
		return nil
	}
	if table.Cup[len(table.Cup)-1][0].Winner != Unknown {
		return endCup(tx, table)
	}
	t.EndsAt = tx.Now()
	return tournaments.Save(tx.DB, t)
}

// endCup notes that a cup has a winner, or that nobody is left.
func endCup(tx *club.Tx, table SeasonTable) error {
	table.Division.EndedAt, table.Division.Top = tx.Now(), table.Top()
	if err := tournaments.SaveDivision(tx.DB, table.Division); err != nil {
		return err
	}
	return tx.Emit(DivisionOver{table})
}

// goesOn begins the next round of a cup, and reports whether there was one.
func goesOn(tx *club.Tx, t tournaments.Tournament) (bool, error) {
	divisions, err := tournaments.Divisions(tx.DB, t.ID)
	if err != nil || !divisions[0].EndedAt.IsZero() {
		return false, err
	}
	return true, nextRound(tx, t)
}

// nextRound begins the games of the next round in which there are any. Players who cannot play any
// more are out before it, and their opponents go on without a game. If only one player is left, the
// cup is over.
func nextRound(tx *club.Tx, t tournaments.Tournament) error {
	entrants, err := tournaments.InDivision(tx.DB, t.ID, 1)
	if err != nil {
		return err
	}
	played, err := tournaments.Games(tx.DB, t.ID, 1)
	if err != nil {
		return err
	}
	var games []*club.Game
	for round := CupRound(played) + 1; len(games) == 0 && left(entrants) > 1; round++ {
		if err := dropGone(tx, entrants, round); err != nil {
			return err
		}
		for _, m := range CupOf(entrants, played)[round-1] {
			if m.Winner != Unknown {
				continue
			}
			first, err := tx.DB.Player(m.Players[0])
			if err != nil {
				return err
			}
			second, err := tx.DB.Player(m.Players[1])
			if err != nil {
				return err
			}
			if m.Seats[0] > m.Seats[1] {
				first, second = second, first // the better seed moves first in the first game
			}
			for _, pairing := range [][2]db.Player{{first, second}, {second, first}} {
				game, err := pair(tx, t, 1, round, pairing[0], pairing[1])
				if err != nil {
					return err
				}
				games = append(games, game)
			}
		}
	}
	t.State, t.EndsAt = tournaments.Running, tx.Now().Add(time.Duration(t.Days)*24*time.Hour)
	if err := tournaments.Save(tx.DB, t); err != nil {
		return err
	}
	table, err := StandingsOf(tx, t, 1)
	if err != nil {
		return err
	}
	if table.Division.BegunAt.IsZero() {
		table.Division.BegunAt = tx.Now()
		if err := tournaments.SaveDivision(tx.DB, table.Division); err != nil {
			return err
		}
	}
	if len(games) == 0 {
		return endCup(tx, table)
	}
	return tx.Emit(DivisionBegan{table, games})
}

// left counts the players who are not knocked out.
func left(entrants []tournaments.Entrant) (n int) {
	for _, e := range entrants {
		if e.Lost == 0 {
			n++
		}
	}
	return n
}

// dropGone knocks out players who have left, or can play no more, before a round.
func dropGone(tx *club.Tx, entrants []tournaments.Entrant, round int) error {
	for i, e := range entrants {
		if e.Lost != 0 {
			continue
		}
		there, err := isThere(tx, e.Player)
		if err != nil {
			return err
		}
		if there && !e.Out() {
			continue
		}
		if e.Lost = round; e.OutAt.IsZero() {
			e.OutAt = tx.Now()
		}
		if err := tournaments.SaveEntrant(tx.DB, e); err != nil {
			return err
		}
		entrants[i] = e
	}
	return nil
}

// closeCup closes the cup of a player before it begins.
func closeCup(tx *club.Tx, t tournaments.Tournament, why CloseReason) error {
	closed := CupClosed{Why: why}
	if why.byHost() {
		var err error
		if closed.Host, err = tx.DB.Player(t.Host); err != nil {
			return err
		}
		if err := tournaments.Leave(tx.DB, t.ID, t.Host); err != nil {
			return err
		}
	}
	waiting, err := tournaments.Guests(tx.DB, t.ID)
	if err != nil {
		return err
	}
	t.State, t.EndedAt = tournaments.Over, tx.Now()
	if err := tournaments.Save(tx.DB, t); err != nil {
		return err
	}
	entrants, err := tournaments.Entrants(tx.DB, t.ID)
	if err != nil {
		return err
	}
	var told []int64
	for _, e := range entrants {
		told = append(told, e.Player)
	}
	if why != ClosedTooFew {
		for _, g := range waiting {
			told = append(told, g.Player)
		}
	}
	closed.Tournament = t
	for _, id := range told {
		p, err := tx.DB.Player(id)
		if err != nil {
			return err
		}
		closed.Players = append(closed.Players, p)
	}
	return tx.Emit(closed)
}
