// Package board is the kit of which the games draw their boards: what a board of
// squares or of hexagons has in common with every other, whatever is played on
// it.
//
// # What is in it
//
//   - [Cell] and [Grid]: cells by column and row, their names ("d4") read and
//     written, and where each lies for either player (White sees the board
//     turned by a half turn).
//   - [Canvas]: a sheet of characters for a diagram, which counts letters and
//     not bytes, since words have accents.
//   - [Frame] and [Lattice]: a board of squares in ASCII, as boxes between lines
//     or as points, with its coordinates around it.
//   - [Hex]: a board of hexagons in ASCII and in a scene.
//   - For scenes: the sheet, coordinates on all four sides of a grid, hexagons,
//     outlines of pieces, and which roles a side's pieces are painted in.
//
// Of the three frames each has one game today: Frame turro (and the example of package
// rulestest), Lattice rooya, Hex roses. They share what lies below them: all draw on a
// Canvas, and Frame and Lattice stand on a Grid, its names and its half turn, where Hex
// has its own. Tourrosa, whose plates turn, draws its board itself.
//
// # What is promised
//
// It knows no rules and holds no position: a game asks it where things lie and
// says itself what stands there. A cell of the kit is for the border only, where
// text and pictures are made. Inside, each game keeps its own numbering of cells
// and its own sets of bits, in whatever order makes its plies fast and sorted;
// nothing of the kit is on the way of perft or of a search.
//
// # What is not
//
// What few boards have is not here: plates that turn, castles, a rose. Nor are
// sizes: a scene is as wide as [rules.Scene] says, and each game chooses its own
// measures within it.
package board
