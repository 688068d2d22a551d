package website

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// stateFile is what a run leaves to the next one: for each file a line with its digest, what it
// was made of, and its name.
const stateFile = ".turnpost-archive"

// LockFile is the file in the folder that a caller may lock during a run.
const LockFile = ".turnpost-archive.lock"

// OwedFile is a file that a caller may keep in the folder while the folder has yet to be passed on.
const OwedFile = ".turnpost-archive.owed"

// ours are the folders in which all files are ours.
var ours = []string{"boards", "games", "players", "records", "rules", "seasons"}

// shelf is the folder that is written to. It is safe for concurrent use.
type shelf struct {
	root *os.Root
	all  bool // all is written, whatever is there

	mu      sync.Mutex
	had     map[string]entry // by the run before
	there   map[string]bool  // files
	now     map[string]entry
	folders map[string]bool
	written int
	removed int
}

// entry is a file: its digest, and what it was made of if that is known.
type entry struct{ sum, made string }

// openShelf opens a folder, and makes it if it does not exist. A folder that holds something
// and is no archive is an error.
func openShelf(dir string, all bool) (*shelf, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	s := &shelf{root: root, all: all, had: map[string]entry{}, there: map[string]bool{}, now: map[string]entry{},
		folders: map[string]bool{".": true}}
	if err := s.read(dir); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return s, nil
}

// read reads what is there.
func (s *shelf) read(dir string) error {
	state, err := s.root.ReadFile(stateFile)
	if errors.Is(err, fs.ErrNotExist) {
		found, err := fs.ReadDir(s.root.FS(), ".")
		if err != nil {
			return err
		}
		if slices.ContainsFunc(found,
			func(d fs.DirEntry) bool { return d.Name() != LockFile && d.Name() != OwedFile }) {
			return fmt.Errorf("%s is not empty and is no archive: it has no %s", dir, stateFile)
		}
		return s.root.WriteFile(stateFile, nil, 0o644)
	}
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(state)) {
		if parts := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3); len(parts) == 3 {
			s.had[parts[2]] = entry{parts[0], parts[1]}
		}
	}
	return fs.WalkDir(s.root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			s.folders[name] = true
		} else {
			s.there[name] = true
		}
		return nil
	})
}

// keeps reports whether a file exists that was made of the same data, and keeps it.
func (s *shelf) keeps(name, made string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	had, ok := s.had[name]
	if ok = ok && !s.all && had.made == made && s.there[name]; ok {
		s.now[name] = had
	}
	return ok
}

// put writes a file if it has changed.
func (s *shelf) put(name, made string, text []byte) error {
	sum := sha256.Sum256(text)
	e := entry{hex.EncodeToString(sum[:]), made}
	s.mu.Lock()
	same := !s.all && s.there[name] && s.had[name].sum == e.sum
	s.now[name] = e
	s.mu.Unlock()
	if same {
		return nil
	}
	return s.write(name, text)
}

// write writes a file beside the old one, and then replaces that.
func (s *shelf) write(name string, text []byte) error {
	folder := path.Dir(name)
	s.mu.Lock()
	s.written++
	var err error
	if !s.folders[folder] {
		if err = s.root.MkdirAll(folder, 0o755); err == nil {
			err = s.root.Chmod(folder, 0o755) // a web server reads it as another user, whatever the umask
		}
		s.folders[folder] = true
	}
	s.mu.Unlock()
	if err != nil {
		return err
	}
	f, err := s.root.Create(name + ".new")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(0o644)) // see above
	// Otherwise a page could be empty after a loss of power, and count as written.
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return s.root.Rename(name+".new", name)
}

// text is the content of a file.
func (s *shelf) text(name string) ([]byte, error) { return s.root.ReadFile(name) }

// made is what a file of this run was made of.
func (s *shelf) made(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now[name].made
}

// remove removes a file, and the folders that it leaves empty.
func (s *shelf) remove(name string) error {
	if err := s.root.Remove(name); err != nil {
		return err
	}
	delete(s.there, name)
	delete(s.had, name)
	s.removed++
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if s.root.Remove(folder) != nil {
			break // it is not empty
		}
		delete(s.folders, folder)
	}
	return nil
}

// mine reports whether an earlier run wrote a file, or the file is in a folder of its own.
func (s *shelf) mine(name string) bool {
	_, had := s.had[name]
	top, _, deep := strings.Cut(name, "/")
	return had || deep && slices.Contains(ours, top)
}

// sweep removes the pages of games and players at once, except those that may be shown. If
// there were any, it removes the records of months and the tables of tournaments as well,
// which hold or name them.
func (s *shelf) sweep(may map[string]bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.removed
	for _, folder := range []string{"games/", "players/", "records/", "seasons/"} {
		for _, name := range slices.Sorted(maps.Keys(s.there)) {
			page := strings.TrimSuffix(name, path.Ext(name))
			if folder == "players/" {
				page, _, _ = strings.Cut(page, "-") // of a list in parts
			}
			of := pageOf.MatchString(name) || (folder == "records/" || folder == "seasons/") && s.removed > before
			if !strings.HasPrefix(name, folder) || !of || may[page+".html"] {
				continue
			}
			if err := s.remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// pageOf are the files of one game, or of one player; no list of them.
var pageOf = regexp.MustCompile(`^(games/[0-9]+/[0-9]+\.(html|txt)|players/[a-z2-7]{16}(-[0-9]+)?\.(html|atom))$`)

// finish removes what may not be shown any more, and writes which files there are: for people
// who have a copy, and for the next run.
func (s *shelf) finish(sign func([]byte) []byte) error {
	for _, name := range slices.Sorted(maps.Keys(s.there)) {
		if _, stays := s.now[name]; stays || !s.mine(name) {
			continue
		}
		if err := s.remove(name); err != nil {
			return err
		}
	}
	var sums bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(s.now)) {
		fmt.Fprintf(&sums, "%s  %s\n", s.now[name].sum, name)
	}
	for _, file := range []struct {
		name string
		text []byte
	}{{sumsFile, sums.Bytes()}, {signatureFile, []byte(base64.StdEncoding.EncodeToString(sign(sums.Bytes())) + "\n")},
		{stateFile, stateOf(s.now)}} {
		if old, err := s.root.ReadFile(file.name); err == nil && bytes.Equal(old, file.text) {
			continue
		}
		if err := s.write(file.name, file.text); err != nil {
			return err
		}
	}
	return nil
}

// stateOf is what the next run reads.
func stateOf(files map[string]entry) []byte {
	var out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&out, "%s %s %s\n", files[name].sum, files[name].made, name)
	}
	return out.Bytes()
}

// breakOff lets the next run go on where this one failed. What may not be shown any more
// still exists then.
func (s *shelf) breakOff() error {
	s.mu.Lock()
	all := maps.Clone(s.had)
	maps.Copy(all, s.now)
	s.mu.Unlock()
	return s.write(stateFile, stateOf(all))
}
