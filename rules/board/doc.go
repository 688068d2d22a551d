// Package board has what boards of squares and of hexagons have in common, for all games.
//
//   - [Cell] and [Grid]: cells by column and row, their names ("d4"), and where each player sees
//     them (White sees the board after a half turn).
//   - [Fields], [ParseTurn], [ParseNumber], [SplitRows], [Grid.Read] and [Grid.Text]: position strings.
//   - [ReadCells]: a ply of cells as people type it, "d3 x d4".
//   - [Grid.Symmetric]: the symmetries of a board, for rules.Symmetric.
//   - [Frame]: a board of squares as boxes between lines. From a function that returns the [Square]
//     of each cell it makes the diagram, the picture and the description of a position; or a game
//     draws its own boxes.
//   - [Lattice]: a board of squares as points without lines, with its coordinates.
//   - [Hex]: a board of hexagons in a diagram and in a scene.
//   - [Canvas]: a sheet of characters for a diagram.
//   - For scenes: the sheet, coordinates on all four sides of a grid, hexagons, outlines of pieces,
//     and the roles of a side's pieces.
//
// The package knows no rules and holds no position. Its cells are for text and pictures only:
// inside, each game has its own numbering of cells and sets of bits, in the order that makes its
// plies fast and sorted, so nothing of this package is used by perft or a search. Parts that few
// boards have, such as plates that turn, are in their games.
package board
