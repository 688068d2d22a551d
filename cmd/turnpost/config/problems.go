package config

import (
	"errors"
	"fmt"
	"slices"
)

// problems collects what is wrong with a configuration.
type problems struct {
	lines map[string]int
	keys  []string // set by environment variables
	found []error
}

// say adds a problem of a key; the sentence continues after the key's name.
func (p *problems) say(key, format string, args ...any) {
	text := key + " " + fmt.Sprintf(format, args...)
	if slices.Contains(p.keys, key) {
		text = fmt.Sprintf("%s, by the environment variable %s, %s", key, variable(key), fmt.Sprintf(format, args...))
	} else if line, ok := p.lines[key]; ok {
		text = fmt.Sprintf("line %d: %s", line, text)
	}
	p.found = append(p.found, errors.New(text))
}

// alone reports that more than one of a section's keys is set, and returns those that are.
func (p *problems) alone(section string, keys ...given) (found []string) {
	for _, key := range keys {
		if key.value != "" {
			found = append(found, key.name)
		}
	}
	if len(found) > 1 {
		p.say(section+"."+found[1], "is given together with %s; give only one of them", found[0])
	}
	return found
}

// given is a key of a section and its value; "" is none.
type given struct{ name, value string }

// within reports a number outside its range.
func (p *problems) within(key string, value, least, most int) {
	if value < least || value > most {
		p.say(key, "is %d; it must be from %d to %d", value, least, most)
	}
}

// err joins a sentence for each problem.
func (p *problems) err() error { return errors.Join(p.found...) }
