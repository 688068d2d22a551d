package draughts

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func TestWords(t *testing.T) {
	t.Parallel()
	rulestest.CheckWords(t, Game())
}

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, Game()) }

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Game(), "11-15", "7. 11 - 15", "15x22x31", "see you 11-15 December", "B:W14,K15,24:B11 0")
}

func at(t *testing.T, text string) position {
	p, err := read(text)
	require.NoError(t, err, text)
	return p
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, typed, want string }{
		{start.String(), "11-15 | 11 - 15 | 1. 11-15 | 11–15 | 11x15 | 11-15. | 11/15 | 11→15 | 7) 11-15 | 11:15", "11-15"},
		{"B:W15,22,32:B11 0", "11x18x25 | 11x25 | 11-18-25 | 11-25 | 11 x 18 x 25 | 3. 11x25!", "11x18x25"},
		{"W:WK25,30:B14,22,23 0", "25x18x27 | 25x18x9 | 25x27", ""},
	} {
		for text := range strings.SplitSeq(c.typed, " | ") {
			m, err := at(t, c.from).Parse(text)
			if c.want != "" {
				require.NoError(t, err, text)
				require.Equal(t, c.want, string(m), text)
			}
		}
	}
	for _, text := range []string{"", "11", "11 15", "11.15", "11-15 December", "50/50", "0-33", "0-0", "3-0", "11-15-", "x", "11-", "2026-11-27",
		"see you 11-15", "11-15 and 22-18", "a1-b2", "01-05", "11:00", "1-0", "12 11-15", "5-", "100-101"} {
		_, err := start.Parse(text)
		require.Equal(t, rules.Unreadable, rules.KindOf(err), text)
	}
	for _, c := range []struct{ from, text, sentence, near string }{
		{start.String(), "15-18", "there is nothing on 15 to move", ""},
		{start.String(), "33-37", "there is no cell 33 on this board", ""},
		{start.String(), "28x37", "there is no cell 37 on this board", ""},
		{start.String(), "22-18", "the piece on 22 is not yours", ""},
		{start.String(), "11-19", "the piece on 11 cannot go to 19", "11-15 11-16"},
		{"B:W15,22,32:B11 0", "11x18", "the capture goes on from 18", "11x18x25"},
		{"B:W15,22,32:B11,1 0", "1-6", "you can take, and so you must: 11x18x25", "11x18x25"},
		{"B:W32:B11 0", "11-7", "on 11 stands a man, and men do not go back", "11-15 11-16"},
		{"B:W32:B11 80", "11-15", "the game is over", ""},
		{"B:W14,15,22,23:B10,K18 0", "18x18", "the piece on 18 cannot go to 18", ""},
	} {
		from := c.from
		p, err := read(from)
		if err != nil { // the squares of a side are written in their order
			from = strings.Replace(from, "B11,1 ", "B1,11 ", 1)
			p = at(t, from)
		}
		_, err = p.Parse(c.text)
		refusal, ok := errors.AsType[*rules.MoveError](err)
		require.True(t, ok, c.text)
		require.Equal(t, rules.Illegal, refusal.Kind, c.text)
		require.Equal(t, c.sentence, refusal.Error(), c.text)
		if c.near != "" {
			require.ElementsMatch(t, strings.Fields(c.near), strings.Fields(strings.Trim(fmt.Sprint(refusal.Near), "[]")), c.text)
		}
	}
}

func TestPDN(t *testing.T) {
	t.Parallel()
	text := "[Event \"x\"]\n[White \"Bob\"]\n[Black \"Ada\"]\n[Result \"1-0\"]\n\n1. 11-15 {the old fourteenth} 23-19 2. 8-11 22-17* 3. 4-8 1-0\n"
	games := []rules.Game{Game()}
	transcript, r, err := rules.ReadTranscript(games, text)
	require.NoError(t, err)
	require.Equal(t, "[11-15 23-19 8-11 22-17 4-8]", fmt.Sprint(r.Plies()))
	require.Equal(t, rules.BlackWins, transcript.Result, "1-0 is a win of Black, who begins")
	written := Game().Format.Write(transcript, r)
	require.Contains(t, written, "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 1-0\n")
	again, _, err := rules.ReadTranscript(games, written)
	require.NoError(t, err)
	require.Equal(t, transcript, again)
	_, _, err = rules.ReadTranscript(games, "[White \"x\"]\n\n1. e4 e5 *\n")
	require.ErrorIs(t, err, rules.ErrNoTranscript)
	_, _, err = rules.ReadTranscript(games, "[GameType \"20\"]\n\n1. 32-28 *\n")
	require.ErrorIs(t, err, rules.ErrNoTranscript)
}
