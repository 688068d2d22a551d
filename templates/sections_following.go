package templates

import (
	"slices"
	"time"
)

// FollowedItem is one thing that the reader follows: a game, the games of a player, those of
// some rules (Title) or all, or those of a tournament.
type FollowedItem struct {
	Kind         string // game, player or tournament
	Game         int64
	Title        string
	Black, White string
	Name         string // the player's or the tournament's
	Rules        string // the name of Title's game, of a player
}

// Following tells the reader what they follow, and how they read it.
type Following struct {
	What  string        // began, already, ended, nothing (any more), chosen or list
	Item  *FollowedItem // that began or ended
	Items []FollowedItem
	// Every says that they read letter by letter, else with the digest, and Ends that they
	// read games that are over alone.
	Every, Ends bool
	At          string // when it comes each day, of who has no digest
	Late        int    // how many plies late
	More        bool   // another of these follows, which says all that is to be said
	// Opponents says that the reader has games with whom they follow.
	Opponents bool
}

// Tables reports whether tables of a tournament come as well.
func (f Following) Tables() bool {
	return f.What != "ended" && f.Item != nil && f.Item.Kind == "tournament" ||
		slices.ContainsFunc(f.Items, func(item FollowedItem) bool { return item.Kind == "tournament" })
}

// FollowedGame shows a game to somebody who follows it.
type FollowedGame struct {
	Game         int64
	Title        string
	Black, White string
	Last         int   // the last ply that is shown
	Plies        []Ply // the last of those that are news
	Board        Board
	Undone       bool // some that were shown before were taken back
	Late         int  // how many plies late it is shown; 0: it is not

	// Of a game that is over: Result is black, white, draw or void, and Ending how it ended,
	// if not by its rules, which is in Reason otherwise.
	Result, Reason, Ending string
	More                   int  // how many other games have news that is not in the letter
	End                    bool // how to follow nothing more stands behind it
}

// FollowedTable shows a table of a tournament to somebody who follows it.
type FollowedTable struct {
	Table SeasonTable
	Last  bool // no other table of its tournament stands behind it
	More  int  // how many other tables have news that is not in the letter
	End   bool // how to follow nothing more stands behind it
}

// Winner and Loser are those of a game that somebody has won.
func (g FollowedGame) Winner() string {
	if g.Result == "white" {
		return g.White
	}
	return g.Black
}

// Loser is the other one.
func (g FollowedGame) Loser() string {
	if g.Result == "white" {
		return g.Black
	}
	return g.White
}

// BestGame is one of the best games of a week.
type BestGame struct {
	FollowedGame
	Readers, Turnings int // how many followed it, and at how many plies it turned
}

// BestOfWeek shows the best games of a week.
type BestOfWeek struct {
	Games []BestGame
	Asked bool // the reader asked for it now
}

// BestSet tells whether the reader gets the best of each week.
type BestSet struct {
	Next time.Time // zero: not
}

func (*Following) template() string     { return "following" }
func (*FollowedGame) template() string  { return "followedgame" }
func (*FollowedTable) template() string { return "followedtable" }
func (*BestOfWeek) template() string    { return "bestofweek" }
func (*BestSet) template() string       { return "bestset" }
