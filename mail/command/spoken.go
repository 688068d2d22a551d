package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"turnpost/rules"
	"turnpost/templates"
)

// This file holds the readings of classify.go: people write "ok", "12 it is" and
// "d3 to d4", and add courtesies.

// spoken holds the phrases of all languages.
type spoken struct {
	verbs, numbers                 map[string]string // the command, or the number, that a phrase means
	yes                            wordSet           // the words that call the verb
	perhaps, joining, cancel       wordSet
	courtesy, lead, tail, to, from wordSet
	time, extend                   wordSet // words of which a line that asks for time has one each
}

var spokenOf = sync.OnceValue(func() spoken {
	s := spoken{verbs: map[string]string{}, numbers: map[string]string{}, yes: wordSet{"yes": true}}
	words, _ := templates.Lexicons() // NewReader returns the error
	for _, l := range words {
		for phrase, verb := range l.Said.Verbs {
			s.verbs[phrase] = verb
		}
		for word, verb := range l.Verbs {
			if verb == string(VerbYes) {
				s.yes[word] = true
			}
		}
		s.perhaps.add(l.Said.Perhaps)
		s.joining.add(l.Said.Joining)
		s.cancel.add(l.Said.Cancel)
		s.courtesy.add(l.Said.Courtesy)
		s.lead.add(l.Said.Lead)
		s.tail.add(l.Said.Tail)
		s.to.add(l.Said.To)
		s.from.add(l.Said.From)
		s.time.add(l.Said.Time)
		s.extend.add(l.Said.Extend)
		for i, w := range l.Said.Numbers {
			s.numbers[w] = strconv.Itoa(i + 1)
		}
	}
	return s
})

// maxSaid is how long a line may be, in octets, to which the readings are applied.
const maxSaid = 120

// thumbs matches pictures that say yes.
var thumbs = regexp.MustCompile(`^(\x{1f44d}|\x{1f44c}|\x{2705}|\x{2714})[\x{fe0f}\x{1f3fb}-\x{1f3ff}]*` +
	`(\s*(\x{1f44d}|\x{1f44c})[\x{fe0f}\x{1f3fb}-\x{1f3ff}]*)*[!.]?$`)

// heard returns a line as the first of the readings that fits puts it, or as it is. perhaps
// says that it is a yes only where something is offered, or an accept only of an invitation.
func (r *Reader) heard(line string) (command string, perhaps bool) {
	command, perhaps, _ = r.hears(line)
	return command, perhaps
}

// hears is heard, and returns the name of the reading; "" if none fits.
func (r *Reader) hears(line string) (command string, perhaps bool, row string) {
	if len(line) > maxSaid || asks(line) {
		return line, false, ""
	}
	for _, row := range readings {
		if command, perhaps, ok := row.read(r, line); ok {
			return command, perhaps, row.name
		}
	}
	return line, false, ""
}

func readThumb(_ *Reader, line string) (command string, perhaps, ok bool) {
	return "yes", true, thumbs.MatchString(line)
}

func readPhrase(_ *Reader, line string) (command string, perhaps, ok bool) {
	s := spokenOf()
	if command, ok = s.verbs[phraseOf(line)]; ok {
		return command, false, true
	}
	line = strings.TrimRight(line, ".! ")
	if i := strings.LastIndexAny(line, ",.!"); i > 0 && s.courtesy[phraseOf(line[i:])] { // "I accept the draw, thanks"
		command = s.verbs[phraseOf(line[:i])]
	}
	return command, false, strings.HasSuffix(command, " draw")
}

func readAgreement(_ *Reader, line string) (command string, perhaps, ok bool) {
	command = spokenOf().agrees(line)
	return command, true, command != ""
}

// readNumber leaves alone what is a cell as it stands: "n1" is one in Go, and the Italian n. 1 elsewhere.
func readNumber(r *Reader, line string) (command string, perhaps, ok bool) {
	if r.wholePlies(line) {
		return "", false, false
	}
	command, ok = spokenOf().number(line)
	return command, false, ok
}

func readPly(r *Reader, line string) (command string, perhaps, ok bool) {
	command, ok = r.ply(line)
	return command, false, ok
}

// agrees returns "yes" for a line of nothing but agreement and courtesies ("Sure, with
// pleasure! Have fun."), "accept" if it agrees to play ("Yes, I'd love to play!"), and else
// "".
func (s spoken) agrees(line string) string {
	agrees, joins, yes, others := false, false, false, false
	for _, segment := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(",.!;", r) }) {
		phrase := phraseOf(segment)
		switch {
		case phrase == "":
		case s.perhaps[phrase], s.verbs[phrase] == string(VerbYes):
			agrees = true
		case s.joining[phrase]:
			joins = true
		case s.yes[phrase]:
			yes = true
		case s.courtesy[phrase]:
			others = true
		default:
			return ""
		}
	}
	switch {
	case joins:
		return "accept"
	case agrees, yes && others: // "yes" alone is the command
		return "yes"
	}
	return ""
}

var numberSaid = regexp.MustCompile(`^([^0-9]*?)\s*[(\[]?([0-9]{1,3})[)\]]?[.!,]*(\s[^0-9]+)?$`)

// number reads a number of a list with words around it: "No. 12", "12!", "12 it is",
// "play 12, please".
func (s spoken) number(line string) (string, bool) {
	m := numberSaid.FindStringSubmatch(line)
	if m == nil || m[1] == "" && m[3] == "" && !strings.Contains(line, "!") {
		return "", false
	}
	before, behind := phraseOf(m[1]), phraseOf(m[3])
	if strings.ContainsAny(m[1], "#-+<>=/") || before != "" && !s.lead[before] ||
		behind != "" && !s.tail[behind] && !s.courtesy[behind] && !onlySmileys(m[3]) {
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

// ply reads a ply as people write it: "d3 to d4", "D three to D four", "I play d3-d4",
// "d3/d4", "12 d3-d4", a row of our list, or "B-1", a cell. The result has the form of a ply of some game;
// a line that has it already is left alone.
func (r *Reader) ply(line string) (string, bool) {
	text := unannounced(line)
	if r.wholePlies(line) {
		if firstWord(text) != firstWord(line) && r.wholePlies(text) { // "I castle: O-O" has one ply
			return text, true
		}
		ply := spokenOf().cells(text) // "pawn d3 to d4" in chess is "d3-d4" elsewhere: see asWritten
		return ply, slices.ContainsFunc(r.games, func(g rules.Game) bool { return g.HasForm(line) }) &&
			r.wholePlies(ply)
	}
	if !strings.ContainsFunc(line, unicode.IsLetter) {
		m := rowSaid.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || !r.wholePlies(m[1]) {
			return "", false
		}
		return m[1], true
	}
	if r.wholePlies(text) {
		return text, true
	}
	if ply := spokenOf().cells(text); ply != "" && r.wholePlies(ply) {
		return ply, true
	}
	for _, said := range []string{line, text} {
		said = strings.TrimRight(said, ".,!;: ")
		if ply := spokenOf().withoutWays(said); ply != said && r.wholePlies(ply) {
			return ply, true
		}
	}
	if m := rowSaid.FindStringSubmatch(text); m != nil && r.wholePlies(m[1]) {
		return m[1], true
	}
	if m := dashed.FindStringSubmatch(strings.ToLower(text)); m != nil && r.wholePlies(m[1]+m[2]) {
		return m[1] + m[2], true
	}
	return "", false
}

// unannounced leaves out the words before and behind what may be a ply: "I play d3-d4, please".
func unannounced(line string) string {
	s, announced := spokenOf(), false
	words := strings.Fields(strings.TrimRight(strings.TrimSpace(line), ".!"))
	for n := min(6, len(words)-1); n > 0; n-- {
		phrase := phraseOf(strings.Join(words[:n], " "))
		if announced = proseOf().announcing[phrase]; announced ||
			s.lead[phrase] && phrase != "" && (n > 1 || !isShortWord(words[n])) { // "Then I"
			words, announced = words[n:], true
			break
		}
	}
	for n := min(4, len(words)-1); n > 0; n-- {
		if !announced && n == len(words)-1 && isShortWord(words[0]) {
			continue // "E grazie"
		}
		if phrase := phraseOf(strings.Join(words[len(words)-n:], " ")); s.tail[phrase] {
			words = words[:len(words)-n]
			break
		}
	}
	return strings.TrimRight(strings.Join(words, " "), ".,!;: ")
}

// maxPieceWords is how many words a ply has that begins with the name of a piece: "knight from g1 to f3".
const maxPieceWords = 6

// withoutWays leaves out the words between the name of a piece and a cell: "knight to f3", "N to f3".
func (s spoken) withoutWays(text string) string {
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > maxPieceWords {
		return text
	}
	rest := slices.DeleteFunc(words[1:], func(w string) bool {
		return s.to[templates.Fold(strings.ToLower(w))] || s.from[templates.Fold(strings.ToLower(w))]
	})
	between := " "
	if first := []rune(words[0]); len(first) == 1 && unicode.IsUpper(first[0]) {
		between = ""
	}
	return words[0] + between + strings.Join(rest, " ")
}

// dashed matches a cell into which a keyboard has put a dash: "B-1".
var dashed = regexp.MustCompile(`^([a-z]) ?[-‐‑–] ?([0-9]{1,2})$`)

// rowSaid matches a row of our list: its number and a ply of several cells, of a piece and a cell, or
// of several squares with numbers.
var rowSaid = regexp.MustCompile(
	`^[0-9]{1,3}[.):]?\s+([a-z][0-9]{1,2}\S*[a-z]\S*|[A-Z]\S*[0-9]\S*|[0-9]{1,2}[-x][0-9]\S*)$`)

// arrows sets marks between cells apart.
var arrows = strings.NewReplacer(
	"/", " / ", "\u2192", " > ", "\u21d2", " > ", "->", " > ", "=>", " > ", "\u2794", " > ",
	"\u279c", " > ", "\u27a1\ufe0f", " > ", "\u27a1", " > ", "\u279d", " > ", "\u279e", " > ", "\u27f6", " > ",
	"\u21e8", " > ", "\u27f9", " > ", "\u21a6", " > ")

// cells joins cells with words between them: "from d3 to d4" is "d3-d4".
func (s spoken) cells(text string) string {
	text = arrows.Replace(strings.ToLower(text))
	words := strings.Fields(text)
	if len(words) > 12 {
		return ""
	}
	var cells []string
	join := true // the next word may be a cell
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
			w += n
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

// wholePlies reports whether a text consists of plies of one of the games.
func (r *Reader) wholePlies(text string) bool {
	return slices.ContainsFunc(r.games, func(g rules.Game) bool { return wholePlies(g, text, r.inLang) })
}

func wholePlies(g rules.Game, text, lang string) bool {
	if g.HasForm(text) {
		return true
	}
	text = joined(text, lang)
	stretches := rules.Stretches(text)
	if said := strings.Fields(strings.ToLower(text)); len(said) > 1 && !strings.ContainsFunc(text, unicode.IsDigit) &&
		(ofConditionals[said[0]] || ofConditionals[said[len(said)-1]]) {
		return false // "Then I", "E poi..."
	}
	for _, words := range stretches {
		if len(words) > 2*rules.MaxPlyWords {
			return false
		}
		for len(words) > 0 {
			n := 1
			for n <= min(rules.MaxPlyWords, len(words)) && !g.HasForm(strings.Join(words[:n], " ")) {
				n++
			}
			if n > min(rules.MaxPlyWords, len(words)) {
				return false
			}
			words = words[n:]
		}
	}
	return len(stretches) > 0
}
