package tournament

// TimeLosses is with how many games lost on time somebody is out.
const TimeLosses = 2

// CancelsAll reports whether all games of somebody who is out are cancelled: if less than
// half of them are over. Otherwise the rest is lost.
func CancelsAll(over, all int) bool { return 2*over < all }
