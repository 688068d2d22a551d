package rules

func italianPhrases() map[string]string {
	return map[string]string{
		"or":    "o",
		"Black": "Nero",
		"White": "Bianco",
		"%q is not a move of this game; a move looks like %s": "%q non è una mossa di questo gioco; una mossa si scrive come %s",
		"%q can mean %s; please write one of them":            "%q può voler dire %s; scrivi una di queste",
		"the game is over":                           "la partita è finita",
		"there is no cell %s on this board":          "non c'è una casella %s su questo tavoliere",
		"there is nothing on %s to move":             "su %s non c'è niente da muovere",
		"the piece on %s is not yours":               "il pezzo su %s non è tuo",
		"the same position arose for the third time": "la stessa posizione si è presentata per la terza volta",
	}
}
