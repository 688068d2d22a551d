package desk

import (
	"slices"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// Limits of notes.
const (
	shownNotes = 3   // in each of one's own letters about the game
	maxNotes   = 200 // kept in one game
)

func noteVerb() verb {
	return verb{
		name:   "note",
		proven: true,
		run: func(s *session, c command) error {
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			s.reply(s.player).about(t)
			text := s.ownWords(s.wordsOf(c))
			if text == "" {
				s.problem(c, "usage", "note")
				return nil
			}
			notes, err := s.tx.Notes(t.game.ID, s.player.ID)
			if err != nil {
				return err
			}
			if len(notes) >= maxNotes {
				s.problem(c, "too-many-notes", maxNotes)
				return nil
			}
			s.done(c)
			t.notes = max(t.notes, shownNotes)
			return s.tx.AddNote(t.game.ID, s.player.ID, t.record.Len(), text)
		},
	}
}

func notesVerb() verb {
	return verb{
		name: "notes",
		bare: true,
		run: func(s *session, c command) error {
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			s.done(c)
			s.reply(s.player).about(t)
			t.notes = maxNotes
			return nil
		},
	}
}

func publishVerb() verb {
	return verb{
		name: "publish",
		bare: true, words: []string{"notes"}, proven: true,
		run: func(s *session, c command) error {
			if c.args == "" {
				s.problem(c, "usage", "publish")
				return nil
			}
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			s.reply(s.player).about(t)
			t.publish = &c // the game may end by this letter
			return nil
		},
	}
}

// settleNotes publishes and shows the writer's notes when the letter's plies
// are played.
func (s *session) settleNotes(t *table) error {
	if t.publish != nil {
		if err := s.publishNotes(t, *t.publish); err != nil {
			return err
		}
	}
	mine := s.reply(s.player)
	for _, sec := range mine.letter.Sections {
		if turn, ok := sec.(*templates.Turn); ok && turn.Game == t.game.ID && t.notes <= shownNotes {
			return nil // it shows them
		}
	}
	if t.notes == 0 {
		return nil
	}
	notes, err := s.tx.Notes(t.game.ID, s.player.ID)
	if err != nil {
		return err
	}
	mine.about(t).add(&templates.Notes{Game: t.game.ID, Title: t.rules.Title, Notes: lastNotes(notes, t.notes), All: len(notes) <= t.notes,
		Shown: shown(notes), Opponent: t.player(t.me.Opponent()).Name})
	return nil
}

func (s *session) publishNotes(t *table, c command) error {
	if !t.game.Over() {
		s.problem(c, "publish-early")
		return nil
	}
	notes, err := s.tx.Notes(t.game.ID, s.player.ID)
	if err != nil {
		return err
	}
	if len(notes) == 0 {
		s.problem(c, "no-notes")
		return nil
	}
	if err := s.tx.PublishNotes(t.game.ID, s.player.ID); err != nil {
		return err
	}
	s.done(c)
	sec := templates.Notes{Game: t.game.ID, Title: t.rules.Title, Notes: lastNotes(notes, maxNotes), Author: s.player.Name, Published: true, All: true}
	mine, theirs := sec, sec
	opponent := t.player(t.me.Opponent())
	mine.You, mine.Opponent = true, opponent.Name
	s.reply(s.player).about(t).add(&mine)
	s.reply(opponent).about(t).add(&theirs)
	return nil
}

// shown says how many of a player's notes were published: "" for none, all, or
// some, when others were made since.
func shown(notes []db.Note) string {
	private := func(n db.Note) bool { return !n.Published }
	switch {
	case !slices.ContainsFunc(notes, func(n db.Note) bool { return n.Published }):
		return ""
	case slices.ContainsFunc(notes, private):
		return "some"
	}
	return "all"
}

// lastNotes are the last so many notes as a section shows them.
func lastNotes(notes []db.Note, most int) []templates.Note {
	var out []templates.Note
	for _, n := range notes[max(0, len(notes)-most):] {
		out = append(out, templates.Note{Ply: n.Ply, Text: n.Text})
	}
	return out
}

// turnNotes adds to a turn what only its reader may see, or, when the game is
// over, the ratings that it made.
func (s *session) turnNotes(t *table, side rules.Side, sec *templates.Turn) error {
	notes, err := s.tx.Notes(t.game.ID, t.player(side).ID)
	if side == t.me && t.publish != nil && t.game.Over() {
		for i := range notes {
			notes[i].Published = true // by this letter, presently
		}
	}
	sec.Notes, sec.MoreNotes, sec.NotesShown = lastNotes(notes, shownNotes), len(notes) > shownNotes, shown(notes)
	sec.Ratings = t.ratings
	return err
}
