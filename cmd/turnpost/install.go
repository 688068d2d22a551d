package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/doctor"
	"turnpost/db/backup"
)

// Where an installation has its files. The unit, the packages and the help name the same.
const (
	localProgram   = doctor.LocalProgram
	packageProgram = doctor.PackageProgram
	configPath     = config.SystemPath
	configFolder   = "/etc/turnpost"
	stateFolder    = "/var/lib/turnpost"
	localUser      = "/etc/sysusers.d/turnpost.conf"
	packageUser    = "/usr/lib/sysusers.d/turnpost.conf"
	localUnit      = doctor.LocalUnit
	unitAdditions  = "/etc/systemd/system/turnpost.service.d/folders.conf"
	serverUser     = config.ServerUser
	configOwner    = "root:" + serverUser // the server reads it, and need not write it
)

const installLong = `Make a service of a configuration that works: put the program, the configuration, its
passwords and keys, the database and a unit for systemd in place, and make the user and the
folders that they need. It shows what it will do, and asks. Run it again after each change: it
does only what is missing. It starts nothing.

  turnpost init
  turnpost install
  systemctl enable --now turnpost

  /usr/local/bin/turnpost        the program, unless a package has installed it
  /etc/turnpost/turnpost.toml    the configuration, with the new paths: root writes it, the
                                 group turnpost reads it, so it must have no password
  /etc/turnpost                  passwords and keys, which only the server's user can read
  /var/lib/turnpost              the database, if there is one, and a token of OAuth
  /etc/systemd/system/turnpost.service

The folders of [database.backup], [archive] and [calendar] are made. Those which the unit could
not write to are added to it, and the memory that [policy] solve_rooya needs. Files are copied;
only the old configuration is renamed, so that commands find the new one. Delete the old files
when all is well. What is replaced, except for the program, is kept beside the new file as .old.
A configuration in /etc/turnpost is not replaced
unless --config names another one, and a database never: if there are two, it says which one
is kept, or stops if they are not copies of one database, or the other one is newer.`

// installCommand is `turnpost install`.
func installCommand(a *app) *cobra.Command {
	i := installation{owner: ownerOf}
	var yes bool
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Make a systemd service of a configuration",
		Long:  installLong,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if os.Geteuid() != 0 {
				return cli.Errorf(cli.ExitUsage, "this must be run as root, such as: sudo turnpost install")
			}
			i.named = cmd.Flags().Changed("config")
			program, err := os.Executable()
			if err != nil {
				return err
			}
			return a.install(cmd.Context(), &i, program, yes)
		},
	}
	addConfigFlag(cmd, &i.from)
	addYesFlag(cmd, &yes)
	return cmd
}

// installation is what has to be done. Paths of the system begin at root, which is "" but in tests.
type installation struct {
	root  string
	from  string // the configuration
	named bool   // by the operator
	owner func(name string) (uid, gid int, err error)
	steps []installStep
	notes []string // sentences about what stays as it is

	refused error // why it cannot be done
}

// installStep is something to do, which is described by a sentence without its end.
type installStep struct {
	what string
	do   func(ctx context.Context) error
}

func (i *installation) step(do func(context.Context) error, what string, args ...any) {
	i.steps = append(i.steps, installStep{fmt.Sprintf(what, args...), do})
}

// ownerOf returns the numbers of a user and its group.
func ownerOf(name string) (uid, gid int, err error) {
	u, err := user.Lookup(name)
	if err != nil {
		return 0, 0, err
	}
	uid, err = strconv.Atoi(u.Uid)
	if err == nil {
		gid, err = strconv.Atoi(u.Gid)
	}
	return uid, gid, err
}

// install shows what is missing, asks, and does it.
func (a *app) install(ctx context.Context, i *installation, program string, yes bool) error {
	if err := i.plan(ctx, program); err != nil {
		return err
	}
	for _, n := range i.notes {
		fmt.Fprintln(a.Out, "Note: "+cli.Printable(n)+".")
	}
	if len(i.steps) == 0 {
		_, err := fmt.Fprintln(a.Out, "Everything is in place.")
		return err
	}
	fmt.Fprintln(a.Out, "This will be done:")
	for _, s := range i.steps {
		fmt.Fprintln(a.Out, "  "+cli.Printable(s.what))
	}
	if err := a.confirm(ctx, "Do it?", yes); err != nil {
		return err
	}
	for _, s := range i.steps {
		if err := s.do(ctx); err != nil {
			return cli.Errorf(cli.ExitFailed, "%s: %w; run it again when the cause is fixed", s.what, err)
		}
	}
	_, err := fmt.Fprintf(a.Out, `
Everything is in place. Test it and start it:
  sudo -u %s turnpost doctor
  systemctl enable --now turnpost     (or: systemctl restart turnpost)
`, serverUser)
	return err
}

// plan finds out what is missing.
func (i *installation) plan(ctx context.Context, program string) error {
	if target := i.root + configPath; !i.named && exists(target) {
		i.from = target
	}
	text, c, err := config.ReadFile(i.from)
	if err != nil {
		return err
	}
	if i.from, err = filepath.Abs(i.from); err != nil {
		return err
	}
	for _, key := range c.Passwords() {
		section, _, _ := strings.Cut(key, ".")
		what := "password_file"
		if section == "oauth" {
			what = "client_secret_file"
		}
		i.refuse("%s has a password, and the group %s may read the configuration: put it into a file of its own, "+
			"and name that by %s.%s",
			key, serverUser, section, what)
	}
	packaged := program == packageProgram
	i.notes = append(i.notes, doctor.Hidden(i.root, !packaged)...)
	if !packaged {
		if err := i.program(program); err != nil {
			return err
		}
		i.folder(filepath.Dir(localUser), 0o755, "root")
		i.file(localUser, []byte(printUser), 0o644, "root")
	}
	if _, _, err := i.owner(serverUser); err != nil {
		of := localUser
		if packaged {
			of = packageUser
		}
		i.step(func(ctx context.Context) error { return command(ctx, "systemd-sysusers", i.root+of) },
			"make the user %s", serverUser)
	}
	i.folder(configFolder, 0o755, "root")
	i.folder(stateFolder, 0o700, serverUser)
	if text, err = i.secrets(text, c); err != nil {
		return err
	}
	if text, err = i.database(ctx, text, c); err != nil {
		return err
	}
	text, extra := i.folders(text, c)
	if _, err := config.Parse(text); err != nil {
		return fmt.Errorf("with its new paths the configuration is wrong: %w", err)
	}
	i.file(configPath, text, 0o640, configOwner)
	if i.from != i.root+configPath {
		// Otherwise commands that are run there would go on using it.
		i.step(func(context.Context) error { return os.Rename(i.from, i.from+".installed") },
			"rename %s to %s.installed", i.from, filepath.Base(i.from))
	}
	sameUnit := true
	if !packaged {
		i.folder(filepath.Dir(localUnit), 0o755, "root")
		text, err := unit(localProgram, configPath)
		if err != nil {
			return err
		}
		sameUnit = i.file(localUnit, []byte(text), 0o644, "root")
	}
	if len(extra) > 0 || c.Policy.SolveRooya {
		i.folder(filepath.Dir(unitAdditions), 0o755, "root")
		lines := "# What the configuration needs, by 'turnpost install'.\n[Service]\n"
		for _, dir := range extra {
			lines += "ReadWritePaths=-" + dir + "\n"
		}
		if c.Policy.SolveRooya {
			lines += "MemoryMax=1536M\n"
		}
		sameUnit = i.file(unitAdditions, []byte(lines), 0o644, "root") && sameUnit
	}
	if _, err := os.Stat("/run/systemd/system"); err == nil && i.root == "" && !sameUnit {
		i.step(func(ctx context.Context) error { return command(ctx, "systemctl", "daemon-reload") },
			"run: systemctl daemon-reload")
	}
	return i.refused
}

// program copies this program.
func (i *installation) program(from string) error {
	if from == i.root+localProgram {
		return nil
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	i.folder(filepath.Dir(localProgram), 0o755, "root")
	i.file(localProgram, text, 0o755, "root")
	return nil
}

// secrets copies the files that the configuration names to where the server can read them, and
// returns the configuration with their paths.
func (i *installation) secrets(text []byte, c config.Config) ([]byte, error) {
	taken, written := map[string]string{}, map[string]bool{} // by their new names and paths
	files := []struct {
		key, path, folder string
		needed            bool
	}{
		{"imap.password_file", c.IMAP.PasswordFile, configFolder, c.Polls()},
		{"smtp.password_file", c.SMTP.PasswordFile, configFolder, true},
		{"database.password_file", c.Database.PasswordFile, configFolder, true},
		{"oauth.client_secret_file", c.OAuth.ClientSecretFile, configFolder, true},
		{"oauth.token_file", c.OAuth.TokenFile, stateFolder,
			c.IMAP.Auth == config.AuthOAuth || c.SMTP.Auth == config.AuthOAuth},
		{"dkim.key", c.DKIM.Key, configFolder, c.DKIM.On()},
		{"policy.rooya_table", c.Policy.RooyaTable, stateFolder, true},
	}
	for _, s := range files { // those in place keep their names
		if s.path != "" && filepath.Dir(s.path) == i.root+s.folder {
			taken[filepath.Base(s.path)] = s.path
		}
	}
	for _, s := range files {
		if s.path == "" || !s.needed {
			continue
		}
		to := s.path
		if filepath.Dir(s.path) != i.root+s.folder {
			name := filepath.Base(s.path)
			for section, _, _ := strings.Cut(s.key, "."); taken[name] != "" && taken[name] != s.path; {
				name = section + "." + name
			}
			taken[name] = s.path
			to = filepath.Join(s.folder, name)
			text = i.set(text, s.key, to)
		} else {
			to = strings.TrimPrefix(to, i.root)
		}
		content, err := os.ReadFile(s.path)
		if errors.Is(err, fs.ErrNotExist) && exists(i.root+to) {
			content, err = os.ReadFile(i.root + to)
		}
		if errors.Is(err, fs.ErrNotExist) && s.key == "policy.rooya_table" && c.Policy.SolveRooya {
			continue // the server makes it
		}
		if err != nil {
			return nil, cli.Errorf(cli.ExitSecret, "%s: %w", s.key, err)
		}
		if !written[to] {
			i.file(to, content, 0o600, serverUser)
		}
		written[to] = true
	}
	if dir := c.Templates.Dir; hidden(dir) {
		return nil, cli.Errorf(cli.ExitConfig,
			"templates.dir is %s, which the unit does not show to the server: move it to %s/templates", dir,
			configFolder)
	}
	return text, nil
}

// hidden reports whether the unit hides a path (ProtectHome and PrivateTmp).
func hidden(path string) bool {
	return slices.ContainsFunc([]string{"/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"},
		func(folder string) bool { return strings.HasPrefix(path+"/", folder) })
}

// moves reports whether the database gets a new place: it is a file beside the configuration or in a
// home folder, and the operator has not chosen another place.
func (i *installation) moves(c config.Config) bool {
	path := c.Database.Path
	return path != "" && filepath.Dir(path) != i.root+stateFolder &&
		(hidden(strings.TrimPrefix(path, i.root)) || filepath.Dir(path) == filepath.Dir(i.from))
}

// set changes a key of the configuration.
func (i *installation) set(text []byte, key, value string) []byte {
	changed, err := config.Set(text, key, value)
	if err != nil {
		i.refuse("%s: %w", i.from, err)
		return text
	}
	return changed
}

func (i *installation) refuse(format string, args ...any) {
	i.refused = errors.Join(i.refused, cli.Errorf(cli.ExitFailed, format, args...))
}

// database brings a database file to the folder of state, if it is beside the configuration, and gives
// the one that is there to the server's user.
func (i *installation) database(ctx context.Context, text []byte, c config.Config) ([]byte, error) {
	at := strings.TrimPrefix(c.Database.Path, i.root)
	if i.moves(c) {
		at = filepath.Join(stateFolder, "turnpost.db")
		text = i.set(text, "database.path", at)
		if err := i.copyDatabase(ctx, c.Database.Path, at); err != nil {
			return nil, err
		}
	}
	for _, of := range []string{"", "-wal", "-shm", ".lock", departed} {
		info, err := os.Lstat(i.root + at + of)
		// The server's user can make links in its folders: root would change what they lead to.
		if at == "" || err != nil || !info.Mode().IsRegular() || linked(info) || i.owns(info, serverUser) {
			continue
		}
		i.step(func(context.Context) error { return i.own(i.root+at+of, serverUser) }, "give %s to %s", at+of,
			serverUser)
	}
	return text, nil
}

// departed is the end of the name of the departures list; see config.Database.Departed.
const departed = ".departed"

// copyDatabase copies a database, unless one is there already. It does not choose between two.
func (i *installation) copyDatabase(ctx context.Context, from, to string) error {
	if !exists(from) {
		return nil
	}
	if exists(i.root + to) {
		const remedy = "move away the one that is not wanted, and run this again"
		at, changed := changedAt(i.root+to), changedAt(from)
		ours, known := daemon.DatabaseIdentity(ctx, i.root+to)
		theirs, knownToo := daemon.DatabaseIdentity(ctx, from)
		switch {
		case !known || !knownToo:
			i.refuse("%s is there already, and cannot be compared with %s, because one of them cannot be read: %s",
				to, from, remedy)
		case ours != theirs:
			i.refuse("%s is there already (changed %s), and is another database than %s (changed %s): %s", to,
				cli.PrintedTime(at), from, cli.PrintedTime(changed), remedy)
		case changed.After(at):
			i.refuse("%s is there already (changed %s), and %s is newer (%s): %s", to, cli.PrintedTime(at), from,
				cli.PrintedTime(changed), remedy)
		default:
			i.notes = append(i.notes,
				fmt.Sprintf("%s is kept: it is the same database as %s, and that is not newer", to, from))
		}
		return nil
	}
	free := func() error {
		holder, err := daemon.LockHolder(from + ".lock")
		if err == nil && holder != "" {
			err = cli.Errorf(cli.ExitFailed, "a server uses %s (%s): stop it first", from, holder)
		}
		return err
	}
	if err := free(); err != nil {
		return err
	}
	i.step(func(ctx context.Context) error {
		if err := free(); err != nil {
			return err
		}
		if err := backup.Pages(ctx, from, i.root+to, nil); err != nil {
			return err
		}
		return i.own(i.root+to, serverUser)
	}, "copy the database %s to %s", from, to)
	if content, err := os.ReadFile(from + departed); err == nil {
		i.file(to+departed, content, 0o600, serverUser)
	}
	return nil
}

// changedAt is when a database file was last written to.
func changedAt(path string) (at time.Time) {
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil && info.Size() > 0 && info.ModTime().After(at) {
			at = info.ModTime()
		}
	}
	return at
}

// folders makes the folders that the server writes to, and returns those that the unit does not know.
// Those beside the configuration or in a home folder get a new place.
func (i *installation) folders(text []byte, c config.Config) (_ []byte, extra []string) {
	add := func(dir string, known string) {
		if dir != known && !strings.HasPrefix(dir+"/", stateFolder+"/") {
			extra = append(extra, dir)
		}
	}
	for _, f := range []struct {
		key, dir, known string
		mode            fs.FileMode
	}{
		{"database.backup.dir", c.Database.Backup.Dir, "/var/backups/turnpost", 0o700},
		{"archive.dir", c.Archive.Dir, "/srv/www/games", 0o755},
		{"calendar.dir", c.Calendar.Dir, "", 0o711}, // its names are secret
	} {
		if f.dir == "" {
			continue
		}
		dir := strings.TrimPrefix(f.dir, i.root)
		if hidden(dir) || filepath.Dir(f.dir) == filepath.Dir(i.from) {
			dir = filepath.Join(stateFolder, filepath.Base(dir))
			text = i.set(text, f.key, dir)
		}
		i.folder(dir, f.mode, serverUser)
		add(dir, f.known)
	}
	if path := strings.TrimPrefix(c.Database.Path, i.root); path != "" && !i.moves(c) {
		if dir := filepath.Dir(path); !exists(i.root + dir) {
			i.folder(dir, 0o700, serverUser)
		}
		add(filepath.Dir(path), stateFolder)
	}
	if socket, ok := strings.CutPrefix(c.LMTP.Listen, "unix:"); ok {
		add(filepath.Dir(socket), "/run/turnpost")
	}
	return text, extra
}

// folder makes a folder, with those above it. One that is there and holds files of others is not taken
// from them.
func (i *installation) folder(dir string, mode fs.FileMode, owner string) {
	path := i.root + dir
	info, err := os.Lstat(path)
	if err == nil && owner != "root" && info.Mode()&fs.ModeSymlink != 0 {
		// The server's user can make links in its folders: root would change what they lead to.
		i.refuse("%s is a link: give the folder itself", dir)
		return
	}
	if err == nil && (owner == "root" || info.Mode().Perm() == mode && i.owns(info, owner)) {
		return // others' folders, such as /usr/local/bin, stay as they are
	}
	if entries, _ := os.ReadDir(path); err == nil && dir != stateFolder && !i.owns(info, owner) &&
		(len(entries) > 0 || !info.IsDir()) {
		i.refuse("%s is there and is not the server's own: give a folder of its own in the configuration, such as %s",
			dir, filepath.Join(dir, "turnpost"))
		return
	}
	i.step(func(context.Context) error {
		if err := os.MkdirAll(path, 0o755); err != nil {
			return err
		}
		return errors.Join(os.Chmod(path, mode), i.own(path, owner))
	}, "folder %s, mode %04o, of %s", dir, mode, owner)
}

// file writes a file, unless it is there, which it then reports. What it replaces, except for the
// program, is kept beside it.
func (i *installation) file(to string, content []byte, mode fs.FileMode, owner string) (there bool) {
	path := i.root + to
	what := "write"
	if info, err := os.Stat(path); err == nil {
		what = "replace"
		if present, err := os.ReadFile(path); err == nil && bytes.Equal(present, content) {
			if info.Mode().Perm() == mode && i.owns(info, owner) {
				return true
			}
			what = "correct the owner and the mode of"
		}
	}
	kept := what == "replace" && to != localProgram
	old := ""
	if kept {
		old = fmt.Sprintf(" (the old one is kept as %s.old)", filepath.Base(to))
	}
	i.step(func(context.Context) error {
		if kept {
			if err := os.Rename(path, path+".old"); err != nil {
				return err
			}
		}
		uid, gid, err := i.ids(owner)
		if err != nil {
			return err
		}
		return config.ReplaceFile(path, content, mode, uid, gid)
	}, "%s %s, mode %04o, of %s%s", what, to, mode, owner, old)
	return false
}

func (i *installation) own(path, owner string) error {
	uid, gid, err := i.ids(owner)
	if err != nil {
		return err
	}
	return os.Lchown(path, uid, gid)
}

// ids returns the numbers of an owner: a user and its group, or USER:GROUP.
func (i *installation) ids(owner string) (uid, gid int, err error) {
	name, group, other := strings.Cut(owner, ":")
	uid, gid, err = i.owner(name)
	if other && err == nil {
		_, gid, err = i.owner(group)
	}
	return uid, gid, err
}

// owns reports whether a file belongs to an owner, who may not exist yet.
func (i *installation) owns(info fs.FileInfo, owner string) bool {
	uid, gid, err := i.ids(owner)
	stat, ok := info.Sys().(*syscall.Stat_t)
	return err == nil && ok && int(stat.Uid) == uid && (int(stat.Gid) == gid || !strings.Contains(owner, ":"))
}

// linked reports whether a file has other names.
func linked(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1
}

// command runs a program of the system.
func command(ctx context.Context, name string, args ...string) error {
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, cli.OneLine(string(out)))
	}
	return nil
}
