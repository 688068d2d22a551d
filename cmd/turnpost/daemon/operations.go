package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/user"
	"time"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"

	"turnpost/mail/club/tournament"
	"turnpost/mail/handler"
	"turnpost/rules"
)

// Operations are what an operator does by command, beside a daemon or without one.
// letters says whether players may be written to about it.
type Operations interface {
	// Suspend stops a player's clocks, and Resume starts them again.
	Suspend(ctx context.Context, player int64, letters bool) error
	Resume(ctx context.Context, player int64) error
	// Block keeps a player away, and Unblock takes that back.
	Block(ctx context.Context, player int64) error
	Unblock(ctx context.Context, player int64) error
	// SetRobot says whether a program plays for a player, who cannot change it then.
	SetRobot(ctx context.Context, player int64, robot bool) error
	// Merge makes one player of two.
	Merge(ctx context.Context, from, into int64, letters bool) error
	// Adjudicate ends a running game with a result, and Abort without one; the players
	// are told. Extend gives a side more time. A *club.Refusal says that it is over.
	Adjudicate(ctx context.Context, game int64, result rules.Result) error
	Abort(ctx context.Context, game int64) error
	Extend(ctx context.Context, game int64, side rules.Side, by time.Duration) error
	// EndPause ends a time in which everybody's clocks stand still; see NothingToDo and
	// IsTheirs.
	EndPause(ctx context.Context, pause int64) error
	// NewTournament makes a tournament, StartTournament lets one begin and EndTournament
	// end; a tournament.OperatorError says why not. Tables are its tables,
	// the highest first, until they have so many rows; < 0: all.
	NewTournament(ctx context.Context, t seasons.Tournament, signUp int) error
	StartTournament(ctx context.Context, name string) error
	EndTournament(ctx context.Context, name string) error
	Tables(tx *db.Tx, t seasons.Tournament, rows int) ([]tournament.Standings, error)
	// Announce writes to all players who are active, and Audience says to how many.
	Announce(ctx context.Context, a Announcement) (letters int, err error)
	Audience(ctx context.Context, a Announcement) (letters int, err error)
	// Clock is when the clock of a running game runs out, and when the game is lost;
	// zero: never, as things stand.
	Clock(ctx context.Context, game int64) (due, lost time.Time, err error)
}

// Announcement is what an operator writes to players.
type Announcement = handler.Announcement

// IsAnnounced reports whether err says that an announcement went out before.
func IsAnnounced(err error) bool { return errors.Is(err, handler.ErrAnnounced) }

// NewOperations are those on a database. Letters are written as from the robot of
// the configuration, whose address must be known; see [Nobody]. All are noted in the audit
// log.
func NewOperations(c config.Config, d *db.DB, games []rules.Game) (Operations, error) {
	k, err := newDesk(c, d, games, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	return handler.NewOperator(k, d, account()), nil
}

// account is the account of the machine that runs this program, for the audit log.
func account() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return fmt.Sprintf("uid %d", os.Getuid())
}

// Nobody is the configuration of a robot that can write no letters.
func Nobody() config.Config {
	c := config.Default()
	c.Robot = config.Robot{Address: "nobody@localhost.invalid"}
	return c
}

// NothingToDo reports whether err says that things are already as was asked for.
func NothingToDo(err error) bool { return errors.Is(err, club.ErrNothingToDo) }

// IsTheirs reports whether err says that a pause is a player's.
func IsTheirs(err error) bool { return errors.Is(err, club.ErrPlayersPause) }

// IsOver reports whether err says that a game is over.
func IsOver(err error) bool {
	refusal, _ := club.Refused(err)
	return refusal != nil && refusal.Code == "over"
}
