package command

import (
	"regexp"
	"slices"
	"strings"

	"turnpost/mail"
	"turnpost/mail/clock"
	"turnpost/rules"
)

// Anyone is the word that stands for an address in a challenge that anybody may
// accept.
const Anyone = "anyone"

// Challenge invites somebody to a game.
type Challenge struct {
	Anyone bool
	To     mail.Address // unless Anyone
	Order  Order
	// Wrong says why the order cannot be read; nil: it can.
	Wrong *Misread
}

// Order is a game that somebody wants to play. A side of None is random.
type Order struct {
	Game  rules.Game
	Side  rules.Side // the challenger's
	Pace  clock.Pace
	Paced bool // the pace was named
	Rated bool
}

func (r *Reader) challenge(c Command, _ string) any {
	words := addressFirst(c.Args)
	if len(words) > 1 && strings.EqualFold(words[0], Anyone) {
		o, wrong := r.order(words[1:])
		return Challenge{Anyone: true, Order: o, Wrong: wrong}
	}
	if len(words) == 0 || !strings.Contains(words[0], "@") {
		// "challenge accepted" is talk; "challenge bob turro" is not.
		if len(words) > 1 {
			if _, err := rules.Find(r.games, words[1]); err == nil {
				return Misread{Code: "bad-address", Args: []any{words[0]}}
			}
		}
		return Misread{Code: "usage", Args: []any{"challenge"}, Hint: true}
	}
	to, err := mail.ParseAddress(words[0])
	if err != nil {
		return Misread{Code: "bad-address", Args: []any{words[0]}}
	}
	o, wrong := r.order(words[1:])
	return Challenge{To: to, Order: o, Wrong: wrong}
}

// addressForm is an address at the beginning of a line as players and their
// programs write it: bob@example.org, Bob <bob@example.org>, with mailto: in
// front, and with its link behind, as in bob@example.org<mailto:bob@example.org>.
var addressForm = regexp.MustCompile(`(?i)^(?:(?:"[^"]*"\s*|[^<>@"]*)<)?(?:mailto:)?([^\s<>@]+@[^\s<>@]+?)(?:\s*<mailto:[^\s<>]*>)?[<>,;]*(?:\s+|$)`)

// addressFirst splits a line into words. The first is the address with which it
// begins, bare, if it begins with one.
func addressFirst(line string) []string {
	m := addressForm.FindStringSubmatchIndex(line)
	if m == nil {
		return strings.Fields(line)
	}
	return append([]string{line[m[2]:m[3]]}, strings.Fields(line[m[1]:])...)
}

// options begin what follows the game in a challenge. "random" says by itself what
// "as random" does, as in "au hasard".
func options() []string { return []string{"as", "random", "pace", "rated", "unrated"} }

// order reads a game and the options behind it, which stand in any order.
func (r *Reader) order(words []string) (Order, *Misread) {
	o := Order{Rated: true}
	o.Pace, _ = clock.ParsePace(clock.DefaultPace) // the text is a pace
	if n := len(words); n > 0 {
		words[n-1] = strings.TrimRight(words[n-1], ".,;!")
	}
	name, words := untilOption(words)
	if len(name) == 0 {
		return o, &Misread{Code: "usage", Args: []any{"challenge"}}
	}
	var err error
	if o.Game, err = rules.Find(r.games, strings.Join(name, " ")); err != nil {
		return o, &Misread{Code: "unknown-game", Args: []any{strings.Join(name, " "), r.gameNames()}}
	}
	for len(words) > 0 {
		option := strings.ToLower(words[0])
		var values []string
		values, words = untilOption(words[1:])
		if option == "as" && len(values) == 0 && len(words) > 0 {
			continue // "as random", or "mit Tempo langsam", which is "as pace slow"
		}
		if wrong := o.set(option, strings.ToLower(strings.Join(values, " "))); wrong != nil {
			return o, wrong
		}
	}
	return o, nil
}

// untilOption splits words before the first that begins an option.
func untilOption(words []string) (before, rest []string) {
	for n, w := range words {
		if slices.Contains(options(), strings.ToLower(w)) {
			return words[:n], words[n:]
		}
	}
	return words, nil
}

// set reads one option of a challenge, or says what is wrong with it.
func (o *Order) set(option, text string) *Misread {
	if text == "" && (option == "as" || option == "pace") {
		return &Misread{Code: "usage", Args: []any{"challenge"}}
	}
	switch option {
	case "as":
		side, ok := rules.ParseSide(text)
		if !ok {
			return &Misread{Code: "bad-side", Args: []any{text}}
		}
		o.Side = side
		return nil
	case "pace":
		p, err := clock.ParsePace(text)
		if err != nil {
			return &Misread{Code: "bad-pace", Args: []any{text}}
		}
		o.Pace, o.Paced = p, true
		return nil
	}
	if option == "random" {
		o.Side = rules.None
	} else {
		o.Rated = option == "rated"
	}
	if text != "" {
		return &Misread{Code: "bad-word", Args: []any{text, "challenge"}}
	}
	return nil
}

func (r *Reader) gameNames() []string {
	names := make([]string, len(r.games))
	for i, g := range r.games {
		names[i] = g.Name
	}
	return names
}
