package templates

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what a block of a page is; layout.html has a part for each.
type kind string

const (
	paragraph kind = "paragraph"
	label     kind = "label"   // a line over the block that follows
	heading   kind = "heading" // a line that a game's number opens, and what follows it
	code      kind = "code"    // lines to be filled in and sent
	verbatim  kind = "verbatim"
	sketch    kind = "sketch" // lines whose columns matter
	echoed    kind = "echo"
	quoted    kind = "quote"
	items     kind = "items"
	entries   kind = "entries"
	choices   kind = "choices" // entries some of which can be tapped
	cards     kind = "cards"   // small pictures with a line each
	table     kind = "table"
	buttons   kind = "buttons"
	picture   kind = "picture"
	figure    kind = "figure" // a picture with a caption
	plies     kind = "plies"
	spoken    kind = "spoken" // plies in words, each a tap
	moves     kind = "moves"
)

// block is a block of a page, as plain data: how it looks is for layout.html.
type block struct {
	Kind    kind
	Lines   []string
	Items   []listItem
	Cards   []card
	Entries []listEntry
	Narrow  bool // the words of the entries fit into a column of their own
	Rows    [][]cell
	Links   []link
	Groups  []linkGroup
	Picture string // a Content-ID
	Caption string // of a figure
	Size    string // of a sketch's letters, in px
	Small   bool   // the letters may grow where there is room
	Hinted  bool   // plies say where they end
	// Lesser says that buttons are of commands that are at hand at any time, the
	// last of which ends the game: they invite less than a move does.
	Lesser bool
}

// Last is the index of the last link.
func (b block) Last() int { return len(b.Links) - 1 }

type listItem struct {
	Text string
	Sub  []string
}

// card is a line with a small picture above it, which it tells in words.
type card struct{ Picture, Words, Text string }

type listEntry struct {
	Word, Text string
	Link       *link
}

type cell struct {
	Text  string
	Right bool // a number
}

// Short reports whether the cell's text fits into one line of any screen.
func (c cell) Short() bool { return utf8.RuneCountInString(c.Text) <= len("2006-01-02 15:04") }

// Tight reports whether each line of a table fits into one of any screen.
func (b block) Tight() bool {
	for _, row := range b.Rows {
		width := 0
		for _, c := range row {
			width += utf8.RuneCountInString(c.Text)
		}
		if width > 32 {
			return false
		}
	}
	return true
}

// linkGroup is the plies of one piece, or of one kind.
type linkGroup struct {
	Title string
	More  string // what else its title says, in small letters
	Above bool   // the title stands above the plies, not in front of them
	Links []link
}

// link is a command that can be tapped.
type link struct {
	Text    string
	N       string // in the list of legal plies; empty: it has none
	Full    string // a ply as it is written, where Text may be a part of it
	Hint    string // where a ply ends, if that is not in its text
	To      string // where it leads, without the scheme
	Plain   bool   // it has no looks of its own
	command string
}

// address says where all links of a page lead, and whether those to plies have looks.
func (p page) address(by linker, plain bool) {
	each := func(links []link) {
		for i := range links {
			links[i].To = by.to(links[i].command)
			links[i].Plain = plain
		}
	}
	for _, part := range p.Parts {
		for _, b := range part.Blocks {
			each(b.Links)
			for _, g := range b.Groups {
				each(g.Links)
			}
			for _, e := range b.Entries {
				if e.Link != nil {
					e.Link.To = by.to(e.Link.command)
				}
			}
		}
	}
}

// text is the block in words, for the few places where a block stands within a
// sentence.
func (b block) text() string {
	lines := b.Lines
	for _, i := range b.Items {
		lines = append(append(lines, i.Text), i.Sub...)
	}
	for _, c := range b.Cards {
		lines = append(lines, c.Text)
	}
	for _, e := range b.Entries {
		lines = append(lines, e.Word, e.Text)
	}
	for _, row := range b.Rows {
		for _, c := range row {
			lines = append(lines, c.Text)
		}
	}
	return strings.Join(lines, " ")
}

// join puts a block behind another to which it belongs, and reports whether it
// does.
func (b *block) join(next block) bool {
	switch {
	case b.Kind == paragraph && next.Kind == paragraph:
		if last := len(b.Lines) - 1; flows(b.Lines[last], next.Lines[0]) {
			b.Lines[last] += " " + next.Lines[0]
			next.Lines = next.Lines[1:]
		}
	case (b.Kind == entries || b.Kind == choices) && (next.Kind == entries || next.Kind == choices):
		if next.Kind == choices {
			b.Kind = choices
		}
		b.Narrow = b.Narrow && next.Narrow
	case b.Kind != next.Kind:
		return false
	case b.Kind == items && len(next.Items) == 1 && next.Items[0].Text == "":
		last := &b.Items[len(b.Items)-1]
		last.Sub = append(last.Sub, next.Items[0].Sub...)
		return true
	case b.Kind == table || b.Kind == items || b.Kind == buttons || b.Kind == code || b.Kind == echoed || b.Kind == cards || b.Kind == spoken:
	default:
		return false
	}
	b.Lines = append(b.Lines, next.Lines...)
	b.Items = append(b.Items, next.Items...)
	b.Cards = append(b.Cards, next.Cards...)
	b.Entries = append(b.Entries, next.Entries...)
	b.Rows = append(b.Rows, next.Rows...)
	b.Links = append(b.Links, next.Links...)
	return true
}

// flows reports whether a line goes on in the next one. The templates break
// their lines for the plain text; a break that means something stands where a
// line neither ends a sentence nor the next one goes on in small letters, and
// over a line that announces something.
func flows(line, next string) bool {
	r, _ := utf8.DecodeRuneInString(next)
	switch {
	case unicode.IsLower(r):
		return true
	case announces(next):
		return false
	}
	return strings.ContainsAny(line[len(line)-1:], ".!?;,")
}

// announces reports whether a line is one like "Bob writes:".
func announces(line string) bool {
	return utf8.RuneCountInString(line) <= widestLabel && strings.HasSuffix(line, ":")
}

// widestLabel is how many characters a label may have.
const widestLabel = 48

// caption makes labels of short lines over other blocks, and headings of
// paragraphs that open with the number of a game.
func caption(blocks []block) []block {
	var out []block
	for i, b := range blocks {
		if b.Kind != paragraph {
			out = append(out, b)
			continue
		}
		more := i+1 < len(blocks)
		over := more && blocks[i+1].Kind != paragraph
		last := len(b.Lines) - 1
		line := b.Lines[last]
		switch {
		case strings.HasPrefix(b.Lines[0], "#") && !strings.HasSuffix(b.Lines[0], "."):
			b.Kind = heading
		case last == 0 && more && announces(line), over && last == 0 && utf8.RuneCountInString(line) <= widestLabel && !strings.ContainsAny(line[len(line)-1:], ".!?"):
			b.Kind = label
		case over && last > 0 && announces(line):
			b.Lines = b.Lines[:last]
			out = append(out, b, block{Kind: label, Lines: []string{line}})
			continue
		}
		out = append(out, b)
	}
	return out
}

// sketched is a block of lines whose columns matter, in letters that are small
// enough for the screen of a telephone.
func sketched(text string) block {
	b := block{Kind: sketch, Lines: strings.Split(strings.Trim(text, "\n"), "\n")}
	widest := 1
	for i, line := range b.Lines {
		b.Lines[i] = strings.TrimRight(line, " ")
		widest = max(widest, utf8.RuneCountInString(b.Lines[i]))
	}
	// 328 of 360 px are ours; a letter is about 0.6 of its size wide.
	const room, ratio, most = 328, 0.61, 14
	size := min(most, room/ratio/float64(widest))
	b.Size, b.Small = fmt.Sprintf("%.1f", size), size < 13
	return b
}
