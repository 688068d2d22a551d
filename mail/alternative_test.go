package mail

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// struckForms are how programs strike text out.
func struckForms() map[string]string {
	return map[string]string{
		"Gmail":                  `<div dir="ltr"><div><s>%s</s></div><div>%s</div></div>`,
		"Gmail on a phone":       `<div dir="auto"><s>%s</s></div><div dir="auto">%s</div>`,
		"Gmail, pasted":          `<div dir="ltr"><span style="text-decoration:line-through">%s</span><br>%s</div>`,
		"Gmail, line alone":      `<div dir="ltr"><span style="text-decoration-line:line-through">%s</span></div><div>%s</div>`,
		"Outlook":                `<p class=MsoNormal><s>%s<o:p></o:p></s></p><p class=MsoNormal>%s<o:p></o:p></p>`,
		"Outlook, tracked":       `<p class=MsoNormal><del cite="mailto:Ada" datetime="2026-11-20T10:00"><span lang=EN>%s</span></del></p><p class=MsoNormal>%s</p>`,
		"Outlook on the web":     `<div class="elementToProof"><s>%s</s></div><div class="elementToProof">%s</div>`,
		"Outlook, span":          `<div><span style="font-size:12pt; text-decoration: line-through;">%s</span></div><div>%s</div>`,
		"Hotmail":                `<div class="x_a" style="TEXT-DECORATION: line-through">%s</div><div>%s</div>`,
		"Apple Mail":             `<div><strike>%s</strike></div><div>%s</div>`,
		"Apple Mail, new":        `<div style="text-decoration: line-through;">%s</div><div>%s</div>`,
		"iPhone":                 `<div dir="ltr"><strike>%s</strike></div><div dir="ltr">%s</div>`,
		"iPhone, style":          `<div><span style="text-decoration: line-through; -webkit-text-decoration-line: line-through">%s</span></div><div>%s</div>`,
		"Thunderbird":            `<p><s>%s</s></p><p>%s</p>`,
		"Thunderbird, old":       `<p><strike>%s</strike><br></p><p>%s</p>`,
		"Thunderbird, moz":       `<div><span class="moz-txt-del" style="text-decoration:line-through">%s</span></div><div>%s</div>`,
		"Yahoo":                  `<div class="yahoo-style-wrap"><div dir="ltr" data-setdir="false"><strike>%s</strike></div><div dir="ltr" data-setdir="false">%s</div></div>`,
		"Proton":                 `<div style="font-family: Arial;"><span style="text-decoration: line-through;">%s</span></div><div>%s</div>`,
		"Proton, s":              `<div style="font-family: Arial;"><s>%s</s></div><div>%s</div>`,
		"Zoho":                   `<div><strike>%s</strike><br></div><div>%s</div>`,
		"Roundcube":              `<p><span style="text-decoration: line-through;">%s</span></p><p>%s</p>`,
		"Zimbra":                 `<div><span style="text-decoration: line-through;" data-mce-style="text-decoration: line-through;">%s</span></div><div>%s</div>`,
		"GMX":                    `<div><s>%s</s></div>&nbsp;<div>%s</div>`,
		"web.de":                 `<div><del>%s</del></div><div>%s</div>`,
		"Samsung":                `<p dir="ltr"><s>%s</s></p><p dir="ltr">%s</p>`,
		"K-9 Mail":               `<html><body><strike>%s</strike><br>%s</body></html>`,
		"AOL":                    `<div style="color:black"><s>%s</s></div><div>%s</div>`,
		"Fastmail":               `<div><strike>%s</strike><br></div><div>%s<br></div>`,
		"Lotus Notes":            `<font size=2><strike>%s</strike></font><br><font size=2>%s</font>`,
		"eM Client":              `<div><span style="text-decoration: line-through">%s</span></div><div>%s</div>`,
		"Spark":                  `<div name="messageBodySection"><div dir="auto"><s>%s</s></div><div dir="auto">%s</div></div>`,
		"Mailbird":               `<div><span style="text-decoration-line: line-through !important;">%s</span></div><div>%s</div>`,
		"Tutanota":               `<div><strike>%s</strike></div><div dir="auto">%s</div>`,
		"Evolution":              `<div><strike>%s</strike></div><div>%s</div>`,
		"Open-Xchange":           `<p class="default-style"><del>%s</del></p><p class="default-style">%s</p>`,
		"a program with a class": `<div style="margin:0;text-decoration:underline line-through red">%s</div><div>%s</div>`,
	}
}

// TestRepliesStruck: struck out text is not said, in HTML alone and beside the plain
// text, in which it cannot be seen any more.
func TestRepliesStruck(t *testing.T) {
	t.Parallel()
	forms := struckForms()
	read, missed, total := 0, 0, 0
	for name, form := range forms {
		page := fmt.Sprintf(form, "b1-b2", "d3-d4")
		for _, raw := range []string{
			"Content-Type: text/html; charset=utf-8\n\n" + page,
			"Content-Type: multipart/alternative; boundary=a\n\n--a\n\nb1-b2\nd3-d4\n--a\nContent-Type: text/html; charset=utf-8\n\n" + page + "\n--a--\n",
			"Content-Type: multipart/alternative; boundary=a\n\n--a\n\nb1-b2\nd3-d4\n--a\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n" + page + "\n--b\nContent-Type: image/png\n\nx\n--b--\n--a--\n",
		} {
			total++
			l, err := Read([]byte("From: ada@example.net\n" + raw))
			require.NoError(t, err)
			if slices.Contains(l.Lines, "b1-b2") {
				read++
				t.Errorf("%s: struck out text is read: %q", name, l.Lines)
			}
			if !slices.Contains(l.Lines, "d3-d4") {
				missed++
				t.Errorf("%s: what is not struck out is missed: %q", name, l.Lines)
			}
		}
	}
	t.Logf("replies | struck out text, %d programs | %d letters: %d struck moves read (must be 0), %d moves missed", len(forms), total, read, missed)
}

// TestRepliesWrapped: where HTML stands beside a plain text, its paragraphs are the
// lines.
func TestRepliesWrapped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, plain, page string
		want              []string
		unwrapped         bool
	}{
		{"a broken sentence", "I am away until the end of the week, so you will get my move on December\n12.\n\nBye", `<div dir="ltr">I am away until the end of the week, so you will get my move on December 12.<div><br></div><div>Bye</div></div>`,
			[]string{"I am away until the end of the week, so you will get my move on December 12.", "", "Bye"}, true},
		{"a line that ended there", "I looked at it for a long time and this is what I found at last\nd3-d4", `<div dir="ltr"><div>I looked at it for a long time and this is what I found at last</div><div>d3-d4</div></div>`,
			[]string{"I looked at it for a long time and this is what I found at last", "d3-d4"}, true},
		{"broken in both", "I looked at it for a long time and this is what I found at last\nd3-d4", `<p>I looked at it for a long time and this is what I found at last<br>d3-d4</p>`,
			[]string{"I looked at it for a long time and this is what I found at last", "d3-d4"}, false},
		{"other words in HTML", "I looked at it for a long time and this is what I found at last\nd3-d4", `<div dir="ltr">Nothing of that d3-d4</div>`,
			[]string{"I looked at it for a long time and this is what I found at last", "d3-d4"}, false},
		{"with bold words", "This *was* a fine move of yours, and I had to think for a very\nlong time\nd3-d4", `<div>This <b>was</b> a fine move of yours, and I had to think for a very long time</div><div>d3-d4</div>`,
			[]string{"This was a fine move of yours, and I had to think for a very long time", "d3-d4"}, true},
	} {
		l, err := Read([]byte("From: ada@example.net\nContent-Type: multipart/alternative; boundary=a\n\n--a\n\n" + c.plain + "\n--a\nContent-Type: text/html\n\n" + c.page + "\n--a--\n"))
		require.NoError(t, err)
		require.Equal(t, c.want, l.Lines, c.name)
		require.Equal(t, c.unwrapped, l.Unwrapped, c.name)
	}
	// The quote below makes no difference.
	credit := "On Fri, Nov 20, 2026 at 10:00 AM Bob <bob@example.org> wrote:"
	own := "I am away until the end of the week, so you will get my move on December 12."
	l, err := Read([]byte("From: ada@example.net\nContent-Type: multipart/alternative; boundary=a\n\n--a\n\n" + strings.Replace(own, " 12.", "\n12.", 1) + "\n\n" + credit + "\n> b1-b2\n--a\nContent-Type: text/html\n\n" +
		`<div dir="ltr">` + own + `</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">` + html.EscapeString(credit) + `<br></div><blockquote class="gmail_quote">b1-b2</blockquote></div>` + "\n--a--\n"))
	require.NoError(t, err)
	require.Equal(t, []string{own}, l.Lines)
}

// TestRepliesUnread: where a mail holds something and no new words, it is known why.
func TestRepliesUnread(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ raw, want string }{
		"nothing":               {"\n", ""},
		"words":                 {"\nd3-d4\n", ""},
		"a quote alone":         {"\n> d3-d4\n", ""},
		"below our line":        {"\n" + Sentinel + "\n\nd3-d4\n", "copy"},
		"below an attribution":  {"\nOn Fri, Nov 20, 2026 at 10:00 AM Turnpost <games@example.org> wrote:\n\nd3-d4\n", "copy"},
		"a PDF":                 {"Content-Type: application/pdf\n\nx", "file"},
		"a PDF and no text":     {"Content-Type: multipart/mixed; boundary=a\n\n--a\n\n\n--a\nContent-Type: application/pdf; name=x.pdf\n\nx\n--a--\n", "file"},
		"a PDF beside words":    {"Content-Type: multipart/mixed; boundary=a\n\n--a\n\nd3-d4\n--a\nContent-Type: application/pdf; name=x.pdf\n\nx\n--a--\n", ""},
		"a calendar":            {"Content-Type: multipart/alternative; boundary=a\n\n--a\n\n\n--a\nContent-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\n--a--\n", "calendar"},
		"sealed, S/MIME":        {"Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n\nMIAG", "sealed"},
		"sealed, OpenPGP":       {"Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=a\n\n--a\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--a\nContent-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----\n--a--\n", "sealed"},
		"a picture and nothing": {"Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: image/png\n\nx\n--a--\n", "photo"},
	} {
		l, err := Read([]byte("From: ada@example.net\n" + c.raw))
		require.NoError(t, err)
		require.Equal(t, c.want, l.Unread, name)
	}
}

// TestRepliesTicked: a sign beside a move of the quoted list, and a row of it that
// stands alone, are found for a question, and nothing of the list is.
func TestRepliesTicked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"the list alone":   {"> | d1  12 d1-c1  13 d1-d2   14 d1-e1\n> | d3  15 d3-d4", nil},
		"an x behind":      {"> | d1  12 d1-c1  13 d1-d2 x  14 d1-e1", []string{"d1-d2"}},
		"an x before":      {"> | d1  12 d1-c1  x13 d1-d2   14 d1-e1", []string{"d1-d2"}},
		"an arrow before":  {"> -> 12 d1-c1\n> 13 d1-d2", []string{"d1-c1"}},
		"an arrow behind":  {"> 12 d1-c1 <--\n> 13 d1-d2", []string{"d1-c1"}},
		"a tick":           {"> 12 d1-c1\n> 13 d1-d2 ✓", []string{"d1-d2"}},
		"two of them":      {"> x 12 d1-c1\n> x 13 d1-d2", []string{"d1-c1", "d1-d2"}},
		"a row":            {"| 12 d1-c1\n\n> | 12 d1-c1  13 d1-d2", []string{"d1-c1"}},
		"a row of several": {"| d1  12 d1-c1  13 d1-d2\n\n> | 12 d1-c1  13 d1-d2", []string{"d1-c1", "d1-d2"}},
		"its label alone":  {"| d1\n\n> | 12 d1-c1  13 d1-d2", nil},
		"a ticked row":     {"| d1  12 d1-c1 x  13 d1-d2", []string{"d1-c1"}},
		"two rows, quoted": {"| 12 d1-c1\n| 13 d1-d2", nil},
		"a board":          {"> | 1 |  x  |  x  | 1\n> | 2 |  x  | <X> | 2", nil},
		"words enough":     {"a\nb\nc\nd\ne\nf\n> x 12 d1-c1", nil},
	} {
		got := trim(plainLines(c.text), wholeExtent())
		require.Equal(t, c.want, got.Ticked, name)
	}
}
