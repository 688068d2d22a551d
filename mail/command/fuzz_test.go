package command

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
)

// FuzzCommand holds the reader of lines to these facts, whatever a line is:
//
//   - nothing panics, neither here nor where the games look for the form of
//     plies;
//   - the line is kept as it was written, and its number is one that a game can
//     have;
//   - a command is one of ours, in any language; a question is none that acts by
//     its word alone; and what acts by its word alone has no words behind it but
//     those that belong to it;
//   - reading is idempotent: the line with more space around it, and the command
//     written out in English, say the same again.
func FuzzCommand(f *testing.F) {
	r, err := NewReader(all.Games())
	require.NoError(f, err)
	for _, s := range commandLines() {
		f.Add(s)
	}
	for _, v := range r.verbs {
		f.Add(string(v.Name))
		f.Add("#12 " + v.whole() + "?")
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 5000 {
			return // the facts hold; they would only cost the fuzzer's time
		}
		c := r.Read(line, "")
		require.Equal(t, strings.TrimSpace(line), c.Text)
		require.GreaterOrEqual(t, c.Game, int64(0))
		require.Less(t, c.Game, int64(1e15))
		again := r.Read(" \t"+line+"  ", "")
		require.IsType(t, c.Do, again.Do)
		again.Do, c.Do = nil, nil // a game in it cannot be compared
		require.Equal(t, c, again)
		require.Equal(t, strings.ContainsRune(c.Typed, '?'), c.question)
		for _, lang := range c.Langs {
			require.True(t, slices.Contains(templates.Languages(), lang))
		}
		c.looksLikePlies(all.Games())
		c.meansConditionals(all.Games())
		planOf(line, all.Games())
		sentences(line)
		r.near(c.bareWord(), "fr")
		r.unfinished(c, line)
		if c.Verb == "" {
			return
		}
		v, ok := r.Info(c.Verb)
		require.True(t, ok)
		require.NotEqual(t, VerbMove, c.Verb)
		if v.Bare {
			require.False(t, c.question)
			require.True(t, c.Args == "" || slices.Contains(v.words, c.Args), "%q behind %s", c.Args, c.Verb)
		}
		english := string(c.Verb) + " " + c.Args
		if c.Game != 0 {
			english = fmt.Sprintf("#%d %s", c.Game, english)
		}
		again = r.Read(english, "")
		require.Equal(t, [3]any{c.Game, c.Verb, c.Args}, [3]any{again.Game, again.Verb, again.Args}, "%q, read again as %q", line, english)
	})
}

// commandLines are lines as people write them, in the languages that there are.
func commandLines() []string {
	return []string{
		"d3-d4", "#12 d3-d4 and e3-e4", "#12: d3–d4", "# 7 d3 d4, e3 e4", "move d3-d4", "12", "(3)", "4.", "*d3-d4*", "“d3-d4”", "d3-d4?", "> d3-d4",
		"challenge Bob <bob@example.org> turro as black pace 3 days, unrated", "défie bob@example.org turro avec les noirs rythme 2 jours", "sfida bob@example.org turro con il nero",
		"if d5-d4 then c2-c3; if * then a1-a2", "si d5-d4 alors c2-c3 et e1-e2", "se d5-d4 allora c2-c3 e e1-e2", "if off 2", "se no", "si", "Si!", "oui.", "J'accepte", "j’accepte",
		"accept #12", "resign", "Resign?", "resign yourself", "abandonne", "preview d3-d4 e3-e4", "say Hello", "dire Bonjour", "digest weekly monday 07:30", "resume hebdomadaire lundi 7h30",
		"riepilogo settimanale lunedì 07:30", "letters mine", "vacation 2026-12-20 to 2027-01-03", "vacances du 20/12/2026 au 3/1/2027", "ferie dal 20/12 al 3/1", "name Ada", "lang fr", "timezone Europe/Rome",
		"board unicode", "board words", "forget me", "oubliez moi", "stop", "note d3-d4 looks good", "publish notes", "player me", "standings turro", "rules", "help if",
		"#999999999999999 board", "#1000000000000000 board", "#0 board", "\u202ed3-d4", "d3\u200b-d4", "ÄÖ", "\x00", "\xff", "é", "ｒｅｓｉｇｎ", "RESİGN", "say\u00a0x", "'accept'", "`accept`", "accept #12!", "accept#12",
	}
}

// FuzzClassify holds the classifier to these facts, whatever a message says:
//
//   - nothing panics, and the same message means the same again;
//   - a proven message always comes to something: no person is left in silence;
//   - what is played has the form of plies of the game at hand, what is talk calls no
//     command that stands alone, and nothing secretive is talk;
//   - no line is carried out twice.
func FuzzClassify(f *testing.F) {
	r, err := NewReader(all.Games())
	require.NoError(f, err)
	turro := all.Games()[0]
	record := rules.NewRecord(turro)
	f.Add("Hello\nd3-d4\nCheers")
	f.Add("yes\nno")
	f.Add(strings.Join(commandLines(), "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 5000 {
			return
		}
		ctx := Context{
			Lang: "en", Proven: true, Most: Most, Reply: true, Game: 1,
			Games: map[int64]KnownGame{1: {Rules: []rules.Game{turro}}}, UnderWay: []RunningGame{{ID: 1, Rules: turro}},
			Board: &GameAtHand{Record: record, Mine: true, Numbered: true},
		}
		if len(text)%2 == 0 {
			ctx.Games[1] = KnownGame{Rules: []rules.Game{turro}, Offer: mail.AsksDraw}
			ctx.Asks = mail.AllAsks()[len(text)%len(mail.AllAsks())]
		}
		lines := r.ReadAll(strings.Split(text, "\n"), "en")
		intents := r.Classify(lines, ctx)
		require.NotEmpty(t, intents)
		m := r.classify(lines, ctx)
		again := r.Classify(r.ReadAll(strings.Split(text, "\n"), "en"), ctx)
		require.Equal(t, len(intents), len(again))
		acts := 0
		for i, in := range intents {
			require.Equal(t, shown(in, 1), shown(again[i], 1))
			switch in := in.(type) {
			case Play:
				acts++
				require.NotZero(t, in.Game)
				require.True(t, in.Line.looksLikePlies(r.games), in.Text)
			case Do:
				acts++
				require.NotEmpty(t, in.Line.Verb)
			case Talk:
				require.False(t, m.isSecret(&decided{Line: in.Line, games: []rules.Game{turro}}, m.known()), in.Line.Text)
				v, _ := r.Info(in.Line.Verb)
				require.False(t, v.Bare, in.Line.Text)
			}
		}
		require.LessOrEqual(t, acts, len(lines))
		require.Zero(t, record.Len(), "it changes nothing that it is given")
	})
}

// TestReadingIsLinear counts octets of memory instead of seconds: what is
// linear is linear on a slow machine as well.
func TestReadingIsLinear(t *testing.T) {
	skiptest.Sequential(t)
	skiptest.Long(t)
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	for _, unit := range []string{"a then b; ", "a then b, if c then d, ", "if ", "then ", "a ", ", ", "; ", "* then a;", "a,b;c ", ";,", "si d3-d4 alors ", "#", "é"} {
		for name, work := range map[string]func(text string){
			"ParseConditionals": func(text string) { _, _ = rules.ParseConditionals(text) },
			"Read":              func(text string) { r.Read("if "+text, "") },
			"Stretches":         func(text string) { rules.Stretches(text) },
		} {
			short, long := strings.Repeat(unit, 2000), strings.Repeat(unit, 8000)
			work(short) // what is made once
			once, four := allocated(func() { work(short) }), allocated(func() { work(long) })
			require.LessOrEqual(t, four, 6*once+64<<10, "%s of %q: four times the text takes %d octets instead of %d", name, unit, four, once)
		}
	}
}

// allocated is the octets of memory that f takes, whether or not it gives them
// back.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
