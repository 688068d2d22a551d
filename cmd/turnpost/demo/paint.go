package demo

import "os"

// paint colours the prompt, rules and notes. Messages are shown as they came. The zero value
// uses no colour.
type paint struct{ on bool }

// newPaint is for a terminal, unless the user wants no colours (no-color.org) or the terminal
// has none.
func newPaint() paint {
	return paint{os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

func (p paint) in(code, text string) string {
	if !p.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p paint) name(text string) string  { return p.in("1;36", text) } // bold, cyan
func (p paint) yours(text string) string { return p.in("1;32", text) } // bold, green: something to do
func (p paint) rule(text string) string  { return p.in("1", text) }
func (p paint) note(text string) string  { return p.in("33", text) } // yellow
