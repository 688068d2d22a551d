package templates

import (
	"fmt"
	"slices"
	"strings"
	"text/template"
	"time"
	"unicode"
	"unicode/utf8"
)

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
			text = redraw(text)
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
		"subitem": func(s string) string { return gutter(prefix("    ", fill(columns-6, s))) },
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
		// argument; negative ones are for numbers. The cells may be a list.
		"row": func(widths string, cells ...any) (string, error) { return row(widths, in.named(spread(cells))...) },
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
