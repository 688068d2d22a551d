// Package templates holds the words of Turnpost's letters.
//
// A [Letter] is what one reader is told: an optional [Receipt] for what the
// reader wrote, and sections, each a typed struct with two templates in the
// folder of the language: NAME.head, one line that could open the letter, and
// NAME, the body. [Letter.Text] sets them: the head of the first section opens
// the letter, so that a mail client's list shows what matters.
//
// [Set.HTML] sets the same letter for programs that show HTML, by the same
// templates: there the functions for blocks keep what they are given and return
// a token, what a template wrote is cut at the tokens, and layout.html sets the
// blocks. No template knows which twin it writes.
//
// # What is promised
//
//   - Every wording stands in a template, none in code; a template that needs a
//     key which its struct lacks fails the tests.
//   - Text is plain, at most 78 columns where names and players' words allow.
//   - Boards, lists of moves and lists of commands stand behind a gutter, "| ",
//     so that a reader of replies can tell them from a player's own lines even
//     where a mail program quotes without a mark.
//   - The HTML twin says no word less. It has no script, fetches nothing, and is
//     short enough that Gmail shows all of it; its pictures are parts of the
//     letter (RFC 2392), its links are mails with the command filled in.
//   - What players write is text in either twin, whatever they write.
//
// The package knows nothing of games, mail or the database: positions, moves
// and diagrams are texts to it.
package templates
