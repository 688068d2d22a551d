package archive

// Turning is a ply at which a game turned.
type Turning struct {
	Ply           int
	Better        string // what would have been better
	Lost          string // what it gave away: win, all, draw, hope or chance
	Before, After int    // the chances of who played it, in percent
	Solved        bool   // that is certain
}

// Turn notes where a game turned, which its players are told now.
func Turn(s Store, game int64, t Turning) error {
	solved := 0
	if t.Solved {
		solved = 1
	}
	return s.Rows(func(scan func(...any) error) error { return scan(new(int)) }, `INSERT INTO turnings (game, ply, better, lost, chance_before, chance_after, solved)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, ply) DO NOTHING RETURNING ply`, game, t.Ply, t.Better, t.Lost, t.Before, t.After, solved)
}

// Turnings are the plies at which a game turned, in order; none if nobody was told.
func Turnings(s Store, game int64) (out []Turning, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		var t Turning
		err := scan(&t.Ply, &t.Better, &t.Lost, &t.Before, &t.After, &t.Solved)
		out = append(out, t)
		return err
	}, `SELECT ply, better, lost, chance_before, chance_after, solved FROM turnings WHERE game = ? ORDER BY ply`, game)
	return out, err
}
