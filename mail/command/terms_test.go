package command

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
)

// A challenge to a game that begins otherwise than usual, as people write it.
func TestTermsOfAChallenge(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	for _, c := range []struct{ line, want string }{
		{"challenge bob@example.org go9 handicap 3", "go9 handicap 3, komi 0.5 false"},
		{"challenge bob@example.org go9 komi 5.5", "go9 komi 5.5 false"},
		{"challenge bob@example.org go9 komi 5.5 rated", "go9 komi 5.5 true"},
		{"challenge bob@example.org go9 rated handicap 2 as white pace slow", "go9 handicap 2, komi 0.5 true"},
		{"challenge bob@example.org go9 komi 7.5", "go9  true"},
		{"challenge bob@example.org go13 handicap 9 komi 0.5", "go13 handicap 9, komi 0.5 false"},
		{"challenge bob@example.org go 13 handicap 6, komi 3.5", "go13 handicap 6, komi 3.5 false"},
		{"challenge bob@example.org go 9 with handicap 4.", "go9 handicap 4, komi 0.5 false"},
		{"challenge bob@example.org Go 9x9 with komi 6 and handicap of 2", "go9 handicap 2, komi 6 false"},
		{"challenge bob@example.org handicap 3 go9", "go9 handicap 3, komi 0.5 false"},
		{"challenge go9 handicap 3 bob@example.org", "go9 handicap 3, komi 0.5 false"},
		{"challenge bob@example.org go9 handicap: 3", "go9 handicap 3, komi 0.5 false"},
		{"challenge bob@example.org go9 handicap=3, komi=0", "go9 handicap 3, komi 0 false"},
		{"Challenge bob@example.org GO9 Handicap 3 Komi 6.50", "go9 handicap 3, komi 6.5 false"},
		{"challenge bob@example.org go9 as black handicap 3 pace 3d+1d/7d", "go9 handicap 3, komi 0.5 false"},
		{"challenge anyone go9 handicap 5", "go9 handicap 5, komi 0.5 false"},
		{"challenge robot go9 handicap 3", "go9 handicap 3, komi 0.5 false level "},
		{"challenge robot go9 level 5 handicap 3", "go9 handicap 3, komi 0.5 false level 5"},
		{"challenge robot go9 handicap 3 level 5", "go9 handicap 3, komi 0.5 false level 5"},
		{"challenge robot 4 go9 handicap 3 rated", "go9 handicap 3, komi 0.5 true level 4"},
		{"challenge robot go 13 handicap 2", "go13 handicap 2, komi 0.5 false level "},
		{"challenge robot go 9 4", "go9  false level 4"},
		{"herausfordern bob@example.org go9 vorgabe 3", "go9 handicap 3, komi 0.5 false"},
		{"herausfordern bob@example.org go9 mit Vorgabe 3 und Komi 5,5", "go9 handicap 3, komi 5.5 false"},
		{"herausfordern bob@example.org go13 Handicap 4 gewertet", "go13 handicap 4, komi 0.5 true"},
		{"herausfordern roboter go9 stufe 3 vorgabe 2", "go9 handicap 2, komi 0.5 false level 3"},
		{"défier bob@example.org go9 handicap 3", "go9 handicap 3, komi 0.5 false"},
		{"défier bob@example.org go9 avec handicap 3 et komi 0,5", "go9 handicap 3, komi 0.5 false"},
		{"défier robot go9 niveau 2 handicap de 4", "go9 handicap 4, komi 0.5 false level 2"},
		{"sfida bob@example.org go9 handicap 3", "go9 handicap 3, komi 0.5 false"},
		{"sfida bob@example.org go13 con handicap 3 e komi 5,5", "go13 handicap 3, komi 5.5 false"},
		{"sfida robot go13 livello 6 komi 6,5 classificata", "go13 komi 6.5 true level 6"},

		{"challenge bob@example.org go9 handicap 6", "bad-term [handicap 2-5]"},
		{"challenge bob@example.org go9 handicap", "bad-term [handicap 2-5]"},
		{"challenge bob@example.org go9 handicap as white", "bad-term [handicap 2-5]"},
		{"challenge bob@example.org go13 handicap 1", "bad-term [handicap 2-9]"},
		{"herausfordern bob@example.org go13 vorgabe zehn", "bad-term [handicap 2-9]"},
		{"challenge bob@example.org go9 komi 0.3", "bad-term [komi 0, 0.5, 1 ... 50]"},
		{"challenge bob@example.org go9 komi -5", "bad-term [komi 0, 0.5, 1 ... 50]"},
		{"challenge bob@example.org chess handicap 3", "no-term [handicap Chess]"},
		{"herausfordern bob@example.org reversi vorgabe 2", "no-term [vorgabe Reversi]"},
		{"challenge ladder go9 handicap 3", "ladder-plain [go9]"},
	} {
		do, _ := r.Read(c.line, "").Do.(Challenge)
		got := ""
		if do.Wrong != nil {
			got = fmt.Sprint(do.Wrong.Code, " ", do.Wrong.Args)
		} else {
			got = fmt.Sprint(do.Proposed.Game.Name, " ", do.Proposed.Game.Agreed, " ", do.Proposed.Rated)
			if do.Bot {
				got += " level " + do.Level
			}
		}
		require.Equal(t, c.want, got, c.line)
	}
}
