package main

import "strings"

// complaint is err as the program prints it: one sentence a line, each behind
// the program's name, as a log wants it.
func complaint(err error) string {
	var b strings.Builder
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString("turnpost: " + line + "\n")
		}
	}
	return b.String()
}
