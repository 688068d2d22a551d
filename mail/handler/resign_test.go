package handler_test

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/follows"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/consistency"
	"turnpost/mail/server/servertest"
)

// opening is some plies of each game, in turns of one ply each.
var opening = map[string][]string{
	"turro": {"d3-d4", "d7-d6", "c2-c3", "c8-c7"}, "roses": {"b4", "d3", "a3", "c2"}, "rooya": {"a1", "a2", "a3", "a4"}, "tourrosa": nil,
}

// resignedGame is a rated game in which bob resigns after some plies.
func resignedGame(t *testing.T, game string) *world {
	t.Helper()
	return from(t, "resigned "+game, func(w *world) { playAndResign(w, game) })
}

func playAndResign(w *world, game string) {
	w.Begin(game)
	for i := range 4 {
		if w.Game(1).Plies == i && len(opening[game]) > i {
			w.Reply([]string{ada, bob}[i%2], opening[game][i])
		}
	}
	w.Reply(bob, "resign")
	require.True(w.T, w.Game(1).Retractable())
}

// regrettedGame is resignedGame, and bob asks to go on.
func regrettedGame(t *testing.T, game string) *world {
	t.Helper()
	return from(t, "regretted "+game, func(w *world) {
		playAndResign(w, game)
		w.Reply(bob, "undo")
		require.Equal(w.T, db.OfferResume, w.Game(1).Offer)
	})
}

// tapsOf are the addresses and bodies of the taps in a message.
func tapsOf(t *testing.T, page []byte) (taps [][2]string) {
	t.Helper()
	tap := regexp.MustCompile(`mailto:([^?"]*)\?[^"]*body=([^"&]*)`)
	for _, m := range tap.FindAllStringSubmatch(html.UnescapeString(string(page)), -1) {
		to, err := url.PathUnescape(m[1])
		require.NoError(t, err)
		body, err := url.PathUnescape(m[2])
		require.NoError(t, err)
		taps = append(taps, [2]string{to, body})
	}
	return taps
}

var gamesPlayed = []string{"turro", "roses", "rooya", "tourrosa"}

// TestRepliesRegrets: a player who has resigned asks to go on in the words of each language, in
// reply to the last message, by the number of the game, by a tap, or alone.
func TestRepliesRegrets(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	words := []string{
		"undo", "Undo.", "UNDO!", "undo please", "cancel", "Cancel!", "undo my resignation", "I take back my resignation.", "Take back my resignation",
		"Please take back my resignation", "I withdraw my resignation",
		"reprendre", "Reprendre !", "annuler", "annuler mon abandon", "J'annule mon abandon.", "Je reviens sur mon abandon",
		"annulla", "Annulla!", "annullare", "annulla l'abbandono", "Ritiro il mio abbandono",
		"zurücknehmen", "Zurücknehmen!", "zuruecknehmen", "Rücknahme", "annullieren", "Meine Aufgabe zurücknehmen", "Ich nehme die Aufgabe zurück.",
	}
	n := 0
	for i, word := range words {
		for way, write := range map[string]func(w *world){
			"in reply":     func(w *world) { w.ReplyBy(i, bob, word) },
			"by number":    func(w *world) { w.Proven(bob, "#1 "+word) },
			"in its reply": func(w *world) { w.Send(post{From: bob, Body: "#1 " + word, Answers: w.Last(bob)}) },
			"alone":        func(w *world) { w.Proven(bob, word) },
		} {
			if way != "in reply" && strings.Contains(word, " ") {
				continue // elsewhere a phrase is no command
			}
			w := resignedGame(t, gamesPlayed[i%4])
			write(w)
			n++
			assert.Equal(t, db.OfferResume, w.Game(1).Offer, "%s: %q: %s", way, word, flat(*w.Last(bob)))
			assert.True(t, w.Game(1).Over(), word)
			require.Contains(t, flat(*w.Last(ada)), "asks to go on with the game", "%s: %q", way, word)
		}
	}
	for _, game := range gamesPlayed { // by a tap
		w := resignedGame(t, game)
		for _, tap := range tapsOf(t, w.Last(bob).Part("text/html")) {
			if tap[1] == "undo" {
				w.Send(post{From: bob, To: tap[0], Body: tap[1]})
				n++
			}
		}
		require.Equal(t, db.OfferResume, w.Game(1).Offer, game)
	}
	// What is no command asks for nothing.
	for _, word := range []string{
		"undo?", "Can you undo that?", "reprendre ?", "annulla?", "zurücknehmen?", "undone is undone", "I never undo anything", "oh no",
	} {
		w := resignedGame(t, "rooya")
		w.Reply(bob, word)
		require.Empty(t, w.Game(1).Offer, word)
		n++
	}
	t.Logf("regrets | the words of four languages for undo after a resignation, in reply, by number, by tap and alone | "+
		"the opponent is asked | %d", n)
}

// TestRepliesToRegrets: the opponent's yes or no answers the message that asks whether the game
// goes on, and no other.
func TestRepliesToRegrets(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	n, aside := 0, 0
	for i, word := range append(append([]string{}, yeses...), noes...) {
		yes, game := i < len(yeses), gamesPlayed[i%4]

		w := regrettedGame(t, game)
		before := w.Game(1)
		w.ReplyBy(i, ada, word)
		after := w.Game(1)
		assert.Equal(t, !yes, after.Over(), "%q: %s", word, flat(*w.Last(ada)))
		assert.Empty(t, after.Offer, word)
		assert.False(t, after.Retractable(), word)
		assert.Equal(t, before.Position, after.Position)
		assert.Contains(t, flat(*w.Last(bob)), map[bool]string{true: "Your resignation is taken back", false: "has declined to go on"}[yes], word)
		n++

		// To the message before, which asks nothing; and to words.
		w = resignedGame(t, game)
		told := *w.Last(ada)
		w.Reply(bob, "undo")
		w.answersBy(i+1, ada, &told, word)
		assert.True(t, w.Game(1).Over(), "%q to the resignation", word)
		assert.Equal(t, db.OfferResume, w.Game(1).Offer, "%q to the resignation", word)
		aside++
		w = regrettedGame(t, game)
		w.Reply(bob, "say "+chat[i%len(chat)])
		w.ReplyBy(i+2, ada, word)
		assert.Equal(t, db.OfferResume, w.Game(1).Offer, "%q to words", word)
		assert.Contains(t, flat(*w.Last(ada)), "is passed on as words", word)
		aside++
	}
	for _, body := range []string{"yes", "no"} { // by a tap
		w := regrettedGame(t, "turro")
		for _, tap := range tapsOf(t, w.Last(ada).Part("text/html")) {
			if strings.HasSuffix(tap[1], body) && w.Game(1).Offer != "" {
				w.Send(post{From: ada, To: tap[0], Body: tap[1]})
			}
		}
		assert.Equal(t, body == "no", w.Game(1).Over(), body)
	}
	// With words beside it, a bare yes is asked about.
	w := resignedGame(t, "roses")
	w.Reply(bob, "undo\n\nSorry, my cat did that. Are you in a good mood?")
	w.Reply(ada, "yes")
	require.True(t, w.Game(1).Over())
	require.Contains(t, flat(*w.Last(ada)), "Is that your answer about going on with the game")
	w.Reply(ada, "yes")
	require.False(t, w.Game(1).Over())
	t.Logf("regrets | yes or no to the message that asks whether the game goes on | it does, or the resignation stands | %d; "+
		"to another message, nothing | %d", n, aside)
}

// TestRegretsTooLate: the hour counts from when the message with the resignation was answered to
// when the next one arrives, and the answer must arrive within it as well.
func TestRegretsTooLate(t *testing.T) {
	t.Parallel()
	w := resignedGame(t, "rooya")
	w.Now = w.Now.Add(55 * time.Minute)
	w.Reply(bob, "undo")
	require.Equal(t, db.OfferResume, w.Game(1).Offer)
	w.Reply(ada, "yes")
	require.False(t, w.Game(1).Over())

	w = resignedGame(t, "rooya")
	w.Now = w.Now.Add(time.Hour + time.Second) // nothing has made it final yet
	w.Reply(bob, "undo")
	require.Empty(t, w.Game(1).Offer)
	require.Contains(t, flat(*w.Last(bob)), "within an hour")

	w = regrettedGame(t, "rooya")
	asked := *w.Last(ada)
	require.Len(t, w.Pass(time.Hour), 2, "both are told")
	require.Contains(t, flat(*w.Last(ada)), "resignation stands")
	require.Contains(t, flat(*w.Last(bob)), "resignation stands")
	w.Send(post{From: ada, Body: "yes", Answers: &asked})
	require.True(t, w.Game(1).Over())
	require.Contains(t, flat(*w.Last(ada)), "within an hour")

	w = resignedGame(t, "rooya")
	require.Empty(t, w.Pass(2*time.Hour), "who regrets nothing hears nothing")
	rated, err := w.rating(1, "rooya")
	require.NoError(t, err)
	require.Equal(t, 1, rated.Games)

	// What arrived in time while the server was down counts, and the opponent has time to answer.
	w = resignedGame(t, "rooya")
	w.Now = w.Now.Add(50 * time.Minute)
	w.Keep(w.Raw(post{From: bob, Body: "undo", Answers: w.Last(bob)}))
	w.Now = w.Now.Add(3 * time.Hour)
	w.Work()
	require.Equal(t, db.OfferResume, w.Game(1).Offer)
	w.Now = w.Now.Add(30 * time.Minute)
	w.Reply(ada, "yes")
	require.False(t, w.Game(1).Over())
}

// TestNothingFollowsFromAResignationWithinTheHour: no rating, post-mortem, puzzle, archive page or
// news to followers, also after a restart; and all of it afterwards, unless the game goes on.
func TestNothingFollowsFromAResignationWithinTheHour(t *testing.T) {
	t.Parallel()
	twelve := strings.Fields("c5 e4 d6 f5 d5 f6 e5 e6 c5-b4 e4-d4 d6-c5 d4-e4") // Bob gives a draw away
	for _, goesOn := range []bool{false, true} {
		w := begun(t, "roses")
		w.Proven(ada, "public on")
		w.Proven(bob, "public on")
		w.Proven("Eve <eve@example.org>", "follow #1\nfollowing every")
		for i, move := range twelve {
			w.Reply([]string{ada, bob}[i%2], move)
		}
		require.Equal(t, len(twelve), w.Game(1).Plies)
		w.Pass(time.Minute)
		require.NoError(t, w.Deliver(servertest.FailingCourier{}))
		w.Pass(2 * time.Hour)
		w.Reply(bob, "resign")
		seen := func() (what []string) {
			w.Restart()
			for _, m := range append(w.Look(), w.Work()...) {
				what = append(what, "message to "+m.Get("To"))
			}
			w.Seek()
			require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
				public, err := tx.PublicGames()
				if len(public) > 0 {
					what = append(what, "archive")
				}
				if err != nil {
					return err
				}
				turnings, err := tx.Turnings(1)
				if len(turnings) > 0 {
					what = append(what, "post-mortem")
				}
				if err != nil {
					return err
				}
				rated, err := tx.Ratings(1)
				if len(rated) > 0 {
					what = append(what, "rating")
				}
				if err != nil {
					return err
				}
				_, waiting, err := analysis.PuzzleStock(tx)
				if waiting["roses"] > 0 {
					what = append(what, "puzzle")
				}
				if err != nil {
					return err
				}
				best, err := follows.BestBetween(tx, w.Now.Add(-24*time.Hour), w.Now.Add(time.Hour), 1)
				if len(best) > 0 {
					what = append(what, "best of the week")
				}
				return err
			}))
			return what
		}
		var heard []string
		for range 3 {
			for _, m := range w.Pass(19 * time.Minute) {
				if strings.Contains(m.Text, "resigned") {
					heard = append(heard, m.Get("To"))
				}
			}
			require.Empty(t, seen())
		}
		require.Empty(t, heard, "no follower hears that it is over")
		faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
		require.NoError(t, err)
		require.Empty(t, faults)
		if goesOn {
			w.Reply(bob, "undo")
			w.Reply(ada, "yes")
			w.Pass(3 * time.Hour)
			require.Empty(t, seen())
			w.Reply(ada, "#1 resign") // final
			require.Contains(t, seen(), "rating")
		} else {
			for _, m := range w.Pass(2 * time.Hour) {
				if strings.Contains(m.Text, "resigned") {
					heard = append(heard, m.Get("To"))
				}
			}
			require.NotEmpty(t, heard)
			require.Contains(t, heard[0], "eve@example.org")
			what := strings.Join(seen(), " ")
			for _, follows := range []string{"archive", "post-mortem", "rating", "best of the week"} {
				require.Contains(t, what, follows)
			}
		}
		faults, err = consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
		require.NoError(t, err)
		require.Empty(t, faults)
	}
}

// TestRegretsElsewhere: what else happens to a game and its players in the hour.
func TestRegretsElsewhere(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		do   func(w *world)
		over bool
		says string // what bob reads
	}{
		"the rematch has begun": {func(w *world) {
			w.Reply(bob, "rematch")
			w.Proven(ada, "#2 accept")
			w.Proven(bob, "#1 undo")
			w.Reply(ada, "#1 yes")
		}, false, "Your resignation is taken back"},
		"muted": {func(w *world) { w.Proven(ada, "mute #1"); w.Proven(bob, "#1 undo"); w.Proven(ada, "#1 yes") }, false, "Your resignation is taken back"},
		"blocked": {func(w *world) {
			w.Proven(ada, "block bob@example.org")
			w.Proven(bob, "#1 undo")
			w.Proven(ada, "#1 yes")
		}, false, "Your resignation is taken back"},
		"paused":        {func(w *world) { w.Proven(ada, "pause"); w.Proven(bob, "#1 undo") }, true, "cannot be asked"},
		"stopped":       {func(w *world) { w.Proven(ada, "stop"); w.Proven(bob, "#1 undo") }, true, "cannot be asked"},
		"forgotten":     {func(w *world) { w.Proven(ada, "forget me"); w.Reply(ada, "yes"); w.Proven(bob, "#1 undo") }, true, "cannot be asked"},
		"stopped later": {func(w *world) { w.Proven(bob, "#1 undo"); w.Proven(ada, "stop"); w.Reply(ada, "yes") }, true, "your resignation stands"},
		"not proven":    {func(w *world) { w.Send(post{From: bob, Body: "#1 undo"}) }, true, ""},
		"another's":     {func(w *world) { w.Proven("Eve <eve@example.org>", "#1 undo") }, true, ""},
		"both in one":   {func(w *world) { w.Proven(bob, "#1 undo\n#1 yes") }, true, ""},
		"a move":        {func(w *world) { w.Proven(bob, "#1 undo\n#1 a5") }, true, "over"},
		"which game": {func(w *world) {
			w.Proven(ada, "challenge bob@example.org turro")
			w.Reply(bob, "accept")
			w.Proven(bob, "undo")
		}, true, "#1 undo"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := resignedGame(t, "rooya")
			c.do(w)
			require.Equal(t, c.over, w.Game(1).Over(), flat(*w.Last(bob)))
			require.Contains(t, flat(*w.Last(bob)), c.says)
			if c.over {
				w.Pass(club.RetractFor + time.Minute)
				require.False(t, w.Game(1).Retractable())
			}
			faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
			require.NoError(t, err)
			require.Empty(t, faults)
		})
	}
}

// TestRegretsWhereResignationsAreFinal: not in tournaments, on ladders, or against a second
// resignation; and always against robots.
func TestRegretsWhereResignationsAreFinal(t *testing.T) {
	t.Parallel()
	w := climbing(t)
	w.Proven(bob, "challenge ladder turro")
	id := int64(1)
	require.False(t, w.Game(id).Over())
	w.Proven(bob, fmt.Sprintf("#%d resign", id))
	require.True(t, w.Game(id).Over())
	require.False(t, w.Game(id).Retractable())
	require.NotContains(t, w.Last(bob).Text, "by mistake")
	w.Reply(bob, "undo")
	require.Contains(t, flat(*w.Last(bob)), "in tournaments and on ladders a resignation is final")

	for _, rated := range []string{"", " rated"} {
		w := newWorld(t)
		w.Proven(ada, "challenge robot rooya level 1 as black"+rated)
		w.Reply(ada, "a1")
		plies := w.Game(1).Plies
		w.Reply(ada, "resign")
		require.Contains(t, w.Last(ada).Text, "and the game goes on")
		messages := w.Reply(ada, "undo")
		require.Len(t, messages, 1)
		require.False(t, w.Game(1).Over())
		require.Equal(t, plies, w.Game(1).Plies)
		require.Contains(t, w.Last(ada).Text, "Your resignation is taken back")
		w.Reply(ada, "a3")
		require.Greater(t, w.Game(1).Plies, plies)
		w.Reply(ada, "resign")
		w.Reply(ada, "undo")
		require.True(t, w.Game(1).Over(), "once in a game")
	}
}
