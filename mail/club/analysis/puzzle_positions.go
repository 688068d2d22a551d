package analysis

import (
	"cmp"
	"context"
	"slices"
	"time"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// MaxOtherChance is the best chance to win, of 100, that another ply may have where the game is
// not solved.
const MaxOtherChance = 60

const (
	leastPlies  = 3 // to the win
	leastLegal  = 4
	mostLooked  = 8      // positions of a game whose plies are all searched
	glance      = 2_000  // positions of a first look
	secondNodes = 10_000 // of a second one
	closer      = 40_000 // and of that by which is judged
	mostLine    = 8      // plies of what follows
	solvedNodes = 200    // to choose between replies that are worth the same
)

// PuzzlePosition is one in which one ply keeps the win.
type PuzzlePosition struct {
	Position string
	Keeps    rules.Move
	After    string      // the position after it
	Plies    []PuzzlePly // all that are legal, in the order of Legal
	plies    int         // to the win
	missed   bool        // the game went on otherwise
}

// PuzzlePly is what one ply is worth to who plays it.
type PuzzlePly struct {
	Move rules.Move
	// Worth is win, draw, loss, or chance where that was not seen to the end.
	Worth string
	// N is in how many plies after it the game is won or lost, 0 if that is not known, or
	// the chance in percent.
	N int
	// Line is what best follows, as far as it is told: of the ply that keeps the win so many
	// plies, of others the other side's answer alone, or nothing if it has no turn then.
	Line []rules.Move
}

// FindPuzzles finds the positions of a game in which one ply alone keeps the win, MostOfGame of
// them at most: first those in which it was not played, and of these where the win is
// longest. After each thought it has rest called, with how long that took.
func FindPuzzles(ctx context.Context, r *rules.Record, rest func(time.Duration)) ([]PuzzlePosition, error) {
	player := &looking{rest: rest}
	var found []PuzzlePosition
	looked := 0
	for n := range r.Plies() {
		if looked == mostLooked {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(found, func(f PuzzlePosition) bool { return f.Position == r.At(n).String() }) {
			continue // it arose again
		}
		sharp, tried, err := look(ctx, r.Game(), r.At(n), player)
		if err != nil {
			return nil, err
		}
		if tried {
			looked++
		}
		if sharp != nil {
			sharp.missed = r.Plies()[n] != sharp.Keeps
			found = append(found, *sharp)
		}
	}
	slices.SortStableFunc(found, func(a, b PuzzlePosition) int {
		if a.missed != b.missed {
			if a.missed {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.plies, a.plies)
	})
	found = found[:min(len(found), MaxPuzzlesOfGame)]
	for i := range found {
		if err := found[i].follow(ctx, r.Game(), player); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// follow finds the line that follows the ply which keeps the win.
func (s *PuzzlePosition) follow(ctx context.Context, g rules.Game, player *looking) error {
	p, err := g.ParsePosition(s.Position)
	if err != nil {
		return err
	}
	line := rules.NewRecordFrom(g, p)
	for m := s.Keeps; ; {
		if err := line.Play(m); err != nil {
			return err
		}
		if line.Len() > mostLine || line.Turn() == rules.None {
			break
		}
		t, err := player.Think(ctx, line, engine.Budget{Nodes: closer, Seed: 1})
		if err != nil {
			return err
		}
		m = t.Move
	}
	for i := range s.Plies {
		if s.Plies[i].Move == s.Keeps {
			s.Plies[i].Line = slices.Clone(line.Plies()[1:])
		}
	}
	return nil
}

// look looks at one position, by itself; nil: it is not sharp. tried says that its plies
// were searched one by one.
func look(ctx context.Context, g rules.Game, p rules.Position, player *looking) (sharp *PuzzlePosition, tried bool, err error) {
	// As whoever gets the puzzle has it: without what was before.
	p, err = g.ParsePosition(p.String())
	if err != nil {
		return nil, false, err
	}
	legal := p.Legal()
	if len(legal) < leastLegal {
		return nil, false, nil
	}
	start := rules.NewRecordFrom(g, p)
	if won, err := won(ctx, start, player); err != nil || !won {
		return nil, false, err
	}
	_, exact := p.(rules.Solved)
	plies, keeps, err := alone(ctx, start, legal, exact, player)
	if err != nil || keeps < 0 || plies[keeps].N+1 < leastPlies {
		return nil, !exact, err
	}
	next, err := p.Play(legal[keeps])
	if err != nil {
		return nil, !exact, err
	}
	return &PuzzlePosition{Position: p.String(), Keeps: legal[keeps], After: next.String(), Plies: plies, plies: plies[keeps].N}, !exact, nil
}

// won reports whether the side to move is seen to win, and not at once. Nearly all wins that
// one ply alone keeps are seen at a glance; a second look is for positions that are
// promising then. So most of a game costs little.
func won(ctx context.Context, start *rules.Record, player *looking) (bool, error) {
	for _, n := range [...]int{glance, secondNodes} {
		p, err := engine.Expect(ctx, start, start.Turn(), player, engine.Budget{Nodes: n, Seed: 1})
		if err != nil {
			return false, err
		}
		if _, known := p.Known(); known {
			return long(p), nil
		}
		if 100*p.Chance() <= MaxOtherChance {
			break
		}
	}
	return false, nil
}

// alone is what each ply is worth, and which one alone keeps the win; -1: none does, or not
// alone. The search looks longer and longer, each time at the most promising first, so
// that a second win is come upon soon.
func alone(ctx context.Context, start *rules.Record, legal []rules.Move, exact bool, player *looking) (plies []PuzzlePly, keeps int, err error) {
	budgets := []int{glance, secondNodes, closer}
	if exact {
		budgets = []int{solvedNodes}
	}
	plies = make([]PuzzlePly, len(legal))
	order := make([]int, len(legal))
	for i := range order {
		order[i] = i
	}
	for _, budget := range budgets {
		keeps = -1
		for _, i := range order {
			if plies[i], err = worth(ctx, start, legal[i], player, engine.Budget{Nodes: budget, Seed: 1}); err != nil {
				return nil, -1, err
			}
			switch {
			case plies[i].Worth == win && keeps >= 0:
				return plies, -1, nil
			case plies[i].Worth == win:
				keeps = i
			case plies[i].Worth == chance && plies[i].N > MaxOtherChance && budget > glance:
				return plies, -1, nil
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(promise(plies[b]), promise(plies[a])) })
	}
	return plies, keeps, nil
}

// promise is how likely a ply keeps the win, as far as is known: of 100.
func promise(p PuzzlePly) int {
	switch p.Worth {
	case win:
		return 100
	case chance:
		return p.N
	case draw:
		return 50
	}
	return 0
}

// long reports whether a win is certain, and not at once.
func long(p engine.Prospect) bool {
	sign, known := p.Known()
	return known && sign > 0 && (p.Exact && p.Value.Plies >= leastPlies || !p.Exact && engine.Won-p.Score >= leastPlies)
}

// The words of Ply.Worth.
const (
	win    = "win"
	draw   = "draw"
	loss   = "loss"
	chance = "chance"
)

// worth is what a ply is worth.
func worth(ctx context.Context, start *rules.Record, m rules.Move, player *looking, b engine.Budget) (PuzzlePly, error) {
	side, after := start.Turn(), start.Clone()
	if err := after.Play(m); err != nil {
		return PuzzlePly{}, err
	}
	ply := PuzzlePly{Move: m}
	player.last = ""
	p, err := engine.Expect(ctx, after, side, player, b)
	if err != nil {
		return ply, err
	}
	if p.Exact && !after.Outcome().Over() { // the table says the value; who answers is chosen by it
		if _, err = player.Think(ctx, after, b); err != nil {
			return ply, err
		}
	}
	if !after.Outcome().Over() && after.Turn() != side {
		ply.Line = []rules.Move{player.last}
	}
	sign, known := p.Known()
	switch {
	case !known:
		ply.Worth, ply.N = chance, min(max(int(100*p.Chance()+0.5), 1), 99)
	case sign > 0:
		ply.Worth, ply.N = win, distance(p)
	case sign < 0:
		ply.Worth, ply.N = loss, distance(p)
	default:
		ply.Worth = draw
	}
	return ply, nil
}

// distance is in how many plies a game ends whose result is known.
func distance(p engine.Prospect) int {
	if p.Exact {
		return p.Value.Plies
	}
	return engine.Won - max(p.Score, -p.Score)
}

// looking is a player whose last ply is kept, and who rests after each thought. It plays a
// solved game perfectly.
type looking struct {
	rest func(time.Duration)
	last rules.Move
}

func (p *looking) Name() string { return "pvs" }

// Think thinks, and rests.
func (p *looking) Think(ctx context.Context, r *rules.Record, b engine.Budget) (engine.Thought, error) {
	began := time.Now()
	_, solved := r.Position().(rules.Solved)
	t, err := engine.PVS{Exact: solved}.Think(ctx, r, b)
	p.last = t.Move
	p.rest(time.Since(began))
	return t, err
}
