package turro

import (
	_ "embed"

	"turnpost/rules"
)

//go:embed rules.fr.txt
var frenchText string

// french is Turro as it is told in French. A stack is a "pile", a field a
// "case", a stone a "pièce" and a pawn a "pion".
func french() rules.Words {
	return rules.Words{
		Brief: "Amenez votre Turro, la pièce couronnée, à l'autre bout d'un plateau de 7 sur 7, ou posez une pièce sur le Turro adverse. " +
			"Une pièce avance en ligne droite d'exactement autant de cases qu'il y a de pièces sur celle qu'elle quitte, et se pose au sommet de ce qu'elle trouve. " +
			"Qui bâtit une pile plus haute que toutes les précédentes offre deux coups à l'adversaire.",
		Text: frenchText,
		Reasons: map[string]string{
			crossed.String():   "un Turro a atteint l'autre bout du plateau",
			captured.String():  "une pièce s'est posée sur le Turro adverse",
			stalemate.String(): "un camp qui devait commencer son tour n'avait aucun coup possible",
		},
		Phrases: map[string]string{
			// The diagram and the groups of plies.
			"x Black, o White; <X>, <O> their Turros.":                      "x Noir, o Blanc ; <X>, <O> leurs Turros.",
			"Last turn: ( ) to [ ].":                                        "Dernier tour : ( ) à [ ].",
			"x3: three high, Black on top; below it the rest, next first.":  "x3 : trois pièces, Noir au sommet ; le reste dessous, dans l'ordre.",
			"%s from the top: %s":                                           "%s de haut en bas : %s",
			"A tower of %d or more when this turn ends gives %s two moves.": "Une pile de %d ou plus en fin de tour donne deux coups à %s.",
			"%s has two moves; the second can be declined.":                 "%s a deux coups ; le second est facultatif.",
			"%s has a second move, or passes.":                              "%s a un second coup, ou passe.",
			"%s":                                                            "%s",
			"%s, Turro":                                                     "%s, Turro",
			"%s, tower of %d":                                               "%s, pile de %d",
			"%s, Turro, tower of %d":                                        "%s, Turro, pile de %d",
			"no second move":                                                "pas de second coup",

			// The position in sentences.
			"%s is to move.": "C'est à %s de jouer.",
			"The game is over. %s has won: its Turro has reached the far end.":                 "La partie est finie. %s a gagné : son Turro a atteint l'autre bout.",
			"The game is over. %s has won: it has captured the Turro of %s.":                   "La partie est finie. %s a gagné en capturant le Turro de %s.",
			"The game is over. %s has won: %s had no legal move.":                              "La partie est finie. %s a gagné : %s n'avait aucun coup possible.",
			"The Turro of %s lies captured on %s.":                                             "Le Turro de %s est capturé sur %s.",
			"The Turro of %s stands on %s.":                                                    "Le Turro de %s est sur %s.",
			"The Turro of %s stands on %s, on top of a stack of %s. Under it, next first: %s.": "Le Turro de %s est sur %s, au sommet d'une pile de %s. Sous lui, de haut en bas : %s.",
			"Single pawns of %s: %s.":                                                          "Pions seuls de %s : %s.",
			"%s to %s":                                                                         "de %s à %s",
			"On %s a stack of %s with %s on top. Under it, next first: %s.":                    "Sur %s, une pile de %s avec %s au sommet. Dessous, de haut en bas : %s.",
			"the Turro of %s":                                                                  "le Turro de %s",
			"%s times %s":                                                                      "%s fois %s",
			"When this turn began the tallest tower was %d high; a taller one at its end gives %s two moves.": "Au début de ce tour, la pile la plus haute était de %d ; une plus haute à la fin donnerait deux coups à %s.",
			"Last turn: from %s to %s.":                     "Dernier tour : de %s à %s.",
			"Last turn: from %s to %s, then from %s to %s.": "Dernier tour : de %s à %s, puis de %s à %s.",
			"First move of this turn: from %s to %s.":       "Premier coup de ce tour : de %s à %s.",

			// A ply in words.
			"from %s to %s":                      "de %s à %s",
			"the Turro from %s to %s":            "le Turro de %s à %s",
			"%s, %s":                             "%s, %s",
			"%s, freeing a stone of %s":          "%s, en libérant une pièce de %s",
			"the far end of the board, and wins": "à l'autre bout du plateau, et gagne",
			"onto the Turro of %s, and wins":     "sur le Turro de %s, et gagne",
			"an empty field":                     "case vide",
			"onto a single stone of %s":          "sur une pièce seule de %s",
			"onto a stack of %s with %s on top":  "sur une pile de %s avec %s au sommet",
			"pass, without a second move":        "passe, sans second coup",

			// Refusals.
			"every move of Turro is written with a hyphen: %s":                            "au Turro, tout coup s'écrit avec un trait d'union : %s",
			"%q is not how this move is stored, which is %s":                              "%q n'est pas la forme enregistrée de ce coup, qui est %s",
			"only the second of your two moves can be declined; the first must be made":   "vous ne pouvez passer que le second de vos deux coups ; le premier est obligatoire",
			"you can pass only instead of the second of two moves, and this turn has one": "on ne passe qu'à la place du second de deux coups, et ce tour n'en a qu'un",
			"the stone on top of %s is not yours, and yours under it is captured":         "la pièce au sommet de %s n'est pas à vous, et la vôtre, dessous, est capturée",
			"a move cannot end on %s, where it begins":                                    "un coup ne peut pas finir sur %s, d'où il part",
			"%s fields are needed from a stack of %s, and from %s no line is so long":     "il faut %s cases depuis une pile de %s, et à partir de %s aucune ligne n'est aussi longue",
			"%s fields are needed from a stack of %s, and from %s to %s it is %s":         "il faut %s cases depuis une pile de %s, et de %s à %s il y en a %s",
			"a single stone moves one field, and from %s to %s it is %s":                  "une pièce seule avance d'une case, et de %s à %s il y en a %s",
			"%s is not in a straight line from %s":                                        "%s n'est pas en ligne droite depuis %s",
			"on %s stands your own Turro, on which you may not land":                      "sur %s se tient votre propre Turro, sur lequel vous ne pouvez pas vous poser",
			"%s-%s is not legal here":                                                     "%s-%s n'est pas permis ici",

			// Numbers; "one" counts fields.
			"one": "une", "two": "deux", "three": "trois", "four": "quatre", "five": "cinq", "six": "six",
			"seven": "sept", "eight": "huit", "nine": "neuf", "ten": "dix", "eleven": "onze", "twelve": "douze",
		},
	}
}
