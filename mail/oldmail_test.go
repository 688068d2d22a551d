package mail

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turnpost/db/dbtest/skiptest"
)

// unmarkedForms are what programs write between a reply and the old mail below it
// where they mark no line of that: attributions, header blocks and dividers. %d is a
// date, %a an address, %n a name, %s a subject.
func unmarkedForms() map[string]string {
	forms := map[string]string{
		"name and address":             "%n <%a> wrote:",
		"name and address, German":     "%n <%a> schrieb:",
		"name and address, Swedish":    "%n <%a> skrev:",
		"bare address":                 "%a wrote:",
		"bare address, French":         "%a a écrit :",
		"bare address, Italian":        "%a ha scritto:",
		"address in brackets":          "<%a> wrote:",
		"date and bare address":        "On Fri, 20 Nov 2026 at 10:00, %a wrote:",
		"ISO date with offset":         "On 2026-11-20T10:00:00+01:00, %n wrote:",
		"ISO date with offset, bare":   "2026-11-20T10:00:00+01:00 %n <%a>:",
		"ISO date with zone":           "2026-11-20 10:00 GMT+01:00 %n <%a>:",
		"ISO date, Chinese program":    "%n <%a> 于2026年11月20日周五 10:00写道:",
		"ISO date and offset, behind":  "%n <%a> (2026-11-20 10:00:00 +0100):",
		"no colon":                     "On Fri, Nov 20, 2026 at 10:00 AM %n <%a> wrote",
		"no colon, wrapped":            "On Fri, Nov 20, 2026 at 10:00 AM %n\n<%a> wrote",
		"no colon, French":             "Le ven. 20 nov. 2026 à 10:00, %n <%a> a écrit",
		"no colon, German":             "Am Fr., 20. Nov. 2026 um 10:00 Uhr schrieb %n <%a>",
		"no colon, Italian":            "Il giorno ven 20 nov 2026 alle ore 10:00 %n <%a> ha scritto",
		"no colon, Spanish":            "El vie, 20 nov 2026 a las 10:00, %n <%a> escribió",
		"name alone":                   "%n wrote:",
		"name alone, Polish":           "%n napisał:",
		"date alone":                   "20/11/2026 10:00, %n:",
		"date alone, behind":           "%n, 20.11.2026 10:00:",
		"unknown language":             "Mnamo Ijumaa, 20 Novemba 2026 saa 10:00, %n <%a> aliandika:",
		"unknown language, no colon":   "Mnamo 20 Novemba 2026 saa 10:00 %n <%a> aliandika",
		"one line, Samsung":            "-------- Original message --------From: %n <%a> Date: 20/11/2026 10:00 (GMT+01:00) To: Ada Subject: %s",
		"one line, spaces":             "-------- Original message -------- From: %n <%a> Date: 20/11/2026 10:00 To: Ada Subject: %s",
		"one line, Outlook":            "-----Original Message----- From: %n [mailto:%a] Sent: Friday, November 20, 2026 10:00 AM To: Ada Subject: %s",
		"one line, underscores":        "________________________________ From: %n <%a> Sent: Friday, November 20, 2026 10:00 To: Ada Subject: %s",
		"one line, no dashes":          "From: %n <%a> Sent: Friday, November 20, 2026 10:00 AM To: Ada Subject: %s",
		"unknown words between dashes": "------ Ujumbe wa asili ------",
		"three labels":                 "From: %n\nDate: Fri, 20 Nov 2026\nSubject: %s",
		"unknown labels":               "Kutoka: %n <%a>\nTarehe: 20 Novemba 2026 10:00\nKwa: Ada\nMada: %s",
		"eM Client":                    "------ Original Message ------\nFrom \"%n\" <%a>\nTo \"Ada\" <ada@example.net>\nDate 20/11/2026 10:00:00\nSubject %s",
		"Mailbird":                     "On 20/11/2026 10:00:00, %n <%a> wrote:",
		"Airmail":                      "On 20 November 2026 at 10:00:00, %n (%a) wrote:",
		"Canary":                       "On Friday, Nov 20, 2026 at 10:00, %n <%a (mailto:%a)> wrote:",
		"Missive":                      "On November 20, 2026 at 10:00 AM GMT+1 %n <%a> wrote:",
		"Superhuman":                   "On Fri, Nov 20, 2026 at 10:00 AM, %n < %a > wrote:",
		"HEY":                          "On November 20, 2026, %n <%a> wrote:",
		"Front":                        "On November 20, 2026 at 10:00 AM GMT+1 %a wrote:",
		"Nine":                         "From: %n <%a>\nSent: Friday, 20 November 2026 10:00\nTo: Ada",
		"BlueMail":                     "On Nov 20, 2026, at 10:00, %n <%a> wrote:",
		"Edison":                       "On Fri, Nov 20, 2026 at 10:00 AM, <%a> wrote:",
		"Newton":                       "On Fri, Nov 20, 2026 at 10:00am, %n <%a [%a]> wrote:",
		"Evolution":                    "On Fri, 2026-11-20 at 10:00 +0100, %n wrote:",
		"KMail":                        "On Friday, 20 November 2026 10:00:00 CET %n wrote:",
		"Sylpheed":                     "On Fri, 20 Nov 2026 10:00:00 +0100\n%n <%a> wrote:",
		"The Bat":                      "Friday, November 20, 2026, 10:00:00 AM, you wrote:",
		"Mutt":                         "On Fri, Nov 20, 2026 at 10:00:00AM +0100, %n wrote:",
		"mu4e":                         "%n <%a> writes:",
		"Alpine":                       "On Fri, 20 Nov 2026, %n wrote:",
		"SquirrelMail":                 "On Fri, November 20, 2026 10:00, %n wrote:",
		"Horde":                        "Quoting %n <%a>:",
		"Horde, German":                "Zitat von %n <%a>:",
		"Claws, short":                 "On 2026-11-20, %n wrote:",
		"Mozilla, Japanese":            "On 2026/11/20 10:00, %n wrote:",
		"Lotus Notes":                  "%n <%a> wrote on 20/11/2026 10:00:00:",
		"Open-Xchange":                 "%n <%a> hat am 20.11.2026 10:00 CET geschrieben:",
		"Open-Xchange, English":        "> On 20/11/2026 10:00 CET %n <%a> wrote:",
		"Mail.ru":                      "Пятница, 20 ноября 2026, 10:00 +03:00 от %n <%a>:",
		"Yandex":                       "20.11.2026, 10:00, \"%n\" <%a>:",
		"Daum":                         "---------[ 받은 메일 내용 ]----------\n제목 : %s\n날짜 : 2026년 11월 20일 금요일 10:00\n보낸이 : %n <%a>\n받는이 : Ada",
		"Hanmail, one line":            "--------- 원본 메일 --------- 보낸사람: %n <%a> 받는사람: Ada 날짜: 2026.11.20 10:00 제목: %s",
		"NetEase":                      "At 2026-11-20 10:00:00, \"%n\" <%a> wrote:",
		"Foxmail":                      "发件人： %n\n发送时间： 2026-11-20 10:00\n收件人： Ada\n主题： %s",
		"Coremail":                     "-----原始邮件-----\n发件人:\"%n\" <%a>\n发送时间:2026-11-20 10:00:00 (星期五)\n收件人: Ada\n主题: %s",
		"row of dashes and a block":    "-----------------------------------------\n%n <%a>\n20.11.2026 10:00",
		"row of underscores alone":     "________________________________",
		"row of equal signs alone":     "==============================",
		"row of em dashes alone":       "————————————",
	}
	// Yahoo's forwards, all on one line.
	for lang, words := range map[string]string{
		"en": "Forwarded Message|From|To|Sent|Subject", "fr": "Message transféré|De|À|Envoyé|Objet", "de": "Weitergeleitete Nachricht|Von|An|Gesendet|Betreff",
		"it": "Messaggio inoltrato|Da|A|Inviato|Oggetto", "es": "Mensaje reenviado|De|Para|Enviado|Asunto", "pt": "Mensagem encaminhada|De|Para|Enviado|Assunto",
		"nl": "Doorgestuurd bericht|Van|Aan|Verzonden|Onderwerp", "sv": "Vidarebefordrat meddelande|Från|Till|Skickat|Ämne", "da": "Videresendt meddelelse|Fra|Til|Sendt|Emne",
		"nb": "Videresendt melding|Fra|Til|Sendt|Emne", "fi": "Välitetty viesti|Lähettäjä|Vastaanottaja|Lähetetty|Aihe", "pl": "Przekazana wiadomość|Od|Do|Wysłano|Temat",
		"cs": "Přeposlaná zpráva|Od|Komu|Odesláno|Předmět", "hu": "Továbbított üzenet|Feladó|Címzett|Elküldve|Tárgy", "ro": "Mesaj redirecționat|De la|Către|Trimis|Subiect",
		"tr": "İletilmiş Mesaj|Kimden|Kime|Gönderildi|Konu", "el": "Προωθημένο μήνυμα|Από|Προς|Στάλθηκε|Θέμα", "ru": "Пересылаемое сообщение|От|Кому|Отправлено|Тема",
		"uk": "Переслане повідомлення|Від|Кому|Надіслано|Тема", "vi": "Thư đã chuyển tiếp|Từ|Đến|Đã gửi|Chủ đề", "id": "Pesan yang Diteruskan|Dari|Kepada|Dikirim|Subjek",
		"zh": "轉寄郵件|寄件者|收件者|傳送時間|主旨",
	} {
		w := strings.Split(words, "|")
		forms["Yahoo forward, "+lang] = fmt.Sprintf("----- %s ----- %s: \"%%n\" <%%a>%s: \"Ada\" <ada@example.net>%s: Fri, Nov 20, 2026 at 10:00%s: %%s", w[0], w[1], w[2], w[3], w[4])
	}
	return forms
}

// TestRepliesUnmarked makes replies above old mail that no message of ours is in, and
// that nothing marks, as programs of many kinds introduce it. A move of the old mail
// is never read as the player's; at most it is doubtful, so that it is asked about.
func TestRepliesUnmarked(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	forms := unmarkedForms()
	old := []string{"Hello Ada,", "", "my move would be", "b1-b2", "", "12", "b3-b4", "resign", "", "Cheers,", "Bob"}
	people := [][2]string{{"Bob", "bob@example.org"}, {"Bob van der Berg", "b.vanderberg+games@mail.example.co.uk"}, {"Müller, Bob", "bob@example.org"}}
	total, played, doubtful, missed := 0, 0, 0, 0
	for name, form := range forms {
		for _, p := range people {
			for _, own := range []string{"d3-d4", "Thank you!", "Hello Bob,\n\nd3-d4\n\nBest wishes,\nAda", ""} {
				for _, gap := range []string{"\n", "\n\n"} {
					credit := strings.NewReplacer("%n", p[0], "%a", p[1], "%s", "Re: Our match").Replace(form)
					text := own + "\n\n" + credit + gap + strings.Join(old, "\n")
					total++
					got := trim(plainLines(text), wholeExtent())
					sure := func(l string) bool { return slices.Contains(got.lines, l) && !slices.Contains(got.Doubtful, l) }
					if sure("b1-b2") || sure("b3-b4") || sure("12") || sure("resign") {
						played++
						t.Logf("%s: old mail is read below %q", name, credit)
					} else if slices.Contains(got.lines, "b1-b2") {
						doubtful++
					}
					if strings.Contains(own, "d3-d4") && !sure("d3-d4") {
						missed++
						t.Logf("%s: the move above %q is missed", name, credit)
					}
				}
			}
		}
	}
	t.Logf("replies | old mail without marks, %d programs | %d letters: %d would play of the old mail (below 5 in 1,000), %d ask, %d moves missed", len(forms), total, played, doubtful, missed)
	if played*1000 >= 5*total || missed*1000 >= 5*total {
		t.Fail()
	}
}

// TestRepliesKept: what a player writes near a quote is read, and what may be the
// quote's is doubtful.
func TestRepliesKept(t *testing.T) {
	t.Parallel()
	credit := "On Fri, Nov 20, 2026 at 10:00 AM Turnpost <games@example.org> wrote:"
	ours := "> Your move, Ada: ply 8.\n>\n> " + Sentinel + "\n>\n> | 1 b1-b2\n"
	for _, c := range []struct{ name, text, sure, doubtful string }{
		{"between an attribution and our quote", credit + "\n\nd3-d4\n\n" + ours, "d3-d4", ""},
		{"between an attribution and another quote", credit + "\n\nd3-d4\n\n> I think so.\n> Bob", "", "d3-d4"},
		{"below a quoted line of 65 columns", credit + "\n> " + strings.Repeat("abcd ", 12) + "abc\nd3-d4\n> Bob", "d3-d4", ""},
		{"below a quoted line of 74 columns", credit + "\n> " + strings.Repeat("abcd ", 14) + "ab\nd3-d4\n> Bob", "", "d3-d4"},
		{"words below a full quoted line", credit + "\n> " + strings.Repeat("abcd ", 14) + "ab\nand so on\n> Bob\nd3-d4", "d3-d4", ""},
		{"below a long footer's row", "d3-d4\n____\n" + strings.Repeat("Visit us\n", 20) + "b1-b2", "d3-d4", ""},
		{"below a footer's long dashes", "d3-d4\n\n————\n" + strings.Repeat("Besuchen Sie uns\n", 20) + "b1-b2", "d3-d4", ""},
		{"twice, once in doubt", "d3-d4\n\n----------\nBob said\nd3-d4\nb1-b2", "d3-d4", "b1-b2"},
	} {
		got := trim(plainLines(c.text), wholeExtent())
		for _, move := range []string{"d3-d4", "b1-b2"} {
			there, doubtful := slices.Contains(got.lines, move), slices.Contains(got.Doubtful, move)
			if there && !doubtful != (c.sure == move) || doubtful != (c.doubtful == move) {
				t.Errorf("%s: %q of %q, doubtful %q", c.name, move, got.lines, got.Doubtful)
			}
		}
	}
	digest := "Content-Type: multipart/mixed; boundary=a\n\n--a\n\nThank you!\n--a\nContent-Type: multipart/digest; boundary=b\n\n--b\n\nFrom: bob@example.org\nSubject: x\n\nb1-b2\n--b\n\nb1-b2\n--b--\n--a--\n"
	l, err := Read([]byte("From: ada@example.net\n" + digest))
	if err != nil || !slices.Equal(l.Lines, []string{"Thank you!"}) {
		t.Errorf("a digest: %v %q", err, l.Lines)
	}
}
