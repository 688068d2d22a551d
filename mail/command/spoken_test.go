package command

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
)

// TestRepliesSpoken: what people say is understood, in four languages, and prose is
// not.
func TestRepliesSpoken(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	understood := map[string]string{
		"yes": "yes", "Yes, please!": "yes", "ok": "yes?", "OK.": "yes?", "Sure!": "yes?", "agreed": "yes", "Sure, with pleasure! Have fun.": "yes?", "👍": "yes?", "👍🏽": "yes?", "👍 👍": "yes?", "With pleasure": "yes?",
		"I accept": "accept", "I accept.": "accept", "Accepted!": "accept", "accept, good luck!": "accept|good luck!", "I accept your challenge": "accept", "No, thanks.": "no",
		"I resign.": "resign", "I give up": "resign", "I offer a draw.": "draw",
		"12!": "12", "No. 12": "12", "no 12": "12", "n° 12": "12", "N°12": "12", "12 it is": "12", "play 12": "12", "I play 12": "12", "number 12.": "12", "12, please": "12", "12 please": "12", "12 🙂": "12",
		"d3 to d4": "d3-d4", "from d3 to d4": "d3-d4", "D three to D four": "d3-d4", "d3/d4": "d3-d4", "d3 → d4": "d3 → d4", "d3-d4 please": "d3-d4", "d3-d4, please": "d3-d4", "d3-d4!": "d3-d4!",
		"Hi Ben, d3-d4. Cheers": "Hi Ben,|d3-d4.|Cheers", "d3-d4, good luck": "d3-d4|good luck", "d3-d4 good luck!": "d3-d4|good luck!", "accept cheers": "accept|cheers", "I play d3-d4": "d3-d4", "I play d3-d4.": "d3-d4", "12 d3-d4": "d3-d4", "place a1": "a1", "I drop b4.": "b4", "je pose a1": "a1", "poso a1": "a1", "ich setze b4": "b4", "my move is d3 to d4": "d3-d4",
		"- d3-d4": "d3-d4", "• d3-d4": "d3-d4", "d3-d4 draw": "d3-d4|draw", "d3-d4, I offer a draw.": "d3-d4|draw", "d3-d4 (draw)": "d3-d4|draw", "12, draw": "12|draw", "d3-d4 - Remis": "d3-d4|draw",
		"d3-d4?": "d3-d4", "d3-d4 ?": "d3-d4", "d3-d4!?": "d3-d4", "I play d3-d4?": "d3-d4", "?": "help", "??": "help", "a1, nulle": "a1|draw", "b4 patta": "b4|draw",
		"Oui, volontiers !": "yes", "d'accord": "yes?", "J'accepte l'invitation.": "accept", "J'abandonne.": "resign", "J'abandonne la partie": "resign", "je joue 12": "12", "le 12": "12", "numéro 12": "12", "d3 à d4": "d3-d4",
		"de d3 à d4": "d3-d4", "D trois à D quatre": "d3-d4", "d3-d4 s'il vous plaît": "d3-d4", "Bonjour Ada, d3-d4. Merci": "Bonjour Ada,|d3-d4.|Merci", "je joue d3-d4": "d3-d4",
		"Sì, grazie": "yes", "va bene": "yes?", "Accetto!": "accept", "accetto l'invito, buona fortuna!": "accept|buona fortuna!", "Mi arrendo.": "resign", "gioco 12": "12", "la 12": "12", "d3 a d4": "d3-d4", "da d3 a d4": "d3-d4",
		"D tre a D quattro": "d3-d4", "d3-d4 per favore": "d3-d4", "Ciao Ada, d3-d4. Grazie": "Ciao Ada,|d3-d4.|Grazie", "gioco d3-d4": "d3-d4",
		"Ja, gerne!": "yes", "einverstanden": "yes?", "Ich nehme an.": "accept", "Ich gebe auf.": "resign", "Nr. 12": "12", "Nummer 12 bitte": "12", "ich spiele 12": "12", "d3 nach d4": "d3-d4", "von d3 nach d4": "d3-d4",
		"va pour 12": "12", "va pour le 12": "12", "ce sera le 12.": "12", "joue 12": "12", "jouez le 12": "12", "n. 12": "12", "vada per la 12": "12", "sia la 12!": "12", "gioca 12": "12", "facciamo la 12": "12",
		"le n°12": "12", "Notizen veröffentlichen": "publish", "publier mes notes": "publish", "pubblica i miei appunti": "publish", "publish my notes.": "publish",
		"12 soll es sein": "12", "dann die 12": "12", "spiele 12": "12", "12 nehme ich": "12", "make it 12": "12", "12 it shall be": "12", "va pour d3-d4": "d3-d4", "vada per d3-d4": "d3-d4",
		"Abandon.": "resign", "Désabonnez-moi": "pause", "me désabonner": "pause", "désinscrire": "pause", "disiscrivimi": "pause", "abbestellen": "pause", "unsubscribe": "pause",
		"Yes, I'd love to play!": "accept?", "Let's play!": "accept?", "Allons-y": "accept?", "Giochiamo!": "accept?", "Los geht's!": "accept?", "yes, agreed. Thanks for the game!": "yes?", "Sure, why not": "yes?", "I'm in!": "accept?", "Oui, pourquoi pas": "yes?", "Sì, perché no": "yes?", "Ja, ich spiele mit": "accept?", "Ja, danke für die Einladung!": "yes?",
		"d3-d4. Sorry for the delay!": "d3-d4.|Sorry for the delay!", "d3-d4 pls": "d3-d4|pls", "d3-d4, thx": "d3-d4|thx", "d3-d4, désolé pour le retard": "d3-d4|désolé pour le retard", "d3-d4, scusa il ritardo": "d3-d4|scusa il ritardo", "d3-d4, entschuldige die Verspätung": "d3-d4|entschuldige die Verspätung",
		"D drei nach D vier": "d3-d4", "d3-d4 bitte": "d3-d4", "Hallo Ada, d3-d4. Viele Grüße": "Hallo Ada,|d3-d4.|Viele Grüße", "ich ziehe d3-d4": "d3-d4",
	}
	prose := []string{
		"ok, I will think about it", "I accept that this was bad luck", "12 people came to my party", "I am 12", "see you at 12", "I went from b3 to the pub", "I resign myself to my fate", "yes we can, perhaps",
		"I play chess too", "My number is 12 34 56", "+12", "12-13", "d3 to d4 was what I feared", "Hi Ben, you played d3-d4 well. Cheers", "It was no 12 bus", "b3 to be or not to be", "we are 12 please wait",
		"- if you like", "- accept", "d3-d4 resign", "d3-d4 draws", "d3-d4 is a draw", "d3-d4, or c3-c4?", "what about d3-d4?", "d3-d4 draw?", "a draw?",
		"Yes, I played chess as a child", "yes and no", "I will publish my notes one day", "Ja, das ist schade", "dann die 12 Apostel", "ce sera le 12 mars", "vada per 12 persone", "n. 12 di maggio", "spiele gern", "joue bien", "make it 12 people", "je joue aux échecs", "le 12 décembre", "la 12 volte", "ich spiele gern", "die 12 Apostel", "I would play 12", "do not play 12", "never d3 to d4",
	}
	missed, taken := 0, 0
	for line, want := range understood {
		var got []string
		for _, c := range r.ReadAll([]string{line}, "en") {
			text := c.Verb
			switch {
			case c.Verb == "" && c.Args != "" && (c.looksLikePlies(all.Games()) || strings.HasPrefix(want, c.Args)):
				text = c.Args
			case c.Verb == "":
				text = c.Text
			}
			if c.perhaps {
				text += "?"
			}
			got = append(got, text)
		}
		if strings.Join(got, "|") != want {
			missed++
			t.Errorf("%q is read as %q, not %q", line, strings.Join(got, "|"), want)
		}
	}
	for _, line := range prose {
		for _, c := range r.ReadAll([]string{line}, "en") {
			_, number := ListNumber(c.Args)
			if c.Verb != "" || number || c.Args != line {
				taken++
				t.Errorf("%q is read as %q %q", line, c.Verb, c.Args)
			}
		}
	}
	t.Logf("replies | as people say it, in four languages | %d lines: %d not understood; %d lines of prose: %d taken for more", len(understood), missed, len(prose), taken)
}
