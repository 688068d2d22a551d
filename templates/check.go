package templates

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
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

// Check compares the catalogue of a language with the English one: what is
// missing, what is never said, what has other placeholders or forms. Of English
// it says which messages the skeleton lacks, and which it never says.
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
	want := english.messages
	if lang == source {
		if want, err = said(english); err != nil {
			return nil, err
		}
	}
	var faults []Fault
	for id, ours := range want {
		m := in.messages[id]
		if m == nil {
			faults = append(faults, Fault{ID: id, What: "is missing"})
			continue
		}
		fault := where[id]
		if ours == nil || lang == source {
			continue
		}
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
		if _, ok := want[id]; !ok {
			fault := where[id]
			fault.What = "is never said"
			faults = append(faults, fault)
		}
	}
	slices.SortFunc(faults, func(a, b Fault) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, strings.Compare(a.ID, b.ID), strings.Compare(a.What, b.What))
	})
	return faults, nil
}

// plural reports whether a message has a form besides that for any number.
func (m *message) plural() bool {
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

// How the skeleton names a message: whole, or as one of a family.
var (
	saysOne  = regexp.MustCompile(`\b(?:say|many|para|point) "([^"]+)"`)
	saysSome = regexp.MustCompile(`\(print "([^"]+)" \(among (?:\([^()]*\)|[^()"]+?)((?: "[^"]+")+)\)\)`)
)

// families are the messages that are said by a name that a letter or a date
// holds. Whether each of those exists, and each is named by somebody, is for the tests
// of who names them (mail/handler).
var families = []string{"verb.", "problem.", "setting.", "how.", "group.", "month.", "weekday.", "date.", "unit.", "list.", "name.", "side.", "subject.", "unsubscribe.", "language.", "site."}

// single are the messages that code says itself.
var single = []string{"phrase.mark", "command.lang"}

// said are the messages that are said: those that the skeleton names, and those
// of a family.
func said(in *locale) (map[string]*message, error) {
	out := map[string]*message{}
	for _, id := range single {
		out[id] = in.messages[id]
	}
	names, err := fs.Glob(files, "skeleton/*.txt")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		}
		for _, m := range saysOne.FindAllSubmatch(text, -1) {
			out[string(m[1])] = in.messages[string(m[1])]
		}
		for _, m := range saysSome.FindAllSubmatch(text, -1) {
			for _, name := range strings.Fields(string(m[2])) {
				id := string(m[1]) + strings.Trim(name, `"`)
				out[id] = in.messages[id]
			}
		}
	}
	for id, m := range in.messages {
		if slices.ContainsFunc(families, func(prefix string) bool { return strings.HasPrefix(id, prefix) }) {
			out[id] = m
		}
	}
	return out, nil
}
