package auth_test

import (
	"crypto/sha256"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/auth"
)

// A return path verifies only as it was made, but for the case of its messages:
// no other text of an address does.
func FuzzReturnPath(f *testing.F) {
	mailbox := auth.ServerAddress{Address: "games@turnpost.example", Plus: true}
	key, old := sha256.Sum256([]byte("key")), sha256.Sum256([]byte("old"))
	keys := [][]byte{key[:], old[:]}
	for _, k := range keys {
		f.Add(mailbox.ReturnPath(k, 12))
	}
	stranger := sha256.Sum256([]byte("stranger"))
	for _, s := range []string{
		mailbox.ReturnPath(stranger[:], 12), "games+b.@turnpost.example", "games+b.12.@turnpost.example", "games+b.-1.aaaaaaaaaaaaaaaaaaaa@turnpost.example",
		"games+b.99999999999999999999.aaaaaaaaaaaaaaaaaaaa@turnpost.example", strings.ToUpper(mailbox.ReturnPath(key[:], 1)),
		strings.Replace(mailbox.ReturnPath(key[:], 12), "b.12.", "b.012.", 1), "games+b.1.aaaaaaaaaaaaaaaaaaaa@elsewhere.example", "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, addr string) {
		tags, returned := mailbox.ReturnTags([]string{addr})
		require.True(t, returned || len(tags) == 0)
		for _, tag := range tags {
			if !tag.Verify(keys) {
				continue
			}
			made := false
			for _, k := range keys {
				// A number may have zeros in front.
				made = made || strings.HasSuffix(strings.ToLower(addr), strings.TrimPrefix(mailbox.ReturnPath(k, tag.Message), "games+b."))
			}
			require.True(t, made, addr)
		}
		_, isToken := auth.ParseReplyToken(strings.TrimPrefix(addr, "games+"))
		require.False(t, isToken && returned, "a tag is no ticket")
	})
}

// A tag fits into the local part of an address (RFC 5321 section 4.5.3.1.1) for
// as many messages as there will ever be.
func TestReturnPathIsShort(t *testing.T) {
	t.Parallel()
	mailbox := auth.ServerAddress{Address: "turnpost-games@turnpost.example", Plus: true}
	local, _, _ := strings.Cut(mailbox.ReturnPath([]byte("key"), 1e12), "@")
	require.LessOrEqual(t, len(local), 64)
	require.Equal(t, "turnpost-games@turnpost.example", auth.ServerAddress{Address: mailbox.Address}.ReturnPath([]byte("key"), 1))
}
