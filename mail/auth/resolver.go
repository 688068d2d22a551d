package auth

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"
)

// Resolver looks up texts in the DNS, as *net.Resolver does.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

// How long look-ups last and what they find is remembered. The resolver does not
// tell how long an answer holds.
const (
	lookupTime = 2 * time.Second
	allTime    = 8 * time.Second
	foundFor   = 10 * time.Minute
	failedFor  = time.Minute
	maxAnswers = 1000
)

// answer is what a look-up found.
type answer struct {
	texts []string
	err   error
	until time.Time
}

// answers remembers look-ups. It is safe for concurrent use.
type answers struct {
	mu sync.Mutex
	m  map[string]answer
}

func (a *answers) get(name string, now time.Time) (answer, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	found, ok := a.m[name]
	return found, ok && now.Before(found.until)
}

func (a *answers) put(name string, found answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.m) >= maxAnswers || a.m == nil {
		a.m = map[string]answer{} // strangers choose the names: they must not fill the memory
	}
	a.m[name] = found
}

// registered is the part of a name that somebody registered: one label below the
// public suffix. What DMARC has for an organization the DNS itself says (dmarc.go);
// this is asked when the DNS says nothing.
func registered(name string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil {
		return name
	}
	return domain
}

// lookup finds the texts of a name; none, and no error, where it has none. One
// name that nobody answers for speaks for all that its owner registered: else
// whoever owns a silent domain could hold up the messages of everybody, each time
// under another name.
func (v *Verifier) lookup(ctx context.Context, name string) ([]string, error) {
	now := v.now()
	if found, ok := v.answers.get(name, now); ok {
		return found.texts, found.err
	}
	silent := "silent " + registered(name)
	if found, ok := v.answers.get(silent, now); ok {
		return nil, found.err
	}
	within, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	// The dot at the end keeps the machine's search domains out.
	texts, err := v.resolver.LookupTXT(within, name+".")
	if no, ok := errors.AsType[*net.DNSError](err); ok && no.IsNotFound {
		texts, err = nil, nil
	}
	hold := foundFor
	if err != nil || len(texts) == 0 {
		hold = failedFor
	}
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		v.answers.put(silent, answer{err: err, until: now.Add(failedFor)})
	}
	if ctx.Err() == nil { // else the failure is ours
		v.answers.put(name, answer{texts, err, now.Add(hold)})
	}
	return texts, err
}
