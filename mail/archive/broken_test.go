package archive_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	mailarchive "turnpost/mail/archive"
	"turnpost/rules/all"
	"turnpost/templates"
	"turnpost/templates/site"
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
	_, err = mailarchive.Write(context.Background(), h.db, all.Games(), words, mailarchive.Options{Dir: h.dir, Lang: "en", Chapters: []mailarchive.Chapter{broken{}}})
	require.ErrorContains(t, err, "it is broken")
	games, err := filepath.Glob(filepath.Join(h.dir, "games", "0", "*.html"))
	require.NoError(t, err)
	require.Len(t, games, 5)
	r, _ := h.write(mailarchive.Options{})
	require.Less(t, r.Written, 10, "the front page, and what belongs to all files")
}

// TestWhatFailsKeepsNobodyThere: pages of who takes the yes back go, though the run breaks
// off; those of others stay.
func TestWhatFailsKeepsNobodyThere(t *testing.T) {
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	ada, bob, eve := h.person("Ada", true), h.person("Bob Byron", true), h.person("Eve", true)
	gone, stays := h.game("roses", ada, bob, 3, "black", "resigned"), h.game("roses", ada, eve, 3, "black", "resigned")
	_, files := h.write(mailarchive.Options{Records: true})
	require.Contains(t, files, "records/2026-11.txt")
	h.sets(bob, false)
	words, err := templates.New()
	require.NoError(t, err)
	r, err := mailarchive.Write(context.Background(), h.db, all.Games(), words, mailarchive.Options{Dir: h.dir, Lang: "en", Chapters: []mailarchive.Chapter{broken{}}})
	require.ErrorContains(t, err, "it is broken")
	require.Equal(t, 5, r.Removed, "page and record, player and feed, and the month")
	files = filesIn(t, h.dir)
	require.NotContains(t, files, fmt.Sprintf("games/0/%d.html", gone))
	require.NotContains(t, files, fmt.Sprintf("games/0/%d.txt", gone))
	require.NotContains(t, files, "records/2026-11.txt")
	require.Contains(t, files, fmt.Sprintf("games/0/%d.html", stays))
	for name, text := range files {
		if strings.HasPrefix(name, "players/") && !strings.HasPrefix(name, "players/index") {
			require.NotContains(t, text, "<h1>Games of Bob Byron")
		}
	}
	_, files = h.write(mailarchive.Options{Records: true})
	require.Empty(t, mentions(files, "Byron"))
	require.Contains(t, files, "records/2026-11.txt")
}

type broken struct{ chapter }

func (broken) Write(context.Context, *db.DB, *site.Site, func(int64) site.Person, func(string, []byte) error) (site.Part, error) {
	return site.Part{}, fmt.Errorf("it is broken")
}
