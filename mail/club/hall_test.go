package club_test

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/consistency"
	"turnpost/rules"
	"turnpost/rules/all"
)

// begin is when every hall begins: noon on a Friday, in the middle of a year.
var begin = time.Date(2026, 6, 19, 12, 0, 0, 0, time.UTC)

// hall is a club on a real database, whose time the test moves, with three people who have
// written to it: Ada, Bob and Cleo, 1, 2 and 3. It holds no messages.
type hall struct {
	t     testing.TB
	db    *db.DB
	raw   *sql.DB // to look at everything that is stored
	club  *club.Club
	now   time.Time
	heard []club.Event // since the last do
}

const (
	ada  = int64(1)
	bob  = int64(2)
	cleo = int64(3)
	game = int64(1) // of begin
)

// image is an SQLite file with the three people in it.
var image = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "hall")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "hall.db")
	d, err := db.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	d.Now = func() time.Time { return begin }
	if err := d.Update(context.Background(), people); err != nil {
		return nil, err
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func people(tx *db.Tx) error {
	for _, name := range []string{"Ada", "Bob", "Cleo"} {
		address := strings.ToLower(name) + "@example.org"
		p, err := tx.AddPlayer(address, address, name)
		if err != nil {
			return err
		}
		p.WroteAt = tx.Now
		if err := tx.SavePlayer(p); err != nil {
			return err
		}
	}
	return nil
}

// newHall returns a hall in an SQLite file.
func newHall(t *testing.T) *hall {
	t.Helper()
	skiptest.Sequential(t)
	bytes, err := image()
	require.NoError(t, err)
	path := filepath.Join(dbtest.Dir(t), "hall.db")
	require.NoError(t, os.WriteFile(path, bytes, 0o600))
	return openHall(t, path, "sqlite3")
}

// onPostgres is the hall of all tests on PostgreSQL, which run one after another: creating a
// database and connecting to it takes longer than most of them.
var onPostgres *hall

// lasting is a test whose resources outlive it, until the server ends with the program.
type lasting struct{ testing.TB }

func (lasting) Cleanup(func()) {}

// newHallOnPostgres returns the hall on PostgreSQL after emptying it.
func newHallOnPostgres(t *testing.T) *hall {
	t.Helper()
	if onPostgres == nil {
		onPostgres = openHall(lasting{t}, dbtest.Postgres(lasting{t}), "pgx")
	}
	h := onPostgres
	h.t, h.now, h.heard, h.club = t, begin, nil, club.New(all.Games(), slog.New(slog.DiscardHandler))
	// Faster than TRUNCATE, which creates new files for each table.
	_, err := h.raw.Exec(`DO $$ DECLARE r record; BEGIN
		SET LOCAL session_replication_role = replica; -- in any order
		FOR r IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('goose_db_version', 'seal_keys') LOOP
			EXECUTE 'DELETE FROM ' || quote_ident(r.name);
		END LOOP;
		FOR r IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' AND sequencename NOT LIKE 'goose%' LOOP
			PERFORM setval(quote_ident(r.name)::regclass, 1, false);
		END LOOP;
	END $$`)
	require.NoError(t, err)
	require.NoError(t, h.db.Update(context.Background(), people))
	return h
}

func openHall(t testing.TB, where, driver string) *hall {
	t.Helper()
	h := &hall{t: t, now: begin}
	var err error
	h.db, err = db.Open(context.Background(), where)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, h.db.Close()) })
	h.db.Now = func() time.Time { return h.now }
	h.raw, err = sql.Open(driver, where)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, h.raw.Close()) })
	h.club = club.New(all.Games(), slog.New(slog.DiscardHandler))
	return h
}

// do runs one transaction, which is committed even if the operation refuses, and returns its
// error. The events are in heard.
func (h *hall) do(f func(tx *club.Tx) error) (answer error) {
	h.t.Helper()
	h.heard = nil
	require.NoError(h.t, h.db.Update(context.Background(), func(d *db.Tx) error {
		tx := h.club.Begin(d, 0)
		tx.Listen(func(_ *club.Tx, e club.Event) error { h.heard = append(h.heard, e); return nil })
		answer = f(tx)
		return nil
	}))
	return answer
}

// must is do without a refusal, one minute after what was done before.
func (h *hall) must(f func(tx *club.Tx) error) {
	h.t.Helper()
	h.later(time.Minute)
	require.NoError(h.t, h.do(f))
}

// later moves the time on.
func (h *hall) later(d time.Duration) { h.now = h.now.Add(d) }

// at acts in the game of a number.
func at(id int64, f func(tx *club.Tx, g *club.Game) error) func(tx *club.Tx) error {
	return func(tx *club.Tx) error {
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		return f(tx, g)
	}
}

// in acts in the hall's first game.
func in(f func(tx *club.Tx, g *club.Game) error) func(tx *club.Tx) error { return at(game, f) }

// order is a game with the default pace, in which the challenger has Black.
func order(t testing.TB, name string) club.ProposedGame {
	t.Helper()
	g, err := rules.Find(all.Games(), name)
	require.NoError(t, err)
	p, err := clock.ParsePace(clock.DefaultPace)
	require.NoError(t, err)
	return club.ProposedGame{Game: g, Side: rules.Black, Pace: p, Rated: true}
}

// begin begins a game between Ada, with Black, and Bob, and plays moves in it.
func (h *hall) begin(name string, moves ...string) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error { return club.Invite(tx, ada, bob, order(h.t, name), "") })
	h.must(func(tx *club.Tx) error { _, err := club.Accept(tx, bob, game); return err })
	h.play(moves...)
}

// play plays plies in the first game, each in its own transaction.
func (h *hall) play(moves ...string) {
	h.t.Helper()
	for _, m := range moves {
		h.must(in(func(tx *club.Tx, g *club.Game) error { return clubtest.Play(tx, g, g.Turn(), rules.Move(m)) }))
	}
}

// dump returns every row of every table, except goose's.
func (h *hall) dump() (rows []string) {
	h.t.Helper()
	texts := func(query string) (out []string) {
		found, err := h.raw.Query(query)
		require.NoError(h.t, err)
		defer found.Close()
		columns, err := found.Columns()
		require.NoError(h.t, err)
		for found.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			require.NoError(h.t, found.Scan(into...))
			out = append(out, fmt.Sprint(values...))
		}
		require.NoError(h.t, found.Err())
		return out
	}
	list := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1`
	if h.db.Shared() {
		list = `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
	}
	for _, table := range texts(list) {
		if table = strings.Trim(table, "[]"); table != "goose_db_version" {
			for _, row := range texts(`SELECT * FROM ` + table) {
				rows = append(rows, table+": "+row)
			}
		}
	}
	slices.Sort(rows)
	return rows
}

// verify runs the consistency checks.
func (h *hall) verify() {
	h.t.Helper()
	faults, err := consistency.Check(context.Background(), h.club, h.db, consistency.Options{})
	require.NoError(h.t, err)
	require.Empty(h.t, faults)
}

// check is one operation in one state: its events, or why it refuses.
type check struct {
	name  string
	given func(h *hall) // nil: nothing but the people
	do    func(tx *club.Tx) error
	// events are the expected events, as tell writes them.
	events []string
	// refused is the code of the refusal, or else the text of the error.
	refused string
	then    func(h *hall)
}

// run runs each case in a hall of its own, and every other one on PostgreSQL, too; while somebody
// works, every eighth one. A refused operation must have changed nothing, and the consistency checks
// must pass afterwards; while somebody works, they look at every fourth case.
func run(t *testing.T, cases []check) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) {
		for i, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.try(newHall(t), !skiptest.Working() || i%4 == 0) })
		}
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		skiptest.Sequential(t)
		for i, c := range cases {
			if i%2 != 0 || skiptest.Working() && i%8 != 0 {
				continue
			}
			t.Run(c.name, func(t *testing.T) { c.try(newHallOnPostgres(t), false) })
		}
	})
}

func (c check) try(h *hall, verify bool) {
	t := h.t
	if c.given != nil {
		c.given(h)
	}
	var before []string
	if c.refused != "" {
		before = h.dump()
	}
	err := h.do(c.do)
	if c.refused != "" {
		refusal, ours := club.Refused(err)
		if refusal != nil {
			require.Equal(t, c.refused, refusal.Code, "%v", err)
		} else {
			require.ErrorContains(t, ours, c.refused)
		}
		require.Empty(t, h.heard, "who refuses tells nothing")
		require.Equal(t, before, h.dump(), "an operation that refuses has changed nothing")
		return
	}
	require.NoError(t, err)
	var events []string
	for _, e := range h.heard {
		events = append(events, tell(e))
	}
	require.Equal(t, c.events, events)
	if verify {
		h.verify()
	}
	if c.then != nil {
		c.then(h)
	}
}

// same returns an error if got is not what is wanted.
func same(want, got any) error {
	if !reflect.DeepEqual(want, got) {
		return fmt.Errorf("%v was wanted, and it is %v", want, got)
	}
	return nil
}

// tell writes an event in one line: its type and what matters of it.
func tell(e club.Event) string {
	name := reflect.TypeOf(e).Name()
	with := func(parts ...any) string { return strings.Join(strings.Fields(name+" "+fmt.Sprintln(parts...)), " ") }
	switch e := e.(type) {
	case club.GameBegan:
		return with(e.Game.Black.Name, e.Game.White.Name)
	case club.PliesPlayed:
		return with(e.First, e.Last, e.By, flags("conditional", e.Conditional, "over", e.TurnOver))
	case club.OfferMade:
		return with(e.What, e.By)
	case club.OfferDeclined:
		return with(e.What, e.By)
	case club.OfferLapsed:
		return with(e.What, e.Maker, e.By, flags("conditional", e.Conditional))
	case club.PliesTakenBack:
		return with(e.Asker, e.Next, flags("forgiven", e.Forgiven))
	case club.BreakAgreed:
		return with(e.By, e.Time)
	case club.ConditionalsFired:
		return with(e.Answers, e.Last)
	case club.ConditionalsDropped:
		return with(e.Side, e.Why, strings.Join(e.Lines, "; "))
	case club.ConditionalMisfired:
		return with(e.Side, e.Why.Code, strings.Join(e.Lines, "; "))
	case club.GameResigned:
		var after []int
		for _, c := range e.Changes {
			after = append(after, int(c.After.Rating+.5))
		}
		return with(e.By, e.NotRated, strings.Trim(fmt.Sprint(after), "[]"))
	case club.ResignationTakenBack:
		return with(e.By)
	case club.ResignationStands:
		return with(e.By)
	case club.GameEnded:
		return with(e.Game.Row.Result, e.Game.Row.Reason)
	case club.GameNotRated:
		return with(e.Why)
	case club.GameRated:
		return with(int(e.Changes[0].After.Rating+.5), int(e.Changes[1].After.Rating+.5))
	case club.TimeGiven:
		return with(e.By, e.Time)
	case club.TimeExtended:
		return with(e.Side, e.By)
	case club.ClockMarkReached:
		return with(e.Side, e.Mark)
	case club.Invited:
		return with(e.Challenger.Name, e.Invitee.Name, e.Invitation.Subject)
	case club.InvitationEnded:
		return with(e.How, e.By.Name, e.Other.Name, flags("silent", e.Silent))
	case club.InvitationExpired:
		return with(e.Challenger.Name, e.Invitee.Name, flags("undelivered", e.Undelivered, "changed", e.Changed))
	case club.WordsSaid:
		return with(e.By, e.Text)
	case club.NotesPublished:
		return with(e.By, len(e.Notes))
	}
	return tellOfPerson(e, with)
}

func tellOfPerson(e club.Event, with func(...any) string) string {
	switch e := e.(type) {
	case club.Blocked:
		return with(e.Player.Name, e.Other.Name, len(e.Declined), e.Running, flags("already", e.Already))
	case club.Muted:
		return with(e.Player.Name, e.Other.Name, flags("address", e.ByAddress, "off", e.Off))
	case club.VacationsChanged:
		return with(e.Player.Name, flags("set", e.Set != nil, "ended", e.Ended), e.Dropped, len(e.Before), len(e.Now))
	case club.Announced:
		return with(e.Player.Name, e.Subject)
	case club.VacationOver:
		return with(e.Player.Name, len(e.Games))
	case club.VacationOffered:
		return with(e.Player.Name, e.Running)
	case club.PlayerChanged:
		return with(e.Player.Name, e.What, flags("also", e.Also))
	case club.CalendarShown:
		return with(e.Player.Name, flags("on", e.Name != "", "changed", e.Changed))
	case club.MailSuspended:
		return with(e.Player.Name, e.Since.Format("02T15:04"))
	case club.MessagesResumed:
		return with(e.Player.Name, e.Since.Format("02T15:04"), flags("wished", e.Wished))
	case club.MessagesPaused:
		return with(e.Player.Name, e.Games, e.Invitations, flags("standing", !e.Until.IsZero(), "told", e.Told))
	case club.AddressAsked:
		return with(e.Player.Name, e.Address.Address)
	case club.SecondAddressChanged:
		return with(e.Player.Name, e.Address, e.What)
	case club.Bounced:
		return with(e.Message.Player, flags("hard", e.Hard))
	case club.LeaveAsked:
		return with(e.Player.Name, e.What, e.Games, e.Invitations)
	case club.PlayerLeaving:
		return with(e.Player.Name)
	case club.PlayerLeft:
		return with(e.Player.Name, e.What, e.Games, e.Invitations)
	case club.PlayersMerged:
		return with(e.Into.Name)
	}
	return with(e)
}

// flags lists the names of what is true.
func flags(pairs ...any) string {
	var out []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1].(bool) {
			out = append(out, pairs[i].(string))
		}
	}
	return strings.Join(out, " ")
}
