package mail

import (
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/text/encoding/japanese"
)

// TestRepliesDecoded: text in a charset or a type that its program named wrongly, or not at all,
// is read.
func TestRepliesDecoded(t *testing.T) {
	t.Parallel()
	const from = "From: ada@example.net\n"
	jis := func(text string) string {
		out, err := japanese.ISO2022JP.NewEncoder().String(text)
		assert.NoError(t, err)
		return out
	}
	in64 := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	tried := 0
	for raw, want := range map[string]string{
		"Content-Type: text/plain; charset=utf-7\n\nd3+AC0-d4": "d3-d4", "Content-Type: text/plain; charset=\"UTF-7\"\n\n+AGQAMw--d4": "d3-d4",
		"\n" + jis("ｄ３－ｄ４"): "ｄ３－ｄ４", "Content-Type: text/plain\n\n" + jis("７０"): "７０",
		"Content-Type: text/plain; charset=us-ascii\n\n" + jis("ｂ４。"): "ｂ４。",
		"Content-Type: text/plain; charset=utf-8\n\n" + jis("こんにちは"):  "こんにちは",
	} {
		tried++
		l, err := Read([]byte(from + raw))
		assert.NoError(t, err)
		assert.Equal(t, []string{want}, l.Lines, raw)
	}
	for _, label := range []string{"gb2312", "gbk", "gb18030", "big5", "euc-kr", "shift_jis", "iso-8859-1", "latin1", "windows-1252", "iso-8859-15", "koi8-r"} {
		for _, text := range []string{"d3–d4", "J’accepte", "d3-d4。", "７０"} {
			tried++
			l := read(t, from+"Content-Type: text/plain; charset="+label, text)
			assert.Equal(t, []string{text}, l.Lines, label)
		}
	}
	for _, typ := range []string{"text/markdown", "text/markdown; charset=utf-8; variant=GFM", "text/x-markdown", "text/enriched", "text/richtext", "text/x-web-intelligent"} {
		tried++
		assert.Equal(t, []string{"d3-d4"}, read(t, from+"Content-Type: "+typ, "d3-d4").Lines, typ)
	}
	assert.Equal(t, []string{"d3-d4", "a < b"}, read(t, from+"Content-Type: text/enriched", "<bold>d3-d4</bold>\n<color><param>red</param>a << b</color>").Lines)
	for _, page := range []string{"<html><body>d3-d4</body></html>", "<!DOCTYPE html><p>d3-d4</p>", "<div>d3-d4</div>", "<p dir=ltr>d3-d4</p><br>", " <body>d3-d4"} {
		tried += 2
		assert.Equal(t, []string{"d3-d4"}, read(t, from+"Content-Transfer-Encoding: base64", in64(page)).Lines, page)
		assert.Equal(t, []string{"d3-d4"}, read(t, from+"X-Mailer: x", page).Lines, page)
	}
	const armoured = "-----BEGIN PGP MESSAGE-----\nVersion: x\n\nhQEMA1\n=abcd\n-----END PGP MESSAGE-----\n"
	for raw, words := range map[string]bool{
		"\n" + armoured: false, "\nHello,\n\n" + armoured: true, "Content-Type: text/plain; charset=utf-8\n\n" + armoured + "\n-- \nAda": false,
		"Content-Type: application/octet-stream; name=smime.p7m\n\nMIAG": false, "\n-----BEGIN PKCS7-----\nMIAG\n-----END PKCS7-----": false,
		"Content-Type: multipart/mixed; boundary=a\n\n--a\n\n\n--a\nContent-Type: application/octet-stream; name=\"encrypted.asc\"\n\nx\n--a--": false,
	} {
		tried++
		l, err := Read([]byte(from + raw))
		assert.NoError(t, err)
		if words {
			assert.Equal(t, []string{"Hello,"}, l.Lines)
			continue
		}
		assert.Equal(t, "sealed", l.Unread, raw)
	}
	t.Logf("replies | in another charset or type than was named | %d, all read or named", tried)
}
