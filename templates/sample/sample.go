// Package sample has one message of every kind and of each shape that matters, filled as a
// server would fill it. Tests render them, and people who change words or renderers can look at
// them.
//
// # What is promised
//
//   - Every kind of section that package templates has is there.
//   - Names are stable: the kind of the message, and a number from the second message of a kind on.
//   - The messages are new values on each call, so that a caller may change them.
//
// Boards of Tug name the picture [Picture]; the picture itself is for the renderer. One board of
// Tug and those of Turro have none.
package sample

import (
	"fmt"
	"slices"
	"time"

	"turnpost/templates"
)

// Sample is a message and its name.
type Sample struct {
	Name    string
	Message templates.Message
}

// Rule is the line of the messages under which replies are not read.
const Rule = "== Turnpost: please reply above this line =="

// Picture is the Content-ID of the picture that the boards of Tug name.
const Picture = "board-3@example.org"

// Letters are all samples.
func Letters() []Sample {
	var out []Sample
	seen := map[string]int{}
	add := func(kind string, l templates.Message) {
		l.Reader, l.Now, l.Rule = "Ada", at(20, 9), Rule
		l.Mailto = templates.Mailto{Address: "games+3.4.7k3v9m2qxw4tbn5a@example.org", Subject: "Tug #3: Ada - Bob"}
		seen[kind]++
		if n := seen[kind]; n > 1 {
			kind = fmt.Sprint(kind, "-", n)
		}
		out = append(out, Sample{kind, l})
	}
	for _, sec := range slices.Concat(turns(), lists(), people(), leaving(), times(), postMortems(), puzzles(),
		seasons(), ladders(), following(), cups()) {
		add(templates.Kind(sec), templates.Message{Sections: []templates.Section{sec}})
	}
	for _, r := range receipts() {
		add("receipt", templates.Message{Receipt: r})
	}
	for _, l := range several() {
		add("several", l)
	}
	return out
}

// several has messages of more than one section.
func several() []templates.Message {
	answered := templates.Message{Receipt: receipts()[1], Sections: []templates.Section{tugTurn()}}
	both := templates.Message{Several: true, Sections: []templates.Section{tugTurn(), invitation()}}
	hint := &templates.ZoneHint{Offset: "UTC+1", Places: []string{"Europe/Paris", "Europe/Berlin", "Europe/Rome"},
		Zone: "UTC"}
	first := templates.Message{Sections: []templates.Section{tugTurn(), &templates.NameReplaced{Why: "words"}, hint}}
	puzzle := templates.Message{Several: true, Sections: []templates.Section{
		said(templates.OpponentWords{Message: "Hello\n\nthere, it is a fine day", YourMove: true}), tugPuzzle()}}
	later := tugTurn()
	later.Game, later.Due = 8, later.Due.AddDate(0, 0, 2)
	waiting := templates.Message{Several: true, Sections: []templates.Section{tugTurn(), later}}
	return []templates.Message{answered, both, first, puzzle, waiting}
}

// at is an hour of a day in November, where the reader has set that to be.
func at(day, hour int) time.Time {
	return time.Date(2026, 11, day, hour, 0, 0, 0, time.FixedZone("Europe/Rome", 60*60))
}

// tug is a board of the toy game: a knot on a rope.
func tug() templates.Board {
	return templates.Board{
		Diagram: "  a   b   c   d   e\n\n  +---+---*---+---+\n\n  W               B\n",
		Words:   "White to move. The knot is at c, two marks from either end. The last move was r.",
		Picture: Picture,
	}
}

func receipts() []*templates.Receipt {
	return []*templates.Receipt{
		{Problems: []templates.Problem{
			{Line: "a1-a9", Code: "move", Args: []any{"there is no field a9; the board ends at row 7"},
				Near: []string{"a1-a2", "a1-b2"}}}},
		{Done: []string{"#1 c3-c4", "say Well played"},
			Problems: []templates.Problem{{Line: "#2 resing", Code: "unknown"}}, PassedOn: []string{"Bob"}},
		{Held: []string{"d3-d4", "d4-d5 and then the Turro, which I like best of all, because it has a crown"},
			Problems: []templates.Problem{{Line: "d4-d9", Code: "move", Args: []any{"there is no field d9"}}},
			Unheard:  true},
		{Problems: []templates.Problem{{Code: "empty"}}, Waits: []string{"Eve"}},
		{Problems: []templates.Problem{{Line: "d4-d8", Code: "unknown"}},
			Silence: &templates.Silence{Until: at(21, 9), Proven: true}},
		{Silence: &templates.Silence{Until: at(21, 9)}},
		{Unreached: []string{"Bob"}},
		{Problems: []templates.Problem{{Line: "d4-d8", Code: "unknown"}},
			Back: []templates.WordsBack{{Words: "That was a surprise!"},
				{Game: 12, Words: "Have a good trip, and do not forget that your clock runs."}}},
		{Deaf: true},
	}
}
