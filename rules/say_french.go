package rules

func frenchPhrases() map[string]string {
	return map[string]string{
		"or":    "ou",
		"Black": "Noir",
		"White": "Blanc",
		"%q is not a move of this game; a move looks like %s": "%q n'est pas un coup de ce jeu ; un coup s'écrit comme %s",
		"%q can mean %s; please write one of them":            "%q peut vouloir dire %s ; écrivez l'un d'eux",
		"the game is over":                           "la partie est finie",
		"there is no cell %s on this board":          "il n'y a pas de case %s sur ce plateau",
		"there is nothing on %s to move":             "il n'y a rien à jouer sur %s",
		"the piece on %s is not yours":               "la pièce sur %s n'est pas à vous",
		"the same position arose for the third time": "la même position est apparue pour la troisième fois",
	}
}
