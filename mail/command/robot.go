package command

import "strings"

// Robot is whether a program plays for the writer.
type Robot struct{ On bool }

func robot(_ *Reader, c Command, _ string) any {
	switch word := strings.ToLower(strings.Trim(c.Args, ` .,!"'`)); {
	case word == "on" || word == "off":
		return Robot{word == "on"}
	case len(strings.Fields(word)) != 1:
		return Misread{Code: "usage", Args: []any{"robot"}, Hint: true} // "robot wars are on tonight" is talk
	default:
		return Misread{Code: "bad-word", Args: []any{word, "robot"}}
	}
}
