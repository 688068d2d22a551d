package rooya

import (
	_ "embed"

	"turnpost/rules"
)

//go:embed rules.fr.txt
var frenchText string

// french is the game in French. The plates are called as on the author's sheet.
func french() rules.Words {
	return rules.Words{
		Notation: "Une case seule pose un pion ; a2-b2 déplace un pion ou fait un échange, a2-b2-c2 continue d'un second pas ; cw, ccw et 180 font tourner le plateau intérieur.",
		Brief: "Deux plateaux sont emboîtés l'un dans l'autre, et celui de l'intérieur tourne. Posez vos huit pions sur le plateau extérieur ; " +
			"puis, à chaque tour, déplacez un pion d'une case, échangez sa place avec celle d'un pion adverse, ou faites tourner le plateau intérieur. " +
			"Cinq de vos pions qui remplissent une rangée ou une colonne gagnent.",
		Text: frenchText,
		Reasons: map[string]string{
			reasonAligned: "cinq pions d'un même camp remplissent une rangée ou une colonne",
			reasonBlocked: "le camp qui avait le trait ne pouvait déplacer aucun pion",
		},
		Phrases: map[string]string{
			"place": "poser",
			"turn":  "tourner",
			"inner": "intérieur",
			"outer": "extérieur",

			// The diagram.
			"%s, %d in hand":                     "%s, %d en main",
			"%s placed [%s].":                    "%s a posé [%s].",
			"%s exchanged %s:":                   "%s a échangé %s :",
			"%s moved %s:":                       "%s a joué %s :",
			"from ( ) to [ ].":                   "de ( ) à [ ].",
			"%s turned the framed plate":         "%s a tourné le plateau encadré",
			"a quarter, %s.":                     "d'un quart de tour, %s.",
			"half round, %s.":                    "d'un demi-tour, %s.",
			"The framed plate can turn.":         "Le plateau encadré peut tourner.",
			"%s has made row %s.":                "%s a rempli la rangée %s.",
			"%s has made column %s.":             "%s a rempli la colonne %s.",
			"Row %s was full before: no win.":    "Rangée %s déjà pleine : sans effet.",
			"Column %s was full before: no win.": "Colonne %s déjà pleine : sans effet.",

			// The position in sentences.
			"The game is over: %s has won.":              "La partie est finie : %s a gagné.",
			"%s to place a pawn on the outer plate.":     "À %s de poser un pion sur le plateau extérieur.",
			"%s to move a pawn or turn the inner plate.": "À %s de déplacer un pion ou de tourner le plateau intérieur.",
			"%s has no pawns on the outer plate.":        "%s n'a aucun pion sur le plateau extérieur.",
			"%s has one pawn on the outer plate: %s.":    "%s a un pion sur le plateau extérieur : %s.",
			"%s has %d pawns on the outer plate: %s.":    "%s a %d pions sur le plateau extérieur : %s.",
			"%s has no pawns on the inner plate.":        "%s n'a aucun pion sur le plateau intérieur.",
			"%s has one pawn on the inner plate: %s.":    "%s a un pion sur le plateau intérieur : %s.",
			"%s has %d pawns on the inner plate: %s.":    "%s a %d pions sur le plateau intérieur : %s.",
			"%s has no pawns left in hand.":              "%s n'a plus de pion en main.",
			"%s has one pawn left in hand.":              "%s a encore un pion en main.",
			"%s has %d pawns in hand.":                   "%s a %d pions en main.",
			"Last move by %s: %s.":                       "Dernier coup de %s : %s.",

			// The plies.
			"a new pawn on %s": "un nouveau pion en %s",
			"a quarter turn of the inner plate, clockwise":                     "un quart de tour du plateau intérieur, dans le sens horaire",
			"a quarter turn of the inner plate, anticlockwise":                 "un quart de tour du plateau intérieur, dans le sens antihoraire",
			"a half turn of the inner plate":                                   "un demi-tour du plateau intérieur",
			"from %s to %s":                                                    "de %s à %s",
			"from %s to %s, changing places with the enemy pawn there":         "de %s à %s, en échangeant sa place avec celle du pion adverse",
			"from %s by way of %s to %s":                                       "de %s à %[3]s en passant par %[2]s",
			"from %s by way of %s to %s, from where the enemy pawn goes to %s": "de %s à %[3]s en passant par %[2]s, d'où le pion adverse va en %[4]s",

			// The refusals.
			"%q is not in canonical form; it is %s":                                                                      "%q n'est pas la forme canonique ; c'est %s",
			"the plate cannot turn before all sixteen pawns are placed":                                                  "le plateau ne peut pas tourner avant que les seize pions soient posés",
			"all pawns are placed; a move names the cell that a pawn leaves and the cell that it reaches, such as a2-b2": "tous les pions sont posés ; un coup nomme la case que le pion quitte et celle où il arrive, par exemple a2-b2",
			"no pawn can move before all sixteen are placed; name one free cell of the outer plate":                      "aucun pion ne peut se déplacer avant que les seize soient posés ; nommez une case libre du plateau extérieur",
			"pawns are placed on the outer plate, and %s is on the inner one":                                            "les pions se posent sur le plateau extérieur, et %s est sur le plateau intérieur",
			"%s is occupied; pawns are placed on free cells":                                                             "%s est occupée ; les pions se posent sur des cases libres",
			"there is no capture in this game; pawns change places, and that is written %s":                              "il n'y a pas de prise dans ce jeu ; les pions échangent leurs places, et cela s'écrit %s",
			"a pawn takes two steps at most, and this would be %d":                                                       "un pion fait deux pas au plus, et cela en ferait %d",
			"%s holds a pawn of your own":                                                                                "un de vos propres pions est en %s",
			"only a pawn that has changed plates may go on, and %s and %s are both on the %s plate":                      "seul un pion qui a changé de plateau peut continuer, et %s et %s sont toutes deux sur le plateau %s",
			"a pawn that changes places with another stops there, on %s":                                                 "un pion qui échange sa place avec un autre s'arrête là, en %s",
			"the second step must stay on the %s plate, and %s is on the %s one":                                         "le second pas doit rester sur le plateau %s, et %s est sur le plateau %s",
			"%s is not beside %s; a step goes one cell up, down, left or right":                                          "%s n'est pas à côté de %s ; un pas va d'une case vers le haut, le bas, la gauche ou la droite",
		},
	}
}
