package main

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is named and is not in the repository: examples, and what a program writes.
var madeUp = []string{
	"turnpost.toml", "results.md", "index/modules.json", "RULES-NUMBER.txt", "RULES-NUMBER.gif",
	"messages/index.html", "07-alice-turn.html", "games-2.html", "page.html",
}

// What each game or each language has in a folder of its own.
var ofEach = []string{"testdata/perft.txt", "oracle_test.go", "weights.txt", "messages.toml", "commands.toml"}

var (
	fileToken = regexp.MustCompile(`[\w./@*{}<>$%~-]+`)
	fileName  = regexp.MustCompile(`^(?:[\w.-]+/)*[\w-][\w.-]*\.(?:go|md|txt|sql|toml|html|css|tmpl|eml|want|json|sh|ya?ml|png|gif|svg|service|js|transcript|playthrough)$`)
	anyOf     = regexp.MustCompile(`LANG|NAME|TAG|NNNNN`) // stands for many in a name
)

// TestFilesThatAreNamedExist: where a comment of code, or a text of ours, names a file,
// there is one: beside it, from the top, or of each game or language. A file that a text
// names by its path it may name without it, too.
func TestFilesThatAreNamedExist(t *testing.T) {
	t.Parallel()
	files, known := lying(t), tracked()
	named := 0
	for file := range files {
		if known != nil && !known[file] { // a note of somebody's
			continue
		}
		if strings.Contains(file, "testdata/") || !slices.Contains([]string{".go", ".md", ".txt", ".sql"}, path.Ext(file)) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(top, file))
		require.NoError(t, err)
		names := namedIn(file, text)
		named += len(names)
		for _, name := range names {
			again := func(other string) bool { return path.Base(other) == name && other != name && there(files, file, other) }
			if !there(files, file, name) && !slices.ContainsFunc(names, again) {
				t.Errorf("%s speaks of %s, which is not there", file, name)
			}
		}
	}
	require.Greater(t, named, 150)
}

// tracked is what git knows of; nil where there is no git to ask.
func tracked() map[string]bool {
	if _, err := os.Stat(filepath.Join(top, ".git")); err != nil {
		return nil
	}
	listed, err := exec.Command("git", "-C", top, "ls-files", "-z").Output()
	if err != nil {
		return nil
	}
	files := map[string]bool{}
	for name := range strings.SplitSeq(string(listed), "\x00") {
		files[name] = true
	}
	return files
}

// lying is all that lies in the repository and that .gitignore does not name.
func lying(t *testing.T) map[string]bool {
	files := map[string]bool{}
	ignored, err := os.ReadFile(filepath.Join(top, ".gitignore"))
	require.NoError(t, err)
	require.NoError(t, filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(top, name)
		rel = filepath.ToSlash(rel)
		skip := d.Name() == ".git"
		for line := range strings.Lines(string(ignored)) {
			line = strings.TrimSpace(line)
			of := d.Name()
			if strings.HasPrefix(line, "/") {
				of = "/" + rel
			}
			ok, _ := path.Match(line, of)
			skip = skip || ok
		}
		switch {
		case skip && d.IsDir():
			return filepath.SkipDir
		case !skip && !d.IsDir():
			files[rel] = true
		}
		return err
	}))
	return files
}

// namedIn are the files that a text names, or that the comments of code do.
func namedIn(file string, text []byte) (names []string) {
	words := string(text)
	if path.Ext(file) == ".go" {
		words = commentsOf(text)
	}
	for _, word := range fileToken.FindAllString(words, -1) {
		if word = strings.TrimRight(word, ".-"); fileName.MatchString(word) {
			names = append(names, word)
		}
	}
	return names
}

// commentsOf are the comments of code, a line each.
func commentsOf(text []byte) string {
	var b strings.Builder
	var s scanner.Scanner
	set := token.NewFileSet()
	s.Init(set.AddFile("", set.Base(), len(text)), text, nil, scanner.ScanComments)
	for {
		switch _, tok, lit := s.Scan(); tok {
		case token.COMMENT:
			b.WriteString(lit + "\n")
		case token.EOF:
			return b.String()
		}
	}
}

// there reports whether the file that another one names is among files.
func there(files map[string]bool, from, name string) bool {
	if files[path.Join(path.Dir(from), name)] || files[path.Clean(name)] || slices.Contains(madeUp, name) {
		return true
	}
	many := anyOf.MatchString(name)
	if !many && !slices.Contains(ofEach, name) {
		return false
	}
	pattern := anyOf.ReplaceAllString(name, "*")
	for file := range files {
		parts := strings.Split(file, "/")
		last := path.Join(parts[max(0, len(parts)-1-strings.Count(name, "/")):]...)
		if ok, err := path.Match(pattern, last); ok && err == nil {
			return true
		}
	}
	return false
}

// TestTheFilesAreSeen holds that reading to what it is to see.
func TestTheFilesAreSeen(t *testing.T) {
	code := "package x\n\n// See talk.go, (./steps.go) and db/migrations/x.sql.\nvar v = \"no.go\" // testdata/a_b.want; https://example.org/x.html, a@b.md, *.go, {x}.toml\n/* last.txt */\n"
	require.Equal(t, []string{"talk.go", "./steps.go", "db/migrations/x.sql", "testdata/a_b.want", "last.txt"}, namedIn("x.go", []byte(code)))
	require.Equal(t, []string{"no.go", "x.sql"}, namedIn("x.md", []byte("`no.go`: \"x.sql\"")))

	files := map[string]bool{"mail/handler/talk.go": true, "rules/turro/testdata/perft.txt": true, "rules/turro/words/de.txt": true, "README.md": true}
	for name, want := range map[string]bool{
		"talk.go": true, "mail/handler/talk.go": true, "../handler/talk.go": true, "README.md": true, "turnpost.toml": true,
		"words/TAG.txt": true, "testdata/perft.txt": true, "LANG/NAME.toml": false,
		"steps.go": false, "mail/talk.go": false, "de.txt": false, "TAG.sql": false, "ROADMAP.md": false,
	} {
		require.Equal(t, want, there(files, "mail/handler/doc.go", name), name)
	}
	require.False(t, there(files, "mail/club/doc.go", "talk.go"))
}
