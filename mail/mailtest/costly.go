package mailtest

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// CostlyMessage is a message that is made to take its reader as much time as possible.
type CostlyMessage struct {
	Name   string
	Kind   string   // Content-Type
	Header []string // further fields, on top
	Fold   string   // goes on with From
	Body   string
}

// CostlyMessages returns messages within all limits of package mail, each of which takes one step
// of reading, or one after it, as far as the limits allow.
func CostlyMessages() []CostlyMessage {
	text := func(name, body string) CostlyMessage {
		return CostlyMessage{Name: name, Kind: "text/plain; charset=utf-8", Body: body}
	}
	page := func(name, body string) CostlyMessage {
		return CostlyMessage{Name: name, Kind: "text/html; charset=utf-8", Body: body}
	}
	times := func(s string, octets int) string { return strings.Repeat(s, octets/len(s)) }
	numbered := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i) + "\n")
		}
		return b.String()
	}
	const full = 64 << 10 // what is read of a text, and 2,000 lines of it
	prose := "I do not think that if you had asked me then I would have said yes, but who knows what happens next. "
	return []CostlyMessage{
		text("14 kB of wrote:", times("wrote:\n", 14_000)),
		text("names that wrote", times("Ada Lovelace on the hill wrote:\n", full)),
		text("names, addresses and dates that wrote", times("Am 3 Ada <a@b.c> 2012 10:30 écrit\n", full)),
		text("attributions of four lines",
			times("On the third of the month, which was\na Tuesday as far as I can remember,\nat 18:26 <ada@example.org>\nsaid this to everybody:\n", full)),
		text("colons below dates", times("2012-04-03 18:26 ada@example.org and all the others :\n", full)),
		text("prose on short lines", times("if you had asked me then I\n", full)),
		text("prose on long lines", times(strings.TrimSpace(prose+prose[:60])+"\n", full)),
		text("prose in paragraphs", times(strings.Repeat(prose, 8)+"\n\n", full)),
		text("one line", times("d3-d4 and if a1 then wrote: ", full)),
		text("one line of letters", times("wrote", full)),
		text("one line of colons", times("a: ", full)),
		text("one line of #12", times("#12 ", full)),
		text("lines of 400", times(strings.Repeat("wrote 2012 ", 35)+":\n", full)),
		text("words of one letter", times("a b c d e f g h\n", full)),
		text("signatures", times("Sent from my desk in the outlook of the android\n", full)),
		text("disclaimers", times("This message and the attachments of it may be something that is not\n", full)),
		text("header blocks", times("From: a\nSent: b\nfoo\nbar\nqux\n\n", full)),
		text("labels", times("Sent: b\n", full)),
		text("foreign header blocks", times("abc: d\nefg: h\nijk: l\n\n", full)),
		text("forward marks", strings.Repeat("Original Message\n\n", 900)+times("x\n", 200)),
		text("blank lines", strings.Repeat("\n", 1_990)+"> x"),
		text("answers between quotes", times("> quoted\nAda wrote:\n", full)),
		text("deep quotes", times(strings.Repeat(">", 60)+" x\n", full)),
		text("wrapped quotes", times("> "+strings.Repeat("x", 68)+"\nrest of it\n", full)),
		text("commands",
			numbered(2000, func(i int) string { return "challenge p" + fmt.Sprint(i) + "@example.org turro" })),
		text("what is like commands", times("resing\nchalenge\nacept\npreviev\n", full)),
		text("commands of other languages", times("défier\nherausfordern\nabandonner\nsfida\n", full)),
		text("moves of game 12", strings.Repeat("#12 d3-d4\n", 2000)),
		text("moves of many games", numbered(2000, func(i int) string { return fmt.Sprintf("#%d d3-d4", i%200+1) })),
		text("moves of games that are none",
			numbered(2000, func(i int) string { return fmt.Sprintf("#%d d3-d4", i+100_000) })),
		text("words about many games",
			numbered(2000, func(i int) string { return fmt.Sprintf("#%d hello there", i%200+1) })),
		text("moves", strings.Repeat("d3-d4\n", 2000)),
		text("almost moves", strings.Repeat("d3-d\n", 2000)),
		text("numbers", numbered(2000, func(i int) string { return fmt.Sprint(i % 100) })),
		text("conditional lines", times("if d3-d4 then d4-d5\n", full)),
		text("conditional lines that go on", times("if d3-d4 then\n", full)),
		text("one conditional line that goes on", "if d3-d4 then a1,\n"+times("and a1,\n", 12_000)),
		text("conditions that are none", times("* if d3 or so then what\n", full)),
		text("previews", times("preview d3-d4 d4-d5 d5-d6\n", full)),
		text("boards", times("board\nhistory\nexport\n", full)),
		text("a list of all games", "games"),
		text("boards of many games", numbered(2000, func(i int) string { return fmt.Sprintf("#%d board", i%200+1) })),
		text("players", numbered(2000, func(i int) string { return fmt.Sprintf("player Ada%d", i) })),
		text("words to the opponent", times("say hello\n", full)),
		text("notes", times("note hello\n", full)),
		text("yes", strings.Repeat("yes\n", 2000)),
		text("invisible", times("\u200b\u200d\u202e", full)),
		text("accents", times("é à ü ñ ç\n", full)),
		{Name: "flowed quotes", Kind: "text/plain; format=flowed; delsp=yes",
			Body: times(strings.Repeat(">", 60)+" x \n", full)},
		page("tags", times("<div>x", 512<<10)),
		page("empty tags", times("<b></b>", 512<<10)),
		page("deep tags", strings.Repeat("<div><p><b><blockquote>", 5_000)+"x"),
		page("containers", times(`<div class=gmail_quote><p>x`, 512<<10)),
		page("containers that end", times(`<div class=gmail_quote><p>x</p></div>`, 512<<10)),
		page("nested containers that end", strings.Repeat(`<div class=gmail_quote>`, 500)+times("x<br>", 9_000)+
			strings.Repeat("</div>", 500)),
		page("attributes", times(`<p style="a:/**/b;c:d" class="a b c d e" id=x>`, 512<<10)),
		page("entities", times("&eacute;&amp;", 512<<10)),
		page("a style that is long", `<p style="`+times("/*", 500_000)+`">x`),
		page("white space", times(" ", 500_000)+"x"),
		page("paragraphs that wrote", times("<p>Ada wrote:", 512<<10)),
	}
}

// Raw is the message as a mailbox has it, from an address, with further header
// fields.
func (c CostlyMessage) Raw(from, to, id string, header ...string) []byte {
	var b strings.Builder
	for _, h := range slices.Concat(c.Header, header) {
		b.WriteString(h + "\n")
	}
	fmt.Fprintf(&b, "To: %s\nSubject: hello\nMessage-ID: <%s>\nFrom: %s%s\nContent-Type: %s\n\n%s", to, id, from,
		c.Fold, c.Kind, c.Body)
	return []byte(strings.ReplaceAll(b.String(), "\n", "\r\n"))
}

// HugeMessages are messages of the default size limit, each of which takes a step of
// what is done with header fields, MIME parts or HTML as far as the limits of
// package mail let it go, or beyond.
func HugeMessages() []CostlyMessage {
	return slices.Concat(costlyHeads(), costlyParts(), costlyPages())
}

// megabyte is how long a message of the default size limit is. Of those made here each
// is a little shorter, for its header.
const megabyte = 1_000_000 - 4_000

// fill repeats a text to so many octets, with the CRs that it gets.
func fill(s string, octets int) string {
	return strings.Repeat(s, octets/(len(s)+strings.Count(s, "\n")))
}

// costlyHeads are messages of 1 MB that take the reading of header fields as far as
// it goes.
func costlyHeads() []CostlyMessage {
	const most = 250_000 // octets, below mail.MaxHeader with the CRs
	head := func(name string, fields ...string) CostlyMessage {
		return CostlyMessage{Name: name, Kind: "text/plain", Header: fields, Body: "hello\n"}
	}
	long := func(name, field, s string, octets int) CostlyMessage { return head(name, field+fill(s, octets)) }
	var params, parts strings.Builder
	for i := range 12_000 {
		fmt.Fprintf(&params, "; a*%d*=%%20", i)
		fmt.Fprintf(&parts, ";p%d=x", i)
	}
	return []CostlyMessage{
		{Name: "a From that is folded", Kind: "text/plain", Fold: fill("\n ", most*2/3), Body: "hello"},
		{Name: "a From beyond all limits", Kind: "text/plain", Fold: fill("\n ", megabyte*2/3)},
		long("a field that is folded", "X-Field: x", "\n ", most*2/3),
		long("a subject of encoded words", "Subject: ", "=?gb18030?q?a?= ", most),
		long("a subject of broken encoded words", "Subject: ", "=?a?q?=", most),
		long("a subject of a robot", "Subject: auto: ", "out o", most),
		long("a subject of 8 bits", "Subject: ", "\xe9 ", most),
		long("addresses", "To: ", "a@b.c,", most),
		long("addresses with names", "To: ", "=?gb18030?q?a?= <a@b.c>,", 16_000),
		long("comments in addresses", "To: ", "(", 16_000),
		head("many To", strings.TrimSuffix(strings.Repeat("To: a@b.c, =?koi8-r?q?a?= <c@d.e>,(((\n", 6_000/10), "\n")),
		long("words that are no addresses", "Cc: ", "a.b@c.d.e_ ", most),
		long("message ids", "References: ", "<a> ", most),
		long("angles", "References: ", "<", most),
		long("results of authentication", "Authentication-Results: x", "; dkim=pass (((a)))", most),
		head("many results of authentication",
			strings.TrimSuffix(
				strings.Repeat(
					"Authentication-Results: turnpost.example; dkim=pass header.d=example.org; dmarc=fail (p=none) header.from=example.org; spf=fail (((((x)))))\n", 990), "\n")),
		head("many fields", strings.TrimSuffix(strings.Repeat("X-F: "+fill("x", 200)+"\n", 990), "\n")),
		head("lines that are no fields", fill("x\n", most/2)),
		{Name: "parameters", Kind: "text/plain" + fill("; a=b", most), Body: "x"},
		{Name: "different parameters", Kind: "text/plain" + parts.String(), Body: "x"},
		{Name: "continued parameters", Kind: "text/plain" + params.String(), Body: "x"},
		{Name: "an encoding that is long", Kind: "text/plain",
			Header: []string{"Content-Transfer-Encoding: " + fill("\xe9x", most)}, Body: "x"},
		{Name: "a boundary that is long", Kind: `multipart/mixed; boundary="` + fill("b", most) + `"`,
			Body: fill("--"+fill("b", 1000)+"\n\n", 700_000)},
		{Name: "no end of the header", Kind: "text/plain", Header: []string{"X: x"}, Body: fill("X: x\n", 100)},
	}
}

// costlyParts are messages of 1 MB in which each part takes its reading as far as it
// goes.
func costlyParts() []CostlyMessage {
	mixed := func(name, kind, encoding, body string, parts int) CostlyMessage {
		part := "--b\nContent-Type: " + kind + "\nContent-Transfer-Encoding: " + encoding + "\n\n"
		return CostlyMessage{Name: name, Kind: "multipart/mixed; boundary=b",
			Body: strings.Repeat(part+fill(body, (megabyte*95/100)/parts-len(part))+"\n", parts) + "--b--"}
	}
	coded := func(body string, octets int) string {
		return base64.StdEncoding.EncodeToString([]byte(fill(body, octets)))
	}
	nested := func(kind, body string) CostlyMessage {
		var b strings.Builder
		for i := range 12 {
			fmt.Fprintf(&b, "--b%d\nContent-Type: multipart/%s; boundary=b%d\n\n", i, kind, i+1)
		}
		return CostlyMessage{Name: "nested " + kind, Kind: "multipart/" + kind + "; boundary=b0", Body: b.String() +
			fill(body, megabyte-b.Len())}
	}
	heads := "--b\nContent-Type: text/html" + fill("; a=b", 200_000) + "\n\n<p>\n"
	return []CostlyMessage{
		mixed("parts of HTML", "text/html", "8bit", `<p style="a:/**/b;c:d" class="a b c d e" id=x>`, 40),
		mixed("two parts of HTML", "text/html", "8bit", `<p style="a:/**/b;c:d" class="a b c d e" id=x>`, 2),
		mixed("parts of long lines", "text/plain", "8bit", fill("if you had asked me then ", 900)+"\n", 16),
		mixed("parts of spaces", "text/plain", "8bit", " ", 16),
		mixed("parts of invisible spaces", "text/plain", "8bit", "\u200b\u200d\u202e", 16),
		mixed("parts of gb18030", "text/plain; charset=gb18030", "8bit", "\xc4\xe3\x81\x30\x81\x30 ", 16),
		mixed("parts of iso-2022-jp", "text/plain; charset=iso-2022-jp", "7bit", "\x1b$B$\"\x1b(B", 16),
		mixed("parts of utf-16", "text/plain; charset=utf-16", "8bit", "b\x001\x00", 16),
		mixed("parts of soft line breaks", "text/plain", "quoted-printable", "=\n", 16),
		mixed("parts of quoted-printable", "text/plain", "quoted-printable", "=3D=3D=3D=3D=3D=3D=3D=3D=3D=3D=3D=3D\n",
			16),
		mixed("parts of quoted 8 bits", "text/html", "quoted-printable", "\xe9", 16),
		mixed("HTML in iso-2022-jp", "text/html; charset=iso-2022-jp", "7bit", "\x1b$B$\"\x1b(B", 2),
		mixed("HTML in quoted-printable", "text/html", "quoted-printable", "<p =\nid=3Dx>", 2),
		mixed("parts that are flowed", "text/plain; format=flowed; delsp=yes", "8bit", "> x \n", 16),
		{Name: "base64", Kind: "text/html", Header: []string{"Content-Transfer-Encoding: base64"},
			Body: coded("<p id=x class=y>", 700_000)},
		{Name: "base64 with a line for each letter", Kind: "text/plain",
			Header: []string{"Content-Transfer-Encoding: base64"}, Body: fill("P\n", 660_000)},
		{Name: "parts of nothing", Kind: "multipart/mixed; boundary=b", Body: fill("--b\n\n", 700_000)},
		{Name: "boundaries that are none", Kind: "multipart/mixed; boundary=b", Body: "--b\n\n" +
			fill("--bb\n", 800_000)},
		{Name: "boundaries within lines", Kind: "multipart/mixed; boundary=b", Body: "--b\n\n" +
			fill("x--b", megabyte)},
		{Name: "parts with long headers", Kind: "multipart/alternative; boundary=b", Body: strings.Repeat(heads, 4)},
		{Name: "parts with folded headers", Kind: "multipart/mixed; boundary=b",
			Body: strings.Repeat("--b\nContent-Type: text/plain"+fill("\n ;a=b", 150_000)+"\n\nx\n", 4)},
		nested("mixed", "--b0 x\n--b9x\n"), nested("alternative", "x\n"),
	}
}

// costlyPages are HTML of 1 MB.
func costlyPages() []CostlyMessage {
	page := func(name, body string) CostlyMessage {
		return CostlyMessage{Name: name, Kind: "text/html; charset=utf-8", Body: body}
	}
	quoteOfOurs := "<tr><td style=\"padding:8px\"><a href=\"mailto:games+12.7.k3v9@turnpost.example?subject=d3-d4&amp;body=d3-d4\">d3-d4</a></td></tr>"
	return []CostlyMessage{
		page("a tag of attributes", "<p"+fill(" a", megabyte)+">x"),
		page("tags of attributes", fill("<p"+fill(" a=b", 1000)+">x", megabyte)),
		page("tags of different attributes",
			fill("<p id=a name=b type=c cite=d style=e data-marker=f hidden class=g>x", megabyte)),
		page("styles", fill(`<p style="`+fill("font-size:000000.;display:non;", 990)+`">x`, megabyte)),
		page("styles of zeros", fill(`<p style="font-size:`+fill("0", 970)+`x">x`, megabyte)),
		page("styles of comments", fill(`<p style="`+fill("/**/a ", 990)+`">x`, megabyte)),
		page("short styles", fill(`<b style=opacity:0x>`, megabyte)),
		page("classes", fill(`<p class="`+fill("x_a ", 990)+`">x`, megabyte)),
		page("tables", fill("<table><tr><td>x", megabyte)),
		page("rows", fill("<tr><td>x</td></tr>", megabyte)),
		page("quotes", fill("<blockquote>x</blockquote>y", megabyte)),
		page("open quotes", fill("<blockquote>x", megabyte)),
		page("end tags", fill("</p>", megabyte)),
		page("end tags of nothing", strings.Repeat("<b>", 512)+fill("</x>", megabyte)),
		page("breaks", fill("<br>", megabyte)),
		page("images", fill("<img a=b>", megabyte)),
		page("comments", fill("<!---->", megabyte)),
		page("a comment that does not end", "<!--"+fill("--", megabyte)),
		page("a script that does not end", "<script>"+fill("<!--<script", megabyte)),
		page("a title that does not end", "<title>"+fill("</titl", megabyte)),
		page("angles", fill("<", megabyte)),
		page("angles and letters", fill("<a", megabyte)),
		page("numbers of characters", fill("&#x1F600;", megabyte)),
		page("entities that are none", fill("&CounterClockwiseContourIntegra", megabyte)),
		page("entities in attributes", "<p "+fill("a=&amp; ", megabyte)+">x"),
		page("invisible", fill("\u200b\u200d\u202e", megabyte)),
		page("words", fill("a ", megabyte)),
		page("words in pre", "<pre>"+fill("a\r", megabyte)),
		page("pre", fill("<pre>a\nb</pre>", megabyte)),
		page("our letters, thousands of times", fill(quoteOfOurs, megabyte)),
		page("attributions in quotes",
			fill(`<div class="gmail_quote"><div class="gmail_attr">On Fri, 20 Nov 2026 at 10:00, Bob &lt;bob@example.org&gt; wrote:<br></div><blockquote>x</blockquote></div>`, megabyte)),
	}
}
