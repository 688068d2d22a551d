package consistency

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
)

//go:embed checks.sql
var checksText string

// check is a statement that returns rows that contradict others: see checks.sql.
type check struct{ of, what, todo, query string }

// checks are those of the file, in its order.
var checks = readChecks(checksText)

var checkHead = regexp.MustCompile(`(?m)^-- (To do|[a-z ]+): (.*)\n`)

func readChecks(text string) (out []check) {
	_, text, _ = strings.Cut(text, "\n-- # ")       // the comment before the first section
	text = strings.ReplaceAll(text, "\n--   ", " ") // long sentences
	todo := ""
	heads := append(checkHead.FindAllStringSubmatchIndex(text, -1), []int{len(text)})
	for i, at := range heads[:len(heads)-1] {
		of, what := text[at[2]:at[3]], text[at[4]:at[5]]
		if of == "To do" {
			todo = strings.TrimSuffix(what, ".")
			continue
		}
		query, _, _ := strings.Cut(text[at[1]:heads[i+1][0]], ";\n")
		out = append(out, check{of, what, todo, query})
	}
	return out
}

// anyMerged says whether two players were ever made one: then the first has no name. A player who was
// forgotten is called Somebody.
const anyMerged = `EXISTS (SELECT 1 FROM players WHERE address = '' AND name = '')`

// fragments are what the names in braces in checks stand for, beside moments.
var fragments = []string{
	"{merged}", anyMerged,
	"{absent}", `(SELECT id FROM players WHERE address = '' AND program = 0 UNION SELECT player FROM blocks
		WHERE player = blocked)`,
	"{hidden}", `EXISTS (SELECT 1 FROM players AS h WHERE h.id IN (g.black, g.white) AND h.public = 0
		AND NOT (h.program = 1 AND h.address = '') AND NOT EXISTS (SELECT 1 FROM pairings AS at
			JOIN entrants AS e ON e.tournament = at.tournament
			WHERE at.game = g.id AND e.player = h.id AND e.public = 1))`,
	"{follows}", `(SELECT follower FROM follow_games UNION SELECT follower FROM follow_players
		UNION SELECT follower FROM follow_tournaments UNION SELECT follower FROM follow_tables)`,
	"{lost}", `(g.reason = 'time' AND (g.result = 'white' AND g.black = p.player OR g.result = 'black' AND g.white = p.player))`,
	"{missing}", `(SELECT player, thread FROM (SELECT player, thread, messages, last FROM thread_totals
		UNION ALL SELECT player, thread, -count(*), -max(id) FROM outbox GROUP BY player, thread) AS two
		GROUP BY player, thread HAVING sum(messages) <> 0 OR sum(last) <> 0)`,
	"{vacations}", db.VacationTotal, "{places}", db.LadderTotal, "{offer}", db.OfferTotal,
	"{lf}", "\n", "{cr}", "\r",
	"{hour}", bigint(time.Hour.Milliseconds()), "{day}", bigint(day.Milliseconds()),
}

// bigint is a number in SQL: PostgreSQL takes a small one for 32 bits, which products exceed.
func bigint(n int64) string { return fmt.Sprintf("CAST(%d AS BIGINT)", n) }

// consistent runs a check.
func (v *verifier) consistent(c check, tx *db.Tx, found *faults) error {
	own := []string{"{now}", bigint(tx.Now.UnixMilli()), "{later}", bigint(tx.Now.Add(slack).UnixMilli())}
	for _, table := range []string{"daemons", "puzzles"} {
		if name := "{" + table + "}"; strings.Contains(c.query, name) {
			last, err := tx.LastNumber(table)
			if err != nil {
				return err
			}
			own = append(own, name, bigint(last))
		}
	}
	query := strings.NewReplacer(append(own, fragments...)...).Replace(c.query)
	names := map[int64]string{} // of tournaments
	if c.of == "tournament" {
		all, err := tournaments.All(tx)
		if err != nil {
			return err
		}
		for _, t := range all {
			names[t.ID] = t.Name
		}
	}
	return tx.Rows(func(scan func(...any) error) error {
		f := Fault{Of: c.of, What: c.what, Mend: c.todo}
		var name, text string
		var number int64
		columns := []any{&f.ID}
		if c.of == "ladder" {
			columns[0] = &name
		}
		switch {
		case strings.Contains(c.what, "%q"):
			columns = append(columns, &text)
		case strings.Contains(c.what, "%"):
			columns = append(columns, &number)
		}
		err := scan(columns...)
		switch {
		case strings.Contains(c.what, "%q"):
			f.What = fmt.Sprintf(c.what, text)
		case strings.Contains(c.what, "%d"):
			f.What = fmt.Sprintf(c.what, number)
		case strings.Contains(c.what, "%s"):
			f.What = fmt.Sprintf(c.what, said(moment(number)))
		}
		if name += names[f.ID]; name != "" {
			f.What = name + ": " + f.What
		}
		found.list = append(found.list, finding{f, c.of + ": " + c.what})
		return err
	}, query)
}
