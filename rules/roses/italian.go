package roses

import (
	_ "embed"

	"turnpost/rules"
)

//go:embed rules.it.txt
var italianRules string

// italian is the game in Italian.
func italian() rules.Words {
	return rules.Words{
		Brief: "Ogni giocatore ha un castello e quattro soldati su un tavoliere di venti esagoni. " +
			"Due soldati in fila spingono il nemico che hanno davanti; chi è spinto fuori dal tavoliere è perduto. " +
			"Per vincere, travolgi il castello nemico con due soldati in fila.",
		Notation: "Una casella sola posa un soldato; d4-c3 ne muove uno, o la fila che finisce lì; d4e5-d5e6 ne muove due di lato; x attacca: d4xf6 con due soldati in fila, d3xd4 con appoggio.",
		Text:     italianRules,
		Reasons: map[string]string{
			castle: "una falange ha catturato il castello nemico",
			bare:   "a nessuno restano due soldati, e nessuno può più attaccare",
			stuck:  "entrambi hanno dovuto passare, uno dopo l'altro",
		},
		Phrases: map[string]string{
			// Groups.
			"attack":       "attacco",
			"step or line": "passo o fila",
			"translation":  "traslazione",
			"drop":         "posa",
			"pass":         "passare",

			// Diagram and scene.
			"%s: soldiers %s, castle [%s]":            "%s: soldati %s, castello [%s]",
			"%s: soldiers %s, castle captured":        "%s: soldati %s, castello catturato",
			"%d on the board":                         "%d sul tavoliere",
			", %d in hand":                            ", %d in mano",
			", to move":                               ", ha la mossa",
			"%s: %d in hand":                          "%s: %d in mano",
			"%s passed.":                              "%s ha passato.",
			"%s dropped a soldier on %s, marked < >.": "%s ha posato un soldato in %s, segnato < >.",
			"%s played %s, marked < >. The castle on %s is captured.":       "%s ha giocato %s, segnato < >. Il castello in %s è catturato.",
			"%s played %s, marked < >. The soldier on %s was pushed to %s.": "%s ha giocato %s, segnato < >. Il soldato in %s è spinto in %s.",
			"%s played %s, marked < >. The soldier on %s was captured.":     "%s ha giocato %s, segnato < >. Il soldato in %s è catturato.",
			"%s played %s, marked < >.":                                     "%s ha giocato %s, segnato < >.",
			"No soldier may be dropped on a red cell (:::).":                "Non si posano soldati sulle caselle rosse (:::).",

			// Description.
			"No soldier may be dropped on the red cells c4 and d4.":                  "Non si posano soldati sulle caselle rosse c4 e d4.",
			"%s has just passed; a second pass in a row makes a draw.":               "%s ha appena passato; se passa anche l'altro, la partita è patta.",
			"Last move, by %s: %s.":                                                  "Ultima mossa, di %s: %s.",
			"The game is over: %s has captured the castle on %s and wins.":           "La partita è finita: %s ha catturato il castello in %s e vince.",
			"The game is over, a draw: neither side has two soldiers left.":          "La partita è finita, patta: a nessuno restano due soldati.",
			"The game is over, a draw: both sides had to pass, one after the other.": "La partita è finita, patta: entrambi hanno dovuto passare, uno dopo l'altro.",
			"%s is to play. Soldiers are still being dropped; nothing moves yet.":    "Tocca a %s. Si posano ancora i soldati; per ora niente si muove.",
			"%s is to play. All soldiers have been dropped; they move and attack.":   "Tocca a %s. Tutti i soldati sono posati; si muovono e attaccano.",
			"castle on %s":              "castello in %s",
			"castle captured":           "castello catturato",
			"no soldier on the board":   "nessun soldato sul tavoliere",
			"one soldier, on %s":        "un soldato, in %s",
			"%d soldiers, on %s":        "%d soldati, in %s",
			"%s: %s; %s.":               "%s: %s; %s.",
			"%s: %s; %s; none in hand.": "%s: %s; %s; nessuno in mano.",
			"%s: %s; %s; %d in hand.":   "%s: %s; %s; %d in mano.",

			// Plies.
			"a soldier is dropped on %s":                                                     "un soldato viene posato in %s",
			"the two soldiers on %s and %s shift sideways to %s and %s":                      "i due soldati in %s e %s scivolano di lato in %s e %s",
			"a pass, since nothing else is possible":                                         "si passa, perché non si può fare altro",
			"the soldier on %s steps to %s":                                                  "il soldato in %s va in %s",
			"the line of %d soldiers %s advances one cell, to %s":                            "la fila di %d soldati %s avanza di una casella, fino in %s",
			"the phalanx %s, %s runs over the castle on %s and wins":                         "la falange %s, %s travolge il castello in %s e vince",
			"the phalanx %s, %s attacks %s and pushes the soldier there to %s":               "la falange %s, %s attacca %s e spinge in %s il soldato che vi si trova",
			"the phalanx %s, %s attacks %s and captures the soldier there":                   "la falange %s, %s attacca %s e cattura il soldato che vi si trova",
			"the soldier on %s, with support, attacks %s and pushes the soldier there to %s": "il soldato in %s, con appoggio, attacca %s e spinge in %s il soldato che vi si trova",
			"the soldier on %s, with support, attacks %s and captures the soldier there":     "il soldato in %s, con appoggio, attacca %s e cattura il soldato che vi si trova",

			// Refusals.
			"%q is written %s": "%q si scrive %s",
			"you have no legal action here and can only pass":                                                              "qui non hai azioni possibili e puoi solo passare",
			"you can pass only when you have no legal action, and you have one":                                            "puoi passare solo quando non hai azioni possibili, e una ce l'hai",
			"nothing moves before all eight soldiers are on the board; until then name one cell for a soldier, such as %s": "niente si muove finché gli otto soldati non sono sul tavoliere; fino ad allora indica una sola casella per un soldato, per esempio %s",
			"there is nothing more to drop; a move names the cell that is left and the cell that is entered, such as %s":   "non c'è più niente da posare; una mossa indica la casella di partenza e quella di arrivo, per esempio %s",
			"%s is occupied": "%s è occupata",
			"%s is a red cell, and no soldier may be dropped there":       "%s è una casella rossa, e lì non si posano soldati",
			"%s is not next to a piece of yours":                          "%s non tocca nessun tuo pezzo",
			"your castle on %s never moves":                               "il tuo castello in %s non si muove mai",
			"%s is named twice; nothing would move":                       "%s è indicata due volte; non si muoverebbe niente",
			"%s and %s are not on one straight line":                      "%s e %s non sono sulla stessa linea retta",
			"an enemy piece stands on %s, and an attack is written %s":    "in %s c'è un pezzo nemico, e un attacco si scrive %s",
			"a piece of yours stands on %s; the line from %s moves as %s": "in %s c'è un tuo pezzo; per muovere la fila da %s, scrivi %s",
			"a piece of yours stands on %s":                               "in %s c'è un tuo pezzo",
			"a soldier moves one cell; to enter %s from %s a line of %d soldiers of yours must stand there, and %s holds none": "un soldato avanza di una casella; per entrare in %s da %s ci vorrebbe una fila di %d tuoi soldati, e in %s non ce n'è",
			"there is no enemy on %s, and a move is written %s":                                                                "in %s non c'è un nemico, e uno spostamento si scrive %s",
			"there is no enemy on %s to attack":                                                                                "in %s non c'è un nemico da attaccare",
			"the piece on %s is your own":                                                                                      "il pezzo in %s è tuo",
			"%s is %d cells from %s; an attack starts one cell away with support, or two cells away with a phalanx":            "%s è a %d caselle da %s; un attacco parte da una casella di distanza con appoggio, o da due con una falange",
			"a phalanx needs two soldiers of yours in line, and there is none on %s":                                           "una falange vuole due tuoi soldati in fila, e in %s non ce n'è",
			"a castle can be attacked by a phalanx only: two soldiers in line with it":                                         "solo una falange può attaccare un castello: due soldati in fila con esso",
			"no second soldier of yours is next to %s to support the attack":                                                   "nessun altro tuo soldato tocca %s per appoggiare l'attacco",
			"the cell behind %s, %s, is occupied, so that the attack is blocked":                                               "la casella dietro %s, %s, è occupata, e questo impedisce l'attacco",
			"%s is named twice; a translation moves two soldiers":                                                              "%s è indicata due volte; una traslazione muove due soldati",
			"%s and %s are not next to each other":                                                                             "%s e %s non si toccano",
			"in a translation both soldiers go one cell in the same direction":                                                 "in una traslazione i due soldati vanno di una casella nella stessa direzione",
			"%s and %s would move along their own line, which is written %s":                                                   "%s e %s si muoverebbero lungo la propria fila, il che si scrive %s",
			"a translation is no attack, and is written %s":                                                                    "una traslazione non è un attacco, e si scrive %s",
		},
	}
}
