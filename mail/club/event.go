package club

import (
	"time"

	"turnpost/db"
	"turnpost/rules"
)

// Event is something that an operation has done. It is one of the types of this file, or a type
// of another package that emits events. Events are delivered in the order in which they were
// emitted. A Game or Player in an event is in its state at delivery.
type Event any

// GameBegan: an invitation became a game.
type GameBegan struct{ Game *Game }

// PliesPlayed: one side played plies First to Last, counted from 1, in one turn.
type PliesPlayed struct {
	Game        *Game
	First, Last int
	By          rules.Side
	// Conditional says that a conditional line played them.
	Conditional bool
	// TurnOver says that they ended the turn.
	TurnOver bool
}

// OfferMade: a side offers a draw or a break, asks to take its last turn back, or lets the opponent do so.
type OfferMade struct {
	Game *Game
	What db.Offer
	By   rules.Side
}

// OfferDeclined: a side declined the opponent's offer.
type OfferDeclined struct {
	Game *Game
	What db.Offer
	By   rules.Side
	Why  BotDeclineReason
}

// OfferLapsed: an offer ended because a side played.
type OfferLapsed struct {
	Game      *Game
	What      db.Offer
	Maker, By rules.Side
	// Conditional says that a conditional line played.
	Conditional bool
}

// PliesTakenBack: the last turn of Asker and all that followed were taken back. Next is the number
// of the next ply. Forgiven says that the opponent had offered it.
type PliesTakenBack struct {
	Game     *Game
	Asker    rules.Side
	Next     int
	Forgiven bool
}

// ConditionalsFired: conditional lines answered turns. Answers holds the first ply of each
// answer, Last the last ply of all.
type ConditionalsFired struct {
	Game    *Game
	Answers []int
	Last    int
}

// ConditionalsDropped: the conditional lines of a side were dropped.
type ConditionalsDropped struct {
	Game  *Game
	Side  rules.Side
	Why   DropReason
	Lines []string
}

// ConditionalMisfired: the answer of a conditional line is illegal; all lines of its side were
// dropped.
type ConditionalMisfired struct {
	Game  *Game
	Side  rules.Side
	Lines []string
	Why   *Refusal
}

// GameCalledOff: a side that had made no ply ended the game without a result. GameEnded follows.
type GameCalledOff struct {
	Game *Game
	By   rules.Side
}

// GameEnded: a game is over for good; its row says how. A resignation that can be taken back is
// not: see [GameResigned].
type GameEnded struct{ Game *Game }

// GameRated: a game that ended has changed the ratings of both players.
type GameRated struct {
	Game    *Game
	Changes [2]RatingChange // of Black, of White
}

// GameNotRated: a game that ended and was to be rated is not.
type GameNotRated struct {
	Game *Game
	Why  string // NotRatedUnplayed, NotRatedShort or NotRatedMailbox
}

// RatingChange is a player's rating in the rules of a game, before and after it.
type RatingChange struct {
	Player        db.Player
	Before, After db.Rating // Before.Games is 0 before the first rated game
}

// ClockMarkReached: the clock of the side to move has reached a mark.
type ClockMarkReached struct {
	Game *Game
	Side rules.Side
	Mark int // RemindedHalf, RemindedDay or RemindedOver
}

// Invited: a player was invited to a game, or a challenge to anyone was posted.
type Invited struct {
	Invitation db.Invitation
	Rules      rules.Game
	Challenger db.Player
	Invitee    db.Player // zero: anyone
	// Unlinked says that links were removed from the challenger's words, Cut that the words
	// were cut to their maximum length.
	Unlinked, Cut bool
}

// InvitationEnded: one of the two players ended an invitation without a game.
type InvitationEnded struct {
	Invitation db.Invitation
	Rules      rules.Game
	By, Other  db.Player          // Other is zero if it was to anyone
	How        db.InvitationState // declined or withdrawn
	// Silent says that another event tells By, such as Blocked or Left.
	Silent bool
}

// InvitationExpired: an invitation ended because nobody answered in time, or because its
// message was not delivered.
type InvitationExpired struct {
	Invitation          db.Invitation
	Rules               rules.Game
	Challenger, Invitee db.Player // Invitee is zero if it was to anyone
	Undelivered         bool
	Changed             bool // a program took over the account of Invitee, or gave it back
}

// Blocked: a player refuses all invitations and words of another, or no longer does (Off).
type Blocked struct {
	Player, Other db.Player
	ByAddress     bool // the player knows the other by address, and perhaps by no name
	Off           bool
	Muted         bool // of Off: they still refuse the words
	Already       bool
	Declined      []db.Invitation // open invitations, which are now declined
	Running       int             // games between the two, which go on
}

// Muted: a player refuses the words of another, or accepts them again (Off).
type Muted struct {
	Player, Other  db.Player
	ByAddress, Off bool
}

// WordsSaid: a player wrote words to the opponent of a game.
type WordsSaid struct {
	Game *Game
	By   rules.Side
	Text string
}

// NotesPublished: a player shows the opponent their notes on a game that is over.
type NotesPublished struct {
	Game  *Game
	By    rules.Side
	Notes []db.Note
}

// VacationsChanged: a player planned a vacation (Set), or dropped all: the current one (Ended)
// and Dropped future ones. Before and Now hold what is left of all vacations from now on.
type VacationsChanged struct {
	Player      db.Player
	Set         *db.ClockPause
	Ended       bool
	Dropped     int
	Before, Now []db.ClockPause
}

// VacationOver: a vacation of a player has ended. Tables are the games that wait for them and
// whose clocks run again.
type VacationOver struct {
	Player db.Player
	Games  []*Game
}

// VacationOffered: a player's mail program answered that they are away; vacations should be
// explained to them.
type VacationOffered struct {
	Player  db.Player
	Running int // running games
}

// PlayerChanged: a setting of a player was changed.
type PlayerChanged struct {
	Player db.Player
	What   Setting
	// Also says that a second setting changed with it, since nothing would be sent otherwise:
	// with messages, that a daily digest began; with digest, that messages about plies are sent
	// again.
	Also bool
}

// CalendarShown: a player got a file of their deadlines, gave it up, or asked where it is.
type CalendarShown struct {
	Player  db.Player
	Name    string // of the file; empty: there is none
	Changed bool   // it is not as before
}

// MailSuspended: messages to a player bounce, or the operator suspended them. Their clocks stand
// still.
type MailSuspended struct {
	Player db.Player
	Since  time.Time
}

// MessagesResumed: messages are sent to a player again.
type MessagesResumed struct {
	Player db.Player
	Since  time.Time // when the suspension began
	Wished bool      // it was a pause that the player had asked for
}

// MessagesPaused: a player wants no messages for now. If Told, Suspended follows.
type MessagesPaused struct {
	Player             db.Player
	Games, Invitations int       // running games and open invitations
	Until              time.Time // the latest time until which the clocks stand still; zero: they run
	Often              bool      // they run because the player paused too often lately
	Told               bool      // the opponents are told
}

// AddressAsked: a second address is asked whether it belongs to the player. A Taken address
// belongs to another player: it gets no message, and the player does not learn why.
type AddressAsked struct {
	Player  db.Player
	Address db.SecondAddress
	Taken   bool
}

// SecondAddressChanged: a second address of a player was added, refused or removed.
type SecondAddressChanged struct {
	Player  db.Player
	Address string
	What    SecondAddressOutcome
}

// Bounced: a message was returned as undeliverable.
type Bounced struct {
	Message db.Outgoing
	Hard    bool // permanently (5.x.x)
}

// LeaveAsked: a player is asked to confirm what cannot be undone.
type LeaveAsked struct {
	Player             db.Player
	What               db.QuitKind
	Games, Invitations int // that would be resigned, and that would end
}

// PlayerLeaving: a player leaves. Left follows when everything is done. Player is as before.
type PlayerLeaving struct{ Player db.Player }

// PlayerLeft: a player has left: they want no more messages (db.LeaveStop), or are about to be erased
// (db.LeaveForget).
type PlayerLeft struct {
	Player             db.Player
	What               db.QuitKind
	Games, Invitations int // that were resigned, and that were ended
}

// PlayersMerged: two addresses of one person have become one player.
type PlayersMerged struct{ Into db.Player }
