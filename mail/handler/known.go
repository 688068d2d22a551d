package handler

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail/command"

	"turnpost/rules"
)

// reading is what is remembered from one line of a letter to the next.
type reading struct {
	lang    string         // in which they were read
	looked  []string       // what they asked to see
	asked   []command.Line // of which the writer is asked whether they are meant
	known   known
	puzzles *puzzleHandling
}

// known is what an answer has read from the database already. Each line of a letter
// is asked what it could be for: a letter of many lines must not put a question to
// the database for each. What the letter does makes it forget all of this.
type known struct {
	running *[]db.Game // the writer's, mostRunning of them at most
	// could lists, for a game's or an invitation's number, the rules by which a
	// line about it is read; 0: about any of the games under way.
	could map[int64][]rules.Game
}

// mostRunning is how many of the writer's games under way are looked at to find
// what a line means that names none.
const mostRunning = 100

// underWay lists the writer's games under way, by number.
func underWay(a *answer) ([]db.Game, error) {
	if a.reading.known.running == nil {
		games, err := a.tx.DB.GamesOf(a.writer.Player, false, mostRunning)
		if err != nil {
			return nil, err
		}
		a.reading.known.running = &games
	}
	return *a.reading.known.running, nil
}

// candidates lists the rules of the games that a line could be for: the one
// that is named or at hand, or all that the writer has under way.
func (a *answer) candidates(c command.Line) []rules.Game {
	id := a.named(c)
	if could, ok := a.reading.known.could[id]; ok {
		return could
	}
	var names []string
	if id != 0 {
		if g, err := a.tx.DB.Game(id); err == nil {
			names = append(names, g.Rules)
		} else if i, err := a.tx.DB.Invitation(id); err == nil {
			names = append(names, i.Rules)
		}
	} else if running, err := underWay(a); err == nil {
		for _, g := range running {
			names = append(names, g.Rules)
		}
	}
	if id == 0 {
		names = puzzlesOf(a).Rules(names)
	}
	could := slices.DeleteFunc(slices.Clone(a.desk.Club.Games()), func(g rules.Game) bool { return !slices.Contains(names, g.Name) })
	if a.reading.known.could == nil {
		a.reading.known.could = map[int64][]rules.Game{}
	}
	a.reading.known.could[id] = could
	return could
}

// meant reports whether a line is a command, or looks like a ply in the game at
// hand.
func (a *answer) meant(c command.Line) bool {
	return c.Verb != "" || c.Game != 0 || a.looksLikePlies(c)
}

func (a *answer) looksLikePlies(c command.Line) bool { return c.LooksLikePlies(a.candidates(c)) }

// again reports whether a line asks to see what an earlier one of the letter
// has asked for already.
func again(a *answer, c command.Line) bool {
	if v, ok := a.desk.reader.Verb(c.Verb); !ok || v.Group != "looking" {
		return false
	}
	what := fmt.Sprint(c.Game, " ", c.Verb, " ", strings.ToLower(strings.Join(strings.Fields(c.Args), " ")))
	if slices.Contains(a.reading.looked, what) {
		return true
	}
	a.reading.looked = append(a.reading.looked, what)
	return false
}
