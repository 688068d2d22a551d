// Package roses is Guerre des deux roses by Le Korrigan (2004), after the English sheet of the Games
// of Towers collection. Each side has a castle and four soldiers on twenty hexagonal cells; a phalanx
// of two soldiers that runs over the enemy castle wins.
//
// # The model
//
// A cell is eight times its letter (a=1) plus its number, so that every direction is one fixed
// difference of cells, and a set of cells is one 64-bit word that a rotation moves in a direction. A
// position is two such words, the soldiers of the side to move and those of the other side, and the
// hands, the side and the passes. The castles are not stored: they never move, and an attacker on a
// castle's cell has captured it. A ply is four bytes; it becomes text only at the border of the
// package.
//
// # What the position string says
//
// Every end can be read from the string. A captured castle is missing from its cell, and the soldier
// that took it stands there. "Bare" follows from the number of soldiers when no hand has any. "Stuck"
// needs the passes: the last field is the number of passes in a row before the position, 0 or 1 while
// the game goes on. The second pass in a row ends the game, and the string of that end has a 2. The
// side in the string of a finished game is the one whose turn would be next.
//
// # What was settled here
//
//   - Black begins. The two supporters of an attack need not be neighbours.
//   - A side without a legal action passes, in either phase: also during the drops, when it has no
//     soldier in hand or no cell for one. No soldier moves before all eight are on the board.
//   - Two passes in a row are a draw; so is a move phase in which neither side has two soldiers. One
//     ply cannot make two ends; in a string that shows two, castle comes before bare and bare before
//     stuck.
//   - Repetition is the business of rules.Record.
//
// From the start, a game ends only by castle or by repetition. A side that captures still has the two
// soldiers that this takes, so both sides are never bare, and there is no board on which neither side
// can move. The two draws are for positions that were set up.
//
// # Perfect play
//
// The game is solved (2026-11): the start is a draw, by repetition. All values are in table.bin,
// which `turnpost engine solve roses` makes in 31 s of one core with 870 MB (2026-11-27), and
// `turnpost engine value roses` looks up. The table also says how hard each draw of the move phase is
// to hold.
//
//	phase       states   to move wins   loses     draws     longest win
//	drops              561         24        12       525   21 plies, B/..bb/...b./....w/..ww/W b 1 1 0
//	moves        6,531,774  3,211,149 1,165,537 2,155,088   73 plies, B/.w.w/bb..b/b...w/..w./W b 0 0 0
//
// The states of the move phase are all boards that are not bare, with at most four soldiers for each
// side and the castle of the side to move on b5; those of the drops are all that a game can reach. None
// of the first five drops can lose; the sixth to the eighth can. Two soldiers against one or none win.
//
// A winner who always plays the quickest ply of the table comes nearer to the end with each ply, so no
// state arises twice: repetition prevents no win.
//
// # Typed plies
//
// Two cells are a step, a line or an attack, depending on what stands on the second cell, so a text
// without a separator is never ambiguous in this game.
package roses

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The reasons of an outcome.
const (
	castle = "castle"
	bare   = "bare"
	stuck  = "stuck"
)

// Game is Guerre des deux roses.
func Game() rules.Game {
	return rules.Game{
		Name:          "roses",
		Title:         "Guerre des deux roses",
		Aliases:       []string{"guerre", "deux roses"},
		Author:        "Le Korrigan",
		Year:          2004,
		Words:         words(),
		Examples:      examples(),
		Figures:       board.Discs,
		Start:         func() rules.Position { return start() },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
	}.In("en")
}

//go:embed words
var wordFiles embed.FS

// words is the game in each language.
var words = rules.LazyWords(wordFiles)

// examples are the pictures in the rules for players, with the moves of the sheet's own examples.
func examples() []rules.PictureExample {
	const lines, attacks = "B/.bb./...../..www/..../W ", "B/.ww./b..../.bwwb/.b../W "
	return []rules.PictureExample{
		{Caption: rules.Phrasef(
			"The board and the names of its cells. Black's castle is b5, White's e3; c4 and d4 are red.")},
		{Plies: []rules.Move{"b4"},
			Caption: rules.Phrasef(
				"b4: a soldier is dropped beside its own castle, or beside one of its own soldiers.")},
		{From: lines + "w 0 0 0", Plies: []rules.Move{"f6-c3"},
			Caption: rules.Phrasef("f6-c3: three in a line go one cell along it; the one in front enters c3.")},
		{From: lines + "b 0 0 0", Plies: []rules.Move{"b4c5-b3c4"},
			Caption: rules.Phrasef("b4c5-b3c4: two neighbours go sideways together.")},
		{From: attacks + "w 0 0 0", Plies: []rules.Move{"e5xc3"},
			Caption: rules.Phrasef(
				"e5xc3: two in a line attack the piece in front of them and push it one cell, to b2.")},
		{From: attacks + "b 0 0 0", Plies: []rules.Move{"d3xd4"},
			Caption: rules.Phrasef(
				"d3xd4: a soldier attacks with the support of another that is beside the same enemy.")},
	}
}
