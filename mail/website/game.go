package website

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/rules"
)

// batch is how many games are read at once.
const batch = 64

// work is a game and what its page needs besides its row.
type work struct {
	*game
	made     string
	plies    []db.PlayedPly
	turnings []db.TurningPly
}

// games writes the pages and the records of all games that have changed.
func (w *writer) games(ctx context.Context) error {
	queue := make(chan work, batch)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { defer close(queue); return w.load(ctx, queue) })
	var mu sync.Mutex
	failed := map[int64]bool{}
	for range w.Workers {
		group.Go(func() error {
			for g := range queue {
				began := time.Now()
				record, err := g.replay(g.plies)
				if err != nil {
					mu.Lock()
					failed[g.ID] = true
					mu.Unlock()
					continue
				}
				if err := w.game(g, record); err != nil {
					return fmt.Errorf("game %d: %w", g.ID, err)
				}
				w.pause(ctx, began)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var shown []*game
	for _, g := range w.shown {
		if failed[g.ID] {
			w.failed = append(w.failed, g.ID)
			continue
		}
		g.kind.games = append(g.kind.games, g)
		g.black.games, g.white.games = append(g.black.games, g), append(g.white.games, g)
		shown = append(shown, g)
	}
	w.shown = shown
	return nil
}

// load hands over the games that have changed, with what is stored of them.
func (w *writer) load(ctx context.Context, queue chan<- work) error {
	var changed []work
	for _, g := range w.shown {
		made := w.made(g)
		// Both, because otherwise a file that was lost would never be written again.
		page, record := w.shelf.keeps(g.page(), made), w.shelf.keeps(g.record(), made)
		if !page || !record {
			changed = append(changed, work{game: g, made: made})
		}
	}
	for len(changed) > 0 {
		some := changed[:min(batch, len(changed))]
		changed = changed[len(some):]
		err := w.store.View(ctx, func(tx *db.Tx) error {
			for i := range some {
				moves, err := tx.Moves(some[i].ID)
				if err != nil {
					return err
				}
				some[i].plies = make([]db.PlayedPly, len(moves))
				for n, m := range moves {
					some[i].plies[n] = db.PlayedPly{N: n + 1, Move: m}
				}
				if some[i].quiet() {
					continue
				}
				if some[i].turnings, err = tx.Turnings(some[i].ID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, g := range some {
			select {
			case queue <- g:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

// made identifies what a game's page and record are made of. Plies are sealed. Of those that
// are not, their number is enough, as none are changed.
func (w *writer) made(g *game) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %q %q %q %q %q %+v", g.kind.look, g.black.name, g.black.page, g.white.name, g.white.page,
		g.verdict, g.PublicGame)
	if g.Turnings > 0 && g.quiet() {
		fmt.Fprint(h, " quiet")
	}
	if len(g.silent) > 0 && !g.quiet() {
		fmt.Fprint(h, " silent ", g.silent)
	}
	if g.Terms != "" {
		fmt.Fprint(h, " terms")
	}
	if next := w.explored(g); len(next) > 0 {
		fmt.Fprint(h, " next ", len(next))
	}
	if g.part != nil {
		fmt.Fprintf(h, " %s", g.part.season.at(g.part.division.number))
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// game writes the page and the record of one game.
func (w *writer) game(g work, record *rules.Record) error {
	page := gamePage{
		frame: frame{Title: fmt.Sprintf("%s #%d: %s", g.kind.Title, g.ID, g.names()), Top: "../../",
			Up: []link{{Text: g.kind.Title, To: "../../" + g.kind.index()}}},
		Black: g.black.from("../../"), White: g.white.from("../../"), Verdict: g.verdict,
		From: g.Started, To: g.Ended, Pace: g.Pace, Kind: kindOf(g.game), Record: fmt.Sprintf("%d.txt", g.ID),
		Plies:   make([]shownPly, record.Len()+1),
		Ratings: [2][2]int{{g.BlackBefore, g.BlackAfter}, {g.WhiteBefore, g.WhiteAfter}},
	}
	for _, next := range w.explored(g.game) {
		page.Next = append(page.Next, page.Top+next)
	}
	on, err := g.kind.Agree(g.Terms)
	if err != nil {
		return err
	}
	page.Terms = on.AgreedTerms()
	if g.part != nil {
		page.Up = append(page.Up,
			link{Text: g.part.season.Name, To: "../../" + g.part.season.at(g.part.division.number)})
	}
	turned := map[int]db.TurningPly{}
	for _, t := range g.turnings {
		if slices.Contains(g.silent, t.Ply) {
			continue
		}
		turned[t.Ply] = t
		page.Solved = t.Solved
	}
	strip := w.painter.Strip()
	for n := range page.Plies {
		if n > 0 {
			by := g.person(record.At(n - 1).Turn()).name
			page.Plies[n] = shownPly{By: by, Move: rules.Spell(record.At(n-1), record.Plies()[n-1], g.kind.Say)}
			if t, ok := turned[n]; ok {
				var err error
				if page.Plies[n].Turned,
					err = w.site.say("turned-"+t.Lost, "Name", by, "Better", t.Better, "Before", t.Before, "After",
					t.After); err != nil {
					return err
				}
			}
		}
		if scene, ok := rules.SceneOf(record.At(n), g.kind.First(), g.kind.Say); ok && g.kind.base != "" {
			frame, err := strip.Frame(scene)
			if err != nil {
				return err
			}
			page.Positions = append(page.Positions, frame)
		}
	}
	page.Base, page.Defs = "../../"+g.kind.base, strip.Defs()
	page.Width, page.Height = strip.Size()
	text, err := w.site.game(page)
	if err != nil {
		return err
	}
	if err := w.shelf.put(g.page(), g.made, text); err != nil {
		return err
	}
	return w.shelf.put(g.record(), g.made, []byte(w.transcript(g.game, record)))
}

// transcript is the record of a game without what is private: notes, and the time of the day
// of plies.
func (w *writer) transcript(g *game, record *rules.Record) string {
	day := func(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }
	t := rules.Transcript{
		Game: g.Rules, Number: g.ID, Black: g.black.name, White: g.white.name, Started: day(g.Started),
		Ended: day(g.Ended),
		Pace:  g.Pace, Rated: g.Rated, Terms: g.Terms, Robots: g.WithProgram, Reason: g.Reason,
	}
	t.Result, _ = rules.ParseResult(string(g.Result))
	for _, m := range record.Plies() {
		t.Plies = append(t.Plies, rules.TimedMove{Move: m})
	}
	return t.String([]rules.Game{g.kind.plain})
}

func (g *game) person(side rules.Side) *person {
	if side == rules.White {
		return g.white
	}
	return g.black
}

// from is a player as a page names them, with links from a page to which the top is the given
// way.
func (p *person) from(top string) personLink {
	if p.page == "" {
		return personLink{Name: p.name}
	}
	return personLink{Name: p.name, Page: top + p.page}
}

func kindOf(g *game) string {
	switch {
	case g.WithProgram:
		return "robots"
	case g.Rated:
		return "rated"
	}
	return "casual"
}
