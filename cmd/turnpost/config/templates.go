package config

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnpost/cmd/turnpost/cli"
	"turnpost/templates"
)

// Templates is what the operator says in letters.
type Templates struct {
	// Dir is a folder of messages that take the place of ours: LANG/NAME.toml;
	// empty: there are none.
	Dir string `toml:"dir"`
	// Footer stands below every letter, in all languages; a message of Dir takes its
	// place in its language.
	Footer string `toml:"footer"`
}

// Limits of the footer: it stands in every letter.
const (
	mostFooterLines = 3
	mostFooterLine  = 72 // in characters
)

func (c *Templates) check(p *problems) {
	lines := strings.Split(strings.TrimSpace(c.Footer), "\n")
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' }
	switch {
	case strings.ContainsFunc(c.Footer, control), strings.Contains(c.Footer, "{{"):
		p.say("templates.footer", "holds a control character or {{; it is plain text")
	case len(lines) > mostFooterLines:
		p.say("templates.footer", "has %d lines; there can be %d", len(lines), mostFooterLines)
	case slices.ContainsFunc(lines, func(line string) bool { return utf8.RuneCountInString(line) > mostFooterLine }):
		p.say("templates.footer", "has a line of more than %d characters", mostFooterLine)
	}
}

// footer is the footer as messages that take the place of ours, in every language.
func (c *Templates) footer() (fs.FS, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, lang := range templates.Languages() {
		f, err := w.Create(lang + "/footer.toml")
		if err != nil {
			return nil, err
		}
		if _, err := fmt.Fprintf(f, "[foot]\noperator = %q\n", strings.TrimSpace(c.Footer)); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
}

// overrides are the folders of messages that take the place of ours.
func (c *Templates) overrides() (out []fs.FS, err error) {
	if c.Footer != "" {
		footer, err := c.footer()
		if err != nil {
			return nil, err
		}
		out = append(out, footer)
	}
	if c.Dir != "" {
		if _, err := os.ReadDir(c.Dir); err != nil { // the file system below does not name it
			return nil, cli.Errorf(cli.ExitConfig, "templates.dir: %w", err)
		}
		out = append(out, os.DirFS(c.Dir))
	}
	return out, nil
}

// Words are the words of all letters. What is wrong with the operator's has the
// file and line of each.
func (c *Templates) Words() (*templates.Set, error) {
	overrides, err := c.overrides()
	if err != nil {
		return nil, err
	}
	set, err := templates.New(overrides...)
	if err == nil {
		return set, nil
	}
	var lines []string
	for line := range strings.Lines(err.Error()) {
		lines = append(lines, "templates.dir: "+strings.TrimSpace(line))
	}
	return nil, cli.Errorf(cli.ExitConfig, "%s", strings.Join(lines, "\n"))
}
