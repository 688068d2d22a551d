package config

import (
	_ "embed"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
)

// Example is a configuration that shows and explains every key: a line that
// begins with "#" and a key shows the default.
//
//go:embed example.toml
var Example string

// Config is the configuration, the file turnpost.toml. Every key has a default except those
// that only the operator knows. [Example] explains all keys.
type Config struct {
	Server    ServerIdentity `toml:"robot"`
	IMAP      IMAP           `toml:"imap"`
	LMTP      LMTP           `toml:"lmtp"`
	SMTP      SMTP           `toml:"smtp"`
	DKIM      DKIM           `toml:"dkim"`
	Database  Database       `toml:"database"`
	Trust     Trust          `toml:"trust"`
	OAuth     OAuth          `toml:"oauth"`
	Policy    Policy         `toml:"policy"`
	Limits    Limits         `toml:"limits"`
	Privacy   Privacy        `toml:"privacy"`
	Templates Templates      `toml:"templates"`
	Log       Log            `toml:"log"`
	Publicity
	Robots Engines `toml:"robots"`

	// WithoutList allows the server to start with a database that was restored without its
	// departures list (see Database.Departed).
	WithoutList bool `toml:"-"`

	// Variables are the names of environment variables that replaced settings.
	Variables []string `toml:"-"`

	// Warnings are sentences about risky settings, found while loading.
	Warnings []string `toml:"-"`
}

// ServerIdentity is the section [robot]: the server's own address, and the name beside it.
type ServerIdentity struct {
	// Address is local@domain, which players write to and all messages come from.
	Address string `toml:"address"`
	// Name is the display name of the address.
	Name string `toml:"name"`
	// PlusAddress says that mail to local+anything@domain arrives at Address.
	PlusAddress bool `toml:"plus_address"`
}

// MailServer is how to connect and log in to a mail server.
type MailServer struct {
	Host string        `toml:"host"`
	Port int           `toml:"port"` // never 0 once loaded
	TLS  mail.Security `toml:"tls"`
	User string        `toml:"user"` // empty: no login, for SMTP only
	Auth string        `toml:"auth"` // AuthPassword or AuthOAuth

	// At most one of these three is set. Secret is the result.
	Password     Secret `toml:"password"`
	PasswordFile string `toml:"password_file"`
	PasswordEnv  string `toml:"password_env"`

	// Secret is the password after loading; empty without a login.
	Secret Secret `toml:"-"`
}

// Addr is host:port, as net.Dial takes it.
func (s MailServer) Addr() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// IMAP is where messages come in.
type IMAP struct {
	MailServer
	// Mailbox is the folder that messages arrive in.
	Mailbox string `toml:"mailbox"`
	// Done is the folder that stored messages are moved to. If the server cannot move them,
	// they stay and are flagged.
	Done string `toml:"done"`
	// Poll is how often to look for mail, even if the server reports none.
	Poll Duration `toml:"poll"`
}

// SMTP is where messages are sent.
type SMTP struct {
	MailServer
	// Limits is how many messages the server accepts.
	Limits Sending `toml:"limits"`
	// Connections is how many messages are sent at a time, each by its own connection.
	Connections int `toml:"connections"`
	// NewReceivers is how many people who never wrote may get their first message in a day.
	NewReceivers int `toml:"new_receivers"`
	// StrangersPerHour is how many messages may go in an hour to people who never wrote.
	StrangersPerHour int `toml:"strangers_per_hour"`
}

// Trust configures the proof of senders.
type Trust struct {
	// Mode is "proof", or "open" for closed networks, which believes everybody.
	Mode string `toml:"mode"`
	// DKIM says whether to verify signatures, which needs the DNS.
	DKIM bool `toml:"dkim"`
	// AuthservID is the authserv-id (RFC 8601) of the operator's mail server, whose
	// Authentication-Results are believed. Empty: none are.
	AuthservID string `toml:"authserv_id"`
}

// The modes of trust; see package auth.
const (
	trustProof = "proof"
	trustOpen  = "open"
)

// Open reports whether everybody is believed.
func (c Trust) Open() bool { return c.Mode == trustOpen }

// OpenWarning is logged at each start, and printed by each check.
const OpenWarning = `trust.mode is "open": EVERY MESSAGE IS BELIEVED, so anybody who can send mail to this server ` +
	`plays for any player. Use it only where nobody but members can send; else set it to "proof"`

// Policy is what players may do.
type Policy struct {
	// Members are who may play: addresses, and domains after an @. Empty: everybody.
	Members []string `toml:"members"`
	// Pace applies to challenges that name none.
	Pace string `toml:"pace"`
	// InvitationDays is after how many days an invitation expires.
	InvitationDays int `toml:"invitation_days"`
	// Grace is how long a move is still accepted after a clock has run out.
	Grace Duration `toml:"grace"`
	// RooyaTable is the file with the values of Le Rooya, if there is one.
	RooyaTable string `toml:"rooya_table"`
	// SolveRooya has the server make that file if there is none.
	SolveRooya bool `toml:"solve_rooya"`
	club.PlayerPolicy
	club.BotPolicy
}

// Default is the configuration before a file is read. A port of 0 is the default port of the
// TLS mode.
func Default() Config {
	policy := club.DefaultPolicy()
	return Config{
		Server: ServerIdentity{Name: "Turnpost", PlusAddress: true},
		IMAP: IMAP{MailServer: MailServer{TLS: mail.TLS, Auth: AuthPassword}, Mailbox: "INBOX", Done: "Turnpost/Done",
			Poll: Duration{Duration: time.Minute}},
		LMTP: LMTP{Mode: "0660"},
		SMTP: SMTP{MailServer: MailServer{TLS: mail.TLS, Auth: AuthPassword}, Connections: 4, NewReceivers: 200,
			StrangersPerHour: 20},
		DKIM:     DKIM{Key: "dkim.key"},
		Database: Database{Path: "turnpost.db", Backup: Backup{Every: Duration{Duration: time.Hour}, Keep: 48}},
		Trust:    Trust{Mode: trustProof, DKIM: true},
		OAuth:    OAuth{TokenFile: "oauth.token", Scopes: []string{}},
		Policy: Policy{
			Members: []string{}, Pace: clock.DefaultPace, InvitationDays: 14, Grace: Duration{Duration: policy.Grace},
			PlayerPolicy: policy.PlayerPolicy, BotPolicy: policy.BotPolicy,
		},
		Limits: Limits{MaxMessage: Size{Bytes: 1_000_000}, MaxStored: Size{Bytes: 2_000_000_000}, QuestionsPerDay: 1,
			QuestionsPerHour: 20},
		Log: Log{Level: "info", Format: "text"},
		Publicity: Publicity{HTTP: HTTP{Listen: "127.0.0.1:8025"},
			Archive: Archive{Every: Duration{Duration: time.Hour}}, Following: policy.Following},
		Privacy: Privacy{KeepMessages: Days{N: 30}, KeepAudit: Days{N: 400}},
	}
}

// Passwords returns the keys of the file that have a password.
func (c Config) Passwords() (keys []string) {
	for _, s := range []struct {
		key string
		has bool
	}{
		{"imap.password", c.IMAP.Password != ""}, {"smtp.password", c.SMTP.Password != ""},
		{"oauth.client_secret", c.OAuth.ClientSecret != ""}, {urlKey, c.Database.hasPassword()},
	} {
		if s.has {
			keys = append(keys, s.key)
		}
	}
	return keys
}

// Summary describes a loaded configuration in a few lines.
func (c Config) Summary() string {
	login := func(s MailServer) string {
		if s.User == "" {
			return "without a login"
		}
		return "as " + s.User
	}
	in := fmt.Sprintf("imap:     %s (%s) %s, mailbox %s\n", c.IMAP.Addr(), c.IMAP.TLS, login(c.IMAP.MailServer),
		c.IMAP.Mailbox)
	if !c.Polls() {
		in = ""
	}
	if c.LMTP.Listen != "" {
		in += fmt.Sprintf("lmtp:     %s\n", c.LMTP.Listen)
	}
	over := ""
	if w := db.SecurityOf(c.Database.Where()); w.Far && w.Weakness() == "" {
		over = " (TLS, host verified)"
	} else if w.Far {
		over = " (sslmode=" + w.Mode + ")"
	}
	members, usual := "", Default().Policy
	if p := c.Policy; p.Language != usual.Language || p.Timezone != usual.Timezone || p.Pace != usual.Pace {
		members = fmt.Sprintf("\nplayers:  newcomers: language %s, timezone %s, pace %s", p.Language, p.Timezone,
			p.Pace)
	}
	if len(c.Policy.Members) > 0 {
		members += "\nmembers:  " + strings.Join(c.Policy.Members, ", ") + " only"
	}
	if len(c.Variables) > 0 {
		members += "\nsettings: by the environment: " + strings.Join(c.Variables, ", ")
	}
	return fmt.Sprintf("robot:    %s\n%ssmtp:     %s (%s) %s\ndatabase: %s%s%s\n",
		c.Server.Address, in, c.SMTP.Addr(), c.SMTP.TLS, login(c.SMTP.MailServer), db.Redacted(c.Database.Where()),
		over, members)
}
