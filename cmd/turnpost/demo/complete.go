package demo

import (
	"slices"
	"strings"

	"turnpost/templates"
)

// words are what Tab completes at a prompt: first words of lines, and words after them.
type words struct {
	first []string
	after map[string][]string
	other []string // after any other first word
}

// serverWords are first words of lines to Turnpost that Tab offers; it understands more
// ('help').
var serverWords = []string{
	"accept", "block", "board", "challenge", "decline", "digest", "draw", "export", "games", "help", "history", "if",
	"lang", "letters",
	"name", "no", "preview", "resign", "rules", "say", "settings", "standings", "timezone", "undo", "vacation", "yes",
}

// ownWords are the demo's own commands.
var ownWords = []string{"/as", "/help", "/inbox", "/new", "/now", "/open", "/quit", "/raw", "/read", "/servers",
	"/write"}

// words returns what Tab completes now.
func (t *talk) words() words {
	var names, addresses, slashed, games []string
	for _, p := range t.people {
		names, slashed, addresses = append(names, p.Name), append(slashed, "/"+p.Name), append(addresses, p.Self.Addr)
	}
	for _, g := range t.behind.games {
		games = append(games, g.Name)
	}
	var legal []string
	if s, ok := t.standing(); ok && s.turn == t.me.Self.Addr {
		legal = s.legal
	}
	return words{
		first: slices.Concat(legal, serverWords, ownWords, slashed),
		after: map[string][]string{
			"/as": names, "challenge": slices.Concat(addresses, games), "rules": games, "help": serverWords,
			"preview": legal, "/new": serverWords,
			"digest": {"daily", "now", "off", "weekly"}, "letters": {"digest", "every", "mine"},
			"board": {"ascii", "unicode", "words"},
			"lang":  templates.Languages(),
		},
		other: slices.Concat(legal, addresses),
	}
}

// complete completes the word before pos, in bytes. several are the possible words if it
// cannot be completed further.
func (w words) complete(line string, pos int) (completed string, at int, several []string) {
	before, rest := line[:pos], line[pos:]
	begin := strings.LastIndexByte(before, ' ') + 1
	word := strings.ToLower(before[begin:])
	candidates := w.first
	if head, _, more := strings.Cut(strings.TrimLeft(before, " "), " "); more {
		if after, ok := w.after[strings.ToLower(head)]; ok {
			candidates = after
		} else {
			candidates = w.other
		}
	}
	var fit []string
	for _, c := range candidates {
		if strings.HasPrefix(c, word) && (word != "" || !strings.HasPrefix(c, "/")) && !slices.Contains(fit, c) {
			fit = append(fit, c)
		}
	}
	if len(fit) == 0 {
		return line, pos, nil
	}
	common := fit[0]
	for _, c := range fit[1:] {
		for !strings.HasPrefix(c, common) {
			common = common[:len(common)-1]
		}
	}
	if len(fit) == 1 {
		common += " "
		rest = strings.TrimPrefix(rest, " ")
	} else if common == word {
		return line, pos, fit
	}
	completed = before[:begin] + common
	return completed + rest, len(completed), nil
}

// columns prints words side by side, within the width of messages.
func columns(list []string) string {
	widest := 0
	for _, w := range list {
		widest = max(widest, len(w)+2)
	}
	var b strings.Builder
	for row := range slices.Chunk(list, max(width/widest, 1)) {
		for _, w := range row[:len(row)-1] {
			b.WriteString(w + strings.Repeat(" ", widest-len(w)))
		}
		b.WriteString(row[len(row)-1] + "\n")
	}
	return b.String()
}
