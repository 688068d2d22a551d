package templates

import (
	"fmt"
	"io/fs"
	"sync"
)

// New prepares the embedded words. Each folder of overrides holds messages of an operator's,
// LANG/NAME.toml, that replace those of the same name. An error names the file and the line
// of all that is wrong with them.
func New(overrides ...fs.FS) (*Catalogues, error) {
	s := &Catalogues{locales: map[string]*locale{}}
	var err error
	for _, lang := range Languages() {
		if s.locales[lang], err = newLocale(lang, s.locales[source]); err != nil {
			return nil, err
		}
	}
	for _, with := range overrides {
		if err := s.override(with); err != nil {
			return nil, err
		}
	}
	for lang, in := range s.locales {
		if err := in.prepare(); err != nil {
			return nil, fmt.Errorf("templates: %s: %w", lang, err)
		}
		if in.others, err = s.othersThan(lang); err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		}
	}
	s.heads = sync.OnceValue(s.findHeads)
	return s, nil
}
