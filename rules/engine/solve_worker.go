package engine

// wideWorker examines states.
type wideWorker struct {
	table *WideTable
	game  WideGraph
	see   func(to int64) bool

	// The plies of the present state so far, and what they make of it.
	plies int
	found wideState

	wins, before []int64
}

func newWideWorker(t *WideTable, g WideGraph) *wideWorker {
	w := &wideWorker{table: t, game: g}
	w.see = w.sees
	return w
}

// atOnce settles the states that win at once, in the first pass, in which all are doubtful.
func (w *wideWorker) atOnce(from, to int64) (examined, settled int64) {
	for s := from; s < to; s++ {
		if w.game.AtOnce(s) && w.table.swap(s, stateDoubtful, stateWon) {
			settled++
		}
	}
	return to - from, settled
}

// chunk examines the doubtful states of a range.
func (w *wideWorker) chunk(from, to int64) (examined, settled int64) {
	for s := from; s < to; s++ {
		if s%perWord == 0 && !w.table.doubts(s) {
			s += perWord - 1
			continue
		}
		// The state becomes open before its plies are examined, so that a worker that settles
		// one of its successors meanwhile makes it doubtful again.
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

// look is the state by its plies: open if they do not decide it.
func (w *wideWorker) look(s int64) wideState {
	w.plies, w.found = 0, stateLost
	w.game.Plies(s, w.see)
	if w.plies == 0 {
		return stateOpen
	}
	return w.found
}

// sees takes the result of a ply, and reports whether the next ply is needed.
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

// lose settles a lost state and its predecessors, which are won. It returns how many it settled.
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

// win settles a won state and makes its predecessors doubtful. It returns how many it settled.
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
