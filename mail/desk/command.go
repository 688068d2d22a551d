package desk

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxCommands is how many lines with commands or plies one letter may hold.
const maxCommands = 50

// command is one line of a player's own: a verb, or what may be plies or talk.
type command struct {
	line string // as it was written
	game int64  // named by "#12"; 0: not named
	verb string // "" if the first word is none
	args string // what follows the verb, in English where it is a word of it, or the whole line without the number
	// typed is the line without the number, and langs are the languages other
	// than English in which its words are commands.
	typed string
	langs []string
	// question says that the line ends in a question mark: "resign?" is no
	// command, and "d3-d4?" no ply.
	question bool
}

var gameNumber = regexp.MustCompile(`^#\s?([0-9]{1,15})(?:[\s:,.]+|$)`)

// parseLine reads one line. The first word decides (letters.md): a verb, with
// what follows as its arguments. A verb to which nothing belongs but stands
// before other words is talk.
func (d *Desk) parseLine(line string) command {
	c := command{line: strings.TrimSpace(line)}
	rest := c.line
	if m := gameNumber.FindStringSubmatch(rest); m != nil {
		c.game, _ = strconv.ParseInt(m[1], 10, 64)
		rest = strings.TrimSpace(rest[len(m[0]):])
	}
	// Mail programs write bold and quoted words with marks in plain text.
	rest = strings.TrimSpace(strings.Trim(rest, "*_`\"'“”‘’«»"))
	c.args, c.typed = rest, rest
	c.question = strings.ContainsRune(rest, '?')
	word, args, _ := strings.Cut(rest, " ")
	word = strings.ToLower(strings.TrimRightFunc(word, unicode.IsPunct))
	args = strings.TrimSpace(args)
	v, langs, ok := d.verbCalled(word, args)
	switch {
	case !ok, c.question && v.bare:
		c.args = withoutSmileys(rest)
		return c
	case v.name == "move": // "move d3-d4" is the ply alone
		c.args, c.langs = withoutSmileys(args), langs
		return c
	}
	args, more := d.argsOf(v, args)
	if word := strings.ToLower(strings.TrimRight(args, ".!")); slices.Contains(v.words, word) {
		args = word
	} else if v.bare && args != "" {
		// "accept #12": the number may follow as well.
		m := gameNumber.FindStringSubmatch(strings.TrimRight(args, ".!"))
		if m == nil || len(m[0]) != len(strings.TrimRight(args, ".!")) {
			return c
		}
		c.game, _ = strconv.ParseInt(m[1], 10, 64)
		args = ""
	}
	c.verb, c.args, c.langs = v.name, args, append(langs, more...)
	return c
}

// withoutSmileys is what may be plies without the faces and other pictures that
// people put behind them: "d3-d4 :-)". A line of nothing else stays as it is.
func withoutSmileys(line string) string {
	words := strings.Fields(line)
	n := len(words)
	for n > 0 && isSmiley(words[n-1]) {
		n--
	}
	if n == 0 || n == len(words) {
		return line
	}
	return strings.Join(words[:n], " ")
}

// isSmiley reports whether a word is a face of punctuation, or an emoji with
// what may belong to it (UTS #51, 1.4.2). Arrows are parts of plies.
func isSmiley(word string) bool {
	if smiley.MatchString(word) {
		return true
	}
	picture := false
	for _, r := range word {
		switch {
		case unicode.Is(unicode.So, r) && !(r >= 0x2190 && r <= 0x21ff):
			picture = true
		case unicode.Is(unicode.Sk, r), unicode.Is(unicode.Variation_Selector, r), r == 0x200d, r == 0x20e3, r == '!', r == '.':
		default:
			return false
		}
	}
	return picture
}

var smiley = regexp.MustCompile(`^[:;=]['’]?-?[()DPpOo/|*]+[!.]?$`)

// bareWord is the line's only word, in lower case, or "".
func (c command) bareWord() string {
	word := strings.ToLower(strings.TrimFunc(c.args, func(r rune) bool { return !unicode.IsLetter(r) }))
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return ""
	}
	return word
}
