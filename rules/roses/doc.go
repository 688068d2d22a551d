// Package roses is Guerre des deux roses, a game of Le Korrigan (2004), after
// the English sheet of the Games of Towers collection. Two sides of a castle
// and four soldiers fight on twenty hexagonal cells; a phalanx of two soldiers
// that runs over the enemy castle wins.
//
// # The model
//
// A cell is eight times its letter (a=1) plus its number, so that every
// direction is one fixed difference of cells, and a set of cells is one 64-bit
// word that a rotation moves in a direction. A position is two such words, the
// soldiers of the side to move and those of the other, with what is in hand,
// the side and the passes. The castles are not stored: they never move, and an
// attacker on a castle's cell is the soldier that captured it. A ply is four
// bytes; it becomes text at the border only.
//
// # What the position string tells
//
// Every end can be read back from the string. A captured castle is missing from
// its cell, and the soldier that took it stands there. Bare is a matter of
// counting soldiers when nothing is in hand. Stuck needs the passes: the rule
// page says that the last field is the number of passes just made in a row, 0
// or 1, which holds for every state in which the game goes on. The second pass
// in a row ends the game, and the string of that end counts it too: 2. The side
// in the string of a finished game is the one whose turn would have been next.
//
// # What was settled here
//
//   - Black begins. The two supporters of an attack need not touch each other.
//   - A side without a legal action passes, in either phase: so also while
//     soldiers are being dropped, when it has none left in hand or no cell for
//     one. Nobody moves before all eight are on the board.
//   - Two passes in a row are a draw; so is a move phase in which neither side
//     has two soldiers. One ply cannot make two ends; in a string that shows
//     two, castle comes before bare and bare before stuck.
//   - Repetition is the business of rules.Record.
//
// From the start a game ends by castle or by repetition only. Who captures
// still has the two soldiers that it takes, so both sides are never bare; and
// there is no board on which neither side can move. The two draws are for
// positions that were set up.
//
// # What perfect play gives
//
// The game is solved (2026-11): the start is a draw, by repetition. All values
// are in table.bin, which `turnpost engine solve roses` makes with 18 s of one core
// and 530 MB (2026-11-23), and `turnpost engine value roses` looks up.
//
//	phase       states   to move wins   loses     draw      longest win
//	drops              561         24        12       525   21 plies, B/..bb/...b./....w/..ww/W b 1 1 0
//	moves        6,531,774  3,211,149 1,165,537 2,155,088   73 plies, B/.w.w/bb..b/b...w/..w./W b 0 0 0
//
// The states of the move phase are all boards with at most four soldiers a side
// that are not bare, with the castle of the side to move on b5; those of the drops
// are all that a game can reach. None of the first five drops can lose; the
// sixth to the eighth can. Two soldiers against one or none win.
//
// A winner who always takes a ply that the table says to be quickest comes nearer
// with each, and so never to a state twice: repetition spoils no win.
//
// # What typed text can mean
//
// Two cells are a step, a line or an attack, and what stands on the second
// decides which: so a text without a separator is never ambiguous in this game.
package roses
