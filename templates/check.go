package templates

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Fault is what is wrong with a catalogue.
type Fault struct {
	File string // LANG/NAME.toml; empty if the message stands in none
	Line int
	ID   string // of the message
	What string // the end of a sentence
}

// String is the fault as a line for translators.
func (f Fault) String() string {
	if f.File == "" {
		return f.ID + " " + f.What
	}
	return fmt.Sprintf("%s:%d: %s %s", f.File, f.Line, f.ID, f.What)
}

// Check compares the catalogue of a language with the English one: what is missing, what is
// never said, what has other placeholders or forms.
func Check(lang string) ([]Fault, error) {
	english, err := newLocale(source, nil)
	if err != nil {
		return nil, err
	}
	in, err := newLocale(lang, nil)
	if err != nil {
		return nil, err
	}
	where, err := placesOf(lang)
	if err != nil {
		return nil, err
	}
	var faults []Fault
	for id, ours := range english.messages {
		m := in.messages[id]
		if m == nil {
			faults = append(faults, Fault{ID: id, What: "is missing"})
			continue
		}
		fault := where[id]
		if a, b := ours.names(), m.names(); !slices.Equal(a, b) {
			fault.What = fmt.Sprintf("says %s, and English %s", placeholders(b), placeholders(a))
			faults = append(faults, fault)
		}
		if m.plural() && !ours.plural() {
			fault.What = "has forms for numbers, and is said of none"
			faults = append(faults, fault)
		}
	}
	for id := range in.messages {
		if english.messages[id] == nil {
			fault := where[id]
			fault.What = "is never said"
			faults = append(faults, fault)
		}
	}
	slices.SortFunc(faults, func(a, b Fault) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, strings.Compare(a.ID, b.ID),
			strings.Compare(a.What, b.What))
	})
	return faults, nil
}

// plural reports whether a message has a form besides that for any number.
func (m *catalogueMessage) plural() bool {
	return slices.ContainsFunc(m.forms[1:], func(p phrase) bool { return p != nil })
}

// placesOf finds where the messages of a language stand.
func placesOf(lang string) (map[string]Fault, error) {
	out := map[string]Fault{}
	names, err := fs.Glob(files, lang+"/*.toml")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		}
		if path.Base(name) == lexiconFile {
			continue
		}
		for id, line := range keyLines(text) {
			out[id] = Fault{File: name, Line: line, ID: id}
		}
	}
	return out, nil
}
