package website_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/mail/website"
	"turnpost/rules/all"
	"turnpost/templates"
)

// TestARunThatBreaksOff leaves what it has written to the next one.
func TestARunThatBreaksOff(t *testing.T) {
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	ada, bob := h.person("Ada", true), h.person("Bob", true)
	for range 5 {
		h.game("roses", ada, bob, 3, "black", "resigned")
	}
	words, err := templates.New()
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(h.dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(h.dir, ".turnpost-archive"), nil, 0o644))
	mended := h.broken()
	_, err = website.Write(context.Background(), h.db, all.Games(), words, website.Options{Dir: h.dir, Lang: "en"})
	require.Error(t, err)
	mended()
	games, err := filepath.Glob(filepath.Join(h.dir, "games", "0", "*.html"))
	require.NoError(t, err)
	require.Len(t, games, 5)
	r, _ := h.write(website.Options{})
	require.Less(t, r.Written, 10, "the front page, and what belongs to all files")
}

// The pages of a player who withdraws their consent go even if the run breaks off; the pages of
// others stay.
func TestWhatFailsKeepsNobodyThere(t *testing.T) {
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	ada, bob, eve := h.person("Ada", true), h.person("Bob Byron", true), h.person("Eve", true)
	gone, stays := h.game("roses", ada, bob, 3, "black", "resigned"), h.game("roses", ada, eve, 3, "black", "resigned")
	_, files := h.write(website.Options{Records: true})
	require.Contains(t, files, "records/2026-11.txt")
	h.season("spring-cup", "roses", 1, []int64{ada, bob, eve}, "")
	_, files = h.write(website.Options{Records: true})
	require.Contains(t, files["seasons/spring-cup/index.html"], "Bob Byron")
	h.sets(bob, false)
	words, err := templates.New()
	require.NoError(t, err)
	mended := h.broken()
	r, err := website.Write(context.Background(), h.db, all.Games(), words, website.Options{Dir: h.dir, Lang: "en"})
	require.Error(t, err)
	mended()
	require.Equal(t, 12, r.Removed, "page and record of three games, player and feed, the month, and three files of tournaments")
	files = filesIn(t, h.dir)
	require.NotContains(t, files, fmt.Sprintf("games/0/%d.html", gone))
	require.NotContains(t, files, fmt.Sprintf("games/0/%d.txt", gone))
	require.NotContains(t, files, "records/2026-11.txt")
	require.NotContains(t, files["seasons/spring-cup/index.html"], "Byron")
	require.Contains(t, files, fmt.Sprintf("games/0/%d.html", stays))
	for name, text := range files {
		if strings.HasPrefix(name, "players/") && !strings.HasPrefix(name, "players/index") {
			require.NotContains(t, text, "<h1>Games of Bob Byron")
		}
	}
	_, files = h.write(website.Options{Records: true})
	require.Empty(t, mentions(files, "Byron"))
	require.Contains(t, files, "records/2026-11.txt")
}

// broken lets runs break off before the front page, until they are mended.
func (h *hall) broken() (mended func()) {
	way := filepath.Join(h.dir, "index.html.new")
	require.NoError(h.t, os.Mkdir(way, 0o755))
	return func() { require.NoError(h.t, os.Remove(way)) }
}
