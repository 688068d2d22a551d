package command

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"turnpost/rules"
	"turnpost/templates"
)

// Mail programs and people break long lines, so that the end of a sentence may be a line of
// its own: "you will get my move on December / 12." Such a line is no move. Nothing about
// prose is certain: what looks like the end of a sentence is asked about.

// around holds the words next to a line: what is neither a command nor plies.
type around struct {
	// above is the line of words directly above, below the one directly below; "" if
	// there is none.
	above, below string
	// apart says that a blank line separates the line from above.
	apart bool
	// unwrapped says that no mail program has broken the lines of the message.
	unwrapped bool
}

// wrapAt is the least width, in characters, at which mail programs break lines. Two lines
// that would be shorter together were not broken by a program.
const wrapAt = 60

// goesOn reports whether a line may be part of the sentence around it. The test is stricter
// for commands that do harm, and for bare numbers, which are often dates.
func (c Line) goesOn(a around) bool {
	p := proseOf()
	if !c.mayGoOn() {
		return false
	}
	above := lastSentence(a.above)
	words := proseWords(above)
	switch {
	case a.below != "" && p.continuing[firstProseWord(a.below)] && startsLower(a.below):
		return true // "d3-d4 / would be a mistake"
	case c.item && (strings.HasSuffix(a.below, "?") ||
		len(words) > 0 && !p.announces(words) && !(p.greeting[words[0]] && len(words) <= 5)):
		return true // one of several moves to choose from
	case len(words) == 0:
		return false
	case p.announces(words):
		return strings.HasSuffix(a.below, "?")
	case ends(above):
		return strings.HasSuffix(above, ":") && p.denies(words) || c.delicate() && !a.apart && abbreviated(words)
	case p.hanging[words[len(words)-1]] || p.denies(words):
		return true
	case a.apart:
		return false
	case len(words) <= 2 || p.greeting[words[0]] && len(words) <= 5:
		return false // "Hello Ben", "Thanks for the game"
	case c.delicate():
		return true
	case strings.HasSuffix(a.below, "?"):
		return true // "My favourite is / d3-d4 / What would you do?"
	}
	first, _, _ := strings.Cut(c.Text, " ")
	return !a.unwrapped && utf8.RuneCountInString(a.above)+1+utf8.RuneCountInString(first) > wrapAt
}

// mayGoOn reports whether a line may be part of a sentence at all. Conditionals and notes
// are not asked about: as words they would reach the opponent, who must not read them.
func (c Line) mayGoOn() bool {
	switch c.Do.(type) {
	case nil, Draw, Undo, Yes, No, AnswerDraw, Resign, Abort, Accept, Decline, Withdraw, Rematch, Block, Stop, Forget,
		Publish, Leave:
		return true
	}
	return false
}

// delicate reports whether a line is more often the end of a sentence than a move is, or
// does more harm.
func (c Line) delicate() bool {
	switch c.Do.(type) {
	case Resign, Abort, Leave, Stop, Forget, Undo, Draw, AnswerDraw, Block, Withdraw, Decline:
		return true
	}
	_, number := listNumber(c.Args)
	return c.Verb == "" && number
}

// isSaid reports whether a line that begins with a verb reads as a sentence: "Name your
// price", "Note that I am away", "Letters are fun". A line that may be a private note is
// not: one with a move in it, or one that begins in lower case.
func (c Line) isSaid(games []rules.Game) bool {
	words := strings.Fields(c.Args)
	if wrong, ok := c.Do.(Misread); ok && wrong.Code == "usage" && c.exclaims() && !c.hides() {
		return true
	}
	p, folded := proseOf(), proseWords(c.Args)
	switch do := c.Do.(type) {
	case Name:
		return c.namesNobody()
	case Player:
		return c.isNoName(folded)
	case Challenge:
		return do.Wrong != nil && c.digresses()
	case Follow:
		return do.Player != "" && c.isNoName(folded)
	case Unfollow:
		return do.Player != "" && c.isNoName(folded)
	case Note:
		moves := func(word string) bool { return (Line{Args: strings.Trim(word, ".,;:!?()")}).looksLikePlies(games) }
		return !startsLower(c.Typed) && len(folded) > 2 && p.clause[folded[0]] && !slices.ContainsFunc(words, moves)
	case Misread:
		switch {
		case c.hides():
			sentence := append([]string{string(c.Verb)}, folded...)
			return len(folded) > 1 && do.Hint && !c.ofSomebody(folded) &&
				(len(words) > 3 || p.hanging[folded[0]] || blocksOut(sentence))
		case len(words) == 1:
			return c.Verb != VerbChallenge && (do.Code == "usage" || do.Code == "bad-word") && c.digresses()
		}
		switch {
		case c.Verb == VerbChallenge:
			return do.Hint && c.invitesNobody(folded)
		case do.Code == "no-zone":
			return do.Hint
		}
		return do.Hint || c.digresses()
	}
	return false
}

// invitesNobody reports whether what stands behind the word for challenge is the rest of a sentence, and
// not somebody: "Challenge Cup final today", but not "challenge Bob, please".
func (c Line) invitesNobody(words []string) bool {
	if slices.ContainsFunc(asidesOf(),
		func(a asides) bool { return a.others.within(words) && !a.second.within(words) }) {
		return false
	}
	lower := slices.DeleteFunc(strings.Fields(c.Args), func(w string) bool { return !startsLower(w) })
	return len(words) > 2 && digresses(proseWords(strings.Join(lower, " ")))
}

// hides reports whether a line begins with a verb that somebody must not read: "block Eve".
func (c Line) hides() bool {
	return slices.Contains([]Verb{VerbBlock, VerbUnblock, VerbMute, VerbUnmute}, c.Verb)
}

// apartFrom are the English words that make another verb of "block": "Block it out".
var apartFrom = strings.Fields("out off up in")

// blocksOut reports whether a sentence has such a verb.
func blocksOut(sentence []string) bool {
	return sentence[0] == "block" && slices.Contains(apartFrom, sentence[len(sentence)-1])
}

// ofSomebody reports whether a line with the word for block or mute is about a person: "block this fool".
func (c Line) ofSomebody(words []string) bool {
	return slices.ContainsFunc(asidesOf(), func(a asides) bool {
		return a.third.within(words) || a.rival.within(words)
	})
}

// isNoName reports whether what stands where a player's name is expected is the rest of a sentence: "Player
// of the year!", "Follow that!".
func (c Line) isNoName(words []string) bool {
	if len(words) == 0 {
		return false
	}
	parts := apart(words[0]) // "dell'anno"
	first := startsLower(c.Args) && (len(parts) > 1 || proseOf().hanging[words[0]] || commandWordsOf().beside[words[0]])
	return first || len(words) > 1 && strings.ContainsAny(c.Args[len(c.Args)-1:], "!?")
}

// exclaims reports whether a line with a verb is cried out, or has a comma behind its first word:
// "Digest that!", "Vacation, at last".
func (c Line) exclaims() bool {
	first, _, _ := strings.Cut(c.Typed, " ")
	return strings.HasSuffix(c.Typed, "!") || strings.HasSuffix(first, ",")
}

// maxName is how many words a name may have.
const maxName = 5

// particles are words in the middle of names that are no part of a sentence there.
var particles = func() (s wordSet) {
	s.add(strings.Fields(`of the de la le les du des von van der den dem di da del della degli dei do dos af av zu zum
		zur and und et e y ibn bin ben al el`))
	return s
}()

// connectsNames are those that begin no name.
var connectsNames = wordSet{"and": true, "und": true, "et": true, "e": true, "y": true}

// ofName are the words that turn a word for name into what the name is of, by that word: "nom de
// Dieu", "nome del gioco". "Name von Neumann" may be a name.
var ofName = map[string][]string{
	"name": strings.Fields("of des der dem vom"), "nom": strings.Fields("de du des"),
	"nome": strings.Fields("di del dello della dei degli delle"),
}

// ofNobody are what is no person after "nom de", though its first letter may be a capital.
var ofNobody = strings.Fields("dieu zeus code famille guerre plume scene bapteme jeune domaine compte groupe nom")

// isNobiliary reports whether the words after "nom" are a name such as "de Gaulle".
func isNobiliary(verb string, words []string) bool {
	return verb == "nom" && len(words) == 2 && words[0] == "de" && !startsLower(words[1]) &&
		words[1] != strings.ToUpper(words[1]) && !slices.Contains(ofNobody, firstProseWord(words[1]))
}

// namesNobody reports whether what follows the verb name reads as the rest of a sentence:
// "Name your price", "Name of the game is patience", "Nome in codice Aquila".
func (c Line) namesNobody() bool {
	words := strings.Fields(c.Args)
	switch {
	case len(words) == 0:
		return false
	case len(words) > maxName, len(words) > 1 && strings.ContainsAny(c.Args[len(c.Args)-1:], "!?"):
		return true
	}
	p, lower := proseOf(), 0
	shouted := c.Typed == strings.ToUpper(c.Typed)
	verb, _, _ := strings.Cut(strings.ToLower(c.Typed), " ")
	for i, word := range words {
		folded := firstProseWord(word)
		if _, rest, ok := strings.Cut(folded, "'"); ok && p.hanging[rest] { // "d'un"
			return true
		}
		if i == 0 && (startsLower(word) || shouted) && slices.Contains(ofName[verb], folded) {
			return !isNobiliary(verb, words)
		}
		elided := strings.IndexAny(word, "'’") // "nome d'arte"; "nom d'Artagnan" is a name
		switch {
		case i == 0 && verb != "name" && elided > 0 && startsLower(word) &&
			startsLower(strings.TrimLeft(word[elided:], "'’")):
			return true
		case !startsLower(word) && !shouted:
			continue
		case i == 0 && len(words) > 1 && (connectsNames[folded] ||
			!startsLower(c.Typed) && !particles[folded] && commandWordsOf().beside[folded]):
			return true // "und Käse", "off the coast of Spain"
		case particles[folded]:
			if last := words[len(words)-1]; i == 0 && startsLower(last) {
				return true // "the day"; "von Neumann" is a name
			}
		case p.unnamed[folded], p.hanging[folded], p.denying[folded], p.continuing[folded],
			spokenOf().numbers[folded] != "", isCommon(folded):
			return true
		}
		lower++
		if strings.HasSuffix(word, ",") || strings.HasSuffix(word, ";") {
			return true
		}
	}
	// "Name calling hurts": who writes a name in lower case writes the command so, too.
	return lower == len(words) && lower > 1 && !startsLower(c.Typed) && !shouted
}

// prose holds the words of all languages that tell how sentences continue.
type prose struct {
	hanging, denying, continuing, greeting, announcing, clause, unnamed wordSet
}

var proseOf = sync.OnceValue(func() prose {
	var p prose
	words, _ := templates.Lexicons() // NewReader returns the error
	for _, l := range words {
		p.hanging.add(l.Prose.Hanging)
		p.denying.add(l.Prose.Denying)
		p.continuing.add(l.Prose.Continuing)
		p.greeting.add(l.Prose.Greeting)
		p.announcing.add(l.Prose.Announcing)
		p.clause.add(l.Prose.Clause)
		p.unnamed.add(l.Prose.Unnamed)
	}
	return p
})

func (p prose) denies(words []string) bool {
	for _, w := range words {
		if p.denying[w] {
			return true
		}
		// "j'ai", "n'ai", "l'ultima"
		if head, _, ok := strings.Cut(w, "'"); ok && p.denying[head+"'"] {
			return true
		}
	}
	return false
}

// announces reports whether words only say that a move follows: "Hello Ben, my move is".
func (p prose) announces(words []string) bool {
	for i := range words[:min(len(words), 4)] {
		if p.announcing[strings.Join(words[i:], " ")] && (i == 0 || p.greeting[words[0]]) {
			return true
		}
	}
	return false
}

// lastSentence returns what follows the last end of a sentence within a line.
func lastSentence(line string) string {
	line = strings.TrimSpace(line)
	if len(line) > 1000 {
		line = strings.ToValidUTF8(line[len(line)-1000:], "")
	}
	for i := len(line) - 2; i > 0; i-- {
		if strings.IndexByte(".!?", line[i]) >= 0 && line[i+1] == ' ' && strings.TrimSpace(line[i+1:]) != "" {
			return strings.TrimSpace(line[i+1:])
		}
	}
	return line
}

func startsLower(line string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(line))
	return unicode.IsLower(r)
}

// ends reports whether a line ends a sentence, or is a short greeting before a comma.
func ends(line string) bool {
	r, _ := utf8.DecodeLastRuneInString(line)
	switch {
	case strings.ContainsRune(".!?…:;)。！？", r), unicode.Is(unicode.So, r):
		return true
	case r == ',':
		return len(strings.Fields(line)) <= 4
	case strings.ContainsRune("\"”»*_", r) && len(line) > 1:
		return ends(strings.TrimSuffix(line, string(r)))
	}
	fields := strings.Fields(line)
	return len(fields) > 0 && isSmiley(fields[len(fields)-1])
}

// abbreviations are words, in any language, whose full stop ends no sentence.
const abbreviations = `jan feb mar apr may jun jul aug sep sept oct nov dec janv févr fevr avr juil août déc mars gen
	mag giu lug ago set ott dic okt dez mrz no nr num art st approx ca circa p.m a.m e.g i.e vs dr mr mrs fig eg ie
	z.b bzw usw etc`

// abbreviated reports whether a line ends in an abbreviation, whose full stop does not end
// the sentence: "on Dec."
func abbreviated(words []string) bool {
	last := words[len(words)-1]
	return slices.Contains(strings.Fields(abbreviations), last)
}
