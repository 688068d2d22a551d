package config

import (
	"os"
	"strings"

	"golang.org/x/net/idna"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail/auth"
)

// DKIM configures signing of messages. It is off without a Selector.
type DKIM struct {
	// Domain is the domain that signs; empty: that of robot.address. After loading it is in
	// the form of the DNS.
	Domain string `toml:"domain"`
	// Selector is the name under which the domain publishes the key.
	Selector string `toml:"selector"`
	// Key is the file of the private key.
	Key string `toml:"key"`

	// Secret is the key, after loading.
	Secret auth.SigningKey `toml:"-"`
}

// On reports whether messages are signed.
func (c DKIM) On() bool { return c.Selector != "" }

// Signer returns the signer of package auth.
func (c DKIM) Signer() auth.Signer {
	return auth.Signer{Domain: c.Domain, Selector: c.Selector, Key: c.Secret}
}

// Sign returns the function that signs messages, or nil if they are not signed.
func (c DKIM) Sign() func(raw []byte) ([]byte, error) {
	if !c.On() {
		return nil
	}
	return c.Signer().Sign
}

// check reports what is wrong with the section. address is the server's: a signature of
// a domain that is not aligned with it proves nothing.
func (c *DKIM) check(p *problems, address string) {
	if !c.On() {
		return
	}
	_, from, _ := strings.Cut(address, "@")
	if ascii, err := idna.Lookup.ToASCII(from); err == nil {
		from = ascii
	}
	from = strings.ToLower(from)
	if c.Domain == "" {
		c.Domain = from
	}
	c.Domain, c.Selector = strings.ToLower(c.Domain), strings.ToLower(c.Selector)
	switch {
	case !isDNSName(c.Domain) || !strings.Contains(c.Domain, "."):
		p.say("dkim.domain",
			`is %q; give a domain as it stands in the DNS, such as "example.org" (xn--... for letters outside ASCII)`,
			c.Domain)
	case c.Domain != from && !strings.HasSuffix(from, "."+c.Domain):
		p.say("dkim.domain",
			"is %q, which is not aligned with messages from %s; give the domain of robot.address, or one above it",
			c.Domain, address)
	}
	if !isDNSName(c.Selector) {
		p.say("dkim.selector", `is %q; give a word of letters, digits and hyphens, such as "turnpost"`, c.Selector)
	} else if len(c.Signer().Name()) > 253 {
		p.say("dkim.selector", "is too long: %s is not a possible name in the DNS", c.Signer().Name())
	}
	if c.Key == "" {
		p.say("dkim.key", `is empty; give the path of a file, such as "dkim.key"`)
	}
}

// isDNSName reports whether a text is one or more labels (RFC 6376, 3.1).
func isDNSName(text string) bool {
	for label := range strings.SplitSeq(text, ".") {
		odd := strings.ContainsFunc(label,
			func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' })
		if label == "" || len(label) > 63 || odd || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return true
}

// findKey sets Secret.
func (c *DKIM) findKey(warn func(format string, args ...any)) error {
	if !c.On() {
		return nil
	}
	text, err := os.ReadFile(c.Key)
	if err != nil {
		return cli.Errorf(cli.ExitSecret, "dkim.key: cannot read the key: %w; %s", err,
			RemedyForFile(err, "'turnpost dkim new' makes one"))
	}
	info, err := os.Stat(c.Key)
	if err != nil {
		return cli.Errorf(cli.ExitSecret, "dkim.key: cannot read the key: %w", err)
	}
	if othersCanRead(info) {
		warn("dkim.key: everybody on this machine can read %s, and sign as %s; run: chmod o-r %s", c.Key, c.Domain,
			c.Key)
	}
	if c.Secret, err = auth.ParseSigningKey(text); err != nil {
		return cli.Errorf(cli.ExitConfig,
			"dkim.key: %s cannot be used: %w; 'turnpost dkim new' makes a key in a new file", c.Key, err)
	}
	if c.Secret.Weak() {
		warn("dkim.key: the RSA key in %s has %d bits, and some receivers accept no signature of less than 2048 "+
			"(RFC 8301); make another one, with another selector", c.Key, c.Secret.Bits())
	}
	return nil
}

// LoadDKIM reads the section [dkim], which must be set, for commands that make or publish the
// key. Passwords may be missing, and so may the key unless it is wanted.
func LoadDKIM(path string, wanted bool) (DKIM, error) {
	c, _, err := read(path)
	if err != nil {
		return DKIM{}, err
	}
	if !c.DKIM.On() {
		return DKIM{},
			cli.Errorf(cli.ExitConfig,
				`%s: dkim.selector is missing; give a word of your choice, such as selector = "turnpost" in [dkim]`,
				path)
	}
	if wanted {
		if err := c.DKIM.findKey(c.warn); err != nil {
			return DKIM{}, cli.WithStatus(cli.Status(err), inFile(path, err))
		}
	}
	return c.DKIM, nil
}
