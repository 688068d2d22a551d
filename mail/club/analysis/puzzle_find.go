package analysis

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/puzzles"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/rules/engine"
)

const (
	// minPuzzlePlies is how many plies a game must have: shorter ones hardly leave the opening,
	// which would be asked again and again.
	minPuzzlePlies = 10
	// maxPuzzlesOfGame is how many puzzles come of one game.
	maxPuzzlesOfGame = 2
	// MaxPuzzles is how many of each rules are kept; the oldest gives way.
	MaxPuzzles = 250
)

// WantPuzzles is the listener that notes in which games is to be sought, and keeps the hours of
// who wants a puzzle a day.
func WantPuzzles(tx *club.Tx, e club.Event) error {
	switch e := e.(type) {
	case club.GameEnded:
		if e.Table.Game.Result != club.Void && e.Table.Record.Len() >= minPuzzlePlies {
			return puzzles.Want(tx.DB, e.Table.Game.ID)
		}
	case club.PlayerChanged:
		if e.What == club.SettingTimezone {
			return keepHours(tx, e.Player)
		}
	case club.Left:
		return puzzles.DropDaily(tx.DB, e.Player.ID)
	}
	return nil
}

// SeekPuzzles notes the latest games of some rules, so many at most, in which was not yet sought
// or nothing found, and returns of how many.
func SeekPuzzles(tx *db.Tx, game string, most int) (int, error) {
	return puzzles.Seek(tx, game, minPuzzlePlies, most)
}

// PuzzleStock counts the puzzles of each game, and the games in which is still to be sought.
func PuzzleStock(tx *db.Tx) (shelf, waiting map[string]int, err error) {
	if shelf, err = puzzles.Count(tx); err == nil {
		waiting, err = puzzles.Waiting(tx)
	}
	return shelf, waiting, err
}

// PuzzleGame is a game in which is to be sought.
type PuzzleGame struct {
	ID       int64
	failures int
	record   *rules.Record
}

// NextPuzzleGame is the game in which is to be sought next; db.ErrNotFound if there is none.
func NextPuzzleGame(tx *club.Tx) (PuzzleGame, error) {
	id, failures, found, err := puzzles.Next(tx.DB)
	if err != nil {
		return PuzzleGame{}, err
	}
	if !found {
		return PuzzleGame{}, db.ErrNotFound
	}
	g, err := tx.DB.Game(id)
	if err != nil {
		return PuzzleGame{}, err
	}
	t, err := tx.Open(g)
	if err != nil {
		// It is noted as a failure of this one, or it would stop the others.
		return PuzzleGame{ID: id, failures: failures}, nil
	}
	return PuzzleGame{ID: id, failures: failures, record: t.Record}, nil
}

// Think looks at the positions of the game. It needs no transaction, and ends when ctx
// does. After each thought it has rest called, with how long that took.
func (g PuzzleGame) Think(ctx context.Context, rest func(time.Duration)) (FoundPuzzles, error) {
	if g.record == nil {
		return FoundPuzzles{}, fmt.Errorf("game %d cannot be replayed", g.ID)
	}
	sharp, err := FindPuzzles(ctx, g.record, rest)
	if err != nil {
		return FoundPuzzles{}, err
	}
	return FoundPuzzles{g.ID, g.record.Game().Name, sharp}, nil
}

// maxPostMortemTries is how often a game is looked at that fails, and putOff how long it waits then.
const (
	maxPuzzleTries   = 3
	puzzleRetryAfter = time.Hour
)

// PutOff notes that it failed, so that the others have their turn; the last time it is
// given up.
func (g PuzzleGame) PutOff(tx *db.Tx) (last bool, err error) {
	if g.failures+1 >= maxPuzzleTries {
		_, err = puzzles.Done(tx, g.ID)
		return true, err
	}
	return false, puzzles.PutOff(tx, g.ID, tx.Now.Add(puzzleRetryAfter).UnixMilli())
}

// FoundPuzzles is what was found in a game.
type FoundPuzzles struct {
	game  int64
	rules string
	sharp []PuzzlePosition
}

// Shelve puts it on the shelf, once.
func (f FoundPuzzles) Shelve(tx *club.Tx) error {
	if noted, err := puzzles.Done(tx.DB, f.game); err != nil || !noted || len(f.sharp) == 0 {
		return err // if it is not noted, another daemon has
	}
	g, err := tx.DB.Game(f.game)
	if err != nil {
		return err
	}
	for _, id := range []int64{g.Black, g.White} {
		p, err := tx.DB.Player(id)
		if err != nil {
			return err
		}
		if p.NoAnalysis || p.Leaving || p.Address == "" && club.Robot(p) == 0 {
			return nil
		}
	}
	for _, s := range f.sharp {
		p := puzzles.Puzzle{Game: f.game, Rules: f.rules, Position: s.Position, Keeps: string(s.Keeps), After: s.After, Plies: write(s.Plies)}
		if err := puzzles.Put(tx.DB, p, MaxPuzzles); err != nil {
			return err
		}
	}
	return nil
}

// maxOtherChance is the best chance to win, of 100, that another ply may have where the game is
// not solved.
const maxOtherChance = 60

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
	found = found[:min(len(found), maxPuzzlesOfGame)]
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
		if 100*p.Chance() <= maxOtherChance {
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
			case plies[i].Worth == chance && plies[i].N > maxOtherChance && budget > glance:
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

// write writes plies as they are kept: a line each, "c5-b4 win 7 e4-d4 b4-b5", the words
// from the fourth on what follows, or "-". No game writes a ply with a space.
func write(plies []PuzzlePly) string {
	var b strings.Builder
	for _, p := range plies {
		line := p.Line
		if len(line) == 0 {
			line = []rules.Move{"-"}
		}
		fmt.Fprintf(&b, "%s %s %d", p.Move, p.Worth, p.N)
		for _, m := range line {
			b.WriteString(" " + string(m))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// read reads what write wrote.
func parsePuzzlePlies(text string) (plies []PuzzlePly, err error) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 4 {
			return nil, fmt.Errorf("a puzzle: %q", line)
		}
		n, err := strconv.Atoi(words[2])
		if err != nil {
			return nil, fmt.Errorf("a puzzle: %w", err)
		}
		p := PuzzlePly{Move: rules.Move(words[0]), Worth: words[1], N: n}
		for _, m := range words[3:] {
			if m != "-" {
				p.Line = append(p.Line, rules.Move(m))
			}
		}
		plies = append(plies, p)
	}
	return plies, nil
}
