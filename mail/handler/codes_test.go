package handler_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/require"

	"turnpost/db/tournaments"
	"turnpost/mail"
	"turnpost/mail/command"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
)

// sourceOf is the code of folders and of what is below them, or of files, without tests.
func sourceOf(t *testing.T, paths ...string) string {
	t.Helper()
	var b strings.Builder
	for _, path := range paths {
		require.NoError(t, filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".go" && filepath.Ext(name) != ".txt" || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata") {
				return err
			}
			text, err := os.ReadFile(name)
			b.Write(text)
			return err
		}))
	}
	require.NotEmpty(t, b.String())
	return b.String()
}

// captured is what a pattern's first group finds in a text.
func captured(text, pattern string) map[string]bool {
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found[m[1]] = true
	}
	return found
}

// problems are the codes of problems that the packages of mail can name.
func problems(t *testing.T) map[string]bool {
	t.Helper()
	code := sourceOf(t, "..")
	found := captured(code, `(?:Refuse\(|\.asks\(|\.refuse\([^"\n]*|Code:\s*|\bcode :?= |\.Code(?:, \w+\.Args)? = |\bBotGame = )"([a-z-]*[a-z])"`)
	for why := range captured(sourceOf(t, "../../rules"), `TurnError\{Why: "([a-z]+)"`) { // club.If refuses it as if-over, if-move and so on
		found["if-"+why] = true
	}
	for why := range captured(sourceOf(t, "../mime.go"), `\bunread[A-Z][a-z]+\s*= "([a-z]+)"`) { // nothingRead
		found["unread-"+why] = true
	}
	for _, asked := range []string{"prose", "unsure", "old-mail", "html", "ticked", "quoted", "in-subject"} { // storeQuestion: of a ply alone
		found[asked], found[asked+"-yes"] = true, true
	}
	for _, q := range []mail.Question{mail.AsksDraw, mail.AsksUndo, mail.AsksForgive, mail.AsksBreak, mail.AsksResume, mail.AsksInvitation,
		mail.AsksStop,
		mail.AsksForget, mail.AsksLeave, mail.AsksCup} { // an answer that may be meant for something else
		found["answers-"+string(q)] = true
	}
	for _, q := range []mail.Question{mail.AsksDraw, mail.AsksUndo, mail.AsksForgive, mail.AsksBreak, mail.AsksResume} { // offers beside words
		found["answers-words-"+string(q)] = true
	}
	found["challenges-domain"], found["robots-domain"] = true, true // withinOrigin
	found["challenge-nobody"] = true                                // club.codeOfNobody
	found["among-words"], found["ladder-among-words"] = true, true
	require.Greater(t, len(found), 80)
	return found
}

// Every code of a problem that the club, the reader of commands or the handler can name
// has its sentence.
func TestEveryProblemHasItsSentence(t *testing.T) {
	t.Parallel()
	s, err := templates.New()
	require.NoError(t, err)
	special := map[string][]any{
		"usage":         {"challenge"},
		"bad-word":      {"a", "challenge"},
		"unknown-game":  {"a", []string{"b", "c"}},
		"robot-game":    {[]string{"b", "c"}, 3, 8},
		"vacation-days": {1, 2026, 3, 4},
	}
	for code := range problems(t) {
		p := templates.Problem{Code: code, Args: []any{"a", "b", "c", "d"}}
		if args, ok := special[code]; ok {
			p.Args = args
		}
		for _, lang := range templates.Languages() {
			_, err := s.Text(lang, templates.Message{Reader: "Ada", Receipt: &templates.Receipt{Problems: []templates.Problem{p}}})
			require.NoError(t, err, "%s in %s", code, lang)
		}
	}
}

// Every message that is said by a name which a message holds is named by somebody: what
// nobody says any more is not to be translated. templates.Check sees all others.
func TestEveryMessageOfAFamilyIsNamed(t *testing.T) {
	t.Parallel()
	sections := sourceOf(t, "../../templates")
	said := sections + sourceOf(t, "../notify", "../website")
	named := map[string]bool{}
	of := func(family string, names map[string]bool) {
		require.NotEmpty(t, names, family)
		for name := range names {
			named[family+"."+name] = true
		}
	}
	of("problem", problems(t))
	of("problem", captured(sections, `say\("problem\.([a-z-]+)"`))
	settings := captured(sourceOf(t, "../notify"), `(?:\{|Setting\{)Name: "([a-z]+)"`)
	of("setting", settings)
	of("how", settings)
	for _, family := range []string{"date", "unit", "list", "name", "side", "subject", "language"} {
		of(family, captured(said, `"`+family+`\.([a-z-]+)"`))
	}
	named["name.anyone"] = true // subjectFor: club.Anyone
	for m := time.January; m <= time.December; m++ {
		named["month."+strings.ToLower(m.String())] = true
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		named["weekday."+strings.ToLower(d.String())] = true
	}
	reader, err := command.NewReader(all.Games())
	require.NoError(t, err)
	parts := captured(sections, `\.verb\([^"]*, "([a-z]+)"\)`)
	for _, v := range reader.Verbs() {
		named["group."+string(v.Group)] = true
		for part := range parts {
			named["verb."+string(v.Name)+"."+part] = true
		}
	}
	page := captured(sourceOf(t, "../../cmd/turnpost/daemon/unsubscribe.go"), `"([a-z-]+)"`)
	of("unsubscribe", page)
	for name := range page {
		named["unsubscribe.pause-"+name] = true
	}
	of("site", captured(sourceOf(t, "../website"), `"([a-z-]+)"`))
	for _, side := range []string{"black", "white"} {
		named["site.opening-"+side], named["site.stats-"+side] = true, true
	}
	for lost := range captured(sourceOf(t, "../../rules/engine/prospect.go"), `return "([a-z]+)"`) {
		named["site.turned-"+lost] = true // engine.JudgedPly.Lost
	}
	for _, how := range []string{rules.Adjudicated, string(tournaments.ByProof)} { // of both results
		named["site.win-"+how], named["site.draw-"+how] = true, true
	}
	for _, how := range []string{rules.Resigned, rules.OnTime, "out", string(tournaments.ByEngine)} {
		named["site.win-"+how] = true
	}
	for _, how := range []string{rules.Agreed, rules.OnTime, string(tournaments.AsDraw)} {
		named["site.draw-"+how] = true
	}

	files, err := filepath.Glob("../../templates/en/*.toml")
	require.NoError(t, err)
	families := map[string]bool{}
	for id := range named {
		family, _, _ := strings.Cut(id, ".")
		families[family] = true
	}
	messages := 0
	var look func(id string, m map[string]any)
	look = func(id string, m map[string]any) {
		for name, v := range m {
			below, deeper := v.(map[string]any)
			if _, plural := below["other"]; deeper && !plural {
				look(id+name+".", below)
				continue
			}
			if family, _, _ := strings.Cut(id, "."); families[family] {
				messages++
				if !named[id+name] {
					t.Errorf("nobody names the message %s", id+name)
				}
			}
		}
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var m map[string]any
		require.NoError(t, toml.Unmarshal(text, &m), file)
		look("", m)
	}
	require.Greater(t, messages, 400)
}
