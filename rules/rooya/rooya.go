// Package rooya is Le Rooya by Patrik Carpentier (2008), a game with eight pawns for each side on
// two nested plates, of which the inner one turns. The rules are those of the author's sheet of
// 17 September 2008.
//
// # The model
//
// A set is cells of the board as bits. A setup is two sets: the pawns of the side to act and those
// of the other side; the pawns that are missing are in hand. A ply is four bytes. The methods plies
// and play of setup hold all rules of acting; a position adds whatever messages need: whose turn
// it is, how the game ended, and the last ply, which the diagram marks. Text is made and read only
// at the border of the package.
//
// # What was settled here
//
// The sheet's picture of the board is lost. All orthogonal neighbours are joined by a line; Black
// begins; the second step of a pawn that has changed plates may be an exchange. "Following a move
// or a rotation" is read strictly: only a line that the ply itself has made wins, so a line at
// the edge that was filled during placing has no value until it is broken and made again. When a
// ply makes a line for both sides, the side that acted wins; when only for the other side, the
// other side wins.
//
// No side can be blocked: some pawn always has a cell beside it that holds no pawn of its own side,
// and it can step there or change places. The rule is kept because the sheet has it.
//
// # What the position string does not say
//
// The string holds a line but not its age.
//
//   - A line through the inner plate (rows 2, 3 and 4, columns b, c and d) cannot be filled
//     during placing, and a ply that makes one ends the game. So if there is one, the game is
//     over. The side in the string is the one that would be next; hence the other side acted, and
//     wins if both sides have a line.
//   - A line at the edge (rows 1 and 5, columns a and e) may be old or new, and nearly every board
//     with one can arise in both ways. It is read as old: the game goes on. So a game that ended
//     with a line at the edge is read back as one that did not end, which Reread announces. If
//     the last ply made a line at the edge for the side that acted and a line through the inner
//     plate for the other side, the other side has won when it is read back.
//
// A position that was reached by Play always knows how it ended.
//
// # Size and solution
//
// The phase of moves has 26,293,088,250 placements, counted from the point of view of the side to
// act, and 3,308,104,800 numbered states if placements that are equal by symmetry are one (3.29
// billion, and a few with a second number): 0.83 GB at two bits each. The ply that makes a line
// wins, so no state holds such a line, and edges that were filled before are ordinary states.
// [Solver] finds all values, without distances.
//
// On 2026-11-23, `turnpost engine solve rooya --small` solved the board of four by four with six
// pawns for each side, which fill its outer cells: of 1,572,480 placements of a game that goes on,
// 655,356 are won for the side to move, 25,802 lost and 891,322 drawn; the start is a draw. With
// four pawns, of 900,900 placements including finished games, 41,420 are won and 148 lost, as a
// test finds by brute force.
//
// The board that people play on was solved on 2026-11-24 by `turnpost engine solve rooya --out
// FILE`: neither side can force a win from the start. Of 25,961,728,650 placements of a game that
// goes on, the side to act wins 2,526,950,134, most of them by its next ply, loses 7,452,482, and
// draws 23,427,326,034. It took 6 passes, in which each state was examined 1.91 times on average,
// 0.86 GB of memory, and a file of 0.83 GB: 11 minutes of two cores without other work, at 10.1
// million states a second. A killed process continues from its file.
package rooya

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The reasons of an outcome.
const (
	reasonAligned = "aligned"
	reasonBlocked = "blocked"
)

// Game is Le Rooya.
func Game() rules.Game {
	return rules.Game{
		Name:          "rooya",
		Title:         "Le Rooya",
		Aliases:       []string{"le-rooya", "lerooya"},
		Author:        "Patrik Carpentier",
		Year:          2008,
		Words:         words(),
		Examples:      examples(),
		Figures:       board.Discs,
		Start:         func() rules.Position { return position{side: rules.Black} },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
	}.In("en")
}

//go:embed words
var wordFiles embed.FS

// words is the game in each language.
var words = rules.LazyWords(wordFiles)

// weightsFile is what 'lab train rooya' learned; its first lines say how.
//
//go:embed weights.txt
var weightsFile string

// weights are the learned weights of the patterns.
var weights = rules.ShippedWeights("rooya", weightsFile, (&walker{}).PatternKinds)

// Learned implements rules.Patterned.
func (w *walker) Learned() *rules.Weights { return weights() }

// examples are the pictures in the rules for players.
func examples() []rules.PictureExample {
	const placed, entered = "bwbwb/w...b/b...w/w...b/wbwbw b 0 0", "bwbwb/w...b/.b..w/w...b/wbwbw b 0 0"
	return []rules.PictureExample{
		{Caption: rules.Phrasef(
			"The board. The plate in the middle, from b2 to d4, turns; the sixteen cells around it are the outer plate.")},
		{Plies: []rules.Move{"a1"}, Caption: rules.Phrasef("a1: a pawn is placed on a free cell of the outer plate.")},
		{From: placed, Plies: []rules.Move{"a3-b3-c3"},
			Caption: rules.Phrasef(
				"a3-b3-c3: a pawn that goes from one plate to the other may take one more step there.")},
		{From: placed, Plies: []rules.Move{"a3-a4"},
			Caption: rules.Phrasef("a3-a4: the pawn of the other side that was there changes places with it.")},
		{From: entered, Plies: []rules.Move{"cw"},
			Caption: rules.Phrasef("cw: the inner plate makes a quarter turn clockwise, and what was on b3 is on c4.")},
	}
}
