package config

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// keyLines tells the line, counted from 1, on which each key of a TOML document
// stands: keyLines(text)["imap.port"]. The decoder knows lines only of what it
// refuses itself; a value that reads well and means nonsense needs its line
// too. A document with errors gives the keys before the first.
func keyLines(text []byte) map[string]int {
	lines := make(map[string]int)
	var p unstable.Parser
	p.Reset(text)
	section := ""
	for p.NextExpression() {
		e := p.Expression()
		name, line := "", 0
		for it := e.Key(); it.Next(); {
			if name != "" {
				name += "."
			}
			name += string(it.Node().Data)
			line = p.Shape(it.Node().Raw).Start.Line
		}
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			section = name
			lines[name] = line
		case unstable.KeyValue:
			lines[strings.TrimPrefix(section+"."+name, ".")] = line
		}
	}
	return lines
}
