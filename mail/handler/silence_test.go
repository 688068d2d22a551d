package handler_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/db/dbtest/skiptest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/server/servertest"
	"turnpost/templates"
)

// came is what came of a message: the plies that it played, and the answer to its writer, with
// white space folded; "" if there is none.
type came struct {
	played []string
	answer string
	others int // messages to others
}

// comes brings a message of Ada's in, and takes it back.
func (w *world) comes(raw string, game int64) (c came) {
	w.T.Helper()
	before := w.Game(game).Plies
	raw = strings.ReplaceAll(strings.ReplaceAll(raw, "\r\n", "\n"), "\n", "\r\n")
	require.NoError(w.T, w.Handler.TakenBack(context.Background(), []byte(raw), func(tx *db.Tx) error {
		plies, err := tx.Plies(game)
		if err != nil {
			return err
		}
		for _, p := range plies[before:] {
			c.played = append(c.played, p.Move)
		}
		var ids []int64
		if err := tx.Rows(func(scan func(...any) error) error {
			ids = append(ids, 0)
			return scan(&ids[len(ids)-1])
		}, `SELECT id FROM outbox WHERE id > ? ORDER BY id`, w.Handed); err != nil {
			return err
		}
		for _, id := range ids {
			out, err := tx.Message(id)
			if err != nil {
				return err
			}
			if out.Recipient != ada {
				c.others++
				continue
			}
			c.answer = flat(servertest.ReadMessage(w.T, out.Raw))
		}
		return nil
	}))
	return c
}

// table is a game in which Ada is to move and got a letter in a language, with a ply that she
// can play.
type table struct {
	*world
	game, lang, ply string
	letter          message
}

// atTables calls a test for each game in one language; while somebody works, for one of them, which
// is another one in other tests.
func atTables(t *testing.T, test func(i int, tb table)) {
	for i, game := range []struct{ name, lang, ply string }{
		{"turro", "en", "d3-d4"}, {"roses", "fr", "b4"}, {"rooya", "it", "a1"}, {"tourrosa", "de", ""},
	} {
		if skiptest.Working() && i != len(t.Name())%4 {
			continue
		}
		w := from(t, "table "+game.name+" "+game.lang, func(w *world) {
			w.Begin(game.name)
			w.Reply(ada, "lang "+game.lang)
			w.Reply(ada, "board")
		})
		ply := game.ply
		if ply == "" {
			ply = w.legal(1)
		}
		test(i, table{w, game.name, game.lang, ply, *w.Last(ada)})
	}
}

// legal returns a legal ply of a game.
func (w *world) legal(game int64) (ply string) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		g, err := w.Handler.Club.Begin(tx, 0).Game(game)
		if err == nil {
			ply = string(g.Record.Legal()[0])
		}
		return err
	}))
	return ply
}

// reply is a reply of Ada's to the letter, with further header fields, among them those of its
// content, and a body.
func (tb table) reply(fields, body string) string {
	return fmt.Sprintf("From: Ada <%s>\nTo: %s\nSubject: Re: %s\nMessage-ID: <r@client.example>\nIn-Reply-To: %s\nMIME-Version: 1.0\n%s\n\n%s",
		ada, strings.Trim(tb.letter.Get("Reply-To"), "<>"), tb.letter.Get("Subject"), tb.letter.Get("Message-Id"), fields, body)
}

// bodiesOf are replies as mail programs write them, above the quoted letter: fields and body.
func (tb table) bodiesOf(words string) map[string][2]string {
	text := tb.letter.Text
	quoted := servertest.Quoted(text)
	html := "<div>" + strings.Join(strings.Split(words, "\n"), "</div><div>") + "</div>"
	parts := func(plain, page string) [2]string {
		return [2]string{"Content-Type: multipart/alternative; boundary=\"=_b\"",
			"--=_b\nContent-Type: text/plain; charset=utf-8\n\n" + plain + "\n--=_b\nContent-Type: text/html; charset=utf-8\n\n" + page + "\n--=_b--\n"}
	}
	block := "From: Turnpost <" + serverAddress + ">\nSent: Friday, November 20, 2026 10:00 AM\nTo: Ada <" + ada + ">\nSubject: " + tb.letter.Get("Subject") + "\n"
	plain := "Content-Type: text/plain; charset=utf-8"
	return map[string][2]string{
		"mutt":        {plain, words + "\n\nOn Fri, Nov 20, 2026 at 10:00:00AM +0000, Turnpost wrote:\n" + quoted},
		"Thunderbird": {plain + "; format=flowed", words + "\n\nOn 20/11/2026 10:00, Turnpost wrote:\n" + quoted},
		"Gmail": parts(words+"\n\nOn Fri, Nov 20, 2026 at 10:00 AM Turnpost <"+serverAddress+"> wrote:\n\n"+quoted,
			`<div dir="ltr">`+html+`</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026 at 10:00 AM Turnpost &lt;`+serverAddress+`&gt; wrote:<br></div><blockquote class="gmail_quote">`+strings.ReplaceAll(text, "\n", "<br>")+`</blockquote></div>`),
		"Outlook": parts(words+"\n\n________________________________\n"+block+"\n"+text,
			`<html><body>`+html+`<div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Turnpost &lt;`+serverAddress+`&gt;</div><div>`+strings.ReplaceAll(text, "\n", "<br>")+`</div></body></html>`),
		"iPhone": {plain, words + "\n\nSent from my iPhone\n\n> On 20 Nov 2026, at 10:00, Turnpost <" + serverAddress + "> wrote:\n> \n" + quoted},
		"a tap":  {plain, words},
	}
}

// ReplyBy sends a reply to the last message to who, in the way of the nth of six mail programs.
func (w *world) ReplyBy(n int, who, words string) []message {
	w.T.Helper()
	return w.answersBy(n, who, w.Last(who), words)
}

// answersBy is ReplyBy for any message.
func (w *world) answersBy(n int, who string, to *message, words string) []message {
	w.T.Helper()
	tb := table{world: w, letter: *to}
	forms := tb.bodiesOf(words)
	form := forms[slices.Sorted(maps.Keys(forms))[n%len(forms)]]
	w.Serial++
	raw := strings.Replace(tb.reply(form[0], form[1]), "From: Ada <"+ada+">", "From: "+who, 1)
	raw = strings.Replace(raw, "<r@client.example>", fmt.Sprintf("<r%d@client.example>\nDate: %s", w.Serial, w.Now.Format(time.RFC1123Z)), 1)
	return w.Bring([]byte(strings.ReplaceAll(raw, "\n", "\r\n")))
}

// relayed are fields that lists and Exchange add to what people write.
var relayed = []string{
	"X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply", "X-Auto-Response-Suppress: All", "X-Auto-Response-Suppress: RN",
	"Precedence: bulk", "Precedence: list", "Precedence: junk", "List-Id: Friends of the board <friends.example.org>",
	"List-Unsubscribe: <mailto:leave@lists.example.org>", "List-Post: <mailto:all@lists.example.org>",
	"X-Mailing-List: all@lists.example.org", "Mailing-List: contact all-help@example.org; run by ezmlm", "X-ML-Name: friends",
	"X-MS-Exchange-Organization-AuthAs: Internal\nX-MS-Has-Attach:\nX-Auto-Response-Suppress: DR, OOF, AutoReply\nThread-Topic: x",
	"X-OWA-Version: 15.2\nX-Auto-Response-Suppress: OOF\nContent-Language: en-US",
	"List-Help: <mailto:help@lists.example.org>\nPrecedence: list\nX-BeenThere: all@lists.example.org\nX-Mailman-Version: 2.1.39",
}

// TestRepliesRelayed: what lists and Exchange add to a person's reply keeps no move back, and
// nobody in silence whose words are understood. What nobody understands is not answered then.
func TestRepliesRelayed(t *testing.T) {
	t.Parallel()
	played, answered, silent, tried := 0, 0, 0, 0
	atTables(t, func(i int, tb table) {
		n := 0
		for program, form := range tb.bodiesOf(tb.ply) {
			for j := range relayed {
				if n++; n%4 != i {
					continue
				}
				tried++
				fields := relayed[j]
				c := tb.comes(tb.reply(fields+"\n"+form[0], form[1]), 1)
				if assert.Equal(t, []string{tb.ply}, c.played, "%s, %s, %s: %q", tb.game, tb.lang, program, fields) && c.answer != "" {
					played++
				}
			}
		}
		for j, fields := range relayed[:4] {
			wrong := tb.comes(tb.reply(fields, []string{"help", "settings", "history", "rules"}[j]), 1)
			assert.NotEmpty(t, wrong.answer, "%s, %s", tb.game, fields)
			answered++
			for _, words := range []string{"", "What weather!", "I have been thinking about it all day, and shall answer soon"} {
				c := tb.comes(tb.reply(fields, words), 1)
				assert.Empty(t, c.played)
				assert.Empty(t, c.answer, "%s, %s: %q", tb.game, fields, words)
				silent++
			}
		}
		// Without a reply token, a list may have passed on what was for others.
		c := tb.comes("From: Ada <"+ada+">\nTo: "+serverAddress+"\nAuthentication-Results: turnpost.example; auth=pass smtp.auth="+ada+"\nDate: "+tb.Now.Format(time.RFC1123Z)+"\nList-Id: <x>\n\n#1 "+tb.ply, 1)
		assert.Empty(t, c.played)
		assert.Empty(t, c.answer)
	})
	t.Logf("replies | of people, by way of lists and Exchange | %d: %d played; %d others answered, %d not understood and not answered", tried, played, answered, silent)
	require.Equal(t, tried, played)
}

// absences are notes of autoresponders, with a subject and further fields, or without any sign.
var absences = []struct{ fields, body string }{
	{"Auto-Submitted: auto-replied", "d3-d4"}, {"Auto-Submitted: auto-generated", "I am away."},
	{"X-Autoreply: yes", "d3-d4"}, {"Subject: Out of Office: x", "d3-d4"}, {"Subject: Automatic reply: x", "I am out."},
	{"Subject: Réponse automatique : x", "d3-d4"}, {"Subject: Abwesenheitsnotiz: x", "d3-d4"},
	{"Subject: Risposta automatica: x", "d3-d4"}, {"Precedence: auto_reply", "d3-d4"},
	{"Subject: Read: Turro #1", "Your message was read on Friday."}, {"Subject: Gelesen: Turro #1", "d3-d4"},
	{"Subject: Lu : Turro #1", "Votre message a été lu."}, {"Subject: Letto: Turro #1", "Il messaggio è stato letto."},
	{"Content-Type: multipart/report; report-type=disposition-notification; boundary=b", "--b\n\nd3-d4\n--b--"},
	{"", "I am out of the office until 3 January and will reply on my return."},
	{"", "Hello,\n\nI'm currently on annual leave with limited access to e-mail.\n\nAda"},
	{"", "Thank you for your message. It is important to us, and we will get back to you shortly."},
	{"", "This is an automated response. Do not reply to this e-mail."},
	{"", "Bonjour,\n\nje suis absente du bureau jusqu'au 3 janvier."}, {"", "Je suis en congés et vous répondrai à mon retour."},
	{"", "Ceci est un message automatique."}, {"", "Merci pour votre message. Nous vous répondrons dans les meilleurs délais."},
	{"", "Guten Tag,\n\nich bin bis zum 3. Januar nicht im Büro."}, {"", "Ich bin derzeit im Urlaub. Ihre Nachricht wird nicht weitergeleitet."},
	{"", "Dies ist eine automatische Antwort."}, {"", "Vielen Dank für Ihre Nachricht. Ich melde mich schnellstmöglich."},
	{"", "Buongiorno,\n\nsono in ferie fino al 3 gennaio."}, {"", "Sono assente e risponderò al mio rientro."},
	{"", "Questo è un messaggio automatico: non rispondere a questo indirizzo."}, {"", "Grazie per averci contattato, vi risponderemo al più presto."},
	{"X-Auto-Response-Suppress: All", "Ich bin im Urlaub."}, {"Precedence: bulk", "I am on vacation."}, {"List-Id: <x>", "Je suis en vacances."},
}

// TestRepliesOfAutoresponders: a note of absence plays nothing, says nothing to the opponent, and
// brings at most the offer of a vacation: once, until its writer is back.
func TestRepliesOfAutoresponders(t *testing.T) {
	t.Parallel()
	offers, tried := 0, 0
	atTables(t, func(i int, tb table) {
		for j, a := range absences {
			if (i+j)%4 != 0 {
				continue
			}
			tried++
			raw := tb.reply(a.fields, strings.ReplaceAll(a.body, "d3-d4", tb.ply))
			if strings.HasPrefix(a.fields, "Subject:") {
				raw = strings.Replace(raw, "Subject: Re:", "X-Was: ", 1)
			}
			c := tb.comes(raw, 1)
			assert.Empty(t, c.played, "%+v", a)
			assert.Zero(t, c.others, "%+v", a)
			if c.answer != "" {
				assert.Contains(t, strings.ToLower(c.answer), map[string]string{"en": "vacation", "fr": "vacances", "it": "vacanz", "de": "urlaub"}[tb.lang], "%+v", a)
				offers++
			}
		}
	})
	require.Positive(t, offers)
	w := theGame(t)
	away := func() int {
		return len(w.Send(post{From: ada, Body: "I am on holiday until 3 January.", Answers: w.Last(ada)}))
	}
	require.Equal(t, []int{1, 0, 0}, []int{away(), away(), away()})
	w.Reply(ada, "b1")
	w.Reply(bob, "b5")
	require.Equal(t, []int{1, 0}, []int{away(), away()}, "another absence")
	t.Logf("replies | of autoresponders | %d, 0 played, %d brought the offer of a vacation", tried, offers)
}

// TestRepliesRepeated: a person who repeats wrong words in reply to another message is told
// again what is wrong with them. Programs that answer each other stop.
func TestRepliesRepeated(t *testing.T) {
	t.Parallel()
	people, n := []string{
		"hello robot", "e2e4", "Bauer nach vorne", "le pion avance", "avanti", "z9-z9", "xyzzy", "my usual move please",
		"knight takes bishop", "0-0", "castle kingside", "my move: forward", "same as last time", "bourd", "resing", "hellp",
		"je bouge le pion", "mon coup habituel", "en avant", "le même coup", "aidez", "abandoner la partie", "Nf3", "zzz",
		"muovo avanti", "la solita mossa", "il cavallo", "aiutto", "ich ziehe vor", "der Turm", "wie immer", "hilffe", "q", "99-100",
	}, 0
	for i, words := range skiptest.EveryFourth(people) {
		times := 2
		if i%10 == 0 {
			times = 12
		}
		w := withLimits(begun(t, gamesPlayed[i%4]))
		if lang := templates.Languages()[i/4%4]; lang != "en" {
			w.Reply(ada, "lang "+lang)
		}
		answered := 0
		for j := range times {
			answered += len(w.ReplyBy(i+j, ada, words))
			n++
		}
		require.Equal(t, times, answered, words)
		last := w.Last(ada)
		w.Reply(ada, words)
		require.Empty(t, w.Send(post{From: ada, Body: words, Answers: last}), "the same mail again")
	}
	t.Logf("replies | wrong words of people, repeated in reply to the answers | %d, all answered", n)
	for _, words := range skiptest.EveryFourth([]string{
		"Your mail has reached our ticket system under number 123 and will be handled in due course.",
		"The address that you have written to is not monitored, please ring the shop instead of writing.",
		"We have moved! All that you need to know about the new place stands on our page.",
	}) {
		w := withLimits(theGame(t))
		answered := 0
		for range 3 * 24 {
			w.Now = w.Now.Add(time.Hour)
			answered += len(w.Reply(ada, words))
		}
		require.LessOrEqual(t, answered, 3, words)
		t.Logf("replies | the same text of a program without signs, 72 times | %d answered", answered)
	}
}

// TestRepliesInSeveralGames: a message that plays in two games against one opponent keeps both
// threads: the opponent gets one message in each, and a bare move in reply is played.
func TestRepliesInSeveralGames(t *testing.T) {
	t.Parallel()
	tried := 0
	for n, games := range skiptest.EveryFourth([][2]string{
		{"turro", "turro"}, {"turro", "roses"}, {"roses", "rooya"}, {"rooya", "rooya"}, {"tourrosa", "turro"},
	}) {
		for i, lang := range []string{"en", "fr", "it", "de"} {
			w := begun(t, games[0])
			w.Send(post{From: "Ada <" + ada + ">", Proven: true, Body: "challenge " + bob + " " + games[1] + " as black"})
			w.Reply(bob, "accept")
			w.Send(post{From: ada, Proven: true, Body: "lang " + lang})
			w.Send(post{From: bob, Proven: true, Body: "lang " + lang})
			p := post{From: ada, Proven: true}
			if (n+i)%2 == 0 { // a reply to a digest
				w.Send(post{From: ada, Proven: true, Body: "digest now"})
				p.Answers = w.Last(ada)
			}
			p.Body = "#1 " + w.legal(1) + "\n#2 " + w.legal(2) + "\nsay Hello!"
			before := len(w.Boxes[bob])
			w.Send(p)
			letters := w.Boxes[bob][before:]
			require.Len(t, letters, 2, "%v, %s", games, lang)
			for i, l := range letters {
				tried++
				require.Equal(t, fmt.Sprint(i+1), l.Get("Turnpost-Game"))
				require.Contains(t, l.Get("Subject"), fmt.Sprint("#", i+1))
				if plies := w.Game(int64(i + 1)).Plies; l.Get("Turnpost-Turn") == "white" {
					w.Send(post{From: bob, Body: w.legal(int64(i + 1)), Answers: &l})
					require.Greater(t, w.Game(int64(i+1)).Plies, plies)
				}
			}
		}
	}
	t.Logf("replies | with moves in two games | %d letters to the opponent, each in the thread of its game", tried)
}

// alternative returns the fields and body of a message with a plain text and HTML.
func alternativeParts(plain, html string) (fields, body string) {
	return "Content-Type: multipart/alternative; boundary=\"=_b\"",
		"--=_b\nContent-Type: text/plain; charset=utf-8\n\n" + plain + "\n--=_b\nContent-Type: text/html; charset=utf-8\n\n" + html + "\n--=_b--\n"
}

// TestRepliesInHTML: where the plain text says nothing, is glued to what a program added, or only
// says that there is HTML, the HTML is read. If both say something, the writer is asked.
func TestRepliesInHTML(t *testing.T) {
	t.Parallel()
	plains := []string{
		"%sSent from my Galaxy", "%sEnvoyé de mon iPhone", "%sGesendet von meinem Handy", "%sInviato da iPhone", "%s Sent from my iPad",
		"[image: image.png]", "[cid:image001.png@01DB]", "[Image: logo.png]\n\n[image: x.jpg]", "This message needs HTML.",
		"Your client does not support HTML", "Your mail program cannot display this message.", "View this email in your browser: https://x.example/1",
		"Votre logiciel de messagerie ne permet pas d'afficher ce message.", "Ihr E-Mail-Programm kann diese Nachricht nicht darstellen.",
		"Il tuo programma non supporta il formato di questo messaggio.", "", "\n\n", "-- \nAda\nExample Ltd", "Sent from my iPhone",
		"-- \nLegal notice", "<image.png>", "***",
	}
	htmls := []string{
		"<div>%s</div>", "<html><body><p class=MsoNormal>%s<o:p></o:p></p></body></html>", `<div dir="ltr">%s</div><div class="gmail_signature">Ada</div>`,
		`<body><div>%s</div><div id="ms-outlook-mobile-signature">Get <a href="x">Outlook for iOS</a></div></body>`,
		`<div style="font-family:Arial">%s</div><br><blockquote type="cite"><div>old b1 d3-d4</div></blockquote>`,
	}
	played, tried, asked := 0, 0, 0
	atTables(t, func(i int, tb table) {
		for j, plain := range plains {
			if (i+j)%2 != 0 {
				continue
			}
			tried++
			html := fmt.Sprintf(htmls[(i+j)%len(htmls)], tb.ply)
			if strings.Contains(plain, "%s") {
				plain = fmt.Sprintf(plain, tb.ply)
			}
			c := tb.comes(tb.reply(alternativeParts(plain, html)), 1)
			if assert.Equal(t, []string{tb.ply}, c.played, "%s, %q, %s", tb.game, plain, html) {
				played++
			}
		}
		for _, plain := range []string{"I shall think about it", "What a game!", "Thank you, my move comes on Monday", "Je réfléchis encore un peu", "Danke für die Partie"} {
			c := tb.comes(tb.reply(alternativeParts(plain, "<p>"+tb.ply+"</p>")), 1)
			assert.Empty(t, c.played, plain)
			assert.Contains(t, c.answer, tb.ply)
			assert.Contains(t, c.answer, "HTML", plain)
			asked++
		}
	})
	t.Logf("replies | with HTML beside a plain text without words | %d: %d played; %d beside other words, all asked about", tried, played, asked)
	require.Equal(t, tried, played)
}

// TestRepliesElsewhere: "your letter is empty" is said only if it is. What a writer set into the
// quote, behind a row of the list or into the subject is asked about; a picture is named.
func TestRepliesElsewhere(t *testing.T) {
	t.Parallel()
	tried, asked := 0, 0
	atTables(t, func(i int, tb table) {
		quoted := strings.Split(strings.TrimRight(servertest.Quoted(tb.letter.Text), "\n"), "\n")
		into := func(at int, line string) string {
			lines := append(append(append([]string{}, quoted[:at]...), line), quoted[at:]...)
			return "On Fri, Nov 20, 2026 at 10:00 AM Turnpost <" + serverAddress + "> wrote:\n" + strings.Join(lines, "\n") + "\n"
		}
		row := 0
		for n, l := range quoted {
			if strings.HasPrefix(l, "> |") && strings.Contains(l+" ", " "+tb.ply+" ") {
				row = n
			}
		}
		marked := func(sign string) string {
			lines := append([]string{}, quoted...)
			lines[row] += sign
			return "On Fri, Nov 20, 2026 at 10:00 AM Turnpost <" + serverAddress + "> wrote:\n" + strings.Join(lines, "\n") + "\n"
		}
		plain := "Content-Type: text/plain; charset=utf-8"
		html := func(inner string) string { return "<html><body>" + inner + "</body></html>" }
		page := strings.ReplaceAll(tb.letter.Text, "\n", "<br>")
		for name, c := range map[string]struct{ subject, fields, body string }{
			"quoted alone":           {"", plain, "> " + tb.ply},
			"quoted twice":           {"", plain, "> > " + tb.ply},
			"above the quoted":       {"", plain, "> " + tb.ply + "\n" + strings.Join(quoted, "\n")},
			"within the quoted":      {"", plain, into(len(quoted)/2, "> "+tb.ply)},
			"below the quoted":       {"", plain, into(len(quoted), "> "+tb.ply)},
			"quoted by Outlook":      {"", plain, "> \n> " + tb.ply + "\n> \n> -----Original Message-----\n> From: Turnpost\n" + strings.Join(quoted, "\n")},
			"cited":                  {"", "Content-Type: text/html", html("<blockquote type=\"cite\">" + tb.ply + "</blockquote>")},
			"cited above":            {"", "Content-Type: text/html", html("<blockquote type=\"cite\"><div>" + tb.ply + "</div><br>" + page + "</blockquote>")},
			"cited below":            {"", "Content-Type: text/html", html("<blockquote type=\"cite\">" + page + "<div>" + tb.ply + "</div></blockquote>")},
			"cited by Gmail":         {"", "Content-Type: text/html", html("<div class=\"gmail_quote\"><blockquote class=\"gmail_quote\">" + tb.ply + "<br>" + page + "</blockquote></div>")},
			"in the subject":         {"Re: " + tb.ply, plain, ""},
			"behind the subject":     {"Re: " + tb.letter.Get("Subject") + " " + tb.ply, plain, ""},
			"behind it, with a sign": {"AW: " + tb.letter.Get("Subject") + " - " + tb.ply, plain, strings.Join(quoted, "\n")},
			"before the subject":     {tb.ply + " - Re: " + tb.letter.Get("Subject"), plain, "-- \nAda"},
			"an arrow":               {"", plain, marked("   <--")},
			"words behind an arrow":  {"", plain, marked("  <- this one")},
			"a thick arrow":          {"", plain, marked(" <==")},
			"another arrow":          {"", plain, marked("  ←")},
		} {
			raw := tb.reply(c.fields, c.body)
			if c.subject != "" {
				raw = strings.Replace(raw, "Subject: Re: "+tb.letter.Get("Subject"), "Subject: "+c.subject, 1)
			}
			tried++
			came := tb.comes(raw, 1)
			if name == "before the subject" && len(came.played) > 0 {
				asked++
				continue
			}
			if assert.Empty(t, came.played, "%s, %s", tb.game, name) && assert.Contains(t, came.answer, "?", "%s, %s", tb.game, name) {
				near := came.answer[:strings.Index(came.answer, "?")]
				if assert.Contains(t, near, tb.ply, "%s, %s, %s: %s", tb.game, tb.lang, name, c.body) {
					asked++
				}
			}
		}
		for name, body := range map[string]string{"nothing": "", "the quote alone": strings.Join(quoted, "\n"), "a signature": "-- \nAda"} {
			came := tb.comes(tb.reply(plain, body), 1)
			assert.Empty(t, came.played)
			assert.Contains(t, came.answer, map[string]string{"en": "empty", "fr": "vide", "it": "vuot", "de": "leer"}[tb.lang], "%s, %s", tb.game, name)
		}
		photo := tb.comes(tb.reply("Content-Type: multipart/mixed; boundary=b", "--b\nContent-Type: image/jpeg; name=IMG_1.jpg\nContent-Transfer-Encoding: base64\n\n/9j/4AAQ\n--b--\n"), 1)
		assert.Contains(t, photo.answer, map[string]string{"en": "picture", "fr": "image", "it": "immagin", "de": "Bild"}[tb.lang])
	})
	t.Logf("replies | with words in the quote, behind a row or in the subject | %d: %d asked about", tried, asked)
	require.Equal(t, tried, asked)
}
