package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
)

// AllStandings returns the tables of all divisions of a tournament, the highest first.
func AllStandings(tx *club.Tx, t tournaments.Tournament) ([]SeasonTable, error) {
	return TopStandings(tx, t, -1)
}

// TopStandings returns the first tables that together have at least that many rows; rows < 0
// means all.
func TopStandings(tx *club.Tx, t tournaments.Tournament, rows int) (out []SeasonTable, err error) {
	divisions, err := tournaments.Divisions(tx.DB, t.ID)
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

// StandingsOf returns the table of one division.
func StandingsOf(tx *club.Tx, t tournaments.Tournament, division int) (table SeasonTable, err error) {
	divisions, err := tournaments.Divisions(tx.DB, t.ID)
	if err != nil {
		return table, err
	}
	return tableOf(tx, t, divisions[division-1], len(divisions))
}

// Promoted returns how many players move up from a division of a standing season, and how many
// move down.
func Promoted(tx *club.Tx, t tournaments.Tournament, division int) (up, down int, err error) {
	entrants, err := tournaments.Entrants(tx.DB, t.ID)
	sizes := map[int]int{}
	for _, e := range entrants {
		sizes[e.Division]++
	}
	if division > 1 {
		up = PromotedBetween(sizes[division-1], sizes[division])
	}
	return up, PromotedBetween(sizes[division], sizes[division+1]), err
}

// tableOf returns the table of a division.
func tableOf(
	tx *club.Tx, t tournaments.Tournament, d tournaments.Division, divisions int,
) (table SeasonTable, err error) {
	table = SeasonTable{Tournament: t, Division: d, Divisions: divisions, Players: map[int64]db.Player{},
		Public: map[int64]bool{}}
	entrants, err := tournaments.InDivision(tx.DB, t.ID, d.Number)
	if err != nil {
		return table, err
	}
	for _, e := range entrants {
		table.Public[e.Player] = e.Public
		if table.Players[e.Player], err = tx.DB.Player(e.Player); err != nil {
			return table, err
		}
	}
	if table.Games, err = tournaments.Games(tx.DB, t.ID, d.Number); err != nil {
		return table, err
	}
	g, err := tx.Club.Rules(t.Rules)
	if err != nil {
		return table, err
	}
	table.Rows = RowsOf(entrants, table.Games, g.Start().Turn())
	if t.Cup {
		table.Cup, table.Rows = CupOf(entrants, table.Games), CupRows(table.Rows, entrants)
	}
	return table, nil
}

// over reports whether all games are over.
func (t SeasonTable) over() bool {
	for _, g := range t.Games {
		if g.Result == db.Undecided {
			return false
		}
	}
	return true
}

// StandingsOfPlayer returns the tables of all divisions in which a player has a place. It is
// rarely more than one; see the package doc about merged players.
func StandingsOfPlayer(tx *club.Tx, t tournaments.Tournament, player int64) (out []SeasonTable, err error) {
	places, err := tournaments.PlacesOf(tx.DB, t.ID, player)
	if err != nil {
		return nil, err
	}
	divisions, err := tournaments.Divisions(tx.DB, t.ID)
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

// GameResult is how a game ended.
type GameResult int

const (
	Unfinished GameResult = iota
	FirstWon              // the player who moved first
	SecondWon
	Drawn
	Cancelled // counts for nobody
)

// DivisionGame is a game of a division.
type DivisionGame struct {
	First, Second int64 // player IDs
	Result        GameResult
}

// DivisionPlayer is a player of a division.
type DivisionPlayer struct {
	ID        int64
	Number    int     // in the pairings
	Rating    float64 // at the beginning of the season
	Out       bool
	Cancelled bool // they are out, and none of their games counts
}

// SeasonRow is a row of a division's table.
type SeasonRow struct {
	DivisionPlayer
	Place  int
	Shared bool // with a neighbour
	// Points counts half points, and Berger, the Sonneborn-Berger score, quarters.
	Points, Berger int
	// Direct counts half points from games against players with equal Points and Berger.
	Direct       int
	Played, Left int // games that count, and games that are not over
	// Against lists the half points of each counted game by opponent, in the order of the
	// games.
	Against map[int64][]int
}

// Leads reports whether the player is first and has won at least half a point.
func (r SeasonRow) Leads() bool { return r.Place == 1 && r.Points > 0 }

// RowOf returns the row of a player, who must have one.
func RowOf(rows []SeasonRow, player int64) SeasonRow {
	return rows[slices.IndexFunc(rows, func(r SeasonRow) bool { return r.ID == player })]
}

// Rank returns the table of a division in order. Players who share a place are ordered by their
// numbers. Cancelled games, and games with a player whose games are cancelled, do not count.
// All games must be between players.
func Rank(players []DivisionPlayer, games []DivisionGame) []SeasonRow {
	rows := make([]SeasonRow, len(players))
	at := make(map[int64]*SeasonRow, len(players))
	for i, p := range players {
		rows[i] = SeasonRow{DivisionPlayer: p, Against: map[int64][]int{}}
		at[p.ID] = &rows[i]
	}
	score(at, games)
	for i := range rows {
		for opponent, points := range rows[i].Against {
			for _, p := range points {
				rows[i].Berger += p * at[opponent].Points
			}
		}
	}
	direct(rows)
	slices.SortFunc(rows, func(a, b SeasonRow) int { return cmp.Or(compare(a, b), cmp.Compare(a.Number, b.Number)) })
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && compare(rows[i-1], rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
			rows[i].Shared, rows[i-1].Shared = true, true
		}
	}
	return rows
}

// score adds up the results.
func score(at map[int64]*SeasonRow, games []DivisionGame) {
	for _, g := range games {
		first, second := at[g.First], at[g.Second]
		if g.Result == Cancelled || first.Cancelled || second.Cancelled {
			continue
		}
		if g.Result == Unfinished {
			first.Left++
			second.Left++
			continue
		}
		points := map[GameResult]int{FirstWon: 2, Drawn: 1, SecondWon: 0}[g.Result]
		first.count(second.ID, points)
		second.count(first.ID, 2-points)
	}
}

func (r *SeasonRow) count(opponent int64, points int) {
	r.Played++
	r.Points += points
	r.Against[opponent] = append(r.Against[opponent], points)
}

// direct adds up the games between players with equal points and Sonneborn-Berger score.
func direct(rows []SeasonRow) {
	for i := range rows {
		for j := range rows {
			if i == j || rows[i].Out != rows[j].Out || rows[i].Points != rows[j].Points ||
				rows[i].Berger != rows[j].Berger {
				continue
			}
			for _, p := range rows[i].Against[rows[j].ID] {
				rows[i].Direct += p
			}
		}
	}
}

// compare orders rows; 0 means that they share a place.
func compare(a, b SeasonRow) int {
	out := 0
	if a.Out != b.Out {
		if out = -1; a.Out {
			out = 1
		}
	}
	return cmp.Or(
		out,
		cmp.Compare(b.Points, a.Points),
		cmp.Compare(b.Berger, a.Berger),
		cmp.Compare(b.Direct, a.Direct),
		cmp.Compare(b.Rating, a.Rating),
	)
}

// RowsOf returns the rows of a division's table. first is the side that moves first in its
// game.
func RowsOf(entrants []tournaments.Entrant, games []tournaments.Game, first rules.Side) []SeasonRow {
	players, in := make([]DivisionPlayer, len(entrants)), map[int64]bool{}
	for i, e := range entrants {
		players[i] = DivisionPlayer{ID: e.Player, Number: e.Number, Rating: e.Rating, Out: e.Out(),
			Cancelled: e.Cancelled}
		in[e.Player] = true
	}
	var counted []DivisionGame
	for _, g := range games {
		// A player merged into another before merged players kept both places has no place.
		if in[g.Black] && in[g.White] {
			counted = append(counted, gameOf(g, first))
		}
	}
	return Rank(players, counted)
}

// gameOf converts a game for Rank. first is the side that moves first.
func gameOf(g tournaments.Game, first rules.Side) DivisionGame {
	out := DivisionGame{First: g.Black, Second: g.White}
	switch g.Result {
	case db.BlackWon:
		out.Result = FirstWon
	case db.WhiteWon:
		out.Result = SecondWon
	case db.Drawn:
		out.Result = Drawn
	case db.Void:
		out.Result = Cancelled
	}
	if first == rules.White {
		out.First, out.Second = out.Second, out.First
		switch out.Result {
		case FirstWon:
			out.Result = SecondWon
		case SecondWon:
			out.Result = FirstWon
		}
	}
	return out
}

// CrossTableCell returns a player's results against another, one character for each game: 1, ½
// or 0, a dot for a running game, and a dash for one that does not count.
func CrossTableCell(games []tournaments.Game, p, other DivisionPlayer) string {
	var b strings.Builder
	for _, g := range games {
		side := sideOf(g, p.ID)
		if side == rules.None || sideOf(g, other.ID) != side.Opponent() {
			continue
		}
		switch {
		case g.Result == db.Undecided:
			b.WriteString("·")
		case g.Result == db.Void || p.Cancelled || other.Cancelled:
			b.WriteString("-")
		case g.Result == db.Drawn:
			b.WriteString("½")
		case g.Result == club.ResultOf(rules.Wins(side)):
			b.WriteString("1")
		default:
			b.WriteString("0")
		}
	}
	return b.String()
}

// sideOf returns the side of a player, rules.None if they do not play in the game.
func sideOf(g tournaments.Game, player int64) rules.Side {
	switch player {
	case g.Black:
		return rules.Black
	case g.White:
		return rules.White
	}
	return rules.None
}

// LeadersText identifies the leaders of a division, so that a change can be noticed. It is
// empty before the first result.
func LeadersText(rows []SeasonRow) string {
	var first []string
	for _, row := range rows {
		if row.Leads() {
			first = append(first, fmt.Sprint(row.ID))
		}
	}
	return strings.Join(first, " ")
}

// PlaceText formats a place, and marks a shared one.
func PlaceText(r SeasonRow) string {
	if r.Shared {
		return fmt.Sprint(r.Place, "=")
	}
	return fmt.Sprint(r.Place)
}

// HalvesText formats half points, and QuartersText quarters.
func HalvesText(n int) string   { return QuartersText(2 * n) }
func QuartersText(n int) string { return part(n/4, []string{"", "¼", "½", "¾"}[n%4]) }

func part(whole int, rest string) string {
	if whole == 0 && rest != "" {
		return rest
	}
	return fmt.Sprint(whole) + rest
}
