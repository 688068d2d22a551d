package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/seed"
	"turnpost/db"
	"turnpost/mail"
	"turnpost/rules"
)

// growth is a seeded database that is played on, and what was measured.
type growth struct {
	bench  *Bench
	name   string
	size   int64
	random *rand.Rand
	db     *db.DB
	desk   daemon.Desk
	clock  func() time.Time
	posted int64

	games, players int64 // how many there are
	start          time.Duration
	letters        growthLetters
	memory         []memoryUse
	digests        growthDigests
	forgetting     growthForgetting
}

// durations are measured times.
type durations []time.Duration

// at is a percentile.
func (d durations) at(percent int) time.Duration {
	if len(d) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(d))
	return sorted[min(len(sorted)*percent/100, len(sorted)-1)]
}

func (d durations) mean() time.Duration {
	var sum time.Duration
	for _, t := range d {
		sum += t
	}
	return sum / time.Duration(max(len(d), 1))
}

func inMillis(t time.Duration) string { return fmt.Sprintf("%.2f", float64(t.Microseconds())/1000) }

type growthLetters struct {
	total, keep, play, deliver durations
	octets                     float64 // that each added to the database
}

// memoryUse is in megabytes.
type memoryUse struct{ rss, heap float64 }

// growthOf measures databases, the last first, which is the largest: no other has
// left anything in memory then. Letters come to all of them in turn, so that what
// else the machine does meanwhile falls on each.
func (b *Bench) growthOf(ctx context.Context, files []string, n Growth) ([]*growth, error) {
	all := make([]*growth, len(files))
	for i, file := range slices.Backward(files) {
		g := &growth{bench: b, name: nameOf(file), random: rand.New(rand.NewPCG(n.Seed, 2))}
		all[i] = g
		if err := g.open(ctx, file); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		defer g.db.Close()
		g.remember()
		if err := g.count(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	for i := range n.Letters/10 + n.Letters {
		for _, g := range all {
			if i == n.Letters/10 { // those before were to warm up
				before, err := g.taken(ctx)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", g.name, err)
				}
				g.letters = growthLetters{octets: before}
			}
			if err := g.letter(ctx); err != nil {
				return nil, fmt.Errorf("%s: %w", g.name, err)
			}
		}
	}
	for _, g := range slices.Backward(all) {
		after, err := g.taken(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.name, err)
		}
		g.letters.octets = (after - g.letters.octets) / float64(n.Letters)
		g.remember()
		if n.Digests > 0 {
			if err := g.writeDigests(ctx, n); err != nil {
				return nil, fmt.Errorf("%s: %w", g.name, err)
			}
			g.remember()
		}
		if n.Forget {
			if err := g.forget(ctx, n); err != nil {
				return nil, fmt.Errorf("%s: %w", g.name, err)
			}
		}
	}
	return all, nil
}

// open opens the database as the daemon does, until nothing is due. Time goes on
// from when the database was left, so that nobody was away.
func (g *growth) open(ctx context.Context, file string) error {
	if _, err := os.Stat(file); err != nil && !strings.Contains(file, "://") {
		return err // else it would be made
	}
	before, err := db.Open(ctx, file) // which brings its schema forward
	if err != nil {
		return err
	}
	var left time.Time
	err = before.View(ctx, func(tx *db.Tx) (err error) {
		if g.size, _, err = tx.Size(); err == nil {
			left, err = tx.Latest()
		}
		return err
	})
	before.Close()
	if err != nil {
		return err
	}
	runtime.GC()
	began := time.Now()
	g.clock = func() time.Time { return left.Add(time.Second + time.Since(began)) }
	if g.db, err = db.Open(ctx, file); err != nil {
		return err
	}
	g.db.Now = g.clock
	g.db.Turns(g.forgetting.turns.hear)
	if g.desk, err = daemon.NewDesk(seed.Config(), g.db, g.bench.Games); err != nil {
		return err
	}
	if err := g.db.Update(ctx, func(tx *db.Tx) error { return tx.ReleaseLeases() }); err != nil {
		return err
	}
	for busy := true; busy; {
		if busy, err = g.desk.Tick(ctx); err != nil {
			return err
		}
	}
	g.start = time.Since(began)
	// What an earlier bench left in the queue is not of this one's letters.
	return g.settle(ctx)
}

// taken is what the database takes now, without what is free in it.
func (g *growth) taken(ctx context.Context) (octets float64, err error) {
	err = g.db.View(ctx, func(tx *db.Tx) error {
		all, free, err := tx.Size()
		octets = float64(all - free)
		return err
	})
	return octets, err
}

// remember notes how much memory is used now.
func (g *growth) remember() {
	var m runtime.MemStats
	use := memoryUse{rss: rss()}
	runtime.GC()
	runtime.ReadMemStats(&m)
	use.heap = float64(m.HeapAlloc) / (1 << 20)
	g.memory = append(g.memory, use)
}

// rss is what this process holds of the machine's memory, where the system tells.
func rss() float64 {
	text, _ := os.ReadFile("/proc/self/status")
	var kB float64
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			_, _ = fmt.Sscan(rest, &kB)
		}
	}
	return kB / 1024
}

// count finds how many games and players there are: none was ever deleted.
func (g *growth) count(ctx context.Context) error {
	return g.db.View(ctx, func(tx *db.Tx) error {
		games, err := tx.ListGames(0, false, 1)
		if err != nil {
			return err
		}
		players, err := tx.ListPlayers(1)
		if err != nil || len(games) == 0 || len(players) == 0 {
			return cmp.Or(err, errors.New("nobody plays in it"))
		}
		g.games, g.players = games[0].ID, players[0].ID
		return nil
	})
}

// accepting is a courier that takes everything.
type accepting struct{}

func (accepting) Send(context.Context, mail.Envelope) error { return nil }
func (accepting) Close() error                              { return nil }

// settle does all there is to do.
func (g *growth) settle(ctx context.Context) error {
	for _, work := range []func(context.Context) (bool, error){
		g.desk.PlayNext, func(ctx context.Context) (bool, error) { return g.desk.DeliverNext(ctx, accepting{}) },
	} {
		for busy := true; busy; {
			var err error
			if busy, err = work(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// letter measures one letter.
func (g *growth) letter(ctx context.Context) error {
	m, err := g.move(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := g.desk.Keep(as(ctx, byKeeping), m.arrival); err != nil {
		return err
	}
	kept := time.Now()
	if _, err := g.desk.PlayNext(as(ctx, byPlaying)); err != nil {
		return err
	}
	played := time.Now()
	if err := g.settle(as(ctx, byDelivering)); err != nil {
		return err
	}
	done := time.Now()
	l := &g.letters
	l.total, l.keep = append(l.total, done.Sub(began)), append(l.keep, kept.Sub(began))
	l.play, l.deliver = append(l.play, played.Sub(kept)), append(l.deliver, done.Sub(played))
	return g.check(ctx, m)
}

// growthMove is a letter with a ply.
type growthMove struct {
	arrival mail.Arrival
	game    int64
	plies   int // before it
}

// move draws a running game and writes the next ply in it, as a reply to the
// last letter of who is to move.
func (g *growth) move(ctx context.Context) (m growthMove, err error) {
	err = g.db.View(ctx, func(tx *db.Tx) error {
		for range 1000 {
			player, err := tx.Player(1 + g.random.Int64N(g.players))
			if err != nil {
				return err
			}
			running, err := tx.GamesOf(player.ID, false, 100)
			if err != nil {
				return err
			}
			if len(running) == 0 {
				continue
			}
			game := running[g.random.IntN(len(running))]
			ply, ok, err := g.ply(tx, game, player.ID)
			if err != nil || !ok {
				continue
			}
			ids, err := tx.ThreadIDs(player.ID, game.ID, 1)
			if err != nil || len(ids) == 0 {
				continue
			}
			m = g.arrives(player, game, ids[len(ids)-1], ply)
			return nil
		}
		return fmt.Errorf("no game was found to play in")
	})
	return m, err
}

// arrives is a letter that answers one about a game.
func (g *growth) arrives(p db.Player, game db.Game, answers string, line rules.Move) growthMove {
	g.posted++
	raw := g.write(p, game, answers, line)
	return growthMove{game: game.ID, plies: game.Plies, arrival: mail.Arrival{
		Mailbox: "bench", Cursor: fmt.Sprintf("%d.%d", g.clock().UnixNano(), g.posted), Raw: raw, Size: int64(len(raw)),
	}}
}

// ply draws a legal ply of a game, if it is that player's turn.
func (g *growth) ply(tx *db.Tx, game db.Game, player int64) (rules.Move, bool, error) {
	r, err := rules.Find(g.bench.Games, game.Rules)
	if err != nil {
		return "", false, err
	}
	plies, err := tx.Plies(game.ID)
	if err != nil {
		return "", false, err
	}
	moves := make([]rules.Move, len(plies))
	for i, p := range plies {
		moves[i] = rules.Move(p.Move)
	}
	record, err := rules.Replay(r, moves)
	if err != nil {
		return "", false, err
	}
	turn := game.Black
	if record.Turn() == rules.White {
		turn = game.White
	}
	legal := record.Legal()
	if len(legal) == 0 || turn != player {
		return "", false, nil
	}
	return legal[g.random.IntN(len(legal))], true, nil
}

// write is the raw letter.
func (g *growth) write(p db.Player, game db.Game, answers string, ply rules.Move) []byte {
	var b strings.Builder
	for _, line := range []string{
		"From: " + p.Name + " <" + p.Address + ">", "To: " + seed.Config().Robot.Address, "Subject: Re: " + game.Subject,
		fmt.Sprintf("Message-ID: <bench.%d.%d@example.net>", g.clock().UnixNano(), g.posted),
		"In-Reply-To: <" + answers + ">", "References: <" + answers + ">", "Date: " + g.clock().Format(time.RFC1123Z),
		"MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "", string(ply), "",
		"On Friday Turnpost wrote:", "> Your move.", ">", "> " + mail.Sentinel, "> Reply with a move.",
	} {
		b.WriteString(line + "\r\n")
	}
	return []byte(b.String())
}

// check makes sure that a letter was played: what is measured else?
func (g *growth) check(ctx context.Context, m growthMove) error {
	return g.db.View(ctx, func(tx *db.Tx) error {
		now, err := tx.Game(m.game)
		if err == nil && now.Plies == m.plies {
			err = fmt.Errorf("a letter did not play in game %d:\n%s", m.game, m.arrival.Raw)
		}
		return err
	})
}
