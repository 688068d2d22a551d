package command

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRepliesSentences: a sentence that begins with the word of a setting sets nothing, and
// nothing else that lasts. Settings as people write them do.
func TestRepliesSentences(t *testing.T) {
	t.Parallel()
	r := intentsReader(t)
	sentences := []string{
		"Name your price", "Name one good reason!", "Name the day", "Name calling is not nice", "Name it!",
		"Name that tune, if you can", "Names are but smoke", "Name is Bond", "name for the next game: the Alamo",
		"Nom d'un chien !", "Nom et prénom", "Nome in codice aquila", "Nome e cognome", "Name ist Schall und Rauch",
		"Name und Adresse fehlen", "Nome non pervenuto",
		"nom de Dieu", "nom de dieu", "Nom de Dieu", "NOM DE DIEU", "nom de nom", "nom de famille", "nom de code", "nom de guerre",
		"nom de Zeus", "Nom de Famille", "nom de Code", "Nom de Guerre inconnu", "nom de Scène",
		"nom de plume", "nom de jeune fille", "nom du jeu", "nom des joueurs", "nom d'utilisateur", "nom d'emprunt", "nom d’une pipe",
		"nom propre", "nom inconnu", "Nom incorrect", "nom complet", "nom et adresse",
		"nome utente errato", "nome utente", "Nome utente errato", "nome di battesimo", "nome del gioco", "nome della rosa",
		"nome d'arte", "nome proprio", "nome falso", "nome sconosciuto", "nome sbagliato, scusa", "nome e password",
		"name unbekannt", "Name unbekannt", "name folgt", "Name vergessen", "Name des Spiels", "name der Rose", "name ist egal", "name geändert",
		"name unknown", "name withheld", "name tag", "name brand shoes", "name of the rose", "name of the game", "name dropping",
		"name server unknown", "name and shame", "Name changed",
		"Lang lebe der König", "Language is a strange thing", "Langue de bois", "Lingua lunga", "Sprache verbindet die Menschen",
		"Board games are fun", "Board meeting at ten", "Brett vor dem Kopf", "Plateau repas ce soir", "Tavoliere delle Puglie",
		"Digest this first", "Digest off the shelf", "Digest daily bread", "Résumé des épisodes précédents", "Riepilogo della giornata",
		"Timezone differences are hard", "Fuseau horaire de merde",
		"Letters are fun", "Letters mine and yours crossed", "Lettres de mon moulin", "Lettere d'amore", "Briefe an den Vater",
		"Public opinion is against me", "Public on demand", "Analysis paralysis got me", "Analysis off the record",
		"Analyse de la situation", "Öffentlich ist hier nichts",
		"Vacation was great", "Vacation off to the beach", "Vacances à la mer cette année", "Vacanze romane", "Urlaub in Italien war schön",
		"Block party tonight", "Block the road", "Blocca la porta", "Bloquer la case", "Stop it", "Stop the clock, I win",
		"Stop making sense", "Pause for thought", "Address the king", "Address off the map", "Adresse inconnue",
		"Robot on the loose", "Mute the phone", "Puzzle me this", "Leave me alone", "Join us next week", "Follow your heart everywhere",
		"Forget me not", "Forget it", "Publish or perish",
	}
	contexts := []string{"en others=turro", "en at=1:turro after= mine numbered others=turro", "fr at=1:rooya after= mine others=rooya",
		"it reply others=roses", "de at=1:roses after= others=roses"}
	for _, text := range sentences {
		for _, context := range contexts {
			ctx := contextOf(t, r, context)
			for _, lines := range [][]string{{text}, {text, "", "Cheers, Ada"}} {
				for _, in := range r.Classify(r.ReadAll(lines, ctx.Lang), ctx) {
					do, _ := in.(Do)
					switch do.Line.Do.(type) {
					case nil, Follow, Join, Leave: // which name nobody and are refused
					default:
						assert.Fail(t, "it is carried out", "%q in %s: %s", text, context, shown(in, 0))
					}
				}
			}
		}
	}
	settings := []string{
		"name Ada", "name ada", "name Ada Lovelace", "Name Ada Lovelace", "name ada lovelace", "name Ludwig van Beethoven",
		"nom Jean de La Fontaine", "nome Anna", "name von Neumann", "name Knight of the Rose", "Name Zoë", "name O'Hara",
		"name The Turk", "nom d'Artagnan", "nom Charles de Gaulle", "nome Leonardo da Vinci", "nome Anna di Savoia", "NAME ADA LOVELACE",
		"name de Gaulle", "nom de Gaulle", "Nom de Sévigné", "nom de Beauvoir", "nom de Ronsard", "name van der Berg", "name Tag Rivera", "nome Proprio", "name Brand", "name Code Breaker", "lang fr", "Langue français", "sprache de", "board unicode", "digest daily 07:30", "Digest off",
		"digest off.", "timezone Europe/Rome", "letters mine", "public on", "analysis off", "vacation off",
		"vacation 2026-12-20 to 2027-01-03", "vacances non", "robot on", "address off", "address off ada@example.org", "stop", "Stop!",
		"pause", "block bob@example.org", "forget me",
	}
	for _, text := range settings {
		ctx := contextOf(t, r, "en at=1:turro after= mine numbered others=turro")
		in := r.Classify(r.ReadAll([]string{text}, ctx.Lang), ctx)[0]
		do, ok := in.(Do)
		_, misread := do.Line.Do.(Misread)
		assert.True(t, ok && !misread, "%q: %s", text, shown(in, 0))
	}
	t.Logf("sentences | that begin with the word of a setting, alone or with a greeting | set nothing | %d, in %d contexts; %d settings are read",
		len(sentences), len(contexts), len(settings))
}
