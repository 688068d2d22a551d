package handler

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/command"
)

// This file decides what of a message's words others may read: never what may be secret,
// nor what our messages contain, which only a quote can have brought.

// passedOn is what the opponent reads of the writer's text: never a line that
// holds our address or a ticket, or that our letters contain, which only a
// quote can have brought here.
func (a *answer) passedOn(lines []string) string {
	if !a.writer.Proven {
		return ""
	}
	return a.ownWords(lines)
}

// ownWords drops the lines that are ours from what somebody wrote, and those with a
// part of one of the writer's secrets, however it is broken or coded.
func (a *answer) ownWords(lines []string) string {
	text, _ := a.cutWords(lines)
	return text
}

// cutWords does the same and returns, if the words were too many, the last of those
// that were kept.
func (a *answer) cutWords(lines []string) (kept, last string) {
	name := ""
	if p, err := a.player(); err == nil {
		name = p.Name
	}
	text, cut := cutText(ownLines(lines, a.desk.identity.Address, name))
	kept, err := a.withoutSecrets(text)
	if err != nil { // rather nothing than a secret
		a.desk.log.Error("the secrets of a thread could not be read", "letter", a.in.ID, "error", err)
		return "", ""
	}
	if !cut {
		return kept, ""
	}
	return kept + "…", lastOf(kept)
}

// wereCut tells the writer where their words end for others.
func (a *answer) wereCut(last string) {
	if last != "" {
		a.problem(command.Line{}, club.Refuse("words-cut", mostWords, last))
	}
}

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

// maxThread is how many letters of a thread are looked at for their secrets: a
// player of a longer game may quote one of the middle, which proves no more than
// that it is old.
const maxThread = 300

// secrets are those that the writer may have been sent and that prove the writer:
// of the letters of the threads at hand and of those of no game, of what this letter
// answers, and of the button that stops all letters.
type secrets struct {
	auth.SecretFinder
	threads map[int64]bool // that are in it
}

// withoutSecrets drops the lines of a text that hold a part of one of the writer's
// secrets.
func (a *answer) withoutSecrets(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	s := &a.talk.secrets
	if s.threads == nil {
		s.threads = map[int64]bool{}
		keys, err := a.tx.DB.Keys()
		if err != nil {
			return "", err
		}
		for _, key := range keys {
			s.Add(auth.NewUnsubscribeToken(key, a.writer.Player).Secret)
		}
		for _, t := range a.desk.identity.serverAddress().ReplyTokens(a.letter.To, a.letter.InReplyTo, a.letter.References) {
			s.Add(t.Secret)
		}
	}
	threads := []int64{0, db.ThreadDigests, a.writer.Ticket.Game}
	for _, o := range a.games {
		threads = append(threads, o.table.Game.ID)
	}
	for _, thread := range threads {
		if s.threads[thread] {
			continue
		}
		s.threads[thread] = true
		ids, err := a.tx.DB.ThreadIDs(a.writer.Player, thread, maxThread)
		if err != nil {
			return "", err
		}
		for _, id := range ids {
			if t, ok := a.desk.identity.serverAddress().OfMessageID(id); ok {
				s.Add(t.Secret)
			}
		}
	}
	return strings.TrimSpace(strings.Join(s.Without(strings.Split(text, "\n")), "\n")), nil
}
