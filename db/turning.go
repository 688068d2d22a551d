package db

// TurningPly is a ply that changed the likely result of a game.
type TurningPly struct {
	Ply           int
	Better        string // what would have been better
	Lost          string // what it gave away: win, all, draw, hope or chance
	Before, After int    // the chances of the side that played it, in percent
	Solved        bool   // it was computed to the end of the game
	Boards        string // the marks of the boards that the turning refers to; empty: not known yet
}

// AddTurning stores a turning, which the players are told now.
func (s *Tx) AddTurning(game int64, t TurningPly) error {
	solved := 0
	if t.Solved {
		solved = 1
	}
	return s.Rows(func(scan func(...any) error) error { return scan(new(int)) },
		`INSERT INTO turnings (game, ply, better, lost, chance_before, chance_after, solved, boards)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, ply) DO NOTHING RETURNING ply`, game, t.Ply, t.Better, t.Lost, t.Before, t.After, solved, t.Boards)
}

// Turnings lists the turnings of a game in order; none if the players were not told.
func (s *Tx) Turnings(game int64) (out []TurningPly, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		var t TurningPly
		err := scan(&t.Ply, &t.Better, &t.Lost, &t.Before, &t.After, &t.Solved, &t.Boards)
		out = append(out, t)
		return err
	}, `SELECT ply, better, lost, chance_before, chance_after, solved, boards FROM turnings WHERE game = ?
		ORDER BY ply`, game)
	return out, err
}

// MarkTurning stores the marks of the boards of a turning, if they were not known.
func (s *Tx) MarkTurning(game int64, ply int, boards string) error {
	return s.Rows(func(scan func(...any) error) error { return scan(new(int)) },
		`UPDATE turnings SET boards = ? WHERE game = ? AND ply = ? RETURNING ply`, boards, game, ply)
}

// TurningBoards returns the marks of the boards of all turnings, by game and ply.
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
