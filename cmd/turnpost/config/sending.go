package config

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"turnpost/mail/server"
)

// Sending is how many messages the SMTP server accepts from the account: a name, or numbers
// such as "30/minute 500/hour 2000/day". Empty: what is known of the host.
type Sending struct {
	server.SendingBudget        // its Minute, Hour and Day; 0: no limit
	given                bool   // by name or figures
	wrong                string // see Duration
}

// presets are what providers published in November 2026. They refuse more, and count days as
// the last 24 hours. None promises its numbers, and new accounts get less for some weeks;
// smtp.limits takes precedence.
var presets = map[string]server.SendingBudget{
	// Gmail Help, "Limits for sending & getting mail": 500 mails a day.
	"gmail": {Day: 500},
	// Google Workspace Admin Help, "Gmail sending limits in Google Workspace": 2,000 a
	// day, 500 in a trial and until 60 days after the first payments.
	"workspace": {Day: 2000},
	// Microsoft, "Exchange Online limits", sending limits: 10,000 recipients a day, and
	// 30 messages a minute by SMTP.
	"microsoft365": {Minute: 30, Day: 10_000},
	// Microsoft Support, "Sending limits in Outlook.com": 5,000 recipients a day for
	// subscribers. For others it gives no figure; 300 is what they report.
	"outlook": {Minute: 30, Day: 300},
	// Fastmail Help, "Account limits": by plan. The figure is that of the smallest, as we
	// remember it; the page could not be read when this was checked.
	"fastmail": {Day: 4000},
	"own":      {},
}

// presetOf returns the preset of a known host. Workspace shares smtp.gmail.com, so its
// operator has to set it.
func presetOf(host string) string {
	switch host = strings.ToLower(host); {
	case host == "smtp.gmail.com" || host == "smtp.googlemail.com":
		return "gmail"
	case host == "smtp-relay.gmail.com":
		return "workspace"
	case host == "smtp.office365.com":
		return "microsoft365"
	case host == "smtp-mail.outlook.com":
		return "outlook"
	case host == "smtp.fastmail.com":
		return "fastmail"
	}
	return "own"
}

var figurePattern = regexp.MustCompile(`^([0-9]{1,7})/(minute|hour|day)$`)

// UnmarshalText never fails: see Duration.wrong.
func (s *Sending) UnmarshalText(text []byte) error {
	*s = Sending{}
	name := strings.TrimSpace(string(text))
	if name == "" {
		return nil
	}
	if preset, ok := presets[name]; ok {
		*s = Sending{SendingBudget: preset, given: true}
		return nil
	}
	for _, figure := range strings.Fields(strings.ReplaceAll(name, ",", " ")) {
		m := figurePattern.FindStringSubmatch(figure)
		into := map[string]*int{"minute": &s.Minute, "hour": &s.Hour, "day": &s.Day}
		if m == nil || *into[m[2]] != 0 {
			*s = Sending{wrong: name}
			return nil
		}
		n, err := strconv.Atoi(m[1])
		if err != nil || n == 0 {
			*s = Sending{wrong: name}
			return nil
		}
		*into[m[2]] = n
	}
	s.given = true
	return nil
}

// Budget returns the limits of the operator, or of the host.
func (c SMTP) Budget() server.SendingBudget {
	b := c.Limits.SendingBudget
	if !c.Limits.given {
		b = presets[presetOf(c.Host)]
	}
	b.Newcomers, b.Strangers = c.NewReceivers, c.StrangersPerHour
	return b
}

func (c *SMTP) check(p *problems) {
	c.MailServer.check(p, "smtp")
	if c.Limits.wrong != "" {
		p.say("smtp.limits",
			`is %q; there are %s, and numbers such as "30/minute 500/hour 2000/day", each at most once and not 0`,
			c.Limits.wrong, strings.Join(slices.Sorted(maps.Keys(presets)), ", "))
	}
	p.within("smtp.connections", c.Connections, 1, 50)
	p.within("smtp.new_receivers", c.NewReceivers, 1, 100_000)
	p.within("smtp.strangers_per_hour", c.StrangersPerHour, 1, 10_000)
}
