package solve

// worker looks at states.
type worker struct {
	table *WDL
	game  Wide
	see   func(to int64) bool

	// What was seen of the plies of the state that is looked at.
	plies int
	found state // that it is, or open

	wins, before []int64
}

func newWorker(t *WDL, g Wide) *worker {
	w := &worker{table: t, game: g}
	w.see = w.sees
	return w
}

// atOnce settles those among some states that win at once. Nobody has looked at any yet, so
// that none is made doubtful again.
func (w *worker) atOnce(from, to int64) (examined, settled int64) {
	for s := from; s < to; s++ {
		if w.game.AtOnce(s) && w.table.swap(s, doubtful, winning) {
			settled++
		}
	}
	return to - from, settled
}

// chunk looks at the doubtful ones among some states.
func (w *worker) chunk(from, to int64) (examined, settled int64) {
	for s := from; s < to; s++ {
		if s%perWord == 0 && !w.table.doubts(s) {
			s += perWord - 1
			continue
		}
		// It is no longer doubtful before its plies are looked at, so that whoever
		// settles one of those meanwhile makes it doubtful again.
		if w.table.get(s) != doubtful || !w.table.swap(s, doubtful, open) {
			continue
		}
		examined++
		switch w.look(s) {
		case winning:
			settled += w.win(s)
		case losing:
			settled += w.lose(s)
		}
	}
	return examined, settled
}

// look is what a state's plies make of it: open, if they do not say yet.
func (w *worker) look(s int64) state {
	w.plies, w.found = 0, losing
	w.game.Plies(s, w.see)
	if w.plies == 0 {
		return open
	}
	return w.found
}

// sees sees where a ply leads, and says whether the next one is to be seen.
func (w *worker) sees(to int64) bool {
	w.plies++
	v := open
	switch {
	case to >= 0:
		v = w.table.get(to)
	case to == int64(Wins):
		v = losing
	case to == int64(Loses):
		v = winning
	}
	switch v {
	case winning:
		return true
	case losing:
		w.found = winning
	default:
		w.found = open
	}
	return false
}

// lose settles a state that is lost: who can go there wins. It says how many it settled.
func (w *worker) lose(s int64) (settled int64) {
	if !w.table.settle(s, losing) {
		return 0
	}
	settled++
	w.wins = w.game.Before(s, w.wins[:0])
	for _, won := range w.wins {
		settled += w.win(won)
	}
	return settled
}

// win settles a state that is won: from where one can go there, one may have lost.
func (w *worker) win(s int64) (settled int64) {
	if !w.table.settle(s, winning) {
		return 0
	}
	w.before = w.game.Before(s, w.before[:0])
	for _, before := range w.before {
		if w.table.swap(before, open, doubtful) {
			w.table.doubt.Store(true)
		}
	}
	return 1
}
