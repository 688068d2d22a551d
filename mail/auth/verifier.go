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

// DKIMVerifier verifies DKIM signatures. It is safe for concurrent use.
type DKIMVerifier struct {
	resolver Resolver
	isOurs   func(addr string) bool
	now      func() time.Time
	answers  answers
	proven   proven
}

// NewDKIMVerifier makes a verifier for mail to the addresses that isOurs reports. A nil
// resolver means the machine's.
func NewDKIMVerifier(resolver Resolver, isOurs func(addr string) bool, now func() time.Time) *DKIMVerifier {
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	return &DKIMVerifier{resolver: resolver, isOurs: isOurs, now: now}
}

// Vouch returns the mailbox of the address in From (see mail.Key) if a signature of its
// domain proves that the message is from there. Otherwise why says why not, for the log. It
// asks the DNS, and takes at most a second.
func (v *DKIMVerifier) Vouch(ctx context.Context, raw []byte, message *ours.Message) (address string, why error) {
	c, err := v.readClaim(raw, message)
	if err != nil {
		return "", err
	}
	return c.judge(v.lookUp(ctx, c.names()...))
}

// ErrUnanswered says that a message is not proven, and that it might be if the DNS had answered.
var ErrUnanswered = errors.New("the DNS has not answered")

// VouchAtOnce is Vouch without asking the DNS. decided is false if it has to be asked.
func (v *DKIMVerifier) VouchAtOnce(raw []byte, message *ours.Message) (address string, decided bool, why error) {
	c, err := v.readClaim(raw, message)
	if err != nil {
		return "", true, err
	}
	found, all := v.remembered(c.names())
	if !all {
		return "", false, errUnknown
	}
	address, why = c.judge(found)
	return address, true, why
}

// maxAhead is the size in octets up to which VouchesAlready looks at a message.
const maxAhead = 64 << 10

// VouchesAlready reports whether a key that has proven another message of the same domain,
// since the program started, proves this one. It does not ask the DNS, so the key may have
// been revoked: it is for the order in which messages are answered. It returns false for a
// large message, and if v is nil.
func (v *DKIMVerifier) VouchesAlready(raw []byte, message *ours.Message) (yes bool) {
	if v == nil || len(raw) > maxAhead {
		return false
	}
	defer func() {
		if recover() != nil { // a bug in the library or here: Vouch will report it
			yes = false
		}
	}()
	c, err := v.readClaim(raw, message)
	if err != nil {
		return false
	}
	known := records{}
	for _, key := range v.proven.of(c.domain) {
		known[key.name] = answer{texts: key.texts}
	}
	_, why := c.verify(known)
	return why == nil
}

// claim is a message whose signatures would prove it if they are valid. It was read without
// asking the DNS.
type claim struct {
	verifier   *DKIMVerifier
	raw        []byte
	address    string       // the mailbox in From
	domain     string       // of it
	signatures []*signature // in the message's order; nil for those that are not verified
}

// readClaim reads the first signatures of a message. The error says why none can prove it.
func (v *DKIMVerifier) readClaim(raw []byte, message *ours.Message) (*claim, error) {
	if len(message.From) != 1 {
		return nil, fmt.Errorf("%d senders", len(message.From))
	}
	m, err := readSigned(raw, message, v.isOurs)
	if err != nil {
		return nil, err
	}
	c := &claim{verifier: v, raw: raw, address: ours.Key(message.From[0].Addr)}
	_, c.domain, _ = strings.Cut(c.address, "@")
	if !isHost(c.domain) {
		return nil, errors.New("the domain of From cannot be looked up")
	}
	values := m.header.all("dkim-signature")
	if slices.ContainsFunc(values, func(s string) bool { return strings.Count(s, ":") > maxCovered }) {
		return nil, errForm // the library would verify it
	}
	why := errors.New("it has no signature")
	now := v.now()
	for _, value := range values[:min(len(values), maxSignatures)] {
		s, err := readSignature(value)
		switch {
		case err != nil:
		case s.expired(now):
			err = fmt.Errorf("the time x=%d", s.expires.Unix())
		case s.made.After(now.Add(skew)):
			err = fmt.Errorf("the time t=%d", s.made.Unix())
		case !related(s.domain, c.domain):
			err = fmt.Errorf("%s does not vouch for %s", s.domain, c.domain)
		default:
			err = s.binds(m)
		}
		if err != nil {
			why = fmt.Errorf("a signature of %q: %w", s.domain, err)
			c.signatures = append(c.signatures, nil)
			continue
		}
		c.signatures = append(c.signatures, &s)
	}
	if c.choose() == 0 {
		return nil, why
	}
	return c, nil
}

// choose keeps maxVerified signatures at most, first those of the domain itself, which need
// no other record. It returns how many there are.
func (c *claim) choose() (n int) {
	var chosen []*signature
	for _, own := range []bool{true, false} {
		for _, s := range c.signatures {
			if s != nil && (s.domain == c.domain) == own && len(chosen) < maxVerified {
				chosen = append(chosen, s)
			}
		}
	}
	for i, s := range c.signatures {
		if !slices.Contains(chosen, s) {
			c.signatures[i] = nil
		}
	}
	return len(chosen)
}

// names returns the DNS names that judge needs.
func (c *claim) names() (names []string) {
	for _, s := range c.signatures {
		if s != nil {
			names = append(append(names, s.key()), alignmentNames(s.domain, c.domain)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// judge returns the mailbox in From if one of the signatures is aligned with it and valid, by
// the records of names. Otherwise the error says what is wrong with one of them, and is
// ErrUnanswered if a record could not be looked up.
func (c *claim) judge(r records) (address string, why error) {
	defer func() {
		if why != nil && r.unanswered() {
			why = fmt.Errorf("%w: %w", ErrUnanswered, why)
		}
	}()
	aligned := 0
	for i, s := range c.signatures {
		if s == nil {
			continue
		}
		ok, err := r.aligned(s.domain, c.domain)
		if err == nil && !ok {
			err = fmt.Errorf("%s does not vouch for %s", s.domain, c.domain)
		}
		if err != nil {
			why = fmt.Errorf("a signature of %q: %w", s.domain, err)
			c.signatures[i] = nil
			continue
		}
		aligned++
	}
	if aligned == 0 {
		return "", why
	}
	s, why := c.verify(r)
	if why != nil {
		return "", why
	}
	texts, _ := r.texts(s.key()) // verify has read them
	c.verifier.proven.note(c.domain, provenKey{s.key(), texts})
	return c.address, nil
}

// verify finds a signature that is valid by one of some keys.
func (c *claim) verify(keys records) (valid *signature, why error) {
	var mu sync.Mutex
	strict := map[string]bool{} // by name: the key is only for its own domain (t=s)
	found, err := dkim.VerifyWithOptions(bytes.NewReader(c.raw), &dkim.VerifyOptions{
		MaxVerifications: maxSignatures,
		LookupTXT: func(name string) ([]string, error) { // may be called at the same time
			name = strings.ToLower(name)
			if !slices.ContainsFunc(c.signatures, func(s *signature) bool { return s != nil && s.key() == name }) {
				return nil, errors.New("not asked for")
			}
			texts, own, err := keyOf(keys, name)
			mu.Lock()
			defer mu.Unlock()
			strict[name] = own
			return texts, err
		},
	})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		return nil, err
	}
	why = errors.New("no signature is valid")
	for i, f := range found {
		if i >= len(c.signatures) || c.signatures[i] == nil {
			continue
		}
		s := c.signatures[i]
		switch {
		case f.Err != nil:
			why = f.Err
		case !strings.EqualFold(f.Domain, s.domain):
			why = errTags // the library read another field than we did
		case strict[s.key()] && s.identity != s.domain:
			why = errors.New("the key is not for domains below its own")
		default:
			return s, nil
		}
	}
	return nil, why
}

// keyOf returns the record of a key, and whether it is only for its own domain (t=s).
func keyOf(keys records, name string) (texts []string, strict bool, err error) {
	texts, err = keys.texts(name)
	for _, text := range texts {
		t, ok := tags(text)
		if !ok || len(text) > maxKey {
			return nil, false, errors.New("the key cannot be read")
		}
		flags := strings.Split(t["t"], ":")
		if slices.Contains(flags, "y") { // RFC 6376, 3.6.1: as if it were not signed
			return nil, false, errors.New("the domain is only testing its key")
		}
		strict = strict || slices.Contains(flags, "s")
	}
	return texts, strict, err
}

// How many domains' keys are remembered, and how many of each: signers change the selector
// now and then, and strangers choose both.
const (
	maxDomains = 1000
	maxKeys    = 4
)

// provenKey is a key that has proven a message, with its record.
type provenKey struct {
	name  string
	texts []string
}

// proven remembers the keys that have proven a message, by the domain in its From. It is safe
// for concurrent use.
type proven struct {
	mu sync.Mutex
	m  map[string][]provenKey // the latest last
}

func (p *proven) of(domain string) []provenKey {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.m[domain])
}

func (p *proven) note(domain string, key provenKey) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m == nil {
		p.m = map[string][]provenKey{}
	}
	if _, ok := p.m[domain]; !ok && len(p.m) >= maxDomains {
		for other := range p.m { // any one; a used one soon comes back
			delete(p.m, other)
			break
		}
	}
	keys := append(slices.DeleteFunc(p.m[domain], func(k provenKey) bool { return k.name == key.name }), key)
	p.m[domain] = keys[max(0, len(keys)-maxKeys):]
}
