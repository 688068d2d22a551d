package handler

import (
	"turnpost/mail/club"
	"turnpost/mail/command"
)

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
