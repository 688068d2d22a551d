package handler

import (
	"slices"
	"strings"
	"unicode"

	"turnpost/db"
	"turnpost/mail/command"
	"turnpost/rules"
	"turnpost/templates"
)

// showAgain shows whoever was misunderstood in a game its board again, and whoever was not
// understood at all elsewhere the help, unless it is guessed what was meant, or a puzzle
// waits for their answer.
func showAgain(a *answer, p db.Player) error {
	if o := a.atHand(); o != nil {
		return a.letters.Show(o.table, o.me)
	}
	i, err := a.tx.Invitation(a.writer.Ticket.Game, p.ID)
	if err != nil {
		return err
	}
	if i != nil && i.State == db.InvitationOpen {
		return a.letters.Invitation(p, *i)
	}
	switch asked, err := puzzlesOf(a).AtHand(); {
	case err != nil:
		return err
	case asked != nil:
		puzzlesOf(a).Waits(p)
	case a.receipt.lost && !slices.ContainsFunc(a.receipt.Problems, func(p templates.Problem) bool { return len(p.Near) > 0 }):
		a.letters.Help(p, helpOf(a, p, ""))
	}
	return nil
}

// asksHow reports whether a letter of which nothing was understood asks how to play, or
// only greets: then help is the answer, and nothing went wrong. So is whatever somebody
// writes first; but in answer to a letter of ours, which says what it waits for, only a
// question about an invitation.
func asksHow(a *answer) bool {
	r := a.receipt
	if len(r.hints) > 0 || len(r.Problems) != 1 || r.Problems[0].Code != "nothing" && r.Problems[0].Code != "empty" {
		return false
	}
	if a.writer.Ticket.Secret != "" {
		invited, _, err := awaited(a, command.Line{})
		return err == nil && invited && slices.ContainsFunc(a.talk.all(), func(l string) bool { return strings.Contains(l, "?") })
	}
	asks, greets := false, len(a.talk.lines) > 0
	for _, l := range a.talk.lines {
		asks = asks || strings.Contains(l.line, "?")
		greets = greets && (command.Line{Text: l.line}).Courteous()
	}
	return asks || greets || a.writer.First && a.letter.Unread == ""
}

// explain tells whoever asked it how to play: of an invitation, the rules of its game.
func explain(a *answer) error {
	a.receipt.Problems = nil
	p, err := a.player()
	if err != nil {
		return err
	}
	if a.writer.Ticket.Secret == "" {
		a.letters.Help(p, helpOf(a, p, ""))
		return nil
	}
	i, err := a.tx.Invitation(a.writer.Ticket.Game, p.ID)
	if err != nil || i == nil {
		return err
	}
	g, err := a.desk.Club.Rules(i.Rules)
	if err == nil {
		err = a.letters.Invitation(p, *i)
	}
	if err == nil {
		err = a.letters.Rules(p, g)
	}
	return err
}

// maxGuesses is how many of a letter's lines are answered one by one when
// nothing of it was understood.
const maxGuesses = 3

// maxSearched is how many of them are searched: each of their words is tried as a
// ply.
const maxSearched = 30

// guesses says of a letter of which nothing was understood what it could have
// meant: a command or a legal ply that stands within its lines.
func guesses(a *answer) []templates.Problem {
	var out []templates.Problem
	for i, line := range a.talk.all() {
		if i == maxSearched || len(out) == maxGuesses {
			break
		}
		if near := within(a, line); len(near) > 0 {
			out = append(out, templates.Problem{Line: line, Code: "within", Near: near})
		}
	}
	ticked := tickedOf(a)
	switch {
	case len(out) > 0:
		return out
	case len(ticked) > 0:
		return []templates.Problem{{Code: "ticked", Near: ticked}}
	case len(a.talk.lines) == 0 && a.letter.Unread != "":
		return []templates.Problem{{Code: "unread-" + a.letter.Unread}}
	case len(a.talk.lines) == 0:
		return []templates.Problem{{Code: "empty"}}
	}
	return []templates.Problem{unanswering(a, a.talk.lines[0].line)}
}

// unanswering says of a line in which nothing was found what an answer to the puzzle at
// hand looks like, or where there is none that nothing was found.
func unanswering(a *answer, line string) templates.Problem {
	asked, err := puzzlesOf(a).AtHand()
	if err != nil || asked == nil || asked.Puzzle == nil {
		return templates.Problem{Line: line, Code: "nothing"}
	}
	p := templates.Problem{Line: line, Code: "puzzle-answer", Args: []any{string(rules.Groups(asked.Position)[0].Moves[0]), len(asked.Plies)}}
	if len(asked.Plies) <= maxNear {
		for _, ply := range asked.Plies {
			p.Near = append(p.Near, string(ply.Move))
		}
	}
	return p
}

// maxNear is how many legal plies of a puzzle are few.
const maxNear = 6

// within finds commands and legal plies among the words of a line.
func within(a *answer, line string) []string {
	var found []string
	add := func(text string) {
		if !slices.Contains(found, text) && len(found) < 4 {
			found = append(found, text)
		}
	}
	words := strings.FieldsFunc(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(),;:!?\"'“”*", r) })
	if len(words) > 20 {
		return nil // a story
	}
	plies := pliesAtHand(a)
	for i, word := range words {
		v, langs, ok := a.desk.reader.Called(word, "")
		switch {
		case !ok || !v.Bare:
		case v.Name == "yes" || v.Name == "no":
			// "Sorry, no time" may be meant; not the "si" of "come si gioca?", nor in a puzzle.
			if i < 2 && !strings.Contains(line, "?") && !atPuzzle(a) {
				add(answering(a, v, word, langs))
			}
		default:
			add(v.As(word, langs))
		}
		if plies == nil {
			continue
		}
		for n := 1; n <= 3 && i+n <= len(words); n++ {
			if m, err := plies(strings.Join(words[i:i+n], " ")); err == nil {
				add(string(m))
			}
		}
	}
	return found
}

// pliesAtHand reads the plies of the game that the letter replies in, if its writer is to
// move there, or of the puzzle; nil: it is in reply to neither.
func pliesAtHand(a *answer) func(string) (rules.Move, error) {
	if o := a.atHand(); o != nil {
		if o.trial.Turn() != o.me {
			return nil
		}
		return o.trial.Record.Parse
	}
	if asked, err := puzzlesOf(a).AtHand(); err == nil && asked != nil && asked.Puzzle != nil {
		return asked.Parse
	}
	return nil
}
