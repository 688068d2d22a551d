package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"turnpost/rules"
)

// Most is how many commands and lines of plies one message may hold.
const Most = 50

// Line is what was read of one line that a player wrote: a command, or what may be plies
// or talk.
type Line struct {
	Text string // as it was written
	Game int64  // named by "#12"; 0: not named
	Verb Verb   // "" if the first word is none
	// Args is what follows the verb, with the words that belong to the command in English.
	// Without a verb it is the whole line without the number.
	Args string
	// Typed is the line without the number. Langs are the languages other than English
	// in which its words are commands.
	Typed string
	Langs []string
	// Do is what the verb asks for: a value of one of the types of verb.go, or a
	// Misread; nil without a verb.
	Do any

	// What the rulings of classify.go look at.
	question bool   // there is a question mark in it: "resign?" is no command
	wonders  bool   // it is the word for a draw and a question mark: "draw?"
	unsure   bool   // it is plies and a question mark: "d3-d4?"
	item     bool   // it was an item of a list: "- d3-d4"
	apart    bool   // a blank line precedes it
	perhaps  bool   // it is a yes only where something is offered, or an accept only of an invitation
	lang     string // the writer's
	whole    string // the line as it was before a reading made a ply of it; see asWritten
}

// Misread says why what follows a verb cannot be read.
type Misread struct {
	Code string // of the sentence; see templates.Problem
	Args []any
	Near []string // what could have been meant
	// Hint says that the line may be talk: the writer is told only if the message did
	// nothing else.
	Hint bool
}

// Reader reads lines. It is safe for concurrent use.
type Reader struct {
	games    []rules.Game
	verbs    []VerbInfo
	lexicons []lexicon
	inLang   string // of the writer; see in
}

// in returns the reader of lines in a language.
func (r *Reader) in(lang string) *Reader {
	other := *r
	other.inLang = lang
	return &other
}

// NewReader returns a reader of commands about games. The error is about a file of words.
func NewReader(games []rules.Game) (*Reader, error) {
	others, err := lexicons()
	return &Reader{games: games, verbs: verbs(), lexicons: others}, err
}

// listItem matches the beginning of an item of a list.
var listItem = regexp.MustCompile(`^[-–—•·*+]\s+`)

// enclosed matches what stands between the signs that manuals set around what is to be replaced:
// "<d3-d4>". What stands in other brackets may be an aside, and is only proposed.
var enclosed = regexp.MustCompile(`^(?:<\s*([^<>]+?)\s*>|\{\s*([^{}]+?)\s*\})[.!]?$`)

var gameNumber = regexp.MustCompile(`^#\s?([0-9]{1,15})(?:[\s:,.]+|$)`)

// Read reads one line of a writer whose language is lang. The first word decides: if it
// is a verb, what follows are its arguments. A verb that takes no arguments but is
// followed by other words is talk.
func (r *Reader) Read(line, lang string) Line {
	r = r.in(lang)
	c := r.parse(line)
	if name := own(r.lexicons, c.Typed, lang); name != "" && c.Verb != "" {
		c.Verb, c.Langs = name, []string{lang}
	}
	if v, ok := r.Info(c.Verb); ok {
		c.Do = v.read(r, c, lang)
	}
	if _, ok := c.Do.(Challenge); ok {
		c.Verb = VerbChallenge // "robot turro"
	}
	return c
}

// own returns the command that a single word, with its accents, calls for readers of
// lang, whatever the word means in other languages; "" if it calls none.
func own(lexicons []lexicon, word, lang string) Verb {
	word = strings.ToLower(strings.TrimRight(word, "."))
	for _, l := range lexicons {
		if l.lang == lang {
			return l.own[word]
		}
	}
	return ""
}

// parse reads a line except for its arguments.
func (r *Reader) parse(line string) Line {
	c := Line{Text: strings.TrimSpace(line), lang: r.inLang}
	rest := questionMarks.Replace(r.keyed(c.Text))
	if m := gameNumber.FindStringSubmatch(rest); m != nil {
		c.Game, _ = strconv.ParseInt(m[1], 10, 64)
		rest = strings.TrimSpace(rest[len(m[0]):])
	}
	// In plain text, mail programs mark bold and quoted words with these.
	rest = strings.TrimSpace(strings.Trim(rest, "*_`\"'“”„‘’‚«»‹›"))
	if m := enclosed.FindStringSubmatch(rest); m != nil && r.wholePlies(m[1]+m[2]) {
		rest = m[1] + m[2]
	}
	item := listItem.ReplaceAllString(rest, "")
	if item != rest && r.wholePlies(withoutSmileys(strings.TrimRight(item, "?!. "))) {
		rest, c.item = item, true
	}
	if sure := strings.TrimRight(rest, "?! "); strings.Contains(rest[len(sure):], "?") && !strings.Contains(sure, "?") {
		_, number := listNumber(sure)
		_, said := r.ply(sure)
		if number || said || r.wholePlies(sure) {
			rest, c.unsure = sure, true
		}
		if r.isDraw(sure) {
			rest, c.wonders = sure, true
		}
	}
	before, row := rest, ""
	if rest, c.perhaps, row = r.hears(rest); row == readingPly {
		c.whole = withoutSmileys(before)
	}
	c.Args, c.Typed = rest, rest
	c.question = strings.ContainsRune(rest, '?')
	word, args := rest, ""
	if i := strings.IndexFunc(rest, unicode.IsSpace); i >= 0 { // "say\thello"
		word, args = rest[:i], rest[i:]
	}
	word = strings.ToLower(strings.TrimRightFunc(word, unicode.IsPunct))
	if args = strings.TrimSpace(args); strings.Trim(args, "!.…") == "" { // "Oui !"
		args = ""
	}
	v, langs, ok := r.called(word, args)
	if name, behind, lang, said := whole(r.lexicons, word); said && !ok {
		v, ok = r.Info(name)
		langs, args = []string{lang}, strings.TrimSpace(behind+" "+args)
	}
	switch {
	case !ok, c.question && !v.question, v.phrase && args == "",
		v.Name == VerbSay && secretsOf().forbids(rest): // "sag ihm nichts vom Turm"
		c.Args = withoutSmileys(rest)
		return c
	case v.Name == VerbMove: // "move d3-d4" is the ply alone
		c.Args, c.Langs = withoutSmileys(args), langs
		return c
	}
	if v.Name == VerbSay && saysItself(rest) {
		args = rest
	}
	args, more := r.argsOf(v.Name, args)
	if word := strings.ToLower(strings.TrimRight(args, ".! ")); slices.Contains(v.words, word) {
		args = word
	} else if v.Name == VerbBoard && rules.LeadingCell(word) == word && word != "" {
		args = word
	} else if v.Bare && args != "" {
		// "accept #12": the number may follow as well.
		m := gameNumber.FindStringSubmatch(strings.TrimRight(args, ".!"))
		if m == nil || len(m[0]) != len(strings.TrimRight(args, ".!")) {
			return c
		}
		c.Game, _ = strconv.ParseInt(m[1], 10, 64)
		args = ""
	}
	c.Verb, c.Args, c.Langs = v.Name, args, append(langs, more...)
	return c
}

// questionMarks replaces the question marks of other scripts, and those that are pictures.
var questionMarks = strings.NewReplacer("？", "?", "؟", "?", "\u037e", "?", "﹖", "?", "⁇", "?", "⁈", "?", "⁉", "?",
	"‽", "?", "⸮", "?", "❓", "?", "❔", "?", "՞", "?")

// asks reports whether there is a question mark in a text.
func asks(text string) bool { return strings.ContainsRune(questionMarks.Replace(text), '?') }

// isDraw reports whether a text is nothing but the word for a draw, in any language.
func (r *Reader) isDraw(text string) bool {
	phrase := phraseOf(text)
	if verb, ok := spokenOf().verbs[phrase]; ok && len(strings.Fields(phrase)) <= 2 {
		return verb == string(VerbDraw)
	}
	v, _, ok := r.called(phrase, "")
	return ok && v.Name == VerbDraw
}

// ReadAll reads the lines of a message. A line that holds a move and courtesies is split
// into several; conditionals that a mail program wrapped are joined into one.
func (r *Reader) ReadAll(lines []string, lang string) []Line {
	r = r.in(lang)
	var out []Line
	blank := false
	if asksOnly(lines) {
		lines = []string{"help"}
	}
	for _, line := range r.split(lines) {
		next := r.Read(line, lang)
		next.apart, blank = blank, strings.TrimSpace(line) == ""
		switch n := len(out) - 1; {
		case blank:
		// Another command never continues a wrapped line.
		case n >= 0 && (next.Verb == "" || next.Verb == VerbIf) && r.unfinished(out[n], line):
			apart := out[n].apart
			out[n] = r.Read(out[n].Text+" "+strings.TrimSpace(line), lang)
			out[n].apart = apart
		default:
			out = append(out, next)
		}
	}
	return out
}

// asksOnly reports whether a message is only question marks, which asks for help.
func asksOnly(lines []string) bool {
	text := questionMarks.Replace(strings.TrimSpace(strings.Join(lines, " ")))
	return text != "" && len(text) < 10 && strings.Trim(text, "?¿ ") == ""
}

// split splits lines that hold courtesies and a move or a command.
func (r *Reader) split(lines []string) []string {
	var out []string
	for _, line := range lines {
		out = append(out, r.pieces(line)...)
	}
	return out
}

// unfinished reports whether a line of conditionals continues in the next line because a
// mail program wrapped it.
func (r *Reader) unfinished(c Line, next string) bool {
	if c.Verb != VerbIf || c.Args == "" {
		return false
	}
	first, _ := r.argsOf(VerbIf, strings.ToLower(firstWord(strings.TrimSpace(next))))
	_, missing := rules.ParseConditionals(c.Args)
	if missing != "" {
		last := strings.TrimRight(strings.ToLower(c.Args), " ")
		return first == "then" || strings.HasSuffix(last, "then") || strings.HasSuffix(last, "if")
	}
	return first == "and" || strings.HasPrefix(first, ",") || strings.HasPrefix(first, ";") ||
		strings.HasSuffix(c.Args, " and") || strings.HasSuffix(c.Args, ",") && first == "if"
}

// firstWord returns the first word of a line in lower case, without the punctuation that
// follows it.
func firstWord(line string) string {
	word, _, _ := strings.Cut(strings.ToLower(line), " ")
	return strings.TrimRight(word, ",.;:!")
}

// bareWord returns the only word of a line in lower case; "" if there are several.
func (c Line) bareWord() string {
	word := strings.ToLower(strings.TrimFunc(c.Args, func(r rune) bool { return !unicode.IsLetter(r) }))
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return ""
	}
	return word
}
