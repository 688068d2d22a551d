package auth_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/auth"
)

// serverVouches is what our server's word is worth above a message that arrived in time.
func serverVouches(t *testing.T, results, raw string) bool {
	t.Helper()
	if results != "" {
		raw = "Authentication-Results: mx.turnpost.example; " + results + "\r\n" + raw
	}
	message, err := mail.Read([]byte(raw))
	require.NoError(t, err)
	isOurs := func(addr string) bool { return mail.Key(addr) == "games@turnpost.example" }
	return auth.ServerVouches([]byte(raw), message, "mx.turnpost.example", isOurs, time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC))
}

const (
	byDMARC = "dkim=pass header.d=mail.example.org; dmarc=pass header.from=mail.example.org"
	bySPF   = "spf=pass smtp.mailfrom=ada@mail.example.org; " + byDMARC
	byLogin = "auth=pass smtp.auth=ada@mail.example.org"
)

// answered is a message with all fields that a signature must cover.
var answered = strings.Replace(plainMail, "Subject: a move\r\n",
	"Cc: bob@example.net\r\nSubject: a move\r\nIn-Reply-To: <1@a>\r\nReferences: <1@a>\r\nMIME-Version: 1.0\r\nContent-Transfer-Encoding: 8bit\r\n", 1)

// bindingTags are the tags of a signature that binds answered.
func bindingTags() map[string]string {
	return map[string]string{"v": "1", "a": "rsa-sha256", "d": "mail.example.org", "s": "s", "bh": "AAAA", "b": "AAAA",
		"h": "from:to:cc:subject:date:message-id:in-reply-to:references:mime-version:content-type:content-transfer-encoding"}
}

// dkimField is the DKIM-Signature with some tags.
func dkimField(tags map[string]string) string {
	var parts []string
	for name, value := range tags {
		parts = append(parts, name+"="+value)
	}
	return "DKIM-Signature: " + strings.Join(parts, ";\r\n\t") + "\r\n"
}

// TestServerVouches: the server's word counts as it stands for what a writer submitted, and for
// what DMARC passed if each aligned signature binds the message.
func TestServerVouches(t *testing.T) {
	t.Parallel()
	tags := bindingTags()
	binding := dkimField(tags)
	tags["h"] = "from:subject"
	careless := dkimField(tags)
	other := strings.Replace(careless, "d=mail.example.org", "d=list.example.net", 1)
	for _, c := range []struct {
		name, results, raw string
		want               bool
	}{
		{"nothing is said", "", binding + answered, false},
		{"no signature, DMARC passed by SPF", byDMARC, answered, true},
		{"a binding signature", byDMARC, binding + answered, true},
		{"two binding signatures", byDMARC, binding + binding + answered, true},
		{"a careless one of another domain", byDMARC, other + binding + answered, true},
		{"a careless one", byDMARC, careless + answered, false},
		{"a careless one below a binding one", byDMARC, binding + careless + answered, false},
		{"a careless one above a binding one", byDMARC, careless + binding + answered, false},
		{"a careless one of the domain above", byDMARC, strings.Replace(careless, "d=mail.", "d=", 1) + answered, false},
		{"a careless one of a sibling", byDMARC, strings.Replace(careless, "d=mail.", "d=news.", 1) + answered, false},
		{"a careless one, SPF passed", bySPF, careless + answered, true},
		{"a careless one, SPF passed for another domain", strings.Replace(bySPF, "ada@mail.example.org;", "eve@evil.example;", 1), careless + answered, false},
		{"a careless one, SPF passed for a domain above", strings.Replace(bySPF, "ada@mail.", "ada@", 1), careless + answered, false},
		{"a careless one, SPF passed for the HELO name", strings.Replace(bySPF, "smtp.mailfrom=ada@", "smtp.helo=", 1), careless + answered, false},
		{"a careless one, SPF passed and failed", "spf=fail smtp.mailfrom=ada@mail.example.org; " + bySPF, careless + answered, false},
		{"a careless one, SPF passed without DMARC", "spf=pass smtp.mailfrom=ada@mail.example.org", careless + answered, false},
		{"a careless one, logged in", byLogin, careless + answered, true},
		{"LF alone, as in a pipe", byDMARC, strings.ReplaceAll(binding+answered, "\r\n", "\n"), true},
		{"LF alone, and a careless one", byDMARC, strings.ReplaceAll(careless+answered, "\r\n", "\n"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, serverVouches(t, c.results, c.raw))
		})
	}
}

// TestAbuseCarelessSignatures: a signature that leaves anything open is worth nothing, also if our
// server says that it is valid; and neither is one below a field that was put on top.
func TestAbuseCarelessSignatures(t *testing.T) {
	t.Parallel()
	require.True(t, serverVouches(t, byDMARC, dkimField(bindingTags())+answered))
	attacks := map[string]string{}
	change := func(name string, tag, value string) {
		tags := bindingTags()
		tags[tag] = value
		attacks[name] = dkimField(tags) + answered
	}
	covered := strings.Split(bindingTags()["h"], ":")
	for _, name := range covered[:8] {
		change(name+" is not covered", "h", strings.ReplaceAll(":"+bindingTags()["h"]+":", ":"+name+":", ":"))
	}
	for _, name := range append(covered, "sender") {
		for form, field := range map[string]string{"": name + ": x", "in capitals": strings.ToUpper(name) + ": x", "folded": name + ":\r\n x", "empty": name + ":"} {
			if name == "from" {
				continue // two senders are no sender
			}
			whole := answered
			if name == "sender" {
				whole = "Sender: ada@mail.example.org\r\n" + answered
			}
			attacks[name+" on top "+form] = field + "\r\n" + dkimField(bindingTags()) + whole
			attacks[name+" below "+form] = dkimField(bindingTags()) + strings.Replace(whole, "\r\n\r\n", "\r\n"+field+"\r\n\r\n", 1)
		}
	}
	for name, tag := range map[string][2]string{
		"no octet of the body":     {"l", "0"},
		"some octets of the body":  {"l", "7"},
		"as many as there are":     {"l", "1000000"},
		"a length that is none":    {"l", "x"},
		"expired":                  {"x", fmt.Sprint(time.Date(2026, 11, 20, 9, 59, 0, 0, time.UTC).Unix())},
		"expired long ago":         {"x", "1"},
		"an expiry that is none":   {"x", "never"},
		"made years ago":           {"t", "1500000000"},
		"made 60 days ago":         {"t", fmt.Sprint(time.Date(2026, 9, 20, 9, 0, 0, 0, time.UTC).Unix())},
		"made two days ago":        {"t", fmt.Sprint(time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC).Unix())},
		"made at no time":          {"t", "today"},
		"rsa-sha1":                 {"a", "rsa-sha1"},
		"no algorithm":             {"a", ""},
		"a domain that is no name": {"d", "mail.example.org."},
		"no domain":                {"d", ""},
		"no selector":              {"s", ""},
		"another identity":         {"i", "@evil.example"},
		"nothing covered":          {"h", ""},
	} {
		change(name, tag[0], tag[1])
	}
	attacks["a tag twice"] = strings.Replace(dkimField(bindingTags()), "d=mail", "d=evil.example; d=mail", 1) + answered
	attacks["a tag without a value"] = strings.Replace(dkimField(bindingTags()), "d=mail", "x; d=mail", 1) + answered
	attacks["a line that is no field"] = "no field\r\n" + dkimField(bindingTags()) + answered
	attacks["a bare CR"] = "X: a\rDate: b\r\n" + dkimField(bindingTags()) + answered
	attacks["a space before the colon"] = "Date : x\r\n" + dkimField(bindingTags()) + answered
	done := 0
	for name, raw := range attacks {
		message, err := mail.Read([]byte("Authentication-Results: mx.turnpost.example; " + byDMARC + "\r\n" + raw))
		require.NoError(t, err, name)
		if len(message.From) != 1 {
			continue
		}
		if serverVouches(t, byDMARC, raw) {
			done++
			t.Errorf("%s:\n%s", name, raw)
		}
		require.True(t, serverVouches(t, byLogin, raw), "%s: a login does not rest on it", name)
	}
	require.GreaterOrEqual(t, len(attacks), 100)
	t.Logf("abuse | signatures that leave something open, and fields beside them, which a server says are valid | they are worth nothing | %d of %d done", done, len(attacks))
}
