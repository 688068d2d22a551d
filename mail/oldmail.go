package mail

import "strings"

// labelOf reads "From: ..." in any language, also bold ("*From:* ...") and with
// a wide colon.
func labelOf(text string) label {
	t := strings.TrimLeft(text, " \t*_")
	head := t[:min(len(t), 80)]
	i := strings.IndexAny(head, ":\uff1a")
	if i <= 0 {
		return noLabel
	}
	return labels[strings.ToLower(strings.Trim(head[:i], " \t*_"))]
}

// isHeaderBlock says whether the header block of the old mail begins at i: at
// least three different labels, From among them, with nothing between but the
// rest of a wrapped list.
func isHeaderBlock(lines []line, i int) bool {
	first := labelOf(lines[i].text)
	if first == noLabel {
		return false
	}
	seen := map[label]bool{first: true}
	others := 0 // lines in a row without a label
	for _, l := range lines[i+1 : min(len(lines), i+15)] {
		if l.kind != own && l.kind != quoted {
			break
		}
		switch k := labelOf(l.text); {
		case k != noLabel:
			seen[k], others = true, 0
		default:
			others++
		}
		if others > 3 {
			break
		}
	}
	return seen[fromLabel] && len(seen) >= 3
}

// isForwardMark finds "-----Original Message-----" and its kin. Proton writes
// it above an attribution and a marked quote; there it begins nothing.
func isForwardMark(lines []line, i int) bool {
	t := strings.TrimSpace(lines[i].text)
	if len(t) > 120 {
		return false
	}
	core := strings.Trim(t, " -_=*>:\uff1a\u2014\u2500")
	if len(core) == len(t) || !forwardMarks[strings.ToLower(strings.ReplaceAll(core, "\u2019", "'"))] {
		return false
	}
	for j := i + 1; j < len(lines); j++ {
		if lines[j].text == "" {
			continue
		}
		if lines[j].kind == credit || lines[j].kind == quoted {
			lines[i].kind = credit
			return false
		}
		break
	}
	return true
}
