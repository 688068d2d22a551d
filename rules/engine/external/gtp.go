package external

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// The strengths of programs with the command level.
const (
	leastLevel = 1
	mostLevel  = 10
)

// gtp speaks with a program by GTP.
type gtp struct {
	game     rules.Game
	commands map[string]bool // that the program knows
	log      *slog.Logger
	lacking  map[string]bool // the optional commands of which the log says that they do nothing
}

// begin implements dialect.
func (g *gtp) begin(p *process) error {
	list, err := g.ask(p, "list_commands")
	if err != nil {
		return err
	}
	g.commands = map[string]bool{}
	for _, name := range strings.Fields(list) {
		g.commands[name] = true
	}
	_, err = g.ask(p, fmt.Sprint("boardsize ", g.game.GTP.Size))
	return err
}

// ask sends a command, and returns its answer. An answer "?" is errRefused.
func (g *gtp) ask(p *process, command string) (string, error) {
	if err := p.send(command); err != nil {
		return "", err
	}
	var answer []string
	err := p.until(func(line string) bool {
		if line != "" {
			answer = append(answer, line)
		}
		return line == "" && answer != nil
	})
	text := strings.Join(answer, "\n")
	switch {
	case err != nil:
		return "", err
	case strings.HasPrefix(text, "?"):
		return "", fmt.Errorf("%w: %s: %.60q", errRefused, command, text)
	case !strings.HasPrefix(text, "="):
		return "", errNonsense
	}
	return strings.TrimSpace(text[1:]), nil
}

// option sends the first of some optional commands that the program knows. If there is none, or the
// program refuses it, the log says so once.
func (g *gtp) option(p *process, commands ...string) error {
	for _, c := range commands {
		name, _, _ := strings.Cut(c, " ")
		if g.commands[name] {
			_, err := g.ask(p, c)
			if !errors.Is(err, errRefused) {
				return err
			}
		}
		if !g.lacking[name] {
			g.lacking[name] = true
			g.log.Info("the external engine does without an optional command", "command", name)
		}
	}
	return nil
}

var colours = map[rules.Side]string{rules.Black: "black", rules.White: "white"}

// think implements dialect.
func (g *gtp) think(p *process, r *rules.Record, l engine.Level, b engine.Budget) (t engine.Thought, err error) {
	strength := leastLevel + (mostLevel-leastLevel)*(min(int(l), engine.Levels)-1)/(engine.Levels-1)
	for _, option := range [][]string{g.game.GTP.Rules, {fmt.Sprint("level ", strength)},
		{fmt.Sprint("set_random_seed ", b.Seed&0x7fffffff)}} {
		if err := g.option(p, option...); err != nil {
			return t, err
		}
	}
	commands := append([]string{"clear_board"}, g.game.GTP.Setup(r.At(0))...)
	for i, m := range r.Plies() {
		commands = append(commands, fmt.Sprintf("play %s %s", colours[r.At(i).Turn()], g.game.GTP.Ply(m)))
	}
	for _, c := range commands {
		if _, err := g.ask(p, c); err != nil {
			return t, err
		}
	}
	// Nobody agrees on dead stones here, so they are taken before the end, by programs that can.
	name := "genmove"
	if g.commands["kgs-genmove_cleanup"] {
		name = "kgs-genmove_cleanup"
	}
	answer, err := g.ask(p, name+" "+colours[r.Turn()])
	switch {
	case err != nil:
		return t, err
	case strings.EqualFold(answer, "resign"):
		return t, fmt.Errorf("%w: it resigns", errRefused)
	}
	t.Move, err = written(r, answer, g.game.GTP.Ply)
	t.Line = []rules.Move{t.Move}
	return t, err
}
