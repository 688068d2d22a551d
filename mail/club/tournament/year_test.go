package tournament_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
	"turnpost/mail/consistency"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
)

// year is a club with its schedule and messages, and what the test knows of it: the events that
// it heard, from which it computes everything else by itself.
type year struct {
	*servertest.World
	r       *rand.Rand
	people  []*person // by their number, from 1
	ledgers map[int64]*ledger
	of      map[int64]*bout // by game
	began   time.Time

	tx    *club.Tx // the transaction of what was heard last
	heard [][]club.Event
	read  int64          // messages out up to this one were looked at
	seen  map[string]int // how often
}

// A year of people with habits in four games, by the club's operations, schedule and messages.
// From its ledger of events, the test computes in its own slow way divisions, tables, leaders,
// and who is out: seasons end on their dates, nobody is out without a warning, two players move
// up and two down.
func TestAYear(t *testing.T) {
	skiptest.Long(t)
	sizes := map[string]int{"rooya": 10, "roses": 12, "tourrosa": 12, "turro": 32}
	y := newYear(t, sizes)
	y.springCup()
	for end := y.Now.AddDate(0, 0, 365); y.Now.Before(end); {
		y.tick()
		y.live()
		y.tick()
		y.Now = y.next()
	}
	for name := range sizes {
		for n := 1; n <= 2; n++ {
			require.Equal(t, tournaments.Over, y.named(fmt.Sprintf("%s-%d", name, n)).State)
		}
		y.wentUp(name)
	}
	y.sawAll()
	faults, err := consistency.Check(t.Context(), y.Handler.Club, y.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}

func newYear(t *testing.T, sizes map[string]int) *year {
	w := servertest.New(t)
	pace, err := clock.ParsePace("3d+3d/7d") // so that games of people who seldom read last until the last day
	require.NoError(t, err)
	y := &year{World: w, r: rand.New(rand.NewPCG(1, 2026)), ledgers: map[int64]*ledger{}, of: map[int64]*bout{}, began: w.Now, seen: map[string]int{}}
	y.Open = true
	y.Restart()
	y.Handler.Club.Policy.Pace = pace
	y.Handler.Club.Listeners = append(y.Handler.Club.Listeners, y.hear)
	y.people = people(sizes)
	y.quietly(func(tx *club.Tx) error {
		for _, p := range y.people {
			added, err := tx.DB.AddPlayer(p.address, p.address, p.name)
			if err != nil {
				return err
			}
			added.WroteAt, added.Public = tx.Now(), true
			if err := tx.DB.SavePlayer(added); err != nil {
				return err
			}
			require.Equal(t, p.id, added.ID)
		}
		return nil
	})
	return y
}

// springCup is a tournament of the operator's that is over before the seasons begin, so that
// some players have ratings by then.
func (y *year) springCup() {
	y.act(func(tx *club.Tx) error {
		_, err := tournament.Create(tx, tournaments.Tournament{Name: "spring-cup", Rules: "roses", Pace: "1d+1d/2d", Days: 12})
		return err
	})
	n := 0
	for _, p := range y.people {
		if p.games[0] == "roses" && n < 11 {
			n++
			y.join(p, "spring-cup")
		}
	}
	y.act(clubtest.By("tournament start", "spring-cup", func(tx *club.Tx) error { _, err := tournament.Start(tx, "spring-cup"); return err }))
}

// hear is a listener that keeps the events of each transaction together.
func (y *year) hear(tx *club.Tx, e club.Event) error {
	if y.tx != tx {
		y.tx, y.heard = tx, append(y.heard, nil)
	}
	last := &y.heard[len(y.heard)-1]
	*last = append(*last, e)
	return nil
}

// act does something with or without composing messages.
func (y *year) act(f func(*club.Tx) error) {
	y.T.Helper()
	require.NoError(y.T, y.DB.Update(context.Background(), func(tx *db.Tx) error { _, err := y.Handler.Act(tx, f); return err }))
	y.learn()
}

func (y *year) quietly(f func(*club.Tx) error) {
	y.T.Helper()
	require.NoError(y.T, y.DB.Update(context.Background(), func(tx *db.Tx) error { return f(y.Handler.Club.Begin(tx, 0)) }))
	y.learn()
}

// write lets a person write a message, and say yes if they are asked to confirm it.
func (y *year) write(p *person, body string) {
	y.T.Helper()
	for _, l := range y.ledgers { // a message takes a minute
		if left := l.t.EndsAt.Sub(y.Now); left > 0 && left <= 3*time.Minute {
			return
		}
	}
	y.skip()
	for _, l := range y.Send(servertest.PlayerMail{From: p.from(), Proven: true, Body: body}) {
		if strings.Contains(strings.Join(strings.Fields(l.Text), " "), "with the word yes on a line of its own") {
			y.learn()
			y.skip()
			y.Reply(p.address, "yes")
		}
	}
	y.learn()
}

// skip delivers the waiting messages unread.
func (y *year) skip() {
	y.T.Helper()
	y.look(func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error { return scan(&y.Handed) }, `SELECT COALESCE(max(id), 0) FROM outbox`)
	})
}

func (y *year) look(f func(*db.Tx) error) {
	y.T.Helper()
	require.NoError(y.T, y.DB.View(context.Background(), f))
}

// tick does what the schedule finds due.
func (y *year) tick() {
	y.T.Helper()
	for more := true; more; {
		var err error
		more, err = y.Server.Tick(context.Background())
		require.NoError(y.T, err)
		y.learn()
	}
	y.closeSeasons()
}

// next returns the next moment at which something is done: tomorrow at nine, or when a season
// begins or ends.
func (y *year) next() time.Time {
	y.T.Helper()
	at := y.Now.Add(time.Second).Truncate(day).Add(9 * time.Hour)
	if !at.After(y.Now) {
		at = at.Add(day)
	}
	y.look(func(tx *db.Tx) error {
		unfinished, err := tournaments.Unfinished(tx)
		for _, t := range unfinished {
			for _, moment := range []time.Time{t.StartsAt, t.EndsAt} {
				if moment.After(y.Now) && moment.Before(at) {
					at = moment
				}
			}
		}
		return err
	})
	return at
}

func (y *year) named(name string) (t tournaments.Tournament) {
	y.T.Helper()
	y.look(func(tx *db.Tx) (err error) { t, err = tournaments.Named(tx, name); return err })
	return t
}

func (y *year) tables(t tournaments.Tournament) (out []tournament.SeasonTable) {
	y.T.Helper()
	y.look(func(tx *db.Tx) (err error) {
		out, err = tournament.AllStandings(y.Handler.Club.Begin(tx, 0), t)
		return err
	})
	return out
}

// wentUp compares the stored seasons of a game: the first two of a division are in a higher one
// in the next season.
func (y *year) wentUp(game string) {
	for n := 2; n <= 3; n++ {
		var now tournaments.Tournament
		if now = y.named(fmt.Sprintf("%s-%d", game, n)); now.BegunAt.IsZero() {
			continue
		}
		where := map[int64]int{}
		for i, d := range y.tables(now) {
			for _, row := range d.Rows {
				where[row.ID] = i
			}
		}
		for i, d := range y.tables(y.named(fmt.Sprintf("%s-%d", game, n-1))) {
			for _, row := range d.Rows[:min(2, len(d.Rows)/2)] {
				if division, ok := where[row.ID]; ok && i > 0 {
					y.seen["went up"]++
					require.LessOrEqual(y.T, division, i-1, "who was among the first two of division %d of %s-%d went up", i+1, game, n-1)
				}
			}
		}
	}
}

// begins checks the games with which a division begins; with the first division, all divisions.
func (y *year) begins(e tournament.DivisionBegan) {
	t, l := e.Standings.Tournament, y.ledger(e.Standings.Tournament)
	if l.entered == nil {
		y.draws(l, t)
	}
	n := e.Standings.Division.Number
	var numbers []int64
	for _, row := range e.Standings.Rows {
		require.Equal(y.T, l.rating[row.ID], row.Rating, "%s, player %d", t.Name, row.ID)
	}
	byNumber := slices.SortedFunc(slices.Values(e.Standings.Rows), func(a, b tournament.SeasonRow) int { return a.Number - b.Number })
	for _, row := range byNumber {
		numbers = append(numbers, row.ID)
	}
	require.Equal(y.T, l.divisions[n-1], numbers, "%s, division %d", t.Name, n)
	require.Equal(y.T, len(l.divisions), e.Standings.Divisions)
	require.LessOrEqual(y.T, len(numbers), 8)
	require.GreaterOrEqual(y.T, len(numbers), 4)

	times := 1
	if len(numbers) <= 5 {
		times = 2
		y.seen["small divisions"]++
	}
	met, firsts := map[[2]int64]int{}, map[int64]int{}
	for _, g := range e.Games {
		b := &bout{of: l, game: g.Row.ID, division: n, first: g.Player(g.Turn()).ID, second: g.Player(g.Turn().Opponent()).ID}
		b.turn = b.first
		require.True(y.T, g.Row.Rated)
		require.Equal(y.T, y.Now, g.Row.StartedAt, "all games of a division begin together")
		met[[2]int64{b.first, b.second}]++
		firsts[b.first]++
		l.games, y.of[b.game] = append(l.games, b), b
	}
	for i, p := range numbers {
		for _, q := range numbers[:i] {
			there, back := met[[2]int64{p, q}], met[[2]int64{q, p}]
			require.Equal(y.T, times, there+back)
			require.True(y.T, times == 1 || there == back, "both colours")
		}
		require.InDelta(y.T, float64(times*(len(numbers)-1))/2, firsts[p], 0.5, "half of the games with each side")
	}
	to := y.recipients()
	for _, p := range numbers {
		require.Contains(y.T, to, y.people[p-1].address)
	}
}

// draws checks when a tournament begins, and computes its divisions from the players who are to
// be in it.
func (y *year) draws(l *ledger, t tournaments.Tournament) {
	l.t, l.entered = t, l.joined
	require.Equal(y.T, y.Now, t.BegunAt, t.Name)
	require.Equal(y.T, y.Now.Add(time.Duration(t.Days)*day), t.EndsAt, t.Name)
	var before *ledger
	if t.Previous != 0 {
		before = y.ledgers[t.Previous]
		require.True(y.T, before.closed)
	}
	y.look(func(tx *db.Tx) error {
		for p := range l.entered {
			l.rating[p] = 1500
			if r, err := tx.Rating(p, t.Rules, false); err == nil {
				l.rating[p] = r.Rating
			}
		}
		return nil
	})
	l.divisions = divide(l.entered, l.rating, before)
	y.seen["seasons"]++
}

// closeSeasons checks the tournaments that have ended, and who is to be in the next.
func (y *year) closeSeasons() {
	for _, l := range y.ledgers {
		if l.closed || l.entered == nil {
			continue
		}
		t := y.named(l.t.Name)
		goes := slices.ContainsFunc(l.games, func(b *bout) bool { return b.result == "" })
		require.Equal(y.T, !goes, t.State == tournaments.Over, "%s is over with its last game", t.Name)
		if goes {
			require.True(y.T, y.Now.Before(t.EndsAt), "%s is over on its last day", t.Name)
			continue
		}
		l.closed = true
		require.Equal(y.T, l.t.EndsAt, t.EndsAt, "the last day is where it was")
		require.False(y.T, t.EndedAt.After(t.EndsAt))
		require.Equal(y.T, l.lastEnd, t.EndedAt)
		if l.judged > 0 {
			require.Equal(y.T, t.EndsAt, t.EndedAt)
			y.seen["ended on the day"]++
		}
		for _, table := range y.tables(t) {
			y.same(l, table)
		}
		if t.Standing {
			y.follows(l)
		}
	}
}

// follows puts all players of a season into the next, except those who are out or said that it
// was their last.
func (y *year) follows(l *ledger) {
	var next tournaments.Tournament
	y.look(func(tx *db.Tx) (err error) { next, err = tournaments.Latest(tx, l.t.Rules); return err })
	require.Equal(y.T, l.t.ID, next.Previous)
	require.Equal(y.T, y.Now.Add(14*day), next.StartsAt)
	n := y.ledger(next)
	for p := range l.entered {
		if _, out := l.out[p]; !out && !l.last[p] {
			n.joined[p] = true
		}
	}
}

// sawAll checks that everything that the test is about happened in the year.
func (y *year) sawAll() {
	y.T.Log(y.seen)
	for _, what := range []string{
		"seasons", "tables", "warned", "vacations", "top changed", "went up", "ended on the day",
		"out on time", "cancelled", "lost", "small divisions", "shared", "judged exact", "judged unclear", "judged while away",
	} {
		require.Positive(y.T, y.seen[what], what)
	}
}

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
	joins         int            // on which day, the first time
	planned       map[int64]bool // a vacation at the end of which tournaments
}

func (p *person) from() string { return fmt.Sprintf("%s <%s>", p.name, p.address) }

// people returns so many people for each game; every fifth plays another game too.
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

// today returns the day of the year, from 0.
func (y *year) today() int { return int(y.Now.Sub(y.began) / day) }

// reads reports whether a person reads messages today.
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

// wish lets a person join, leave, or take a vacation.
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

// play lets all who are awake move in their games, at most two plies in each.
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
				g, err := tx.Game(b.game)
				if err != nil {
					return err
				}
				for n := 0; n < 2 && !g.Over() && awake[g.Player(g.Turn()).ID]; n++ {
					if err := y.move(tx, g); err != nil {
						return err
					}
				}
				if b.turn = 0; !g.Over() {
					b.turn = g.Player(g.Turn()).ID
				}
			}
			return nil
		})
	}
}

// move makes a legal ply, or resigns or agrees to a draw, as most do after a while; a few play
// to the end by the rules, and tourists for as long as they can.
func (y *year) move(tx *club.Tx, g *club.Game) error {
	id, side := g.Row.ID, g.Turn()
	patient := id%31 == 0 || y.people[g.Player(rules.Black).ID-1].habit == tourist || y.people[g.Player(rules.White).ID-1].habit == tourist
	if g.Record.Len() >= 4+int(id*7%11) && !patient {
		if id%4 > 0 {
			return club.Resign(tx, g, side)
		}
		if err := clubtest.Draw(tx, g, side.Opponent()); err != nil {
			return err
		}
		return clubtest.Draw(tx, g, side)
	}
	legal := g.Record.Legal()
	err := clubtest.Play(tx, g, side, legal[y.r.IntN(len(legal))])
	require.NoError(y.T, err)
	return err
}

// ledger is what the test knows of one tournament, from its events alone.
type ledger struct {
	t         tournaments.Tournament
	joined    map[int64]bool // before it began
	entered   map[int64]bool // when it began
	last      map[int64]bool // who does not want to be in the next one
	rating    map[int64]float64
	divisions [][]int64 // in the order of their numbers
	games     []*bout
	out       map[int64]bool // and whether their games are cancelled
	warned    map[int64]time.Time
	leaders   map[int][]int64 // by division, from 1
	judged    int
	lastEnd   time.Time
	closed    bool
}

// bout is a game of a tournament.
type bout struct {
	of            *ledger
	game          int64
	division      int
	first, second int64
	result        string // first, second, draw, void; "": it goes on
	onTime        bool
	turn          int64 // whose, when somebody played last
}

func (b *bout) has(player int64) bool { return b.first == player || b.second == player }

// quarters returns a player's quarter points from a game, and whether it counts.
func (l *ledger) quarters(b *bout, player int64) (int, bool) {
	if !b.has(player) || b.result == "" || b.result == "void" || l.out[b.first] || l.out[b.second] {
		return 0, false
	}
	switch {
	case b.result == "draw":
		return 2, true
	case (b.result == "first") == (b.first == player):
		return 4, true
	}
	return 0, true
}

// points returns a player's quarter points in a division, optionally only against some players.
func (l *ledger) points(division int, player int64, against ...int64) (sum int) {
	for _, b := range l.games {
		if b.division != division || !b.has(player) || len(against) > 0 && !slices.Contains(against, b.first+b.second-player) {
			continue
		}
		q, _ := l.quarters(b, player)
		sum += q
	}
	return sum
}

// place is a player's place in a table.
type place struct {
	player         int64
	place          int
	shared         bool
	points, berger int // in quarters, and in sixteenths
}

// table is computed from the words of the rules: points; among ties, the sum of points from
// each game times the points of the opponent; then the points from games among the tied
// players; then the rating. Players who are out stand below.
func (l *ledger) table(division int) []place {
	all := l.divisions[division-1]
	points, berger := map[int64]int{}, map[int64]int{}
	for _, p := range all {
		points[p] = l.points(division, p)
	}
	for _, b := range l.games {
		if b.division != division {
			continue
		}
		if q, ok := l.quarters(b, b.first); ok {
			berger[b.first] += q * points[b.second]
			berger[b.second] += (4 - q) * points[b.first]
		}
	}
	alike := func(a int64) (out []int64) {
		_, isOut := l.out[a]
		for _, p := range all {
			if _, other := l.out[p]; other == isOut && points[p] == points[a] && berger[p] == berger[a] {
				out = append(out, p)
			}
		}
		return out
	}
	above := func(a, b int64) bool {
		_, x := l.out[a]
		_, y := l.out[b]
		switch {
		case x != y:
			return y
		case points[a] != points[b]:
			return points[a] > points[b]
		case berger[a] != berger[b]:
			return berger[a] > berger[b]
		}
		if p, q := l.points(division, a, alike(a)...), l.points(division, b, alike(b)...); p != q {
			return p > q
		}
		return l.rating[a] > l.rating[b]
	}
	var out []place
	for _, p := range all {
		row := place{player: p, place: 1, points: points[p], berger: berger[p]}
		for _, q := range all {
			if above(q, p) {
				row.place++
			} else if q != p && !above(p, q) {
				row.shared = true
			}
		}
		out = append(out, row)
	}
	slices.SortStableFunc(out, func(a, b place) int { return a.place - b.place }) // alike: by number
	return out
}

// leads returns the leaders, who have at least half a point.
func (l *ledger) leads(division int) (out []int64) {
	for _, row := range l.table(division) {
		if row.place == 1 && row.points > 0 {
			out = append(out, row.player)
		}
	}
	slices.Sort(out)
	return out
}

// divide computes the divisions of a season from the one before, if any. It assigns each player
// a division and a position in it: two (or half a division, if that is less) of each move up,
// and as many of the one above move down; those from above stand first, then those from below,
// then those who stayed; new players stand below all, by rating. Then all move together where
// players do not continue.
func divide(in map[int64]bool, rating map[int64]float64, before *ledger) (divisions [][]int64) {
	type standing struct {
		player               int64
		division, way, place int
	}
	var all []standing
	known := map[int64]bool{}
	if before != nil {
		size := func(d int) int {
			if d < 1 || d > len(before.divisions) {
				return 0
			}
			return len(before.divisions[d-1])
		}
		for d := 1; d <= len(before.divisions); d++ {
			up, down := min(2, size(d)/2, size(d-1)/2), min(2, size(d)/2, size(d+1)/2)
			for i, row := range before.table(d) {
				s := standing{row.player, d, 2, i}
				if i < up {
					s.division, s.way = d-1, 1
				} else if i >= size(d)-down {
					s.division, s.way = d+1, 0
				}
				known[row.player] = true
				all = append(all, s)
			}
		}
	}
	for p := range in {
		if !known[p] {
			all = append(all, standing{p, 1 << 30, 0, 0})
		}
	}
	all = slices.DeleteFunc(all, func(s standing) bool { return !in[s.player] })
	slices.SortFunc(all, func(a, b standing) int {
		fresh := 0
		if a.division == 1<<30 && b.division == a.division {
			fresh = cmp.Or(cmp.Compare(rating[b.player], rating[a.player]), cmp.Compare(a.player, b.player))
		}
		return cmp.Or(a.division-b.division, fresh, a.way-b.way, a.place-b.place)
	})
	// As few divisions as possible; the higher ones take the remainder.
	count := 1
	for count*8 < len(all) {
		count++
	}
	for d := range count {
		n := len(in) / count
		if d < len(in)%count {
			n++
		}
		var division []int64
		for _, s := range all[:n] {
			division = append(division, s.player)
		}
		divisions, all = append(divisions, division), all[n:]
	}
	return divisions
}

// ledger returns that of a tournament, creating it if necessary.
func (y *year) ledger(t tournaments.Tournament) *ledger {
	l := y.ledgers[t.ID]
	if l == nil {
		l = &ledger{
			t: t, joined: map[int64]bool{}, last: map[int64]bool{}, rating: map[int64]float64{}, out: map[int64]bool{},
			warned: map[int64]time.Time{}, leaders: map[int][]int64{},
		}
		y.ledgers[t.ID] = l
	}
	return l
}

// running returns the ledger of the season of a game in which a player plays.
func (y *year) running(game string, player int64) *ledger {
	for _, l := range y.ledgers {
		if _, out := l.out[player]; l.t.Standing && l.t.Rules == game && l.entered[player] && !out && !l.closed {
			return l
		}
	}
	return nil
}

// joined reports whether a player has joined a season of a game that has not begun.
func (y *year) joined(game string, player int64) bool {
	for _, l := range y.ledgers {
		if l.t.Standing && l.t.Rules == game && l.entered == nil && l.joined[player] {
			return true
		}
	}
	return false
}

// learn writes the events into the ledgers, and checks them against these.
func (y *year) learn() {
	y.T.Helper()
	heard := y.heard
	y.heard, y.tx = nil, nil
	for _, events := range heard {
		ended := map[int64]*bout{}
		for _, e := range events {
			switch e := e.(type) {
			case tournament.Joined:
				y.ledger(e.Tournament).joined[e.Player.ID] = true
			case tournament.Withdrew:
				l := y.ledger(e.Tournament)
				if delete(l.joined, e.Player.ID); l.entered != nil {
					l.last[e.Player.ID] = true
				}
			case tournament.DivisionBegan:
				y.begins(e)
			case club.GameEnded:
				if b := y.of[e.Game.Row.ID]; b != nil {
					b.result, b.onTime = resultOf(e.Game), e.Game.Row.Reason == rules.OnTime
					b.of.lastEnd = y.Now
					ended[b.game] = b
				}
			}
		}
		for _, e := range events {
			switch e := e.(type) {
			case tournament.Warned:
				y.warned(e, ended)
			case tournament.PlayerOut:
				y.isOut(e, ended)
			case tournament.Adjudicated:
				y.judged(e)
			}
		}
		y.stand(events, ended)
	}
	if len(heard) > 0 {
		y.look(func(tx *db.Tx) error {
			return tx.Rows(func(scan func(...any) error) error { return scan(&y.read) }, `SELECT COALESCE(max(id), 0) FROM outbox`)
		})
	}
}

func resultOf(g *club.Game) string {
	switch g.Row.Result {
	case db.Void:
		return "void"
	case db.Drawn:
		return "draw"
	case club.ResultOf(rules.Wins(g.Record.Game().Start().Turn())):
		return "first"
	}
	return "second"
}

// warned checks a warning: a player has lost a game on time for the first time, and a message
// says what the next loss means.
func (y *year) warned(e tournament.Warned, ended map[int64]*bout) {
	l, p := y.ledgers[e.Tournament.ID], e.Player.ID
	require.Zero(y.T, l.warned[p], "%s warned again", e.Player.Name)
	require.True(y.T, lostOnTime(ended, p))
	says := "You have lost a game of " + l.t.Name + " on time. If you lose another one"
	if e.Silent {
		says = "nothing has come from you since " + l.t.Name + " began"
	}
	require.Contains(y.T, y.message(e.Player.Address), says)
	l.warned[p] = y.Now
	y.seen["warned"]++
}

// lostOnTime reports whether a player has lost one of some games on time.
func lostOnTime(games map[int64]*bout, player int64) bool {
	for _, b := range games {
		if b.onTime && b.has(player) && (b.result == "second") == (b.first == player) {
			return true
		}
	}
	return false
}

// isOut checks that a player who is out was warned before, or has left, and what becomes of the
// games.
func (y *year) isOut(e tournament.PlayerOut, ended map[int64]*bout) {
	l, p := y.ledgers[e.Tournament.ID], e.Player.ID
	if e.Why != tournament.OutAsked {
		require.NotZero(y.T, l.warned[p], "%s is out without a warning", e.Player.Name)
		require.True(y.T, y.Now.After(l.warned[p]))
		require.True(y.T, e.Why == tournament.OutSilent || lostOnTime(ended, p))
		y.seen["out on time"]++
	} else {
		require.Equal(y.T, quitter, y.people[p-1].habit)
	}
	stopped := map[int64]bool{}
	for _, g := range e.Games {
		stopped[g.Row.ID] = true
	}
	over, all := 0, 0
	for _, b := range l.games {
		if !b.has(p) || b.result == "void" && !stopped[b.game] {
			continue
		}
		if all++; !stopped[b.game] {
			require.NotEmpty(y.T, b.result, "game %d goes on", b.game)
			over++
			continue
		}
		if want := "void"; b.result != want {
			want = map[bool]string{true: "second", false: "first"}[b.first == p]
			require.Equal(y.T, want, b.result)
			require.False(y.T, e.Cancelled)
		} else {
			require.True(y.T, e.Cancelled)
		}
	}
	require.Equal(y.T, over < all-over, e.Cancelled, "%d of %d games were over", over, all)
	require.NotContains(y.T, l.out, p)
	l.out[p] = e.Cancelled
	message := y.message(e.Player.Address)
	if e.Why == tournament.OutSilent && message == "" {
		return // a move of others caused it, for which this test composes no messages
	}
	require.Contains(y.T, message, "You are out of "+l.t.Name)
	switch {
	case e.Cancelled:
		y.seen["cancelled"]++
		require.Contains(y.T, message, "Fewer than half of your games were over")
	case over < all:
		y.seen["lost"]++
		require.Contains(y.T, message, "the remaining ones are lost")
	}
}

// judged checks a verdict, and that the messages to both players explain it.
func (y *year) judged(e tournament.Adjudicated) {
	b := y.of[e.Game.Row.ID]
	require.Equal(y.T, b.of.t.EndsAt, y.Now, "on the last day")
	require.Equal(y.T, b.of.t.BegunAt.Add(time.Duration(b.of.t.Days)*day), y.Now, "no vacation moves it")
	b.of.judged++
	y.seen["judged "+string(e.How)]++
	position := e.Game.Record.Position()
	if solved, ok := position.(rules.Solved); ok {
		require.Equal(y.T, tournaments.ByProof, e.How)
		want := rules.Draw
		if sign := solved.Value().Sign; sign != 0 {
			if want = rules.Wins(position.Turn()); sign < 0 {
				want = rules.Wins(position.Turn().Opponent())
			}
		}
		require.Equal(y.T, club.ResultOf(want), e.Game.Row.Result)
	}
	require.Equal(y.T, e.How == tournaments.AsDraw, e.How != tournaments.ByProof && b.result == "draw")
	says := map[tournaments.AdjudicationGround]string{tournaments.ByProof: "the game ends as it would with best play", tournaments.ByEngine: "considers the game as good as won", tournaments.AsDraw: "nobody is clearly ahead, so the game is a draw"}[e.How]
	for _, p := range []int64{b.first, b.second} {
		if y.away(p) && b.turn == p {
			y.seen["judged while away"]++
		}
		require.Contains(y.T, y.message(y.people[p-1].address), says)
	}
}

// stand checks tables after a transaction in which games ended: a change of leaders is
// reported, and a division is over with its last game.
func (y *year) stand(events []club.Event, ended map[int64]*bout) {
	type key struct {
		l        *ledger
		division int
	}
	told, over := map[key]bool{}, map[key]bool{}
	for _, e := range events {
		switch e := e.(type) {
		case tournament.LeadersChanged:
			told[key{y.ledgers[e.Standings.Tournament.ID], e.Standings.Division.Number}] = true
		case tournament.DivisionOver:
			k := key{y.ledgers[e.Standings.Tournament.ID], e.Standings.Division.Number}
			over[k] = true
			y.same(k.l, e.Standings)
		}
	}
	touched := map[key]bool{}
	for _, b := range ended {
		touched[key{b.of, b.division}] = true
	}
	for _, e := range events {
		if e, ok := e.(tournament.PlayerOut); ok {
			l := y.ledgers[e.Tournament.ID]
			touched[key{l, l.divisionOf(e.Player.ID)}] = true
		}
	}
	for k := range touched {
		goes := slices.ContainsFunc(k.l.games, func(b *bout) bool { return b.division == k.division && b.result == "" })
		require.Equal(y.T, !goes, over[k], "%s, division %d", k.l.t.Name, k.division)
		now := k.l.leads(k.division)
		if !slices.Equal(now, k.l.leaders[k.division]) {
			require.True(y.T, told[k] || over[k], "%v lead division %d of %s, and nobody is told", now, k.division, k.l.t.Name)
			y.seen["top changed"]++
		}
		k.l.leaders[k.division] = now
	}
}

func (l *ledger) divisionOf(player int64) int {
	return 1 + slices.IndexFunc(l.divisions, func(d []int64) bool { return slices.Contains(d, player) })
}

// same compares a table with that of the ledger.
func (y *year) same(l *ledger, table tournament.SeasonTable) {
	want := l.table(table.Division.Number)
	require.Len(y.T, table.Rows, len(want))
	for i, row := range table.Rows {
		got := place{row.ID, row.Place, row.Shared, 2 * row.Points, 4 * row.Berger}
		require.Equal(y.T, want[i], got, "%s, division %d, row %d", l.t.Name, table.Division.Number, i+1)
		if row.Shared {
			y.seen["shared"]++
		}
		_, out := l.out[row.ID]
		require.Equal(y.T, out, row.Out)
		require.Equal(y.T, l.out[row.ID], row.Cancelled)
	}
	y.seen["tables"]++
}

// message returns the text of what was sent to an address since the transaction before.
func (y *year) message(address string) (text string) {
	y.T.Helper()
	y.look(func(tx *db.Tx) error {
		var ids []int64
		err := tx.Rows(func(scan func(...any) error) error {
			var id int64
			err := scan(&id)
			ids = append(ids, id)
			return err
		}, `SELECT id FROM outbox WHERE id > ? AND recipient = ?`, y.read, address)
		for _, id := range ids {
			o, err := tx.Message(id)
			require.NoError(y.T, err)
			parts, err := servertest.PartsOf(o.Raw)
			require.NoError(y.T, err)
			for _, part := range parts {
				if part.Kind == "text/plain" {
					text += strings.Join(strings.Fields(string(part.Data)), " ") + "\n"
				}
			}
		}
		return err
	})
	return text
}

// recipients returns who was written to since the transaction before.
func (y *year) recipients() (out []string) {
	y.look(func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error {
			var to string
			err := scan(&to)
			out = append(out, to)
			return err
		}, `SELECT recipient FROM outbox WHERE id > ?`, y.read)
	})
	return out
}
