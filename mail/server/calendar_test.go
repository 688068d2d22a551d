package server_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/server"
)

// event is what a test looks at of an event in a calendar.
type event struct {
	UID, Summary string
	At           time.Time
	Sequence     int
	Modified     time.Time
}

// readCalendar reads a file of deadlines by another library than the one that writes it, and holds it
// against the rules of RFC 5545 that clients insist on.
func readCalendar(t *testing.T, file []byte) (name string, events []event) {
	t.Helper()
	require.NotContains(t, string(file), "@", "no address")
	for line := range strings.SplitSeq(strings.TrimSuffix(string(file), "\r\n"), "\r\n") {
		require.LessOrEqual(t, len(line), 75, line)
		require.NotContains(t, line, "\n")
	}
	c, err := ical.NewDecoder(bytes.NewReader(file)).Decode()
	require.NoError(t, err)
	require.NoError(t, ical.NewEncoder(new(bytes.Buffer)).Encode(c), "each property as often as it may be, and one component at least")
	require.Equal(t, "2.0", c.Props.Get(ical.PropVersion).Value)
	refresh, err := c.Props.Get(ical.PropRefreshInterval).Duration()
	require.NoError(t, err)
	require.Equal(t, time.Hour, refresh)
	uids := map[string]bool{}
	for _, e := range c.Events() {
		at, err := e.DateTimeStart(nil)
		require.NoError(t, err)
		text := func(prop string) string { got, err := e.Props.Text(prop); require.NoError(t, err); return got }
		when := func(prop string) time.Time {
			got, err := e.Props.DateTime(prop, nil)
			require.NoError(t, err)
			return got
		}
		require.Equal(t, when(ical.PropDateTimeStamp), when(ical.PropLastModified))
		sequence, err := e.Props.Get(ical.PropSequence).Int()
		require.NoError(t, err)
		require.Nil(t, e.Props.Get(ical.PropDateTimeEnd))
		require.False(t, uids[text(ical.PropUID)], "one event a game")
		uids[text(ical.PropUID)] = true
		events = append(events, event{text(ical.PropUID), text(ical.PropSummary), at, sequence,
			when(ical.PropLastModified)})
	}
	return c.Props.Get("X-WR-CALNAME").Value, events
}

// calendarWorld is a world with files of deadlines. look brings them up to date and returns their
// names.
func calendarWorld(t *testing.T) (w *world, look func() []string, file func(name string) []byte) {
	w = newWorld(t)
	dir := filepath.Join(w.Dir, "deadlines")
	w.Handler.Club.Policy.Calendars = "https://games.example.org/deadlines"
	w.Server.Calendars = dir
	look = func() (names []string) {
		require.NoError(t, w.Server.WriteCalendars(t.Context()))
		files, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, f := range files {
			if f.Name() != "index.html" {
				names = append(names, f.Name())
			}
		}
		return names
	}
	file = func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return text
	}
	return w, look, file
}

var calendarLink = regexp.MustCompile(`https://games\.example\.org/deadlines/([a-z2-7]{32}\.ics)`)

// linkOf is the name of the file whose link the last message to somebody has.
func linkOf(t *testing.T, w *world, who string) string {
	t.Helper()
	found := calendarLink.FindStringSubmatch(w.Last(who).Text)
	require.NotNil(t, found, w.Last(who).Text)
	return found[1]
}

// A calendar has an event for each game that waits for its player, at the moment at which their time
// runs out, and follows the clocks.
func TestACalendarFollowsTheClocks(t *testing.T) {
	t.Parallel()
	w, look, file := calendarWorld(t)
	w.Begin("turro")
	require.Empty(t, look())
	w.Proven(ada, "calendar on")
	name := linkOf(t, w, ada)
	require.Equal(t, []string{name}, look())

	due := func() (due time.Time) {
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			club := w.Handler.Club.Begin(tx, 0)
			g, err := club.Game(1)
			require.NoError(t, err)
			c, err := club.Clock(g, g.Turn())
			due = c.Deadline()
			return err
		}))
		return due
	}
	title, events := readCalendar(t, file(name))
	require.Equal(t, "Turnpost: deadlines", title)
	require.Len(t, events, 1)
	first := events[0]
	require.Equal(t, "Move due: Turro #1 against Bob", first.Summary)
	require.WithinDuration(t, due(), first.At, time.Second)
	before := file(name)
	w.Pass(time.Hour)
	look()
	require.Equal(t, string(before), string(file(name)), "nothing has changed")

	w.Proven(ada, "#1 d3-d4")
	look()
	_, events = readCalendar(t, file(name))
	require.Empty(t, events, "it is Bob's turn")
	w.Proven(bob, "#1 d5-d4")
	look()
	_, events = readCalendar(t, file(name))
	require.Len(t, events, 1)
	require.Equal(t, first.UID, events[0].UID, "it is the same game")
	require.WithinDuration(t, due(), events[0].At, time.Second)
	require.NotEqual(t, first.At, events[0].At)
	require.Greater(t, events[0].Sequence, first.Sequence)
	require.True(t, events[0].Modified.After(first.Modified))

	second := events[0]
	today := w.Now.Format(time.DateOnly)
	w.Proven(ada, "vacation "+today+" to "+w.Now.AddDate(0, 0, 5).Format(time.DateOnly))
	look()
	_, events = readCalendar(t, file(name))
	require.Len(t, events, 1)
	require.WithinDuration(t, due(), events[0].At, time.Second)
	require.True(t, events[0].At.After(second.At.AddDate(0, 0, 4)), "a vacation moves it")
	w.Proven(ada, "vacation off")
	w.Proven(bob, "#1 give 2d")
	look()
	_, events = readCalendar(t, file(name))
	require.WithinDuration(t, due(), events[0].At, time.Second)
	require.True(t, events[0].At.After(second.At.AddDate(0, 0, 1)))

	third := events[0]
	w.Proven(ada, "pause") // the clock stands still for as long as pauses count
	look()
	_, events = readCalendar(t, file(name))
	require.WithinDuration(t, due(), events[0].At, time.Second)
	require.True(t, events[0].At.After(third.At))
	w.Proven(ada, "lang fr")
	look()
	title, events = readCalendar(t, file(name))
	require.Equal(t, "Turnpost : échéances", title)
	require.Equal(t, "À jouer : Turro #1 contre Bob", events[0].Summary)
}

// Only the player has the address; off and on give another one, and a file without a name in the
// database goes, as does that of a player who leaves.
func TestACalendarIsGoneWhenItsPlayerSaysSo(t *testing.T) {
	t.Parallel()
	w, look, file := calendarWorld(t)
	w.Begin("turro")
	w.Proven(ada, "calendar on")
	old := linkOf(t, w, ada)
	require.NotContains(t, w.Last(bob).Text, "deadlines/")
	w.Proven(ada, "calendar on")
	require.Equal(t, old, linkOf(t, w, ada), "it is on already")
	w.Proven(ada, "calendar")
	require.Equal(t, old, linkOf(t, w, ada))
	w.Proven(bob, "calendar on")
	require.NotEqual(t, old, linkOf(t, w, bob))
	require.Len(t, look(), 2)

	dir := w.Server.Calendars
	info, err := os.Stat(dir)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o711), info.Mode().Perm(), "others cannot list it")
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	require.NoError(t, err)
	require.NotContains(t, string(index), "ics")
	stray := filepath.Join(dir, "notes.txt")
	require.NoError(t, os.WriteFile(stray, []byte("the operator's"), 0o644))
	part := filepath.Join(dir, strings.Repeat("a", 32)+".ics.part") // of a crash
	require.NoError(t, os.WriteFile(part, nil, 0o644))

	w.Proven(ada, "calendar off")
	require.NotContains(t, w.Last(ada).Text, "deadlines/")
	names := look()
	require.NotContains(t, names, old)
	require.NotContains(t, names, filepath.Base(part))
	require.Contains(t, names, "notes.txt")
	w.Pass(time.Minute)
	w.Proven(ada, "calendar on")
	other := linkOf(t, w, ada)
	require.NotEqual(t, old, other)
	require.Contains(t, look(), other)

	require.NoError(t, os.Remove(filepath.Join(dir, other)))
	require.Contains(t, look(), other, "a file that is missing is written again")
	readCalendar(t, file(other))

	w.Proven(ada, "forget me")
	w.Reply(ada, "yes")
	w.Pass(time.Minute)
	require.NotContains(t, look(), other)
	w.Proven(bob, "stop")
	require.Equal(t, []string{"notes.txt"}, look())
}

// A server without calendars says so; one that has none any more says that, too.
func TestNoCalendars(t *testing.T) {
	t.Parallel()
	w, look, _ := calendarWorld(t)
	w.Begin("turro")
	w.Proven(ada, "calendar on")
	look()
	w.Handler.Club.Policy.Calendars = ""
	w.Proven(ada, "calendar")
	require.Contains(t, w.Last(ada).Text, "keeps no calendars any more")
	w.Proven(ada, "calendar off")
	require.Contains(t, w.Last(ada).Text, "removed")
	w.Proven(ada, "calendar on")
	require.Contains(t, w.Last(ada).Text, "this server keeps no calendars")
	w.Proven(bob, "calendar")
	require.Contains(t, w.Last(bob).Text, "this server keeps no calendars")
}

// After a restore of an older backup, an address that its player had given up leads nowhere, and one that they have
// got since leads where it did: nobody need be told that their calendar is off.
func TestARestoreKeepsChangesOfCalendars(t *testing.T) {
	t.Parallel()
	w, _, _ := calendarWorld(t)
	w.Begin("turro")
	w.Proven(ada, "calendar on")
	w.Proven(bob, "calendar on")
	given := linkOf(t, w, bob)
	for _, address := range []string{eve, "bob+work@example.org"} {
		w.Proven(address, "challenge robot turro")
	}
	file := filepath.Join(w.Dir, "backup.db")
	require.NoError(t, db.Copy(t.Context(), w.Where, file, nil))
	w.Pass(time.Minute)
	w.Server.Departed = filepath.Join(w.Dir, "list")
	w.Proven(ada, "calendar off")
	want := []string{}
	w.Proven(bob, "calendar off")
	for _, address := range []string{bob, eve, "bob+work@example.org"} {
		w.Pass(time.Minute)
		w.Proven(address, "calendar on")
		want = append(want, linkOf(t, w, address))
	}
	require.NotContains(t, want, given)
	require.NoError(t, w.Server.WriteDeparted(t.Context()))

	d, err := db.Open(t.Context(), file)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	d.Now = func() time.Time { return w.Now }
	_, s := w.On(d)
	list, err := server.ReadDeparted(t.Context(), d, w.Server.Departed)
	require.NoError(t, err)
	_, err = s.RepeatDeparted(t.Context(), list)
	require.NoError(t, err)
	require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
		states, err := tx.WantedCalendars()
		got := []string{}
		for _, s := range states {
			got = append(got, s.Name+".ics")
		}
		require.ElementsMatch(t, want, got)
		return err
	}))
}

// Two addresses that become one player keep one calendar.
func TestACalendarOutlivesAMerge(t *testing.T) {
	t.Parallel()
	w, look, _ := calendarWorld(t)
	w.Begin("turro")
	w.Proven(eve, "challenge robot turro")
	w.Proven(eve, "calendar on")
	mine := linkOf(t, w, eve)
	w.Proven(ada, "calendar on")
	w.Proven(ada, "calendar off")
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		from, err := tx.PlayerByAddress(eve)
		require.NoError(t, err)
		into, err := tx.PlayerByAddress(ada)
		require.NoError(t, err)
		return club.Merge(w.Handler.Club.Begin(tx, 0), from.ID, into.ID, false)
	}))
	require.True(t, slices.Equal([]string{mine}, look()))
}
