package club

import (
	"time"

	"turnpost/db"
	"turnpost/rules"
)

// Event is a fact: something that an operation has done. It is one of the types of this
// file, or a listener's own. Events of one transaction are told in the order in which they
// came about; a table or a player that one holds is as it is when the event is heard.
type Event any

// GameBegan: an invitation became a game.
type GameBegan struct{ Table *Table }

// PliesPlayed: plies first to last of a game, counted from 1, were played by one
// side in one turn.
type PliesPlayed struct {
	Table       *Table
	First, Last int
	By          rules.Side
	// Conditional says that a conditional line played them.
	Conditional bool
	// TurnOver says that they ended the turn.
	TurnOver bool
}

// OfferMade: a side offers a draw or asks to take its last turn back.
type OfferMade struct {
	Table *Table
	What  string // OfferDraw or OfferUndo
	By    rules.Side
}

// OfferDeclined: a side said no to the other's offer.
type OfferDeclined struct {
	Table *Table
	What  string
	By    rules.Side
	Why   Reason
}

// OfferLapsed: an offer is gone because a side played.
type OfferLapsed struct {
	Table     *Table
	What      string
	Maker, By rules.Side
	// Conditional says that a conditional line played.
	Conditional bool
}

// TakenBack: the asker's last turn and what followed it were taken back; ply Next
// is the next.
type TakenBack struct {
	Table *Table
	Asker rules.Side
	Next  int
}

// ConditionalsFired: a side's conditional lines answered with plies first to last,
// each answer from one of Answers on.
type ConditionalsFired struct {
	Table   *Table
	Answers []int
	Last    int
}

// ConditionalsDropped: a side's conditional lines are gone.
type ConditionalsDropped struct {
	Table *Table
	Side  rules.Side
	// Why is own (it played itself), left (the opponent left them), undone or over.
	Why   string
	Lines []string
}

// ConditionalMisfired: a side's conditional answer cannot be played, and all its
// lines are gone.
type ConditionalMisfired struct {
	Table *Table
	Side  rules.Side
	Lines []string
	Why   *Refusal
}

// GameEnded: a game is over, by its rules or otherwise; its row says how.
type GameEnded struct{ Table *Table }

// Rated: the end of a game made the ratings of both players.
type Rated struct {
	Table   *Table
	Changes [2]RatingChange // Black's, White's
}

// RatingChange is a player's rating in the rules of a game, before and after it.
type RatingChange struct {
	Player        db.Player
	Before, After db.Rating // Before.Games is 0 before the first rated game
}

// Reminded: the clock of the side to move has reached a mark.
type Reminded struct {
	Table *Table
	Side  rules.Side
	Mark  int // RemindedHalf, RemindedDay or RemindedOver
}

// Invited: a player was invited to a game, or anyone.
type Invited struct {
	Invitation db.Invitation
	Rules      rules.Game
	Challenger db.Player
	Invitee    db.Player // zero: anyone
	// Unlinked says that links were left out of the challenger's words, Cut that
	// they were too long to go along in full.
	Unlinked, Cut bool
}

// InvitationEnded: an invitation ended without a game, because one of the two wants so.
type InvitationEnded struct {
	Invitation db.Invitation
	Rules      rules.Game
	By, Other  db.Player // Other is zero if it was to anyone
	How        string    // db.InvitationDeclined or db.InvitationWithdrawn
	// Silent says that who ended it is told otherwise, such as by Blocked or Left.
	Silent bool
}

// InvitationExpired: an invitation ended because nobody answered in time, or
// because its letter never arrived.
type InvitationExpired struct {
	Invitation          db.Invitation
	Rules               rules.Game
	Challenger, Invitee db.Player // Invitee is zero if it was to anyone
	Undelivered         bool
	Changed             bool // it ends because Invitee is to be a program, or one no more
}

// Blocked: a player wants no invitations and no words of another.
type Blocked struct {
	Player, Other db.Player
	ByAddress     bool // the other is known to the player by address
	Already       bool
	Declined      []db.Invitation // that stood, and end
	Running       int             // games with each other, which go on
}

// Muted: a player wants no words of another, or does again (Off).
type Muted struct {
	Player, Other  db.Player
	ByAddress, Off bool
}

// Said: a player has words for the opponent in a game.
type Said struct {
	Table *Table
	By    rules.Side
	Text  string
}

// NotesPublished: a player shows the notes on a game that is over to the opponent.
type NotesPublished struct {
	Table *Table
	By    rules.Side
	Notes []db.Note
}

// VacationsChanged: a player planned a vacation (Set), or dropped all: the one
// under way (Ended) and so many to come (Dropped). Before and Now hold what is left
// of all of them from now on.
type VacationsChanged struct {
	Player      db.Player
	Set         *db.Pause
	Ended       bool
	Dropped     int
	Before, Now []db.Pause
}

// VacationOver: a player's vacation has ended by itself, and clocks of theirs run again:
// those of the games that wait for them.
type VacationOver struct {
	Player db.Player
	Tables []*Table
}

// VacationOffered: a player whose mail program says that they are out may want to
// know of vacations.
type VacationOffered struct {
	Player  db.Player
	Running int // games
}

// PlayerChanged: a setting of a player's was changed: name, lang, board, timezone,
// letters or digest.
type PlayerChanged struct {
	Player db.Player
	What   string
	// Also says, of letters, that a daily digest began with it, and of digest, that
	// letters about plies begin again: or nothing would come at all.
	Also bool
}

// Suspended: letters to a player's address come back, or the operator suspended
// it; its clocks stand still.
type Suspended struct {
	Player db.Player
	Since  time.Time
}

// Resumed: letters go to a player again.
type Resumed struct {
	Player db.Player
	Since  time.Time // when the suspension had begun
	Wished bool      // it was a pause that the player had asked for
}

// Paused: a player wants no letters for now. Suspended follows if Told.
type Paused struct {
	Player             db.Player
	Games, Invitations int       // that run, and stand
	Until              time.Time // until when the clocks stand still at most; zero: they run
	Often              bool      // they run because the player has paused too often of late
	Told               bool      // the opponents are
}

// AddressAsked: a second address is asked whether it is the player's; one that is
// Taken is another's, which the player is not to learn, and not asked.
type AddressAsked struct {
	Player  db.Player
	Address db.Address
	Taken   bool
}

// AddressChanged: a player's second address was added, refused, taken away or
// could not be written to: What is added, refused, off or failed.
type AddressChanged struct {
	Player  db.Player
	Address string
	What    string
}

// Bounced: a letter came back for good.
type Bounced struct {
	Letter db.Outgoing
	Hard   bool // for a reason that will not pass
}

// LeaveAsked: a player is asked to confirm what cannot be undone.
type LeaveAsked struct {
	Player             db.Player
	What               string // LeaveStop or LeaveForget
	Games, Invitations int    // that would be resigned, and would end
}

// Leaving: the last that a player hears is now; Left follows, with what was done.
// Player is as before the silence.
type Leaving struct{ Player db.Player }

// Left: a player wants no more letters (What is LeaveStop) or is to be erased
// (LeaveForget), by a letter or by one click.
type Left struct {
	Player             db.Player
	What               string
	Games, Invitations int // that were resigned, and that ended
}

// Merged: two addresses of one person have become one player.
type Merged struct{ Into db.Player }
