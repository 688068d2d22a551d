// Package forecast reckons what a database will take after years.
//
// What it reckons from was measured on SQLite, indexes and all, and stands once, here:
// SIZE of 'turnpost help operating' says the same, to which a test holds it. It counts
// plies, with the letter in and the two out that each makes, games, with the letters
// besides that begin and end one, and players, and not what else is written, as digests,
// reminders and answers to questions. 'turnpost bench growth' prints it, and a test lives
// through ten years of a small club.
package forecast

import (
	"cmp"
	"fmt"
	"strconv"
)

// What a row takes, in octets, with its indexes.
const (
	Empty     = 700_000 // a database of nobody
	PlyRow    = 30
	LetterIn  = 220 // its line in the ledger
	LetterOut = 290
	GameRow   = 500
	Player    = 400
	TextIn    = 4_000 // of a letter, as long as letters are kept
	TextOut   = 16_500
)

// How many letters begin and end a game, beside those of its plies.
const (
	gameIn  = 4
	gameOut = 5
)

// What stays of a ply and of a game, and their letters' text.
const (
	Ply      = PlyRow + LetterIn + 2*LetterOut
	Text     = TextIn + 2*TextOut
	Game     = GameRow + gameIn*LetterIn + gameOut*LetterOut
	GameText = gameIn*TextIn + gameOut*TextOut
)

// plies is how many a game has, if nobody says.
const plies = 40

// Play is how much is played, and how much of it kept.
type Play struct {
	Players int
	Plies   float64 // a day
	Long    float64 // how many a game has; 0: 40
	Keep    int     // [privacy] keep_letters, in days; 0: for ever
}

// After is what the database takes after so many days, in octets: what stays, and the
// text of letters. Of that there was once as much as when a game ends and another begins
// more than there is on average, and the room is still taken.
func (p Play) After(days int) (stays, texts int64) {
	all, kept := p.Plies*float64(days), p.Plies*float64(days)
	if p.Keep > 0 {
		kept = p.Plies * float64(min(p.Keep, days))
	}
	long := cmp.Or(p.Long, plies)
	return int64(Empty + all*Ply + all/long*Game + float64(p.Players)*Player), int64(kept*Text + (kept/long+1)*GameText)
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
	return []string{fmt.Sprintf("Reckoned, not run; %s; an empty database %d kB, %d octets a ply for ever and %d of its letters' text, %d a game of %d plies and %d of its letters' text besides, %d a player (SIZE of 'turnpost help operating'). Room that was taken once is not given back to the disk but by 'turnpost db vacuum'.",
		how, Empty/1000, Ply, Text, Game, plies, GameText, Player)}
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
