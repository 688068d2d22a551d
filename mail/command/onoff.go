package command

import "strings"

// Toggle turns a setting on or off; "" leaves it.
type Toggle string

// Both toggles, as they are written.
const (
	On  Toggle = "on"
	Off Toggle = "off"
)

// SwitchSetting turns a setting on or off: "analysis", whether the writer is told where games
// turned, "public", whether everybody may see games that are over, or "html", whether messages have an
// HTML part.
type SwitchSetting struct {
	What Verb
	On   bool
}

// onOff reads a command with "on" or "off".
func onOff(_ *Reader, c Line, _ string) any {
	switch word := strings.ToLower(strings.Trim(c.Args, ` .,!"'`)); {
	case word == "on" || word == "off":
		return SwitchSetting{c.Verb, word == "on"}
	case len(strings.Fields(word)) != 1:
		return Misread{Code: "usage", Args: []any{c.Verb}, Hint: true} // "analysis of the game: …" is talk
	default:
		return Misread{Code: "bad-word", Args: []any{word, c.Verb}}
	}
}

// Calendar turns the calendar of the writer's deadlines on or off; "" asks where it is.
type Calendar struct{ To Toggle }

// calendar reads "on" or "off". Anything else behind the word is talk, as in "calendar says Tuesday".
func calendar(_ *Reader, c Line, _ string) any {
	switch to := Toggle(strings.ToLower(strings.Trim(c.Args, ` .,!"'`))); to {
	case "", On, Off:
		return Calendar{to}
	}
	return Misread{Code: "usage", Args: []any{VerbCalendar}, Hint: true}
}
