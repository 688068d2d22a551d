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

// Templates are the operator's texts of messages.
type Templates struct {
	// Dir is a folder of texts that replace ours: LANG/NAME.toml; empty: none.
	Dir string `toml:"dir"`
	// Footer is printed below every message, in all languages; a text of Dir replaces it in
	// its language.
	Footer string `toml:"footer"`
}

// Limits of the footer, which is in every message.
const (
	mostFooterLines = 3
	mostFooterLine  = 72 // in characters
)

func (c *Templates) check(p *problems) {
	lines := strings.Split(strings.TrimSpace(c.Footer), "\n")
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' }
	switch {
	case strings.ContainsFunc(c.Footer, control), strings.Contains(c.Footer, "{{"):
		p.say("templates.footer", "contains a control character or {{; it must be plain text")
	case len(lines) > mostFooterLines:
		p.say("templates.footer", "has %d lines; it can have %d", len(lines), mostFooterLines)
	case slices.ContainsFunc(lines, func(line string) bool { return utf8.RuneCountInString(line) > mostFooterLine }):
		p.say("templates.footer", "has a line of more than %d characters", mostFooterLine)
	}
}

// footer returns the footer as a replaced text of every language.
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

// overrides returns the folders of replaced texts.
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

// Words returns the texts of all messages. Errors of the operator's texts have their file and
// line.
func (c *Templates) Words() (*templates.Catalogues, error) {
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
