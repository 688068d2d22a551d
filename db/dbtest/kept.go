package dbtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"turnpost/db"
	"turnpost/db/migrations"
)

// To make the files of a PostgreSQL server, and to bring the schema of the template in it
// forward, takes longer than most packages need that server for. To bring the schema of a
// file of SQLite forward takes longer than most tests. They are made once for all packages, and
// kept below the user's cache folder, as the Go command keeps what it builds.

// keptFor is how long the files for another version of PostgreSQL or of the schema stay.
const keptFor = 24 * time.Hour

// arguments of initdb, but for the folder.
var arguments = []string{"-U", "turnpost", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync",
	"--no-instructions", "--wal-segsize=1"}

// furnish makes the files of a server in the folder "data" of its own: a copy of what is
// kept, or, if that cannot be, new ones.
func (m maker) furnish(ctx context.Context) error {
	kept, broken := m.kept(ctx)
	if broken == nil {
		if broken = m.unpack(kept); broken == nil {
			return nil
		}
		_ = os.Remove(kept) // it is broken; another process may remove it at the same time
	}
	if err := os.RemoveAll(m.data()); err != nil {
		return err
	}
	if err := m.make(ctx); err != nil {
		return errors.Join(err, broken)
	}
	return nil
}

// maker makes the files of a server in a folder.
type maker struct {
	initdb, postgres string
	dir              string // as in postgresServer
	run              func(name string, args ...string) *exec.Cmd
}

func (m maker) data() string { return filepath.Join(m.dir, "data") }

// kept is the archive of the files, which are made if there is none.
func (m maker) kept(ctx context.Context) (string, error) {
	program, err := os.Stat(m.postgres)
	if err != nil {
		return "", err
	}
	version := fmt.Sprintln(m.postgres, program.Size(), program.ModTime().UnixNano(), arguments)
	return kept(ctx, "postgres-%x.tar", version, func(archive *os.File) error {
		defer os.RemoveAll(m.data())
		if err := m.make(ctx); err != nil {
			return err
		}
		cmd := m.run("tar", "-cf", "-", "data")
		cmd.Stdout = archive
		return cmd.Run()
	})
}

// kept is the path of a file that depends on the schema and on the version of something else. It is
// written if there is none.
func kept(ctx context.Context, name, version string, write func(*os.File) error) (string, error) {
	folder, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder = filepath.Join(folder, "turnpost-test")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	sum := sha256.New()
	io.WriteString(sum, version)
	if err := migrations.Write(sum); err != nil {
		return "", err
	}
	path := filepath.Join(folder, fmt.Sprintf(name, sum.Sum(nil)[:8]))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	unlock, err := db.LockFile(ctx, path+".lock")
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(path); err == nil { // the process that had the lock before has made it
		return path, nil
	}
	file, err := os.CreateTemp(folder, "new")
	if err != nil {
		return "", err
	}
	defer os.Remove(file.Name()) // unless it was renamed
	if err := errors.Join(write(file), file.Close()); err != nil {
		return "", err
	}
	others, _ := filepath.Glob(filepath.Join(folder, "*")) // also what a killed process was making
	for _, other := range others {
		if info, err := os.Stat(other); err == nil && time.Since(info.ModTime()) > keptFor {
			_ = os.Remove(other)
		}
	}
	return path, os.Rename(file.Name(), path)
}

func (m maker) unpack(path string) error {
	archive, err := os.Open(path)
	if err != nil {
		return err
	}
	defer archive.Close()
	cmd := m.run("tar", "-xf", "-")
	cmd.Stdin = archive
	return cmd.Run()
}

// make makes the files: those of initdb, and the template in them.
func (m maker) make(ctx context.Context) error {
	if said, err := m.run(m.initdb, append([]string{"-D", m.data()}, arguments...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, said)
	}
	s, err := m.launch()
	if err != nil {
		return err
	}
	if err = s.answers(); err == nil {
		err = s.execute(ctx, `CREATE DATABASE `+template+` TEMPLATE template0`)
	}
	if err == nil {
		err = s.migrate(ctx)
	}
	return errors.Join(err, s.end())
}

// end ends the server as its administrator does, and waits for it. Its files stay.
func (s *postgresServer) end() error {
	_, err := io.WriteString(s.life, "end\n")
	return errors.Join(err, s.cmd.Wait())
}
