package command

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
	"turnpost/templates"
)

// Command words are understood in every language, with accents and without.
func TestCommandWords(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	for line, want := range map[string]string{
		"Défier bob@example.org turro avec Noir rythme lent ouvrables amicale": "challenge bob@example.org turro as black pace slow weekdays unrated",
		"sfida chiunque rooya con bianco ritmo veloce":                         "challenge anyone rooya as white pace fast",
		"défier robot turro niveau 3 en noir":                                  "challenge robot turro level 3 as black",
		"sfida il computer rooya livello 8":                                    "challenge robot rooya level 8",
		"Herausfordern Roboter rooya Stufe 3 als Schwarz":                      "challenge robot rooya level 3 as black",
		"défier quiconque turro avec les Noirs":                                "challenge anyone turro as black",
		"J'accepte":                                                            "accept",
		"accetta #12":                                                          "accept",
		"si":                                                                   "yes",
		"Sì!":                                                                  "yes",
		"oui.":                                                                 "yes",
		"non":                                                                  "no",
		"si d5-d4 alors c2-c3 et d3-d4; si * alors a1-a2": "if d5-d4 then c2-c3 and d3-d4; if * then a1-a2",
		"se d5-d4 allora c2-c3 e d3-d4; se * allora e 4":  "if d5-d4 then c2-c3 and d3-d4; if * then e 4",
		"si non":                               "if off",
		"se no 2":                              "if off 2",
		"résumé quotidien 07:30":               "digest daily 07:30",
		"resume hebdomadaire lundi 07:30":      "digest weekly monday 07:30",
		"riepilogo settimanale lunedì 07:30":   "digest weekly monday 07:30",
		"riepilogo adesso":                     "digest now",
		"lettres résumé":                       "letters digest",
		"lettere mie":                          "letters mine",
		"lettere le mie":                       "letters mine",
		"lettres miennes":                      "letters mine",
		"lettres les miennes":                  "letters mine",
		"messages mon tour":                    "letters mine",
		"messages tous":                        "letters every",
		"messaggi mio turno":                   "letters mine",
		"nachrichten am Zug":                   "letters mine",
		"énigme turro":                         "puzzle turro",
		"problème turro":                       "puzzle turro",
		"Problème quotidien 07:30":             "puzzle daily 07:30",
		"problema":                             "puzzle",
		"public oui":                           "public on",
		"publique oui":                         "public on",
		"vacances du 2026-12-20 au 2027-01-03": "vacation from 2026-12-20 to 2027-01-03",
		"vacanze no":                           "vacation off",
		"plateau mots":                         "board words",
		"tavoliere unicode":                    "board unicode",
		"parties ouvertes":                     "games open",
		"oubliez-moi":                          "forget me",
		"Oublie-moi.":                          "forget me",
		"J’accepte.":                           "accept",
		"j’abandonne":                          "resign",
		"oubliez\u2011moi":                     "forget me",
		"oubliez-moi ce coup":                  "", // talk
		"dimenticami":                          "forget me",
		"Dimenticatemi!":                       "forget me",
		"Vergiß mich":                          "forget me",
		"oubliez moi":                          "forget me",
		"dimentica me":                         "forget me",
		"publier notes":                        "publish notes",
		"pubblica appunti":                     "publish notes",
		"giocatore io":                         "player me",
		"langue fr":                            "lang fr",
		"aide défier":                          "help défier",
		"nom Zoë":                              "name Zoë",
		"coup d3-d4":                           "",
		"resign":                               "resign",
		"Si tu veux bien.":                     "if tu veux bien.",
		"fordern bob@example.org turro als schwarz tempo langsam werktags ungewertet": "challenge bob@example.org turro as black pace slow weekdays unrated",
		"Herausfordern alle rooya als Weiß tempo schnell":                             "challenge anyone rooya as white pace fast",
		"zurückziehen #12": "withdraw",
		"zurueckziehen":    "withdraw",
		"Ja!":              "yes",
		"nein":             "no",
		"Ja, gerne":        "yes",
		"wenn d5-d4 dann c2-c3 und d3-d4; wenn * dann a1-a2": "if d5-d4 then c2-c3 and d3-d4; if * then a1-a2",
		"wenn aus":                             "if off",
		"Übersicht wöchentlich Montag 07:30":   "digest weekly monday 07:30",
		"uebersicht taeglich 07:30":            "digest daily 07:30",
		"Briefe meine":                         "letters mine",
		"Urlaub vom 2026-12-20 bis 2027-01-03": "vacation from 2026-12-20 to 2027-01-03",
		"brett worte":                          "board words",
		"partien offen":                        "games open",
		"vergiss mich":                         "forget me",
		"Vergiss mich nicht":                   "",
		"veröffentlichen notizen":              "publish notes",
		"spieler ich":                          "player me",
		"Aufgabe":                              "",
		"Sì, grazie mille":                     "if grazie mille",
		"nulle part":                           "", // talk
		"Accepter ? ":                          "",
	} {
		c := r.Read(line, "")
		got := string(c.Verb)
		if c.Args != "" && c.Verb != "" {
			got += " " + c.Args
		}
		require.Equal(t, want, got, line)
	}
}

// For readers of French "si" alone is "if", as their messages say, and never accepts an offer;
// for readers of Italian it is "yes".
func TestFrenchIf(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	for _, c := range []struct {
		lang, line string
		want       Verb
	}{
		{"fr", "si", "if"}, {"fr", "#12 Si.", "if"}, {"fr", "sì", "yes"}, {"fr", "si!", "yes"}, {"fr", "oui", "yes"},
		{"it", "si", "yes"}, {"it", "Sì", "yes"}, {"en", "si", "yes"}, {"it", "se", "if"},
	} {
		require.Equal(t, c.want, r.Read(c.line, c.lang).Verb, "%s, for a reader of %s", c.line, c.lang)
	}
}

// The commands that help shows, in any language, are those that it is about.
func TestHelpShowsWhatIsUnderstood(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	set, err := templates.New()
	require.NoError(t, err)
	for _, lang := range templates.Languages() {
		for _, v := range r.Verbs() {
			text, err := set.Text(lang, templates.Message{Reader: "Ada", Sections: []templates.Section{&templates.Help{Command: string(v.Name)}}})
			require.NoError(t, err)
			for line := range strings.SplitSeq(text, "\n") {
				shown, ok := strings.CutPrefix(line, "| ")
				if !ok || v.Name == VerbMove {
					continue
				}
				// Of "[GAME]", and of one word among several, the usage shows the form.
				shown = strings.NewReplacer("[", "", "]", "", "|", " ").Replace(shown)
				require.Equal(t, v.Name, r.Read(shown, lang).Verb, "%s: %s", lang, shown)
			}
		}
	}
}
