package desk

import (
	"errors"
	"fmt"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/rules"
	"turnpost/rules/scene"
	"turnpost/templates"
)

// maxPictures is how many boards of a list are pictures; the others are drawn
// with characters, so that a letter stays small.
const maxPictures = 8

// sketch is a picture that a letter may hold: the scene is drawn only if the
// letter, once it is set, still shows it.
type sketch struct {
	id    string
	scene scene.Scene
}

// board is a position as its reader sees it from one side, in a letter to them.
func (s *session) board(g rules.Game, p rules.Position, view rules.Side, reader db.Player) templates.Board {
	say := g.In(reader.Lang).Say
	b := templates.Board{
		Diagram: rules.Diagram(p, view, say),
		Words:   strings.Join(rules.Describe(p, view, say), " "),
	}
	if drawn, ok := rules.Scene(p, view, say); ok {
		r := s.reply(reader)
		id := fmt.Sprintf("board%d", len(r.sketches)+1)
		r.sketches = append(r.sketches, sketch{id, drawn})
		b.Picture = id + "@" + s.desk.robot.domain()
	}
	return b
}

// twin sets the letter as HTML and draws the boards that it shows.
func (s *session) twin(r *reply, draft *mail.Draft) error {
	var err error
	if draft.HTML, err = s.desk.words.HTML(r.to.Lang, r.letter); err != nil {
		return err
	}
	for _, k := range r.sketches {
		part := mail.Part{Name: k.id + ".png", Type: "image/png", ID: k.id}
		if !strings.Contains(draft.HTML, "cid:"+draft.ContentID(part)+`"`) {
			continue
		}
		if part.Data, err = s.desk.painter.PNG(k.scene); err != nil {
			return fmt.Errorf("the picture of a board: %w", err)
		}
		draft.Inline = append(draft.Inline, part)
	}
	return nil
}

// drawAhead begins to draw the boards of all letters but the first, while that one
// is made: the other processors have time, and the database waits for us.
func (s *session) drawAhead() {
	for _, r := range s.replies[min(1, len(s.replies)):] {
		// Of several boards a letter may show few.
		if len(r.sketches) != 1 || r.composed != nil {
			continue
		}
		drawn := r.sketches[0].scene
		go func() {
			defer func() { _ = recover() }() // the letter will meet it as well
			_, _ = s.desk.painter.PNG(drawn)
		}()
	}
}

// refusal says why the rules refuse a ply, in the language of its reader.
func (t *table) refusal(err error) templates.Told { return told(t.rules, err) }

func told(g rules.Game, err error) templates.Told {
	return func(lang string) string {
		if refusal, ok := errors.AsType[*rules.MoveError](err); ok {
			return g.In(lang).Refusal(refusal)
		}
		return err.Error()
	}
}

// showInWords adds the position in words to the writer's letter.
func (s *session) showInWords(t *table) {
	told, p := t.rules.In(s.player.Lang), t.record.Position()
	sec := &templates.InWords{
		Game: t.game.ID, Title: t.rules.Title, Opponent: t.player(t.me.Opponent()).Name, Side: t.me.String(),
		Next: t.record.Len() + 1, ToMove: "opponent", Sentences: rules.Describe(p, t.me, told.Say),
	}
	switch t.turn() {
	case rules.None:
		sec.ToMove = "nobody"
	case t.me:
		sec.ToMove = "you"
		for _, g := range numbered(told, p) {
			for _, m := range g.Moves {
				sec.Moves = append(sec.Moves, templates.MoveInWords{N: m.N, Move: m.Move, Words: rules.DescribeMove(p, rules.Move(m.Move), told.Say)})
			}
		}
	}
	s.reply(s.player).add(sec).about(t)
}
