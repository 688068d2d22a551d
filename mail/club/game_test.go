package club_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
	"turnpost/rules/all"
)

func TestPlay(t *testing.T) {
	play := func(side rules.Side, moves ...rules.Move) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, g *club.Game) error { return clubtest.Play(tx, g, side, moves...) })
	}
	run(t, []check{
		{
			name: "a ply that ends the turn", given: func(h *hall) { h.begin("rooya") }, do: play(rules.Black, "a1"),
			events: []string{"PliesPlayed 1 1 black over"},
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, g *club.Game) error {
					plies, err := tx.DB.Plies(game)
					require.NoError(h.t, err)
					require.Zero(h.t, plies[0].Message)
					require.Equal(h.t, rules.White, g.Turn())
					require.Equal(h.t, 1, g.Before)
					require.Equal(h.t, 1, g.Black.Turns)
					return nil
				}))
			},
		},
		{
			name: "the first of a turn of two", given: func(h *hall) { h.begin("turro", "f1-g2") }, do: play(rules.White, "e5-e6"),
			events: []string{"PliesPlayed 2 2 white"},
			then: func(h *hall) {
				h.must(in(func(_ *club.Tx, g *club.Game) error { require.True(h.t, g.AmidTurn(rules.White)); return nil }))
			},
		},
		{
			name: "a turn of two at once", given: func(h *hall) { h.begin("turro", "f1-g2") }, do: play(rules.White, "e5-e6", "f6-e6"),
			events: []string{"PliesPlayed 2 3 white over"},
		},
		{
			name: "the third time of a state", given: func(h *hall) { h.begin("turro", "d3-d4", "d5-c4", "d4-d3", "c4-d5", "d3-d4", "d5-c4", "d4-d3") },
			do:     play(rules.White, "c4-d5"),
			events: []string{"PliesPlayed 8 8 white over", "GameEnded draw repetition", "GameRated 1500 1500"},
		},
		{
			name: "it declines a draw", given: func(h *hall) {
				h.begin("rooya")
				h.must(in(func(tx *club.Tx, g *club.Game) error { return clubtest.Draw(tx, g, rules.White) }))
			}, do: play(rules.Black, "a1"),
			events: []string{"OfferLapsed draw white black", "PliesPlayed 1 1 black over"},
		},
		{
			name: "the maker of a draw plays on", given: func(h *hall) {
				h.begin("rooya")
				h.must(in(func(tx *club.Tx, g *club.Game) error { return clubtest.Draw(tx, g, rules.Black) }))
			}, do: play(rules.Black, "a1"),
			events: []string{"PliesPlayed 1 1 black over"},
		},
		{
			name: "a question about another board lapses", given: func(h *hall) {
				h.begin("rooya", "a1")
				h.must(in(func(tx *club.Tx, g *club.Game) error { return clubtest.AskUndo(tx, g, rules.Black) }))
			}, do: play(rules.White, "a2"),
			events: []string{"OfferLapsed undo black white", "PliesPlayed 2 2 white over"},
		},
		{name: "the other's turn", given: func(h *hall) { h.begin("rooya") }, do: play(rules.White, "a1"), refused: "not-your-turn"},
		{name: "an illegal ply", given: func(h *hall) { h.begin("rooya", "a1") }, do: play(rules.White, "a1"), refused: "move"},
		{name: "an illegal ply behind a legal one", given: func(h *hall) { h.begin("turro", "f1-g2") }, do: play(rules.White, "e5-e6", "a1-a2"), refused: "move"},
		{name: "more than a turn", given: func(h *hall) { h.begin("rooya") }, do: play(rules.Black, "a1", "a2"), refused: "turn-over"},
		{name: "a game that is over", given: func(h *hall) { h.begin("rooya", "a1"); h.resign(rules.White) }, do: play(rules.White, "a2"), refused: "over"},
		{
			name: "an illegal ply with an answer", given: func(h *hall) {
				h.begin("rooya", "a1")
				h.must(in(func(tx *club.Tx, g *club.Game) error { return clubtest.Draw(tx, g, rules.Black) }))
			},
			do: in(func(tx *club.Tx, g *club.Game) error {
				_, err := club.CarryOut(tx, g, rules.White, club.GameRequest{Plies: []rules.Move{"a1"}, Answer: club.AnswerNo})
				return err
			}), refused: "move",
		},
		{
			name: "an illegal ply with a draw that would agree", given: func(h *hall) {
				h.begin("rooya", "a1")
				h.must(in(func(tx *club.Tx, g *club.Game) error { return clubtest.Draw(tx, g, rules.Black) }))
			},
			do: in(func(tx *club.Tx, g *club.Game) error {
				_, err := club.CarryOut(tx, g, rules.White, club.GameRequest{Plies: []rules.Move{"a1"}, Draw: true})
				return err
			}), refused: "move",
		},
		{name: "no such game", do: play(rules.Black, "a1"), refused: "not found"},
	})
}

// resign resigns the first game.
func (h *hall) resign(side rules.Side) {
	h.t.Helper()
	h.must(in(func(tx *club.Tx, g *club.Game) error { return club.Resign(tx, g, side) }))
}

// The wishes of a message are carried out in a fixed order, and what is refused does not affect
// the rest.
func TestCarry(t *testing.T) {
	// carry checks which of White's wishes are refused, by their codes.
	carry := func(w club.GameRequest, refused string) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, g *club.Game) error {
			out, err := club.CarryOut(tx, g, rules.White, w)
			var codes []string
			note := func(what string, r *club.Refusal) {
				if r != nil {
					codes = append(codes, what+" "+r.Code)
				}
			}
			note("answer", out.Answer)
			note("draw", out.Draw)
			note("undo", out.Undo)
			for i, o := range out.Ifs {
				note(fmt.Sprint("if ", i), o.Refusal)
			}
			if err != nil {
				return err
			}
			return same(refused, strings.Join(codes, ", "))
		})
	}
	plies := func(moves ...rules.Move) []rules.Move { return moves }
	begun := func(h *hall) { h.begin("rooya", "a1") }
	asked := func(what db.Offer) func(h *hall) {
		return func(h *hall) { begun(h); h.must(offer(what, rules.Black)) }
	}
	played := "PliesPlayed 2 2 white over"
	run(t, []check{
		{name: "nothing", given: begun, do: carry(club.GameRequest{}, "")},
		{name: "a ply", given: begun, do: carry(club.GameRequest{Plies: plies("a2")}, ""), events: []string{played}},
		{name: "a ply and a draw", given: begun, do: carry(club.GameRequest{Plies: plies("a2"), Draw: true}, ""), events: []string{played, "OfferMade draw white"}},
		{name: "a ply, and its end", given: begun, do: carry(club.GameRequest{Plies: plies("a2"), Resign: true}, ""), events: []string{played, "GameResigned white short"}},
		{name: "a ply and what follows", given: begun, do: carry(club.GameRequest{Plies: plies("a2"), Ifs: []string{"a3 then a4", "a1 then a4"}}, "if 1 if-move"), events: []string{played}},
		{
			name: "a ply that is waited for", given: func(h *hall) { begun(h); h.must(lines(rules.Black, "a2 then a3")) }, do: carry(club.GameRequest{Plies: plies("a2")}, ""),
			events: []string{played, "PliesPlayed 3 3 black conditional over", "ConditionalsFired [3] 3"},
		},
		{name: "no to a draw, and a ply", given: asked(db.OfferDraw), do: carry(club.GameRequest{Answer: club.AnswerNo, Plies: plies("a2")}, ""), events: []string{"OfferDeclined draw white", played}},
		{name: "yes to a draw", given: asked(db.OfferDraw), do: carry(club.GameRequest{Answer: club.AnswerYes}, ""), events: []string{"GameEnded draw agreed", "GameNotRated unplayed"}},
		{name: "a ply, and agreed to a draw by it", given: asked(db.OfferDraw), do: carry(club.GameRequest{Plies: plies("a2"), Draw: true}, ""), events: []string{played, "GameEnded draw agreed", "GameRated 1500 1500"}},
		{name: "yes to nothing, and a ply", given: begun, do: carry(club.GameRequest{Answer: club.AnswerYes, Plies: plies("a2")}, "answer nothing-asked"), events: []string{played}},
		{name: "to take back what is not there", given: begun, do: carry(club.GameRequest{Undo: true, Resign: true}, "undo over"), events: []string{"GameResigned white short"}},
		{name: "yes to taking back, and a ply", given: asked(db.OfferUndo), do: carry(club.GameRequest{Answer: club.AnswerYes, Plies: plies("a2")}, ""), refused: "not-your-turn"},
		{name: "yes to a draw, and a ply", given: asked(db.OfferDraw), do: carry(club.GameRequest{Answer: club.AnswerYes, Plies: plies("a2")}, ""), refused: "over"},
		{name: "an illegal ply beside all else", given: asked(db.OfferDraw), do: carry(club.GameRequest{Answer: club.AnswerNo, Plies: plies("a1"), Resign: true, Ifs: []string{"a3 then a4"}}, ""), refused: "move"},
		{name: "more than a turn", given: begun, do: carry(club.GameRequest{Plies: plies("a2", "a3")}, ""), refused: "turn-over"},
	})
}

func TestResign(t *testing.T) {
	resign := func(side rules.Side) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, g *club.Game) error { return club.Resign(tx, g, side) })
	}
	run(t, []check{
		{name: "at the start", given: func(h *hall) { h.begin("rooya") }, do: resign(rules.Black), events: []string{"GameEnded white resigned", "GameNotRated short"}},
		{name: "in the other's turn", given: func(h *hall) { h.begin("rooya", "a1") }, do: resign(rules.Black), events: []string{"GameEnded white resigned", "GameNotRated short"}},
		{name: "a rated game", given: func(h *hall) { h.begin("rooya", "a1", "a2", "a3", "a4") }, do: resign(rules.White), events: []string{"GameEnded black resigned", "GameRated 1662 1338"}},
		{name: "an offer and lines end with it", given: func(h *hall) {
			h.begin("rooya", "a1")
			h.must(lines(rules.Black, "a2 then a3"))
			h.must(offer(db.OfferDraw, rules.Black))
		}, do: resign(rules.White), events: []string{"GameEnded black resigned", "GameNotRated short", "ConditionalsDropped black over if a2 then a3"}},
		{
			name: "with a ply", given: func(h *hall) { h.begin("rooya", "a1") },
			do: in(func(tx *club.Tx, g *club.Game) error {
				_, err := club.CarryOut(tx, g, rules.White, club.GameRequest{Plies: []rules.Move{"a2"}, Resign: true})
				return err
			}),
			events: []string{"PliesPlayed 2 2 white over", "GameResigned white short"},
		},
		{name: "twice", given: func(h *hall) { h.begin("rooya"); h.resign(rules.Black) }, do: resign(rules.White), refused: "over"},
	})
}

func TestArbiter(t *testing.T) {
	adjudicate := func(r rules.Result) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Adjudicate(tx, game, r) }
	}
	abort := func(tx *club.Tx) error { return club.Abort(tx, game) }
	extend := func(side rules.Side) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { // as package handler does
			if err := club.Extend(tx, game, side, 48*time.Hour); err != nil {
				return err
			}
			return tx.DB.NoteAudit(db.AuditEntry{Act: "game extend", Subject: game, Detail: fmt.Sprintf("%s by %v", side, 48*time.Hour)})
		}
	}
	begun := func(h *hall) { h.begin("rooya", "a1", "a2") }
	// left checks when the clock of the side to move runs out.
	left := func(want time.Duration) func(h *hall) {
		return func(h *hall) {
			h.must(in(func(tx *club.Tx, g *club.Game) error {
				c, err := tx.Clock(g, g.Turn())
				require.Equal(h.t, want, c.Left)
				require.Equal(h.t, g.Row.ClockDue, c.Due(g.Row.Reminded), "the clockwork looks then")
				return err
			}))
		}
	}
	run(t, []check{
		{name: "a win", given: begun, do: adjudicate(rules.WhiteWins), events: []string{"GameEnded white adjudicated", "GameRated 1338 1662"}},
		{name: "a draw", given: begun, do: adjudicate(rules.Draw), events: []string{"GameEnded draw adjudicated", "GameRated 1500 1500"}},
		{name: "called off", given: begun, do: abort, events: []string{"GameEnded void aborted"}},
		{name: "called off twice", given: func(h *hall) { begun(h); h.must(abort) }, do: abort, refused: "over"},
		{name: "adjudicated when over", given: func(h *hall) { begun(h); h.must(abort) }, do: adjudicate(rules.Draw), refused: "over"},
		{
			name: "more time for the player to move", given: begun, do: extend(rules.Black), events: []string{"TimeExtended black 48h0m0s"},
			then: left((3+1+2)*24*time.Hour - time.Minute),
		},
		{
			name: "reminded again", given: func(h *hall) {
				begun(h)
				h.later(40 * time.Hour * 2)
				h.must(func(tx *club.Tx) error { return club.LookAtClock(tx, game, nil) })
			}, do: extend(rules.Black), events: []string{"TimeExtended black 48h0m0s"},
			then: func(h *hall) {
				h.must(in(func(_ *club.Tx, g *club.Game) error { require.Zero(h.t, g.Row.Reminded); return nil }))
			},
		},
		{name: "more time for the player who waits", given: begun, do: extend(rules.White), events: []string{"TimeExtended white 48h0m0s"}},
		{name: "more time when over", given: func(h *hall) { begun(h); h.must(abort) }, do: extend(rules.Black), refused: "over"},
	})
}

// A player gives the opponent time, which belongs to the clock until the end of the turn.
func TestGiveTime(t *testing.T) {
	begun := func(h *hall) { h.begin("rooya", "b1") }
	give := func(by time.Duration) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, g *club.Game) error {
			out, err := club.CarryOut(tx, g, rules.Black, club.GameRequest{Give: by})
			return errors.Join(err, asError(out.Give))
		})
	}
	times := func(n int) func(h *hall) {
		return func(h *hall) {
			begun(h)
			for range n {
				h.must(give(club.MostGift))
				h.later(25 * time.Hour)
			}
		}
	}
	given := []string{"TimeGiven black 48h0m0s"}
	run(t, []check{
		{name: "to the player to move", given: begun, do: give(48 * time.Hour), events: given, then: func(h *hall) {
			h.must(in(func(_ *club.Tx, g *club.Game) error {
				require.Equal(h.t, 5*24*time.Hour, g.Row.WhiteLeft)
				return nil
			}))
		}},
		{name: "to the player who waits", given: func(h *hall) { begun(h); h.play("d1") }, do: give(48 * time.Hour), events: given},
		{name: "too little", given: begun, do: give(club.LeastGift - 1), refused: "give-span"},
		{name: "too much", given: begun, do: give(club.MostGift + 1), refused: "give-span"},
		{name: "again and again", given: times(3), do: give(club.MostGift), refused: "give-enough"},
		{name: "when the game is over", given: func(h *hall) { begun(h); h.resign(rules.White) }, do: give(time.Hour), refused: "over"},
		{name: "to a robot", given: func(h *hall) {
			h.must(func(tx *club.Tx) error {
				_, err := club.ChallengeBot(tx, ada, 1, order(h.t, "rooya"))
				return err
			})
		}, do: give(time.Hour), refused: "give-robot"},
	})
}

// asError is a refusal as an error; nil if there is none.
func asError(r *club.Refusal) error {
	if r == nil {
		return nil
	}
	return r
}

// Each game is played from the invitation to the ratings by operations alone, without messages.
func TestWholeGameByOperations(t *testing.T) {
	for engine, open := range map[string]func(t *testing.T) *hall{"SQLite": newHall, "PostgreSQL": newHallOnPostgres} {
		for _, g := range all.Games() {
			t.Run(engine+"/"+g.Name, func(t *testing.T) { wholeGame(t, open(t), g) })
		}
	}
}

func wholeGame(t *testing.T, h *hall, g rules.Game) {
	record := playthrough(t, g)
	counts := map[string]int{}
	// act runs a transaction and counts its events by type.
	act := func(f func(tx *club.Tx) error) {
		h.must(f)
		for _, e := range h.heard {
			kind, _, _ := strings.Cut(tell(e), " ")
			counts[kind]++
		}
	}
	act(func(tx *club.Tx) error { return club.Invite(tx, ada, bob, order(t, g.Name), "") })
	act(func(tx *club.Tx) error { _, err := club.Accept(tx, bob, game); return err })
	turns := 0
	for n, m := range record.Plies() {
		act(in(func(tx *club.Tx, t *club.Game) error { return clubtest.Play(tx, t, record.At(n).Turn(), m) }))
		if n+1 == record.Len() || record.At(n+1).Turn() != record.At(n).Turn() {
			turns++
		}
	}
	act(in(func(tx *club.Tx, table *club.Game) error {
		o := record.Outcome()
		require.Equal(t, [4]any{true, club.ResultOf(o.Result), o.Reason, record.Position().String()},
			[4]any{table.Over(), table.Row.Result, table.Row.Reason, table.Row.Position})
		require.Equal(t, h.now.Add(-time.Minute), table.Row.EndedAt)
		require.Equal(t, turns, table.Black.Turns+table.White.Turns)
		for _, player := range []int64{ada, bob} {
			r, err := tx.DB.Rating(player, g.Name, false)
			require.NoError(t, err)
			require.Equal(t, 1, r.Games)
		}
		in, err := tx.DB.ListIncoming("", -1)
		require.NoError(t, err)
		out, err := tx.DB.ListOutgoing("", 0, -1)
		require.Empty(t, in, "no letter was needed")
		require.Empty(t, out)
		return err
	}))
	require.Equal(t, map[string]int{"Invited": 1, "GameBegan": 1, "PliesPlayed": record.Len(), "GameEnded": 1, "GameRated": 1}, counts)
	h.verify()
}

// playthrough returns a whole game from the tests of its rules or, where another folder has those of a game,
// one in which the last legal ply is always played.
func playthrough(t testing.TB, g rules.Game) *rules.Record {
	t.Helper()
	files, err := filepath.Glob("../../rules/" + g.Name + "/testdata/*.playthrough")
	require.NoError(t, err)
	if len(files) == 0 {
		r := rules.NewRecord(g)
		for !r.Outcome().Over() {
			legal := r.Legal()
			require.NoError(t, r.Play(legal[len(legal)-1]))
		}
		return r
	}
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	head, _, _ := strings.Cut(string(text), "\n\n")
	var moves []rules.Move
	for line := range strings.Lines(head) {
		if !strings.HasPrefix(line, "#") {
			for _, m := range strings.Fields(line) {
				moves = append(moves, rules.Move(m))
			}
		}
	}
	r, err := rules.Replay(g, moves)
	require.NoError(t, err)
	require.True(t, r.Outcome().Over())
	return r
}
