package templates

import (
	"fmt"
	"io/fs"
	"sync"
	"text/template"
)

// New prepares the embedded letters. Each folder of overrides holds messages of an
// operator's, LANG/NAME.toml, that take the place of those of the same name; what
// is wrong with them is told with its file and line.
func New(overrides ...fs.FS) (*Set, error) {
	s := &Set{locales: map[string]*locale{}, byLanguage: map[string]*template.Template{}, lines: map[string]*template.Template{}, sheets: map[string]*sync.Pool{}}
	var err error
	if s.layout, err = parseLayout(); err != nil {
		return nil, err
	}
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
	skeleton, err := readSkeleton()
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	for lang, in := range s.locales {
		if err := in.prepare(); err != nil {
			return nil, fmt.Errorf("templates: %s: %w", lang, err)
		}
		if in.others, err = s.othersThan(lang); err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		}
		if err := s.bind(skeleton, in); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// readSkeleton reads the skeleton, once. It has the names of the functions alone, and is
// never run: see bind.
var readSkeleton = sync.OnceValues(func() (*template.Template, error) {
	t := template.New(source).Option("missingkey=error")
	return t.Funcs(functions(t, &locale{}, false)).ParseFS(files, "skeleton/*.txt")
})

// bind gives the skeleton the functions of a language: in text, and in lines.
func (s *Set) bind(skeleton *template.Template, in *locale) error {
	for lines, of := range map[bool]map[string]*template.Template{false: s.byLanguage, true: s.lines} {
		t, err := skeleton.Clone()
		if err != nil {
			return fmt.Errorf("templates: %w", err)
		}
		of[in.code] = t.Funcs(functions(t, in, lines))
	}
	s.sheets[in.code] = pool(s, in)
	return nil
}
