package engine_test

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
)

// signs are the values of Guerre des deux roses as in a file: without distances, and without
// finished games.
type signs struct{}

func (signs) Sign(p rules.Position) (int, error) {
	if p.Outcome().Over() {
		return 0, errors.New("the game is over")
	}
	return p.(rules.Solved).Value().Sign, nil
}

func (signs) Close() error { return nil }

// Even a random player gives no value away if it uses a file.
func TestWhoKeepsToAFileGivesNothingAway(t *testing.T) {
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(2, 6))
	thought, seen := 0, map[int]int{}
	for _, p := range append(positions(t, g), randomRoses(t, g, 40)...) {
		r := rules.NewRecordFrom(g, p)
		if r.Outcome().Over() {
			continue
		}
		keeper := engine.StoredPlayer{Player: engine.Random{}, Values: signs{}}
		value := p.(rules.Solved).Value().Sign
		seen[value]++
		for mine := true; !r.Outcome().Over() && r.Len() < 60; mine = !mine {
			if !mine {
				legal := r.Legal()
				require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
				if o := r.Outcome(); !o.Over() {
					now := r.Position().(rules.Solved).Value().Sign
					require.GreaterOrEqual(t, now, value, "the other side gained nothing")
					value = now
				}
				continue
			}
			side := r.Turn()
			got, err := keeper.Think(t.Context(), r, engine.Budget{Nodes: 1, Seed: rng.Uint64()})
			require.NoError(t, err)
			require.Equal(t, got.Move, got.Line[0])
			require.NoError(t, r.Play(got.Move))
			thought++
			switch o := r.Outcome(); {
			case !o.Over():
				require.Equal(t, value, -r.Position().(rules.Solved).Value().Sign)
			case value > 0:
				require.Equal(t, rules.Wins(side), o.Result)
			case value == 0:
				require.NotEqual(t, rules.Wins(side.Opponent()), o.Result)
			}
		}
	}
	t.Log(thought, seen)
	require.Len(t, seen, 3)
}

// counted is a player that counts its calls.
type counted struct {
	engine.PVS
	thoughts int
}

func (p *counted) Think(ctx context.Context, r *rules.Record, b engine.Budget) (engine.Thought, error) {
	p.thoughts++
	return p.PVS.Think(ctx, r, b)
}

// Judging by a file gives the same as by the table of a solved game, except for distances.
func TestAGameIsJudgedByAFile(t *testing.T) {
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	turned, exact := 0, 0
	for seed := range uint64(12) {
		r := rules.NewRecord(g)
		for !r.Outcome().Over() {
			th, err := engine.Level(4).Think(t.Context(), r, engine.Budget{Seed: seed<<10 + uint64(r.Len())})
			require.NoError(t, err)
			require.NoError(t, r.Play(th.Move))
		}
		judged := func(player engine.Player) ([]engine.JudgedPly, []engine.JudgedPly) {
			rv, err := engine.Judge(t.Context(), r, r.Outcome().Result, player, engine.Budget{Nodes: 200})
			require.NoError(t, err)
			return rv.Plies, rv.Turned
		}
		asked := &counted{}
		keeper := engine.StoredPlayer{Player: asked, Values: signs{}}
		want, _ := judged(engine.PVS{})
		got, points := judged(keeper)
		require.Len(t, got, len(want))
		if !got[0].Before.Exact {
			continue // a state had arisen twice, and the file has no distances
		}
		require.Equal(t, len(points) > 0, asked.thoughts > 0, "nothing is thought about that is not told")
		for _, j := range points {
			next := r.Until(j.Ply - 1)
			require.NoError(t, next.Play(j.Best))
			if !next.Outcome().Over() { // by repetition
				require.Equal(t, -j.Before.Value.Sign, next.Position().(rules.Solved).Value().Sign)
			}
		}
		for i := range want {
			require.Equal(t, want[i].Cost(), got[i].Cost(), "%d. %s", i+1, r.Plies()[i])
			require.True(t, got[i].Before.Exact && got[i].After.Exact)
			if got[i].Cost() > 0 {
				next, err := r.At(i).Play(got[i].Best)
				require.NoError(t, err)
				require.Equal(t, -want[i].Before.Value.Sign, next.(rules.Solved).Value().Sign)
				turned++
			}
		}
		exact++
		p, err := engine.Expect(t.Context(), r.Until(5), rules.White, keeper, engine.Budget{})
		require.NoError(t, err)
		require.True(t, p.Exact)
	}
	require.Positive(t, turned)
	require.Greater(t, exact, 6)
}

// sure is a player that always wants one ply, with or without the score of a win.
type sure struct {
	move  rules.Move
	score int
}

func (sure) Name() string { return "sure" }

func (p sure) Think(context.Context, *rules.Record, engine.Budget) (engine.Thought, error) {
	return engine.Thought{Move: p.move, Score: p.score, Line: []rules.Move{p.move}}, nil
}

// won is a file in which one side wins every position.
type won struct{ rules.Side }

func (w won) Sign(p rules.Position) (int, error) {
	if p.Turn() == w.Side {
		return 1, nil
	}
	return -1, nil
}

func (won) Close() error { return nil }

// In a won position a StoredPlayer avoids positions that have arisen before, unless the search sees the end.
func TestAWinThatIsSeenIsPlayed(t *testing.T) {
	g, err := rules.Find(all.Games(), "rooya")
	require.NoError(t, err)
	p, err := g.ParsePosition("wbwbw/b...b/w...w/b...w/wwbbb b 0 0")
	require.NoError(t, err)
	r := rules.NewRecordFrom(g, p)
	for range 2 { // to turn an empty plate changes nothing
		require.NoError(t, r.Play("cw"))
	}
	for score, want := range map[int]bool{engine.Decided: true, engine.Decided - 1: false} {
		got, err := engine.StoredPlayer{Player: sure{"cw", score}, Values: won{rules.Black}}.Think(t.Context(), r, engine.Budget{})
		require.NoError(t, err)
		require.Equal(t, want, got.Move == "cw")
	}
	got, err := engine.StoredPlayer{Player: sure{"cw", engine.Decided}, Values: won{rules.White}}.Think(t.Context(), r, engine.Budget{})
	require.NoError(t, err)
	require.Equal(t, rules.Move("cw"), got.Move, "all loses")
}

// unread is a file that cannot be read.
type unread struct{}

func (unread) Sign(rules.Position) (int, error) { return 0, io.ErrUnexpectedEOF }
func (unread) Close() error                     { return nil }

// If a file cannot be read, the error says so, and the thought of the inner player is returned.
func TestAFileThatCannotBeRead(t *testing.T) {
	g, err := rules.Find(all.Games(), "rooya")
	require.NoError(t, err)
	r := rules.NewRecord(g)
	require.NoError(t, r.Play(r.Legal()[0]))
	keeper, b := engine.StoredPlayer{Player: engine.PVS{}, Values: unread{}}, engine.Budget{Nodes: 100, Seed: 1}
	want, err := engine.PVS{}.Think(t.Context(), r, b)
	require.NoError(t, err)
	got, err := keeper.Think(t.Context(), r, b)
	require.ErrorIs(t, err, engine.ErrValuesUnread)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, want, got)
	_, err = engine.Judge(t.Context(), r, rules.Undecided, keeper, b)
	require.ErrorIs(t, err, engine.ErrValuesUnread)
	_, err = engine.Expect(t.Context(), r, rules.Black, keeper, b)
	require.ErrorIs(t, err, engine.ErrValuesUnread)
}
