package templates

import "time"

// Expired tells that an invitation was not answered in time, or that it could
// not be, or not as it was meant.
type Expired struct {
	Game           int64
	Title, Name    string // the game's; Name as players type it
	Other, Address string // of the other one; empty: it was open to anyone
	Mine           bool   // the reader made it
	Undelivered    bool   // it never reached the other one
	Changed        bool   // it ended because the invitee has become a program, or (not Program) a person
	Program        bool
}

// Away is one time of vacation, by days.
type Away struct {
	First, Last time.Time // dates in the timezone of whose vacation it is, as midnights of UTC
	Days        int
}

// Year is how many days of vacation are left in a calendar year.
type Year struct{ Year, Left int }

// Vacation tells a player of their own vacations.
type Vacation struct {
	Set     *Away  // what the letter set
	Ended   bool   // the one under way was ended
	Dropped int    // those that were to come and were dropped
	Off     []Away // those, in their order
	Told    int    // opponents who are told
	Planned []Away // under way and to come
	Years   []Year
	PerYear int
	Zone    string // the timezone of the days
}

// OpponentAway tells a player of an opponent's vacation, or of its end.
type OpponentAway struct {
	Who      string
	From, To time.Time
	// Off says that the vacation was shortened or will not be.
	Off bool
	// Instead says that another one is dropped for it.
	Instead bool
	Games   []GameLine
}

// GameUntil is a game that waits for the reader, and until when.
type GameUntil struct {
	Game            int64
	Title, Opponent string
	Due             time.Time
}

// VacationOver tells a player that a vacation is over: the clocks of these games run.
type VacationOver struct{ Games []GameUntil }

// VacationOffer explains vacations to a player whose mail program answered.
type VacationOffer struct{ Running, PerYear int }

// DigestSet tells how a player's digest is set.
type DigestSet struct {
	Digest    string       // off, daily or weekly
	Day       time.Weekday // of a weekly one
	At        string       // 07:30
	Zone      string
	Next      time.Time // zero: none
	Letters   string    // every, mine or digest
	NoLetters bool      // letters came in the digest alone, and that was changed to mine
}

// LettersSet tells which letters a player gets.
type LettersSet struct {
	Letters string // every, mine or digest
	Changed bool
	Digest  *DigestSet // with digest: when it comes
	Begun   bool       // the digest was off and was switched on
}

// DigestGame is a game in a digest. Zero dates are not told.
type DigestGame struct {
	Game     int64
	Title    string
	Opponent string
	Side     string
	Next     int
	Second   bool  // the reader has made the first ply of a turn of two
	Board    Board // without a diagram: not shown
	Recent   []Ply
	Messages []string // the opponent's words
	Example  string   // a legal ply

	GameClock // its pauses are the opponent's; Grace only if Due is past
	Offered
	Result, Reason, Ending string // when over, as in Ended
}

// Digest is the state of all games of a player.
type Digest struct {
	Pauses      []Pause      // of all clocks of the reader
	Waiting     []DigestGame // for the reader, by deadline
	Others      []DigestGame
	Offers      int // in both lists, that wait for the reader's answer
	Invitations []InvitationLine
	Finished    []DigestGame
	Since       time.Time // since when games are Finished; zero: lately
	// Boardless counts the waiting games that are listed without a board;
	// FirstBoardless is the number of the first.
	Boardless      int
	FirstBoardless int64
	Most           int // how many running games are listed, if there are more
}

// Left is a span in the one unit that matters; N says how many of it.
type Left struct {
	N    int
	Unit int // 0 a day, 1 an hour, 2 a minute
}

func timeLeft(now, due time.Time) Left {
	switch left := due.Sub(now); {
	case left >= 48*time.Hour:
		return Left{int(left.Hours() / 24), 0}
	case left >= 2*time.Hour:
		return Left{int(left.Hours()), 1}
	default:
		return Left{max(0, int(left.Minutes())), 2}
	}
}

func (*Expired) template() string       { return "expired" }
func (*Vacation) template() string      { return "vacation" }
func (*OpponentAway) template() string  { return "opponentaway" }
func (*VacationOffer) template() string { return "vacationoffer" }
func (*VacationOver) template() string  { return "vacationover" }
func (*DigestSet) template() string     { return "digestset" }
func (*LettersSet) template() string    { return "lettersset" }
func (*Digest) template() string        { return "digest" }
