package verify

import (
	"turnpost/db"
	"turnpost/db/examine"
	"turnpost/rules"
)

// turning is a ply at which a game turned, as its players were told.
type turning struct {
	ply           int
	better        string
	before, after int // the chances, in percent
}

// mostTurnings is of how many plies players are told at the most.
const mostTurnings = 3

// readTurnings reads those of a page of games.
func readTurnings(tx *db.Tx, p examine.Page, at map[int64]*played) error {
	return tx.Rows(func(scan func(...any) error) error {
		var game int64
		var t turning
		err := scan(&game, &t.ply, &t.better, &t.before, &t.after)
		if g := at[game]; g != nil {
			g.turned = append(g.turned, t)
		}
		return err
	}, `SELECT game, ply, better, chance_before, chance_after FROM turnings WHERE game > ? AND game <= ? ORDER BY game, ply`, p.After, p.Last)
}

// turnings holds the plies at which a game turned against the game.
func (w *world) turnings(g *played) (faults []Fault) {
	say := func(format string, args ...any) { faults = append(faults, sayf(g.ID, "turning", format, args...)) }
	if len(g.turned) > 0 && !g.Over() {
		say("its players were told where it turned, and it goes on")
	}
	if len(g.turned) > mostTurnings {
		say("it is said to have turned %d times, and its players are told of %d at the most", len(g.turned), mostTurnings)
	}
	for _, t := range g.turned {
		if t.ply < 1 || t.ply > g.record.Len() {
			say("it is said to have turned with ply %d, and has %d", t.ply, g.record.Len())
			continue
		}
		if t.after > t.before {
			say("ply %d, with which it is said to have turned, has raised the chance from %d to %d", t.ply, t.before, t.after)
		}
		if t.better == "" {
			continue
		}
		if _, err := g.record.At(t.ply - 1).Play(rules.Move(t.better)); err != nil {
			say("better than ply %d is said to be %q, which is none there", t.ply, t.better)
		}
	}
	return faults
}
