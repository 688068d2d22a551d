package templates

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// keyLines is the line, counted from 1, of each key of a TOML document:
// keyLines(text)["turn.head.yours"], and of each table its own. The decoder knows only the
// lines of what it refuses itself. A document with errors gives the keys before the first.
func keyLines(text []byte) map[string]int {
	lines := map[string]int{}
	var p unstable.Parser
	p.Reset(text)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		var names []string
		line := 0
		for it := e.Key(); it.Next(); {
			names = append(names, string(it.Node().Data))
			line = p.Shape(it.Node().Raw).Start.Line
		}
		name := strings.Join(names, ".")
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = name
			lines[name] = line
		case unstable.KeyValue:
			lines[strings.TrimPrefix(table+"."+name, ".")] = line
		}
	}
	return lines
}
