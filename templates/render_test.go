package templates

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// rendered is what blocks become: in plain text, and on a page.
func rendered(t *testing.T, add func(m *composer)) (text, html string) {
	t.Helper()
	set, err := New()
	require.NoError(t, err)
	m := &composer{locale: set.locales["en"], reader: "Ada"}
	add(m)
	require.NoError(t, m.err)
	p := newPage(m.locale, false, Mailto{Address: "games@example.org"}.linker())
	p.blocks(m.blocks)
	return tidy(plainText{in: m.locale, gutter: gutter}.blocks(m.blocks)), strip(p.b.String())
}

// strip leaves the tags of a page without their attributes.
func strip(html string) string {
	var b strings.Builder
	for i, part := range strings.Split(html, "<") {
		tag, rest, _ := strings.Cut(part, ">")
		if i > 0 {
			name, _, _ := strings.Cut(tag, " ")
			b.WriteString("<" + name + ">")
		} else {
			rest = tag
		}
		b.WriteString(rest)
	}
	return strings.TrimSpace(b.String())
}

// TestBlocks: what each block is in plain text and on a page, and how blocks that follow each
// other belong together.
func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name       string
		add        func(m *composer)
		text, html string
	}{
		{"two sentences flow", func(m *composer) { m.text("One."); m.lineText("Two.") }, "One.\nTwo.", "<p>One. Two.</p>"},
		{"a line without an end breaks", func(m *composer) { m.text("Black: Ada"); m.lineText("White: Bob") }, "Black: Ada\nWhite: Bob", "<p>Black: Ada<br>White: Bob</p>"},
		{"a line goes on in small letters", func(m *composer) { m.text("Ada"); m.lineText("and Bob") }, "Ada\nand Bob", "<p>Ada and Bob</p>"},
		{"another paragraph", func(m *composer) { m.text("One."); m.text("Two.") }, "One.\n\nTwo.", "<p>One.</p>\n<p>Two.</p>"},
		{"an empty text is none", func(m *composer) { m.text(" \n"); m.lineText("One.") }, "One.", "<p>One.</p>"},
		{"a short line over a block is its label", func(m *composer) { m.text("Moves"); m.item("a1") }, "Moves\n\n| a1", "<p><b>Moves</b></p>\n<p>a1</p>"},
		{"a short sentence over a block is none", func(m *composer) { m.text("Moves."); m.item("a1") }, "Moves.\n\n| a1", "<p>Moves.</p>\n<p>a1</p>"},
		{"a longest label", func(m *composer) { m.text(strings.Repeat("x", widestLabel)); m.item("a1") }, strings.Repeat("x", widestLabel) + "\n\n| a1", "<p><b>" + strings.Repeat("x", widestLabel) + "</b></p>\n<p>a1</p>"},
		{"too long for a label", func(m *composer) { m.text(strings.Repeat("x", widestLabel+1)); m.item("a1") }, strings.Repeat("x", widestLabel+1) + "\n\n| a1", "<p>" + strings.Repeat("x", widestLabel+1) + "</p>\n<p>a1</p>"},
		{"the last line announces", func(m *composer) { m.text("One."); m.lineText("Bob writes:"); m.below(); m.quote("Hi") }, "One.\nBob writes:\n> Hi", "<p>One.</p>\n<p><b>Bob writes:</b></p>\n<blockquote>Hi</blockquote>"},
		{"a game's number opens a heading", func(m *composer) { m.text("#12 Tug"); m.lineText("Your move.") }, "#12 Tug\nYour move.", "<p><b>#12 Tug</b><br>Your move.</p>"},
		{"items and what belongs to them", func(m *composer) { m.item("one"); m.subitem("more"); m.item("two") }, "| one\n|     more\n| two", "<ul>\n<li>one<br><span>more</span></li>\n<li>two</li>\n</ul>"},
		{"a subitem of nothing", func(m *composer) { m.subitem("more") }, "|     more", "<p><br><span>more</span></p>"},
		{"commands are taps", func(m *composer) { m.commandLine("yes"); m.commandLine("no") }, "| yes\n| no", "<p><a>yes</a><a>no</a></p>"},
		{"forms are none", func(m *composer) { m.formLine("say WORDS") }, "| say WORDS", "<p><code>say WORDS</code></p>"},
		{"taps beside a paragraph", func(m *composer) { m.text("Well?"); m.taps("yes"); m.lineText("Or not.") }, "Well?\n\nOr not.", "<p>Well?</p>\n<p><a>yes</a></p>\n<p>Or not.</p>"},
		{"taps within a list", func(m *composer) { m.item("one"); m.taps("yes"); m.item("two") }, "| one\n| two", "<p>one</p>\n<p><a>yes</a></p>\n<p>two</p>"},
		{"a narrow entry", func(m *composer) { m.entry(4, "a1", "a cell") }, "| a1    a cell", "<table>\n<tr><td><b>a1</b></td><td>a cell</td></tr>\n</table>"},
		{"an entry wider than its column", func(m *composer) { m.entry(4, "a1-b2", "a move") }, "| a1-b2\n|       a move", "<p><code>a1-b2</code><br>a move</p>"},
		{"an entry without a word", func(m *composer) { m.entry(4, "a1", "a cell"); m.entry(4, "", "-> b2") }, "| a1    a cell\n|       -> b2", "<table>\n<tr><td><b>a1</b></td><td>a cell</td></tr>\n<tr><td></td><td>-&gt; b2</td></tr>\n</table>"},
		{"options", func(m *composer) { m.option(6, "yes", "I do"); m.entry(6, "a move", "I play") }, "| yes     I do\n| a move  I play", "<table>\n<tr><td><a>yes</a></td><td>I do</td></tr>\n<tr><td><div><code>a move</code></div></td><td>I play</td></tr>\n</table>"},
		{"a table", func(m *composer) { m.table([]int{5, -3}, []string{"Ada", "7"}, []string{"robot 2", "12"}) }, "| Ada      7\n| Robot (level 2)   12", "<table>\n<tr><td>Ada</td><td>7</td></tr>\n<tr><td>Robot (level 2)</td><td>12</td></tr>\n</table>"},
		{"a quote keeps its lines", func(m *composer) { m.quote("One\n\n<b>") }, "> One\n>\n> <b>", "<blockquote>One<br><br>&lt;b&gt;</blockquote>"},
		{"an echo has an end", func(m *composer) { m.echo(strings.Repeat("word ", 100)) }, strings.Repeat("| "+strings.TrimSpace(strings.Repeat("word ", 14))+"\n", 4) + "| ...", "<p>" + strings.TrimSpace(strings.Repeat("word ", 100)) + "</p>"},
		{"a board as sentences", func(m *composer) { m.board(Board{Diagram: "x", Sentences: []string{"One.", "Two."}}) }, "One.\nTwo.", "<p>One.<br>Two.</p>"},
		{"a board as a picture", func(m *composer) { m.board(Board{Diagram: "x", Picture: "1@x", Remarks: []string{"Look."}}) }, "| x", "<img>\n<div>No board here? Reply with the line &#34;html off&#34; to get plain text, with the board in letters.</div>\n<p>Look.</p>"},
		{"a board as lines", func(m *composer) { m.board(Board{Diagram: "  x\n"}) }, "|   x", "<pre>  x</pre>"},
		{"a card without a board is an item", func(m *composer) { m.card("one", Board{}); m.subitem("more") }, "| one\n|     more", "<p>one<br><span>more</span></p>"},
		{"a card with a picture", func(m *composer) { m.card("one", Board{Diagram: "x", Picture: "1@x"}) }, "| one\n|\n| x\n|", "<div>\n<div><img>one</div>\n</div>"},
		{"a card with a diagram", func(m *composer) { m.card("one", Board{Diagram: "x"}) }, "| one\n|\n| x\n|", "<p>one</p>\n<pre>x</pre>"},
		{"moves as sentences", func(m *composer) { m.inWords("1 pull", "l") }, "| 1 pull", "<div>\n<a>1 pull</a>\n</div>"},
		{"plies", func(m *composer) { m.plies([]Ply{{N: 1, Move: "l"}, {N: 2, Move: "r"}}) }, "| 1. l  2. r", "<p><span>1. l</span> &ensp;<span>2. r</span> &ensp;</p>"},
		{"plies with their times", func(m *composer) {
			m.history([]Ply{{N: 1, Side: "black", Move: "l", At: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)}})
		}, "|    1. Black  l  2026-01-02 03:04", "<table>\n<tr><td>1.</td><td>Black</td><td>l</td><td>2026-01-02 03:04</td></tr>\n</table>"},
		{"a figure is on a page alone", func(m *composer) { m.text("One."); m.figure(BoardFigure{"Look", Board{Picture: "1@x"}}) }, "One.", "<p>One.</p>\n<div><img>Look</div>"},
		{"lines as they are", func(m *composer) { m.verbatim("a  b\n\nc") }, "| a  b\n|\n| c", "<pre>a  b\n\nc</pre>"},
	} {
		text, html := rendered(t, c.add)
		require.Equal(t, c.text, text, c.name)
		require.Equal(t, c.html, html, c.name)
	}
}

// TestLongHistories: a history of many plies is lines, and no table, whose tags would take
// more room than they hold.
func TestLongHistories(t *testing.T) {
	for n, tag := range map[int]string{longTable: "<table>", longTable + 1: "<pre>"} {
		_, html := rendered(t, func(m *composer) { m.history(make([]Ply, n)) })
		require.Contains(t, html, tag, n)
	}
}

// TestRowsHaveTheirColumns: a row of another length than the table's is an error, and the
// first error of a section is the one that is told.
func TestRowsHaveTheirColumns(t *testing.T) {
	set, err := New()
	require.NoError(t, err)
	m := &composer{locale: set.locales["en"]}
	m.table([]int{1, 2}, []string{"a"})
	m.para("no.such-message")
	require.EqualError(t, m.err, "a row of 1 cells in a table of 2 columns")
}
