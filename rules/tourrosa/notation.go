package tourrosa

import (
	"regexp"
	"slices"
	"strings"

	"turnpost/rules"
)

// form is a ply as people type it, after rules.Clean: a cell, then a sense and a heading in either
// order, or one of them, or neither, then an optional plus. Spaces and dashes between these have no
// meaning. Words may stand for the letters: see inLetters.
var form = regexp.MustCompile(`^([a-z]) ?([0-9]{1,2})[ -]*(?:([ca])?[ -]*([oi])?|([oi])[ -]*([ca]))[ -]*(\+?)$`)

// typed is a text that has the form of a ply.
type typed struct {
	text    string // as it was typed
	cell    string // a name, which need not be on the board
	sense   string // "c", "a" or ""
	heading string // "o", "i" or ""
	plus    string // "+" or ""
}

// tail is the text after the cell.
func (t typed) tail() string { return t.sense + t.heading + t.plus }

// finished reports whether the whole direction was typed.
func (t typed) finished() bool { return t.sense != "" && t.heading != "" }

// read reads the form of a ply. A cell of the Rose without a direction has the form, too, so that it is
// refused with a better reason than "unreadable".
func read(text string) (t typed, ok bool) {
	clean := rules.Clean(text)
	f := form.FindStringSubmatch(clean)
	if f == nil {
		f = form.FindStringSubmatch(inLetters(clean))
	}
	if f == nil {
		return typed{}, false
	}
	t = typed{text, f[1] + f[2], f[3] + f[6], f[4] + f[5], f[7]}
	return t, t.finished() || t.cell[0] < 'a'+rings
}

// hasForm reports whether a text has the form of a ply.
func hasForm(text string) bool {
	_, ok := read(text)
	return ok || isPass(text)
}

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	m, err := p.parse(text)
	if err != nil {
		return "", err
	}
	return m, nil
}

func (p position) parse(text string) (rules.Move, *rules.MoveError) {
	if isPass(text) {
		return passText, p.refuse(text, pass)
	}
	t, ok := read(text)
	switch {
	case !ok:
		return "", rules.ErrUnreadable(text, "b12co", "b12co+")
	case p.outcome().Over():
		return "", rules.ErrOver(text)
	}
	if err := p.refuseStack(t); err != nil {
		return "", err
	}
	if !t.finished() {
		return "", p.refuseUnfinished(t)
	}
	choice, _ := plyOf(rules.Move(t.cell + t.tail()))
	return choice.text(), p.refuse(text, choice)
}

// isPass reports whether a text is a pass, in any language of the rules.
func isPass(text string) bool {
	_, ok := rules.Typed(words(), rules.Clean(text))
	return ok
}

// nearest lists legal plies that may have been meant: those of the same stack, or otherwise a few
// with the same ending.
func (p position) nearest(cell, tail string) []rules.Move {
	legal := p.Legal()
	near := slices.DeleteFunc(slices.Clone(legal), func(m rules.Move) bool {
		return rules.LeadingCell(string(m)) != cell
	})
	if len(near) > 0 {
		return rules.MovesOf(near)
	}
	return rules.FewMoves(slices.DeleteFunc(legal, func(m rules.Move) bool {
		return !strings.HasSuffix(string(m), tail)
	}))
}

// ways are the words for sowing and stacking in the languages of the rules, those of the published
// sheet included.
var ways = map[string]string{
	"sow": "", "sowing": "", "stack": "+", "stacking": "+",
	"semer": "", "sème": "", "empiler": "+", "empile": "+",
	"seminare": "", "semina": "", "impilare": "+", "impila": "+",
	"säen": "", "saeen": "", "stapeln": "+",
}

// directions are the words for the four directions. A longer one comes before its own beginning,
// and those of the other sense before "clockwise".
var directions = strings.NewReplacer(
	"anti-clockwise", "a", "anticlockwise", "a", "counter-clockwise", "a", "counterclockwise", "a", "clockwise", "c",
	"outwards", "o", "outward", "o", "inwards", "i", "inward", "i",
	"dans le sens antihoraire", "a", "sens antihoraire", "a", "antihoraire", "a", "dans le sens horaire", "c",
	"sens horaire", "c", "horaire", "c",
	"vers l'extérieur", "o", "vers l'intérieur", "i",
	"in senso antiorario", "a", "senso antiorario", "a", "antiorario", "a", "in senso orario", "c", "senso orario",
	"c", "orario", "c",
	"verso l'esterno", "o", "verso l'interno", "i",
	"gegen den uhrzeigersinn", "a", "im uhrzeigersinn", "c", "nach außen", "o", "nach aussen", "o", "nach innen", "i",
)

// spokenForm is a cell and the words behind it, with a way at the beginning or the end.
var spokenForm = regexp.MustCompile(`^(?:(\pL+) )?([a-z] ?[0-9]{1,2})[ ,:-]+(.*?)(?:[ ,-]+(\pL{2,}))?$`)

// longestSaid is the length of the longest text in which such words are searched.
const longestSaid = 80

// inLetters turns a ply in words, "stack b12 clockwise outward", into letters, "b12 c o+". It
// returns a text with other words as it is.
func inLetters(text string) string {
	if len(text) > longestSaid {
		return text
	}
	m := spokenForm.FindStringSubmatch(strings.ReplaceAll(text, "’", "'"))
	if m == nil {
		return text
	}
	said, way, plus := m[3], "", false
	if last, ok := ways[m[4]]; ok {
		way, plus = last, true
	} else {
		said = strings.TrimSpace(said + " " + m[4])
	}
	if first, ok := ways[m[1]]; ok && !plus {
		way, plus = first, true
	} else if m[1] != "" {
		return text
	}
	letters := strings.NewReplacer(",", " ", " and ", " ", " et ", " ", " e ", " ", " und ",
		" ").Replace(directions.Replace(said))
	if letters == said && !plus {
		return text
	}
	return m[2] + " " + letters + way
}

// Codes of Tourrosa's own refusals.
const (
	codeNoDirection = "no-direction" // a stack without a complete direction
	codeTooHigh     = "too-high"     // the first enemy has more pieces
	codeNoRoom      = "no-room"      // the cell behind the enemy is not empty
	codeNoChange    = "no-change"    // the turn leaves the board unchanged
	codeNoPass      = "no-pass"      // another ply is legal
)

// refuse says why a ply is not legal; nil if it is.
func (p position) refuse(text string, choice ply) *rules.MoveError {
	if p.outcome().Over() {
		return rules.ErrOver(text)
	}
	if choice == pass {
		if p.legal()[0] != pass {
			return rules.Illegalf(text, codeNoPass, "you can pass only when you have no other move")
		}
		return nil
	}
	t := typed{text: text, cell: choice.from().String()}
	if err := p.refuseStack(t); err != nil {
		return err
	}
	next := p.state
	if _, ok := next.choose(choice); ok {
		return nil
	}
	err := p.refuseNull(text, choice)
	err.Near = p.nearest(t.cell, "")
	return err
}

// refuseStack refuses a cell without a stack of the side to move; nil if there is one.
func (p position) refuseStack(t typed) *rules.MoveError {
	var err *rules.MoveError
	if c := slices.Index(names[:], t.cell); c < 0 {
		err = rules.ErrNoCell(t.text, t.cell)
	} else if own := p.cells[c] * sign(p.side); own == 0 {
		err = rules.ErrEmpty(t.text, t.cell)
	} else if own < 0 {
		err = rules.ErrNotYours(t.text, t.cell)
	} else {
		return nil
	}
	err.Near = p.nearest(t.cell, t.tail())
	return err
}

// refuseUnfinished asks for the rest of a direction, even if only one legal ply fits: half a
// direction is more likely a mistake than a choice.
func (p position) refuseUnfinished(t typed) *rules.MoveError {
	var fit []rules.Move
	bare := t.sense+t.heading+t.plus == "" // a cell alone says nothing about stacking either
	for _, m := range p.Legal() {
		tail, ok := strings.CutPrefix(string(m), t.cell)
		if !ok || !strings.Contains(tail, t.sense) || !strings.Contains(tail, t.heading) {
			continue
		}
		stacks := strings.HasSuffix(tail, "+")
		if (bare || stacks == (t.plus == "+")) && rules.LeadingCell(string(m)) == t.cell {
			fit = append(fit, m)
		}
	}
	if len(fit) > 1 {
		return rules.ErrAmbiguous(t.text, fit...)
	}
	err := rules.Illegalf(t.text, codeNoDirection,
		"%s needs a direction: c or a (clockwise or anticlockwise), then o or i (outward or inward)", t.cell)
	err.Near = fit
	if len(fit) == 0 {
		err.Near = p.nearest(t.cell, "")
	}
	return err
}

// refuseNull says why a ply leaves the board unchanged. Either the first cell has an enemy that
// cannot be jumped, or a single piece has gone all the way round.
func (p position) refuseNull(text string, choice ply) *rules.MoveError {
	from, next := choice.from(), choice.place().next()
	over, behind := rose.cell[next], rose.cell[next.next()]
	hand, height := int8(1), -p.cells[over]*sign(p.side)
	if !choice.stacking() {
		hand = p.cells[from] * sign(p.side)
	}
	switch {
	case height > hand:
		return rules.Illegalf(text, codeTooHigh,
			"the stack of %d on %s, the first cell on the way, is too high to be jumped by %d from %s",
			height, over, hand, from)
	case height > 0:
		return rules.Illegalf(text, codeNoRoom,
			"the stack on %s, the first cell on the way, cannot be jumped because %s behind it is not empty",
			over, behind)
	}
	return rules.Illegalf(text, codeNoChange, "the piece would come round to %s again and leave the board as it was",
		from)
}
