package config

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
)

// Each key but passwords has a variable, which changes the setting.
func TestEveryKeyHasAVariable(t *testing.T) {
	n := 0
	walkKeys(reflect.TypeFor[Config](), "", func(key string, typ reflect.Type) {
		value := "other"
		switch typ.Kind() {
		case reflect.Bool:
			value = "true"
		case reflect.Int, reflect.Int64:
			value = "7"
		case reflect.Slice:
			value = "@example.org, ada@example.net"
		}
		switch typ {
		case reflect.TypeFor[Duration]():
			value = "7m"
		case reflect.TypeFor[Size]():
			value = "7 MB"
		case reflect.TypeFor[Days]():
			value = "7d"
		case reflect.TypeFor[Sending]():
			value = "7/hour"
		}
		secret := typ == reflect.TypeFor[Secret]() && key != urlKey
		before := Default()
		for _, flag := range []*bool{&before.Server.PlusAddress, &before.Trust.DKIM} {
			*flag = false
		}
		after := before
		keys, problems := environment{variable(key): value}.settle(&after)
		if secret {
			require.Len(t, problems, 1, key)
			require.ErrorContains(t, problems[0], variable(key)+"_FILE")
			require.NotContains(t, problems[0].Error(), value+" ")
			return
		}
		require.Empty(t, problems, key)
		require.Equal(t, []string{key}, keys)
		require.NotEqual(t, before, after, key)
		require.Empty(t, after.Warnings, key)
		n++
	})
	require.Len(t, Environment(), n)
	require.Greater(t, n, 60)
	require.Contains(t, Environment(), "TURNPOST_DATABASE_BACKUP_DIR")
	require.Contains(t, Environment(), "TURNPOST_POLICY_MEMBERS")
}

func writeConfig(t *testing.T, mode os.FileMode, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "turnpost.toml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	require.NoError(t, os.Chmod(path, mode))
	return path
}

const sound = `[robot]
address = "games@example.org"
[imap]
host = "mail.example.org"
user = "games"
password = "in the file"
[smtp]
host = "mail.example.org"
port = 25
[database]
path = "a.db"
`

// Variables replace what the file says, also by another key of the same thing; what is wrong
// in one is told by its name.
func TestVariablesReplaceTheFile(t *testing.T) {
	path := writeConfig(t, 0o600, sound)
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("in a file of its own\n"), 0o600))
	t.Setenv("TURNPOST_SMTP_HOST", "other.example.org")
	t.Setenv("TURNPOST_IMAP_PASSWORD_FILE", secret)
	t.Setenv("TURNPOST_DATABASE_URL", "postgres://turnpost@db.example.org/turnpost")
	t.Setenv("TURNPOST_POLICY_MEMBERS", "@example.org,ada@example.net")
	t.Setenv("TURNPOST_SMTP_HOTS", "mistyped")
	t.Setenv("TURNPOST_SERVICE_HOST", "10.0.0.1") // as Kubernetes sets it
	c, err := Load(path)
	require.NoError(t, err)
	require.Equal(t, "other.example.org", c.SMTP.Host)
	require.Equal(t, 25, c.SMTP.Port)
	require.EqualValues(t, "in a file of its own", c.IMAP.Secret)
	require.Empty(t, c.Database.Path)
	require.Equal(t, "postgres://turnpost@db.example.org/turnpost", c.Database.Where())
	require.Equal(t, []string{"@example.org", "ada@example.net"}, c.Policy.Members)
	require.Len(t, c.Warnings, 1)
	require.Contains(t, c.Warnings[0], "TURNPOST_SMTP_HOTS sets no key")
	require.Contains(t, c.Summary(), "settings: by the environment: TURNPOST_IMAP_PASSWORD_FILE, TURNPOST_SMTP_HOST, "+
		"TURNPOST_DATABASE_URL (in place of database.path), TURNPOST_POLICY_MEMBERS\n")

	t.Setenv("TURNPOST_SMTP_PORT", "many")
	t.Setenv("TURNPOST_IMAP_PORT", "99999")
	t.Setenv("TURNPOST_DATABASE_URL", "postgres://turnpost:hidden@db.example.org/turnpost")
	_, err = Load(path)
	require.Equal(t, cli.ExitConfig, cli.Status(err))
	require.ErrorContains(t, err, "TURNPOST_SMTP_PORT must be a whole number")
	require.ErrorContains(t, err, "imap.port, by the environment variable TURNPOST_IMAP_PORT, is 99999; it must be from 1 to 65535")
	require.ErrorContains(t, err, "TURNPOST_DATABASE_PASSWORD_FILE")
	require.NotContains(t, err.Error(), "hidden")
}

// A container may have no file at all.
func TestTheEnvironmentAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := Load(DefaultPath)
	require.ErrorContains(t, err, "'turnpost init' makes one")
	for name, value := range map[string]string{"ROBOT_ADDRESS": "games@example.org", "LMTP_LISTEN": "127.0.0.1:2400",
		"SMTP_HOST": "localhost", "SMTP_TLS": "plain", "DATABASE_PATH": "/var/lib/turnpost/turnpost.db"} {
		t.Setenv("TURNPOST_"+name, value)
	}
	c, err := Load(DefaultPath)
	require.NoError(t, err)
	require.Equal(t, "/var/lib/turnpost/turnpost.db", c.Database.Path)
	_, err = Load("other.toml")
	require.Error(t, err, "a file that was named must exist")
}

// A variable does not move a server from the database of its file to another kind.
func TestTwoDatabases(t *testing.T) {
	path := writeConfig(t, 0o600, regexp.MustCompile(`(?m)^path = .*`).
		ReplaceAllString(sound, `url = "postgres://turnpost@db.example.org/turnpost"`))
	t.Setenv("TURNPOST_DATABASE_PATH", "/var/lib/turnpost/turnpost.db")
	_, err := Load(path)
	require.ErrorContains(t, err, "TURNPOST_DATABASE_PATH names a file, and database.url another database")
	t.Setenv("TURNPOST_DATABASE_PATH", "")
	t.Setenv("TURNPOST_DATABASE_URL", "postgres://turnpost@other.example.org/turnpost")
	c, err := Load(path)
	require.NoError(t, err)
	require.Contains(t, string(c.Database.URL), "other.example.org")
	t.Setenv("TURNPOST_DATABASE_PATH", "/var/lib/turnpost/turnpost.db")
	_, err = Load(path)
	require.ErrorContains(t, err, "name two databases")
}

// A password in a variable that the file names for it is no setting.
func TestPasswordVariablesStay(t *testing.T) {
	path := writeConfig(t, 0o600, strings.Replace(sound, `password = "in the file"`, `password_env = "TURNPOST_IMAP_PASSWORD"`, 1))
	t.Setenv("TURNPOST_IMAP_PASSWORD", "from the environment")
	c, err := Load(path)
	require.NoError(t, err)
	require.EqualValues(t, "from the environment", c.IMAP.Secret)
	require.Empty(t, c.Warnings)
}

func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TURNPOST_CONFIG", "/srv/club.toml")
	require.Equal(t, "/srv/club.toml", Find())
	t.Setenv("TURNPOST_CONFIG", "")
	require.NoError(t, os.WriteFile(DefaultPath, nil, 0o600))
	require.Equal(t, DefaultPath, Find())
}

// Whoever can write the configuration rules the server.
func TestAConfigurationThatOthersCanWrite(t *testing.T) {
	for mode, refused := range map[os.FileMode]bool{0o600: false, 0o640: false, 0o644: false, 0o400: false,
		0o660: true, 0o664: true, 0o602: true, 0o666: true, 0o777: true} {
		_, err := Load(writeConfig(t, mode, sound))
		if refused {
			require.Equal(t, cli.ExitConfig, cli.Status(err), "%o", mode)
			require.ErrorContains(t, err, "chmod go-w")
		} else {
			require.NoError(t, err, "%o", mode)
		}
	}
}

// Root does not do what others wrote into a configuration that was only found.
func TestAConfigurationOfOthers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file to others")
	}
	t.Chdir(t.TempDir())
	t.Setenv("SUDO_UID", "")
	require.NoError(t, os.WriteFile(DefaultPath, []byte(sound), 0o600))
	_, err := Load(DefaultPath)
	require.NoError(t, err)
	require.NoError(t, os.Chown(DefaultPath, 12345, 12345))
	for _, read := range []func(string) error{
		func(path string) error { _, err := Load(path); return err },
		func(path string) error { _, _, err := ReadFile(path); return err },
		func(path string) error { return Change(path, []string{"smtp.connections=2"}) },
	} {
		err := read(DefaultPath)
		require.Equal(t, cli.ExitConfig, cli.Status(err))
		require.ErrorContains(t, err, "turnpost.toml was found and not named, and belongs to another user")
		full, err := filepath.Abs(DefaultPath)
		require.NoError(t, err)
		require.NoError(t, read(full))
	}
	t.Setenv("SUDO_UID", "12345")
	_, err = Load(DefaultPath)
	require.NoError(t, err, "whoever became root by sudo wrote it")
}
