package servertest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/handler"
	"turnpost/mail/notify"
	"turnpost/mail/server"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
	"turnpost/templates/picture"
)

// ServerAddress is the address that players write to.
const ServerAddress = "games@turnpost.example"

// World is a server on a real database, and people who write to it. There is no network:
// incoming messages go to Keep, outgoing ones are read from the outbox.
type World struct {
	T       testing.TB
	Dir     string // of the database
	Where   string // its path or URL
	DB      *db.DB
	Handler *handler.Handler
	Server  *server.Server
	Now     time.Time
	Serial  int                  // of messages that came in
	Open    bool                 // everybody is believed
	Games   []rules.Game         // that are played here; Restart to change them
	Handed  int64                // outbox messages up to this one were handed out
	Boxes   map[string][]Message // by address
}

// Painter draws each position once for all tests.
var Painter = picture.NewPainter()

// ReadWords returns the words of messages, which it reads once for all tests.
var ReadWords = sync.OnceValues(func() (*templates.Catalogues, error) { return templates.New() })

// Words are the words of messages.
func Words(t testing.TB) *templates.Catalogues {
	t.Helper()
	set, err := ReadWords()
	require.NoError(t, err)
	return set
}

// New makes a world on a database of its own, at nine in the morning of 20 November
// 2026.
func New(t testing.TB) *World {
	t.Helper()
	if OnPostgres(t) {
		return open(t, nil)
	}
	return open(t, dbtest.Blank(t))
}

// open makes a world on a copy of a database's file; nil: on an empty database of
// PostgreSQL.
func open(t testing.TB, file []byte) *World {
	t.Helper()
	skiptest.Sequential(t) // a world is driven by hand, step by step
	dir := dbtest.Dir(t)
	where := filepath.Join(dir, "turnpost.db")
	if file == nil {
		where = dbtest.Postgres(t)
	} else {
		require.NoError(t, os.WriteFile(where, file, 0o600))
	}
	d, err := db.Open(context.Background(), where)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	w := &World{T: t, Dir: dir, Where: where, DB: d, Now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
		Games: all.Games(), Boxes: map[string][]Message{}}
	d.Now = func() time.Time { return w.Now }
	w.Restart()
	return w
}

// Restart puts a new handler and a new server, with the usual settings, in the place
// of those that were.
func (w *World) Restart() {
	w.T.Helper()
	w.Handler, w.Server = w.On(w.DB)
	w.Server.HeartbeatGap = 1 << 62 // no leap of the test's time is taken for an absence
}

// Use puts a handler of the test's own, and a server for it, in the place of those
// that were.
func (w *World) Use(k *handler.Handler, log *slog.Logger) {
	w.Handler, w.Server = k, server.New(k, w.DB, log)
	w.Server.HeartbeatGap = 1 << 62
}

// On makes a handler and its server on a database, which may be the world's, opened again.
func (w *World) On(d *db.DB) (*handler.Handler, *server.Server) {
	w.T.Helper()
	log := slog.New(slog.DiscardHandler)
	identity := handler.ServerIdentity{Name: "Turnpost", Address: ServerAddress, Plus: true,
		AuthservID: "turnpost.example", Open: w.Open}
	k, err := handler.New(identity, d, w.Games, Words(w.T), log)
	require.NoError(w.T, err)
	k.Notifier.Painter = Painter
	// People of these tests err more in an hour than a person would; the limits
	// have tests of their own.
	k.Limits = handler.AnswerLimits{ErrorsAnHour: 1 << 30, ErrorsADay: 1 << 30, ProvenADay: 1 << 30,
		LooksADay: 1 << 30, WordsADay: 1 << 30,
		QuestionsADay: 1 << 30, QuestionsAnHour: 1 << 30, Fresh: handler.DefaultLimits().Fresh}
	return k, server.New(k, d, log)
}

// Pass lets time pass, in steps of at most half an hour, with the clockwork
// running, and returns the messages that it wrote.
func (w *World) Pass(span time.Duration) (out []Message) {
	w.T.Helper()
	out = w.Work()
	for end := w.Now.Add(span); ; w.Now = w.Now.Add(min(30*time.Minute, end.Sub(w.Now))) {
		if w.Tick() { // of most steps nothing comes
			out = append(out, w.Work()...)
		}
		if !w.Now.Before(end) {
			return out
		}
	}
}

// Look looks at the games that are over, and returns what went out.
func (w *World) Look() []Message {
	w.T.Helper()
	for {
		more, err := w.Server.AnalyseNext(context.Background())
		require.NoError(w.T, err)
		if !more {
			return w.Work()
		}
	}
}

// Seek seeks puzzles in the games that are over.
func (w *World) Seek() {
	w.T.Helper()
	for {
		more, err := w.Server.FindPuzzles(context.Background(), func(time.Duration) {})
		require.NoError(w.T, err)
		if !more {
			return
		}
	}
}

// Tick runs the clockwork until nothing is due, and reports whether something was.
func (w *World) Tick() (worked bool) {
	w.T.Helper()
	for {
		more, err := w.Server.Tick(context.Background())
		require.NoError(w.T, err)
		if !more {
			return worked
		}
		worked = true
	}
}

// Down lets time pass without the daemon, and starts it again.
func (w *World) Down(span time.Duration) []Message {
	w.T.Helper()
	w.Tick() // the last heartbeat
	gap := w.Server.HeartbeatGap
	defer func() { w.Server.HeartbeatGap = gap }()
	w.Server.HeartbeatGap = 10 * time.Minute
	w.Now = w.Now.Add(span)
	w.Tick()
	return w.Work()
}

// Send brings a message in, lets the handler work, and returns the messages that went
// out for it, by number.
func (w *World) Send(p PlayerMail) []Message { w.T.Helper(); return w.Bring(w.Raw(p)) }

func (w *World) Bring(raw []byte) []Message {
	w.T.Helper()
	w.Now = w.Now.Add(time.Minute)
	w.Keep(raw)
	return w.Work()
}

// Keep brings a message in and leaves it there.
func (w *World) Keep(raw []byte) {
	w.T.Helper()
	w.Serial++
	require.NoError(w.T, w.Server.Keep(context.Background(), mail.ArrivedMail{
		Mailbox: "test", Cursor: fmt.Sprint(w.Serial), Size: int64(len(raw)), Raw: raw,
	}))
}

// Work answers all new messages, plays the bots' turns, completes the forgetting of players, and
// returns what was sent.
func (w *World) Work() []Message {
	w.T.Helper()
	for {
		worked, err := w.Server.AnswerNext(context.Background())
		require.NoError(w.T, err)
		if !worked {
			break
		}
	}
	for {
		worked, _, err := w.Server.PlayBotTurn(context.Background())
		require.NoError(w.T, err)
		if !worked {
			break
		}
	}
	w.forget()
	return w.Messages()
}

// Messages returns what was written since, without working.
func (w *World) Messages() (out []Message) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		fresh, err := w.unread(tx)
		for _, id := range fresh {
			o, err := tx.Message(id)
			if err != nil {
				return err
			}
			w.Handed = id
			l := ReadStored(w.T, o.Raw)
			w.Boxes[o.Recipient] = append(w.Boxes[o.Recipient], l)
			out = append(out, l)
		}
		return err
	}))
	return out
}

// forget erases the players who asked to be forgotten, and does nothing else of the schedule.
func (w *World) forget() {
	w.T.Helper()
	for w.leave() {
	}
	begun := false
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Forgetting()
		begun = err == nil
		return nil
	}))
	if !begun {
		return
	}
	for last := false; !last; {
		require.NoError(w.T,
			w.DB.Update(context.Background(),
				func(tx *db.Tx) (err error) { last, err = club.ForgetPiece(w.Handler.Club.Begin(tx, 0)); return err }))
	}
	require.NoError(w.T, w.DB.Scrub(context.Background()))
	w.forget() // the next one
}

// leave ends the next games of somebody who leaves, and reports whether somebody does.
func (w *World) leave() (worked bool) {
	w.T.Helper()
	require.NoError(w.T, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		d, err := tx.NextLeaving()
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		if worked = err == nil; worked {
			_, err = handler.ContinueLeaving(w.Handler.Club, w.Handler.Notifier, tx, d.Player, 0)
		}
		return err
	}))
	return worked
}

// unread are the numbers of the messages that wait to be sent and were not handed
// out, in their order.
func (w *World) unread(tx *db.Tx) (ids []int64, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		ids = append(ids, id)
		return err
	}, `SELECT id FROM outbox WHERE id > ? AND state = 'queued' ORDER BY id`, w.Handed)
	return ids, err
}

// Last is the last message to an address.
func (w *World) Last(address string) *Message {
	w.T.Helper()
	box := w.Boxes[address]
	require.NotEmpty(w.T, box, "%s has no letter", address)
	return &box[len(box)-1]
}

// Reply sends text as an answer to the last message of that person.
func (w *World) Reply(address, text string) []Message {
	w.T.Helper()
	return w.Send(PlayerMail{From: address, Body: text, Answers: w.Last(address)})
}

// Begin brings two players into game #1: ada is black.
func (w *World) Begin(game string) {
	w.T.Helper()
	w.Send(PlayerMail{From: "Ada <ada@example.org>", Proven: true, Body: "challenge bob@example.org " + game +
		" as black"})
	w.Reply("bob@example.org", "accept")
	require.Equal(w.T, 0, w.Game(1).Plies)
}

func (w *World) Game(id int64) (g db.Game) {
	w.T.Helper()
	require.NoError(w.T,
		w.DB.View(context.Background(), func(tx *db.Tx) (err error) { g, err = tx.Game(id); return err }))
	return g
}

func (w *World) Plies(id int64) (moves []string) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		plies, err := tx.Plies(id)
		for _, p := range plies {
			moves = append(moves, p.Move)
		}
		return err
	}))
	return moves
}

// Settled is how a message in ended: its state and remark.
func (w *World) Settled(id int64) (state db.IncomingState, remark string) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		in, err := tx.Incoming(id)
		state, remark = in.State, in.Remark
		return err
	}))
	return state, remark
}

// Proven sends a fresh mail for which the writer's own server vouches.
func (w *World) Proven(from, body string) []Message {
	w.T.Helper()
	return w.Send(PlayerMail{From: from, Proven: true, Body: body})
}

// snapshot is a world as it was left.
type snapshot struct {
	file   []byte // the database
	now    time.Time
	serial int
	handed int64
	boxes  map[string][]Message
}

// snapshots are worlds by what they were called.
var snapshots struct {
	sync.Mutex
	of map[string]*snapshot
}

// From returns a world in which begin was carried out. That happens once for all tests with the
// same name, because playing to where a test begins takes longer than many a test. On
// PostgreSQL each test plays for itself.
func From(t testing.TB, name string, begin func(*World)) *World {
	t.Helper()
	if OnPostgres(t) {
		w := New(t)
		begin(w)
		return w
	}
	s := taken(t, name, begin)
	w := open(t, s.file)
	w.Now, w.Serial, w.Handed, w.Boxes = s.now, s.serial, s.handed, maps.Clone(s.boxes)
	for address, box := range w.Boxes {
		w.Boxes[address] = slices.Clip(box)
	}
	return w
}

// taken is the snapshot of a name, which begin makes if there is none.
func taken(t testing.TB, name string, begin func(*World)) *snapshot {
	t.Helper()
	snapshots.Lock()
	defer snapshots.Unlock()
	if s := snapshots.of[name]; s != nil {
		return s
	}
	w := New(t)
	begin(w)
	require.NoError(t, w.DB.Close())
	file, err := os.ReadFile(w.Where)
	require.NoError(t, err)
	if snapshots.of == nil {
		snapshots.of = map[string]*snapshot{}
	}
	s := &snapshot{file, w.Now, w.Serial, w.Handed, w.Boxes}
	snapshots.of[name] = s
	return s
}

// OnPostgres reports whether a test has its world on PostgreSQL: one that runs
// within TestOnPostgreSQL, or with TURNPOST_DATABASE=postgres every one.
func OnPostgres(t testing.TB) bool {
	return os.Getenv("TURNPOST_DATABASE") == "postgres" || strings.HasPrefix(t.Name(), "TestOnPostgreSQL/")
}

// Live makes the world's time that of the machine from now on, for its messages, which are
// authenticated while they are fresh, and for its database.
func (w *World) Live() { w.Now, w.DB.Now = time.Now(), time.Now }

// Hears makes a channel of what the server tells of one sort, which keeps so many at most.
func (w *World) Hears(most int, what handler.ObservationKind, label string) <-chan struct{} {
	heard := make(chan struct{}, most)
	w.Server.Observe = func(o handler.Observation) {
		if o.What == what && o.Label == label {
			select {
			case heard <- struct{}{}:
			default:
			}
		}
	}
	return heard
}

// FailingCourier is a Courier that returns the map's error for each recipient.
type FailingCourier map[string]error

// Send is of mail.Courier.
func (s FailingCourier) Send(_ context.Context, e mail.Envelope) error { return s[e.To] }

// Close is of mail.Courier.
func (s FailingCourier) Close() error { return nil }

// RefuseRecipient is a Courier that refuses one recipient for good.
func RefuseRecipient(address string) FailingCourier {
	return FailingCourier{address: fmt.Errorf("%w: no such person", mail.ErrRefused)}
}

// Deliver sends everything that is due, and returns what went wrong.
func (w *World) Deliver(c mail.Courier) (failed error) {
	w.T.Helper()
	for range 100 {
		worked, err := w.Server.DeliverNext(context.Background(), c)
		failed = errors.Join(failed, err)
		if !worked {
			return failed
		}
	}
	require.FailNow(w.T, "delivery does not end")
	return nil
}

// Whole is a message out as it is sent, with its pictures.
func (w *World) Whole(o db.Outgoing) []byte {
	w.T.Helper()
	raw, err := notify.AddPictures(o.Raw, w.Handler.Club.Games(), Painter)
	require.NoError(w.T, err)
	return raw
}

// Outgoing lists the messages out that are in a state.
func (w *World) Outgoing(state db.OutgoingState) (out []db.Outgoing) {
	w.T.Helper()
	require.NoError(w.T,
		w.DB.View(context.Background(), func(tx *db.Tx) (err error) { out, err = tx.Outgoing(state); return err }))
	return out
}
