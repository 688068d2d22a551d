package engine

import "turnpost/rules"

// keeping lists the plies of a position of a solved game that keep its value: all
// that win as quickly as can be, or draw, or lose as late as can be.
func keeping(p rules.Position) ([]rules.Move, error) {
	value := p.(rules.Solved).Value()
	var best []rules.Move
	for _, m := range p.Legal() {
		next, err := p.Play(m)
		if err != nil {
			return nil, err
		}
		v := next.(rules.Solved).Value()
		if v.Sign == -value.Sign && (v.Sign == 0 || v.Plies == value.Plies-1) {
			best = append(best, m)
		}
	}
	return best, nil
}
