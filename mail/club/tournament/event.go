package tournament

import (
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
)

// SeasonTable is a division's table as it is now.
type SeasonTable struct {
	Tournament tournaments.Tournament
	Division   tournaments.Division
	Divisions  int // of the tournament
	Rows       []SeasonRow
	Games      []tournaments.Game
	Players    map[int64]db.Player
	Public     map[int64]bool // players who let everybody see their place, whatever else is private
	Cup        [][]CupMatch   // the rounds of a cup, otherwise nil
}

// Joined: a player joined a tournament, or had joined it before (Already).
type Joined struct {
	Tournament tournaments.Tournament
	Player     db.Player
	Count      int // players who have joined, with this one
	Already    bool
}

// GamesPublicAgain: everybody may see a player's games in a tournament again.
type GamesPublicAgain struct {
	Tournament tournaments.Tournament
	Player     db.Player
}

// Withdrew: a player left a tournament that has not begun, or the season after one that has.
type Withdrew struct {
	Tournament tournaments.Tournament
	Player     db.Player
}

// DivisionBegan: all games of a division, or of a round of a cup, have begun.
type DivisionBegan struct {
	Standings SeasonTable
	Games     []*club.Game
}

// Warned: a player has lost a game on time, and will be out of the tournament after the next
// one. If nothing has come from the player since it began (Silent), they are asked whether they
// are there.
type Warned struct {
	Tournament tournaments.Tournament
	Player     db.Player
	Silent     bool
}

// OutReason is why a player is out of a tournament.
type OutReason string

// The reasons.
const (
	OutAsked  OutReason = "left"
	OutOnTime OutReason = "time"   // lost on time after a warning
	OutSilent OutReason = "silent" // the same, and nothing has come from them since it began
)

// PlayerOut: a player is out of a running tournament. Games holds their unfinished games, which
// are cancelled (Cancelled) or lost.
type PlayerOut struct {
	Tournament tournaments.Tournament
	Player     db.Player
	Why        OutReason
	Cancelled  bool
	Games      []*club.Game
}

// Adjudicated: a game is adjudicated on the last day of its tournament. GameEnded follows.
type Adjudicated struct {
	Game *club.Game
	How  tournaments.AdjudicationGround
}

// LeadersChanged: the leaders of a division have changed.
type LeadersChanged struct{ Standings SeasonTable }

// DivisionOver: the last game of a division has ended, or a cup has a winner.
type DivisionOver struct{ Standings SeasonTable }

// MatchOver: the last game of a match of a cup has ended, and a player is knocked out.
type MatchOver struct {
	Standings SeasonTable
	Round     int // from 1
	Match     CupMatch
}

// CupMade: a player has made a cup, and others are asked whether they take part.
type CupMade struct {
	Tournament tournaments.Tournament
	Host       db.Player
	Guests     []db.Player // who are asked
}

// CupDeclined: a player who was asked does not take part in a cup. One who does has Joined.
type CupDeclined struct {
	Tournament tournaments.Tournament
	Host       db.Player
	Player     db.Player
}

// CloseReason is why the cup of a player does not take place.
type CloseReason string

// The reasons.
const (
	ClosedTooFew     CloseReason = "few"     // too few take part
	ClosedHostLeft   CloseReason = "left"    // the host has left it or the server
	ClosedHostHidden CloseReason = "private" // the host's games may not be seen any more
	ClosedByOperator CloseReason = "operator"
)

// byHost reports whether the host takes no part any more.
func (r CloseReason) byHost() bool { return r == ClosedHostLeft || r == ClosedHostHidden }

// CupClosed: the cup of a player does not take place.
type CupClosed struct {
	Tournament tournaments.Tournament
	Why        CloseReason
	Host       db.Player   // if that is why: who has left it, or is hidden; else zero
	Players    []db.Player // who take part, and unless these were too few, who have not answered yet
}

// LadderJoined: a player joined a ladder, or was on it before (Already).
type LadderJoined struct {
	Ladder  Ladder
	Player  db.Player
	Already bool
}

// LeaveReason is why a player is not on a ladder any more.
type LeaveReason string

// The reasons.
const (
	LeftByCommand LeaveReason = "asked"
	LeftOnTime    LeaveReason = "late"  // lost too many games in a row on time
	LeftAsProgram LeaveReason = "robot" // became a program
)

// LadderLeft: a player is not on a ladder any more. Of their running games, those in which they
// had not moved are cancelled (CalledOff). Running is how many others go on.
type LadderLeft struct {
	Rules     rules.Game
	Player    db.Player
	Why       LeaveReason
	CalledOff []*club.Game
	Running   int
}

// LadderChallenged: a game of a ladder has begun.
type LadderChallenged struct {
	Game   *club.Game
	By     db.Player
	Place  int // of the challenger
	Theirs int // of the opponent
}

// LadderNoOpponent: a player wanted to challenge, and nobody within reach can be challenged now.
// Their rest starts again.
type LadderNoOpponent struct {
	Ladder Ladder
	Player db.Player
}

// LadderClimbed: the winner of a ladder game moved up.
type LadderClimbed struct {
	Game     *club.Game
	Winner   db.Player
	From, To int
}

// LadderWarned: a player has lost a ladder game on time, and will be taken off after the next
// loss on time in a row.
type LadderWarned struct {
	Game   *club.Game
	Player db.Player
}

// LadderSlidesSoon: a player without a ladder game for a long time moves down at a moment (At)
// unless they play.
type LadderSlidesSoon struct {
	Ladder Ladder
	Player db.Player
	At     time.Time
}

// LadderSlid: a player without a ladder game for a long time moved down.
type LadderSlid struct {
	Ladder   Ladder
	Player   db.Player
	From, To int
}
