//go:build unix

package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // says whether it answers
)

// supervise runs a server until whoever began it says so, or is gone, and takes its folder
// away.
const supervise = `"$1" -D "$2/data" -k "$2" -c listen_addresses= >"$2/log" 2>&1 &
read _; kill -INT $!; wait; rm -rf "$2"`

// Start starts a PostgreSQL server for its caller alone, where its programs are, and
// returns the URL of its database, and what ends it. Its settings are those that it has
// after installation, so that what is committed is on the disk, as it is in SQLite's file.
func Start(ctx context.Context) (where string, end func(), err error) {
	bin := ""
	folders, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // Debian's, of each version
	slices.Sort(folders)
	for _, dir := range append([]string{""}, folders...) {
		if name, err := exec.LookPath(filepath.Join(dir, "initdb")); err == nil {
			bin = filepath.Dir(name)
		}
	}
	if bin == "" {
		return "", nil, errors.New("PostgreSQL is not installed")
	}
	dir, err := os.MkdirTemp("", "tp") // a socket's path is short
	if err != nil {
		return "", nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	as, err := unprivileged(dir)
	if err != nil {
		return "", nil, err
	}
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", filepath.Join(dir, "data"), "-U", "turnpost", "-A", "trust", "-E", "UTF8", "--locale=C")
	initdb.Dir, initdb.SysProcAttr = dir, as
	if said, err := initdb.CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("initdb: %w: %s", err, said)
	}
	server := exec.Command("/bin/sh", "-c", supervise, "sh", filepath.Join(bin, "postgres"), dir)
	server.Dir, server.SysProcAttr = dir, as
	life, err := server.StdinPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		return "", nil, err
	}
	end = func() { _ = life.Close(); _ = server.Wait() }
	where = "postgres:///postgres?" + url.Values{"host": {dir}, "user": {"turnpost"}}.Encode()
	if err := answers(ctx, where); err != nil {
		said, _ := os.ReadFile(filepath.Join(dir, "log"))
		end()
		return "", nil, fmt.Errorf("PostgreSQL does not answer: %w: %s", err, said)
	}
	return where, end, nil
}

// answers waits until a server answers.
func answers(ctx context.Context, where string) error {
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	d, err := sql.Open("pgx", where)
	if err != nil {
		return err
	}
	defer d.Close()
	for {
		if err = d.PingContext(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// unprivileged gives a folder to who may run a server, and says how: root may not. An
// interruption of ours is not the server's, which has a group of its own.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	if os.Geteuid() != 0 {
		return &syscall.SysProcAttr{Setpgid: true}, nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return nil, err
	}
	uid, err1 := strconv.Atoi(nobody.Uid)
	gid, err2 := strconv.Atoi(nobody.Gid)
	if err := errors.Join(err1, err2, os.Chown(dir, uid, gid)); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Setpgid: true, Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}
