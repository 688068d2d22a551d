package verify

import (
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/db/puzzles"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// asked holds the letters with puzzles, what was answered to them and when the next are due
// against the puzzles on the shelf. Those that are gone are known by their numbers alone.
func asked(tx *db.Tx, w *world, shelf map[int64]puzzles.Puzzle, found map[int64]time.Time) (faults []Fault, err error) {
	say := func(player int64, mended, format string, args ...any) {
		faults = append(faults, Fault{Of: "player", ID: player, What: fmt.Sprintf(format, args...), Mend: mend(mended)})
	}
	last := int64(1<<63 - 1) // the number of the last puzzle that ever was, if it is known
	if !w.shared {
		if err := tx.Rows(func(scan func(...any) error) error { return scan(&last) }, `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'puzzles'`); err != nil {
			return nil, err
		}
	}
	for _, what := range []struct{ says, query string }{
		{"a letter asked them", `SELECT player, puzzle, at * 1000, '', 0 FROM puzzle_letters ORDER BY 1, 2, 3`},
		{"they answered", `SELECT player, puzzle, at, move, solved FROM puzzle_answers ORDER BY 1, 2`},
	} {
		if err := tx.Rows(func(scan func(...any) error) error {
			var player, id, ms int64
			var move string
			var solved bool
			if err := scan(&player, &id, &ms, &move, &solved); err != nil {
				return err
			}
			p, there := shelf[id]
			at := time.UnixMilli(ms).UTC()
			switch {
			case w.gone[player] && len(w.merged) == 0:
				say(player, "answer", "%s puzzle %d, and they are no player any more", what.says, id)
			case id < 1 || id > last:
				say(player, "answer", "%s puzzle %d, and there was none", what.says, id)
			case at.After(w.now.Add(slack)) || there && at.Before(found[id].Add(-slack)) || ms <= 0:
				say(player, "answer", "%s puzzle %d at %s, and it was found at %s", what.says, id, said(at), said(found[id]))
			case move == "" || !there:
			case solved != (move == p.Keeps):
				say(player, "answer", "%s %s to puzzle %d, which %s keeps, and solved says %v", what.says, move, id, p.Keeps, solved)
			case !w.canPlay(p, move):
				say(player, "answer", "%s %s to puzzle %d, which is no ply there", what.says, move, id)
			}
			return nil
		}, what.query); err != nil {
			return nil, err
		}
	}
	err = daily(tx, w, say)
	return faults, err
}

// canPlay reports whether a ply is one in the position of a puzzle, as it is written.
func (w *world) canPlay(p puzzles.Puzzle, move string) bool {
	g, err := w.club.Rules(p.Rules)
	if err != nil {
		return true // which is said of the puzzle
	}
	position, err := g.ParsePosition(p.Position)
	if err != nil {
		return true
	}
	_, err = position.Play(rules.Move(move))
	return err == nil
}

// daily holds when players get a puzzle a day against when they want it.
func daily(tx *db.Tx, w *world, say func(int64, string, string, ...any)) error {
	return tx.Rows(func(scan func(...any) error) error {
		var p db.Player
		var minute int
		var due int64
		err := scan(&p.ID, &p.Address, &p.Timezone, &minute, &due)
		at := time.UnixMilli(due).UTC()
		schedule := clock.Schedule{Minute: minute, Zone: club.ZoneOf(p)}
		switch soon := w.now.Add(2 * time.Hour); {
		case p.Address == "":
			say(p.ID, "daily", "a puzzle a day is due to them, and they are no player any more")
		case minute < 0 || minute > 1439:
			say(p.ID, "daily", "a puzzle a day is wanted in minute %d of the day, and there is none", minute)
		case at.After(soon) && at.After(schedule.Next(w.now)):
			say(p.ID, "daily", "the puzzle of the day is that of %s, and it is due at %s", said(schedule.Next(w.now)), said(at))
		case at.After(soon) && !schedule.Next(at.Add(-time.Millisecond)).Equal(at):
			say(p.ID, "daily", "the puzzle of the day is due at %s, which is not when the player wants it", said(at))
		}
		return err
	}, `SELECT p.id, p.address, p.timezone, d.minute, d.due_at FROM puzzle_days AS d JOIN players AS p ON p.id = d.player ORDER BY p.id`)
}
