package command_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/mail/command"

	"turnpost/rules"
	"turnpost/rules/all"
)

// games answers for a writer whose letter replies in game 12, which has begun.
type games struct {
	game             rules.Game
	none             bool // there is no such game
	invited, offered bool
}

func (g games) Candidates(command.Line) []rules.Game { return []rules.Game{g.game} }

func (g games) Awaited(c command.Line) (invited, offered bool, err error) {
	return g.invited, g.offered, nil
}

func (g games) Board() command.TrialBoard {
	if g.none {
		return nil
	}
	return &board{record: rules.NewRecord(g.game)}
}

// board plays as many plies as it is told to, whosever turn it is.
type board struct{ record *rules.Record }

func (b *board) Play(c command.Line) bool {
	text := c.Args
	if n, ok := command.ListNumber(text); ok {
		if text = ""; n == 1 && b.record.Len() == 0 {
			text = string(rules.Groups(b.record.Position())[0].Moves[0])
		}
	}
	m, err := b.record.Parse(text)
	return err == nil && b.record.Play(m) == nil
}

func (b *board) Plies() []rules.Move { return b.record.Plies() }

func TestLines(t *testing.T) {
	game := all.Games()[0]
	reader, err := command.NewReader(all.Games())
	require.NoError(t, err)
	first := string(rules.Groups(rules.NewRecord(game).Position())[0].Moves[0])
	line := func(text string) command.Line { return reader.ReadAll([]string{text}, "en")[0] }
	waiting := func(id int64, lines ...string) command.Quarantined {
		return command.Quarantined{ID: id, At: time.Unix(id, 0), Lines: lines}
	}
	asked := command.AskedQuarantine{Quarantine: 7, Waiting: []command.Quarantined{waiting(9, "stop"), waiting(7, "resign #12", "please")}}
	shown := command.AskedQuarantine{Quarantine: 7, Shown: true, Waiting: asked.Waiting}
	over := command.AskedQuarantine{Quarantine: 5, Shown: true, Waiting: asked.Waiting}
	overAsked := command.AskedQuarantine{Quarantine: 5, Waiting: asked.Waiting}
	question := func(replied, stands bool) []command.AskedLine {
		return []command.AskedLine{{ID: 3, Line: line("#12 " + first), Replied: replied, Stands: stands}}
	}

	for _, c := range []struct {
		name   string
		letter string
		facts  command.Facts
		games  games
		// want is the verbs of the commands, or the texts of those without; words in
		// brackets are no command.
		want    string
		answer  any
		refused string
	}{
		{name: "a move and words", letter: first + "\nHello there", want: first + " | (Hello there)"},
		{name: "a command in the subject", letter: "Hello there", facts: command.Facts{Subject: "help"}, want: "help | (Hello there)"},
		{name: "a command, and another in the subject", letter: "games", facts: command.Facts{Subject: "help"}, want: "games"},
		{name: "more than so many", letter: "games\nhelp\nrules", facts: command.Facts{Most: 2}, want: "games | help", refused: "too-many 2"},

		{name: "yes to an invitation", letter: "yes", games: games{invited: true}, want: "accept"},
		{name: "no to one", letter: "no", games: games{invited: true}, want: "decline"},
		{name: "ok to one", letter: "ok", games: games{invited: true}, want: "accept"},
		{name: "both", letter: "yes\nno", games: games{invited: true}, want: "(yes) | (no)", refused: "yes-and-no"},
		{name: "accept, of an offer", letter: "accept", games: games{offered: true}, want: "yes"},
		{name: "ok, of an offer", letter: "ok", games: games{offered: true}, want: "yes"},
		{name: "ok, where nothing is asked", letter: "ok", want: "(ok)"},
		{name: "ok, where leaving is asked about", letter: "ok", facts: command.Facts{Leaving: true}, want: "yes"},
		{name: "ok beside a move", letter: "ok\n" + first, games: games{offered: true}, want: "(ok) | " + first},

		{name: "a move and its number", letter: first + "\n1", want: first},
		{name: "a move and a number that is none", letter: first + "\n99", want: first + " | (99)"},
		{name: "two numbers", letter: "1\n99", want: "1 | 99"},
		{name: "where there is no game", letter: first + "\n1", games: games{none: true}, want: first + " | 1"},

		{name: "yes, show it", letter: "yes", facts: command.Facts{Answers: &asked}, answer: command.ShowQuarantined{Letter: asked.Waiting[1], Waiting: 2}},
		{name: "yes, when it is over", letter: "yes", facts: command.Facts{Answers: &overAsked}, answer: command.ShowQuarantined{Letter: asked.Waiting[0], Waiting: 2}},
		{name: "yes, do it", letter: "yes", facts: command.Facts{Answers: &shown}, answer: command.ConfirmQuarantined{Letter: asked.Waiting[1]}, want: "resign | (please)"},
		{name: "no", letter: "no\ngames", facts: command.Facts{Answers: &shown}, answer: command.DropQuarantined{Said: line("no"), Letter: asked.Waiting[1], Next: &asked.Waiting[0], Left: 1}, want: "games"},
		{name: "yes and no", letter: "yes\nno", facts: command.Facts{Answers: &asked}, answer: command.DropQuarantined{Said: line("no"), Letter: asked.Waiting[1], Next: &asked.Waiting[0], Left: 1}},
		{name: "yes to what is over", letter: "yes", facts: command.Facts{Answers: &over}, refused: "held-over"},
		{name: "neither", letter: "games", facts: command.Facts{Answers: &asked}, want: "games"},

		{name: "yes, it was meant", letter: "yes", facts: command.Facts{Questions: question(true, true)}, answer: command.Confirmed{Question: 3}, want: first},
		{name: "no, it was not", letter: "no", facts: command.Facts{Questions: question(true, true)}, answer: command.Lapsed{Question: 3, No: new(line("no"))}},
		{name: "yes, too late", letter: "yes", facts: command.Facts{Questions: question(true, false)}, answer: command.Lapsed{Question: 3}, refused: "yes-alone " + first},
		{name: "yes, where something is offered", letter: "yes", facts: command.Facts{Questions: question(true, true)}, games: games{offered: true}, answer: command.Lapsed{Question: 3}, refused: "yes-to-what"},
		{name: "another word about the game", letter: "#12 board", facts: command.Facts{Questions: question(false, false)}, answer: command.Lapsed{Question: 3}, want: "board"},
		{name: "a word about another game", letter: "#13 board", facts: command.Facts{Questions: question(false, false)}, want: "board"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.games.game, c.facts.Lines, c.facts.Lang, c.facts.Game, c.facts.Proven = game, strings.Split(c.letter, "\n"), "en", 12, true
			if c.facts.Most == 0 {
				c.facts.Most = command.Most
			}
			meant, err := command.Understand(reader, c.facts, c.games)
			require.NoError(t, err)
			assert.Equal(t, c.want, said(meant.Commands, c.games))
			assert.Equal(t, c.answer, meant.Answer)
			refused := ""
			for _, r := range meant.Refused {
				refused += strings.TrimSpace(fmt.Sprintln(append([]any{r.Code}, r.Args...)...))
			}
			assert.Equal(t, c.refused, refused)
		})
	}
}

// said are commands as one line.
func said(commands []command.Line, games games) string {
	var out []string
	for _, c := range commands {
		switch {
		case c.Verb != "":
			out = append(out, c.Verb)
		case c.LooksLikePlies(games.Candidates(c)):
			out = append(out, c.Args)
		default:
			out = append(out, "("+c.Text+")")
		}
	}
	return strings.Join(out, " | ")
}

func TestAddress(t *testing.T) {
	reader, err := command.NewReader(all.Games())
	require.NoError(t, err)
	for letter, want := range map[string]any{
		"yes":                           command.ConfirmAddress{Yes: true},
		"no":                            command.ConfirmAddress{},
		"yes\nno":                       command.ConfirmAddress{},
		"ok":                            command.ConfirmAddress{Yes: true},
		"ok\nI do not know who you are": nil,
		"stop":                          nil,
	} {
		f := command.Facts{Lines: strings.Split(letter, "\n"), Lang: "en", Most: command.Most}
		assert.Equal(t, want, command.UnderstandAddress(reader, f, games{game: all.Games()[0]}).Answer, letter)
	}
}
