package mail

import (
	"regexp"
	"strings"
)

// Signatures stand at the end of the own words: at the end of the message, or above the
// quote. What is certainly one is removed; a closing and a name ("Thanks, Ada") stay, since
// they are the player's own.

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
		case isMobile(l.text), placeholder.MatchString(l.text):
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
		case isLoose(l.text), isAdvertisement(l.text), isExcuse(l.text):
			l.kind = signed
			continue
		case isDashName(l.text) && (n < 2 || run[n-2].text == ""):
			l.kind = signed
		}
		break
	}
	for i, l := range run {
		if l.kind == own && len(run)-i <= 12 && isClosing(l.text) {
			for j := i + 1; j < len(run); j++ {
				if run[j].kind == own && HasContact(run[j].text) && run[j].signed()&hasMove == 0 {
					run[j].kind = contactData
				}
			}
			return
		}
	}
}

// isDelimiter: "-- " (RFC 3676 section 4.3), also without its space, as the
// dash that phones make of it, and as OpenPGP escapes it (RFC 4880 section 7.1).
func isDelimiter(text string) bool {
	return text == "--" || text == "- --" || text == "\u2014" || text == "\u2013" ||
		strings.HasPrefix(text, "-----BEGIN PGP SIGNATURE")
}

// isListFooter: a row of underscores or long dashes, below which mailing lists,
// companies and providers write at any length. Above all else it may be the writer's.
func isListFooter(run []line, i int) bool {
	t := strings.TrimSpace(run[i].text)
	if strings.Trim(t, "_") == "" && len(t) >= 20 && len(run)-i <= 12 {
		return true
	}
	return i > 0 && visible(run[:i]) && len(t) >= 4 &&
		(strings.Trim(t, "_") == "" || strings.Trim(t, "\u2014\u2015\u2500") == "")
}

// isDashName reports whether a line is a name behind a dash: "-Ada Lovelace".
func isDashName(text string) bool { return dashName.MatchString(text) }

// isLoose reports whether a line says what the message was sent from, in words that are in no
// list of devices.
func isLoose(text string) bool { return loose.MatchString(text) && !strings.Contains(text, ",") }

// isAdvertisement reports whether a line is a provider's advertisement, or from a message of ours.
func isAdvertisement(text string) bool {
	return proton.MatchString(text) || tagged.MatchString(text) || reaction.MatchString(text)
}

// isClosing reports whether a line closes a message: "Best regards".
func isClosing(text string) bool { return closing.MatchString(text) }

var (
	// dashName is "-Ada Lovelace": letters only, so that it is no move.
	dashName = regexp.MustCompile(`^ ?[-~\x{2014}\x{2013}]{1,2} ?\p{Lu}[\p{L}.']*( \p{Lu}[\p{L}.']*){0,2}$`)
	loose    = regexp.MustCompile(
		`(?i)^(sent (from|with|via|using|by)|envoyé (de|depuis|avec)|gesendet (von|mit)|inviato (da|dal|con)|enviado (desde|con|do|de|com|pelo)) [^,;:!?0-9]{3,50}$`)
	// proton is the advertisement with its address in brackets.
	proton = regexp.MustCompile(`(?i)^sent with \[?proton ?mail\]?\b`)
	// reaction is what Gmail writes below a picture that stands for an answer: who
	// set it, and a link.
	reaction = regexp.MustCompile(
		`(?i)^\S.{0,80}\b(reacted|réagi|reagito|reagiert)\b.{0,20} Gmail\b|^\S.{0,80} Gmail .{0,10}reagiert$|[?&]utm_campaign=emojireactionemail\b`)
	// tagged is an address with a token: the line is out of a message of ours,
	// such as an attribution that was not known as one.
	tagged  = regexp.MustCompile(`\+[0-9]+\.[0-9]+\.[a-z0-9]+@`)
	closing = regexp.MustCompile(
		`(?i)^(best|kind|warm|with best|with kind)( ?regards| wishes)?,?$|^(regards|cheers|sincerely|yours( truly| sincerely)?|thanks|thank you|cordialement|bien à vous|mit freundlichen grüßen|viele grüße|liebe grüße|lg|mfg|vg|saludos|un saludo|cordiali saluti|saluti|un saluto|distinti saluti|atenciosamente|abraços|met vriendelijke groet(en)?|groeten|mvh|med vänlig hälsning|venlig hilsen|med vennlig hilsen|pozdrawiam|s pozdravem|üdvözlettel|с уважением|з повагою|saygılarımla)[,.!]?$`)
)

// isDisclaimer reports whether a line begins a legal or commercial text that companies and
// programs add below a message.
func isDisclaimer(text string) bool {
	return len(text) >= 12 && disclaimer.MatchString(text)
}

var disclaimer = regexp.MustCompile(`(?i)^[ \t*_>"'-]*(` + strings.Join([]string{
	`(confidentiality|disclaimer|legal|privacy|confidential) ?(notice|note|statement|warning)?:`,
	`confidentiality notice`, `disclaimer$`,
	`(this|the information (contained )?in this) (e-?mail|message|communication|transmission)('s)?( message)?( \(?(and|including|or) [^.]{0,60})? (is|are|may|contains?|was|has been|and|message|transmission)\b.{0,120}(confidential|privileged|intended|virus|scanned|checked|proprietary|legally)`,
	`if you (are not|have received) th(e|is) (intended|e-?mail|message)`,
	`please consider the environment`, `virus-free`, `(checked|scanned|verified) (by|for|with)\b.{0,40}(virus|security|malware)`,
	`this (e-?mail|message|mail) (was|has been) (checked|scanned|verified)`,
	`(diese|die|eingehende) (e-?mail|nachricht|mail) (wurde|ist)\b.{0,60}(viren|virus|malware|schadsoftware)`,
	`ce (courriel|message|mail|e-mail) a été (vérifié|analysé|contrôlé)`,
	`(questa|la presente) (e-?mail|mail) è stata (controllata|verificata|analizzata|scansionata)`, `this email has been (checked|scanned)`,
	`the contents of this (e-?mail|message)`,
	`ce (message|courriel|mail|e-mail)\b.{0,120}(confidentiel|destin|exclusi)`, `les informations contenues dans ce`,
	`avis de confidentialité`, `pensez à l'environnement`,
	`diese (e-?mail|nachricht)\b.{0,120}(vertraulich|rechtlich|bestimmt|enthält)`, `der inhalt dieser e-?mail`,
	`virenfrei`,
	`este (mensaje|correo|e-mail|email)\b.{0,120}(confidencial|dirigid|destinad|virus)`,
	`la información contenida en este`, `aviso (legal|de confidencialidad)`,
	`(questo messaggio|questa e-?mail|il presente messaggio|la presente e-?mail)\b.{0,120}(riservat|confidenzial|destinat)`, `le informazioni contenute (in questo|nella presente)`, `privo di virus`, `(prima di stampare|non stampare|pensa prima di stampare)\b.{0,60}ambiente`, `avant d'imprimer\b.{0,60}environnement`, `(bitte )?(denken sie|denk(t)?) an die umwelt\b`, `avviso di riservatezza`,
	`(esta mensagem|este e-?mail)\b.{0,120}(confidencia|destinad|privilegiad)`, `as informações contidas`,
	`aviso de confidencialidade`,
	`(dit bericht|deze e-?mail|dit e-?mailbericht)\b.{0,120}(vertrouwelijk|bestemd|uitsluitend)`,
	`de informatie in dit`,
	`(detta|det här) (e-?post)?meddelande\b.{0,120}(konfidentiell|avsett)`,
	`denne (e-?mail|e-?post|meddelelse|mail)\b.{0,120}(fortrolig|bestemt)`,
	`tämä (viesti|sähköposti).{0,120}(luottamuksel|tarkoitettu)`,
	`(ta wiadomość|niniejsza wiadomość|treść tej wiadomości)\b.{0,120}(poufn|przeznaczon)`,
	`(tato zpráva|tento e-?mail)\b.{0,120}(důvěrn|určen)`,
	`(это сообщение|данное сообщение|это письмо|настоящее сообщение).{0,120}(конфиденциальн|предназначен)`,
	`bu (e-?posta|mesaj|ileti).{0,120}(gizli|kişiye özel)`,
}, "|") + `)`)

// isMobile reports whether a line is one of those that phones and webmail add: "Sent
// from my iPhone" and its kin. They are whole lines that name a device or a program:
// "Sent from my desk, is much easier" is the player's.
func isMobile(text string) bool {
	if len(text) < 8 || len(text) > 160 {
		return false
	}
	t := strings.ToLower(linkAtEnd.ReplaceAllString(text, ""))
	t = strings.Trim(t, " \t*_.!\u3002")
	for _, p := range mobilePrefixes {
		rest, ok := strings.CutPrefix(t, p)
		if !ok {
			continue
		}
		if namesDevice(rest) {
			return true
		}
		// "Sent from my phone, please excuse typos", "..., call 0171 2345678"
		if i := strings.IndexAny(rest, ",;:!?-.("); i > 0 && namesDevice(rest[:i]) &&
			(hasPhone(rest[i:]) || excuse.MatchString(strings.Trim(rest[i:], ",;:!?-.() "))) {
			return true
		}
	}
	return storeForm.MatchString(t) || mobileHint.MatchString(t) && mobileForm.MatchString(t)
}

// storeForm is the advertisement of a program for a telephone: "Get BlueMail for Android".
var storeForm = regexp.MustCompile(`^((get|download|try|install) .{2,40} for|(obtenez|obtenir|téléchargez|télécharger|installez) .{2,40} (pour|sur)|` +
	`(ottieni|scarica|installa|provalo|prova) .{2,40} per|(hol(en sie sich| dir|t euch)?|lad(en sie|e)?|installier(en sie|e)) .{2,40} (für|auf)) ` +
	`(android|ios|iphone|ipad|mobile|windows|mac(os)?|desktop|android (and|et|e|und) ios|ios (and|et|e|und) android)$`)

// isExcuse reports whether a line says that the message was typed on a telephone, or asks to
// excuse its brevity and slips.
func isExcuse(text string) bool {
	return len(text) <= 200 && excuse.MatchString(strings.Trim(strings.ToLower(strings.ReplaceAll(text, "\u2019", "'")), " \t*_-.!()"))
}

// excuse is one of these in the four languages.
var excuse = regexp.MustCompile(`^(` + strings.Join([]string{
	`((please|kindly|do|and)[ ,]+)*(excuse|forgive|pardon|overlook|apologies for|apologise for|apologize for|sorry for|sorry about)( me for)?( (any|the|my|all|possible|being|its|this))* (brevity|brief(ness)?|shortness|short (reply|answer|message)|typos?|(spelling|typing|autocorrect|fat.finger)( (mistakes?|errors?))|thumbs?)([^\p{L}].{0,80})?`,
	`(brevity and )?typos (courtesy of|are my|by)([^\p{L}].{0,40})?`,
	`(this (message|e-?mail|mail) (was|is|has been) )?(written|typed|sent|composed|dictated|typing)( this)? (on|with|from|by|using|via|in) (my |a |the |an )?(i?phone|mobile( phone| device)?|cell ?(phone)?|smartphone|tablet|thumbs?|one thumb|voice|move|go|train|bus|road|small (screen|keyboard)|touch ?screen)([^\p{L}].{0,60})?`,
	`sent on the (go|move|run)([^\p{L}].{0,40})?`,
	`((merci|prière) (de|d')|veuillez|pri[eè]re d'?|je vous prie d'?|désolée? pour|pardon pour|excusez|excuse|pardonnez)( ?(m'excuser pour|m'excuser de|bien vouloir|excuser|excusez|pardonner|bien vouloir excuser))*( (la|le|les|ma|mon|mes|cette|ces|l'|éventuelles?|d'éventuelles|leur))* ?(brièveté|concision|réponse (brève|courte)|fautes?( de frappe| d'orthographe)?|coquilles?|erreurs? de frappe)([^\p{L}].{0,80})?`,
	`((ce )?(message|courriel|mail) )?(a été |est )?(écrit|tapé|rédigé|envoyé|dicté|tapant|écrivant)e? (sur|depuis|avec|à partir de|d'|de|du|en|au) ?(mon |un |une |le |la |ma )?(téléphone|mobile|portable|smartphone|tablette|pouce|déplacement|train|bus|i?phone)([^\p{L}].{0,60})?`,
	`((si prega di|mi|vi|vogliate|ti prego di|prego) )*(scus[aio]\w*|perdon[aio]\w*|chiedo scusa)( (per|di|con|me))?( (la|il|gli|le|i|l'|eventuali|mia|miei|eventuale|possibili))* ?(brevità|concisione|risposta breve|errori( di battitura| di digitazione)?|refusi|battitura)([^\p{L}].{0,80})?`,
	`((questo )?(messaggio|e-?mail|mail) )?(è stat[oa] |è )?(scritt|digitat|inviat|dettat|scriv|digit)(o|a|endo|ando) (da|dal|sul|sullo|con|col|con il|dallo|in|su) ?(mio |un |uno |il |lo |la )?(telefon\w*|cellulare|smartphone|tablet|pollice|i?phone|treno|movimento|viaggio)([^\p{L}].{0,60})?`,
	`(bitte )?(entschuldig\w*|verzeih\w*|sorry (für|wegen)|um (nachsicht|entschuldigung|verständnis))( (sie|bitte|für|wegen|die|den|das|eventuelle|etwaige|meine|mögliche|um))* (kürze|knappheit|kurze (antwort|nachricht)|tippfehler|schreibfehler|rechtschreibfehler|vertipper)([^\p{L}].{0,80})?`,
	`(bitte )?(die |etwaige |eventuelle )?(kürze|tippfehler|schreibfehler|rechtschreibfehler|vertipper) (bitte )?(zu )?(entschuldigen|verzeihen)([^\p{L}].{0,80})?`,
	`((diese )?(nachricht|e-?mail|mail) (wurde|ist) )?(unterwegs|mobil|vom handy|auf dem handy|am handy|mit dem handy|mit dem daumen|auf dem smartphone|am smartphone|vom smartphone|auf einem (telefon|handy|smartphone)|per handy|von unterwegs|aus der bahn|per spracheingabe) (getippt|geschrieben|gesendet|verfasst|diktiert)([^\p{L}].{0,60})?`,
	`(getippt|geschrieben|gesendet|verfasst|diktiert) (auf|am|mit|vom|von|per|aus|in|unterwegs)( (dem|einem|meinem|der))? ?(handy|telefon|smartphone|mobiltelefon|daumen|unterwegs|tablet|bahn)?$`,
}, "|") + `)$`)

// placeholder is a line that stands for a picture: "[cid:image001.png@01DB]".
var placeholder = regexp.MustCompile(`(?i)^\[(cid:|image[: ]|inline image|inline-bild|bild[: ]|immagine[: ]|logo\b|photo[: ])[^\]]{0,200}\]$|^<[\w.-]+\.(png|jpe?g|gif|heic|webp)>$`)

// linkAtEnd is "<https://aka.ms/o0ukef>" and the like.
var linkAtEnd = regexp.MustCompile(` ?[<(\[]?https?://\S{0,100}$`)

func namesDevice(s string) bool {
	if strings.ContainsAny(s, ",;:!?") {
		return false
	}
	for _, d := range devices {
		if strings.Contains(s, d) {
			return true
		}
	}
	return false
}

// devices are what messages are sent from.
var devices = strings.Split(
	"iphon|i phone|ipad|ipod|apple|android|samsung|galaxy|huawei|xiaomi|redmi|pixel|oneplus|nokia|motorola|htc|sony|xperia|lumia|blackberry|windows|phone|mobil|cell|handy|"+
		"telefon|téléphone|telefoon|teléfono|móvil|celular|puhelim|tablet|handheld|device|appareil|portable|terminal|gerät|dispositivo|outlook|mail|gmx|web.de|yahoo|proton|aol|fairphone|siri|alexa|assistant|"+
		"телефон|смартфон|устройств|почт|пошт|айфон|κινητό|τηλέφων|手機|手机|スマートフォン|휴대폰", "|")

// mobilePrefixes come before the device.
var mobilePrefixes = func() []string {
	var ps []string
	for _, forms := range []string{
		"sent:from,via,with,using,on,through",
		"ce message a été envoyé:de,depuis,avec,via", "questo messaggio è stato inviato:da,dal,dalla,con,tramite", "this message was sent:from,with,via,using", "envoyé:de,d'un,depuis,du,avec,via,à partir de,à partir du",
		"gesendet:von,mit,über,aus,via", "von:meinem,meiner,meinem/meiner", "diese nachricht:wurde von",
		"enviado:desde,con,por,do,de,pelo,a partir do,a través de,via,com,des del,des de,amb",
		"inviato:da,dal,dalla,con,tramite,mediante", "invio:da,con,tramite", "dictated:to,with,by", "dicté:à,par,avec",
		"dettato:a,con", "diktiert:mit,von",
		"verzonden:vanaf,met,via,vanuit,van", "verstuurd:vanaf,met,via,vanuit,van",
		"skickat:från,med,via", "skickades:från,med", "sendt:fra,med,via", "afsendt:fra,med",
		"wysłane:z,ze,za pomocą,przez", "wysłano:z,ze,za pomocą,przez",
		"odesláno:z,ze,pomocí", "odoslané:z,zo,pomocou", "poslano:s,sa,z,iz", "trimis:de pe,din,cu,de la",
		"отправлено:с,со,из,через,от", "отправлена:с,со,из", "послано:с,из", "надіслано:з,із,за допомогою,через",
		"відправлено:з,із",
		"изпратено:от", "послато:са,с", "στάλθηκε:από,μέσω", "εστάλη:από,μέσω", "απεστάλη:από,μέσω",
		"enviat:des del,des de,amb",
		"nosūtīts:no", "sūtīts:no", "saadetud:minu", "išsiųsta:iš",
	} {
		verb, preps, _ := strings.Cut(forms, ":")
		for p := range strings.SplitSeq(preps, ",") {
			ps = append(ps, verb+" "+p+" ")
		}
	}
	return ps
}()

var (
	// mobileHint is cheap and stands before mobileForm.
	mobileHint = regexp.MustCompile(
		`windows|outlook|yahoo|proton|gmail|tuta|iphon|ipad|galaxy|android|küldve|gönderildi|送信|보냄|보냈습니다|[发發来來]自|傳送|发送|寄出|נשלח|رسل|gửi|dikirim|ส่งจาก|lähetetty`)
	mobileForm = regexp.MustCompile(`^(` + strings.Join([]string{
		`(get|download|try) (outlook|yahoo mail|proton ?mail|gmail)( app)? (for|on) .{2,40}`,
		`yahoo mail: search, organi[sz]e, conquer`, `(sent with|gesendet mit|envoyé avec|inviato con) tuta(nota)?\b.{0,60}`,
		`(obtenez|télécharge[zr]) outlook pour .{2,40}`, `(holen sie sich|laden sie) outlook für .{2,40}`,
		`outlook (für|voor|for) (ios|android)`,
		`(provenance|envoyé à partir de|gesendet von|von|inviato da|da|sent from|from) ?:? ?(courrier|mail|posta) (pour|für|per|for) windows.{0,5}`,
		`(obtener|obtén|descargar|obter|obtenha o?) ?outlook (para|for) .{2,40}`,
		`(ottieni|scarica) outlook per .{2,40}`, `download outlook voor .{2,40}`,
		`(hämta|skaffa) outlook för .{2,40}`, `(hent|få|last ned) outlook (til|for) .{2,40}`,
		`(hanki|lataa) outlook .{2,40}`,
		`(pobierz|uzyskaj) outlook (dla|na) .{2,40}`, `(získat|získajte|získejte) outlook pro .{2,40}`,
		`lähetetty .{0,40}(iphon|ipad|android|samsung|puhelim|outlook|laittee|mobiil|mail).{0,30}`,
		`elküldve .{0,60}`, `.{2,40}r[óő]l küldve`,
		`.{0,40}(iphon|ipad|android|samsung|outlook|telefon|cihaz).{0,20} gönderildi`,
		`(ios|android) için outlook.{0,40}`,
		`.{0,20}(iphone|ipad|android|スマートフォン|outlook).{0,10}(から|で)送信.{0,10}`,
		`.{0,10}(iphone|ipad|galaxy|휴대폰|스마트폰).{0,10}에서 보(냄|냈습니다)`,
		`[发發来來]自.{0,40}`, `從我的.{0,20}(傳送|寄出)`, `从我的.{0,20}发送`,
		`נשלח מ.{0,40}`, `أ?ُ?رسل.{0,3} من .{0,40}`, `(đã )?(được )?gửi từ .{0,40}`, `dikirim dari .{0,40}`,
		`ส่งจาก.{0,40}`,
	}, "|") + `)$`)
)
