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

// override replaces our messages by an operator's. They are in files like ours,
// LANG/NAME.toml, under the names that ours have; a folder or a file may be a link, as in a
// volume of Kubernetes. The error joins all that is wrong, each with its file and line.
func (s *Catalogues) override(with fs.FS) error {
	var wrong []error
	entries, err := fs.ReadDir(with, ".")
	if err != nil {
		return fmt.Errorf("templates: %w", err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue // of a version control system, or of Kubernetes
		}
		info, err := fs.Stat(with, e.Name()) // of the target of a link
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", e.Name(), reason(err)))
			continue
		}
		if !info.IsDir() {
			continue // a note
		}
		in := s.locales[e.Name()]
		if in == nil {
			wrong = append(wrong,
				fmt.Errorf("%s: there are no letters in that language; there are %s", e.Name(),
					strings.Join(Languages(), ", ")))
			continue
		}
		inside, err := fs.ReadDir(with, e.Name())
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", e.Name(), reason(err)))
		}
		places := map[string]string{} // where each message was found
		for _, f := range inside {
			name := path.Join(e.Name(), f.Name())
			if path.Ext(name) != ".toml" {
				continue
			}
			text, err := fs.ReadFile(with, name)
			if err != nil {
				err = fmt.Errorf("%s: %w", name, reason(err))
			} else {
				err = in.overrideFile(name, text, s.locales[source], places)
			}
			wrong = append(wrong, err)
		}
	}
	return errors.Join(wrong...)
}

// reason is an error without the path, which the file system gives from its own root.
func reason(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// overrideFile replaces the messages of one file, and notes their places. A message that
// another file has as well is an error.
func (l *locale) overrideFile(name string, text []byte, english *locale, places map[string]string) error {
	if path.Base(name) == lexiconFile {
		return fmt.Errorf("%s:1: the words of commands are the program's", name)
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
				wrong = append(wrong,
					fmt.Errorf("%s:%d: %s has no value {{.%s}}; it has %s", name, lines[id], id, placeholder,
						placeholders(ours.names())))
			}
		}
		place := fmt.Sprintf("%s:%d", name, lines[id])
		if other := places[id]; other != "" {
			wrong = append(wrong, fmt.Errorf("%s: %s stands at %s too", place, id, other))
		}
		places[id] = place
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
