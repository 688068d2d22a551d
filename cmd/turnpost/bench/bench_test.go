package bench

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/rulestest"
)

// TestPlayouts: a bench plays the same games each time, and never to their
// end.
func TestPlayouts(t *testing.T) {
	for _, g := range all.Games() {
		turns, err := playout(g, 7, mostTurns)
		require.NoError(t, err)
		again, err := playout(g, 7, mostTurns)
		require.NoError(t, err)
		require.Equal(t, turns, again)
		r := rules.NewRecord(g)
		for _, turn := range turns {
			for _, m := range turn.plies {
				require.Equal(t, turn.side, r.Turn())
				require.NoError(t, r.Play(m))
			}
			require.NotEqual(t, turn.side, r.Turn(), "a turn is whole")
		}
		require.NotEqual(t, rules.None, r.Turn())
	}
}

func TestReply(t *testing.T) {
	letter := []byte("From: a@x\r\nReply-To:\r\n <games+1.2.c@x>\r\nSubject: A game\r\n of two\r\nMessage-ID: <1@x>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nYour move.\r\n\r\nSo.\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>\r\n--b--\r\n")
	to, raw := replyTo(letter, "b@x", "d3-d4\r\n", 1)
	require.Equal(t, "games+1.2.c@x", to)
	require.Contains(t, string(raw), "Subject: Re: A game of two\r\n")
	require.Contains(t, string(raw), "In-Reply-To: <1@x>\r\n")
	require.Contains(t, string(raw), "charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nd3-d4\r\n")
	require.True(t, strings.HasSuffix(string(raw), "> Your move.\r\n> \r\n> So.\r\n"), string(raw))
}

func TestPercentile(t *testing.T) {
	require.Zero(t, percentile(nil, 99))
	var ms []time.Duration
	for i := range 200 {
		ms = append(ms, time.Duration(i+1))
	}
	require.EqualValues(t, 100, percentile(ms, 50))
	require.EqualValues(t, 198, percentile(ms, 99))
	require.EqualValues(t, 1, percentile(ms[:1], 99))
	require.Equal(t, 2.5, median([]float64{4, 1, 3, 2}))
	require.Equal(t, 2., median([]float64{3, 1, 2}))
}

func TestTableAsMarkdown(t *testing.T) {
	var b strings.Builder
	table := Table{title: "T", head: []string{"a", "b"}, notes: []string{"So it was."}}
	table.add("x|y", "1")
	require.NoError(t, table.markdown(&b))
	require.Equal(t, "## T\n\n| a | b |\n|---|--:|\n| x\\|y | 1 |\n\nSo it was.\n", b.String())
}

// A game of which no position is counted is not passed over in silence.
func TestRulesTellsWhatIsLeftOut(t *testing.T) {
	b := Bench{Games: append(all.Games(), rulestest.Tug())}
	table, err := b.Rules(t.Context(), 1, []string{"tug"})
	require.NoError(t, err)
	require.Contains(t, table.notes, "tug is left out: positions.txt has no position of it.")
}
