package mail

import (
	"regexp"
	"strings"
)

// isRobotLocalPart reports whether a local part, in lower case and without a tag, is a
// daemon's.
func isRobotLocalPart(local string) bool {
	words := strings.FieldsFunc(local, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	if robotNames[strings.Join(words, "")] {
		return true
	}
	// "noreply-dmarc-support", "dmarc.reports"
	return len(words) > 1 && (words[0] == "dmarc" || words[0] == "noreply" || words[0] == "no" && words[1] == "reply" || words[len(words)-1] == "noreply")
}

// isRoleWord reports whether a local part is of the people in charge of a domain, or of a
// list's.
func isRoleWord(local string) bool {
	return roleNames[local] || strings.HasSuffix(local, "-request") || strings.HasPrefix(local, "owner-") || strings.HasPrefix(local, "dmarc")
}

// isOutOfOffice reports whether a subject is an autoresponder's.
func isOutOfOffice(subject string) bool {
	// Most letters are answers, and the expression is slow.
	return !strings.HasPrefix(subject, "Re:") && outOfOffice.MatchString(subject)
}

// isBounce reports whether such a subject is a bounce's.
func isBounce(subject string) bool { return bounceSubject.MatchString(subject) }

// robotNames are local parts of daemons, without their punctuation.
var robotNames = map[string]bool{
	"mailerdaemon": true, "maildaemon": true, "daemon": true, "mailer": true, "postmaster": true,
	"noreply": true, "donotreply": true, "noresponder": true, "nepasrepondre": true, "nichtantworten": true,
	"nonrispondere": true, "bounce": true, "bounces": true, "autoreply": true, "autoresponder": true,
	"listserv": true, "majordomo": true, "mailman": true, "symprod": true,
}

// roleNames are the local parts of people in charge of a domain.
var roleNames = map[string]bool{
	"abuse": true, "security": true, "noc": true, "hostmaster": true, "webmaster": true, "usenet": true, "news": true,
	"www": true, "uucp": true, "ftp": true, "root": true, "spam": true, "phishing": true, "tlsrpt": true, "tls-reports": true,
}

// bounceSubject finds the subjects of bounces among those of outOfOffice.
var bounceSubject = regexp.MustCompile(`(?i)^\s*(undeliver|delivery status|mail delivery|returned mail|unzustellbar)`)

// outOfOffice finds the subjects of autoresponders, at the beginning only: in
// a person's answer to one, "Re:" comes first.
var outOfOffice = regexp.MustCompile(`(?i)^\s*(` + strings.Join([]string{
	`(automatic|auto|automated)[- ]?(reply|response|answer)\s*[:!-]`, `(autoreply|autoresponse)\b`, `auto: .*(out of|away|absen|abwesen|off)`,
	`out[- ]of[- ](the[- ])?office\b`, `(on )?vacation (reply|response|message|notice)\b`, `away from (the )?(office|my mail)`,
	`réponse automatique`, `reponse automatique`, `absence du bureau`, `absent du bureau`, `message d'absence`,
	`automatische antwort`, `abwesenheitsnotiz`, `abwesenheitsbenachrichtigung`, `automatische rückantwort`, `autoantwort`, `abwesend:`,
	`risposta automatica`, `fuori (sede|ufficio)`, `respuesta automática`, `respuesta automatica`, `fuera de (la )?oficina`,
	`resposta automática`, `resposta automatica`, `fora do escritório`, `ausência temporária`,
	`automatisch antwoord`, `afwezigheidsbericht`, `niet aanwezig:`, `autosvar`, `automatiskt svar`, `automatisk svar`, `frånvaro:`, `fraværsmelding`,
	`automaattinen vastaus`, `poissaolo(viesti|ilmoitus)`, `odpowiedź automatyczna`, `automatyczna odpowiedź`, `automatická odpověď`, `automatická odpoveď`,
	`automatikus válasz`, `răspuns automat`, `otomatik yanıt`, `αυτόματη απάντηση`, `автоответ`, `автоматический ответ`, `автоматична відповідь`,
	`automatski odgovor`, `自動応答`, `自動返信`, `不在通知`, `自动答复`, `自动回复`, `自動回覆`, `자동 회신`, `자동 응답`, `부재 중`,
	`automatický(á)? odpověď`, `mimo kancelář`, `nepřítomnost`, `távollét`, `házon kívül`, `izvan ureda`, `odsoten`, `samodejni odgovor`,
	`nieobecność`, `poza biurem`, `absenţă|absență`, `ofis dışında`, `işyerinde değil`, `εκτός γραφείου`, `вне офиса`, `отсутствую`, `автоматичен отговор`,
	`automaatvastus`, `kontorist väljas`, `automatinis atsakymas`, `automātiska atbilde`, `sjálfvirkt svar`, `resposta automàtica`, `erantzun automatikoa`,
	`afwezig:`, `ikke til stede`, `fravær:`, `poissa:`, `ei paikalla`, `in ferie:`, `assente:`, `assenza dall'ufficio`, `en congés?:`, `je suis absent`, `ausente:`,
	`trả lời tự động`, `ตอบกลับอัตโนมัติ`, `balasan otomatis`, `jawab automatik`, `外出`, `휴가 중`,
	`תשובה אוטומטית`, `رد تلقائي`, `undeliver(able|ed)( mail)?:`, `delivery status notification`, `mail delivery (failed|failure|subsystem)`, `returned mail:`, `unzustellbar:`,
}, "|") + `)`)

// passesComplaints reports whether a folded address passes complaints on.
func passesComplaints(addr string) bool { return complaints[addr] }

// isAggregateSubject reports whether a subject is of a report about a domain.
func isAggregateSubject(subject string) bool { return aggregateSubject.MatchString(subject) }

// isAggregateFile reports whether fields name the file of such a report.
func isAggregateFile(fields string) bool { return aggregateFile.MatchString(fields) }

// complaints are the addresses from which providers pass on the complaints of their
// users, some of them as ordinary mail and in the language of the user.
var complaints = map[string]bool{
	"staff@hotmail.com": true, "scomp@aol.net": true, "feedback@arf.mail.yahoo.com": true,
}

var (
	// aggregateSubject is the subject that RFC 7489, 7.2.1.1, asks of a report about a
	// domain, and RFC 8460, 5.3; it is the same in all languages.
	aggregateSubject = regexp.MustCompile(`(?i)^\s*(\[[^\]]*\]\s*)?report[- ]domain:`)
	// aggregateFile is the name of its file: receiver!domain!begin!end, packed.
	aggregateFile = regexp.MustCompile(`(?i)name\*?0?\*?=\s*"?[^";\s]*![^";\s]*![0-9]{9,11}![0-9]{9,11}`)
)
