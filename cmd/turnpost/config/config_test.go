package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail"
	"turnpost/mail/club"
)

// least is the least that a configuration must say.
const least = `
[robot]
address = "games@example.org"
[imap]
host = "mail.example.org"
user = "games"
password_env = "TURNPOST_TEST_SECRET"
[smtp]
host = "127.0.0.1"
tls = "plain"
`

// oauthSection signs in with nothing missing.
const oauthSection = "[oauth]\nprovider = \"gmail\"\nclient_id = \"me\"\n"

// leastConfig is what least comes to.
func leastConfig() Config {
	c := Default()
	c.Server.Address = "games@example.org"
	c.IMAP.Host, c.IMAP.User, c.IMAP.PasswordEnv, c.IMAP.Port = "mail.example.org", "games", "TURNPOST_TEST_SECRET", 993
	c.SMTP.Host, c.SMTP.TLS, c.SMTP.Port = "127.0.0.1", mail.Plain, 587
	return c
}

func TestTheLeastConfig(t *testing.T) {
	c, err := Parse([]byte(least))
	require.NoError(t, err)
	require.Equal(t, leastConfig(), c)
	require.Equal(t, "127.0.0.1:587", c.SMTP.Addr())
}

func TestConfigKeys(t *testing.T) {
	c, err := Parse([]byte(`
robot = { address = "g@example.org", name = "Ludi", plus_address = false }
[imap]
host = "::1"
port = 1143
tls = "plain"
user = "g"
password = "open"
mailbox = "Games"
done = "Done"
poll = "1m30s"
[lmtp]
listen = "unix:/run/lmtp"
mode = "0600"
[smtp]
host = "smtp.example.org"
tls = "starttls"
user = "g"
auth = "oauth"
[dkim]
domain = "Example.org"
selector = "Tp.2026"
key = "k"
[database]
path = "/var/lib/turnpost/db"
[trust]
authserv_id = "mx.example.org"
mode = "open"
dkim = false
[oauth]
provider = "custom"
client_id = "me"
client_secret = "hush"
token_file = "t"
auth_url = "https://a.example.org/"
token_url = "https://t.example.org/"
device_url = "https://d.example.org/"
scopes = ["mail", "more"]
[policy]
challenges_per_day = 1
challenges_per_domain = 2
shared_domains = ["club.example"]
members = ["@example.org"]
language = "fr"
timezone = "Europe/Paris"
pace = "slow"
strangers_per_day = 3
invitation_days = 2
grace = "3h"
vacation_days = 4
vacations_planned = 5
robot_games = 6
robot_games_per_day = 8
robot_challenges_per_day = 7
rooya_table = "/srv/rooya.table"
solve_rooya = true
[limits]
max_letter = "5 kB"
max_stored = "3 GiB"
questions_per_day = 2
questions_per_hour = 3
[privacy]
keep_letters = "7d"
keep_audit = "0"
[log]
level = "debug"
format = "json"
[http]
metrics = "[::1]:9090"
public_url = "https://g.example.org/x"
listen = ":8080"

[archive]
dir = "/srv/archive"
every = "30m"
command = "true"
lang = "fr"
url = "https://g.example.org/a"
records = true
[calendar]
dir = "/srv/deadlines"
url = "https://g.example.org/d"
[following]
plies_late = 4
most = 5
[robots.go9]
gtp = "/usr/games/gnugo --mode gtp"
[robots.chess]
uci = ""
`))
	require.NoError(t, err)
	require.Equal(t, Config{
		Server: ServerIdentity{Address: "g@example.org", Name: "Ludi"},
		LMTP:   LMTP{Listen: "unix:/run/lmtp", Mode: "0600"},
		IMAP: IMAP{MailServer: MailServer{Host: "::1", Port: 1143, TLS: mail.Plain, User: "g", Auth: "password", Password: "open"},
			Mailbox: "Games", Done: "Done", Poll: Duration{Duration: 90 * time.Second}},
		SMTP:     SMTP{MailServer: MailServer{Host: "smtp.example.org", Port: 587, TLS: mail.STARTTLS, User: "g", Auth: "oauth"}, Connections: 4, NewReceivers: 200, StrangersPerHour: 20},
		DKIM:     DKIM{Domain: "example.org", Selector: "tp.2026", Key: "k"},
		Database: Database{Path: "/var/lib/turnpost/db", Backup: Backup{Every: Duration{Duration: time.Hour}, Keep: 48}},
		Trust:    Trust{AuthservID: "mx.example.org", Mode: "open"},
		OAuth: OAuth{Provider: "custom", ClientID: "me", ClientSecret: "hush", TokenFile: "t", AuthURL: "https://a.example.org/",
			TokenURL: "https://t.example.org/", DeviceURL: "https://d.example.org/", Scopes: []string{"mail", "more"}},
		Policy:  Policy{Members: []string{"@example.org"}, Pace: "slow", InvitationDays: 2, Grace: Duration{Duration: 3 * time.Hour}, RooyaTable: "/srv/rooya.table", SolveRooya: true, PlayerPolicy: club.PlayerPolicy{Challenges: 1, ChallengesOfDomain: 2, Shared: []string{"club.example"}, Strangers: 3, VacationDays: 4, Vacations: 5, Language: "fr", Timezone: "Europe/Paris"}, BotPolicy: club.BotPolicy{BotGames: 6, BotGamesADay: 8, ProgramChallenges: 7}},
		Limits:  Limits{MaxMessage: Size{Bytes: 5000}, MaxStored: Size{Bytes: 3 << 30}, QuestionsPerDay: 2, QuestionsPerHour: 3},
		Privacy: Privacy{KeepMessages: Days{N: 7}},
		Log:     Log{Level: "debug", Format: "json"},
		Publicity: Publicity{
			HTTP:      HTTP{Metrics: "[::1]:9090", PublicURL: "https://g.example.org/x", Listen: ":8080"},
			Archive:   Archive{Dir: "/srv/archive", Every: Duration{Duration: 30 * time.Minute}, Command: "true", Lang: "fr", URL: "https://g.example.org/a", Records: true},
			Calendar:  Calendar{Dir: "/srv/deadlines", URL: "https://g.example.org/d"},
			Following: club.FollowingPolicy{Late: 4, Most: 5},
		},
		Robots: Engines{"go9": {GTP: "/usr/games/gnugo --mode gtp"}},
	}, c)
}

func TestTheExampleShowsTheDefaults(t *testing.T) {
	want := Default()
	want.Server.Address = "games@example.org"
	want.IMAP.Host, want.IMAP.Port, want.IMAP.User, want.IMAP.PasswordFile = "mail.example.org", 993, "games@example.org", "imap.secret"
	want.SMTP.Host, want.SMTP.Port, want.SMTP.User, want.SMTP.PasswordFile = "mail.example.org", 465, "games@example.org", "smtp.secret"

	c, err := Parse([]byte(Example))
	require.NoError(t, err)
	require.Equal(t, want, c)

	all := regexp.MustCompile(`(?m)^#([a-z])`).ReplaceAllString(Example, "$1")
	require.NotEqual(t, Example, all)
	c, err = Parse([]byte(all))
	require.NoError(t, err)
	require.Equal(t, want, c, "with every default written out")

	lines := keyLines([]byte(all))
	for _, section := range keysOf(reflect.TypeFor[Config]()) {
		sub, _ := fieldOf(reflect.TypeFor[Config](), section)
		for _, key := range keysOf(sub) {
			if section == "robots" && !strings.HasPrefix(key, "chess.") && !strings.HasPrefix(key, "go9.") {
				continue // an example of each protocol is enough
			}
			if key != "password" && key != "password_env" { // in its comments
				assert.Contains(t, lines, section+"."+key)
			}
		}
	}
	for line := range strings.Lines(Example) {
		assert.LessOrEqual(t, len(strings.TrimSpace(line)), 80)
	}
}

// with is least with one line changed or, if it has none such, added to the end
// of its section.
func with(section, line string) string {
	key, _, _ := strings.Cut(line, " ")
	out, here, done := "", false, false
	for old := range strings.Lines(least + "[end]") {
		switch {
		case strings.HasPrefix(old, "["):
			if here && !done {
				out, done = out+line+"\n", true
			}
			here = old == "["+section+"]\n"
		case here && strings.HasPrefix(old, key+" "):
			old, done = line+"\n", true
		}
		out += old
	}
	out = strings.TrimSuffix(out, "[end]")
	if !done {
		out += "[" + section + "]\n" + line + "\n"
	}
	return out
}

func TestConfigProblems(t *testing.T) {
	const servers = "host, port, tls, user, auth, password, password_file, password_env"
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", with("imap", "prot = 1"), "line 8: there is no key prot in [imap]; there are " + servers + ", mailbox, done, poll"},
		{"unknown section", "[imapp]\n" + least, "line 1: imapp is neither a section nor a key of one; the sections are robot, imap, lmtp, smtp, dkim, database, trust, oauth, policy, limits, privacy, templates, log, http"},
		{"key outside", "host = 1\n" + least, "line 1: host is neither a section nor a key of one; the sections are robot, imap, lmtp, smtp, dkim, database, trust, oauth, policy, limits, privacy, templates, log, http"},
		{"number as text", with("imap", `port = "993"`), "line 8: imap.port is a whole number"},
		{"text as number", with("imap", "host = 5"), "line 5: imap.host is a text in quotes"},
		{"text as truth", with("robot", `plus_address = "yes"`), "line 4: robot.plus_address is true or false"},
		{"section as value", "robot = 5", "line 1: robot is a section: write [robot]"},
		{"number as duration", with("imap", "poll = 60"), `line 8: imap.poll is "60"; give a duration in quotes, such as "30s", "1m" or "2h"`},
		{"no duration", with("imap", `poll = "soon"`), `line 8: imap.poll is "soon"; give a duration in quotes, such as "30s", "1m" or "2h"`},
		{"list as duration", with("imap", `poll = []`), `line 8: imap.poll is a duration in quotes`},
		{"no mode", with("smtp", `tls = "ssl"`), `line 10: smtp.tls is "ssl"; there are "tls", "starttls", "plain"`},
		{"no syntax", "[robot]\naddress = \n", "line 2: "},
		{"key twice", least + `tls = "tls"`, "line 11: tls: key tls is already defined"},
		{"no address", with("robot", `address = ""`), `line 3: robot.address is missing; give an address such as "games@example.org"`},
		{"address with a name", with("robot", `address = "Games <games@example.org>"`), "without a name or brackets"},
		{"no such address", with("robot", `address = "games"`), `line 3: robot.address is "games"; give an address such as "games@example.org"`},
		{"plus in the address", with("robot", `address = "games+a@example.org"`), "line 3: robot.address has a plus sign"},
		{"two lines of name", with("robot", `name = "a\nb"`), `line 4: robot.name is "a\nb"; it must be one line of text`},
		{"no host", with("imap", `host = ""`), `line 5: imap.host is missing; give the name of the server, such as "mail.example.org"`},
		{"host with port", with("smtp", `host = "localhost:25"`), `line 9: smtp.host is "localhost:25"; give only the name or the address of the server`},
		{"plain abroad", with("imap", `tls = "plain"`), `line 8: imap.tls is "plain", which is for this machine only (localhost, 127.0.0.1, ::1), and the host is mail.example.org; use "tls" or "starttls"`},
		{"no limits", with("smtp", `limits = "30 a minute"`), `line 11: smtp.limits is "30 a minute"; there are fastmail, gmail, microsoft365, outlook, own, workspace, and numbers such as "30/minute 500/hour 2000/day", each at most once and not 0`},
		{"a limit twice", with("smtp", `limits = "3/day 4/day"`), `line 11: smtp.limits is "3/day 4/day"; there are fastmail, gmail, microsoft365, outlook, own, workspace, and numbers such as "30/minute 500/hour 2000/day", each at most once and not 0`},
		{"no newcomers", with("smtp", "new_receivers = 0"), "line 11: smtp.new_receivers is 0; it must be from 1 to 100000"},
		{"no strangers", with("smtp", "strangers_per_hour = 0"), "line 11: smtp.strangers_per_hour is 0; it must be from 1 to 10000"},
		{"port too high", with("smtp", "port = 65536"), "line 11: smtp.port is 65536; it must be from 1 to 65535"},
		{"port below", with("smtp", "port = -1"), "line 11: smtp.port is -1; it must be from 1 to 65535"},
		{"no user", with("imap", `user = ""`), "line 6: imap.user is missing; give the name to log in with"},
		{"two passwords", with("imap", `password = "x"`), "line 7: imap.password_env is given together with password; give only one of them"},
		{"password without user", with("smtp", `password = "x"`), "smtp.user is missing; give the name to log in with, or no password to send without a login"},
		{"no mailbox", with("imap", `mailbox = ""`), `line 8: imap.mailbox is empty`},
		{"filed into itself", with("imap", `done = "INBOX"`), "line 8: imap.done is the mailbox itself"},
		{"filed nowhere", with("imap", `done = ""`), "line 8: imap.done is empty"},
		{"no time to breathe", with("imap", `poll = "10ms"`), `line 8: imap.poll is "10ms"; it must be at least "1s"`},
		{"moved", with("imap", "max_size = 1"), `line 8: imap.max_size is now max_letter in [limits], and has a unit: max_letter = "1 MB"`},
		{"too small", with("limits", `max_letter = "1 B"`), `line 12: limits.max_letter is 1 bytes; it must be from "4 kB" to "5 MB"`},
		{"too large", with("limits", `max_letter = "999999999 MiB"`), `line 12: limits.max_letter is 1048575998951424 bytes; it must be from "4 kB" to "5 MB"`},
		{"no size", with("limits", `max_letter = "big"`), `line 12: limits.max_letter is "big"; give a size in quotes, such as "500 kB", "1 MB" or "2 GB"`},
		{"no room", with("limits", `max_stored = "49 MB"`), `line 12: limits.max_stored is 49000000 bytes; it must be from "50 MB" to "100000 GB"`},
		{"no bound", with("limits", `max_stored = "0"`), `line 12: limits.max_stored is 0 bytes; it must be from "50 MB" to "100000 GB"`},
		{"too much room", with("limits", `max_stored = "999999999 GB"`), `line 12: limits.max_stored is 999999999000000000 bytes; it must be from`},
		{"no size of a store", with("limits", `max_stored = "2 TB"`), `line 12: limits.max_stored is "2 TB"; give a size in quotes, such as "500 kB", "1 MB" or "2 GB"`},
		{"no text", with("limits", `max_letter = [1]`), "line 12: limits.max_letter is a size in quotes, such as \"1 MB\""},
		{"no days", with("privacy", `keep_letters = "30h"`), `line 12: privacy.keep_letters is "30h"; give a number of days in quotes, such as "30d", or "0" to keep letters for ever`},
		{"LMTP for everybody", with("lmtp", `listen = "0.0.0.0:24"`), `line 12: lmtp.listen is wrong: "0.0.0.0:24" can be reached from other machines, and LMTP has no login`},
		{"no permissions", with("lmtp", "listen = \"unix:x\"\nmode = \"rw\""), `line 13: lmtp.mode is "rw"; give permissions in octal, such as "0660"`},
		{"log level", with("log", `level = "loud"`), `line 12: log.level is "loud"; there are "debug", "info", "warn", "error"`},
		{"log format", with("log", `format = "xml"`), `line 12: log.format is "xml"; there are "text", "json"`},
		{"metrics without a port", with("http", `metrics = "localhost"`), `line 12: http.metrics is "localhost"; give a host and a port, such as "127.0.0.1:9090"`},
		{"no port", with("http", `listen = "localhost:http"`), `line 12: http.listen is "localhost:http"; give a host and a port, such as "127.0.0.1:8025"`},
		{"not https", with("http", `public_url = "http://example.org"`), `line 12: http.public_url is "http://example.org"; give an https URL without a query, such as "https://games.example.org"`},
		{"a query", with("http", `public_url = "https://example.org/?x=1"`), `line 12: http.public_url is "https://example.org/?x=1"; give an https URL without a query, such as "https://games.example.org"`},
		{"not ASCII", with("http", `public_url = "https://exämple.org"`), `line 12: http.public_url is "https://exämple.org"; write it in plain ASCII, the domain as it stands in DNS (xn--...)`},
		{"one port for both", with("http", "metrics = \"127.0.0.1:8025\"\npublic_url = \"https://example.org\""), `line 12: http.metrics is also http.listen; the metrics are not public, so give another port`},
		{"too many days", with("privacy", `keep_letters = "4000d"`), `line 12: privacy.keep_letters is 4000 days; it must be at most "3650d", or "0" to keep letters for ever`},
		{"too many years", with("privacy", `keep_audit = "4000d"`), `line 12: privacy.keep_audit is 4000 days; it must be at most "3650d", or "0" to keep all that operators did for ever`},
		{"no selector", with("dkim", `selector = "a_b"`), `line 12: dkim.selector is "a_b"; give a word of letters, digits and hyphens, such as "turnpost"`},
		{"a long selector", with("dkim", `selector = "`+strings.Repeat(strings.Repeat("a", 50)+".", 5)+`a"`), "line 12: dkim.selector is too long"},
		{"another's domain", with("dkim", "selector = \"a\"\ndomain = \"example.net\""), `line 13: dkim.domain is "example.net", which is not aligned with messages from games@example.org; give the domain of robot.address, or one above it`},
		{"no domain", with("dkim", "selector = \"a\"\ndomain = \"org\""), `line 13: dkim.domain is "org"; give a domain as it stands in the DNS`},
		{"no key", with("dkim", "selector = \"a\"\nkey = \"\""), "line 13: dkim.key is empty; give the path of a file"},
		{"no database", with("database", `path = ""`), "line 12: database.path is empty"},
		{"a shared address", with("policy", `shared_domains = ["a@b.c"]`), `line 12: policy.shared_domains has "a@b.c"; give domains, such as "club.example"`},
		{"no challenges", with("policy", "challenges_per_day = 0"), "line 12: policy.challenges_per_day is 0; it must be from 1 to 1000"},
		{"vacation for ever", with("policy", "vacation_days = 400"), "line 12: policy.vacation_days is 400; it must be from 0 to 366"},
		{"no grace", with("policy", `grace = "some"`), `line 12: policy.grace is "some"; give a duration in quotes, such as "30m" or "12h"`},
		{"grace without end", with("policy", `grace = "721h"`), `line 12: policy.grace is "721h0m0s"; it must be from "0s" to "720h"`},
		{"another trust", with("trust", `mode = "blind"`), `line 12: trust.mode is "blind"; there are "proof", and "open" for closed networks`},
		{"two authserv-ids", with("trust", `authserv_id = "a b"`), `line 12: trust.authserv_id is "a b", which is not an authserv-id`},
		{"no such login", with("smtp", `auth = "xoauth2"`), `line 11: smtp.auth is "xoauth2"; there are "password" and "oauth"`},
		{"token without a user", with("smtp", `auth = "oauth"`) + oauthSection, `smtp.user is missing; with auth = "oauth"`},
		{"token and password", with("imap", `auth = "oauth"`) + oauthSection, `line 7: imap.password_env is given together with auth = "oauth"; give only one of them`},
		{"no such provider", least + "[oauth]\nprovider = \"hotmail\"", `line 12: oauth.provider is "hotmail"; there are "gmail", "outlook", "custom"`},
		{"custom knows nothing", least + "[oauth]\nprovider = \"custom\"", `oauth.token_url is missing, which a provider "custom" needs`},
		{"secrets in the clear", least + oauthSection + "token_url = \"http://example.org/\"", `line 14: oauth.token_url is wrong: "http://example.org/" does not begin with https://`},
		{"two client secrets", least + oauthSection + "client_secret = \"x\"\nclient_secret_file = \"y\"", `line 15: oauth.client_secret_file is given together with client_secret`},
		{"no token file", least + oauthSection + "token_file = \"\"", `line 14: oauth.token_file is empty`},
		{"engine of no game", with("robots.chss", `uci = "/bin/a"`), "line 11: robots.chss is no game that external engines play; there are chess.uci, "},
		{"engine by an alias", with("robots.schach", `uci = "/bin/a"`), "line 11: robots.schach is no game that external engines play"},
		{"engine of a game without any", with("robots.turro", `uci = "/bin/a"`), "line 11: robots.turro is no game that external engines play"},
		{"engine of another protocol", with("robots.chess", `gtp = "/bin/a"`), "line 12: robots.chess.gtp is given, but engines of Chess speak another protocol; give uci"},
		{"two protocols", with("robots.go9", "uci = \"/bin/a\"\ngtp = \"/bin/a\""), "line 12: robots.go9.uci is given, but engines of Go 9x9 speak another protocol; give gtp"},
		{"engine without a path", with("robots.chess", `uci = "stockfish"`), `line 12: robots.chess.uci is "stockfish"; begin with the whole path of the program`},
		{"engine with another key", with("robots.chess", `ucci = "/bin/a"`), "line 12: there is no key chess.ucci in [robots]; there are chess.uci, "},
		{"engine as a list", with("robots.chess", `uci = ["/bin/a"]`), "line 12: robots.chess.uci is a text in quotes"},
		{"engine as a value", with("robots", `chess = "/bin/a"`), "line 12: robots.chess is a section: write [robots.chess]"},
		{"one scope", least + oauthSection + "scopes = \"mail\"", `line 14: oauth.scopes is a list of texts in square brackets`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse([]byte(c.text))
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n", "one problem, one sentence")
			require.NotContains(t, err.Error(), "config.", "no name of our own types")
		})
	}
}

func TestAllConfigProblemsAreToldAtOnce(t *testing.T) {
	_, err := Parse([]byte("[smtp]\nport = 0\ntls = \"plain\"\nhost = \"mx.example.org\"\n"))
	require.Error(t, err)
	require.Equal(t, strings.TrimSpace(`
robot.address is missing; give an address such as "games@example.org"
imap.host is missing; give the name of the server, such as "mail.example.org"
imap.user is missing; give the name to log in with
line 3: smtp.tls is "plain", which is for this machine only (localhost, 127.0.0.1, ::1), and the host is mx.example.org; use "tls" or "starttls"`), err.Error())

	_, err = Parse([]byte(least + "port = 70000\na = 1\nb = 2\n[c]\nd = 1\n"))
	var lines []string
	for line := range strings.Lines(err.Error()) {
		lines = append(lines, line[:7])
	}
	require.Equal(t, []string{"line 12", "line 13", "line 14", "line 11"}, lines, "%s", err)
}

func TestSecretsAreNotPrinted(t *testing.T) {
	c := leastConfig()
	c.IMAP.Secret, c.IMAP.Password = "hunter2", "hunter2"
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		require.NotContains(t, fmt.Sprintf(verb, c), "hunter2", verb)
		require.NotContains(t, fmt.Sprintf(verb, c), "68756e74657232", verb)
	}
}

// configFile writes a configuration to a folder of its own and returns its path.
func configFile(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	return secretFile(t, filepath.Join(t.TempDir(), "turnpost.toml"), text, mode)
}

// secretFile writes a file of exactly that mode, whatever the umask.
func secretFile(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), mode))
	require.NoError(t, os.Chmod(path, mode))
	return path
}

func TestSecretsAreFound(t *testing.T) {
	t.Setenv("TURNPOST_TEST_SECRET", "open sesame")
	c, err := Load(configFile(t, least, 0o644))
	require.NoError(t, err)
	require.Equal(t, "open sesame", string(c.IMAP.Secret))
	require.Empty(t, string(c.SMTP.Secret))

	path := configFile(t, Example, 0o644)
	for _, name := range []string{"imap.secret", "smtp.secret"} {
		secretFile(t, filepath.Join(filepath.Dir(path), name), "s3cret \n", 0o600)
	}
	c, err = Load(path)
	require.NoError(t, err)
	require.Equal(t, "s3cret ", string(c.SMTP.Secret), "without the newline and nothing else")
}

func TestExitStatuses(t *testing.T) {
	folder := t.TempDir()
	open := secretFile(t, filepath.Join(folder, "open"), "x", 0o644)
	empty := secretFile(t, filepath.Join(folder, "empty"), "\n", 0o600)
	two := secretFile(t, filepath.Join(folder, "two"), "a\nb\n", 0o600)
	other := func(line string) string {
		return strings.Replace(least, `password_env = "TURNPOST_TEST_SECRET"`, line, 1)
	}
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		status     int
		want       string
	}{
		{"wrong key", with("imap", "prot = 1"), 0o600, cli.ExitConfig, "there is no key prot"},
		{"no password at all", other(""), 0o600, cli.ExitSecret, "there is no password for games in [imap]; give password_file, password_env or password"},
		{"no variable", least, 0o600, cli.ExitSecret, "imap.password_env: there is no password in the environment variable TURNPOST_TEST_SECRET"},
		{"no file", other(`password_file = "nowhere"`), 0o600, cli.ExitSecret, "nowhere: no such file"},
		{"empty file", other(fmt.Sprintf("password_file = %q", empty)), 0o600, cli.ExitSecret, "imap.password_file: there is no password in " + empty},
		{"open file", other(fmt.Sprintf("password_file = %q", open)), 0o600, cli.ExitOK, "everybody on this machine can read " + open},
		{"two lines", other(fmt.Sprintf("password_file = %q", two)), 0o600, cli.ExitConfig, two + " has more than one line"},
		{"password within", other(`password = "x"`), 0o640, cli.ExitOK, ""},
		{"open trust", other(`password = "x"`) + "\n[trust]\nmode = \"open\"\n", 0o600, cli.ExitOK, "EVERY MESSAGE IS BELIEVED"},
		{"open password within", other(`password = "x"`), 0o644, cli.ExitOK, "it contains a password, and everybody on this machine can read it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := configFile(t, c.text, c.mode)
			got, err := Load(path)
			require.Equal(t, c.status, cli.Status(err), err)
			if c.status == cli.ExitOK {
				warned := strings.Join(got.Warnings, "; ")
				require.Contains(t, warned, c.want)
				require.Equal(t, c.want == "", warned == "", "a warning: %s", warned)
				return
			}
			require.ErrorContains(t, err, c.want)
			require.True(t, strings.HasPrefix(err.Error(), path+": "), err)
			require.NotContains(t, err.Error(), "\n")
		})
	}
	_, err := Load(filepath.Join(folder, "none.toml"))
	require.Equal(t, cli.ExitConfig, cli.Status(err))
	require.ErrorContains(t, err, "cannot read the configuration")
}
