package bot

import (
	"slices"

	"turnpost/db"
	"turnpost/rules"
)

// TurnsBeforeRestore is what is known of the turns that bots played before a backup was restored.
type TurnsBeforeRestore struct {
	// Plies are the plies of games in the database that is replaced.
	Plies map[int64][]db.PlayedPly
	// Shown returns the positions of a game that its players have replied to.
	Shown func(game int64) (AnsweredPositions, error)
}

// AnsweredPositions are positions that somebody has replied to.
type AnsweredPositions []PositionBeforeRestore

// PositionBeforeRestore is a position that somebody has replied to, after so many plies. Shows reports whether it
// may be that one.
type PositionBeforeRestore struct {
	Ply   int
	Shows func(position string) bool
}

// stored returns the bot's turn after the plies of a record, if the replaced database has it.
func (p *TurnsBeforeRestore) stored(game int64, record *rules.Record) (turn []rules.Move) {
	old := p.Plies[game]
	if len(old) <= record.Len() || !slices.EqualFunc(record.Plies(), old[:record.Len()],
		func(m rules.Move, p db.PlayedPly) bool { return string(m) == p.Move }) {
		return nil
	}
	after, mover := record.Clone(), record.Turn()
	for _, ply := range old[record.Len():] {
		if after.Turn() != mover || after.Play(rules.Move(ply.Move)) != nil {
			break
		}
		turn = append(turn, rules.Move(ply.Move))
	}
	return turn
}

// mostPlies is the most plies of a turn that are searched.
const mostPlies = 2

// played returns the bot's turn after the plies of a record: the one that it would play now,
// unless somebody has replied to a position that this turn does not lead to and another does.
func (p *TurnsBeforeRestore) played(game int64, record *rules.Record, now []rules.Move) ([]rules.Move, error) {
	shown, err := p.Shown(game)
	if err != nil {
		return nil, err
	}
	after := record.Clone()
	for _, m := range now {
		if err := after.Play(m); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(shown,
		func(s PositionBeforeRestore) bool { return s.Ply > record.Len() && s.Ply <= record.Len()+mostPlies }) ||
		shown.has(after) {
		return now, nil
	}
	if turn := shown.search(record, record.Turn(), nil); turn != nil {
		return turn, nil
	}
	return now, nil
}

// has reports whether somebody may have replied to the position of a record.
func (s AnsweredPositions) has(r *rules.Record) bool {
	position := r.Position().String()
	return slices.ContainsFunc(s, func(one PositionBeforeRestore) bool { return one.Ply == r.Len() && one.Shows(position) })
}

// search returns a turn of a side, beginning with moves, that leads to such a position.
func (s AnsweredPositions) search(at *rules.Record, side rules.Side, moves []rules.Move) []rules.Move {
	for _, m := range at.Legal() {
		next := at.Clone()
		if next.Play(m) != nil {
			continue
		}
		turn := append(slices.Clone(moves), m)
		if next.Turn() == side && len(turn) < mostPlies {
			if turn = s.search(next, side, turn); turn != nil {
				return turn
			}
		} else if s.has(next) {
			return turn
		}
	}
	return nil
}
