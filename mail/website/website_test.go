package website_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/website"
	"turnpost/rules/all"
	"turnpost/templates"
)

// TestOnlyWhatBothAllow: a game is there if both allow it and it is over, and goes with
// the one who takes that back or is forgotten, and with every page that named them.
func TestOnlyWhatBothAllow(t *testing.T) {
	skiptest.Sequential(t) // but for writing, which TestTheSameBytes does as well
	t.Parallel()
	bothEngines(t, func(t *testing.T, h *hall) {
		ada, bob, eve := h.person("Ada Lovelace", true), h.person("Bob Byron", true), h.person("Eve Mallory", false)
		shown := h.game("turro", ada, bob, 8, "black", "resigned")
		for _, hidden := range []int64{
			h.game("turro", ada, eve, 8, "white", "time"), h.game("roses", eve, bob, 4, "draw", "agreed"),
			h.game("roses", ada, bob, 4, "void", "aborted"), h.game("roses", ada, bob, 4, "none", ""),
		} {
			defer func() { require.NotContains(t, filesIn(t, h.dir), fmt.Sprintf("games/0/%d.html", hidden)) }()
		}
		r, files := h.write(website.Options{Records: true})
		require.Equal(t, [2]int{1, 2}, [2]int{r.Games, r.Players})
		require.Contains(t, files[fmt.Sprintf("games/0/%d.html", shown)], "Ada Lovelace won: Bob Byron resigned")
		require.Empty(t, mentions(files, "Mallory"))
		require.Len(t, mentions(files, "Lovelace"), 13, "the front, two lists, four feeds, two players, their list, game, record and month")

		h.sets(eve, true)
		_, files = h.write(website.Options{Records: true})
		require.NotEmpty(t, mentions(files, "Mallory"))
		h.sets(eve, false)
		h.sets(bob, false)
		r, files = h.write(website.Options{Records: true})
		require.Zero(t, r.Games)
		require.Empty(t, mentions(files, "Lovelace"), "who allows it has no game with anybody who does")
		require.Empty(t, mentions(files, "Byron"))
		require.NotContains(t, files, "records/2026-11.txt")
		h.sets(bob, true)
		h.write(website.Options{})
		h.update(func(tx *db.Tx) error {
			p, err := tx.Player(bob)
			if err != nil {
				return err
			}
			return tx.Forget(p, "somebody", time.Hour)
		})
		_, files = h.write(website.Options{})
		require.Empty(t, mentions(files, "Byron"))
		require.Empty(t, mentions(files, "somebody"))
	})
}

// TestTheSameBytes: an unchanged file is not written, a lost file is written again, and a file
// that is made again has the same bytes.
func TestTheSameBytes(t *testing.T) {
	t.Parallel()
	bothEngines(t, func(t *testing.T, h *hall) {
		ada, bob := h.person("Ada", true), h.person("Bob", true)
		for i := range 6 {
			h.game([]string{"turro", "roses", "rooya", "tourrosa"}[i%4], ada, bob, 12, "draw", "agreed")
		}
		handicap := fmt.Sprintf("games/0/%d.html", h.game("go9 handicap 3", ada, bob, 1, "draw", "agreed"))
		_, first := h.write(website.Options{Records: true})
		require.Contains(t, first[handicap], " · handicap 3, komi 0.5</p>")
		require.NoError(t, os.WriteFile(filepath.Join(h.dir, "robots.txt"), []byte("mine"), 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(h.dir, "games", "stray.new"), []byte("of one that was killed"), 0o644))
		r, again := h.write(website.Options{Records: true})
		require.Equal(t, [2]int{0, 1}, [2]int{r.Written, r.Removed})
		require.Equal(t, "mine", again["robots.txt"])
		delete(again, "robots.txt")
		require.Equal(t, first, again)

		require.NoError(t, os.Remove(filepath.Join(h.dir, "games/0/1.html")))
		require.NoError(t, os.Remove(filepath.Join(h.dir, "robots.txt")))
		r, again = h.write(website.Options{Records: true})
		require.Equal(t, 1, r.Written)
		require.Equal(t, first, again)

		h.dir = filepath.Join(t.TempDir(), "other")
		_, other := h.write(website.Options{Records: true, Workers: 1})
		require.Equal(t, first, other)

		h.game("turro", ada, bob, 5, "white", "resigned")
		r, _ = h.write(website.Options{Records: true})
		require.Less(t, r.Written, 20, "a game more is a few pages more")
		r, french := h.write(website.Options{Lang: "fr"})
		require.Greater(t, r.Written, 20)
		require.Contains(t, french["index.html"], "Dernières parties")
		require.Contains(t, french[handicap], " · handicap 3, komi 0,5</p>")
	})
}

// TestWordsAreText: whatever a name is, it is text, and none looks like an address.
func TestWordsAreText(t *testing.T) {
	skiptest.Sequential(t) // but for writing, which TestTheSameBytes does as well
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	mark, mail, site := h.person(`<script>alert("1")</script> & 'x'`, true), h.person("ada@example.org", true), h.person("www.example.org", true)
	h.game("roses", mark, mail, 3, "black", "resigned")
	h.game("roses", site, mark, 3, "black", "time")
	_, files := h.write(website.Options{Records: true})
	require.Empty(t, mentions(files, "example.org"))
	require.NotEmpty(t, mentions(files, "&lt;script&gt;"))
	noAddress(t, files)
}

// noAddress looks for the sign that every address has, in all that depends on anything.
func noAddress(t *testing.T, files map[string]string) {
	t.Helper()
	style, err := os.ReadFile("style.css")
	require.NoError(t, err)
	require.Equal(t, string(style), files["style.css"])
	delete(files, "style.css")
	require.Empty(t, mentions(files, "@"))
	for name, text := range files {
		require.NotContains(t, text, "secret-", name)
		if !strings.HasSuffix(name, ".txt") {
			require.NotContains(t, text, "<script", name)
		}
		require.NotRegexp(t, `T(09|1\d|2\d):`, text, name+": no time of the day")
	}
}

// TestEveryLinkLeadsSomewhere, in all pages and feeds, and none leads out.
func TestEveryLinkLeadsSomewhere(t *testing.T) {
	skiptest.Long(t)
	skiptest.Sequential(t) // but for writing, which TestTheSameBytes does as well
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	ada, bob := h.person("Ada", true), h.person("Bob", true)
	for range 105 {
		h.game("roses", ada, bob, 2, "black", "resigned")
	}
	last := h.game("turro", bob, ada, 30, "white", "time")
	for n := range 9 { // of which one has not all divisions on a page
		h.season(fmt.Sprintf("spring-%d", n+1), "roses", []int{1, 10}[n/8], []int64{ada, bob, h.person("Eve", false), h.person("Cleo", true)}, "")
	}
	h.update(func(tx *db.Tx) error {
		for _, turning := range []db.TurningPly{{Ply: 12, Better: "a1-a2", Lost: "chance", Before: 61, After: 32}, {Ply: 20, Better: "b1-b2", Lost: "hope", Before: 44, After: 0}} {
			if err := tx.AddTurning(last, turning); err != nil {
				return err
			}
		}
		return nil
	})
	_, files := h.write(website.Options{Records: true})
	noAddress(t, files)
	files["style.css"] = ""
	page := files[fmt.Sprintf("games/0/%d.html", last)]
	require.Contains(t, page, "&#39;s chances fell from about 61 % to 32 %. a1-a2 was better.")
	require.Contains(t, page, "This is an engine&#39;s opinion")
	require.Contains(t, files, "games/index-1.html", "the older hundred")
	for name, text := range files {
		if !strings.HasSuffix(name, ".html") && !strings.HasSuffix(name, ".atom") {
			continue
		}
		ids := map[string]bool{"": true}
		for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(text, -1) {
			require.False(t, ids[m[1]], "%s: twice %s", name, m[1])
			ids[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(text, -1) {
			to, id, _ := strings.Cut(m[1], "#")
			if to == "" {
				require.True(t, ids[id], "%s: %s", name, m[1])
				continue
			}
			_, there := files[filepath.Join(filepath.Dir(name), to)]
			require.True(t, there, "%s: %s", name, m[1])
		}
	}
}

// TestWhoWantsNoAnalysis has none told of their games from then on, and again when they do.
func TestWhoWantsNoAnalysis(t *testing.T) {
	skiptest.Sequential(t) // but for writing, which TestTheSameBytes does as well
	t.Parallel()
	bothEngines(t, func(t *testing.T, h *hall) {
		ada, bob := h.person("Ada", true), h.person("Bob", true)
		game := h.game("turro", bob, ada, 30, "white", "time")
		h.update(func(tx *db.Tx) error {
			return tx.AddTurning(game, db.TurningPly{Ply: 12, Better: "a1-a2", Lost: "chance", Before: 61, After: 32})
		})
		for _, quiet := range []bool{false, true, false} {
			h.update(func(tx *db.Tx) error {
				p, err := tx.Player(bob)
				if err != nil {
					return err
				}
				p.NoAnalysis = quiet
				return tx.SavePlayer(p)
			})
			_, files := h.write(website.Options{})
			require.Equal(t, quiet, len(mentions(files, "a1-a2 was better")) == 0)
		}
	})
}

// TestACopyIsVerified: what was signed is right, and each way of changing it is found.
func TestACopyIsVerified(t *testing.T) {
	skiptest.Sequential(t) // but for writing, which TestTheSameBytes does as well
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	h.game("roses", h.person("Ada", true), h.person("Bob", true), 3, "black", "resigned")
	_, files := h.write(website.Options{Records: true})
	keys, err := website.Keys(context.Background(), h.db)
	require.NoError(t, err)
	text, err := website.PublicKey(keys.Public())
	require.NoError(t, err)
	key, err := website.ParseKey([]byte(text))
	require.NoError(t, err)
	verify := func() []string {
		right, wrong, err := website.Verify(h.dir, key)
		require.NoError(t, err)
		require.LessOrEqual(t, right, len(files))
		return wrong
	}
	put := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(h.dir, name), []byte(text), 0o644))
	}
	require.Empty(t, verify())
	put("games/0/1.txt", "another game")
	require.Equal(t, []string{"games/0/1.txt is not as it was signed"}, verify())
	require.NoError(t, os.Remove(filepath.Join(h.dir, "games/0/1.txt")))
	require.Equal(t, []string{"games/0/1.txt is missing"}, verify())
	put("games/0/1.txt", files["games/0/1.txt"])
	require.Empty(t, verify())
	put("games/0/mine.html", "a foreign file")
	require.Equal(t, []string{"games/0/mine.html is not of this archive"}, verify())
	require.NoError(t, os.Remove(filepath.Join(h.dir, "games/0/mine.html")))
	put("SHA256SUMS", files["SHA256SUMS"]+"\n")
	require.Equal(t, []string{"SHA256SUMS is not signed by this key"}, verify())
	put("SHA256SUMS", files["SHA256SUMS"])
	h.update(func(tx *db.Tx) error { return tx.RotateArchiveKey(1) })
	r, _ := h.write(website.Options{Records: true})
	require.Equal(t, 1, r.Written, "the signature; nobody's name changes")
	require.Equal(t, []string{"SHA256SUMS is not signed by this key"}, verify())
}

// TestAFolderOfSomethingElseIsLeftAlone.
func TestAFolderOfSomethingElseIsLeftAlone(t *testing.T) {
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	require.NoError(t, os.MkdirAll(h.dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(h.dir, "thesis.txt"), []byte("mine"), 0o644))
	words, err := templates.New()
	require.NoError(t, err)
	_, err = website.Write(context.Background(), h.db, all.Games(), words, website.Options{Dir: h.dir, Lang: "en"})
	require.ErrorContains(t, err, "is not empty and is no archive")
	require.Equal(t, map[string]string{"thesis.txt": "mine"}, filesIn(t, h.dir))
}

// TestRobotsOfTheHouse allow it always, are called in the language of the pages, and have
// no page; a program of somebody's is marked as one.
func TestRobotsOfTheHouse(t *testing.T) {
	skiptest.Sequential(t) // but for writing, which TestTheSameBytes does as well
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	ada, robot, program, forgotten := h.person("Ada", true), h.person("robot 3", false), h.person("Byte", true), h.person("Nobody", true)
	h.update(func(tx *db.Tx) error {
		for _, p := range []struct {
			id     int64
			forget bool
		}{{robot, true}, {program, false}, {forgotten, true}} {
			row, err := tx.Player(p.id)
			if err != nil {
				return err
			}
			if p.forget { // so that there is no address, as of a robot
				if err := tx.Forget(row, row.Name, time.Hour); err != nil {
					return err
				}
				row.Public = false
			}
			if row.Program = p.id != forgotten; row.Program || p.forget {
				if err := tx.SavePlayer(row); err != nil {
					return err
				}
			}
		}
		return nil
	})
	h.game("roses", ada, robot, 3, "black", "resigned")
	h.game("roses", program, ada, 3, "black", "resigned")
	h.game("roses", ada, forgotten, 3, "black", "resigned")
	r, files := h.write(website.Options{Lang: "fr"})
	require.Equal(t, [2]int{2, 2}, [2]int{r.Games, r.Players})
	require.Contains(t, files["games/0/1.html"], "<br>Blancs: Robot (niveau 3)</p>")
	require.Contains(t, files["games/0/2.html"], "Byte (robot)</a>")
}
