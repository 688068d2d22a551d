package command

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWordsForTheServerAreAskedAbout: in reply to words, or after a game, what may be meant for the
// server or its operator is not passed on to the opponent before its writer says so.
func TestWordsForTheServerAreAskedAbout(t *testing.T) {
	t.Parallel()
	r := intentsReader(t)
	for lang, lines := range map[string]string{
		"en": `I think Bob cheats, who do I report this to?
Do not tell Bob, but I blundered
Please do not show this to Bob
I want to block this player
Please delete my account and all my data
How do I unsubscribe from this?
Remove me from your list
Please stop sending me all these emails
Please resign for me, I have no time any more
I did not send that move, somebody else has my mailbox
I would like to offer you a draw
Could you take that move back for me please?
This looks like spam to me, take me off it
My mailbox was hacked yesterday, what now?`,
		"de": `Bitte löschen Sie mein Konto und alles, was dazu gehört
Wie kann ich mich hier abmelden?
Ich glaube, er betrügt, an wen wende ich mich?
Bitte nicht verraten, aber das war ein Fehler
Können Sie für mich aufgeben, ich habe keine Zeit
Ich möchte keine E-Mails mehr von hier bekommen
Den Zug habe ich nicht geschickt, das war jemand anders`,
		"fr": `Je voudrais me désabonner de tout cela
Merci de supprimer mon compte et le reste
Je crois qu'il triche, à qui le dire ?
Ne dites pas à Bob que je me suis trompé
Comment ne plus recevoir tout cela ?
Pouvez-vous abandonner pour moi, je n'ai plus le temps
Ce n'est pas moi, je ne l'ai pas envoyé hier`,
		"it": `Per favore non mandatemi più messaggi
Vorrei disiscrivermi da tutto questo
Penso che Bob stia per barare, a chi lo dico?
Non dire a Bob che ho sbagliato
Come si fa a cancellare il mio account?
Questa mossa non l'ho mandata io, è stato un altro
Vorrei bloccare questo giocatore, come si fa?`,
	} {
		for line := range strings.SplitSeq(lines, "\n") {
			for _, context := range []string{" at=1:turro after= mine numbered others=turro asks=nothing+words",
				" at=1:turro after= mine numbered others=turro asks=nothing"} {
				for _, in := range r.Classify(r.ReadAll([]string{line}, lang), contextOf(t, r, lang+context)) {
					do, done := in.(Do)
					require.False(t, done && do.Line.Verb == VerbSay, line)
				}
			}
		}
	}
}
