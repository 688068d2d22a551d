package analysis

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/rules/chess"
	"turnpost/rules/engine"
	"turnpost/rules/engine/external"
)

// judge returns the judge of a program of UCI for chess.
func judge(t *testing.T, command string) engine.Player {
	t.Helper()
	e, err := external.New(chess.Game(), command, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	e.Nice, e.Patience = 0, 2*time.Minute
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	return e.Judge()
}

func chessGame(t *testing.T, typed string) *rules.Record {
	t.Helper()
	r := rules.NewRecord(chess.Game())
	for _, text := range strings.Fields(typed) {
		m, err := r.Parse(text)
		require.NoError(t, err)
		require.NoError(t, r.Play(m))
	}
	return r
}

// An external engine judges where a game turned, and finds puzzles; one that fails is replaced by
// the built-in engine for the whole game.
func TestExternalJudge(t *testing.T) {
	const stockfish = "/usr/games/stockfish"
	skiptest.Without(t, stockfish)
	fool := chessGame(t, "f3 e5 g4 Qh4")
	asked := 0
	found, err := PostMortemGame{NotedGame: NotedGame{ID: 1, Judge: judge(t, stockfish), record: fool}, result: rules.BlackWins}.Think(t.Context(),
		func(time.Duration) { asked++ })
	require.NoError(t, err)
	require.Greater(t, asked, fool.Len()-1, "it rests after each search")
	told, err := found.review.Told(func(engine.JudgedPly) (bool, error) { return false, nil })
	require.NoError(t, err)
	require.NotEmpty(t, told)
	last := told[len(told)-1]
	require.Equal(t, rules.Move("g2-g4"), last.Played)
	require.Equal(t, 100, 100-last.After.Percent(), "it allows a mate")
	require.Greater(t, last.Before.Percent(), 20)

	from, err := chess.Game().ParsePosition("rn1qkbnr/ppp2pp1/3p3p/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6")
	require.NoError(t, err)
	legal := rules.NewRecordFrom(chess.Game(), from)
	require.NoError(t, legal.Play("c4-f7"))
	puzzles, err := PuzzleGame{NotedGame: NotedGame{ID: 1, Judge: judge(t, stockfish), record: legal}}.Think(t.Context(), noRest)
	require.NoError(t, err)
	require.NotEmpty(t, puzzles.sharp)
	require.Equal(t, rules.Move("c4-f7"), puzzles.sharp[0].Keeps)

	quick := chessGame(t, "f3 e5")
	own, err := PostMortemGame{NotedGame: NotedGame{ID: 1, record: quick}}.Think(t.Context(), noRest)
	require.NoError(t, err)
	instead, err := PostMortemGame{NotedGame: NotedGame{ID: 1, Judge: judge(t, "/bin/false"), record: quick}}.Think(t.Context(), noRest)
	require.NoError(t, err)
	require.Equal(t, own, instead)
}
