package mail

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An attribution is the line above a quote that says whose it is: "On Tue, 3 Apr 2012 at
// 18:26, Ada <ada@example.org> wrote:". It is recognised by what it contains (a verb of the
// list, a date or a time, an address, a colon at the end) rather than by one pattern for
// each client and language, so that most of those that are not in the list are found too.

// maxAttribution is the greatest length of an attribution, and maxAttributionLines the number of
// lines that it may be wrapped over.
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

// found is the attribution that ends at a line: where it begins, or -1, and whether it is strong.
// It is remembered while the kinds of the lines above stay the same.
type found struct {
	known, strong bool
	first         int
}

// isBareAttribution reports whether an attribution begins at i that no marked quote follows: then
// unmarked old mail follows, or nothing.
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

// findAttribution finds an attribution that ends at the line end. It returns where it begins, or
// -1. It is strong if it can hardly be anything else.
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
		case date && (verb || addr) &&
			(head || verb && addr && (lines[j].signed()&hasVerb != 0 || strings.Contains(t, "@"))):
			if j > 0 && j > end-maxAttributionLines+1 && wrapsInto(&lines[j-1], t) {
				continue
			}
			return j, verb || addr && head
		case j == end && (date || verb && (addr || nameOnly(t)) || addr && opensQuote(t)):
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

// joining is what some lines contain, joined by spaces.
type joining struct {
	length int
	signs  lineSigns
	addr   bool
	head   string // the first octets
}

// put adds a line, and its text without surrounding white space, before the others.
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

// opensQuote: "Quoting Ada <ada@example.org>:", as Horde writes in several languages.
func opensQuote(t string) bool {
	return quoteOpening.MatchString(t)
}

var quoteOpening = regexp.MustCompile(`^(Quoting|Zitat von|Zitiere|Citando|Citeren|Citerar|Citerer|Quota) `)

// nameOnly: "Ada Lovelace wrote:" has few words and no digits.
func nameOnly(t string) bool {
	return len(strings.Fields(t)) <= 6 && !strings.ContainsAny(t, "0123456789")
}

// isHead reports whether a line can begin an attribution: it contains a date, and begins with a
// digit, a weekday, or one of the words that come before.
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

// wrapsInto reports whether l is the line above an attribution that continues in next.
func wrapsInto(l *line, next string) bool {
	t := strings.TrimSpace(l.text)
	if l.kind != own || t == "" || !l.isHead() || strings.ContainsAny(t[len(t)-1:], ".!?:") || l.signed()&hasMove != 0 {
		return false
	}
	return len(t)+len(firstWord(next)) >= 50 ||
		opensAttribution(strings.ToLower(strings.TrimRight(firstWord(t), ".,:")))
}

func firstWord(t string) string {
	w, _, _ := strings.Cut(t, " ")
	return w
}

// lineSigns are the signs for and against an attribution in a text. They are found in one pass,
// without regular expressions: a message may have 2,000 lines that look like attributions,
// each alone and with those above it.
type lineSigns uint8

// The signs.
const (
	hasDate lineSigns = 1 << iota // a date or a time
	hasVerb                       // "wrote", in some language
	// a move in any of our games: an attribution never has one, so whatever has one is kept
	hasMove
	end
)

// allSigns are all signs.
const allSigns = end - 1

// longestSign is longer than any sign: a sign across two lines ends within this many octets of
// the second.
const longestSign = 48

// signsOf finds the signs of a text.
func signsOf(text string) lineSigns { return signsWithin(text, 0, len(text)) }

// signsAcross finds the signs that begin in a line and end in the next one, after a space.
func signsAcross(line, next string) lineSigns {
	tail := line[max(0, len(line)-longestSign):]
	from := 0
	if len(tail) < len(line) {
		from = utf8.UTFMax // what stands before it may decide what it is
	}
	return signsWithin(tail+" "+next[:min(len(next), longestSign)], from, len(tail)+1)
}

// signsWithin finds the signs that begin in a part of a text.
func signsWithin(text string, from, until int) (found lineSigns) {
	text = strings.ToLower(text)
	before := byte(' ')
	if from = min(from, len(text)); from > 0 {
		before = text[from-1]
	}
	for i := from; i < min(until, len(text)) && found != allSigns; i++ {
		c := text[i]
		switch {
		case c >= utf8.RuneSelf:
			if found&hasDate == 0 && foreignDate(text[i:]) {
				found |= hasDate
			}
			if found&hasVerb == 0 && verbAt(text, i) {
				found |= hasVerb
			}
		case isDigit(c):
			if found&hasDate == 0 && (!isWordByte(before) && dateAt(text[i:]) || foreignTime(text[i+1:])) {
				found |= hasDate
			}
		case c >= 'a' && c <= 'z':
			if found&hasMove == 0 && !isWordByte(before) && moveAt(text[i:]) {
				found |= hasMove
			}
			if found&hasVerb == 0 && verbAt(text, i) {
				found |= hasVerb
			}
		}
		before = c
	}
	return found
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWordByte(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// digits counts the digits that a text begins with, up to most.
func digits(t string, most int) (n int) {
	for n < len(t) && n < most && isDigit(t[n]) {
		n++
	}
	return n
}

// endsWord reports whether no letter of a word is next.
func endsWord(t string) bool { return t == "" || !isWordByte(t[0]) }

// dateAt: "2012", "18:26" and "18h26", "3.4.12" and "2012" in all orders.
func dateAt(t string) bool {
	n := digits(t, 5)
	if n == 4 {
		return (t[:2] == "19" || t[:2] == "20") && endsWord(t[4:])
	}
	if n > 2 || n == len(t) {
		return false
	}
	mark, rest := t[n], t[n+1:]
	if (mark == ':' || mark == '.' || mark == 'h') && digits(rest, 2) == 2 && endsWord(rest[2:]) {
		return true
	}
	if strings.IndexByte("./-", mark) < 0 {
		return false
	}
	m := digits(rest, 3)
	return m >= 1 && m <= 2 && m < len(rest) && strings.IndexByte("./-", rest[m]) >= 0 && digits(rest[m+1:], 2) == 2
}

// foreignDate: the signs of a date that are no ASCII.
func foreignDate(t string) bool {
	r, n := utf8.DecodeRuneInString(t)
	switch {
	case r == '年', r == '月', r == '일':
		return true
	case eastern(r) && easterns(t, 4):
		return true
	}
	return foreignTime(t[n:]) && unicode.Is(unicode.Nd, r)
}

// foreignTime: a colon and two Arabic digits, behind any digit.
func foreignTime(t string) bool { return strings.HasPrefix(t, ":") && easterns(t[1:], 2) }

// eastern reports whether r is a digit as Arabic or Persian has it.
func eastern(r rune) bool { return r >= '٠' && r <= '٩' || r >= '۰' && r <= '۹' }

// easterns reports whether a text begins with so many of these digits.
func easterns(t string, n int) bool {
	for ; n > 0; n-- {
		r, size := utf8.DecodeRuneInString(t)
		if !eastern(r) {
			return false
		}
		t = t[size:]
	}
	return true
}

// moveAt: "d3-d4", "d3 d4", "d3xd4" and their kin, with any dash.
func moveAt(t string) bool {
	n, ok := cellAt(t)
	if !ok {
		return false
	}
	t = strings.TrimPrefix(t[n:], " ")
	for _, dash := range [...]string{"", "-", "--", "->", "x", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014",
		"\u2212"} {
		rest, ok := strings.CutPrefix(t, dash)
		if !ok {
			continue
		}
		rest = strings.TrimPrefix(rest, " ")
		if n, ok := cellAt(rest); ok && endsWord(rest[n:]) {
			return true
		}
	}
	return false
}

// cellAt reads a cell: a letter and at most two digits.
func cellAt(t string) (n int, ok bool) {
	if t == "" || t[0] < 'a' || t[0] > 'z' {
		return 0, false
	}
	n = digits(t[1:], 2)
	return 1 + n, n > 0
}

// verbAt reports whether the verb of an attribution begins at i, in lower case.
func verbAt(text string, i int) bool {
	for _, v := range joinedVerbs[text[i]] {
		if strings.HasPrefix(text[i:], v) {
			return true
		}
	}
	if rest, ok := strings.CutPrefix(text[i:], "작성"); ok &&
		strings.HasPrefix(strings.TrimLeft(rest[:min(len(rest), longestSign)], " \t"), ":") {
		return true
	}
	verbs := verbsOf[text[i]]
	if verbs == nil || !opensVerb(text[:i]) {
		return false
	}
	for _, v := range verbs {
		if rest, ok := strings.CutPrefix(text[i:], v); ok && endsVerb(rest) {
			return true
		}
	}
	return false
}

// opensVerb reports whether a verb may stand behind a text.
func opensVerb(before string) bool {
	if before == "" {
		return true
	}
	return strings.IndexByte(" \t\n\f\r>)\"'],", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "\u3002") ||
		strings.HasSuffix(before, "\uff0c")
}

// endsVerb reports whether a verb may stand before a text.
func endsVerb(after string) bool {
	return after == "" || strings.IndexByte(" \t\n\f\r:(-,", after[0]) >= 0 || strings.HasPrefix(after, "\uff1a")
}

// byFirst sorts words by their first octet.
func byFirst(words []string) (by [256][]string) {
	for _, w := range words {
		by[w[0]] = append(by[w[0]], w)
	}
	return by
}

// hasYear reports whether a text has four digits that may be a year, in any script.
func hasYear(text string) bool {
	for i := 0; i+4 <= len(text); i++ {
		if (text[i:i+2] == "19" || text[i:i+2] == "20") && digits(text[i:], 5) == 4 &&
			(i == 0 || (text[i-1] < '0' || text[i-1] > '9')) {
			return true
		}
	}
	return strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 && unicode.IsDigit(r) })
}

// endsColon reports whether a text ends in a colon, but for marks.
func endsColon(text string) bool {
	t := strings.TrimRight(text, " \t*_")
	return strings.HasSuffix(t, ":") || strings.HasSuffix(t, "\uff1a")
}
