package desk

import (
	"fmt"
	"regexp"
	"strings"
)

// maxTalk is how much of a letter's free text goes to the opponent, in
// characters.
const maxTalk = 2000

// secretWord finds what may be a secret anywhere in a line, even if a mail
// program broke the ticket before it.
var secretWord = regexp.MustCompile(fmt.Sprintf(`(^|[^a-z0-9])[a-z2-7]{%d}([^a-z0-9]|$)`, secretLength))

// ourLine finds a line of our own letters that some programs quote without a
// mark: what ends in "(Turro #12)", as the first line of a letter about a game
// does, the subject, or what stands behind the gutter.
var ourLine = regexp.MustCompile(`(?i)\([^()]{1,40} #[0-9]+\)$|^((re|aw|sv|antw|rif|r|subject|betreff|objet|oggetto)\s*:\s*)*[^#:]{1,40} #[0-9]+: |^\|( |$)`)

// ourHead finds the beginning of a first line of ours that goes on with the
// reader's name, in each language.
var ourHead = regexp.MustCompile(`(?i)^(nothing was (done|played)|not all was done|passed on|done|your (games|settings|digest|notes|vacation|conditional lines)` +
	`|rien n'(est joué|a été fait)|tout n'a pas été fait|message transmis|c'est fait|vos (parties|réglages|notes|vacances|lignes conditionnelles)|votre résumé` +
	`|non è stato (fatto|giocato) niente|non tutto è stato fatto|messaggio in partenza|fatto|le tue (partite|impostazioni|vacanze|righe condizionali)|i tuoi appunti|il tuo riepilogo), `)

// isOurHead reports whether a line, in lower case, is a first line of ours to
// the writer: "Done, thank you" is the writer's own unless that is their name.
func (s *session) isOurHead(line string) bool {
	head := ourHead.FindString(line)
	return head != "" && strings.HasPrefix(line[len(head):], strings.ToLower(s.player.Name))
}

// passedOn is what the opponent reads of the writer's text: never a line that
// holds our address or a ticket, or that our letters contain, which only a
// quote can have brought here.
func (s *session) passedOn(lines []string) string {
	if !s.proven {
		return ""
	}
	return s.ownWords(lines)
}

// ownWords drops the lines that are ours from what somebody wrote.
func (s *session) ownWords(lines []string) string {
	local, domain, _ := strings.Cut(strings.ToLower(s.desk.robot.Address), "@")
	var kept []string
	for _, line := range lines {
		lower := strings.ToLower(strings.TrimSpace(line))
		if secretWord.MatchString(lower) || strings.Contains(lower, local+"@"+domain) || strings.Contains(lower, local+"+") || ourLine.MatchString(lower) || s.isOurHead(lower) {
			continue
		}
		kept = append(kept, line)
	}
	text := []rune(strings.TrimSpace(strings.Join(kept, "\n")))
	if len(text) > maxTalk {
		text = append(text[:maxTalk], '…')
	}
	return string(text)
}
