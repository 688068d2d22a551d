package mail

import (
	"regexp"
	"strings"
)

// isDashName reports whether a line is a name behind a dash: "-Ada Lovelace".
func isDashName(text string) bool { return dashName.MatchString(text) }

// isLoose reports whether a line says what the mail was sent from, in words that no
// list of devices knows.
func isLoose(text string) bool { return loose.MatchString(text) && !strings.Contains(text, ",") }

// isAdvertisement reports whether a line is one of a provider, or out of a letter of
// ours.
func isAdvertisement(text string) bool {
	return proton.MatchString(text) || tagged.MatchString(text) || reaction.MatchString(text)
}

// isClosing reports whether a line closes a letter: "Best regards".
func isClosing(text string) bool { return closing.MatchString(text) }

// hasContact reports whether a line holds an address, a number or a link, as
// signatures do.
func hasContact(text string) bool { return contact.MatchString(text) }

var (
	// dashName is "-Ada Lovelace": letters only, so that it is no move.
	dashName = regexp.MustCompile(`^ ?[-~\x{2014}\x{2013}]{1,2} ?\p{Lu}[\p{L}.']*( \p{Lu}[\p{L}.']*){0,2}$`)
	loose    = regexp.MustCompile(`(?i)^(sent (from|with|via|using|by)|envoyé (de|depuis|avec)|gesendet (von|mit)|inviato (da|dal|con)|enviado (desde|con|do|de|com|pelo)) [^,;:!?0-9]{3,50}$`)
	// proton is the advertisement with its address in brackets.
	proton = regexp.MustCompile(`(?i)^sent with \[?proton ?mail\]?\b`)
	// reaction is what Gmail writes below a picture that stands for an answer: who
	// set it, and a link.
	reaction = regexp.MustCompile(`(?i)^\S.{0,80}\b(reacted|réagi|reagito|reagiert)\b.{0,20} Gmail\b|^\S.{0,80} Gmail .{0,10}reagiert$|[?&]utm_campaign=emojireactionemail\b`)
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
