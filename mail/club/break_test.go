package club_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

// wish carries out what a side wants in the first game, and returns why a break or a take-back is refused.
func wish(side rules.Side, w club.GameRequest) func(tx *club.Tx) error {
	return in(func(tx *club.Tx, g *club.Game) error {
		out, err := club.CarryOut(tx, g, side, w)
		return errors.Join(err, asError(out.Break), asError(out.Forgive), asError(out.Answer))
	})
}

const week = 7 * 24 * time.Hour

func takeBreak(side rules.Side, span time.Duration) func(tx *club.Tx) error {
	return wish(side, club.GameRequest{Break: span})
}

func withRobot(h *hall) {
	h.must(func(tx *club.Tx) error {
		_, err := club.ChallengeBot(tx, ada, 1, order(h.t, "rooya"))
		return err
	})
}

// The clocks of a game stand still for as long as its players agree, whoever is to move and whatever is played.
func TestBreaks(t *testing.T) {
	begun := func(h *hall) { h.begin("rooya", "b1") }
	offered := func(h *hall) { begun(h); h.must(takeBreak(rules.Black, week)) }
	agreed := func(h *hall) { offered(h); h.must(answer(rules.White, true)) }
	made, yes := []string{"OfferMade break black"}, []string{"BreakAgreed white 168h0m0s"}
	left := func(want time.Duration, side rules.Side) func(h *hall) {
		return func(h *hall) {
			h.must(in(func(tx *club.Tx, g *club.Game) error {
				c, err := tx.Clock(g, side)
				require.Equal(h.t, want, c.Deadline().Sub(tx.Now()).Round(time.Minute))
				return err
			}))
		}
	}
	run(t, []check{
		{name: "offered", given: begun, do: takeBreak(rules.Black, week), events: made},
		{name: "agreed", given: offered, do: answer(rules.White, true), events: yes,
			then: left(72*time.Hour+week-2*time.Minute, rules.White)},
		{name: "agreed by the same words", given: offered, do: takeBreak(rules.White, week), events: yes},
		{name: "answered by another time", given: offered, do: takeBreak(rules.White, 2*week), refused: "answer-first"},
		{name: "declined", given: offered, do: answer(rules.White, false), events: []string{"OfferDeclined break white"},
			then: left(72*time.Hour-2*time.Minute, rules.White)},
		{name: "declined by a move", given: offered, do: wish(rules.White, club.GameRequest{Plies: []rules.Move{"d1"}}),
			events: []string{"OfferLapsed break black white", "PliesPlayed 2 2 white over"}},
		{name: "the maker plays on", given: func(h *hall) { begun(h); h.must(takeBreak(rules.White, week)) },
			do: wish(rules.White, club.GameRequest{Plies: []rules.Move{"d1"}}), events: []string{"PliesPlayed 2 2 white over"},
			then: func(h *hall) { require.NoError(h.t, h.do(answer(rules.Black, true))) }},
		{name: "offered to oneself", given: offered, do: answer(rules.Black, true), refused: "own-offer"},
		{name: "a move in it", given: func(h *hall) { agreed(h); h.later(24 * time.Hour) },
			do:     wish(rules.White, club.GameRequest{Plies: []rules.Move{"d1"}}),
			events: []string{"PliesPlayed 2 2 white over"}, then: left(96*time.Hour+week-24*time.Hour-2*time.Minute, rules.Black)},
		{name: "a move after it", given: func(h *hall) { agreed(h); h.later(week + time.Hour) },
			do: wish(rules.White, club.GameRequest{Plies: []rules.Move{"d1"}}), events: []string{"PliesPlayed 2 2 white over"},
			then: func(h *hall) {
				h.must(in(func(_ *club.Tx, g *club.Game) error {
					require.Greater(h.t, g.Row.WhiteLeft, 94*time.Hour) // an hour is used, a day is earned
					return nil
				}))
			}},
		{name: "nobody loses on time in it", given: func(h *hall) { agreed(h); h.later(week) },
			do: func(tx *club.Tx) error { return club.LookAtClock(tx, game, nil) }},
		{name: "another one in it", given: agreed, do: takeBreak(rules.White, week), refused: "break-now"},
		{name: "another one after it, in the same turn", given: func(h *hall) {
			agreed(h)
			h.later(week)
			h.must(takeBreak(rules.White, week))
		}, do: answer(rules.Black, true), events: []string{"BreakAgreed black 168h0m0s"},
			then: left(72*time.Hour+week-4*time.Minute, rules.White)},
		{name: "agreed to an older message, about another time", given: func(h *hall) {
			offered(h)
			h.must(answer(rules.White, false))
			h.later(2 * time.Hour)
			h.must(takeBreak(rules.Black, 2*week))
		}, do: in(func(tx *club.Tx, g *club.Game) error {
			out, err := club.CarryOut(tx, g, rules.White, club.GameRequest{Answer: club.AnswerYes, Asked: tx.Now().Add(-time.Hour)})
			return errors.Join(err, asError(out.Answer))
		}), refused: "break-another"},
		{name: "agreed to an older message, about the same time", given: func(h *hall) {
			offered(h)
			h.must(answer(rules.White, false))
			h.later(2 * time.Hour)
			h.must(takeBreak(rules.Black, week))
		}, do: in(func(tx *club.Tx, g *club.Game) error {
			out, err := club.CarryOut(tx, g, rules.White, club.GameRequest{Answer: club.AnswerYes, Asked: tx.Now().Add(-time.Hour)})
			return errors.Join(err, asError(out.Answer))
		}), events: yes},
		{name: "too short", given: begun, do: takeBreak(rules.Black, club.LeastBreak-1), refused: "break-span"},
		{name: "too long", given: begun, do: takeBreak(rules.Black, club.MostBreak+1), refused: "break-span"},
		{name: "when the game is over", given: func(h *hall) { begun(h); h.resign(rules.White) },
			do: takeBreak(rules.Black, week), refused: "over"},
		{name: "with a robot", given: withRobot, do: takeBreak(rules.Black, week), refused: "break-robot"},
		{name: "the end of none", given: begun, do: takeBreak(rules.Black, club.EndBreak), refused: "break-none"},
		{name: "the end of none with a robot", given: withRobot, do: takeBreak(rules.Black, club.EndBreak), refused: "break-robot"},
		{name: "a resignation keeps the offer", given: func(h *hall) {
			offered(h)
			h.must(wish(rules.White, club.GameRequest{Resign: true}))
			h.must(wish(rules.White, club.GameRequest{Undo: true}))
			h.must(answer(rules.Black, true))
		}, do: answer(rules.White, true), events: yes},
	})
}

// A player lets the opponent take back a slip.
func TestForgiving(t *testing.T) {
	forgive := func(side rules.Side) func(tx *club.Tx) error { return wish(side, club.GameRequest{Forgive: true}) }
	offered := func(moves ...string) func(h *hall) {
		return func(h *hall) { h.begin("rooya", moves...); h.must(forgive(rules.White)) }
	}
	back := []string{"PliesTakenBack black 1 forgiven"}
	run(t, []check{
		{name: "offered", given: func(h *hall) { h.begin("rooya", "a1") }, do: forgive(rules.White),
			events: []string{"OfferMade forgive white"}},
		{name: "accepted", given: offered("a1"), do: answer(rules.Black, true), events: back, then: func(h *hall) {
			h.must(in(func(_ *club.Tx, g *club.Game) error {
				require.Equal(h.t, [4]any{0, 1, db.NoOffer, rules.Black}, [4]any{g.Row.Plies, g.Row.Undone, g.Row.Offer, g.Turn()})
				return nil
			}))
		}},
		{name: "accepted with the answer to the slip", given: offered("a1", "a2"), do: answer(rules.Black, true), events: back},
		{name: "accepted with another move", given: offered("a1"),
			do:     wish(rules.Black, club.GameRequest{Answer: club.AnswerYes, Plies: []rules.Move{"a3"}}),
			events: append(back, "PliesPlayed 1 1 black over")},
		{name: "declined", given: offered("a1"), do: answer(rules.Black, false), events: []string{"OfferDeclined forgive black"}},
		{name: "the maker plays on", given: offered("a1"), do: wish(rules.White, club.GameRequest{Plies: []rules.Move{"a2"}}),
			events: []string{"OfferLapsed forgive white white", "PliesPlayed 2 2 white over"}},
		{name: "accepted by its maker", given: offered("a1"), do: answer(rules.White, true), refused: "own-offer"},
		{name: "nothing was played", given: func(h *hall) { h.begin("rooya", "a1") }, do: forgive(rules.Black),
			refused: "forgive-nothing"},
		{name: "amid the opponent's turn", given: func(h *hall) { h.begin("turro", "f1-g2", "e5-e6") }, do: forgive(rules.Black),
			refused: "forgive-amid"},
		{name: "a robot's", given: withRobot, do: forgive(rules.Black), refused: "forgive-robot"},
		{name: "when the game is over", given: func(h *hall) { h.begin("rooya", "a1"); h.resign(rules.White) },
			do: forgive(rules.White), refused: "over"},
	})
}

// A challenge to anyone can be for ratings near the challenger's.
func TestRatingWindow(t *testing.T) {
	post := func(within int) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			o := order(t, "rooya")
			o.Within = within
			return club.PostOpen(tx, ada, o, "")
		}
	}
	rated := func(rating float64) func(h *hall) {
		return func(h *hall) {
			h.must(post(200))
			h.must(func(tx *club.Tx) error {
				r := db.Rating{Player: bob, Rules: "rooya", Rating: rating, Deviation: 60, Volatility: .06, Games: 9}
				r.RatedAt = tx.Now()
				return tx.DB.SaveRating(r)
			})
		}
	}
	accept := func(tx *club.Tx) error {
		if _, err := club.Accept(tx, bob, game); err != nil {
			return err
		}
		return tx.DB.Exec(`DELETE FROM ratings`) // which no game made
	}
	begins := []string{"GameBegan Ada Bob"}
	run(t, []check{
		{name: "too narrow", do: post(49), refused: "rating-window"},
		{name: "too wide", do: post(1001), refused: "rating-window"},
		{name: "not read", do: post(-1), refused: "rating-window"},
		{name: "for one player", do: func(tx *club.Tx) error {
			o := order(t, "rooya")
			o.Within = 200
			return club.Invite(tx, ada, bob, o, "")
		}, refused: "rating-anyone"},
		{name: "for a robot", do: func(tx *club.Tx) error {
			o := order(t, "rooya")
			o.Within = 200
			_, err := club.ChallengeBot(tx, ada, 1, o)
			return err
		}, refused: "rating-anyone"},
		{name: "without a rating", given: func(h *hall) { h.must(post(200)) }, do: accept, events: begins},
		{name: "at its edge", given: rated(1700), do: accept, events: begins},
		{name: "above it", given: rated(1701), do: accept, refused: "rating-outside"},
		{name: "below it", given: rated(1299), do: accept, refused: "rating-outside"},
	})
}

// Who challenges by name meets the limits of invitations, and is told nothing about who is not to be found.
func TestInviteByName(t *testing.T) {
	may := func(h *hall) {
		h.must(func(tx *club.Tx) error { return club.Switch(tx, bob, club.SettingChallenges, true) })
	}
	challenge := func(name string) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			p, err := club.FindPlayer(tx, ada, name, db.FindChallenges)
			if err != nil {
				return err
			}
			return club.InviteByName(tx, ada, p, name, order(t, "rooya"), "")
		}
	}
	then := func(act func(tx *club.Tx) error) func(h *hall) { return func(h *hall) { may(h); h.must(act) } }
	run(t, []check{
		{name: "allowed", given: may, do: challenge("bob"), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"}, then: func(h *hall) {
			h.must(func(tx *club.Tx) error {
				i, err := tx.DB.Invitation(game)
				require.True(h.t, i.ByName)
				return err
			})
		}},
		{name: "not allowed", do: challenge("bob"), refused: "challenge-nobody"},
		{name: "nobody", given: may, do: challenge("bobby"), refused: "challenge-nobody"},
		{name: "oneself", given: may, do: challenge("Ada"), refused: "yourself"},
		{name: "blocked", given: then(func(tx *club.Tx) error { return club.Block(tx, bob, ada, false) }), do: challenge("bob"), refused: "challenge-nobody"},
		{name: "paused", given: then(func(tx *club.Tx) error { _, err := club.BeginPause(tx, bob); return err }), do: challenge("bob"), refused: "challenge-nobody"},
		{name: "stopped", given: then(func(tx *club.Tx) error { return tx.DB.Exec(`UPDATE players SET stopped_at = 1 WHERE id = 2`) }),
			do: challenge("bo"), refused: "challenge-nobody"},
		{name: "declined before", given: func(h *hall) {
			may(h)
			h.must(challenge("bob"))
			h.must(func(tx *club.Tx) error { return club.Decline(tx, bob, game) })
		}, do: challenge("bob"), refused: "declined-lately"},
		{name: "invited already", given: func(h *hall) { may(h); h.must(challenge("bob")) }, do: challenge("bob"), refused: "invited-already"},
		{name: "blocked by name", given: may, do: func(tx *club.Tx) error { return club.BlockNamed(tx, ada, "BOB") }, events: []string{"Blocked Ada Bob 0 0"},
			then: func(h *hall) {
				h.must(func(tx *club.Tx) error { return club.Rename(tx, bob, "Rob") })
				require.NoError(h.t, h.do(func(tx *club.Tx) error { return club.MuteNamed(tx, ada, "Bob", true) }), "by the name that Ada knows")
			}},
	})
}
