package rules_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

const tugRecord = `Turnpost record 1
Game: tug
Number: 12
Black: Ada
White: "Zo\u00eb"
Started: 2026-11-20T09:02:00Z
Rated: yes
Result: black
Reason: pulled
Comment: 1 white "Oh \"no\"."

   1. black  2026-11-20T09:03:00Z  r
   2. white  2026-11-20T09:04:00Z  l
   3. black                        r
   4. white                        l
`

func TestATranscriptReadsBack(t *testing.T) {
	t.Parallel()
	games := []rules.Game{rulestest.Tug()}
	at := time.Date(2026, 11, 20, 9, 2, 0, 0, time.UTC)
	want := rules.Transcript{Game: "tug", Number: 12, Black: "Ada", White: "Zoë", Started: at, Rated: true,
		Comments: []rules.PlayerComment{{Ply: 1, Side: rules.White, Text: `Oh "no".`}},
		Plies:    []rules.TimedMove{{Move: "r", At: at.Add(time.Minute)}, {Move: "l", At: at.Add(2 * time.Minute)}, {Move: "l"}}}
	want.Result, want.Reason = rules.BlackWins, "resigned"
	text := want.String(games)
	require.Contains(t, text, "\nOutcome: black won: white resigned\n")
	for _, mailed := range []string{text, "Hello,\n\n| " + strings.ReplaceAll(text, "\n", "\n| ") + "\n\nThe end of it.\n",
		"> | " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\r\n> | ")} {
		got, r, err := rules.ReadTranscript(games, mailed)
		require.NoError(t, err, mailed)
		require.Equal(t, want, got)
		require.Equal(t, 3, r.Len())
		require.False(t, r.Outcome().Over(), "a resignation is not in the plies")
	}
}

// A game that was called off has a record, too.
func TestATranscriptOfNoResult(t *testing.T) {
	t.Parallel()
	games := []rules.Game{rulestest.Tug()}
	text := rules.Transcript{Game: "tug", Reason: rules.Aborted, Plies: []rules.TimedMove{{Move: "r"}}}.String(games)
	require.Contains(t, text, "\nOutcome: void: aborted\n")
	got, _, err := rules.ReadTranscript(games, text)
	require.NoError(t, err)
	require.Equal(t, rules.Outcome{Reason: rules.Aborted}, rules.Outcome{Result: got.Result, Reason: got.Reason})
}

func TestATranscriptIsHeldAgainstItsPlies(t *testing.T) {
	t.Parallel()
	games := []rules.Game{rulestest.Tug()}
	for _, c := range []struct{ from, to, says string }{
		{"", "", "the plies end in"},
		{"Turnpost record 1", "Turnpost record 2", "there is no game record"},
		{"Game: tug", "Game: chess", `there is no game called "chess"`},
		{"Game: tug\n", "", "there is no game called"},
		{"Number: 12", "Number: twelve", `line 3: Number cannot be "twelve"`},
		{"Result: black", "Result: red", "Result cannot be"},
		{`"Zo\u00eb"`, `"Zo`, "is not quoted"},
		{"09:04:00Z  l", "09:04:00Z  x", "line 13, ply 2, x:"},
		{"Comment: 1 white", "Comment: 1 red", "Comment cannot be"},
		{"2026-11-20T09:02:00Z", "yesterday", "Started cannot be"},
	} {
		_, _, err := rules.ReadTranscript(games, strings.Replace(tugRecord, c.from, c.to, 1))
		require.ErrorContains(t, err, c.says, c.to)
	}
}

// FuzzReadTranscript: a transcript that is read is a playable game, and is the same after it was
// written and read again.
func FuzzReadTranscript(f *testing.F) {
	games := []rules.Game{rulestest.Tug()}
	f.Add(tugRecord)
	f.Add("Turnpost record 1\nGame: tug\n\n 1. black r\n 2. white r\n")
	f.Add("Turnpost record 1\nGame: tug\nResult: black\nReason: pulled\n\nr\nr\n\u00a0\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, r, err := rules.ReadTranscript(games, text)
		if err != nil {
			return
		}
		require.Equal(t, len(got.Plies), r.Len())
		written := got.String(games)
		for _, c := range written {
			require.True(t, c == '\n' || c >= ' ' && c <= '~', "%q", c)
		}
		again, r2, err := rules.ReadTranscript(games, written)
		require.NoError(t, err, written)
		require.Equal(t, got, again)
		require.Equal(t, r.Outcome(), r2.Outcome())
	})
}

func TestSplitTranscripts(t *testing.T) {
	t.Parallel()
	one, two := "Turnpost record 1\nGame: tug\n\nr\n\n", "Turnpost record 1\nGame: turro\n"
	require.Equal(t, []string{one, two}, rules.SplitTranscripts(one+two))
	require.Equal(t, []string{"Dear Bob,\n" + one}, rules.SplitTranscripts("Dear Bob,\n"+one))
	require.Equal(t, []string{""}, rules.SplitTranscripts(""))
	require.Equal(t, []string{"r\nl"}, rules.SplitTranscripts("r\nl"))
}
