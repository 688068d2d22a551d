package handler

import (
	"slices"

	"turnpost/mail"
	"turnpost/templates"
)

// maxTold is how many lines of a message are looked at to find its language.
const maxTold = 50

// languageOf guesses the language of a message by its words or else by what its program says,
// if that is a language of ours; "" if neither shows it.
func (h *Handler) languageOf(l *mail.Message) string {
	lines := l.Lines[:min(len(l.Lines), maxTold)]
	if !isOurSubject(l.Subject) { // which is in the language of our message
		lines = append([]string{l.Subject}, lines...)
	}
	lang := h.reader.LanguageOf(lines)
	if lang == "" && slices.Contains(templates.Languages(), l.Language) {
		return l.Language
	}
	return lang
}
