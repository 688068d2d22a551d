package server_test

import (
	"encoding/base64"
	"fmt"
	"html"
	"mime/quotedprintable"
	"strings"

	"turnpost/mail/server/servertest"
)

// manner is how a mail program writes a reply.
type manner struct {
	name string
	// bare: the reply goes to the server's address without the tag, and only
	// these fields prove who writes.
	bare, noInReplyTo, noReferences bool
	// body returns the MIME fields and the text of a reply.
	body func(text, credit string, old received) (header, body string)
}

var manners = []manner{
	{name: "above the quote", body: above},
	{name: "below the quote", body: below},
	{name: "HTML alone", body: htmlAlone},
	{name: "text and HTML", body: alternative},
	{name: "quoted-printable", body: quotedPrintable},
	{name: "base64", body: inBase64},
	{name: "Outlook", body: outlook},
	{name: "In-Reply-To alone", body: above, bare: true, noReferences: true},
	{name: "References alone", body: below, bare: true, noInReplyTo: true},
	{name: "without a quote", body: func(text, _ string, _ received) (string, string) { return plain, text + "\n" }},
	{name: "Outlook without a tag", body: outlook, bare: true},
}

const plain = "Content-Type: text/plain; charset=utf-8\n"

func above(text, credit string, old received) (string, string) {
	return plain, text + "\n\n" + credit + "\n\n" + servertest.Quoted(old.text)
}

func below(text, credit string, old received) (string, string) {
	return "Content-Type: text/plain; charset=us-ascii; format=flowed\n",
		credit + "\n" + servertest.Quoted(old.text) + "\n" + text + "\n\n-- \nSent from a mail program\n"
}

func htmlAlone(text, credit string, old received) (string, string) {
	return "Content-Type: text/html; charset=utf-8\n", fmt.Sprintf(`<html><head><style>p { margin: 0 }</style></head>
<body><p>%s</p>
<div class="moz-cite-prefix">%s<br></div>
<blockquote type="cite" cite="mid:x@y"><pre>%s</pre></blockquote></body></html>
`, htmlText(text), html.EscapeString(credit), html.EscapeString(old.text))
}

func htmlText(s string) string {
	return strings.ReplaceAll(html.EscapeString(s), "\n", "<br>\n")
}

func alternative(text, credit string, old received) (string, string) {
	_, plainBody := above(text, credit, old)
	htmlBody := fmt.Sprintf(`<div dir="ltr">%s</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">%s<br></div>`+
		`<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">%s</blockquote></div>`,
		htmlText(text), html.EscapeString(credit), htmlText(old.text))
	return "Content-Type: multipart/alternative; boundary=\"=_part\"\n",
		"--=_part\n" + plain + "\n" + plainBody + "\n--=_part\nContent-Type: text/html; charset=utf-8\n\n" + htmlBody + "\n--=_part--\n"
}

func quotedPrintable(text, credit string, old received) (string, string) {
	_, body := above(text+"\n\n-- \nGrüße aus der Küche", credit, old)
	var b strings.Builder
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(body)) // a Builder takes all
	_ = w.Close()
	return "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n",
		strings.ReplaceAll(b.String(), "\r\n", "\n")
}

func inBase64(text, credit string, old received) (string, string) {
	_, body := above(text+"\n\n-- \nGrüße aus der Küche", credit, old)
	encoded := base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(body, "\n", "\r\n")))
	var b strings.Builder
	for len(encoded) > 76 {
		b.WriteString(encoded[:76] + "\n")
		encoded = encoded[76:]
	}
	return "Content-Type: text/plain; charset=\"utf-8\"\nContent-Transfer-Encoding: base64\n", b.String() + encoded + "\n"
}

// outlook puts a header block above the old message, and no marks in front of
// its lines.
func outlook(text, _ string, old received) (string, string) {
	return plain, fmt.Sprintf("%s\n\n-----Original Message-----\nFrom: %s\nSent: %s\nTo: %s\nSubject: %s\n\n%s\n",
		text, old.Get("From"), old.Get("Date"), old.Get("To"), old.Get("Subject"), old.text)
}
