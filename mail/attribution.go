package mail

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// An attribution is the line above a quote that tells whose it is: "On Tue, 3
// Apr 2012 at 18:26, Ada <ada@example.org> wrote:". It is known by what it
// holds (a verb of the list, a date or a time, an address, a colon at the end)
// rather than by one pattern for each client and language, so that most of
// what is not in the list is found too.

// maxAttribution is the length of an attribution, maxAttributionLines over how many
// lines it may be wrapped.
const (
	maxAttribution      = 400
	maxAttributionLines = 4
)

// markAttributions marks the attributions above the quotes.
func markAttributions(lines []line) {
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
		if first, strong := findAttribution(lines, end); first >= 0 && (strong || adjacent) {
			for j := first; j <= end; j++ {
				lines[j].kind = attribution
			}
		}
	}
}

// found is the attribution that ends at a line: where it begins, or -1, and
// whether it is strong. It is remembered while the kinds of the lines above stay.
type found struct {
	known, strong bool
	first         int
}

// isBareAttribution says whether an attribution begins at i that no marked quote
// follows: then the old mail follows without marks, or nothing.
func isBareAttribution(lines []line, i int) bool {
	for end := i; end < len(lines) && end < i+maxAttributionLines; end++ {
		l := &lines[end]
		if l.kind != own || l.text == "" {
			return false
		}
		if !l.attribution.known {
			first, strong := findAttribution(lines, end)
			l.attribution = found{true, strong, first}
		}
		if f := l.attribution; f.strong && f.first >= 0 && f.first <= i {
			return true
		}
	}
	return false
}

// findAttribution finds an attribution that ends at the line end. It returns where
// it begins, or -1. It is strong when it can hardly be anything else.
func findAttribution(lines []line, end int) (first int, strong bool) {
	if !endsAttribution(&lines[end]) {
		return -1, false
	}
	weak := -1
	joined, next := joining{}, ""
	for j := end; j >= 0 && j > end-maxAttributionLines; j-- {
		t := strings.TrimSpace(lines[j].text)
		if lines[j].kind != own || t == "" || joined.length+len(t) > maxAttribution {
			break
		}
		joined.put(&lines[j], t)
		if joined.signs&hasMove != 0 {
			break
		}
		date, verb, addr := joined.signs&hasDate != 0, joined.signs&hasVerb != 0, joined.addr
		// An address at the beginning of the next line was torn from its name.
		head := lines[j].isHead() || date && strings.HasPrefix(next, "<")
		next = t
		switch {
		case date && (verb || addr) && (head || verb && addr && (lines[j].signed()&hasVerb != 0 || strings.Contains(t, "@"))):
			if j > 0 && j > end-maxAttributionLines+1 && wrapsInto(&lines[j-1], t) {
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

// joining is what some lines hold, put together with a space behind each.
type joining struct {
	length int
	signs  lineSigns
	addr   bool
	head   string // the first octets
}

// put puts a line, and its text without white space around it, before the others.
func (j *joining) put(l *line, t string) {
	found := j.signs | l.signed()
	if j.length > 0 && found != allSigns {
		found |= signsAcross(t, j.head)
	}
	j.signs, j.addr, j.length = found, j.addr || strings.Contains(t, "@"), j.length+len(t)+1
	if j.head = t + " " + j.head; len(j.head) > longestSign {
		j.head = j.head[:longestSign]
	}
}

// signed are the signs of the line alone.
func (l *line) signed() lineSigns {
	if !l.looked {
		l.signs, l.looked = signsOf(strings.TrimSpace(l.text)), true
	}
	return l.signs
}

// endsAttribution: a colon at the end, or Zoho's "---- Ada wrote ----".
func endsAttribution(l *line) bool {
	if len(l.text) > maxAttribution {
		return false
	}
	return endsColon(l.text) || strings.HasSuffix(strings.TrimRight(l.text, " \t*_"), "---") && l.signed()&hasVerb != 0
}

// nameOnly: "Ada Lovelace wrote:" has few words and no digits.
func nameOnly(t string) bool {
	return len(strings.Fields(t)) <= 6 && !strings.ContainsAny(t, "0123456789")
}

// isHead says whether a line can begin an attribution: with a date in it, and
// beginning with a digit, a weekday, or one of the words that come before.
func (l *line) isHead() bool {
	if l.signed()&hasDate == 0 {
		return false
	}
	t := strings.TrimSpace(l.text)
	t = strings.TrimLeft(t, "-* _[(\"'\u201e\u201c")
	r, _ := utf8.DecodeRuneInString(t)
	if unicode.IsDigit(r) {
		return true
	}
	word := strings.ToLower(strings.TrimRight(firstWord(t), ".,:"))
	return opensAttribution(word) || len(t) >= 55
}

// wrapsInto says whether l is the line above an attribution that goes on in
// next.
func wrapsInto(l *line, next string) bool {
	t := strings.TrimSpace(l.text)
	if l.kind != own || t == "" || !l.isHead() || strings.ContainsAny(t[len(t)-1:], ".!?:") || l.signed()&hasMove != 0 {
		return false
	}
	return len(t)+len(firstWord(next)) >= 50 || opensAttribution(strings.ToLower(strings.TrimRight(firstWord(t), ".,:")))
}

func firstWord(t string) string {
	w, _, _ := strings.Cut(t, " ")
	return w
}
