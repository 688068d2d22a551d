package command

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRepliesReactions: what programs write for a button is known in each language; what
// people write beside a quote, or about reactions, is not taken for it.
func TestRepliesReactions(t *testing.T) {
	t.Parallel()
	reactions := []string{
		"Liked “Your move, Ben (ply 2), due Sunday 10:55 UTC (Turro #3)”",
		`Loved "Ada offers a draw"`,
		"Disliked “e3-e2”",
		"Laughed at “good luck!”",
		"Emphasized “Ada asks to take back c4”",
		"Emphasised ‘yes’",
		"Questioned “d3-d4”",
		"Reacted 👍🏾 to “Your move, Ben”",
		"Reacted ❤️ to “draw”",
		"Removed a like from “Your move, Ben”",
		"Removed an exclamation mark from “Your move”",
		"Removed 👍 from “Ada offers a draw”",
		"👍 to “Ada offers a draw”",
		"Ben Player reacted to your message",
		"👍 Ben Player reacted to your message:",
		"❤️ Ben reacted to your message:|From: Ada via Turnpost|Sent: Thursday|Subject: Turro #3||Ada offers a draw.",
		"A aimé « À vous de jouer, Ben »",
		"A adoré « Anna propose la nulle »",
		"N’a pas aimé « e3-e2 »",
		"A ri à « bonne chance »",
		"S’est interrogé sur « d3-d4 »",
		"A réagi avec 👍 à « Anna propose la nulle »",
		"Ben a réagi à votre message :",
		"Ha messo “Mi piace” a “Tocca a te, Ben”",
		"Ha messo mi piace a «Anna propone la patta»",
		"Ha adorato “Anna propone la patta”",
		"Ha riso a “buona fortuna”",
		"Ha reagito con 👍🏻 a “Anna propone la patta”",
		"Ben ha reagito al tuo messaggio:",
		"Gefällt „Anna bietet Remis an“",
		"Gefällt mir „Anna bietet Remis an“",
		"Hat „Sie sind am Zug, Ben“ mit „Gefällt mir“ markiert",
		"Hat mit 👍 auf „Anna bietet Remis an“ reagiert",
		"Hat über „viel Glück“ gelacht",
		"Ben Spieler hat auf Ihre Nachricht reagiert:",
	}
	for _, text := range reactions {
		assert.True(t, Reacts(strings.Split(text, "|")), text)
	}
	others := []string{
		"👍", "👍🏽", "OK 👍", "yes", "draw", "d3-d4", "",
		"I liked “d3-d4” better than what you played",
		`Loved "Dune", and you?`,
		"liked it",
		"Liked “d3-d4”, but I play|c3-c4",
		"d3-d4|Liked your last move",
		"I reacted too late to your message, sorry|d3-d4",
		"J'ai adoré « Dune » et vous ?",
		"Ha messo in difficoltà la mia torre",
		"Gefällt mir nicht, aber gut",
		"Mir gefällt „d3-d4“ nicht so gut wie e3-e2",
		`say "hello"`,
		`name "Ada"`,
	}
	for _, text := range others {
		assert.False(t, Reacts(strings.Split(text, "|")), text)
	}
	t.Logf("reactions | a button of Outlook, Apple or Android | agrees to nothing | %d of %d known; %d of %d others are not taken for one",
		len(reactions), len(reactions), len(others), len(others))
}
