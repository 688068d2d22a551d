package club_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
)

// Invisible characters do not hide a link, and stay where there is none.
func TestAbuseLinksThatHide(t *testing.T) {
	passed := 0
	links := []string{"evil.example", "http://evil.example/a", "eve@evil.example", "192.0.2.1", "evil。example"}
	for _, link := range links {
		for _, sign := range []string{"\u00ad", "\u200c", "\u200d", "\u2060", "\U000e0041"} {
			for at := range link {
				hidden := link[:at] + sign + link[at:]
				words := club.Unlink("look at " + hidden + " now")
				if !club.HasLink(hidden) || strings.ContainsAny(words, ".。@:") {
					passed++
				}
			}
		}
	}
	t.Logf("abuse | %d links with signs in them that nobody sees | none goes to somebody who did not ask | %d", len(links), passed)
	require.Zero(t, passed)
	require.Equal(t, "a family: \U0001f468\u200d\U0001f469", club.Unlink("a family: \U0001f468\u200d\U0001f469"))
}

// Nobody can have the name of a bot, or one that could be taken for it.
func TestAbuseNamesOfRobots(t *testing.T) {
	passed := 0
	for _, name := range []string{club.BotName(3), "Robot 3", "R0bot 3", "Robot (level 3)", "Roboter (Stufe 3)", "The Robot", "Robot8", "Robot-8", "A-robot 3", "r0b0t.8", "Robotlevel 8", "Roboter8"} {
		if _, refusal := club.New(nil, nil).CheckName(name); refusal == nil || club.New(nil, nil).NameOf(name, "eve@example.org") != "Eve" {
			passed++
		}
	}
	t.Logf("abuse | names that pass for a robot's | they are not used | %d", passed)
	require.Zero(t, passed)
	for _, name := range []string{"Robotham", "Ada Robotti", "Robotka"} {
		require.Equal(t, name, club.New(nil, nil).NameOf(name, "r@example.org"))
	}
	for name, level := range map[string]int{"robot 3": 3, "robot 03": 0, "Robot 3": 0, "robot": 0, "somebody": 0, "": 0} {
		require.Equal(t, level, club.BotLevel(name), name)
	}
}

func TestOnlyNumber(t *testing.T) {
	for text, want := range map[string]int{"robot 2": 2, "Robot (level 12)": 12, "Ada": 0, "1 or 2": 0, "0": 0} {
		require.Equal(t, want, club.OnlyNumber(text), text)
	}
}

func TestLike(t *testing.T) {
	for _, text := range []string{"Robot (level 2)", "robot level 2", "ROBOT(LEVEL 2)", "Roboter Stufe 2"} {
		require.True(t, club.IsNamed(text, "Roboter (Stufe 2)", "Robot (level 2)"), text)
	}
	require.False(t, club.IsNamed("Robot (level 3)", "Robot (level 2)"))
}

func TestBefore(t *testing.T) {
	marks := []string{" (robot)", " (Roboter)"}
	for text, want := range map[string]string{"Ada (robot)": "Ada", "Ada Bo (Roboter)": "Ada Bo"} {
		name, marked := club.NameBefore(text, marks)
		require.True(t, marked)
		require.Equal(t, want, name)
	}
	for _, text := range []string{"Ada", "(robot)", "Ada (me)", "Ada robot"} {
		name, marked := club.NameBefore(text, marks)
		require.False(t, marked)
		require.Equal(t, text, name)
	}
}

// link is a name from an old database, which is not valid any more.
const link = "Prize Office http://evil.example"

func TestAbuseNamesOfOldDatabases(t *testing.T) {
	for _, c := range []struct {
		name     string
		called   string   // the first player is by a name of before
		misnamed int      // how many are
		now      string   // the first player is called
		subjects []string // of a game over, one under way, and an invitation
	}{
		{"a link", link, 1, "P1", []string{"Turro #1: " + link + " - P2", "Turro #2: P1 - P2", "Turro #3: P1 - P3", "Turro #4: P1 - anyone"}},
		{"an address", "p1@example.org", 1, "P1", []string{"Turro #1: p1@example.org - P2", "Turro #2: P1 - P2", "Turro #3: P1 - P3", "Turro #4: P1 - anyone"}},
		{"a name", "Ada", 0, "Ada", []string{"Turro #1: Ada - P2", "Turro #2: Ada - P2", "Turro #3: Ada - P3", "Turro #4: Ada - anyone"}},
		{"none", "", 0, "", []string{"Turro #1:  - P2", "Turro #2:  - P2", "Turro #3:  - P3", "Turro #4:  - anyone"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := world(t, c.called)
			subjects := w.subjects()
			require.Equal(t, "Turro #2: "+c.called+" - P2", subjects[1])
			w.Do(func(tx *club.Tx) error {
				before, err := club.InvalidNames(tx)
				require.Len(t, before, c.misnamed)
				return err
			})
			w.Do(func(tx *club.Tx) error { return club.MendNames(tx, slog.New(slog.DiscardHandler)) })
			require.Empty(t, w.Heard, "nobody is told")
			if c.misnamed > 0 {
				t.Logf("abuse | a name that is %s, in an old database | it is mended, in subjects too | %q", c.name, subjects[1])
			}
			require.Equal(t, c.now, w.Player(1, nil).Name)
			require.Equal(t, "P2", w.Player(2, nil).Name)
			require.Equal(t, c.subjects, w.subjects())
			w.Do(func(tx *club.Tx) error {
				left, err := club.InvalidNames(tx)
				require.Empty(t, left)
				return err
			})
			w.Verify()
		})
	}
}

// Unknown rules do not prevent renaming.
func TestAbuseNamesInGamesOfUnknownRules(t *testing.T) {
	w := world(t, link)
	var log bytes.Buffer
	written := slog.New(slog.NewTextHandler(&log, nil))
	w.Club = club.New(nil, written)
	w.Do(func(tx *club.Tx) error { return club.MendNames(tx, written) })
	require.Contains(t, log.String(), "turro")
	t.Logf("abuse | a name that is a link, in a game of rules that are no more | it is mended, and the server starts | %q", w.subjects()[1])
	require.Equal(t, "Turro #2: P1 - P2", w.subjects()[1])
}

type old struct{ *clubtest.World }

// world returns a database whose first player has a name, with a finished game, a running one,
// and two invitations, the second to anyone.
func world(t *testing.T, name string) old {
	t.Helper()
	w := old{clubtest.New(t, clubtest.File(t), clubtest.Deaf, 3, func(i int, p *db.Player) {
		if i == 0 {
			p.Name = name
		}
	})}
	w.Pair(1, 2)
	w.Do(func(tx *club.Tx) error {
		game, err := tx.Game(1)
		if err != nil {
			return err
		}
		return club.Resign(tx, game, rules.White)
	})
	w.Pair(1, 2)
	w.Invite(1, 3)
	w.Do(func(tx *club.Tx) error {
		g, err := tx.Club.Rules("turro")
		if err != nil {
			return err
		}
		return club.PostOpen(tx, 1, club.ProposedGame{Game: g, Side: rules.Black, Pace: tx.Club.Policy.Pace}, "")
	})
	return w
}

// subjects returns those of the two games and the two invitations.
func (w old) subjects() (all []string) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		for id := int64(1); id <= 4; id++ {
			i, err := tx.DB.Invitation(id)
			if err != nil {
				return err
			}
			if id <= 2 {
				g, err := tx.DB.Game(id)
				require.NoError(w.T, err)
				require.Equal(w.T, i.Subject, g.Subject)
			}
			all = append(all, i.Subject)
		}
		return nil
	})
	return all
}

// Of players whose names look alike in an old database, the one who wrote first keeps it; each of
// the others gets a number, and is told once. Names that could not be chosen now stay.
func TestAbuseDuplicatesOfOldDatabases(t *testing.T) {
	names := []string{"Pat", "PAT", "Рат", "Ada", "Pat 2", "somebody", "a b c d e f", "Pаt"}
	want := []string{"Pat", "PAT 3", "Рат 4", "Ada", "Pat 2", "somebody", "a b c d e f", "Pаt 5"}
	w := clubtest.New(t, clubtest.File(t), clubtest.Deaf, len(names), func(i int, p *db.Player) {
		p.Name, p.WroteAt = names[i], p.WroteAt.Add(time.Duration(i)*time.Minute)
	})
	mend := func() (told []string) {
		w.Do(func(tx *club.Tx) error {
			told = nil
			tx.Listen(func(_ *club.Tx, e club.Event) error {
				if named, ok := e.(club.NameReplaced); ok {
					told = append(told, named.Wanted+" -> "+named.Player.Name)
				}
				return nil
			})
			return club.MendNames(tx, slog.New(slog.DiscardHandler))
		})
		return told
	}
	require.ElementsMatch(t, []string{"PAT -> PAT 3", "Рат -> Рат 4", "Pаt -> Pаt 5"}, mend())
	for i, name := range want {
		require.Equal(t, name, w.Player(int64(i+1), nil).Name)
	}
	require.Empty(t, mend(), "once")
	w.Verify()
}
