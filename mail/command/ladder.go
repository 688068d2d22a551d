package command

import (
	"strings"

	"turnpost/rules"
)

// Ladder shows the ladder of a game, or puts the writer on it or off it. Without a game it
// shows which ladders there are, or takes the writer off all.
type Ladder struct {
	Game string // "": none was named
	What Toggle // "": to look at it
}

// theLadder stands in place of an address in a challenge on a ladder.
const theLadder = "ladder"

// ladder reads "ladder", "ladder turro", "ladder turro on" and "ladder off". Everything
// else is talk.
func ladder(r *Reader, c Line, _ string) any {
	words := strings.Fields(strings.ToLower(strings.Trim(c.Args, ` .,!"'`)))
	do := Ladder{}
	if n := len(words); n > 0 && (Toggle(words[n-1]) == On || Toggle(words[n-1]) == Off) {
		do.What, words = Toggle(words[n-1]), words[:n-1]
	}
	if len(words) > 0 {
		g, err := rules.Find(r.games, strings.Join(words, " "))
		if err != nil {
			return Misread{Code: "usage", Args: []any{VerbLadder}, Hint: true}
		}
		do.Game = g.Name
	}
	if do.What == On && do.Game == "" {
		return Misread{Code: "usage", Args: []any{VerbLadder}, Hint: true}
	}
	return do
}

// onLadder reads a challenge on a ladder: only a game, since all games there are played
// in the same way.
func onLadder(r *Reader, words []string) any {
	c := Challenge{Ladder: true}
	c.Proposed, c.Wrong = r.proposed(words)
	if o := c.Proposed; c.Wrong == nil && (o.Side != rules.None || o.Paced || !o.Rated || o.Game.Agreed != "") {
		c.Wrong = &Misread{Code: "ladder-plain", Args: []any{o.Game.Name}}
	}
	return c
}
