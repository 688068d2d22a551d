package command

import (
	"slices"
	"strings"

	"turnpost/rules"
)

// AskPuzzle asks for a puzzle of Game, or of any game if that is nil, answers one, or sets when
// the daily puzzle comes.
type AskPuzzle struct {
	Game *rules.Game
	// Answer is a ply, or its number in the puzzle's list; "": the line answers nothing.
	Answer string
	// Daily sets whether the daily puzzle comes. Minute, counted from midnight, is nil if the
	// setting stays.
	Daily  Toggle
	Minute *int
}

func puzzle(r *Reader, c Line, _ string) any {
	args := strings.TrimRight(c.Args, ".!")
	words := strings.Fields(strings.ToLower(args))
	if len(words) == 0 {
		return AskPuzzle{}
	}
	switch words[0] {
	case "off", "daily":
		return readDaily(words)
	}
	if g, err := rules.Find(r.games, args); err == nil {
		return AskPuzzle{Game: &g}
	}
	if _, ok := listNumber(args); ok ||
		slices.ContainsFunc(r.games, func(g rules.Game) bool { return g.HasForm(args) }) {
		return AskPuzzle{Answer: strings.Trim(args, "().")}
	}
	if len(words) == 1 {
		return r.unknownGame(args)
	}
	return Misread{Code: "usage", Args: []any{VerbPuzzle}, Hint: true} // "puzzle me this" is talk
}

// readDaily reads "daily at 7:30", "daily off" or "off".
func readDaily(words []string) any {
	rest := words[1:]
	switch {
	case len(words) == 1 && words[0] == "off":
		return AskPuzzle{Daily: Off}
	case len(words) == 1:
		return AskPuzzle{Daily: On}
	case words[0] == "off":
		return Misread{Code: "usage", Args: []any{VerbPuzzle}, Hint: true}
	case len(rest) == 1 && rest[0] == "off":
		return AskPuzzle{Daily: Off}
	case rest[0] == "at" && len(rest) > 1:
		rest = rest[1:]
	}
	minute, ok := readClock(strings.Join(rest, ""))
	if !ok {
		return Misread{Code: "puzzle-time", Args: []any{strings.Join(rest, " ")}, Hint: len(rest) > 2}
	}
	return AskPuzzle{Daily: On, Minute: &minute}
}
