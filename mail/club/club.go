package club

import (
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// Club holds the games that can be played, the operator's policy, and the listeners to events.
// It holds no state of any game. It is safe for concurrent use once its fields are set.
type Club struct {
	games   []rules.Game
	records *replayCache // records of games that were replayed before
	log     *slog.Logger

	vocabulary struct { // of Lines
		once  sync.Once
		words []map[string]bool
	}

	// Ours are names that no player may use because they could be taken for the server's,
	// besides Turnpost.
	Ours []string
	// Lines are the subjects and first lines of messages by language, which no name may read
	// like. They must be set before the first transaction.
	Lines map[string][]string
	// Policy is DefaultPolicy. It may be replaced before the first transaction.
	Policy Policy
	// Listeners hear each event, in this order, in the transaction that emitted it. They must
	// be set before the first transaction.
	Listeners []Listener
}

// Policy holds the operator's limits and defaults.
type Policy struct {
	PlayerPolicy
	BotPolicy
	InvitationFor time.Duration // how long an invitation can be answered
	Grace         time.Duration // time after a clock has run out before the game is lost
	// Members lists who may begin games: folded addresses, and domains with an @ in front. If
	// it is empty, everybody may.
	Members []string
	// Pace is that of a challenge that names none; the zero value stands for clock.DefaultPace.
	Pace clock.Pace
	// FollowingPolicy limits what spectators can follow.
	Following FollowingPolicy
	// EngineGames are the names of the games in which external engines play for the bots.
	EngineGames []string
	// Calendars is the public URL of the folder with the files of players' deadlines, without a slash at
	// its end; empty: there are none.
	Calendars string
}

// PlayerPolicy limits what a player may do. Its tags, and those of the types below, are the
// keys of an operator's configuration.
type PlayerPolicy struct {
	// Challenges is how many invitations a player may make in a day.
	Challenges int `toml:"challenges_per_day"`
	// ChallengesOfDomain limits the invitations that all players of one registered domain may
	// make in a day together; Challenges applies if it is more. Providers that give addresses
	// to anybody are exempt: a built-in list, and the domains in Shared.
	ChallengesOfDomain int      `toml:"challenges_per_domain"`
	Shared             []string `toml:"shared_domains"`
	// Strangers is how many invitations a player may get in a day from people they never
	// played with.
	Strangers int `toml:"strangers_per_day"`
	// VacationDays are the days of a year on which vacations and bouncing messages may stop a
	// player's clocks. Vacations is how many may be planned at a time.
	VacationDays int `toml:"vacation_days"`
	Vacations    int `toml:"vacations_planned"`
	// Language and Timezone are those of new players until they show or set others. If they are
	// empty, new players read English, and their timezone is UTC, marked as not set.
	Language string `toml:"language"`
	Timezone string `toml:"timezone"`
}

// BotPolicy limits games against bots, and what programs may do.
type BotPolicy struct {
	// BotGames is how many games with bots a player may have under way; 0 switches bots off.
	BotGames int `toml:"robot_games"`
	// BotGamesADay is how many games with bots a person may begin in a day. An origin may begin
	// three times as many.
	BotGamesADay int `toml:"robot_games_per_day"`
	// ProgramChallenges is Challenges for a player whose account a program runs.
	ProgramChallenges int `toml:"robot_challenges_per_day"`
}

// FollowingPolicy limits what spectators can follow.
type FollowingPolicy struct {
	// Late is by how many plies a spectator's view of a running game is delayed.
	Late int `toml:"plies_late"`
	// Most is how many games, players and tournaments a player may follow; 0 switches it off.
	Most int `toml:"most"`
}

// DefaultPolicy returns the limits of a club whose operator sets none.
func DefaultPolicy() Policy {
	pace, _ := clock.ParsePace(clock.DefaultPace) // the constant is valid
	return Policy{
		PlayerPolicy: PlayerPolicy{
			Challenges:         10,
			ChallengesOfDomain: 30,
			Shared:             []string{},
			Strangers:          5,
			VacationDays:       30,
			Vacations:          3,
			Language:           "en",
			Timezone:           "UTC",
		},
		BotPolicy:     BotPolicy{BotGames: 8, BotGamesADay: 50, ProgramChallenges: 10},
		InvitationFor: 14 * day,
		Grace:         day / 2,
		Pace:          pace,
		Following:     FollowingPolicy{Late: 2, Most: 20},
	}
}

const day = 24 * time.Hour

// New makes a club for some games, which keeps ratings.
func New(games []rules.Game, log *slog.Logger) *Club {
	return &Club{
		games:     games,
		records:   newRecords(maxStates),
		log:       log,
		Policy:    DefaultPolicy(),
		Listeners: []Listener{RateGame},
	}
}

// Games lists the rules that can be played.
func (c *Club) Games() []rules.Game { return c.games }

// Rules returns the rules of a stored game. An unknown name is an error of ours, not the
// player's: only rules from Games are ever stored.
func (c *Club) Rules(name string) (rules.Game, error) {
	for _, g := range c.games {
		if g.Name == name {
			return g, nil
		}
	}
	return rules.Game{}, fmt.Errorf("club: stored game of unknown rules %q", name)
}

// RulesOf returns the rules of an invitation, as the game begins on its terms.
func (c *Club) RulesOf(i db.Invitation) (rules.Game, error) { return c.RulesOn(i.Rules, i.Terms) }

// RulesOn returns the rules of a stored game as it begins on its terms.
func (c *Club) RulesOn(name, terms string) (rules.Game, error) {
	g, err := c.Rules(name)
	if err != nil {
		return g, err
	}
	return g.Agree(terms)
}

// A Listener does what follows from an event, in the event's transaction. Its error rolls the
// transaction back. It may call operations and emit events; these are delivered after all
// listeners have heard the current one.
type Listener func(tx *Tx, e Event) error

// Tx is one transaction in which the club acts. It is used by one goroutine, and ends with its
// database transaction.
type Tx struct {
	DB   *db.Tx
	Club *Club
	// Message is the number of the incoming message that is answered; 0: none.
	Message int64
	// Dismisses is the player whose games are being ended because they leave. Tx.Game returns
	// these games, which it otherwise refuses; 0: nobody.
	Dismisses int64

	listeners []Listener // of this transaction only
	games     []*Game    // opened so far, in this order
	queue     []Event    // events that are still to be delivered
	emitting  bool
}

// Begin starts to act in a database transaction. message is the number of the incoming message
// that is answered; 0: none.
func (c *Club) Begin(tx *db.Tx, message int64) *Tx { return &Tx{DB: tx, Club: c, Message: message} }

// Listen adds a listener for the events of this transaction. It hears them after the listeners
// of the club.
func (tx *Tx) Listen(l Listener) { tx.listeners = append(tx.listeners, l) }

// Now returns the time of the transaction, which does not change while it runs.
func (tx *Tx) Now() time.Time { return tx.DB.Now }

// Emit delivers an event to all listeners before it returns. If a listener calls it, the event
// waits until all listeners have heard the current one.
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
