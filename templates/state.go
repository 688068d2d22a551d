package templates

// The states of games that several messages speak of, by the words in the names of their sentences.

// Mover is whom a reader sees to move.
type Mover string

const (
	MoverYou      Mover = "you"
	MoverOpponent Mover = "opponent"
	MoverNobody   Mover = "nobody" // the game is over
)

// OwnResult is the result of a game for its reader; empty: it is not over.
type OwnResult string

const (
	Won   OwnResult = "won"
	Lost  OwnResult = "lost"
	Drawn OwnResult = "drawn"
	Void  OwnResult = "void"
)

// OutsideEnding is what ended a game outside its rules; empty: its rules ended it, or it goes on.
type OutsideEnding string

const (
	EndingResigned    OutsideEnding = "resigned"
	EndingAgreed      OutsideEnding = "agreed"
	EndingTime        OutsideEnding = "time"
	EndingAdjudicated OutsideEnding = "adjudicated"
	EndingAborted     OutsideEnding = "aborted"
)

// OfferKind is what one player of a game offers the other; empty: nothing.
type OfferKind string

const (
	OfferDraw    OfferKind = "draw"
	OfferUndo    OfferKind = "undo"
	OfferForgive OfferKind = "forgive" // the receiver may take their last turn back
	OfferBreak   OfferKind = "break"   // the clocks are to stand still
	OfferResume  OfferKind = "resume"  // of a game that was resigned
)

// ReminderKind is why a message reminds of a clock; empty: it does not, a ply was played.
type ReminderKind string

const (
	ReminderHalf ReminderKind = "half" // half of the time has passed
	ReminderDay  ReminderKind = "day"  // a day is left
	ReminderLast ReminderKind = "last" // no other follows
	ReminderOver ReminderKind = "over" // the time is over
)
