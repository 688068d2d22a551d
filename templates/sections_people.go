package templates

import "time"

// Said is what the opponent says in a letter of its own.
type Said struct {
	Game     int64
	Title    string
	Author   string
	Message  string
	YourMove bool
	Over     bool
	Several  bool // the letter is about several games
}

// Note is what a player noted in a game.
type Note struct {
	Ply  int // plies played when it was noted
	Text string
}

// Notes are the reader's notes on a game; or, published, the author's.
type Notes struct {
	Game  int64
	Title string
	Notes []Note
	All   bool // there are no others
	// Published says that the author shows them to the opponent; You, that the
	// reader is the author.
	Published, You   bool
	Author, Opponent string
	Shown            string // how many were published before: "" for none, all or some
}

// RatingLine is a player's rating in a game's rules.
type RatingLine struct {
	Name   string // the player's
	Game   string // the title of the rules
	Rating string // as "1662", or "1662?" while it is provisional
	Unsure bool   // it is provisional
	Before string // empty before the first rated game
	Change string // since Before: "+24"
	Games  int
}

// Setting is one line of a player's settings.
type Setting struct {
	Name  string // setting.NAME is what it is called, how.NAME what changes it
	Value string // value.NAME says it, or one of these:

	Now    time.Time    // timezone
	Day    time.Weekday // digest, weekly
	At     string       // digest: 07:30
	Away   []Away       // vacation
	People []string     // muted, blocked
	Waits  bool         // second: it has not been confirmed yet
}

// Settings are all that a player can set, after a change or on demand.
type Settings struct {
	Changed  []string // the names of those that were changed
	Settings []Setting
}

// Zone tells the time in the reader's timezone.
type Zone struct {
	Name    string
	Now     time.Time
	Changed bool
}

// ZoneHint suggests to a reader who has set no timezone to set one. It is told once,
// below the rest of the letter.
type ZoneHint struct {
	Offset string   // how far from UTC the reader's clock is: "UTC-8"
	Places []string // by their names in the tz database
	Zone   string   // that of the times in the reader's letters
}

// Export is a game as a text record.
type Export struct {
	Game  int64
	Title string
	Text  string
}

// Rank is a place in the standings.
type Rank struct {
	Rank   int
	Name   string
	Rating string
	Games  int
	You    bool
}

// GameRanks are the standings of one game's rules.
type GameRanks struct {
	Title  string
	Robots bool // they are of games with robots
	Ranks  []Rank
}

// Standings are the best ratings of some games.
type Standings struct {
	Games []GameRanks
	One   bool // they are of one game's rules
}

// Against is a player's results against another in a game's rules.
type Against struct {
	Opponent         string
	Won, Lost, Drawn int
}

// GameRecord is a player's results in a game's rules.
type GameRecord struct {
	Title            string
	Rating           string // empty: none
	RobotRating      string // that against robots
	Won, Lost, Drawn int
	Running          int
	Against          []Against
	Others           int // opponents who are not listed
}

// Person is what everybody may know of a player.
type Person struct {
	Name    string
	You     bool
	House   bool // a robot of ours, whose turns nobody counts
	Turns   int
	OnTime  int // percent of the turns
	Records []GameRecord
}

func (s *Said) setSeveral() { s.Several = true }

func (*Said) template() string      { return "said" }
func (*Notes) template() string     { return "notes" }
func (*Settings) template() string  { return "settings" }
func (*Zone) template() string      { return "zone" }
func (*ZoneHint) template() string  { return "zonehint" }
func (*Export) template() string    { return "export" }
func (*Standings) template() string { return "standings" }
func (*Person) template() string    { return "person" }
