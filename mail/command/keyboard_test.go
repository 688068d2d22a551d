package command

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRepliesKeyboards: digits, letters, dashes and stops of other keyboards are those of a move.
// Two cells with another sign between them are proposed, and never played.
func TestRepliesKeyboards(t *testing.T) {
	t.Parallel()
	r := intentsReader(t)
	intents := func(game, lang, line string) []Intent {
		ctx := contextOf(t, r, lang+" at=1:"+game+" after= mine numbered others="+game)
		return r.Classify(r.ReadAll([]string{line}, lang), ctx)
	}
	played, asked := 0, 0
	for _, lang := range []string{"en", "fr", "it", "de"} {
		for game, lines := range map[string][]string{
			"turro": {
				"d3‐d4", "d3‑d4", "d3‒d4", "d3–d4", "d3—d4", "d3―d4", "d3−d4", "d3﹣d4", "d3－d4", "d3ー d4", "d3⁃d4", "d3➖d4",
				"ｄ３－ｄ４", "Ｄ３ーＤ４", "d3-d4。", "d3-d4．", "d3-d4！", "d٣-d٤", "d३-d४", "d３ d４", "d3 ➜ d4", "d3 ⟶ d4", "d3 ➡️ d4", "d3⇨d4",
				"１２", "١٢", "۱۲", "१२", "১২", "๑๒", "１２。", "#12", "＃１２", "# 12", "#１２", "#1 ｄ３－ｄ４",
			},
			"roses": {"ｂ４", "b４", "b٤", "b४。", "＃２", "１", "٢", "b4．"},
			"rooya": {"ａ１", "a１", "a١", "a१。", "#3", "＃４", "１６", "٥", "a1！"},
		} {
			for _, line := range lines {
				got := intents(game, lang, line)
				require.NotEmpty(t, got, line)
				_, ok := got[0].(Play)
				assert.True(t, ok && len(got) == 1, "%s, %s: %q is %#v", game, lang, line, got)
				played++
			}
		}
		for _, line := range []string{"d3:d4", "d3.d4", "d3_d4", "d3~d4", "d3..d4", "d3…d4", "d3;d4", "d3*d4", "d3»d4", "d3 : d4", "D3.D4", "ｄ３．ｄ４"} {
			near := ""
			for _, in := range intents("turro", lang, line) {
				if ask, ok := in.(Ask); ok && len(ask.Near) > 0 {
					near = ask.Near[0]
				}
				_, plays := in.(Play)
				assert.False(t, plays, line)
			}
			assert.Equal(t, "d3-d4", near, line)
			asked++
		}
	}
	for line, lang := range map[string]string{"Français": "fr", "deutsch": "de", "Italiano.": "it", "English": "en"} {
		assert.Equal(t, lang, r.LanguageOf([]string{line}), line)
	}
	t.Logf("replies | in the characters of other keyboards | %d played; %d with other signs, asked about", played, asked)
}
