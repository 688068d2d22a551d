package command

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"turnpost/mail/plies"
	"turnpost/rules"
	"turnpost/templates"
)

// People say "ok", "12 it is" and "d3 to d4", and set courtesies around it. What can
// mean one thing only is put into the words of commands before a line is read.

// spoken is the phrases of all languages.
type spoken struct {
	verbs, numbers                          map[string]string
	perhaps, courtesy, lead, tail, to, from map[string]bool
}

var spokenOf = sync.OnceValue(func() spoken {
	s := spoken{verbs: map[string]string{}, numbers: map[string]string{}}
	words, _ := templates.Lexicons() // who reads commands at all has met the error
	put := func(to *map[string]bool, list []string) {
		if *to == nil {
			*to = map[string]bool{}
		}
		for _, w := range list {
			(*to)[w] = true
		}
	}
	for _, l := range words {
		for phrase, verb := range l.Said.Verbs {
			s.verbs[phrase] = verb
		}
		put(&s.perhaps, l.Said.Perhaps)
		put(&s.courtesy, l.Said.Courtesy)
		put(&s.lead, l.Said.Lead)
		put(&s.tail, l.Said.Tail)
		put(&s.to, l.Said.To)
		put(&s.from, l.Said.From)
		for i, w := range l.Said.Numbers {
			s.numbers[w] = digitsOf(i + 1)
		}
	}
	return s
})

func digitsOf(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return string([]rune{rune('0' + n/10), rune('0' + n%10)})
}

// maxSaid is the length of a line in which something said is looked for.
const maxSaid = 120

// phraseOf folds a phrase, without the punctuation around its words.
func phraseOf(text string) string { return strings.Join(proseWords(text), " ") }

// thumbs are pictures that say yes.
var thumbs = regexp.MustCompile(`^(\x{1f44d}|\x{1f44c}|\x{2705}|\x{2714})[\x{fe0f}\x{1f3fb}-\x{1f3ff}]*(\s*(\x{1f44d}|\x{1f44c})[\x{fe0f}\x{1f3fb}-\x{1f3ff}]*)*[!.]?$`)

// heard puts a line into the words of commands, if it says what can mean one thing
// only. perhaps says that it is a yes only where one is waited for.
func (r *Reader) heard(line string) (command string, perhaps bool) {
	if len(line) > maxSaid || strings.ContainsRune(line, '?') {
		return line, false
	}
	if thumbs.MatchString(line) {
		return "yes", true
	}
	s, phrase := spokenOf(), phraseOf(line)
	if verb, ok := s.verbs[phrase]; ok {
		return verb, false
	}
	if s.perhaps[phrase] || s.agrees(line) {
		return "yes", true
	}
	if n, ok := s.number(line); ok {
		return n, false
	}
	if ply, ok := r.ply(line); ok {
		return ply, false
	}
	return line, false
}

// agrees reports whether all that a line says is a yes and courtesies: "Sure, with
// pleasure! Have fun."
func (s spoken) agrees(line string) bool {
	agrees := false
	for _, segment := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(",.!;", r) }) {
		phrase := phraseOf(segment)
		switch {
		case phrase == "":
		case s.perhaps[phrase], s.verbs[phrase] == "yes":
			agrees = true
		case !s.courtesy[phrase]:
			return false
		}
	}
	return agrees
}

var numberSaid = regexp.MustCompile(`^([^0-9]*?)\s*[(\[]?([0-9]{1,3})[)\]]?[.!,]*(\s[^0-9]+)?$`)

// number reads a number of the list with the words around it: "No. 12", "12!", "12 it
// is", "play 12, please".
func (s spoken) number(line string) (string, bool) {
	m := numberSaid.FindStringSubmatch(line)
	if m == nil || m[1] == "" && m[3] == "" && !strings.Contains(line, "!") {
		return "", false
	}
	before, behind := phraseOf(m[1]), phraseOf(m[3])
	known := func(set map[string]bool, phrase string) bool { return phrase == "" || set[phrase] }
	if strings.ContainsAny(m[1], "#-+<>=/") || !known(s.lead, strings.TrimSpace(before)) || !known(s.tail, behind) && !s.courtesy[behind] && !onlySmileys(m[3]) {
		return "", false
	}
	return m[2], true
}

func onlySmileys(text string) bool {
	for _, w := range strings.Fields(text) {
		if !isSmiley(w) {
			return false
		}
	}
	return true
}

// ply reads a ply as it is spoken: "d3 to d4", "D three to D four", "I play d3-d4",
// "d3/d4", "12 d3-d4" as a row of our list. It must have the form of one of the games
// as a whole, and the line must not.
func (r *Reader) ply(line string) (string, bool) {
	if r.wholePlies(line) || !strings.ContainsFunc(line, unicode.IsLetter) {
		return "", false
	}
	s := spokenOf()
	line = strings.TrimRight(strings.TrimSpace(line), ".!")
	words := strings.Fields(line)
	// Words before it that only announce it.
	for n := min(4, len(words)-1); n > 0; n-- {
		if phrase := phraseOf(strings.Join(words[:n], " ")); phrase != "" && (s.lead[phrase] || proseOf().announcing[phrase]) {
			words = words[n:]
			break
		}
	}
	for n := min(4, len(words)-1); n > 0; n-- {
		if phrase := phraseOf(strings.Join(words[len(words)-n:], " ")); s.tail[phrase] {
			words = words[:len(words)-n]
			break
		}
	}
	text := strings.TrimRight(strings.Join(words, " "), ".,!;: ")
	if r.wholePlies(text) {
		return text, true
	}
	if ply := s.cells(text); ply != "" && r.wholePlies(ply) {
		return ply, true
	}
	if m := rowSaid.FindStringSubmatch(text); m != nil && r.wholePlies(m[1]) {
		return m[1], true
	}
	return "", false
}

// rowSaid is a row of our list: its number and a ply.
var rowSaid = regexp.MustCompile(`^[0-9]{1,3}[.):]?\s+([a-z][0-9]{1,2}\S*[a-z]\S*)$`)

// cells joins cells that words stand between: "from d3 to d4".
func (s spoken) cells(text string) string {
	text = strings.NewReplacer("/", " / ", "\u2192", " > ", "\u21d2", " > ", "->", " > ", "=>", " > ", "\u2794", " > ").Replace(strings.ToLower(text))
	words := strings.Fields(text)
	if len(words) > 12 {
		return ""
	}
	var cells []string
	join := true // a cell may come
	for i := 0; i < len(words); i++ {
		w := templates.Fold(words[i])
		if i == 0 && s.from[w] {
			continue
		}
		letter := len(w) == 1 && w[0] >= 'a' && w[0] <= 'z'
		if letter && join && i+1 < len(words) { // "d three", "d 3"
			n := templates.Fold(words[i+1])
			if s.numbers[n] != "" {
				n = s.numbers[n]
			}
			w, letter = w+n, false
			if cell.MatchString(w) {
				i++
			}
		}
		switch {
		case join && cell.MatchString(w):
			cells, join = append(cells, w), false
		case !join && (s.to[w] || w == "/" || w == ">" || w == "-") && i+1 < len(words):
			join = true
		default:
			return ""
		}
	}
	if len(cells) < 2 || join {
		return ""
	}
	return strings.Join(cells, "-")
}

var cell = regexp.MustCompile(`^[a-z][0-9]{1,2}$`)

// wholePlies reports whether a text is plies of one of the games and nothing else.
func (r *Reader) wholePlies(text string) bool {
	return slices.ContainsFunc(r.games, func(g rules.Game) bool { return wholePlies(g, text) })
}

func wholePlies(g rules.Game, text string) bool {
	if g.HasForm(text) {
		return true
	}
	stretches := plies.Stretches(text)
	for _, words := range stretches {
		if len(words) > 2*plies.MaxWords {
			return false
		}
		for len(words) > 0 {
			n := 1
			for n <= min(plies.MaxWords, len(words)) && !g.HasForm(strings.Join(words[:n], " ")) {
				n++
			}
			if n > min(plies.MaxWords, len(words)) {
				return false
			}
			words = words[n:]
		}
	}
	return len(stretches) > 0
}

// pieces splits a line that holds a move or a command and courtesies around it, "Hi
// Ben, d3-d4. Cheers", into these; any other line is one piece.
func (r *Reader) pieces(line string) []string {
	if len(line) > maxSaid || strings.ContainsRune(line, '?') {
		return []string{line}
	}
	if heard, _ := r.heard(line); heard != line {
		return []string{line} // it says one thing as a whole
	}
	words := strings.Fields(line)
	for n := min(3, len(words)-1); n > 0; n-- { // "d3-d4 good luck"
		head := strings.Join(words[:len(words)-n], " ")
		if tail := strings.Join(words[len(words)-n:], " "); spokenOf().courtesy[phraseOf(tail)] && r.alone(strings.TrimRight(head, ",.;:! ")) {
			return []string{strings.TrimRight(head, ",;: "), tail}
		}
	}
	if move, ok := r.offering(words); ok {
		return []string{move, "draw"}
	}
	var segments []string
	from := 0
	for i := range len(line) - 1 {
		if strings.IndexByte(",.!;:", line[i]) >= 0 && line[i+1] == ' ' {
			segments = append(segments, strings.TrimSpace(line[from:i+1]))
			from = i + 1
		}
	}
	segments = append(segments, strings.TrimSpace(line[from:]))
	first, last := 0, len(segments)
	for first < last-1 && courteous(segments[first]) {
		first++
	}
	for last > first+1 && courteous(segments[last-1]) {
		last--
	}
	if len(segments) < 2 || last-first == len(segments) {
		return []string{line}
	}
	middle := strings.Join(segments[first:last], " ")
	if !r.alone(strings.TrimRight(middle, ",.;:! ")) {
		return []string{line}
	}
	out := append([]string{}, segments[:first]...)
	out = append(out, strings.TrimRight(middle, ",;: "))
	return append(out, segments[last:]...)
}

// offering reads a move with the offer of a draw behind: "d3-d4 draw", "d3-d4, I offer a
// draw". To resign so takes a line of its own.
func (r *Reader) offering(words []string) (move string, ok bool) {
	for n := min(5, len(words)-1); n > 0; n-- {
		tail, head := phraseOf(strings.Join(words[len(words)-n:], " ")), strings.TrimRight(strings.Join(words[:len(words)-n], " "), ",.;:!–- ")
		offers := spokenOf().verbs[tail] == "draw"
		if n == 1 {
			v, _, called := r.Called(tail, "")
			offers = offers || called && v.Name == "draw"
		}
		if _, number := ListNumber(head); offers && (number || r.wholePlies(head)) {
			return head, true
		}
	}
	return "", false
}

// alone reports whether a text is a move or a command that stands alone.
func (r *Reader) alone(text string) bool {
	heard, perhaps := r.heard(text)
	if v, ok := r.Verb(heard); ok && v.Bare && (heard != text || perhaps) {
		return true
	}
	if _, ok := ListNumber(heard); ok || r.wholePlies(heard) {
		return true
	}
	v, _, ok := r.Called(strings.ToLower(text), "")
	return ok && v.Bare
}

// courteous reports whether a piece of a line is a greeting or a wish: "Hi Ben,",
// "good luck!".
func courteous(segment string) bool {
	words := proseWords(segment)
	if len(words) == 0 {
		return segment != "" && onlySmileys(segment)
	}
	phrase := strings.Join(words, " ")
	if spokenOf().courtesy[phrase] || spokenOf().courtesy[words[0]] && len(words) <= 3 && !strings.ContainsAny(segment, "0123456789") {
		return true
	}
	return proseOf().greeting[words[0]] && len(words) <= 3 && !strings.ContainsAny(segment, "0123456789")
}

// Courteous reports whether a line that is no command is a greeting, a wish, or the
// name with which a letter ends.
func (c Command) Courteous() bool {
	first, _ := utf8.DecodeRuneInString(c.Line)
	return courteous(c.Line) || unicode.IsUpper(first) && !strings.ContainsAny(c.Line, " ?")
}

// Plies reports whether a line that calls no verb is more than a number of a list, if
// it is plies.
func (c Command) Plies() bool {
	_, number := ListNumber(c.Args)
	return c.Verb == "" && !number
}
