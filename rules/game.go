package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Game is one board game. It is plain data: a game has no state of its own.
type Game struct {
	// Name is what players type and what is stored: one lower-case word.
	Name string
	// Title is the game's name as its author wrote it.
	Title string
	// Aliases are other lower-case names that players may type.
	Aliases []string
	// Author and Year say whose game it is.
	Author string
	Year   int
	// Brief is the aim and the moves in two or three plain sentences, for an
	// invitation.
	Brief string
	// Notation says in a sentence or two how plies are written, for who sees a
	// list of them for the first time; empty where it goes without saying.
	Notation string
	// Text is the whole rules for players: plain text, at most 72 columns,
	// with house rules named as such.
	Text string
	// Reasons says each reason of an [Outcome] as the end of a sentence:
	// Reasons["captured"] = "a Turro was captured".
	Reasons map[string]string
	// Words holds the game in each language, by tag: see ReadWords and In. A game
	// whose English stands there, too, needs no Brief, Notation, Text and
	// Reasons of its own: it is Game{…}.In("en").
	Words map[string]Words

	// Examples are pictures of the rules: the board first, then one of each kind of
	// ply; six at most. None: the rules have no pictures.
	Examples []Example

	// Figures are the Unicode figures that stand for the letters of pieces in a Diagram,
	// in messages to players who chose "board unicode". Nil: letters stay.
	Figures map[rune]rune

	// Start is the position before the first ply.
	Start func() Position
	// ParsePosition reads what Position.String wrote. It refuses, with a
	// sentence, a text that is no position of this game; it does not ask
	// whether the position can arise by play.
	ParsePosition func(text string) (Position, error)
	// HasForm reports whether a text is written as a ply of this game is,
	// forgivingly, as Position.Parse reads it; be it a ply that some position
	// allows, or one that names a cell which the board has not. It asks no
	// position: what has not the form is refused as Unreadable by each of them,
	// and what has it, by none.
	HasForm func(text string) bool

	say Say // nil: English
}

// Reason says the reason of an outcome as the end of a sentence.
func (g Game) Reason(o Outcome) string {
	if o.Reason == Repetition {
		return g.Say("the same position arose for the third time")
	}
	for _, reasons := range []map[string]string{g.Reasons, g.Words["en"].Reasons} {
		if s, ok := reasons[o.Reason]; ok {
			return s
		}
	}
	return o.Reason
}

// Find returns the game of games that name calls, in any case, by its name,
// its title or an alias. The error lists the names that there are.
func Find(games []Game, name string) (Game, error) {
	key := strings.ToLower(strings.Join(strings.Fields(name), " "))
	names := make([]string, 0, len(games))
	for _, g := range games {
		if key == g.Name || key == strings.ToLower(g.Title) || slices.Contains(g.Aliases, key) {
			return g, nil
		}
		names = append(names, g.Name)
	}
	return Game{}, fmt.Errorf("there is no game called %q; there are %s", name, strings.Join(names, ", "))
}
