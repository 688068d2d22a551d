package templates

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Somebody is the name of a player who was erased. Messages say it in the language of their
// reader.
const Somebody = "somebody"

// Robot begins the name of a bot, before its level.
const Robot = "robot "

// Program is behind the name of a player whose program plays for them. No other name has it.
const Program = "\ue000"

// pluralCount is the placeholder of the number that chooses a message's form.
const pluralCount = "PluralCount"

// catalogueMessage is a message of the catalogue, cut at its placeholders, so that to say it is to
// join strings.
type catalogueMessage struct {
	// forms are its plural forms (CLDR), by number. Other stands for one that is nil.
	forms [plural.Many + 1]phrase
	// borrowed says that it is English because there is no translation.
	borrowed bool
}

// phrase is a text with placeholders.
type phrase []piece

// piece is a text or, if name is not empty, a placeholder.
type piece struct{ text, name string }

// placeholder is how a message names a value: {{.Name}}, as go-i18n has it.
var placeholder = regexp.MustCompile(`\{\{ *\.([A-Za-z]+) *\}\}`)

// messageError is what is wrong with one message.
type messageError struct {
	id  string
	err error
}

func (e *messageError) Error() string { return e.id + ": " + e.err.Error() }
func (e *messageError) Unwrap() error { return e.err }

// newMessage cuts a message.
func newMessage(m *i18n.Message) (*catalogueMessage, error) {
	out := &catalogueMessage{}
	for form, text := range map[plural.Form]string{
		plural.Zero: m.Zero, plural.One: m.One, plural.Two: m.Two, plural.Few: m.Few, plural.Many: m.Many,
		plural.Other: m.Other,
	} {
		if text == "" && form != plural.Other {
			continue
		}
		p, err := newPhrase(text)
		if err != nil {
			return nil, &messageError{m.ID, err}
		}
		out.forms[form] = p
	}
	return out, nil
}

func newPhrase(text string) (phrase, error) {
	p := phrase{}
	for text != "" {
		at := placeholder.FindStringSubmatchIndex(text)
		before := text
		if at != nil {
			before = text[:at[0]]
		}
		if strings.Contains(before, "{{") || strings.Contains(before, "}}") {
			return nil, fmt.Errorf("braces that are no placeholder, as {{.Name}} is one, in %q", before)
		}
		if before != "" {
			p = append(p, piece{text: before})
		}
		if at == nil {
			break
		}
		p = append(p, piece{name: text[at[2]:at[3]]})
		text = text[at[1]:]
	}
	return p, nil
}

// form is the text for a number.
func (m *catalogueMessage) form(tag language.Tag, n int) phrase {
	// The rules of CLDR are for numbers without a sign.
	if p := m.forms[plural.Cardinal.MatchPlural(tag, max(n, -n), 0, 0, 0, 0)]; p != nil {
		return p
	}
	return m.forms[plural.Other]
}

// names are the placeholders of all forms, sorted, without the number.
func (m *catalogueMessage) names() []string {
	var names []string
	for _, form := range m.forms {
		for _, p := range form {
			if p.name != "" && p.name != pluralCount && !slices.Contains(names, p.name) {
				names = append(names, p.name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// values are the values of placeholders: those of a struct's fields, if one is given, and
// names with their values.
type values struct {
	pairs []any
	dot   any
	in    *locale
}

// valuesOf reads arguments: a struct, which may be missing, then names and values in turn.
func (l *locale) valuesOf(args []any) values {
	if len(args)%2 == 1 {
		return values{pairs: args[1:], dot: args[0], in: l}
	}
	return values{pairs: args, in: l}
}

// set writes the phrase with its values.
func (p phrase) set(v values) (string, error) {
	if len(p) == 1 && p[0].name == "" {
		return p[0].text, nil
	}
	var b strings.Builder
	for _, piece := range p {
		if piece.name == "" {
			b.WriteString(piece.text)
			continue
		}
		value, ok := v.get(piece.name)
		if !ok {
			return "", fmt.Errorf("there is no %q to say", piece.name)
		}
		b.WriteString(value)
	}
	return b.String(), nil
}

// get is the value of a placeholder. The one-letter names of problems stand for what a player
// wrote, in which no name is special.
func (v values) get(name string) (string, bool) {
	text, ok := v.find(name)
	if !ok {
		text, ok = v.in.always[name]
	}
	if own, special := v.in.special(text); special && len(name) > 1 {
		text = own
	}
	if strings.Contains(text, Program) {
		text = strings.ReplaceAll(text, Program, v.in.phrase("name.program"))
	}
	return text, ok
}

// special is a name that messages say in the language of their reader: of somebody who was
// erased, a bot, or a program.
func (l *locale) special(name string) (own string, ok bool) {
	if name == Somebody {
		return l.phrase("name.somebody"), true
	}
	if called, ok := strings.CutSuffix(name, Program); ok {
		return called + l.phrase("name.program"), true
	}
	level, ok := strings.CutPrefix(name, Robot)
	if _, err := strconv.Atoi(level); !ok || err != nil {
		return "", false
	}
	return l.phrase("name.robot", "Level", level), true
}

func (v values) find(name string) (string, bool) {
	for i := 0; i+1 < len(v.pairs); i += 2 {
		if v.pairs[i] == name {
			return written(v.pairs[i+1]), true
		}
	}
	return fieldNamed(v.dot, name)
}

func written(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	}
	return fmt.Sprint(v)
}

// field is a field of a struct, its own or that of an embedded one. places is its index; nil
// if there is none.
type field struct {
	of   reflect.Type
	name string
}

var places sync.Map // of field to []int

// fieldNamed writes a field of a struct.
func fieldNamed(of any, name string) (string, bool) {
	v := reflect.ValueOf(of)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return "", false
	}
	key := field{v.Type(), name}
	place, ok := places.Load(key)
	if !ok {
		f, _ := v.Type().FieldByName(name)
		place = f.Index
		places.Store(key, place)
	}
	index := place.([]int)
	if index == nil {
		return "", false
	}
	switch f := v.FieldByIndex(index); f.Kind() {
	case reflect.String:
		return f.String(), true
	case reflect.Int, reflect.Int64:
		return strconv.FormatInt(f.Int(), 10), true
	default:
		return fmt.Sprint(f.Interface()), true
	}
}
