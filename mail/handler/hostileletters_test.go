package handler_test

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// hostileMessages are attacks by what stands in a message. Those that hide a move
// come from its owner, with the right secret: what nobody can see must not be
// played.
func hostileMessages() (all []attack) {
	body := func(text string) func(*world) post { return func(*world) post { return post{Body: text} } }
	all = append(all,
		page("display:none", `<p>Hello Bob!</p><p style="display:none">b1</p>`),
		page("DISPLAY : NONE !important", `<p>Hello Bob!</p><div style="color:red; DISPLAY : none !important"><p>b1</p></div>`),
		page("visibility:hidden", `<p>Hello Bob!</p><p style="visibility:hidden">b1</p>`),
		page("font-size:0", `<p>Hello Bob!</p><p style="font-size:0">b1</p>`),
		page("font-size:0px", `<p>Hello Bob!</p><p style="font-size: 0px; line-height:0">b1</p>`),
		page("a comment within the style", "<p>Hello Bob!</p><p style='display:/* x */\tnone'>b1</p>"),
		page("opacity and height", `<p>Hello Bob!</p><p style="opacity:0.0">b1</p><p style="max-height:0;overflow:hidden">b1</p>`),
		page("the attribute hidden", `<p>Hello Bob!</p><p hidden>b1</p>`),
		page("a style element", `<p>Hello Bob!</p><style>b1</style><script>b1</script><title>b1</title>`),
		page("a comment", "<p>Hello Bob!</p><!--\n<p>b1</p>\n-->"),
		page("an attribute", `<p title="b1">Hello Bob!</p><img alt="x" src="b1">`),
		page("a quote", `<p>Hello Bob!</p><blockquote><p>b1</p></blockquote>`),
		page("a gmail quote", `<p>Hello Bob!</p><div class="gmail_quote">b1</div>`),
		own("quoted move", body("Hello Bob!\n\n> b1")),
		own("quoted move without marks", body("Hello Bob!\n\nFrom: Bob\nSent: Friday\nTo: Ada\nSubject: Rooya #1\n\nb1")),
		own("quoted move under an attribution", body("Hello Bob!\n\nOn Fri, 20 Nov 2026 at 10:00, Bob <bob@example.org> wrote:\n> b1")),
		own("move in the signature", body("Hello Bob!\n-- \nb1")),
		own("move within a sentence", body("Hello Bob, I will not play b1.")),
		own("move within a question", body("Shall I play b1?")),
		own("invisible: a move in tag characters", body("Hello Bob!\n\U000e0062\U000e0031")),
		own("invisible: a move in the subject alone", func(w *world) post { return post{Subject: "Re: b1", Body: "Hello Bob!"} }),
		mangled("hidden in an attachment", ada, func(w *world) post {
			return post{From: ada, To: w.inGame(ada).Get("Reply-To"),
				Body: "--b\nContent-Type: text/plain\n\nHello Bob!\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=b1.txt\n\nb1\n--b--"}
		}, "Content-Type: text/plain; charset=utf-8", "Content-Type: multipart/mixed; boundary=b"),
		mangled("hidden in an attached mail", ada, func(w *world) post {
			return post{From: ada, To: w.inGame(ada).Get("Reply-To"),
				Body: "--b\nContent-Type: text/plain\n\nHello Bob!\n--b\nContent-Type: message/rfc822\n\nFrom: ada@example.org\n\nb1\n--b--"}
		}, "Content-Type: text/plain; charset=utf-8", "Content-Type: multipart/mixed; boundary=b"),
		mangled("hidden before the first boundary", ada, func(w *world) post {
			return post{From: ada, To: w.inGame(ada).Get("Reply-To"), Body: "b1\n--b\nContent-Type: text/plain\n\nHello Bob!\n--b--\nb1"}
		}, "Content-Type: text/plain; charset=utf-8", "Content-Type: multipart/mixed; boundary=b"),
	)

	// Letters that want to be more than one letter out.
	for name, p := range map[string]post{
		"in the subject":                     {Subject: "=?utf-8?q?x=0D=0ABcc:_bob=40example.org?=", Body: "hello"},
		"in the subject, base64":             {Subject: "=?utf-8?b?" + base64.StdEncoding.EncodeToString([]byte("x\r\nBcc: bob@example.org\r\n\r\nb1")) + "?=", Body: "hello"},
		"in the name":                        {From: "=?utf-8?q?Eve=0D=0ABcc:_bob=40example.org?= <" + eve + ">", Body: "hello"},
		"in the name, with a line separator": {From: "=?utf-8?q?Eve=E2=80=A8Bcc:_bob=40example.org?= <" + eve + ">", Body: "hello"},
		"in the name command":                {Proven: true, Body: "name Eve\rBcc: bob@example.org"},
		"in an invitation's address":         {Proven: true, Body: "challenge <x@example.org>Bcc:bob@example.org> turro"},
		"in the Message-ID":                  {Body: "hello", Header: []string{"In-Reply-To: <x@y>\r\n Bcc: bob@example.org", "References: <a@b>\r\n <c d@e\x00>"}},
		"in the envelope":                    {Body: "challenge \"x@example.org> NOTIFY=NEVER\" turro", Proven: true},
	} {
		hears := eve
		if strings.HasPrefix(p.From, "=?") {
			hears = nobody // a name that breaks the line is no name, and nobody wrote it
		}
		all = append(all, one("header injection "+name, hears, func(*world) post {
			if p.From == "" {
				p.From = eve
			}
			return p
		}))
	}

	// Messages that are too much.
	big := func(name, hears string, text func() string, typ string) attack {
		return mangled(name, hears, func(*world) post { return post{From: ada, Body: text()} }, "Content-Type: text/plain; charset=utf-8", "Content-Type: "+typ)
	}
	all = append(all,
		big("MIME bomb: ten thousand nested parts", ada, func() string {
			var b strings.Builder
			for i := range 10_000 {
				fmt.Fprintf(&b, "--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n", i, i+1)
			}
			return b.String() + "--b10000\n\n#1 b1"
		}, "multipart/mixed; boundary=b0"),
		big("MIME bomb: a hundred thousand parts", ada, func() string { return strings.Repeat("--b\n\nx\n", 100_000) + "--b\n\n#1 b1\n--b--" }, "multipart/mixed; boundary=b"),
		big("HTML bomb: half a million open elements", ada, func() string { return strings.Repeat("<div>", 500_000) + "#1 b1" }, "text/html"),
		big("a line of five megabytes", ada, func() string { return strings.Repeat("b1 ", 5<<20/3) }, "text/plain"),
		big("a million lines", ada, func() string { return strings.Repeat("#1 b1\n", 1<<20) }, "text/plain"),
		one("a thousand commands", ada, func(*world) post { return post{From: ada, Body: strings.Repeat("#1 b1\nhelp\n", 500)} }),
		attack{name: "too large for the mailbox's limit", hears: ada, size: 500_000_000, raw: func(w *world) [][]byte {
			return [][]byte{w.Raw(post{From: ada, Body: "#1 b1"})}
		}},
		one("a header too large", nobody, func(*world) post {
			return post{From: ada, Body: "#1 b1", Header: []string{"X: " + strings.Repeat("x", 300_000)}}
		}),
		one("a header of too many fields", nobody, func(*world) post {
			return post{From: ada, Body: "#1 b1", Header: []string{strings.Repeat("X: x\n", 2_000) + "Y: y"}}
		}),
		one("ten thousand addresses", ada, func(*world) post {
			return post{From: ada, Body: "#1 b1", Header: []string{"Cc: " + strings.Repeat("x@example.org,\n ", 10_000) + "y@example.org"}}
		}),
		one("ten thousand addresses to challenge", eve, func(*world) post {
			var b strings.Builder
			for i := range 10_000 {
				fmt.Fprintf(&b, "challenge x%d@example.org turro\n", i)
			}
			return post{From: eve, Body: b.String()}
		}),
		one("NUL throughout", ada, func(*world) post { return post{From: ada, Body: strings.Repeat("#1\x00 b1\n", 100)} }),
		one("a charset nobody knows", ada, func(*world) post {
			return post{From: ada, Body: "#1 b1", Header: []string{"Content-Transfer-Encoding: x-unknown"}}
		}),
	)
	return all
}
