package verify

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"turnpost/db"
	"turnpost/mail"
)

// heldFor is how long something waits for a player's word at most; it is expired with the
// next sign of life.
const heldFor = 7 * day

// held holds what waits for a player's word against the letter that it came in.
func held(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var id, letter, player, at, sender, settled int64
		var lines, state, of string
		var raw []byte
		err := scan(&id, &player, &letter, &lines, &state, &at, &sender, &settled, &of, &raw)
		say := func(format string, args ...any) {
			faults = append(faults, Fault{Of: "letter in", ID: letter, What: fmt.Sprintf("what it wanted, under number %d, ", id) + fmt.Sprintf(format, args...), Mend: mend("held")})
		}
		switch {
		case of == "new":
			say("waits, and it is not answered yet")
		case sender != 0 && sender != player && len(w.merged) == 0:
			say("waits for player %d, and the letter is of player %d", player, sender)
		case settled != 0 && at != settled:
			say("was kept at %s, and the letter was answered at %s", said(moment(at)), said(moment(settled)))
		case state == "waiting" && lines == "":
			say("waits, and is empty")
		case state == "waiting" && w.beat.Sub(moment(at)) > heldFor+time.Hour:
			say("waits since %s", said(moment(at)))
		case state == "waiting" && len(raw) > 0:
			if line := unwritten(raw, lines); line != "" {
				say("is %q, which is not in it", line)
			}
		}
		return err
	}, `SELECT h.id, h.player, h.letter, h.lines, h.state, h.held_at, i.sender, i.handled_at, i.state, m.raw
		FROM held AS h JOIN inbox AS i ON i.id = h.letter LEFT JOIN mails AS m ON m.letter = h.letter AND h.state = 'waiting' ORDER BY h.id`)
	return faults, err
}

// unwritten is the first line that does not stand in a letter, but for the game that it was
// found to be of.
func unwritten(raw []byte, lines string) string {
	letter, err := mail.Read(raw)
	if err != nil {
		return ""
	}
	text := letters(letter.Subject + strings.Join(letter.Lines, " "))
	for line := range strings.SplitSeq(lines, "\n") {
		line = strings.TrimSpace(line)
		if _, of, found := strings.Cut(line, " "); found && strings.HasPrefix(line, "#") {
			line = of
		}
		if !strings.Contains(text, letters(line)) {
			return line
		}
	}
	return ""
}

// letters are the letters and digits of a text, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
