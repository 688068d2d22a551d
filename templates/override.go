package templates

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// override puts an operator's messages into the place of ours. They stand in
// files as ours do, LANG/NAME.toml, under the names that ours have. The error
// joins all that is wrong, each with its file and line.
func (s *Set) override(with fs.FS) error {
	var wrong []error
	entries, err := fs.ReadDir(with, ".")
	if err != nil {
		return fmt.Errorf("templates: %w", err)
	}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue // a note, or what a versioning keeps
		}
		in := s.locales[e.Name()]
		if in == nil {
			wrong = append(wrong, fmt.Errorf("%s: there are no letters in that language; there are %s", e.Name(), strings.Join(Languages(), ", ")))
			continue
		}
		names, err := fs.Glob(with, e.Name()+"/*.toml")
		wrong = append(wrong, err)
		for _, name := range names {
			text, err := fs.ReadFile(with, name)
			if err == nil {
				err = in.overrideFile(name, text, s.locales[source])
			}
			wrong = append(wrong, err)
		}
	}
	return errors.Join(wrong...)
}

// overrideFile puts the messages of one file into the place of ours.
func (l *locale) overrideFile(name string, text []byte, english *locale) error {
	if path.Base(name) == lexiconFile {
		return fmt.Errorf("%s: the words of commands are the program's", name)
	}
	messages, err := parseMessages(text)
	lines := keyLines(text)
	var wrong []error
	for _, err := range each(err) {
		if at, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, _ := at.Position()
			err = fmt.Errorf("%s:%d: %s", name, line, strings.TrimPrefix(at.Error(), "toml: "))
		} else if of, ok := errors.AsType[*messageError](err); ok {
			err = fmt.Errorf("%s:%d: %w", name, lines[of.id], err)
		} else {
			err = fmt.Errorf("%s: %w", name, err)
		}
		wrong = append(wrong, err)
	}
	for id, m := range messages {
		ours := english.messages[id]
		if ours == nil {
			wrong = append(wrong, fmt.Errorf("%s:%d: there is no message %s", name, lines[id], id))
			continue
		}
		for _, placeholder := range m.names() {
			if !slices.Contains(ours.names(), placeholder) {
				wrong = append(wrong, fmt.Errorf("%s:%d: %s has no value {{.%s}}; it has %s", name, lines[id], id, placeholder, placeholders(ours.names())))
			}
		}
		l.messages[id] = m
	}
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(wrong...)
}

// each lists the errors that one joins.
func each(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// placeholders lists names as a message writes them.
func placeholders(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return "{{." + strings.Join(names, "}}, {{.") + "}}"
}
