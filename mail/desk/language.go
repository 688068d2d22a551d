package desk

import (
	"strings"
	"unicode"

	"turnpost/mail"
)

// stopWords are common words that tell a language from the others here, folded.
func stopWords() map[string]map[string]bool {
	return map[string]map[string]bool{
		"en": set("the and you your please would like play hello hi with this what want game thanks thank how dear have am"),
		"fr": set("le les une des et je vous nous est bonjour salut merci avec pour veux voudrais jouer partie bonsoir cher cest suis dans mon que"),
		"it": set("il gli uno della del di ciao buongiorno grazie con per vorrei giocare partita sono che voglio salve caro nella mio questo ho"),
	}
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// languageOf guesses in which language a letter is written: the one of its
// command words, or else of the common words in it; "" where it does not show.
func (d *Desk) languageOf(l *mail.Letter) string {
	score := map[string]int{}
	common := stopWords()
	for _, line := range append([]string{l.Subject}, l.Lines...) {
		c := d.parseLine(line)
		switch {
		case len(c.langs) > 0:
			for _, lang := range c.langs {
				score[lang] += 3
			}
		case c.verb != "":
			score["en"]++
		}
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) }) {
			for lang, words := range common {
				if words[plain(word)] {
					score[lang]++
				}
			}
		}
	}
	best, most, second := "", 1, 0 // one word alone is too little
	for lang, n := range score {
		switch {
		case n > most:
			best, most, second = lang, n, most
		case n > second:
			second = n
		}
	}
	if most <= second {
		return ""
	}
	return best
}
