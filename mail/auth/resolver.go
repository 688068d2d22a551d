package auth

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"
)

// Resolver looks up TXT records, as *net.Resolver does.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

// Time limits of look-ups, and how long answers are cached: the resolver does not return
// their TTL.
const (
	lookupTime = 2 * time.Second
	allTime    = 8 * time.Second
	foundFor   = 10 * time.Minute
	failedFor  = time.Minute
	maxAnswers = 1000
)

// answer is the result of a look-up.
type answer struct {
	texts []string
	err   error
	until time.Time
}

// answers caches look-ups. It is safe for concurrent use.
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
		a.m = map[string]answer{} // strangers choose the names, and must not fill the memory
	}
	a.m[name] = found
}

// registered returns the registered part of a name: one label below the public suffix. For
// DMARC the DNS itself says what an organization is (dmarc.go); this is for names that the
// DNS does not answer for.
func registered(name string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil {
		return name
	}
	return domain
}

// lookup returns the TXT records of a name; none, and no error, if it has none. After a
// look-up without an answer, all names of the same registered domain fail for a while:
// otherwise the owner of a silent domain could hold up everybody's messages by using a new
// name each time.
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
	// The final dot avoids the search domains of this machine.
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
	if ctx.Err() == nil { // otherwise the failure is ours
		v.answers.put(name, answer{texts, err, now.Add(hold)})
	}
	return texts, err
}
