package roses

import (
	_ "embed"

	"turnpost/rules"
)

//go:embed rules.fr.txt
var frenchRules string

// french is the game in French.
func french() rules.Words {
	return rules.Words{
		Brief: "Chaque camp a un château et quatre soldats sur un plateau de vingt hexagones. " +
			"Deux soldats alignés poussent l'ennemi qui leur fait face ; qui est poussé hors du plateau est perdu. " +
			"Pour gagner, renversez le château ennemi avec deux soldats alignés.",
		Notation: "Une case seule pose un soldat ; d4-c3 en déplace un, ou la ligne qui finit là ; d4e5-d5e6 en déplace deux de côté ; x attaque : d4xf6 avec deux soldats alignés, d3xd4 avec appui.",
		Text:     frenchRules,
		Reasons: map[string]string{
			castle: "une phalange a capturé le château ennemi",
			bare:   "aucun camp n'a plus deux soldats, et personne ne peut plus attaquer",
			stuck:  "les deux camps ont dû passer, l'un après l'autre",
		},
		Phrases: map[string]string{
			// Groups.
			"attack":       "attaque",
			"step or line": "pas ou ligne",
			"translation":  "translation",
			"drop":         "pose",
			"pass":         "passe",

			// Diagram and scene.
			"%s: soldiers %s, castle [%s]":            "%s : soldats %s, château [%s]",
			"%s: soldiers %s, castle captured":        "%s : soldats %s, château capturé",
			"%d on the board":                         "%d sur le plateau",
			", %d in hand":                            ", %d en main",
			", to move":                               ", au trait",
			"%s: %d in hand":                          "%s : %d en main",
			"%s passed.":                              "%s a passé.",
			"%s dropped a soldier on %s, marked < >.": "%s a posé un soldat en %s, marqué < >.",
			"%s played %s, marked < >. The castle on %s is captured.":       "%s a joué %s, marqué < >. Le château en %s est capturé.",
			"%s played %s, marked < >. The soldier on %s was pushed to %s.": "%s a joué %s, marqué < >. Le soldat en %s est poussé en %s.",
			"%s played %s, marked < >. The soldier on %s was captured.":     "%s a joué %s, marqué < >. Le soldat en %s est capturé.",
			"%s played %s, marked < >.":                                     "%s a joué %s, marqué < >.",
			"No soldier may be dropped on a red cell (:::).":                "On ne pose pas de soldat sur une case rouge (:::).",

			// Description.
			"No soldier may be dropped on the red cells c4 and d4.":                  "On ne pose pas de soldat sur les cases rouges c4 et d4.",
			"%s has just passed; a second pass in a row makes a draw.":               "%s vient de passer ; si l'autre camp passe aussi, la partie est nulle.",
			"Last move, by %s: %s.":                                                  "Dernier coup, joué par %s : %s.",
			"The game is over: %s has captured the castle on %s and wins.":           "La partie est finie : %s a capturé le château en %s et gagne.",
			"The game is over, a draw: neither side has two soldiers left.":          "La partie est finie et nulle : aucun camp n'a plus deux soldats.",
			"The game is over, a draw: both sides had to pass, one after the other.": "La partie est finie et nulle : les deux camps ont dû passer, l'un après l'autre.",
			"%s is to play. Soldiers are still being dropped; nothing moves yet.":    "C'est à %s de jouer. On pose encore les soldats ; rien ne bouge pour l'instant.",
			"%s is to play. All soldiers have been dropped; they move and attack.":   "C'est à %s de jouer. Tous les soldats sont posés ; ils se déplacent et attaquent.",
			"castle on %s":              "château en %s",
			"castle captured":           "château capturé",
			"no soldier on the board":   "aucun soldat sur le plateau",
			"one soldier, on %s":        "un soldat, en %s",
			"%d soldiers, on %s":        "%d soldats, en %s",
			"%s: %s; %s.":               "%s : %s ; %s.",
			"%s: %s; %s; none in hand.": "%s : %s ; %s ; aucun en main.",
			"%s: %s; %s; %d in hand.":   "%s : %s ; %s ; %d en main.",

			// Plies.
			"a soldier is dropped on %s":                                                     "un soldat est posé en %s",
			"the two soldiers on %s and %s shift sideways to %s and %s":                      "les deux soldats de %s et %s glissent de côté en %s et %s",
			"a pass, since nothing else is possible":                                         "une passe, faute d'autre coup possible",
			"the soldier on %s steps to %s":                                                  "le soldat de %s va en %s",
			"the line of %d soldiers %s advances one cell, to %s":                            "la ligne de %d soldats %s avance d'une case, jusqu'en %s",
			"the phalanx %s, %s runs over the castle on %s and wins":                         "la phalange %s, %s renverse le château en %s et gagne",
			"the phalanx %s, %s attacks %s and pushes the soldier there to %s":               "la phalange %s, %s attaque %s et pousse en %s le soldat qui s'y trouve",
			"the phalanx %s, %s attacks %s and captures the soldier there":                   "la phalange %s, %s attaque %s et capture le soldat qui s'y trouve",
			"the soldier on %s, with support, attacks %s and pushes the soldier there to %s": "le soldat de %s, avec appui, attaque %s et pousse en %s le soldat qui s'y trouve",
			"the soldier on %s, with support, attacks %s and captures the soldier there":     "le soldat de %s, avec appui, attaque %s et capture le soldat qui s'y trouve",

			// Refusals.
			"%q is written %s": "%q s'écrit %s",
			"you have no legal action here and can only pass":                                                              "vous n'avez aucune action possible et ne pouvez que passer",
			"you can pass only when you have no legal action, and you have one":                                            "vous ne pouvez passer que faute d'action possible, et il vous en reste une",
			"nothing moves before all eight soldiers are on the board; until then name one cell for a soldier, such as %s": "rien ne bouge avant que les huit soldats soient sur le plateau ; d'ici là, nommez une seule case pour un soldat, par exemple %s",
			"there is nothing more to drop; a move names the cell that is left and the cell that is entered, such as %s":   "il n'y a plus rien à poser ; un coup nomme la case de départ et la case d'arrivée, par exemple %s",
			"%s is occupied": "%s est occupée",
			"%s is a red cell, and no soldier may be dropped there":       "%s est une case rouge, où l'on ne pose pas de soldat",
			"%s is not next to a piece of yours":                          "%s ne touche aucune de vos pièces",
			"your castle on %s never moves":                               "votre château en %s ne bouge jamais",
			"%s is named twice; nothing would move":                       "%s est nommée deux fois ; rien ne bougerait",
			"%s and %s are not on one straight line":                      "%s et %s ne sont pas sur une même ligne droite",
			"an enemy piece stands on %s, and an attack is written %s":    "il y a une pièce ennemie en %s, et une attaque s'écrit %s",
			"a piece of yours stands on %s; the line from %s moves as %s": "une de vos pièces occupe %s ; pour déplacer la ligne depuis %s, écrivez %s",
			"a piece of yours stands on %s":                               "une de vos pièces occupe %s",
			"a soldier moves one cell; to enter %s from %s a line of %d soldiers of yours must stand there, and %s holds none": "un soldat avance d'une case ; pour entrer en %s depuis %s, il faudrait là une ligne de %d de vos soldats, et il n'y en a pas en %s",
			"there is no enemy on %s, and a move is written %s":                                                                "il n'y a pas d'ennemi en %s, et un déplacement s'écrit %s",
			"there is no enemy on %s to attack":                                                                                "il n'y a pas d'ennemi à attaquer en %s",
			"the piece on %s is your own":                                                                                      "la pièce en %s est à vous",
			"%s is %d cells from %s; an attack starts one cell away with support, or two cells away with a phalanx":            "%s est à %d cases de %s ; une attaque part d'une case de distance avec appui, ou de deux cases avec une phalange",
			"a phalanx needs two soldiers of yours in line, and there is none on %s":                                           "une phalange demande deux de vos soldats alignés, et il n'y en a pas en %s",
			"a castle can be attacked by a phalanx only: two soldiers in line with it":                                         "seule une phalange peut attaquer un château : deux soldats alignés avec lui",
			"no second soldier of yours is next to %s to support the attack":                                                   "aucun autre de vos soldats ne touche %s pour appuyer l'attaque",
			"the cell behind %s, %s, is occupied, so that the attack is blocked":                                               "la case derrière %s, %s, est occupée, ce qui empêche l'attaque",
			"%s is named twice; a translation moves two soldiers":                                                              "%s est nommée deux fois ; une translation déplace deux soldats",
			"%s and %s are not next to each other":                                                                             "%s et %s ne se touchent pas",
			"in a translation both soldiers go one cell in the same direction":                                                 "dans une translation, les deux soldats vont d'une case dans la même direction",
			"%s and %s would move along their own line, which is written %s":                                                   "%s et %s avanceraient le long de leur propre ligne, ce qui s'écrit %s",
			"a translation is no attack, and is written %s":                                                                    "une translation n'est pas une attaque, et s'écrit %s",
		},
	}
}
