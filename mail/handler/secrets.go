package handler

import (
	"strings"

	"turnpost/db"
	"turnpost/mail/auth"
)

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
