package mail

import (
	"slices"
	"strings"
)

// FilterMarks is what mail servers noted in the header on the way. It proves nothing, since any
// sender can write such fields. But nobody writes them against themselves, so a field that
// speaks against the message is believed at any place; some filters add theirs on top,
// others below. The exception is X-Forefront-Antispam-Report, which Microsoft's servers also
// write into what their customers send. It is believed only if the topmost Received field
// (RFC 5321, 4.4), which the last server wrote, says that the mailbox itself is at
// Microsoft.
type FilterMarks struct {
	// Spam is the field that calls the message spam; empty: none does.
	Spam string
	// SPF is the topmost Received-SPF (RFC 7208, 9.1), its first word in lower case.
	SPF string
}

// filters are the fields in which filters mark spam, and the prefixes of values that do, in lower
// case.
var filters = []struct {
	field  string
	values []string
}{
	{"x-spam-flag", []string{"yes", "true"}},
	{"x-spam-status", []string{"yes"}},
	{"x-spam", []string{"yes", "true", "spam"}},
	{"x-spamd-result", []string{"default: true"}},
	{"x-barracuda-spam-flag", []string{"yes"}},
	{"x-mailscanner-spamcheck", []string{"spam"}},
	{"x-rspamd-action", []string{"add header", "rewrite subject", "reject"}},
	{"x-bogosity", []string{"spam", "yes"}},
	{"x-dspam-result", []string{"spam"}},
	{"x-ms-exchange-organization-scl", []string{"5", "6", "7", "8", "9"}},
}

// forefront is the field of Exchange Online, of which any parts may say spam: the verdict
// of its filter, the level (5 and above is junk), and the sort of what it found.
const forefront = "x-forefront-antispam-report"

var forefrontSpam = map[string][]string{
	"sfv": {"spm", "sks", "skb"},
	"scl": {"5", "6", "7", "8", "9"},
	"cat": {"spm", "hspm", "phsh", "hphsh", "hphish", "spoof", "malw"},
}

// microsofts are the domains of the servers that hold Microsoft's mailboxes.
var microsofts = []string{".outlook.com", ".office365.us", ".outlook.cn"}

// serverMarksOf reads the marks of a message. field returns the values of all fields with a name
// in lower case, unfolded, topmost first.
func serverMarksOf(field func(name string) []string) (m FilterMarks) {
	mark := func(name string, spam bool) {
		if spam && m.Spam == "" {
			m.Spam = name
		}
	}
	for _, f := range filters {
		for _, v := range field(f.field) {
			v = strings.ToLower(strings.TrimSpace(v))
			mark(f.field,
				slices.ContainsFunc(f.values, func(begins string) bool { return strings.HasPrefix(v, begins) }))
		}
	}
	if reports := field(forefront); len(reports) > 0 && atMicrosoft(field("received")) {
		mark(forefront, slices.ContainsFunc(reports, calledSpam))
	}
	if spf := field("received-spf"); len(spf) > 0 {
		if words := strings.Fields(strings.ToLower(spf[0])); len(words) > 0 {
			m.SPF = words[0]
		}
	}
	return m
}

// calledSpam reads parts such as "SCL:5;SFV:SPM;CAT:SPM".
func calledSpam(report string) bool {
	for part := range strings.SplitSeq(strings.ToLower(report), ";") {
		name, value, _ := strings.Cut(part, ":")
		if slices.Contains(forefrontSpam[strings.TrimSpace(name)], strings.TrimSpace(value)) {
			return true
		}
	}
	return false
}

// atMicrosoft reports whether the topmost Received names a server of Microsoft's as the
// one that took the message.
func atMicrosoft(received []string) bool {
	if len(received) == 0 {
		return false
	}
	words := strings.Fields(strings.ToLower(received[0]))
	by := slices.Index(words, "by") + 1
	return by > 0 && by < len(words) && slices.ContainsFunc(microsofts, func(domain string) bool {
		return strings.HasSuffix(strings.TrimSuffix(words[by], ";"), domain)
	})
}
