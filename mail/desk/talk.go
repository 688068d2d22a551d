package desk

import (
	"slices"
	"strings"
	"unicode"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

func sayVerb() verb {
	return verb{
		name:   "say",
		proven: true,
		run: func(s *session, c command) error {
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			s.reply(s.player).about(t)
			words := s.wordsOf(c)
			if s.passedOn(words) == "" {
				s.problem(c, "usage", "say")
				return nil
			}
			t.said = append(t.said, saying{c, words})
			return nil
		},
	}
}

// saying is what a command tells the opponent.
type saying struct {
	command command
	words   []string
}

// wordsOf is the text of a command and the lines of talk that follow it, which
// then belong to the command alone.
func (s *session) wordsOf(c command) []string {
	return append([]string{c.args}, s.wordsBelow()...)
}

// wordsBelow is the lines of talk that follow a command, which then belong to it
// alone.
func (s *session) wordsBelow() []string {
	var words []string
	s.skip = s.talkLines(s.following)
	for _, next := range s.following[:s.skip] {
		words = append(words, next.line)
	}
	return words
}

// talkLines counts the lines of talk at the beginning.
func (s *session) talkLines(commands []command) int {
	for i, c := range commands {
		if c.verb != "" || c.game != 0 || s.looksLikePlies(c) {
			return i
		}
	}
	return len(commands)
}

// talkLine is a line of free text and the game to whose opponent it goes;
// nobody's, or 0 as long as that is not known.
type talkLine struct {
	line string
	game int64
}

// nobody is the addressee of words beside a command that is no opponent's
// business, such as "timezone".
const nobody = -1

// talks keeps a line as talk, unless it looks like something that was to stay
// secret.
func (s *session) talks(c command) {
	if s.secretive(c) {
		s.problem(c, "kept-secret")
		return
	}
	s.talk = append(s.talk, talkLine{c.line, s.addressee})
}

// address notes for whom the talk after a line is that was carried out, or
// could not be.
func (s *session) address(c command) {
	switch {
	case s.lineGame != 0:
		s.addressee = s.lineGame
	case c.game != 0:
		s.addressee = c.game
	case c.verb == "" && s.ticket.game != 0:
		s.addressee = s.ticket.game
	default:
		s.addressee = nobody
	}
	if s.firstAddressee == 0 {
		s.firstAddressee = s.addressee
	}
}

// allTalk is every line of talk, whoever it is for.
func (s *session) allTalk() []string { return s.talkTo(func(int64) bool { return true }) }

// talkTo is the talk for the games that want it. What stands before the first
// command goes where that goes.
func (s *session) talkTo(want func(game int64) bool) []string {
	var lines []string
	for _, t := range s.talk {
		if t.game == 0 {
			t.game = s.firstAddressee
		}
		if want(t.game) {
			lines = append(lines, t.line)
		}
	}
	return lines
}

// secretive reports whether a line of talk looks like conditional plies or a
// note that miss their form: then it must not reach the opponent.
func (s *session) secretive(c command) bool {
	words := strings.FieldsFunc(strings.ToLower(c.args), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`.,;:!"'()*`, r) })
	if len(words) < 2 {
		return false
	}
	first := words[0]
	switch {
	case first == "note" || first == "notes":
		return true
	case slices.Contains(conditionalWords, first), oneSlip(first, "preview"):
		for _, g := range s.candidates(c) {
			if slices.ContainsFunc(words[1:], func(w string) bool { return looksLike(g, w) }) {
				return true
			}
		}
	}
	return false
}

// conditionalWords begin a line in which somebody means "if", in the languages
// of the commands and some others.
var conditionalWords = []string{"if", "when", "else", "otherwise", "or", "then", "and", "si", "alors", "sinon", "quand", "se", "allora", "altrimenti", "quando", "wenn", "falls", "sonst"}

// speak stores what the writer says in each game, before any letter of it is
// written: the words of the commands, and the talk beside the lines about that
// game. Talk beside other commands goes to nobody, and the writer is told.
func (s *session) speak() error {
	if !s.acted && !s.anyTouched() || s.leaving != "" {
		return nil
	}
	heard := map[int64]bool{nobody: false}
	for _, t := range s.tables {
		heard[t.game.ID] = true
		if t.failed {
			continue
		}
		lines := s.talkTo(func(game int64) bool { return game == t.game.ID })
		for _, said := range t.said {
			lines = append(append(lines, ""), said.words...)
			s.done(said.command)
		}
		if err := s.tell(t, lines); err != nil {
			return err
		}
	}
	for _, sec := range s.told {
		heard[sec.Game] = true
		sec.Message = s.passedOn(s.talkTo(func(game int64) bool { return game == sec.Game }))
		if sec.Message != "" {
			s.receipt.PassedOn = append(s.receipt.PassedOn, sec.Other)
		}
	}
	s.receipt.Unheard = s.passedOn(s.talkTo(func(game int64) bool { return !heard[game] })) != ""
	return nil
}

// anyTouched reports whether the letter does anything to a game.
func (s *session) anyTouched() bool {
	return slices.ContainsFunc(s.tables, func(t *table) bool { return !t.failed && (t.touched() || len(t.said) > 0) })
}

// tell stores words for the opponent in a game.
func (s *session) tell(t *table, lines []string) error {
	text := s.passedOn(lines)
	if text == "" {
		return nil
	}
	t.spoke = true
	return s.tx.Say(t.game.ID, s.player.ID, t.record.Len(), text)
}

// passOn sends what was said in a game to an opponent who gets no other letter
// about it now, if it was said by command, or no other letter is to come, and
// the opponent wants letters as they come. It tells the writer whether the words are passed on or wait.
func (s *session) passOn(t *table) error {
	if !t.spoke {
		return nil
	}
	opponent := t.player(t.me.Opponent())
	theirs := s.reply(opponent)
	unheard, err := s.unheard(theirs, t)
	if err != nil {
		return err
	}
	inTurn := len(t.lines) > 0 && t.amidTurn() // the letter of the whole turn takes them along
	if len(unheard) > 0 && (len(t.said) > 0 || t.over()) && !inTurn && opponent.Letters == "every" && opponent.StoppedAt.IsZero() {
		text, err := s.hear(theirs, t)
		if err != nil {
			return err
		}
		unheard = nil
		theirs.about(t).add(&templates.Said{
			Game: t.game.ID, Title: t.rules.Title, Author: s.player.Name, Message: text,
			YourMove: t.turn() == t.me.Opponent(), Over: t.turn() == rules.None,
		})
	}
	if len(unheard) == 0 {
		s.receipt.PassedOn = append(s.receipt.PassedOn, opponent.Name)
	} else {
		s.receipt.Waits = append(s.receipt.Waits, opponent.Name)
	}
	return nil
}

// hear returns what waits in a game to be read by a letter's reader and stands
// not in the letter yet, and notes that it is passed on with that letter.
func (s *session) hear(r *reply, t *table) (string, error) {
	unheard, err := s.unheard(r, t)
	texts := make([]string, len(unheard))
	for i, talk := range unheard {
		texts[i], r.heard[t.game.ID] = talk.Text, talk.ID
	}
	return strings.Join(texts, "\n\n"), err
}

// unheard is what waits in a game to be read by a letter's reader and stands
// not in the letter yet.
func (s *session) unheard(r *reply, t *table) ([]db.Talk, error) {
	waiting, err := s.tx.Waiting(t.game.ID, r.to.ID)
	for len(waiting) > 0 && waiting[0].ID <= r.heard[t.game.ID] {
		waiting = waiting[1:]
	}
	return waiting, err
}
