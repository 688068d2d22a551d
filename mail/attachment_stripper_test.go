package mail

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// TestRepliesWithPhotos: a move beside pictures is read up to MaxCarried, whatever the
// pieces in which the mail comes, and what is kept has a limit.
func TestRepliesWithPhotos(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	const most = 100 << 10
	photo := func(size int) string { return strings.Repeat(strings.Repeat("QUJD", 19)+"\r\n", size/78) }
	many := func(photos ...string) string {
		var b strings.Builder
		b.WriteString("From: ada@example.net\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\nThis is MIME\r\n--a\r\nContent-Type: text/plain\r\n\r\nd3-d4\r\n")
		for i, p := range photos {
			fmt.Fprintf(&b, "--a\r\nContent-Type: image/jpeg; name=%d.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n%s", i, p)
		}
		return b.String() + "--a--\r\n"
	}
	for _, c := range []struct {
		name, raw string
		whole, ok bool
	}{
		{"no photo", many(), true, true},
		{"a small one", many(photo(50_000)), true, true},
		{"2 MB", many(photo(2_000_000)), false, true},
		{"ten of 2 MB", many(strings.Split(strings.Repeat(photo(2_000_000)+"|", 10), "|")...), false, true},
		{"over the limit", many(photo(MaxCarried)), false, false},
		{"one line of 2 MB", many(strings.Repeat("x", 2_000_000) + "\r\n"), false, true},
		{"a text of 2 MB", "From: ada@example.net\r\n\r\n" + photo(2_000_000), false, false},
		{"a file of text", strings.Replace(many(photo(2_000_000)), "image/jpeg", "text/plain", 1), false, true},
		{"a shown text of 2 MB", strings.Replace(many(photo(2_000_000)), "image/jpeg; name=0.jpg", "text/plain", 1), false, false},
		{"iPhone, text behind", many(photo(2_000_000)) + "", false, true},
	} {
		for _, piece := range []int{len(c.raw), 4096, 1 << 16} {
			s := NewAttachmentStripper(most)
			for rest := []byte(c.raw); len(rest) > 0; rest = rest[min(piece, len(rest)):] {
				_, err := s.Write(rest[:min(piece, len(rest))])
				require.NoError(t, err)
			}
			a := s.Arrival()
			require.Equal(t, int64(len(c.raw)), a.Size, c.name)
			require.Equal(t, !c.ok, a.TooLarge, c.name)
			require.LessOrEqual(t, len(a.Raw), most, c.name)
			require.Equal(t, c.whole, bytes.Equal(a.Raw, []byte(c.raw)), c.name)
			l, err := Read(a.Raw)
			require.NoError(t, err, c.name)
			require.Equal(t, "ada@example.net", l.From[0].Addr, c.name)
			if c.ok {
				require.Equal(t, []string{"d3-d4"}, l.Lines, c.name)
			}
		}
	}
}
