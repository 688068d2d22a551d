package handler_test

import (
	"encoding/base64"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/server/servertest"
)

// TestAbusePassedOnMail: who has a proven mail of a player's that was written to
// somebody else, or long ago, or that came already, does nothing with it, whatever
// proves it.
func TestAbusePassedOnMail(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const dmarc = "Authentication-Results: turnpost.example; dmarc=pass header.from=example.org"
	mail := func(w *world, to, date string) string {
		return string(w.Raw(post{From: "Ada <" + ada + ">", Body: "#1 b1\n#1 resign", Header: []string{dmarc, "Date: " + date}, To: to}))
	}
	delivered := func(raw string) string { return "Delivered-To: " + serverAddress + "\r\n" + raw }
	now := func(w *world, ago time.Duration) string { return w.Now.Add(-ago).Format(time.RFC1123Z) }
	played := 0
	for _, c := range []struct {
		name   string
		raw    func(w *world) string
		played bool
	}{
		{"to the server, of today", func(w *world) string { return mail(w, serverAddress, now(w, time.Hour)) }, true},
		{"to the server and to Bob", func(w *world) string { return mail(w, bob+", Turnpost <GAMES@turnpost.example>", now(w, time.Hour)) }, true},
		{"to a tag of the server's", func(w *world) string { return mail(w, "games+x@turnpost.example", now(w, time.Hour)) }, true},
		{"to Bob, copied to the server", func(w *world) string { return "Cc: " + serverAddress + "\r\n" + mail(w, bob, now(w, 0)) }, true},
		{"four days under way", func(w *world) string { return mail(w, serverAddress, now(w, 4*24*time.Hour)) }, true},
		{"a clock that is half a day ahead", func(w *world) string { return mail(w, serverAddress, now(w, -12*time.Hour)) }, true},

		{"to Bob, handed on by Bob", func(w *world) string { return delivered(mail(w, bob, now(w, 0))) }, false},
		{"to Bob, resent to the server", func(w *world) string {
			return "Resent-To: " + serverAddress + "\r\nX-Original-To: " + serverAddress + "\r\n" + delivered(mail(w, bob, now(w, 0)))
		}, false},
		{"to nobody who is named", func(w *world) string { return delivered(mail(w, "undisclosed-recipients:;", now(w, 0))) }, false},
		{"to one whose name is the server's address", func(w *world) string { return delivered(mail(w, `"`+serverAddress+`" <`+bob+">", now(w, 0))) }, false},
		{"to a robot of that name elsewhere", func(w *world) string { return delivered(mail(w, "games@turnpost.example.org", now(w, 0))) }, false},
		{"of last month", func(w *world) string { return mail(w, serverAddress, now(w, 30*24*time.Hour)) }, false},
		{"of next week", func(w *world) string { return mail(w, serverAddress, now(w, -7*24*time.Hour)) }, false},
		{"without a date", func(w *world) string { return mail(w, serverAddress, "") }, false},
		{"that came before", func(w *world) string {
			raw := mail(w, serverAddress, now(w, 0))
			w.Bring([]byte(strings.Replace(raw, "#1 b1\r\n#1 resign", "#1 say hello", 1)))
			return raw
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			raw := strings.ReplaceAll(c.raw(w), "Delivered-To: "+bob, "X-Old: "+bob)
			w.Bring([]byte(raw))
			moved := w.Game(1).Over() || len(w.Plies(1)) != 2
			if moved && !c.played {
				played++
			}
			require.Equal(t, c.played, moved)
		})
	}
	t.Logf("abuse | a proven mail of a player's to somebody else, handed on, old or copied | nothing is played | %d of 9 played", played)
}

// TestAbuseWordsToOthers: a mail that nothing proves brings no word of itself to its
// alleged writer, whatever it says and wherever.
func TestAbuseWordsToOthers(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const bait = "PRIZE-http-evil-example"
	brought, messages := 0, 0
	for _, c := range []struct{ name, from, subject, body string }{
		{"a challenge", ada, bait, "challenge bob@example.org rooya\n" + bait},
		{"a command with a text", ada, bait, "#1 say " + bait + "\n#1 note " + bait},
		{"prose", ada, "You won " + bait, "You won!\n" + bait + "\nb1 perhaps"},
		{"a wrong command", ada, bait, "help " + bait + "\n#99 " + bait + "\nlang " + bait},
		{"what it may see", ada, bait, "games\nrules turro\nplayer " + bait},
		{"too much to hold", ada, bait, strings.Repeat("#1 note "+bait+"\n", 40)},
		{"a stranger's challenge", bait + " <victim@example.net>", bait, "challenge bob@example.org rooya\n" + bait},
		{"a stranger's prose", bait + " <victim@example.net>", bait, bait},
		{"a stranger's help", bait + " <victim@example.net>", bait, "help\n" + bait},
		{"a stranger's empty letter", bait + " <victim@example.net>", "help " + bait, ""},
	} {
		w := theGame(t)
		id := fmt.Sprintf("Message-ID: <%s@evil.example>\r\n", bait)
		raw := strings.Replace(string(w.Raw(post{From: c.from, Subject: c.subject, Body: c.body})), "Message-ID: <", id+"X-Id: <", 1)
		for _, l := range w.Bring([]byte(raw)) {
			messages++
			if strings.Contains(string(l.Raw()), bait) || strings.Contains(l.Text, bait) || strings.Contains(string(l.Part("text/html")), bait) {
				brought++
				t.Errorf("%s: its alleged writer reads its words:\n%s", c.name, l.Text)
			}
		}
	}
	require.GreaterOrEqual(t, messages, 8)
	t.Logf("abuse | mails with forged From, a bait in name, subject, id and text | no letter holds it | %d of %d letters", brought, messages)
}

// TestAbuseReflector: forged mail brings its alleged writers few messages, and none
// where a server or a filter says that it is forged.
func TestAbuseReflector(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of letters")
	}
	t.Run("strangers", func(t *testing.T) {
		w := withLimits(theGame(t))
		most, n := 0, []time.Time{}
		for i := range 300 {
			body := []string{"challenge bob@example.org rooya", "help", "hello", "games", ""}[i%5]
			for range w.Send(post{From: fmt.Sprintf("s%d@example.net", i), Body: body}) {
				n = append(n, w.Now)
			}
			w.Now = w.Now.Add(24 * time.Second) // two hours long
		}
		for i := range n {
			hour := 0
			for _, at := range n[i:] {
				if at.Sub(n[i]) < time.Hour {
					hour++
				}
			}
			most = max(most, hour)
		}
		t.Logf("abuse | 300 forged strangers in two hours | at most 20 letters in any hour | %d", most)
		require.LessOrEqual(t, most, 20)
		require.Greater(t, most, 5)
	})
	t.Run("one address", func(t *testing.T) {
		w := withLimits(theGame(t))
		n := 0
		for i := range 100 {
			n += len(w.Send(post{From: ada, Body: fmt.Sprintf("#1 note %d", i)}))
			w.Now = w.Now.Add(12 * time.Minute)
		}
		t.Logf("abuse | 100 forged letters of a player in a day | one question a day | %d", n)
		require.Equal(t, 1, n)
		require.Contains(t, w.remark(), "not answered: nothing proves the writer, who was written to 1 times today")
	})
	const ours = "Authentication-Results: turnpost.example; "
	marked, answered := 0, 0
	for _, c := range []struct {
		name   string
		header string
		asked  int
	}{
		{"no word", "X-A: b", 1},
		{"dmarc=fail", ours + "dmarc=fail (p=reject) header.from=example.org", 0},
		{"dmarc=fail of a server that is not named", "Authentication-Results: mx.example; dmarc=fail header.from=example.org", 0},
		{"dmarc=none, spf=fail", ours + "spf=fail smtp.mailfrom=example.org; dmarc=none header.from=example.org", 0},
		{"spf=fail, no signature", ours + "spf=fail smtp.mailfrom=example.org; dkim=none", 0},
		{"spf=fail, an aligned signature that is broken", ours + "spf=fail smtp.mailfrom=example.org; dkim=fail header.d=example.org", 0},
		{"spf=fail, an aligned signature", ours + "spf=fail smtp.mailfrom=example.org; dkim=pass header.d=mail.example.org", 1},
		{"spf=fail, another's signature", ours + "spf=fail smtp.mailfrom=example.org; dkim=pass header.d=evil.example", 0},
		{"spf=softfail", ours + "spf=softfail smtp.mailfrom=example.org", 1},
		{"Received-SPF", "Received-SPF: Fail (mailfrom) identity=mailfrom", 0},
		{"X-Spam-Flag", "X-Spam-Flag: YES", 0},
		{"X-Spam-Flag: NO", "X-Spam-Flag: NO", 1},
		{"X-Spam-Status", "X-Spam-Status: Yes, score=9.1 required=5.0", 0},
		{"X-Spam-Status: No", "X-Spam-Status: No, score=-1", 1},
		{"rspamd", "X-Spam: Yes", 0},
		{"rspamd's score", "X-Spamd-Result: default: True [17.10 / 15.00];", 0},
		{"rspamd's score, low", "X-Spamd-Result: default: False [1.10 / 15.00];", 1},
		{"another word", "X-Spam: spam", 0},
		{"Barracuda", "X-Barracuda-Spam-Flag: YES", 0},
		{"MailScanner", "X-MailScanner-SpamCheck: spam, SpamAssassin (score=9)", 0},
		{"MailScanner, not", "X-MailScanner-SpamCheck: not spam, SpamAssassin", 1},
		{"Exchange", "X-MS-Exchange-Organization-SCL: 6", 0},
		{"Exchange Online", "Received: from a by b.prod.outlook.com with HTTPS\nX-Forefront-Antispam-Report: CIP:192.0.2.1;SCL:1;SFV:SPM;CAT:NONE", 0},
		{"Exchange Online, of the writer's", "Received: from b.prod.outlook.com by mx.turnpost.example\nX-Forefront-Antispam-Report: SCL:9;SFV:SPM", 1},
		{"Exchange Online's dmarc=fail", "Authentication-Results: spf=softfail (sender IP is 192.0.2.1)\n smtp.mailfrom=x.example; dkim=none (message not signed)\n header.d=none;dmarc=fail action=quarantine\n header.from=example.org;compauth=fail reason=000", 0},
		{"a word of ours above one that was there", ours + "spf=softfail smtp.mailfrom=x.example\nAuthentication-Results: mx.evil.example; dmarc=fail header.from=example.org", 1},
	} {
		w := withLimits(theGame(t))
		for _, body := range []string{"#1 b1", "help", "nonsense and prose"} {
			n := len(w.Send(post{From: ada, Body: body, Header: strings.Split(c.header, "\n")}))
			if c.asked == 0 {
				marked, answered = marked+1, answered+n
			}
			require.Equal(t, c.asked, n, "%s: %s: %s", c.name, body, w.remark())
			if c.asked == 0 {
				require.Contains(t, w.remark(), "not answered: ", c.name)
			}
		}
	}
	t.Logf("abuse | letters that a server or a filter calls forged or spam | no answer | %d of %d", answered, marked)
}

// TestAbuseSwallowed: whoever has a copy of a player's mail before it is here cannot
// have it taken for a copy by sending it first in another name.
func TestAbuseSwallowed(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	swallowed := 0
	for _, c := range []struct {
		name  string
		post  func(w *world) post
		first func(raw string) string
	}{
		{"a fresh mail, from a stranger", func(w *world) post { return post{From: ada, Body: "#1 b1", Proven: true} },
			func(raw string) string { return strings.Replace(raw, "From: "+ada, "From: eve@example.org", 1) }},
		{"a fresh mail, from the opponent", func(w *world) post { return post{From: ada, Body: "#1 b1", Proven: true} },
			func(raw string) string { return strings.Replace(raw, "From: "+ada, "From: "+bob, 1) }},
		{"a fresh mail, from a robot", func(w *world) post { return post{From: ada, Body: "#1 b1", Proven: true} },
			func(raw string) string {
				return "Auto-Submitted: auto-replied\r\n" + strings.Replace(raw, "From: "+ada, "From: eve@example.org", 1)
			}},
		{"a fresh mail, from nobody", func(w *world) post { return post{From: ada, Body: "#1 b1", Proven: true} },
			func(raw string) string { return strings.Replace(raw, "From: "+ada+"\r\n", "", 1) }},
		{"a fresh mail, from one who writes her name", func(w *world) post { return post{From: ada, Body: "#1 b1", Proven: true} },
			func(raw string) string {
				return strings.Replace(raw, "From: "+ada, `From: "`+ada+`" <eve@example.org>`, 1)
			}},
		{"a reply", func(w *world) post { return post{From: ada, Body: "b1", Answers: w.Last(ada)} },
			func(raw string) string { return strings.Replace(raw, "From: "+ada, "From: eve@example.org", 1) }},
	} {
		w := theGame(t)
		raw := string(w.Raw(c.post(w)))
		w.Bring([]byte(c.first(raw)))
		require.Len(t, w.Plies(1), 2, c.name)
		w.Bring([]byte(raw))
		if len(w.Plies(1)) != 3 {
			swallowed++
			t.Errorf("%s: swallowed", c.name)
		}
		require.Empty(t, w.Bring([]byte("Received: again\r\n"+raw)), "%s: a true copy is known", c.name)
	}
	t.Logf("abuse | a player's mail, sent first with another From | the true one counts | %d of 6 swallowed", swallowed)
}

// spelling is how letters and digits are called over a telephone (ICAO, Annex 10).
var spelling = map[rune]string{
	'a': "alfa", 'b': "bravo", 'c': "charlie", 'd': "delta", 'e': "echo", 'f': "foxtrot", 'g': "golf", 'h': "hotel", 'i': "india",
	'j': "juliett", 'k': "kilo", 'l': "lima", 'm': "mike", 'n': "november", 'o': "oscar", 'p': "papa", 'q': "quebec", 'r': "romeo",
	's': "sierra", 't': "tango", 'u': "uniform", 'v': "victor", 'w': "whiskey", 'x': "xray", 'y': "yankee", 'z': "zulu",
	'2': "two", '3': "three", '4': "four", '5': "five", '6': "six", '7': "seven",
}

func reversed(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

// TestAbuseSecretsInTalk: what of a player's secrets comes into talk, as mail
// programs break and code what they quote, does not go to the opponent.
func TestAbuseSecretsInTalk(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	var links = regexp.MustCompile(`[0-9]+\.([a-z2-7]{20})`)
	each := func(s, format string) string {
		var b strings.Builder
		for _, r := range s {
			fmt.Fprintf(&b, format, r)
		}
		return b.String()
	}
	forms := []struct {
		name  string
		write func(secret string) string
	}{
		{"as it is", func(s string) string { return "see " + s + " there" }},
		{"in a link", func(s string) string { return "https://play.example/unsubscribe/1." + s + "?x=1" }},
		{"without its end", func(s string) string { return "it is " + s[:14] }},
		{"without its beginning", func(s string) string { return "it is " + s[12:] }},
		{"in capitals", strings.ToUpper},
		{"with a space", func(s string) string { return s[:9] + " " + s[9:] }},
		{"in groups", func(s string) string { return s[:4] + " " + s[4:8] + " " + s[8:12] + " " + s[12:] }},
		{"a message for each change", func(s string) string { return strings.Join(strings.Split(s, ""), " ") }},
		{"with dashes", func(s string) string { return s[:7] + "-" + s[7:13] + "-" + s[13:] }},
		{"over a break", func(s string) string { return s[:10] + "\n" + s[10:] }},
		{"over quoted breaks", func(s string) string { return "x " + s[:6] + "\n " + s[6:12] + "\n " + s[12:] }},
		{"as quoted-printable", func(s string) string { return s[:10] + "=\n" + s[10:] }},
		{"each letter in quoted-printable", func(s string) string { return each(s, "=%02X") }},
		{"percent", func(s string) string { return each(s, "%%%02x") }},
		{"percent twice", func(s string) string { return each(s, "%%25%02x") }},
		{"entities", func(s string) string { return each(s, "&#%d;") }},
		{"entities in hexadecimal", func(s string) string { return each(s, "&#x%x;") }},
		{"zero-width spaces", func(s string) string { return each(s, "%c\u200b") }},
		{"soft hyphens", func(s string) string { return each(s, "%c\u00ad") }},
		{"wide letters", func(s string) string {
			return strings.Map(func(r rune) rune { return r - '!' + '！' }, s)
		}},
		{"base64", func(s string) string {
			return "it is " + base64.StdEncoding.EncodeToString([]byte("<games+1.2."+s+"@x>"))
		}},
		{"base64 in two lines, without its beginning", func(s string) string {
			code := base64.RawURLEncoding.EncodeToString([]byte("x" + s))
			return code[1:13] + "\n" + code[13:]
		}},
		{"backwards", reversed},
		{"in words", func(s string) string {
			var words []string
			for _, r := range s {
				words = append(words, spelling[r])
			}
			return strings.Join(words, ", ")
		}},
	}
	read := func(l message, secret string) bool {
		own := strings.ToLower(strings.NewReplacer(" ", "", "\n", "", "-", "", "=", "", "|", "", "\u200b", "", "\u00ad", "").Replace(l.Text + html.UnescapeString(l.Text)))
		unescaped, _ := url.PathUnescape(strings.NewReplacer("%25", "%").Replace(own))
		texts := []string{own, unescaped, reversed(own)}
		words := regexp.MustCompile(`[a-z]+`).FindAllString(strings.ToLower(l.Text), -1)
		for i, word := range words {
			for r, as := range spelling {
				if word == as {
					words[i] = string(r)
				}
			}
		}
		texts = append(texts, strings.Join(words, ""))
		for _, code := range regexp.MustCompile(`[A-Za-z0-9+/_-]{11,}`).FindAllString(strings.ReplaceAll(l.Text, "\n", ""), -1) {
			for i := range 4 {
				text, _ := base64.RawURLEncoding.DecodeString(code[i : i+(len(code)-i)/4*4])
				texts = append(texts, string(text))
			}
		}
		for i := 0; i+8 <= len(secret); i++ {
			for _, text := range texts {
				if strings.Contains(text, secret[i:i+8]) {
					return true
				}
			}
		}
		return false
	}
	passed, tried := 0, 0
	w := theGame(t)
	for i, f := range forms {
		secrets := []string{servertest.SecretPattern.FindStringSubmatch(w.Last(ada).Get("Reply-To"))[1]}
		if m := links.FindStringSubmatch(w.Last(ada).Get("List-Unsubscribe")); m != nil {
			secrets = append(secrets, m[1])
		}
		// A part of an earlier secret, in the name, and the word behind it may look like this one.
		name := w.player(ada).Name
		var messages []message
		for _, secret := range secrets {
			for _, how := range []string{"say ", "say hello\n", "note hello\n"} {
				tried++
				body := how + f.write(secret)
				if how == "note hello\n" {
					body = "#1 " + body
				}
				messages = append(messages, w.Send(post{From: ada, Body: body, Answers: w.Last(ada)})...)
			}
		}
		// Words wait for an hour after those before.
		messages = append(messages, w.Pass(61*time.Minute)...)
		messages = slices.DeleteFunc(messages, func(l message) bool { return !strings.Contains(l.Get("To"), bob) })
		if len(messages) == 0 { // what begins like a cell is a move that is refused, and words beside it wait
			require.Contains(t, w.Last(ada).Text, "Not done:", f.name)
			continue
		}
		require.Contains(t, messages[len(messages)-1].Text, "hello", "the rest of the words is passed on")
		for _, l := range messages {
			for _, secret := range secrets {
				if read(message{Text: strings.ReplaceAll(l.Text, name, "")}, secret) {
					passed++
					t.Errorf("%d %s: %q is passed on", i, f.name, f.write(secret))
				}
			}
		}
		w.Send(post{From: ada, Body: "name " + f.write(secrets[0]), Answers: w.Last(ada)})
		tried++
		if read(message{Text: w.player(ada).Name}, secrets[0]) {
			passed++
			t.Errorf("%s: is in the name", f.name)
		}
	}
	t.Logf("abuse | a player's own secrets in say, talk, notes and names, %d forms | no eight characters reach the opponent | %d of %d", len(forms), passed, tried)
}
