// Package templates holds the words of Turnpost's letters, and of commands.
//
// A [Letter] is what one reader is told: an optional [Receipt] for what the
// reader wrote, and sections, each a typed struct with two templates in the
// folder skeleton: NAME.head, one line that could open the letter, and NAME, the
// body. [Set.Text] sets them: the head of the first section opens the letter,
// so that a mail client's list shows what matters.
//
// The skeleton is the same for all languages: what stands in which order, and
// when. It has no words. Those are messages of a catalogue, by name:
//
//	{{para "turn.due" "When" (when $.Now .Due)}}
//
// sets the message turn.due of the reader's language as a paragraph. Its
// placeholders are the fields of the struct that is given, if one is, and the
// names behind it.
//
// # A language
//
// is a folder, named by its tag (BCP 47), as soon as letters.toml stands in it.
// All other files in it but commands.toml are messages, too, parted only for who
// reads them; commands.toml has the words by which players call commands, and by
// which the language of a letter shows ([Lexicons]). Dates, units and lists are
// messages; what languages are called is CLDR's. A new language is made by adding files
// alone, and 'turnpost templates check' says what these lack; what games say stands in
// words/TAG.txt in the folder rules and in that of each game. A message that is missing
// is said in English, and counted ([Set.Fallbacks]).
//
// The format is that of go-i18n: messages with {{.Placeholders}} and the plural
// forms of CLDR, in TOML, which Weblate and other tools for translators read.
// golang.org/x/text/message keeps its catalogues in Go code and its tool has stood
// still for years; gettext's libraries in Go have no maintainers to speak of, and
// its files no names for placeholders. Messages are read by go-i18n and said by
// this package: its Localizer looks for the language and runs a template for each
// message, where a letter has thirty. Here a message is cut at its placeholders
// once, when the [Set] is made.
//
// [Set.HTML] sets the same letter for programs that show HTML, by the same
// skeleton: there the functions for blocks keep what they are given and return a
// token, what a template wrote is cut at the tokens, and layout.html sets the
// blocks. No template knows which alternative it writes.
//
// # What is promised
//
//   - Every wording stands in a catalogue, none in code and none in the skeleton; a
//     message that names what it is not given fails the tests, and an operator's
//     ([New]) the start.
//   - Text is plain, at most 78 columns where names and players' words allow.
//   - Boards, lists of moves and lists of commands stand behind a gutter, "| ",
//     so that a reader of replies can tell them from a player's own lines even
//     where a mail program quotes without a mark.
//   - The HTML alternative says no word less. It has no script, fetches nothing, and is
//     short enough that Gmail shows all of it; its pictures are parts of the
//     letter (RFC 2392), its links are mails with the command filled in.
//   - What players write is text in either alternative, whatever they write.
//
// The package knows nothing of games, mail or the database: positions, moves
// and diagrams are texts to it.
package templates
