package desk

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnpost/rules"
	"turnpost/templates"
)

func moveVerb() verb {
	return verb{
		name: "move",
	}
}

// plies reads a line that is no command: plies of a game, or talk.
func (s *session) plies(c command) error {
	if !s.looksLikePlies(c) {
		if s.misplacedIf(c) {
			s.problem(c, "if-first")
			return nil
		}
		if word := c.bareWord(); word != "" {
			if _, _, ok := s.desk.verbCalled(word, ""); ok && c.question {
				s.hint(c, []string{word}, "question")
			} else if near := s.desk.near(word, s.player.Lang); len(near) > 0 {
				// A slip of the pen beside a move is no word for the opponent.
				p := templates.Problem{Line: c.line, Code: "unknown", Near: near}
				s.receipt.Problems = append(s.receipt.Problems, p)
				return nil
			}
		} else if v, langs, ok := s.desk.verbCalled(firstWord(c.args), ""); ok && v.bare {
			s.hint(c, []string{v.called(firstWord(c.args), langs)}, "unknown")
		}
		if c.game != 0 {
			return s.unknownLine(c)
		}
		s.talks(c)
		return nil
	}
	if !s.proven {
		s.unproven(c)
		return nil
	}
	if ok, err := s.beginWith(c); err != nil || !ok {
		return err
	}
	t, err := s.gameOf(c)
	if err != nil || t == nil {
		return err
	}
	s.reply(s.player).about(t)
	if c.question {
		s.problem(c, "question")
		t.fail()
		return nil
	}
	if t.failed {
		return nil // the first refusal is told; what follows builds on sand
	}
	if p := s.playLine(t, c); p != nil {
		p.Line = c.line
		s.receipt.Problems = append(s.receipt.Problems, *p)
		t.fail()
		return nil
	}
	t.lines = append(t.lines, c.line)
	return nil
}

// unknownLine answers a line that names a game and says nothing that can be
// understood of it.
func (s *session) unknownLine(c command) error {
	i, err := s.invitation(c.game)
	switch {
	case err != nil:
		return err
	case i == nil:
		s.problem(c, "no-such-game", c.game)
	default:
		s.problem(c, "unknown")
	}
	return nil
}

func firstWord(line string) string {
	word, _, _ := strings.Cut(strings.ToLower(line), " ")
	return strings.TrimRight(word, ",.;:!")
}

var listNumber = regexp.MustCompile(`^\(?([0-9]{1,3})[.)]?$`)

// looksLikePlies reports whether a line has the form of plies in a game that it
// could be for. Talk never has.
func (s *session) looksLikePlies(c command) bool {
	if c.args == "" {
		return false
	}
	if listNumber.MatchString(c.args) {
		return true
	}
	for _, g := range s.candidates(c) {
		if looksLike(g, c.args) {
			return true
		}
	}
	return false
}

// looksLike reports whether a text begins with something of the form of a ply
// of g. The form does not depend on the position.
func looksLike(g rules.Game, text string) bool {
	start := g.Start()
	hasForm := func(text string) bool {
		_, err := start.Parse(text)
		return err == nil || kind(err) != rules.Unreadable
	}
	if hasForm(text) {
		return true
	}
	stretches := splitPlies(text)
	if len(stretches) == 0 {
		return false
	}
	words := stretches[0] // only the beginning decides
	for n := 1; n <= min(maxWords, len(words)); n++ {
		if hasForm(strings.Join(words[:n], " ")) {
			return true
		}
	}
	return false
}

// candidates lists the rules of the games that a line could be for: the one
// that is named or at hand, or all that the writer has under way.
func (s *session) candidates(c command) []rules.Game {
	id := s.named(c)
	var names []string
	if id != 0 {
		if g, err := s.tx.Game(id); err == nil {
			names = append(names, g.Rules)
		} else if i, err := s.tx.Invitation(id); err == nil {
			names = append(names, i.Rules)
		}
	} else if running, err := s.tx.GamesOf(s.player.ID, false, 100); err == nil {
		for _, g := range running {
			names = append(names, g.Rules)
		}
	}
	var games []rules.Game
	for _, g := range s.desk.games {
		for _, name := range names {
			if g.Name == name {
				games = append(games, g)
				break
			}
		}
	}
	return games
}

// playLine plays all plies of a line, or says what is wrong with the first that
// cannot be played.
func (s *session) playLine(t *table, c command) *templates.Problem {
	if p := s.stale(t, c.args); p != nil {
		return p
	}
	if t.over() {
		return &templates.Problem{Code: "over"}
	}
	if t.turn() != t.me {
		if t.record != t.base {
			return &templates.Problem{Code: "turn-over"}
		}
		return &templates.Problem{Code: "not-your-turn", Args: []any{t.player(t.me.Opponent()).Name}}
	}
	// The whole line is one ply, or a number.
	m, err := t.record.Parse(c.args)
	if err == nil {
		return playProblem(t, t.play(m))
	}
	if n := listNumber.FindStringSubmatch(c.args); n != nil {
		return s.playNumber(t, n[1])
	}
	stretches := splitPlies(c.args)
	if len(stretches) == 1 && len(stretches[0]) == 1 {
		return playProblem(t, err)
	}
	return playStretches(t, stretches)
}

// splitPlies splits a line at spaces, after it was split into stretches at
// commas, semicolons, "and" and "then": a ply never goes from one to the next.
func splitPlies(line string) (stretches [][]string) {
	var now []string
	end := func() {
		if len(now) > 0 {
			stretches = append(stretches, now)
		}
		now = nil
	}
	all := strings.Fields(line)
	for i, word := range all {
		if connects(strings.ToLower(word), strings.Join(all[i+1:min(i+2, len(all))], "")) {
			end()
			continue
		}
		for i, part := range strings.FieldsFunc(word, func(r rune) bool { return r == ',' || r == ';' }) {
			if i > 0 {
				end()
			}
			now = append(now, part)
		}
		if strings.HasSuffix(word, ",") || strings.HasSuffix(word, ";") {
			end()
		}
	}
	end()
	return stretches
}

// connects reports whether a word stands between two plies. An Italian "e" does
// only before a letter: "e 4" may be a cell.
func connects(word, next string) bool {
	switch word {
	case "and", "then", "&", "et", "puis", "poi":
		return true
	case "e":
		r, _ := utf8.DecodeRuneInString(next)
		return unicode.IsLetter(r)
	}
	return false
}

// firstTokens lists the words of all stretches of a line, at most so many.
func firstTokens(line string, most int) []string {
	words := slices.Concat(splitPlies(line)...)
	return words[:min(most, len(words))]
}

// maxWords is how many words one ply may be written in: "b12 c o +".
const maxWords = 4

// playStretches plays a line of several plies. A ply may itself be written with
// spaces, so as many words of a stretch as make one are taken together.
func playStretches(t *table, stretches [][]string) *templates.Problem {
	first := true
	for _, words := range stretches {
		for len(words) > 0 {
			if !first && t.turn() != t.me {
				switch {
				case !looksLike(t.rules, strings.Join(words, " ")):
					return &templates.Problem{Code: "mixed"}
				case t.over():
					return &templates.Problem{Code: "over"}
				}
				return &templates.Problem{Code: "turn-over"}
			}
			m, n, err := takePly(t.record, words)
			if err == nil {
				err = t.play(m)
			}
			if err != nil {
				if !first && kind(err) == rules.Unreadable {
					return &templates.Problem{Code: "mixed"}
				}
				return playProblem(t, err)
			}
			words, first = words[n:], false
		}
	}
	return nil
}

// takePly reads one ply from the first tokens, as few of them as make one and
// maxWords at most, and says how many.
func takePly(r *rules.Record, tokens []string) (m rules.Move, taken int, refused error) {
	for n := 1; n <= min(maxWords, len(tokens)); n++ {
		m, err := r.Parse(strings.Join(tokens[:n], " "))
		if err == nil {
			return m, n, nil
		}
		if refused == nil || kind(refused) == rules.Unreadable {
			refused = err
		}
	}
	return "", 0, refused
}

func kind(err error) rules.Kind {
	if refusal, ok := errors.AsType[*rules.MoveError](err); ok {
		return refusal.Kind
	}
	return rules.Illegal
}

// playProblem says to the player why the rules refuse a ply.
func playProblem(t *table, err error) *templates.Problem {
	if err == nil {
		return nil
	}
	p := &templates.Problem{Code: "move", Args: []any{t.refusal(err)}}
	// An ambiguous text's sentence names what it can mean already.
	if refusal, ok := errors.AsType[*rules.MoveError](err); ok && refusal.Kind != rules.Ambiguous {
		for _, m := range refusal.Near {
			p.Near = append(p.Near, string(m))
		}
	}
	return p
}

// playNumber plays the ply of that number in the list that the letter replies
// to: the legal plies at the ticket's ply, in the order in which it shows them.
func (s *session) playNumber(t *table, text string) *templates.Problem {
	if s.ticket.game != t.game.ID || t.started { // an invitation holds no list
		return &templates.Problem{Code: "number-needs-list"}
	}
	if t.record != t.base {
		return &templates.Problem{Code: "number-first"}
	}
	var legal []rules.Move
	for _, g := range rules.Groups(t.record.Position()) {
		legal = append(legal, g.Moves...)
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(legal) {
		return &templates.Problem{Code: "number", Args: []any{text, len(legal)}}
	}
	return playProblem(t, t.play(legal[n-1]))
}

// stale refuses the plies of a reply to an older letter. Only the letter's own
// ticket dates it: a line in a fresh mail means the game as it is.
func (s *session) stale(t *table, text string) *templates.Problem {
	switch s.ticket.game {
	case 0:
		// A reply to a letter of several games, such as the list of them.
		if s.ticket.secret == "" || t.game.TurnAt.Unix() <= s.ticket.ply {
			return nil
		}
		return &templates.Problem{Code: "stale-list"}
	case t.game.ID:
		if s.ticket.ply == int64(t.before) && s.ticket.undone == t.game.Undone {
			return nil
		}
	default:
		return nil
	}
	if then := int(s.ticket.ply); then < t.before && t.base.At(then).Turn() == t.me {
		if m, err := t.base.At(then).Parse(text); err == nil && m == t.base.Plies()[then] {
			return &templates.Problem{Code: "already", Args: []any{string(m)}}
		}
	}
	return &templates.Problem{Code: "stale", Args: []any{s.ticket.ply + 1}}
}
