package club_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// staller is a player, Bob, who is to move in a lost game and does everything that stops clocks
// and that he can do alone: forging reports that messages bounced, vacations, pauses,
// suspensions, messages that end them, other timezones.
type staller struct {
	h      *hall
	random *rand.Rand
	forges float64   // how likely the next thing is one more message that comes back
	until  time.Time // the patience of the test
}

// run lets span pass, looking at every clock that is due, and reports whether the game goes on.
func (s *staller) run(span time.Duration) bool {
	s.h.t.Helper()
	for end := s.h.now.Add(span); ; {
		var due time.Time
		var over bool
		s.must(in(func(_ *club.Tx, g *club.Game) error { due, over = g.Row.ClockDue, g.Row.Over(); return nil }))
		switch {
		case over || s.h.now.After(s.until):
			return false
		case due.IsZero() || due.After(end):
			s.h.now = end
			return true
		}
		if due.After(s.h.now) {
			s.h.now = due
		}
		s.must(func(tx *club.Tx) error { return club.LookAtClock(tx, game, nil) })
	}
}

// must does something that is not refused, and takes no time.
func (s *staller) must(f func(tx *club.Tx) error) {
	s.h.t.Helper()
	require.NoError(s.h.t, s.h.do(f))
}

// may does something that may be refused.
func (s *staller) may(f func(tx *club.Tx) error) {
	s.h.t.Helper()
	if err := s.h.do(f); err != nil {
		refusal, _ := club.Refused(err)
		require.True(s.h.t, refusal != nil || err == club.ErrNothingToDo, "%v", err)
	}
}

// forge makes a message to Bob bounce.
func (s *staller) forge() { s.h.now = s.h.now.Add(time.Millisecond); s.must(returned(true, false)) }

// writes is a proven message from Bob.
func (s *staller) writes(tx *club.Tx) error {
	_, err := welcome(tx, bob, club.WriterHints{Proven: true})
	return err
}

// away plans a vacation of Bob's, who has to write for it.
func (s *staller) away(first, days int) {
	s.must(s.writes)
	s.may(func(tx *club.Tx) error {
		p, err := tx.DB.Player(bob)
		if err != nil {
			return err
		}
		today := tx.Today(p)
		return club.PlanVacation(tx, bob, today.Add(first), today.Add(first+days-1))
	})
}

// anything does one of all these things.
func (s *staller) anything() {
	// Each strategy prefers one thing, so that some only forge.
	what := s.random.IntN(10)
	if s.random.Float64() < s.forges {
		what = 0
	}
	switch what {
	case 0, 1, 2, 3:
		s.forge()
	case 4:
		s.must(s.writes)
	case 5:
		s.away(s.random.IntN(50), 1+s.random.IntN(25))
	case 6:
		s.must(s.writes)
		s.may(func(tx *club.Tx) error { return club.DropVacations(tx, bob) })
	case 7:
		s.may([]func(tx *club.Tx) error{
			func(tx *club.Tx) error { return club.Suspend(tx, bob, true) },
			func(tx *club.Tx) error { return club.Resume(tx, bob) },
			func(tx *club.Tx) error { return club.StopMessages(tx, bob) },
		}[s.random.IntN(3)])
	case 8:
		if s.random.IntN(2) == 0 {
			s.must(func(tx *club.Tx) error { _, err := club.Unsubscribe(tx, bob); return err })
		} else {
			s.must(func(tx *club.Tx) error { return club.EndPause(tx, bob) })
		}
	default:
		zones := []string{"Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Rome", "America/Havana"}
		s.must(func(tx *club.Tx) error {
			p, err := tx.DB.Player(bob)
			if err != nil {
				return err
			}
			p.Timezone = zones[s.random.IntN(len(zones))]
			return tx.DB.SavePlayer(p)
		})
	}
}

// A player who is to move in a lost game loses it within the pace, the grace and the
// vacation quota, whatever they do to stop the clock.
func TestAbuseStalledGame(t *testing.T) {
	if testing.Short() {
		t.Skip("a game is drawn out for a year, many times")
	}
	const day = 24 * time.Hour
	const patience = 400 * day
	pace, err := clock.ParsePace(clock.DefaultPace)
	require.NoError(t, err)
	policy := club.DefaultPolicy()
	quota := time.Duration(policy.VacationDays) * day
	bound := pace.Start + policy.Grace + quota + time.Hour // of the day on which daylight saving ends

	// stall plays one strategy from a moment on and returns how long the game lasts.
	stall := func(t *testing.T, from time.Time, seed uint64, strategy func(s *staller)) time.Duration {
		h := newHall(t)
		h.now = from
		h.begin("rooya", "a1")
		s := &staller{h: h, random: rand.New(rand.NewPCG(seed, 12)), until: h.now.Add(patience)}
		begun := h.now
		strategy(s)
		for s.run(24 * time.Hour) { // in the end nothing more is done
		}
		h.must(in(func(_ *club.Tx, g *club.Game) error {
			require.Equal(h.t, club.ResultOf(rules.Wins(rules.Black)), g.Row.Result, "it goes on after %s", h.now.Sub(begun))
			require.LessOrEqual(h.t, h.now.Sub(begun), bound+time.Minute)
			return nil
		}))
		h.verify()
		return h.now.Sub(begun)
	}
	december := time.Date(2026, 12, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name     string
		from     time.Time
		strategy func(s *staller)
	}{
		{"bounces forged for ever, a letter every thirty days", begin, func(s *staller) {
			for {
				for range 3 {
					s.forge()
					if !s.run(25 * time.Hour) {
						return
					}
				}
				if !s.run(26 * day) {
					return
				}
				s.must(s.writes)
			}
		}},
		{"a vacation, and then bounces", begin, func(s *staller) {
			s.away(0, 30)
			for s.run(20 * time.Hour) {
				s.forge()
			}
		}},
		{"bounces, and then a vacation", begin, func(s *staller) {
			for range 29 {
				s.forge()
				s.run(24 * time.Hour)
			}
			s.away(0, 29)
		}},
		{"bounces, with a vacation planned behind them", begin, func(s *staller) {
			s.away(30, 30)
			for s.run(20 * time.Hour) {
				s.forge()
			}
		}},
		{"vacations of two years, one after the other", december, func(s *staller) {
			s.away(0, 30)
			s.away(30, 30)
		}},
		{"pauses without end, each begun again a day later", begin, func(s *staller) {
			for {
				s.must(func(tx *club.Tx) error { _, err := club.Unsubscribe(tx, bob); return err })
				if !s.run(24 * time.Hour) {
					return
				}
				s.must(func(tx *club.Tx) error { return club.EndPause(tx, bob) })
			}
		}},
		{"the operator's suspension, lifted and renewed", begin, func(s *staller) {
			for s.run(24 * time.Hour) {
				s.may(func(tx *club.Tx) error { return club.Resume(tx, bob) })
				s.may(func(tx *club.Tx) error { return club.Suspend(tx, bob, true) })
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			lasted := stall(t, c.from, 1, c.strategy)
			t.Logf("abuse | a lost game is stalled: %s | it ends within %.1f days | %.1f days", c.name, bound.Hours()/24, lasted.Hours()/24)
		})
	}
	t.Run("at random", func(t *testing.T) {
		games, longest := uint64(30), time.Duration(0)
		if testing.Short() {
			games = 12
		}
		for seed := range games {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				longest = max(longest, stall(t, begin.AddDate(0, 0, int(seed)*37%365), seed, func(s *staller) {
					s.forges = s.random.Float64()
					pause := time.Duration(1+s.random.IntN(36)) * time.Hour
					for s.run(time.Duration(s.random.Int64N(int64(pause)))) {
						s.anything()
					}
				}))
			})
		}
		t.Logf("abuse | a lost game is stalled: %d random strategies | it ends within %.1f days | %.1f days", games, bound.Hours()/24, longest.Hours()/24)
	})
}
