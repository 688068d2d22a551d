package daemon

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/mail/handler"
	"turnpost/mail/server"
	"turnpost/rules"
	"turnpost/rules/all"
)

// What stands in the example as the default is what the handler and the club do by themselves.
func TestTheDefaultsAreTheHandlers(t *testing.T) {
	c := config.Default()
	require.Equal(t, club.DefaultPolicy(), policy(c.Policy, c.Following))
	limits := handler.DefaultLimits()
	require.Equal(t, limits.QuestionsADay, c.Limits.QuestionsPerDay)
	require.Equal(t, limits.QuestionsAnHour, c.Limits.QuestionsPerHour)
	require.Equal(t, server.DefaultRetention(),
		server.Retention{Messages: c.Privacy.KeepMessages.Duration(), Audit: c.Privacy.KeepAudit.Duration()})
}

// A file with the values of Le Rooya is open as long as the daemon is, and one that is not
// there, not finished, not whole or of something else ends it before it begins.
func TestTheTableOfLeRooya(t *testing.T) {
	skiptest.Long(t)
	c := officeConfig(t, openOffice(t), dbtest.File(t, "turnpost.db"))
	c.Policy.RooyaTable = filepath.Join(dbtest.Dir(t), "rooya.table")
	var log strings.Builder
	open := func() (*Daemon, error) {
		return New(t.Context(), c, all.Games(), "of a test", slog.New(slog.NewTextHandler(&log, nil)))
	}
	write := func(game string, done bool) {
		const states = 3_308_104_800
		const sum = 4_113_390_179 // CRC-32C of a table in which all is drawn
		head := fmt.Sprintf(`{"Game":%q,"States":%d,"Done":%t,"Sum":%d}`+"\n", game, states, done, uint32(sum))
		require.NoError(t, os.WriteFile(c.Policy.RooyaTable, []byte(head), 0o600))
		// All is drawn, and takes no room: the rest of the file is a hole.
		require.NoError(t, os.Truncate(c.Policy.RooyaTable, int64(len(head))+states/4))
	}
	const game = "le Rooya, 5x5 with 8 pawns"
	for want, f := range map[string]func(){
		"no such file":                  func() {},
		"le Rooya, 4x4 with 6 pawns":    func() { write("le Rooya, 4x4 with 6 pawns", true) },
		"it is not finished: 0 states ": func() { write(game, false) },
		"it has 827026253 bytes, and should have 827026287: it was not copied as a whole": func() {
			write(game, true)
			info, err := os.Stat(c.Policy.RooyaTable)
			require.NoError(t, err)
			require.NoError(t, os.Truncate(c.Policy.RooyaTable, info.Size()-34))
		},
	} {
		require.NoError(t, os.RemoveAll(c.Policy.RooyaTable))
		f()
		_, err := open()
		require.ErrorContains(t, err, "policy.rooya_table: ")
		require.ErrorContains(t, err, want)
		require.Equal(t, cli.ExitConfig, cli.Status(err))
	}
	skiptest.Sequential(t) // the placements take a while
	write(game, true)
	d, err := open()
	require.NoError(t, err)
	g, err := rules.Find(all.Games(), "rooya")
	require.NoError(t, err)
	p, err := g.ParsePosition("wbwbw/b...b/w...w/b...w/wwbbb b 0 0")
	require.NoError(t, err)
	values := d.handler.Bots.Values["rooya"]
	sign, err := values.Sign(p)
	require.NoError(t, err)
	require.Zero(t, sign)
	// What becomes of the file later ends nothing, and is told once.
	require.NoError(t, os.Truncate(c.Policy.RooyaTable, 100))
	for range 2 {
		_, err = values.Sign(p)
		require.ErrorIs(t, err, io.EOF)
	}
	require.Equal(t, 1, strings.Count(log.String(), "policy.rooya_table cannot be read"), log.String())
	require.NoError(t, d.Close())
	_, err = values.Sign(p)
	require.ErrorIs(t, err, os.ErrClosed)
}

// External engines play in the daemon whose configuration names them.
func TestEngines(t *testing.T) {
	list, err := engines(config.Engines{"chess": {UCI: "/usr/games/stockfish"}, "go9": {GTP: "/usr/games/gnugo --mode gtp"}},
		all.Games(), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.NotNil(t, list["chess"].Judge())
	require.Nil(t, list["go9"].Judge(), "it gives no scores")
	for _, e := range list {
		require.NoError(t, e.Close())
	}
	_, err = engines(config.Engines{"chss": {UCI: "/usr/games/stockfish"}}, all.Games(), slog.New(slog.DiscardHandler))
	require.ErrorContains(t, err, "robots.chss: there is no game")
}

// A replay has the engines of the configuration: the turns that they play are in no answer to a message.
func TestEnginesOfAReplay(t *testing.T) {
	c := config.Default()
	c.Server.Address = "games@example.org"
	c.Robots = config.Engines{"chss": {UCI: "/usr/games/stockfish"}}
	_, _, err := NewReplay(c, nil, all.Games(), time.Now)
	require.ErrorContains(t, err, "robots.chss: there is no game")
}
