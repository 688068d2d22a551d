package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The sections of a file of words. The first two are prose, the last is taken verbatim, and the
// others are lists of entries.
const (
	sectionBrief    = "Brief"
	sectionNotation = "Notation"
	sectionReasons  = "Reasons"
	sectionMoves    = "Moves"
	sectionPhrases  = "Phrases"
	sectionRules    = "Rules"
)

// wordsParser reads a file of words. It collects the errors of all lines, so that a translator sees
// all of them at once.
type wordsParser struct {
	words   Words
	line    int
	section string
	seen    []string // the sections so far
	key     string   // of an entry whose translation comes next
	keyLine int      // where it stands; 0: none
	errs    []error
}

// parseWords reads one file of words.
func parseWords(text string) (Words, error) {
	p := wordsParser{words: Words{Reasons: map[string]string{}, Moves: map[string]Move{}, Spoken: map[Move]string{},
		Phrases: map[string]string{}}}
	text = strings.TrimPrefix(text, "\ufeff") // some editors begin a file so
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for text != "" && p.section != sectionRules {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		p.line++
		p.read(strings.TrimRight(line, " \t"))
	}
	p.endEntry()
	if p.section == sectionRules {
		p.words.Text = strings.TrimLeft(text, "\n")
	}
	return p.words, errors.Join(p.errs...)
}

func (p *wordsParser) wrong(line int, format string, args ...any) {
	p.errs = append(p.errs, fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...)))
}

// read reads a line outside the rules.
func (p *wordsParser) read(line string) {
	switch {
	case line == "", strings.HasPrefix(line, "#"):
	case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]"):
		p.endEntry()
		p.begin(line[1 : len(line)-1])
	default:
		p.content(line)
	}
}

// begin begins a section.
func (p *wordsParser) begin(section string) {
	known := []string{sectionBrief, sectionNotation, sectionReasons, sectionMoves, sectionPhrases, sectionRules}
	if !slices.Contains(known, section) {
		p.wrong(p.line, "there is no section [%s]; there are %s", section, strings.Join(known, ", "))
	} else if slices.Contains(p.seen, section) {
		p.wrong(p.line, "section [%s] begins a second time", section)
	}
	p.section, p.seen = section, append(p.seen, section)
}

// content reads a line of a section.
func (p *wordsParser) content(line string) {
	switch p.section {
	case sectionBrief:
		p.words.Brief = addLine(p.words.Brief, line)
	case sectionNotation:
		p.words.Notation = addLine(p.words.Notation, line)
	case sectionReasons, sectionMoves, sectionPhrases:
		key, isKey := strings.CutPrefix(line, "= ")
		switch {
		case isKey:
			p.endEntry()
			p.key, p.keyLine = key, p.line
		case p.keyLine == 0:
			p.wrong(p.line, "%q has no English line (\"= …\") before it; a translation is one line", line)
		default:
			p.entry(line)
			p.keyLine = 0
		}
	case "":
		p.wrong(p.line, "%q stands in no section", line)
	}
}

// addLine adds a line to a paragraph.
func addLine(paragraph, line string) string {
	if paragraph == "" {
		return strings.TrimSpace(line)
	}
	return paragraph + " " + strings.TrimSpace(line)
}

// endEntry reports a key without a translation.
func (p *wordsParser) endEntry() {
	if p.keyLine > 0 {
		p.wrong(p.keyLine, "%q has no line below it that says it in this language", p.key)
	}
	p.keyLine = 0
}

// entry reads the line below a key.
func (p *wordsParser) entry(said string) {
	switch p.section {
	case sectionMoves:
		first, _, _ := strings.Cut(said, ",")
		p.words.Spoken[Move(p.key)] = strings.TrimSpace(first)
		for word := range strings.SplitSeq(said, ",") {
			put(p, p.words.Moves, Clean(word), Move(p.key))
		}
	case sectionReasons:
		put(p, p.words.Reasons, p.key, said)
	case sectionPhrases:
		put(p, p.words.Phrases, p.key, said)
	}
}

// put adds an entry, and reports one that is already there.
func put[T any](p *wordsParser, list map[string]T, key string, value T) {
	if _, twice := list[key]; twice {
		p.wrong(p.keyLine, "%q stands here twice", key)
	}
	list[key] = value
}
