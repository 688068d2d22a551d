package mail

import (
	"slices"
	"strings"
	"unicode"
)

// lineLabel reads "From: ..." in any language, also bold ("*From:* ...") and with
// a wide colon.
func lineLabel(l *line) quoteLabel {
	if !l.labelled {
		word, _ := cutLabel(l.text)
		l.label, l.labelled = labelOf(word), true
	}
	return l.label
}

// cutLabel separates "*From:* value".
func cutLabel(text string) (word, value string) {
	t := strings.TrimLeft(text, " \t*_")
	i := strings.IndexAny(t[:min(len(t), 80)], ":\uff1a")
	if i <= 0 {
		return "", ""
	}
	return strings.ToLower(strings.Trim(t[:i], " \t*_")), strings.Trim(t[i:], ":\uff1a \t*_")
}

// isHeaderBlock reports whether the header block of the old mail begins at i: at least three
// different labels, From among them, with nothing between but the rest of a wrapped list.
func isHeaderBlock(lines []line, i int) bool {
	first := lineLabel(&lines[i])
	if first == noLabel {
		return !isLabelledWords(lines, i) && isForeignBlock(lines, i)
	}
	seen := map[quoteLabel]bool{first: true}
	others := 0 // lines in a row without a label
	for j := i + 1; j < min(len(lines), i+15); j++ {
		l := &lines[j]
		if l.kind != own && l.kind != quoted {
			break
		}
		switch k := lineLabel(l); {
		case k != noLabel:
			seen[k], others = true, 0
		default:
			others++
		}
		if others > 3 {
			break
		}
	}
	return seen[fromLabel] && len(seen) >= 3 || isForeignBlock(lines, i)
}

// isLabelledWords reports whether the line at i is words with a colon directly above a header
// block: "NB: I am away".
func isLabelledWords(lines []line, i int) bool {
	t := lines[i].text
	return i+1 < len(lines) && lineLabel(&lines[i+1]) != noLabel && !strings.Contains(t, "@") &&
		signsOf(t)&hasDate == 0 && isHeaderBlock(lines, i+1)
}

// isForeignBlock finds a header block in a language that is not in the list:
// four lines "word: value" in a row, with an address, a date and a subject of
// ours or one known word among them.
func isForeignBlock(lines []line, i int) bool {
	if i+4 > len(lines) {
		return false
	}
	addr, date, known := false, false, false
	for _, l := range lines[i : i+4] {
		word, value := cutLabel(l.text)
		if l.kind != own || word == "" || value == "" || len(strings.Fields(word)) > 3 {
			return false
		}
		addr = addr || strings.Contains(value, "@")
		date = date || signsOf(value)&hasDate != 0
		known = known || labelOf(word) != noLabel || strings.Contains(value, " #")
	}
	return addr && date && known
}

// isForwardLine finds "-----Original Message-----" and its kin. Proton writes
// it above an attribution and a marked quote; there it begins nothing.
func isForwardLine(lines []line, i int) bool {
	t := strings.TrimSpace(lines[i].text)
	if len(t) > 160 {
		return false
	}
	t = strings.ReplaceAll(t, "&nbsp;", " ") // QQ Mail writes it in plain text
	core := strings.Trim(t, " -_=*>:\uff1a\u2014\u2500")
	if !isForwardMark(strings.ToLower(strings.ReplaceAll(core, "\u2019", "'"))) {
		return false
	}
	for j := i + 1; j < len(lines); j++ {
		switch {
		case lines[j].text == "":
			continue
		case lines[j].kind == attribution || lines[j].kind == quoted:
			lines[i].kind = attribution
			for k := i; k < min(len(lines), i+maxAttributionLines); k++ {
				lines[k].attribution.known = false // it was found without this mark
			}
			return false
		}
		return len(core) < len(t) || isHeaderBlock(lines, j)
	}
	return len(core) < len(t)
}

// Unmarked old mail, under words that are in no list. What can hardly be anything else ends
// the message; what may be the head of old mail makes the lines below it doubtful, so that
// they are asked about and never carried out.

// maxHead is the greatest length of a line that is looked at as the head of old mail.
const maxHead = 1000

// isOldHead reports whether the line at i alone begins the old mail: a row of dashes and words,
// with or without the content of a header block after them, such a block without dashes, or
// somebody's address and that they wrote.
func isOldHead(lines []line, i int) bool {
	t := strings.TrimSpace(lines[i].text)
	if len(t) > maxHead || lines[i].signed()&hasMove != 0 || strings.HasPrefix(t, "-----BEGIN PGP") {
		return false
	}
	behind := strings.TrimLeft(t, dashes)
	if rest := strings.TrimSpace(behind); len(t)-len(behind) >= 3 && rest != "" {
		if strings.Contains(rest, "@") && strings.ContainsAny(rest, ":\uff1a") {
			return true
		}
		words := strings.TrimSpace(strings.TrimRight(rest, dashes))
		return len(rest)-len(words) >= 3 && strings.Contains(words, " ") && len(words) <= 60 &&
			!strings.ContainsAny(words, ".!?")
	}
	if !strings.Contains(t, "@") {
		return false
	}
	return endsAttribution(&lines[i]) && lines[i].signed()&hasVerb != 0 || labelsIn(t) >= 3
}

// dashes are what rows above old mail are drawn with.
const dashes = "-_=*\u2014\u2013\u2015\u2500~"

// labelsIn counts the different labels of a header block in one line.
func labelsIn(t string) int {
	seen := map[quoteLabel]bool{}
	fields := strings.FieldsFunc(t, func(r rune) bool { return r == ':' || r == '\uff1a' })
	for _, f := range fields[:max(0, len(fields)-1)] {
		words := strings.FieldsFunc(strings.ToLower(f),
			func(r rune) bool { return unicode.IsSpace(r) || r == '>' || r == '"' || r == '*' })
		for n := 1; n <= min(2, len(words)); n++ {
			if k := labelOf(strings.Join(words[len(words)-n:], " ")); k != noLabel {
				seen[k] = true
			}
		}
	}
	return len(seen)
}

// mayBeOldHead reports whether the line at i may be the head of old mail: it contains signs of
// one that prose seldom has, or it is drawn.
func mayBeOldHead(lines []line, i int) bool {
	l := &lines[i]
	t := strings.TrimSpace(l.text)
	if len(t) > maxHead {
		return false
	}
	if l.kind == quoted {
		// A program that marks its attribution and not the message.
		if below := nextText(lines, i+1); below < len(lines) && lines[below].kind == quoted || i > 0 &&
			lines[i-1].kind == quoted {
			return false
		}
		own := line{text: strings.TrimLeft(t, "> ")}
		return own.text != "" && strings.Contains(t, "@") && headSigns(&own)
	}
	switch below := nextText(lines, i+1); {
	case l.kind != own || t == "" || l.signed()&hasMove != 0:
		return false
	case below < len(lines) && (lines[below].kind == quoted || lines[below].kind == board):
		return false // it is of the quote, which is marked
	}
	return isRule(t) || headSigns(l) || labelled(lines, i)
}

// headSigns: two of an address, a date, a verb and a colon at the end. A time alone is
// no date: "I would have played at 18:30 otherwise:" is prose.
func headSigns(l *line) bool {
	signs := 0
	addr := strings.Contains(l.text, "@")
	for _, is := range []bool{addr, l.signed()&hasDate != 0 && (addr || hasYear(l.text)), l.signed()&hasVerb != 0 &&
		len(strings.Fields(l.text)) <= 12, endsColon(l.text)} {
		if is {
			signs++
		}
	}
	return signs >= 2
}

// labelled: three lines "word: value" in a row, one of them with an address or a date.
func labelled(lines []line, i int) bool {
	if i+3 > len(lines) {
		return false
	}
	known := false
	for j := i; j < i+3; j++ {
		word, value := cutLabel(lines[j].text)
		if lines[j].kind != own || word == "" || value == "" || len(strings.Fields(word)) > 3 {
			return false
		}
		known = known || strings.Contains(value, "@") || labelOf(word) == fromLabel || signsOf(value)&hasDate != 0
	}
	return known
}

// nextText is the next line from i on that is not empty.
func nextText(lines []line, i int) int {
	for i < len(lines) && lines[i].text == "" {
		i++
	}
	return i
}

// maxBetween is how many lines may stand between an attribution and its quote.
const maxBetween = 30

// spares keeps the words between an attribution at i and the marked quote that belongs to it, as
// some people write: it marks the attribution, and reports true. The words are doubtful,
// unless the quote is of a message of ours, which quotes nothing: otherwise they may be
// unmarked old mail that contained the quote.
func spares(lines []line, i int) bool {
	end := i
	for end < len(lines) && end < i+maxAttributionLines &&
		!(lines[end].attribution.strong && lines[end].attribution.first >= 0 && lines[end].attribution.first <= i) {
		end++
	}
	if end == len(lines) || end == i+maxAttributionLines {
		return false
	}
	quote := end + 1
	for quote < len(lines) && lines[quote].kind != quoted {
		if lines[quote].kind != own || quote > end+maxBetween || lines[quote].text != "" && oldMail(lines, quote) {
			return false
		}
		quote++
	}
	if quote == len(lines) {
		return false
	}
	ours := false
	for j := quote; j < min(quote+maxBetween, len(lines)) && (lines[j].kind == quoted || lines[j].text == ""); j++ {
		ours = ours || isSentinel(lines[j].text, "")
	}
	for j := i; j < quote; j++ {
		if j <= end {
			lines[j].kind = attribution
		} else if !ours {
			lines[j].doubt = true
		}
	}
	return true
}

// doubtfulOf lists the lines that are doubtful wherever they stand.
func doubtfulOf(lines []line) []string {
	var out []string
	sure := map[string]bool{}
	for _, l := range lines {
		if l.kind == own && !l.doubt {
			sure[l.text] = true
		}
	}
	for _, l := range lines {
		if l.kind == own && l.doubt && l.text != "" && !sure[l.text] && !slices.Contains(out, l.text) {
			out = append(out, l.text)
		}
	}
	return out
}
