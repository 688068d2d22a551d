package templates

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"sync"
)

//go:embed layout.html
var layout string

// most is how many bytes the HTML alternative may have before it goes without what it
// can miss. Gmail clips a message at about 102 kB.
const most = 90_000

// page is what layout.html sets.
type page struct {
	Lang  string
	Head  string
	Rule  string
	Parts []part
	Foot  []block
}

// part is a section of a letter.
type part struct {
	Head   string // empty for what opens the letter
	Blocks []block
}

// parseLayout reads the layout, which escapes what it is given by where it
// stands.
func parseLayout() (*template.Template, error) {
	t, err := template.New("layout").Option("missingkey=error").Funcs(template.FuncMap{"tied": tiedText}).Parse(layout)
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	return t, nil
}

// HTML sets the letter as HTML, in a language that there is: the alternative to Text,
// from the same templates. It holds no script and nothing that must be fetched;
// its links are mails to l.Mailto. If it grows too long for a mail program, the
// links lose their subjects first, then their looks, then the plies are words;
// and if even that is too long, which Gmail would cut, it is "": the plain text
// then goes alone.
func (s *Set) HTML(lang string, l Letter) (string, error) {
	pool := s.sheets[lang]
	if pool == nil {
		return "", fmt.Errorf("templates: no language %q", lang)
	}
	var sh *sheet
	switch v := pool.Get().(type) {
	case *sheet:
		sh = v
	case error:
		return "", v
	}
	defer pool.Put(sh)
	sh.begin(l)
	p, err := sh.page(lang, l)
	if err != nil {
		return "", err
	}
	looks := []look{{subject: true, linked: true}, {linked: true}, {linked: true, plain: true}, {}}
	if !sh.linked {
		looks = []look{{}}
	}
	for _, as := range looks {
		out, err := s.set(p, as, l.Mailto.linker(as.subject))
		if err != nil {
			return "", fmt.Errorf("templates: %w", err)
		}
		if len(out) <= most {
			return out, nil
		}
	}
	return "", nil
}

// look is how the links of a page are set.
type look struct {
	subject bool // with the subject of the mail
	linked  bool // plies are links, and not words
	plain   bool // those have no looks of their own
}

// set sets a page, whose links lead where by says.
func (s *Set) set(p page, as look, by linker) (string, error) {
	p.address(by, as.plain)
	var b strings.Builder
	b.Grow(len(layout))
	set := func(name string, data any) error { return s.layout.ExecuteTemplate(&b, name, data) }
	blocks := func(blocks []block) error {
		for _, k := range blocks {
			name := string(k.Kind)
			if k.Kind == moves && !as.linked {
				name = "deadmoves"
			}
			if err := set(name, k); err != nil {
				return err
			}
		}
		return nil
	}
	err := set("top", p)
	for _, part := range p.Parts {
		if err == nil && part.Head != "" {
			err = set("part", part.Head)
		}
		if err == nil {
			err = blocks(part.Blocks)
		}
	}
	if err == nil {
		err = set("foot", nil)
	}
	if err == nil {
		err = blocks(p.Foot)
	}
	if err == nil {
		err = set("bottom", nil)
	}
	return b.String(), err
}

// page runs the templates of a letter.
func (s *sheet) page(lang string, l Letter) (page, error) {
	parts, first, err := l.parts()
	if err != nil {
		return page{}, err
	}
	p := page{Lang: lang, Rule: clean(l.Rule)}
	for i, sec := range parts {
		var out part
		if sec == first || i > 0 && headed(l, sec) {
			head, err := execute(s.t, sec.template()+".head", l, sec)
			if err != nil {
				return page{}, err
			}
			if head = oneLine(s.plain(head)); sec == first {
				p.Head = head
			} else {
				out.Head = head
			}
		}
		if s.prefix, err = s.before(sec); err != nil {
			return page{}, err
		}
		body, err := execute(s.t, sec.template(), l, sec)
		if err != nil {
			return page{}, err
		}
		out.Blocks = s.split(body)
		p.Parts = append(p.Parts, out)
	}
	foot, err := execute(s.t, "foot", l, nil)
	if err != nil {
		return page{}, err
	}
	p.Foot = s.split(strings.TrimPrefix(strings.TrimSpace(foot), "-- \n"))
	return p, nil
}

// before is what a move of a section begins with, as it is sent.
func (s *sheet) before(sec Section) (string, error) {
	switch sec := sec.(type) {
	case *Turn:
		if sec.Several {
			return fmt.Sprintf("#%d ", sec.Game), nil
		}
	case *Puzzle:
		if sec.Among {
			return s.in.say("command.puzzle-move", "Move", "")
		}
	}
	return "", nil
}

// pool keeps sheets of a language, since a sheet serves one letter at a time
// and copying the templates takes longer than running them.
func pool(s *Set, in *locale) *sync.Pool {
	return &sync.Pool{New: func() any {
		sh, err := newSheet(s.byLanguage[in.code], in)
		if err != nil {
			return fmt.Errorf("templates: %w", err)
		}
		return sh
	}}
}
