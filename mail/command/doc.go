// Package command makes typed commands of the lines that players write.
//
// # The model
//
// One line is one [Line]: the words as they were written, the game that they
// name ("#12 ..."), the verb that the first word calls in any language, and Do, a
// value of a type of its own for each verb: [Challenge], [Vacation], [Resign] and
// so on. What follows a verb and cannot be read is a [Misread]. A line without a verb
// holds plies, or is talk: its Do is nil.
//
// Whether such a line has the form of plies depends on the games that it could
// be for, which the package does not know: the functions of sense.go take their
// rules as an argument.
//
// [Understand] makes [Meant] of [Facts], which are what was read of the message and
// its writer: commands in the order of the message, what the message answers to a
// question of ours, and what is refused before anything is tried. What a line could
// be for, and whether it can be played on the board at hand, is asked of [Lookup].
//
// # What is promised
//
// Reading is pure: the same line by a reader of the same language is always the
// same command, without a database, a clock, or knowledge of who wrote it. Days
// such as "tomorrow" stay words ([Day]); whoever carries the command out knows the
// writer's timezone. What people write in prose is not made a command: a verb to
// which nothing belongs but stands before other words is talk, and a line with a
// question mark is none of the verbs that stand alone.
//
// # What is not
//
// The package does not know whether a command is allowed, sensible, or proven to
// be the writer's.
package command
