package engine

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"turnpost/rules"
	"turnpost/rules/engine"
	"turnpost/templates"
)

// nothing is said of a game that did not turn.
const nothing = "No ply gave enough away to be spoken of."

// analysis is what was found of a game, and the words in which it is told: those of the
// letters and pages.
type analysis struct {
	about  rules.Transcript
	record *rules.Record
	plies  []engine.Judged
	turned []engine.Judged
	words  *templates.Set
}

// analyse judges a game.
func analyse(ctx context.Context, about rules.Transcript, r *rules.Record, entrant engine.Entrant) (*analysis, error) {
	words, err := templates.New()
	if err != nil {
		return nil, err
	}
	review, err := engine.Judge(ctx, r, about.Result, entrant.Player, engine.Budget{Nodes: entrant.Nodes, Seed: 1})
	if err != nil {
		return nil, err
	}
	turned, err := review.Told(func(engine.Judged) (bool, error) { return false, nil })
	return &analysis{about, r, review.Plies, turned, words}, err
}

// who is what a side is called.
func (a *analysis) who(side rules.Side) string {
	name := map[rules.Side]string{rules.Black: a.about.Black, rules.White: a.about.White}[side]
	if name == "" {
		name = string(side.Term())
	}
	return name
}

// gaveAway says what a ply gave away, and which would have kept it.
func (a *analysis) gaveAway(j engine.Judged) (string, error) {
	said, err := a.words.Say("en", "postmortem.they."+j.Lost(), "Who", a.who(j.Side),
		"Better", j.Best, "Before", j.Before.Percent(), "After", j.After.Percent())
	return fmt.Sprintf("%d. %s: %s", j.Ply, j.Played, said), err
}

// verdict says how the game ended.
func (a *analysis) verdict() (string, error) {
	id, winner := "draw", rules.Black
	switch a.about.Result {
	case rules.BlackWins:
		id = "win"
	case rules.WhiteWins:
		id, winner = "win", rules.White
	case rules.Undecided:
		if a.about.Reason == rules.Aborted {
			return "The game was called off.", nil
		}
		return "The game is not over.", nil
	}
	switch a.about.Reason {
	case rules.Resigned, rules.OnTime, rules.Adjudicated, rules.Agreed:
		id += "-" + a.about.Reason
	}
	reason := a.record.Game().In("en").Reason(rules.Outcome{Reason: a.about.Reason})
	return a.words.Say("en", "site."+id, "Name", a.who(winner), "Other", a.who(winner.Opponent()), "Reason", reason)
}

// turns are the numbers of the turns by ply, as the record counts them; nil if each is of
// one ply.
func (a *analysis) turns() []string {
	numbers := make([]string, len(a.plies))
	turn, several := 0, false
	for i, j := range a.plies {
		if i > 0 && a.plies[i-1].Side == j.Side {
			several = true
		} else {
			turn++
		}
		numbers[i] = strconv.Itoa(turn)
	}
	if !several {
		return nil
	}
	return numbers
}

// print writes the table of the plies, and where the game turned.
func (a *analysis) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	turns := a.turns()
	row := func(turn string, cells ...any) {
		if turns == nil {
			turn = ""
		} else {
			turn += "\t"
		}
		fmt.Fprintf(w, "%v\t"+turn+"%v\t%v\t%v\t%v\t%v\n", cells...)
	}
	row("turn", "ply", "side", "played", "before", "after", "better")
	for i, j := range a.plies {
		turn := ""
		if turns != nil {
			turn = turns[i]
		}
		row(turn, strconv.Itoa(j.Ply)+".", j.Side, j.Played, j.Before, j.After, better(j))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	if len(a.turned) == 0 {
		fmt.Fprintln(out, nothing)
	}
	for _, j := range a.turned {
		text, err := a.gaveAway(j)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, text); err != nil {
			return err
		}
	}
	return nil
}

// better is a ply that would have been better than one that gave something away.
func better(j engine.Judged) string {
	if j.Cost() < engine.Slight {
		return ""
	}
	return string(j.Best)
}
