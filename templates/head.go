package templates

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// widest is the longest that a head may be; most programs show no more of it.
const widest = 78

// ofGame is the game at the end of a head.
var ofGame = regexp.MustCompile(` \([^()]*#[0-9]+\)$`)

// fit makes a head fit a number of characters: first it loses the reader's name, and then the
// title of the game, which the subject has. What is longer nevertheless takes several lines:
// nothing else is left out.
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
	return fill(columns, head)
}
