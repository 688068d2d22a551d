package mail

import (
	"strings"
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

// isHeaderBlock says whether the header block of the old mail begins at i: at
// least three different labels, From among them, with nothing between but the
// rest of a wrapped list.
func isHeaderBlock(lines []line, i int) bool {
	first := lineLabel(&lines[i])
	if first == noLabel {
		return isForeignBlock(lines, i)
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
