package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/demo"
	"turnpost/db"
	"turnpost/db/dbtest"
)

// ok runs the program on a hall's database and returns what it prints.
func (h *hall) ok(args ...string) string {
	h.t.Helper()
	got := run(h.t, "", append(args, "--db", h.path)...)
	require.Equal(h.t, cli.ExitOK, got.status, "%v: %s", args, got.err)
	require.Empty(h.t, got.err)
	return got.out
}

// fails runs the program and returns its complaint.
func (h *hall) fails(status int, args ...string) string {
	h.t.Helper()
	got := run(h.t, "", append(args, "--db", h.path)...)
	require.Equal(h.t, status, got.status, "%v: %s%s", args, got.out, got.err)
	require.Equal(h.t, 1, strings.Count(got.err, "\n"), "one sentence: %s", got.err)
	return got.err
}

func (h *hall) exec(query string) {
	h.t.Helper()
	dbtest.Execute(h.t, h.path, query)
}

func atHall(t *testing.T) *hall {
	t.Helper()
	return newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
}

// A message fails, is put aside, and plays after what was wrong is mended: all
// that while the handler has the database open.
func TestReplayAfterAFix(t *testing.T) {
	h := atHall(t)
	id := h.begin("turro")
	h.exec(`UPDATE games SET position = 'broken ' || position`)
	h.keep("ada", fmt.Sprintf("#%d d3-d4", id))
	for range 3 {
		_, err := h.handler.AnswerNext(context.Background())
		require.ErrorContains(t, err, "not that of its plies")
	}
	h.answer()
	out := h.ok("inbox", "--state", "quarantined")
	require.Equal(t, 2, strings.Count(out, "\n"), out)
	require.Contains(t, out, "not that of its plies")
	var row inboxRow
	require.NoError(t, json.Unmarshal([]byte(h.ok("inbox", "--state", "quarantined", "--json")), &row))
	require.Equal(t, 3, row.Failures)
	n := fmt.Sprint(row.ID)
	shown := h.ok("inbox", "show", n)
	require.Contains(t, shown, "From: ada@example.org")
	require.Contains(t, shown, fmt.Sprintf("| #%d d3-d4", id))
	require.NotContains(t, shown, "\n#1 d3-d4", "the body is not asked for")
	require.Contains(t, h.ok("inbox", "show", n, "--body"), fmt.Sprintf("\n#%d d3-d4", id))

	h.exec(`UPDATE games SET position = replace(position, 'broken ', '')`)
	require.Equal(t, "message "+n+" is new again\n", h.ok("inbox", "replay", n))
	h.answer()
	require.Contains(t, h.ok("game", fmt.Sprint(id)), "d3-d4")
	require.Contains(t, h.fails(cli.ExitFailed, "inbox", "replay", n), "is done; only a quarantined one can be replayed")
	require.Contains(t, h.fails(cli.ExitFailed, "inbox", "replay", "999"), "no message in with the number 999")
	require.Contains(t, h.fails(cli.ExitUsage, "inbox", "--state", "lost"), "there are new, done, dropped, quarantined")
	require.Equal(t, "no messages in\n", h.ok("inbox", "--state", "quarantined"))
}

func TestOutboxByCommand(t *testing.T) {
	h := atHall(t)
	h.begin("tug")
	var row outboxRow
	out := h.ok("outbox", "--state", "queued", "--limit", "1", "--json")
	require.NoError(t, json.Unmarshal([]byte(out), &row))
	n := fmt.Sprint(row.ID)
	require.Contains(t, h.ok("outbox", "show", n), "Reply-To: ")
	var sheet outboxSheet
	require.NoError(t, json.Unmarshal([]byte(h.ok("outbox", "show", n, "--json")), &sheet))
	require.Equal(t, row, sheet.Message)
	require.Contains(t, sheet.Text, "Reply-To: ")
	remark := "SMTP server smtp.example.org:465: the recipient was not accepted: message refused: the server said " +
		`"no such user here, see https://example.org/help for what to do" (550 5.1.1)`
	h.update(func(tx *db.Tx) error { return tx.MarkRefused(row.ID, 0, remark) })
	require.Contains(t, h.ok("outbox", "--state", "refused"), `"no such user here, see https://example.org/help for what to do" (550 5.1.1)`)
	require.Contains(t, h.ok("outbox", "show", n), "\nRemark: "+remark+"\n")
	require.Equal(t, "message "+n+" is due now\n", h.ok("outbox", "retry", n))
	require.Equal(t, "no messages out\n", h.ok("outbox", "--state", "refused"))
	h.update(func(tx *db.Tx) error { _, err := tx.MarkSent(row.ID); return err })
	require.Contains(t, h.fails(cli.ExitFailed, "outbox", "retry", n), "is already sent")
	require.Contains(t, h.fails(cli.ExitFailed, "outbox", "show", "999"), "no message out with the number 999")
}

func TestGamesAndPlayersByCommand(t *testing.T) {
	h := atHall(t)
	first, second := h.begin("turro"), h.begin("tug")
	h.play(first, 3)
	h.write("bob", fmt.Sprintf("#%d resign", second))
	var ids []int64
	for line := range strings.Lines(h.ok("games", "--json")) {
		var g gameRow
		require.NoError(t, json.Unmarshal([]byte(line), &g))
		ids = append(ids, g.ID)
	}
	require.Equal(t, []int64{second, first}, ids)
	running := h.ok("games", "--running", "--player", "ADA@example.org")
	require.Regexp(t, fmt.Sprintf(`#%d +turro +ada@example.org +bob@example.org +3 +running`, first), running)
	require.NotContains(t, running, "tug")
	game := h.ok("game", fmt.Sprint(first))
	for _, want := range []string{"x Black, o White", "PLY  SIDE   MOVE", "IN  STATE", "OUT  STATE", "turn: "} {
		require.Contains(t, game, want)
	}
	var sheet gameSheet
	require.NoError(t, json.Unmarshal([]byte(h.ok("game", "#"+fmt.Sprint(first), "--json")), &sheet))
	require.Len(t, sheet.Plies, 3)
	require.Equal(t, "white", sheet.Plies[1].Side)
	require.NotZero(t, sheet.Plies[1].Message)
	require.Contains(t, h.fails(cli.ExitFailed, "game", "999"), "there is no game #999")
	require.Contains(t, h.fails(cli.ExitUsage, "game", "turro"), "is not the number of a game")
	h.write("ada", "challenge cay@example.org tug")
	require.Contains(t, h.fails(cli.ExitFailed, "game", "3"), "#3 is an invitation, and open")

	require.Contains(t, h.ok("players"), "cay@example.org")
	require.Contains(t, h.ok("player", "bob"), "first wrote")
	var p playerSheet
	require.NoError(t, json.Unmarshal([]byte(h.ok("player", "bob@example.org", "--json")), &p))
	require.Len(t, p.Games, 2)
	require.Equal(t, 1, p.Player.Running)
	require.Contains(t, h.fails(cli.ExitFailed, "player", "nobody"), `no player called "nobody"`)
	stats := h.ok("stats")
	require.Regexp(t, `games +tug over +1\n`, stats)
	require.Regexp(t, `plies +turro +3\n`, stats)
	require.Regexp(t, `forgetting +under way +0, since -\nforgetting +that failed +0, next try -\n`, stats)
	require.Regexp(t, `sending +in a day +\d+, (no limit|of \d+)\n`, stats)
	require.Regexp(t, `waiting +games +\d+\nwaiting +answers +\d+\nwaiting +digests +\d+\nwaiting +strangers +\d+\n`, stats)
}

func TestSuspendAndBlockByCommand(t *testing.T) {
	h := atHall(t)
	id := h.begin("turro")
	due := func() (within time.Duration) {
		h.view(func(tx *db.Tx) error {
			g, err := tx.Game(id)
			within = g.ClockDue.Sub(tx.Now)
			return err
		})
		return within
	}
	const month = 30 * 24 * time.Hour
	require.Less(t, due(), month)
	require.Equal(t, "ada@example.org is suspended\n", h.ok("player", "suspend", "ada@example.org"))
	require.Greater(t, due(), month, "clocks stand still so long")
	require.Contains(t, h.ok("players"), "suspended")
	require.Contains(t, h.fails(cli.ExitFailed, "player", "suspend", "ada"), "is already suspended")
	h.ok("verify")
	require.Equal(t, "ada@example.org is not suspended any more\n", h.ok("player", "resume", "ada"))
	require.Less(t, due(), month)
	require.Contains(t, h.fails(cli.ExitFailed, "player", "resume", "ada"), "is not suspended")

	h.write("ada", "challenge cay@example.org tug")
	require.Contains(t, h.ok("outbox", "--state", "queued"), "ada@example.org")
	require.Equal(t, "ada@example.org is blocked, with every address of that mailbox\n", h.ok("player", "block", "ada"))
	require.NotContains(t, h.ok("outbox", "--state", "queued"), "ada@example.org", "what was queued stays here")
	h.deliver()
	require.Contains(t, h.ok("players"), "blocked")
	h.write("ada", fmt.Sprintf("#%d d3-d4", id))
	require.Contains(t, h.ok("inbox", "--limit", "1"), "dropped")
	require.NotContains(t, h.ok("game", fmt.Sprint(id)), "d3-d4")
	h.write("bob", "#"+fmt.Sprint(id)+" say Where are you?")
	require.NotContains(t, h.ok("outbox", "--state", "queued"), "ada@example.org", "nothing goes there")
	h.view(func(tx *db.Tx) error {
		i, err := tx.Invitation(id + 1)
		require.Equal(t, db.InvitationWithdrawn, i.State)
		return err
	})
	h.ok("verify")
	require.Equal(t, "ada@example.org is not blocked any more, nor is any address of that mailbox\n", h.ok("player", "unblock", "ada"))
	h.write("ada", fmt.Sprintf("#%d d3-d4", id))
	require.Contains(t, h.ok("game", fmt.Sprint(id)), "d3-d4")
}

// A robot has no messages to stop, and its clocks are those of everybody who plays with it.
func TestARobotIsNoPlayerToSuspend(t *testing.T) {
	h := atHall(t)
	h.write("ada", "challenge robot roses level 7 as white")
	for _, name := range []string{"suspend", "resume", "block", "unblock"} {
		require.Contains(t, h.fails(cli.ExitFailed, "player", name, "robot 7"), "is a computer player")
	}
	require.Contains(t, h.fails(cli.ExitFailed, "player", "merge", "robot 7", "ada"), "is a computer player")
	require.Contains(t, h.fails(cli.ExitFailed, "player", "merge", "ada", "robot 7"), "is a computer player")
	h.ok("player", "robot 7")
	h.ok("verify")
}

// The robot's address comes from the configuration, so that messages can go out.
func TestMergeByCommand(t *testing.T) {
	h := atHall(t)
	id := h.begin("turro")
	h.write("cay", "help")
	h.write("cay", "robot on")
	require.Contains(t, h.fails(cli.ExitFailed, "player", "merge", "ada", "cay", "--yes"), `cannot be merged: a program plays for one of them and a person for the other; make them alike first with "turnpost player robot"`)
	h.write("cay", "robot off")
	require.Contains(t, h.fails(cli.ExitUsage, "player", "merge", "ada", "cay"), "give --yes", "without a terminal")
	require.Contains(t, h.fails(cli.ExitUsage, "player", "merge", "ada", "ada"), "are the same player")
	require.Contains(t, h.fails(cli.ExitUsage, "player", "merge", "ada"), "an argument is missing")
	h.deliver()

	config := filepath.Join(t.TempDir(), "turnpost.toml")
	require.NoError(t, os.WriteFile(config, []byte(strings.ReplaceAll(least, "games@example.org", hallAddress)+fmt.Sprintf("[database]\npath = %q\n", h.path)), 0o600))
	t.Setenv("TURNPOST_TEST_SECRET", "x")
	got := run(t, "", "player", "ada@example.org", "merge", "cay@example.org", "--yes", "--config", config)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Equal(t, "ada@example.org is now cay@example.org (#3)\n", got.out)
	out := h.ok("outbox", "--state", "queued")
	require.Contains(t, out, "cay@example.org", "the board goes to the address that stays")
	require.NotContains(t, h.ok("players"), "ada@example.org")
	h.write("cay", fmt.Sprintf("#%d d3-d4", id))
	require.Contains(t, h.ok("game", fmt.Sprint(id)), "black:    cay@example.org")
	require.Contains(t, h.ok("game", fmt.Sprint(id)), "d3-d4")
	h.ok("verify")
}

// The operator reads what becomes of games of the two with each other before it is done.
func TestMergeOfOpponentsByCommand(t *testing.T) {
	h := atHall(t)
	over, running := h.begin("turro"), h.begin("rooya")
	h.write("ada", fmt.Sprintf("#%d abort", over))
	require.Contains(t, h.fails(cli.ExitFailed, "player", "merge", "ada", "bob", "--yes"), "cannot be merged with --db: they have a game with each other that goes on")
	h.deliver()
	t.Setenv("TURNPOST_TEST_SECRET", "x")
	config := configFile(t, strings.ReplaceAll(least, "games@example.org", hallAddress)+fmt.Sprintf("[database]\npath = %q\n", h.path), 0o600)
	asked := fmt.Sprintf(`Games between them that become void, of which both are told: #%d.
Games between them that are over and keep their results: #%d.
`, running, over)
	for _, answer := range []string{"no", "yes"} {
		var out, errs strings.Builder
		a := app{In: strings.NewReader(""), Out: &out, Err: &errs, Games: games(), Asker: typing(answer)}
		status := a.run(t.Context(), []string{"player", "merge", "ada", "bob", "--config", config})
		require.Equal(t, answer == "yes", status == cli.ExitOK, errs.String())
		require.Contains(t, out.String(), asked)
		require.Equal(t, answer == "yes", strings.Contains(h.ok("game", fmt.Sprint(running)), "aborted"))
	}
	told := h.ok("outbox", "--state", "queued")
	require.Contains(t, told, "ada@example.org")
	require.Contains(t, told, "bob@example.org")
	h.ok("verify")
	h.ok("games", "--player", "bob")
	require.Contains(t, h.fails(cli.ExitFailed, "player", "merge", "#2", "bob", "--yes"), "player #2 has left")
}

// No command stands twice in the tree: completion and manual pages come from it.
func TestCommandsAreThereOnce(t *testing.T) {
	var look func(*cobra.Command)
	look = func(cmd *cobra.Command) {
		seen := map[string]bool{}
		for _, sub := range cmd.Commands() {
			require.False(t, seen[sub.Name()], sub.CommandPath())
			seen[sub.Name()] = true
			look(sub)
		}
	}
	look(rootCommand(&app{}))
}

// The loops run, over real SMTP and IMAP, and nothing is stopped.
func TestAdministrationOfARunningServer(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "kept.db")
	d := startDemo(t, "--headless", "--db", path)
	d.send(t, "alice", demo.Bot, "", "challenge bob@demo.test turro as black")
	d.reply(t, "bob", d.message(t, "bob", 1), "accept")
	d.message(t, "alice", 2)
	h := &hall{t: t, path: path}
	require.Contains(t, h.ok("games", "--running"), "turro  alice@demo.test  bob@demo.test")
	h.ok("backup", path+".copy")
	require.Equal(t, cli.ExitOK, run(t, "", "verify", "--db", path+".copy").status)
	require.Contains(t, h.fails(cli.ExitDatabase, "restore", path+".copy"), "stop the server first")

	h.ok("player", "suspend", "bob@demo.test")
	require.Contains(t, h.ok("player", "bob@demo.test"), "suspended")
	h.ok("player", "resume", "bob@demo.test")
	h.ok("player", "block", "bob@demo.test")
	d.send(t, "bob", demo.Bot, "Subject: #1 help\n", "help")
	require.Eventually(t, func() bool {
		return strings.Contains(h.ok("inbox", "--state", "dropped"), "the operator blocks its writer")
	},
		20*time.Second, 50*time.Millisecond)
	h.ok("player", "unblock", "bob@demo.test")
	d.send(t, "bob", demo.Bot, "", "help")
	require.Contains(t, d.message(t, "bob", 3).Text, "resign")
	h.ok("verify")
	require.Equal(t, cli.ExitOK, d.stop())
}

// A command by the way makes no database, and brings none forward.
func TestAdministrationNeedsADatabase(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	for _, args := range []string{"games", "game 1", "players", "player ada", "player block ada", "inbox", "inbox replay 1", "outbox retry 1", "stats", "backup " + path + "2"} {
		got := run(t, "", append(strings.Fields(args), "--db", path)...)
		require.Equal(t, cli.ExitDatabase, got.status, args)
		require.NoFileExists(t, path)
	}
}

// Every key of --json is in the help of its command.
func TestJSONIsDocumented(t *testing.T) {
	for command, answers := range map[string][]any{
		"verify": {verified{}, verifiedFault{}}, "games": {gameRow{}, playerRef{}}, "game": {gameSheet{}, gamePly{}}, "players": {playerRow{}},
		"player": {playerSheet{}, ratingRow{}, playerRef{}}, "inbox": {inboxRow{}}, "inbox show": {inboxSheet{}}, "outbox": {outboxRow{}}, "outbox show": {outboxSheet{}}, "stats": {stats{}, statCount{}, statDay{}, statSending{}, statWaiting{}, statForgetting{}},
	} {
		help := run(t, "", append(strings.Fields(command), "--help")...).out
		for _, answer := range answers {
			for field := range reflect.TypeOf(answer).Fields() {
				key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				assert.Contains(t, help, `"`+key+`"`, command)
			}
		}
	}
}

func TestManualAndCompletion(t *testing.T) {
	dir := t.TempDir()
	got := run(t, "", "print", "man", dir)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	for _, page := range []string{"turnpost", "turnpost-backup", "turnpost-inbox-replay", "turnpost-completion-bash", "turnpost-print-man"} {
		text, err := os.ReadFile(filepath.Join(dir, "man1", page+".1"))
		require.NoError(t, err)
		require.Contains(t, string(text), ".TH \"TURNPOST")
		require.NotContains(t, string(text), "Auto generated")
	}
	for page, word := range map[string]string{"man5/turnpost.toml.5": "database.backup", "man7/turnpost-operating.7": "CAPACITY",
		"man7/turnpost-providers.7": "RFC 8058", "man7/turnpost-messages.7": "Turnpost"} {
		text, err := os.ReadFile(filepath.Join(dir, page))
		require.NoError(t, err)
		require.Contains(t, string(text), word, page)
	}
	require.Contains(t, run(t, "", "--help").out, "completion")
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		got := run(t, "", "completion", shell)
		require.Equal(t, cli.ExitOK, got.status, got.err)
		require.Contains(t, got.out, "turnpost")
	}
	require.Equal(t, cli.ExitUsage, run(t, "", "completion", "tcsh").status)
	require.Equal(t, cli.ExitUsage, run(t, "", "completion", "bash", "more").status)
}
