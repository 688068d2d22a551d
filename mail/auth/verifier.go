package auth

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	ours "turnpost/mail"
)

// maxSignatures is how many signatures of a message are read, and maxVerified how many of
// those that could prove it are verified: each verification hashes the whole message, and
// domains sign with two keys at most, one RSA and one Ed25519. maxKey is the greatest
// length of a key's record: one of 4096 bits has about 750 characters.
const (
	maxSignatures = 5
	maxVerified   = 2
	maxKey        = 2048
)

// Verifier verifies DKIM signatures. It is safe for concurrent use.
type Verifier struct {
	resolver Resolver
	isOurs   func(addr string) bool
	now      func() time.Time
	answers  answers
	proven   proven
}

// NewVerifier makes a verifier for mail to the addresses that isOurs reports. A nil
// resolver means the machine's.
func NewVerifier(resolver Resolver, isOurs func(addr string) bool, now func() time.Time) *Verifier {
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	return &Verifier{resolver: resolver, isOurs: isOurs, now: now}
}

// Vouch returns the mailbox of the address in From (see mail.Key) if a signature of its
// domain proves that the message is from there. Otherwise why says why not, for the log. It
// asks the DNS, and takes at most eight seconds.
func (v *Verifier) Vouch(ctx context.Context, raw []byte, message *ours.Message) (address string, why error) {
	return v.vouch(ctx, raw, message, false)
}

// maxAhead is the size in octets up to which VouchesAlready looks at a message.
const maxAhead = 64 << 10

// VouchesAlready reports whether a key that has proven another message of the same domain,
// since the program started, proves this one. It is for callers that cannot wait for the
// DNS, which it asks at most once a minute for each such domain. It returns false for a
// large message, and if v is nil.
func (v *Verifier) VouchesAlready(ctx context.Context, raw []byte, message *ours.Message) (yes bool) {
	if v == nil || len(raw) > maxAhead {
		return false
	}
	defer func() {
		if recover() != nil { // a bug in the library or here: Vouch will report it
			yes = false
		}
	}()
	_, why := v.vouch(ctx, raw, message, true)
	return why == nil
}

// vouch is Vouch. With known, only keys count that have proven a message of the domain.
func (v *Verifier) vouch(ctx context.Context, raw []byte, message *ours.Message, known bool) (address string,
	why error) {
	ctx, cancel := context.WithTimeout(ctx, allTime)
	defer cancel()
	if len(message.From) != 1 {
		return "", fmt.Errorf("%d senders", len(message.From))
	}
	h, _, err := split(raw)
	if err != nil {
		return "", err
	}
	if len(h.all("from")) != 1 {
		return "", fmt.Errorf("%d From fields", len(h.all("from")))
	}
	if name := h.repeated(); name != "" {
		return "", fmt.Errorf("the field %s occurs more than once", name)
	}
	address = ours.Key(message.From[0].Addr)
	_, domain, _ := strings.Cut(address, "@")
	if !isHost(domain) {
		return "", errors.New("the domain of From cannot be looked up")
	}
	found, why := v.candidates(ctx, h, domain, known)
	if len(found.names) == 0 {
		return "", why
	}
	by, why := found.verify(raw)
	if why != nil {
		return "", why
	}
	v.proven.note(domain, by.key())
	return address, nil
}

// keys holds the signatures of a message that prove it if they are valid.
type keys struct {
	verifier   *Verifier
	ctx        context.Context
	signatures []*signature // in the message's order; nil for those that prove nothing
	names      []string     // DNS names of their keys

	mu     sync.Mutex
	asked  int             // look-ups, one for each verified signature
	strict map[string]bool // by name: the key is only for its own domain (t=s)
}

// candidates reads the first signatures without looking up their keys. The error says why
// the last one that is not a candidate is none. known is as for vouch.
func (v *Verifier) candidates(ctx context.Context, h header, domain string, known bool) (*keys, error) {
	k := &keys{verifier: v, ctx: ctx, strict: map[string]bool{}}
	why := errors.New("it has no signature")
	signatures := h.all("dkim-signature")
	if slices.ContainsFunc(signatures, func(s string) bool { return strings.Count(s, ":") > maxCovered }) {
		return k, errForm // the library would verify it
	}
	lists := h.names(v.isOurs)
	for i, value := range signatures {
		if i == maxSignatures {
			break
		}
		k.signatures = append(k.signatures, nil)
		s, err := readSignature(value, v.now())
		if err == nil {
			err = s.binds(h, lists)
		}
		if err == nil && known && !v.proven.has(domain, s.key()) {
			err = errors.New("its key has proven no message yet")
		}
		if err == nil {
			var ok bool
			if ok, err = v.aligned(ctx, s.domain, domain); err == nil && !ok {
				err = fmt.Errorf("%s does not vouch for %s", s.domain, domain)
			}
		}
		if err != nil {
			why = fmt.Errorf("a signature of %q: %w", s.domain, err)
			continue
		}
		k.signatures[i], k.names = &s, append(k.names, s.key())
	}
	return k, why
}

// verify returns a valid candidate. Otherwise the error says what is wrong with the last
// one.
func (k *keys) verify(raw []byte) (*signature, error) {
	found, err := dkim.VerifyWithOptions(bytes.NewReader(raw),
		&dkim.VerifyOptions{LookupTXT: k.lookup, MaxVerifications: maxSignatures})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		return nil, err
	}
	why := errors.New("no signature is valid")
	for i, f := range found {
		if i >= len(k.signatures) || k.signatures[i] == nil {
			continue
		}
		s := k.signatures[i]
		switch {
		case f.Err != nil:
			why = f.Err
		case !strings.EqualFold(f.Domain, s.domain):
			why = errTags // the library read another field than we did
		case k.strict[s.key()] && s.identity != s.domain:
			why = errors.New("the key is not for domains below its own")
		default:
			return s, nil
		}
	}
	return nil, why
}

// lookup looks up a candidate's key for the library.
func (k *keys) lookup(name string) ([]string, error) {
	name = strings.ToLower(name)
	if !slices.Contains(k.names, name) {
		return nil, errors.New("not asked for")
	}
	k.mu.Lock()
	k.asked++
	many := k.asked > maxVerified
	k.mu.Unlock()
	if many {
		return nil, errors.New("too many signatures of its domain")
	}
	texts, err := k.verifier.lookup(k.ctx, name)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		t, ok := tags(text)
		if !ok || len(text) > maxKey {
			return nil, errors.New("the key cannot be read")
		}
		flags := strings.Split(t["t"], ":")
		if slices.Contains(flags, "y") { // RFC 6376, 3.6.1: as if it were not signed
			return nil, errors.New("the domain is only testing its key")
		}
		if slices.Contains(flags, "s") {
			k.mu.Lock()
			k.strict[name] = true
			k.mu.Unlock()
		}
	}
	return texts, nil
}

// How many domains' keys are remembered, and how many of each: signers change the selector
// now and then, and strangers choose both.
const (
	maxDomains = 1000
	maxKeys    = 4
)

// proven remembers the names of keys that have proven a message, by the domain in its From.
// It is safe for concurrent use.
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
		for other := range p.m { // any one; a used one soon comes back
			delete(p.m, other)
			break
		}
	}
	keys := append(slices.DeleteFunc(p.m[domain], func(k string) bool { return k == key }), key)
	p.m[domain] = keys[max(0, len(keys)-maxKeys):]
}
