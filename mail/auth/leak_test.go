package auth_test

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"io"
	"mime/quotedprintable"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/auth"
)

func backwards(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

// holdsPart reports whether a text holds eight characters of a secret in a row, read
// by the libraries that programs read such texts with.
func holdsPart(text, secret string) bool {
	texts := []string{text, html.UnescapeString(text), backwards(text)}
	for _, code := range strings.Fields(text) {
		if t, err := hex.DecodeString(code); err == nil {
			texts = append(texts, string(t))
		}
		if t, err := base64.StdEncoding.DecodeString(code); err == nil {
			texts = append(texts, string(t))
		}
	}
	if t, err := url.PathUnescape(text); err == nil {
		texts = append(texts, t)
	}
	if t, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(text))); err == nil {
		texts = append(texts, string(t))
	}
	for _, t := range texts {
		own := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || r >= '2' && r <= '7' {
				return unicode.ToLower(r)
			}
			return -1
		}, t)
		for i := 0; i+8 <= len(secret); i++ {
			if strings.Contains(own, secret[i:i+8]) {
				return true
			}
		}
	}
	return false
}

// FuzzWithout: no eight characters of a live token are passed on, wherever they
// stand in a text, whatever stands between them and however they are coded; and a
// text without any of it is passed on as it is.
func FuzzWithout(f *testing.F) {
	for way := range uint8(ways) {
		f.Add("hello, how are you?", "good\ngame", way, uint8(3), uint8(0), uint8(20))
		f.Add("=", "%", way, uint8(1), uint8(6), uint8(14))
	}
	f.Fuzz(func(t *testing.T, before, after string, way, step, from, to uint8) {
		secret := auth.NewReplyToken(fuzzKey, 3, auth.SeenGame{Game: 12, Ply: 7}, mail.AskedQuestion{}).Secret
		a, b := int(from)%20, int(to)%21
		if b-a < 8 || len(before)+len(after) > 2000 {
			return
		}
		var s auth.LeakFinder
		s.Add(secret, auth.NewUnsubscribeToken(fuzzKey, 3).Secret)
		innocent := strings.Split(before, "\n")
		if !holdsPart(before, secret) {
			require.Equal(t, innocent, s.Without(innocent), "nothing else is taken out")
		}
		text := before + broken(secret[a:b], way, int(step)%7+1) + after
		left := strings.Join(s.Without(strings.Split(text, "\n")), "\n")
		require.False(t, holdsPart(left, secret), "%q of %q", left, text)
	})
}

// ways is how many ways broken knows.
const ways = 14

// broken writes a text as programs and people break it.
func broken(text string, way uint8, step int) string {
	switch way % ways {
	case 9:
		return base64.StdEncoding.EncodeToString([]byte(text))
	case 10:
		return backwards(text)
	case 13:
		return fmt.Sprintf("%X", text)
	}
	var b strings.Builder
	for i, r := range text {
		switch way % ways {
		case 0, 1, 2, 3:
			if i > 0 && i%step == 0 {
				b.WriteString([]string{" ", "\n> ", "=\r\n", "\u200b"}[way%ways])
			}
			b.WriteRune(r)
		case 4:
			fmt.Fprintf(&b, "%%%02x", r)
		case 5:
			fmt.Fprintf(&b, "=%02X", r)
		case 6:
			fmt.Fprintf(&b, "&#%d;", r)
		case 7:
			fmt.Fprintf(&b, "&#x%x;", r)
		case 8:
			b.WriteRune(unicode.ToUpper(r))
		case 11:
			fmt.Fprintf(&b, " 0x%x,", r)
		case 12:
			fmt.Fprintf(&b, "%02x:", r)
		}
	}
	return b.String()
}

// TestRepliesHexadecimal: a secret is found in hexadecimal, written as programs and people
// write it: of its characters, or of the octets that its base32 stands for.
func TestRepliesHexadecimal(t *testing.T) {
	t.Parallel()
	tried := 0
	for ply := range int64(12) {
		secret := auth.NewReplyToken(fuzzKey, 3, auth.SeenGame{Game: 12, Ply: ply}, mail.AskedQuestion{}).Secret
		octets, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(secret))
		require.NoError(t, err)
		var s auth.LeakFinder
		s.Add(secret)
		grouped := func(code string, n int, between string) string {
			return regexp.MustCompile(fmt.Sprintf(".{%d}", n)).ReplaceAllString(code, "${0}"+between)
		}
		code, half := hex.EncodeToString([]byte(secret)), hex.EncodeToString([]byte(secret[5:15]))
		for _, text := range []string{
			code, strings.ToUpper(code), "0x" + code, "my code is " + code + ", a nice one",
			grouped(code, 2, " "), grouped(code, 2, ":"), grouped(code, 4, "-"), grouped(code, 8, "\n"), grouped(code, 3, ". "),
			grouped(code, 2, "h "), "a good cafe: " + half, regexp.MustCompile("..").ReplaceAllString(code, "\\x$0"),
			regexp.MustCompile("..").ReplaceAllString(code, "0x$0, "), regexp.MustCompile("..").ReplaceAllString(code, "U+00$0 "),
			regexp.MustCompile("..").ReplaceAllString(half, "\\u00$0"), "a" + code, hex.EncodeToString(octets),
			grouped(hex.EncodeToString(octets), 4, " "), "f" + strings.ToUpper(hex.EncodeToString(octets)), backwards(secret),
		} {
			lines := s.Without(strings.Split("hi\n"+strings.TrimSpace(text)+"\nits your turn", "\n"))
			require.Equal(t, []string{"hi", "its your turn"}, lines, text)
			tried++
		}
		for _, text := range []string{"deadbeef cafe", "0x12345678", "a bad cab faded: 1234567890 abcdefabcdef", "6b33 7639"} {
			require.Equal(t, []string{text}, s.Without([]string{text}))
		}
	}
	t.Logf("replies | secrets in hexadecimal | %d, 0 passed on", tried)
}
