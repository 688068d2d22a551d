package mail

import (
	"regexp"
	"strings"
)

// HasContact reports whether a line holds what signatures hold: a telephone number, a postal or
// mail address, a URL, or the legal form or registration of a company.
func HasContact(text string) bool {
	if len(text) > MaxText {
		text = text[:MaxText]
	}
	return contact.MatchString(text) || company.MatchString(text) || postal.MatchString(text) || hasPhone(text)
}

// hasPhone reports whether a line holds a telephone number: one with a label, with a zero or a
// plus before it, or at least seven digits that are the whole line.
func hasPhone(text string) bool {
	text = withoutDates(text)
	for _, m := range phone.FindAllStringSubmatchIndex(text, -1) {
		number := text[m[2]:m[3]]
		if n := digitsIn(number); n < 6 || n > 17 {
			continue
		}
		before, after := strings.TrimSpace(text[:m[2]]), strings.TrimSpace(text[m[3]:])
		switch {
		case number[0] == '+' || number[0] == '0' && digitsIn(number) >= 8 || strings.HasPrefix(number, "(0"):
			return true
		case phoneLabel.MatchString(before), before == "" && phoneLabel.MatchString(after):
			return true
		case before == "" && after == "" && digitsIn(number) >= 7 && threeDigits.MatchString(number):
			return true
		}
	}
	return false
}

// withoutDates replaces dates and times by spaces, but for those within a longer number.
func withoutDates(text string) string {
	out := []byte(text)
	for _, m := range dated.FindAllStringIndex(text, -1) {
		goesOn := func(i, by int) bool {
			return i >= 0 && i < len(text) && strings.IndexByte("./-", text[i]) >= 0 && i+by >= 0 && i+by < len(text) &&
				isDigit(text[i+by])
		}
		if !goesOn(m[1], 1) && !goesOn(m[0]-1, -1) {
			copy(out[m[0]:m[1]], strings.Repeat(" ", m[1]-m[0]))
		}
	}
	return string(out)
}

func digitsIn(text string) (n int) {
	for i := range len(text) {
		if isDigit(text[i]) {
			n++
		}
	}
	return n
}

var (
	// contact is a mail address, a URL, a number with a label, or columns of such.
	contact = regexp.MustCompile(
		`(?i)\S@\S+\.\S|https?://|www\.|^(tel|phone|mobile|cell|fax|mob|t|m|tél|telefon|handy)\b\.? ?:|\+\d[\d ()./-]{7,}| \| ` +
			`|(^|[\s(<])[a-z0-9][a-z0-9-]{0,60}(\.[a-z0-9-]{2,60})*(\.(com|org|net|eu|info|biz|co\.uk|blog|shop|club|online|website|cloud|page)(/\S*)?($|[\s,;:)>.!?])|\.[a-z]{2,4}/\S)` +
			`|(^|[^\p{L}])(skype|signal|matrix|xmpp|jabber|icq|viber|wechat|snapchat|tiktok|bluesky|twitter|telegram|instagram|linkedin|facebook|discord|threema|mastodon|whatsapp)( id)? ?[:@]` +
			`|\bIBAN\b|\b(pgp|gpg|openpgp|fingerprint)\b.{0,40}(\b|0x)[0-9a-f]{4} ?[0-9a-f]{4}` +
			`|^[a-z0-9][a-z0-9-]{1,60}(\.[a-z0-9-]{2,60})*\.(fr|it|de|ch|at|be|lu|uk|io|dev|app)$`)
	phone = regexp.MustCompile(`((?:\+|\(?0|\()?[0-9](?:[0-9]|[ ()./-]{1,3}[0-9]){5,22})`)
	// phoneLabel is what stands before a telephone number.
	phoneLabel = regexp.MustCompile(
		`(?i)(^|[^\p{L}])(tel|tél|telefon|telefono|téléphone|telephone|phone|ph|fon|mobile?|mobiltelefon|mob|cell|cellulare|handy|port|portable|fax|gsm|whatsapp|signal|durchwahl|direct|call|ring|text|sms|appelez|chiama|ruf|anrufen|t|m|p|d|f|h|w)\b[^0-9\p{L}]{0,4}(me|us|moi|mi|mich)?\b[^0-9\p{L}]{0,3}((at|on|au|al|unter)\b)?[^0-9\p{L}]{0,3}$`)
	threeDigits = regexp.MustCompile(`[0-9]{3}`)
	// dated is a date or a time, whose digits are no telephone number.
	dated = regexp.MustCompile(`\b[0-9]{1,2}[./-][0-9]{1,2}[./-]([0-9]{2}|[0-9]{4})?\b|\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b|\b[0-9]{1,2}[:h][0-9]{2}\b`)
	// company is the form of a company, or where it is registered.
	company = regexp.MustCompile(strings.Join([]string{
		`\b(GmbH|gGmbH|mbH|OHG|GbR|KGaA|KG|UG|e\.? ?K\.|e\. ?V\.|AG)(\b|$|\s|,)`, `\b(Aktiengesellschaft|Gesellschaft (m\.? ?b\.? ?H|mit beschränkter Haftung)|Incorporated)\b`, `(?i:\bsociété (anonyme|à responsabilité limitée)|\bsocietà (per azioni|a responsabilità limitata))`, `\b(Ltd|LTD|LLC|LLP|PLC|Plc|Inc|Corp|Pty)\b`, `\p{Lu}\w* Limited\b`, `\p{Lu}\p{Ll}+ (plc|AB|AS|SA|Oyj|BV|NV|Holdings?)\b`,
		`\b(S\.?A\.?R\.?L|SARL|SASU|SAS|EURL|SCOP|SNC|S\.A\.S?)\b`, `\b[Ss]\.? ?[Rr]\.? ?[Ll]\b\.?`, `\bS\.? ?[Pp]\.? ?A\b\.?`, `\bS\.? ?n\.? ?c\b\.?`, `\bS\.a\.s\b`, `\b(B\.V|N\.V|BVBA|ApS|A/S|Oy|Sp\. z o\.o|s\.r\.o)\b`,
		`(?i:\breg(istration|istered)?\.? ?(no|nr|number|office)\b)`, `(?i:\bcompany (no|nr|number|registration)\b)`, `(?i:\bregistered in (england|wales|scotland|ireland|the))`, `\bVAT\b`,
		`(?i:\bust-?id)`, `(?i:\bsteuernummer\b|\bsteuer-nr)`, `\bHR[AB] ?[0-9]`, `(?i:\bamtsgericht\b|\bhandelsregister\b|\bregistergericht\b|\bgeschäftsführ(er|ung|erin)\b|\bsitz der gesellschaft\b)`,
		`(?i:\bsire[nt]\b)`, `\bRCS\b`, `\bTVA\b`, `(?i:\bau capital (social )?de\b|\bsiège social\b|\bcapital social\b)`,
		`(?i:\bp\.? ?iva\b|\bpartita iva\b|\bcodice fiscale\b|\bsede legale\b|\bcap\. ?soc\b)`, `\bREA\b`, `\bC\.F\.`,
	}, "|"))
	// postal is a postal address.
	postal = regexp.MustCompile(strings.Join([]string{
		`\b[0-9]{1,5}[a-zA-Z]?,? (\p{Lu}[\p{L}.'’-]* ){1,4}(Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Square|Sq|Way|Boulevard|Blvd|Court|Ct|Close|Crescent|Terrace|Place|Pl|Gardens|Hill|Row|Mews)\b`,
		`\b[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}\b`, `,? \b[A-Z]{2} [0-9]{5}\b`, `(?i:\bP\.? ?O\.? box [0-9])`, `(?i:\bpostfach [0-9])`, `\bBP [0-9]`, `(?i:\bcasella postale [0-9])`,
		`(?i:\b[0-9]{1,4} ?(bis|ter)?,? (rue|avenue|av\.|boulevard|bd|place|chemin|allée|allées|impasse|quai|route|cours|square|faubourg) (de |du |des |d'|la |le |les |l'|\p{L}))`,
		`\b(Via|Viale|Piazza|Piazzale|Corso|Largo|Vicolo|Strada|Contrada|P\.za|P\.zza|V\.le|C\.so) ((\p{Lu}[\p{L}.'’]*|d[aeil]|d'|dell[aeo]|dell'\p{L}+|de[il]|degli|dei|[ei]) ?){1,6},? ?(n\.? ?)?[0-9]`,
		`\p{Lu}\p{L}*([- ]\p{L}+)*([Ss]traße|[Ss]trasse|[Ss]tr\.|weg|platz|allee|gasse|ring|damm|ufer|chaussee|Weg|Platz|Allee|Ring|Damm|Ufer) ?[0-9]{1,4}( ?[a-z])?\b`,
		`(^|, ?|- ?|· ?|\| ?)((D|A|CH|F|I|L|B|DE|FR|IT|AT)-)?[0-9]{5} \p{Lu}\p{L}+`, `(^|, ?)(A|CH|L|B|AT|LU|BE)-? ?[0-9]{4} \p{Lu}\p{L}+`,
	}, "|"))
)
