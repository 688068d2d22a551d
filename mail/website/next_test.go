package website_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/website"
)

// A game's page shows, in frames, what was played next in its first positions: in games that everybody
// may see, and no others. Another game changes these small pages, and no page of a game.
func TestWhatWasPlayedNext(t *testing.T) {
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	h.alike = true
	ada, bob, eve := h.person("Ada", true), h.person("Bob", true), h.person("Mallory", false)
	first := h.game("turro", ada, bob, 8, "black", "resigned")
	_, files := h.write(website.Options{})
	require.NotContains(t, files[fmt.Sprintf("games/0/%d.html", first)], "<iframe", "nobody else has played it")

	h.game("turro", bob, ada, 8, "white", "time")
	h.game("turro", bob, ada, 8, "draw", "agreed")
	h.game("turro", eve, ada, 8, "white", "time") // not public
	h.game("go9 handicap 3", ada, bob, 1, "draw", "agreed")
	_, files = h.write(website.Options{})
	page := files[fmt.Sprintf("games/0/%d.html", first)]
	frames := regexp.MustCompile(`<iframe src="\.\./\.\./(rules/turro/next/[0-9a-f]{16}\.html)" title="[^"]+" loading="lazy">`).FindAllStringSubmatch(page, -1)
	require.Len(t, frames, 6)
	for n, frame := range frames {
		next := files[frame[1]]
		require.Contains(t, next, `<base target="_parent">`)
		require.Regexp(t, fmt.Sprintf(`<tr><td>(<a href="[^"]+">)?%d\. [^<]+(</a>)?</td><td>3</td><td>1</td><td>1</td><td>1</td></tr>`, n+1), next,
			"all began alike: three games, one of each end")
		require.NotContains(t, next, "@")
	}
	before := page
	h.game("turro", ada, bob, 8, "black", "resigned")
	r, files := h.write(website.Options{})
	require.Equal(t, before, files[fmt.Sprintf("games/0/%d.html", first)])
	require.Contains(t, files[frames[0][1]], "<td>4</td><td>2</td><td>1</td><td>1</td>")
	require.Less(t, r.Written, 30)

	h.sets(bob, false)
	_, files = h.write(website.Options{})
	for name := range files {
		require.NotContains(t, name, "/next/", "no game is shown any more")
	}
}

// A player's page shows results by game and colour, against each opponent, and how a rating went: of
// games that everybody may see.
func TestAPlayersRecord(t *testing.T) {
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	ada, bob, cleo, eve := h.person("Ada", true), h.person("Bob", true), h.person("Cleo", true), h.person("Mallory", false)
	rated := func(game int64, before, after int) {
		h.update(func(tx *db.Tx) error {
			return tx.Exec(`UPDATE games SET black_before = ?, black_after = ?, white_before = 1500, white_after = 1490 WHERE id = ?`, before, after, game)
		})
	}
	rated(h.game("roses", ada, bob, 2, "black", "resigned"), 1500, 1560)
	rated(h.game("roses", ada, bob, 2, "white", "resigned"), 1560, 1530)
	rated(h.game("roses", ada, cleo, 2, "draw", "agreed"), 1530, 1540)
	h.game("roses", bob, ada, 2, "white", "time")
	h.game("turro", bob, ada, 2, "black", "time")
	h.game("roses", ada, eve, 2, "black", "time")
	_, files := h.write(website.Options{})
	page := ""
	for name, text := range files {
		if strings.HasPrefix(name, "players/") && strings.Contains(text, "<h1>Games of Ada</h1>") {
			page = text
		}
	}
	require.Regexp(t, `<tr><td>Guerre des deux roses</td><td>2</td><td>1</td><td>1</td></tr>
<tr class="m"><td>– as Black</td><td>1</td><td>1</td><td>1</td></tr>
<tr class="m"><td>– as White</td><td>1</td><td>0</td><td>0</td></tr>`, page)
	require.Regexp(t, `<tr><td><a href="\.\./players/[a-z2-7]{16}\.html">Bob</a></td><td>2</td><td>2</td><td>0</td></tr>
<tr><td><a href="\.\./players/[a-z2-7]{16}\.html">Cleo</a></td><td>0</td><td>0</td><td>1</td></tr>`, page)
	require.Contains(t, page, "Rating in Guerre des deux roses: 1500 to 1540 in 3 rated games, between 1500 and 1560")
	require.Regexp(t, `<polyline points="8\.0,82\.0 116\.0,8\.0 224\.0,45\.0 332\.0,32\.7"/>`, page)
	require.Equal(t, 1, strings.Count(page, "<polyline"))
	require.Empty(t, mentions(files, "Mallory"))
}
