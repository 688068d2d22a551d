package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// StoredToken is the content of the token file.
type StoredToken struct {
	// RefreshToken is secret.
	RefreshToken string `json:"refresh_token"`
	// TokenURL and ClientID are the endpoint and client that it was issued for. It is
	// useless elsewhere.
	TokenURL string `json:"token_url"`
	ClientID string `json:"client_id"`
	// Saved is when the file was written, for people who read it.
	Saved time.Time `json:"saved"`
}

// ReadTokenFile reads a token file. The error is written for the operator, and wraps
// fs.ErrNotExist if there is no file.
func ReadTokenFile(path string) (StoredToken, error) {
	f, err := os.Open(path)
	if err != nil {
		return StoredToken{}, fmt.Errorf("cannot read the token: %w", err)
	}
	defer f.Close() // it was only read
	info, err := f.Stat()
	if err != nil {
		return StoredToken{}, fmt.Errorf("cannot read the token: %w", err)
	}
	// Windows has no such modes and shows all files as readable by all.
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return StoredToken{},
			fmt.Errorf("the token file %s has the mode %04o, so that others can use the mailbox; run: chmod 600 %s",
				path, mode, path)
	}
	var k StoredToken
	if err := json.NewDecoder(f).Decode(&k); err != nil {
		return StoredToken{}, fmt.Errorf("the token file %s is damaged (%w)", path, err)
	}
	if k.RefreshToken == "" {
		return StoredToken{}, fmt.Errorf("the token file %s holds no refresh token", path)
	}
	return k, nil
}

// replacement is a file that will replace another.
type replacement struct {
	f    *os.File
	path string
}

// replace begins to replace a token file. When it returns, the folder is known to be
// writable.
func replace(path string) (*replacement, error) {
	// We hold the lock, so an existing file is from a dead process. Opening fails if
	// another one appears meanwhile.
	name := path + ".new"
	err := os.Remove(name)
	var f *os.File
	if err == nil || missing(err) {
		f, err = os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf(
			"the token file cannot be replaced, which must be possible whenever the provider renews the token: %w", err)
	}
	r := &replacement{f: f, path: path}
	// Check that there is room too: a token is very rarely longer than this.
	if err = give(f); err == nil {
		_, err = f.Write(make([]byte, 8<<10))
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		r.drop()
		return nil, fmt.Errorf("the token file cannot be replaced: %w", err)
	}
	return r, nil
}

// with completes the replacement. After a crash at any time, either the old or the new
// file is there.
func (r *replacement) with(k StoredToken) error {
	text, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	_, err = r.f.WriteAt(text, 0)
	err = errors.Join(err, r.f.Truncate(int64(len(text))))
	if err == nil {
		err = r.f.Sync()
	}
	if err = errors.Join(err, r.f.Close()); err == nil {
		err = os.Rename(r.f.Name(), r.path)
	}
	if err != nil {
		r.drop()
		return fmt.Errorf("the token file cannot be replaced: %w", err)
	}
	// The rename is durable when the folder is synced. Systems that cannot do that do not
	// need it.
	if dir, err := os.Open(filepath.Dir(r.path)); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
	return nil
}

func (r *replacement) drop() {
	r.f.Close()
	os.Remove(r.f.Name())
}

const lockWait = 2 * time.Minute

// locked runs f while no other process uses the token file.
func locked(ctx context.Context, path string, f func() error) error {
	// Longer than a refresh of another process takes.
	waiting, cancel := context.WithTimeoutCause(ctx, lockWait, errors.New("another process holds it for too long"))
	unlock, err := lock(waiting, path+".lock")
	cancel()
	if err != nil {
		return fmt.Errorf("the token file %s cannot be locked: %w", path, err)
	}
	return errors.Join(f(), unlock())
}

// missing reports whether there is no token file.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// failing reports whether a file cannot be read for now: the disk has a fault, or too many
// files are open.
func failing(err error) bool {
	_, of := errors.AsType[*fs.PathError](err)
	return of && !errors.Is(err, fs.ErrPermission)
}

// lock waits for the lock of a file. The kernel releases it when the process dies.
func lock(ctx context.Context, path string) (unlock func() error, err error) {
	// Create it first, so that it belongs to the user who will lock it later.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(give(f), f.Close()); err != nil {
		return nil, err
	}
	l := flock.New(path)
	if _, err := l.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, err
	}
	return l.Close, nil
}
