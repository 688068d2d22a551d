package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

// Command words are understood in every language, with accents and without.
func TestCommandWords(t *testing.T) {
	d := &Desk{verbs: verbs(), lexicons: lexicons()}
	for line, want := range map[string]string{
		"Défier bob@example.org turro avec Noir rythme lent ouvrables amicale": "challenge bob@example.org turro as black pace slow weekdays unrated",
		"sfida chiunque rooya con bianco ritmo veloce":                         "challenge anyone rooya as white pace fast",
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
		"vacances du 2026-12-20 au 2027-01-03": "vacation from 2026-12-20 to 2027-01-03",
		"vacanze no":                           "vacation off",
		"plateau mots":                         "board words",
		"tavoliere unicode":                    "board unicode",
		"parties ouvertes":                     "games open",
		"oubliez-moi":                          "",
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
		"Sì, grazie mille":                     "if grazie mille",
		"nulle part":                           "", // talk
		"Accepter ? ":                          "",
	} {
		c := d.parseLine(line)
		got := c.verb
		if c.args != "" && c.verb != "" {
			got += " " + c.args
		}
		require.Equal(t, want, got, line)
	}
}

// Every word of a lexicon calls a command that there is, and is written folded.
func TestLexicons(t *testing.T) {
	d := &Desk{verbs: verbs(), lexicons: lexicons()}
	for _, l := range d.lexicons {
		called := map[string]bool{"stop": true, "note": true, "notes": true, "no": true}
		for word, name := range l.verbs {
			_, ok := d.verb(name)
			require.True(t, ok, "%s: %s", l.lang, name)
			require.Equal(t, plain(word), word)
			called[name] = true
		}
		for _, v := range d.verbs {
			require.True(t, called[v.name], "%s has no word for %s", l.lang, v.name)
		}
		for name, words := range l.args {
			_, ok := d.verb(name)
			require.True(t, ok, name)
			for word := range words {
				require.Equal(t, plain(word), word)
			}
		}
	}
}

// "si" alone is the "if" of who reads French, as their letters say, and never
// accepts an offer for them; to who reads Italian it is a "yes".
func TestFrenchIf(t *testing.T) {
	d := &Desk{verbs: verbs(), lexicons: lexicons()}
	for _, c := range []struct{ lang, line, want string }{
		{"fr", "si", "if"}, {"fr", "#12 Si.", "if"}, {"fr", "sì", "yes"}, {"fr", "si!", "yes"}, {"fr", "oui", "yes"},
		{"it", "si", "yes"}, {"it", "Sì", "yes"}, {"en", "si", "yes"}, {"it", "se", "if"},
	} {
		s := &session{desk: d}
		s.player.Lang = c.lang
		require.Equal(t, c.want, s.read(c.line).verb, "%s to who reads %s", c.line, c.lang)
	}
}

// The commands that help shows, in any language, are those that it is about.
func TestHelpShowsWhatIsUnderstood(t *testing.T) {
	d := &Desk{verbs: verbs(), lexicons: lexicons()}
	set, err := templates.New()
	require.NoError(t, err)
	for _, lang := range templates.Languages() {
		for _, v := range d.verbs {
			s := &session{desk: d}
			s.player.Lang = lang
			text, err := set.Text(lang, templates.Letter{Reader: "Ada", Sections: []templates.Section{&templates.Help{Command: v.name}}})
			require.NoError(t, err)
			for line := range strings.SplitSeq(text, "\n") {
				shown, ok := strings.CutPrefix(line, "| ")
				if !ok || v.name == "move" {
					continue
				}
				// Of "[GAME]", and of one word among several, the usage shows the form.
				shown = strings.NewReplacer("[", "", "]", "", "|", " ").Replace(shown)
				require.Equal(t, v.name, s.read(shown).verb, "%s: %s", lang, shown)
			}
		}
	}
}
