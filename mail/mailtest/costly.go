package mailtest

import (
	"fmt"
	"slices"
	"strings"
)

// Costly is a letter that was made to cost whoever reads it time.
type Costly struct {
	Name   string
	Kind   string   // Content-Type
	Header []string // further fields, on top
	Fold   string   // goes on with From
	Body   string
}

// CostlyLetters are letters within all limits of package mail, each of which takes
// one of its steps, or one of those after it, as far as these let it go.
func CostlyLetters() []Costly {
	text := func(name, body string) Costly {
		return Costly{Name: name, Kind: "text/plain; charset=utf-8", Body: body}
	}
	page := func(name, body string) Costly {
		return Costly{Name: name, Kind: "text/html; charset=utf-8", Body: body}
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
	return []Costly{
		text("14 kB of wrote:", times("wrote:\n", 14_000)),
		text("names that wrote", times("Ada Lovelace on the hill wrote:\n", full)),
		text("names, addresses and dates that wrote", times("Am 3 Ada <a@b.c> 2012 10:30 écrit\n", full)),
		text("attributions of four lines", times("On the third of the month, which was\na Tuesday as far as I can remember,\nat 18:26 <ada@example.org>\nsaid this to everybody:\n", full)),
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
		text("commands", numbered(2000, func(i int) string { return "challenge p" + fmt.Sprint(i) + "@example.org turro" })),
		text("what is like commands", times("resing\nchalenge\nacept\npreviev\n", full)),
		text("commands of other languages", times("défier\nherausfordern\nabandonner\nsfida\n", full)),
		text("moves of game 12", strings.Repeat("#12 d3-d4\n", 2000)),
		text("moves of many games", numbered(2000, func(i int) string { return fmt.Sprintf("#%d d3-d4", i%200+1) })),
		text("moves of games that are none", numbered(2000, func(i int) string { return fmt.Sprintf("#%d d3-d4", i+100_000) })),
		text("words about many games", numbered(2000, func(i int) string { return fmt.Sprintf("#%d hello there", i%200+1) })),
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
		{Name: "flowed quotes", Kind: "text/plain; format=flowed; delsp=yes", Body: times(strings.Repeat(">", 60)+" x \n", full)},
		page("tags", times("<div>x", 512<<10)),
		page("empty tags", times("<b></b>", 512<<10)),
		page("deep tags", strings.Repeat("<div><p><b><blockquote>", 5_000)+"x"),
		page("containers", times(`<div class=gmail_quote><p>x`, 512<<10)),
		page("containers that end", times(`<div class=gmail_quote><p>x</p></div>`, 512<<10)),
		page("nested containers that end", strings.Repeat(`<div class=gmail_quote>`, 500)+times("x<br>", 9_000)+strings.Repeat("</div>", 500)),
		page("attributes", times(`<p style="a:/**/b;c:d" class="a b c d e" id=x>`, 512<<10)),
		page("entities", times("&eacute;&amp;", 512<<10)),
		page("a style that is long", `<p style="`+times("/*", 500_000)+`">x`),
		page("white space", times(" ", 500_000)+"x"),
		page("paragraphs that wrote", times("<p>Ada wrote:", 512<<10)),
	}
}

// Raw is the letter as a mailbox has it, from an address, with further header
// fields.
func (c Costly) Raw(from, to, id string, header ...string) []byte {
	var b strings.Builder
	for _, h := range slices.Concat(c.Header, header) {
		b.WriteString(h + "\n")
	}
	fmt.Fprintf(&b, "To: %s\nSubject: hello\nMessage-ID: <%s>\nFrom: %s%s\nContent-Type: %s\n\n%s", to, id, from, c.Fold, c.Kind, c.Body)
	return []byte(strings.ReplaceAll(b.String(), "\n", "\r\n"))
}
