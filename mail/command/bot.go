package command

import "strings"

// SetProgram sets whether a program plays for the writer.
type SetProgram struct{ On bool }

// bot reads "on" or "off". "robot turro level 3" is a challenge to a bot.
func bot(r *Reader, c Line, _ string) any {
	word := strings.ToLower(strings.Trim(c.Args, ` .,!"'`))
	if word == "on" || word == "off" {
		return SetProgram{word == "on"}
	}
	if asked, ok := toBot(r, strings.Fields(c.Args)).(Challenge); ok && asked.Wrong == nil {
		return asked
	}
	if len(strings.Fields(word)) != 1 {
		return Misread{Code: "usage", Args: []any{VerbRobot}, Hint: true} // "robot wars are on tonight" is talk
	}
	return Misread{Code: "bad-word", Args: []any{word, VerbRobot}}
}
