package doctor

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/auth"
	"turnpost/mail/mailtest"
)

// signs is the section [dkim] with a new key in the clinic's folder.
func (c *clinic) signs(t *testing.T) (section string, s auth.Signer) {
	key, err := auth.NewSigningKey(auth.RSA)
	require.NoError(t, err)
	require.NoError(t, key.Write(filepath.Join(c.dir, "dkim.key")))
	return "[dkim]\nselector = \"ours\"\n[trust]", auth.Signer{Domain: clinicDomain, Selector: "ours", Key: key}
}

// What is wrong with the server's domain and server as receivers see them.
func TestDoctorDiagnosesSenders(t *testing.T) {
	skiptest.Sequential(t)
	t.Parallel()
	c := newClinic(t, mailtest.DovecotConfig{}, mailtest.PostfixConfig{})
	section, signer := c.signs(t)
	none, ours := []string{"--no-letter"}, []string{"[trust]", section}
	other, err := signer, error(nil)
	other.Key, err = auth.NewSigningKey(auth.RSA)
	require.NoError(t, err)
	for _, x := range []diagnosis{
		{name: "no MX and no address", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.names.SetExchangers(clinicDomain) },
			want:    []want{{"mx", statusWarn, "neither MX nor address", "add an MX record to club.example"}}},
		{name: "a domain that takes no mail",
			prepare: func(_ *testing.T, c *clinic) { c.names.SetExchangers(clinicDomain, ".") },
			want:    []want{{"mx", statusFail, "accepts no mail (RFC 7505)", "add an MX record"}}},
		{name: "an MX without an address", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.names.SetExchangers(clinicDomain, "gone.club.example") },
			want:    []want{{"mx", statusWarn, "goes to gone.club.example., which has no address", "correct the MX record"}}},
		{name: "an address without a name", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) {
				c.names.SetExchangers(clinicDomain, clinicHost)
				c.names.SetPointer(clinicAddress)
			},
			want: []want{{"ptr", statusWarn, "192.0.2.25, has no name (PTR)", "set its PTR to mx.test.example"}}},
		{name: "an address with another name", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.names.SetPointer(clinicAddress, "host25.provider.example") },
			want:    []want{{"ptr", statusWarn, "is called host25.provider.example", "or make the server use that name"}}},
		{name: "a pointer that fails", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.names.Fail("25.2.0.192.in-addr.arpa") },
			want:    []want{{"ptr", statusWarn, "25.2.0.192", "the DNS does not answer"}}},
		{name: "an EHLO without an address", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) {
				c.names.SetHost("mail.club.example", "192.0.2.26")
				c.names.SetExchangers(clinicDomain, "mail.club.example")
				c.names.SetHost(clinicHost)
			},
			want: []want{{"ptr", statusWarn, "calls itself mx.test.example, which has no address", "myhostname"}}},
		{name: "a key that is not published", edit: ours,
			prepare: func(_ *testing.T, c *clinic) { c.names.SetHost(clinicHost, "10.0.0.1") },
			want:    []want{{"dkim-key", statusFail, "no key at ours._domainkey.club.example", "'turnpost dkim show'"}}},
		{name: "another key", edit: ours,
			prepare: func(_ *testing.T, c *clinic) { c.names.Set(signer.Name(), other.Record()) },
			want:    []want{{"dkim-key", statusFail, "is not ours", "255 characters"}}},
		{name: "half of the key", edit: ours,
			prepare: func(_ *testing.T, c *clinic) { c.names.Set(signer.Name(), signer.Record()[:255]) },
			want:    []want{{"dkim-key", statusFail, "is not ours", "255 characters"}}},
		{name: "two keys", edit: ours,
			prepare: func(_ *testing.T, c *clinic) { c.names.Set(signer.Name(), signer.Record(), other.Record()) },
			want:    []want{{"dkim-key", statusFail, "2 TXT records", "keep only the one"}}},
		{name: "a key in testing", edit: ours, code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.names.Set(signer.Name(), signer.Record()+"; t=s:y") },
			want:    []want{{"dkim-key", statusWarn, "in testing", "remove t=y"}}},
		{name: "a domain that says it is a suffix", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.names.Set("_dmarc."+clinicDomain, "v=DMARC1; p=reject; psd=y") },
			want:    []want{{"dmarc", statusWarn, "public suffix", "remove psd=y"}}},
		{name: "no policy", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.names.Remove("_dmarc." + clinicDomain) },
			want:    []want{{"dmarc", statusWarn, "no valid DMARC record", "RFC 9989"}}},
	} {
		x.args, x.skips = none, true
		x.check(t, c)
	}
}

// A message that Turnpost signs proves itself where no server signs, and the doctor
// says what the large receivers ask for, and what of it is amiss.
func TestDoctorOnMessagesThatWeSign(t *testing.T) {
	skiptest.Sequential(t)
	t.Parallel()
	c := newClinic(t, mailtest.DovecotConfig{}, mailtest.PostfixConfig{})
	section, signer := c.signs(t)
	c.names.Set(signer.Name(), signer.Record())
	c.names.Set("_dmarc."+clinicDomain, "v=DMARC1; p=none; pct=50")
	c.filter.set(false, "Authentication-Results: mx.club.example; dmarc=pass header.from=club.example\r\n")
	web := "[http]\npublic_url = \"https://games.club.example\"\n"

	e := c.examine(t, strings.Replace(c.config(), "[trust]", web+section, 1))
	require.Equal(t, allSteps(), e.with(statusOK), "%+v", e.Steps)
	require.Contains(t, e.step("dkim").Saw, "proves that it is from robot@club.example")
	require.Contains(t, e.step("dkim-key").Saw, "ours._domainkey.club.example is ours")
	require.Contains(t, e.step("one-click").Saw, "our signature covers it")
	require.Contains(t, e.step("dmarc").Mend, "remove pct=")
	require.Contains(t, e.step("ptr").Saw, "calls itself mx.test.example, and its address has that name")
	for _, receiver := range []string{"gmail", "yahoo", "outlook"} {
		require.Contains(t, e.step(receiver).Saw, "found no problem")
	}

	c.names.SetPointer(clinicAddress)
	c.names.Remove("_dmarc." + clinicDomain)
	e = c.examine(t, strings.Replace(c.config(), "[trust]", web+"[trust]", 1))
	require.Equal(t, []string{"dkim", "dmarc", "ptr"}, e.with(statusWarn), "%+v", e.Steps)
	require.Contains(t, e.step("dkim-key").Saw, "is not in the DNS")
	require.Contains(t, e.step("one-click").Saw, "cannot see whether")
	require.True(t, strings.HasSuffix(e.step("gmail").Saw, "see the problems above with dkim, dmarc, ptr"), e.step("gmail").Saw)
	require.True(t, strings.HasSuffix(e.step("outlook").Saw, "see the problems above with dkim, dmarc"), e.step("outlook").Saw)
	require.Contains(t, e.step("outlook").Saw, "550 5.7.515")
}

// A provider's server is the provider's business.
func TestDoctorLeavesProvidersAlone(t *testing.T) {
	d := &Doctor{smtpReached: true, helloName: "smtp.provider.example"}
	d.config.SMTP.Host = "smtp.provider.example"
	d.judgePointer(t.Context(), "club.example")
	require.Equal(t, statusOK, d.found[0].Status)
	require.Contains(t, d.found[0].Saw, "does not belong to club.example")
	d = &Doctor{smtpReached: true, helloName: "localhost"}
	d.config.SMTP.Host = "mail.club.example"
	d.judgePointer(t.Context(), "club.example")
	require.Equal(t, statusWarn, d.found[0].Status)
	require.Contains(t, d.found[0].Saw, `calls itself "localhost"`)
}
