package db

// Turning is a ply at which a game turned.
type Turning struct {
	Ply           int
	Better        string // what would have been better
	Lost          string // what it gave away: win, all, draw, hope or chance
	Before, After int    // the chances of the side that played it, in percent
	Solved        bool   // that is certain
	Boards        string // the marks of the boards that this speaks of; empty: not known yet
}

// AddTurning notes where a game turned, which its players are told now.
func (s *Tx) AddTurning(game int64, t Turning) error {
	solved := 0
	if t.Solved {
		solved = 1
	}
	return s.Rows(func(scan func(...any) error) error { return scan(new(int)) },
		`INSERT INTO turnings (game, ply, better, lost, chance_before, chance_after, solved, boards)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, ply) DO NOTHING RETURNING ply`, game, t.Ply, t.Better, t.Lost, t.Before, t.After, solved, t.Boards)
}

// Turnings are the plies at which a game turned, in order; none if nobody was told.
func (s *Tx) Turnings(game int64) (out []Turning, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		var t Turning
		err := scan(&t.Ply, &t.Better, &t.Lost, &t.Before, &t.After, &t.Solved, &t.Boards)
		out = append(out, t)
		return err
	}, `SELECT ply, better, lost, chance_before, chance_after, solved, boards FROM turnings WHERE game = ? ORDER BY ply`, game)
	return out, err
}

// MarkTurning notes the marks of the boards of which is spoken at a ply, where they were not known.
func (s *Tx) MarkTurning(game int64, ply int, boards string) error {
	return s.Rows(func(scan func(...any) error) error { return scan(new(int)) },
		`UPDATE turnings SET boards = ? WHERE game = ? AND ply = ? RETURNING ply`, boards, game, ply)
}

// TurningBoards are the marks of all boards of which is spoken, by game and ply.
func (s *Tx) TurningBoards() (map[int64]map[int]string, error) {
	out := map[int64]map[int]string{}
	return out, s.Rows(func(scan func(...any) error) error {
		var game int64
		var ply int
		var boards string
		err := scan(&game, &ply, &boards)
		if out[game] == nil {
			out[game] = map[int]string{}
		}
		out[game][ply] = boards
		return err
	}, `SELECT game, ply, boards FROM turnings`)
}
