package handler_test

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/server/servertest"
)

// heard is what a message of Ada's played, and what the two players read of it, with white space
// folded.
type heard struct {
	played     []string
	mine, his  string
	mineOnHTML string // the HTML of the answer
}

// hears brings a message of Ada's in, and takes it back.
func (w *world) hears(raw []byte) (h heard) {
	w.T.Helper()
	before := w.Game(1).Plies
	raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	require.NoError(w.T, w.Handler.TakenBack(context.Background(), raw, func(tx *db.Tx) error {
		plies, err := tx.Plies(1)
		if err != nil {
			return err
		}
		for _, p := range plies[before:] {
			h.played = append(h.played, p.Move)
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
			m := servertest.ReadMessage(w.T, out.Raw)
			if out.Recipient == ada {
				h.mine, h.mineOnHTML = h.mine+flat(m), h.mineOnHTML+string(m.Part("text/html"))
			} else {
				h.his += flat(m)
			}
		}
		return nil
	}))
	return h
}

// writing returns a reply of Ada's in the way of one of many mail programs.
func (tb table) writing(own []string, n int) (program string, raw []byte) {
	page := string(tb.letter.Part("text/html"))
	q := quotation{html: page, body: bodyHTML(page), text: asText(page), name: senderOf(tb.T.(*testing.T), tb.letter), robot: serverAddress, subject: tb.letter.Get("Subject")}
	programs := clients()
	c := programs[n%len(programs)]
	html := "Content-Type: text/html; charset=utf-8\n\n" + c.top(own, q) + "\n"
	fields, body, _ := strings.Cut(html, "\n\n")
	if c.plain != nil {
		fields = `Content-Type: multipart/alternative; boundary="=_b"`
		body = "--=_b\nContent-Type: text/plain; charset=utf-8\n\n" + c.plain(own, q) + "\n--=_b\n" + html + "--=_b--\n"
	}
	return c.name, []byte(tb.reply(fields, body))
}

// plans returns the lines of mail/command/testdata/plans.txt, of a kind, for a game and a language.
func plans(t *testing.T, kind, game, lang string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "command", "testdata", "plans.txt"))
	require.NoError(t, err)
	at := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "== "); ok {
			at = heading
		} else if line != "" && at == kind+" "+game+" "+lang {
			lines = append(lines, line)
		}
	}
	require.NotEmpty(t, lines, "%s %s %s", kind, game, lang)
	return lines
}

// TestRepliesPlansKept: no plan and no note reaches the opponent, from any mail program; the writer
// reads it, and can say it by a tap. Ordinary words reach the opponent.
func TestRepliesPlansKept(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	count, n := map[string]int{}, 0
	atTables(t, func(_ int, tb table) {
		for _, kind := range []string{"secret", "talk"} {
			for _, line := range plans(t, kind, tb.game, tb.lang) {
				n++
				// Package command reads all of them, by themselves.
				if n%6 != 0 {
					continue
				}
				words := strings.Split(line, " / ")
				program, raw := tb.writing(append([]string{tb.ply}, words...), count["secret"]+count["talk"])
				h := tb.hears(raw)
				what := fmt.Sprintf("%s, %s, %s: %s", tb.game, tb.lang, program, line)
				for _, w := range words {
					w = strings.Join(strings.Fields(w), " ")
					if kind == "talk" && !strings.HasPrefix(w, tb.ply) {
						assert.Contains(t, h.his, w, what)
						assert.Equal(t, []string{tb.ply}, h.played, what)
					}
					if kind == "secret" {
						assert.NotContains(t, h.his, w, what)
					}
				}
				if kind == "secret" && len(h.played) > 0 {
					// As it stands, or as a note or conditionals that it is.
					last := strings.Fields(words[len(words)-1])
					if strings.Contains(h.mine, last[len(last)-1]) {
						count["told"]++
					} else {
						t.Logf("not told: %s", what)
					}
					count["beside a move"]++
					if strings.Contains(h.mineOnHTML, url.PathEscape(strings.Fields(words[0])[0])+"%20") {
						count["tap"]++
					}
				}
				count[kind]++
			}
		}
	})
	t.Logf("replies | plans and notes from many programs | %d letters, %d beside a move that is played: 0 passed on, %d told to the writer, %d with a tap to say it", count["secret"], count["beside a move"], count["told"], count["tap"])
	require.Greater(t, count["told"]*100, count["beside a move"]*95)
	require.Greater(t, count["tap"]*10, count["secret"]*6)
	t.Logf("replies | ordinary words from many programs | %d letters, 0 kept back", count["talk"])
}

// endings are signatures and footers without a mark, with what in them must not be passed on.
var endings = [][2]string{
	{"\n\nAnna\n+33 6 98 76 54 32", "98 76"}, {"\n\nCordialement\nAnne Joueuse\n06 98 76 54 32", "98 76"}, {"\n\nBien cordialement,\nAnne\nTél. 01 98 76 54 32", "98 76"}, {"\n\nAnne Joueuse\nProfesseure\n\nLycée Hugo\n12 rue des Lilas, 75020 Paris", "Lilas"},
	{"\n\nAnne\nExemple SARL, SIRET 123 456 789 00012", "SIRET"}, {"\n\nanne.joueuse@example.org", "joueuse@"}, {"\n\nSaluti\nAnna\n333 7654321", "7654321"}, {"\n\nGrazie mille,\nAnna Giocatrice\ncell. 347 7654321", "7654321"},
	{"\n\nDistinti saluti\nAnna Giocatrice\nViale Verdi 12, 10121 Torino", "Verdi"}, {"\n\nEsempio S.r.l.\nP.IVA 01234567890", "01234567890"}, {"\n\nAnna - www.example.it", "example.it"}, {"\n\nAnna\nhttps://example.org/anna", "example.org/anna"},
	{"\n\nViele Grüße\nAnna Spielerin\nHandy 0171 7654321", "7654321"}, {"\n\nLG Anna\nTel. 0511/7654321", "7654321"}, {"\n\nAnna Spielerin\nMusterweg 12, 30159 Hannover", "Musterweg"}, {"\n\nMuster GmbH\nHRB 12345, Amtsgericht Hannover\nUSt-IdNr. DE123456789", "12345"},
	{"\n\nMit besten Grüßen\n\nAnna Spielerin\nLeiterin Einkauf\n\nBeispiel AG\nHauptstraße 5", "Hauptstraße"}, {"\n\nKind regards,\nAda Player\n020 7946 0123", "7946"}, {"\n\nAda Player | Engineer | Example Inc.", "Engineer"}, {"\n\nAda\nExample Ltd, Reg. No. 7654321", "7654321"},
	{"\n\nAda Player\nSenior Engineer\nExample LLC\n12 Dorset Street\nLondon NW1 6XE", "Dorset"}, {"\n\nBest\nAda\nm: 555-123-4567", "555"}, {"\n\n[cid:image001.png@01DB]\nAda Player\nada@example.com", "ada@example.com"}, {"\nSent from my phone, call 0171 7654321", "7654321"},
	{"\n\nSent from my iPhone - call me on +44 20 7946 0123", "7946"}, {"\n\nGet BlueMail for iOS", "BlueMail"}, {"\n\nObtenez Spark pour iOS", "Spark"}, {"\n\nScarica Spark per Android", "Spark"}, {"\n\nHol dir Spark für Android", "Spark"},
	{"\n\nPlease excuse typos, sent on the move", "typos"}, {"\n\nVeuillez excuser la brièveté, écrit sur mon téléphone", "brièveté"}, {"\n\nScusate gli errori di battitura, scritto dal telefono", "battitura"}, {"\n\nBitte Tippfehler entschuldigen, unterwegs getippt", "unterwegs"},
	{"\n\nCAUTION: This email originated from outside the company. Do not click links.", "outside"}, {"\n\nSensitivity: Internal", "Sensitivity"}, {"\n\n[EXTERNAL]", "EXTERNAL"}, {"\n\nAchtung: Diese E-Mail kommt von einem externen Absender.", "extern"},
	{"\n\nCe courriel provient d'un expéditeur externe.", "externe"}, {"\n\nQuesta e-mail proviene dall'esterno.", "esterno"}, {"\n\nKlassifizierung: Öffentlich", "Öffentlich"},
	{"\n\nPat Smith\n4 Mill Lane\nRotherham S60 1AA", "Rotherham"},
	{"\n\nPat Smith, Acme Holdings plc", "Acme"},
	{"\n\nMario\nVia Garibaldi 3\n20121 Milano (MI)", "Garibaldi"},
	{"\n\nJean 06 11 22 33 44", "06 11 22"},
	{"\n\nGruß Jens\njens@mueller.example", "jens@"},
	{"\n\nJens\nThreema: ABCD1234", "Threema"},
	{"\n\nEnvoyé depuis mon Huawei", "Huawei"},
	{"\n\nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.", "WEB.DE"},
	{"\n\nEnvoyé de mon appareil Android avec Courriel K-9 Mail. Veuillez excuser ma brièveté.", "K-9"},
	{"\n\nVirus-free. www.avast.com", "Avast"},
	{"\n\nDiese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.", "Avast"},
	{"\n\nSent with FairEmail", "FairEmail"},
	{"\n\nLe informazioni contenute in questo messaggio sono riservate e confidenziali.", "riservat"},
	{"\n\n_______________________________________________\nPlayers mailing list\nPlayers@lists.example.org\nhttps://lists.example.org/mailman/listinfo/players", "lists."},
	{"\n\nOFFICIAL", "OFFICIAL"},
	{"\n\nSensitivity label: Internal", "Internal"},
	{"\n\nC2 - Usage restreint", "C2"},
	{"\n\nATTENZIONE: Questa email è stata inviata da una fonte esterna.", "esterna"},
	{"\n\n[This sender is not in your safe senders list]", "safe"},
	{"\n\nSie erhalten nicht häufig E-Mails von games@turnpost.example. Erfahren Sie, warum dies wichtig ist", "selten"},
	{"\n\nPat Smith\nNorthern Tools plc", "plc"},
	{"\n\nGruss\nUrs\n079 123 45 67", "079 123"},
	{"\n\nUrs Meier\nPostfach 12\n3000 Bern", "Bern"},
	{"\n\nPat\nSkype: patsmith99", "Skype"},
	{"\n\nPat\nRead my blog at pats-garden.blog", "blog"},
	{"\n\nMaître Dupont\nNotaire\n12 place Bellecour 69002 Lyon", "Notaire"},
	{"\n\nJens\nIBAN DE12 3456 7890 1234 5678 90", "IBAN"},
	{"\n\nPat\n51.5074 N, 0.1278 W\npat@geo.example", "geo"},
	{"\n\nPat\nPGP: 0x1234ABCD5678EF90", "PGP"},
	{"\n\nPat\nGPG Fingerprint: ABCD 1234 ABCD 1234 ABCD 1234 ABCD 1234 ABCD 1234", "Fingerprint"},
	{"\n\nSent with Tuta; enjoy secure & ad-free emails:", "Tutanota"},
	{"\n\nSent from Mailspring", "Mailspring"},
	{"\n\nInviato da Posta per Windows", "Posta"},
	{"\n\nSent from my Pixel", "Pixel"},
	{"\n\nGesendet mit der Telekom Mail App", "Telekom"},
	{"\n\nInvio tramite TIM Mail", "Alice"},
	{"\n\nÉcrit du pouce, pardon pour les fautes", "fautes"},
	{"\n\nDictated to Siri", "Dictated"},
	{"\n\nChecked by Kaspersky Anti-Virus", "Kaspersky"},
	{"\n\nThis message has been scanned for viruses by MailScanner and is believed to be clean.", "viruses"},
	{"\n\nL'absence de virus dans ce courrier électronique a été vérifiée par le logiciel antivirus Avast.", "analysé"},
	{"\n\nQuesta e-mail è stata controllata per individuare virus con Avast antivirus.", "controllata"},
	{"\n\nDiese E-Mail wurde von Kaspersky auf Viren geprüft.", "geprüft"},
	{"\n\nThis email was scanned by Mimecast for viruses and malicious content.", "Mimecast"},
	{"\n\n[PROTECTED B]", "PROTECTED"},
	{"\n\nVS - NUR FÜR DEN DIENSTGEBRAUCH", "NfD"},
	{"\n\nRESTRICTED", "Restricted"},
}

// TestRepliesEndings: signatures, footers and banners without a mark are not passed on, and the
// words above them are.
func TestRepliesEndings(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	letters, told := 0, 0
	atTables(t, func(i int, tb table) {
		for j, ending := range endings {
			if (i+j)%4 != 0 {
				continue // each ending at one of the four
			}
			own := append([]string{tb.ply, "", "Hello, how are you there"}, strings.Split(ending[0][1:], "\n")...)
			program, raw := tb.writing(own, letters)
			h := tb.hears(raw)
			what := fmt.Sprintf("%s, %s, %s: %q", tb.game, tb.lang, program, ending[0])
			assert.Equal(t, []string{tb.ply}, h.played, what)
			assert.Contains(t, h.his, "Hello, how are you there", what)
			assert.NotContains(t, h.his, ending[1], what)
			letters++
			if strings.Contains(h.mine, ending[1]) {
				told++
			}
		}
	})
	t.Logf("replies | signatures, footers and banners without a mark | %d letters, 0 passed on, %d told to their writers", letters, told)
	require.Greater(t, told*3, letters)
}

// lastWords are last paragraphs that are no signature, though they hold some of its signs.
var lastWords = []string{
	"See you on Friday at 5", "We met in 1998 in Paris, remember?", "I scored 1250 points yesterday",
	"The General was my favourite film", "Cheers, Pat", "Best wishes\nPat",
	"All the best from rainy London\nPat Smith", "My limited knowledge of the game shows",
	"Public transport was late again", "Sent a postcard to your mother", "I got it checked by a doctor",
	"We are outside all day, the sun is great", "Be careful on the icy roads",
	"Do not open the presents before Christmas", "PS: the new blog of my sister is fun",
	"Watch the match tonight, channel 4", "It cost 120.50 and was worth it", "Flight BA 117 was on time",
	"INTERNAL? I never knew that word", "AB or O, which blood group are you?",
	"Please excuse me, the baby is crying", "Caution, I am awake now!", "À vendredi 17h", "Bises de Lyon\nJean",
	"La rue est calme ce soir", "Nous étions 12 à table, place libre pour toi",
	"J'ai écrit du train hier, tu as reçu ?", "Attention, je me réveille !", "Envoyé par ma femme acheter du pain",
	"A venerdì alle 17", "Baci da Torino\nMario", "Via, si parte!",
	"La piazza era piena ieri", "Attenzione, mi sono svegliato!", "Corso di yoga alle 18", "Bis Freitag um 17 Uhr",
	"Liebe Grüße aus Köln\nJens", "Am Ring war wieder Stau", "Der Weg 12 ist gesperrt, sagt man",
	"Vorsicht, ich bin aufgewacht!", "Gesendet wird das Spiel im ZDF", "Von meinem Sohn soll ich grüßen",
}

// TestRepliesLastWords: what only resembles a signature, footer or banner is passed on.
func TestRepliesLastWords(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	letters := 0
	atTables(t, func(i int, tb table) {
		for j, words := range lastWords {
			if (i+j)%4 != 0 {
				continue
			}
			own := append([]string{tb.ply, "", "Hello, how are you there", ""}, strings.Split(words, "\n")...)
			program, raw := tb.writing(own, letters)
			h := tb.hears(raw)
			for _, line := range own[2:] {
				assert.Contains(t, h.his, line, "%s, %s, %s", tb.game, tb.lang, program)
			}
			letters++
		}
	})
	t.Logf("replies | last paragraphs that are no signature | %d letters, 0 left out", letters)
}

// TestFailingLeaks: nothing of these messages but the move reaches the opponent, who gets it.
func TestFailingLeaks(t *testing.T) {
	t.Parallel()
	secret := regexp.MustCompile(`(?i)c5-c4|e3-e2|e7|[0-9]{2}[ ][0-9]{2}[ ]|1234567|2345678|BlueMail|brevity|extern|Sensitivity|cid:|Ltd|Via Roma|example\.org`)
	for _, e := range skiptest.EveryFourth(examples(t, "leak")) {
		w := e.underWay(t)
		h := w.hears(e.answering(ada, w.Last(ada)))
		assert.Len(t, h.played, 1, e.name)
		words := regexp.MustCompile(`(writes|écrit|scrive|schreibt) ?: (> .*?)\| `).FindString(h.his)
		assert.Empty(t, secret.FindString(words), "%s: %s", e.name, words)
		if strings.HasPrefix(e.name, "leak-") {
			assert.Regexp(t, `say|dire|di|sag`, h.mine, e.name)
		}
	}
}

// TestFailingAsked: these messages are played at once.
func TestFailingAsked(t *testing.T) {
	t.Parallel()
	for _, e := range examples(t, "asked") {
		w := e.underWay(t)
		h := w.hears(e.answering(ada, w.Last(ada)))
		assert.Len(t, h.played, 1, "%s: %.700s", e.name, h.mine)
	}
}

// TestRepliesUnseen: neither characters that nobody sees nor a reply token in hexadecimal reach
// the opponent, beside a move or in a say.
func TestRepliesUnseen(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	letters := 0
	tags := strings.Map(func(r rune) rune { return 0xe0000 + r }, "attack e7")
	atTables(t, func(i int, tb table) {
		secret := regexp.MustCompile(`[a-z2-7]{20}`).FindString(tb.letter.Get("Reply-To"))
		require.NotEmpty(t, secret)
		code := fmt.Sprintf("%x", secret)
		spaced := regexp.MustCompile("..").ReplaceAllString(code, "$0 ")
		for j, words := range []string{
			"Nice" + tags + " game", "Ni\u200bce\u2060 g\u3164ame", "Nice\ufe00\U000e0100 game\U000e0001", "Nice game " + code, "Nice game 0x" + strings.ToUpper(code), "Nice game\n" + spaced,
			"Nice game\n" + code[:16] + "\n" + code[16:], "Nice game \\x" + strings.ReplaceAll(strings.TrimSpace(spaced), " ", "\\x"),
		} {
			own := append([]string{tb.ply}, strings.Split(words, "\n")...)
			if j%2 == 1 {
				own[1] = "say " + own[1]
			}
			program, raw := tb.writing(own, letters)
			h := tb.hears(raw)
			what := fmt.Sprintf("%s, %s, %s: %q", tb.game, tb.lang, program, own)
			assert.Equal(t, []string{tb.ply}, h.played, what)
			if j < 3 || strings.Contains(words, "\n") {
				assert.Contains(t, h.his, "Nice game", what)
			}
			his := strings.ToLower(strings.Join(strings.Fields(h.his), ""))
			for k := 0; k+16 <= len(code); k += 2 {
				assert.NotContains(t, strings.ReplaceAll(his, `\x`, ""), code[k:k+16], what)
			}
			assert.NotContains(t, h.his, tags, what)
			assert.False(t, strings.ContainsAny(h.his, "\u200b\u2060\u3164\ufe00\U000e0100\U000e0001"), what)
			letters++
		}
	})
	t.Logf("replies | invisible characters, and reply tokens in hexadecimal | %d letters, 0 passed on", letters)
}
