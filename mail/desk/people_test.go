package desk_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/rules/all"
)

func (w *world) rating(id int64, game string) (r db.Rating, err error) {
	w.t.Helper()
	require.NoError(w.t, w.db.View(context.Background(), func(tx *db.Tx) error { r, err = tx.Rating(id, game); return nil }))
	return r, err
}

// Every game that is exported can be read again and replays to the same end.
func TestExportReadsBack(t *testing.T) {
	for _, g := range all.Games() {
		t.Run(g.Name, func(t *testing.T) {
			w := newWorld(t)
			w.begin(g.Name)
			r := rules.NewRecord(g)
			for n := 0; n < 12 && !r.Outcome().Over(); n++ {
				m := r.Legal()[n*7%len(r.Legal())]
				mover := map[rules.Side]string{rules.Black: ada, rules.White: bob}[r.Turn()]
				require.NoError(t, r.Play(m))
				w.reply(mover, string(m))
			}
			require.Equal(t, r.Len(), w.game(1).Plies)
			if !r.Outcome().Over() {
				w.reply(ada, "resign")
			}
			w.reply(bob, "export")
			require.NotContains(t, strings.SplitN(w.last(bob).Text, "-- \n", 2)[0], "@")
			got, replayed, err := rules.ReadTranscript(all.Games(), w.last(bob).Text)
			require.NoError(t, err)
			require.Equal(t, r.Plies(), replayed.Plies())
			require.Equal(t, w.game(1).Result+" "+w.game(1).Reason, rules.Outcome{Result: got.Result, Reason: got.Reason}.String())
			require.Equal(t, "Ada", got.Black)
			require.Equal(t, w.game(1).EndedAt.Truncate(time.Second), got.Ended)
			for _, p := range got.Plies {
				require.False(t, p.At.IsZero())
			}
		})
	}
}

func TestWhatIsRated(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	w.reply(ada, "a1")
	w.reply(bob, "resign")
	_, err := w.rating(1, "rooya")
	require.ErrorIs(t, err, db.ErrNotFound, "one side never played")

	w = theGame(t)
	w.reply(bob, "resign")
	won, err := w.rating(1, "rooya")
	require.NoError(t, err)
	lost, err := w.rating(2, "rooya")
	require.NoError(t, err)
	require.InDelta(t, 1662.3, won.Rating, 0.1)
	require.InDelta(t, 3000, won.Rating+lost.Rating, 1e-6)
	require.Equal(t, 1, won.Games)
	require.Contains(t, w.last(bob).Text, "1338?")
	w.reply(bob, "board")
	again, err := w.rating(1, "rooya")
	require.NoError(t, err)
	require.Equal(t, won, again, "a game counts once")
}

// No address is shown to anyone who has no game with that person.
func TestAddressesStayHidden(t *testing.T) {
	w := theGame(t)
	w.reply(bob, "resign")
	for _, body := range []string{"standings", "player Bob", "player bob@example.org", "player ada", "games", "settings"} {
		w.send(post{from: "Carol <carol@example.org>", body: body, proven: true})
		text := w.last("carol@example.org").Text
		require.NotContains(t, text, bob, body)
		require.NotContains(t, text, ada, body)
	}
}

// Players of one name are all shown; who never wrote is no player.
func TestNamesThatAreNotUnique(t *testing.T) {
	w := theGame(t)
	w.send(post{from: "Bob <other@example.org>", body: "help", proven: true})
	w.send(post{from: "Ada <ada@example.org>", body: "challenge zoe@example.org turro", proven: true})
	w.send(post{from: "Carol <carol@example.org>", body: "player bob", proven: true})
	require.Equal(t, 2, strings.Count(w.last("carol@example.org").Text, "Bob: results and ratings"))
	w.send(post{from: "Carol <carol@example.org>", body: "player zoe", proven: true})
	require.Contains(t, w.last("carol@example.org").Text, `Nobody called "zoe" plays here`)
}

func TestTimezones(t *testing.T) {
	zones, err := os.ReadFile("zones.txt")
	require.NoError(t, err)
	for _, zone := range strings.Fields(string(zones)) {
		_, err := time.LoadLocation(zone)
		require.NoError(t, err)
	}
	w := theGame(t)
	for text, says := range map[string]string{
		"europe/rome":      "in Europe/Rome",
		"America/new york": "in America/New_York",
		"New York":         "Did you mean America/New_York?",
		"Europe/Romee":     "Did you mean Europe/Rome?",
		"Local":            "There is no timezone",
		"../../etc/passwd": "There is no timezone",
		"Atlantis":         "There is no timezone",
		"utc.":             "in UTC",
	} {
		w.send(post{from: ada, body: "timezone " + text, proven: true})
		require.Contains(t, strings.Join(strings.Fields(w.last(ada).Text), " "), says, text)
	}
}

// theContract lists the commands of letters.md.
const theContract = "challenge accept decline withdraw resign draw undo yes no preview if say board history games export " +
	"rules help digest letters vacation name lang timezone settings block stop forget"

// Every command of the contract has its verb, and help explains each verb with
// an example and keeps the list short.
func TestHelpIsWhole(t *testing.T) {
	w := newWorld(t)
	w.send(post{from: ada, body: "help", proven: true})
	list := w.last(ada).Text
	require.LessOrEqual(t, strings.Count(list, "\n"), 85, "one screen and a half")
	for _, name := range strings.Fields(theContract) {
		require.Regexp(t, `(?m)^\| `+name+`\b`, list)
	}
	for _, m := range regexp.MustCompile(`(?m)^\| ([a-z]+)(?: [A-Z\[]|  | [a-z]| 2).*`).FindAllStringSubmatch(list, -1) {
		if m[1] == "turro" || m[1] == "rooya" || m[1] == "roses" || m[1] == "tourrosa" {
			continue
		}
		w.send(post{from: ada, body: "help " + m[1], proven: true})
		text := w.last(ada).Text
		require.Contains(t, text, "For example:", m[1])
	}
}
