package config

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// keyLines returns the line of each key of a TOML document, from 1:
// keyLines(text)["imap.port"]. The decoder only knows lines of its own errors. A document with
// errors returns the keys before the first.
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
