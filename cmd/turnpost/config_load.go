package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"turnpost/mail"
)

// loadConfig reads the configuration from a file, checks it, and finds the
// passwords. Relative paths in it are taken from the file's own folder and come
// back joined to it, so that it does not matter where the program is started.
//
// The error holds every problem found, one sentence a line, with the status
// exitConfig, or exitSecret when nothing is wrong but a missing password.
func loadConfig(path string) (Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Config{}, exitf(exitConfig, "cannot read the configuration: %w; 'turnpost config example' prints one", err)
	}
	c, err := parseConfig(text)
	if err != nil {
		return Config{}, &exitError{exitConfig, inFile(path, err)}
	}
	c.resolve(filepath.Dir(path))
	if c.Trust.Mode == trustOpen {
		c.warn("%s: %s", path, openWarning)
	}
	info, err := os.Stat(path)
	if err != nil {
		return Config{}, exitf(exitConfig, "cannot read the configuration: %w", err)
	}
	if (c.IMAP.Password != "" || c.SMTP.Password != "" || c.OAuth.ClientSecret != "" || c.Database.hasPassword()) && othersCanRead(info) {
		c.warn("%s: it holds a password and everyone on this machine can read it; use password_file, or run: chmod o-r %s", path, path)
	}
	imap, smtp, database := c.IMAP.findSecret("imap", c.warn), c.SMTP.findSecret("smtp", c.warn), c.Database.findSecret(c.warn)
	var oauth error
	if c.usesOAuth() {
		oauth = c.OAuth.findSecrets(c.warn)
	}
	switch {
	case imap == nil && smtp == nil && oauth == nil && database == nil:
		return c, nil
	case exitCode(imap) == exitConfig || exitCode(smtp) == exitConfig || exitCode(oauth) == exitConfig || exitCode(database) == exitConfig:
		// What is wrong is mended before what is missing is looked for.
		return Config{}, &exitError{exitConfig, inFile(path, errors.Join(imap, smtp, oauth, database))}
	}
	return Config{}, &exitError{exitSecret, inFile(path, errors.Join(imap, smtp, oauth, database))}
}

// openWarning is said at each start and by each check.
const openWarning = `trust.mode is "open": EVERY LETTER IS BELIEVED, so anybody who can send mail to this server plays for any player. Use it where only members can send; else set it to "proof"`

// warn notes what is unwise and not wrong.
func (c *Config) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

// inFile puts the file's name in front of each line of err.
func inFile(path string, err error) error {
	var lines []error
	for line := range strings.Lines(err.Error()) {
		lines = append(lines, errors.New(path+": "+strings.TrimSpace(line)))
	}
	return errors.Join(lines...)
}

// parseConfig reads and checks a configuration without looking at any other
// file. The error joins one sentence for each problem.
func parseConfig(text []byte) (Config, error) {
	c := defaultConfig()
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&c)
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		// All else was read, so that all else can be checked in one go.
		err = explainUnknown(strict)
	} else if err != nil {
		return Config{}, explain(err)
	}
	c.fillPorts()
	if err := errors.Join(err, c.check(keyLines(text))); err != nil {
		return Config{}, err
	}
	return c, nil
}

// fillPorts gives each server the usual port of its TLS mode: RFC 8314 for TLS,
// RFC 9051 and RFC 6409 for the rest.
func (c *Config) fillPorts() {
	usual := func(s *ServerConfig, tls, other int) {
		switch {
		case s.Port != 0:
		case s.TLS == mail.TLS:
			s.Port = tls
		default:
			s.Port = other
		}
	}
	usual(&c.IMAP.ServerConfig, 993, 143)
	usual(&c.SMTP.ServerConfig, 465, 587)
}

// resolve takes relative paths from folder.
func (c *Config) resolve(folder string) {
	for _, p := range []*string{&c.Database.Path, &c.Database.PasswordFile, &c.IMAP.PasswordFile, &c.SMTP.PasswordFile, &c.OAuth.ClientSecretFile, &c.OAuth.TokenFile} {
		if *p != "" && !filepath.IsAbs(*p) {
			*p = filepath.Join(folder, *p)
		}
	}
}

// explain says an error of the TOML decoder in the words of the operator.
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

// explainUnknown says which keys there are in place of those that there are not.
func explainUnknown(strict *toml.StrictMissingError) error {
	var problems []error
	for _, e := range strict.Errors {
		line, _ := e.Position()
		key := e.Key()
		if strings.Join(key, ".") == "imap.max_size" {
			problems = append(problems, fmt.Errorf(`line %d: imap.max_size is now max_letter in [limits], and takes a unit: max_letter = "1 MB"`, line))
			continue
		}
		if section, ok := fieldOf(reflect.TypeFor[Config](), key[0]); ok && len(key) > 1 {
			problems = append(problems, fmt.Errorf("line %d: there is no key %s in [%s]; there are %s", line,
				strings.Join(key[1:], "."), key[0], strings.Join(keysOf(section), ", ")))
			continue
		}
		problems = append(problems, fmt.Errorf("line %d: %s is no section, nor a key of one; the sections are %s", line,
			strings.Join(key, "."), strings.Join(keysOf(reflect.TypeFor[Config]()), ", ")))
	}
	return errors.Join(problems...)
}

// wanted says what kind of value a key takes, or "" for an unknown one.
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

// fieldOf is the type of one key of a section.
func fieldOf(t reflect.Type, key string) (reflect.Type, bool) {
	if t.Kind() != reflect.Struct {
		return nil, false
	}
	for _, f := range reflect.VisibleFields(t) {
		if f.Tag.Get("toml") == key {
			return f.Type, true
		}
	}
	return nil, false
}
