package mail

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// banners are what mail gateways write above and below, in four languages.
var banners = []string{
	"CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender and know the content is safe.",
	"CAUTION: EXTERNAL EMAIL", "[EXTERNAL]", "[EXTERNAL EMAIL]", "*** EXTERNAL SENDER ***", "** External Email **", "--- External e-mail ---", "EXTERNAL:", "External email", "External sender.",
	"WARNING: This message came from outside your organization.", "⚠ External sender: use caution with links and attachments.", "This message was sent from outside the company. Please do not click links or open attachments unless you recognise the source of this email.",
	"You don't often get email from ada@example.net. Learn why this is important", "This e-mail is from an external source.", "***This email came from the Internet***", "{External Sender}",
	"Sensitivity: Internal", "Classification: Public", "Sensitivity: Business Use Only", "TLP:GREEN", "Internal Use Only", "OFFICIAL-SENSITIVE", "Data Classification: Confidential",
	"ZjQcmQRYFpfptBannerStart\nThis Message Is From an External Sender\nThis message came from outside your organization.\nZjQcmQRYFpfptBannerEnd",
	"Attention:\nThis email originated outside of Example University. Please use caution when opening attachments or clicking on links.",
	"This email originated from outside the organisation. Do not click on links or open\nattachments unless you recognise the sender and know the content is safe.",
	"The sender of this message is outside your organization.", "Report this message as phishing", "Please exercise caution when opening links or attachments.", "NOTICE: Email received from an external sender.",
	"ACHTUNG: Diese E-Mail kommt von außerhalb der Organisation. Klicken Sie nicht auf Links und öffnen Sie keine Anhänge, wenn Sie den Absender nicht kennen.",
	"[EXTERN] Bitte Vorsicht beim Öffnen von Links.", "Bitte Vorsicht mit Anhängen!", "Prudence avec les liens et les pièces jointes.", "[EXTERNE] Attention aux liens.",
	"[EXTERN]", "Externe E-Mail", "*** Externer Absender ***", "Vorsicht! Diese Nachricht wurde von einem externen Absender geschickt.", "Diese Nachricht stammt aus dem Internet.", "Hinweis: Dies ist eine externe E-Mail.",
	"Vertraulichkeit: Öffentlich", "Klassifizierung: Intern", "Bitte öffnen Sie keine Anhänge von unbekannten Absendern.", "Sie erhalten nicht oft eine E-Mail von ada@example.net. Warum dies wichtig ist", "Nur für internen Gebrauch", "Schutzklasse: intern",
	"ATTENTION : Ce message provient d'un expéditeur externe. Ne cliquez pas sur les liens et n'ouvrez pas les pièces jointes.", "[EXTERNE]", "Courriel externe", "Expéditeur externe : soyez vigilant",
	"Ce courriel provient de l'extérieur de l'organisation.", "Cet e-mail vient de l’extérieur. Soyez prudents avec les liens.", "Message externe", "Confidentialité : Publique", "Classification : interne", "Vous n'obtenez pas souvent d'e-mail de ada@example.net. Découvrez pourquoi cela est important",
	"Ce message a été envoyé depuis Internet.", "Avertissement : ce mail a été envoyé par une personne externe à la société.", "À usage interne uniquement", "N'ouvrez pas les pièces jointes si vous ne connaissez pas l'expéditeur.",
	"ATTENZIONE: Questa e-mail proviene da un mittente esterno. Non cliccare sui link e non aprire gli allegati.", "[ESTERNO]", "E-mail esterna", "*** Mittente esterno ***", "Questo messaggio arriva dall'esterno dell'organizzazione.",
	"Messaggio esterno: prestare attenzione", "Questa email è stata inviata da Internet.", "Classificazione: Pubblico", "Riservatezza: Uso interno", "Non ricevi spesso messaggi di posta elettronica da ada@example.net. Scopri perché è importante", "Solo per uso interno", "Si prega di non aprire allegati di mittenti sconosciuti.",
}

// structures are how mail programs write some lines.
var structures = map[string]func(lines string) string{
	"plain text": func(lines string) string { return "Content-Type: text/plain; charset=utf-8\n\n" + lines },
	"Outlook": func(lines string) string {
		return alternatives(lines, `<p class="MsoNormal">`, "<o:p></o:p></p>", `<p class="MsoNormal"><o:p>&nbsp;</o:p></p>`)
	},
	"Gmail": func(lines string) string { return alternatives(lines, "<div>", "</div>", "<div><br></div>") },
	"iPhone": func(lines string) string {
		return alternatives(lines, `<div dir="ltr">`, "</div>", `<div dir="ltr"><br></div>`)
	},
	"Thunderbird": func(lines string) string { return alternatives(lines, "<p>", "</p>", "<br>") },
	"Yahoo": func(lines string) string {
		return alternatives(lines, `<div dir="ltr" data-setdir="false">`, "</div>", `<div><br></div>`)
	},
	"HTML alone": func(lines string) string {
		return "Content-Type: text/html; charset=utf-8\n\n" + pageOf(lines, "<div>", "</div>", "<div><br></div>")
	},
}

func pageOf(lines, open, shut, blank string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(lines, "\n") {
		if line == "" {
			b.WriteString(blank)
		} else {
			b.WriteString(open + html.EscapeString(line) + shut)
		}
	}
	return "<html><body>" + b.String() + "</body></html>"
}

func alternatives(lines, open, shut, blank string) string {
	return "Content-Type: multipart/alternative; boundary=a\n\n--a\nContent-Type: text/plain; charset=utf-8\n\n" + lines +
		"\n--a\nContent-Type: text/html; charset=utf-8\n\n" + pageOf(lines, open, shut, blank) + "\n--a--\n"
}

// TestRepliesBanners: banners are no words of the writer's, and raise no doubt about them.
func TestRepliesBanners(t *testing.T) {
	t.Parallel()
	n := 0
	for _, banner := range banners {
		for name, structure := range structures {
			for _, text := range []string{
				banner + "\n\nd3-d4\n\nHello", banner + "\nd3-d4\n\nHello", "d3-d4\n\nHello\n\n" + banner, "________________\n" + banner + "\n________________\n\nd3-d4\n\nHello",
				strings.ToUpper(banner) + "\n\nd3-d4\n\nHello",
			} {
				l, err := Read([]byte("From: ada@example.net\nMIME-Version: 1.0\n" + structure(text)))
				require.NoError(t, err)
				assert.Equal(t, "d3-d4 Hello", strings.Join(strings.Fields(strings.Join(l.Lines, " ")), " "), "%s: %q", name, text)
				assert.Empty(t, l.Doubtful, "%s: %q", name, text)
				n++
			}
		}
	}
	for _, own := range []string{
		"External factors made me late", "This message came late, sorry", "Attention: your tower is in danger!", "Caution, I see a trap", "Warning! I am in a good mood", "Public holidays are near", "Internal conflict: take or not?",
		"The sender is me", "Do not click so fast", "Open your eyes", "Please be careful with my Turro", "Use caution", "This is from outside", "I came from the Internet cafe", "You rarely get such a chance", "Think before you move",
		"Diese Nachricht kommt spät", "Achtung, Falle", "Vorsicht ist die Mutter der Porzellankiste", "Ich bin extern angestellt", "Ce message vient du cœur", "Attention à la marche", "Soyez content", "Questo messaggio arriva da Roma", "Attenzione al turro", "Esterno notte",
		"Sensitivity is my strength", "Classification matters less than fun", "My confidence: none at all", "Important: I am away", "Notice how the stones stand",
	} {
		l, err := Read([]byte("From: ada@example.net\n\nd3-d4\n" + own + "\n"))
		require.NoError(t, err)
		assert.Equal(t, []string{"d3-d4", own}, l.Lines)
	}
	t.Logf("replies | banners of gateways above and below | %d banners, %d letters: none read", len(banners), n)
}

// TestRepliesLabels: a label of sensitivity that stands alone above or below all words is nobody's;
// such a word within a text, or as an answer, is the writer's.
func TestRepliesLabels(t *testing.T) {
	t.Parallel()
	n := 0
	for _, l := range strings.Split("General|Public|Internal|Confidential|Highly Confidential|Restricted|Non-Business|Unrestricted|*Public*|[Internal]|"+
		"Général|Publique|Interne|Confidentiel|Très confidentiel|Strictement confidentiel|Restreint|Usage interne|_Interne_|"+
		"Generale|Pubblico|Interno|Uso interno|Riservato|Confidenziale|Strettamente riservato|(Pubblico)|"+
		"Allgemein|Öffentlich|Intern|Vertraulich|Streng vertraulich|Nur intern|Geschäftlich", "|") {
		for _, structure := range structures {
			for _, text := range []string{"d3-d4\n\nHello\n\n" + l, l + "\n\nd3-d4\n\nHello"} {
				read, err := Read([]byte("From: ada@example.net\nMIME-Version: 1.0\n" + structure(text)))
				require.NoError(t, err)
				assert.Equal(t, "d3-d4 Hello", strings.Join(strings.Fields(strings.Join(read.Lines, " ")), " "), "%q", text)
				n++
			}
		}
	}
	for _, own := range []string{"Public", "General", "d3-d4\nIntern", "d3-d4\n\nGeneral, I salute you", "d3-d4\n\nHello\nGeneral",
		"General\nd3-d4", "d3-d4\n\npublic", "d3-d4\n\nGenerally speaking", "d3-d4\n\nPublic\n\nHello", "d3-d4\n\nInterno notte"} {
		read, err := Read([]byte("From: ada@example.net\nContent-Type: text/plain; charset=utf-8\n\n" + own + "\n"))
		require.NoError(t, err)
		assert.Equal(t, strings.Fields(own), strings.Fields(strings.Join(read.Lines, " ")), "%q", own)
	}
	t.Logf("replies | labels of sensitivity alone above or below | %d: none read", n)
}

// TestRepliesFooters: what telephones and their users add says nothing to the opponent.
func TestRepliesFooters(t *testing.T) {
	t.Parallel()
	footers := []string{
		"Von meinem/meiner Galaxy gesendet", "Von meinem/meiner iPhone gesendet", "Provenance : Courrier pour Windows", "Gesendet von Mail für Windows",
		"Envoyé à partir de Courrier pour Windows 10", "Inviato da Posta per Windows", "Sent from Mail for Windows",
		"Get BlueMail for Android", "Get Outlook for iOS", "Get Spark for Mac", "Download Edison Mail for iPhone", "Sent from my phone, call 0171 2345678", "Sent from my iPhone - call me on +44 20 7946 0123", "Sent from my mobile. Please excuse typos.", "Sent from my phone (please excuse brevity)",
		"Excuse my brevity, typing on a phone", "Please excuse my brevity", "Please excuse any typos, sent from my phone", "Apologies for the brevity, sent on the move", "Sorry for typos, written on my phone", "Typed with my thumbs", "Written on a mobile device", "Sent on the go", "Typos courtesy of my iPhone", "Please forgive spelling errors",
		"Téléchargez BlueMail pour Android", "Obtenez Outlook pour iOS", "Veuillez excuser ma brièveté", "Désolé pour les fautes, écrit sur mon téléphone", "Merci d'excuser les fautes de frappe", "Envoyé de mon téléphone, veuillez excuser la brièveté", "Tapé sur mon smartphone", "Ce message a été envoyé depuis mon appareil Android avec K-9 Mail", "Pensez à l'environnement avant d'imprimer ce message", "Message écrit depuis mon portable", "Pardon pour les fautes de frappe",
		"Scarica BlueMail per Android", "Prima di stampare, pensa all'ambiente", "Questo messaggio è stato inviato dal mio dispositivo Android", "Ottieni Outlook per Android", "Scusate la brevità, scritto dal cellulare", "Scusa gli errori di battitura", "Inviato dal mio telefono, scusate la brevità", "Scritto dal telefono", "Perdonate gli errori di battitura", "Digitato sul cellulare", "Mi scuso per la brevità",
		"Bitte denken Sie an die Umwelt, bevor Sie diese E-Mail drucken", "Holen Sie sich BlueMail für Android", "Hol dir Outlook für iOS", "Bitte entschuldigen Sie die Kürze", "Entschuldige die Tippfehler, auf dem Handy getippt", "Unterwegs getippt", "Von unterwegs gesendet", "Vom Handy gesendet, bitte Tippfehler entschuldigen", "Gesendet von meinem Handy, bitte entschuldigen Sie die Kürze", "Sorry für Tippfehler", "Auf dem Handy geschrieben",
	}
	n := 0
	for _, footer := range footers {
		for name, structure := range structures {
			for _, text := range []string{"d3-d4\n\nHello Ben\n\n" + footer, "d3-d4\nHello Ben\n" + footer, "d3-d4\n\nHello Ben\n\n*" + strings.TrimRight(footer, ".") + "*", "d3-d4\n\nHello Ben\n\n" + strings.TrimRight(footer, ".)") + "."} {
				l, err := Read([]byte("From: ada@example.net\nMIME-Version: 1.0\n" + structure(text)))
				require.NoError(t, err)
				assert.Equal(t, "d3-d4 Hello Ben", strings.Join(strings.Fields(strings.Join(l.Lines, " ")), " "), "%s: %q", name, text)
				n++
			}
		}
	}
	for _, own := range []string{
		"Sorry for the mistakes in the last game!", "Excuse my French", "I typed that on the train and missed the tower", "Sent from my desk, is much easier", "Get well soon", "Get ready for Ben", "Written on my heart", "Désolé pour hier", "Scusa il ritardo", "Entschuldige die Verspätung",
		"Please forgive me", "Typing is hard today", "Excuse me, whose turn is it?", "Download the rules for yourself",
	} {
		l, err := Read([]byte("From: ada@example.net\n\nd3-d4\n" + own + "\n"))
		require.NoError(t, err)
		assert.Equal(t, []string{"d3-d4", own}, l.Lines)
	}
	t.Logf("replies | what telephones add | %d footers, %d letters: none read", len(footers), n)
}

// TestRepliesGlued: a telephone's line is cut off where a program has lost the break before it.
func TestRepliesGlued(t *testing.T) {
	t.Parallel()
	for _, mobile := range []string{"Sent from my Galaxy", "Sent from my iPhone", "Envoyé de mon iPhone", "Inviato da iPhone", "Von meinem Samsung Galaxy Smartphone gesendet.", "Gesendet von meinem iPhone", "Get Outlook for Android", "Enviado desde mi iPhone"} {
		for _, own := range []string{"d3-d4", "c5", "b8co", "Hello!", "12"} {
			l, err := Read([]byte("From: ada@example.net\nContent-Type: text/plain; charset=utf-8\n\n" + own + mobile + "\n"))
			require.NoError(t, err)
			require.Equal(t, []string{own}, l.Lines, mobile)
		}
	}
}

// TestRepliesSignatureMarks: what the HTML marks as a signature is none of the writer's words,
// although the plain text beside it is read, which marks nothing.
func TestRepliesSignatureMarks(t *testing.T) {
	t.Parallel()
	marks := map[string]string{
		"Gmail":                `<br clear="all"><div><br></div><span class="gmail_signature_prefix"></span><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr">%s</div></div>`,
		"Outlook on the web":   `<div class="elementToProof" id="Signature"><div style="font-family:Calibri">%s</div></div>`,
		"Outlook, seen":        `<div id="x_Signature">%s</div>`,
		"Outlook on a phone":   `<div id="ms-outlook-mobile-signature">%s</div>`,
		"Thunderbird":          `<div class="moz-signature">%s</div>`,
		"Thunderbird, pre":     `<pre class="moz-signature" cols="72">%s</pre>`,
		"Proton":               `<div class="protonmail_signature_block"><div class="protonmail_signature_block-user">%s</div></div>`,
		"Apple Mail":           `<div id="AppleMailSignature" dir="ltr">%s</div>`,
		"iPhone":               `<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">%s</div>`,
		"Yahoo":                `<div class="ydp7be1ff57signature">%s</div>`,
		"Samsung":              `<div id="composer_signature" dir="auto">%s</div>`,
		"Zimbra":               `<div data-marker="__SIG_POST__">%s</div>`,
		"Spark":                `<div name="messageSignatureSection"><br>%s</div>`,
		"Airmail":              `<div class="bloop_sign" id="bloop_sign_1700000000">%s</div>`,
		"Roundcube":            `<div id="_rc_sig">%s</div>`,
		"Fastmail":             `<div id="sig12345678">%s</div>`,
		"K-9 Mail":             `<div class="k9mail-signature">%s</div>`,
		"GMX":                  `<div class="signature">%s</div>`,
		"a block of signature": `<div data-signatureblock="true">%s</div>`,
	}
	signatures := []string{
		"Ada Lovelace\nChief Programmer\nExample", "Anna Giocatrice\nInsegnante di matematica\nLiceo Galilei", "Anne Joueuse\nProfesseure\nLycée Hugo", "Anna Spielerin\nLehrerin\nGymnasium am Park", "Ada\n0171 2345678",
		"Tel. 020 7946 0123\nwww.example.org", "*Ada* <http://example.org>\nEngines",
	}
	n := 0
	for name, mark := range marks {
		for _, signature := range signatures {
			page := strings.NewReplacer("*", "", " <http://example.org>", "").Replace(signature)
			page = fmt.Sprintf(mark, strings.ReplaceAll(html.EscapeString(page), "\n", "<br>"))
			for _, between := range []string{"\n\n", "\n"} {
				raw := "From: ada@example.net\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=a\n\n--a\nContent-Type: text/plain; charset=utf-8\n\nd3-d4\n\nNice game so far" + between + signature +
					"\n--a\nContent-Type: text/html; charset=utf-8\n\n<html><body><div>d3-d4</div><div><br></div><div>Nice game so far</div>" + page + "</body></html>\n--a--\n"
				l, err := Read([]byte(raw))
				require.NoError(t, err)
				assert.Equal(t, []string{"d3-d4", "", "Nice game so far"}, l.Lines, "%s: %q", name, signature)
				assert.Empty(t, l.LeftOut, "it is certain")
				n++
			}
		}
	}
	// A move that is also a word of the signature is the writer's, and what would leave nothing marks nothing.
	l, err := Read([]byte("From: ada@example.net\nContent-Type: multipart/alternative; boundary=a\n\n--a\n\nd3-d4\n--a\nContent-Type: text/html\n\n<div id=\"Signature\">d3-d4</div>\n--a--\n"))
	require.NoError(t, err)
	require.Equal(t, []string{"d3-d4"}, l.Lines)
	t.Logf("replies | signatures that the HTML marks | %d programs, %d letters: none read", len(marks), n)
}

// TestHasContact: numbers, addresses, links and forms of companies are told from other words.
func TestHasContact(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"+33 6 12 34 56 78", "06 12 34 56 78", "333 1234567", "cell. 333 1234567", "Tel: 020 7946 0123", "Tél. 01 23 45 67 89", "Handy 0171/2345678", "0171-2345678", "(020) 7946 0123", "+1 (555) 123-4567", "mobile 555 123 4567", "Fax 0511 123456", "call me on 555-123-4567", "M +39 333 123 4567", "WhatsApp 3331234567", "port. 06.12.34.56.78", "06-12-34-56-78", "(555) 123-4567", "Skype: ada.player", "Signal: ada.42", "Telegram t.me/ada", "Twitter @ada",
		"ada@example.org", "<ada.lovelace@mail.example.co.uk>", "https://example.org/ada", "www.example.org", "example.org", "see example.com", "mysite.fr", "linkedin.com/in/ada",
		"Example Ltd", "Example Ltd, Reg. No. 1234567", "Beispiel GmbH", "Muster AG", "Exemple SARL", "Esempio S.r.l.", "Esempio Srl", "Esempio SpA", "P.IVA 01234567890", "P. IVA 01234567890", "USt-IdNr. DE123456789", "SIRET 123 456 789 00012", "RCS Paris B 123 456 789", "HRB 12345", "Amtsgericht Hannover", "VAT GB 123 4567 89", "Registered office: London", "Geschäftsführer: Max Muster", "Partita IVA 123", "Codice fiscale ABC", "Acme LLC", "Acme Inc.", "Company number 123456", "Beispielwerke Aktiengesellschaft", "Muster Gesellschaft m.b.H.", "Exemple, société anonyme", "Esempio Società per Azioni", "4155550132 cell", "020 7946 0123 (mobile)",
		"Via Roma 7, 20121 Milano", "Viale della Libertà, 12", "12 rue de la Paix", "12 bis, avenue Foch, 75016 Paris", "75016 Paris", "Musterstraße 5", "Hauptstr. 12a", "30159 Hannover", "Am Alten Markt 3, D-30159 Hannover", "12 Dorset Street", "10 Downing St, London SW1A 2AA", "Springfield, IL 62704", "P.O. Box 123", "Postfach 1234", "BP 123",
	} {
		assert.True(t, HasContact(line), line)
	}
	for _, line := range []string{
		"See you at 8-9 pm", "26/11/2026", "on 12.12.26 and 13.12.26", "12/12-15/12", "from 12.12.2026 to 03.01.2027", "2026-12-20 to 2027-01-03", "at 14:30 or 15h45", "3-2 3-1 2-0 4-5", "The score is 2-1", "d3-d4 e3-e4", "12 34 56", "I have 1000000 ideas", "my rating is 1662", "ply 12 of 2026", "It is 10000 km to Rome by boat",
		"We won 3:2", "Via Turnpost I met 3 friends", "a limited edition", "I saw a street", "He lives in the Main street", "in September 2026", "good game.it was fun", "e.g. this", "Good luck!", "Best regards", "Ada Lovelace", "90 minutes, 2 goals, 1 winner", "number 1234", "5 minutes ago", "In 2026 Berlin was cold", "ok...and you", "20261120 moves", "die Gesellschaft war nett", "ciao.a presto",
	} {
		assert.False(t, HasContact(line), line)
	}
}
