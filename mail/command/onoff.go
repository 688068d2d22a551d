package command

import "strings"

// Switch is something that the writer wants, or not: analysis, to be told where games
// turned; public, that everybody may see those that are over.
type Switch struct {
	What string
	On   bool
}

// onOff reads a command that is said with on or off.
func onOff(_ *Reader, c Line, _ string) any {
	switch word := strings.ToLower(strings.Trim(c.Args, ` .,!"'`)); {
	case word == "on" || word == "off":
		return Switch{c.Verb, word == "on"}
	case len(strings.Fields(word)) != 1:
		return Misread{Code: "usage", Args: []any{c.Verb}, Hint: true} // "analysis of the game: …" is talk
	default:
		return Misread{Code: "bad-word", Args: []any{word, c.Verb}}
	}
}
