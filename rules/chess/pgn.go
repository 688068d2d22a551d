package chess

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// results are those of PGN.
var results = map[rules.Result]string{rules.Undecided: "*", rules.WhiteWins: "1-0", rules.BlackWins: "0-1",
	rules.Draw: "1/2-1/2"}

// writePGN writes a record in the export format, with the letters of English.
func writePGN(t rules.Transcript, r *rules.Record) string {
	tags := t.RosterOf(r.Game(), results[t.Result])
	if from := r.At(0).String(); from != startText {
		tags = append(tags, [2]string{"SetUp", "1"}, [2]string{"FEN", from})
	}
	var words []string
	for n, m := range r.Plies() {
		p := r.At(n).(position)
		if p.side == white {
			words = append(words, fmt.Sprintf("%d.", p.number))
		} else if n == 0 {
			words = append(words, fmt.Sprintf("%d...", p.number))
		}
		words = append(words, p.Spell(m, rules.English))
	}
	return rules.WritePGN(tags, append(words, results[t.Result]))
}

// readPGN reads the first record of a text, with moves in any language.
func readPGN(text string) (rules.Transcript, *rules.Record, error) {
	tags, plies, ok := rules.ReadPGN(text)
	if variant := strings.ToLower(tags.Get("Variant")); !ok || tags.Get("GameType") != "" ||
		variant != "" && variant != "standard" && variant != "from position" {
		return rules.Transcript{}, nil, rules.ErrNoTranscript
	}
	from, err := start, error(nil)
	if fen := tags.Get("FEN"); fen != "" {
		if from, err = read(fen); err != nil {
			return rules.Transcript{}, nil, err
		}
	}
	result := rules.Undecided
	for r, s := range results {
		if s == tags.Get("Result") {
			result = r
		}
	}
	return rules.ReplayPGN(rules.NewRecordFrom(Game(), from).In("en"), tags, plies, result)
}
