package tournament

import (
	"fmt"
	"strings"

	"turnpost/db/seasons"

	"turnpost/rules"
)

// RowsOf are the rows of a division's table, in which a side moves first in each game.
func RowsOf(entrants []seasons.Entrant, games []seasons.Game, first rules.Side) []Row {
	players, in := make([]RankedPlayer, len(entrants)), map[int64]bool{}
	for i, e := range entrants {
		players[i] = RankedPlayer{ID: e.Player, Number: e.Number, Rating: e.Rating, Out: e.Out(), Cancelled: e.Cancelled}
		in[e.Player] = true
	}
	var counted []RankedGame
	for _, g := range games {
		// Of two who became one before both places were kept, one has none.
		if in[g.Black] && in[g.White] {
			counted = append(counted, gameOf(g, first))
		}
	}
	return Rank(players, counted)
}

// gameOf is a game as a table counts it, where a side moves first.
func gameOf(g seasons.Game, first rules.Side) RankedGame {
	out := RankedGame{First: g.Black, Second: g.White}
	switch g.Result {
	case rules.BlackWins.String():
		out.Result = FirstWon
	case rules.WhiteWins.String():
		out.Result = SecondWon
	case rules.Draw.String():
		out.Result = Drawn
	case seasons.Void:
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

// CrossTableCell is what a player has of the games with another, a character a game: 1, ½ or 0, a dot
// for one that goes on, and a dash for one that counts for nobody.
func CrossTableCell(games []seasons.Game, p, other RankedPlayer) string {
	var b strings.Builder
	for _, g := range games {
		side := SideOf(g, p.ID)
		if side == rules.None || SideOf(g, other.ID) != side.Opponent() {
			continue
		}
		switch {
		case g.Result == rules.Undecided.String():
			b.WriteString("·")
		case g.Result == seasons.Void || p.Cancelled || other.Cancelled:
			b.WriteString("-")
		case g.Result == rules.Draw.String():
			b.WriteString("½")
		case g.Result == rules.Wins(side).String():
			b.WriteString("1")
		default:
			b.WriteString("0")
		}
	}
	return b.String()
}

// SideOf is the side of a player; rules.None for who has no part in the game.
func SideOf(g seasons.Game, player int64) rules.Side {
	switch player {
	case g.Black:
		return rules.Black
	case g.White:
		return rules.White
	}
	return rules.None
}

// LeadersText writes down who stands first, to see when it is somebody else: nobody before the first
// game is over.
func LeadersText(rows []Row) string {
	var first []string
	for _, row := range rows {
		if row.Leads() {
			first = append(first, fmt.Sprint(row.ID))
		}
	}
	return strings.Join(first, " ")
}

// PlaceText writes a place; a shared one says so.
func PlaceText(r Row) string {
	if r.Shared {
		return fmt.Sprint(r.Place, "=")
	}
	return fmt.Sprint(r.Place)
}

// HalvesText writes points that are counted in halves, and Quarters those in quarters.
func HalvesText(n int) string   { return QuartersText(2 * n) }
func QuartersText(n int) string { return part(n/4, []string{"", "¼", "½", "¾"}[n%4]) }

func part(whole int, rest string) string {
	if whole == 0 && rest != "" {
		return rest
	}
	return fmt.Sprint(whole) + rest
}
