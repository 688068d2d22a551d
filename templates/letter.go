package templates

import (
	"fmt"
	html "html/template"
	"strings"
	"sync"
	"text/template"
	"time"
)

// Section is one part of a letter: a struct of this package whose fields its
// templates use.
type Section interface {
	// template names the section's templates, NAME and NAME.head.
	template() string
}

// Letter is what one reader is told in one mail.
type Letter struct {
	// Reader is the name of whom it is written to.
	Reader string
	// Now is the moment of the letter in the reader's timezone. Dates in the
	// sections are in the same. UTC itself stands for a reader who has set none:
	// then every time of the day is said with its name, as none is theirs.
	Now time.Time
	// Rule is the line under the opening: what a reply holds below it is not
	// read.
	Rule string
	// Lines says that boards are drawn with line characters.
	Lines bool
	// Spoken says that the letter is for who listens to it: no line has a gutter.
	Spoken bool
	// Receipt says what was made of the reader's own letter; nil if nothing
	// needs to be said.
	Receipt *Receipt
	// Sections stand in the order of their weight; the first opens the letter.
	Sections []Section
	// Mailto is where the links of the HTML alternative lead.
	Mailto Mailto
}

// Severally tells the sections that the letter is about several games, so that
// commands in a reply to it need a game's number, and answers to a puzzle that is not all
// of the letter its command.
func (l *Letter) Severally() {
	for _, sec := range l.Sections {
		switch s := sec.(type) {
		case severally:
			s.setSeveral()
		case *Puzzle:
			s.Among = len(l.Sections) > 1
		}
	}
}

// Set is the letters of all languages. It is safe for concurrent use.
type Set struct {
	locales    map[string]*locale
	byLanguage map[string]*template.Template
	lines      map[string]*template.Template // with boards of line characters
	layout     *html.Template
	sheets     map[string]*sync.Pool // of *sheet, for the HTML alternatives
}

// Fallbacks counts, by language, the messages that were said in English because
// the language lacks them.
func (s *Set) Fallbacks() map[string]uint64 {
	out := map[string]uint64{}
	for lang, in := range s.locales {
		out[lang] = in.fallback.Load()
	}
	return out
}

// Say says one message of a language that is no letter, such as a subject: its
// values are a struct, if any, and then names and values in turn.
func (s *Set) Say(lang, id string, args ...any) (string, error) {
	in := s.locales[lang]
	if in == nil {
		return "", fmt.Errorf("templates: no language %q", lang)
	}
	text, err := in.say(id, args...)
	if err != nil {
		return "", fmt.Errorf("templates: %w", err)
	}
	return text, nil
}

// Text sets the letter as plain text with LF line ends, in a language that
// there is.
func (s *Set) Text(lang string, l Letter) (string, error) {
	t := s.byLanguage[lang]
	if l.Lines {
		t = s.lines[lang]
	}
	if t == nil {
		return "", fmt.Errorf("templates: no language %q", lang)
	}
	parts, first, err := l.parts()
	if err != nil {
		return "", err
	}
	head, err := execute(t, first.template()+".head", l, first)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(fit(oneLine(head), l.Reader, widest) + "\n\n")
	if l.Rule != "" {
		b.WriteString(l.Rule + "\n\n")
	}
	for i, p := range parts {
		if i > 0 && p != first && headed(l, p) {
			head, err := execute(t, p.template()+".head", l, p)
			if err != nil {
				return "", err
			}
			b.WriteString("* " + fit(oneLine(head), l.Reader, widest-2) + "\n\n")
		}
		body, err := execute(t, p.template(), l, p)
		if err != nil {
			return "", err
		}
		if body = strings.Trim(body, "\n"); body != "" {
			b.WriteString(body + "\n\n")
		}
	}
	foot, err := execute(t, "foot", l, nil)
	if err != nil {
		return "", err
	}
	b.WriteString(strings.Trim(foot, "\n") + "\n")
	if l.Spoken {
		return tidy(ungutter(b.String())), nil
	}
	return tidy(b.String()), nil
}

// ungutter takes the gutter from lines: whoever has a letter read aloud would hear a
// bar before each. What keeps a quoted letter apart from its answer is then the mark
// alone, and what stands in the lines: a list's ply has words behind it.
func ungutter(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "|" {
			line = "\n"
		}
		b.WriteString(strings.TrimPrefix(line, "| "))
	}
	return b.String()
}

// parts are the sections with the receipt in front, and the one that opens the
// letter.
func (l Letter) parts() (parts []Section, first Section, err error) {
	if l.Receipt != nil {
		parts = append(parts, l.Receipt)
	}
	parts = append(parts, l.Sections...)
	if len(parts) == 0 {
		return nil, nil, fmt.Errorf("templates: a letter without a section")
	}
	// What a letter is about is its first section, unless something of that
	// reader's own letter failed.
	first = parts[0]
	if len(l.Sections) > 0 && (l.Receipt == nil || len(l.Receipt.Problems) == 0) {
		first = l.Sections[0]
	}
	return parts, first, nil
}

// headed reports whether a part of a letter, unless it opens it, has its head
// above it: where there are several, besides what only accompanies them.
func headed(l Letter, p Section) bool {
	n := 0
	for _, sec := range l.Sections {
		if !accompanies(sec) {
			n++
		}
	}
	return n > 1 && !accompanies(p)
}

// accompanies reports whether a part goes with others and needs no head.
func accompanies(p Section) bool { return p.template() == "receipt" || p.template() == "zonehint" }

// scope is the dot of a section's templates.
type scope struct {
	Reader string    // the reader's name
	Now    time.Time // the moment of the letter
	S      any       // the section
}

// execute runs one template.
func execute(t *template.Template, name string, l Letter, section any) (string, error) {
	var b strings.Builder
	b.Grow(1 << 10)
	err := t.ExecuteTemplate(&b, name, scope{l.Reader, l.Now, section})
	if err != nil {
		return "", fmt.Errorf("templates: %w", err)
	}
	return b.String(), nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// tidy removes trailing spaces, except of the signature mark, and folds blank
// lines.
func tidy(s string) string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		if line != "-- " {
			line = strings.TrimRight(line, " \t")
		}
		if line == "" && len(out) > 0 && out[len(out)-1] == "" {
			continue
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// Kind names the kind of a section, such as "turn".
func Kind(s Section) string { return s.template() }

// Kinds are those of all sections, so that what counts letters can begin with 0.
func Kinds() []string {
	return []string{
		"addressnews", "announcement", "answered", "asking", "bestofweek", "bestset", "blocked", "claimed", "conditionals", "digest", "digestset", "dropped",
		"expired", "export", "followedgame", "followedtable", "following", "forgotten", "gamelist", "games", "held", "help", "history", "invitation", "invited", "kept", "ladder", "ladderplaces",
		"ladderleft", "ladders", "lettersset", "lifted", "muted", "newaddress", "nopuzzle", "notes", "notyou", "open", "opponentaway", "paused", "person",
		"postmortem", "preview", "puzzle", "puzzleanswer", "puzzleset", "receipt", "rules", "said", "season", "seasontable", "settings", "standings", "stopped",
		"tournaments", "turn", "vacation", "vacationoffer", "vacationover", "zone", "zonehint",
	}
}
