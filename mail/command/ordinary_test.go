package command

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

// maxOrdinaryAsked is how many of the ordinary lines are not passed on: most of them are short, and begin
// and are short.
const maxOrdinaryAsked = 63

// TestRepliesOrdinary: nearly all of what people write to each other is passed on in reply to words, and
// none of it is lost in reply to a board: its writer is asked, or told what it may have meant.
func TestRepliesOrdinary(t *testing.T) {
	t.Parallel()
	r, asked, tried := intentsReader(t), 0, 0
	raw, err := os.ReadFile("testdata/ordinary.txt")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		lang, text, _ := strings.Cut(line, " ")
		if lang == "#" {
			continue
		}
		at := func(asks string) []Intent {
			return r.Classify(r.ReadAll([]string{text}, lang),
				contextOf(t, r, lang+" at=1:turro after= mine numbered others=turro asks="+asks))
		}
		tried++
		if do, ok := at("nothing+words")[0].(Do); !ok || do.Line.Verb != VerbSay {
			asked++
		}
		for _, in := range at("nothing") {
			_, plays := in.(Play)
			require.False(t, plays, text)
		}
	}
	require.LessOrEqual(t, asked, maxOrdinaryAsked, "of %d", tried)
	t.Logf("replies | ordinary lines, 200 of them beginning with the word for a command, in reply to words | %d, %d asked about", tried, asked)
}

// TestRepliesAttempts: what may be meant as a command is not passed on as words, in reply to words or not.
func TestRepliesAttempts(t *testing.T) {
	t.Parallel()
	r, tried := intentsReader(t), 0
	raw, err := os.ReadFile("testdata/attempts.txt")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		lang, text, _ := strings.Cut(line, " ")
		if lang == "#" {
			continue
		}
		tried++
		for _, asks := range []string{"nothing", "nothing+words"} {
			intents := r.Classify(r.ReadAll([]string{text}, lang),
				contextOf(t, r, lang+" at=1:turro after= mine numbered others=turro asks="+asks))
			says, asks := false, false
			for _, in := range intents {
				do, does := in.(Do)
				_, isAsk := in.(Ask)
				_, answers := in.(Answer)
				talk, isTalk := in.(Talk)
				says = says || does && do.Line.Verb == VerbSay
				asks = asks || does && do.Line.Verb != VerbSay || isAsk || answers || isTalk && talk.Hint != nil
			}
			require.True(t, asks && !says, "%s: %v", line, intents)
		}
	}
	t.Logf("replies | attempts at commands, in reply to words or not | %d, 0 passed on", tried)
}

// TestRepliesMadeUp: no sentence that is made of the word for a command and something else does anything.
func TestRepliesMadeUp(t *testing.T) {
	t.Parallel()
	tails := map[string][]string{
		"en": {"of the year!", "is what I like about you", "off the coast of Spain"},
		"fr": {"de l'année !", "comme un champion", "et fromage"},
		"it": {"dell'anno!", "la vita è bella", "con mia madre domani"},
		"de": {"des Jahres!", "an einem verregneten Sonntag", "und Käse"},
	}
	words := map[string][]string{}
	for _, v := range verbs() {
		words["en"] = append(words["en"], string(v.Name))
	}
	lexicons, err := templates.Lexicons()
	require.NoError(t, err)
	for _, l := range lexicons {
		words[l.Lang] = slices.AppendSeq(words[l.Lang], maps.Keys(l.Verbs))
	}
	r, tried := intentsReader(t), 0
	for lang, verbs := range words {
		for _, verb := range verbs {
			for i, tail := range tails[lang] {
				first, size := utf8.DecodeRuneInString(verb)
				text := string(unicode.ToUpper(first)) + verb[size:] + " " + tail
				game := []string{"turro", "rooya", "roses"}[i]
				ctx := contextOf(t, r, lang+" at=1:"+game+" after= mine numbered others="+game+" asks=nothing+words")
				tried++
				for _, in := range r.Classify(r.ReadAll([]string{text}, lang), ctx) {
					switch in := in.(type) {
					case Play, Answer, ConfirmLine:
						require.Fail(t, shown(in, 1), text)
					case Do: // words, and notes, which nobody else reads
						require.Contains(t, []Verb{VerbSay, VerbNote}, in.Line.Verb, text)
					}
				}
			}
		}
	}
	t.Logf("replies | sentences of the word for a command and something else | %d, 0 carried out", tried)
}
