package verify

import (
	"fmt"
	"time"

	"turnpost/db"
)

// longest is how far off and how long a vacation may be: nobody plans one farther ahead
// than a year and the days of one (see club.PlanVacation), and no operator gives more
// days than a year has.
const longest = (366 + 2) * day

// pauses looks at what stops clocks.
func pauses(_ *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	for player, all := range w.pauses {
		open := 0
		for _, p := range all {
			if what := w.pause(p); what != "" {
				faults = append(faults, Fault{Of: "pause", ID: p.ID, What: what, Mend: mend("pause")})
			}
			if p.Why == db.Bounce && p.To.IsZero() {
				open++
			}
		}
		if open > 1 {
			faults = append(faults, Fault{Of: "player", ID: player, What: fmt.Sprintf("letters are suspended %d times at once", open), Mend: mend("pause")})
		}
	}
	return faults, nil
}

// pause says what of a pause cannot be.
func (w *world) pause(p db.Pause) string {
	of := fmt.Sprintf("player %d's", p.Player)
	if p.Player == 0 {
		of = "everybody's"
	}
	late := w.now.Add(slack)
	switch {
	case (p.Why == db.Down) != (p.Player == 0):
		return fmt.Sprintf("%s clocks stand still for what stops others' (%s)", of, p.Why)
	case p.Why != db.Bounce && p.To.IsZero():
		return fmt.Sprintf("%s clocks stand still without an end, from %s (%s)", of, said(p.From), p.Why)
	case p.Why != db.Bounce && (p.Wished || p.Whole):
		return fmt.Sprintf("%s clocks stand still for two reasons (%s)", of, p.Why)
	case p.Why == db.Vacation && (p.From.After(late.Add(2*longest)) || p.To.Sub(p.From) > longest):
		return fmt.Sprintf("the vacation from %s to %s is farther off, or longer, than one can be", said(p.From), said(p.To))
	case p.Why != db.Vacation && (p.From.After(late) || p.To.After(late)):
		return fmt.Sprintf("%s clocks stand still, or are to, in the future: from %s to %s (%s)", of, said(p.From), said(p.To), p.Why)
	case p.From.Before(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)):
		return fmt.Sprintf("%s clocks stood still from %s, before there was a server (%s)", of, said(p.From), p.Why)
	}
	return ""
}
