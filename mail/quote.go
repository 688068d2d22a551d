package mail

import "strings"

// Sentinel is the line that our letters carry under their first paragraph.
// Whatever a client does to the old letter, this line tells where it begins:
// nothing below it is read, unless it stands in a quote that is marked as one.
const Sentinel = "== Turnpost: please reply above this line =="

// sentinelCore is what is left of the Sentinel when a client has re-wrapped,
// indented or decorated it: its letters.
const sentinelCore = "turnpostpleasereplyabovethisline"

// Own returns the lines of a plain text that are the writer's own: without
// quoted mail, attributions, signatures and our boards. It is linear in the
// text, of which it reads [MaxText] octets and [MaxLines] lines.
func Own(text string) []string {
	return trim(plainLines(text))
}

// line is a line of text and what it was taken for.
type line struct {
	text string
	kind kind
}

type kind int

const (
	own     kind = iota // the player's, as far as is known
	quoted              // marked as a quote
	board               // begins with "|" as our boards and lists do
	signed              // signature, disclaimer
	credit              // attribution: who wrote the quote below
	cut                 // the old mail begins here, without marks
	divider             // a line of dashes above the old mail
)

func plainLines(text string) []line {
	var lines []line
	for _, t := range splitLines(text) {
		lines = append(lines, line{t, textKind(t)})
	}
	return lines
}

// textKind is the kind that a line has by its first characters.
func textKind(text string) kind {
	t := strings.TrimLeft(text, " \t")
	switch {
	case t == "":
		return own
	case t[0] == '|':
		return board
	case t[0] == '>', strings.HasPrefix(t, "\uff1e"), strings.HasPrefix(t, "\u203a "), strings.HasPrefix(t, "\u00bb "), strings.HasPrefix(t, "&gt;"):
		return quoted
	}
	// "AL> " is the initialled quote of Emacs and of news readers.
	for i := 0; i < len(t) && i < 4; i++ {
		if t[i] == '>' && i > 0 {
			return quoted
		}
		if t[i] < 'A' || t[i] > 'Z' {
			break
		}
	}
	return own
}

func visible(lines []line) bool {
	for _, l := range lines {
		if l.text != "" {
			return true
		}
	}
	return false
}

// trim keeps the player's own lines.
func trim(lines []line) []string {
	lines = lines[:min(len(lines), MaxLines)]
	markRemnants(lines)
	markCredits(lines)
	lines = cutOld(lines)
	markSignatures(lines)
	return collect(lines)
}

// markRemnants finds the ends of quoted lines that a client has wrapped
// without repeating the mark: one short line between two quoted ones, where
// the line above it was full.
func markRemnants(lines []line) {
	for i := 1; i+1 < len(lines); i++ {
		l := lines[i]
		if l.kind != own || l.text == "" || lines[i-1].kind != quoted || lines[i+1].kind != quoted {
			continue
		}
		first, _, _ := strings.Cut(strings.TrimSpace(l.text), " ")
		if len(lines[i-1].text)+1+len(first) > 70 && len(l.text) < 60 {
			lines[i].kind = quoted
		}
	}
}

// cutOld ends the lines where the old mail begins without marks.
func cutOld(lines []line) []line {
	for i, l := range lines {
		if l.kind == cut || l.kind == own && l.text != "" && oldMail(lines, i) {
			return cutDividers(lines[:i])
		}
	}
	return lines
}

// copiesOurs reports whether the old mail begins with our own Sentinel, and with
// no sign that a mail program gives: no mark, no header block, no attribution.
func copiesOurs(lines []line) bool {
	lines = lines[:min(len(lines), MaxLines)]
	for i, l := range lines {
		if l.kind == cut || l.kind == own && l.text != "" && oldMail(lines, i) {
			next := ""
			if i+1 < len(lines) {
				next = lines[i+1].text
			}
			return isSentinel(l.text, next)
		}
	}
	return false
}

// oldMail says whether the line at i begins the old mail.
func oldMail(lines []line, i int) bool {
	next := ""
	if i+1 < len(lines) && lines[i+1].kind == own {
		next = lines[i+1].text
	}
	return isSentinel(lines[i].text, next) || isForwardMark(lines, i) || isHeaderBlock(lines, i) || isBareCredit(lines, i)
}

// isSentinel finds our line, which may have been broken in two.
func isSentinel(text, next string) bool {
	if len(text) > 200 {
		return false
	}
	l := letters(text)
	if strings.Contains(l, sentinelCore) {
		return true
	}
	if len(l) == 0 || len(next) > 200 || !strings.Contains(l, "turnpost") {
		return false
	}
	return strings.Contains(l+letters(next), sentinelCore)
}

// letters are the ASCII letters of s in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, s)
}

// cutDividers takes away the rule that clients draw above the old mail.
func cutDividers(lines []line) []line {
	for len(lines) > 0 {
		l := lines[len(lines)-1]
		if l.kind != own || l.text != "" && !isRule(l.text) {
			break
		}
		lines = lines[:len(lines)-1]
	}
	return lines
}

// isRule says whether a line is drawn: at least five dashes or underscores.
func isRule(text string) bool {
	t := strings.Trim(text, " \t*")
	return len(t) >= 5 && strings.Trim(t, "-_=\u2014\u2500") == ""
}

// collect returns the own lines, without blank ones at both ends and without
// the blank ones that belonged to what was taken away.
func collect(lines []line) []string {
	var out []string
	gap := true // something was taken away since the last own words
	for _, l := range lines {
		switch {
		case l.kind != own:
			gap = true
			continue
		case l.text != "":
			gap = false
		case gap && (len(out) == 0 || out[len(out)-1] == ""):
			continue
		}
		out = append(out, l.text)
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}
