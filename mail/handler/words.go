package handler

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/command"
)

// This file decides what of a message's words others may read: never a reply token, nor what
// our messages contain, which only a quote can have brought. Plans, notes and signatures have
// been kept back by package command (mail/command/classify_private.go).

// wordsToPassOn returns the words that the opponent reads; none of an unproven writer.
func (t *talk) wordsToPassOn(lines []string) string {
	if !t.writer.Proven {
		return ""
	}
	return t.ownWords(lines)
}

// ownWords returns a text without the lines that are ours, and without those that hold a
// part of one of the writer's reply tokens, however it is broken or encoded.
func (t *talk) ownWords(lines []string) string {
	text, _ := t.ownWordsCut(lines)
	return text
}

// ownWordsCut is ownWords. If the words are too many, it also returns the last of those kept.
func (t *talk) ownWordsCut(lines []string) (kept, last string) {
	name := ""
	if p, err := t.player(); err == nil {
		name = p.Name
	}
	text, cut := cutText(ownLines(lines, t.handler.identity.Address, name))
	kept, err := t.withoutSecrets(text)
	if err != nil { // no words are better than a secret
		t.handler.log.Error("the secrets of a thread could not be read", "message", t.in.ID, "error", err)
		return "", ""
	}
	if !cut {
		return kept, ""
	}
	return kept + "…", lastWordsOf(kept)
}

// noteCut tells the writer where their words were cut.
func (t *talk) noteCut(last string) {
	if last != "" {
		t.refuse(command.Line{}, club.Refuse("words-cut", mostWords, last))
	}
}

// mostWords is how many characters of a message's words the opponent reads.
const mostWords = 2000

// lastWords is how many words show where a text was cut, and lastRunes how many characters.
const lastWords, lastRunes = 6, 60

// secretWord matches what may be the secret of a reply token, even if a mail program broke
// the token before it.
var secretWord = regexp.MustCompile(fmt.Sprintf(`(^|[^a-z0-9])[a-z2-7]{%d}([^a-z0-9]|$)`, auth.SecretLength))

// ourLine matches lines of our messages that some programs quote without a mark: a first
// line, which ends in "(Turro #12)", a subject, or a line after the gutter "| ".
var ourLine = regexp.MustCompile(`(?i)\([^()]{1,40} #[0-9]+\)$|` +
	`^((re|aw|sv|antw|rif|r|subject|betreff|objet|oggetto)\s*:\s*)*[^#:]{1,40} #[0-9]+: |` +
	`^\|( |$)`)

// isOurHead reports whether a line in lower case is the first line of a message of ours to
// the writer: "Done, thank you" is the writer's own, unless that is their name.
func isOurHead(line, name string) bool {
	opening, rest, ok := strings.Cut(line, ", ")
	return ok && slices.Contains(command.Openings(), opening) && strings.HasPrefix(rest, strings.ToLower(name))
}

// ownLines returns the lines of a text that are the writer's own. Those of our messages are
// not, nor are those with the server address or what may be a reply token.
func ownLines(lines []string, server, name string) (own []string) {
	local, domain, _ := strings.Cut(strings.ToLower(server), "@")
	for _, line := range lines {
		lower := strings.ToLower(strings.TrimSpace(line))
		ours := secretWord.MatchString(lower) || ourLine.MatchString(lower) || isOurHead(lower, name) ||
			strings.Contains(lower, local+"@"+domain) || strings.Contains(lower, local+"+")
		if !ours {
			own = append(own, line)
		}
	}
	return own
}

// cutText joins lines to a text of at most mostWords characters, and reports whether it was
// cut.
func cutText(lines []string) (text string, cut bool) {
	all := []rune(strings.TrimSpace(strings.Join(lines, "\n")))
	if len(all) <= mostWords {
		return string(all), false
	}
	return string(all[:mostWords]), true
}

// lastWordsOf returns the last words of a text.
func lastWordsOf(text string) string {
	words := strings.Fields(text)
	last := []rune(strings.Join(words[max(0, len(words)-lastWords):], " "))
	if len(last) > lastRunes {
		return "…" + string(last[len(last)-lastRunes:])
	}
	return string(last)
}

// maxThread is how many messages of a thread are searched for their secrets. In a longer
// thread, a secret from the middle may pass; it proves only an old message.
const maxThread = 300

// secrets are those that prove the writer: of messages in the threads at hand and of those
// about no game, of the message that this one answers, and of the unsubscribe button.
type secrets struct {
	auth.LeakFinder
	threads map[int64]bool // whose secrets are known; 0: all of no game
}

// withoutSecrets returns a text without the lines that hold a part of one of the writer's
// secrets.
func (t *talk) withoutSecrets(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	s := &t.secrets
	if s.threads == nil {
		s.threads = map[int64]bool{}
		for _, key := range t.messages.Keys() {
			s.Add(auth.NewUnsubscribeToken(key, t.writer.Player).Secret)
		}
		for _, t := range t.handler.identity.serverAddress().ReplyTokens(t.message.To, t.message.InReplyTo,
			t.message.References) {
			s.Add(t.Secret)
		}
	}
	threads := []int64{0, t.writer.ReplyToken.Game}
	for _, o := range t.games {
		threads = append(threads, o.game.Row.ID)
	}
	for _, thread := range threads {
		if s.threads[thread] {
			continue
		}
		s.threads[thread] = true
		var ids []string
		var err error
		if thread == 0 {
			ids, err = t.tx.DB.IDsOfNoGame(t.writer.Player, maxThread)
		} else {
			ids, err = t.tx.DB.ThreadIDs(t.writer.Player, thread, maxThread)
		}
		if err != nil {
			return "", err
		}
		for _, id := range ids {
			if t, ok := t.handler.identity.serverAddress().OfMessageID(id); ok {
				s.Add(t.Secret)
			}
		}
	}
	return strings.TrimSpace(strings.Join(s.Without(strings.Split(text, "\n")), "\n")), nil
}
