package tournament

import (
	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
)

// Standings is a division as it stands.
type Standings struct {
	Tournament tournaments.Tournament
	Division   tournaments.Division
	Divisions  int // that the tournament has
	Rows       []Row
	Games      []tournaments.Game
	Players    map[int64]db.Player
}

// Joined: a player has joined a tournament, or had before (Already).
type Joined struct {
	Tournament tournaments.Tournament
	Player     db.Player
	Count      int // who have, with them
	Already    bool
}

// Withdrew: a player is not in a tournament that has not begun any more, or of one that
// has, not in the season after it.
type Withdrew struct {
	Tournament tournaments.Tournament
	Player     db.Player
}

// Began: all games of a division have begun.
type Began struct {
	Table Standings
	Games []*club.Table
}

// Warned: a player has lost a game on time, and is out with the next.
type Warned struct {
	Tournament tournaments.Tournament
	Player     db.Player
}

// PlayerOut: a player is out of a tournament that is under way. Their games that were not over
// were called off (Cancelled), or are lost.
type PlayerOut struct {
	Tournament tournaments.Tournament
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

// LadderJoined: a player is on a ladder, or was before (Already).
type LadderJoined struct {
	Ladder  Ladder
	Player  db.Player
	Already bool
}

// Why somebody is not on a ladder any more.
const (
	LeftByCommand = "asked"
	LeftOnTime    = "late"  // lost too many games on time, one after the other
	LeftAsProgram = "robot" // became a program
)

// LadderLeft: a player is not on a ladder any more. Of the games that were under way those in
// which they had not moved are called off, and so many others go on.
type LadderLeft struct {
	Rules     rules.Game
	Player    db.Player
	Why       string
	CalledOff []*club.Table
	Running   int
}

// LadderChallenged: a game of a ladder has begun.
type LadderChallenged struct {
	Table  *club.Table
	By     db.Player
	Place  int // of who challenged
	Theirs int // of who was challenged
}

// LadderNobody: a player wanted to challenge, and nobody within reach can be now. They rest from
// now on.
type LadderNobody struct {
	Ladder Ladder
	Player db.Player
}

// LadderClimbed: who won a game of a ladder went up.
type LadderClimbed struct {
	Table    *club.Table
	Winner   db.Player
	From, To int
}

// LadderWarned: a player has lost a game of a ladder on time, and is off it with the next if
// none ends otherwise before.
type LadderWarned struct {
	Table  *club.Table
	Player db.Player
}

// LadderSlid: a player has had no game of a ladder for long, and went down.
type LadderSlid struct {
	Ladder   Ladder
	Player   db.Player
	From, To int
}
