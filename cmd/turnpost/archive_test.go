package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/demo"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/tournaments"
	"turnpost/mail/club/tournament"
	"turnpost/mail/postoffice"
	"turnpost/rules"
	"turnpost/rules/all"
)

// aLargeArchive writes the archive of a database of many games and players, of whom all
// but a few let everybody see theirs, and some are called by what is no name.
func aLargeArchive(t *testing.T, games int) (path, dir string) {
	t.Helper()
	path, dir = filepath.Join(dbtest.Dir(t), "large.db"), filepath.Join(dbtest.Dir(t), "archive")
	d, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	defer d.Close()
	addGames(t, d, 120, games)
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
		players, err := tx.ListPlayers(-1)
		for _, p := range players {
			switch p.Public = p.ID%20 != 0; {
			case !p.Public:
				p.Name = fmt.Sprintf("Hidden %d", p.ID)
			case p.ID%7 == 0:
				p.Name = p.Address
			case p.ID%11 == 0:
				p.Name = "www.example.org"
			case p.ID%13 == 0:
				p.Name = strings.Repeat("W", 40)
			}
			if err == nil {
				err = tx.SavePlayer(p)
			}
		}
		if err != nil {
			return err
		}
		shown, err := tx.PublicGames()
		for i, g := range shown {
			for n, lost := range []string{"win", "all", "draw", "hope", "chance"} {
				if i%9 == 0 && err == nil {
					err = tx.AddTurning(g.ID, db.TurningPly{Ply: 2 + n, Better: "a1-a2", Lost: lost, Before: 60, After: 20, Solved: i%2 == 0})
				}
			}
		}
		return err
	}))
	seasonsOf(t, d)
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) (err error) {
		for hidden := int64(20); hidden <= 120 && err == nil; hidden += 20 {
			err = tournaments.Hide(tx, hidden)
		}
		return err
	}))
	got := run(t, "", "archive", "--db", path, "--records", dir)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Empty(t, got.err)
	t.Log(got.out)
	return path, dir
}

// addGames adds players, and games of random plies between them, one every other day until
// 2026-11-20. Every tenth is still running.
func addGames(t *testing.T, d *db.DB, players, games int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	now := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC).AddDate(0, 0, -2*games)
	d.Now = func() time.Time { return now }
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
		for n := range players {
			address := fmt.Sprintf("p%d@example.org", n+1)
			p, err := tx.AddPlayer(address, address, fmt.Sprintf("%c. Player", 'A'+n%26))
			if err != nil {
				return err
			}
			p.WroteAt = now
			if err := tx.SavePlayer(p); err != nil {
				return err
			}
		}
		return nil
	}))
	for n := range games {
		now = now.AddDate(0, 0, 2)
		g := all.Games()[n%len(all.Games())]
		r, moves := rules.NewRecord(g), []string{}
		for range 4 + random.IntN(30) {
			if r.Outcome().Over() {
				break
			}
			move := r.Legal()[random.IntN(len(r.Legal()))]
			moves = append(moves, string(move))
			require.NoError(t, r.Play(move))
		}
		result, reason := r.Outcome().Result.String(), r.Outcome().Reason
		switch {
		case r.Outcome().Over():
		case n%10 == 0:
			result, reason = "none", ""
		default:
			result, reason = []string{"black", "white", "draw"}[n%3], []string{"resigned", "time", "agreed"}[n%3]
		}
		first := int64(1 + random.IntN(players))
		second := 1 + (first+int64(random.IntN(players-1)))%int64(players)
		require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
			i, err := tx.AddInvitation(db.Invitation{
				Rules: g.Name, Challenger: first, Invitee: second, Side: db.Black, Pace: "3d",
			}, func(id int64) string { return fmt.Sprint("#", id) })
			if err != nil {
				return err
			}
			game, err := tx.AddGame(i, g.Start().String(), time.Hour)
			if err != nil {
				return err
			}
			return tx.AddPlies(&game, 0, moves, r.Position().String(), db.Result(result), reason)
		}))
	}
}

// seasonsOf plays tournaments: one of nine divisions of eight that goes on, of which not all
// stand on a page, and one of two of five, in which each pair meets twice, that is over.
func seasonsOf(t *testing.T, d *db.DB) {
	t.Helper()
	g, err := rules.Find(games(), "roses")
	require.NoError(t, err)
	for n, size := range []int{8, 5} {
		require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
			s, err := tournaments.Add(tx, tournaments.Tournament{Name: fmt.Sprintf("roses-%d", n+1), Rules: g.Name, Pace: "3 days", Standing: true, Season: n + 1, Previous: int64(n), Days: 120})
			if err != nil {
				return err
			}
			s.State, s.BegunAt, s.EndsAt = tournaments.Running, tx.Now, tx.Now.Add(time.Hour)
			if n == 1 {
				s.State, s.EndedAt = tournaments.Over, tx.Now
			}
			if err := tournaments.Save(tx, s); err != nil {
				return err
			}
			for division := range []int{9, 2}[n] {
				if err := playDivision(tx, s, g, division+1, size); err != nil {
					return err
				}
			}
			return nil
		}))
	}
}

// playDivision plays all games of a division, or calls them off.
func playDivision(tx *db.Tx, s tournaments.Tournament, g rules.Game, division, size int) error {
	if err := tournaments.AddDivision(tx, s.ID, division); err != nil {
		return err
	}
	player := func(number int) int64 { return int64((division-1)*size + number) }
	for n := range size {
		if err := errors.Join(tournaments.Join(tx, s.ID, player(n+1)), tournaments.Hide(tx, player(n+1))); err != nil {
			return err
		}
		e := tournaments.Entrant{Tournament: s.ID, Player: player(n + 1), Rating: float64(1500 - n), Division: division, Number: n + 1}
		if err := tournaments.Place(tx, e); err != nil {
			return err
		}
		if e.Number == 3 {
			e.OutAt = tx.Now
			if err := tournaments.SaveEntrant(tx, e); err != nil {
				return err
			}
		}
	}
	for n, p := range tournament.Pairings(size) {
		i, err := tx.AddInvitation(db.Invitation{Rules: g.Name, Challenger: player(p.First), Invitee: player(p.Second), Side: db.Black, Pace: s.Pace}, func(id int64) string { return fmt.Sprint("#", id) })
		if err != nil {
			return err
		}
		played, err := tx.AddGame(i, g.Start().String(), time.Hour)
		if err != nil {
			return err
		}
		how := []struct{ result, reason, judged string }{
			{"black", "resigned", ""}, {"white", "time", ""}, {"draw", "adjudicated", "exact"}, {"black", "adjudicated", "clear"}, {"draw", "adjudicated", "unclear"}, {"void", "aborted", ""}, {"none", "", ""},
		}[n%(7-s.Season%2)]
		r, moves := rules.NewRecord(g), []string{}
		for range 3 {
			moves = append(moves, string(r.Legal()[n%len(r.Legal())]))
			if err := r.Play(rules.Move(moves[len(moves)-1])); err != nil {
				return err
			}
		}
		if err := tx.AddPlies(&played, 0, moves, r.Position().String(), db.Result(how.result), how.reason); err != nil {
			return err
		}
		if err := tournaments.AddGame(tx, played.ID, s.ID, division, p.Round); err != nil {
			return err
		}
		if err := tournaments.StoreAdjudication(tx, played.ID, tournaments.AdjudicationGround(how.judged)); err != nil {
			return err
		}
	}
	return nil
}

// TestTheArchiveOfALargeDatabase holds no address, and all of its records come back.
func TestTheArchiveOfALargeDatabase(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	games := 300
	if skiptest.Detector {
		games = 60
	}
	path, dir := aLargeArchive(t, games)
	pages := 0
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "style.css" { // which has rules with that sign, and nothing of the database
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		text = bytes.ReplaceAll(text, []byte("nobody@localhost.invalid"), nil) // the server's own address
		require.NotContains(t, string(text), "@", name)
		require.NotContains(t, string(text), "example.org", name)
		require.NotContains(t, string(text), "Hidden", name)
		pages++
		return err
	}))
	require.Greater(t, pages, games)

	months, err := filepath.Glob(filepath.Join(dir, "records", "*.txt"))
	require.NoError(t, err)
	require.Greater(t, len(months), 12)
	records := 0
	for _, month := range months {
		got := run(t, "", "rules", "import", "--all", "--line", month)
		require.Equal(t, cli.ExitOK, got.status, got.err)
		for line := range strings.Lines(got.out) {
			records++
			if records%40 == 0 {
				require.Equal(t, cli.ExitOK, run(t, line, "rules", "replay").status)
			}
		}
	}
	single, err := filepath.Glob(filepath.Join(dir, "games", "*", "*.txt"))
	require.NoError(t, err)
	require.Equal(t, len(single), records)
	got := run(t, "", "rules", "import", "--all", months[0])
	require.Equal(t, cli.ExitOK, got.status, got.err)

	key := filepath.Join(t.TempDir(), "archive.pub")
	got = run(t, "", "keys", "archive", "--db", path)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.NoError(t, os.WriteFile(key, []byte(got.out), 0o644))
	got = run(t, "", "archive", "verify", "--key", key, dir)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	withOtherTools(t, dir, key)
	require.NoError(t, os.WriteFile(months[0], nil, 0o644))
	got = run(t, "", "archive", "verify", "--key", key, dir)
	require.Equal(t, cli.ExitFailed, got.status)
	require.Contains(t, got.out, "is not as it was signed")
	got = run(t, "", "keys", "archive", "--db", path, "--rotate")
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.NoError(t, os.WriteFile(key, []byte(got.out), 0o644))
	require.Contains(t, run(t, "", "archive", "verify", "--key", key, dir).out, "is not signed by this key")
}

// withOtherTools verifies a copy as the help describes it for people without Turnpost.
func withOtherTools(t *testing.T, dir, key string) {
	t.Helper()
	help := run(t, "", "archive", "verify", "--help").out
	for _, tool := range []string{"openssl", "sha256sum", "base64"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Log("without ", tool)
			return
		}
	}
	for line := range strings.Lines(help) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "sha256sum ") && !strings.HasPrefix(line, "base64 ") && !strings.HasPrefix(line, "openssl ") {
			continue
		}
		line = strings.NewReplacer("archive.pub", key, "/tmp/sig", key+".sig").Replace(line)
		cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", line)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", line, out)
	}
}

// TestTheArchiveInABrowser looks at pages of each kind, on a telephone and on a desktop, by
// day and by night; a game at some plies and in its film.
func TestTheArchiveInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("the browser takes a while, and races with nobody")
	}
	t.Parallel()
	ctx := startBrowser(t)
	path, dir := aLargeArchive(t, 150)
	var pages []string
	for _, pattern := range []string{"index.html", "games/index*.html", "players/index.html", "rules/*/index.html", "rules/turro/games.html", "seasons/index.html", "seasons/*/*.html", "players/[a-c]*.html"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		pages = append(pages, found...)
	}
	found, err := filepath.Glob(filepath.Join(dir, "games", "*", "*.html"))
	require.NoError(t, err)
	for i, page := range found {
		if i%30 == 0 {
			pages = append(pages, page, page+"#p0", page+"#p2")
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			if strings.Contains(string(text), `id="film"`) { // one that can be drawn
				pages = append(pages, page+"#film")
			}
		}
	}
	look := func(pages []string, on []screen) {
		for _, page := range pages {
			name, id, _ := strings.Cut(page, "#")
			require.NoError(t, chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: name, Fragment: id}).String())), page)
			assert.Empty(t, faultsOf(t, ctx, on), page)
			shown, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`[...document.querySelectorAll('section')].filter((s) => s.getClientRects().length).map((s) => s.id)`))
			require.NoError(t, err)
			if id != "" {
				require.Equal(t, []string{id}, shown, page)
			} else if strings.Contains(page, "/games/") && !strings.Contains(page, "index") {
				require.Len(t, shown, 1, "the last position")
			}
			scripts, err := chromedp.Run(ctx, chromedp.Evaluate[int](`document.scripts.length`))
			require.NoError(t, err)
			require.Zero(t, scripts)
			elsewhere, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`performance.getEntriesByType('resource').map((r) => r.name).filter((n) => !n.startsWith('file:'))`))
			require.NoError(t, err)
			require.Empty(t, elsewhere)
		}
	}
	t.Logf("%d pages", len(pages))
	look(pages, screens())
	for _, lang := range []string{"de", "fr", "it"} {
		got := run(t, "", "archive", "--db", path, "--records", "--lang", lang, dir)
		require.Equal(t, cli.ExitOK, got.status, got.err)
		tables, err := filepath.Glob(filepath.Join(dir, "seasons", "*", "*.html"))
		require.NoError(t, err)
		require.Len(t, tables, 3)
		look(append(append(pages[:8:8], tables...), found[0], found[1], found[2]), screens()[:1])
	}
}

// TestOneDaemonWritesTheArchive: of two on one database one does, and the other one when
// the first is gone; what is to be run then is run where it was written.
func TestOneDaemonWritesTheArchive(t *testing.T) {
	if testing.Short() {
		t.Skip("real servers take a while")
	}
	t.Parallel()
	o, err := demo.StartOffice("127.0.0.1:0", "127.0.0.1:0", slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	defer o.Close()
	_, imap, err := net.SplitHostPort(o.IMAPAddr())
	require.NoError(t, err)
	_, smtp, err := net.SplitHostPort(o.SMTPAddr())
	require.NoError(t, err)
	top, where := dbtest.Dir(t), dbtest.Postgres(t)
	type server struct {
		dir   string
		log   *journal
		stop  context.CancelFunc
		ended chan int
	}
	start := func(name string) *server {
		s := &server{dir: filepath.Join(top, name), log: &journal{}, ended: make(chan int, 1)}
		config := s.dir + ".toml"
		require.NoError(t, os.WriteFile(config, fmt.Appendf(nil, "[robot]\naddress = %q\n[imap]\nhost = \"127.0.0.1\"\nport = %s\ntls = \"plain\"\nuser = %[1]q\npassword = %[3]q\n[smtp]\nhost = \"127.0.0.1\"\nport = %[4]s\ntls = \"plain\"\nuser = %[1]q\npassword = %[3]q\n[database]\nurl = %[5]q\n[archive]\ndir = %[6]q\ncommand = \"cp index.html ../%[7]s.copied\"\n",
			demo.Bot, imap, postoffice.Password, smtp, where, s.dir, name), 0o600))
		var ctx context.Context
		ctx, s.stop = context.WithCancel(context.Background())
		t.Cleanup(s.stop)
		go func() {
			a := app{In: strings.NewReader(""), Out: io.Discard, Err: s.log, Games: games()}
			s.ended <- a.run(ctx, []string{"serve", "--config", config})
		}()
		require.Eventually(t, func() bool { return s.log.count("msg=serving") > 0 }, 2*time.Minute, 5*time.Millisecond)
		return s
	}
	wrote := func(s *server) bool { return exists(s.dir + ".copied") }
	first := start("first")
	require.Eventually(t, func() bool { return wrote(first) }, 2*time.Minute, 10*time.Millisecond, "the first writes")
	second := start("second")
	require.Equal(t, 1, first.log.count("archive written"))
	first.stop()
	require.Equal(t, cli.ExitOK, <-first.ended)
	require.False(t, wrote(second), "it stood by while the first one led")
	require.Eventually(t, func() bool { return wrote(second) }, 2*time.Minute, 10*time.Millisecond, "the second one follows")
	second.stop()
	require.Equal(t, cli.ExitOK, <-second.ended)
}
