package config

import (
	"errors"
	"fmt"
)

// problems collects what is wrong with a configuration.
type problems struct {
	lines map[string]int
	found []error
}

// say notes a problem of one key; the sentence goes on after the key's name.
func (p *problems) say(key, format string, args ...any) {
	text := key + " " + fmt.Sprintf(format, args...)
	if line, ok := p.lines[key]; ok {
		text = fmt.Sprintf("line %d: %s", line, text)
	}
	p.found = append(p.found, errors.New(text))
}

// alone notes that two of a section's keys are given of which only one counts,
// and returns those that are given.
func (p *problems) alone(section string, keys ...given) (found []string) {
	for _, key := range keys {
		if key.value != "" {
			found = append(found, key.name)
		}
	}
	if len(found) > 1 {
		p.say(section+"."+found[1], "stands beside %s; give one of them alone", found[0])
	}
	return found
}

// given is a key of a section and its value; "" is none.
type given struct{ name, value string }

// within notes a number that is too small or too large.
func (p *problems) within(key string, value, least, most int) {
	if value < least || value > most {
		p.say(key, "is %d; it can be from %d to %d", value, least, most)
	}
}

// err joins one sentence for each problem.
func (p *problems) err() error { return errors.Join(p.found...) }
