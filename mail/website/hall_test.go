package website_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/tournaments"
	"turnpost/mail"
	"turnpost/mail/club/clock"
	"turnpost/mail/website"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
)

// hall is a database of games that are over, and where their archive is.
type hall struct {
	t   *testing.T
	db  *db.DB
	now time.Time
	dir string
	// alike says that all games of the same rules have the same plies.
	alike bool
}

func newHall(t *testing.T, where string) *hall {
	store, err := db.Open(context.Background(), where)
	require.NoError(t, err)
	t.Cleanup(func() { store.Close() })
	h := &hall{t: t, db: store, now: time.Date(2026, 11, 20, 21, 47, 31, 0, time.UTC), dir: filepath.Join(t.TempDir(), "archive")}
	store.Now = func() time.Time { return h.now }
	h.update(func(tx *db.Tx) error { return tx.AddKey() })
	return h
}

func (h *hall) update(f func(*db.Tx) error) {
	h.t.Helper()
	h.now = h.now.Add(time.Hour)
	require.NoError(h.t, h.db.Update(context.Background(), f))
}

// person makes a player, who lets everybody see games or not.
func (h *hall) person(name string, public bool) (id int64) {
	h.update(func(tx *db.Tx) error {
		address := fmt.Sprintf("secret-%d@example.org", len(name)+h.now.Hour()*100)
		p, err := tx.AddPlayer(address, mail.Key(address), name)
		if err != nil {
			return err
		}
		p.Public, id = public, p.ID
		return tx.SavePlayer(p)
	})
	return id
}

// sets has a player let others see their games, or hide them, those of tournaments too.
func (h *hall) sets(id int64, public bool) {
	h.update(func(tx *db.Tx) error {
		p, err := tx.Player(id)
		if err == nil && !public {
			err = tournaments.Hide(tx, id)
		}
		if err != nil {
			return err
		}
		p.Public = public
		return tx.SavePlayer(p)
	})
}

// game plays so many plies of a game and ends it.
func (h *hall) game(name string, black, white int64, plies int, result, reason string) (id int64) {
	name, terms, _ := strings.Cut(name, " ")
	g, err := rules.Find(all.Games(), name)
	require.NoError(h.t, err)
	g, err = g.Agree(terms)
	require.NoError(h.t, err)
	h.update(func(tx *db.Tx) error {
		i, err := tx.AddInvitation(db.Invitation{Rules: name, Terms: g.Agreed, Challenger: black, Invitee: white, Side: db.Black, Pace: clock.DefaultPace},
			func(id int64) string { return fmt.Sprint("Game #", id) })
		if err != nil {
			return err
		}
		id = i.ID
		_, err = tx.AddGame(i, g.Start().String(), 72*time.Hour)
		return err
	})
	h.update(func(tx *db.Tx) error {
		r := rules.NewRecord(g)
		var moves []string
		for r.Len() < plies && !r.Outcome().Over() {
			legal := r.Legal()
			pick := 7 * r.Len()
			if !h.alike {
				pick += int(id)
			}
			m := legal[pick%len(legal)]
			if err := r.Play(m); err != nil {
				return err
			}
			moves = append(moves, string(m))
		}
		row, err := tx.Game(id)
		if err != nil {
			return err
		}
		return tx.AddPlies(&row, 0, moves, r.Position().String(), db.Result(result), reason)
	})
	return id
}

// write brings the archive up to date, and returns its files.
func (h *hall) write(o website.Options) (website.Report, map[string]string) {
	h.t.Helper()
	words, err := templates.New()
	require.NoError(h.t, err)
	if o.Dir = h.dir; o.Lang == "" {
		o.Lang = "en"
	}
	r, err := website.Write(context.Background(), h.db, all.Games(), words, o)
	require.NoError(h.t, err)
	return r, filesIn(h.t, h.dir)
}

func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(text)
		return err
	}))
	return files
}

// mentions lists the files in which a text stands. The signature is random: one in some thousands has
// the letters of "Ada" in a row.
func mentions(files map[string]string, text string) (in []string) {
	for name, content := range files {
		if name != "SHA256SUMS.sig" && strings.Contains(content, text) || strings.Contains(name, text) {
			in = append(in, name)
		}
	}
	return in
}

func bothEngines(t *testing.T, test func(t *testing.T, h *hall)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db")))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, newHall(t, dbtest.Postgres(t)))
	})
}
