// Package weiqi is Go on boards of nine and of thirteen lines, by the rules of John Tromp and Bill Taylor:
// https://tromp.github.io/go.html
//
// # The model
//
// A state is what lies on each point, counted column by column, the side to move, and the way to it: a list of
// the plies, each with a hash of the board after it. A state is a value, and states share the beginnings
// of their lists. Positional superko looks for the hash of a board in the list; two boards with the same 64
// bits are taken for equal.
//
// # The position string
//
// Which plies are legal depends on all boards before, so the string is the plies from the start: "e5,c3,pass".
// It is never the same twice in a game, so no repetition ends one. Its length is bounded, because a game has at
// most four plies for each point. A start other than the empty board stands in front:
// "black:c3+g7,white:first,komi:0.5,e5".
//
// # Records
//
// Records are written and read in the Smart Game Format. A handicap of it is any stones of Black at the start,
// and stones of both sides may be set up before the first move, but not later. A result that does not follow
// from the plies, such as one by agreement after marking dead stones, is read as adjudicated.
//
// # What was settled here
//
// Komi is seven and a half points unless the players agree on another; only a whole number makes a draw
// possible. A handicap puts two to nine black stones on the star points, five at most on nine lines, and White
// begins with half a point of komi. A game that reaches the greatest number of plies is
// counted as after two passes. Columns skip the letter i, as everywhere in Go. Both sides see the board
// from the same side.
package weiqi

import (
	"embed"
	"fmt"

	"turnpost/rules"
	"turnpost/rules/board"
)

// Small is Go on nine lines.
func Small() rules.Game {
	g := game(9)
	g.Aliases = []string{"go", "go 9", "go-9", "weiqi", "baduk", "igo", "weiqi9", "baduk9", "igo9"}
	return g
}

// Medium is Go on thirteen lines.
func Medium() rules.Game {
	g := game(13)
	g.Aliases = []string{"go 13", "go-13", "weiqi13", "baduk13", "igo13"}
	return g
}

func game(size int) rules.Game {
	l := layouts[size]
	g := rules.Game{
		Author:        "John Tromp and Bill Taylor",
		Year:          1995,
		Words:         words(),
		Examples:      examples(),
		Figures:       board.Discs,
		Start:         func() rules.Position { return l.usual().start() },
		ParsePosition: l.parsePosition,
		HasForm:       hasForm,
		GTP:           l.gtp(),
		Terms:         l.terms(),
		Begin:         l.begin,
	}.In("en")
	g.Name, g.Title = fmt.Sprintf("go%d", size), fmt.Sprintf("Go %dx%d", size, size)
	plain := g
	g.Format = &rules.RecordFormat{Name: "SGF", Write: writeSGF,
		Read: func(text string) (rules.Transcript, *rules.Record, error) { return l.readSGF(plain, text) }}
	return g
}

//go:embed words
var wordFiles embed.FS

// words is the games in each language.
var words = rules.LazyWords(wordFiles)

// examples are the pictures in the rules for players, of both boards.
func examples() []rules.PictureExample {
	taking := []rules.Move{"e5", "e4", "d4", "c3", "f4", "c7", "e3"}
	ko := []rules.Move{"d5", "e5", "c4", "f4", "d3", "e3", "e4", "d4"}
	return []rules.PictureExample{
		{Caption: rules.Phrasef(
			"The board: stones lie on the points where lines cross. The columns skip the letter i.")},
		{Plies: taking,
			Caption: rules.Phrasef("e3: the white stone on e4 has no free point beside it any more, and is taken.")},
		{Plies: ko,
			Caption: rules.Phrasef(
				"d4: White takes the stone on e4. Black may not take back at once: the board would be as it was before.")},
	}
}
