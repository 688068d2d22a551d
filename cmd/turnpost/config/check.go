package config

import (
	netmail "net/mail"
	"net/netip"
	"strings"
	"time"
	"unicode"

	"turnpost/mail"
)

// check reports everything that is wrong with the configuration. lines has the lines of the
// keys, and keys those that environment variables set.
func (c *Config) check(lines map[string]int, keys []string) error {
	p := &problems{lines: lines, keys: keys}
	c.Server.check(p)
	if c.Polls() {
		c.IMAP.check(p)
	}
	c.LMTP.check(p)
	c.SMTP.check(p)
	c.DKIM.check(p, c.Server.Address)
	c.Database.check(p)
	if strings.ContainsFunc(c.Trust.AuthservID, func(r rune) bool { return unicode.IsSpace(r) || r == ';' }) {
		p.say("trust.authserv_id", `is %q, which is not an authserv-id; it is one word, such as "mx.example.org"`,
			c.Trust.AuthservID)
	}
	if c.Trust.Mode != trustProof && c.Trust.Mode != trustOpen {
		p.say("trust.mode", `is %q; there are "proof", and "open" for closed networks`, c.Trust.Mode)
	}
	c.OAuth.check(p, c.usesOAuth())
	c.Policy.check(p)
	c.Templates.check(p)
	c.Limits.check(p)
	c.Privacy.check(p)
	c.Log.check(p)
	c.HTTP.check(p)
	c.Archive.check(p)
	c.Calendar.check(p)
	c.Robots.check(p)
	p.within("following.plies_late", c.Following.Late, 0, 100)
	p.within("following.most", c.Following.Most, 0, 1000)
	return p.err()
}

func (c *ServerIdentity) check(p *problems) {
	const form = `an address such as "games@example.org"`
	switch a, err := netmail.ParseAddress(c.Address); {
	case c.Address == "":
		p.say("robot.address", "is missing; give %s", form)
	case err != nil || a.Address != c.Address:
		p.say("robot.address", "is %q; give %s, without a name or brackets", c.Address, form)
	case c.PlusAddress && strings.Contains(c.Address, "+"):
		p.say("robot.address",
			"has a plus sign, after which Turnpost writes its own tags; give an address without, or set "+
				"plus_address = false")
	}
	if strings.ContainsFunc(c.Name, unicode.IsControl) {
		p.say("robot.name", "is %q; it must be one line of text", c.Name)
	}
}

func (c *IMAP) check(p *problems) {
	c.MailServer.check(p, "imap")
	if c.User == "" {
		p.say("imap.user", "is missing; give the name to log in with")
	}
	if c.Mailbox == "" {
		p.say("imap.mailbox", `is empty; give the folder that mail arrives in, usually "INBOX"`)
	} else if c.Mailbox == c.Done {
		p.say("imap.done", "is the mailbox itself; give another folder")
	}
	if c.Done == "" {
		p.say("imap.done", `is empty; give the folder for stored messages, such as "Turnpost/Done"`)
	}
	if c.Poll.wrong != "" {
		p.say("imap.poll", `is %q; give a duration in quotes, such as "30s", "1m" or "2h"`, c.Poll.wrong)
	} else if c.Poll.Duration < time.Second {
		p.say("imap.poll", `is %q; it must be at least "1s"`, c.Poll.String())
	}
}

// check reports what is wrong with the server of a section.
func (s *MailServer) check(p *problems, section string) {
	switch {
	case s.Host == "":
		p.say(section+".host", `is missing; give the name of the server, such as "mail.example.org"`)
	case strings.ContainsAny(s.Host, " \t/"), strings.Contains(s.Host, ":") && !IsIP(s.Host):
		p.say(section+".host", "is %q; give only the name or the address of the server", s.Host)
	case s.TLS == mail.Plain && !IsLoopback(s.Host):
		p.say(section+".tls",
			`is "plain", which is for this machine only (localhost, 127.0.0.1, ::1), and the host is %s; use "tls" `+
				`or "starttls"`, s.Host)
	}
	switch s.TLS {
	case mail.TLS, mail.STARTTLS, mail.Plain:
	default:
		p.say(section+".tls", `is %q; there are "tls", "starttls", "plain"`, string(s.TLS))
	}
	p.within(section+".port", s.Port, 1, 65535)
	switch s.Auth {
	case AuthPassword, AuthOAuth:
	default:
		p.say(section+".auth", `is %q; there are "password" and "oauth"`, s.Auth)
	}
	secrets := p.alone(section, given{"password", string(s.Password)}, given{"password_file", s.PasswordFile},
		given{"password_env", s.PasswordEnv})
	if s.Auth == AuthOAuth && len(secrets) > 0 {
		p.say(section+"."+secrets[0], `is given together with auth = "oauth"; give only one of them`)
	}
	if s.User == "" && s.Auth == AuthOAuth && section == "smtp" {
		p.say(section+".user", `is missing; with auth = "oauth", give the address to log in with`)
	}
	if s.User == "" && len(secrets) > 0 && section == "smtp" {
		p.say(section+".user", "is missing; give the name to log in with, or no password to send without a login")
	}
}

func (c *Policy) check(p *problems) {
	if c.SolveRooya && c.RooyaTable == "" {
		p.say("policy.solve_rooya", `is true; give policy.rooya_table the file to write, such as `+
			`"/var/lib/turnpost/rooya.table"`)
	}
	c.checkMembers(p)
	c.checkNewcomers(p)
	p.within("policy.challenges_per_day", c.Challenges, 1, 1000)
	p.within("policy.challenges_per_domain", c.ChallengesOfDomain, 1, 100_000)
	p.within("policy.strangers_per_day", c.Strangers, 1, 1000)
	p.within("policy.robot_games", c.BotGames, 0, 100)
	p.within("policy.robot_games_per_day", c.BotGamesADay, 1, 1000)
	p.within("policy.robot_challenges_per_day", c.ProgramChallenges, 1, 1000)
	for _, domain := range c.Shared {
		if !strings.Contains(domain, ".") || strings.ContainsAny(domain, "@/ *") {
			p.say("policy.shared_domains", `has %q; give domains, such as "club.example"`, domain)
		}
	}
	p.within("policy.invitation_days", c.InvitationDays, 1, 365)
	p.within("policy.vacation_days", c.VacationDays, 0, 366)
	p.within("policy.vacations_planned", c.Vacations, 0, 100)
	const most = 30 * 24 * time.Hour
	if c.Grace.wrong != "" {
		p.say("policy.grace", `is %q; give a duration in quotes, such as "30m" or "12h"`, c.Grace.wrong)
	} else if c.Grace.Duration < 0 || c.Grace.Duration > most {
		p.say("policy.grace", `is %q; it must be from "0s" to "720h"`, c.Grace.String())
	}
}

// IsIP reports whether host is an IP address.
func IsIP(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// IsLoopback reports whether host is certainly this machine. Names other than localhost are
// not resolved, because their addresses may change.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() || strings.EqualFold(host, "localhost")
}
