package chess

import (
	"regexp"
	"slices"
	"strings"

	"turnpost/rules"
)

// People say moves in words: "the bishop takes the pawn on c6", "e8 becomes a queen".

// The meanings of words within a move, which the words of the game list for each language.
const (
	wordTakes   = "takes"
	wordBecomes = "becomes"
	wordCheck   = "check"
	wordAt      = "at"  // before a cell, where something stands or goes
	wordThe     = "the" // or any other word that says nothing
	wordMy      = "my"
	wordYour    = "your"
	wordAnd     = "and"
)

// mostSaid is how many words a move has at most.
const mostSaid = 12

// saidCell matches a cell, which need not exist.
var saidCell = regexp.MustCompile(`^[a-z]\d{1,2}$`)

// fieldsSaid splits a text into words, without marks and apostrophes.
func fieldsSaid(clean string) []string {
	return strings.FieldsFunc(clean, func(r rune) bool { return strings.ContainsRune(" ,;:.!'’()\"", r) })
}

// meant is the meaning of a word; "" if it has none.
func meant(word string) string {
	m, _ := rules.Typed(words(), word)
	return string(m)
}

// withoutCheck leaves out the words for check and mate behind a move: "Nf7 check".
func withoutCheck(clean string) string {
	words := strings.Fields(clean)
	n := len(words)
	for n > 1 {
		word := meant(strings.Trim(words[n-1], ",;:.!"))
		if word != wordCheck && (word != wordThe && word != wordAnd || n == len(words)) { // "with check", "échec et mat"
			break
		}
		n--
	}
	return strings.TrimRight(strings.Join(words[:n], " "), ",;: ")
}

// readSaid reads a move in words: the name of a piece, the cell or column that it leaves, a word for
// taking, the name of what is taken, the cell that it goes to, and what a pawn becomes. Most of these may be
// missing, but not what is to be seen from one alone. A name and a cell with "on" between them, and
// no word for taking, are no move: in "I take the knight on d5" it is the other side's. Nor are words about
// the other side's move: "your bishop takes c6", "take my knight".
func readSaid(clean string) (t typed, ok bool) {
	fields := fieldsSaid(clean)
	if len(fields) < 2 || len(fields) > mostSaid {
		return t, false
	}
	v := vocabularies()
	letter := fields[0]
	if (v.letters[letter] != nil || len(letter) == 1 && letter >= "a" && letter <= "h") &&
		meant(fields[1]) == wordTakes { // "N takes f3", "e takes d5"
		if saidCell.MatchString(fields[len(fields)-1]) && len(fields) <= 4 {
			short := letter + "x" + fields[len(fields)-1]
			return readTyped(short)
		}
		return t, false
	}
	var cells []string
	at, goal := false, false // goal: a cell behind the word for taking
	for i, word := range fields {
		meaning := meant(word)
		letter, isName := v.names[word]
		if !isName {
			letter, isName = v.names[meaning]
		}
		switch last := i == len(fields)-1; {
		case isName && len(cells) == 0 && !t.takes && !t.becomes && t.letter == "":
			t.letter = letter
		case isName && t.takes && t.victim == "" && !goal && !t.becomes:
			t.victim = letter
		case isName && last && t.promoted == "" && letter != v.only(king) && letter != v.only(pawn):
			t.promoted = letter
		case saidCell.MatchString(word) && len(cells) < 2 && t.promoted == "" && !t.becomes:
			cells, goal = append(cells, word), t.takes
		case meaning == wordTakes && !t.takes && t.promoted == "" && !t.becomes:
			t.takes = true
		case meaning == wordBecomes && !t.becomes:
			t.becomes = true
		case meaning == wordAt:
			at = true
		case meaning == wordThe, word == "-", meaning == wordMy && !t.takes, meaning == wordYour && t.takes && !goal,
			meaning == wordAnd && (t.takes || len(cells) > 0):
		case len(word) == 1 && word[0] >= 'a' && word[0] <= 'h' && t.letter != "" && t.from == "" && !t.takes &&
			len(cells) == 0:
			t.from = word
		default:
			return typed{}, false
		}
	}
	t.said = true
	switch {
	case len(cells) == 2:
		t.from, t.to = cells[0], cells[1]
	case len(cells) == 1:
		t.to = cells[0]
	}
	// Not "a pawn, a rook" and "pedone e donna".
	becomes := t.becomes || t.letter == v.only(pawn) && t.from == "" && !strings.Contains(clean, ",")
	lone := t.promoted != "" && becomes || t.takes && t.victim != ""
	last := t.to != "" && (t.to[1:] == "1" || t.to[1:] == "8")
	switch {
	case t.promoted != "" && t.to != "" && !last, t.becomes && t.promoted == "", t.to == "" && !lone,
		t.letter == "" && !t.takes && t.promoted == "", at && !t.takes && !t.becomes:
		return typed{}, false
	}
	return t, true
}

// fitsSaid reports whether a ply is one that is said in words.
func (p position) fitsSaid(q ply, t typed) bool {
	v := vocabularies()
	on, takes := p.captured(q)
	switch {
	case t.letter != "" && !slices.Contains(v.letters[t.letter], p.kindAt(q.from())),
		!strings.Contains(q.from().String(), t.from), t.to != "" && q.to().String() != t.to,
		t.takes && !takes, t.victim != "" && !slices.Contains(v.letters[t.victim], p.kindAt(on)):
		return false
	}
	return p.promotedAs(q, t.promoted)
}
