package tournament

import "time"

// WarningLasts is how long a warning of a loss on time is known: a turn that had begun before
// it can be lost for so long without being out.
const WarningLasts = 3 * 24 * time.Hour

// CountsAsSecond reports whether a further loss on time puts somebody out who was warned:
// they could still act on the warning, as the turn began after it, or it is long ago. All
// games of a division begin at once, so that the first losses of who is away come at once.
func CountsAsSecond(warned, turn, lost time.Time) bool {
	return turn.After(warned) || !lost.Before(warned.Add(WarningLasts))
}

// CancelsAll reports whether all games of somebody who is out are cancelled: if less than
// half of them are over. Otherwise the rest is lost.
func CancelsAll(over, all int) bool { return 2*over < all }
