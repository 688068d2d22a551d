// Package understand makes of a letter's lines what their writer means by them: step
// three of a letter's way.
//
// # The model
//
// [Facts] are what was read of the letter and of its writer; [Lines] makes [Meant] of
// them: typed commands in the order of the letter, what the letter answers to a question
// that an earlier letter of ours has asked ([ShowQuarantined], [DropQuarantined],
// [ConfirmQuarantined], [Confirmed], [Lapsed], [ConfirmAddress]), and what of it is
// refused before anything is tried. What a line could be for, what waits for a yes, and whether a line can be played
// on the board at hand, is asked of [Games].
//
// # What is promised
//
// Understanding is pure: it has no database, changes nothing and tells nobody. The same
// facts and the same answers of Games always mean the same.
//
// # What is not
//
// Whether a command is allowed, or proven to be the writer's, is for who carries it out:
// package desk, which also decides which of the lines are words for the opponent.
package understand
