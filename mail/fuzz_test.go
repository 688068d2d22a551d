package mail

import (
	"bytes"
	"encoding/base64"
	"html"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// printable fails on what no text of a Message may hold.
func printable(t *testing.T, s string) {
	if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\r\n\u2028\u2029") {
		t.Fatalf("not clean: %q", s)
	}
	for _, r := range s {
		if unicode.Is(unicode.Bidi_Control, r) {
			t.Fatalf("bidirectional control: %q", s)
		}
	}
}

// Read never panics; it keeps its limits; its texts are clean; and the own
// lines are lines of the decoded text, in their order.
func FuzzRead(f *testing.F) {
	names := replies(f)
	for i := 0; i < len(names); i += 7 {
		raw, err := os.ReadFile(names[i])
		require.NoError(f, err)
		f.Add(raw)
	}
	for _, s := range []string{
		"", "\n", "From: a@b\n\nx", "From: a@b\rFrom: c@d\n\n", "Content-Type: multipart/mixed\n\n--\n--\n--\n",
		"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=b\n\n--b\n--b--\n--b",
		"Content-Type: text/html; charset=utf-7\nContent-Transfer-Encoding: base64\n\nPGRpdj4=PGJsb2NrcXVvdGU+",
		"Content-Type: text/plain; charset=iso-2022-jp; format=flowed; delsp=yes\n\n\x1b$B$=>>> \n > \n-- \n",
		"From: (((((((((((\nTo: <<<<<<,,,,\nSubject: =?utf-8?q?=FF?= =?x?b?A?=\n\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := Read(raw)
		if err != nil {
			require.Nil(t, l)
			return
		}
		require.LessOrEqual(t, len(l.Lines), MaxLines)
		require.LessOrEqual(t, len(l.To), MaxAddresses)
		for _, s := range append(append([]string{l.MessageID, l.Subject, l.Automatic}, l.Lines...), l.To...) {
			printable(t, s)
		}
		for _, s := range append(append([]string{}, l.References...), l.InReplyTo...) {
			printable(t, s)
		}
		for _, a := range l.From {
			printable(t, a.Name)
			printable(t, a.Addr)
			require.Contains(t, a.Addr, "@")
		}
		if n := len(l.Lines); n > 0 {
			require.NotEmpty(t, l.Lines[0])
			require.NotEmpty(t, l.Lines[n-1])
		}
		isSubsequence(t, l.Lines, strings.Split(plainOf(bytes.TrimLeft(raw, "\r\n")), "\n"))
		l.Authenticated("mx.example.org")
	})
}

// isSubsequence fails unless part is made of elements of whole in their order;
// blank lines are free.
func isSubsequence(t *testing.T, part, whole []string) {
	i := 0
	for _, p := range part {
		for p != "" && (i == len(whole) || whole[i] != p) {
			if i == len(whole) {
				t.Fatalf("%q is not in the text, in its order", p)
			}
			i++
		}
		if p != "" {
			i++
		}
	}
}

// The own words are lines of the text, none of them marked as a quote or as a
// board; and reading them again changes nothing that a quote could hide in.
func FuzzOwn(f *testing.F) {
	for _, name := range replies(f) {
		raw, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(plainOf(raw))
	}
	for _, s := range []string{"> ", "On 2026 wrote:\n>", "From: a\nTo: b\nSent: c", "--\n--\n", Sentinel, strings.Repeat("\n", 3000), strings.Repeat("On ", 3000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := Own(text)
		require.LessOrEqual(t, len(lines), MaxLines)
		for _, l := range lines {
			printable(t, l)
			s := strings.TrimSpace(l)
			if strings.HasPrefix(s, ">") || strings.HasPrefix(s, "|") {
				t.Fatalf("a quote: %q", l)
			}
			if strings.Contains(asciiLetters(l), sentinelCore) && len(l) <= 200 {
				t.Fatalf("the sentinel: %q", l)
			}
		}
		isSubsequence(t, lines, splitLines(text))
	})
}

// FuzzHTML holds the HTML walker to these facts:
//
//   - it never panics and keeps its limits, and its lines are clean;
//   - the own words are a subsequence of the input: nothing is read that does
//     not stand there, in its order;
//   - a text without tags is read whole, and in an element in which any program
//     sets the old mail it is never the player's;
//   - what stands below a closed quote is the player's, whatever is quoted.
//
// That the work is linear is held by TestReadIsLinear.
func FuzzHTML(f *testing.F) {
	for _, s := range []string{
		"<div>d3-d4</div><blockquote>x", "<p>a<p>b</p></p></blockquote></div>", "<pre>\n a\r\n b</pre><br><hr id=zwchr>x",
		"<div class=gmail_quote>a<blockquote>b</blockquote>c</div>", "<style>x", "<a", "</", "<!--", "<script><div></script>d", "&#8203;&nbsp;&gt; x",
		"&amp;gt; x", "&amp;lt;p&gt;", "d3 - d4", "On 2026 a@b wrote:", Sentinel, "<table><tr><td>a<td>b</table>", "<textarea>x</textarea>y", "<plaintext>x", "<svg><title>a</title></svg>b",
	} {
		f.Add(s)
	}
	for _, name := range replies(f) {
		if raw, err := os.ReadFile(name); err == nil && bytes.Contains(raw, []byte("Content-Type: text/html")) {
			h, body, err := splitHeader(raw)
			require.NoError(f, err)
			f.Add(string(transferDecode(body, h, MaxHTML)))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = decodeCharset([]byte(text), "utf-8") // as it always comes
		lines := htmlLines(text, maxTags)
		size := 0
		for _, l := range lines {
			printable(t, l.text)
			size += len(l.text)
		}
		own := trim(lines, wholeExtent()).lines
		require.LessOrEqual(t, len(own), MaxLines)
		require.LessOrEqual(t, size, MaxText+MaxHTML)
		runesInOrder(t, strings.Join(own, ""), html.UnescapeString(text))

		if len(text) > 500 {
			return // thirty readings of it would only cost the fuzzer's time
		}
		said := html.EscapeString(strings.ReplaceAll(text, "\x00", ""))
		whole := ""
		for _, l := range htmlLines("<div>"+said+"</div>", maxTags) {
			whole += l.text
		}
		require.Equal(t, dense(cleanLine(html.UnescapeString(said))), dense(whole))
		for _, quote := range []string{
			"<blockquote>%</blockquote>", "<blockquote type=cite>%</blockquote>", "<div class=gmail_quote>%</div>", "<div class=gmail_quote><blockquote class=gmail_quote>%</blockquote></div>",
			"<div class=moz-cite-prefix>%</div>", "<div class=yahoo_quoted>%</div>", "<div class=protonmail_quote>%</div>", "<div class=zmail_extra>%</div>", "<div name=quote>%</div>",
			"<div id=OLK_SRC_BODY_SECTION>%</div>", "<div id=mail-editor-reference-message-container>%</div>", "<div data-marker=__QUOTED_TEXT__>%</div>",
			"<div id=divRplyFwdMsg>%</div>", "<div id=x_divRplyFwdMsg></div><div>%</div>", "<div id=appendonsend></div>%", "<hr id=zwchr>%", "<hr id=stopSpelling>%",
			"<style>%</style>", "<div style='display: none'>%</div>", "<div class=gmail_signature>%</div>",
		} {
			require.Empty(t, trim(htmlLines(strings.Replace(quote, "%", said, 1), maxTags), wholeExtent()).lines, quote)
		}
		require.Equal(t, []string{"d3-d4"}, trim(htmlLines("<blockquote type=cite>"+said+"</blockquote><p>d3-d4</p>", maxTags), wholeExtent()).lines)
	})
}

// dense is a text without white space.
func dense(s string) string { return strings.Join(strings.Fields(s), "") }

// runesInOrder fails unless the visible characters of part stand in whole, in
// their order. What was no UTF-8 is free.
func runesInOrder(t *testing.T, part, whole string) {
	rest := []rune(whole)
	for _, r := range part {
		if unicode.IsSpace(r) || r == utf8.RuneError {
			continue
		}
		i := slices.Index(rest, r)
		if i < 0 {
			t.Fatalf("%q is not in %q, in its order", part, whole)
		}
		rest = rest[i+1:]
	}
}

// TestReadIsLinear reads hostile mails of 160 and of 640 kB and counts the octets
// of memory that it takes: what is linear is linear on any machine. What
// lies over a limit costs nothing more, so that the factor may be less.
func TestReadIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which runs with -short, takes memory of its own")
	}
	for name, raw := range hostile() {
		t.Run(name, func(t *testing.T) {
			work := func(n int) uint64 {
				l, err := Read(raw[:n])
				require.NoError(t, err)
				require.NotNil(t, l)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, err = Read(raw[:n])
				runtime.ReadMemStats(&after)
				require.NoError(t, err)
				return after.TotalAlloc - before.TotalAlloc
			}
			n := min(160_000, len(raw)/4)
			short, long := work(n), work(4*n)
			require.LessOrEqual(t, long, 5*short+1<<20, "four times the mail takes %d octets instead of %d", long, short)
			require.LessOrEqual(t, work(len(raw)), uint64(64<<20), "the limit for any one mail")
		})
	}
}

// hostile are bodies that are made to be slow: 5 MB each.
func hostile() map[string][]byte {
	const size = 5 << 20
	head := "From: eve@example.com\r\n"
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	nested := func(end string) string {
		var b strings.Builder
		for b.Len() < size {
			b.WriteString("Content-Type: multipart/mixed; boundary=b" + end + "\r\n\r\n--b" + end + "\r\n")
		}
		return b.String()
	}
	html := "Content-Type: text/html\r\n\r\n"
	return map[string][]byte{
		"quote-marks":       []byte(head + "\r\n" + fill(">")),
		"quote-mark-lines":  []byte(head + "\r\n" + fill(">\n")),
		"spaced-marks":      []byte(head + "\r\n" + fill("> ")),
		"on":                []byte(head + "\r\n" + fill("On ")),
		"on-lines":          []byte(head + "\r\n" + fill("On 3 Apr 2026 18:26 <a@b>\n")),
		"wrote-lines":       []byte(head + "\r\n" + fill("On 2026 a@b wrote:\n\n")),
		"colon-lines":       []byte(head + "\r\n" + fill("a 18:26 2026:\nb:\n>\n")),
		"label-lines":       []byte(head + "\r\n" + fill("From: x\nX\nTo: y\n")),
		"marks-and-blank":   []byte(head + "\r\n" + fill("-- original message --\n\n\n")),
		"dashes":            []byte(head + "\r\n" + fill("--\n")),
		"blank":             []byte(head + "\r\n" + fill("\n")),
		"sent-from":         []byte(head + "\r\n" + fill("Sent from my my my my my my my my\n")),
		"this-message":      []byte(head + "\r\n" + fill("This message and any and any and any attachments\n")),
		"flowed":            []byte(head + "Content-Type: text/plain; format=flowed\r\n\r\n" + fill("x \n")),
		"flowed-depths":     []byte(head + "Content-Type: text/plain; format=flowed\r\n\r\n" + fill(">>>>>>>>>>>>>>>>>>>>>>>>>> x \n")),
		"nested-multiparts": []byte(head + nested("")),
		"nested-deep":       []byte(head + nested(strings.Repeat("-", 60))),
		"many-parts":        []byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + fill("--b\n\n")),
		"false-boundaries":  []byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\n\nx\n" + fill("\n--bb")),
		"dash-boundary":     []byte(head + "Content-Type: multipart/mixed; boundary=\"--------\"\r\n\r\n" + fill("-")),
		"no-boundary-end":   []byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b" + fill(" ")),
		"header-comments":   []byte(head + "To: " + strings.Repeat("(", MaxHeader-100) + "\r\n\r\nx"),
		"header-commas":     []byte(head + "To: " + strings.Repeat("a@b,", MaxHeader/4-100) + "\r\n\r\nx"),
		"header-words":      []byte(head + "Subject: " + strings.Repeat("=?utf-8?q?a?= ", MaxHeader/15) + "\r\n\r\nx"),
		"header-params":     []byte(head + "Content-Type: text/plain" + strings.Repeat("; a*1=b", MaxHeader/10) + "\r\n\r\nx"),
		"header-folds":      []byte(head + "X: x\r\n" + strings.Repeat(" \r\n", MaxHeader/4) + "\r\nx"),
		"html-divs":         []byte(head + html + fill("<div>")),
		"html-mixed":        []byte(head + html + fill("<b><i><p><table><a>x</b>")),
		"html-ends":         []byte(head + html + strings.Repeat("<div>", 600) + fill("</p>")),
		"html-reopened":     []byte(head + html + strings.Repeat("<b>", 500) + fill("<i></i>")),
		"html-blockquotes":  []byte(head + html + fill("<blockquote>x")),
		"html-containers":   []byte(head + html + fill("<div class=gmail_quote>x<br>")),
		"html-attributes":   []byte(head + html + "<div " + fill("class=x ") + ">"),
		"html-text":         []byte(head + html + fill("x ")),
		"html-entities":     []byte(head + html + fill("&gt;")),
		"html-lt":           []byte(head + html + fill("<")),
		"html-comment":      []byte(head + html + fill("<!--")),
		"html-pre":          []byte(head + html + "<pre>" + fill("\n")),
		"html-hidden":       []byte(head + html + fill("<p style=display:none>")),
		"quoted-printable":  []byte(head + "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + fill("=\r\n")),
		"base64":            []byte(head + "Content-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat(">\n", size*3/8)))),
		"base64-noise":      []byte(head + "Content-Transfer-Encoding: base64\r\n\r\n" + fill("====")),
		"auth-results":      []byte(head + "Authentication-Results: mx; x=" + strings.Repeat("(", MaxHeader-200) + "\r\n\r\nx"),
		"lone-cr":           []byte(head + "\r\n" + fill("\r")),
		"zero-width":        []byte(head + "\r\n" + fill("\u200b")),
		"joiners":           []byte(head + "\r\n" + fill("\u200d")),
		"8-bit":             []byte(head + "\r\n" + fill("\xff")),
		"shift-states":      []byte(head + "Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n" + fill("\x1b$B\x1b(B")),
	}
}

func BenchmarkReadHostile(b *testing.B) {
	for name, raw := range hostile() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				l, err := Read(raw)
				if err != nil {
					b.Fatal(err)
				}
				l.Authenticated("mx")
			}
		})
	}
}
