package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A block is one part of a section's body: a paragraph, a board, a table. Sections say what
// there is ([composer] has a method for each block); text.go and html.go say how it looks.
type block interface{}

type (
	// para is lines of sentences.
	para struct{ texts []string }
	// items is a list.
	items struct{ list []item }
	item  struct {
		text string
		sub  []string // smaller lines below it
	}
	// entries is a list of words with their explanations, in two columns.
	entries struct{ list []entry }
	entry   struct {
		width      int // of the first column, in plain text
		word, text string
		tap        bool     // the word is a command that can be sent as it is
		taps       []string // commands in text that can be; a page shows them instead
	}
	// taps is commands that can be sent as they are.
	taps struct {
		commands []string
		// spelled says that plain text has the commands as well: elsewhere they are
		// explained in sentences.
		spelled bool
		// lesser says that the commands are at hand at any time, and that the last one ends
		// the game: they should invite less than a move does.
		lesser bool
	}
	// forms is commands whose words in capitals have to be filled in.
	forms struct{ list []string }
	// table is rows of cells. A column has a width in plain text; that of numbers, which
	// are aligned on the right, is negative.
	table struct {
		columns []int
		rows    [][]string
	}
	// quote is the words of another player.
	quote struct{ text string }
	// echo is lines of the reader's own message.
	echo struct {
		lines []string
		whole bool // without a limit to their length
	}
	// position is a board as a drawing.
	position struct{ Board }
	// figure is a picture with a caption. Plain text has none.
	figure struct{ BoardFigure }
	// cards is a list of lines with a small board each.
	cards struct{ list []card }
	card  struct {
		text string
		Board
	}
	// choice is the legal plies, numbered. prefix stands before a ply in the command that a
	// tap sends. board is the command that shows them, and the plies of one piece with its cell
	// behind it; "": there is none, and all plies are shown. Plain text leaves out a list that is
	// unlisted, and a page its numbers.
	choice struct {
		groups        []MoveGroup
		table         *CellTable // a board to choose from in a page, if it is not nil
		prefix, board string
		unlisted      bool
	}
	// choiceInWords is legal plies as sentences.
	choiceInWords struct{ list []moveInWords }
	moveInWords   struct{ text, command string }
	// plies is numbered plies. Their times are shown if timed.
	plies struct {
		list  []Ply
		timed bool
	}
	// prose is a text of several paragraphs that was written for plain mail, such as the
	// rules of a game.
	prose struct{ text string }
	// verbatim is lines that stay as they are.
	verbatim struct{ text string }
)

// placed is a block and whether a blank line stands before it.
type placed struct {
	block
	apart bool
}

// composer collects the blocks of one section of a message, in the language of its reader. It
// keeps the first error, so that sections can be written as a list of what they hold.
type composer struct {
	*locale
	reader  string
	now     time.Time
	several bool // the message is about several games
	words   bool // it carries words of another player
	alone   bool // the section is the only one
	spoken  bool // the reader listens to the message
	blocks  []placed
	apart   bool // the next block continues none
	tight   bool // the next block has no blank line before it
	err     error
}

// say is a message of the catalogue. Its values are those of a struct's fields, if one is
// given, and then names and values in turn. Reader is known to all.
func (m *composer) say(id string, args ...any) string {
	text, err := m.locale.say(id, m.known(args)...)
	m.fail(err)
	return text
}

// many is a message in the form that a number takes.
func (m *composer) many(id string, n int, args ...any) string {
	text, err := m.locale.many(id, n, m.known(args)...)
	m.fail(err)
	return text
}

func (m *composer) known(args []any) []any { return append(slices.Clip(args), "Reader", m.reader) }

func (m *composer) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// pick is a message's name: prefix and a word, which is one of some. Where it is none of them,
// the last one stands for it.
func pick[Word ~string](prefix string, word Word, some ...Word) string {
	if slices.Contains(some, word) {
		return prefix + string(word)
	}
	return prefix + string(some[len(some)-1])
}

// gap ends a paragraph or a list, so that nothing continues it. Blocks have a blank line before
// them anyway.
func (m *composer) gap() { m.apart = true }

// below says that the next block has no blank line before it.
func (m *composer) below() { m.tight = true }

// last is the block that one of the same type continues, or nil.
func last[B block](m *composer) B {
	var none B
	if m.apart || len(m.blocks) == 0 {
		return none
	}
	b, _ := m.blocks[len(m.blocks)-1].block.(B)
	return b
}

// add adds a block. Within a list, taps and what follows them have no blank line before them.
func (m *composer) add(b block) {
	if n := len(m.blocks); n > 1 {
		t, after := m.blocks[n-1].block.(*taps)
		_, list := m.blocks[n-2].block.(*items)
		_, more := b.(*items)
		m.tight = m.tight || after && !t.spelled && list && more
	}
	m.blocks = append(m.blocks, placed{b, m.apart || !m.tight})
	m.apart, m.tight = false, false
}

// para adds a message as a paragraph.
func (m *composer) para(id string, args ...any) { m.text(m.say(id, args...)) }

// paraMany adds a message in the form that a number takes.
func (m *composer) paraMany(id string, n int, args ...any) { m.text(m.many(id, n, args...)) }

// text adds a paragraph.
func (m *composer) text(text string) {
	m.gap()
	m.lineText(text)
}

// line adds a message to the paragraph above, on a line of its own, or directly below another
// block.
func (m *composer) line(id string, args ...any) { m.lineText(m.say(id, args...)) }

// lineMany adds a message in the form that a number takes, as line does.
func (m *composer) lineMany(id string, n int, args ...any) { m.lineText(m.many(id, n, args...)) }

// lineText adds a text as line does.
func (m *composer) lineText(text string) {
	m.below()
	m.sentences(text)
}

func (m *composer) sentences(text string) {
	if strings.TrimSpace(text) == "" {
		m.tight = false
		return
	}
	if p := last[*para](m); p != nil {
		p.texts = append(p.texts, text)
		m.tight = false
		return
	}
	m.add(&para{[]string{text}})
}

// point adds a message as a line of a list.
func (m *composer) point(id string, args ...any) { m.item(m.say(id, args...)) }

// item adds a line of a list.
func (m *composer) item(text string) {
	if l := last[*items](m); l != nil {
		l.list = append(l.list, item{text: text})
		return
	}
	m.add(&items{[]item{{text: text}}})
}

// subitem adds a line to the item above it.
func (m *composer) subitem(text string) {
	l := last[*items](m)
	if l == nil {
		l = &items{[]item{{}}}
		m.add(l)
	}
	own := &l.list[len(l.list)-1]
	own.sub = append(own.sub, text)
}

// entry adds a word and its explanation.
func (m *composer) entry(width int, word, text string) {
	m.enter(entry{width: width, word: word, text: text})
}

// option adds a command that can be sent as it is, and what it does.
func (m *composer) option(width int, command, text string) {
	m.enter(entry{width: width, word: command, text: text, tap: true})
}

func (m *composer) enter(e entry) {
	if l := last[*entries](m); l != nil {
		l.list = append(l.list, e)
		return
	}
	m.add(&entries{[]entry{e}})
}

// command adds a command of the catalogue that can be sent as it is.
func (m *composer) command(id string, args ...any) { m.commandLine(m.say(id, args...)) }

func (m *composer) commandLine(command string) {
	if t := last[*taps](m); t != nil && t.spelled {
		t.commands = append(t.commands, command)
		return
	}
	m.add(&taps{commands: []string{command}, spelled: true})
}

// taps adds commands that stand in the sentences of the plain text.
func (m *composer) taps(commands ...string) {
	m.add(&taps{commands: commands, lesser: len(commands) > 2})
}

// form adds a command whose words in capitals have to be filled in.
func (m *composer) form(id string, args ...any) { m.formLine(m.say(id, args...)) }

func (m *composer) formLine(command string) {
	if f := last[*forms](m); f != nil {
		f.list = append(f.list, command)
		return
	}
	m.add(&forms{[]string{command}})
}

// table adds a table. Names of bots, programs and people who were erased are said in the
// reader's language.
func (m *composer) table(columns []int, rows ...[]string) {
	for _, row := range rows {
		if len(row) != len(columns) {
			m.fail(fmt.Errorf("a row of %d cells in a table of %d columns", len(row), len(columns)))
			return
		}
		for i, cell := range row {
			if own, special := m.special(cell); special {
				row[i] = own
			}
		}
	}
	m.add(&table{columns, rows})
}

func (m *composer) quote(text string) { m.add(&quote{text}) }

// echo adds a line of the reader's own message.
func (m *composer) echo(line string) { m.echoed(line, false) }

// whole adds a line of the reader's own message at its full length.
func (m *composer) whole(line string) { m.echoed(line, true) }

func (m *composer) echoed(line string, whole bool) {
	if e := last[*echo](m); e != nil && e.whole == whole {
		e.lines = append(e.lines, line)
		return
	}
	m.add(&echo{[]string{line}, whole})
}

// board adds a position, for a reader who wants no drawings as sentences.
func (m *composer) board(b Board) {
	if len(b.Sentences) > 0 {
		m.text(strings.Join(b.Sentences, "\n"))
	} else {
		m.add(&position{b})
	}
}

func (m *composer) figure(f BoardFigure) { m.add(&figure{f}) }

// card adds a line of a list with a small board.
func (m *composer) card(text string, b Board) {
	if b.Diagram == "" && b.Picture == "" {
		m.item(text)
		return
	}
	if c := last[*cards](m); c != nil && (c.list[0].Picture != "") == (b.Picture != "") {
		c.list = append(c.list, card{text, b})
		return
	}
	m.add(&cards{[]card{{text, b}}})
}

func (m *composer) choice(c choice) { m.add(&c) }

// inWords adds a legal ply as a sentence; command is what a tap on it sends.
func (m *composer) inWords(text, command string) {
	if c := last[*choiceInWords](m); c != nil {
		c.list = append(c.list, moveInWords{text, command})
		return
	}
	m.add(&choiceInWords{[]moveInWords{{text, command}}})
}

func (m *composer) plies(list []Ply)   { m.add(&plies{list: list}) }
func (m *composer) history(list []Ply) { m.add(&plies{list: list, timed: true}) }

// prose adds a text that was written for plain mail; without its drawings, if its reader listens.
func (m *composer) prose(text string) {
	if m.spoken {
		text = withoutDrawings(text)
	}
	m.add(&prose{text})
}

// verbatim adds lines that stay as they are.
func (m *composer) verbatim(text string) { m.add(&verbatim{text}) }

// of is a game's title and number, behind a head.
func of(title string, game int64) string { return fmt.Sprintf(" (%s #%d)", title, game) }

// numbered puts a game's number before a command, in a message about several games.
func (m *composer) numbered(game int64, command string) string {
	if m.several {
		return gameNumber(game) + command
	}
	return command
}

// date is a date with its year.
func (m *composer) date(t time.Time) string { return m.locale.date(t, true) }

// when and brief say a moment as seen from that of the message.
func (m *composer) when(t time.Time) string  { return m.locale.when(m.now, t) }
func (m *composer) brief(t time.Time) string { return m.locale.brief(m.now, t) }

// colour is what a side is called.
func (m *composer) colour(side string) string { return m.locale.side(side) }

// verb is a part of what help says of a command: usage, summary, more or example.
func (m *composer) verb(name, part string) string { return m.say("verb." + name + "." + part) }

// and lists words: "a, b and c".
func (m *composer) and(words []string) string { return m.series(words, "list.and") }

// or lists words: "a, b or c".
func (m *composer) or(words []string) string { return m.series(words, "list.or") }

// days is a number of days.
func (m *composer) days(n int) string { return m.some(0, n) }

// counted writes plies with their numbers, in a sentence: "1. d3-d4 2. e5-e4".
func counted(list []Ply) string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = fmt.Sprintf("%d. %s", p.N, p.Move)
	}
	return strings.Join(out, " ")
}
