package climb

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

// Joined: a player is on a ladder, or was before (Already).
type Joined struct {
	Ladder  Ladder
	Player  db.Player
	Already bool
}

// Why somebody is not on a ladder any more.
const (
	Asked   = "asked"
	OnTime  = "late"  // lost too many games on time, one after the other
	Program = "robot" // became a program
)

// Left: a player is not on a ladder any more. Of the games that were under way those in
// which they had not moved are called off, and so many others go on.
type Left struct {
	Rules     rules.Game
	Player    db.Player
	Why       string
	CalledOff []*club.Table
	Running   int
}

// Challenged: a game of a ladder has begun.
type Challenged struct {
	Table  *club.Table
	By     db.Player
	Place  int // of who challenged
	Theirs int // of who was challenged
}

// Nobody: a player wanted to challenge, and nobody within reach can be now. They rest from
// now on.
type Nobody struct {
	Ladder Ladder
	Player db.Player
}

// Moved: who won a game of a ladder went up.
type Moved struct {
	Table    *club.Table
	Winner   db.Player
	From, To int
}

// Warned: a player has lost a game of a ladder on time, and is off it with the next if
// none ends otherwise before.
type Warned struct {
	Table  *club.Table
	Player db.Player
}

// Slid: a player has had no game of a ladder for long, and went down.
type Slid struct {
	Ladder   Ladder
	Player   db.Player
	From, To int
}
