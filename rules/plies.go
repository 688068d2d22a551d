package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// MaxPlyWords is how many words one ply may be written in: "b12 c o +".
const MaxPlyWords = 4

// Stretches splits a line into the parts between commas, semicolons, "and", "then"
// and "&", and each part into words. A ply never goes from one part to the next.
// Package command puts the connecting words of other languages into English.
func Stretches(line string) (stretches [][]string) {
	var now []string
	end := func() {
		if len(now) > 0 {
			stretches = append(stretches, now)
		}
		now = nil
	}
	for _, word := range strings.Fields(line) {
		if connects(word) {
			end()
			continue
		}
		for i, part := range strings.FieldsFunc(word, func(r rune) bool { return r == ',' || r == ';' }) {
			if i > 0 {
				end()
			}
			now = append(now, part)
		}
		if strings.HasSuffix(word, ",") || strings.HasSuffix(word, ";") {
			end()
		}
	}
	end()
	return stretches
}

// PlyWords lists the words of all stretches of a line, at most so many.
func PlyWords(line string, most int) []string {
	words := slices.Concat(Stretches(line)...)
	return words[:min(most, len(words))]
}

// connects reports whether a word stands between two plies.
func connects(word string) bool {
	switch strings.ToLower(word) {
	case "and", "then", "&":
		return true
	}
	return false
}

// BeginsWithPly reports whether a text begins with something of the form of a ply of
// g.
func BeginsWithPly(g Game, text string) bool {
	if g.HasForm(text) {
		return true
	}
	stretches := Stretches(text)
	if len(stretches) == 0 {
		return false
	}
	words := stretches[0] // only the beginning decides
	for n := 1; n <= min(MaxPlyWords, len(words)); n++ {
		if g.HasForm(strings.Join(words[:n], " ")) {
			return true
		}
	}
	return false
}

// TakePly reads one ply from the first of some words, as few of them as make one
// and MaxWords at most, and says how many. The error is that of the rules.
func TakePly(r *Record, words []string) (m Move, taken int, refused error) {
	for n := 1; n <= min(MaxPlyWords, len(words)); n++ {
		m, err := r.Parse(strings.Join(words[:n], " "))
		if err == nil {
			return m, n, nil
		}
		if refused == nil || KindOf(refused) == Unreadable {
			refused = err
		}
	}
	return "", 0, refused
}

// KindOf is why the rules refuse a text; Illegal for any other error.
func KindOf(err error) RefusalKind {
	if refusal, ok := errors.AsType[*MoveError](err); ok {
		return refusal.Kind
	}
	return Illegal
}

// maxTurnWords is how many words of a turn's text are looked at.
const maxTurnWords = 50

// TurnError says why a text is no whole turn.
type TurnError struct {
	// Why is over (the game ended before it), move (a ply of it is refused),
	// long (it goes on after the turn), short (the turn is not over) or form (it
	// has not the form of moves; see Game.HasForm).
	Why  string
	Text string
	// Err is why the rules refuse a ply of it, with Why "move".
	Err error
}

func (e *TurnError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%q: %v", e.Text, e.Err)
	}
	return fmt.Sprintf("%q is no whole turn: %s", e.Text, e.Why)
}

// Unwrap is why the rules refuse a ply.
func (e *TurnError) Unwrap() error { return e.Err }

// PlayTurn plays a text, which must be one whole turn, on a copy of a record. The
// error is a *TurnError.
func PlayTurn(r *Record, text string) (*Record, error) {
	mover := r.Turn()
	if mover == None {
		return nil, &TurnError{Why: "over", Text: text}
	}
	next := r.Clone()
	m, whole := next.Parse(text)
	if whole == nil {
		if err := next.Play(m); err != nil {
			return nil, &TurnError{Why: "move", Text: text, Err: err}
		}
	} else {
		words := PlyWords(text, maxTurnWords)
		for len(words) > 0 {
			if next.Turn() != mover {
				return nil, &TurnError{Why: "long", Text: text}
			}
			m, n, err := TakePly(next, words)
			if err == nil {
				err = next.Play(m)
			}
			if err != nil {
				if next.Len() == r.Len() && n == len(words) {
					err = whole
				}
				return nil, &TurnError{Why: "move", Text: text, Err: err}
			}
			words = words[n:]
		}
	}
	if next.Turn() == mover {
		return nil, &TurnError{Why: "short", Text: text}
	}
	return next, nil
}

// TurnText is the canonical text of the plies after the first n.
func TurnText(r *Record, n int) string {
	var texts []string
	for _, m := range r.Plies()[n:] {
		texts = append(texts, string(m))
	}
	return strings.Join(texts, " and ")
}

// LineFault is why the plies of a line cannot be played.
type LineFault uint8

const (
	LineMove  LineFault = iota // a ply of it is refused
	LineMixed                  // something in it is no ply
	LineLong                   // it goes on after the turn
	LineOver                   // it goes on after the end of the game
)

// LineError says why the plies of a line cannot be played.
type LineError struct {
	Fault LineFault
	Err   error // why the rules refuse a ply, with LineMove
}

func (e *LineError) Error() string {
	if e.Err != nil {
		return e.Err.Error()
	}
	return [...]string{"a ply is refused", "something is no ply", "the turn is over", "the game is over"}[e.Fault]
}

// Unwrap is why the rules refuse a ply.
func (e *LineError) Unwrap() error { return e.Err }

// PlayLine plays all plies of a line, which are those of one turn, on a copy of a record.
// A ply may be written with spaces, so as many words as make one are taken together. The
// error is a *LineError.
func PlayLine(r *Record, text string) (*Record, error) {
	next, mover := r.Clone(), r.Turn()
	m, whole := next.Parse(text)
	if whole == nil {
		if err := next.Play(m); err != nil {
			return nil, &LineError{Err: err}
		}
		return next, nil
	}
	stretches := Stretches(text)
	if len(stretches) == 1 && len(stretches[0]) == 1 {
		return nil, &LineError{Err: whole}
	}
	for _, words := range stretches {
		for len(words) > 0 {
			first := next.Len() == r.Len()
			if !first && next.Turn() != mover {
				switch {
				case !BeginsWithPly(next.Game(), strings.Join(words, " ")):
					return nil, &LineError{Fault: LineMixed}
				case next.Outcome().Over():
					return nil, &LineError{Fault: LineOver}
				}
				return nil, &LineError{Fault: LineLong}
			}
			m, n, err := TakePly(next, words)
			if err != nil && !first && KindOf(err) == Unreadable {
				return nil, &LineError{Fault: LineMixed}
			}
			if err == nil {
				err = next.Play(m)
			}
			if err != nil {
				return nil, &LineError{Err: err}
			}
			words = words[n:]
		}
	}
	return next, nil
}
