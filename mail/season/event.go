package season

import (
	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/tournament"
)

// Table is a division as it stands.
type Table struct {
	Tournament seasons.Tournament
	Division   seasons.Division
	Divisions  int // that the tournament has
	Rows       []tournament.Row
	Games      []seasons.Game
	Players    map[int64]db.Player
}

// Joined: a player has joined a tournament, or had before (Already).
type Joined struct {
	Tournament seasons.Tournament
	Player     db.Player
	Count      int // who have, with them
	Already    bool
}

// Withdrew: a player is not in a tournament that has not begun any more, or of one that
// has, not in the season after it.
type Withdrew struct {
	Tournament seasons.Tournament
	Player     db.Player
}

// Began: all games of a division have begun.
type Began struct {
	Table Table
	Games []*club.Table
}

// Warned: a player has lost a game on time, and is out with the next.
type Warned struct {
	Tournament seasons.Tournament
	Player     db.Player
}

// Out: a player is out of a tournament that is under way. Their games that were not over
// were called off (Cancelled), or are lost.
type Out struct {
	Tournament seasons.Tournament
	Player     db.Player
	OnTime     bool // because of a loss on time after a warning
	Cancelled  bool
	Games      []*club.Table
}

// Judged: a game is adjudicated, because the event date has come. GameEnded follows.
type Judged struct {
	Table *club.Table
	How   string // Exact, Clear or Unclear
}

// TopChanged: another player leads a division, or others do.
type TopChanged struct{ Table Table }

// DivisionOver: the last game of a division is.
type DivisionOver struct{ Table Table }
