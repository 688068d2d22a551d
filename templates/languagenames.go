package templates

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// LanguageNames are what players may call the languages, in any of them, in
// lower case, with accents and without: "français", "french", "francese".
func LanguageNames() map[string]string {
	names := map[string]string{}
	for _, code := range Languages() {
		tag := language.Make(code)
		names[code] = code
		for _, in := range Languages() {
			name := strings.ToLower(display.Languages(language.Make(in)).Name(tag))
			names[name], names[Fold(name)] = code, code
		}
	}
	return names
}

// name is the name of a language in this one.
func (l *locale) name(code string) string { return display.Languages(l.tag).Name(language.Make(code)) }

// nameLanguages makes the lists of languages that every message may name, so that no message
// has to change when a language is added.
func (l *locale) nameLanguages() error {
	var names, both, commands []string
	for _, code := range Languages() {
		name, self := l.name(code), display.Self.Name(language.Make(code))
		command, err := l.say("command.lang", "Code", code)
		if err != nil {
			return err
		}
		names, commands = append(names, name), append(commands, command)
		if name != self {
			name += " (" + self + ")"
		}
		both = append(both, name)
	}
	l.always = map[string]string{
		"LanguageCodes":    strings.Join(Languages(), "|"),
		"Languages":        l.series(names, "list.and"),
		"LanguageNames":    l.series(both, "list.or"),
		"LanguageCommands": strings.Join(commands, ", "),
		"LanguageChoice":   l.series(commands, "list.or"),
	}
	return nil
}

// otherLanguage is a command by which the reader changes to another language, and what it
// does, in that language.
type otherLanguage struct{ Command, Text string }

// othersThan lists the languages besides one.
func (s *Catalogues) othersThan(lang string) ([]otherLanguage, error) {
	var out []otherLanguage
	for _, code := range Languages() {
		if code == lang {
			continue
		}
		command, err := s.locales[code].say("command.lang", "Code", code)
		if err != nil {
			return nil, err
		}
		text, err := s.locales[code].say("language.choose")
		if err != nil {
			return nil, err
		}
		out = append(out, otherLanguage{command, text})
	}
	return out, nil
}
