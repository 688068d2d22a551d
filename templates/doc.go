// Package templates has the words of Turnpost's messages and commands, and renders messages.
//
// A [Message] is what one reader is told: an optional [Receipt] for what the reader wrote, and
// sections. Each kind of section is a struct with its data, a head (one line that can open a
// message, so that the list of a mail program shows what matters) and a body. The body is Go
// code that adds typed blocks to a composer: paragraphs, lists, boards, tables, commands. It
// stands below the struct, in the file of its noun: turn.go, invitation.go, digest.go.
//
// Two renderers write the blocks: [Catalogues.Text] as plain text (text.go), [Catalogues.HTML] as HTML
// (html.go, choice.go). A section does not know which of them will.
//
// # A language
//
// is a folder, named by its tag (BCP 47). It exists as soon as messages.toml is in it. All other
// files in it are messages, too, except commands.toml; they are separate files only for
// people. commands.toml has the words by which players call commands, and by which the
// language of a message shows ([Lexicons]). Dates, units and lists are messages; the names of
// languages are CLDR's. A new language needs only new files, and 'turnpost templates check'
// lists what they lack. What games say is in words/TAG.txt in the folder rules and in that of
// each game. A message that is missing is said in English, and counted ([Catalogues.Fallbacks]).
//
// The format is that of go-i18n, in TOML: messages with {{.Placeholders}} and the plural forms
// of CLDR, which Weblate and other tools for translators read. A placeholder is a field of the
// struct that the section gives with the message, or a name that it gives. The alternatives
// do not fit: golang.org/x/text/message keeps catalogues in Go code, and gettext has no names
// for placeholders. go-i18n reads the files, and this package says the messages: go-i18n would
// run a template for each of the thirty messages of a mail, whereas here a message is cut at
// its placeholders once, when the [Catalogues] is made.
//
// # What is promised
//
//   - Every wording is in a catalogue, none in code. Every message that code names exists, and
//     every message is named. A message that names a placeholder that it is not given fails
//     the tests, and an operator's own message ([New]) the start.
//   - Text is plain, at most 78 columns wide where names and players' words allow.
//   - Boards, lists of moves and lists of commands have a gutter, "| ", so that a reader of
//     replies can tell them from a player's own lines even where a mail program quotes
//     without a mark.
//   - The HTML alternative has every word of the text. It has no script, fetches nothing, and
//     is short enough that Gmail shows all of it. Its pictures are parts of the message (RFC
//     2392), its links are mails with the command filled in. One line is hidden by its style: it offers
//     plain text to readers whose program shows neither styles nor pictures.
//   - What players write is escaped in both alternatives, whatever they write.
//
// The package knows nothing of mail and of the database. Positions, moves and diagrams are
// texts to it.
package templates
