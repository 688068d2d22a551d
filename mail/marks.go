package mail

import "strings"

// Marks are what servers on a mail's way noted of it. They are no proof of
// anything: whoever sends a mail can write them. But nobody writes against
// himself, so what they say against a mail is believed, wherever it stands: some
// filters add their fields on top and others below.
type Marks struct {
	// Spam is the field that calls the mail spam; empty: none does.
	Spam string
	// SPF is the topmost Received-SPF (RFC 7208, 9.1), its first word in lower case.
	SPF string
}

// spamMarks are the fields by which filters mark spam, and how their values begin
// then, in lower case.
var spamMarks = []struct {
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

func marks(h header) (m Marks) {
	for _, s := range spamMarks {
		for _, v := range h.all(s.field) {
			value := strings.ToLower(strings.TrimSpace(fieldText(v)))
			for _, begins := range s.values {
				if m.Spam == "" && strings.HasPrefix(value, begins) {
					m.Spam = s.field
				}
			}
		}
	}
	if words := strings.Fields(strings.ToLower(h.get("received-spf"))); len(words) > 0 {
		m.SPF = words[0]
	}
	return m
}
