package rulestest

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// Tug is a very small game: a knot on a rope of five marks, a to e, starting at c. In turn each
// side pulls it one mark to the left ("l") or to the right ("r"). At e Black has won, at a White.
// Pulling against each other repeats a position.
func Tug() rules.Game {
	return rules.Game{
		Name: "tug", Title: "Tug of war", Author: "tradition", Year: 2000,
		Brief:   "Pull the knot to your end.",
		Text:    "Pull the knot to your end.\nHouse rule: a third repetition is a draw.\n",
		Reasons: map[string]string{"pulled": "the knot was pulled to the end"},
		Start:   func() rules.Position { return tug{2, rules.Black} },
		ParsePosition: func(text string) (rules.Position, error) {
			var p tug
			var side string
			if _, err := fmt.Sscanf(text, "%d %s", &p.knot, &side); err != nil || p.knot < 0 || p.knot > 4 {
				return nil, fmt.Errorf("%q is no tug position", text)
			}
			p.side, _ = rules.ParseSide(side)
			if p.String() != text {
				return nil, fmt.Errorf("%q is no tug position", text)
			}
			return p, nil
		},
		HasForm: func(text string) bool {
			_, ok := readTug(text)
			return ok
		},
	}
}

// readTug reads the form of a pull.
func readTug(text string) (rules.Move, bool) {
	m := rules.Move(rules.Clean(text))
	return m, m == "l" || m == "r"
}

type tug struct {
	knot int
	side rules.Side
}

func (p tug) Turn() rules.Side {
	if p.Outcome().Over() {
		return rules.None
	}
	return p.side
}

func (p tug) Legal() []rules.Move {
	if p.Outcome().Over() {
		return nil
	}
	return []rules.Move{"l", "r"}
}

func (p tug) Parse(text string) (rules.Move, error) {
	switch m, ok := readTug(text); {
	case !ok:
		return "", rules.ErrUnreadable(text, "l", "r")
	case p.Outcome().Over():
		return "", rules.ErrOver(text)
	default:
		return m, nil
	}
}

func (p tug) Play(m rules.Move) (rules.Position, error) {
	switch {
	case p.Outcome().Over():
		return nil, rules.ErrOver(string(m))
	case m == "l":
		return tug{p.knot - 1, p.side.Opponent()}, nil
	case m == "r":
		return tug{p.knot + 1, p.side.Opponent()}, nil
	}
	return nil, rules.ErrUnreadable(string(m), "l", "r")
}

func (p tug) Outcome() rules.Outcome {
	switch p.knot {
	case 0:
		return rules.Outcome{Result: rules.WhiteWins, Reason: "pulled"}
	case 4:
		return rules.Outcome{Result: rules.BlackWins, Reason: "pulled"}
	}
	return rules.Outcome{}
}

func (p tug) Diagram(rules.Side, rules.SayFunc) string {
	return "a b c d e\n" + strings.Repeat("--", p.knot) + "*" + strings.Repeat("--", 4-p.knot) + "\n"
}

func (p tug) String() string { return fmt.Sprintf("%d %s", p.knot, p.side.Letter()) }
