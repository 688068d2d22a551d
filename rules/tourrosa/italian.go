package tourrosa

import (
	_ "embed"

	"turnpost/rules"
)

//go:embed rules.it.txt
var italianText string

// italian is the game in Italian.
func italian() rules.Words {
	return rules.Words{
		Notation: "b12co+ è la casella, poi c oppure a (senso orario o antiorario), poi o oppure i (verso l'esterno o l'interno); " +
			"con + impili, senza + semini.",
		Brief: "Cattura tutti i pezzi avversari. Al tuo turno scegli una tua pila e una delle quattro direzioni lungo la linea della rosa: " +
			"semina i suoi pezzi uno a uno, oppure raccogli il pezzo in cima a ciascuna delle tue pile che si susseguono, e lascia scivolare ciò che ti resta in mano. " +
			"Lungo la strada salti e togli dal gioco le pile avversarie che non sono più alte di ciò che si muove.",
		Text: italianText,
		Reasons: map[string]string{
			"cleared": "l'ultimo pezzo avversario è stato catturato",
			"stuck":   "entrambi hanno passato, uno dopo l'altro",
		},
		Phrases: map[string]string{
			"0 pieces":              "0 pezzi",
			"1 piece":               "1 pezzo",
			"%d pieces":             "%d pezzi",
			"0 stacks":              "0 pile",
			"1 stack":               "1 pila",
			"%d stacks":             "%d pile",
			"clockwise outward":     "in senso orario verso l'esterno",
			"clockwise inward":      "in senso orario verso l'interno",
			"anticlockwise outward": "in senso antiorario verso l'esterno",
			"anticlockwise inward":  "in senso antiorario verso l'interno",

			// Below the diagram.
			"X Black: %s in %s    O White: %s in %s": "X Nero: %s in %s    O Bianco: %s in %s",
			"Last: %s passed.":                       "Ultima mossa: il %s ha passato.",
			"Last: %s, %s sowed %s, (%s) to [%s].":   "Ultima mossa: %s, il %s ha seminato %s, da (%s) a [%s].",
			"Last: %s, %s stacked %s, (%s) to [%s].": "Ultima mossa: %s, il %s ha impilato %s, da (%s) a [%s].",
			"%s on %s":                               "%s su %s",
			"Captured (x): %s.":                      "Catturati (x): %s.",
			"Dropped on (+): %s.":                    "Pezzi lasciati (+): %s.",
			"Taken from (-): %s.":                    "Pezzi raccolti (-): %s.",

			// The position told.
			"%s is to move.":                  "Tocca al %s.",
			"The game is over: %s has won.":   "La partita è finita: ha vinto il %s.",
			"The game is over: it is a draw.": "La partita è finita: è patta.",
			"%s has %s in %s: %s.":            "Il %s ha %s in %s: %s.",
			"%s has no pieces left.":          "Il %s non ha più pezzi.",
			"%d on %s":                        "%d su %s",
			"%s can only pass.":               "Il %s può solo passare.",
			"The last turn was a pass; a second pass in a row makes a draw.": "Nell'ultimo turno si è passato; se si passa ancora, la partita è patta.",
			"Last move: %s passed.":                                   "Ultima mossa: il %s ha passato.",
			"Last move, %s: %s sowed from %s, %s, and ended on %s.":   "Ultima mossa, %s: il %s ha seminato da %s, %s, finendo su %s.",
			"Last move, %s: %s stacked from %s, %s, and ended on %s.": "Ultima mossa, %s: il %s ha impilato da %s, %s, finendo su %s.",
			"Captured: %s.":      "Pezzi catturati: %s.",
			"Dropped on %s.":     "Pezzi lasciati su %s.",
			"Picked up from %s.": "Pezzi raccolti da %s.",

			// A move told.
			"pass":                                    "passare",
			"stack from %s, %s, ending on %s":         "impilare da %s, %s, finendo su %s",
			"sow 1 piece from %s, %s, ending on %s":   "seminare 1 pezzo da %s, %s, finendo su %s",
			"sow %d pieces from %s, %s, ending on %s": "seminare %d pezzi da %s, %s, finendo su %s",
			", capturing %s":                          ", catturando %s",

			// Refusals.
			"%q must be written exactly as %s":                                                               "%q si deve scrivere esattamente %s",
			"you can pass only when you have no other move":                                                  "puoi passare solo quando non hai altre mosse",
			"%s needs a direction: c or a (clockwise or anticlockwise), then o or i (outward or inward)":     "a %s manca una direzione: c oppure a (senso orario o antiorario), poi o oppure i (verso l'esterno o l'interno)",
			"the stack of %d on %s, the first cell on the way, is too high to be jumped by %d from %s":       "la pila di %d su %s, la prima casella del percorso, è troppo alta perché la saltino %d da %s",
			"the stack on %s, the first cell on the way, cannot be jumped because %s behind it is not empty": "la pila su %s, la prima casella del percorso, non si può saltare perché la casella %s, subito dietro, non è vuota",
			"the piece would come round to %s again and leave the board as it was":                           "il pezzo farebbe il giro fino a %s e lascerebbe il tavoliere com'era",
		},
	}
}
