package auth

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"
)

// Resolver looks up TXT records, as *net.Resolver does.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

// lookupTime is the time limit of all look-ups of a message together. Answers are cached for
// foundFor: the resolver does not return their TTL.
const (
	lookupTime = time.Second
	foundFor   = 10 * time.Minute
	failedFor  = time.Minute
	maxAnswers = 1000
)

// records holds TXT records, or why there are none, by their names.
type records map[string]answer

var errUnknown = errors.New("it was not looked up")

// texts returns the records of a name; none, and no error, if it has none.
func (r records) texts(name string) ([]string, error) {
	found, ok := r[name]
	if !ok {
		return nil, errUnknown
	}
	return found.texts, found.err
}

// unanswered reports whether a name server did not answer for one of them.
func (r records) unanswered() bool {
	for _, a := range r {
		if a.err != nil {
			return true
		}
	}
	return false
}

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

// remembered returns the cached records of some names, and whether these are all.
func (v *DKIMVerifier) remembered(names []string) (found records, all bool) {
	found, now := records{}, v.now()
	for _, name := range names {
		a, ok := v.answers.get(name, now)
		if !ok {
			// After a look-up without an answer, all names of the same registered domain fail
			// for a while: otherwise the owner of a silent domain could use up look-ups with a
			// new name each time.
			a, ok = v.answers.get(silent(name), now)
		}
		if ok {
			found[name] = a
		}
	}
	return found, len(found) == len(names)
}

// silent is the name under which the cache remembers that a domain did not answer.
func silent(name string) string { return "silent " + registered(name) }

// lookUp returns the records of some names. It asks for all that are not cached at once, and
// takes a second at most.
func (v *DKIMVerifier) lookUp(ctx context.Context, names ...string) records {
	found, all := v.remembered(names)
	if all {
		return found
	}
	within, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	unknown := slices.DeleteFunc(slices.Clone(names), func(name string) bool { _, ok := found[name]; return ok })
	var mu sync.Mutex // guards found
	var asking sync.WaitGroup
	for _, name := range unknown {
		asking.Go(func() {
			a := v.ask(within, name)
			if ctx.Err() == nil { // otherwise the failure is ours
				v.answers.put(name, a)
				if a.err != nil && within.Err() != nil {
					v.answers.put(silent(name), a)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			found[name] = a
		})
	}
	asking.Wait()
	return found
}

// ask looks up a name.
func (v *DKIMVerifier) ask(ctx context.Context, name string) answer {
	// The final dot avoids the search domains of this machine.
	texts, err := v.resolver.LookupTXT(ctx, name+".")
	if no, ok := errors.AsType[*net.DNSError](err); ok && no.IsNotFound {
		texts, err = nil, nil
	}
	hold := foundFor
	if err != nil || len(texts) == 0 {
		hold = failedFor
	}
	return answer{texts, err, v.now().Add(hold)}
}
