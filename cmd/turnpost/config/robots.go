package config

import (
	"errors"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine/external"
)

// Engines is the external engines that play for computer players, by the names of games.
type Engines map[string]RobotEngine

// RobotEngine is the command of an engine, under the protocol that the engine speaks.
type RobotEngine struct {
	UCI string `toml:"uci"`
	GTP string `toml:"gtp"`
}

// Command returns the command.
func (e RobotEngine) Command() string { return e.UCI + e.GTP }

// engineKeys lists the keys of all games that external engines play: "chess.uci".
func engineKeys() (keys []string) {
	for _, g := range all.Games() {
		if p := external.ProtocolOf(g); p != "" {
			keys = append(keys, g.Name+"."+string(p))
		}
	}
	return keys
}

// given returns the engines without those whose commands are empty; nil if there is none.
func (r Engines) given() Engines {
	maps.DeleteFunc(r, func(_ string, e RobotEngine) bool { return strings.TrimSpace(e.Command()) == "" })
	if len(r) == 0 {
		return nil
	}
	return r
}

// check reports what is wrong with the engines.
func (r Engines) check(p *problems) {
	for _, name := range slices.Sorted(maps.Keys(r)) {
		e, section := r[name], "robots."+name
		g, err := rules.Find(all.Games(), name)
		protocol := external.ProtocolOf(g)
		if err != nil || g.Name != name || protocol == "" {
			p.say(section, "is no game that external engines play; there are %s", strings.Join(engineKeys(), ", "))
			continue
		}
		ours, others, other := e.UCI, e.GTP, external.GTP
		if protocol == external.GTP {
			ours, others, other = e.GTP, e.UCI, external.UCI
		}
		if others != "" {
			p.say(section+"."+string(other), "is given, but engines of %s speak another protocol; give %s", g.Title,
				protocol)
		} else if !filepath.IsAbs(strings.Fields(ours)[0]) {
			p.say(section+"."+string(protocol),
				`is %q; begin with the whole path of the program, such as "/usr/games/..."`, ours)
		}
	}
}

// find warns of programs that are missing or cannot be run.
func (r Engines) find(warn func(format string, args ...any)) {
	for _, name := range slices.Sorted(maps.Keys(r)) {
		program := strings.Fields(r[name].Command())[0]
		_, err := exec.LookPath(program)
		if wrapped, ok := errors.AsType[*exec.Error](err); ok {
			err = wrapped.Err
		}
		if err != nil {
			warn("robots.%s: the program %s cannot be run, and the built-in engine plays: %v", name, program, err)
		}
	}
}
