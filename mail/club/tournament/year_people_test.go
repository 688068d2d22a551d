package tournament_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// What people do with their mail.
const (
	quick   = iota // plays every day
	slow           // every other day
	sleeper        // is away for weeks, twice, without a word
	quitter        // leaves in the middle, early or late
	tourist        // plays every third day, for as long as it goes, and is on vacation on the last one
)

// person is a player with habits.
type person struct {
	id            int64
	name, address string
	habit         int
	games         []string
	joins         int            // ladderOnFile which day, the first time
	planned       map[int64]bool // a vacation at the end of which tournaments
}

func (p *person) from() string { return fmt.Sprintf("%s <%s>", p.name, p.address) }

// people are so many in each game; every fifth plays another one besides.
func people(sizes map[string]int) (all []*person) {
	games := []string{"rooya", "roses", "tourrosa", "turro"}
	for i, game := range games {
		for range sizes[game] {
			n := len(all) + 1
			p := &person{
				id: int64(n), name: fmt.Sprintf("Player %c%c", 'A'+n/26, 'a'+n%26), address: fmt.Sprintf("p%d@example.org", n),
				habit: []int{quick, slow, quick, quitter, quick, sleeper, slow, quick, tourist, quick}[n%10], games: []string{game},
				planned: map[int64]bool{},
			}
			if n%5 == 0 {
				p.games = append(p.games, games[(i+1)%len(games)])
			}
			if n%9 == 4 { // a newcomer of the second season
				p.joins = 60
			}
			all = append(all, p)
		}
	}
	return all
}

// today is the day of the year, from 0.
func (y *year) today() int { return int(y.Now.Sub(y.began) / day) }

// reads reports whether somebody reads letters today.
func (p *person) reads(today int) bool {
	n := int(p.id)
	switch p.habit {
	case slow:
		return (today+n)%2 == 0
	case tourist:
		return (today+n)%3 == 0
	case sleeper: // of 134 days, as long as a season and what comes before it
		at := (today + 7*n%30) % 134
		return at < 40 || at == 52 || at == 53 || at > 110
	}
	return true
}

// live lets everybody do what they do today.
func (y *year) live() {
	today := y.today()
	awake := map[int64]bool{}
	for _, p := range y.people {
		if awake[p.id] = p.reads(today) && !y.away(p.id); awake[p.id] {
			y.wish(p, today)
		}
	}
	y.play(awake)
}

// away reports whether a player is on vacation.
func (y *year) away(player int64) bool {
	for id := range y.people[player-1].planned {
		if y.ledgers[id].t.EndsAt.Sub(y.Now).Abs() < 5*day {
			return true
		}
	}
	return false
}

// wish lets somebody join, leave, or take a vacation.
func (y *year) wish(p *person, today int) {
	for _, game := range p.games {
		l := y.running(game, p.id)
		if today >= p.joins && l == nil && !y.joined(game, p.id) && (today == p.joins || (today+int(p.id))%30 == 0 && p.id%3 > 0) {
			y.join(p, game)
			continue
		}
		if l == nil {
			continue
		}
		into, left := y.Now.Sub(l.t.BegunAt), l.t.EndsAt.Sub(y.Now)
		goes := time.Duration(1+p.id/10%5*15) * day
		switch {
		case p.habit == quitter && into > goes && into <= goes+day:
			y.write(p, "leave "+l.t.Name)
		case p.habit == tourist && left > 5*day && left <= 8*day && game == p.games[0] && !p.planned[l.t.ID]:
			p.planned[l.t.ID] = true
			y.vacation(p, l.t.EndsAt)
		}
	}
}

func (y *year) join(p *person, name string) {
	y.T.Helper()
	y.act(func(tx *club.Tx) error { return tournament.Join(tx, p.id, name) })
}

// vacation plans some days off around a moment.
func (y *year) vacation(p *person, around time.Time) {
	y.T.Helper()
	y.seen["vacations"]++
	y.act(func(tx *club.Tx) error {
		return club.PlanVacation(tx, p.id, clock.DateOf(around.Add(-5*day)), clock.DateOf(around.Add(5*day)))
	})
}

// play lets all who are awake move in their games, two plies in each at most.
func (y *year) play(awake map[int64]bool) {
	var due []*bout
	for _, b := range y.of {
		if b.result == "" && awake[b.turn] {
			due = append(due, b)
		}
	}
	slices.SortFunc(due, func(a, b *bout) int { return int(a.game - b.game) })
	for some := range slices.Chunk(due, 50) {
		y.quietly(func(tx *club.Tx) error {
			for _, b := range some {
				t, err := tx.Table(b.game)
				if err != nil {
					return err
				}
				for n := 0; n < 2 && !t.Over() && awake[t.Player(t.Turn()).ID]; n++ {
					if err := y.move(tx, t); err != nil {
						return err
					}
				}
				if b.turn = 0; !t.Over() {
					b.turn = t.Player(t.Turn()).ID
				}
			}
			return nil
		})
	}
}

// move makes a legal ply, or resigns or agrees on a draw, as most do after some; a few play
// to the end by the rules, and tourists for as long as they can.
func (y *year) move(tx *club.Tx, t *club.Table) error {
	id, side := t.Game.ID, t.Turn()
	patient := id%31 == 0 || y.people[t.Player(rules.Black).ID-1].habit == tourist || y.people[t.Player(rules.White).ID-1].habit == tourist
	if t.Record.Len() >= 4+int(id*7%11) && !patient {
		if id%4 > 0 {
			return club.Resign(tx, t, side)
		}
		if err := clubtest.Draw(tx, t, side.Opponent()); err != nil {
			return err
		}
		return clubtest.Draw(tx, t, side)
	}
	legal := t.Record.Legal()
	err := clubtest.Play(tx, t, side, legal[y.r.IntN(len(legal))])
	require.NoError(y.T, err)
	return err
}
