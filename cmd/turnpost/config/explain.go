package config

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// explain describes an error of the TOML decoder.
func explain(err error) error {
	wrong, ok := errors.AsType[*toml.DecodeError](err)
	if !ok {
		return err
	}
	line, _ := wrong.Position()
	if want := wanted(wrong.Key()); want != "" && strings.Contains(wrong.Error(), "cannot decode TOML") {
		return fmt.Errorf("line %d: %s is %s", line, strings.Join(wrong.Key(), "."), want)
	}
	at := fmt.Sprintf("line %d: ", line)
	if len(wrong.Key()) > 0 {
		at += strings.Join(wrong.Key(), ".") + ": "
	}
	return errors.New(at + strings.TrimPrefix(wrong.Error(), "toml: "))
}

// explainUnknown lists the keys that exist in place of unknown ones.
func explainUnknown(strict *toml.StrictMissingError) error {
	var problems []error
	for _, e := range strict.Errors {
		line, _ := e.Position()
		key := e.Key()
		if strings.Join(key, ".") == "imap.max_size" {
			problems = append(problems,
				fmt.Errorf(`line %d: imap.max_size is now max_letter in [limits], and has a unit: max_letter = "1 MB"`, line))
			continue
		}
		if section, ok := fieldOf(reflect.TypeFor[Config](), key[0]); ok && len(key) > 1 {
			problems = append(problems, fmt.Errorf("line %d: there is no key %s in [%s]; there are %s", line,
				strings.Join(key[1:], "."), key[0], strings.Join(keysOf(section), ", ")))
			continue
		}
		problems = append(problems,
			fmt.Errorf("line %d: %s is neither a section nor a key of one; the sections are %s", line,
				strings.Join(key, "."), strings.Join(keysOf(reflect.TypeFor[Config]()), ", ")))
	}
	return errors.Join(problems...)
}

// wanted returns the kind of value that a key needs, or "" for an unknown key.
func wanted(key toml.Key) string {
	t := reflect.TypeFor[Config]()
	for _, name := range key {
		var ok bool
		if t, ok = fieldOf(t, name); !ok {
			return ""
		}
	}
	if t == reflect.TypeFor[Duration]() {
		return "a duration in quotes"
	}
	switch t {
	case reflect.TypeFor[Size]():
		return `a size in quotes, such as "1 MB"`
	case reflect.TypeFor[Sending]():
		return `limits in quotes, such as "gmail" or "30/minute 2000/day"`
	case reflect.TypeFor[Days]():
		return `a number of days in quotes, such as "30d"`
	}
	switch t.Kind() {
	case reflect.Struct:
		return "a section: write [" + strings.Join(key, ".") + "]"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list of texts in square brackets"
	}
	return "a text in quotes"
}

// keysOf lists the keys of a section, in the order of the example.
func keysOf(t reflect.Type) []string {
	if t == reflect.TypeFor[Engines]() {
		return engineKeys()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	var keys []string
	for _, f := range reflect.VisibleFields(t) {
		if key := f.Tag.Get("toml"); key != "" && key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
}

// fieldOf returns the type of a key of a section.
func fieldOf(t reflect.Type, key string) (reflect.Type, bool) {
	if t == reflect.TypeFor[Engines]() {
		if strings.Contains(key, ".") {
			return reflect.TypeFor[string](), true
		}
		return t.Elem(), true
	}
	if t.Kind() != reflect.Struct {
		return nil, false
	}
	if t == reflect.TypeFor[Config]() && key == formerPolicy {
		key = policySection
	}
	for _, f := range reflect.VisibleFields(t) {
		if f.Tag.Get("toml") == key {
			return f.Type, true
		}
	}
	return nil, false
}
