package handler_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/rules"
)

func (w *world) rating(id int64, game string) (r db.Rating, err error) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error { r, err = tx.Rating(id, game, false); return nil }))
	return r, err
}

// Every game that is exported can be read again and replays to the same end.
func TestExportReadsBack(t *testing.T) {
	t.Parallel()
	for _, g := range skiptest.EveryFourth(games()) {
		t.Run(g.Name, func(t *testing.T) {
			w := newWorld(t, g)
			w.Begin(g.Name)
			r := rules.NewRecord(g)
			for n := 0; n < 6 && !r.Outcome().Over(); n++ {
				m := r.Legal()[n*7%len(r.Legal())]
				mover := map[rules.Side]string{rules.Black: ada, rules.White: bob}[r.Turn()]
				require.NoError(t, r.Play(m))
				w.Reply(mover, string(m))
			}
			require.Equal(t, r.Len(), w.Game(1).Plies)
			if !r.Outcome().Over() {
				w.Reply(ada, "resign")
			}
			w.Reply(bob, "export")
			require.NotContains(t, strings.SplitN(w.Last(bob).Text, "-- \n", 2)[0], "@")
			got, replayed, err := rules.ReadTranscript(w.Games, w.Last(bob).Text)
			require.NoError(t, err)
			require.Equal(t, r.Plies(), replayed.Plies())
			require.Equal(t, string(w.Game(1).Result)+" "+w.Game(1).Reason, rules.Outcome{Result: got.Result, Reason: got.Reason}.String())
			require.Equal(t, "Ada", got.Black)
			require.Equal(t, w.Game(1).EndedAt.Truncate(time.Second), got.Ended)
			for _, p := range got.Plies {
				require.False(t, p.At.IsZero())
			}
		})
	}
}

func TestWhatIsRated(t *testing.T) {
	t.Parallel()
	w := begun(t, "rooya")
	w.Reply(ada, "a1")
	w.Reply(bob, "resign")
	_, err := w.rating(1, "rooya")
	require.ErrorIs(t, err, db.ErrNotFound, "one side never played")

	w = theGame(t)
	w.Reply(ada, "a3")
	w.Reply(bob, "resign")
	_, err = w.rating(1, "rooya")
	require.ErrorIs(t, err, db.ErrNotFound, "one side has moved once")
	require.Contains(t, w.Last(bob).Text, "The game is not rated")

	w = theGame(t)
	w.Reply(ada, "a3")
	w.Reply(bob, "a4")
	w.Reply(bob, "resign")
	require.Contains(t, w.Last(bob).Text, "1338?")
	_, err = w.rating(1, "rooya")
	require.ErrorIs(t, err, db.ErrNotFound, "it can be taken back")
	w.Pass(club.RetractFor)
	won, err := w.rating(1, "rooya")
	require.NoError(t, err)
	lost, err := w.rating(2, "rooya")
	require.NoError(t, err)
	require.InDelta(t, 1662.3, won.Rating, 0.1)
	require.InDelta(t, 3000, won.Rating+lost.Rating, 1e-6)
	require.Equal(t, 1, won.Games)
	w.Reply(bob, "board")
	again, err := w.rating(1, "rooya")
	require.NoError(t, err)
	require.Equal(t, won, again, "a game counts once")
}

// No address is shown to anyone who has no game with that person.
func TestAddressesStayHidden(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Reply(bob, "resign")
	for _, body := range []string{"standings", "player Bob", "player ada", "games", "settings"} {
		w.Send(post{From: "Carol <carol@example.org>", Body: body, Proven: true})
		text := w.Last("carol@example.org").Text
		require.NotContains(t, text, bob, body)
		require.NotContains(t, text, ada, body)
	}
}

// Players of one name are all shown; who never wrote is no player.
func TestNamesThatAreNotUnique(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Send(post{From: "Bob <other@example.org>", Body: "help", Proven: true})
	w.Send(post{From: "Ada <ada@example.org>", Body: "challenge zoe@example.org turro", Proven: true})
	w.Send(post{From: "Carol <carol@example.org>", Body: "player bob", Proven: true})
	require.Equal(t, 1, strings.Count(w.Last("carol@example.org").Text, "Bob: results and ratings"))
	w.Send(post{From: "Carol <carol@example.org>", Body: "player bob 2", Proven: true})
	require.Equal(t, 1, strings.Count(w.Last("carol@example.org").Text, "Bob 2: results and ratings"))
	w.Send(post{From: "Carol <carol@example.org>", Body: "player zoe", Proven: true})
	require.Contains(t, w.Last("carol@example.org").Text, `Nobody called "zoe" plays here`)
}

func TestTimezones(t *testing.T) {
	t.Parallel()
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
		w.Send(post{From: ada, Body: "timezone " + text, Proven: true})
		require.Contains(t, strings.Join(strings.Fields(w.Last(ada).Text), " "), says, text)
	}
}

// theContract lists the commands that players may count on.
const theContract = "challenge accept decline withdraw resign draw undo yes no preview if say board history games export " +
	"rules help digest letters vacation name lang timezone settings block stop forget"

// Every command of the contract has its verb. Help names all verbs by groups, help with the word of a group lists
// its verbs, and help explains each with an example.
func TestHelpIsWhole(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	help := func(what string) string {
		w.Send(post{From: ada, Body: "help " + what, Proven: true})
		return w.Last(ada).Text
	}
	overview, listed := help(""), ""
	for _, group := range regexp.MustCompile(`(?m)^\| help ([a-z]+) `).FindAllStringSubmatch(overview, -1) {
		listed += help(group[1])
	}
	for _, name := range strings.Fields(theContract) {
		require.Regexp(t, `[ ,]`+name+`\b`, overview)
		require.Regexp(t, `(?m)^\| `+name+`\b`, listed)
	}
	for _, m := range regexp.MustCompile(`(?m)^\| ([a-z]+)(?: [A-Z\[]|  | [a-z]| 2).*`).FindAllStringSubmatch(listed, -1) {
		require.Contains(t, help(m[1]), "For example:", m[1])
	}
}

// The settings name who is muted and blocked, in such a way that it can be undone:
// who was met by name and game, and of nobody else more than their address.
func TestSettingsNameWhomOneKeepsAway(t *testing.T) {
	t.Parallel()
	w := begun(t, "turro")
	w.Send(post{From: "Eve Secret <eve@example.net>", Proven: true, Body: "help"})
	settings := func() string {
		w.Proven(bob, "settings")
		return flat(*w.Last(bob))
	}
	require.Contains(t, settings(), "muted nobody | -> mute #12, unmute #12, unmute ADDRESS | blocked none")
	w.Proven(bob, "mute #1")
	w.Proven(bob, "mute eve@example.net")
	w.Proven(bob, "block "+ada)
	w.Proven(bob, "block eve@example.net")
	text := settings()
	require.Contains(t, text, "muted Ada (#1), eve@example.net | ->")
	require.Contains(t, text, "blocked Ada (#1), eve@example.net | ->")
	require.NotContains(t, text, "Secret")
	w.Proven(bob, "unmute #1")
	w.Proven(bob, "unmute eve@example.net")
	w.Proven(bob, "challenge eve@example.net roses")
	text = settings()
	require.Contains(t, text, "muted nobody")
	require.Contains(t, text, "blocked Ada (#1) | ->")
}
