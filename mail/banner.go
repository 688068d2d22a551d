package mail

import (
	"regexp"
	"strings"
)

// Mail gateways put warnings and classifications above and below what people write. They are
// nobody's words: they are known by their sentences, whatever is drawn around them.

// maxBanner is how many lines one banner has at most, and maxBannerLine the length of a line
// that is looked at.
const maxBanner, maxBannerLine = 10, 400

// markBanners marks the banners of a text, and rows that are drawn above all words.
func markBanners(lines []line) {
	markLabels(lines)
	above := true // there are no words yet
	for i := 0; i < len(lines); i++ {
		l := &lines[i]
		if l.kind != own || l.text == "" {
			above = above && l.kind != quoted && l.kind != attribution && l.kind != cut
			continue
		}
		switch n := bannerAt(lines, i); {
		case n > 0:
			sign(lines[i : i+n])
			i += n - 1
		case above && isRule(l.text) && isFrame(lines, i):
			l.kind = signed
		default:
			if tag := tagBefore.FindString(l.text); above && tag != "" {
				*l = line{text: l.text[len(tag):]}
			}
			above = false
		}
	}
}

// markLabels marks labels of sensitivity that stand alone above or below all words.
func markLabels(lines []line) {
	var words []int // the lines of the writer
	for i, l := range lines {
		if l.kind == own && l.text != "" {
			words = append(words, i)
		}
	}
	if len(words) < 2 {
		return
	}
	first, last := words[0], words[len(words)-1]
	if label.MatchString(lines[first].text) && words[1] > first+1 {
		lines[first].kind = signed
	}
	if label.MatchString(lines[last].text) && words[len(words)-2] < last-1 {
		lines[last].kind = signed
	}
}

// label is the name of a class of secrecy, as servers put it into a line of its own.
var label = regexp.MustCompile(`^[ \t*_\[(-]*(` + strings.Join([]string{
	`General|Public|Internal|Confidential|Highly Confidential|Strictly Confidential|Restricted|Non-Business|Unrestricted|Company Confidential|General Business|Business Use`,
	`Général|Publique|Interne|Confidentiel|Très confidentiel|Hautement confidentiel|Strictement confidentiel|Restreint|Usage interne|Diffusion (restreinte|limitée)|Non professionnel`,
	`Generale|Pubblico|Pubblica|Interno|Uso interno|Riservato|Riservata|Confidenziale|Altamente riservato|Strettamente (riservato|confidenziale)|Non aziendale`,
	`Allgemein|Öffentlich|Intern|Vertraulich|Streng vertraulich|Streng geheim|Nur intern|Nicht geschäftlich|Geschäftlich`,
}, "|") + `)[ \t*_\])-]*$`)

// maxFramed is how many lines stand below a row that is not above old mail, for certain.
const maxFramed = 3

// isFrame reports whether a row above all words is beside a banner, or above a few words and
// nothing else. Old mail may begin below any other row.
func isFrame(lines []line, i int) bool {
	above, below := i-1, i+1
	for above >= 0 && lines[above].text == "" {
		above--
	}
	for below < len(lines) && lines[below].text == "" {
		below++
	}
	if above >= 0 && lines[above].kind == signed || below < len(lines) && bannerAt(lines, below) > 0 {
		return true
	}
	n := 0
	for _, l := range lines[i+1:] {
		if l.text != "" {
			n++
		}
		if n > maxFramed || l.kind != own || strings.Contains(l.text, "@") {
			return false
		}
	}
	return true
}

// bannerAt returns how many lines from i are a banner.
func bannerAt(lines []line, i int) (n int) {
	text := func(j int) string {
		if j >= len(lines) || lines[j].kind != own {
			return ""
		}
		return lines[j].text
	}
	switch first, next := text(i), text(i+1); {
	case isBanner(first):
		n = 1
	// A sentence that a program has broken, or a word such as "CAUTION" above one.
	case next != "" && lines[i].signed()&hasMove == 0 && lines[i+1].signed()&hasMove == 0 &&
		(len(first) >= fullLine && bannerBegins.MatchString(bare(first)) && isBanner(first+" "+next) ||
			bannerHead.MatchString(bare(first)) && isBanner(next)):
		n = 2
	default:
		return 0
	}
	for n < maxBanner {
		last, next := text(i+n-1), text(i+n)
		if next == "" || lines[i+n].signed()&hasMove != 0 ||
			!isBanner(next) && (len(last) < fullLine || endsSentence(last)) {
			break
		}
		n++
	}
	return n
}

// endsSentence reports whether a line ends as a sentence does.
func endsSentence(text string) bool {
	text = strings.TrimRight(text, " \t*_])>")
	return text == "" || strings.IndexByte(".!?:", text[len(text)-1]) >= 0
}

// bare is a line in lower case without what is drawn around it.
func bare(text string) string {
	return strings.ToLower(strings.Trim(strings.ReplaceAll(text, "\u2019", "'"), bannerFrame))
}

const bannerFrame = " \t*_#!|=<>[](){}~+-\u2013\u2014\u2500\u25cf\u25a0\u2022\u26a0\ufe0f\u2757\u26d4\U0001f6a8\U0001f6d1\U0001f512"

// isBanner reports whether a line is a banner, or begins as one does.
func isBanner(text string) bool {
	if len(text) < 3 || len(text) > maxBannerLine {
		return false
	}
	t := bare(text)
	if bannerTag.MatchString(t) {
		return len(t) < len(text) || strings.ContainsAny(t, ": -") || strings.HasPrefix(t, "zjqcm") // no lone word
	}
	return bannerSentence.MatchString(t) || stamp.MatchString(strings.Trim(text, bannerFrame))
}

// stamp is a class of secrecy that stands alone, in capitals.
var stamp = regexp.MustCompile(`^(OFFICIAL|RESTRICTED|UNCLASSIFIED|PROTECTED|CONFIDENTIAL|INTERNAL)$`)

// tagBefore is a tag of a gateway before the first words: "[EXTERNAL] d3-d4".
var tagBefore = regexp.MustCompile(`(?i)^\[(ext|extern|external|externe|esterno|esterna)( (e-?mail|mail|sender|message|absender))?\][ :]*`)

var (
	// bannerHead is a word above a banner.
	bannerHead = regexp.MustCompile(`^(caution|warning|attention|notice|important|security notice|external|achtung|vorsicht|warnung|hinweis|wichtig|attention|avertissement|avis|important|prudence|attenzione|avviso|avvertenza|importante)[ :!.]*$`)
	// bannerBegins is how the sentences of banners begin, as far as they may be broken before
	// what shows them.
	bannerBegins = regexp.MustCompile(`^((caution|warning|attention|notice|external|achtung|vorsicht|warnung|hinweis|avertissement|attenzione|avviso)\b.{0,30}|(this|the|you|do|diese|die|sie|dies|ce|cet|cette|vous|questa|questo|il|la|non|be|please|exercise|use)\b)`)
	// bannerTag is a banner of a few words.
	bannerTag = regexp.MustCompile(`^(` + strings.Join([]string{
		`(caution|warning|attention|achtung|vorsicht|attenzione)?[ :!-]*(external|extern|externe|externer|esterna|esterno|ext)( (e-?mail|mail|sender|source|origin|message|absender|herkunft|nachricht|mittente|messaggio|origine|expéditeur|courriel))?( warning| alert| notice)?`,
		`(e-?mail|mail|message|sender|courriel|messaggio|mittente|expéditeur|absender|nachricht|origine)[ :]+(external|extern|externe|esterna|esterno)`,
		`((data |email |message |document )?(sensitivity|classification)|sensibilité|confidentialité|classification|classificazione|riservatezza|sensibilità|livello di riservatezza|vertraulichkeit|vertraulichkeitsstufe|klassifizierung|klassifikation|einstufung|schutzklasse|niveau de (confidentialité|sensibilité)) ?[:=-] ?[^.!?]{2,60}`,
		`(sensitivity|classification|information|confidentiality) label ?[:=-] ?[^.!?]{2,60}`, `protected [abc]`,
		`vs ?[-–] ?nur für den dienstgebrauch`, `c[0-4] ?[-–:] ?(usage|interne?|internal|confidential|confidentiel|publi[ck]|restreint|restricted)\b[^.!?]{0,40}`,
		`tlp ?: ?(red|amber|amber\+strict|green|clear|white)`,
		`(internal|external|official|public|company) use only`, `nur für (den )?(internen|dienstlichen) gebrauch`, `à usage interne( uniquement)?`, `(solo )?per uso interno|ad uso interno`,
		`official( |-)(sensitive|secret)`, `zjqcmqryfpfptbanner(start|end)`,
	}, "|") + `)[ :.!]*$`)
	// bannerSentence is how the sentence of a banner begins.
	bannerSentence = regexp.MustCompile(`^((caution|warning|attention|notice|important|alert|security|external( e-?mail)?|ext|extern|externe|esterno|esterna|be careful|achtung|vorsicht|warnung|hinweis|wichtig|avertissement|prudence|attenzione|avviso|avvertenza|cautela|importante)[^a-zà-ü]{1,6}|` +
		`zjqcmqryfpfptbanner(start|end) ?)*(` + strings.Join([]string{
		// English
		`(this|the) (e-?mail|message|mail|sender|communication)\b.{0,60}\b(originate[sd]?|originating|came|comes?|coming|was sent|is sent|sent|received|is|was|arrived)\b.{0,40}\b(outside|external|internet|unknown|untrusted|unverified|third party)\b`,
		`(e-?mail|message|mail) (received|sent|coming|originating) (from|by)\b.{0,30}\b(external|outside|unknown|internet)\b`,
		`(external|outside|untrusted|unknown|unverified) (sender|e-?mail|message|mail|source)\b ?[:.!,-]`,
		`(originated|sent|came|received|arrived) (from )?(outside|an? external|the internet)\b`,
		`you (don'?t|do not|rarely) (often|usually|normally)? ?(get|receive) (e-?mails?|messages?|mail) from`,
		`(please )?(do not|don'?t|never|avoid|only|use caution|be cautious|be careful|be wary|exercise caution|think (twice )?before you|think before|beware)\b.{0,60}\b(click|open|respond|reply|download)\w*\b.{0,60}\b(links?|attachments?)\b`,
		`(please )?(exercise|use|take) (extreme |extra )?(caution|care)\b.{0,60}\b(links?|attachments?|e-?mails?|messages?)\b`, `think before you click`, `learn why this is important`,
		`report (this )?(message|e-?mail|suspicious|phishing)\b.{0,60}$`, `this (sender|message) (failed|could not be|is not|has not been) (our |verified|authenticated|fraud)`,
		`this sender is not (in|on) your\b`,
		`the sender (of this (message|e-?mail) )?(is|was|could not be|has not been)\b.{0,30}\b(outside|external|verified|trusted|unknown)`,
		`(spam|virus|malware) (score|scan|check)\b.{0,60}$`,
		// German
		`(diese|die|dies|dieses|ihre) (ist )?(eine )?(externe )?(e-?mail|nachricht|mail)\b.{0,80}\b(extern|externe[nmrs]?|außerhalb|ausserhalb|internet|unbekannt\w*)\b`,
		`(dies ist eine )?externe[rs]? (e-?mail|mail|nachricht|absender|herkunft)\b ?[:.!,-]`,
		`(bitte )?(klicken|öffnen|folgen) sie\b.{0,60}\b(nicht|keine[nr]?|nur)\b.{0,80}\b(links?|anhänge|anhang|anlagen|dateien)?`,
		`der absender\b.{0,60}\b(extern|außerhalb|unbekannt|nicht verifiziert)`, `sie erhalten (nicht (oft|häufig)|selten)\b.{0,30}\b(e-?mails?|nachrichten)`,
		`(bitte )?(vorsicht|achtung)\b.{0,20}\b(bei|beim|mit)\b.{0,40}\b(links?|anhänge\w*|anlagen)\b`,
		`(bitte )?seien sie\b.{0,40}\b(vorsichtig|achtsam)`, `warum dies wichtig ist|erfahren sie, warum dies wichtig ist`,
		// French
		`(ce|cet|le|votre) (message|courriel|e-?mail|mail|courrier)\b.{0,80}\b(extérieur|externe|internet|hors de|inconnu)\b`,
		`(expéditeur|courriel|message|e-?mail|mail) externe\b ?[:.!,-]`, `provenance externe`,
		`(veuillez )?(ne (pas )?(cliquez|cliquer|ouvrez|ouvrir|répondez)|n'(ouvrez|ouvrir|cliquez))\b.{0,80}\b(liens?|pièces?|fichiers?)\b`,
		`(attention|prudence)\b.{0,20}\b(aux|avec|les)\b.{0,40}\b(liens?|pièces jointes)\b`,
		`l'expéditeur\b.{0,60}\b(externe|extérieur|inconnu|vérifié)`, `vous (n'obtenez|ne recevez|n'avez)\b.{0,20}\bpas souvent`,
		`(soyez|restez) (prudents?|vigilants?|attentifs?)`, `faites preuve de (prudence|vigilance)`, `(découvrez|apprenez) pourquoi (ceci|cela|c'est) `,
		// Italian
		`(questa|questo|la presente|il presente|la|il|l')\s?(è una )?(e-?mail|messaggio|mail|posta)\b.{0,80}\b(estern[oaie]|all'esterno|dall'esterno|al di fuori|internet|sconosciut[oa])\b`,
		`(e-?mail|messaggio|mittente|mail) estern[oa]\b ?[:.!,-]`,
		`(si prega di )?non (cliccare|fare clic|aprire|cliccate|aprite|rispondere)\b.{0,80}\b(link|collegament[oi]|allegat[oi])\b`,
		`il mittente\b.{0,60}\b(estern|sconosciut|verificat)`, `non ricevi spesso\b`, `(prestare|fare|presta|fai) (la massima )?attenzione\b.{0,60}\b(link|allegat|collegament|messagg|e-?mail)`,
		`(usare|usa) (la massima )?cautela\b.{0,60}\b(link|allegat|collegament|messagg|e-?mail)`, `scopri perché (è|questo è) importante`,
	}, "|") + `)`)
)
