package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/db/dbtest"
)

// What 'turnpost init' leaves beside itself becomes what the unit expects; a second run finds nothing
// to do, and a third repairs what was changed.
func TestInstallByThePathsOfTheUnit(t *testing.T) {
	home, root := dbtest.Dir(t), dbtest.Dir(t)
	write := func(name, text string, mode os.FileMode) {
		require.NoError(t, os.WriteFile(filepath.Join(home, name), []byte(text), mode))
	}
	write("turnpost.toml", `[robot]
address = "games@example.org"
[imap]
host = "imap.example.org"
user = "games"
password_file = "secrets/imap"
[smtp]
host = "smtp.example.org"
user = "games"
password_file = "imap"
[dkim]
selector = "turnpost"
[lmtp]
listen = "unix:/run/turnpost/lmtp"
[archive]
dir = "/srv/games"
[database.backup]
dir = "/var/backups/turnpost"
`, 0o600)
	require.NoError(t, os.Mkdir(filepath.Join(home, "secrets"), 0o700))
	write("secrets/imap", "s3cret1\n", 0o600)
	write("imap", "two\n", 0o600)
	write("dkim.key", "key\n", 0o600)
	write("turnpost", "program", 0o755)
	base, err := db.Open(t.Context(), filepath.Join(home, "turnpost.db"))
	require.NoError(t, err)
	require.NoError(t, base.Close())
	write("turnpost.db.departed", "list\n", 0o600)

	install := func(from string, named, yes bool) result {
		var out bytes.Buffer
		a := app{In: strings.NewReader(""), Out: &out, Err: &out}
		i := installation{root: root, from: from, named: named,
			owner: func(string) (int, int, error) { return os.Getuid(), os.Getgid(), nil }}
		err := a.install(t.Context(), &i, filepath.Join(home, "turnpost"), yes)
		if err != nil {
			out.WriteString(err.Error())
		}
		return result{status: cli.Status(err), out: out.String()}
	}
	from := filepath.Join(home, "turnpost.toml")
	got := install(from, false, false)
	require.Equal(t, cli.ExitUsage, got.status)
	require.Contains(t, got.out, "write /etc/turnpost/turnpost.toml")
	require.Contains(t, got.out, "give --yes")
	require.Empty(t, must(filepath.Glob(filepath.Join(root, "*"))), "nothing is done before the yes")

	got = install(from, false, true)
	require.Equal(t, cli.ExitOK, got.status, got.out)
	require.NotContains(t, got.out, "s3cret", "no secret is printed")
	text, c, err := config.ReadFile(root + configPath)
	require.NoError(t, err)
	for key, path := range map[string]string{c.IMAP.PasswordFile: "/etc/turnpost/imap", c.SMTP.PasswordFile: "/etc/turnpost/smtp.imap",
		c.DKIM.Key: "/etc/turnpost/dkim.key", c.Database.Path: "/var/lib/turnpost/turnpost.db"} {
		require.Equal(t, path, key, string(text))
		info, err := os.Stat(root + path)
		require.NoError(t, err)
		require.EqualValues(t, 0o600, info.Mode().Perm()&0o677, path)
	}
	for path, content := range map[string]string{"/etc/turnpost/imap": "s3cret1\n", "/etc/turnpost/smtp.imap": "two\n",
		"/usr/local/bin/turnpost": "program", "/var/lib/turnpost/turnpost.db.departed": "list\n", localUser: printUser,
		unitFolders: "# Folders of the configuration, by 'turnpost install'.\n[Service]\nReadWritePaths=-/srv/games\n"} {
		read, err := os.ReadFile(root + path)
		require.NoError(t, err)
		require.Equal(t, content, string(read), path)
	}
	require.Equal(t, run(t, "", "print", "systemd").out, string(must(os.ReadFile(root+localUnit))))
	for path, mode := range map[string]os.FileMode{"/var/lib/turnpost": 0o700, "/var/backups/turnpost": 0o700, "/srv/games": 0o755} {
		info, err := os.Stat(root + path)
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode().Perm(), path)
	}

	require.Equal(t, result{out: "Everything is in place.\n"}, install(from, false, true))
	// The installed configuration is the one that counts, even beside the first one.
	require.NoError(t, os.WriteFile(root+configPath, append(text, "[log]\nlevel = \"debug\"\n"...), 0o600))
	require.NoError(t, os.Chmod(root+"/etc/turnpost/imap", 0o644))
	got = install(from, false, true)
	require.Contains(t, got.out, "This will be done:\n  correct the owner and the mode of /etc/turnpost/imap, mode 0600, of turnpost\n\nEverything")
	require.Contains(t, string(must(os.ReadFile(root+configPath))), "debug")
	require.NoFileExists(t, from)
	got = install(from+".installed", true, true)
	require.Contains(t, got.out, "replace /etc/turnpost/turnpost.toml, mode 0600, of turnpost (the old one is kept as turnpost.toml.old)")
	require.Contains(t, string(must(os.ReadFile(root+configPath+".old"))), "debug")

	// A database that was used after it was copied is not left behind.
	require.NoError(t, os.Chtimes(filepath.Join(home, "turnpost.db"), time.Time{}, time.Now().Add(time.Hour)))
	got = install(from+".installed.installed", true, true)
	require.Contains(t, got.out, "move away the one that is not wanted")
}

// A folder that holds files of others is not taken from them.
func TestInstallTakesNobodysFolder(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "backups", "of others"), 0o755))
	i := installation{root: dir, owner: func(string) (int, int, error) { return 12345, 12345, nil }}
	i.folder("/backups", 0o700, serverUser)
	require.ErrorContains(t, i.refused, "/backups is there and is not the server's own")
	require.Empty(t, i.steps)
	i = installation{root: dir, owner: i.owner}
	require.NoError(t, os.Symlink("/etc", filepath.Join(dir, "link")))
	i.folder("/link", 0o700, serverUser)
	require.ErrorContains(t, i.refused, "/link is a link")
	i = installation{root: dir, owner: func(string) (int, int, error) { return os.Getuid(), os.Getgid(), nil }}
	i.folder("/link", 0o700, serverUser)
	require.ErrorContains(t, i.refused, "/link is a link", "even of the server's user")
}

// A configuration that cannot be changed is refused before anything is done, and no password takes the
// place of another one.
func TestInstallPlans(t *testing.T) {
	home, root := t.TempDir(), t.TempDir()
	etc := filepath.Join(root, configFolder)
	require.NoError(t, os.MkdirAll(etc, 0o755))
	for _, path := range []string{filepath.Join(home, "password"), filepath.Join(etc, "password")} {
		require.NoError(t, os.WriteFile(path, []byte(path), 0o600))
	}
	plan := func(text string) (*installation, error) {
		from := filepath.Join(home, "turnpost.toml")
		require.NoError(t, os.WriteFile(from, []byte(text), 0o600))
		i := &installation{root: root, from: from, named: true,
			owner: func(string) (int, int, error) { return os.Getuid(), os.Getgid(), nil }}
		return i, i.plan(packageProgram)
	}
	const robot = "[robot]\naddress = \"games@example.org\"\n"
	i, err := plan(fmt.Sprintf("%s[imap]\nhost = \"mail.example.org\"\nuser = \"games\"\npassword_file = %q\n"+
		"[smtp]\nhost = \"mail.example.org\"\nuser = \"games\"\npassword_file = %q\n",
		robot, filepath.Join(home, "password"), filepath.Join(etc, "password")))
	require.NoError(t, err)
	var steps strings.Builder
	for _, s := range i.steps {
		steps.WriteString(s.what + "\n")
	}
	require.Contains(t, steps.String(), "write /etc/turnpost/imap.password,")
	require.NotContains(t, steps.String(), "replace")

	require.NoError(t, os.WriteFile(filepath.Join(home, "games.db"), nil, 0o600))
	_, err = plan(robot + "imap = { host = \"mail.example.org\", user = \"games\", password = \"x\" }\n" +
		"smtp = { host = \"mail.example.org\", user = \"games\", password = \"x\" }\ndatabase = { path = \"games.db\" }\n")
	require.Error(t, err)
}
