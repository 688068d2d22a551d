package handler

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/command"
	"turnpost/rules/all"
)

// A message shows its language by its words; where it does not, none is guessed.
func TestLanguageOf(t *testing.T) {
	t.Parallel()
	reader, err := command.NewReader(all.Games())
	require.NoError(t, err)
	d := &Handler{reader: reader}
	for line, want := range map[string]string{
		"Hallo, ich möchte gerne mitspielen. Danke!": "de",
		"Bonjour, je voudrais jouer avec vous.":      "fr",
		"Buongiorno, vorrei giocare una partita.":    "it",
		"Hello, I would like to play, please.":       "en",
		"fordern bob@example.org turro als schwarz":  "de",
		"défier bob@example.org turro avec noir":     "fr",
		"I was told that the game was good.":         "en",
		"turro":                                      "",

		// One greeting is enough, and so is how one asks.
		"Bonjour":                "fr",
		"Ciao, come si gioca?":   "it",
		"Hallo, wie spielt man?": "de",
		"Hello there":            "en",
		"Comment jouer ?":        "fr",
		"Wie geht das?":          "de",

		// What a game is called says nothing, nor does a word that means nothing.
		"challenge bob@example.org Le Rooya":                            "",
		"challenge bob@example.org le roya":                             "",
		"challenge bob@example.org \"Guerre des deux roses\" as white":  "",
		"challenge bob@example.org Guerre des deux roses, please, Ada!": "en",
		"rules Le Rooya":                     "",
		"Défier bob@example.org Le Rooya":    "fr",
		"sfida bob@example.org Le Rooya":     "it",
		"Fordere bob@example.org Le Rooya":   "de",
		"Le Rooya":                           "",
		"Also I must go. Well played so far": "",
	} {
		require.Equal(t, want, d.languageOf(&mail.Message{Lines: []string{line}}), line)
	}
	require.Equal(t, "fr", d.languageOf(&mail.Message{Subject: "Bonjour"}))
	require.Equal(t, "", d.languageOf(&mail.Message{Lines: []string{"accept", "", "Ciao, Tom"}}), "an Englishman may part so")
}

// The field Content-Language tells the language where the words do not.
func TestLanguageOfField(t *testing.T) {
	t.Parallel()
	reader, err := command.NewReader(all.Games())
	require.NoError(t, err)
	d := &Handler{reader: reader}
	for _, c := range []struct{ field, line, want string }{
		{"de-DE", "accept", "de"},
		{"de-DE", "challenge bob@example.org Le Rooya", "de"},
		{"fr", "e4", "fr"},
		{"en-US", "Bonjour, comment joue-t-on ?", "fr"},
		{"en-US", "accetto", "it"},
		{"xx-XX", "accept", ""}, // not written here
		{"de-CH, fr-CH", "accept", ""},
		{"de-DE, de-CH", "accept", ""},
		{"=?utf-8?q?de?=", "accept", ""},
		{"", "accept", ""},
	} {
		l, err := mail.Read([]byte("From: a@example.org\r\nContent-Language: " + c.field + "\r\n\r\n" + c.line + "\r\n"))
		require.NoError(t, err)
		require.Equal(t, c.want, d.languageOf(l), "%s: %s", c.field, c.line)
	}
}
