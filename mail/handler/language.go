package handler

import (
	"slices"

	"turnpost/mail"

	"turnpost/templates"
)

// maxTold is how many lines of a letter tell its language.
const maxTold = 50

// languageOf guesses in which language a letter is written: the one of its words, and
// where they do not show it the one that its program names, if we write that; "" where
// neither does.
func (d *Handler) languageOf(l *mail.Letter) string {
	lines := l.Lines[:min(len(l.Lines), maxTold)]
	if !isOurSubject(l.Subject) { // which is in the language of whom we wrote to
		lines = append([]string{l.Subject}, lines...)
	}
	lang := d.reader.LanguageOf(lines)
	if lang == "" && slices.Contains(templates.Languages(), l.Language) {
		return l.Language
	}
	return lang
}
