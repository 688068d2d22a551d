package templates

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// widest is the longest that a head may be; most programs show no more of it.
const widest = 78

var (
	ofGame = regexp.MustCompile(` \([^()]*#[0-9]+\)$`)
	// ofDate is a date, with the word that leads to it: "by 20 December 2026 09:00",
	// "mercredi à 9:00", "Mittwoch, 09:00 Uhr UTC", "2026-12-20".
	ofDate = regexp.MustCompile(
		`(?:\pL+,? )?(?:(?:\pL+,? )?(?:\d{1,2}\.? \pL+ (?:\d{4} )?)?(?:\pL+ )?\d{1,2}:\d\d(?: Uhr)?(?: UTC)?|\d{1,2}\.? \pL+(?: \d{4})?|\d{4}-\d\d-\d\d)`)
	// inSpan is what stands between a date and its time, or the two dates of a span.
	inSpan = regexp.MustCompile(`^[ ,–-]*(?:to|bis|au|à|al|a|et|e|und|and)?[ ,–-]*$`)
)

// fit shortens a head to a number of characters: first it loses the reader's name, then the
// title of the game, which the subject has, and then its end; but never the game's number,
// and never half of a date or of a span.
func fit(head, reader string, most int) string {
	if utf8.RuneCountInString(head) > most {
		for _, name := range []string{", " + reader + ",", ", " + reader} {
			if strings.Contains(head, name) {
				head = strings.Replace(head, name, "", 1)
				break
			}
		}
	}
	game := ofGame.FindString(head)
	if utf8.RuneCountInString(head) > most && game != "" {
		head = strings.TrimSuffix(head, game)
		game = " (" + game[strings.LastIndexByte(game, '#'):]
		head += game
	}
	if utf8.RuneCountInString(head) <= most {
		return head
	}
	head = strings.TrimSuffix(head, game)
	text := string([]rune(head)[:max(0, most-utf8.RuneCountInString(game)-3)])
	if i := strings.LastIndexByte(text, ' '); i > len(text)/2 {
		text = text[:i]
	}
	for _, date := range datesOf(head) {
		if date[0] > 0 && date[0] < len(text) && len(text) < date[1] {
			text = text[:date[0]]
		}
	}
	return strings.TrimRight(text, " ,;:.-") + "..." + game
}

// datesOf is where the dates of a head begin and end. The two dates of a span, "20 December -
// 3 January", count as one: half of a span would be wrong.
func datesOf(head string) (dates [][]int) {
	for _, date := range ofDate.FindAllStringIndex(head, -1) {
		if n := len(dates); n > 0 && inSpan.MatchString(head[dates[n-1][1]:date[0]]) {
			dates[n-1][1] = date[1]
		} else {
			dates = append(dates, date)
		}
	}
	return dates
}
