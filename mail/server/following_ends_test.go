package server_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/follows"
	"turnpost/mail/club"
)

// Whatever ends the following ends it at once, and neither side reads a word of it.
func TestFollowingEndsInSilence(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for name, end := range map[string]func(w *world){
		"public off":               func(w *world) { w.Proven(bob, "public off") },
		"forget me":                func(w *world) { w.Proven(bob, "forget me"); w.Reply(bob, "yes") },
		"blocked":                  func(w *world) { w.Proven(ada, "block "+onlooker) },
		"blocks":                   func(w *world) { w.Proven(onlooker, "block "+ada) },
		"the operator blocks one":  func(w *world) { w.keepAway(t, bob) },
		"the operator blocks them": func(w *world) { w.keepAway(t, onlooker) },
		"unfollow":                 func(w *world) { w.Proven(onlooker, "unfollow #1\nunfollow ada\nunfollow bob") },
		"stopped":                  func(w *world) { w.Proven(onlooker, "stop"); w.Proven(onlooker, "yes") },
		"paused, until they write": func(w *world) { w.Proven(onlooker, "pause") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := followed(t)
			w.Proven(onlooker, "follow ada\nfollow bob")
			w.Proven(ada, "#1 a1")
			w.Proven(bob, "#1 a2")
			w.Proven(ada, "#1 a3")
			require.NotEmpty(t, w.told(onlooker))
			end(w)
			for _, who := range []string{ada, bob} {
				for _, l := range w.Boxes[who] {
					require.NotContains(t, l.Text, "ollow ada")
					if name != "blocked" { // there she wrote the address herself
						require.NotContains(t, strings.ToLower(l.Text), "cleo")
					}
				}
			}
			require.NoError(t, w.Deliver(sender{}))
			w.Proven(bob, "#1 a4")
			w.Proven(ada, "#1 a5\n#1 resign")
			require.Empty(t, w.told(onlooker))
			if strings.HasPrefix(name, "paused") {
				w.Proven(onlooker, "continue")
				messages := w.told(onlooker)
				require.NotEmpty(t, messages, "then what happened meanwhile is told")
				require.Contains(t, messages[len(messages)-1].Text, "has won")
			}
		})
	}
}

// keepAway lets the operator block a player, and requires that nothing is followed of
// theirs, or by them.
func (w *world) keepAway(t *testing.T, address string) {
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		if err != nil {
			return err
		}
		if _, err = w.Handler.Act(tx, func(tx *club.Tx) error { return club.BlockByOperator(tx, p.ID) }); err != nil {
			return err
		}
		who, err := tx.PlayerByAddress(onlooker)
		if err != nil {
			return err
		}
		list, err := follows.List(tx, who.ID)
		for _, f := range list {
			require.NotEqual(t, p.ID, f.Player)
			require.NotEqual(t, onlooker, address)
		}
		return err
	}))
}

// Nobody learns of a game that may not be seen that there is one, nor who blocked whom.
func TestNothingIsSaidOfWhoMayNotBeFollowed(t *testing.T) {
	t.Parallel()
	w := followed(t)
	w.Proven(dan, "name Dan")
	refused := func(line string) string {
		w.Proven(dan, line)
		text := w.Last(dan).Text
		require.Contains(t, text, "| "+line+"\n")
		_, text, _ = strings.Cut(text, "| "+line+"\n")
		text, _, _ = strings.Cut(text, "\n\n")
		return strings.NewReplacer("#1", "#9", `"ada"`, `"nobody"`, "\n", " ").Replace(text)
	}
	game, person := refused("follow #9"), refused("follow nobody")
	w.Proven(ada, "block "+dan)
	require.Equal(t, game, refused("follow #1"))
	require.Equal(t, person, refused("follow ada"))
	w.Proven(bob, "public off")
	w.Proven(ada, "public off")
	require.Equal(t, game, refused("follow #1"))
	require.Equal(t, person, refused("follow ada"))
}

// Nor who plays a game of whom one follows, where the other does not let it be seen.
func TestAGameThatNobodyMaySeeNamesNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Begin("rooya")
	w.Proven(ada, "public on")
	w.Proven(onlooker, "follow ada")
	w.Proven(ada, "#1 a1")
	w.Tick()
	w.Proven(onlooker, "unfollow #1")
	require.Contains(t, w.Last(onlooker).Text, "you do not follow game #1")
	require.NotContains(t, w.Last(onlooker).Text, "Bob")
}

// Who becomes a program follows nothing any more, and where nothing may be followed any more
// nothing is told.
func TestWhoMayNotFollowIsToldNothing(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(w *world){
		"program": func(w *world) { w.Proven(onlooker, "robot on\nyes"); w.Proven(onlooker, "robot off") },
		"off":     func(w *world) { w.Handler.Club.Policy.Following.Most = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := followed(t)
			w.Proven(onlooker, "best of the week on")
			end(w)
			for i, ply := range strings.Fields("a1 a2 a3 a4 a5 b1 b5 c1 c5 d1") {
				w.Proven([]string{ada, bob}[i%2], "#1 "+ply)
			}
			w.Proven(ada, "#1 resign")
			require.Empty(t, w.told(onlooker))
			before := len(w.Boxes[onlooker])
			w.Pass(8 * 24 * time.Hour)
			require.Len(t, w.Boxes[onlooker], before)
		})
	}
}

// A player who gets messages again is not told of what ended long ago.
func TestOldGamesAreNoNews(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := followed(t)
	w.Proven(onlooker, "pause")
	w.Proven(ada, "#1 a1\n#1 resign")
	w.Pass(16 * 24 * time.Hour)
	w.Proven(onlooker, "continue")
	require.Empty(t, w.told(onlooker))
	rows := 0
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error { return scan(&rows) }, `SELECT count(*) FROM follow_games`)
	}))
	require.Zero(t, rows)
}

// Who follows all games of a player is not told that they do not follow that player, and
// a name is read whole before a game is seen in it.
func TestPlayersAreEndedAsTheyAreNamed(t *testing.T) {
	t.Parallel()
	w := followed(t)
	w.Proven(onlooker, "follow ada")
	w.Proven(onlooker, "unfollow ada rooya")
	require.Contains(t, strings.Join(strings.Fields(w.Last(onlooker).Text), " "), "ou follow all games of ada, not only that one; nothing was changed")
	w.Proven(dan, "name Ada Rooya\npublic on")
	w.Proven("eve@example.org", "name Ada L.\npublic on")
	w.Proven(onlooker, "follow ada rooya\nfollow ada l.")
	text := w.Last(onlooker).Text
	require.Contains(t, text, "the games of Ada Rooya")
	require.Contains(t, text, "the games of Ada L.")
	w.Proven(dan, "public off")
	w.Proven(onlooker, "follow ada rooya")
	require.Contains(t, w.Last(onlooker).Text, "the games of Ada (Le Rooya)")
	w.Proven(onlooker, "unfollow ada rooya\nunfollow ada l.\nunfollow ada")
	require.Contains(t, w.Last(onlooker).Text, "Le Rooya #1")
	require.NotContains(t, w.Last(onlooker).Text, "You do not follow a player")
}

// So many things may be followed, and no more.
func TestOneFollowsSoMuch(t *testing.T) {
	t.Parallel()
	w := followed(t)
	w.Handler.Club.Policy.Following.Most = 2
	w.Proven(onlooker, "follow ada\nfollow bob")
	require.Contains(t, w.Last(onlooker).Text, "you can follow 2 things")
	w.Proven(onlooker, "unfollow #1\nfollow bob")
	require.Contains(t, w.Last(onlooker).Text, "You now follow the games of Bob, Cleo")
	w.Proven(dan, "robot on")
	w.Proven(dan, "follow ada")
	require.Contains(t, w.Last(dan).Text, "programs follow no games")
	w.Handler.Club.Policy.Following.Most = 0
	w.Proven(bob, "follow ada")
	require.Contains(t, w.Last(bob).Text, "cannot be followed here")
}
