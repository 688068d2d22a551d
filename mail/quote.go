package mail

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Sentinel is the line that our messages carry under their first paragraph, in English.
// Whatever a client does to the old message, this line shows where it begins: nothing below
// it is read, unless it stands in a marked quote. Other languages have other words between
// its signs, so it is recognised by [SentinelSign].
const Sentinel = "== Turnpost: please reply above this line =="

// SentinelSign is how our line begins in every language, apart from spaces.
const SentinelSign = "==Turnpost:"

// sentinelCore is the letters of the English line, which are left when a client has
// re-wrapped, indented or decorated it.
const sentinelCore = "turnpostpleasereplyabovethisline"

// Own returns the lines of a plain text that are the writer's own: without quoted mail,
// attributions, signatures and our boards. It is linear in the text, of which it reads
// [MaxText] octets and [MaxLines] lines, and [MaxOwn] own lines.
func Own(text string) []string {
	return trim(plainLines(text), wholeExtent()).lines
}

// line is a line of text with its kind.
type line struct {
	text  string
	kind  kind
	doubt bool // it may be of an old mail

	flowed bool // of a text in format=flowed: no program has broken it

	// What was found out about it, once it was asked for.
	looked, labelled bool
	signs            lineSigns
	label            quoteLabel
	attribution      found
}

type kind int

const (
	own         kind = iota // the player's, as far as is known
	quoted                  // marked as a quote
	board                   // begins with "|" as our boards and lists do
	signed                  // signature, disclaimer, banner
	contactData             // below a closing without a mark: a number, an address, a link
	attribution             // who wrote the quote below
	cut                     // the old mail begins here, without marks
	divider                 // a line of dashes above the old mail
)

func plainLines(text string) []line {
	var lines []line
	for _, t := range splitLines(text) {
		lines = append(lines, line{text: t, kind: textKind(t)})
	}
	return lines
}

// textKind returns the kind that the first characters of a line show.
func textKind(text string) kind {
	t := strings.TrimLeft(text, " \t")
	switch {
	case t == "":
		return own
	case t[0] == '|':
		return board
	case t[0] == '>', strings.HasPrefix(t, "\uff1e"), strings.HasPrefix(t, "\u203a "),
		strings.HasPrefix(t, "\u00bb "), strings.HasPrefix(t, "&gt;"):
		return quoted
	}
	// "AL> " is the initialled quote of Emacs and of news readers.
	for i := 0; i < len(t) && i < 4; i++ {
		if t[i] == '>' && i > 0 {
			return quoted
		}
		if t[i] < 'A' || t[i] > 'Z' {
			break
		}
	}
	return own
}

func visible(lines []line) bool {
	for _, l := range lines {
		if l.text != "" {
			return true
		}
	}
	return false
}

// trimmed is what is left of a text: the player's own lines, and what was found out about
// them. CopiesOurs is set if the old mail begins with our own Sentinel, without any sign
// that a mail program adds: no mark, no header block, no attribution.
type trimmed struct {
	lines []string
	OtherText
}

// trim keeps the player's own lines, at most a number of them.
func trim(lines []line, most extent) trimmed {
	lines = unglued(lines[:min(len(lines), MaxLines)])
	markPrefixed(lines)
	markRemnants(lines)
	markBanners(lines)
	markAttributions(lines)
	all := lines
	lines, out := cutOld(lines, most)
	markSignatures(lines)
	out.lines, out.Doubtful = collect(lines), doubtfulOf(lines)
	for _, l := range lines {
		if l.kind == contactData {
			out.LeftOut = append(out.LeftOut, l.text)
		}
	}
	out.Ticked = ticksOf(all, out.lines)
	isCut := !out.More && len(lines) < len(all)
	out.Quotes, out.QuotesFrom = quoteIn(all, lines, isCut)
	if count(out.lines) <= mostOwnBesideTicks {
		out.Quoted = quotedOf(all, len(lines))
	}
	return out
}

// maxQuoted and maxQuotedLine are how many quoted lines are kept, and of what length.
const maxQuoted, maxQuotedLine = 300, 200

// quotedOf returns the lines that are quoted, or old mail from a line on, without their marks.
func quotedOf(lines []line, from int) (out []string) {
	for i, l := range lines {
		if l.kind != quoted && (i < from || l.kind != own) || len(l.text) > maxQuotedLine {
			continue
		}
		if text := strings.TrimLeft(l.text, "> \t"); text != "" && text[0] != '|' {
			if out = append(out, text); len(out) == maxQuoted {
				break
			}
		}
	}
	return out
}

// quoteIn returns whose old mail stands in all lines of a text, and what says so. kept are the
// lines above the first old mail without marks, if isCut.
func quoteIn(all, kept []line, isCut bool) (of QuoteAuthor, from string) {
	var source []string
	for i, l := range all {
		if isSentinel(l.text, "") {
			return QuoteOfOurs, ""
		}
		switch {
		case l.kind == quoted:
			of = QuoteOfOther
		case l.kind == attribution, isCut && i >= len(kept) && i < len(kept)+maxAttributionLines:
			of = QuoteOfOther
			source = append(source, l.text)
		}
	}
	return of, strings.Join(source[:min(len(source), maxAttributionLines)], " ")
}

// quotePrefix matches marks of a quote other than ">", which people and programs choose: a TAB, spaces,
// a sign.
var quotePrefix = regexp.MustCompile(`^(\t+|[ ]{2,8}|[ \t]*[:#%}*+~][ \t]*)`)

// minPrefixed is how many lines of our message must have the mark.
const minPrefixed = 4

// markPrefixed marks the lines of our message that a program has quoted with another mark than
// ">": the Sentinel has it, the texts next to it have it, and so has every other line of
// the message. What stands between those lines is in doubt if the end of our message is not
// among them: our text may have been broken there.
func markPrefixed(lines []line) {
	at := slices.IndexFunc(lines, func(l line) bool { return l.kind == own && isSentinel(l.text, "") })
	if at < 0 {
		return
	}
	prefix := quotePrefix.FindString(lines[at].text)
	hasMark := func(i int) bool {
		rest, ok := strings.CutPrefix(lines[i].text, strings.TrimRight(prefix, " \t"))
		return ok && lines[i].text != "" && (rest == "" || strings.HasPrefix(lines[i].text, prefix))
	}
	above, below := at-1, nextText(lines, at+1)
	for above >= 0 && lines[above].text == "" {
		above--
	}
	if prefix == "" || above < 0 || !hasMark(above) || below == len(lines) || !hasMark(below) {
		return
	}
	var marked []int
	isEnded := false
	for i, l := range lines {
		if hasMark(i) {
			marked = append(marked, i)
			isEnded = isEnded || i > at && strings.TrimSpace(strings.TrimPrefix(l.text, prefix)) == "--"
		}
	}
	if len(marked) < minPrefixed {
		return
	}
	for _, i := range marked {
		lines[i].kind = quoted
	}
	for i := marked[0]; i < len(lines) && !isEnded; i++ {
		lines[i].doubt = true
	}
}

// markRemnants finds the ends of quoted lines that a client has wrapped without repeating the
// mark: one short line between two quoted ones, where the line above it was full.
func markRemnants(lines []line) {
	for i := 1; i+1 < len(lines); i++ {
		l := lines[i]
		if l.kind != own || l.text == "" || lines[i-1].kind != quoted || lines[i+1].kind != quoted {
			continue
		}
		first, _, _ := strings.Cut(strings.TrimSpace(l.text), " ")
		switch {
		case len(lines[i-1].text)+1+len(first) <= 72 || len(l.text) >= 60:
		case len(first) == len(l.text) && (l.signed()&hasMove != 0 || digits(first, 3) > 0):
			// An answer, or the end of the old sentence: neither a program that flows its lines nor a
			// row of our lists that ends in a move leaves one.
			lines[i].doubt = !lines[i-1].flowed && !endsRow(lines[i-1].text)
		default:
			lines[i].kind = quoted
		}
	}
}

// cutOld cuts the lines where unmarked old mail begins, or where there are too many.
func cutOld(lines []line, most extent) ([]line, trimmed) {
	count, octets, doubt := 0, 0, false
	for i := range lines {
		l := lines[i]
		if l.kind == cut || l.kind == own && l.text != "" && oldMail(lines, i) {
			next := ""
			if i+1 < len(lines) {
				next = lines[i+1].text
			}
			ours := isSentinel(l.text, next)
			if ours {
				return cutDividers(withoutOurHead(lines[:i])), trimmed{OtherText: OtherText{CopiesOurs: true}}
			}
			return cutDividers(lines[:i]), trimmed{}
		}
		doubt = doubt || mayBeOldHead(lines, i)
		lines[i].doubt = lines[i].doubt || doubt
		if l.kind == own && l.text != "" && lines[i].kind == own {
			count, octets = count+1, octets+len(l.text)
		}
		if count > most.own || octets > most.ownText {
			return lines[:i], trimmed{OtherText: OtherText{More: true}}
		}
	}
	return lines, trimmed{}
}

// ourHead is the end of the first line of our messages, which stands above the Sentinel.
var ourHead = regexp.MustCompile(`\([^()]{1,40} #[0-9]+\)$`)

// withoutOurHead cuts off the first line of our message that a program has quoted without a mark, with
// the attribution above it: what stands above them is the end of the own words, and may be a
// signature.
func withoutOurHead(lines []line) []line {
	end := len(lines)
	for end > 0 && lines[end-1].text == "" {
		end--
	}
	for i := end - 1; i >= max(0, end-maxOurHead); i-- {
		if lines[i].kind != own || lines[i].signed()&hasMove != 0 {
			break
		}
		if first, _ := findAttribution(lines, i); first >= 0 {
			return lines[:first]
		}
	}
	if end > 0 && lines[end-1].kind == own && lines[end-1].signed()&hasMove == 0 &&
		ourHead.MatchString(lines[end-1].text) {
		return lines[:end-1]
	}
	return lines
}

// maxOurHead is how many lines above the Sentinel are of our message and of its attribution.
const maxOurHead = 5

// oldMail reports whether the line at i begins the old mail.
func oldMail(lines []line, i int) bool {
	next := ""
	if i+1 < len(lines) && lines[i+1].kind == own {
		next = lines[i+1].text
	}
	return isSentinel(lines[i].text, next) || isForwardLine(lines, i) || isHeaderBlock(lines, i) ||
		isBareAttribution(lines, i) && !spares(lines, i) || lines[i].kind == own && isOldHead(lines, i)
}

// isSentinel reports whether a line is our Sentinel, which may have been broken in two.
func isSentinel(text, next string) bool {
	if len(text) > 200 {
		return false
	}
	l := asciiLetters(text)
	if strings.Contains(l, sentinelCore) || hasSign(text) {
		return true
	}
	if len(l) == 0 || len(next) > 200 || !strings.Contains(l, "turnpost") {
		return false
	}
	return strings.Contains(l+asciiLetters(next), sentinelCore)
}

// hasSign reports whether a line has SentinelSign, with any spaces that a language or a client
// puts into it.
func hasSign(text string) bool {
	if !strings.Contains(text, "==") {
		return false
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
	return strings.Contains(text, strings.ToLower(SentinelSign))
}

// asciiLetters returns the ASCII letters of s in lower case.
func asciiLetters(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, s)
}

// cutDividers removes the line that clients draw above the old mail.
func cutDividers(lines []line) []line {
	for len(lines) > 0 {
		l := lines[len(lines)-1]
		if l.kind != own || l.text != "" && !isRule(l.text) {
			break
		}
		lines = lines[:len(lines)-1]
	}
	return lines
}

// isRule reports whether a line is drawn: at least five dashes or underscores.
func isRule(text string) bool {
	t := strings.Trim(text, " \t*")
	return len(t) >= 5 && strings.Trim(t, "-_=\u2014\u2500") == ""
}

// collect returns the own lines, without blank ones at both ends and without the blank ones
// that belonged to what was removed.
func collect(lines []line) []string {
	var out []string
	gap := true // something was taken away since the last own words
	for _, l := range lines {
		switch {
		case l.kind != own:
			gap = true
			continue
		case l.text != "":
			gap = false
		case gap && (len(out) == 0 || out[len(out)-1] == ""):
			continue
		}
		out = append(out, l.text)
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}
