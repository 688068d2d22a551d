package desk

import (
	"fmt"

	"turnpost/mail"
	"turnpost/rules"
	"turnpost/rules/scene"
)

// account attaches to a letter what its reader may keep of a game that has just
// ended: the record as a text, and the whole game as a moving picture, seen from
// the reader's side.
func (s *session) account(r *reply, t *table, draft *mail.Draft) error {
	text, err := s.export(t)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%d", t.rules.Name, t.game.ID)
	draft.Attached = append(draft.Attached, mail.Part{Name: name + ".txt", Type: "text/plain; charset=utf-8", Data: []byte(text)})
	view := t.sideOfPlayer(r.to.ID)
	say := t.rules.In(r.to.Lang).Say
	var frames []scene.Scene
	for n := range t.record.Len() + 1 {
		frame, ok := rules.Scene(t.record.At(n), view, say)
		if !ok {
			return nil // this game draws nothing
		}
		frames = append(frames, frame)
	}
	film, err := s.desk.painter.GIF(frames)
	if err != nil {
		return fmt.Errorf("the film of game %d: %w", t.game.ID, err)
	}
	draft.Attached = append(draft.Attached, mail.Part{Name: name + ".gif", Type: "image/gif", Data: film})
	return nil
}
