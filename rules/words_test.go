package rules_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// tale is a game in English, and in a language made up here.
func tale(t *testing.T, words string) rules.Game {
	files := fstest.MapFS{
		"words/en.txt": {Data: []byte("[Brief]\nTake all.\n[Notation]\nWrite a1.\n[Reasons]\n= taken\nall was taken\n[Rules]\nTAKE ALL\n")},
		"words/xx.txt": {Data: []byte(words)},
	}
	g := rules.Game{Words: rules.ReadWords(files)}.In("en")
	require.Equal(t, "Take all.", g.Brief)
	require.Equal(t, "all was taken", g.Reason(rules.Outcome{Reason: "taken"}))
	return g
}

func TestAFileOfWords(t *testing.T) {
	t.Parallel()
	g := tale(t, "\ufeff# a remark\r\n[Brief]\r\nPrendi\r\n  tutto. \r\n\r\n[Reasons]\n= taken\ntutto è preso\n"+
		"[Moves]\n= pass\nPasso, Io  passo!\n\n[Phrases]\n= %s lies on %s\nsu %[2]s c'è %[1]s\n\n# the last\n= , and wins\n, e vince\n"+
		"[Rules]\n\nPRENDI TUTTO\n\n[tutto] = X\n# e basta\n")
	w := g.Words["xx"]
	require.NoError(t, w.Err)
	told := g.In("xx")
	require.Equal(t, "Prendi tutto.", told.Brief)
	require.Equal(t, "PRENDI TUTTO\n\n[tutto] = X\n# e basta\n", told.Text)
	require.Equal(t, "Write a1.", told.Notation, "what is not there is told in English")
	require.Equal(t, "tutto è preso", told.Reason(rules.Outcome{Reason: "taken"}))
	require.Equal(t, map[string]rules.Move{"passo": "pass", "io passo": "pass"}, w.Moves)
	require.Equal(t, map[rules.Move]string{"pass": "Passo"}, w.Spoken)
	require.Equal(t, "su d3 c'è l'alfiere", told.Say("%s lies on %s", "l'alfiere", "d3"))
	require.Equal(t, ", e vince", told.Say(", and wins"))
	require.Equal(t, "nobody has told", told.Say("nobody has %s", "told"))

	for _, lang := range []string{"en", "yy"} {
		again := told.In(lang)
		require.Equal(t, "Take all.", again.Brief)
		require.Equal(t, ", and wins", again.Say(", and wins"))
	}
}

func TestWhatIsWrongWithAFileOfWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"Prendi tutto.", `line 1: "Prendi tutto." stands in no section`},
		{"\n[Breve]\n", "line 2: there is no section [Breve]; there are Brief, Notation, Reasons, Moves, Phrases, Rules"},
		{"[Brief]\nuno\n[Brief]\n", "line 3: section [Brief] begins a second time"},
		{"[Phrases]\n\n= a pawn\n= a king\nun re\n", `line 3: "a pawn" has no line below it that says it in this language`},
		{"[Phrases]\n= a pawn\n[Rules]\nREGOLE\n", `line 2: "a pawn" has no line below it that says it in this language`},
		{"[Phrases]\n= a pawn\n", `line 2: "a pawn" has no line below it that says it in this language`},
		{"[Phrases]\n= a pawn\nuna\npedina\n", `line 4: "pedina" has no English line ("= …") before it; a translation is one line`},
		{"[Phrases]\n= a pawn\nuna pedina\n= a pawn\nun fante\n", `line 4: "a pawn" stands here twice`},
		{"[Moves]\n= pass\npasso, Passo\n", `line 2: "passo" stands here twice`},
		{"[Phrases]\n= a\n[Phrases]\nb\n", "line 2: \"a\" has no line below it that says it in this language\n" +
			"line 3: section [Phrases] begins a second time\nline 4: \"b\" has no English line (\"= …\") before it; a translation is one line"},
	} {
		require.EqualError(t, tale(t, c.text).Words["xx"].Err, "words/xx.txt: "+c.want)
	}
}

func TestTermsHaveForms(t *testing.T) {
	t.Parallel()
	told := tale(t, "[Phrases]\n= a pawn of %s\nein %s{er} Bauer\n= %d of %s on %s\n%[1]d%% %[2]s{e} auf %[2]s{er}%[3]s\n= on %s\n%s{unknown}\n"+
		"= Black{er}\nschwarzer\n= Black{e}\nSchwarze\n= Black\nSchwarz\n").In("xx")
	require.Equal(t, "ein schwarzer Bauer", told.Say("a pawn of %s", rules.Word("Black")))
	require.Equal(t, "ein White Bauer", told.Say("a pawn of %s", rules.Word("White")))
	require.Equal(t, "ein d4 Bauer", told.Say("a pawn of %s", "d4"))
	require.Equal(t, "7% Schwarze auf schwarzerc3", told.Say("%d of %s on %s", 7, rules.Word("Black"), "c3"))
	require.Equal(t, "Schwarz", told.Say("on %s", rules.Word("Black")), "a form that is not there")
}

func TestAWordForAPly(t *testing.T) {
	t.Parallel()
	words := tale(t, "[Moves]\n= pass\npasso\n").Words
	m, ok := rules.Typed(words, "passo")
	require.True(t, ok)
	require.Equal(t, rules.Move("pass"), m)
	_, ok = rules.Typed(words, "passa")
	require.False(t, ok)
}

// TestCommonWords: each language says the same, without mistakes.
func TestCommonWords(t *testing.T) {
	t.Parallel()
	keys := func(lang string) (keys []string) {
		for key := range rules.CommonWords(lang).Phrases {
			if !strings.Contains(key, "{") {
				keys = append(keys, key)
			}
		}
		slices.Sort(keys)
		return keys
	}
	require.Contains(t, rules.Languages(), "en")
	want := keys("fr")
	require.Contains(t, want, "Black")
	for _, lang := range rules.Languages() {
		require.NoError(t, rules.CommonWords(lang).Err)
		if lang == "en" {
			require.Empty(t, keys(lang))
		} else {
			require.Equal(t, want, keys(lang), lang)
		}
	}
}
