package club_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
)

// asks has a side carry something out in the first game, and fails if any of it is refused.
func asks(side rules.Side, w club.GameRequest) func(tx *club.Tx) error {
	return in(func(tx *club.Tx, g *club.Game) error {
		out, err := club.CarryOut(tx, g, side, w)
		for _, refusal := range []*club.Refusal{out.Answer, out.Abort, out.Draw, out.Undo} {
			if err == nil && refusal != nil {
				err = refusal
			}
		}
		return err
	})
}

var (
	resigns  = club.GameRequest{Resign: true}
	regrets  = club.GameRequest{Undo: true}
	agrees   = club.GameRequest{Answer: club.AnswerYes}
	declines = club.GameRequest{Answer: club.AnswerNo}
)

// resignedAfter begins a game in which White resigns after some plies.
func resignedAfter(moves ...string) func(h *hall) {
	return func(h *hall) {
		h.begin("rooya", moves...)
		h.must(asks(rules.White, resigns))
	}
}

// regretted is resignedAfter, and White asks to take that back.
func regretted(moves ...string) func(h *hall) {
	return func(h *hall) {
		resignedAfter(moves...)(h)
		h.must(asks(rules.White, regrets))
	}
}

// after lets time pass after something.
func after(given func(h *hall), d time.Duration) func(h *hall) {
	return func(h *hall) { given(h); h.later(d) }
}

func lookAtClock(tx *club.Tx) error { return club.LookAtClock(tx, game, nil) }

// isOver checks whether the game is over, and whether that is final.
func isOver(over, final bool) func(h *hall) {
	return func(h *hall) {
		h.must(in(func(_ *club.Tx, g *club.Game) error {
			return same([]bool{over, over && !final}, []bool{g.Over(), g.Row.Retractable()})
		}))
	}
}

func TestTakeBackAResignation(t *testing.T) {
	moves := []string{"a1", "a2", "a3", "a4"}
	ended := []string{"GameEnded black resigned", "GameRated 1662 1338"}
	run(t, []check{
		{name: "a rated game", given: func(h *hall) { h.begin("rooya", moves...) }, do: asks(rules.White, resigns),
			events: []string{"GameResigned white 1662 1338"}, then: isOver(true, false)},
		{name: "it is not final before the hour is over", given: after(resignedAfter(moves...), 59*time.Minute),
			do: lookAtClock, then: isOver(true, false)},
		{name: "it is final then", given: after(resignedAfter(moves...), time.Hour), do: lookAtClock,
			events: ended, then: isOver(true, true)},
		{name: "the wish", given: resignedAfter(moves...), do: asks(rules.White, regrets),
			events: []string{"OfferMade resume white"}, then: isOver(true, false)},
		{name: "the opponent agrees", given: regretted(moves...), do: asks(rules.Black, agrees),
			events: []string{"ResignationTakenBack white"}, then: isOver(false, false)},
		{name: "the opponent declines", given: regretted(moves...), do: asks(rules.Black, declines),
			events: append([]string{"OfferDeclined resume black"}, ended...), then: isOver(true, true)},
		{name: "nobody answers", given: after(regretted(moves...), time.Hour), do: lookAtClock,
			events: append([]string{"ResignationStands white"}, ended...), then: isOver(true, true)},
		{name: "the side that resigned cannot answer", given: regretted(moves...), do: asks(rules.White, agrees),
			refused: "own-offer"},
		{name: "nor the opponent regret", given: resignedAfter(moves...), do: asks(rules.Black, regrets),
			refused: "resigned-theirs"},
		{name: "a yes without a wish", given: resignedAfter(moves...), do: asks(rules.Black, agrees),
			refused: "nothing-asked"},
		{name: "a wish twice", given: regretted(moves...), do: asks(rules.White, regrets), refused: "own-offer"},
		{name: "a wish too late", given: after(resignedAfter(moves...), time.Hour+time.Second),
			do: asks(rules.White, regrets), refused: "resigned-late"},
		{name: "a yes too late", given: after(regretted(moves...), time.Hour+time.Second), do: asks(rules.Black, agrees),
			refused: "resigned-late"},
		{name: "a wish late in the hour leaves an hour to answer", given: after(resignedAfter(moves...), 58*time.Minute), do: asks(rules.White, regrets),
			events: []string{"OfferMade resume white"}, then: func(h *hall) {
				h.later(58 * time.Minute)
				h.must(lookAtClock)
				h.must(asks(rules.Black, club.GameRequest{Answer: club.AnswerYes, Arrived: h.now}))
				isOver(false, false)(h)
			}},
		{name: "a time without a server is not of the hour", given: func(h *hall) {
			resignedAfter(moves...)(h)
			h.later(20 * time.Minute)
			from := h.now
			h.later(3 * time.Hour)
			h.must(func(tx *club.Tx) error { return club.NoteDowntime(tx, from) })
			h.later(35 * time.Minute)
			h.must(lookAtClock)
		}, do: asks(rules.White, regrets), events: []string{"OfferMade resume white"}},
		{name: "nor of the hour for the answer, and no more than that", given: func(h *hall) {
			regretted(moves...)(h)
			h.later(20 * time.Minute)
			from := h.now
			h.later(3 * time.Hour)
			h.must(func(tx *club.Tx) error { return club.NoteDowntime(tx, from) })
			h.later(42 * time.Minute)
		}, do: asks(rules.Black, agrees), refused: "resigned-late"},
		{name: "a wish after a no", given: func(h *hall) {
			regretted(moves...)(h)
			h.must(asks(rules.Black, declines))
		}, do: asks(rules.White, regrets), refused: "resigned-late"},
		{name: "a wish that waited", given: after(resignedAfter(moves...), 3*time.Hour),
			do: func(tx *club.Tx) error {
				return asks(rules.White, club.GameRequest{Undo: true, Arrived: tx.Now().Add(-150 * time.Minute)})(tx)
			},
			events: []string{"OfferMade resume white"},
			then: func(h *hall) {
				h.later(58 * time.Minute)
				h.must(lookAtClock) // the opponent has an hour from now on
				h.must(asks(rules.Black, club.GameRequest{Answer: club.AnswerYes, Arrived: h.now}))
				isOver(false, false)(h)
			}},
		{name: "a yes that waited", given: after(regretted(moves...), 3*time.Hour), do: func(tx *club.Tx) error {
			return asks(rules.Black, club.GameRequest{Answer: club.AnswerYes, Arrived: tx.Now().Add(-150 * time.Minute)})(tx)
		}, events: []string{"ResignationTakenBack white"}},
		{name: "a draw is no answer", given: regretted(moves...), do: asks(rules.Black, club.GameRequest{Draw: true}),
			refused: "over"},
		{name: "a ply neither", given: regretted(moves...), do: asks(rules.Black, club.GameRequest{Plies: []rules.Move{"a5"}}),
			refused: "over"},
		{name: "a game that is over by its plies or by agreement", given: func(h *hall) {
			h.begin("rooya", moves...)
			h.must(offer(db.OfferDraw, rules.White))
			h.must(answer(rules.Black, true))
		}, do: asks(rules.White, regrets), refused: "over"},
		{name: "the second resignation is final", given: func(h *hall) {
			regretted(moves...)(h)
			h.must(asks(rules.Black, agrees))
		}, do: asks(rules.White, resigns), events: ended, then: func(h *hall) {
			refusal, err := club.Refused(h.do(asks(rules.White, regrets)))
			require.NoError(h.t, err)
			require.Equal(h.t, "resigned-again", refusal.Code)
		}},
		{name: "so is the other side's", given: func(h *hall) {
			regretted(moves...)(h)
			h.must(asks(rules.Black, agrees))
		}, do: asks(rules.Black, resigns), events: []string{"GameEnded white resigned", "GameRated 1338 1662"}},
		{name: "an offer of the side that resigned stands again", given: func(h *hall) {
			h.begin("rooya", moves...)
			h.must(offer(db.OfferDraw, rules.White))
			h.must(asks(rules.White, resigns))
			h.must(asks(rules.White, regrets))
			h.must(asks(rules.Black, agrees))
		}, do: answer(rules.Black, true), events: []string{"GameEnded draw agreed", "GameRated 1500 1500"}},
		{name: "so does the other side's", given: func(h *hall) {
			h.begin("rooya", moves...)
			h.must(offer(db.OfferUndo, rules.Black))
			h.must(asks(rules.White, resigns))
			h.must(asks(rules.White, regrets))
			h.must(asks(rules.Black, agrees))
		}, do: answer(rules.White, true), events: []string{"PliesTakenBack black 3"}},
		{name: "an offer ends with the hour", given: func(h *hall) {
			h.begin("rooya", moves...)
			h.must(offer(db.OfferDraw, rules.White))
			h.must(asks(rules.White, resigns))
			h.later(time.Hour)
			h.must(lookAtClock)
		}, do: answer(rules.Black, true), refused: "nothing-asked"},
		{name: "conditional lines go on", given: func(h *hall) {
			h.begin("rooya", "a1")
			h.must(lines(rules.Black, "a2 then a3"))
			h.must(asks(rules.White, resigns))
			h.must(asks(rules.White, regrets))
			h.must(asks(rules.Black, agrees))
		}, do: asks(rules.White, club.GameRequest{Plies: []rules.Move{"a2"}}),
			events: []string{"PliesPlayed 2 2 white over", "PliesPlayed 3 3 black conditional over", "ConditionalsFired [3] 3"}},
		{name: "or end with it", given: func(h *hall) {
			h.begin("rooya", "a1")
			h.must(lines(rules.Black, "a2 then a3"))
			h.must(asks(rules.White, resigns))
			h.later(time.Hour)
		}, do: lookAtClock,
			events: []string{"GameEnded black resigned", "GameNotRated short", "ConditionalsDropped black over if a2 then a3"}},
	})
}

// TestWhoCannotTakeBackAResignation holds when a resignation is final at once, and when the
// opponent can no longer be asked.
func TestWhoCannotTakeBackAResignation(t *testing.T) {
	moves := []string{"a1", "a2", "a3", "a4"}
	ended := []string{"GameEnded black resigned", "GameRated 1662 1338"}
	var cases []check
	for name, away := range map[string]func(tx *club.Tx) error{
		"paused":                  func(tx *club.Tx) error { _, err := club.BeginPause(tx, ada); return err },
		"suspended":               func(tx *club.Tx) error { return club.Suspend(tx, ada, false) },
		"blocked by the operator": func(tx *club.Tx) error { return club.BlockByOperator(tx, ada) },
	} {
		cases = append(cases,
			check{name: name, given: func(h *hall) {
				h.begin("rooya", moves...)
				h.must(away)
			}, do: asks(rules.White, resigns), events: ended, then: func(h *hall) {
				refusal, err := club.Refused(h.do(asks(rules.White, regrets)))
				require.NoError(h.t, err)
				require.Equal(h.t, "resigned-unheard", refusal.Code)
			}},
			check{name: name + " meanwhile", given: func(h *hall) {
				resignedAfter(moves...)(h)
				h.must(away)
			}, do: asks(rules.White, regrets), refused: "resigned-unheard"})
	}
	leave := func(player int64, what db.QuitKind) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			_, err := club.LeavePiece(tx, db.Leaving{Player: player, What: what}, 0, nil)
			return err
		}
	}
	leaves := func(player int64, what db.QuitKind) func(h *hall) {
		return func(h *hall) {
			h.must(func(tx *club.Tx) error { return tx.DB.NoteLeaving(db.Leaving{Player: player, What: what}) })
		}
	}
	for player, name := range map[int64]string{ada: "Ada", bob: "Bob"} {
		for _, what := range []db.QuitKind{db.LeaveStop, db.LeaveForget} {
			ended := append(slices.Clone(ended), fmt.Sprintf("PlayerLeft %s %s 0 0", name, what))
			leaving := "PlayerLeaving " + name
			name := fmt.Sprintf("%s leaves (%s)", name, what)
			cases = append(cases,
				check{name: name, given: func(h *hall) { resignedAfter(moves...)(h); leaves(player, what)(h) },
					do:     leave(player, what),
					events: append([]string{leaving}, ended...), then: isOver(true, true)},
				check{name: name + " who is asked, or asks", given: func(h *hall) { regretted(moves...)(h); leaves(player, what)(h) },
					do:     leave(player, what),
					events: append([]string{leaving, "ResignationStands white"}, ended...)},
				check{name: name + " and the other answers before", given: func(h *hall) { regretted(moves...)(h); leaves(player, what)(h) },
					do: asks(rules.Black, agrees), refused: "is leaving"})
		}
	}
	run(t, append(cases, check{
		name: "against a bot", given: func(h *hall) {
			h.must(func(tx *club.Tx) error {
				_, err := club.ChallengeBot(tx, ada, 3, order(t, "rooya"))
				return err
			})
			h.must(asks(rules.Black, resigns))
		}, do: asks(rules.Black, regrets), events: []string{"ResignationTakenBack black"}, then: isOver(false, false),
	}, check{
		name: "by a bot", given: func(h *hall) {
			h.must(func(tx *club.Tx) error {
				_, err := club.ChallengeBot(tx, ada, 3, order(t, "rooya"))
				return err
			})
		}, do: asks(rules.White, resigns), events: []string{"GameEnded black resigned", "GameNotRated short"},
	}))
}

// TestAResignationTakesNoTime holds that the clock stands still until a resignation is taken back.
func TestAResignationTakesNoTime(t *testing.T) {
	for _, resigned := range []rules.Side{rules.Black, rules.White} {
		h := newHall(t)
		h.begin("rooya", "a1", "a2", "a3")
		h.later(26 * time.Hour)
		clockOf := func() (c time.Duration, due time.Time) {
			h.must(in(func(tx *club.Tx, g *club.Game) error {
				clock, err := tx.Clock(g, g.Record.Turn())
				c, due = clock.Used(tx.Now()), clock.Deadline()
				return err
			}))
			return c, due
		}
		used, deadline := clockOf()
		h.must(asks(resigned, resigns))
		h.later(40 * time.Minute)
		h.must(asks(resigned, regrets))
		h.later(10 * time.Minute)
		h.must(asks(resigned.Opponent(), agrees))
		later, moved := clockOf()
		require.Equal(t, used+2*time.Minute, later, "one before and one after")
		require.Equal(t, deadline.Add(52*time.Minute), moved)
		h.must(in(func(_ *club.Tx, g *club.Game) error { return same(moved.Before(g.Row.ClockDue), false) }))
		h.play("a4", "a5")
		h.verify()
	}
}

// TestRatingsAsIfNothingHadBeen holds that ratings are those of the games that are over for good,
// also if other games of the same players were rated in the hour.
func TestRatingsAsIfNothingHadBeen(t *testing.T) {
	moves := []rules.Move{"a1", "a2", "a3", "a4"}
	// play plays games of Ada and Bob, and of Ada and Cleo, in the hour after Bob has resigned
	// one, which goes on, is final, or never was.
	ratings := func(h *hall, how string) (out [3]db.Rating) {
		games := map[int64]bool{}
		begin := func(other int64) (id int64) {
			h.must(func(tx *club.Tx) error {
				if err := club.Invite(tx, ada, other, order(t, "rooya"), ""); err != nil {
					return err
				}
				open, err := tx.DB.OpenInvitations(other)
				for _, i := range open {
					id = i.ID
				}
				return err
			})
			h.must(func(tx *club.Tx) error { _, err := club.Accept(tx, other, id); return err })
			for _, m := range moves {
				h.must(at(id, func(tx *club.Tx, g *club.Game) error { return clubtest.Play(tx, g, g.Turn(), m) }))
			}
			games[id] = true
			return id
		}
		first, second, third := begin(bob), begin(bob), begin(cleo)
		require.Len(t, games, 3)
		if how != "none" {
			h.must(asks(rules.White, resigns))
		} else {
			h.later(time.Minute)
		}
		ends := func(id int64, loser rules.Side) {
			h.must(at(id, func(tx *club.Tx, g *club.Game) error { return club.Resign(tx, g, loser) }))
		}
		ends(second, rules.Black)
		ends(third, rules.White)
		h.later(20 * time.Minute)
		switch how {
		case "resumed":
			h.must(asks(rules.White, regrets))
			h.must(asks(rules.Black, agrees))
		case "final":
			h.later(time.Hour)
			h.must(lookAtClock)
		}
		require.Equal(t, int64(game), first)
		for i, player := range []int64{ada, bob, cleo} {
			h.must(func(tx *club.Tx) error {
				r, err := tx.DB.Rating(player, "rooya", false)
				out[i] = r
				return err
			})
		}
		h.verify()
		return out
	}
	never := ratings(newHall(t), "none")
	resumed := ratings(newHall(t), "resumed")
	require.Equal(t, never, resumed)
	final := ratings(newHall(t), "final")
	require.Equal(t, 3, final[0].Games)
	require.Greater(t, final[0].Rating, never[0].Rating)
	require.Less(t, final[1].Rating, never[1].Rating)
	require.Equal(t, never[2], final[2], "Cleo's game was rated before")
}

// TestNothingFollowsFromAResignationYet holds that whoever asks for games that are over, or under
// way, counts one that was just resigned among those that may go on.
func TestNothingFollowsFromAResignationYet(t *testing.T) {
	h := newHall(t)
	resignedAfter("a1", "a2", "a3", "a4")(h)
	stands := func() (yes bool) {
		h.must(in(func(tx *club.Tx, g *club.Game) (err error) {
			yes, err = club.IsOnRunningBoard(tx.DB, g.Rules, g.Record.Position())
			return err
		}))
		return yes
	}
	require.True(t, stands(), "what is best there is nobody's to know")
	h.later(time.Hour)
	h.must(lookAtClock)
	require.False(t, stands())
	require.ErrorIs(t, h.do(func(tx *club.Tx) error {
		_, err := tx.DB.NextClock(db.PersonsTurn, 0)
		return err
	}), db.ErrNotFound)
	require.False(t, errors.Is(h.do(lookAtClock), db.ErrNotFound))
}
