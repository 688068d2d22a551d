package command

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
)

// A calendar is turned on or off by a word alone. A sentence about somebody's calendar is talk, which is
// asked about where talk is.
func TestCalendarIsReadFromAWordAlone(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	const talk = "Misread usage [] hint"
	for lang, lines := range map[string]map[string][]string{
		"en": {
			`Calendar {"To":"on"}`:  {"calendar on", "Calendar On.", "CALENDAR ON!", "calendar: on", "calendar  on"},
			`Calendar {"To":"off"}`: {"calendar off", "calendar off.", "Calendar \"off\""},
			`Calendar {"To":""}`:    {"calendar", "Calendar.", "calendar!"},
			talk: {"calendar is full", "calendar says Tuesday", "calendar on the wall", "calendar off by a day", "calendar full", "Calendar girls is a film",
				"calendar on Monday", "calendar for 2027"},
			"": {"my calendar is full", "on my calendar it is Monday", "I have no calendar here", "calendars are useful", "the calendar is off"},
		},
		"fr": {
			`Calendar {"To":"on"}`:  {"calendrier oui", "Agenda oui", "CALENDRIER OUI."},
			`Calendar {"To":"off"}`: {"calendrier non", "agenda non !"},
			`Calendar {"To":""}`:    {"calendrier", "Agenda."},
			talk:                    {"calendrier chargé cette semaine", "agenda plein", "calendrier des vacances scolaires", "agenda oui mais lequel"},
			"":                      {"mon calendrier est plein", "sur mon agenda c'est lundi", "le calendrier est serré"},
		},
		"it": {
			`Calendar {"To":"on"}`:  {"calendario sì", "calendario si", "Agenda sì."},
			`Calendar {"To":"off"}`: {"calendario no", "AGENDA NO"},
			`Calendar {"To":""}`:    {"calendario", "agenda!"},
			talk:                    {"calendario pieno", "agenda piena questa settimana", "calendario delle partite", "calendario no, diario sì"},
			"":                      {"il mio calendario è pieno", "ho perso l'agenda", "sul calendario è lunedì"},
		},
		"de": {
			`Calendar {"To":"on"}`:  {"kalender an", "Kalender ein", "Kalender ja."},
			`Calendar {"To":"off"}`: {"Kalender aus", "kalender nein"},
			`Calendar {"To":""}`:    {"Kalender", "kalender."},
			talk:                    {"Kalender ist voll", "Kalender voll", "Kalender an der Wand", "Kalender sagt Dienstag"},
			"":                      {"mein Kalender ist voll", "im Kalender steht Montag", "der Kalender ist aus Papier"},
		},
	} {
		for want, texts := range lines {
			for _, text := range texts {
				assert.Equal(t, want, typed(r.Read(text, lang).Do), "%s: %s", lang, text)
			}
		}
	}
}
