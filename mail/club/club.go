package club

import (
	"fmt"
	"log/slog"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"

	"turnpost/rules"
)

// Club is the games that are played, the policy that they are played by, and who
// listens to what happens. It holds no state of any game; it is safe for
// concurrent use once its fields are set.
type Club struct {
	games   []rules.Game
	records *Records // games replayed before
	log     *slog.Logger

	// Ours are the names that the server goes by, beside Turnpost: no player is
	// called so.
	Ours []string
	// Policy is DefaultPolicy unless it is set before the first transaction.
	Policy Policy
	// Listeners hear each event, in this order, in its transaction. They must be
	// set before the first transaction.
	Listeners []Listener
}

// Policy is the operator's limits.
type Policy struct {
	Challenges int // invitations that a player may make in a day
	// ChallengesOfDomain, or Challenges if that is more, is how many all players of one
	// registered domain may make in a day, but of those that give addresses to anybody;
	// Shared adds to these.
	ChallengesOfDomain int
	Shared             []string
	Strangers          int           // invitations that a player gets in a day from people never played with
	InvitationFor      time.Duration // how long an invitation stands
	Grace              time.Duration // after a clock has run out, before the game is lost
	VacationDays       int           // in a year for which vacations, and letters that come back, stop a clock
	Vacations          int           // planned at a time
	RobotPolicy
	// Members are who may begin games, as addresses are compared, and domains with an
	// @ in front; none: everybody may.
	Members []string
	// Language and Timezone are those of new players, until they show or set others;
	// "": English, and UTC as of whoever has set none.
	Language, Timezone string
	// Pace is that of a challenge that names none; zero: clock.DefaultPace.
	Pace clock.Pace
	// Following is for who looks on.
	Following Following
}

// RobotPolicy is how much is played with robots, and by programs.
type RobotPolicy struct {
	RobotGames      int // with robots that a player may have under way; 0: none play
	RobotsADay      int // games with robots that a person may begin in a day, and all of an origin thrice as many
	RobotChallenges int // Challenges of a player for whom a program plays
}

// Following is how many plies late games under way are shown to who follows them, and how
// many things a player may follow; 0: nothing.
type Following struct{ Late, Most int }

// DefaultPolicy is the usual limits.
func DefaultPolicy() Policy {
	pace, _ := clock.ParsePace(clock.DefaultPace) // it is one
	return Policy{Language: "en", Timezone: "UTC", Pace: pace, Challenges: 10, ChallengesOfDomain: 30, Strangers: 5, InvitationFor: 14 * day, Grace: day / 2, VacationDays: 30, Vacations: 3, RobotPolicy: RobotPolicy{RobotGames: 8, RobotsADay: 50, RobotChallenges: 10}, Shared: []string{}, Following: Following{Late: 2, Most: 20}}
}

const day = 24 * time.Hour

// New makes a club of some games, in which ratings are kept.
func New(games []rules.Game, log *slog.Logger) *Club {
	return &Club{games: games, records: NewRecords(MaxStates), log: log, Policy: DefaultPolicy(), Listeners: []Listener{Rate}}
}

// Games lists the rules that are played.
func (c *Club) Games() []rules.Game { return c.games }

// Rules returns the rules of a stored game. A name that is unknown is our
// error: every stored name was found in Games once.
func (c *Club) Rules(name string) (rules.Game, error) {
	for _, g := range c.games {
		if g.Name == name {
			return g, nil
		}
	}
	return rules.Game{}, fmt.Errorf("club: stored game of unknown rules %q", name)
}

// StoredPlies are those that opening a game will most likely read.
func (c *Club) StoredPlies(tx *db.Tx, g db.Game) ([]db.Ply, error) { return c.records.Stored(tx, g) }

// A Listener does what follows from an event, in the event's transaction. Its
// error undoes the transaction. It may act and emit; what it emits is heard after
// the event by everybody.
type Listener func(tx *Tx, e Event) error

// Tx is one transaction in which the club acts. It is used by one goroutine, and
// is over with its database transaction.
type Tx struct {
	DB   *db.Tx
	Club *Club
	// Letter is the number of the letter in that is answered; 0: of none.
	Letter int64
	// Dismisses is the player whose games are to be ended because they leave, so that
	// Table gives them; 0: nobody.
	Dismisses int64

	listeners []Listener // of this transaction alone
	tables    []*Table   // opened, in this order
	queue     []Event    // to be heard
	emitting  bool
}

// Begin begins to act in a transaction of the database, for a letter in or, with
// 0, for none.
func (c *Club) Begin(tx *db.Tx, letter int64) *Tx { return &Tx{DB: tx, Club: c, Letter: letter} }

// Listen lets somebody hear the events of this transaction, after the listeners of
// the club.
func (tx *Tx) Listen(l Listener) { tx.listeners = append(tx.listeners, l) }

// Now is the moment of the transaction.
func (tx *Tx) Now() time.Time { return tx.DB.Now }

// Emit tells the listeners of an event, before it returns; but an event of a
// listener's own when the one that it hears has been heard by all.
func (tx *Tx) Emit(e Event) error {
	tx.queue = append(tx.queue, e)
	if tx.emitting {
		return nil
	}
	tx.emitting = true
	defer func() { tx.emitting = false }()
	for len(tx.queue) > 0 {
		next := tx.queue[0]
		tx.queue = tx.queue[1:]
		for _, listen := range slices.Concat(tx.Club.Listeners, tx.listeners) {
			if err := listen(tx, next); err != nil {
				return err
			}
		}
	}
	return nil
}
