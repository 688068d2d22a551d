package desk_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	netmail "net/mail"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/desk"
	"turnpost/rules/all"
)

const robotAddress = "games@turnpost.example"

// world is a desk on a real database, and people who write to it. No network:
// letters in go to Keep, letters out are read from the outbox.
type world struct {
	t      *testing.T
	dir    string // of the database
	db     *db.DB
	desk   *desk.Desk
	now    time.Time
	serial int
	open   bool                // everybody is believed
	read   int64               // outbox letters up to this one were handed out
	boxes  map[string][]letter // by address
}

// letter is a letter out as its reader has it.
type letter struct {
	netmail.Header
	Text string
	Raw  []byte

	parts []part
}

// sequential leaves a test out of the race detector's short run: nothing in it
// happens at the same time as anything else.
func sequential(t *testing.T) {
	t.Helper()
	if raceDetector && testing.Short() {
		t.Skip("nothing runs at once in it")
	}
}

func newWorld(t *testing.T) *world {
	t.Helper()
	sequential(t) // a world is driven by hand, step by step
	dir := t.TempDir()
	where := filepath.Join(dir, "turnpost.db")
	if onPostgres(t) {
		where = dbtest.Postgres(t)
	}
	d, err := db.Open(context.Background(), where)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	w := &world{t: t, dir: dir, db: d, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), boxes: map[string][]letter{}}
	d.Now = func() time.Time { return w.now }
	w.desk = w.newDesk()
	w.desk.Gap = 1 << 62 // no leap of the test's time is taken for an absence
	return w
}

// newDesk is a desk on the world's database.
func (w *world) newDesk() *desk.Desk {
	w.t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	robot := desk.Robot{Name: "Turnpost", Address: robotAddress, Plus: true, AuthservID: "turnpost.example", Open: w.open}
	k, err := desk.New(robot, w.db, all.Games(), log)
	require.NoError(w.t, err)
	// People of these tests err more in an hour than a person would; the limits
	// have tests of their own (restraint_test.go).
	k.Limits = desk.Limits{ErrorsAnHour: 1 << 30, ErrorsADay: 1 << 30, LooksADay: 1 << 30}
	return k
}

// pass lets time pass, in steps of at most half an hour, with the clockwork
// running, and returns the letters that it wrote.
func (w *world) pass(span time.Duration) (out []letter) {
	w.t.Helper()
	for end := w.now.Add(span); ; w.now = w.now.Add(min(30*time.Minute, end.Sub(w.now))) {
		w.tick()
		out = append(out, w.work()...)
		if !w.now.Before(end) {
			return out
		}
	}
}

// tick runs the clockwork until nothing is due.
func (w *world) tick() {
	w.t.Helper()
	for {
		worked, err := w.desk.Tick(context.Background())
		require.NoError(w.t, err)
		if !worked {
			return
		}
	}
}

// down lets time pass without the daemon, and starts it again.
func (w *world) down(span time.Duration) []letter {
	w.t.Helper()
	w.tick() // the last heartbeat
	gap := w.desk.Gap
	defer func() { w.desk.Gap = gap }()
	w.desk.Gap = 10 * time.Minute
	w.now = w.now.Add(span)
	w.tick()
	return w.work()
}

// post is a mail on its way to the robot.
type post struct {
	from    string // "Ada <ada@example.org>"
	to      string // default: the robot
	subject string
	header  []string // further fields
	body    string
	answers *letter // what it replies to
	proven  bool    // the mailbox's own server vouches for the sender
}

func (w *world) raw(p post) []byte {
	w.serial++
	var b bytes.Buffer
	if p.proven {
		addr, err := netmail.ParseAddress(p.from)
		require.NoError(w.t, err)
		fmt.Fprintf(&b, "Authentication-Results: turnpost.example; auth=pass smtp.auth=%s\n", addr.Address)
	}
	if p.to == "" {
		p.to = robotAddress
	}
	if p.answers != nil {
		p.to = p.answers.Get("Reply-To")
		p.subject = "Re: " + p.answers.Get("Subject")
		fmt.Fprintf(&b, "In-Reply-To: %s\nReferences: %s %s\n", p.answers.Get("Message-Id"),
			p.answers.Get("References"), p.answers.Get("Message-Id"))
		p.body += "\n\nOn Fri, 20 Nov 2026 at 10:00, Turnpost <" + robotAddress + "> wrote:\n\n> " +
			strings.ReplaceAll(p.answers.Text, "\n", "\n> ") + "\n"
	}
	fmt.Fprintf(&b, "Delivered-To: %s\nFrom: %s\nTo: %s\nSubject: %s\nMessage-ID: <%d@client.example>\n", p.to, p.from, p.to, p.subject, w.serial)
	for _, h := range p.header {
		b.WriteString(h + "\n")
	}
	b.WriteString("Content-Type: text/plain; charset=utf-8\n\n" + p.body + "\n")
	return bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte("\r\n"))
}

// send brings a mail in, lets the desk work, and returns the letters that went
// out for it, by number.
func (w *world) send(p post) []letter { w.t.Helper(); return w.bring(w.raw(p)) }

func (w *world) bring(raw []byte) []letter {
	w.t.Helper()
	w.now = w.now.Add(time.Minute)
	w.keep(raw)
	return w.work()
}

// keep brings a mail in and leaves it there.
func (w *world) keep(raw []byte) {
	w.t.Helper()
	w.serial++
	require.NoError(w.t, w.desk.Keep(context.Background(), mail.Arrival{
		Mailbox: "test", Cursor: fmt.Sprint(w.serial), Size: int64(len(raw)), Raw: raw,
	}))
}

// work answers everything new and returns what went out.
func (w *world) work() []letter {
	w.t.Helper()
	for {
		worked, err := w.desk.PlayNext(context.Background())
		require.NoError(w.t, err)
		if !worked {
			break
		}
	}
	var out []letter
	require.NoError(w.t, w.db.View(context.Background(), func(tx *db.Tx) error {
		letters, err := tx.Outgoing(db.OutgoingQueued)
		for _, o := range letters {
			if o.ID > w.read {
				w.read = o.ID
				l := readLetter(w.t, o.Raw)
				w.boxes[o.Recipient] = append(w.boxes[o.Recipient], l)
				out = append(out, l)
			}
		}
		return err
	}))
	return out
}

// last is the last letter to an address.
func (w *world) last(address string) *letter {
	w.t.Helper()
	box := w.boxes[address]
	require.NotEmpty(w.t, box, "%s has no letter", address)
	return &box[len(box)-1]
}

// reply sends text as an answer to the last letter of that person.
func (w *world) reply(address, text string) []letter {
	w.t.Helper()
	return w.send(post{from: address, body: text, answers: w.last(address)})
}

// begin brings two players into game #1: ada is black.
func (w *world) begin(game string) {
	w.t.Helper()
	w.send(post{from: "Ada <ada@example.org>", proven: true, body: "challenge bob@example.org " + game + " as black"})
	w.reply("bob@example.org", "accept")
	require.Equal(w.t, 0, w.game(1).Plies)
}

func (w *world) game(id int64) (g db.Game) {
	w.t.Helper()
	require.NoError(w.t, w.db.View(context.Background(), func(tx *db.Tx) (err error) { g, err = tx.Game(id); return err }))
	return g
}

func (w *world) plies(id int64) (moves []string) {
	w.t.Helper()
	require.NoError(w.t, w.db.View(context.Background(), func(tx *db.Tx) error {
		plies, err := tx.Plies(id)
		for _, p := range plies {
			moves = append(moves, p.Move)
		}
		return err
	}))
	return moves
}

// settled is how a letter in ended: its state and remark.
func (w *world) settled(id int64) (state, remark string) {
	w.t.Helper()
	require.NoError(w.t, w.db.View(context.Background(), func(tx *db.Tx) error {
		in, err := tx.Incoming(id)
		state, remark = in.State, in.Remark
		return err
	}))
	return state, remark
}

func readLetter(t *testing.T, raw []byte) letter {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	require.NoError(t, err)
	parts, err := partsOf(raw)
	require.NoError(t, err)
	l := letter{Header: m.Header, Raw: raw, parts: parts}
	l.Text = strings.ReplaceAll(string(l.part("text/plain")), "\r\n", "\n")
	return l
}

// part is the first part of a letter that has such a type; nil if there is none.
func (l letter) part(kind string) []byte {
	for _, p := range l.parts {
		if p.kind == kind {
			return p.data
		}
	}
	return nil
}

// part is a leaf of a letter's tree, decoded.
type part struct {
	kind string // text/plain
	id   string // Content-ID, without brackets
	name string // of the file
	data []byte
}

func partsOf(raw []byte) (parts []part, err error) {
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	err = e.Walk(func(_ []int, e *message.Entity, err error) error {
		if err != nil || e.MultipartReader() != nil {
			return err
		}
		kind, _, err := e.Header.ContentType()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(e.Body)
		_, params, _ := e.Header.ContentDisposition()
		parts = append(parts, part{kind, strings.Trim(e.Header.Get("Content-Id"), "<>"), params["filename"], data})
		return err
	})
	return parts, err
}
