package command

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pieces splits a line that holds a move or a command between courtesies, such as "Hi Ben,
// d3-d4. Cheers". Any other line is one piece.
func (r *Reader) pieces(line string) []string {
	if len(line) > maxSaid || asks(line) {
		return []string{line}
	}
	if heard, _ := r.heard(line); heard != line {
		return []string{line} // the whole line is one command
	}
	words := strings.Fields(line)
	for n := min(3, len(words)-1); n > 0; n-- { // "d3-d4 good luck"
		head := strings.Join(words[:len(words)-n], " ")
		tail := strings.Join(words[len(words)-n:], " ")
		if n > 1 && formless(strings.ToLower(words[0]), r.games) && len(words)-n < 3 {
			continue // "Passe de bonnes vacances"
		}
		if isShortWord(head) {
			continue // "E ciao"
		}
		if spokenOf().courtesy[phraseOf(tail)] && r.alone(strings.TrimRight(head, ",.;:! ")) {
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

// offering reads a move followed by the offer of a draw: "d3-d4 draw", "d3-d4, I offer a
// draw".
func (r *Reader) offering(words []string) (move string, ok bool) {
	for n := min(5, len(words)-1); n > 0; n-- {
		tail := phraseOf(strings.Join(words[len(words)-n:], " "))
		head := strings.TrimRight(strings.Join(words[:len(words)-n], " "), ",.;:!–- ")
		offers := spokenOf().verbs[tail] == string(VerbDraw)
		if n == 1 {
			v, _, called := r.called(tail, "")
			offers = offers || called && v.Name == VerbDraw
		}
		if isShortWord(words[0]) && n == len(words)-1 {
			continue // "e patta"
		}
		if _, number := listNumber(head); offers && (number || r.wholePlies(head)) {
			return head, true
		}
	}
	return "", false
}

// alone reports whether a text is a move, or a command without arguments.
func (r *Reader) alone(text string) bool {
	heard, perhaps := r.heard(text)
	if v, ok := r.Info(Verb(heard)); ok && v.Bare && (heard != text || perhaps) {
		return true
	}
	if _, ok := listNumber(heard); ok || r.wholePlies(heard) {
		return true
	}
	v, _, ok := r.called(strings.ToLower(text), "")
	return ok && v.Bare
}

// courteous reports whether a text is a greeting or a wish: "Hi Ben,", "good luck!".
func courteous(segment string) bool {
	words := proseWords(segment)
	if len(words) == 0 {
		return segment != "" && onlySmileys(segment)
	}
	phrase := strings.Join(words, " ")
	if spokenOf().courtesy[phrase] {
		return true
	}
	begins := spokenOf().courtesy[words[0]] || proseOf().greeting[words[0]]
	return begins && len(words) <= 3 && !strings.ContainsAny(segment, "0123456789")
}

// courteous reports whether a line that is no command is a greeting, a wish, or a name at
// the end of a message.
func (c Line) courteous() bool {
	first, _ := utf8.DecodeRuneInString(c.Text)
	return courteous(c.Text) || unicode.IsUpper(first) && !strings.ContainsAny(c.Text, " ?")
}
