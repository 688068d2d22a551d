package main

import (
	"errors"
	"go/scanner"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	quotedLine = regexp.MustCompile(`['` + "`" + `]((?:sudo (?:-u turnpost )?)?(?:\./)?turnpost [a-z][^'` + "`" + `]*)['` + "`" + `]`)
	wholeLine  = regexp.MustCompile(`^(?:sudo (?:-u turnpost )?)?(?:\./|go run \./cmd/)?turnpost ([a-z-].*)$`)
	// What follows a command: a column of text, a redirection, a pipe, another command.
	afterLine = regexp.MustCompile(`\s{2,}.*$|\s*(?:[<>|&;#(].*| beside .*)$`)
	inQuotes  = regexp.MustCompile(`"[^"]*"|'[^']*'`)
)

// commandLines returns the command lines of a text: on lines of their own, or in quotes.
func commandLines(text string) (lines []string) {
	add := func(line string) {
		for part := range strings.SplitSeq(line, ", turnpost ") {
			lines = append(lines, strings.TrimSpace(afterLine.ReplaceAllString(strings.TrimPrefix(part, "turnpost "), "")))
		}
	}
	for line := range strings.Lines(text) {
		if m := wholeLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil && strings.HasPrefix(line, "  ") {
			add(m[1])
		}
	}
	text = regexp.MustCompile(`\s+`).ReplaceAllString(text, " ")
	for _, m := range quotedLine.FindAllStringSubmatch(text, -1) {
		if m := wholeLine.FindStringSubmatch(m[1]); m != nil {
			add(m[1])
		}
	}
	return lines
}

// Each command line that help and the documents print is one that the program takes: the command is
// there, and so are its flags, and it has as many arguments as it wants.
func TestPrintedCommandLinesAreTaken(t *testing.T) {
	texts := map[string]string{}
	a := app{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Games: games()}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		texts[cmd.CommandPath()] = cmd.Long
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(rootCommand(&a))
	for _, name := range []string{"README.md", ".github/CONTRIBUTING.md", ".github/RELEASING.md", ".github/SECURITY.md",
		".github/CHANGELOG.md", "cmd/turnpost/config/example.toml", "cmd/turnpost/doctor/turnpost.toml.tmpl",
		"cmd/turnpost/print_turnpost.service", "cmd/turnpost/print_container", "cmd/turnpost/print_alerts.yaml"} {
		text, err := os.ReadFile(filepath.Join(top, name))
		require.NoError(t, err)
		text = regexp.MustCompile(`(?m)^#+ ?`).ReplaceAll(text, nil) // comments
		texts[name] = regexp.MustCompile(`(?m)^((?:\./|go run \./cmd/)?turnpost )`).ReplaceAllString(string(text), "  $1")
	}
	// Errors, remedies and descriptions of flags name commands too.
	require.NoError(t, filepath.WalkDir(filepath.Join(top, "cmd", "turnpost"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			texts[path] = stringsOf(text)
		}
		return err
	}))
	n := 0
	for where, text := range texts {
		for _, line := range commandLines(text) {
			if strings.Contains(line, " %") { // its end is only known when it is printed
				continue
			}
			n++
			args := strings.Fields(inQuotes.ReplaceAllString(line, "quoted"))
			for i := range args {
				args[i] = strings.TrimRight(args[i], ".,:)")
			}
			root := rootCommand(&a)
			args = verbFirst(root, args)
			help := len(args) > 0 && args[0] == "help"
			if help {
				args = args[1:]
			}
			cmd, rest, err := root.Find(args)
			if !assert.NoError(t, err, "%s: turnpost %s", where, line) {
				continue
			}
			if help {
				assert.Empty(t, rest, "%s: turnpost %s", where, line)
				continue
			}
			if err := cmd.ParseFlags(rest); !errors.Is(err, pflag.ErrHelp) {
				assert.NoError(t, err, "%s: turnpost %s", where, line)
			}
			// A name in a sentence, as 'turnpost backup', may have no arguments.
			if rest = cmd.Flags().Args(); len(rest) > 0 && cmd.Args != nil {
				assert.NoError(t, cmd.ValidateArgs(rest), "%s: turnpost %s", where, line)
			}
		}
	}
	require.Greater(t, n, 300)
	t.Log(n, "command lines")
}

// stringsOf returns the texts in a file of code, a line each.
func stringsOf(code []byte) string {
	var b strings.Builder
	var s scanner.Scanner
	set := token.NewFileSet()
	s.Init(set.AddFile("", set.Base(), len(code)), code, nil, 0)
	for {
		switch _, tok, text := s.Scan(); tok {
		case token.STRING:
			b.WriteString(must(strconv.Unquote(text)) + "\n")
		case token.EOF:
			return b.String()
		}
	}
}
