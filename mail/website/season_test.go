package website_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/tournaments"
	"turnpost/mail/club/tournament"
	"turnpost/mail/website"
)

// season plays one of some divisions, in each of which are the same players: nobody looks
// at that here. Each game is won by black, but the last, of which it is said how it was
// adjudicated.
func (h *hall) season(name, rules string, divisions int, players []int64, judged tournaments.AdjudicationGround) (games []int64) {
	var t tournaments.Tournament
	h.update(func(tx *db.Tx) (err error) {
		standing := strings.HasPrefix(name, rules)
		if t, err = tournaments.Add(tx, tournaments.Tournament{Name: name, Rules: rules, Pace: "3 days", Standing: standing, Season: 1, Days: 100}); err != nil {
			return err
		}
		t.State, t.BegunAt, t.EndsAt = tournaments.Running, tx.Now, tx.Now.Add(100*24*time.Hour)
		return tournaments.Save(tx, t)
	})
	for d := 1; d <= divisions; d++ {
		h.update(func(tx *db.Tx) error {
			if err := tournaments.AddDivision(tx, t.ID, d); err != nil {
				return err
			}
			for i, p := range players {
				if err := tournaments.Join(tx, t.ID, p); err != nil {
					return err
				}
				if err := tournaments.Place(tx, tournaments.Entrant{Tournament: t.ID, Player: p, Rating: 1500, Division: d, Number: i + 1}); err != nil {
					return err
				}
			}
			return nil
		})
		for _, p := range tournament.Berger(len(players)) {
			result, reason := "black", "resigned"
			if judged != "" {
				result, reason = "draw", "adjudicated"
			}
			id := h.game(rules, players[p.First-1], players[p.Second-1], 2, result, reason)
			games = append(games, id)
			h.update(func(tx *db.Tx) error {
				if err := tournaments.AddGame(tx, id, t.ID, d, p.Round); err != nil {
					return err
				}
				return tournaments.StoreAdjudication(tx, id, judged)
			})
		}
	}
	return games
}

// over ends a season.
func (h *hall) over(name string) {
	h.update(func(tx *db.Tx) error {
		t, err := tournaments.Named(tx, name)
		if err != nil {
			return err
		}
		t.State, t.EndedAt = tournaments.Over, tx.Now
		return tournaments.Save(tx, t)
	})
}

// TestACupWithItsBracket: a page has the rounds that have begun, whose results link to games, and a player's
// page has the place.
func TestACupWithItsBracket(t *testing.T) {
	t.Parallel()
	bothEngines(t, func(t *testing.T, h *hall) {
		players := []int64{h.person("Ada", true), h.person("Bob", true), h.person("Cleo", true)}
		games := []int64{h.game("roses", players[1], players[2], 2, "black", "resigned"), h.game("roses", players[2], players[1], 2, "draw", "agreed")}
		h.update(func(tx *db.Tx) error {
			c, err := tournaments.Add(tx, tournaments.Tournament{Name: "spring-cup", Rules: "roses", Pace: "3 days", Season: 1, Days: 30, Cup: true})
			c.State, c.BegunAt, c.EndsAt = tournaments.Running, tx.Now, tx.Now.Add(30*24*time.Hour)
			err = errors.Join(err, tournaments.Save(tx, c), tournaments.AddDivision(tx, c.ID, 1))
			for i, p := range players {
				e := tournaments.Entrant{Tournament: c.ID, Player: p, Division: 1, Number: i + 1, Lost: i / 2}
				err = errors.Join(err, tournaments.Join(tx, c.ID, p), tournaments.Place(tx, e), tournaments.SaveEntrant(tx, e))
			}
			return errors.Join(err, tournaments.AddGame(tx, games[0], c.ID, 1, 1), tournaments.AddGame(tx, games[1], c.ID, 1, 1))
		})
		_, files := h.write(website.Options{})
		page := files["seasons/spring-cup/index.html"]
		require.Contains(t, page, `<h2 id="d1">semi-finals</h2>`)
		require.Contains(t, page, `<td>1</td><td><b>Ada</b></td><td></td><td></td><td>no opponent</td>`)
		require.Regexp(t, `<td>2</td><td><b><a href="[^"]*">Bob</a></b></td><td><a href="../../games/0/\d+.html">1</a><a href="[^"]*">½</a></td><td>3</td><td><a href="[^"]*">Cleo</a></td><td><a href="[^"]*">0</a><a href="[^"]*">½</a></td>`, page)
		require.Contains(t, page, "this round until ")
		require.Contains(t, pageOf(files, "Cleo"), "<small>Place 3<")
		require.NotContains(t, files["seasons/feed.atom"], "First:")

		h.update(func(tx *db.Tx) error {
			return tx.Exec(`UPDATE entrants SET lost = 2 WHERE player = ?`, players[0])
		})
		h.over("spring-cup")
		_, files = h.write(website.Options{Lang: "de"})
		require.Contains(t, files["seasons/spring-cup/index.html"], "Halbfinale")
		require.Contains(t, files["seasons/index.html"], "Bob")
		noAddress(t, files)
	})
}

// TestSeasonsWithTheirTables: each has its tables, which games and players link to; who does
// not let their games be seen has no name there, and who takes it back loses it.
func TestSeasonsWithTheirTables(t *testing.T) {
	skiptest.Sequential(t) // but for writing, which TestTheSameBytes does as well
	t.Parallel()
	bothEngines(t, func(t *testing.T, h *hall) {
		ada, bob, cleo, eve := h.person("Ada", true), h.person("Bob Byron", true), h.person("Cleo", true), h.person("Eve Mallory", false)
		_, files := h.write(website.Options{})
		require.Empty(t, mentions(files, "seasons/"), "there are none yet")
		games := h.season("roses-1", "roses", 2, []int64{ada, bob, cleo, eve}, "")
		h.update(func(tx *db.Tx) error { return tournaments.Hide(tx, eve) })
		judged := h.season("spring-cup", "roses", 1, []int64{ada, bob, cleo}, tournaments.AsDraw)
		_, files = h.write(website.Options{})
		page := files["seasons/roses-1/index.html"]
		require.Contains(t, page, "Division 2 of 2")
		require.Contains(t, page, "until 2027-")
		require.Contains(t, page, "<td>not shown</td>")
		require.Regexp(t, `<td><a href="\.\./\.\./games/0/\d+\.html">[10½]</a>`, page, "a result links to its game")
		require.NotContains(t, page, "↑")
		require.Empty(t, mentions(files, "Mallory"))
		require.Contains(t, files["index.html"], `<a href="seasons/roses-1/index.html"><b>roses-1 (Guerre des deux roses)</b> <small>running</small>`)
		require.NotContains(t, files["seasons/feed.atom"], "roses-1", "it is not over")
		require.Contains(t, files["seasons/spring-cup/index.html"], "A draw: on its last day nobody was clearly ahead")
		require.Contains(t, files[fmt.Sprintf("games/0/%d.html", judged[0])], `href="../../seasons/spring-cup/index.html#d1">spring-cup<`)
		require.Contains(t, files[fmt.Sprintf("games/0/%d.html", shownOf(files, games[6:]))], "../../seasons/roses-1/index.html#d2")
		require.Regexp(t, `href="../seasons/roses-1/index.html#d2"><b>roses-1 \(Guerre des deux roses\)</b> <small>Division 2, place 1=?<`, pageOf(files, "Ada"))

		h.update(func(tx *db.Tx) error {
			for i, id := range []int64{ada, eve} {
				if err := tx.SaveRating(db.Rating{Player: id, Rules: "roses", Rating: 1600 + float64(i), Games: 3}); err != nil {
					return err
				}
			}
			rated := [2]db.Rating{{Rating: 1499.6}, {Rating: 1512.2, Games: 1}}
			if err := tx.NoteRated(judged[0], rated, rated); err != nil {
				return err
			}
			return tournaments.JoinLadder(tx, "roses", bob, tx.Now)
		})
		_, files = h.write(website.Options{Address: "games@example.org"})
		front := files["index.html"]
		for _, said := range []string{
			"plays board games by email", `href="mailto:games@example.org?subject=help&amp;body=help"`, `<img class="b" src="rules/`,
			"Tournaments under way", "Ratings: Guerre des deux roses", "<b>Ada</b> <small>1600</small>",
			"Ladder: Guerre des deux roses", "<b>1. Bob Byron</b>",
		} {
			require.Contains(t, front, said)
		}
		require.Contains(t, files[fmt.Sprintf("games/0/%d.html", judged[0])], `<span class="m">rating 1500 → 1512</span>`)
		require.NotContains(t, front, "1601", "who shows no games has no rating here")

		// A season alone: all else of Eve's stays as private as it was.
		other := h.game("roses", ada, eve, 2, "black", "resigned")
		rated := [2]db.Rating{{Rating: 1700}, {Rating: 1701, Games: 1}}
		h.update(func(tx *db.Tx) error {
			for _, id := range games {
				if err := tx.NoteRated(id, rated, rated); err != nil {
					return err
				}
			}
			return nil
		})
		h.update(func(tx *db.Tx) error { return tournaments.Show(tx, 1, eve) })
		_, files = h.write(website.Options{Address: "games@example.org"})
		require.Contains(t, files["seasons/roses-1/index.html"], "Eve Mallory")
		require.NotContains(t, files["seasons/roses-1/index.html"], "not shown")
		require.NotContains(t, files["index.html"], "1601", "nor her rating")
		require.Regexp(t, `(?s)<h2>How games begin most often</h2>.<ul>.<li><b>1\. .* 2\. .*</b> <small>Games: \d+ · Black took \d+ % of the points</small></li>`, files["rules/roses/index.html"])
		for file, text := range files {
			if strings.HasSuffix(file, ".html") && strings.Contains(text, "1700 → 1701") {
				require.NotContains(t, text, ": <a href=\"../../players/"+pageName(files, "Eve Mallory")+"\">Eve Mallory</a> <span")
			}
		}
		require.NotContains(t, files, fmt.Sprintf("games/0/%d.html", other))
		require.Contains(t, pageOf(files, "Eve Mallory"), "Division 1, place")
		h.update(func(tx *db.Tx) error { return tournaments.Hide(tx, eve) })
		_, files = h.write(website.Options{Address: "games@example.org"})
		require.Empty(t, mentions(files, "Mallory"))
		require.Contains(t, files["feed.atom"], `<link href="feed.atom" rel="self" type="application/atom+xml"></link>`)
		_, _ = h.write(website.Options{})

		h.over("roses-1")
		r, files := h.write(website.Options{})
		require.Less(t, r.Written, 12, "its page, lists, the feed; no game")
		require.Contains(t, files["seasons/feed.atom"], "roses-1")
		page = files["seasons/roses-1/index.html"]
		require.Contains(t, page, "↑")
		require.Contains(t, page, "↓")
		require.Contains(t, page, "moves up a division")
		noAddress(t, files)

		_, first := h.write(website.Options{})
		r, again := h.write(website.Options{})
		require.Zero(t, r.Written)
		require.Equal(t, first, again)
		h.dir = filepath.Join(t.TempDir(), "other")
		_, elsewhere := h.write(website.Options{Workers: 1})
		require.Equal(t, first, elsewhere)

		h.sets(bob, false)
		_, files = h.write(website.Options{})
		require.Empty(t, mentions(files, "Byron"))
		require.Contains(t, files["seasons/roses-1/index.html"], "Ada")
		h.update(func(tx *db.Tx) error {
			p, err := tx.Player(ada)
			if err != nil {
				return err
			}
			return tx.Forget(p, "somebody", time.Hour)
		})
		_, files = h.write(website.Options{Lang: "fr"})
		require.Empty(t, mentions(files, "Ada"))
		require.Contains(t, files["seasons/roses-1/index.html"], "Groupe 2 sur 2")
	})
}

// shownOf is the first of some games that is shown.
func shownOf(files map[string]string, games []int64) int64 {
	for _, g := range games {
		if _, ok := files[fmt.Sprintf("games/0/%d.html", g)]; ok {
			return g
		}
	}
	return 0
}

// pageOf is the page of a player.
func pageOf(files map[string]string, name string) string {
	for file, text := range files {
		if strings.HasPrefix(file, "players/") && strings.HasSuffix(file, ".html") && strings.Contains(text, "<h1>Games of "+name+"<") {
			return text
		}
	}
	return ""
}

// pageName is the file name of a player's page.
func pageName(files map[string]string, name string) string {
	for file, text := range files {
		if strings.HasPrefix(file, "players/") && text == pageOf(files, name) {
			return strings.TrimPrefix(file, "players/")
		}
	}
	return ""
}

// TestWhoWasOut: a game that was lost because its loser was out says so.
func TestWhoWasOut(t *testing.T) {
	skiptest.Sequential(t) // but for writing, which TestTheSameBytes does as well
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	ada, bob := h.person("Ada", true), h.person("Bob", true)
	h.season("spring-cup", "roses", 1, []int64{ada, bob, h.person("Cleo", true)}, "")
	id := h.game("roses", ada, bob, 2, "black", "adjudicated")
	h.update(func(tx *db.Tx) error {
		if err := tournaments.AddGame(tx, id, 1, 1, 1); err != nil {
			return err
		}
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		return tournaments.SaveEntrant(tx, tournaments.Entrant{Tournament: 1, Player: bob, Division: 1, OutAt: g.EndedAt})
	})
	_, files := h.write(website.Options{})
	require.Contains(t, files[fmt.Sprintf("games/0/%d.html", id)], "Ada won: Bob was out of the tournament")
	require.Contains(t, files["seasons/spring-cup/index.html"], "Bob</a> *</td>")
	require.Contains(t, pageOf(files, "Bob"), "Division 1, out")
}
