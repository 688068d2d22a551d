package main

import (
	"fmt"
	"net"
	"strconv"
	"time"

	"turnpost/mail"
	"turnpost/mail/desk"
)

// Config is what the operator decides: the file turnpost.toml. Every key has a
// default but those that only the operator can know; config_example.toml shows
// and explains them all.
type Config struct {
	Robot    RobotConfig    `toml:"robot"`
	IMAP     IMAPConfig     `toml:"imap"`
	SMTP     SMTPConfig     `toml:"smtp"`
	Database DatabaseConfig `toml:"database"`
	Trust    TrustConfig    `toml:"trust"`
	OAuth    OAuthConfig    `toml:"oauth"`
	Manners  MannersConfig  `toml:"manners"`
	Limits   LimitsConfig   `toml:"limits"`
	Privacy  PrivacyConfig  `toml:"privacy"`
	Log      LogConfig      `toml:"log"`
	HTTP     HTTPConfig     `toml:"http"`

	// Warnings are sentences about what is unwise and not wrong, found while
	// loading.
	Warnings []string `toml:"-"`
}

// RobotConfig is who the players write to.
type RobotConfig struct {
	// Address is local@domain. Players write to it, and every letter of ours
	// comes from it.
	Address string `toml:"address"`
	// Name is the display name beside the address.
	Name string `toml:"name"`
	// PlusAddress says that mail to local+anything@domain arrives at Address.
	PlusAddress bool `toml:"plus_address"`
}

// ServerConfig is how to reach one mail server and log in to it.
type ServerConfig struct {
	Host string        `toml:"host"`
	Port int           `toml:"port"` // never 0 once loaded
	TLS  mail.Security `toml:"tls"`
	User string        `toml:"user"` // empty, for SMTP only: no login
	Auth string        `toml:"auth"` // authPassword or authOAuth

	// At most one of these three is given. Secret is what it led to.
	Password     Secret `toml:"password"`
	PasswordFile string `toml:"password_file"`
	PasswordEnv  string `toml:"password_env"`

	// Secret is the password once the configuration is loaded; it is empty
	// when there is no login.
	Secret Secret `toml:"-"`
}

// Addr is host:port, as net.Dial takes it.
func (s ServerConfig) Addr() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// IMAPConfig is where letters come in.
type IMAPConfig struct {
	ServerConfig
	// Mailbox is the folder that letters arrive in.
	Mailbox string `toml:"mailbox"`
	// Done is the folder that they are filed into once they are stored. Where
	// the server cannot move them they stay and are flagged.
	Done string `toml:"done"`
	// Poll is how often to look whatever the server says.
	Poll Duration `toml:"poll"`
}

// SMTPConfig is where letters go out.
type SMTPConfig struct {
	ServerConfig
}

// TrustConfig is whose word is believed about who wrote a letter.
type TrustConfig struct {
	// Mode is "proof", or "open" for closed networks: then everybody is believed.
	Mode string `toml:"mode"`
	// DKIM says that signatures are verified, which asks the DNS.
	DKIM bool `toml:"dkim"`
	// AuthservID is the authserv-id (RFC 8601) of the operator's own mail
	// server, whose Authentication-Results are believed; empty: nobody's are.
	AuthservID string `toml:"authserv_id"`
}

// The modes of trust; package trust says what they mean.
const (
	trustProof = "proof"
	trustOpen  = "open"
)

// MannersConfig is what players may do to each other, and what they are owed.
type MannersConfig struct {
	// ChallengesPerDay is how many invitations a player may make in a day.
	ChallengesPerDay int `toml:"challenges_per_day"`
	// InvitationDays is how long an invitation stands.
	InvitationDays int `toml:"invitation_days"`
	// Grace is how long a move is still taken when a clock has run out.
	Grace Duration `toml:"grace"`
	// VacationDays is how many days of vacation a player has in a year.
	VacationDays int `toml:"vacation_days"`
	// VacationsPlanned is how many vacations a player may plan at a time.
	VacationsPlanned int `toml:"vacations_planned"`
}

// manners are the limits as the desk takes them.
func (c MannersConfig) manners() desk.Manners {
	return desk.Manners{
		Challenges: c.ChallengesPerDay, InvitationFor: time.Duration(c.InvitationDays) * 24 * time.Hour,
		Grace: c.Grace.Duration, VacationDays: c.VacationDays, Vacations: c.VacationsPlanned,
	}
}

// defaultConfig is the configuration before a file is read. A port of 0 stands
// for the usual port of the TLS mode.
func defaultConfig() Config {
	usual := desk.DefaultManners()
	return Config{
		Robot:    RobotConfig{Name: "Turnpost", PlusAddress: true},
		IMAP:     IMAPConfig{ServerConfig: ServerConfig{TLS: mail.TLS, Auth: authPassword}, Mailbox: "INBOX", Done: "Turnpost/Done", Poll: Duration{Duration: time.Minute}},
		SMTP:     SMTPConfig{ServerConfig: ServerConfig{TLS: mail.TLS, Auth: authPassword}},
		Database: DatabaseConfig{Path: "turnpost.db"},
		Trust:    TrustConfig{Mode: trustProof, DKIM: true},
		OAuth:    OAuthConfig{TokenFile: "oauth.token", Scopes: []string{}},
		Manners: MannersConfig{
			ChallengesPerDay: usual.Challenges, InvitationDays: int(usual.InvitationFor / (24 * time.Hour)),
			Grace: Duration{Duration: usual.Grace}, VacationDays: usual.VacationDays, VacationsPlanned: usual.Vacations,
		},
		Limits:  LimitsConfig{MaxLetter: Size{Bytes: 1_000_000}},
		Log:     LogConfig{Level: "info", Format: "text"},
		HTTP:    HTTPConfig{Listen: "127.0.0.1:8025"},
		Privacy: PrivacyConfig{KeepLetters: Days{N: int(desk.DefaultLimits().KeepLetters / (24 * time.Hour))}},
	}
}

// Duration is a time.Duration that is written as Go writes it: "90s", "1m". It
// is a struct because the decoder would take a bare number for nanoseconds.
type Duration struct {
	time.Duration
	// wrong is a text that is no duration. The check refuses it, which knows
	// its line and tells it together with all else that is wrong.
	wrong string
}

// UnmarshalText reads "90s", "1m30s", "2h". It never fails: see wrong.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration{Duration: v}
	if err != nil {
		d.wrong = string(text)
	}
	return nil
}

// Secret is a password. Printing it, by whatever verb, does not tell it.
type Secret string

// Format hides the secret from every verb of package fmt.
func (s Secret) Format(f fmt.State, _ rune) {
	if s == "" {
		fmt.Fprint(f, "(no secret)")
		return
	}
	fmt.Fprint(f, "(secret)")
}
