package desk

import (
	"strings"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

func sayVerb() verb {
	return verb{
		name: "say", usage: "say TEXT", summary: "tell your opponent something, without a move",
		more:    "What follows, on this line and on the next ones up to a command, goes to your opponent: at once if the letter holds nothing else, otherwise with the letter about your move. Up to 2000 characters are passed on. Free text in a letter with a move goes along as well.",
		example: "say Good game! Shall we play another one?",
		proven:  true,
		run: func(s *session, c command) error {
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			s.reply(s.player).about(t)
			words := s.wordsOf(c)
			if s.passedOn(words) == "" {
				s.problem(c, "usage", "say TEXT")
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
	words := []string{c.args}
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

// speak stores what the writer says in each game, before any letter of it is
// written. The letter's free text goes to whom its plies and words are for, or
// else, when the letter did anything, to the opponent in the game at hand.
func (s *session) speak() error {
	free := s.passedOn(s.talk)
	var hearers []*table
	for _, t := range s.tables {
		if !t.failed && (t.touched() || len(t.said) > 0) {
			hearers = append(hearers, t)
		}
	}
	if len(hearers) == 0 && len(s.told) == 0 && s.acted && s.leaving == "" && free != "" {
		if t := s.atHand(); t != nil && !t.failed {
			hearers = append(hearers, t)
		}
	}
	for _, t := range hearers {
		lines := append([]string(nil), s.talk...)
		for _, said := range t.said {
			lines = append(append(lines, ""), said.words...)
			s.done(said.command)
		}
		if err := s.tell(t, lines); err != nil {
			return err
		}
	}
	for _, sec := range s.told {
		if sec.Message = free; free != "" {
			s.receipt.PassedOn = append(s.receipt.PassedOn, sec.Other)
		}
	}
	return nil
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
