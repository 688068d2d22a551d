package draughts

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// gameType is that of English draughts: Black begins, and squares are numbers.
const gameType = "21"

// writePDN writes a record in Portable Draughts Notation.
func writePDN(t rules.Transcript, r *rules.Record) string {
	tags := append(t.Roster(r.Game()), [2]string{"GameType", gameType})
	if first := r.At(0).(position); first.Uncounted() != start.Uncounted() {
		tags = append(tags, [2]string{"SetUp", "1"}, [2]string{"FEN", first.Uncounted()})
	}
	var words []string
	for n, m := range r.Plies() {
		if n%2 == 0 {
			words = append(words, fmt.Sprintf("%d.", n/2+1))
		}
		words = append(words, string(m))
	}
	return rules.WritePGN(tags, append(words, rules.PGNResult(r.Game(), t.Result)))
}

// readPDN reads the first record of a text. A text without a GameType is one if its first ply is.
func readPDN(text string) (rules.Transcript, *rules.Record, error) {
	tags, plies, ok := rules.ReadPGN(text)
	kind, _, _ := strings.Cut(tags.Get("GameType"), ",")
	if !ok || kind != gameType && (kind != "" || len(plies) == 0 || !hasForm(plies[0])) {
		return rules.Transcript{}, nil, rules.ErrNoTranscript
	}
	from, err := start, error(nil)
	if fen := strings.TrimSuffix(tags.Get("FEN"), "."); fen != "" {
		if from, err = read(fen + " 0"); err != nil {
			return rules.Transcript{}, nil, err
		}
	}
	return rules.ReplayPGN(rules.NewRecordFrom(Game(), from), tags, plies)
}
