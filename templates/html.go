package templates

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// frame is the page around a message: its head and its styles.
//
//go:embed page.html
var frame string

var parsedFrame = template.Must(template.New("page").Parse(frame))

// most is how many bytes the HTML alternative may have. Gmail clips a message at about 102 kB.
const most = 90_000

// page renders blocks as HTML.
type page struct {
	in    *locale
	lines bool // boards are drawn with line characters
	to    linker
	// shows is how much of the choices is shown that do not show all plies; explained are the
	// messages of the catalogue about taps that the page has.
	shows     map[*choice]choiceForm
	explained map[string]bool
	offered   bool // that a text browser gets plain text
	b         strings.Builder
	errs      []error
}

func newPage(in *locale, lines bool, to linker) *page {
	return &page{in: in, lines: lines, to: to, shows: map[*choice]choiceForm{}, explained: map[string]bool{}}
}

// escaped is a text as it stands between tags and in attributes.
var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "+", "&#43;")

// html writes markup. The values, all of them text, are escaped.
func (p *page) html(format string, values ...any) {
	for i, v := range values {
		if text, ok := v.(string); ok {
			values[i] = escaped.Replace(text)
		}
	}
	fmt.Fprintf(&p.b, format, values...)
}

// render writes the page of a document.
func (p *page) render(d *document) (string, error) {
	p.body(d)
	if p.b.Len() > tapRoom || len(frame)+p.b.Len()+2*len(d.opening) > most { // few pages are so long
		p = newPage(p.in, p.lines, p.to)
		p.fit(d)
		p.body(d)
	}
	if err := errors.Join(p.errs...); err != nil {
		return "", err
	}
	var out strings.Builder
	out.Grow(len(frame) + p.b.Len())
	err := parsedFrame.Execute(&out, struct {
		Lang, Head string
		Body       template.HTML // escaped by the method html
	}{p.in.code, clean(d.opening), template.HTML(p.b.String())})
	return out.String(), err
}

// body writes what the page says.
func (p *page) body(d *document) {
	p.html("<h1 style=\"margin:0 0 4px;font-size:20px;line-height:1.3;font-weight:600;color:#14130f\">%s</h1>\n",
		tiedText(clean(d.opening)))
	if d.rule != "" {
		p.html("<div class=\"m\" style=\"margin:0 0 16px;font-size:12px;color:#77705f\">%s</div>\n", clean(d.rule))
	}
	for _, part := range d.parts {
		if part.head != "" {
			p.html("<h2 style=\"margin:32px 0 8px;padding:12px 0 0;border-top:1px solid #b9b2a3;font-size:18px;line-height:1.3;font-weight:600;color:#14130f\">%s</h2>\n", tiedText(clean(part.head)))
		}
		p.blocks(part.blocks)
	}
	p.html(`<div class="m" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #b9b2a3;font-size:13px;color:#77705f">`)
	p.blocks(d.foot)
	p.html("</div>\n")
}

// A paragraph, label or sketch is what pages have besides blocks.
type (
	// paragraph is lines below each other.
	paragraph struct{ lines []string }
	// label is a line over the block that follows.
	label struct{ lines []string }
	// sketch is lines whose columns matter.
	sketch struct{ lines []string }
)

// blocks writes the blocks of a section.
func (p *page) blocks(list []placed) {
	var out []block
	for _, b := range list {
		out = append(out, p.parted(b.block)...)
	}
	for i, b := range out {
		var next block
		if i+1 < len(out) {
			next = out[i+1]
		}
		p.block(b, next)
	}
}

// parted makes paragraphs, labels and sketches of the blocks that consist of them.
func (p *page) parted(b block) []block {
	switch b := b.(type) {
	case *para:
		if flowed := flowing(b.texts); len(flowed.lines) > 0 {
			return []block{flowed}
		}
		return nil
	case *prose:
		return listed(passages(clean(b.text)))
	case *position:
		switch {
		case b.Picture != "" && len(b.Remarks) > 0:
			return []block{b, flowing(b.Remarks)}
		case b.Picture != "":
			return []block{b}
		case b.Diagram != "":
			return []block{p.sketch(b.Diagram)}
		}
		return nil
	case *cards:
		if b.list[0].Picture != "" {
			return []block{b}
		}
		var out []block
		for _, c := range b.list {
			out = append(out, &items{[]item{{text: c.text}}}, p.sketch(c.Diagram))
		}
		return out
	case *plies:
		if b.timed && len(b.list) > longTable {
			return []block{sketched(clean(p.in.timedPlies(b.list)))}
		}
	}
	return []block{b}
}

// listed makes one list of items that follow each other.
func listed(blocks []block) (out []block) {
	for _, b := range blocks {
		if next, ok := b.(*items); ok && len(out) > 0 {
			if list, ok := out[len(out)-1].(*items); ok {
				list.list = append(list.list, next.list...)
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

// longTable is how many rows are too many for a table, whose tags would take more room than
// what they hold.
const longTable = 300

// flowing makes a paragraph of texts that follow each other. Some of them break their lines
// for plain text: a line goes on in the next one if it ends a sentence or the next one goes on
// in small letters, unless that announces something.
func flowing(texts []string) *paragraph {
	out := &paragraph{}
	for i, text := range texts {
		for j, line := range shownLines(text) {
			if last := len(out.lines) - 1; i > 0 && j == 0 && last >= 0 && flows(out.lines[last], line) {
				out.lines[last] += " " + line
			} else {
				out.lines = append(out.lines, line)
			}
		}
	}
	return out
}

// shownLines are the lines of a text that hold anything.
func shownLines(text string) (lines []string) {
	for line := range strings.SplitSeq(clean(text), "\n") {
		if line = strings.TrimRight(line, " \t\r"); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

func flows(line, next string) bool {
	r, _ := utf8.DecodeRuneInString(next)
	return unicode.IsLower(r) || !announces(next) && endsSentence(line, ".!?;,")
}

func endsSentence(line, marks string) bool { return strings.ContainsAny(line[len(line)-1:], marks) }

// announces reports whether a line is one like "Bob writes:".
func announces(line string) bool {
	return utf8.RuneCountInString(line) <= widestLabel && strings.HasSuffix(line, ":")
}

// widestLabel is how many characters a label may have.
const widestLabel = 48

// block writes a block. next is the one behind it, or nil.
func (p *page) block(b, next block) {
	switch b := b.(type) {
	case *paragraph:
		p.paragraph(b.lines, next)
	case *label:
		p.label(b.lines)
	case *sketch:
		p.drawing(b.lines)
	case *items:
		p.items(b.list)
	case *entries:
		p.entries(b.list)
	case *taps:
		p.taps(b)
	case *forms:
		p.forms(b.list)
	case *table:
		p.table(b)
	case *quote:
		p.html(`<blockquote class="q" style="margin:0 0 16px;padding:4px 0 4px 12px;border-left:3px solid #1f5a4a;color:#4a463b">`)
		p.broken(trimmedLines(strings.TrimSpace(clean(b.text))))
		p.html("</blockquote>\n")
	case *echo:
		p.echo(b.lines)
	case *position:
		p.html("<img src=\"cid:%s\" alt=\"%s\" width=\"560\" style=\"display:block;width:100%%;max-width:560px;height:auto;margin:4px 0 16px;border:0\">\n", b.Picture, b.inWords())
		p.offerText()
		if len(b.Legend) > 0 {
			p.html("<p class=\"m\" style=\"margin:-8px 0 12px;font-size:14px;line-height:1.4;color:#77705f\">%s</p>\n",
				tiedText(clean(strings.Join(b.Legend, " "))))
		}
	case *figure:
		p.figure(b.BoardFigure)
	case *cards:
		p.cards(b.list)
	case *choice:
		p.choice(b)
	case *choiceInWords:
		p.html("<div style=\"margin:0 0 12px\">\n")
		for _, m := range b.list {
			p.html("<a class=\"a\" href=\"mailto:%s\" style=\"display:block;padding:8px 0;border-bottom:1px solid #e4dfd4;color:#1f5a4a;text-decoration:none\">%s</a>\n", p.to.to(clean(m.command)), tiedText(clean(m.text)))
		}
		p.html("</div>\n")
	case *plies:
		p.plies(b)
	case *verbatim:
		p.html(`<pre class="c" style="margin:0 0 12px;padding:10px;background:#f5f2ec;border-radius:6px;font:13px/1.45 Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre-wrap;overflow-wrap:anywhere">`)
		p.html("%s</pre>\n", strings.Join(trimmedLines(strings.Trim(clean(b.text), "\n")), "\n"))
	}
}

// offerText offers plain text below the first picture, in a line that only programs show that do not
// know styles: they show neither the picture nor its description.
func (p *page) offerText() {
	if !p.offered {
		p.offered = true
		text, err := p.in.say("texthint.offer")
		p.errs = append(p.errs, err)
		p.html("<div style=\"display:none;mso-hide:all\">%s</div>\n", text)
	}
}

func trimmedLines(text string) []string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return lines
}

// paragraph writes a paragraph: as a heading if it opens with the number of a game, as a label
// if it is a short line over another block; and its last line alone as a label if that
// announces the next block.
func (p *page) paragraph(lines []string, next block) {
	_, more := next.(*paragraph)
	over := next != nil && !more
	last := len(lines) - 1
	line := lines[last]
	switch {
	case strings.HasPrefix(lines[0], "#") && !strings.HasSuffix(lines[0], "."):
		p.html("<p style=\"margin:24px 0 8px\">")
		for i, line := range lines {
			if i == 0 {
				p.html(`<b class="t">%s</b>`, tiedText(line))
			} else {
				p.html("<br>%s", tiedText(line))
			}
		}
		p.html("</p>\n")
	case last == 0 && next != nil && announces(line),
		last == 0 && over && utf8.RuneCountInString(line) <= widestLabel && !endsSentence(line, ".!?"):
		p.label(lines)
	case last > 0 && over && announces(line):
		p.said(lines[:last])
		p.label(lines[last:])
	default:
		p.said(lines)
	}
}

func (p *page) said(lines []string) {
	p.html("<p style=\"margin:0 0 12px\">")
	p.tied(lines)
	p.html("</p>\n")
}

func (p *page) label(lines []string) {
	p.html("<p style=\"margin:16px 0 6px\"><b class=\"t\">")
	p.tied(lines)
	p.html("</b></p>\n")
}

// tied writes sentences of ours, one line below the other.
func (p *page) tied(lines []string) {
	for i, line := range lines {
		lines[i] = tiedText(line)
	}
	p.broken(lines)
}

// broken writes lines below each other.
func (p *page) broken(lines []string) {
	for i, line := range lines {
		if i > 0 {
			p.html("<br>")
		}
		p.html("%s", line)
	}
}

// sketch is a diagram as the reader wants boards drawn.
func (p *page) sketch(diagram string) *sketch {
	diagram = clean(diagram)
	if p.lines {
		diagram = redraw(diagram)
	}
	return sketched(diagram)
}

func sketched(text string) *sketch {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return &sketch{lines}
}

// drawing writes lines whose columns matter, in letters that are small enough for the screen
// of a telephone.
func (p *page) drawing(lines []string) {
	widest := 1
	for _, line := range lines {
		widest = max(widest, utf8.RuneCountInString(line))
	}
	// 328 of 360 px are ours; a letter is about 0.6 of its size wide.
	const room, ratio, largest = 328, 0.61, 14
	size := min(largest, room/ratio/float64(widest))
	class := "e"
	if size < 13 {
		class = "d" // it may grow where there is room
	}
	p.html(`<pre class="%s" style="margin:0 0 12px;font-family:Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:%.1fpx;line-height:1.25;overflow-x:auto">`, class, size)
	p.html("%s</pre>\n", strings.Join(lines, "\n"))
}

func (p *page) items(list []item) {
	if len(list) == 1 { // no list of one bullet
		p.html("<p style=\"margin:0 0 12px\">%s", tiedText(shown(list[0].text)))
		p.subitems(list[0].sub)
		p.html("</p>\n")
		return
	}
	p.html("<ul style=\"margin:0 0 12px;padding:0 0 0 20px\">\n")
	for _, i := range list {
		p.html("<li style=\"margin:0 0 6px\">%s", tiedText(shown(i.text)))
		p.subitems(i.sub)
		p.html("</li>\n")
	}
	p.html("</ul>\n")
}

// subitems writes what belongs to an item.
func (p *page) subitems(list []string) {
	for _, sub := range list {
		p.html(`<br><span class="m" style="color:#77705f">%s</span>`, tiedText(shown(sub)))
	}
}

// narrow is how many letters a word may have that gets a column of its own.
const narrow = 14

// entries writes words and their explanations: in columns if the words are short, and with
// links if some of them are commands.
func (p *page) entries(list []entry) {
	tapped, short := false, true
	for _, e := range list {
		tapped = tapped || e.tap
		short = short && e.width <= narrow && utf8.RuneCountInString(e.word) <= e.width
	}
	const columns = "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" style=\"margin:0 0 12px;width:100%%;border-collapse:collapse\">\n"
	switch {
	case tapped:
		p.html(columns)
		for i, e := range list {
			p.html(`<tr><td width="128" style="width:128px;padding:3px 12px 3px 0;vertical-align:middle">`)
			p.option(clean(e.word), e.tap, i == 0)
			p.html("</td><td style=\"padding:3px 0;vertical-align:middle\">%s</td></tr>\n", tiedText(shown(e.text)))
		}
		p.html("</table>\n")
	case short:
		p.html(columns)
		for _, e := range list {
			if e.word != "" {
				p.html("<tr><td width=\"72\" style=\"padding:4px 12px 0 0;vertical-align:top;white-space:nowrap\"><b class=\"t\">%s</b></td><td style=\"padding:4px 0 0;vertical-align:top\">%s</td></tr>\n", clean(e.word), tiedText(shown(e.text)))
			} else if len(e.taps) > 0 {
				p.html("<tr><td></td><td>")
				for _, command := range e.taps {
					command = shown(command)
					p.html(`<a class="s" href="mailto:%s" style="display:inline-block;margin:4px 6px 2px 0;padding:0 10px;border:1px solid #ddd7ca;border-radius:8px;color:#6b6455;font-size:14px;line-height:40px;text-decoration:none">%s</a>`, p.to.to(command), command)
				}
				p.html("</td></tr>\n")
			} else {
				p.html("<tr><td></td><td class=\"m\" style=\"font-size:14px;color:#77705f\">%s</td></tr>\n",
					tiedText(shown(e.text)))
			}
		}
		p.html("</table>\n")
	default:
		for _, e := range list {
			p.html("<p style=\"margin:0 0 8px\">")
			if e.word != "" {
				p.code(clean(e.word))
				p.html("<br>")
			}
			p.html("%s</p>\n", tiedText(shown(e.text)))
		}
		p.html("\n")
	}
}

// option writes a command that can be chosen; the first one stands out.
func (p *page) option(command string, tap, first bool) {
	switch {
	case !tap:
		p.html(`<div style="padding:10px 0">`)
		p.code(command)
		p.html("</div>")
	case first:
		p.html(`<a class="p" href="mailto:%s" style="display:block;padding:10px 8px;border:1px solid #1f5a4a;border-radius:8px;background:#1f5a4a;color:#ffffff;text-align:center;text-decoration:none">%s</a>`, p.to.to(command), command)
	default:
		p.html(`<a class="a" href="mailto:%s" style="display:block;padding:10px 8px;border:1px solid #b9b2a3;border-radius:8px;color:#1f5a4a;text-align:center;text-decoration:none">%s</a>`, p.to.to(command), command)
	}
}

func (p *page) code(text string) {
	p.html(`<code class="c" style="padding:2px 6px;background:#f5f2ec;border-radius:4px;font:15px/1.6 Menlo,Consolas,'DejaVu Sans Mono',monospace">%s</code>`, text)
}

func (p *page) taps(t *taps) {
	p.html(`<p style="margin:4px 0 12px">`)
	for i, command := range t.commands {
		command = clean(command)
		to := p.to.to(command)
		switch {
		case !t.lesser:
			p.html(`<a class="a" href="mailto:%s" style="display:inline-block;margin:0 8px 8px 0;padding:0 16px;border:1px solid #b9b2a3;border-radius:8px;color:#1f5a4a;line-height:44px;text-decoration:none">%s</a>`, to, command)
		case i < len(t.commands)-1:
			p.html(`<a class="s" href="mailto:%s" style="display:inline-block;margin:0 8px 8px 0;padding:0 14px;border:1px solid #ddd7ca;border-radius:8px;color:#6b6455;font-size:15px;line-height:42px;text-decoration:none">%s</a>`, to, command)
		default:
			p.html(`<a class="s" href="mailto:%s" style="display:inline-block;margin:0 0 8px 12px;padding:0 8px;color:#6b6455;font-size:14px;line-height:44px;text-decoration:underline">%s</a>`, to, command)
		}
	}
	p.html("</p>\n")
}

func (p *page) forms(list []string) {
	p.html(`<p style="margin:0 0 12px">`)
	for i, form := range list {
		if i > 0 {
			p.html("<br>")
		}
		p.code(clean(form))
	}
	p.html("</p>\n")
}

// table writes a table. Its lines break only where they are wider than a screen.
func (p *page) table(t *table) {
	right := make([]bool, len(t.columns))
	for i, width := range t.columns {
		right[i] = width < 0
	}
	p.rows(right, t.rows)
}

func (p *page) rows(right []bool, rows [][]string) {
	tight := true
	for _, row := range rows {
		width := 0
		for i, text := range row {
			row[i] = clean(text)
			width += utf8.RuneCountInString(row[i])
		}
		tight = tight && width <= 32
	}
	p.html(`<table class="r" cellpadding="4" cellspacing="0" style="margin:0 0 12px -4px;border-collapse:collapse;font-size:15px`)
	if tight {
		p.html(";white-space:nowrap")
	}
	p.html("\">\n")
	for _, row := range rows {
		p.html("<tr>")
		for i, text := range row {
			p.html("<td")
			if right[i] {
				p.html(` align="right"`)
			}
			if !tight && utf8.RuneCountInString(text) <= len("2006-01-02 15:04") {
				p.html(" nowrap")
			}
			p.html(">%s</td>", text)
		}
		p.html("</tr>\n")
	}
	p.html("</table>\n")
}

func (p *page) echo(lines []string) {
	var out []string
	for _, line := range lines {
		if line = shown(line); line != "" {
			out = append(out, line)
		}
	}
	if len(out) == 0 {
		return
	}
	p.html(`<p class="q" style="margin:0 0 4px;padding:0 0 0 10px;border-left:3px solid #b9b2a3;color:#5a5548;font:14px/1.5 Menlo,Consolas,'DejaVu Sans Mono',monospace">`)
	p.broken(out)
	p.html("</p>\n")
}

// inWords is what a picture shows, for readers who cannot see it.
func (b Board) inWords() string { return clean(cmp.Or(b.Words, b.Diagram)) }

func (p *page) figure(f BoardFigure) {
	if f.Board.Picture == "" {
		return
	}
	p.html("<div style=\"max-width:343px;margin:8px 0 20px;line-height:1.4\"><img src=\"cid:%s\" alt=\"%s\" width=\"343\" style=\"display:block;width:100%%;max-width:343px;height:auto;margin:0 0 6px;border:0\">%s</div>\n", f.Board.Picture, f.Board.inWords(), tiedText(clean(f.Caption)))
}

func (p *page) cards(list []card) {
	p.html("<div style=\"margin:0 0 12px\">\n")
	for _, c := range list {
		p.html("<div class=\"v\" style=\"display:inline-block;vertical-align:top;width:163px;margin:0 4px 12px 0;font-size:14px;line-height:1.4\"><img src=\"cid:%s\" alt=\"%s\" width=\"160\" style=\"display:block;width:160px;height:auto;margin:0 0 4px;border:0\">%s</div>\n", c.Picture, c.inWords(), tiedText(shown(c.text)))
	}
	p.html("</div>\n")
}

func (p *page) plies(b *plies) {
	if !b.timed {
		p.html(`<p style="margin:0 0 12px;font-size:15px">`)
		for _, ply := range b.list {
			p.html(`<span class="w">%s</span> &ensp;`, clean(numberedPly(ply)))
		}
		p.html("</p>\n")
		return
	}
	rows := make([][]string, len(b.list))
	for i, ply := range b.list {
		rows[i] = []string{strconv.Itoa(ply.N) + ".", p.in.side(ply.Side), ply.Move, ply.At.Format("2006-01-02 15:04")}
	}
	p.rows([]bool{true, false, false, false}, rows)
}

// shown is a text on one line of a page.
func shown(text string) string { return oneLine(clean(text)) }
