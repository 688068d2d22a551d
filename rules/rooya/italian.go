package rooya

import (
	_ "embed"

	"turnpost/rules"
)

//go:embed rules.it.txt
var italianText string

// italian is the game in Italian. A plate is a "piastra", since "tavoliere" is
// the whole board.
func italian() rules.Words {
	return rules.Words{
		Notation: "Una casella da sola posa una pedina; a2-b2 muove una pedina o fa uno scambio, a2-b2-c2 continua con un secondo passo; cw, ccw e 180 girano la piastra interna.",
		Brief: "Due piastre stanno una dentro l'altra, e quella interna gira. Posa le tue otto pedine sulla piastra esterna; " +
			"poi, a ogni turno, muovi una pedina di una casella, scambiala di posto con una avversaria, o gira la piastra interna. " +
			"Cinque tue pedine che riempiono una riga o una colonna vincono.",
		Text: italianText,
		Reasons: map[string]string{
			reasonAligned: "cinque pedine di una parte riempiono una riga o una colonna",
			reasonBlocked: "chi era di turno non poteva muovere nessuna pedina",
		},
		Phrases: map[string]string{
			"place": "posare",
			"turn":  "girare",
			"inner": "interna",
			"outer": "esterna",

			// The diagram.
			"%s, %d in hand":                     "%s, %d in mano",
			"%s placed [%s].":                    "%s ha posato [%s].",
			"%s exchanged %s:":                   "%s ha scambiato %s:",
			"%s moved %s:":                       "%s ha mosso %s:",
			"from ( ) to [ ].":                   "da ( ) a [ ].",
			"%s turned the framed plate":         "%s ha girato la piastra in cornice",
			"a quarter, %s.":                     "di un quarto di giro, %s.",
			"half round, %s.":                    "di mezzo giro, %s.",
			"The framed plate can turn.":         "La piastra nella cornice può girare.",
			"%s has made row %s.":                "%s ha completato la riga %s.",
			"%s has made column %s.":             "%s ha completato la colonna %s.",
			"Row %s was full before: no win.":    "Riga %s già piena prima: non vince.",
			"Column %s was full before: no win.": "Colonna %s già piena prima: non vince.",

			// The position in sentences.
			"The game is over: %s has won.":              "La partita è finita: %s ha vinto.",
			"%s to place a pawn on the outer plate.":     "Tocca a %s posare una pedina sulla piastra esterna.",
			"%s to move a pawn or turn the inner plate.": "Tocca a %s muovere una pedina o girare la piastra interna.",
			"%s has no pawns on the outer plate.":        "%s non ha pedine sulla piastra esterna.",
			"%s has one pawn on the outer plate: %s.":    "%s ha una pedina sulla piastra esterna: %s.",
			"%s has %d pawns on the outer plate: %s.":    "%s ha %d pedine sulla piastra esterna: %s.",
			"%s has no pawns on the inner plate.":        "%s non ha pedine sulla piastra interna.",
			"%s has one pawn on the inner plate: %s.":    "%s ha una pedina sulla piastra interna: %s.",
			"%s has %d pawns on the inner plate: %s.":    "%s ha %d pedine sulla piastra interna: %s.",
			"%s has no pawns left in hand.":              "%s non ha più pedine in mano.",
			"%s has one pawn left in hand.":              "%s ha ancora una pedina in mano.",
			"%s has %d pawns in hand.":                   "%s ha %d pedine in mano.",
			"Last move by %s: %s.":                       "Ultima mossa di %s: %s.",

			// The plies.
			"a new pawn on %s": "una nuova pedina in %s",
			"a quarter turn of the inner plate, clockwise":                     "un quarto di giro della piastra interna, in senso orario",
			"a quarter turn of the inner plate, anticlockwise":                 "un quarto di giro della piastra interna, in senso antiorario",
			"a half turn of the inner plate":                                   "mezzo giro della piastra interna",
			"from %s to %s":                                                    "da %s a %s",
			"from %s to %s, changing places with the enemy pawn there":         "da %s a %s, scambiandosi di posto con la pedina avversaria",
			"from %s by way of %s to %s":                                       "da %s a %[3]s passando per %[2]s",
			"from %s by way of %s to %s, from where the enemy pawn goes to %s": "da %s a %[3]s passando per %[2]s, da dove la pedina avversaria va in %[4]s",

			// The refusals.
			"%q is not in canonical form; it is %s":                                                                      "%q non è nella forma canonica, che è %s",
			"the plate cannot turn before all sixteen pawns are placed":                                                  "la piastra non può girare prima che tutte e sedici le pedine siano posate",
			"all pawns are placed; a move names the cell that a pawn leaves and the cell that it reaches, such as a2-b2": "tutte le pedine sono posate; una mossa nomina la casella che la pedina lascia e quella in cui arriva, per esempio a2-b2",
			"no pawn can move before all sixteen are placed; name one free cell of the outer plate":                      "nessuna pedina può muoversi prima che siano posate tutte e sedici; nomina una casella libera della piastra esterna",
			"pawns are placed on the outer plate, and %s is on the inner one":                                            "le pedine si posano sulla piastra esterna, e %s è su quella interna",
			"%s is occupied; pawns are placed on free cells":                                                             "%s è occupata; le pedine si posano su caselle libere",
			"there is no capture in this game; pawns change places, and that is written %s":                              "in questo gioco non ci sono catture; le pedine si scambiano di posto, e si scrive %s",
			"a pawn takes two steps at most, and this would be %d":                                                       "una pedina fa al massimo due passi, e questi sarebbero %d",
			"%s holds a pawn of your own":                                                                                "in %s c'è una tua pedina",
			"only a pawn that has changed plates may go on, and %s and %s are both on the %s plate":                      "solo una pedina che ha cambiato piastra può proseguire, e %s e %s sono tutte e due sulla piastra %s",
			"a pawn that changes places with another stops there, on %s":                                                 "una pedina che si scambia di posto con un'altra si ferma lì, in %s",
			"the second step must stay on the %s plate, and %s is on the %s one":                                         "il secondo passo deve restare sulla piastra %s, e %s è su quella %s",
			"%s is not beside %s; a step goes one cell up, down, left or right":                                          "%s non è accanto a %s; un passo va di una casella in su, in giù, a sinistra o a destra",
		},
	}
}
