package chess

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// writePGN writes a record in the export format, with the letters of English.
func writePGN(t rules.Transcript, r *rules.Record) string {
	tags := t.Roster(r.Game())
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
	return rules.WritePGN(tags, append(words, rules.PGNResult(r.Game(), t.Result)))
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
	return rules.ReplayPGN(rules.NewRecordFrom(Game(), from).In("en"), tags, plies)
}
