package external

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/rules/engine"
)

const (
	// eloStep is how many points of Elo are between two levels.
	eloStep = 150
	// weakNodes is the nodes of the lowest level; each other one has twice as many. At a limited
	// strength a program needs few.
	weakNodes = 1000
	// saved is for how many nodes of the built-in engine a program gets one to judge a position, but
	// leastNodes, to see the shortest mates.
	saved      = 10
	leastNodes = 1000
	// hash is the size of the table of a program, in MB.
	hash = 16
	// mostMilliseconds bounds a ply of a slow program.
	mostMilliseconds = 5000
	// centipawns is the score of an engine of UCI with which a side wins e times as often as it loses.
	centipawns = 270
)

// option is an option that a program offers.
type option struct {
	least, most int
	values      []string
}

// uci speaks with a program by UCI.
type uci struct {
	game    rules.Game
	options map[string]option
}

var optionLine = regexp.MustCompile(`^option name (.+?) type (\w+)`)

// begin implements dialect.
func (u *uci) begin(p *process) error {
	u.options = map[string]option{}
	err := p.send("uci")
	if err == nil {
		err = p.until(func(line string) bool {
			if m := optionLine.FindStringSubmatch(line); m != nil {
				u.options[m[1]] = readOption(strings.Fields(line[len(m[0]):]))
			}
			return line == "uciok"
		})
	}
	if err != nil {
		return err
	}
	var lines []string
	variants, has := u.options["UCI_Variant"]
	switch {
	case has && !slices.Contains(variants.values, u.game.UCI.Variant), !has && u.game.UCI.Variant != "chess":
		return fmt.Errorf("it does not play %s", u.game.UCI.Variant)
	case has:
		lines = append(lines, set("UCI_Variant", u.game.UCI.Variant))
	}
	if _, ok := u.options["Threads"]; ok {
		lines = append(lines, set("Threads", 1))
	}
	if o, ok := u.options["Hash"]; ok {
		lines = append(lines, set("Hash", max(o.least, min(hash, o.most))))
	}
	return u.ready(p, lines...)
}

// readOption reads what follows the type of an option.
func readOption(words []string) (o option) {
	for i := 0; i+1 < len(words); i += 2 {
		switch n, _ := strconv.Atoi(words[i+1]); words[i] {
		case "min":
			o.least = n
		case "max":
			o.most = n
		case "var":
			o.values = append(o.values, words[i+1])
		}
	}
	return o
}

func set(name string, value any) string {
	return fmt.Sprintf("setoption name %s value %v", name, value)
}

// ready sends lines, and waits until the program has read them.
func (u *uci) ready(p *process, lines ...string) error {
	if err := p.send(append(lines, "isready")...); err != nil {
		return err
	}
	return p.until(func(line string) bool { return line == "readyok" })
}

// strength is the lines that set a level, and its nodes.
func (u *uci) strength(l engine.Level, b engine.Budget) (lines []string, nodes int) {
	_, limits := u.options["UCI_LimitStrength"]
	elo, hasElo := u.options["UCI_Elo"]
	skill, hasSkill := u.options["Skill Level"]
	full := l == judging || l >= engine.Levels
	if nodes = weakNodes << (max(l, 1) - 1); l == judging {
		nodes = max(b.Nodes/saved, leastNodes)
	}
	switch {
	case limits && hasElo:
		lines = []string{set("UCI_LimitStrength", !full)}
		if !full {
			lines = append(lines, set("UCI_Elo", min(elo.least+eloStep*int(l-1), elo.most)))
		}
	case hasSkill && full:
		lines = []string{set("Skill Level", skill.most)}
	case hasSkill:
		lines = []string{set("Skill Level", skill.least+(skill.most-skill.least)*int(l-1)/(engine.Levels-1))}
	case !full:
		nodes = 1 << (2 * l)
	}
	return lines, nodes
}

// position is the command that sets up a game so far.
func (u *uci) position(r *rules.Record) string {
	text := "position startpos"
	if from := r.At(0); from.String() != u.game.Start().String() {
		text = "position fen " + u.game.UCI.FEN(from)
	}
	for i, m := range r.Plies() {
		if i == 0 {
			text += " moves"
		}
		text += " " + u.game.UCI.Ply(m)
	}
	return text
}

// think implements dialect.
func (u *uci) think(p *process, r *rules.Record, l engine.Level, b engine.Budget) (t engine.Thought, err error) {
	lines, nodes := u.strength(l, b)
	if err := u.ready(p, append(lines, "ucinewgame", u.position(r))...); err != nil {
		return t, err
	}
	if err := p.send(fmt.Sprintf("go nodes %d movetime %d", nodes, mostMilliseconds)); err != nil {
		return t, err
	}
	var best []string
	err = p.until(func(line string) bool {
		words := strings.Fields(line)
		switch {
		case len(words) > 0 && words[0] == "info":
			readInfo(&t, u.game, words)
		case len(words) > 0 && words[0] == "bestmove":
			best = words
		}
		return best != nil
	})
	if err != nil {
		return t, err
	}
	if len(best) < 2 {
		return t, errNonsense
	}
	t.Move, err = written(r, best[1], u.game.UCI.Ply)
	t.Line = []rules.Move{t.Move}
	return t, err
}

// readInfo reads the words of a line "info" into a thought.
func readInfo(t *engine.Thought, g rules.Game, words []string) {
	number := func(name string, after int) (int, bool) {
		i := slices.Index(words, name)
		if i < 0 || i+after >= len(words) {
			return 0, false
		}
		n, err := strconv.Atoi(words[i+after])
		return n, err == nil
	}
	if line, ok := number("multipv", 1); ok && line != 1 {
		return
	}
	if n, ok := number("depth", 1); ok {
		t.Depth = n
	}
	if n, ok := number("nodes", 1); ok {
		t.Nodes = n
	}
	if n, ok := number("cp", 1); ok {
		most := float64(engine.Decided - 1)
		t.Score = int(max(-most, min(float64(n)*engine.Slope(g)/centipawns, most)))
	} else if n, ok := number("mate", 1); ok && n > 0 { // in moves
		t.Score = max(engine.Won-(2*n-1), engine.Decided)
	} else if ok {
		t.Score = min(-engine.Won-2*n, -engine.Decided)
	}
}
