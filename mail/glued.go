package mail

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Some programs set the cursor directly before what they append, and whoever types there ends no
// line: "d3-d4Sent from my Galaxy", "acceptOn Thu, 26 Nov 2026 Turnpost wrote:".

// unglued separates what a program has appended to the writer's last line.
func unglued(lines []line) []line {
	var out []line // nil as long as nothing is separated
	tries := maxGluedTries
	for i, l := range lines {
		at := gluedAt(lines, i, &tries)
		if at > 0 && out == nil {
			out = slices.Clone(lines[:i])
		}
		switch {
		case at > 0:
			first, second := l, line{text: l.text[at:], kind: textKind(l.text[at:])}
			first.text = strings.TrimRight(l.text[:at], " \t")
			out = append(out, first, second)
		case out != nil:
			out = append(out, l)
		}
	}
	if out == nil {
		return lines
	}
	return out
}

// maxGlued is the length of a line in which something glued is searched for, and maxGluedTries the
// number of places in a message at which the beginning of old mail is.
const maxGlued, maxGluedTries = 300, 200

// gluedAt returns where in an own line something glued begins; 0: nowhere.
func gluedAt(lines []line, i int, tries *int) int {
	l := lines[i]
	if l.kind != own || len(l.text) > maxGlued {
		return 0
	}
	word, before := false, ' '
	for at, r := range l.text {
		// A space may stand before what a telephone adds, if it begins as most do, and before a
		// date.
		glued := unicode.IsLower(before) || unicode.IsDigit(before) || strings.ContainsRune(".!?)+", before)
		rest := l.text[at:]
		switch {
		case unicode.IsUpper(r) && (glued || word && gluedDevice.MatchString(rest)) && isMobile(rest):
			return at
		case !glued && !(word && unicode.IsSpace(before)) || *tries == 0:
		case isGluedHead(lines, i, at, glued, tries):
			return at
		}
		word, before = word || unicode.IsLetter(r) || unicode.IsDigit(r), r
	}
	return gluedNameAt(lines, i, tries)
}

var (
	gluedDevice = regexp.MustCompile(
		`^(Sent (from|via|with)|Envoyé (de|d'|depuis|à partir)|Gesendet (von|mit)|Von mein(em|er) |Inviato (da|dal|con)|Enviado (desde|do)|Get Outlook|Yahoo Mail|Verzonden vanaf) ?`)
	// gluedDate matches how an attribution begins that begins with a preposition and a date,
	// gluedDay with a date alone, gluedSign with a sign, a verb or a label, and gluedName with a name.
	gluedDate = regexp.MustCompile(
		`^((On|At|Am|Le|Il|Il giorno|In data|El|Op|Em|Den|Dne) ([\pL-]{2,12}[.,]{0,2} )?([0-9]{1,4}(th|st|nd|rd|er|º)?[ ./,-]|\pL{3,10}\.? [0-9]{1,2}(th|st|nd|rd)?,? ))`)
	gluedDay = regexp.MustCompile(
		`^(\p{Lu}\pL{1,9}[.,]{1,2} ([0-9]{1,2}\.? \pL{3}|\pL{3,10}\.? [0-9]{1,2},? )|20[0-9]{2}[-/][0-9]{2}[-/][0-9]{2}\b)`)
	gluedSign = regexp.MustCompile(`^(-{3,} ?\pL|\* \pL|In (message|article) <|\p{Lu}\pL{1,12}: \S)`)
	gluedName = regexp.MustCompile(`^(\p{Lu}|["\x{201c}*]\pL)`)
)

// isGluedHead reports whether the old mail's attribution or header block begins within the line i.
// glued says that no space stands before it.
func isGluedHead(lines []line, i, at int, glued bool, tries *int) bool {
	text, rest := lines[i].text[:at], lines[i].text[at:]
	signs := gluedDate.MatchString(rest) || gluedSign.MatchString(rest) || opensQuote(rest) ||
		gluedDay.MatchString(rest) &&
			(glued || !slices.ContainsFunc(strings.Fields(strings.ToLower(text)), opensAttribution))
	if !signs && !(glued && gluedName.MatchString(rest)) ||
		strings.Contains(text, "@") || signsOf(text)&hasDate != 0 {
		return false
	}
	*tries--
	// The lines are looked at as if the line i began here.
	from := append([]line{{text: rest}}, lines[i+1:min(len(lines), i+1+maxHeadLines)]...)
	switch {
	case isHeaderBlock(from, 0), isForwardLine(from, 0):
		return true
	case !signs && isWithinName(lines, i, at):
		return false
	}
	for end := 0; end < len(from) && end < maxAttributionLines && from[end].kind == own; end++ {
		if first, strong := findAttribution(from, end); first == 0 && (strong || quoteBelow(from, end)) {
			return true
		}
	}
	return false
}

// gluedNameAt returns where behind a space an attribution begins with a name, "accept Turnpost wrote:"; 0:
// nowhere. The words before a name may be a part of it. They are not if the name is the server's or
// stands in the old mail, or if they end a sentence or begin as no name does.
func gluedNameAt(lines []line, i int, tries *int) (at int) {
	text := lines[i].text
	lower := strings.ToLower(text)
	if !strings.Contains(text, " ") || lines[i].signed()&hasVerb == 0 || len(lower) != len(text) ||
		knownName(lines, i, nameIn(text, lower)) {
		return 0
	}
	for n := 1; n < len(text) && *tries > 0; n++ {
		head, rest := strings.TrimRight(text[:n], " \t"), text[n:]
		if text[n-1] != ' ' || !gluedName.MatchString(rest) || strings.Contains(head, "@") ||
			signsOf(head)&hasDate != 0 {
			continue
		}
		name := nameIn(rest, lower[n:])
		words := strings.Fields(strings.ToLower(head))
		known := knownName(lines, i, name) && words[len(words)-1] != "via" && !(len(words) > 1 && isDated(words))
		if !known && (at > 0 || !isName(name) || !isApart(head) || isDated(words)) {
			continue
		}
		*tries--
		from := append([]line{{text: rest}}, lines[i+1:min(len(lines), i+1+maxHeadLines)]...)
		for end := 0; end < len(from) && end < maxAttributionLines && from[end].kind == own; end++ {
			first, strong := findAttribution(from, end)
			if first != 0 || !strong && !quoteBelow(from, end) {
				continue
			}
			if known {
				return n
			}
			at = n
			break
		}
	}
	return at
}

// serverName is the name in the From field of our messages, if no other was chosen.
const serverName = "Turnpost"

// nameIn returns the name that an attribution begins with: what stands before its verb or address. lower
// is it in lower case.
func nameIn(attribution, lower string) string {
	end := len(attribution)
	if n := strings.IndexAny(attribution, "<[("); n >= 0 {
		end = n
	}
	for n := range lower[:end] {
		if verbAt(lower, n) {
			end = n
			break
		}
	}
	return strings.Trim(attribution[:end], " \t,\"\u201c\u201d*")
}

// knownName reports whether a name is the server's, or that of somebody who writes through it and stands in
// the lines below i.
func knownName(lines []line, i int, name string) bool {
	who, via := strings.CutSuffix(name, " via "+serverName)
	if !via {
		return name == serverName
	}
	return who != "" && slices.ContainsFunc(lines[i+1:min(len(lines), i+1+maxHeadLines)],
		func(l line) bool { return strings.Contains(l.text, who) })
}

// nameParticles stand within names and begin them.
var nameParticles = words(
	`via von van vom zu zur zum de der den del della delle di da dal do dos das du des la le les el al
	bin ibn ben abu ter ten af av y e i und and et of mc st`)

// isName reports whether a text may be a name: its words begin with capitals but for particles, and none ends
// a sentence.
func isName(text string) bool {
	names := strings.Fields(text)
	for i, w := range names {
		if _, behind, ok := strings.Cut(w, "'"); ok && len(behind) > 1 { // "d'Arc"
			w = behind
		}
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "\"(\u201c"))
		switch {
		case len(w) > 3 && i < len(names)-1 && strings.ContainsAny(w[len(w)-1:], ".!?:,;"):
			return false
		case !unicode.IsUpper(first) && (i == 0 || i == len(names)-1 || !nameParticles[strings.ToLower(w)]):
			return false
		}
	}
	return len(names) > 0
}

// isApart reports whether no name begins with these words: they end a sentence, or begin with no capital and
// no particle.
func isApart(head string) bool {
	if strings.ContainsAny(head[len(head)-1:], ".!?)") {
		return len(lastWord(head)) > 3
	}
	r, _ := utf8.DecodeRuneInString(head)
	return !unicode.IsUpper(r) && !strings.ContainsRune("\"'\u201c*", r) && !nameParticles[firstWord(head)]
}

// isDated reports whether words in lower case are all of those that a date begins with: "on Monday".
func isDated(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !opensAttribution(strings.TrimRight(w, ".,")) })
}

func lastWord(t string) string { return t[strings.LastIndexByte(t, ' ')+1:] }

// maxHeadLines is how many lines of the old mail are looked at for its head.
const maxHeadLines = 20

// quoteBelow reports whether old mail follows directly below a line.
func quoteBelow(lines []line, i int) bool {
	next := nextText(lines, i+1)
	return next < len(lines) && (lines[next].kind == quoted || lines[next].kind == board ||
		slices.ContainsFunc(lines[next:], func(l line) bool { return isSentinel(l.text, "") }))
}

// isWithinName reports whether a place in the line i is between letters or digits of a word that the old mail has
// as well, as "McDonald" is.
func isWithinName(lines []line, i, at int) bool {
	text := lines[i].text
	outside := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	before := text[:at]
	if n := strings.LastIndexFunc(before, outside); n >= 0 {
		_, size := utf8.DecodeRuneInString(before[n:])
		before = before[n+size:]
	}
	behind := text[at:]
	if n := strings.IndexFunc(behind, outside); n >= 0 {
		behind = behind[:n]
	}
	return before != "" && behind != "" && slices.ContainsFunc(lines[i+1:min(len(lines), i+1+maxHeadLines)],
		func(l line) bool { return strings.Contains(l.text, before+behind) })
}
