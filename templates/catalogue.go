package templates

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/language"
)

// A folder for each language. A language exists as soon as its folder has messages.toml.
//
//go:embed */*.toml
var files embed.FS

const (
	source      = "en" // the language that all others are translations of
	firstFile   = "messages.toml"
	lexiconFile = "commands.toml"
)

// Languages lists the languages of messages, by tag (BCP 47): English, then the others.
func Languages() []string {
	found, _ := fs.Glob(files, "*/"+firstFile) // whose pattern is well formed
	codes := make([]string, len(found))
	for i, name := range found {
		codes[i] = path.Dir(name)
	}
	slices.SortStableFunc(codes, func(a, b string) int {
		switch source {
		case a:
			return -1
		case b:
			return 1
		}
		return cmp.Compare(a, b)
	})
	return codes
}

// locale is a language: its messages, and how it writes dates, spans and lists.
type locale struct {
	code     string
	tag      language.Tag
	messages map[string]*catalogueMessage
	lexicon  lexiconText
	always   map[string]string // what every message may name
	months   [12]string
	weekdays [7]string // from Sunday
	others   []otherLanguage
	fallback atomic.Uint64
}

// newLocale reads the messages of a language. Those that it lacks are taken from English, if
// that is given.
func newLocale(code string, english *locale) (*locale, error) {
	tag, err := language.Parse(code)
	if err != nil {
		return nil, fmt.Errorf("templates: the folder %s is named after no language: %w", code, err)
	}
	l := &locale{code: code, tag: tag}
	if l.messages, err = readMessages(code); err != nil {
		return nil, err
	}
	if l.lexicon, err = readLexicon(code); err != nil {
		return nil, err
	}
	if english != nil {
		for id, m := range english.messages {
			if l.messages[id] == nil {
				borrowed := *m
				borrowed.borrowed = true
				l.messages[id] = &borrowed
			}
		}
	}
	return l, nil
}

// embedded is what readMessages made of each language. It does not change.
var embedded sync.Map

// readMessages is the embedded messages of a language, in a map of the caller's own. They are
// read once: the words of commands need them, and all Catalogues.
func readMessages(code string) (map[string]*catalogueMessage, error) {
	type read = func() (map[string]*catalogueMessage, error)
	once, _ := embedded.LoadOrStore(code,
		sync.OnceValues(func() (map[string]*catalogueMessage, error) { return parseEmbedded(code) }))
	messages, err := once.(read)()
	return maps.Clone(messages), err
}

// parseEmbedded reads the embedded messages of a language.
func parseEmbedded(code string) (map[string]*catalogueMessage, error) {
	out := map[string]*catalogueMessage{}
	names, err := fs.Glob(files, code+"/*.toml")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	for _, name := range names {
		if path.Base(name) == lexiconFile {
			continue
		}
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		}
		messages, err := parseMessages(text)
		if err != nil {
			return nil, fmt.Errorf("templates: %s: %w", name, err)
		}
		for id, m := range messages {
			if out[id] != nil {
				return nil, fmt.Errorf("templates: %s: %s stands in another file as well", name, id)
			}
			out[id] = m
		}
	}
	return out, nil
}

// parseMessages reads a file of messages in the format of go-i18n. The error joins a
// messageError for each message that is wrong.
func parseMessages(text []byte) (map[string]*catalogueMessage, error) {
	list, err := i18n.ParseMessageBytes(text, toml.Unmarshal)
	if err != nil {
		return nil, err
	}
	out := map[string]*catalogueMessage{}
	var wrong []error
	for _, m := range list {
		prepared, err := newMessage(m)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		out[m.ID] = prepared
	}
	return out, errors.Join(wrong...)
}

// say is a message with its values: those of a struct's fields, if one is given, and then
// names and values in turn.
func (l *locale) say(id string, args ...any) (string, error) {
	m, err := l.find(id)
	if err != nil {
		return "", err
	}
	text, err := m.forms[0].set(l.valuesOf(args))
	if err != nil {
		return "", fmt.Errorf("message %s: %w", id, err)
	}
	return text, nil
}

// many is a message in the form that a number takes.
func (l *locale) many(id string, n int, args ...any) (string, error) {
	m, err := l.find(id)
	if err != nil {
		return "", err
	}
	v := l.valuesOf(args)
	v.pairs = append(v.pairs[:len(v.pairs):len(v.pairs)], pluralCount, n)
	text, err := m.form(l.tag, n).set(v)
	if err != nil {
		return "", fmt.Errorf("message %s: %w", id, err)
	}
	return text, nil
}

func (l *locale) find(id string) (*catalogueMessage, error) {
	m := l.messages[id]
	if m == nil {
		return nil, fmt.Errorf("there is no message %q", id)
	}
	if m.borrowed {
		l.fallback.Add(1)
	}
	return m, nil
}
