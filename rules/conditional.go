package rules

import (
	"strconv"
	"strings"
)

// AnyTurn stands in a condition for every turn that no other alternative names.
const AnyTurn = "*"

// ConditionalStep is one step of a line: if the opponent's turn is on, then answer. Each
// is a whole turn; its plies are joined by "and" when they are canonical.
type ConditionalStep struct{ On, Answer string }

// Conditional is a conditional line: one way through a tree of them.
type Conditional []ConditionalStep

// String is the text that ParseConditionals reads back.
func (l Conditional) String() string {
	steps := make([]string, len(l))
	for i, p := range l {
		steps[i] = "if " + p.On + " then " + p.Answer
	}
	return strings.Join(steps, ", ")
}

// ParseConditionals reads lines, separated by ";", each of steps "if A then B",
// separated by commas or by nothing. The first "if" of a line may be missing. It
// knows no game: A and B are texts. missing is the word that the text lacks,
// "if" or "then", or "..." when it ends where a move is due; "" if it is well
// formed.
func ParseConditionals(text string) (lines []Conditional, missing string) {
	text = strings.NewReplacer(";", " ; ", ",", ", ").Replace(text)
	var (
		current     Conditional
		words       []string
		on          string
		inCondition = true
		fresh       = true // nothing of the line was read but perhaps "if"
		turn        = func() string { return strings.Trim(strings.Join(words, " "), " ,") }
		endAnswer   = func() bool { // ends an answer
			answer := turn()
			if inCondition || answer == "" || answer == AnyTurn {
				return false
			}
			current, words, inCondition = append(current, ConditionalStep{on, answer}), nil, true
			return true
		}
	)
	for _, word := range append(strings.Fields(text), ";") {
		switch strings.ToLower(strings.Trim(word, ",")) {
		case "if":
			if fresh && len(words) == 0 {
				break
			}
			if inCondition {
				return nil, "then"
			}
			if !endAnswer() {
				return nil, "..."
			}
		case "then":
			on = turn()
			if !inCondition {
				return nil, "if"
			}
			if on == "" {
				return nil, "..."
			}
			words, inCondition = nil, false
		case ";":
			if fresh && len(words) == 0 {
				continue
			}
			if inCondition {
				return nil, "then"
			}
			if !endAnswer() {
				return nil, "..."
			}
			lines, current, fresh = append(lines, current), nil, true
			continue
		default:
			words = append(words, word)
		}
		fresh = false
	}
	if len(lines) == 0 {
		return nil, "..."
	}
	return lines, ""
}

// Conditionals is a player's conditional lines in a game: the alternatives for the
// opponent's next turn. No condition stands in it twice.
type Conditionals []ConditionalBranch

// ConditionalBranch is one alternative and what stands ready after its answer.
type ConditionalBranch struct {
	ConditionalStep
	Then Conditionals
}

// Add puts a line into the tree. Where it says another answer than the tree to
// the same turns, the line is right and what stood there is gone.
func (t Conditionals) Add(l Conditional) Conditionals {
	if len(l) == 0 {
		return t
	}
	for i := range t {
		if t[i].On != l[0].On {
			continue
		}
		if t[i].Answer != l[0].Answer {
			t[i] = ConditionalBranch{ConditionalStep: l[0]}
		}
		t[i].Then = t[i].Then.Add(l[1:])
		return t
	}
	return append(t, ConditionalBranch{l[0], Conditionals(nil).Add(l[1:])})
}

// Lines lists the ways from the root to each end, in the order of the tree.
func (t Conditionals) Lines() []Conditional {
	var out []Conditional
	for _, b := range t {
		if len(b.Then) == 0 {
			out = append(out, Conditional{b.ConditionalStep})
		}
		for _, rest := range b.Then.Lines() {
			out = append(out, append(Conditional{b.ConditionalStep}, rest...))
		}
	}
	return out
}

// Texts are the lines as they are stored and shown.
func (t Conditionals) Texts() []string {
	var out []string
	for _, l := range t.Lines() {
		out = append(out, l.String())
	}
	return out
}

// Find returns the alternative for a turn; one that names it goes before "*".
// is reports whether a condition names the turn.
func (t Conditionals) Find(is func(on string) bool) (ConditionalBranch, bool) {
	var other ConditionalBranch
	found := false
	for _, b := range t {
		if b.On == AnyTurn {
			other, found = b, true
		} else if is(b.On) {
			return b, true
		}
	}
	return other, found
}

// CanonicalConditional plays a line from the opponent's turn on and writes its moves
// canonically. Below AnyTurn nobody knows the board: what stands there is only
// held to the form of moves. The error is a *TurnError, whose Why is "form" for
// a text that has not the form of moves.
func CanonicalConditional(r *Record, l Conditional) (Conditional, error) {
	var out Conditional
	known := true
	for _, p := range l {
		known = known && p.On != AnyTurn
		for _, text := range []*string{&p.On, &p.Answer} {
			if *text == AnyTurn {
				continue
			}
			if !known {
				if !BeginsWithPly(r.Game(), *text) {
					return nil, &TurnError{Why: "form", Text: *text}
				}
				continue
			}
			next, err := PlayTurn(r, *text)
			if err != nil {
				return nil, err
			}
			*text = TurnText(next, r.Len())
			r = next
		}
		out = append(out, p)
	}
	return out, nil
}

// SpellConditional writes the moves of a canonical line as players of a language write them, from the
// opponent's turn on. Below AnyTurn they stay as they are.
func SpellConditional(r *Record, l Conditional, say SayFunc) Conditional {
	var out Conditional
	known := true
	for _, p := range l {
		known = known && p.On != AnyTurn
		for _, text := range []*string{&p.On, &p.Answer} {
			if !known {
				break
			}
			next, err := PlayTurn(r, *text)
			if known = err == nil; known {
				*text = spellTurn(next, r.Len(), say)
				r = next
			}
		}
		out = append(out, p)
	}
	return out
}

// spellTurn is TurnText as players write it.
func spellTurn(r *Record, n int, say SayFunc) string {
	var texts []string
	for i, m := range r.Plies()[n:] {
		texts = append(texts, Spell(r.At(n+i), m, say))
	}
	return strings.Join(texts, " and ")
}

// DropsConditionals reads the text that drops lines: "off" and "off 2"; n is 0 for all.
func DropsConditionals(args string) (n int, ok bool) {
	words := strings.Fields(strings.ToLower(strings.TrimRight(args, ".!")))
	if len(words) == 0 || words[0] != "off" || len(words) > 2 {
		return 0, false
	}
	if len(words) == 1 {
		return 0, true
	}
	n, err := strconv.Atoi(words[1])
	return n, err == nil && n > 0
}
