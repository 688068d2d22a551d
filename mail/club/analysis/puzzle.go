package analysis

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"turnpost/db"
	"turnpost/db/puzzles"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// Puzzle is a puzzle as a player sees it.
type Puzzle struct {
	ID int64
	// Second identifies the message to the player: the second in which it was asked.
	Second   int64
	Rules    rules.Game
	Position rules.Position
	Keeps    PuzzlePly   // the ply that keeps the win
	Plies    []PuzzlePly // all legal plies with their values
	// Exact says that the win is certain, and that no other ply wins as soon; otherwise an engine
	// saw that. Solved says that the values of all plies are certain. Soonest says that other plies may
	// win too, but later.
	Exact, Solved, Soonest bool
	// Level is the lowest level of the engine that finds Keeps; 0: unknown.
	Level int
	// Shipped says that it ships with the program, and is from a game between two bots.
	Shipped bool
}

// Wins returns within how many plies the side to move wins.
func (s *Puzzle) Wins() int { return s.Keeps.N + 1 }

// Record is a record that begins with the puzzle, and reads plies as a language writes them.
func (s *Puzzle) Record(lang string) *rules.Record {
	return rules.NewRecordFrom(s.Rules, s.Position).In(lang)
}

// Theme is what a puzzle is about.
type Theme string

// The themes.
const (
	ThemeRescue Theme = "rescue" // every other ply loses
	ThemeForced Theme = "forced" // the opponent never has a choice
	ThemeTwice  Theme = "twice"  // the side moves twice running
	ThemeDeep   Theme = "deep"   // the win takes seven plies or more
)

// Themes returns what the puzzle is about. That may give its solution away.
func (s *Puzzle) Themes() (list []Theme, err error) {
	line, err := s.keeping()
	if err != nil {
		return nil, err
	}
	side, choice, twice := s.Position.Turn(), false, false
	for n := 1; n < line.Len(); n++ {
		before := line.At(n)
		choice = choice || before.Turn() != side && len(before.Legal()) > 1
		twice = twice || before.Turn() == side && line.At(n-1).Turn() == side
	}
	others := slices.ContainsFunc(s.Plies, func(p PuzzlePly) bool { return p.Worth != loss && p.Move != s.Keeps.Move })
	for _, t := range []struct {
		Theme
		is bool
	}{{ThemeRescue, !others}, {ThemeForced, !choice}, {ThemeTwice, twice}, {ThemeDeep, s.Wins() >= 7}} {
		if t.is {
			list = append(list, t.Theme)
		}
	}
	return list, nil
}

// PuzzleTally counts the puzzles that a player has solved, of all that they answered.
type PuzzleTally struct{ Solved, Of int }

// PuzzleTallyOf returns a player's tally.
func PuzzleTallyOf(tx *club.Tx, player int64) (t PuzzleTally, err error) {
	t.Solved, t.Of, err = puzzles.Tally(tx.DB, player)
	return t, err
}

// mostTried is how many puzzles are tried to find one that is on no running board.
const mostTried = 10

// AskPuzzle returns a puzzle for a message to a player, of some rules or of any if name is
// empty, and notes that it was asked. It returns nil if there is none now. A puzzle that they
// have not answered may be asked again. Those that ship with the program come last.
func AskPuzzle(tx *club.Tx, player int64, name string) (*Puzzle, error) {
	return ask(tx, player, name, false)
}

func ask(tx *club.Tx, player int64, name string, unseen bool) (*Puzzle, error) {
	found, err := puzzles.Unanswered(tx.DB, player, name, unseen, mostTried)
	if err != nil {
		return nil, err
	}
	shipped, err := freshShipped(tx, player, name, unseen)
	if err != nil {
		return nil, err
	}
	for _, p := range append(found, shipped...) {
		s, err := open(tx, p)
		if err != nil {
			return nil, err
		}
		if stands, err := standsOnBoard(tx, s, s.Keeps.Move); err != nil {
			return nil, err
		} else if !stands {
			s.Second, err = puzzles.StoreAsked(tx.DB, player, p.ID)
			return s, err
		}
	}
	return nil, nil
}

// freshShipped returns some puzzles of those that ship with the program as puzzles.Unanswered does, those of
// games that the player has played first, and of these the easiest.
func freshShipped(tx *club.Tx, player int64, name string, unseen bool) (fresh []puzzles.Puzzle, err error) {
	asked, err := puzzles.AskedShipped(tx.DB, player)
	if err != nil {
		return nil, err
	}
	unknown := map[string]int{}
	for _, g := range tx.Club.Games() {
		if name != "" && g.Name != name {
			continue
		}
		if known, err := tx.DB.PlayedBefore(player, db.Game{ID: -1, Rules: g.Name}); err != nil {
			return nil, err
		} else if !known {
			unknown[g.Name] = 1
		}
		for _, p := range Shipped(g.Name) {
			if at, shown := asked[p.ID]; !shown || !unseen && at != puzzles.AnsweredAlready {
				fresh = append(fresh, p)
			}
		}
	}
	slices.SortStableFunc(fresh, func(a, b puzzles.Puzzle) int {
		return cmp.Or(cmp.Compare(asked[a.ID], asked[b.ID]),
			cmp.Compare(unknown[a.Rules], unknown[b.Rules]), cmp.Compare(a.Level, b.Level))
	})
	return fresh[:min(len(fresh), mostTried)], nil
}

// CountPuzzles counts the puzzles of some rules, or all if name is empty, with those that ship with
// the program.
func CountPuzzles(tx *club.Tx, name string) (n int, err error) {
	all, err := puzzles.Count(tx.DB)
	for _, g := range tx.Club.Games() {
		if name == "" || g.Name == name {
			n += all[g.Name] + len(Shipped(g.Name))
		}
	}
	return n, err
}

// AskedPuzzle is a puzzle that a player was asked.
type AskedPuzzle struct {
	number  int64
	*Puzzle // nil if it was removed
}

// PuzzleIn returns the puzzle in a message to a player, identified by its second; nil if there
// is none.
func PuzzleIn(tx *club.Tx, player, second int64) (*AskedPuzzle, error) {
	return asked(tx, func() (int64, bool, error) { return puzzles.AskedAt(tx.DB, player, second) })
}

// LastPuzzle returns the puzzle that a player was asked last; nil if there is none.
func LastPuzzle(tx *club.Tx, player int64) (*AskedPuzzle, error) {
	return asked(tx, func() (int64, bool, error) { return puzzles.AskedLast(tx.DB, player) })
}

func asked(tx *club.Tx, find func() (int64, bool, error)) (*AskedPuzzle, error) {
	id, found, err := find()
	if err != nil || !found {
		return nil, err
	}
	s, err := byNumber(tx, id)
	return &AskedPuzzle{id, s}, err
}

// byNumber returns a puzzle by its number; nil if it was removed.
func byNumber(tx *club.Tx, id int64) (*Puzzle, error) {
	if p, found := shippedPuzzle(tx.Club.Games(), id); found {
		return open(tx, p)
	}
	p, found, err := puzzles.Get(tx.DB, id)
	if err != nil || !found {
		return nil, err
	}
	return open(tx, p)
}

// open parses a stored puzzle.
func open(tx *club.Tx, p puzzles.Puzzle) (*Puzzle, error) {
	g, err := tx.Club.Rules(p.Rules)
	if err != nil {
		return nil, err
	}
	return ReadPuzzle(g, p)
}

// ReadPuzzle parses a stored puzzle of a game and checks that it is one.
func ReadPuzzle(g rules.Game, p puzzles.Puzzle) (*Puzzle, error) {
	s := &Puzzle{ID: p.ID, Rules: g, Level: p.Level, Shipped: p.ID < 0}
	err := s.read(p)
	if err != nil {
		return nil, fmt.Errorf("puzzle %d: %w", p.ID, err)
	}
	return s, nil
}

func (s *Puzzle) read(p puzzles.Puzzle) (err error) {
	if s.Position, err = s.Rules.ParsePosition(p.Position); err != nil {
		return err
	}
	if s.Plies, err = parsePuzzlePlies(p.Plies); err != nil {
		return err
	}
	_, s.Solved = s.Position.(rules.Solved)
	s.Exact = s.Solved || s.Level > 0
	legal := s.Position.Legal()
	if len(legal) != len(s.Plies) {
		return fmt.Errorf("%d plies are legal and %d are stored", len(legal), len(s.Plies))
	}
	for i, ply := range s.Plies {
		if ply.Move != legal[i] {
			return fmt.Errorf("ply %s is stored where %s is legal", ply.Move, legal[i])
		}
		if string(ply.Move) == p.Keeps {
			s.Keeps = ply
		}
	}
	if s.Keeps.Worth != win {
		return errors.New("no ply keeps the win")
	}
	for _, ply := range s.Plies {
		switch {
		case ply.Move == s.Keeps.Move:
		case ply.Worth == win && (ply.N <= s.Keeps.N || s.Solved):
			return errors.New("two plies keep the win")
		case ply.Worth == win || ply.Worth == chance && ply.N > maxOtherChance:
			s.Soonest = true
		}
	}
	line, err := s.keeping()
	if err == nil && !s.Shipped && line.At(1).String() != p.After {
		err = errors.New("the stored position after the right ply is wrong")
	}
	return err
}

// keeping returns the ply that keeps the win, and what follows.
func (s *Puzzle) keeping() (*rules.Record, error) {
	r := rules.NewRecordFrom(s.Rules, s.Position)
	for _, m := range append([]rules.Move{s.Keeps.Move}, s.Keeps.Line...) {
		if err := r.Play(m); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// worthOf returns the value of a legal ply.
func (s *Puzzle) worthOf(m rules.Move) PuzzlePly {
	for _, p := range s.Plies {
		if p.Move == m {
			return p
		}
	}
	return PuzzlePly{}
}

// PuzzleVerdict is the result of an answer to a puzzle.
type PuzzleVerdict struct {
	Puzzle *Puzzle
	Ply    PuzzlePly
	// Keeping is the ply that keeps the win and what follows, as far as it may be shown.
	Keeping *rules.Record
	// Again says that the player has answered before. The first answer counts.
	Again bool
	Tally PuzzleTally
}

// Right reports whether the ply keeps the win.
func (v PuzzleVerdict) Right() bool { return v.Ply.Move == v.Puzzle.Keeps.Move }

// Answer returns what a ply as a language writes it, or its number in the list, is worth, and counts
// a player's first answer. It may refuse.
func (a *AskedPuzzle) Answer(tx *club.Tx, player int64, lang, text string) (PuzzleVerdict, error) {
	if a.Puzzle == nil {
		return PuzzleVerdict{}, club.Refuse("puzzle-gone")
	}
	m, err := a.parse(lang, text)
	if err != nil {
		return PuzzleVerdict{}, err
	}
	before, again, err := puzzles.Answered(tx.DB, player, a.number)
	if err != nil {
		return PuzzleVerdict{}, err
	}
	if again {
		m = rules.Move(before)
	}
	v := PuzzleVerdict{Puzzle: a.Puzzle, Ply: a.worthOf(m), Again: again}
	if stands, err := standsOnBoard(tx, a.Puzzle, m); err != nil || stands {
		if stands {
			err = club.Refuse("puzzle-later")
		}
		return PuzzleVerdict{}, err
	}
	if !again {
		if err := puzzles.StoreAnswer(tx.DB, player, a.number, string(m), v.Right()); err != nil {
			return PuzzleVerdict{}, err
		}
	}
	if v.Keeping, err = told(tx, a.Puzzle); err != nil {
		return PuzzleVerdict{}, err
	}
	v.Tally, err = PuzzleTallyOf(tx, player)
	return v, err
}

// told returns the ply that keeps the win, and what follows up to the first position on the
// board of a running game.
func told(tx *club.Tx, s *Puzzle) (*rules.Record, error) {
	line, err := s.keeping()
	if err != nil {
		return nil, err
	}
	for n := 2; n <= line.Len(); n++ {
		if stands, err := club.IsOnRunningBoard(tx.DB, s.Rules, line.At(n)); err != nil || stands {
			return line.Until(n - 1), err
		}
	}
	return line, nil
}

// parse reads a ply as a language writes it, or its number in the list.
func (a *AskedPuzzle) parse(lang, text string) (rules.Move, error) {
	m, err := a.Record(lang).Parse(text)
	if err == nil {
		return m, nil
	}
	if n, wrong := strconv.Atoi(text); wrong == nil {
		var list []rules.Move
		for _, g := range rules.Groups(a.Position) {
			list = append(list, g.Moves...)
		}
		if n < 1 || n > len(list) {
			return "", club.Refuse("number", text, len(list))
		}
		return list[n-1], nil
	}
	return "", club.RefusePly(a.Rules, err)
}

// standsOnBoard reports whether the verdict on a ply would disclose something about a running
// game.
func standsOnBoard(tx *club.Tx, s *Puzzle, m rules.Move) (bool, error) {
	keeps, err := s.Position.Play(s.Keeps.Move)
	if err != nil {
		return false, err
	}
	after, err := s.Position.Play(m)
	if err != nil {
		return false, err
	}
	return club.IsOnRunningBoard(tx.DB, s.Rules, s.Position, keeps, after)
}

// DailyPuzzleTime is when a player gets a puzzle each day.
type DailyPuzzleTime struct {
	Minute int       // of the day, in the player's timezone
	Due    time.Time // the next one
}

// DailyPuzzleOf returns when a player gets a puzzle; nil if they want none.
func DailyPuzzleOf(tx *club.Tx, player int64) (*DailyPuzzleTime, error) {
	minute, due, wanted, err := puzzles.Daily(tx.DB, player)
	if err != nil || !wanted {
		return nil, err
	}
	return &DailyPuzzleTime{minute, time.UnixMilli(due).UTC()}, nil
}

// SetDailyPuzzle gives a player a puzzle each day at a minute of the day. If minute is nil, the
// time stays, or is that of the digest.
func SetDailyPuzzle(tx *club.Tx, player int64, minute *int) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	at := p.DigestMinute
	if was, err := DailyPuzzleOf(tx, player); err != nil {
		return err
	} else if was != nil {
		at = was.Minute
	}
	if minute != nil {
		at = *minute
	}
	return puzzles.SetDaily(tx.DB, player, at, next(tx, p, at))
}

// DropDailyPuzzle ends a player's daily puzzles.
func DropDailyPuzzle(tx *club.Tx, player int64) error { return puzzles.DropDaily(tx.DB, player) }

// PutOffDailyPuzzle postpones a player's puzzle that could not be composed.
func PutOffDailyPuzzle(tx *club.Tx, player int64, until time.Time) error {
	d, err := DailyPuzzleOf(tx, player)
	if err != nil || d == nil {
		return err
	}
	return puzzles.SetDaily(tx.DB, player, d.Minute, until.UnixMilli())
}

// NextDailyPuzzle returns the player whose puzzle is due, or db.ErrNotFound.
func NextDailyPuzzle(tx *db.Tx) (player int64, err error) {
	player, found, err := puzzles.NextDaily(tx)
	if err == nil && !found {
		err = db.ErrNotFound
	}
	return player, err
}

// DueDailyPuzzle returns the puzzle that is due for a player, and sets the next time. It
// returns nil if none is due, if there is none that they have not seen, or if no messages are
// sent to them now.
func DueDailyPuzzle(tx *club.Tx, p db.Player) (*Puzzle, error) {
	d, err := DailyPuzzleOf(tx, p.ID)
	if err != nil || d == nil || d.Due.After(tx.Now()) {
		return nil, err
	}
	if err := puzzles.SetDaily(tx.DB, p.ID, d.Minute, next(tx, p, d.Minute)); err != nil {
		return nil, err
	}
	if suspended, err := tx.IsSuspended(p.ID); err != nil || suspended || !p.StoppedAt.IsZero() {
		return nil, err
	}
	return ask(tx, p.ID, "", true)
}

// keepHours recomputes a player's next puzzle after a change of timezone.
func keepHours(tx *club.Tx, p db.Player) error {
	d, err := DailyPuzzleOf(tx, p.ID)
	if err != nil || d == nil {
		return err
	}
	return puzzles.SetDaily(tx.DB, p.ID, d.Minute, next(tx, p, d.Minute))
}

// next returns the next moment at which it is that minute of the day in a player's timezone, in
// milliseconds since 1970.
func next(tx *club.Tx, p db.Player, minute int) int64 {
	return clock.Recurrence{Minute: minute, Zone: club.ZoneOf(p)}.Next(tx.Now()).UnixMilli()
}
