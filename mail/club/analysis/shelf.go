package analysis

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"turnpost/db/puzzles"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// shelfFiles has the puzzles that ship with the program, NAME.txt for each game. `lab puzzles` writes
// them. A number stays that of its puzzle for ever, because what players answered is stored by it.
//
//go:embed shelf
var shelfFiles embed.FS

// Shipped returns the puzzles of some rules that ship with the program, the easiest first. Their ids
// are negative, so that they differ from those of stored puzzles.
func Shipped(name string) []puzzles.Puzzle { return shippedPuzzles()[name] }

var shippedPuzzles = sync.OnceValue(func() map[string][]puzzles.Puzzle {
	out := map[string][]puzzles.Puzzle{}
	files, err := shelfFiles.ReadDir("shelf")
	if err != nil {
		panic(err) // the program was built without them
	}
	for _, f := range files {
		text, err := shelfFiles.ReadFile("shelf/" + f.Name())
		if err != nil {
			panic(err)
		}
		name := strings.TrimSuffix(f.Name(), ".txt")
		if out[name], err = ParseShelf(name, string(text)); err != nil {
			panic(fmt.Errorf("shelf/%s: %w", f.Name(), err))
		}
	}
	return out
})

// FormatPuzzle writes a puzzle as ParseShelf reads it: its number, level, ply and position, then the
// plies as they are stored.
func FormatPuzzle(number int, s PuzzlePosition) string {
	return fmt.Sprintf("%d %d %s %s\n%s", number, s.Level, s.Keeps, s.Position, write(s.Plies))
}

// ParseShelf parses puzzles with blank lines between them. After is left out: see ReadPuzzle.
func ParseShelf(name, text string) (out []puzzles.Puzzle, err error) {
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		p := puzzles.Puzzle{Rules: name}
		head, plies, _ := strings.Cut(part, "\n")
		if _, err := fmt.Sscan(head, &p.ID, &p.Level, &p.Keeps); err != nil {
			return nil, fmt.Errorf("%q: %w", head, err)
		}
		words := strings.SplitN(head, " ", 4)
		if len(words) < 4 || p.ID < 1 || p.Level < 1 || p.Level > int(engine.Levels) {
			return nil, fmt.Errorf("%q: it has no number, level, ply and position", head)
		}
		p.ID, p.Position, p.Plies = -p.ID, words[3], plies
		out = append(out, p)
	}
	return out, nil
}

// shippedPuzzle returns the puzzle with a negative id.
func shippedPuzzle(games []rules.Game, id int64) (p puzzles.Puzzle, found bool) {
	for _, g := range games {
		for _, p := range Shipped(g.Name) {
			if p.ID == id {
				return p, true
			}
		}
	}
	return puzzles.Puzzle{}, false
}
