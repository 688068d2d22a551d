package config

import (
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Set returns a configuration with a key set to a text; comments and other keys stay as they are.
// text must be a correct configuration. A key that is not there is added to its section.
func Set(text []byte, key, value string) []byte {
	section, last := key[:strings.LastIndexByte(key, '.')], key[strings.LastIndexByte(key, '.')+1:]
	quoted := []byte(Quote(value))
	if at, ok := valueRange(text, key); ok {
		return slices.Concat(text[:at.Offset], quoted, text[at.Offset+at.Length:])
	}
	line := slices.Concat([]byte(last+" = "), quoted, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(slices.Clone(text), '\n')
	}
	if head, ok := keyLines(text)[section]; ok {
		at := 0
		for i := range text {
			if text[i] == '\n' {
				if head--; head == 0 {
					at = i + 1
					break
				}
			}
		}
		if at > 0 {
			return slices.Insert(slices.Clone(text), at, line...)
		}
	}
	return slices.Concat(text, []byte("\n["+section+"]\n"), line)
}

// valueRange finds the value of a key, which is a text.
func valueRange(text []byte, key string) (unstable.Range, bool) {
	var p unstable.Parser
	p.Reset(text)
	section := ""
	for p.NextExpression() {
		e := p.Expression()
		var names []string
		for it := e.Key(); it.Next(); {
			names = append(names, string(it.Node().Data))
		}
		name := strings.Join(names, ".")
		switch e.Kind {
		case unstable.Table:
			section = name + "."
		case unstable.KeyValue:
			if section+name == key && e.Value().Kind == unstable.String {
				return e.Value().Raw, true
			}
		}
	}
	return unstable.Range{}, false
}
