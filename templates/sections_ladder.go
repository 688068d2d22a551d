package templates

import (
	"fmt"
	"time"
)

// LadderLine is a ladder in the list of them.
type LadderLine struct {
	Name, Title string // Title is the game's
	Places      int    // players on it
	Place       int    // the reader's; 0: they are not on it
}

// Ladders are those that there are, one for each game.
type Ladders struct{ Ladders []LadderLine }

// LadderPlace is where the reader stands on a ladder.
type LadderPlace struct {
	LadderLine
	Before int       // the place in the last digest; 0: there was none
	Slides time.Time // when they go down if they have no game; zero: not soon
}

// LadderPlaces are where the reader stands on ladders, in a digest.
type LadderPlaces struct{ Ladders []LadderPlace }

// Ladder is a ladder as it stands.
type Ladder struct {
	// Why it is shown: asked, joined, already (the reader was on it), nobody (within
	// reach can be challenged), or slid (from From).
	Why         string
	Name, Title string
	Pace        string
	Places      int // players on it
	Place       int // the reader's; 0: they are not on it
	From        int
	First, Last int // whom the reader can challenge; Last is less than First: nobody
	Rows        []LadderRow
}

// LadderRow is who stands on a place.
type LadderRow struct {
	Place int
	Name  string
	You   bool
}

// Cells are those of the row, of which the last says that it is the reader's.
func (r LadderRow) Cells(you string) []string {
	if !r.You {
		you = ""
	}
	return []string{fmt.Sprint(r.Place), r.Name, you}
}

// LadderLeft tells a player that they are not on a ladder any more.
type LadderLeft struct {
	Why         string // asked, late (lost games on time) or robot (became a program)
	Name, Title string
	CalledOff   int // games, as they had not moved in them
	Running     int // games that go on
}

func (*LadderPlaces) template() string { return "ladderplaces" }
func (*Ladders) template() string      { return "ladders" }
func (*Ladder) template() string       { return "ladder" }
func (*LadderLeft) template() string   { return "ladderleft" }
