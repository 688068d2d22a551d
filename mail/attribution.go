package mail

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An attribution is the line above a quote that tells whose it is: "On Tue, 3
// Apr 2012 at 18:26, Ada <ada@example.org> wrote:". It is known by what it
// holds (a verb of the list, a date or a time, an address, a colon at the end)
// rather than by one pattern for each client and language, so that most of
// what is not in the list is found too.

// maxCredit is the length of an attribution, maxCreditLines over how many
// lines it may be wrapped.
const (
	maxCredit      = 400
	maxCreditLines = 4
)

var (
	dateLike = regexp.MustCompile(`\b(19|20)\d\d\b|\b\d{1,2}[:.h]\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|[年月일]|\p{Nd}:[٠-٩۰-۹]{2}|[٠-٩۰-۹]{4}`)
	// moveLike is a move in any of our games: an attribution never has one, so
	// whatever has one is kept.
	moveLike = regexp.MustCompile(`(?i)\b[a-z]\d{1,2} ?(-|--|->|\x{2010}|\x{2011}|\x{2012}|\x{2013}|\x{2014}|\x{2212}|x)? ?[a-z]\d{1,2}\b`)
)

// markCredits marks the attributions above the quotes.
func markCredits(lines []line) {
	for i := 1; i < len(lines); i++ {
		if lines[i].kind != quoted && lines[i].kind != board {
			continue
		}
		end := i - 1
		for end >= 0 && lines[end].kind == own && lines[end].text == "" {
			end--
		}
		if end < 0 || lines[end].kind != own {
			continue
		}
		adjacent := i-end <= 2
		if first, strong := findCredit(lines, end); first >= 0 && (strong || adjacent) {
			for j := first; j <= end; j++ {
				lines[j].kind = credit
			}
		}
	}
}

// isBareCredit says whether an attribution begins at i that no marked quote
// follows: then the old mail follows without marks, or nothing.
func isBareCredit(lines []line, i int) bool {
	for end := i; end < len(lines) && end < i+maxCreditLines; end++ {
		if lines[end].kind != own || lines[end].text == "" {
			return false
		}
		if first, strong := findCredit(lines, end); strong && first >= 0 && first <= i {
			return true
		}
	}
	return false
}

// findCredit finds an attribution that ends at the line end. It returns where
// it begins, or -1. It is strong when it can hardly be anything else.
func findCredit(lines []line, end int) (first int, strong bool) {
	if !endsCredit(lines[end].text) {
		return -1, false
	}
	weak := -1
	joined, next := "", ""
	for j := end; j >= 0 && j > end-maxCreditLines; j-- {
		t := strings.TrimSpace(lines[j].text)
		if lines[j].kind != own || t == "" || len(joined)+len(t) > maxCredit {
			break
		}
		joined = t + " " + joined
		if moveLike.MatchString(joined) {
			break
		}
		date, verb, addr := dateLike.MatchString(joined), wrote.MatchString(joined), strings.Contains(joined, "@")
		// An address at the beginning of the next line was torn from its name.
		head := isHead(t) || date && strings.HasPrefix(next, "<")
		next = t
		switch {
		case date && (verb || addr) && (head || verb && addr && holdsAny(t)):
			if j > 0 && j > end-maxCreditLines+1 && wrapsInto(lines[j-1], t) {
				continue
			}
			return j, verb || addr && head
		case j == end && verb && (addr || nameOnly(t)), j == end && date:
			weak = j
		case verb && addr && !date:
			// The date may be on the line above; without one, the address is
			// enough above a marked quote.
			if weak == j+1 && !head && strings.Contains(t, "@") && !strings.Contains(t, ". ") && len(t) < 80 {
				weak = j
			}
		}
	}
	return weak, false
}

// endsCredit: a colon at the end, or Zoho's "---- Ada wrote ----".
func endsCredit(text string) bool {
	if len(text) > maxCredit {
		return false
	}
	t := strings.TrimRight(text, " \t*_")
	if strings.HasSuffix(t, ":") || strings.HasSuffix(t, "\uff1a") {
		return true
	}
	return strings.HasSuffix(t, "---") && wrote.MatchString(t)
}

func holdsAny(t string) bool {
	return strings.Contains(t, "@") || wrote.MatchString(t)
}

// nameOnly: "Ada Lovelace wrote:" has few words and no digits.
func nameOnly(t string) bool {
	return len(strings.Fields(t)) <= 6 && !strings.ContainsAny(t, "0123456789")
}

// isHead says whether a line can begin an attribution: with a date in it, and
// beginning with a digit, a weekday, or one of the words that come before.
func isHead(t string) bool {
	if !dateLike.MatchString(t) {
		return false
	}
	t = strings.TrimLeft(t, "-* _[(\"'\u201e\u201c")
	r, _ := utf8.DecodeRuneInString(t)
	if unicode.IsDigit(r) {
		return true
	}
	word := strings.ToLower(strings.TrimRight(firstWord(t), ".,:"))
	return creditWords[word] || len(t) >= 55
}

// wrapsInto says whether l is the line above an attribution that goes on in
// next.
func wrapsInto(l line, next string) bool {
	t := strings.TrimSpace(l.text)
	if l.kind != own || t == "" || !isHead(t) || strings.ContainsAny(t[len(t)-1:], ".!?:") || moveLike.MatchString(t) {
		return false
	}
	return len(t)+len(firstWord(next)) >= 50 || creditWords[strings.ToLower(strings.TrimRight(firstWord(t), ".,:"))]
}

func firstWord(t string) string {
	w, _, _ := strings.Cut(t, " ")
	return w
}
