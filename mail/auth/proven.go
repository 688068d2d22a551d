package auth

import (
	"slices"
	"sync"
)

// How many domains' keys are remembered, and how many of each: who signs mail changes
// the selector now and then, and strangers choose both.
const (
	maxDomains = 1000
	maxKeys    = 4
)

// proven are the names of the keys that have proven a mail, by the domain in its From. It
// is safe for concurrent use.
type proven struct {
	mu sync.Mutex
	m  map[string][]string // the latest last
}

func (p *proven) has(domain, key string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Contains(p.m[domain], key)
}

func (p *proven) note(domain, key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m == nil {
		p.m = map[string][]string{}
	}
	if _, ok := p.m[domain]; !ok && len(p.m) >= maxDomains {
		for other := range p.m { // any: one that is used is soon back
			delete(p.m, other)
			break
		}
	}
	keys := append(slices.DeleteFunc(p.m[domain], func(k string) bool { return k == key }), key)
	p.m[domain] = keys[max(0, len(keys)-maxKeys):]
}
