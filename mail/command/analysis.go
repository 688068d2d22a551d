package command

import "strings"

// Analysis is whether the writer wants to be told where games turned.
type Analysis struct{ Wanted bool }

func analysis(_ *Reader, c Command, _ string) any {
	switch word := strings.ToLower(strings.Trim(c.Args, ` .,!"'`)); {
	case word == "on" || word == "off":
		return Analysis{word == "on"}
	case len(strings.Fields(word)) != 1:
		return Misread{Code: "usage", Args: []any{"analysis"}, Hint: true} // "analysis of the game: …" is talk
	default:
		return Misread{Code: "bad-word", Args: []any{word, "analysis"}}
	}
}
