package analysis

import (
	"cmp"
	"context"
	"errors"
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
	"turnpost/rules/engine/external"
)

const (
	// minPuzzlePlies is how many plies a game must have. Shorter ones hardly leave the opening,
	// which would be asked again and again.
	minPuzzlePlies = 10
	// maxPuzzlesOfGame is how many puzzles are taken from one game.
	maxPuzzlesOfGame = 2
	// MaxPuzzles is how many puzzles of each game's rules are kept. A new one replaces the
	// oldest.
	MaxPuzzles = 250
)

// WantPuzzles is the listener that notes finished games for puzzles, and keeps the times of
// daily puzzles.
func WantPuzzles(tx *club.Tx, e club.Event) error {
	switch e := e.(type) {
	case club.GameEnded:
		if e.Game.Row.Result != db.Void && e.Game.Record.Len() >= minPuzzlePlies && HasPuzzles(e.Game.Rules) {
			return puzzles.Want(tx.DB, e.Game.Row.ID)
		}
	case club.PlayerChanged:
		if e.What == club.SettingTimezone {
			return keepHours(tx, e.Player)
		}
	case club.PlayerLeft:
		return puzzles.DropDaily(tx.DB, e.Player.ID)
	}
	return nil
}

// HasPuzzles reports whether positions of a game can make puzzles. Where a side may always pass, as in Go, a
// game ends when both see that nothing is left to win, and no win within a few plies can be forced.
func HasPuzzles(g rules.Game) bool { return !slices.Contains(g.Start().Legal(), "pass") }

// SeekPuzzles notes up to most of the latest games of some rules in which no puzzle was found
// yet. It returns their number.
func SeekPuzzles(tx *db.Tx, game string, most int) (int, error) {
	return puzzles.Seek(tx, game, minPuzzlePlies, most)
}

// PuzzleStock counts the stored puzzles and the noted games by rules.
func PuzzleStock(tx *db.Tx) (shelf, waiting map[string]int, err error) {
	if shelf, err = puzzles.Count(tx); err == nil {
		waiting, err = puzzles.Waiting(tx)
	}
	return shelf, waiting, err
}

// PuzzleGame is a game that is to be searched for puzzles.
type PuzzleGame struct {
	NotedGame
	may release
}

// NextPuzzleGame returns the next noted game, or db.ErrNotFound.
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
	game, err := tx.Open(g)
	if err != nil {
		// Think reports the failure of this game, so that it does not stop the others.
		return PuzzleGame{NotedGame: NotedGame{ID: id, failures: failures}}, nil
	}
	may, err := releaseOf(tx, game)
	return PuzzleGame{NotedGame{ID: id, failures: failures, record: game.Record}, may}, err
}

// Think searches the positions of the game. It needs no transaction, and ends when ctx does.
// After each search it calls rest with the time it took.
func (g PuzzleGame) Think(ctx context.Context, rest func(time.Duration)) (FoundPuzzles, error) {
	if g.record == nil {
		return FoundPuzzles{}, fmt.Errorf("game %d cannot be replayed", g.ID)
	}
	if g.may != released {
		return FoundPuzzles{game: g.ID, may: g.may}, nil
	}
	if !HasPuzzles(g.record.Game()) { // it was noted by an earlier version, or by the operator
		return FoundPuzzles{game: g.ID, rules: g.record.Game().Name}, nil
	}
	judge := g.Judge
	if judge == nil {
		judge = engine.PVS{}
	}
	sharp, err := findPuzzles(ctx, g.record, judge, rest)
	if errors.Is(err, external.ErrUnusable) {
		sharp, err = FindPuzzles(ctx, g.record, rest)
	}
	if err != nil {
		return FoundPuzzles{}, err
	}
	return FoundPuzzles{game: g.ID, rules: g.record.Game().Name, sharp: sharp}, nil
}

// How often a game is tried that fails, and how long it waits after a failure.
const (
	maxPuzzleTries   = 3
	puzzleRetryAfter = time.Hour
)

// PutOff notes a failure, so that other games get their turn. After the last try the game is
// given up.
func (g PuzzleGame) PutOff(tx *db.Tx) (last bool, err error) {
	if g.failures+1 >= maxPuzzleTries {
		_, err = puzzles.Done(tx, g.ID)
		return true, err
	}
	return false, puzzles.PutOff(tx, g.ID, tx.Now.Add(puzzleRetryAfter).UnixMilli())
}

// FoundPuzzles are the puzzles found in a game.
type FoundPuzzles struct {
	game  int64
	rules string
	sharp []PuzzlePosition
	may   release
}

// Shelve stores the puzzles and removes the note, unless another daemon has. If they would help a
// player of a running game, the note stays until that game ends.
func (f FoundPuzzles) Shelve(tx *club.Tx) error {
	if f.may == withheld {
		return tx.DB.WithholdAnalysis(f.game, tx.Now().Add(withheldFor))
	}
	if noted, err := puzzles.Done(tx.DB, f.game); err != nil || !noted || len(f.sharp) == 0 {
		return err // not noted any more: another daemon has done it
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
		if p.NoAnalysis || p.Leaving || forgotten(p) {
			return nil
		}
	}
	for _, s := range f.sharp {
		p := puzzles.Puzzle{
			Game:     f.game,
			Rules:    f.rules,
			Position: s.Position,
			Keeps:    string(s.Keeps),
			After:    s.After,
			Plies:    write(s.Plies),
			Level:    int(s.Level),
		}
		if err := puzzles.Put(tx.DB, p, MaxPuzzles); err != nil {
			return err
		}
	}
	return nil
}

// maxOtherChance is the highest chance to win, in percent, that any other ply may have in a
// game that is not solved.
const maxOtherChance = 60

// maxAtAGlance is that chance after a first search. A ply that looks better than this is rarely found to
// be worse than maxOtherChance.
const maxAtAGlance = 85

const (
	leastPlies  = 3 // plies to the win
	leastLegal  = 4
	mostLooked  = 8      // positions of a game whose plies are searched one by one
	glance      = 2_000  // nodes of a first search
	secondNodes = 10_000 // nodes of a second search
	closer      = 40_000 // nodes of the search that decides
	lastLooked  = 20     // positions at the end of a game in which the soonest win is looked for
	mostLine    = mostPlies - 1
	solvedNodes = 200 // nodes to choose between replies of equal value
)

// PuzzlePosition is a position in which exactly one ply keeps the win.
type PuzzlePosition struct {
	Position string
	Keeps    rules.Move
	After    string      // position after Keeps
	Plies    []PuzzlePly // all legal plies, in the order of Legal
	// Level is the lowest level of the engine that finds Keeps.
	Level  engine.Level
	plies  int  // plies to the win
	at     int  // plies played before it in the game
	missed bool // another ply was played in the game
}

// PuzzlePly is the value of one ply for the player who makes it.
type PuzzlePly struct {
	Move rules.Move
	// Worth is win, draw, loss, or chance if the search did not see the end.
	Worth string
	// N is the number of plies until the win or loss, 0 if unknown; for chance, the chance in
	// percent.
	N int
	// Line is the best continuation: several plies after the ply that keeps the win, only the
	// opponent's answer after other plies, nothing if the opponent has no turn.
	Line []rules.Move
}

// FindPuzzles finds up to maxPuzzlesOfGame positions of a game in which exactly one ply keeps
// the win, within mostPlies; if there is none, positions in which exactly one ply wins soonest. It
// prefers positions in which the game went on otherwise, and of these the longest wins, and takes no
// two that are alike. After each search it calls rest with the time it took.
func FindPuzzles(ctx context.Context, r *rules.Record, rest func(time.Duration)) ([]PuzzlePosition, error) {
	return findPuzzles(ctx, r, engine.PVS{}, rest)
}

// findPuzzles is FindPuzzles with a player that judges the positions of games that are not solved.
func findPuzzles(ctx context.Context, r *rules.Record, judge engine.Player,
	rest func(time.Duration)) ([]PuzzlePosition, error) {
	player := &looking{judge: judge, rest: rest}
	var sharp []PuzzlePosition
	looked := 0
	for n := range r.Plies() {
		if looked == mostLooked {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(sharp, func(f PuzzlePosition) bool { return f.Position == r.At(n).String() }) {
			continue // the position was found before
		}
		s, tried, err := look(ctx, r.Game(), r.At(n), player)
		if err != nil {
			return nil, err
		}
		if tried {
			looked++
		}
		if s != nil {
			s.at, s.missed = n, r.Plies()[n] != s.Keeps
			sharp = append(sharp, *s)
		}
	}
	if found, err := takePuzzles(ctx, r, sharp, player); err != nil || len(found) > 0 {
		return found, err
	}
	sharp, err := soonestWins(ctx, r, player)
	if err != nil {
		return nil, err
	}
	return takePuzzles(ctx, r, sharp, player)
}

// takePuzzles chooses from the positions of a game.
func takePuzzles(ctx context.Context, r *rules.Record, sharp []PuzzlePosition, player *looking) (
	found []PuzzlePosition, err error,
) {
	slices.SortStableFunc(sharp, func(a, b PuzzlePosition) int {
		if a.missed != b.missed {
			if a.missed {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.plies, a.plies)
	})
	for _, s := range sharp {
		if len(found) == maxPuzzlesOfGame {
			break
		}
		if slices.ContainsFunc(found, func(f PuzzlePosition) bool { return alike(r, s, f) }) {
			continue
		}
		ok, err := s.complete(ctx, r.Game(), player)
		if err != nil {
			return nil, err
		}
		if ok {
			found = append(found, s)
		}
	}
	return found, nil
}

// soonestWins returns those of the last positions of a game in which exactly one ply wins soonest, if the
// game is not solved. Other plies may win later.
func soonestWins(ctx context.Context, r *rules.Record, player *looking) (list []PuzzlePosition, err error) {
	for n := max(0, r.Len()-lastLooked); n < r.Len(); n++ {
		p, err := r.Game().ParsePosition(r.At(n).String())
		if err != nil {
			return nil, err
		}
		legal := p.Legal()
		if _, solved := p.(rules.Solved); solved || len(legal) < leastLegal {
			continue
		}
		keeps, wins, err := soonest(ctx, p, player.rest)
		if err != nil || keeps == "" {
			if err != nil {
				return nil, err
			}
			continue
		}
		next, err := p.Play(keeps)
		if err != nil {
			return nil, err
		}
		s := PuzzlePosition{Position: p.String(), Keeps: keeps, After: next.String(),
			plies: wins - 1, at: n, missed: r.Plies()[n] != keeps}
		start := rules.NewRecordFrom(r.Game(), p)
		for _, m := range legal {
			ply, err := worth(ctx, start, m, player, engine.Budget{Nodes: secondNodes, Seed: 1})
			if err != nil {
				return nil, err
			}
			if m == keeps {
				ply.Worth = win
			}
			s.Plies = append(s.Plies, ply)
		}
		list = append(list, s)
	}
	return list, nil
}

// alike reports whether two puzzles of a game ask for the same: for the same ply, or for the win of
// the same side, in positions so near that one may arise in the solution of the other.
func alike(r *rules.Record, a, b PuzzlePosition) bool {
	near := max(a.at-b.at, b.at-a.at) < mostPlies
	return a.Keeps == b.Keeps || near && r.At(a.at).Turn() == r.At(b.at).Turn()
}

// complete adds the line after the ply that keeps the win, and the level. It reports whether the
// position makes a puzzle: in a game that is not solved, the win must be proven, and a level must find it.
func (s *PuzzlePosition) complete(ctx context.Context, g rules.Game, player *looking) (bool, error) {
	p, err := g.ParsePosition(s.Position)
	if err != nil {
		return false, err
	}
	if _, solved := p.(rules.Solved); solved {
		err = s.follow(ctx, g, player)
	} else {
		line, unproven := prove(ctx, p, s.Keeps, player.rest)
		if unproven != nil || len(line) < leastPlies {
			return false, unproven
		}
		for i := range s.Plies {
			if s.Plies[i].Move == s.Keeps {
				s.Plies[i].N, s.Plies[i].Line = len(line)-1, line[1:]
			}
		}
	}
	if err != nil {
		return false, err
	}
	s.Level, err = levelOf(ctx, rules.NewRecordFrom(g, p), s.Keeps)
	return s.Level > 0, err
}

// levelOf returns the lowest level that finds a ply more often than not; 0 if none below Master does.
func levelOf(ctx context.Context, start *rules.Record, keeps rules.Move) (engine.Level, error) {
	const games = 5
	for l := engine.Level(1); l <= engine.Faultless; l++ {
		hits := 0
		for seed := range uint64(games) {
			t, err := l.Think(ctx, start, engine.Budget{Nodes: 1, Seed: seed + 1})
			if err != nil {
				return 0, err
			}
			if t.Move == keeps {
				hits++
			}
		}
		if 2*hits > games {
			return l, nil
		}
	}
	return 0, nil
}

// follow adds the line after the ply that keeps the win.
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

// look examines one position; nil if it makes no puzzle. tried says that its plies were
// searched one by one.
func look(
	ctx context.Context, g rules.Game, p rules.Position, player *looking,
) (sharp *PuzzlePosition, tried bool, err error) {
	// The puzzle's position has no history.
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
	if err != nil || keeps < 0 || plies[keeps].N+1 < leastPlies || exact && plies[keeps].N+1 > mostPlies {
		return nil, !exact, err
	}
	next, err := p.Play(legal[keeps])
	if err != nil {
		return nil, !exact, err
	}
	return &PuzzlePosition{
		Position: p.String(),
		Keeps:    legal[keeps],
		After:    next.String(),
		Plies:    plies,
		plies:    plies[keeps].N,
	}, !exact, nil
}

// won reports whether the side to move has a win that takes a while. Nearly all puzzles show
// their win in the first search. The second one is made only for promising positions, so that
// most positions of a game cost little.
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

// alone returns the values of all plies, and the index of the only one that keeps the win; -1
// if there is not exactly one. It repeats the search with larger budgets, the most promising
// plies first, so that a second win is found early.
func alone(
	ctx context.Context, start *rules.Record, legal []rules.Move, exact bool, player *looking,
) (plies []PuzzlePly, keeps int, err error) {
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
		limit := maxOtherChance
		if budget == glance {
			limit = maxAtAGlance
		}
		for _, i := range order {
			if plies[i], err = worth(ctx, start, legal[i], player, engine.Budget{Nodes: budget, Seed: 1}); err != nil {
				return nil, -1, err
			}
			switch {
			case plies[i].Worth == win && keeps >= 0:
				return plies, -1, nil
			case plies[i].Worth == win:
				keeps = i
			case plies[i].Worth == chance && plies[i].N > limit:
				return plies, -1, nil
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(promise(plies[b]), promise(plies[a])) })
	}
	return plies, keeps, nil
}

// promise estimates how likely a ply keeps the win, in percent.
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

// long reports whether a win is certain and takes at least leastPlies, and not more than a person
// can see.
func long(p engine.Prospect) bool {
	sign, known := p.Known()
	return known && sign > 0 && distance(p) >= leastPlies && (!p.Exact || distance(p) <= mostPlies)
}

// Values of PuzzlePly.Worth.
const (
	win    = "win"
	draw   = "draw"
	loss   = "loss"
	chance = "chance"
)

// worth returns the value of a ply.
func worth(
	ctx context.Context, start *rules.Record, m rules.Move, player *looking, b engine.Budget,
) (PuzzlePly, error) {
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
	if p.Exact && !after.Outcome().Over() { // the value is known; this search only chooses the reply
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

// distance returns in how many plies a game with a known result ends.
func distance(p engine.Prospect) int {
	if p.Exact {
		return p.Value.Plies
	}
	return engine.Won - max(p.Score, -p.Score)
}

// looking is an engine that remembers its last ply and calls rest after each search. It plays
// solved games perfectly.
type looking struct {
	judge engine.Player
	rest  func(time.Duration)
	last  rules.Move
}

func (p *looking) Name() string { return "pvs" }

// Think implements engine.Player.
func (p *looking) Think(ctx context.Context, r *rules.Record, b engine.Budget) (engine.Thought, error) {
	began := time.Now()
	player := p.judge
	if _, solved := r.Position().(rules.Solved); solved {
		player = engine.PVS{Exact: true}
	}
	t, err := player.Think(ctx, r, b)
	p.last = t.Move
	p.rest(time.Since(began))
	return t, err
}

// write formats plies for storage, one on each line: "c5-b4 win 7 e4-d4 b4-b5". The words from
// the fourth on are the line, or "-". Plies contain no spaces in any game.
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

// parsePuzzlePlies parses what write wrote.
func parsePuzzlePlies(text string) (plies []PuzzlePly, err error) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 4 {
			return nil, fmt.Errorf("stored puzzle line %q", line)
		}
		n, err := strconv.Atoi(words[2])
		if err != nil {
			return nil, fmt.Errorf("stored puzzle line: %w", err)
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
