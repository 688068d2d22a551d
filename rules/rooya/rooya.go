// Package rooya is Le Rooya by Patrik Carpentier (2008), a game of eight pawns
// a side on two nested plates, the inner of which turns. The rules are those of
// the author's sheet of 17 September 2008.
//
// # The model
//
// A set is some cells of the board as bits. A setup is two sets: the pawns
// of the side to act and those of the other; the pawns in hand are those that
// are missing. A ply is four bytes. setup.plies and setup.play know all the
// rules of acting; a position adds to the board what letters need: whose turn
// it is, how the game ended and the last ply, which the diagram marks. Text is
// made and read at the border only.
//
// # What was settled here
//
// The sheet's picture of the board is lost. All orthogonal neighbours are
// joined by a line; Black begins; the second step of a pawn that has changed
// plates may be an exchange. "Following a move or a rotation" is read
// strictly: only a line that the action itself has made wins, so that a side
// of the board that was filled while placing is worth nothing until it is
// broken and made again. When an action makes a line for both, the side that
// acted wins; when only for the other, the other wins.
//
// Nobody can be blocked in fact: some pawn always stands beside a cell that
// holds no pawn of its own side, and to such a cell it can step or change
// places. The rule is here because the sheet has it.
//
// # What the position string does not say
//
// The string holds a line and not its age, so each kind of line was asked
// whether it can be old.
//
//   - A line through the inner plate (rows 2, 3 and 4, columns b, c and d)
//     cannot be filled while placing, and an action that makes one ends the
//     game. So where one stands the game is over, and the string says so. The
//     side letter is the side that would be next, hence the other one acted
//     and wins if both sides have a line.
//   - A line on the edge (rows 1 and 5, columns a and e) may be either, and
//     nearly every board with one can arise in both ways. It is read as old:
//     the game goes on. So a game that ended with a line on the edge reads
//     back as one that did not end, and this is what Reread announces. Should
//     the last ply have made a line on the edge for the side that acted and
//     a line within for the other, it reads back as won by the other.
//
// A position that was reached by Play knows how it ended, always.
//
// # How large it is
//
// The phase of moves has 26,293,088,250 placements, whoever's pawns are called own, and
// 3,308,104,800 states by number when what the board's symmetries make alike is one (3.29
// billion, and a few that another number stands for): 0.83 GB at two bits each. A line is
// won by the action that makes it, so that no state holds it, and edges that were filled
// before are states like others. [Solving] finds all values, without distances.
//
// On 2026-11-23, by `turnpost engine solve rooya --small`, the board of four by four with
// six pawns a side, whose ring they fill: of 1,572,480 placements of a game that goes on
// 655,356 are won for the side to move, 25,802 lost and 891,322 drawn; the start is a
// draw. The board with four pawns has, of 900,900 placements, those that are over among
// them, 41,420 won and 148 lost, as a test finds by brute force.
//
// The board that people play on was solved on 2026-11-24, by `turnpost engine solve rooya
// --out FILE`: from the start neither side can force a win. Of 25,961,728,650 placements of
// a game that goes on the side to act wins 2,526,950,134, which is nearly one in ten, most of
// them by its next action, loses 7,452,482, three in ten thousand, and draws 23,427,326,034.
// It took 6 passes, in which each state was looked at 1.91 times on the average, 34 minutes of
// two cores with a load of 5 to 9 of other work, four minutes more to count, 0.9 GB of memory,
// and a file of 0.83 GB. What wins at once, 313,538,272 states, took 7 of these minutes. Work
// that is killed (kill -9) goes on from its file.
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

// weights are the worths of the patterns.
var weights = rules.ShippedWeights("rooya", weightsFile, (&walker{}).PatternKinds)

// Learned implements rules.Patterned.
func (w *walker) Learned() []int16 { return weights() }
