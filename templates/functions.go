package templates

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"
	"unicode"
	"unicode/utf8"
)

// columns is the widest line that we set ourselves, gutter included.
const columns = 74

// functions are what the templates can call besides the standard ones, in a
// language. With lines, boards are drawn with line characters.
func functions(t *template.Template, in *locale, lines bool) template.FuncMap {
	run := func(name string, dot any) (string, error) {
		var b strings.Builder
		err := t.ExecuteTemplate(&b, name, dot)
		return strings.TrimSpace(b.String()), err
	}
	diagram := func(b Board) string {
		if len(b.Sentences) > 0 {
			return wrap(strings.Join(b.Sentences, "\n"))
		}
		text := b.Diagram
		if lines {
			text = box(text)
		}
		return gutter(text)
	}
	return template.FuncMap{
		// Blocks. Each stands on lines of its own.

		// wrap sets a paragraph.
		"wrap": wrap,
		// para sets a message as a paragraph, point as a line of a list.
		"para": func(id string, args ...any) (string, error) {
			text, err := in.say(id, args...)
			return wrap(text), err
		},
		"point": func(id string, args ...any) (string, error) {
			text, err := in.say(id, args...)
			return gutter(wrap(text)), err
		},
		// prose sets a text of several paragraphs, lines that are indented as
		// they are.
		"prose": gutter,
		// gutter sets lines of ours as they are.
		"gutter": gutter,
		// item sets a line of a list, which may be long.
		"item": func(s string) string { return gutter(wrap(s)) },
		// subitem sets what belongs to the item above it.
		"subitem": func(s string) string { return gutter(prefix("    ", wrapTo(columns-6, s))) },
		// command sets a command that can be sent as it is, form one whose words in
		// capitals are to be filled in.
		"command": gutter,
		"form":    gutter,
		// choice sets a command and what it does; entry, a word and its explanation.
		"choice": entry,
		"entry":  entry,
		// buttons are commands to tap; ontap, a paragraph about them. Plain text
		// has neither.
		"buttons": func(...string) string { return "" },
		"ontap":   func(string) string { return "" },
		// row sets a row of a table. Its widths, one a cell, stand in its first
		// argument; negative ones are for numbers.
		"row": func(widths string, cells ...any) (string, error) { return row(widths, in.named(cells)...) },
		// quote sets a player's words, echo a line of the reader's own letter,
		// whole the same without an end.
		"quote": func(s string) string { return prefix("> ", wrap(s)) },
		"echo":  echo,
		"whole": func(line string) string { return gutter(pieces(line)) },
		// diagram sets a board, as its reader wants boards drawn; card sets a line of
		// a list with a small one.
		"diagram": diagram,
		// figure sets a picture with its caption; plain text has none.
		"figure": func(Figure) string { return "" },
		"card": func(text string, b Board) string {
			text = gutter(wrap(text))
			if b.Diagram == "" {
				return text
			}
			return text + "\n|\n" + diagram(b) + "\n|"
		},
		"moves": setMoves,
		// told sets what a ply does in words, in a letter about several games or about
		// one.
		"told":  func(text, move string, several bool, game int64) string { return gutter(wrap(text)) },
		"plies": setPlies,
		"timed": func(plies []Ply) (string, error) {
			text, err := timedPlies(plies, in.colour)
			return gutter(text), err
		},

		// Words in a sentence.

		// say is a message of the catalogue, many one in the form that a number
		// takes. Their values are a struct, if any, and then names and values.
		"say":  in.say,
		"many": in.many,
		// wide is how wide a column is: so much, or its title.
		"wide":   func(least int, title string) int { return max(least, utf8.RuneCountInString(title)) },
		"title":  capital,
		"clause": clause,
		"inc":    func(n int) int { return n + 1 },
		"list":   func(items ...any) []any { return items },
		"andall": func(words []string) string { return in.series(words, "list.and") },
		"oneof":  func(words []string) string { return in.series(words, "list.or") },
		"then":   in.then,
		"when":   in.when,
		"brief":  in.brief,
		"moment": in.moment,
		// unzoned is a moment that is said without a zone: the first of a span, whose
		// end names it.
		"unzoned": unzoned,
		"day":     in.day,
		"days":    func(n int) string { return in.some(0, n) },
		"date":    func(t time.Time) string { return in.date(t, true) },
		"weekday": func(d time.Weekday) string { return in.weekdays[d] },
		"span":    in.span,
		"left":    in.left,
		"phase":   phase,
		"among":   among,
		// numbered writes plies in a sentence, plan a conditional line.
		"numbered": func(plies []Ply) string {
			var out []string
			for _, p := range plies {
				out = append(out, fmt.Sprintf("%d. %s", p.N, p.Move))
			}
			return strings.Join(out, " ")
		},
		"plan": func(line string) string { return in.typed("if", line) },
		// others are the languages besides this one: the command that chooses each, and
		// what it says of that in its own words.
		"others": func() []otherLanguage { return in.others },
		// typed is the words behind a command, by its name, as they are typed.
		"typed": in.typed,

		// Families of messages.

		// colour is what a side is called, setting a setting, group a group of
		// commands.
		"colour":  in.colour,
		"setting": func(name string) (string, error) { return in.say("setting." + name) },
		"settings": func(names []string) (string, error) {
			var out []string
			for _, name := range names {
				own, err := in.say("setting." + name)
				if err != nil {
					return "", err
				}
				out = append(out, own)
			}
			return in.series(out, "list.and"), nil
		},
		"group": func(name string) (string, error) { return in.say("group." + name) },
		// pace is how fast a game goes, as commands write it.
		"pace": func(pace string) string { return in.typed("challenge", pace) },
		// verb is a part of what help says of a command: usage, summary, more or
		// example.
		"verb": func(name, part string) (string, error) { return in.say("verb." + name + "." + part) },

		// Other templates.

		// include is the text of another template, on one line.
		"include": func(name string, dot any) (string, error) {
			text, err := run(name, dot)
			return oneLine(text), err
		},
		// value is what a setting is set to.
		"value": func(s Setting) (string, error) { return run("value."+s.Name, s) },
		// problem writes the sentence of a problem's code: by its own template, or
		// the message alone.
		"problem": func(p Problem) (string, error) {
			id, args := "problem."+p.Code, make([]any, len(p.Args))
			for i, a := range p.Args {
				if told, ok := a.(Told); ok {
					a = told(in.code)
				}
				args[i] = a
			}
			if t.Lookup(id) != nil {
				return run(id, args)
			}
			var named []any
			for i, a := range args[:min(len(args), len(argumentNames))] {
				named = append(named, argumentNames[i:i+1], a)
			}
			return in.say(id, named...)
		},
	}
}

// among is the word if it is one of some, and else the last of them.
func among(word string, some ...string) string {
	if slices.Contains(some, word) || len(some) == 0 {
		return word
	}
	return some[len(some)-1]
}

// argumentNames are what the messages of problems call the arguments of a code,
// one letter each, in the order of [Problem].Args.
const argumentNames = "ABCDEFGH"

// colour is what a side is called.
func (l *locale) colour(side string) (string, error) {
	if side == "black" {
		return l.say("side.black")
	}
	return l.say("side.white")
}

// capital makes the first letter large.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// clause is the text up to its first stop.
func clause(s string) string {
	for _, stop := range []string{";", ". ", "? "} {
		if i := strings.Index(s, stop); i >= 0 {
			s = s[:i]
		}
	}
	return s
}

// maxEcho is how many lines of ours one line of a player's may take.
const maxEcho = 5

// echo sets a line that a player wrote, of whatever length, behind the gutter.
func echo(line string) string {
	lines := strings.Split(pieces(line), "\n")
	if len(lines) > maxEcho {
		lines = append(lines[:maxEcho-1], "...")
	}
	return gutter(strings.Join(lines, "\n"))
}

// pieces fills lines with a player's, whose words may be longer than they.
func pieces(line string) string {
	var pieces []string
	for _, word := range strings.Fields(line) {
		r := []rune(word)
		for ; len(r) > columns-2; r = r[columns-2:] {
			pieces = append(pieces, string(r[:columns-2]))
		}
		pieces = append(pieces, string(r))
	}
	return wrap(strings.Join(pieces, " "))
}

// widest is the longest that a head may be; most programs show no more of it.
const widest = 78

var (
	ofGame = regexp.MustCompile(` \([^()]*#[0-9]+\)$`)
	// ofDate is a date, with the word that leads to it: "by 20 December 2026 09:00",
	// "mercredi à 9:00", "Mittwoch, 09:00 Uhr UTC", "2026-12-20".
	ofDate = regexp.MustCompile(`(?:\pL+,? )?(?:(?:\pL+,? )?(?:\d{1,2}\.? \pL+ (?:\d{4} )?)?(?:\pL+ )?\d{1,2}:\d\d(?: Uhr)?(?: UTC)?|\d{1,2}\.? \pL+(?: \d{4})?|\d{4}-\d\d-\d\d)`)
	// inSpan is what stands between a date and its time, or the two dates of a span.
	inSpan = regexp.MustCompile(`^[ ,–-]*(?:to|bis|au|à|al|a|et|e|und|and)?[ ,–-]*$`)
)

// fit shortens a head to so many characters: it goes without the reader's name, then
// without what the game is called, which the subject says, and then without its end;
// but never without the game's number, and not with half of a date
// or of a span.
func fit(head, reader string, most int) string {
	if utf8.RuneCountInString(head) > most {
		for _, name := range []string{", " + reader + ",", ", " + reader} {
			if strings.Contains(head, name) {
				head = strings.Replace(head, name, "", 1)
				break
			}
		}
	}
	game := ofGame.FindString(head)
	if utf8.RuneCountInString(head) > most && game != "" {
		head = strings.TrimSuffix(head, game)
		game = " (" + game[strings.LastIndexByte(game, '#'):]
		head += game
	}
	if utf8.RuneCountInString(head) <= most {
		return head
	}
	head = strings.TrimSuffix(head, game)
	text := string([]rune(head)[:max(0, most-utf8.RuneCountInString(game)-3)])
	if i := strings.LastIndexByte(text, ' '); i > len(text)/2 {
		text = text[:i]
	}
	for _, date := range datesOf(head) {
		if date[0] > 0 && date[0] < len(text) && len(text) < date[1] {
			text = text[:date[0]]
		}
	}
	return strings.TrimRight(text, " ,;:.-") + "..." + game
}

// datesOf is where the dates of a head begin and end; those of a span, "20 December - 3
// January", are one: half of it would be wrong.
func datesOf(head string) (dates [][]int) {
	for _, date := range ofDate.FindAllStringIndex(head, -1) {
		if n := len(dates); n > 0 && inSpan.MatchString(head[dates[n-1][1]:date[0]]) {
			dates[n-1][1] = date[1]
		} else {
			dates = append(dates, date)
		}
	}
	return dates
}

// entry sets a word and its explanation in two columns behind the gutter.
func entry(width int, word, explanation string) string {
	var b strings.Builder
	if utf8.RuneCountInString(word) > width {
		b.WriteString(word + "\n")
		word = ""
	}
	for line := range strings.SplitSeq(wrapTo(columns-2-width-2, explanation), "\n") {
		fmt.Fprintf(&b, "%-*s  %s\n", width, word, line)
		word = ""
	}
	return gutter(b.String())
}

// named says the cells of a row that name somebody who was erased.
func (l *locale) named(cells []any) []any {
	for i, cell := range cells {
		if cell == Somebody {
			cells[i] = l.phrase("name.somebody")
		}
	}
	return cells
}

// row sets cells in columns of such widths behind the gutter.
func row(widths string, cells ...any) (string, error) {
	fields := strings.Fields(widths)
	if len(fields) != len(cells) {
		return "", fmt.Errorf("a row of %d cells has %d widths", len(cells), len(fields))
	}
	var b strings.Builder
	for i, cell := range cells {
		width, err := strconv.Atoi(fields[i])
		if err != nil {
			return "", fmt.Errorf("the width of a cell: %w", err)
		}
		if i > 0 {
			b.WriteString("  ")
		}
		fmt.Fprintf(&b, "%*s", -width, fmt.Sprint(cell))
	}
	return gutter(b.String()), nil
}

// gutter sets a text behind "| ": our own lines, never a player's.
func gutter(text string) string { return prefix("| ", text) }

func prefix(mark, text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		b.WriteString(strings.TrimRight(mark+line, " ") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// wrap fills the paragraphs of a text.
func wrap(text string) string { return wrapTo(columns-2, text) }

func wrapTo(columns int, text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		width := 0
		for _, word := range strings.Fields(line) {
			n := utf8.RuneCountInString(word)
			switch {
			case width == 0:
			case width+1+n > columns && !closes(word):
				b.WriteByte('\n')
				width = 0
			default:
				b.WriteByte(' ')
				width++
			}
			b.WriteString(word)
			width += n
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// closes reports whether a word is a mark that French sets a space before: it
// never begins a line.
func closes(word string) bool { return strings.Trim(word, ":;!?") == "" }

// setMoves sets the numbered legal plies in columns, one block a group, behind
// the gutter. A short title stands before its block, a long one above it.
func setMoves(groups []Group) string {
	digits, cell, title := 1, 1, 0
	for _, g := range groups {
		title = max(title, utf8.RuneCountInString(g.Title))
		for _, m := range g.Moves {
			digits = max(digits, len(fmt.Sprint(m.N)))
			cell = max(cell, len(m.Move))
		}
	}
	indent := title + 2
	above := title > 16
	if above {
		indent = 2
	}
	width := digits + 1 + cell
	perLine := max(1, (columns-2-indent+2)/(width+2))
	var b strings.Builder
	for _, g := range groups {
		lead := fmt.Sprintf("%-*s", indent, g.Title)
		if above {
			b.WriteString(g.Title + "\n")
			lead = strings.Repeat(" ", indent)
		}
		for i, m := range g.Moves {
			if i%perLine == 0 {
				if i > 0 {
					b.WriteByte('\n')
					lead = strings.Repeat(" ", indent)
				}
				b.WriteString(lead)
			} else {
				b.WriteString("  ")
			}
			fmt.Fprintf(&b, "%*d %-*s", digits, m.N, cell, m.Move)
		}
		b.WriteByte('\n')
	}
	return gutter(b.String())
}

// setPlies sets numbered plies in lines behind the gutter.
func setPlies(plies []Ply) string {
	width := 0
	for _, p := range plies {
		width = max(width, len(fmt.Sprintf("%d. %s", p.N, p.Move)))
	}
	perLine := max(1, (columns-2)/(width+2))
	// An even number, so that a side keeps its columns.
	if perLine > 1 {
		perLine -= perLine % 2
	}
	perLine = min(perLine, 8)
	var b strings.Builder
	for i, p := range plies {
		if i > 0 && i%perLine == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%-*s", width+2, fmt.Sprintf("%d. %s", p.N, p.Move))
	}
	return gutter(b.String())
}

// timedPlies sets numbered plies with the time of each, a line each.
func timedPlies(plies []Ply, colour func(string) (string, error)) (string, error) {
	width, widest, sides := 0, 0, map[string]string{}
	for _, p := range plies {
		width = max(width, len(p.Move))
		if _, ok := sides[p.Side]; !ok {
			var err error
			if sides[p.Side], err = colour(p.Side); err != nil {
				return "", err
			}
			widest = max(widest, utf8.RuneCountInString(sides[p.Side]))
		}
	}
	var b strings.Builder
	for _, p := range plies {
		fmt.Fprintf(&b, "%4d. %-*s  %-*s  %s\n", p.N, widest, sides[p.Side], width, p.Move, p.At.Format("2006-01-02 15:04"))
	}
	return b.String(), nil
}
