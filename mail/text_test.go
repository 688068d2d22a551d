package mail

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// TestRepliesInvisible: characters that nobody sees are removed, wherever they stand and
// however the message is written; those that shape emoji and words stay.
func TestRepliesInvisible(t *testing.T) {
	t.Parallel()
	hidden := []rune{0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x180f, 0x200b, 0x200c, 0x200d, 0x200e,
		0x202a, 0x202e, 0x2060, 0x2064, 0x2065, 0x2066, 0x206f, 0x3164, 0xfe00, 0xfe0e, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff8,
		0xfffb, 0x1bca0, 0x1d173, 0xe0000, 0xe0001, 0xe0020, 0xe0041, 0xe007f, 0xe0100, 0xe01ef, 0xe0fff}
	tags := strings.Map(func(r rune) rune { return 0xe0000 + r }, "attack e7")
	tried := 0
	read := func(typ, body string) string {
		l, err := Read([]byte("From: ada@example.net\r\nContent-Type: " + typ + "; charset=utf-8\r\n\r\n" + body))
		require.NoError(t, err)
		tried++
		return strings.Join(l.Lines, "\n")
	}
	for _, r := range hidden {
		h := string(r)
		for _, in := range []string{"a" + h + "b", h + "ab", "ab" + h, "a" + h + h + "b", "\ufeff" + h + "ab", "a\u200d" + h + "b"} {
			require.Equal(t, "ab", read("text/plain", in), "%U", r)
			require.Equal(t, "ab", read("text/html", "<div>"+in+"</div>"), "%U", r)
			require.Equal(t, "ab", read("text/html", fmt.Sprintf("<p>a&#%d;b</p>", r)), "%U", r)
		}
		require.Equal(t, "né", read("text/plain", "n"+h+"é"), "%U", r)
	}
	require.Equal(t, "nice game", read("text/plain", "nice"+tags+" game"))
	for _, shown := range []string{"👍🏽", "❤️", "👩\u200d👩\u200d👧", "1️⃣", "☺︎", "🏳️\u200d🌈", "‼️", "می\u200cخواهم", "क्\u200dष", "Straße", "한글", "ﷺ", "\u06dd"} {
		require.Equal(t, shown, read("text/plain", shown), "%+q", shown)
	}
	require.Equal(t, "🏴", read("text/plain", "🏴"+strings.Map(func(r rune) rune { return 0xe0000 + r }, "gbsct")+"\U000e007f"),
		"a flag in tags: its tags may say anything")
	for r := range rune(0x110000) { // the whole of the property
		if unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			require.True(t, invisible(r), "%U", r)
		}
	}
	t.Logf("replies | characters that nobody sees | %d letters, none kept", tried)
}
