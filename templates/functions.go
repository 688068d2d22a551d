package templates

import (
	"fmt"
	"regexp"
	"strings"
	"text/template"
	"time"
	"unicode"
	"unicode/utf8"
)

// columns is the widest line that we set ourselves, gutter included.
const columns = 74

// functions are what the templates can call besides the standard ones.
// With lines, boards are drawn with line characters.
func functions(t *template.Template, lines bool) template.FuncMap {
	return template.FuncMap{
		"gutter": gutter,
		// diagram sets a board, as its reader wants boards drawn.
		"diagram": func(text string) string {
			if lines {
				text = box(text)
			}
			return gutter(text)
		},
		"timed": timedPlies,
		"wld":   wonLostDrawn,
		// setting is what a setting is called.
		"setting": func(name string) (string, error) {
			var b strings.Builder
			err := t.ExecuteTemplate(&b, "setting."+name, nil)
			return b.String(), err
		},
		"group": func(name string) (string, error) {
			var b strings.Builder
			err := t.ExecuteTemplate(&b, "group."+name, nil)
			return b.String(), err
		},
		"moves":  setMoves,
		"plies":  setPlies,
		"wrap":   wrap,
		"quote":  func(s string) string { return prefix("> ", wrap(s)) },
		"andall": func(words []string) string { return series(words, "and") },
		"oneof":  func(words []string) string { return series(words, "or") },
		"pad":    func(n int, s string) string { return s + strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s))) },
		"title":  capital,
		"clause": clause,
		"entry":  entry,
		"when":   when,
		"brief":  brief,
		"tense":  tense,
		"echo":   echo,
		// item sets a line of a list, which may be long.
		"item": func(s string) string { return gutter(wrap(s)) },
		"inc":  func(n int) int { return n + 1 },
		// numbered writes plies in a sentence.
		"numbered": func(plies []Ply) string {
			var out []string
			for _, p := range plies {
				out = append(out, fmt.Sprintf("%d. %s", p.N, p.Move))
			}
			return strings.Join(out, " ")
		},
		// wrapin wraps what goes behind the gutter.
		"wrapin": func(s string) string { return wrapTo(columns-4, s) },
		"span":   span,
		"left":   timeLeft,
		"day":    day,
		"list":   func(items ...any) []any { return items },
		// include is the text of another template, on one line.
		"include": func(name string, dot any) (string, error) {
			var b strings.Builder
			err := t.ExecuteTemplate(&b, name, dot)
			return oneLine(b.String()), err
		},
		// problem writes the sentence of a problem's code.
		"problem": func(p Problem) (string, error) {
			var b strings.Builder
			err := t.ExecuteTemplate(&b, "problem."+p.Code, p.Args)
			return strings.TrimSpace(b.String()), err
		},
	}
}

// capital makes the first letter large.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// series writes words as "a, b or c".
func series(words []string, conjunction string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " " + conjunction + " " + words[n-1]
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

// when says a moment as seen from another one in the same timezone: "today
// 18:00", "Thursday 18:00" within six days, or the date.
func when(now, t time.Time) string {
	// By their dates: not every day has 24 hours, nor a midnight.
	date := func(t time.Time) time.Time {
		year, month, day := t.Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	switch days := date(t.In(now.Location())).Sub(date(now)).Hours() / 24; {
	case days == 0:
		return t.Format("today 15:04")
	case days >= 1 && days < 7:
		return t.Format("Monday 15:04")
	case t.Year() == now.Year():
		return t.Format("Monday 2 January 15:04")
	}
	return t.Format("2 January 2006 15:04")
}

// brief is when for a first line: a date that is some days away without its day
// of the week.
func brief(now, t time.Time) string {
	text := when(now, t)
	if weekday, date, ok := strings.Cut(text, " "); ok && strings.Count(date, " ") == 2 && weekday == t.Weekday().String() {
		return date
	}
	return text
}

// tense is the verb for what goes from one moment to another; the latter may be
// zero: until further notice.
func tense(now, from, to time.Time) string {
	switch {
	case from.After(now):
		return "will be"
	case !to.IsZero() && !to.After(now):
		return "was"
	}
	return "is"
}

// maxEcho is how many lines of ours one line of a player's may take.
const maxEcho = 5

// echo sets a line that a player wrote, of whatever length, behind the gutter.
func echo(line string) string {
	var pieces []string
	for _, word := range strings.Fields(line) {
		r := []rune(word)
		for ; len(r) > columns-2; r = r[columns-2:] {
			pieces = append(pieces, string(r[:columns-2]))
		}
		pieces = append(pieces, string(r))
	}
	lines := strings.Split(wrap(strings.Join(pieces, " ")), "\n")
	if len(lines) > maxEcho {
		lines = append(lines[:maxEcho-1], "...")
	}
	return gutter(strings.Join(lines, "\n"))
}

// widest is the longest that a head may be; most programs show no more of it.
const widest = 78

var ofGame = regexp.MustCompile(` \([^()]*#[0-9]+\)$`)

// fit shortens a head to so many characters: it goes without the reader's name,
// and then without its end, but never without the game that it names.
func fit(head, reader string, most int) string {
	if utf8.RuneCountInString(head) > most {
		for _, name := range []string{", " + reader + ",", ", " + reader} {
			if strings.Contains(head, name) {
				head = strings.Replace(head, name, "", 1)
				break
			}
		}
	}
	if utf8.RuneCountInString(head) <= most {
		return head
	}
	game := ofGame.FindString(head)
	r := []rune(strings.TrimSuffix(head, game))
	r = r[:max(0, min(len(r), most-utf8.RuneCountInString(game)-3))]
	text := string(r)
	if i := strings.LastIndexByte(text, ' '); i > len(text)/2 {
		text = text[:i]
	}
	return strings.TrimRight(text, " ,;:.") + "..." + game
}

// span says a length of time in words: "3 days", "1 day 8 hours".
func span(d time.Duration) string {
	var parts []string
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		n := int(d / unit.size)
		d -= time.Duration(n) * unit.size
		switch {
		case n == 1:
			parts = append(parts, "1 "+unit.name)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n, unit.name))
		}
	}
	if len(parts) == 0 {
		return "no time"
	}
	return strings.Join(parts, " ")
}

// entry sets a word and its explanation in two columns behind the gutter.
func entry(width int, word, explanation string) string {
	var b strings.Builder
	if len(word) > width {
		b.WriteString(word + "\n")
		word = ""
	}
	for line := range strings.SplitSeq(wrapTo(columns-2-width-2, explanation), "\n") {
		fmt.Fprintf(&b, "%-*s  %s\n", width, word, line)
		word = ""
	}
	return gutter(b.String())
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
			case width+1+n > columns:
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

// setMoves sets the numbered legal plies in columns, one block a group, behind
// the gutter. A short title stands before its block, a long one above it.
func setMoves(groups []Group) string {
	digits, cell, title := 1, 1, 0
	for _, g := range groups {
		title = max(title, len(g.Title))
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

// timedPlies sets numbered plies with the time of each behind the gutter, a
// line each.
func timedPlies(plies []Ply) string {
	width := 0
	for _, p := range plies {
		width = max(width, len(p.Move))
	}
	var b strings.Builder
	for _, p := range plies {
		fmt.Fprintf(&b, "%4d. %s  %-*s  %s\n", p.N, capital(p.Side), width, p.Move, p.At.Format("2 Jan 2006 15:04"))
	}
	return gutter(b.String())
}

// wonLostDrawn sets results in few words.
func wonLostDrawn(won, lost, drawn int) string {
	return fmt.Sprintf("%d won, %d lost, %d drawn", won, lost, drawn)
}
