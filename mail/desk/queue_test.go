package desk_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/mailtest"
	"turnpost/mail/server/servertest"
)

// TestAbuseQueueIsFair: hostile letters that wait, whoever they claim to be from,
// keep a player's move waiting for hardly any of them, and all of them are answered
// in the end.
func TestAbuseQueueIsFair(t *testing.T) {
	t.Parallel()
	hostile := 1000
	if testing.Short() {
		hostile = 100
	}
	for _, c := range []struct {
		name string
		from func(i int) string
	}{
		{"one stranger", func(int) string { return eve }},
		{"as many strangers", func(i int) string { return fmt.Sprintf("eve%d@example.com", i) }},
		{"in the name of who moves", func(int) string { return ada }},
		{"in the name of the opponent", func(int) string { return bob }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := theGame(t)
			move := w.Raw(post{From: ada, Answers: w.Last(ada), Body: "1"})
			letter := mailtest.Costly{Kind: "text/plain", Body: "hello\n"}
			for i := range hostile {
				w.Keep(letter.Raw(c.from(i), servertest.RobotAddress, fmt.Sprint(i, "@client.example")))
			}
			w.Keep(move)
			before := 0
			for ; w.Game(1).Plies == 2; before++ {
				worked, err := w.Server.PlayNext(context.Background())
				require.NoError(t, err)
				require.True(t, worked)
			}
			before--
			t.Logf("abuse | %d letters of %s lie before a move | it waits for 3 at most | for %d", hostile, c.name, before)
			require.LessOrEqual(t, before, 3)
			w.Work()
			state, _ := w.Settled(int64(hostile))
			require.NotEqual(t, "new", state)
		})
	}
}
