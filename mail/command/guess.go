package command

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"turnpost/rules"
)

// maxStory is how many words a line may have in which commands and plies are searched.
const maxStory = 20

// maxWithin is how many commands and plies are found in one line, and maxWordsWithin how
// many words a ply may have there.
const maxWithin, maxWordsWithin = 4, 3

// within returns commands and legal plies among the words of a line.
func (m *message) within(line string) []string {
	var found []string
	add := func(text string) {
		if !slices.Contains(found, text) && len(found) < maxWithin {
			found = append(found, text)
		}
	}
	words := strings.FieldsFunc(line, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("(),;:!?\"'“”„‚‘«»*[]{}~", r)
	})
	if len(words) > maxStory {
		return nil
	}
	parse := m.parser()
	if joined := joinedCells(line); joined != "" && parse != nil {
		if ply, ok := parse(joined); ok {
			return []string{string(ply)}
		}
	}
	for i, word := range words {
		v, langs, ok := m.called(word, "")
		switch {
		case !ok || !v.Bare:
		case v.answers():
			// "Sorry, no time" may be meant; not the "si" of "come si gioca?", nor in a puzzle.
			if i < 2 && !strings.Contains(line, "?") && !m.atPuzzle() {
				add(m.answering(v, word, langs))
			}
		default:
			add(v.as(word, langs))
		}
		for n := 1; n <= maxWordsWithin && i+n <= len(words) && parse != nil; n++ {
			if n == 1 && len(words) > 1 && isShortWord(word) {
				continue // of a sentence
			}
			if ply, ok := parse(strings.Join(words[i:i+n], " ")); ok {
				add(string(ply))
			}
		}
	}
	return found
}

// legalWithin returns the legal plies among the words of a line.
func (m *message) legalWithin(line string) []string {
	parse := m.parser()
	return slices.DeleteFunc(m.within(line), func(text string) bool {
		if parse == nil {
			return true
		}
		_, ok := parse(text)
		return !ok
	})
}

// parser returns what reads plies of the game at hand, if the writer is to move, or of the
// puzzle at hand; nil if there is neither.
func (m *message) parser() func(text string) (rules.Move, bool) {
	switch {
	case m.Board != nil && m.Board.Mine:
		return func(text string) (rules.Move, bool) {
			ply, err := m.Board.Record.Parse(text)
			return ply, err == nil
		}
	case m.Board == nil && m.Puzzle != nil && m.Puzzle.Record != nil:
		return m.Puzzle.parse
	}
	return nil
}

// reads reports whether a text is one legal ply of the puzzle.
func (p *PuzzleAtHand) reads(text string) bool { return p.Record != nil && reads(p.Record, text) }

// parse reads a ply, or its number in the list.
func (p *PuzzleAtHand) parse(text string) (rules.Move, bool) {
	if ply, err := p.Record.Parse(text); err == nil {
		return ply, true
	}
	legal := listed(p.Record.Position())
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(legal) {
		return legal[n-1], true
	}
	return "", false
}

// maxNear is how many legal plies of a puzzle are few enough to be told.
const maxNear = 6

// example returns what tells the writer how to answer a puzzle.
func (p *PuzzleAtHand) example(line Line) Ask {
	legal := p.Record.Legal()
	ask := Ask{Code: "puzzle-answer", Line: line, Args: []any{len(legal)}}
	if len(legal) <= maxNear {
		for _, ply := range legal {
			ask.Near = append(ask.Near, string(ply))
		}
	}
	return ask
}

// answering returns the word to write for a yes or no among other words: the one that
// answers the invitation that the message replies to, or else the word itself.
func (m *message) answering(v VerbInfo, word string, langs []string) string {
	name := map[Verb]Verb{VerbYes: VerbAccept, VerbNo: VerbDecline}[v.Name]
	if name == "" || !m.atHand().Invited {
		return v.as(word, langs)
	}
	return m.wordFor(name, m.Lang)
}
