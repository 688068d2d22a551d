package tournament

import (
	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"
)

// Standings is a division as it stands.
type Standings struct {
	Tournament seasons.Tournament
	Division   seasons.Division
	Divisions  int // that the tournament has
	Rows       []Row
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
	Table Standings
	Games []*club.Table
}

// Warned: a player has lost a game on time, and is out with the next.
type Warned struct {
	Tournament seasons.Tournament
	Player     db.Player
}

// PlayerOut: a player is out of a tournament that is under way. Their games that were not over
// were called off (Cancelled), or are lost.
type PlayerOut struct {
	Tournament seasons.Tournament
	Player     db.Player
	OnTime     bool // because of a loss on time after a warning
	Cancelled  bool
	Games      []*club.Table
}

// Adjudicated: a game is adjudicated, because the event date has come. GameEnded follows.
type Adjudicated struct {
	Table *club.Table
	How   string // ByProof, Clear or Unclear
}

// TopChanged: another player leads a division, or others do.
type TopChanged struct{ Table Standings }

// DivisionOver: the last game of a division is.
type DivisionOver struct{ Table Standings }
