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
[policy]
rooya_table = "rooya.table"
solve_rooya = true
`, 0o600)
	require.NoError(t, os.Mkdir(filepath.Join(home, "secrets"), 0o700))
	write("secrets/imap", "s3cret1\n", 0o600)
	write("imap", "two\n", 0o600)
	write("dkim.key", "key\n", 0o600)
	write("turnpost", "program", 0o755)
	identify(t, filepath.Join(home, "turnpost.db"))
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
	require.Equal(t, "/var/lib/turnpost/rooya.table", c.Policy.RooyaTable, "the server makes it there")
	for key, path := range map[string]string{c.IMAP.PasswordFile: "/etc/turnpost/imap", c.SMTP.PasswordFile: "/etc/turnpost/smtp.imap",
		c.DKIM.Key: "/etc/turnpost/dkim.key", c.Database.Path: "/var/lib/turnpost/turnpost.db"} {
		require.Equal(t, path, key, string(text))
		info, err := os.Stat(root + path)
		require.NoError(t, err)
		require.EqualValues(t, 0o600, info.Mode().Perm()&0o677, path)
	}
	info, err := os.Stat(root + configPath)
	require.NoError(t, err)
	require.EqualValues(t, 0o640, info.Mode().Perm(), "the server reads it, and cannot write it")
	for path, content := range map[string]string{"/etc/turnpost/imap": "s3cret1\n", "/etc/turnpost/smtp.imap": "two\n",
		"/usr/local/bin/turnpost": "program", "/var/lib/turnpost/turnpost.db.departed": "list\n", localUser: printUser,
		unitAdditions: "# What the configuration needs, by 'turnpost install'.\n[Service]\nReadWritePaths=-/srv/games\nMemoryMax=1536M\n"} {
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
	require.NoError(t, os.WriteFile(root+configPath, append(text, "[log]\nlevel = \"debug\"\n"...), 0o640))
	require.NoError(t, os.WriteFile(root+localUnit, []byte("# mine\n"), 0o644))
	require.NoError(t, os.Chmod(root+"/etc/turnpost/imap", 0o644))
	got = install(from, false, true)
	require.Contains(t, got.out, "This will be done:\n  correct the owner and the mode of /etc/turnpost/imap, mode 0600, of turnpost\n"+
		"  replace /etc/systemd/system/turnpost.service, mode 0644, of root (the old one is kept as turnpost.service.old)\n\nEverything")
	require.Contains(t, string(must(os.ReadFile(root+configPath))), "debug")
	require.NoFileExists(t, from)
	write("secrets/imap", "s3cret2\n", 0o600)
	got = install(from+".installed", true, true)
	require.Contains(t, got.out, "Note: /var/lib/turnpost/turnpost.db is kept: it is the same database as "+home+"/turnpost.db, and that is not newer.\n")
	require.Contains(t, got.out, "replace /etc/turnpost/turnpost.toml, mode 0640, of root:turnpost (the old one is kept as turnpost.toml.old)")
	require.Contains(t, string(must(os.ReadFile(root+configPath+".old"))), "debug")
	require.Equal(t, "s3cret1\n", string(must(os.ReadFile(root+"/etc/turnpost/imap.old"))), "and so is a password")

	// Neither a database that was used after it was copied nor another one is left behind.
	require.NoError(t, os.Chtimes(filepath.Join(home, "turnpost.db"), time.Time{}, time.Now().Add(time.Hour)))
	got = install(from+".installed.installed", true, true)
	require.Contains(t, got.out, "turnpost.db is newer (")
	require.Contains(t, got.out, "move away the one that is not wanted")
	require.NoError(t, os.Remove(filepath.Join(home, "turnpost.db")))
	identify(t, filepath.Join(home, "turnpost.db"))
	require.NoError(t, os.Chtimes(filepath.Join(home, "turnpost.db"), time.Time{}, time.Now().Add(-time.Hour)))
	got = install(from+".installed.installed", true, true)
	require.Equal(t, cli.ExitFailed, got.status)
	require.Contains(t, got.out, "and is another database than "+home+"/turnpost.db")
	require.NoError(t, os.WriteFile(filepath.Join(home, "turnpost.db"), []byte("no database"), 0o600))
	require.Contains(t, install(from+".installed.installed", true, true).out, "cannot be compared with")
}

// identify makes a database that has an identity.
func identify(t *testing.T, path string) {
	t.Helper()
	base, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	require.NoError(t, base.Update(t.Context(), func(tx *db.Tx) error { _, err := tx.Identity(); return err }))
	require.NoError(t, base.Close())
}

// A database that is in its place, as after a restore by root, is given to the server's user.
func TestInstallGivesTheDatabaseAway(t *testing.T) {
	home, root := t.TempDir(), t.TempDir()
	at := filepath.Join(root, stateFolder, "turnpost.db")
	require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o700))
	for _, of := range []string{"", ".departed"} {
		require.NoError(t, os.WriteFile(at+of, nil, 0o600))
	}
	require.NoError(t, os.Symlink("/etc/passwd", at+"-wal"))
	i := installation{root: root, from: filepath.Join(home, "turnpost.toml"),
		owner: func(string) (int, int, error) { return 12345, 12345, nil }}
	c := config.Default()
	c.Database.Path = at
	_, err := i.database(t.Context(), nil, c)
	require.NoError(t, err)
	require.Equal(t, []string{"give /var/lib/turnpost/turnpost.db to turnpost", "give /var/lib/turnpost/turnpost.db.departed to turnpost"},
		i.does())
}

// does returns what the steps are.
func (i *installation) does() (steps []string) {
	for _, s := range i.steps {
		steps = append(steps, s.what)
	}
	return steps
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
		return i, i.plan(t.Context(), packageProgram)
	}
	const robot = "[robot]\naddress = \"games@example.org\"\n"
	i, err := plan(fmt.Sprintf("%s[imap]\nhost = \"mail.example.org\"\nuser = \"games\"\npassword_file = %q\n"+
		"[smtp]\nhost = \"mail.example.org\"\nuser = \"games\"\npassword_file = %q\n",
		robot, filepath.Join(home, "password"), filepath.Join(etc, "password")))
	require.NoError(t, err)
	steps := strings.Join(i.does(), "\n")
	require.Contains(t, steps, "write /etc/turnpost/imap.password,")
	require.NotContains(t, steps, "replace")
	require.Empty(t, i.notes)

	// Files of the machine's own hide those of the package.
	for _, path := range []string{localUnit, "/usr/lib/systemd/system/turnpost.service"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(root+path), 0o755))
		require.NoError(t, os.WriteFile(root+path, nil, 0o644))
	}
	i, err = plan(robot + "[lmtp]\nlisten = \"unix:/run/turnpost/lmtp\"\n[smtp]\nhost = \"mail.example.org\"\n" +
		"user = \"games\"\npassword = \"s3cret\"\n")
	require.Equal(t, []string{"/etc/systemd/system/turnpost.service is used in place of the unit of the package, " +
		"/usr/lib/systemd/system/turnpost.service, and upgrades do not change it"}, i.notes)
	require.ErrorContains(t, err, "smtp.password has a password, and the group turnpost may read the configuration")
	require.NotContains(t, err.Error(), "s3cret")

	require.NoError(t, os.WriteFile(filepath.Join(home, "games.db"), nil, 0o600))
	_, err = plan("robot = { address = \"games@example.org\" }\nlmtp = { listen = \"unix:/run/turnpost/lmtp\" }\n" +
		"smtp = { host = \"mail.example.org\" }\n# here\ndatabase = { path = \"games.db\" }\n")
	require.ErrorContains(t, err, "line 5: database is in one line, { … }, which cannot be changed: write it as [database]")
}
