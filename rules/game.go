package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Game is one board game. It is plain data without state.
type Game struct {
	// Name is one lower-case word that players type and the database stores.
	Name string
	// Title is the game's name as its author wrote it.
	Title string
	// Aliases are other lower-case names that players may type.
	Aliases []string
	// Author and Year are those of the game, not of the code.
	Author string
	Year   int
	// Brief is the aim and the moves in two or three plain sentences, for an
	// invitation.
	Brief string
	// Notation says in one or two sentences how plies are written, for the first list of
	// plies that a player sees; empty if it is obvious.
	Notation string
	// Text is the whole rules for players: plain text of at most 72 columns, with house
	// rules named as such.
	Text string
	// Reasons has each reason of an [Outcome] as the end of a sentence:
	// Reasons["captured"] = "a Turro was captured".
	Reasons map[string]string
	// Words has the game in each language by tag: see ReadWords and In. A game whose
	// English is also there leaves Brief, Notation, Text and Reasons empty and is
	// Game{…}.In("en").
	Words map[string]Words

	// Examples are pictures in the rules: the board first, then one of each kind of ply; at
	// most six. None: the rules have no pictures.
	Examples []PictureExample

	// Format is how other programs write records of the game; nil: there is no such format.
	Format *RecordFormat
	// UCI and GTP are how external engines play the game, and ask ours for plies; nil: the
	// protocol does not have the game.
	UCI *UCI
	GTP *GTP

	// Figures are the Unicode figures that stand for the letters of pieces in a Diagram,
	// in messages to players who chose "board unicode", by the letters of the English one. Nil: letters stay.
	Figures map[rune]rune

	// Start is the position before the first ply.
	Start func() Position
	// ParsePosition is the inverse of Position.String. Its error says in a sentence why a
	// text is not a position of this game. It does not check whether the position can
	// arise by play.
	ParsePosition func(text string) (Position, error)
	// HasForm reports whether a text has the form of a ply of this game, as leniently as
	// Position.Parse reads it. The ply need not be possible, and its cells need not exist.
	// Every position refuses a text without the form as Unreadable, and no other text.
	HasForm func(text string) bool
	// ReadIn turns a ply as a language writes it into one that Parse reads in the same way
	// for everybody. Other texts, and those of an unknown language, stay as they are. Nil:
	// no ply means different things in different languages.
	ReadIn func(lang, text string) string

	// Terms are what players may agree on before the game; Begin is the position before the first
	// ply with values of some of them by name, each as its Read returns it. It adds the values of
	// other terms that follow. See Agree.
	Terms []StartTerm
	Begin func(values map[string]string) Position
	// Agreed is the terms of a game that Agree returned; empty if it begins as usual.
	Agreed string

	say SayFunc // nil: English
}

// First is the side that begins.
func (g Game) First() Side { return g.Start().Turn() }

// Reason is the reason of an outcome as the end of a sentence.
func (g Game) Reason(o Outcome) string {
	if o.Reason == Repetition {
		return g.Say("the same position arose for the third time")
	}
	for _, reasons := range []map[string]string{g.Reasons, g.Words["en"].Reasons} {
		if s, ok := reasons[o.Reason]; ok {
			return s
		}
	}
	return o.Reason
}

// ReasonFor is Reason for the player who has won or lost: "you took the last piece", where the
// game says it ("cleared/won" beside "cleared" in its reasons).
func (g Game) ReasonFor(o Outcome, won bool) string {
	key := o.Reason + "/lost"
	if won {
		key = o.Reason + "/won"
	}
	for _, reasons := range []map[string]string{g.Reasons, g.Words["en"].Reasons} {
		if s, ok := reasons[key]; ok {
			return s
		}
	}
	return g.Reason(o)
}

// Find returns the game with a name, title or alias, in any case. The error lists the names of all
// games.
func Find(games []Game, name string) (Game, error) {
	key := strings.ToLower(strings.Join(strings.Fields(name), " "))
	names := make([]string, 0, len(games))
	for _, g := range games {
		if key == g.Name || key == strings.ToLower(g.Title) || slices.Contains(g.Aliases, key) {
			return g, nil
		}
		names = append(names, g.Name)
	}
	return Game{}, fmt.Errorf("there is no game called %q; there are %s", name, strings.Join(names, ", "))
}

// PictureExample is a picture in the rules: a position after some plies, with the last one marked, and a
// caption.
type PictureExample struct {
	// From is a position string, or "" for the start; Plies are played there.
	From    string
	Plies   []Move
	Caption Phrase
}

// Shown is the position of an example. The error says what is wrong with the example.
func (g Game) Shown(e PictureExample) (Position, error) {
	p := g.Start()
	if e.From != "" {
		var err error
		if p, err = g.ParsePosition(e.From); err != nil {
			return nil, fmt.Errorf("an example of %s: %w", g.Name, err)
		}
	}
	for _, m := range e.Plies {
		next, err := p.Play(m)
		if err != nil {
			return nil, fmt.Errorf("an example of %s: %w", g.Name, err)
		}
		p = next
	}
	return p, nil
}

// Tail leads to the present position from the one a number of plies before it, or from the start.
// Marked plies are enough to draw the position.
func (r *Record) Tail(plies int) PictureExample {
	from := max(r.Len()-plies, 0)
	return PictureExample{From: r.At(from).String(), Plies: r.plies[from:]}
}

// Figured is a diagram with the game's Figures in place of the letters of pieces; no column
// moves. A letter stands for a piece where all letters beside it do: "X4", "<X>", "oxx";
// but not where it is a word of a sentence, as the Italian "o" is, nor in a line of nothing but
// letters, which is the names of columns.
func (g Game) Figured(diagram string) string {
	if g.Figures == nil {
		return diagram
	}
	g.Figures = g.figuresSaid()
	var b strings.Builder
	for line := range strings.Lines(diagram) {
		if strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsSpace(r) }) {
			line = g.figured(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

// figuresSaid is Figures by the letters that the game's language has for the pieces.
func (g Game) figuresSaid() map[rune]rune {
	said := map[rune]rune{}
	for letter, figure := range g.Figures {
		in := g.Say("%s", Word(string(unicode.ToUpper(letter))))
		if unicode.IsLower(letter) {
			in = strings.ToLower(in)
		}
		r, _ := utf8.DecodeRuneInString(in)
		said[r] = figure
	}
	return said
}

// figured is Figured for one line.
func (g Game) figured(line string) string {
	figures, text := g.Figures, []rune(line)
	at := func(i int) rune {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		end := i
		all := true
		for ; end < len(text) && unicode.IsLetter(text[end]); end++ {
			all = all && figures[text[end]] != 0
		}
		word := end == i+1 && at(end) == ' ' && unicode.IsLower(at(end+1)) && at(i-1) == ' '
		for ; i < end; i++ {
			if all && !word {
				b.WriteRune(figures[text[i]])
			} else {
				b.WriteRune(text[i])
			}
		}
		if i < len(text) {
			b.WriteRune(text[i])
			i++
		}
	}
	return b.String()
}
