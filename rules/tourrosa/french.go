package tourrosa

import (
	_ "embed"

	"turnpost/rules"
)

//go:embed rules.fr.txt
var frenchText string

// french is the game in French.
func french() rules.Words {
	return rules.Words{
		Notation: "b12co+, c'est la case, puis c ou a (sens horaire ou antihoraire), puis o ou i (vers l'extérieur ou vers l'intérieur) ; " +
			"avec + vous empilez, sans + vous semez.",
		Brief: "Prenez toutes les pièces adverses. À votre tour, choisissez une de vos piles et l'une des quatre directions le long de la ligne de la rose : " +
			"semez ses pièces une à une, ou ramassez la pièce du dessus de chacune de vos piles qui se suivent, et laissez glisser ce qui reste en main. " +
			"En chemin, vous sautez et retirez du jeu les piles adverses qui ne sont pas plus hautes que ce qui se déplace.",
		Text: frenchText,
		Reasons: map[string]string{
			"cleared": "la dernière pièce adverse a été prise",
			"stuck":   "les deux camps ont passé, l'un après l'autre",
		},
		Phrases: map[string]string{
			"0 pieces":              "0 pièce",
			"1 piece":               "1 pièce",
			"%d pieces":             "%d pièces",
			"0 stacks":              "0 pile",
			"1 stack":               "1 pile",
			"%d stacks":             "%d piles",
			"clockwise outward":     "sens horaire, vers l'extérieur",
			"clockwise inward":      "sens horaire, vers l'intérieur",
			"anticlockwise outward": "sens antihoraire, vers l'extérieur",
			"anticlockwise inward":  "sens antihoraire, vers l'intérieur",

			// Below the diagram.
			"X Black: %s in %s    O White: %s in %s": "X Noir : %s en %s    O Blanc : %s en %s",
			"Last: %s passed.":                       "Dernier coup : %s a passé.",
			"Last: %s, %s sowed %s, (%s) to [%s].":   "Dernier coup : %s, %s a semé, %s, de (%s) à [%s].",
			"Last: %s, %s stacked %s, (%s) to [%s].": "Dernier coup : %s, %s a empilé, %s, de (%s) à [%s].",
			"%s on %s":                               "%s sur %s",
			"Captured (x): %s.":                      "Prises (x) : %s.",
			"Dropped on (+): %s.":                    "Pièces déposées (+) : %s.",
			"Taken from (-): %s.":                    "Pièces ramassées (-) : %s.",

			// The position told.
			"%s is to move.":                  "C'est à %s de jouer.",
			"The game is over: %s has won.":   "La partie est finie : %s a gagné.",
			"The game is over: it is a draw.": "La partie est finie : elle est nulle.",
			"%s has %s in %s: %s.":            "%s a %s en %s : %s.",
			"%s has no pieces left.":          "%s n'a plus de pièces.",
			"%d on %s":                        "%d sur %s",
			"%s can only pass.":               "%s ne peut que passer.",
			"The last turn was a pass; a second pass in a row makes a draw.": "Le tour précédent a été passé ; si l'on passe encore, la partie est nulle.",
			"Last move: %s passed.":                                   "Dernier coup : %s a passé.",
			"Last move, %s: %s sowed from %s, %s, and ended on %s.":   "Dernier coup, %s : %s a semé depuis %s, %s, pour finir sur %s.",
			"Last move, %s: %s stacked from %s, %s, and ended on %s.": "Dernier coup, %s : %s a empilé depuis %s, %s, pour finir sur %s.",
			"Captured: %s.":      "Pièces prises : %s.",
			"Dropped on %s.":     "Pièces déposées sur %s.",
			"Picked up from %s.": "Pièces ramassées sur %s.",

			// A move told.
			"pass":                                    "passer",
			"stack from %s, %s, ending on %s":         "empiler depuis %s, %s, pour finir sur %s",
			"sow 1 piece from %s, %s, ending on %s":   "semer 1 pièce depuis %s, %s, pour finir sur %s",
			"sow %d pieces from %s, %s, ending on %s": "semer %d pièces depuis %s, %s, pour finir sur %s",
			", capturing %s":                          ", en prenant %s",

			// Refusals.
			"%q must be written exactly as %s":                                                               "%q doit s'écrire exactement %s",
			"you can pass only when you have no other move":                                                  "vous ne pouvez passer que si vous n'avez aucun autre coup",
			"%s needs a direction: c or a (clockwise or anticlockwise), then o or i (outward or inward)":     "il manque une direction à %s : c ou a (sens horaire ou antihoraire), puis o ou i (vers l'extérieur ou vers l'intérieur)",
			"the stack of %d on %s, the first cell on the way, is too high to be jumped by %d from %s":       "la pile de %d sur %s, la première case du trajet, est trop haute pour être sautée par %d depuis %s",
			"the stack on %s, the first cell on the way, cannot be jumped because %s behind it is not empty": "la pile sur %s, la première case du trajet, ne peut pas être sautée, car la case %s, juste derrière, n'est pas vide",
			"the piece would come round to %s again and leave the board as it was":                           "la pièce ferait le tour jusqu'à %s et laisserait le plateau tel qu'il était",
		},
	}
}
