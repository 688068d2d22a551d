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
	"turnpost/mail/club/clock"
)

// Example is a configuration that shows and explains every key: a line that
// begins with "#" and a key shows the default.
//
//go:embed example.toml
var Example string

// DefaultPath is where commands look for the configuration.
const DefaultPath = "turnpost.toml"

// Config is what the operator decides: the file turnpost.toml. Every key has a
// default but those that only the operator can know; [Example] shows and
// explains them all.
type Config struct {
	Robot     Robot     `toml:"robot"`
	IMAP      IMAP      `toml:"imap"`
	LMTP      LMTP      `toml:"lmtp"`
	SMTP      SMTP      `toml:"smtp"`
	DKIM      DKIM      `toml:"dkim"`
	Database  Database  `toml:"database"`
	Trust     Trust     `toml:"trust"`
	OAuth     OAuth     `toml:"oauth"`
	Policy    Policy    `toml:"policy"`
	Limits    Limits    `toml:"limits"`
	Privacy   Privacy   `toml:"privacy"`
	Templates Templates `toml:"templates"`
	Log       Log       `toml:"log"`
	Shown

	// Warnings are sentences about what is unwise and not wrong, found while
	// loading.
	Warnings []string `toml:"-"`
}

// Robot is who the players write to.
type Robot struct {
	// Address is local@domain. Players write to it, and every letter of ours
	// comes from it.
	Address string `toml:"address"`
	// Name is the display name beside the address.
	Name string `toml:"name"`
	// PlusAddress says that mail to local+anything@domain arrives at Address.
	PlusAddress bool `toml:"plus_address"`
}

// Server is how to reach one mail server and log in to it.
type Server struct {
	Host string        `toml:"host"`
	Port int           `toml:"port"` // never 0 once loaded
	TLS  mail.Security `toml:"tls"`
	User string        `toml:"user"` // empty, for SMTP only: no login
	Auth string        `toml:"auth"` // AuthPassword or AuthOAuth

	// At most one of these three is given. Secret is what it led to.
	Password     Secret `toml:"password"`
	PasswordFile string `toml:"password_file"`
	PasswordEnv  string `toml:"password_env"`

	// Secret is the password once the configuration is loaded; it is empty
	// when there is no login.
	Secret Secret `toml:"-"`
}

// Addr is host:port, as net.Dial takes it.
func (s Server) Addr() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// IMAP is where letters come in.
type IMAP struct {
	Server
	// Mailbox is the folder that letters arrive in.
	Mailbox string `toml:"mailbox"`
	// Done is the folder that they are filed into once they are stored. Where
	// the server cannot move them they stay and are flagged.
	Done string `toml:"done"`
	// Poll is how often to look whatever the server says.
	Poll Duration `toml:"poll"`
}

// SMTP is where letters go out.
type SMTP struct {
	Server
	// Limits is how many letters the server takes from us.
	Limits Sending `toml:"limits"`
	// Connections is how many letters go out at a time, each by a connection of its own.
	Connections int `toml:"connections"`
	// NewReceivers is how many people that never wrote may have their first letter
	// in a day.
	NewReceivers int `toml:"new_receivers"`
	// StrangersPerHour is how many letters may go in an hour to people who never wrote.
	StrangersPerHour int `toml:"strangers_per_hour"`
}

// Trust is whose word is believed about who wrote a letter.
type Trust struct {
	// Mode is "proof", or "open" for closed networks: then everybody is believed.
	Mode string `toml:"mode"`
	// DKIM says that signatures are verified, which asks the DNS.
	DKIM bool `toml:"dkim"`
	// AuthservID is the authserv-id (RFC 8601) of the operator's own mail
	// server, whose Authentication-Results are believed; empty: nobody's are.
	AuthservID string `toml:"authserv_id"`
}

// The modes of trust; package auth says what they mean.
const (
	trustProof = "proof"
	trustOpen  = "open"
)

// Open reports whether everybody is believed.
func (c Trust) Open() bool { return c.Mode == trustOpen }

// OpenWarning is said at each start and by each check.
const OpenWarning = `trust.mode is "open": EVERY LETTER IS BELIEVED, so anybody who can send mail to this server plays for any player. Use it where only members can send; else set it to "proof"`

// Policy is what players may do to each other, and what they are owed.
type Policy struct {
	// Members are who may play: addresses, and domains with an @ in front; none:
	// everybody may.
	Members []string `toml:"members"`
	// Language and Timezone are what newcomers have until they set others; Pace is that
	// of a challenge that names none.
	Language string `toml:"language"`
	Timezone string `toml:"timezone"`
	Pace     string `toml:"pace"`
	// ChallengesPerDay is how many invitations a player may make in a day.
	ChallengesPerDay int `toml:"challenges_per_day"`
	// ChallengesPerDomain is how many invitations all players of one registered
	// domain may make in a day; SharedDomains are those where the address counts
	// alone, beside the big public mail providers.
	ChallengesPerDomain int      `toml:"challenges_per_domain"`
	SharedDomains       []string `toml:"shared_domains"`
	// StrangersPerDay is how many invitations a player gets in a day from people
	// with whom they never played.
	StrangersPerDay int `toml:"strangers_per_day"`
	// InvitationDays is how long an invitation stands.
	InvitationDays int `toml:"invitation_days"`
	// Grace is how long a move is still taken when a clock has run out.
	Grace Duration `toml:"grace"`
	// VacationDays is how many days of vacation a player has in a year. Time in
	// which letters to the player come back takes from it.
	VacationDays int `toml:"vacation_days"`
	// VacationsPlanned is how many vacations a player may plan at a time.
	VacationsPlanned int `toml:"vacations_planned"`
	RobotPolicy
}

// RobotPolicy is what the section [policy] says of robots, and of programs.
type RobotPolicy struct {
	// RobotGames is how many games with robots a player may have under way.
	RobotGames int `toml:"robot_games"`
	// RobotGamesPerDay is how many games with robots a person may begin in a day.
	RobotGamesPerDay int `toml:"robot_games_per_day"`
	// RobotChallenges is ChallengesPerDay of players for whom a program plays.
	RobotChallenges int `toml:"robot_challenges_per_day"`
	// RooyaTable is the file with the values of Le Rooya, if there is one.
	RooyaTable string `toml:"rooya_table"`
}

// Default is the configuration before a file is read. A port of 0 stands
// for the usual port of the TLS mode.
func Default() Config {
	return Config{
		Robot:    Robot{Name: "Turnpost", PlusAddress: true},
		IMAP:     IMAP{Server: Server{TLS: mail.TLS, Auth: AuthPassword}, Mailbox: "INBOX", Done: "Turnpost/Done", Poll: Duration{Duration: time.Minute}},
		LMTP:     LMTP{Mode: "0660"},
		SMTP:     SMTP{Server: Server{TLS: mail.TLS, Auth: AuthPassword}, Connections: 4, NewReceivers: 200, StrangersPerHour: 20},
		DKIM:     DKIM{Key: "dkim.key"},
		Database: Database{Path: "turnpost.db", Backup: Backup{Every: Duration{Duration: time.Hour}, Keep: 48}},
		Trust:    Trust{Mode: trustProof, DKIM: true},
		OAuth:    OAuth{TokenFile: "oauth.token", Scopes: []string{}},
		Policy: Policy{
			Members: []string{}, Language: "en", Timezone: "UTC", Pace: clock.DefaultPace, ChallengesPerDay: 10, ChallengesPerDomain: 30, SharedDomains: []string{}, StrangersPerDay: 5,
			InvitationDays: 14, Grace: Duration{Duration: 12 * time.Hour}, VacationDays: 30, VacationsPlanned: 3,
			RobotPolicy: RobotPolicy{RobotGames: 8, RobotGamesPerDay: 50, RobotChallenges: 10},
		},
		Limits:  Limits{MaxLetter: Size{Bytes: 1_000_000}, QuestionsPerDay: 1, QuestionsPerHour: 20},
		Log:     Log{Level: "info", Format: "text"},
		Shown:   Shown{HTTP: HTTP{Listen: "127.0.0.1:8025"}, Archive: Archive{Every: Duration{Duration: time.Hour}}, Following: Following{PliesLate: 2, Most: 20}},
		Privacy: Privacy{KeepLetters: Days{N: 30}, KeepAudit: Days{N: 400}},
	}
}

// Summary says in a few lines what a loaded configuration comes to.
func (c Config) Summary() string {
	login := func(s Server) string {
		if s.User == "" {
			return "without a login"
		}
		return "as " + s.User
	}
	in := fmt.Sprintf("imap:     %s (%s) %s, mailbox %s\n", c.IMAP.Addr(), c.IMAP.TLS, login(c.IMAP.Server), c.IMAP.Mailbox)
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
		members = fmt.Sprintf("\nplayers:  newcomers read %s, timezone %s; pace %s", p.Language, p.Timezone, p.Pace)
	}
	if len(c.Policy.Members) > 0 {
		members += "\nmembers:  " + strings.Join(c.Policy.Members, ", ") + ", and nobody else"
	}
	return fmt.Sprintf("robot:    %s\n%ssmtp:     %s (%s) %s\ndatabase: %s%s%s\n",
		c.Robot.Address, in, c.SMTP.Addr(), c.SMTP.TLS, login(c.SMTP.Server), db.Redacted(c.Database.Where()), over, members)
}
