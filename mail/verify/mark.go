package verify

import (
	"fmt"
	"strings"

	"turnpost/db"
)

// ladderMark stands behind the subject of a game of a ladder, and behind that of one of a
// tournament its name.
const ladderMark = " (ladder)"

// cupMark is what stands behind the subjects of a tournament's games.
func cupMark(name string) string { return " (" + name + ")" }

// marked holds the subjects of games against the ladders and tournaments that they name. Where
// somebody was forgotten the subject is one of a game like all others.
func marked(tx *db.Tx, w *world, o Options) (faults []Fault, err error) {
	names := map[string]string{ladderMark: "a ladder"}
	if err := tx.Rows(func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		names[cupMark(name)] = "tournament " + name
		return err
	}, `SELECT name FROM tournaments`); err != nil {
		return nil, err
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var id, black, white int64
		var subject, cup string
		var climbs bool
		if err := scan(&id, &subject, &black, &white, &climbs, &cup); err != nil {
			return err
		}
		is := ""
		switch {
		case climbs:
			is = ladderMark
		case cup != "":
			is = cupMark(cup)
		}
		has := ""
		if i := strings.LastIndex(subject, " ("); i >= 0 && names[subject[i:]] != "" {
			has = subject[i:]
		}
		if has == is || has == "" && (w.gone[black] || w.gone[white] || len(w.merged) > 0) {
			return nil
		}
		said := func(mark string) string {
			if mark == "" {
				return "neither a ladder nor a tournament"
			}
			return names[mark]
		}
		faults = append(faults, Fault{Of: "game", ID: id, What: fmt.Sprintf("by its subject it is of %s, and it is played for %s", said(has), said(is)), Mend: mend("marked")})
		return nil
	}, `SELECT g.id, g.subject, g.black, g.white, l.game IS NOT NULL, coalesce(t.name, '') FROM games AS g LEFT JOIN ladder_games AS l ON l.game = g.id
			LEFT JOIN pairings AS p ON p.game = g.id LEFT JOIN tournaments AS t ON t.id = p.tournament
		WHERE (g.subject LIKE '% (%)' OR l.game IS NOT NULL OR p.game IS NOT NULL) AND (g.result = 'none' OR g.ended_at >= ?) ORDER BY g.id`, since(o))
	return faults, err
}
