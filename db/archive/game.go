package archive

import "time"

// Player is somebody whose games everybody may see.
type Player struct {
	ID    int64
	Name  string
	House bool // a robot of the house
	// Program says that a program of somebody's plays there.
	Program bool
	// NoAnalysis says that they do not want to be told where games turned.
	NoAnalysis bool
}

// Players lists them by number.
func Players(s Store) (out []Player, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		var p Player
		err := scan(&p.ID, &p.Name, &p.House, &p.Program, &p.NoAnalysis)
		out = append(out, p)
		return err
	}, `SELECT id, name, CASE WHEN address = '' THEN 1 ELSE 0 END, robot, no_analysis FROM players AS p WHERE `+Allows("p")+` ORDER BY id`)
	return out, err
}

// Game is a game that everybody may see.
type Game struct {
	ID             int64
	Rules          string
	Black, White   int64
	Plies          int
	Result, Reason string
	Started, Ended time.Time
	Pace           string
	Rated, Robots  bool
	Undone         int
	Seal           []byte // of its last ply; nil: it is older than seals
	Turnings       int    // how many plies are told of at which it turned
}

// Games lists them in the order in which they ended.
func Games(s Store) (out []Game, err error) {
	turnings := map[int64]int{}
	if err := s.Rows(func(scan func(...any) error) error {
		var game int64
		n := 0
		err := scan(&game, &n)
		turnings[game] = n
		return err
	}, `SELECT game, count(*) FROM turnings GROUP BY game`); err != nil {
		return nil, err
	}
	err = s.Rows(func(scan func(...any) error) error {
		var g Game
		var started, ended int64
		err := scan(&g.ID, &g.Rules, &g.Black, &g.White, &g.Plies, &g.Result, &g.Reason, &started, &ended, &g.Pace, &g.Rated, &g.Robots, &g.Undone, &g.Seal)
		g.Started, g.Ended = time.UnixMilli(started).UTC(), time.UnixMilli(ended).UTC()
		g.Turnings = turnings[g.ID]
		out = append(out, g)
		return err
	}, `SELECT g.id, g.rules, g.black, g.white, g.plies, g.result, g.reason, g.started_at, g.ended_at, g.pace, g.rated, g.robots, g.undone, g.seal
		FROM games AS g JOIN players AS b ON b.id = g.black JOIN players AS w ON w.id = g.white
		WHERE g.result IN ('black', 'white', 'draw') AND `+Allows("b")+` AND `+Allows("w")+` ORDER BY g.ended_at, g.id`)
	return out, err
}

// Moves are the plies of a game, in order.
func Moves(s Store, game int64) (out []string, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		var move string
		err := scan(&move)
		out = append(out, move)
		return err
	}, `SELECT move FROM plies WHERE game = ? ORDER BY n`, game)
	return out, err
}
