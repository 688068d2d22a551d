package templates

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"text/template"
	"unicode/utf8"
)

// sheet runs the templates of a language for the HTML alternative. Their functions for
// blocks keep each block and return a token that stands for it; what they write
// is cut at the tokens afterwards. A sheet serves one letter at a time.
type sheet struct {
	t      *template.Template
	in     *locale
	mark   string // how a token begins: with what nobody can have written
	blocks []block
	lines  bool
	prefix string // what stands in front of a move
	linked bool   // commands can be tapped
}

// newSheet makes a sheet of templates that are parsed.
func newSheet(parsed *template.Template, in *locale) (*sheet, error) {
	t, err := parsed.Clone()
	if err != nil {
		return nil, err
	}
	s := &sheet{t: t, in: in}
	funcs := functions(t, in, false)
	maps.Copy(funcs, s.functions())
	t.Funcs(funcs)
	return s, nil
}

// begin makes the sheet ready for a letter.
func (s *sheet) begin(l Letter) {
	s.mark = "\x00" + rand.Text() + ":"
	s.blocks, s.lines, s.linked = s.blocks[:0], l.Lines, l.Mailto.Address != ""
}

// keep keeps a block and returns its token.
func (s *sheet) keep(b block) string {
	s.blocks = append(s.blocks, b)
	return s.mark + strconv.Itoa(len(s.blocks)-1) + "\x00"
}

// cut finds the first token in a text: what stands before it, its block and the
// rest.
func (s *sheet) cut(text string) (before string, b *block, rest string) {
	before, rest, found := strings.Cut(text, s.mark)
	if !found {
		return text, nil, ""
	}
	number, rest, _ := strings.Cut(rest, "\x00")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n >= len(s.blocks) {
		return before, &block{}, rest
	}
	return before, &s.blocks[n], rest
}

// plain is a text that a block is made of: tokens in it are words again.
func (s *sheet) plain(text string) string {
	if strings.IndexByte(text, 0) < 0 {
		return clean(text)
	}
	var out strings.Builder
	for text != "" {
		before, b, rest := s.cut(text)
		out.WriteString(before)
		if b != nil {
			out.WriteString(b.text())
		}
		text = rest
	}
	return clean(out.String())
}

// split cuts what a template wrote into blocks: the tokens', and paragraphs of
// what stands between, which blank lines end.
func (s *sheet) split(written string) []block {
	var out []block
	blank := true
	add := func(b block) {
		if b.Kind == "" {
			return
		}
		if blank || !out[len(out)-1].join(b) {
			out = append(out, b)
		}
		blank = false
	}
	for line := range strings.SplitSeq(written, "\n") {
		if strings.TrimSpace(line) == "" {
			blank = true
			continue
		}
		for line != "" {
			before, b, rest := s.cut(line)
			if words := oneLine(clean(before)); words != "" {
				add(block{Kind: paragraph, Lines: []string{words}})
			}
			if b != nil {
				add(*b)
			}
			line = rest
		}
	}
	return caption(out)
}

// functions are those of the templates that set blocks: see the function
// functions for what each one is.
func (s *sheet) functions() template.FuncMap {
	// lined makes a function of a kind of block that is lines alone.
	lined := func(k kind) func(string) string {
		return func(text string) string {
			b := block{Kind: k}
			for line := range strings.SplitSeq(s.plain(text), "\n") {
				if line = strings.TrimRight(line, " \t\r"); line != "" || k == verbatim || k == quoted {
					b.Lines = append(b.Lines, line)
				}
			}
			if len(b.Lines) == 0 {
				return ""
			}
			return s.keep(b)
		}
	}
	diagram := func(b Board) string {
		if len(b.Sentences) > 0 {
			return lined(paragraph)(strings.Join(b.Sentences, "\n"))
		}
		if b.Picture != "" {
			tokens := s.keep(block{Kind: picture, Picture: b.Picture, Lines: []string{clean(cmp.Or(b.Words, b.Diagram))}})
			for _, remark := range b.Remarks {
				tokens += s.keep(block{Kind: paragraph, Lines: []string{clean(remark)}})
			}
			return tokens
		}
		if b.Diagram == "" {
			return ""
		}
		text := clean(b.Diagram)
		if s.lines {
			text = redraw(text)
		}
		return s.keep(sketched(text))
	}
	return template.FuncMap{
		"wrap": lined(paragraph),
		"para": func(id string, args ...any) (string, error) {
			text, err := s.in.say(id, args...)
			return lined(paragraph)(text), err
		},
		"point": func(id string, args ...any) (string, error) {
			text, err := s.in.say(id, args...)
			return s.item(text), err
		},
		"gutter": func(text string) string { return lined(verbatim)(strings.Trim(text, "\n")) },
		"form":   lined(code),
		"quote":  func(text string) string { return lined(quoted)(strings.TrimSpace(text)) },
		"echo":   func(text string) string { return lined(echoed)(oneLine(text)) },
		"whole":  func(text string) string { return lined(echoed)(oneLine(text)) },
		"ontap": func(text string) string {
			if !s.linked {
				return ""
			}
			return lined(paragraph)(text)
		},
		"prose": func(text string) string {
			var tokens strings.Builder
			for _, b := range prose(s.plain(text)) {
				tokens.WriteString("\n\n" + s.keep(b))
			}
			return tokens.String()
		},
		"item": s.item,
		"subitem": func(text string) string {
			return s.keep(block{Kind: items, Items: []listItem{{Sub: []string{oneLine(s.plain(text))}}}})
		},
		"command": func(text string) string {
			text = s.plain(text)
			if !s.linked {
				return lined(code)(text)
			}
			return s.keep(block{Kind: buttons, Links: []link{{Text: text, command: text}}})
		},
		"buttons": func(commands ...string) string {
			if !s.linked {
				return ""
			}
			b := block{Kind: buttons, Lesser: len(commands) > 2}
			for _, c := range commands {
				c = s.plain(c)
				b.Links = append(b.Links, link{Text: c, command: c})
			}
			return s.keep(b)
		},
		"choice": func(width int, command, explanation string) string {
			command = s.plain(command)
			b := s.entry(width, command, explanation)
			b.Kind = choices
			if s.linked {
				b.Entries[0].Link = &link{Text: command, command: command}
			}
			return s.keep(b)
		},
		"entry": func(width int, word, explanation string) string { return s.keep(s.entry(width, word, explanation)) },
		"row": func(widths string, cells ...any) (string, error) {
			fields, cells := strings.Fields(widths), spread(cells)
			if len(fields) != len(cells) {
				return "", fmt.Errorf("a row of %d cells has %d widths", len(cells), len(fields))
			}
			row := make([]cell, len(cells))
			for i, c := range s.in.named(cells) {
				row[i] = cell{Text: s.plain(fmt.Sprint(c)), Right: strings.HasPrefix(fields[i], "-")}
			}
			return s.keep(block{Kind: table, Rows: [][]cell{row}}), nil
		},
		"diagram": diagram,
		"figure": func(f Figure) string {
			if f.Board.Picture == "" {
				return ""
			}
			return s.keep(block{Kind: figure, Picture: f.Board.Picture, Caption: clean(f.Caption), Lines: []string{clean(cmp.Or(f.Board.Words, f.Board.Diagram))}})
		},
		"card": func(text string, b Board) string {
			text = oneLine(s.plain(text))
			if b.Picture == "" {
				return s.item(text) + "\n" + diagram(b)
			}
			return s.keep(block{Kind: cards, Cards: []card{{b.Picture, clean(cmp.Or(b.Words, b.Diagram)), text}}})
		},
		"moves": s.moves,
		"told": func(text, move string, several bool, game int64) string {
			if text = clean(text); !s.linked {
				return s.item(text)
			}
			command := clean(move)
			if several {
				command = fmt.Sprintf("#%d %s", game, command)
			}
			return s.keep(block{Kind: spoken, Links: []link{{Text: text, command: command}}})
		},
		"plies": func(list []Ply) string {
			b := block{Kind: plies}
			for _, p := range list {
				b.Lines = append(b.Lines, fmt.Sprintf("%d. %s", p.N, clean(p.Move)))
			}
			return s.keep(b)
		},
		"timed": s.timed,
	}
}

// item sets a line of a list.
func (s *sheet) item(text string) string {
	return s.keep(block{Kind: items, Items: []listItem{{Text: oneLine(s.plain(text))}}})
}

// longTable is how many rows are too many for a table, whose tags would take
// more room than what they hold.
const longTable = 300

// timed sets numbered plies with the time of each.
func (s *sheet) timed(list []Ply) (string, error) {
	if len(list) > longTable {
		text, err := timedPlies(list, s.in.colour)
		return s.keep(sketched(clean(text))), err
	}
	b := block{Kind: table}
	sides := map[string]string{}
	for _, p := range list {
		if _, ok := sides[p.Side]; !ok {
			var err error
			if sides[p.Side], err = s.in.colour(p.Side); err != nil {
				return "", err
			}
		}
		b.Rows = append(b.Rows, []cell{{Text: fmt.Sprintf("%d.", p.N), Right: true}, {Text: sides[p.Side]},
			{Text: clean(p.Move)}, {Text: p.At.Format("2006-01-02 15:04")}})
	}
	return s.keep(b), nil
}

// narrow is how many letters a word may have that gets a column of its own.
const narrow = 14

func (s *sheet) entry(width int, word, explanation string) block {
	return block{Kind: entries, Narrow: width <= narrow && utf8.RuneCountInString(word) <= width,
		Entries: []listEntry{{Word: s.plain(word), Text: oneLine(s.plain(explanation))}}}
}
