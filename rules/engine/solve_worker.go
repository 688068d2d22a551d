package engine

// wideWorker looks at states.
type wideWorker struct {
	table *WideTable
	game  WideGraph
	see   func(to int64) bool

	// What was seen of the plies of the state that is looked at.
	plies int
	found wideState // that it is, or open

	wins, before []int64
}

func newWideWorker(t *WideTable, g WideGraph) *wideWorker {
	w := &wideWorker{table: t, game: g}
	w.see = w.sees
	return w
}

// atOnce settles those among some states that win at once. Nobody has looked at any yet, so
// that none is made doubtful again.
func (w *wideWorker) atOnce(from, to int64) (examined, settled int64) {
	for s := from; s < to; s++ {
		if w.game.AtOnce(s) && w.table.swap(s, stateDoubtful, stateWon) {
			settled++
		}
	}
	return to - from, settled
}

// chunk looks at the doubtful ones among some states.
func (w *wideWorker) chunk(from, to int64) (examined, settled int64) {
	for s := from; s < to; s++ {
		if s%perWord == 0 && !w.table.doubts(s) {
			s += perWord - 1
			continue
		}
		// It is no longer doubtful before its plies are looked at, so that whoever
		// settles one of those meanwhile makes it doubtful again.
		if w.table.get(s) != stateDoubtful || !w.table.swap(s, stateDoubtful, stateOpen) {
			continue
		}
		examined++
		switch w.look(s) {
		case stateWon:
			settled += w.win(s)
		case stateLost:
			settled += w.lose(s)
		}
	}
	return examined, settled
}

// look is what a state's plies make of it: open, if they do not say yet.
func (w *wideWorker) look(s int64) wideState {
	w.plies, w.found = 0, stateLost
	w.game.Plies(s, w.see)
	if w.plies == 0 {
		return stateOpen
	}
	return w.found
}

// sees sees where a ply leads, and says whether the next one is to be seen.
func (w *wideWorker) sees(to int64) bool {
	w.plies++
	v := stateOpen
	switch {
	case to >= 0:
		v = w.table.get(to)
	case to == int64(EndWins):
		v = stateLost
	case to == int64(EndLoses):
		v = stateWon
	}
	switch v {
	case stateWon:
		return true
	case stateLost:
		w.found = stateWon
	default:
		w.found = stateOpen
	}
	return false
}

// lose settles a state that is lost: who can go there wins. It says how many it settled.
func (w *wideWorker) lose(s int64) (settled int64) {
	if !w.table.settle(s, stateLost) {
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
func (w *wideWorker) win(s int64) (settled int64) {
	if !w.table.settle(s, stateWon) {
		return 0
	}
	w.before = w.game.Before(s, w.before[:0])
	for _, before := range w.before {
		if w.table.swap(before, stateOpen, stateDoubtful) {
			w.table.doubt.Store(true)
		}
	}
	return 1
}
