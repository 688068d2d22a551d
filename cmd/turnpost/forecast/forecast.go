// Package forecast reckons what a database will take after years.
//
// What it reckons from was measured on SQLite, indexes and all, and stands once, here:
// SIZE of 'turnpost help operating' says the same, to which a test holds it. It counts
// plies, with the letter in and the two out that each makes, games and players, and not
// what else is written, as digests, reminders and answers to questions. 'turnpost bench
// growth' prints it, and a test lives through ten years of a small club.
package forecast

import (
	"fmt"
	"strconv"
)

// What a row takes, in octets, with its indexes.
const (
	Empty     = 700_000 // a database of nobody
	PlyRow    = 30
	LetterIn  = 220 // its line in the ledger
	LetterOut = 290
	Game      = 500
	Player    = 400
	TextIn    = 4_000 // of a letter, as long as letters are kept
	TextOut   = 16_500
)

// What stays of a ply, and its letters' text.
const (
	Ply  = PlyRow + LetterIn + 2*LetterOut
	Text = TextIn + 2*TextOut
)

// plies is how many a game has.
const plies = 40

// Play is how much is played, and how much of it kept.
type Play struct {
	Players int
	Plies   float64 // a day
	Keep    int     // [privacy] keep_letters, in days; 0: for ever
}

// After is what the database takes after so many days, in octets: what stays, and the
// text of letters.
func (p Play) After(days int) (stays, texts int64) {
	all := p.Plies * float64(days)
	kept := all
	if p.Keep > 0 {
		kept = p.Plies * float64(min(p.Keep, days))
	}
	return int64(Empty + all*Ply + all/plies*Game + float64(p.Players)*Player), int64(kept * Text)
}

// usual is how much is played by a few friends, by a club, and so on up to a million
// games at a time.
var usual = []Play{{Players: 10, Plies: 20}, {Players: 100, Plies: 200}, {Players: 1000, Plies: 2000}, {Players: 20_000, Plies: 100_000}, {Players: 200_000, Plies: 1_000_000}}

// Head is what the columns of Rows are.
var Head = []string{"players", "plies a day", "after a year MB", "of that letters' text", "after ten years", "of that letters' text", "with all texts"}

// Notes say what Rows are.
func Notes(keep int) []string {
	how := fmt.Sprintf("letters are kept for %d days", keep)
	if keep == 0 {
		how = "letters are kept for ever"
	}
	return []string{fmt.Sprintf("Reckoned, not run; %s; an empty database %d kB, %d octets a ply for ever and %d of its letters' text, %d a game of %d plies, %d a player (SIZE of 'turnpost help operating'). Room that was taken once is not given back to the disk but by 'turnpost db vacuum'.",
		how, Empty/1000, Ply, Text, Game, plies, Player)}
}

// Rows are the cells of a table: first of a play, if it has players, and then of the
// usual ones, all with letters kept as long as its.
func Rows(p Play) (rows [][]string) {
	all := usual
	if p.Players > 0 {
		all = append([]Play{p}, all...)
	}
	for _, q := range all {
		q.Keep = p.Keep
		row := []string{fmt.Sprint(q.Players), strconv.FormatFloat(q.Plies, 'f', -1, 64)}
		for _, days := range []int{365, 3650} {
			stays, texts := q.After(days)
			row = append(row, inMB(stays+texts), inMB(texts))
		}
		q.Keep = 0
		stays, texts := q.After(3650)
		rows = append(rows, append(row, inMB(stays+texts)))
	}
	return rows
}

func inMB(octets int64) string { return fmt.Sprintf("%.0f", float64(octets)/1e6) }
