package handler_test

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"turnpost/mail/server/servertest"
)

// client is how a mail program quotes the HTML alternative of a message of ours.
type client struct {
	name string
	// top and bottom write the HTML of a reply with the player's lines above the
	// quote, and below it; bottom is nil where a program cannot, or where nobody
	// could tell the words from the quote.
	top, bottom func(own []string, q quotation) string
	// plain writes the plain text beside that reply, or is nil where there is none.
	plain func(own []string, q quotation) string
}

// quotation is the message that is answered, as the programs use it.
type quotation struct {
	html    string // all of the HTML, with its head
	body    string // what its body holds
	text    string // the HTML as text, its links behind their words
	name    string // the sender in the credit: a game's messages are by way of us
	robot   string // the address in it
	subject string
}

// clients are the programs. Each form was written after mail that the program
// sends; what differs between versions stands in forms of its own.
func clients() []client {
	on := func(q quotation) string {
		return `On Fri, Nov 20, 2026 at 10:00 AM ` + q.name + ` &lt;<a href="mailto:` + q.robot + `">` + q.robot + `</a>&gt; wrote:`
	}
	onText := func(q quotation) string {
		return "On Fri, Nov 20, 2026 at 10:00 AM " + q.name + " <" + q.robot + "> wrote:"
	}
	marked := func(own []string, q quotation) string {
		return strings.Join(own, "\n") + "\n\n" + onText(q) + "\n\n" + servertest.Quoted(q.text)
	}
	markedBelow := func(own []string, q quotation) string {
		return onText(q) + "\n\n" + servertest.Quoted(q.text) + "\n" + strings.Join(own, "\n") + "\n"
	}
	block := func(q quotation) string {
		return "From: " + q.name + " <" + q.robot + ">\nSent: Friday, November 20, 2026 10:00 AM\nTo: Ada Lovelace <" + ada + ">\nSubject: " + q.subject + "\n"
	}
	unmarked := func(own []string, q quotation) string {
		return strings.Join(own, "\n") + "\n\n" + block(q) + "\n" + q.text
	}
	blockHTML := func(q quotation) string {
		return `<b>From:</b> ` + q.name + ` &lt;` + q.robot + `&gt;<br><b>Sent:</b> Friday, November 20, 2026 10:00 AM<br><b>To:</b> Ada Lovelace &lt;` + ada + `&gt;<br><b>Subject:</b> ` + html.EscapeString(q.subject)
	}
	divs := func(own []string) string { return "<div>" + joined(own, "</div><div>", "<br>") + "</div>" }
	around := func(before string, quote func(q quotation) string, after string) (top, bottom func([]string, quotation) string) {
		return func(own []string, q quotation) string { return before + divs(own) + "<br>" + quote(q) + after },
			func(own []string, q quotation) string { return before + quote(q) + "<br>" + divs(own) + after }
	}
	var all []client
	add := func(name string, top, bottom, plain func([]string, quotation) string) {
		all = append(all, client{name, top, bottom, plain})
	}

	gmail := func(q quotation) string {
		return `<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">` + on(q) + `<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><u></u>` +
			prefixed(inDivs(q.body), "m_4711") + `</blockquote></div>`
	}
	top, bottom := around(`<div dir="ltr">`, gmail, `</div>`)
	add("Gmail", top, bottom, marked)
	add("Gmail with bottom text", top, bottom, markedBelow)
	add("Gmail for Android", func(own []string, q quotation) string {
		return `<p dir="ltr">` + joined(own, `</p><p dir="ltr">`, "<br>") + `</p><br>` + gmail(q)
	}, nil, nil)
	add("Gmail, between two parts of the quote", func(own []string, q quotation) string {
		first, rest := parted(q.body)
		return `<div dir="ltr"><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">` + on(q) + `<br></div><blockquote class="gmail_quote">` + first + `</blockquote><div><br></div>` + divs(own) +
			`<div><br></div><blockquote class="gmail_quote">` + rest + `</blockquote></div></div>`
	}, nil, nil)
	add("Outlook", func(own []string, q quotation) string {
		return `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0in} --></style></head><body lang=EN-US link="#0563C1"><div class=WordSection1><p class=MsoNormal>` +
			joined(own, `<o:p></o:p></p><p class=MsoNormal>`, "<o:p>&nbsp;</o:p>") + `<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in'><p class=MsoNormal>` +
			blockHTML(q) + `<o:p></o:p></p></div></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>` + word(q.body) + `</div></body></html>`
	}, nil, unmarked)
	add("Outlook on the web", func(own []string, q quotation) string {
		return `<html><body dir="ltr"><div class="elementToProof" style="font-family: Aptos">` + joined(own, `</div><div class="elementToProof">`, "<br>") + `</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif">` +
			blockHTML(q) + `</font><div>&nbsp;</div></div><div>` + prefixed(q.body, "x") + `</div></body></html>`
	}, nil, unmarked)
	add("Outlook on the web, without ids", func(own []string, q quotation) string {
		return `<html><body dir="ltr"><div>` + joined(own, "<br>", "") + `</div><hr style="display:inline-block;width:98%"><div dir="ltr"><font face="Calibri, sans-serif">` + blockHTML(q) + `</font><div>&nbsp;</div></div>` + prefixed(q.body, "x") + `</body></html>`
	}, nil, nil)
	add("Outlook for iOS", func(own []string, q quotation) string {
		return `<html><body><div dir="ltr">` + joined(own, "<br>", "") + `</div><div id="ms-outlook-mobile-signature" dir="ltr">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><div id="mail-editor-reference-message-container"><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">` +
			blockHTML(q) + `</div>` + q.body + `</div></body></html>`
	}, nil, nil)
	add("Outlook for Mac", func(own []string, q quotation) string {
		return `<html><body style="word-wrap:break-word"><div>` + joined(own, "</div><div>", "<br>") + `</div><div><br></div><span id="OLK_SRC_BODY_SECTION"><div style="border-top:#b5c4df 1pt solid">` + blockHTML(q) + `</div><div><br></div>` + q.body + `</span></body></html>`
	}, nil, nil)
	apple := func(q quotation) string {
		return `<div><br><blockquote type="cite"><div>On 20 Nov 2026, at 10:00, ` + q.name + ` &lt;` + q.robot + `&gt; wrote:</div><br class="Apple-interchange-newline"><div>` + headless(q.html) + `</div></blockquote></div>`
	}
	top, bottom = around(`<html><head></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">`, apple, `</body></html>`)
	add("Apple Mail", top, bottom, marked)
	add("iPhone", func(own []string, q quotation) string {
		return `<html><head></head><body dir="auto">` + joined(own, "<div>", "<br>") + `<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On 20 Nov 2026, at 10:00, ` + q.name + ` &lt;` + q.robot +
			`&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">` + "\ufeff" + headless(q.html) + `</div></blockquote></body></html>`
	}, nil, marked)
	thunderbird := func(q quotation) string {
		return `<div class="moz-cite-prefix">On 20/11/2026 10:00, ` + q.name + ` wrote:<br></div><blockquote type="cite" cite="mid:1.2.x@turnpost.example">` + headless(q.html) + `</blockquote>`
	}
	top, bottom = around(`<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body>`, thunderbird, `<div class="moz-signature">-- <br>Ada</div></body></html>`)
	add("Thunderbird", top, bottom, nil)
	add("Thunderbird, between two parts of the quote", func(own []string, q quotation) string {
		first, rest := parted(q.body)
		return `<div class="moz-cite-prefix">On 20/11/2026 10:00, ` + q.name + ` wrote:<br></div><blockquote type="cite" cite="mid:1.2.x@turnpost.example">` + first + `</blockquote>` + divs(own) + `<blockquote type="cite" cite="mid:1.2.x@turnpost.example">` + rest + `</blockquote>`
	}, nil, nil)
	add("Thunderbird in plain text", top, nil, markedBelow)
	top, _ = around(`<html><body><div class="ydp7be1ff57yahoo-style-wrap" style="font-size:13px"><div dir="ltr" data-setdir="false">`, func(q quotation) string {
		return `</div></div><div id="ydp5a0d2c44yahoo_quoted_5528" class="ydp5a0d2c44yahoo_quoted"><div style="font-family:'Helvetica Neue'"><div>On Friday, November 20, 2026 at 10:00:00 AM GMT+1, ` + q.name + ` &lt;` + q.robot + `&gt; wrote: </div><div><br></div><div><br></div><div><div id="ydp5a0d2c44yiv6013">` + q.body + `</div></div></div></div>`
	}, `</body></html>`)
	add("Yahoo", top, nil, marked)
	top, bottom = around(`<div style="font-family: Arial, sans-serif; font-size: 14px;">`, func(q quotation) string {
		return `</div><div class="protonmail_quote">On Friday, November 20th, 2026 at 10:00 AM, ` + q.name + ` &lt;` + q.robot + `&gt; wrote:<br><br><blockquote class="protonmail_quote" type="cite">` + q.body + `</blockquote><br></div>`
	}, ``)
	add("Proton", top, bottom, marked)
	top, _ = around(`<html><body><div style="font-family: Verdana;">`, func(q quotation) string {
		return `</div><div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204)"><br></div><div class="zmail_extra" data-zbluepencil-ignore="true"><div><br></div><div id="Zm-_Id_-Sgn1">---- On Fri, 20 Nov 2026 10:00:00 +0100 <b>` + q.name + ` &lt;` + q.robot + `&gt;</b> wrote ---<br></div><div><br></div><blockquote id="blockquote_zmail" style="margin: 0px;">` + q.body + `</blockquote></div>`
	}, `</body></html>`)
	add("Zoho", top, nil, nil)
	top, bottom = around(`<html><head></head><body style='font-size: 10pt'>`, func(q quotation) string {
		return `<p id="reply-intro">On 2026-11-20 10:00, ` + q.name + ` wrote:</p><blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0"><div id="replybody1">` + q.body + `</div></blockquote>`
	}, `</body></html>`)
	add("Roundcube", top, bottom, markedBelow)
	top, _ = around(`<html><body><div style="font-family: arial, helvetica, sans-serif">`, func(q quotation) string {
		return `</div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>From: </b>"` + q.name + `" &lt;` + q.robot + `&gt;<br><b>To: </b>"Ada"<br><b>Sent: </b>Friday, November 20, 2026 10:00:00 AM<br><b>Subject: </b>` + html.EscapeString(q.subject) + `<br></div><div data-marker="__QUOTED_TEXT__">` + q.body + `</div>`
	}, `</body></html>`)
	add("Zimbra", top, nil, unmarked)
	top, _ = around(`<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>`, func(q quotation) string {
		return `</div><div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Freitag, 20. November 2026 um 10:00 Uhr<br><b>Von:</b>&nbsp;` + q.name + ` &lt;` + q.robot + `&gt;<br><b>An:</b>&nbsp;Ada<br><b>Betreff:</b>&nbsp;` + html.EscapeString(q.subject) + `</div><div name="quoted-content">` + q.body + `</div></div></div>`
	}, `</div></body></html>`)
	add("GMX", top, nil, nil)
	top, _ = around(`<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body dir="auto">`, func(q quotation) string {
		return `<div id="composer_signature" dir="auto"><div style="font-size:12px;color:#575757">Sent from my Galaxy</div></div><div><br></div><div style="font-size:100%;color:#000000" align="left"><!-- originalMessage --><div>-------- Original message --------</div><div>From: ` + q.name + ` &lt;` + q.robot + `&gt; </div><div>Date: 20/11/2026  10:00  (GMT+01:00) </div><div>To: Ada &lt;` + ada + `&gt; </div><div>Subject: ` + html.EscapeString(q.subject) + ` </div><div><br></div></div>` + q.body
	}, `</body></html>`)
	add("Samsung", top, nil, unmarked)
	top, bottom = around(`<!DOCTYPE html><html><body>`, func(q quotation) string {
		return `<br><br><div class="gmail_quote">On 20 November 2026 10:00:00 CET, ` + q.name + ` &lt;` + q.robot + `&gt; wrote:<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex">` + headless(q.html) + `</blockquote></div>`
	}, `</body></html>`)
	add("K-9 Mail", top, bottom, marked)
	top, _ = around(`<div style="font-family:arial">`, func(q quotation) string {
		return `</div><div style="font-family:arial"><br>-----Original Message-----<br>From: ` + q.name + ` &lt;` + q.robot + `&gt;<br>To: Ada &lt;` + ada + `&gt;<br>Sent: Fri, Nov 20, 2026 10:00 am<br>Subject: ` + html.EscapeString(q.subject) + `<br><br><div id="yiv0123">` + q.body + `</div></div>`
	}, ``)
	add("AOL", top, nil, unmarked)
	top, bottom = around(`<!DOCTYPE html><html><head><title></title></head><body>`, func(q quotation) string {
		return `<div><br></div><div>On Fri, Nov 20, 2026, at 10:00 AM, ` + q.name + ` wrote:<br></div><blockquote type="cite" id="qt" style="">` + q.body + `</blockquote><div><br></div>`
	}, `</body></html>`)
	add("Fastmail", top, bottom, marked)
	top, _ = around(`<font size=2 face="sans-serif">`, func(q quotation) string {
		return `</font><br><br><br><font size=1 color=#5f5f5f face="sans-serif">From: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1 face="sans-serif">` + q.name + ` &lt;` + q.robot + `&gt;</font><br><font size=1 color=#5f5f5f face="sans-serif">To: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1 face="sans-serif">Ada</font><br><font size=1 color=#5f5f5f face="sans-serif">Date: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1 face="sans-serif">20/11/2026 10:00</font><br><font size=1 color=#5f5f5f face="sans-serif">Subject: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1 face="sans-serif">` + html.EscapeString(q.subject) + `</font><br><hr noshade><br><br><br>` + q.body
	}, ``)
	add("Lotus Notes", top, nil, nil)
	top, _ = around(`<html><head></head><body>`, func(q quotation) string {
		return `<div>------ Original Message ------</div><div>From "` + q.name + `" &lt;` + q.robot + `&gt;</div><div>To "Ada" &lt;` + ada + `&gt;</div><div>Date 20/11/2026 10:00:00</div><div>Subject ` + html.EscapeString(q.subject) + `</div><br><div id="x1a2b" class="plain"><blockquote cite="1.2.x@turnpost.example" type="cite" class="cite2">` + q.body + `</blockquote></div>`
	}, `</body></html>`)
	add("eM Client", top, nil, nil)
	top, _ = around(`<html><body>`, func(q quotation) string {
		return `<div name="messageReplySection">On 20 Nov 2026, 10:00 +0100, ` + q.name + ` &lt;` + q.robot + `&gt;, wrote:<br><blockquote type="cite" class="spark_quote" style="margin: 5px 5px; padding-left: 10px; border-left: thin solid #1abc9c;">` + headless(q.html) + `</blockquote></div>`
	}, `</body></html>`)
	add("Spark", top, nil, nil)
	add("Hotmail", func(own []string, q quotation) string {
		return `<html><body class='hmmessage'><div dir='ltr'>` + joined(own, "<br>", "") + `<br><br><div><hr id="stopSpelling">Date: Fri, 20 Nov 2026 10:00:00 +0100<br>From: ` + q.robot + `<br>To: ` + ada + `<br>Subject: ` + html.EscapeString(q.subject) + `<br><br>` + strings.ReplaceAll(q.body, `class="`, `class="ecx`) + `</div></div></body></html>`
	}, nil, nil)
	add("a program that marks nothing", func(own []string, q quotation) string {
		return `<html><body>` + joined(own, "<br>", "") + `<br><br>` + on(q) + `<br><br>` + q.body + `</body></html>`
	}, nil, nil)
	add("a program that marks nothing, in French", func(own []string, q quotation) string {
		return `<html><body>` + joined(own, "<br>", "") + `<br><br>Le ven. 20 nov. 2026 à 10:00, ` + q.name + ` &lt;` + q.robot + `&gt; a écrit :<br><br>` + q.body + `</body></html>`
	}, nil, nil)
	add("a program that quotes without a credit", func(own []string, q quotation) string {
		return `<html><body>` + joined(own, "<br>", "") + `<br><br>` + q.body + `</body></html>`
	}, nil, func(own []string, q quotation) string { return strings.Join(own, "\n") + "\n\n" + q.text })
	return all
}

// joined escapes the lines and sets them one after another; empty ones are
// written as blank.
func joined(lines []string, between, blank string) string {
	out := make([]string, len(lines))
	for i, l := range lines {
		if out[i] = html.EscapeString(l); l == "" {
			out[i] = blank
		}
	}
	return strings.Join(out, between)
}

var (
	bodyOf   = regexp.MustCompile(`(?s)<body[^>]*>(.*)</body>`)
	styleOf  = regexp.MustCompile(`(?s)<(style|title)[^>]*>.*?</(style|title)>`)
	wholeTag = regexp.MustCompile(`</?(html|head|body|!DOCTYPE)[^>]*>`)
	classOf  = regexp.MustCompile(`class="([^"]*)"`)
	blocks   = regexp.MustCompile(`<(/?)(h1|h2|p|pre|div)([^>]*)>`)
)

// headless keeps what stands in the head and loses the tags around.
func headless(page string) string { return wholeTag.ReplaceAllString(page, "") }

// prefixed is how webmail keeps the classes of a message out of its own.
func prefixed(body, prefix string) string {
	return classOf.ReplaceAllStringFunc(styleOf.ReplaceAllString(body, ""), func(s string) string {
		names := strings.Fields(classOf.FindStringSubmatch(s)[1])
		for i := range names {
			names[i] = prefix + "_" + names[i]
		}
		return `class="` + strings.Join(names, " ") + `"`
	})
}

// inDivs sets the body's content in the <div> that webmail makes of it.
func inDivs(body string) string { return `<div style="margin:0;padding:0">` + body + `</div>` }

// word is what Word makes of a body: paragraphs of its own, and no blockquote.
func word(body string) string {
	body = strings.NewReplacer("<blockquote", "<div", "</blockquote", "</div", `<table `, `<table class=MsoNormalTable `).Replace(body)
	return blocks.ReplaceAllStringFunc(body, func(tag string) string {
		m := blocks.FindStringSubmatch(tag)
		switch {
		case m[2] == "div":
			return tag
		case m[1] == "/":
			return "<o:p></o:p></p>"
		}
		return "<p class=MsoNormal>"
	})
}

// asText is a message's HTML as programs write it into a plain quote: a link is
// its words and its address in angle brackets, a picture its description.
func asText(page string) string {
	var b strings.Builder
	z := nethtml.NewTokenizer(strings.NewReader(styleOf.ReplaceAllString(page, "")))
	var links []string
	pre := 0
	for {
		switch z.Next() {
		case nethtml.ErrorToken:
			return strings.TrimSpace(regexp.MustCompile(`\n{3,}`).ReplaceAllString(b.String(), "\n\n")) + "\n"
		case nethtml.TextToken:
			text := html.UnescapeString(string(z.Text()))
			if pre == 0 {
				text = regexp.MustCompile(`\s+`).ReplaceAllString(text, " ")
				if strings.HasSuffix(b.String(), "\n") {
					text = strings.TrimLeft(text, " ")
				}
			}
			b.WriteString(text)
		case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
			t := z.Token()
			attr := func(name string) string {
				for _, a := range t.Attr {
					if a.Key == name {
						return a.Val
					}
				}
				return ""
			}
			switch t.DataAtom {
			case atom.A:
				links = append(links, attr("href"))
			case atom.Img:
				b.WriteString("[" + strings.Join(strings.Fields(attr("alt")), " ") + "]")
			case atom.Pre:
				pre++
				b.WriteString("\n")
			case atom.Br, atom.P, atom.Div, atom.Tr, atom.H1, atom.H2, atom.Li, atom.Blockquote:
				b.WriteString("\n")
			}
		case nethtml.EndTagToken:
			switch t := z.Token(); t.DataAtom {
			case atom.A:
				if n := len(links); n > 0 {
					fmt.Fprintf(&b, " <%s> ", links[n-1])
					links = links[:n-1]
				}
			case atom.Pre:
				pre--
				b.WriteString("\n")
			case atom.P, atom.H1, atom.H2, atom.Div:
				b.WriteString("\n")
			}
		}
	}
}

// parted is a body in two at its second paragraph, as an editor splits the quote
// in which somebody writes: the elements that are open there are left open by
// the first part, and opened by no tag in the second.
func parted(body string) (first, rest string) {
	at := strings.Index(body, "<p ")
	return body[:at], body[at:]
}

func bodyHTML(page string) string {
	if m := bodyOf.FindStringSubmatch(page); m != nil {
		return m[1]
	}
	return page
}
