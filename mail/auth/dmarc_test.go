package auth_test

import (
	"context"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/stretchr/testify/require"

	"turnpost/mail/auth"
)

// Each case is what the DNS says, and whether a signature of one domain speaks for a
// message from another.
func TestAlignment(t *testing.T) {
	t.Parallel()
	const plain = "v=DMARC1; p=reject"
	long := strings.Repeat("a.", 9) + "mail.example.org" // twelve labels
	for _, c := range []struct {
		name    string
		records map[string]string // by domain
		d, from string
		speaks  bool
	}{
		{"no record", nil, "example.org", "mail.example.org", false},
		{"its own domain needs none", nil, "mail.example.org", "mail.example.org", true},
		{"a record above", map[string]string{"example.org": plain}, "example.org", "mail.example.org", true},
		{"a record above, and the signature below", map[string]string{"example.org": plain}, "mail.example.org", "example.org", true},
		{"a record of the sender alone", map[string]string{"mail.example.org": plain}, "example.org", "mail.example.org", false},
		{"records of both", map[string]string{"mail.example.org": plain, "example.org": plain}, "example.org", "mail.example.org", true},
		{"strict above", map[string]string{"example.org": plain + "; adkim=s"}, "example.org", "mail.example.org", false},
		{"strict in capitals", map[string]string{"example.org": plain + "; adkim=S"}, "example.org", "mail.example.org", false},
		{"relaxed in capitals", map[string]string{"example.org": plain + "; adkim=R"}, "example.org", "mail.example.org", true},
		{"strict above, and its own says otherwise", map[string]string{"mail.example.org": plain, "example.org": plain + "; adkim=s"}, "example.org", "mail.example.org", true},
		{"strict itself", map[string]string{"mail.example.org": plain + "; adkim=s", "example.org": plain}, "example.org", "mail.example.org", false},
		{"its own cannot be read", map[string]string{"mail.example.org": plain + "; p=none", "example.org": plain}, "example.org", "mail.example.org", false},
		{"what is new is no hindrance", map[string]string{"example.org": "v=DMARC1; p=reject; np=reject; t=y; psd=u"}, "example.org", "mail.example.org", true},
		{"no p", map[string]string{"example.org": "v=DMARC1"}, "example.org", "mail.example.org", true},
		{"another version", map[string]string{"example.org": "v=DMARC2; p=none"}, "example.org", "mail.example.org", false},

		{"the organization begins below", map[string]string{"mail.example.org": plain + "; psd=n", "example.org": plain}, "example.org", "mail.example.org", false},
		{"the organization begins below, both in it", map[string]string{"mail.example.org": plain + "; psd=n", "example.org": plain}, "a.mail.example.org", "mail.example.org", true},
		{"psd=n at the top", map[string]string{"example.org": plain + "; psd=n", "org": plain}, "example.org", "mail.example.org", true},
		{"a suffix that says so", map[string]string{"co.uk": plain + "; psd=y"}, "co.uk", "shop.co.uk", false},
		{"a suffix in capitals", map[string]string{"co.uk": plain + "; psd=Y"}, "co.uk", "shop.co.uk", false},
		{"one label below a suffix", map[string]string{"co.uk": plain + "; psd=y"}, "shop.co.uk", "mail.shop.co.uk", true},
		{"one label below a suffix that is strict", map[string]string{"co.uk": plain + "; psd=y; adkim=s"}, "shop.co.uk", "mail.shop.co.uk", false},
		{"a suffix that writes letters", map[string]string{"co.uk": plain + "; psd=y"}, "shop.co.uk", "co.uk", false},
		{"two shops below a suffix that does not say so", map[string]string{"co.uk": plain}, "evil.co.uk", "shop.co.uk", false},
		{"two siblings", map[string]string{"example.org": plain}, "a.example.org", "b.example.org", false},
		{"a longer word", map[string]string{"example.org": plain}, "example.org", "myexample.org", false},

		{"a long name", map[string]string{"example.org": plain}, "example.org", long, true},
		{"a long name, the record where nobody looks", map[string]string{"a.a.a.a.a.a.mail.example.org": plain}, "a.a.a.a.a.a.mail.example.org", long, false},
		{"a long name, the record at the seventh label", map[string]string{"a.a.a.a.mail.example.org": plain}, "a.a.a.a.mail.example.org", long, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			for domain, record := range c.records {
				w.names.Set("_dmarc."+domain, record)
			}
			w.keys[c.d] = w.keys["example.org"]
			w.names.Set("s._domainkey."+c.d, record(t, w.keys[c.d]))
			_, why := w.vouch(w.sign(edit(plainMail, "ada@mail.example.org", "ada@"+c.from), c.d, dkim.SignOptions{}))
			if c.speaks {
				require.NoError(t, why)
			} else {
				require.ErrorContains(t, why, "does not vouch for")
			}
			asked := map[string]int{}
			for _, name := range w.names.Questions() {
				asked[name]++
				require.Equal(t, 1, asked[name], "%s is asked for once", name)
			}
			require.LessOrEqual(t, len(asked), 2*8+1)
		})
	}
}

// The record that counts for a domain: its own, its organization's, its suffix's;
// found in at most eight questions, whatever the name; all are asked at once.
func TestDMARC(t *testing.T) {
	t.Parallel()
	const plain = "v=DMARC1; p=none"
	label := strings.Repeat("a", 63)
	huge := label + "." + label + "." + label + "." + strings.Repeat("b", 49) + ".example.org" // 253 octets
	for _, c := range []struct {
		name    string
		records map[string][]string
		domain  string
		at      string
		asked   int
	}{
		{"none", nil, "mail.example.org", "", 3},
		{"a top-level domain", nil, "org", "", 1},
		{"its own, and the walk goes on", map[string][]string{"mail.example.org": {plain}, "example.org": {plain}}, "Mail.Example.org", "mail.example.org", 3},
		{"above", map[string][]string{"example.org": {plain}}, "a.b.example.org", "example.org", 4},
		{"the highest, not one between", map[string][]string{"b.example.org": {plain}, "example.org": {plain}}, "a.b.example.org", "example.org", 4},
		{"psd=n ends the walk", map[string][]string{"b.example.org": {plain + "; psd=n"}, "example.org": {plain}}, "a.b.example.org", "b.example.org", 4},
		{"psd=y counts where there is nothing else", map[string][]string{"co.uk": {plain + "; psd=y"}}, "a.shop.co.uk", "co.uk", 4},
		{"psd=y gives way to the organization", map[string][]string{"shop.co.uk": {plain}, "co.uk": {plain + "; psd=y"}}, "a.shop.co.uk", "shop.co.uk", 4},
		{"what stands between them is nobody's", map[string][]string{"a.shop.co.uk": {plain}, "co.uk": {plain + "; psd=y"}}, "b.a.shop.co.uk", "co.uk", 5},
		{"two records are none", map[string][]string{"mail.example.org": {plain, plain}, "example.org": {plain}}, "mail.example.org", "example.org", 3},
		{"other texts do not count", map[string][]string{"mail.example.org": {"v=spf1 -all", plain, "x"}}, "mail.example.org", "mail.example.org", 3},
		{"twelve labels", map[string][]string{"example.org": {plain}}, strings.Repeat("a.", 10) + "example.org", "example.org", 8},
		{"eight labels", map[string][]string{"example.org": {plain}}, strings.Repeat("a.", 6) + "example.org", "example.org", 8},
		{"a hundred labels", nil, strings.Repeat("a.", 98) + "example.org", "", 8},
		{"a name that leaves no room", map[string][]string{"example.org": {plain}}, huge, "example.org", 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			for domain, texts := range c.records {
				w.names.Set("_dmarc."+domain, texts...)
			}
			record, at, err := w.v.DMARC(context.Background(), c.domain)
			require.NoError(t, err)
			require.Equal(t, c.at, at)
			require.Equal(t, c.at != "", record != "")
			require.Len(t, w.names.Questions(), c.asked)
		})
	}
}

// Where a name on the way cannot be asked for, nothing is known, and nobody is
// vouched for.
func TestAWalkThatFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.names.Set("_dmarc.example.org", "v=DMARC1; p=none")
	w.names.Fail("_dmarc.org")
	_, _, err := w.v.DMARC(context.Background(), "mail.example.org")
	require.Error(t, err)
	asked := len(w.names.Questions())
	_, _, err = w.v.DMARC(context.Background(), "mail.example.org")
	require.Error(t, err, "what is remembered of it is an error too")
	require.Len(t, w.names.Questions(), asked)
	address, why := w.vouch(w.sign(plainMail, "example.org", dkim.SignOptions{}))
	require.Error(t, why)
	require.Equal(t, auth.Unproven, auth.Facts{Senders: 1, Signed: address != ""}.Proof())
}
