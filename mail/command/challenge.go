package command

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"turnpost/mail"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// anyone stands in place of an address in a challenge that anybody may accept.
const anyone = "anyone"

// machine stands in place of an address in a challenge to a bot.
const machine = "robot"

// Challenge invites somebody to a game.
type Challenge struct {
	Anyone   bool
	Bot      bool         // the opponent is a bot
	Ladder   bool         // the opponent is chosen on the ladder of the game
	Level    string       // the bot's, as it was typed; "": none was named
	To       mail.Address // unless Anyone, Bot or Ladder
	Name     string       // instead of To: the name of a player, or its beginning
	Proposed ProposedGame
	// Wrong says why the order cannot be read; nil if it can.
	Wrong *Misread
}

// ProposedGame is a game that somebody wants to play. A side of None is random.
type ProposedGame struct {
	Game  rules.Game
	Side  rules.Side // the challenger's
	Pace  clock.Pace
	Paced bool // the pace was named
	Rated bool
	Asked bool // it says "rated"
	// Within is how far the rating of the player who accepts may be from the challenger's. 0: the line names no
	// distance; below 0: it cannot be read.
	Within int
}

func (r *Reader) challenge(c Line, _ string) any {
	args, moved := addressToFront(c.Args)
	words := withoutFillers(addressFirst(args))
	if len(words) > 1 && strings.EqualFold(words[0], anyone) {
		o, wrong := r.proposed(words[1:])
		return Challenge{Anyone: true, Proposed: o, Wrong: wrong}
	}
	if len(words) > 0 && strings.EqualFold(strings.TrimRight(words[0], ".,;!?"), machine) {
		return toBot(r, words[1:])
	}
	if len(words) > 1 && strings.EqualFold(words[0], theLadder) {
		return onLadder(r, words[1:])
	}
	if len(words) == 0 || !strings.Contains(words[0], "@") {
		if named, ok := r.challengeNamed(c); ok {
			return named
		}
		return Misread{Code: "usage", Args: []any{VerbChallenge}, Hint: true}
	}
	to, err := mail.ParseAddress(words[0])
	if err != nil {
		return Misread{Code: "bad-address", Args: []any{words[0]}}
	}
	o, wrong := r.proposed(words[1:])
	if wrong != nil && moved {
		// "challenge whom you like, write to me@example.org"
		return Misread{Code: "usage", Args: []any{VerbChallenge}, Hint: true}
	}
	return Challenge{To: to, Proposed: o, Wrong: wrong}
}

// challengeNamed reads a challenge to a player by name: what stands between the verb and the name of a game, in
// quotation marks or of at most maxName words, as it was typed. "challenge accepted" is talk.
func (r *Reader) challengeNamed(c Line) (Challenge, bool) {
	verb := strings.IndexFunc(c.Typed, unicode.IsSpace)
	typed := strings.TrimSpace(c.Typed[max(0, verb):])
	behind := func(n int, words []string) (Challenge, bool) {
		rest, _ := r.argsOf(VerbChallenge, strings.Join(words, " "))
		o, wrong := r.proposed(withoutFillers(append([]string{""}, strings.Fields(rest)...))[1:])
		return Challenge{Proposed: o, Wrong: wrong}, o.Game.Name != "" && n > 0
	}
	if quoted := quotedName.FindStringSubmatch(typed); quoted != nil {
		named, ok := behind(1, strings.Fields(quoted[2]))
		named.Name = strings.TrimSpace(quoted[1])
		return named, ok
	}
	words := strings.Fields(typed)
	for n := 1; n <= min(maxName, len(words)-1); n++ {
		named, ok := behind(n, words[n:])
		if named.Name = strings.TrimRight(strings.Join(words[:n], " "), ",;:"); ok && named.Name != "" {
			return named, !isPronoun(words[0]) && (!isCommon(words[0]) || n > 1 && !startsLower(words[n-1]))
		}
	}
	return Challenge{}, false
}

// isPronoun reports whether a word speaks to somebody or of somebody, and so is no name: "challenge him".
func isPronoun(word string) bool {
	word = firstProseWord(word)
	return slices.ContainsFunc(asidesOf(), func(a asides) bool {
		return a.second.within([]string{word}) || a.third.within([]string{word})
	})
}

// quotedName matches a name in quotation marks and what follows it.
var quotedName = regexp.MustCompile(`^["“”„«»‹›‘‚'](.+?)["“”„«»‹›’']\s+(\S.*)$`)

// BotGame is the code of a Misread that says which games bots play. The sentence goes on with the
// levels that bots have, the usual one first, which the caller adds to Args.
const BotGame = "robot-game"

// toBot reads a challenge to a bot: an order with "level 3", or a number, anywhere in it.
func toBot(r *Reader, words []string) any {
	c := Challenge{Bot: true}
	is := func(word string) func(string) bool {
		return func(w string) bool { return strings.EqualFold(strings.TrimRight(w, ",;.!"), word) }
	}
	if i := slices.IndexFunc(words, is("level")); i >= 0 {
		end := min(i+2, len(words))
		c.Level = cmp.Or(strings.TrimRight(strings.Join(words[i+1:end], ""), ",;.!"), "?")
		words = slices.Delete(words, i, end)
	} else if i := r.bareNumber(words); i >= 0 {
		c.Level = strings.TrimRight(words[i], ",;.!")
		words = slices.Delete(words, i, i+1)
	}
	words = withoutFillers(append([]string{machine}, words...))[1:] // "level 3 to turro"
	c.Proposed, c.Wrong = r.proposed(words)
	c.Proposed.Rated = c.Proposed.Asked // games with bots are unrated unless asked for
	if c.Wrong != nil && c.Wrong.Code == "usage" && c.Proposed.Game.Name == "" {
		c.Wrong = &Misread{Code: BotGame, Args: []any{r.gameNames()}}
	}
	return c
}

// bareNumber is the index of the first number that is not part of the name of a game, as in "go 9", or the value
// of a term, as in "handicap 3"; -1 if there is none.
func (r *Reader) bareNumber(words []string) int {
	for i, w := range words {
		if !isNumber(w) {
			continue
		}
		if i == 0 {
			return i
		}
		_, err := rules.Find(r.games, words[i-1]+" "+strings.TrimRight(w, ",;.!"))
		if err != nil && !r.isStartTerm(startTermWord(words[i-1])) &&
			!slices.Contains(ofWords(), strings.ToLower(words[i-1])) {
			return i
		}
	}
	return -1
}

// isNumber reports whether a word is a number, perhaps before punctuation.
func isNumber(word string) bool {
	_, err := strconv.Atoi(strings.TrimRight(word, ",;.!"))
	return err == nil
}

// addressForm matches an address at the beginning of a line as players and their programs
// write it: bob@example.org, Bob <bob@example.org>, mailto:bob@example.org, or with a link,
// bob@example.org<mailto:bob@example.org>.
var addressForm = regexp.MustCompile(`(?i)^(?:(?:"[^"]*"\s*|[^<>@"]*)<)?(?:mailto:)?` +
	`([^\s<>@]+@[^\s<>@]+?)(?:\s*<mailto:[^\s<>]*>)?[<>,;]*(?:\s+|$)`)

// addressFirst splits a line into words. If the line begins with an address, the first word
// is the bare address.
func addressFirst(line string) []string {
	m := addressForm.FindStringSubmatchIndex(line)
	if m == nil {
		return strings.Fields(line)
	}
	return append([]string{line[m[2]:m[3]]}, strings.Fields(line[m[1]:])...)
}

// addressToFront moves an address within a line to its front: "turro as white
// bob@example.org".
func addressToFront(line string) (front string, moved bool) {
	words := strings.Fields(line)
	if addressForm.MatchString(line) || len(words) > mostOrder {
		return line, false
	}
	for i, w := range words {
		if strings.Contains(w, "@") && i > 0 {
			return w + " " + strings.Join(slices.Delete(words, i, i+1), " "), true
		}
	}
	return line, false
}

// mostOrder is how many words a challenge may have if it does not begin with the address.
const mostOrder = 12

// withoutFillers leaves out what people write before the name of a game: "to a game of".
func withoutFillers(words []string) []string {
	fillers := []string{"to", "for", "play", "a", "game", "of", "at"}
	for len(words) > 2 && slices.Contains(fillers, strings.ToLower(words[1])) {
		words = slices.Delete(words, 1, 2)
	}
	return words
}

// options returns the words that begin an option of a challenge. "random" and "white" are
// options without "as", too: French says "au hasard".
func options() []string {
	return []string{"as", "random", "black", "white", "pace", "rated", "unrated", "rating"}
}

// isOption reports whether a word begins an option of a challenge, or a term of a game.
func (r *Reader) isOption(word string) bool {
	return slices.Contains(options(), strings.ToLower(word)) || r.isStartTerm(startTermWord(word))
}

// isStartTerm reports whether a word is a term of a game, in any language.
func (r *Reader) isStartTerm(word string) bool {
	return slices.ContainsFunc(r.games, func(g rules.Game) bool { _, ok := g.StartTerm(word); return ok })
}

// startTermWord is the first part of "handicap=3" or "handicap:".
func startTermWord(word string) string {
	if i := strings.IndexAny(word, "=:"); i >= 0 {
		return word[:i]
	}
	return word
}

// ofWords returns what may stand between a term and its value.
func ofWords() []string { return []string{"of", "von", "de", "di", "=", ":"} }

// startTerm reads a term and its value, and returns how many words it takes.
func startTerm(words []string) (text string, taken int) {
	name := startTermWord(words[0])
	value := strings.TrimLeft(words[0][len(name):], "=:")
	for taken = 1; value == "" && taken < len(words); taken++ {
		if w := words[taken]; !slices.Contains(ofWords(), strings.ToLower(w)) {
			value = w
		}
	}
	return strings.TrimSpace(name + " " + value), taken
}

// proposed reads the name of a game with options before and after it.
func (r *Reader) proposed(words []string) (ProposedGame, *Misread) {
	o := ProposedGame{Rated: true}
	o.Pace, _ = clock.ParsePace(clock.DefaultPace) // it is valid
	for i, w := range words {
		words[i] = strings.TrimRight(w, ",;")
	}
	if n := len(words); n > 0 {
		words[n-1] = strings.TrimRight(words[n-1], ".,;!")
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	var name, more, terms []string
	for len(words) > 0 {
		option := strings.ToLower(words[0])
		if r.isStartTerm(startTermWord(option)) {
			text, n := startTerm(words)
			terms, words = append(terms, text), words[n:]
			continue
		}
		if joins := []string{"with", "and", "und", "et", "e"}; len(words) > 1 && slices.Contains(joins, option) &&
			r.isStartTerm(startTermWord(words[1])) {
			words = words[1:]
			continue
		}
		if !slices.Contains(options(), option) {
			if o.Game.Name == "" && len(more) == 0 {
				name = append(name, words[0])
			} else {
				more = append(more, words[0])
			}
			words = words[1:]
			continue
		}
		if g, err := rules.Find(r.games, strings.Join(name, " ")); err == nil {
			o.Game = g // the name ends before the option
		}
		n, wrong := o.set(option, words[1:], r.isOption)
		if wrong != nil {
			return o, wrong
		}
		words = words[1+n:]
	}
	if len(name) == 0 {
		return o, &Misread{Code: "usage", Args: []any{VerbChallenge}}
	}
	var err error
	if o.Game, err = rules.Find(r.games, strings.Join(name, " ")); err != nil {
		return o, &Misread{Code: "unknown-game", Args: []any{strings.Join(name, " "), r.gameNames()}}
	}
	if len(more) > 0 {
		return o, &Misread{Code: "bad-word", Args: []any{strings.Join(more, " "), "challenge"}}
	}
	return o, o.agree(strings.Join(terms, ", "))
}

// agree sets the terms of the game. With a handicap or another komi the sides are not as unequal as their ratings
// say, so such a game is rated only if the challenge says so.
func (o *ProposedGame) agree(terms string) *Misread {
	g, err := o.Game.Agree(terms)
	if wrong, ok := errors.AsType[*rules.TermError](err); ok {
		if wrong.Range == "" {
			return &Misread{Code: "no-term", Args: []any{wrong.Name, g.Title}}
		}
		return &Misread{Code: "bad-term", Args: []any{wrong.Name, wrong.Range}}
	}
	o.Game = g
	o.Rated = o.Rated && (o.Asked || g.Agreed == "")
	return nil
}

// set reads one option of a challenge. It returns how many of the words behind it belong to
// it, or what is wrong.
func (o *ProposedGame) set(option string, behind []string, isOption func(string) bool) (taken int, wrong *Misread) {
	word := ""
	if len(behind) > 0 {
		word = strings.ToLower(behind[0])
	}
	switch option {
	case "as":
		if isOption(word) {
			return 0, nil // "as random", or "mit Tempo langsam", which is "as pace slow"
		}
		return 1, badSide(word)
	case "pace":
		return o.setPace(behind, isOption)
	case "rating":
		o.Within, taken = ratingWindow(behind)
		return taken, nil
	case "random":
		o.Side = rules.None
	case "rated", "unrated":
		o.Rated = option == "rated"
		o.Asked = o.Rated
	default:
		o.Side, _ = rules.ParseSide(option) // it is valid
	}
	return 0, nil
}

// ratingWindow reads how far ratings may be apart: "200", "within 200", "+-200". It returns less than 0 if it cannot.
func ratingWindow(behind []string) (within, taken int) {
	for i, w := range behind[:min(2, len(behind))] {
		if n, err := strconv.Atoi(strings.Trim(w, ",;.!±+-/")); err == nil {
			return n, i + 1
		}
		if i == 0 && !slices.Contains(withinWords(), strings.ToLower(w)) {
			break
		}
	}
	return -1, 0
}

// withinWords returns what may stand before the width of a rating window.
func withinWords() []string {
	return []string{"within", "+/-", "+-", "±", "of", "um", "bis", "entro", "de", "di", "à", "a", "max", "plus/minus", "près"}
}

func badSide(word string) *Misread {
	if word == "" {
		return &Misread{Code: "usage", Args: []any{VerbChallenge}}
	}
	return &Misread{Code: "bad-side", Args: []any{word}}
}

// setPace reads the longest pace with which the words begin.
func (o *ProposedGame) setPace(words []string, isOption func(string) bool) (taken int, wrong *Misread) {
	for n, w := range words {
		if isOption(w) {
			words = words[:n]
			break
		}
	}
	if len(words) == 0 {
		return 0, &Misread{Code: "usage", Args: []any{VerbChallenge}}
	}
	for n := len(words); n > 0; n-- {
		p, err := clock.ParseNewPace(strings.ToLower(strings.Join(words[:n], " ")))
		if err == nil {
			o.Pace, o.Paced = p, true
			return n, nil
		}
		if errors.Is(err, clock.ErrPaceCap) || errors.Is(err, clock.ErrPaceLong) {
			return 0, badPace(strings.Join(words[:n], " "), err)
		}
	}
	return 0, badPace(strings.Join(words, " "), clock.ErrPace)
}

func badPace(text string, err error) *Misread {
	text = strings.ToLower(text)
	switch {
	case errors.Is(err, clock.ErrPaceCap):
		return &Misread{Code: "pace-cap", Args: []any{text}}
	case errors.Is(err, clock.ErrPaceLong):
		return &Misread{Code: "pace-long", Args: []any{text, clock.MostDaysBare, clock.MostDays}}
	}
	return &Misread{Code: "bad-pace", Args: []any{text}}
}

func (r *Reader) gameNames() []string {
	names := make([]string, len(r.games))
	for i, g := range r.games {
		names[i] = g.Name
	}
	return names
}
