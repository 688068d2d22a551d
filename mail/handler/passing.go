package handler

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"turnpost/mail/auth"
	"turnpost/mail/command"
)

// mostWords is how much of a letter's free text goes to the opponent, in
// characters.
const mostWords = 2000

// lastWords is how many words are repeated to show where a text was cut, of lastRunes
// characters in all at most.
const lastWords, lastRunes = 6, 60

// secretWord finds what may be a secret anywhere in a line, even if a mail
// program broke the ticket before it.
var secretWord = regexp.MustCompile(fmt.Sprintf(`(^|[^a-z0-9])[a-z2-7]{%d}([^a-z0-9]|$)`, auth.SecretLength))

// ourLine finds a line of our own letters that some programs quote without a
// mark: what ends in "(Turro #12)", as the first line of a letter about a game
// does, the subject, or what stands behind the gutter.
var ourLine = regexp.MustCompile(`(?i)\([^()]{1,40} #[0-9]+\)$|^((re|aw|sv|antw|rif|r|subject|betreff|objet|oggetto)\s*:\s*)*[^#:]{1,40} #[0-9]+: |^\|( |$)`)

// isOurHead reports whether a line, in lower case, is a first line of ours to
// the writer: "Done, thank you" is the writer's own unless that is their name.
func isOurHead(line, name string) bool {
	opening, rest, ok := strings.Cut(line, ", ")
	return ok && slices.Contains(command.Openings(), opening) && strings.HasPrefix(rest, strings.ToLower(name))
}

// ownLines are the lines of a text that are its writer's own, who is called name: not those
// that hold the address of the robot or what may be a ticket, nor those that our
// letters contain.
func ownLines(lines []string, robot, name string) (own []string) {
	local, domain, _ := strings.Cut(strings.ToLower(robot), "@")
	for _, line := range lines {
		lower := strings.ToLower(strings.TrimSpace(line))
		if secretWord.MatchString(lower) || strings.Contains(lower, local+"@"+domain) || strings.Contains(lower, local+"+") || ourLine.MatchString(lower) || isOurHead(lower, name) {
			continue
		}
		own = append(own, line)
	}
	return own
}

// cutText is a text of lines, no longer than goes, and whether it was longer.
func cutText(lines []string) (text string, cut bool) {
	all := []rune(strings.TrimSpace(strings.Join(lines, "\n")))
	if len(all) <= mostWords {
		return string(all), false
	}
	return string(all[:mostWords]), true
}

// lastOf are the last words of a text that was cut, to show where that was.
func lastOf(text string) string {
	words := strings.Fields(text)
	last := []rune(strings.Join(words[max(0, len(words)-lastWords):], " "))
	if len(last) > lastRunes {
		return "…" + string(last[len(last)-lastRunes:])
	}
	return string(last)
}
