// Package plies reads plies out of what people write: several on one line, whole
// turns, and conditional lines.
//
// # The model
//
// A line of text is cut into stretches at commas, semicolons and connecting words;
// a ply never goes from one stretch to the next. Within a stretch a ply may be
// written with spaces, so as few words as make one are taken together, and [MaxWords]
// at most. Whether words are a ply is asked of a [rules.Record]; whether they have a
// ply's form is asked of the game alone ([HasForm]).
//
// A conditional line answers the opponent's next turns: "if A then B, if C then
// D". It is a way through a [Tree], in which the alternatives for one turn stand
// beside each other. Below [AnyTurn] nobody knows the board, and only the form of
// moves can be checked.
//
// # What is promised
//
// Nothing here changes a record that it is given; a line that is written by
// [Line.String] is read back by [ParseLines] as the same line.
//
// # What is not
//
// The package does not know whose turn it is, who wrote the text, or what is done
// with it: package club plays, package command decides what a line is.
package plies
