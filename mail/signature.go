package mail

import (
	"regexp"
	"strings"
)

// Signatures stand at the end of the own words: at the end of the mail, or
// above the quote. What is certain is taken away; a closing and a name
// ("Thanks, Ada") stay, for they are the player's own.

// markSignatures looks at each run of own lines between quotes.
func markSignatures(lines []line) {
	for i := 0; i < len(lines); {
		if lines[i].kind != own {
			i++
			continue
		}
		end := i
		for end < len(lines) && lines[end].kind == own {
			end++
		}
		markSignature(lines[i:end])
		i = end
	}
}

// markSignature marks the signature of one run.
func markSignature(run []line) {
	for i, l := range run {
		switch {
		case l.text == "-----BEGIN PGP SIGNED MESSAGE-----":
			for j := i; j < len(run) && run[j].text != ""; j++ {
				run[j].kind = signed
			}
			continue
		case isDelimiter(l.text), isDisclaimer(l.text), isListFooter(run, i):
			sign(run[i:])
			run = run[:i]
		case isMobile(l.text):
			// The line alone: some clients put it above what is typed.
			run[i].kind = signed
			continue
		default:
			continue
		}
		break
	}
	trimTail(run)
}

func sign(lines []line) {
	for i := range lines {
		lines[i].kind = signed
	}
}

// trimTail takes away the unmarked signatures at the end of a run: "-Ada",
// "Sent from a ...", and contact data below a closing.
func trimTail(run []line) {
	for n := len(run); n > 0; n-- {
		l := &run[n-1]
		switch {
		case l.kind != own || l.text == "":
			continue
		case loose.MatchString(l.text) && !strings.Contains(l.text, ","), proton.MatchString(l.text), tagged.MatchString(l.text):
			l.kind = signed
			continue
		case dashName.MatchString(l.text) && (n < 2 || run[n-2].text == ""):
			l.kind = signed
		}
		break
	}
	for i, l := range run {
		if l.kind == own && len(run)-i <= 12 && closing.MatchString(l.text) {
			for j := i + 1; j < len(run); j++ {
				if contact.MatchString(run[j].text) && !moveLike.MatchString(run[j].text) {
					run[j].kind = signed
				}
			}
			return
		}
	}
}

// isDelimiter: "-- " (RFC 3676 section 4.3), also without its space, as the
// dash that phones make of it, and as OpenPGP escapes it (RFC 4880 section 7.1).
func isDelimiter(text string) bool {
	return text == "--" || text == "- --" || text == "\u2014" || text == "\u2013" || strings.HasPrefix(text, "-----BEGIN PGP SIGNATURE")
}

// isListFooter: a line of underscores with at most ten lines below it, as
// mailing lists and providers add.
func isListFooter(run []line, i int) bool {
	t := run[i].text
	return len(t) >= 20 && strings.Trim(t, "_") == "" && len(run)-i <= 12
}

var (
	// dashName is "-Ada Lovelace": letters only, so that it is no move.
	dashName = regexp.MustCompile(`^ ?[-~\x{2014}\x{2013}]{1,2} ?\p{Lu}[\p{L}.']*( \p{Lu}[\p{L}.']*){0,2}$`)
	loose    = regexp.MustCompile(`(?i)^(sent (from|with|via|using|by)|envoyé (de|depuis|avec)|gesendet (von|mit)|inviato (da|dal|con)|enviado (desde|con|do|de|com|pelo)) [^,;:!?0-9]{3,50}$`)
	// proton is the advertisement with its address in brackets.
	proton = regexp.MustCompile(`(?i)^sent with \[?proton ?mail\]?\b`)
	// tagged is an address with a ticket: the line is out of a letter of ours,
	// such as an attribution that was not known as one.
	tagged  = regexp.MustCompile(`\+[0-9]+\.[0-9]+\.[a-z0-9]+@`)
	closing = regexp.MustCompile(`(?i)^(best|kind|warm|with best|with kind)( ?regards| wishes)?,?$|^(regards|cheers|sincerely|yours( truly| sincerely)?|thanks|thank you|cordialement|bien à vous|mit freundlichen grüßen|viele grüße|liebe grüße|lg|mfg|vg|saludos|un saludo|cordiali saluti|saluti|un saluto|distinti saluti|atenciosamente|abraços|met vriendelijke groet(en)?|groeten|mvh|med vänlig hälsning|venlig hilsen|med vennlig hilsen|pozdrawiam|s pozdravem|üdvözlettel|с уважением|з повагою|saygılarımla)[,.!]?$`)
	contact = regexp.MustCompile(`(?i)\S@\S+\.\S|https?://|www\.|^(tel|phone|mobile|cell|fax|mob|t|m|tél|telefon|handy)\b\.? ?:|\+\d[\d ()./-]{7,}| \| `)
)

// isDisclaimer finds the beginning of the legal and the commercial texts that
// companies and programs add below a mail.
func isDisclaimer(text string) bool {
	return len(text) >= 12 && disclaimer.MatchString(text)
}

var disclaimer = regexp.MustCompile(`(?i)^[ \t*_>"'-]*(` + strings.Join([]string{
	`(confidentiality|disclaimer|legal|privacy|confidential) ?(notice|note|statement|warning)?:`, `confidentiality notice`, `disclaimer$`,
	`(this|the information (contained )?in this) (e-?mail|message|communication|transmission)('s)?( message)?( \(?(and|including|or) [^.]{0,60})? (is|are|may|contains?|was|has been|and|message|transmission)\b.{0,120}(confidential|privileged|intended|virus|scanned|checked|proprietary|legally)`,
	`if you (are not|have received) th(e|is) (intended|e-?mail|message)`,
	`please consider the environment`, `virus-free`, `this email has been (checked|scanned)`, `the contents of this (e-?mail|message)`,
	`ce (message|courriel|mail|e-mail)\b.{0,120}(confidentiel|destin|exclusi)`, `les informations contenues dans ce`, `avis de confidentialité`, `pensez à l'environnement`,
	`diese (e-?mail|nachricht)\b.{0,120}(vertraulich|rechtlich|bestimmt|enthält)`, `der inhalt dieser e-?mail`, `virenfrei`,
	`este (mensaje|correo|e-mail|email)\b.{0,120}(confidencial|dirigid|destinad|virus)`, `la información contenida en este`, `aviso (legal|de confidencialidad)`,
	`(questo messaggio|questa e-?mail|il presente messaggio|la presente e-?mail)\b.{0,120}(riservat|confidenzial|destinat)`, `le informazioni contenute (in questo|nella presente)`, `privo di virus`, `avviso di riservatezza`,
	`(esta mensagem|este e-?mail)\b.{0,120}(confidencia|destinad|privilegiad)`, `as informações contidas`, `aviso de confidencialidade`,
	`(dit bericht|deze e-?mail|dit e-?mailbericht)\b.{0,120}(vertrouwelijk|bestemd|uitsluitend)`, `de informatie in dit`,
	`(detta|det här) (e-?post)?meddelande\b.{0,120}(konfidentiell|avsett)`, `denne (e-?mail|e-?post|meddelelse|mail)\b.{0,120}(fortrolig|bestemt)`,
	`tämä (viesti|sähköposti).{0,120}(luottamuksel|tarkoitettu)`, `(ta wiadomość|niniejsza wiadomość|treść tej wiadomości)\b.{0,120}(poufn|przeznaczon)`,
	`(tato zpráva|tento e-?mail)\b.{0,120}(důvěrn|určen)`, `(это сообщение|данное сообщение|это письмо|настоящее сообщение).{0,120}(конфиденциальн|предназначен)`,
	`bu (e-?posta|mesaj|ileti).{0,120}(gizli|kişiye özel)`,
}, "|") + `)`)
