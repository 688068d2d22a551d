package mail

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What autoresponders write in the subject, language by language.
func TestOutOfOfficeSubjects(t *testing.T) {
	t.Parallel()
	for language, subjects := range map[string][]string{
		"Arabic":     {"رد تلقائي: Turro #12"},
		"Bulgarian":  {"Автоматичен отговор: Turro #12"},
		"Catalan":    {"Resposta automàtica: Turro #12"},
		"Chinese":    {"自动答复: Turro #12", "自动回复：Turro #12", "自動回覆: Turro #12"},
		"Croatian":   {"Automatski odgovor: Turro #12"},
		"Czech":      {"Automatická odpověď: Turro #12"},
		"Danish":     {"Automatisk svar: Turro #12", "Autosvar: Turro #12"},
		"Dutch":      {"Automatisch antwoord: Turro #12", "Afwezigheidsbericht"},
		"English":    {"Automatic reply: Turro #12", "Out of Office: Turro", "Out of the office until Monday", "Auto: I am out of the office", "Autoreply: Turro", "Vacation reply", "On vacation message", "Auto-Response: Turro", "Away from my mail"},
		"Estonian":   {"Automaatvastus: Turro #12"},
		"Finnish":    {"Automaattinen vastaus: Turro #12", "Poissaoloviesti"},
		"French":     {"Réponse automatique : Turro #12", "Absence du bureau : Turro", "Message d'absence"},
		"German":     {"Automatische Antwort: Turro #12", "Abwesenheitsnotiz: Turro", "Abwesend: Turro"},
		"Greek":      {"Αυτόματη απάντηση: Turro #12"},
		"Hebrew":     {"תשובה אוטומטית: Turro #12"},
		"Hungarian":  {"Automatikus válasz: Turro #12"},
		"Indonesian": {"Balasan otomatis: Turro #12"},
		"Italian":    {"Risposta automatica: Turro #12", "Fuori sede: Turro", "Fuori ufficio"},
		"Japanese":   {"自動応答: Turro #12", "自動返信", "不在通知"},
		"Korean":     {"자동 회신: Turro #12", "자동 응답", "부재 중: Turro"},
		"Latvian":    {"Automātiska atbilde: Turro #12"},
		"Lithuanian": {"Automatinis atsakymas: Turro #12"},
		"Norwegian":  {"Automatisk svar: Turro #12", "Fraværsmelding"},
		"Polish":     {"Odpowiedź automatyczna: Turro #12", "Automatyczna odpowiedź"},
		"Portuguese": {"Resposta automática: Turro #12", "Fora do escritório: Turro"},
		"Romanian":   {"Răspuns automat: Turro #12"},
		"Russian":    {"Автоматический ответ: Turro #12", "Автоответ: Turro"},
		"Slovak":     {"Automatická odpoveď: Turro #12"},
		"Slovenian":  {"Samodejni odgovor: Turro #12"},
		"Spanish":    {"Respuesta automática: Turro #12", "Fuera de la oficina: Turro"},
		"Swedish":    {"Automatiskt svar: Turro #12", "Frånvaro: Turro"},
		"Thai":       {"ตอบกลับอัตโนมัติ: Turro #12"},
		"Turkish":    {"Otomatik yanıt: Turro #12"},
		"Ukrainian":  {"Автоматична відповідь: Turro #12"},
		"Vietnamese": {"Trả lời tự động: Turro #12"},
	} {
		t.Run(language, func(t *testing.T) {
			for _, s := range subjects {
				require.Equal(t, "out-of-office subject", read(t, "From: ada@example.net\nSubject: "+s, "d3-d4").Automatic, s)
				require.Empty(t, read(t, "From: ada@example.net\nSubject: Re: "+s, "d3-d4").Automatic, "a person answers %s", s)
			}
		})
	}
}

// What people write in the subject is theirs.
func TestPeoplesSubjects(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"Re: Turro #12: Ada - Bob", "", "challenge bob@example.org turro", "Autosuggestion", "My vacation", "Vacation 2026-12-20 to 2027-01-03",
		"vacation off", "vacances 2026-12-20", "ferie 2026-12-20", "Urlaub", "Auto", "Away we go", "Automatic win?", "Office chess", "Fuori tempo!",
		"Absent friends", "Réponse à Bob", "Antwort auf b3", "Answer to your move", "Undo", "Mail delivery", "a1",
	} {
		require.Empty(t, read(t, "From: ada@example.net\nSubject: "+s, "d3-d4").Automatic, s)
	}
}

// Signs of robots, one by one; every other field is a person's.
func TestSignsOfRobots(t *testing.T) {
	t.Parallel()
	for _, field := range []string{
		"Auto-Submitted: auto-generated", "Auto-Submitted: auto-replied", "Auto-Submitted: auto-notified", "Auto-Submitted: x",
		"AUTO-SUBMITTED: Auto-Replied; x=\"y\"", "Auto-Submitted:\n auto-replied",
		"Return-Path: <>", "Return-Path:<>",
		"Precedence: bulk", "Precedence: list", "Precedence: Junk", "Precedence: auto_reply", "Precedence: bulk (x)",
		"List-Id: <x>", "List-Unsubscribe: <mailto:x@y>", "List-Post: NO", "List-Help: x", "List-Owner: x", "List-Archive: x",
		"X-Auto-Response-Suppress: DR, OOF, AutoReply", "X-Autoreply: yes", "X-Auto-Reply: yes", "X-Autorespond: yes", "X-Autoresponder: x",
		"X-Autoresponse: x", "X-Autoreply-From: x@y", "X-Mail-Autoreply: x", "X-Vacation: x",
		"Content-Type: multipart/report; boundary=x; report-type=disposition-notification",
		"Content-Type: MULTIPART/Report; boundary=x",
		"From: MAILER-DAEMON@example.net", "From: Mail Delivery <Mailer_Daemon@example.net>", "From: no-reply+12@example.net",
		"From: bounces+12=x@example.net", "From: do.not.reply@example.net", "From: LISTSERV@example.net",
		"Turnpost-Game: 12", "Turnpost-Ply: 3",
	} {
		header := field + "\nSubject: x"
		if len(field) < 5 || field[:5] != "From:" {
			header += "\nFrom: ada@example.net"
		}
		l := read(t, header, "d3-d4")
		require.NotEmpty(t, l.Automatic+l.Bulk, field)
	}
}

// TestRepliesNever: what no person wrote is never answered, in whatever language.
func TestRepliesNever(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"a report of Google":          "From: noreply-dmarc-support@google.com\nSubject: Report domain: example.org Submitter: google.com Report-ID: 123\nContent-Type: application/zip; name=\"google.com!example.org!1574208000!1574294399.zip\"",
		"a report from a person":      "From: ada@example.net\nSubject: Report Domain: example.org Submitter: example.net Report-ID: <1@x>",
		"a report with a mark before": "From: ada@example.net\nSubject: [Preview] Report Domain: example.org Submitter: x",
		"a report by its file":        "From: dmarc@example.net\nSubject: Aggregierter Bericht\nContent-Type: application/gzip; name=\"example.net!example.org!1574208000!1574294399.xml.gz\"",
		"a report by its disposition": "From: ada@example.net\nSubject: Rapport\nContent-Type: application/gzip\nContent-Disposition: attachment; filename=\"example.net!example.org!1574208000!1574294399!7.xml.gz\"",
		"a report of a service":       "From: dmarc.reports@example.net\nSubject: Rapporto",
		"a report on TLS":             "From: ada@example.net\nTLS-Report-Domain: example.org",
		"a complaint of Hotmail":      "From: staff@hotmail.com\nSubject: complaint about message from 192.0.2.1",
		"a complaint, in French":      "From: <staff@hotmail.com>\nSubject: =?utf-8?q?R=C3=A9clamation?=",
		"a complaint by its field":    "From: ada@example.net\nX-HmXmrOriginalRecipient: eve@hotmail.com",
		"a complaint of AOL":          "From: scomp@aol.net\nSubject: Email Feedback Report",
		"a complaint, ARF":            "From: ada@example.net\nContent-Type: multipart/report; report-type=feedback-report; boundary=x",
		"a list of ezmlm":             "From: ada@example.net\nMailing-List: contact players-help@example.org; run by ezmlm",
		"a group":                     "From: ada@example.net\nMailing-List: list players@yahoogroups.example",
		"a list of Linux":             "From: ada@example.net\nX-Mailing-List: players@vger.example",
	}
	answered := 0
	for name, header := range cases {
		if l := read(t, header, "d3-d4"); l.Automatic+l.Bulk == "" {
			answered++
			t.Errorf("%s would be answered", name)
		}
	}
	for name, header := range map[string]string{
		"a name":       "From: dmarcus@example.net",
		"another name": "From: no.replyton@example.net",
		"a subject":    "From: ada@example.net\nSubject: Report on our game",
		"a zip":        "From: ada@example.net\nContent-Type: application/zip; name=\"what! a game.zip\"",
	} {
		require.Empty(t, read(t, header, "d3-d4").Automatic, name)
	}
	t.Logf("replies | reports, complaints and lists | %d, %d of them answered", len(cases), answered)
}
