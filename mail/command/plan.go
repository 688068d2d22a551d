package command

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"turnpost/rules"
	"turnpost/templates"
)

// A player's plans and notes must not reach the opponent. Nobody can tell them from talk for
// certain, so a line is kept back if it names a ply that the opponent does not know, if it
// begins as notes and plans do, or if it names a cell and says what is done there. The writer
// is told, and can send it by one tap.

// secrets holds the words of all languages that show plans and notes.
type secrets struct {
	begins, heads, perhaps              wordSet
	attacks, ends, moves, later, toward wordSet
}

var secretsOf = sync.OnceValue(func() (s secrets) {
	words, _ := templates.Lexicons() // NewReader returns the error
	for _, l := range words {
		s.begins.add(l.Secret.Begins)
		s.heads.add(l.Secret.Heads)
		s.perhaps.add(l.Secret.Perhaps)
		s.attacks.add(l.Secret.Attacks)
		s.ends.add(l.Secret.Ends)
		s.moves.add(l.Secret.Moves)
		s.later.add(l.Secret.Later)
		s.toward.add(l.Secret.Toward)
	}
	return s
})

// maxLead is how many words the phrases that begin a plan have at most, maxNote how many a note
// has that only its last word shows, and maxPlan how many words of a line are looked at.
const maxLead, maxNote, maxPlan = 4, 4, 400

// planned is what a line names of the board.
type planned struct {
	plies []string        // the texts of the plies, in the order of the line
	cells map[string]bool // the cells on the board that stand for themselves; true: after a "to"
	rest  bool            // it names a ply without cells, such as a turn of the board
}

// planSign reports whether a character separates the words of a plan: all but letters, digits and
// the signs within a ply and a word. So a picture, a bracket or a dot hides no ply.
func planSign(r rune) bool {
	return !unicode.In(r, unicode.L, unicode.N, unicode.M) && !strings.ContainsRune("-+/'’`", r)
}

// cellIn matches a cell within a text of a ply.
var cellIn = regexp.MustCompile(`[a-z][0-9]{1,2}`)

// planOf finds the plies and cells in a line, for any of some games.
func planOf(line string, games []rules.Game) planned {
	p := planned{cells: map[string]bool{}}
	words := strings.FieldsFunc(rules.Clean(undrawn(line)), planSign)
	words = words[:min(len(words), maxPlan)]
	for i := range words {
		words[i] = strings.Trim(words[i], "'’`/-+")
	}
	words = withSpelledCells(words)
	for i := 0; i < len(words); {
		n, ply := plyAt(words[i:], games)
		if n > 0 {
			p.plies = append(p.plies, ply)
			i += n
			continue
		}
		if w := words[i]; cell.MatchString(w) && onBoard(w, games) {
			p.cells[w] = p.cells[w] || i > 0 && secretsOf().toward[templates.Fold(words[i-1])]
		}
		p.rest = p.rest || !isShortWord(words[i]) && formless(words[i], games)
		i++
	}
	return p
}

// withSpelledCells returns words with "c five to c four" as "c5 to c4". One such cell alone may be
// an article and a number: "a two year old".
func withSpelledCells(words []string) []string {
	var out []string
	numbers, last, pairs := spokenOf().numbers, -3, 0
	for i := 0; i < len(words); i++ {
		word := words[i]
		if i+1 < len(words) && len(word) == 1 && word[0] >= 'a' && word[0] <= 'z' && numbers[words[i+1]] != "" {
			word += numbers[words[i+1]]
			i++
			if len(out)-last <= 2 { // at most one word between them
				pairs++
			}
			last = len(out)
		}
		out = append(out, word)
	}
	if pairs == 0 {
		return words
	}
	return out
}

// plyAt returns how many of some words are a ply with cells, and the ply; 0 if they begin with
// none. The longest counts: "d3 to d4" is one ply, and not two.
func plyAt(words []string, games []rules.Game) (n int, ply string) {
	if words[0] == "" || !cellIn.MatchString(words[0]) || len(words[0]) > 30 {
		return 0, ""
	}
	for n := min(rules.MaxPlyWords+1, len(words)); n > 0; n-- {
		text := strings.Join(words[:n], " ")
		if !cell.MatchString(words[n-1]) && n > 1 && !cellIn.MatchString(words[n-1]) && len(words[n-1]) > 2 {
			continue // a ply does not end in a word
		}
		for _, text := range []string{text, spokenOf().cells(text)} {
			for _, g := range games {
				if text != "" && g.HasForm(text) && isOn(g, text) {
					return n, text
				}
			}
		}
	}
	return 0, ""
}

// unplayable reports whether a line is cells or a ply but for a cell, in the form of no game: "e9", "Nz3",
// and "c3-d4" where one cell is chosen. off is a cell that no board has, "" if all exist.
func unplayable(l Line, games []rules.Game) (off string, ok bool) {
	text := rules.Clean(undrawn(unannounced(l.Args)))
	if joined := spokenOf().cells(text); joined != "" {
		text = joined
	}
	if m := dashed.FindStringSubmatch(text); m != nil {
		text = m[1] + m[2]
	}
	cells := cellIn.FindAllString(text, -1)
	if len(cells) == 0 || len(text) > maxPly {
		return "", false
	}
	if i := slices.IndexFunc(cells, func(c string) bool { return !onBoard(c, games) }); i >= 0 {
		off = cells[i]
	}
	if onlyCells.MatchString(text) {
		return off, off != "" || len(cells) > 1
	}
	return off, off != "" && slices.ContainsFunc(games, func(g rules.Game) bool {
		at, named := cellIn.FindString(string(g.Start().Legal()[0])), spokenOf().withoutWays(text)
		besides := cellIn.ReplaceAllStringFunc(text, func(c string) string { return c[:1] + at[min(1, len(at)):] })
		return at != "" && (g.HasForm(cellIn.ReplaceAllString(text, at)) || g.HasForm(besides) ||
			g.HasForm(cellIn.ReplaceAllString(named, at)))
	})
}

// maxPly is how long a ply may be that names a cell which does not exist.
const maxPly = 30

// onlyCells matches cells with marks between them.
var onlyCells = regexp.MustCompile(`^[a-z][0-9]{1,2}(?: ?[-x:+> ] ?[a-z][0-9]{1,2})*$`)

// isOn reports whether the cells of a text are on the board of a game.
func isOn(g rules.Game, text string) bool {
	_, err := g.Start().Parse(text)
	refusal, refused := errors.AsType[*rules.MoveError](err)
	return !refused || refusal.Code != rules.CodeNoCell
}

// onBoard reports whether a cell is on the board of one of the games.
func onBoard(name string, games []rules.Game) bool {
	return slices.ContainsFunc(games, func(g rules.Game) bool {
		for _, text := range []string{name, name + "-" + name} {
			if g.HasForm(text) && isOn(g, text) {
				return true
			}
		}
		return false
	})
}

// formless reports whether a word is a ply without cells: a turn of the board, or a pass.
func formless(word string, games []rules.Game) bool {
	return word != "" && !cellIn.MatchString(word) &&
		slices.ContainsFunc(games, func(g rules.Game) bool { return g.HasForm(word) })
}

// known holds the plies that the opponent knows, in any spelling: those that the message
// plays, and those of the last two turns.
func (m *message) known() map[string]bool {
	known := map[string]bool{}
	if m.Board != nil {
		r, turns := m.played(), 0
		for i := r.Len() - 1; i >= 0; i-- {
			if i+1 < r.Len() && r.At(i).Turn() != r.At(i+1).Turn() {
				turns++
			}
			if i < m.Board.Record.Len() && turns > 2 {
				break
			}
			known[spelling(string(r.Plies()[i]))] = true
		}
	}
	for _, l := range m.lines {
		if l.plays() && l.doubt == "" {
			for _, ply := range planOf(l.Args, l.games).plies {
				known[spelling(ply)] = true
			}
		}
	}
	return known
}

// played returns the record after the plies of the message, as far as they can be played.
func (m *message) played() *rules.Record {
	r := m.Board.Record
	for _, l := range m.lines {
		if l.plays() && l.doubt == "" && !l.question && m.named(l.Line) == m.Game {
			if next, ok := m.Board.play(r, l.Line); ok {
				r = next
			}
		}
	}
	return r
}

// spelling is a ply without the marks between its cells.
func spelling(ply string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, strings.ReplaceAll(rules.Clean(ply), "x", ""))
}

// isSecret reports whether a line may be a plan or a note. Where the writer has no game under
// way to which the line may belong, only notes are kept back.
func (m *message) isSecret(l *decided, known map[string]bool) bool {
	s, games := secretsOf(), l.games
	if !m.underWay() {
		games = nil
	}
	if _, ok := unplayable(l.Line, games); ok && len(games) > 0 {
		return true
	}
	p := planOf(l.Text, games)
	if slices.ContainsFunc(p.plies, func(ply string) bool { return !known[spelling(ply)] }) {
		return true
	}
	for c, toward := range p.cells {
		if toward && strings.Contains(l.Text, c) { // "to A4" may be paper
			return true
		}
	}
	cells := len(p.cells) // that may be aimed at
	words := proseWords(strings.NewReplacer("'", " ", "’", " ").Replace(l.Text))
	words = words[:min(len(words), maxPlan)]
	attacks := slices.ContainsFunc(words, func(w string) bool { return s.attacks[w] })
	acts := attacks || slices.ContainsFunc(words, func(w string) bool { return s.moves[w] })
	first, _, _ := strings.Cut(l.Text, " ")
	later := slices.ContainsFunc(words, func(w string) bool { return s.later[w] })
	switch {
	case cells > 1, cells == 1 && (acts || later || len(words) <= 2), len(p.plies) > 0 && attacks:
		return true
	case supposes(words, strings.HasSuffix(first, ","), p.rest, acts):
		return true
	}
	if games != nil && m.isAside(l) {
		return true
	}
	named := cells+len(p.plies) > 0
	spare := !named && !attacks && idle(l.Text)
	for _, sentence := range sentences(l.Text) {
		if !spare && s.begun(sentence, named || attacks && games != nil, named) {
			return true
		}
	}
	return false
}

// isAside reports whether a line, with the one below it in which its sentence goes on, is an
// aside.
func (m *message) isAside(l *decided) bool {
	var above []string
	opponent := ""
	if m.Board != nil {
		opponent = m.Board.Opponent
	}
	for i := range m.lines {
		if l != &m.lines[i] {
			if !greets(proseWords(m.lines[i].Text)) {
				above = append(above, m.lines[i].Text)
			}
			continue
		}
		text := l.Text
		if i+1 < len(m.lines) && !m.lines[i+1].apart && m.isTalk(i+1) && !ends(text) {
			text += " " + m.lines[i+1].Text
		}
		return isAside(text, strings.Join(above, " "), opponent)
	}
	return false
}

// underWay reports whether talk of the message may be about a game that goes on or begins.
func (m *message) underWay() bool {
	return m.Board != nil || m.Game == 0 || m.atHand().Invited ||
		slices.ContainsFunc(m.lines, func(l decided) bool { return l.Game != 0 && l.Game != m.Game })
}

// supposes reports whether a line is a condition about what the opponent does, told to somebody
// else: "If he attacks on the left I shall defend". formless says that it names a ply without
// cells, acts that something is done in it, and parted that a comma follows its first word. The
// words must be of one language: "il" is the opponent after a French "si", and an article after
// an Italian "dopo".
func supposes(words []string, parted, formless, acts bool) bool {
	for i, w := range words[:min(3, len(words))] {
		if i == 0 && parted {
			continue // "Sì, il ginocchio"
		}
		about := words[i+1 : min(i+4, len(words))]
		for _, a := range asidesOf() {
			if a.conditional[w] && (formless || acts && a.rival.within(about) && !a.second.within(words)) {
				return true
			}
		}
	}
	return false
}

// begun reports whether a sentence begins as a note or a plan. plans says that the line names a
// cell or an attack, and named that it names a cell.
func (s secrets) begun(sentence []string, plans, named bool) bool {
	head := sentence[len(sentence)-1] == ":"
	if head {
		sentence = sentence[:len(sentence)-1]
	}
	for len(sentence) > 1 && (sentence[0] == "ps" || sentence[0] == "p.s" ||
		connects(sentence[0], "a", sentence[1], "it") || sentence[0] == "and") {
		sentence = sentence[1:]
	}
	if len(sentence) == 0 {
		return false
	}
	if head && s.heads[strings.Join(sentence, " ")] {
		return true
	}
	for n := min(maxLead, len(sentence)); n > 0; n-- {
		lead := strings.Join(sentence[:n], " ")
		switch {
		case s.begins[lead] && n < len(sentence) && proseOf().clause[sentence[n]]:
			return plans // "note that I am away"
		case s.begins[lead], plans && s.perhaps[lead]:
			return true
		}
	}
	first := sentence[0]
	switch {
	case len(sentence) > 1 && s.attacks[first] && !isSaidTo(sentence) && !blocksOut(sentence):
		return true // "attack on the left"
	case len(sentence) > 1 && len(sentence) <= maxNote && s.ends[sentence[len(sentence)-1]]:
		return true // "den Turm schlagen"
	case named || len(sentence) > 1 && s.attacks[sentence[1]]:
		return s.nearly(first) // "not attack on the left"
	}
	return false
}

// forbids reports whether a line begins with several words that keep it from the opponent.
func (s secrets) forbids(line string) bool {
	words := proseWords(line)
	for n := min(maxLead, len(words)); n > 1; n-- {
		if s.begins[strings.Join(words[:n], " ")] {
			return true
		}
	}
	return false
}

// nearly reports whether a word begins a note but for one slip.
func (s secrets) nearly(word string) bool {
	if utf8.RuneCountInString(word) < 3 {
		return false
	}
	for begin := range s.begins {
		if len(begin) >= 4 && !strings.Contains(begin, " ") && oneSlip(word, begin) {
			return true
		}
	}
	return false
}

// sentenceEnd matches what ends a sentence, or a head such as "Plan:", "Plan -" or "[Plan]".
var sentenceEnd = regexp.MustCompile(`[.!?;]+(\s|$)|[:)\]](\s|$)|\s[-–—]+\s|[–—]`)

// sentences splits a line into the words of its sentences. A head has ":" as its last word.
func sentences(line string) (out [][]string) {
	line = strings.TrimLeft(line, "-–—•·*+># \t.…([]/\\0123456789)")
	done := 0
	for _, end := range append(sentenceEnd.FindAllStringIndex(line, maxPlan), []int{len(line), len(line)}) {
		words := proseWords(line[done:end[0]])
		if mark := strings.TrimSpace(line[end[0]:end[1]]); mark != "" && strings.ContainsAny(mark, ":-–—)]") {
			words = append(words, ":")
		}
		if len(words) > 0 && words[0] != ":" {
			out = append(out, words)
		}
		done = end[1]
	}
	return out
}

// conditional returns a plan as conditionals in English, if it can be read as such: of two
// plies the first is the condition; more are turns of both players by turns.
func (m *message) conditional(l *decided, text string) string {
	plies := planOf(text, l.games).plies
	if len(plies) < 2 || len(plies) > 12 {
		return ""
	}
	if m.Board != nil && m.named(l.Line) == m.Game {
		r, turns := m.played(), []string{}
		for left := plies; len(left) > 0; {
			n := 1
			next, err := rules.PlayTurn(r, left[0])
			for ; err != nil && n < min(3, len(left)); n++ {
				next, err = rules.PlayTurn(r, strings.Join(left[:n+1], " and "))
			}
			if err != nil {
				break
			}
			turns, r, left = append(turns, rules.TurnText(next, r.Len())), next, left[n:]
			if len(left) == 0 && len(turns)%2 == 0 {
				var line rules.Conditional
				for i := 0; i < len(turns); i += 2 {
					line = append(line, rules.ConditionalStep{On: turns[i], Answer: turns[i+1]})
				}
				return line.String()
			}
		}
	}
	if len(plies) > 2 {
		return ""
	}
	return rules.Conditional{{On: plies[0], Answer: plies[1]}}.String()
}
