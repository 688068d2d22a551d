package mail_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
)

func TestIdentity(t *testing.T) {
	t.Parallel()
	a, digest := mail.Identity([]byte("Received: x\r\nMessage-Id: <a@b>\r\nSubject: s\r\n\r\nbody\r\n"))
	require.Equal(t, "a@b", a)
	require.Len(t, digest, 32)

	again, same := mail.Identity([]byte("Received: y\r\nReceived: x\r\nMessage-Id: <a@b>\r\nSubject: s\r\n\r\nbody\r\n"))
	require.Equal(t, a, again, "a second delivery is the same letter")
	require.Equal(t, digest, same)

	_, other := mail.Identity([]byte("Message-Id: <a@b>\n\nanother body\n"))
	require.NotEqual(t, digest, other)

	folded, _ := mail.Identity([]byte("Message-ID:\r\n <a@b>\r\n\r\nbody\r\n"))
	require.Equal(t, "a@b", folded)

	for _, added := range []string{"Message-ID: <new@b>\r\n", "X-A: b\r\n Message-ID: <new@b>\r\n", "Message-ID : <new@b>\r\n"} {
		replayed, same := mail.Identity([]byte(added + "Message-Id: <a@b>\r\nSubject: s\r\n\r\nbody\r\n"))
		require.Equal(t, a, replayed, "%q makes no new letter of a signed one", added)
		require.Equal(t, digest, same)
	}

	none, _ := mail.Identity([]byte("Subject: no id\n\nMessage-ID: <in@body>\n"))
	require.Regexp(t, `^sha256:[0-9a-f]{64}$`, none, "an id in the body is none")
	for _, raw := range []string{"", "\n\n", "Message-ID:", "Message-ID: <>\n\n"} {
		id, _ := mail.Identity([]byte(raw))
		require.Contains(t, id, "sha256:")
	}
}

func TestWriter(t *testing.T) {
	t.Parallel()
	ada := mail.FromHash([]byte("Received: x\r\nFrom: Ada <ada@example.org>\r\n\r\nFrom: <bob@example.org>\r\n"))
	require.Len(t, ada, 16)
	for _, raw := range []string{
		"from: ADA@example.org\n\n", "From: \"Lovelace, Ada\"\r\n\t<Ada@Example.org>\r\nSubject: s\r\n\r\n", "From: ada@example.org",
	} {
		require.Equal(t, ada, mail.FromHash([]byte(raw)), "%q", raw)
	}
	require.NotEqual(t, ada, mail.FromHash([]byte("From: bob@example.org\n\n")))
	for _, raw := range []string{"", "\n\n", "Subject: s\n\nFrom: ada@example.org\n", "From"} {
		require.Empty(t, mail.FromHash([]byte(raw)), "%q", raw)
	}
}

// Two mailboxes of one domain are never one player: what is no letter of ASCII
// does not become one. The Kelvin sign is a k, in lower case and in NFC, and the
// Turkish capital I with a dot an i.
func TestAbuseFoldedAddresses(t *testing.T) {
	t.Parallel()
	merged := 0
	others := []string{"\u212Aate@example.org", "k\u0130m@example.org", "a\u1FEFb@example.org", "a\u037Eb@example.org"}
	for i, victim := range []string{"kate@example.org", "kim@example.org", "a`b@example.org", "a;b@example.org"} {
		if mail.Key(others[i]) == mail.Key(victim) || mail.Key(others[i]) == mail.Key(strings.ToUpper(victim)) {
			merged++
		}
	}
	require.Zero(t, merged)
	// What people write in more ways than one is one address still.
	require.Equal(t, mail.Key("ångström@example.org"), mail.Key("A\u030angstro\u0308m@Example.ORG"))
	require.Equal(t, mail.Key("kate@example.org"), mail.Key(" KATE@EXAMPLE.org. "))
	t.Logf("abuse | %d addresses that fold to another's | nobody is taken for another | %d taken", len(others), merged)
}

// A copy without the signature of a signed mail is another mail; one that a server on
// the way has signed too is the same.
func TestIdentityKnowsTheSignature(t *testing.T) {
	t.Parallel()
	const mailText = "From: ada@example.org\r\nMessage-Id: <a@b>\r\n\r\nbody\r\n"
	const signature = "DKIM-Signature: v=1; d=example.org;\r\n\tb=abc\r\n"
	_, bare := mail.Identity([]byte(mailText))
	_, signed := mail.Identity([]byte(signature + mailText))
	require.NotEqual(t, bare, signed)
	_, other := mail.Identity([]byte(strings.Replace(signature, "abc", "xyz", 1) + mailText))
	require.NotEqual(t, signed, other)
	_, again := mail.Identity([]byte("DKIM-Signature: v=1; d=relay.example; b=1\r\nReceived: x\r\n" + signature + mailText))
	require.Equal(t, signed, again)
}
