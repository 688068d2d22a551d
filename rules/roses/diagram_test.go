package roses

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

func TestDiagramShowsTheOwnCastleBelow(t *testing.T) {
	t.Parallel()
	want := map[rules.Side]string{rules.White: `
              / \           Black: soldiers X, castle [X]
             /b5 \          2 on the board, 2 in hand, to move
            | [X] |
     / \   / \   / \   / \
    /a3 \ /b4 \ /c5 \ /d6 \
   |  X  |  X  |     |     |
  / \   / \   /:\   / \   / \
 /a2 \ /b3 \ /c4:\ /d5 \ /e6 \
|     |     |:::::|     |     |
 \   / \   / \:::/:\   / \   / \
  \ /b2 \ /c3 \:/d4:\ /e5 \ /f6 \
   |     |     |:::::| <O> |     |
    \   / \   / \:::/ \   / \   /
     \ /c2 \ /d3 \:/e4 \ /f5 \ /
      |     |     |  O  |     |
       \   / \   / \   / \   /
        \ /   \ /e3 \ /   \ /
               | [O] |      White: soldiers O, castle [O]
                \   /       2 on the board, 2 in hand
                 \ /

White dropped a soldier on e5, marked < >.
No soldier may be dropped on a red cell (:::).
`, rules.Black: `
              / \           White: soldiers O, castle [O]
             /e3 \          2 on the board, 2 in hand
            | [O] |
     / \   / \   / \   / \
    /f5 \ /e4 \ /d3 \ /c2 \
   |     |  O  |     |     |
  / \   / \   /:\   / \   / \
 /f6 \ /e5 \ /d4:\ /c3 \ /b2 \
|     | <O> |:::::|     |     |
 \   / \   / \:::/:\   / \   / \
  \ /e6 \ /d5 \:/c4:\ /b3 \ /a2 \
   |     |     |:::::|     |     |
    \   / \   / \:::/ \   / \   /
     \ /d6 \ /c5 \:/b4 \ /a3 \ /
      |     |     |  X  |  X  |
       \   / \   / \   / \   /
        \ /   \ /b5 \ /   \ /
               | [X] |      Black: soldiers X, castle [X]
                \   /       2 on the board, 2 in hand, to move
                 \ /

White dropped a soldier on e5, marked < >.
No soldier may be dropped on a red cell (:::).
`}
	r, err := rules.Replay(Game(), moves("b4 e4 a3 e5"))
	require.NoError(t, err)
	for side, diagram := range want {
		assert.Equal(t, diagram[1:], r.Position().Diagram(side, rules.English), side)
	}
}

func TestDiagramTellsTheLastPly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ position, ply, caption, cells string }{
		{"B/..../...../..www/..../W w 0 0 0", "f6-c3", "White played f6-c3, marked < >.", "| <O> |: O :|  O  | < > |"},
		{"B/..../...../..ww./..../W w 0 0 0", "d4e5-d5e6", "White played d4e5-d5e6, marked < >.", "|     |     |:< >:| < > |     |"},
		{"B/..../...../..ww./..../W w 0 0 0", "d4e5-d5e6", "White played d4e5-d5e6, marked < >.", "|     |     |:::::| <O> | <O> |"},
		{attacking, "d4xf6", "White played d4xf6, marked < >. The soldier on f6 was captured.", "|     |  X  |:< >:|  O  | <O> |"},
		{attacking, "e5xc3", "White played e5xc3, marked < >. The soldier on c3 was pushed to b2.", "|  X  | <O> |: O :| < > |  X  |"},
		{"B/..../...../.b.../.b../W b 0 0 0", "c3xe3", "Black played c3xe3, marked < >. The castle on e3 is captured.", "| <X> |      White: soldiers O, castle captured"},
		{"B/..../...../..ww./..../W b 0 0 0", "pass", "Black passed.", "|     |     |: O :|  O  |     |"},
	} {
		p, err := at(t, c.position).Play(rules.Move(c.ply))
		require.NoError(t, err)
		diagram := p.Diagram(rules.White, rules.English)
		assert.Contains(t, diagram, "\n"+c.caption+"\n")
		assert.Contains(t, diagram, c.cells)
	}
}
