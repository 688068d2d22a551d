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
func pauses(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	origins, err := w.origins(tx)
	if err != nil {
		return nil, err
	}
	audited, err := w.audited(tx)
	if err != nil {
		return nil, err
	}
	for player, all := range w.pauses {
		say := func(of string, id int64, mended, format string, args ...any) {
			faults = append(faults, Fault{Of: of, ID: id, What: fmt.Sprintf(format, args...), Mend: mend(mended)})
		}
		open, mended := 0, map[bool]string{true: "vacation", false: "pause"}
		var vacation db.Pause // the last before
		for _, p := range all {
			what := w.pause(p)
			if what == "" {
				what = w.begun(p, origins[p.ID], audited)
			}
			if what != "" {
				say("pause", p.ID, mended[p.Why == db.Vacation], "%s", what)
			}
			if p.Why == db.Bounce && p.To.IsZero() {
				open++
			}
			if p.Why != db.Vacation {
				continue
			}
			// Of two who became one both may have had one.
			if p.From.Before(vacation.To) && len(w.merged) == 0 {
				say("pause", p.ID, "vacation", "the vacation from %s is one of player %d, who has another until %s", said(p.From), player, said(vacation.To))
			}
			if p.To.After(vacation.To) {
				vacation = p
			}
		}
		if open > 1 {
			say("player", player, "suspended", "letters are suspended %d times at once", open)
		}
	}
	words, err := w.wroteSince(tx)
	return append(faults, words...), err
}

// wroteSince finds who has paused the letters, or whose are suspended, and talked or noted
// something since, which ends it. That they have played since is seen with the game.
func (w *world) wroteSince(tx *db.Tx) (faults []Fault, err error) {
	if len(w.merged) > 0 {
		return nil, nil
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var id, player, at int64
		err := scan(&id, &player, &at)
		faults = append(faults, Fault{Of: "pause", ID: id, What: fmt.Sprintf("letters to player %d are suspended, and they wrote at %s, which ends it", player, said(moment(at))), Mend: mend("suspended")})
		return err
	}, `SELECT p.id, p.player, max(t.at) FROM (SELECT author, said_at AS at FROM talk UNION ALL SELECT author, noted_at FROM notes) AS t
		JOIN pauses AS p ON p.player = t.author WHERE p.why = 'bounce' AND p.to_at + 0 = 0 AND t.at > p.from_at GROUP BY p.id, p.player ORDER BY p.id`)
	return faults, err
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
