package desk

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/trust"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/picture"
)

// Robot is the address that players write to.
type Robot struct {
	Name    string // one line without brackets
	Address string // local@domain
	// Plus says that mail to local+tag@domain reaches the mailbox, so that a
	// reply's address can carry its ticket.
	Plus bool
	// AuthservID is the name under which the mailbox's own server writes
	// Authentication-Results (RFC 8601); empty: none are believed.
	AuthservID string
	// Open says that every letter with one sender is believed (see package trust).
	Open bool
}

// domain is the part of the address after the at sign.
func (r Robot) domain() string {
	_, domain, _ := strings.Cut(r.Address, "@")
	return domain
}

// Is reports whether an address is the robot's, with or without a tag.
func (r Robot) Is(addr string) bool {
	local, domain, _ := strings.Cut(mail.Key(r.Address), "@")
	other, ok := strings.CutSuffix(mail.Key(addr), "@"+domain)
	return ok && (other == local || strings.HasPrefix(other, local+"+"))
}

// replyTo is the address that a reply with this ticket goes to.
func (r Robot) replyTo(t ticket) string {
	if !r.Plus {
		return r.Address
	}
	local, domain, _ := strings.Cut(r.Address, "@")
	return local + "+" + t.String() + "@" + domain
}

// Manners are the operator's limits.
type Manners struct {
	Challenges    int           // invitations that a player may make in a day
	InvitationFor time.Duration // how long an invitation stands
	Grace         time.Duration // after a clock has run out, before the game is lost
	VacationDays  int           // of vacation in a year
	Vacations     int           // planned at a time
}

// DefaultManners are the usual limits.
func DefaultManners() Manners {
	const day = 24 * time.Hour
	return Manners{Challenges: 10, InvitationFor: 14 * day, Grace: day / 2, VacationDays: 30, Vacations: 3}
}

// Desk answers letters. Its loops are started by Run; each may also be driven
// by hand, which tests do.
type Desk struct {
	robot Robot
	db    *db.DB
	games []rules.Game
	words *templates.Set
	// painter draws boards, each position once.
	painter *picture.Painter
	records *records // games replayed before
	log     *slog.Logger
	verbs   []verb
	// lexicons are the command words of the other languages.
	lexicons []lexicon

	// Manners are the operator's limits, DefaultManners unless they are set
	// before Run.
	Manners Manners

	// Verifier, if not nil, verifies the signatures of letters that nothing else
	// proves. It must be set before Run.
	Verifier *trust.Verifier

	// Limits are DefaultLimits unless they are set before Run.
	Limits Limits

	// Step, if not nil, is called when a named step of a letter's way is done:
	// fetched, kept, counted, read, written, played, claimed, sent, marked,
	// ticked, and of many digests composed. It must be set before Run.
	Step func(name string)

	// Observe, if not nil, hears of each event; see Event. It is called by all
	// loops, also at once, and must not wait. It must be set before Run.
	Observe func(Event)

	// PublicURL is where Unsubscribe is served, without a slash at its end; empty:
	// nowhere. It must be set before Run.
	PublicURL string

	// Gap is the longest time without a heartbeat that still counts as running:
	// a longer one was none of the players' (clockwork.go). It must be set
	// before Run.
	Gap time.Duration

	// AccountPause is how long a loop waits when a server refuses our login:
	// waiting does not mend it, an operator has to, and a server must not be
	// knocked at all the time. It must be set before Run.
	AccountPause time.Duration

	// Name is what the operator knows this daemon by beside others on the same
	// database. It must be set before Run.
	Name string

	// Lease is how long after its death a daemon holds at most what others could
	// do in its place. It must be set before Run.
	Lease time.Duration

	me             atomic.Int64              // our number among the daemons; 0: Run does not run
	until          atomic.Pointer[time.Time] // when our lease ends, if it is not renewed
	played, posted chan struct{}             // hints that there is work; see loop.go
	deaf           atomic.Bool               // the mailbox could not be read the last time
	atWork         atomic.Int32              // letters that digests give way to; see digest_batch.go
	// untagged says that the smarthost refuses a return path with a tag; see
	// deliver.go.
	untagged atomic.Bool
	// What the transaction before has taken for the next one; see take.go.
	taken   taken
	claimed *db.Outgoing
	// owed notes what became of the last letter out, when the database could not
	// take that down; only delivery uses it.
	owed func(context.Context) error
	// spared are attempts at a letter in that count no more, when the database
	// could not take that down; only play.go uses it.
	spared struct{ letter, times int64 }
}

// New makes a desk for robot on an open database.
func New(robot Robot, d *db.DB, games []rules.Game, log *slog.Logger) (*Desk, error) {
	if _, err := mail.ParseAddress(robot.Address); err != nil {
		return nil, fmt.Errorf("the robot's address: %w", err)
	}
	for _, r := range robot.Address {
		if r > '~' {
			return nil, fmt.Errorf("the robot's address %s: write the domain as it stands in DNS (xn--...)", robot.Address)
		}
	}
	words, err := templates.New()
	if err != nil {
		return nil, err
	}
	return &Desk{
		robot: robot, Manners: DefaultManners(), Limits: DefaultLimits(), db: d, games: games, words: words,
		painter: picture.NewPainter(), records: newRecords(mostStates), verbs: verbs(), lexicons: lexicons(),
		log: slog.New(mail.Discreet(log.Handler())),
		Gap: 10 * time.Minute, Lease: DefaultLease, AccountPause: 5 * time.Minute,
		played: make(chan struct{}, 1), posted: make(chan struct{}, 1),
	}, nil
}

func (d *Desk) step(name string) {
	if d.Step != nil {
		d.Step(name)
	}
}

// game returns the rules of a stored game. A name that is unknown is our
// error: every stored name was found in games once.
func (d *Desk) game(name string) (rules.Game, error) {
	for _, g := range d.games {
		if g.Name == name {
			return g, nil
		}
	}
	return rules.Game{}, fmt.Errorf("desk: stored game of unknown rules %q", name)
}
