package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
)

// What a stranger wrote does nothing to the terminal of the operator who looks at
// it, and does not look like another text there: neither in what is for people nor
// in what is for programs, which loses nothing by it.
func TestAbuseMessagesShown(t *testing.T) {
	h := atHall(t)
	evil := "wire to \u202egro.live\u202c \u2066x\u2069 pass\u200bword \u200e\u061c\ufeff\u00ad \u034fz\u3164 \x1b[2J \u009b2J \x7f \U000e0041 \ue000 end"
	h.keep("ada", evil)
	h.answer()
	h.exec(`UPDATE inbox SET remark = '` + evil + `', message_id = '` + evil + `'`)
	got, seen := map[string]bool{}, 0
	for _, args := range [][]string{{"inbox", "show", "1"}, {"inbox", "show", "1", "--body"}, {"inbox"}} {
		for _, format := range []string{"text", "json"} {
			if format == "json" {
				args = append(args, "--json")
			}
			out := h.ok(args...)
			for _, r := range out {
				if r != '\n' && (!unicode.IsGraphic(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)) {
					got[fmt.Sprintf("%U in %s", r, format)] = true
				}
			}
			seen += strings.Count(out, "gro.live")
		}
	}
	require.Greater(t, seen, 5, "the text is shown")
	require.Empty(t, got)
	require.Contains(t, h.ok("inbox", "show", "1", "--body"), "<U+202E>gro.live<U+202C>")
	var sheet inboxSheet
	require.NoError(t, json.Unmarshal([]byte(h.ok("inbox", "show", "1", "--json", "--body")), &sheet))
	require.Contains(t, sheet.Body, evil)
	t.Logf("abuse | bidi, zero-width, C0 and C1 characters in a letter, shown by inbox | none in text or JSON | %d kinds", len(got))
}

// The same of what a server says, of players' own words and of an operator's remarks,
// in all that lists or shows messages out, players and games.
func TestAbuseWordsShown(t *testing.T) {
	h := atHall(t)
	id := fmt.Sprint(h.begin("turro"))
	evil := "wire to \u202egro.live\u202c \u2066x\u2069 pass\u200bword \u200e\u061c\ufeff\u00ad \u034fz\u3164 \x1b[2J \u009b2J \x7f \U000e0041 \ue000 end"
	for _, set := range []string{
		`outbox SET remark = ?, recipient = ?, message_id = id || ?`, `players SET name = ?, address = id || ?`,
		`games SET subject = ?`, `invitations SET subject = ?, message = ?`,
	} {
		h.exec(`UPDATE ` + strings.ReplaceAll(set, "?", `'`+evil+`'`))
	}
	h.exec(`INSERT INTO audit (at, operator, act, subject, detail) VALUES (1, '` + evil + `', 'game abort', ` + id + `, '` + evil + `')`)
	got, seen, looks := map[string]bool{}, 0, 0
	for _, args := range [][]string{{"outbox"}, {"outbox", "show", "1"}, {"player", "1"}, {"players"}, {"game", id}, {"games"}, {"audit"}} {
		for _, format := range []string{"text", "json"} {
			if format == "json" {
				args = append(args, "--json")
			}
			out := h.ok(args...)
			looks++
			for _, r := range out {
				if r != '\n' && (!unicode.IsGraphic(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)) {
					got[fmt.Sprintf("%U in %s", r, strings.Join(args, " "))] = true
				}
			}
			seen += strings.Count(out, "gro.live")
		}
	}
	require.Empty(t, got)
	require.Greater(t, seen, looks, "the words are shown")
	t.Logf("abuse | bidi, zero-width, C0 and C1 characters in names, addresses, subjects and remarks, shown by outbox, player, game and others | none in text or JSON | %d kinds in %d looks", len(got), looks)
}

// The list of processes shows everybody on the machine what commands were given:
// no command takes a database's password so, and none repeats it.
func TestAbusePasswordOnTheCommandLine(t *testing.T) {
	const secret = "open-sesame"
	urls := []string{
		"postgres://turnpost:" + secret + "@127.0.0.1:1/turnpost", "postgresql://turnpost@127.0.0.1:1/turnpost?password=" + secret,
		"postgres://turnpost@127.0.0.1:1/turnpost?sslpassword=" + secret, "postgres://turnpost:" + secret + "%zz@127.0.0.1:1/turnpost",
	}
	taken, tried := 0, 0
	for _, where := range urls {
		for _, args := range [][]string{
			{"stats"}, {"games"}, {"verify"}, {"inbox", "show", "1"}, {"keys", "list"}, {"keys", "rotate"}, {"backup", t.TempDir() + "/b"},
			{"bench", "letters", "--letters", "1"}, {"db", "copy", "none.db", where}, {"db", "copy", where, "none.db"},
		} {
			if args[0] != "db" {
				args = append(args, "--db", where)
			}
			tried++
			got := run(t, "", args...)
			if got.status != cli.ExitUsage {
				taken++
			}
			require.NotContains(t, got.out+got.err, secret)
		}
	}
	require.Zero(t, taken)
	got := run(t, "", "stats", "--db", urls[0])
	require.Contains(t, got.err, "PGPASSWORD")
	require.Contains(t, got.err, "~/.pgpass")
	t.Logf("abuse | a database's password in the list of processes, %d commands | each refuses it | %d took it", tried, taken)
}
