package external

import (
	"fmt"
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

// first is the first of some commands that the program knows, or nothing.
func (g *gtp) first(commands ...string) []string {
	for _, c := range commands {
		if name, _, _ := strings.Cut(c, " "); g.commands[name] {
			return []string{c}
		}
	}
	return nil
}

var colours = map[rules.Side]string{rules.Black: "black", rules.White: "white"}

// think implements dialect.
func (g *gtp) think(p *process, r *rules.Record, l engine.Level, b engine.Budget) (t engine.Thought, err error) {
	strength := leastLevel + (mostLevel-leastLevel)*(min(int(l), engine.Levels)-1)/(engine.Levels-1)
	commands := append(g.first(g.game.GTP.Rules...), "clear_board")
	commands = append(commands, g.game.GTP.Setup(r.At(0))...)
	commands = append(commands, g.first(fmt.Sprint("level ", strength))...)
	commands = append(commands, g.first(fmt.Sprint("set_random_seed ", b.Seed&0x7fffffff))...)
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
