package tournament

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

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
