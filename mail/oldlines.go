package mail

import "strings"

// Unknown returns those of the quoted lines that are not of a message of ours, of which raw is
// the whole. A line within our text that is a word of it is ours, too, unless it has a digit:
// it may be a move that the writer set there.
func Unknown(quoted []string, raw []byte) (unknown []string) {
	ours, all := map[string]bool{}, strings.Builder{}
	for _, l := range allLines(raw) {
		s := squeezed([]string{strings.TrimLeft(l, "> |\t")})
		ours[s] = true
		all.WriteString(s)
	}
	whole := all.String()
	first, last := len(quoted), -1
	isOurs := make([]bool, len(quoted))
	for i, q := range quoted {
		s := squeezed([]string{q})
		long := len(s) >= minKnown
		isOurs[i] = long && strings.Contains(whole, s) || ours[s] || strings.Contains(s, "mailto:") || isSentinel(q, "")
		if isOurs[i] && long {
			first, last = min(first, i), max(last, i)
		}
	}
	within := 0
	for i, q := range quoted {
		s := squeezed([]string{q})
		switch {
		case i < first || i > last: // only a word that our text has as well may stand there
			if isOurs[i] && len(s) >= minKnown {
				continue
			}
		case isOurs[i]:
			continue
		default:
			within++
			if within > maxWithin || !strings.ContainsAny(q, "0123456789") && strings.Contains(whole, s) {
				continue
			}
		}
		unknown = append(unknown, q)
	}
	return unknown
}

// minKnown is from how many octets on a part of our text is certainly ours. Of the shorter
// lines within it, at most maxWithin are looked at: where a program has broken all lines,
// many are parts of ours.
const minKnown, maxWithin = 16, 3

// allLines returns all lines of all texts of a message, the plain and the HTML.
func allLines(raw []byte) (out []string) {
	h, body, err := splitHeader(raw)
	if err != nil {
		return nil
	}
	typ, params := contentType(h)
	var lines []line
	most := wholeExtent()
	switch {
	case strings.HasPrefix(typ, "multipart/"):
		for part := range parts(body, boundaryOf(params, body)) {
			out = append(out, allLines(part)...)
		}
	case typ == "text/html":
		lines = htmlOf(h, body, params, most)
	case typ == "text/plain":
		lines = plainLines(decodeCharset(transferDecode(body, h, most.text), params["charset"]))
	}
	for _, l := range lines {
		out = append(out, l.text)
	}
	return out
}
