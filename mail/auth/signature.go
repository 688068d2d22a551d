package auth

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// signature is the content of a DKIM-Signature field (RFC 6376, 3.5).
type signature struct {
	domain, selector string // d=, s=: lower case
	identity         string // the domain of i=, or d=
	covers           []string
	made, expires    time.Time // t=, x=; zero if there is none
}

// tags reads a tag list (RFC 6376, 3.2) and removes white space in the values. It returns
// false if a tag occurs twice.
func tags(text string) (map[string]string, bool) {
	m := map[string]string{}
	for pair := range strings.SplitSeq(text, ";") {
		name, value, found := strings.Cut(pair, "=")
		if name = strings.TrimSpace(name); !found && name == "" {
			continue
		}
		if _, twice := m[name]; twice || !found {
			return nil, false
		}
		m[name] = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) {
				return -1
			}
			return r
		}, value)
	}
	return m, true
}

// skew is how much clocks may differ.
const skew = time.Hour

var errTags = errors.New("its tags cannot be read")

// readSignature reads a DKIM-Signature field, and refuses one that is invalid whatever its
// key is and whenever it is.
func readSignature(value string) (signature, error) {
	t, ok := tags(value)
	if !ok {
		return signature{}, errTags
	}
	s := signature{domain: strings.ToLower(t["d"]), selector: strings.ToLower(t["s"])}
	if !isHost(s.domain) || !isHost(s.selector) {
		return s, errTags
	}
	switch t["a"] {
	case "rsa-sha256", "ed25519-sha256":
	default:
		return s, fmt.Errorf("the algorithm %q is not accepted", t["a"]) // RFC 8301, 3.1: rsa-sha1 must not be
	}
	if _, partly := t["l"]; partly {
		return s, errors.New("it covers only a part of the body") // RFC 6376, 8.2
	}
	for tag, at := range map[string]*time.Time{"t": &s.made, "x": &s.expires} {
		text, there := t[tag]
		if !there {
			continue
		}
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return s, fmt.Errorf("the time %s=%s", tag, text)
		}
		*at = time.Unix(seconds, 0)
	}
	s.identity = s.domain
	if identity, there := t["i"]; there {
		_, s.identity, _ = strings.Cut(strings.ToLower(identity), "@")
		if s.identity != s.domain && !strings.HasSuffix(s.identity, "."+s.domain) {
			return s, errors.New("i= is not in d=")
		}
	}
	for name := range strings.SplitSeq(t["h"], ":") {
		s.covers = append(s.covers, strings.ToLower(name))
	}
	return s, nil
}

// expired reports whether the signature has expired.
func (s signature) expired(now time.Time) bool { return !s.expires.IsZero() && !s.expires.After(now) }

// covered reports whether the signature covers one of some fields, present or not.
func (s signature) covered(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(s.covers, name) })
}

// key returns the DNS name of the signature's key (RFC 6376, 3.6.2.1).
func (s signature) key() string { return s.selector + "._domainkey." + s.domain }

// maxName is the greatest length of a DNS name as it is written (RFC 1035, 2.3.4).
const maxName = 253

// isHost reports whether a text can be looked up in the DNS.
func isHost(text string) bool {
	if text == "" || len(text) > maxName {
		return false
	}
	for label := range strings.SplitSeq(text, ".") {
		if label == "" || len(label) > 63 {
			return false
		}
		for _, r := range label {
			if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_' {
				return false
			}
		}
	}
	return true
}
