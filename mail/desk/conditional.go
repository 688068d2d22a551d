package desk

import "strings"

// anyTurn stands in a condition for every turn that no other alternative names.
const anyTurn = "*"

// pair is one step of a line: if the opponent's turn is on, then answer. Each
// is a whole turn; its plies are joined by "and" when they are canonical.
type pair struct{ on, answer string }

// line is a conditional line: one way through a tree of them.
type line []pair

// String is the text that parseConditionals reads back.
func (l line) String() string {
	steps := make([]string, len(l))
	for i, p := range l {
		steps[i] = "if " + p.on + " then " + p.answer
	}
	return strings.Join(steps, ", ")
}

// parseConditionals reads lines, separated by ";", each of steps "if A then B",
// separated by commas or by nothing. The first "if" of a line may be missing. It
// knows no game: A and B are texts. missing is the word that the text lacks,
// "if" or "then", or "..." when it ends where a move is due; "" if it is well
// formed.
func parseConditionals(text string) (lines []line, missing string) {
	text = strings.NewReplacer(";", " ; ", ",", ", ").Replace(text)
	var (
		current     line
		words       []string
		on          string
		inCondition = true
		fresh       = true // nothing of the line was read but perhaps "if"
		turn        = func() string { return strings.Trim(strings.Join(words, " "), " ,") }
		endAnswer   = func() bool { // ends an answer
			answer := turn()
			if inCondition || answer == "" || answer == anyTurn {
				return false
			}
			current, words, inCondition = append(current, pair{on, answer}), nil, true
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

// tree is a player's conditional lines in a game: the alternatives for the
// opponent's next turn. No condition stands in it twice.
type tree []branch

// branch is one alternative and what stands ready after its answer.
type branch struct {
	pair
	then tree
}

// add puts a line into the tree. Where it says another answer than the tree to
// the same turns, the line is right and what stood there is gone.
func (t tree) add(l line) tree {
	if len(l) == 0 {
		return t
	}
	for i := range t {
		if t[i].on != l[0].on {
			continue
		}
		if t[i].answer != l[0].answer {
			t[i] = branch{pair: l[0]}
		}
		t[i].then = t[i].then.add(l[1:])
		return t
	}
	return append(t, branch{l[0], tree(nil).add(l[1:])})
}

// lines lists the ways from the root to each end, in the order of the tree.
func (t tree) lines() []line {
	var out []line
	for _, b := range t {
		if len(b.then) == 0 {
			out = append(out, line{b.pair})
		}
		for _, rest := range b.then.lines() {
			out = append(out, append(line{b.pair}, rest...))
		}
	}
	return out
}

// texts are the lines as they are stored and shown.
func (t tree) texts() []string {
	var out []string
	for _, l := range t.lines() {
		out = append(out, l.String())
	}
	return out
}

// find returns the alternative for a turn; one that names it goes before "*".
// is reports whether a condition names the turn.
func (t tree) find(is func(on string) bool) (branch, bool) {
	var other branch
	found := false
	for _, b := range t {
		if b.on == anyTurn {
			other, found = b, true
		} else if is(b.on) {
			return b, true
		}
	}
	return other, found
}
