package turro

import (
	_ "embed"

	"turnpost/rules"
)

//go:embed rules.it.txt
var italianText string

// italian is Turro as it is told in Italian. A stack is a "pila", a field a
// "casella", a stone a "pezzo" and a pawn a "pedina"; the sides have articles.
func italian() rules.Words {
	return rules.Words{
		Brief: "Porta il tuo Turro, il pezzo con la corona, all'altro capo di un tavoliere di 7 per 7, oppure posa un pezzo sul Turro avversario. " +
			"Un pezzo muove in linea retta di tante caselle quanti sono i pezzi sulla casella che lascia, né più né meno, e si posa in cima a quello che trova. " +
			"Chi costruisce una pila più alta di tutte le precedenti regala all'avversario due mosse.",
		Text: italianText,
		Reasons: map[string]string{
			crossed.String():   "un Turro ha raggiunto l'altro capo del tavoliere",
			captured.String():  "un pezzo si è posato sul Turro avversario",
			stalemate.String(): "chi doveva cominciare il turno non aveva mosse",
		},
		Phrases: map[string]string{
			// The diagram and the groups of plies.
			"x Black, o White; <X>, <O> their Turros.":                      "x Nero, o Bianco; <X>, <O> i loro Turro.",
			"Last turn: ( ) to [ ].":                                        "Ultimo turno: da ( ) a [ ].",
			"x3: three high, Black on top; below it the rest, next first.":  "x3: tre pezzi, in cima il Nero; sotto il resto, dall'alto.",
			"%s from the top: %s":                                           "%s dall'alto: %s",
			"A tower of %d or more when this turn ends gives %s two moves.": "Una pila di %d o più alla fine del turno dà due mosse al %s.",
			"%s has two moves; the second can be declined.":                 "Il %s ha due mosse; la seconda è facoltativa.",
			"%s has a second move, or passes.":                              "Il %s ha una seconda mossa, oppure passa.",
			"%s":                                                            "%s",
			"%s, Turro":                                                     "%s, Turro",
			"%s, tower of %d":                                               "%s, pila di %d",
			"%s, Turro, tower of %d":                                        "%s, Turro, pila di %d",
			"no second move":                                                "nessuna seconda mossa",

			// The position in sentences.
			"%s is to move.": "Tocca al %s.",
			"The game is over. %s has won: its Turro has reached the far end.":                 "La partita è finita. Ha vinto il %s: il suo Turro ha raggiunto l'altro capo.",
			"The game is over. %s has won: it has captured the Turro of %s.":                   "La partita è finita. Ha vinto il %s: ha catturato il Turro del %s.",
			"The game is over. %s has won: %s had no legal move.":                              "La partita è finita. Ha vinto il %s: il %s non aveva mosse.",
			"The Turro of %s lies captured on %s.":                                             "Il Turro del %s è catturato su %s.",
			"The Turro of %s stands on %s.":                                                    "Il Turro del %s è su %s.",
			"The Turro of %s stands on %s, on top of a stack of %s. Under it, next first: %s.": "Il Turro del %s è su %s, in cima a una pila di %s. Sotto, dall'alto: %s.",
			"Single pawns of %s: %s.":                                                          "Pedine singole del %s: %s.",
			"%s to %s":                                                                         "da %s a %s",
			"On %s a stack of %s with %s on top. Under it, next first: %s.":                    "Su %s una pila di %s con in cima il %s. Sotto, dall'alto: %s.",
			"the Turro of %s":                                                                  "il Turro del %s",
			"%s times %s":                                                                      "%s volte %s",
			"When this turn began the tallest tower was %d high; a taller one at its end gives %s two moves.": "All'inizio di questo turno la pila più alta era di %d; una più alta alla fine dà due mosse al %s.",
			"Last turn: from %s to %s.":                     "Ultimo turno: da %s a %s.",
			"Last turn: from %s to %s, then from %s to %s.": "Ultimo turno: da %s a %s, poi da %s a %s.",
			"First move of this turn: from %s to %s.":       "Prima mossa di questo turno: da %s a %s.",

			// A ply in words.
			"from %s to %s":                      "da %s a %s",
			"the Turro from %s to %s":            "il Turro da %s a %s",
			"%s, %s":                             "%s, %s",
			"%s, freeing a stone of %s":          "%s, liberando un pezzo del %s",
			"the far end of the board, and wins": "all'altro capo del tavoliere, e vince",
			"onto the Turro of %s, and wins":     "sul Turro del %s, e vince",
			"an empty field":                     "casella vuota",
			"onto a single stone of %s":          "su un pezzo singolo del %s",
			"onto a stack of %s with %s on top":  "su una pila di %s con in cima il %s",
			"pass, without a second move":        "passo, senza seconda mossa",

			// Refusals.
			"every move of Turro is written with a hyphen: %s":                            "a Turro ogni mossa si scrive con un trattino: %s",
			"%q is not how this move is stored, which is %s":                              "%q non è la forma registrata di questa mossa, che è %s",
			"only the second of your two moves can be declined; the first must be made":   "puoi rinunciare solo alla seconda delle tue due mosse; la prima è obbligatoria",
			"you can pass only instead of the second of two moves, and this turn has one": "puoi passare solo al posto della seconda di due mosse, e questo turno ne ha una",
			"the stone on top of %s is not yours, and yours under it is captured":         "il pezzo in cima a %s non è tuo, e il tuo, sotto, è catturato",
			"a move cannot end on %s, where it begins":                                    "una mossa non può finire su %s, da dove parte",
			"%s fields are needed from a stack of %s, and from %s no line is so long":     "servono %s caselle da una pila di %s, e da %s nessuna linea è così lunga",
			"%s fields are needed from a stack of %s, and from %s to %s it is %s":         "servono %s caselle da una pila di %s, e da %s a %s si va avanti di %s",
			"a single stone moves one field, and from %s to %s it is %s":                  "un pezzo singolo muove di una casella, e da %s a %s si va avanti di %s",
			"%s is not in a straight line from %s":                                        "%s non è in linea retta da %s",
			"on %s stands your own Turro, on which you may not land":                      "su %s c'è il tuo Turro, e lì non ti puoi posare",
			"%s-%s is not legal here":                                                     "%s-%s non è permessa qui",

			// Numbers; "one" counts fields.
			"one": "una", "two": "due", "three": "tre", "four": "quattro", "five": "cinque", "six": "sei",
			"seven": "sette", "eight": "otto", "nine": "nove", "ten": "dieci", "eleven": "undici", "twelve": "dodici",
		},
	}
}
