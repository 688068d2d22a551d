package tell

import (
	"fmt"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/rules/scene"
	"turnpost/templates"
)

// How many boards of a list are pictures; the others are drawn with characters, so
// that a letter stays small. The small ones are of games that wait for somebody else.
const (
	maxPictures = 8
	maxSmall    = 12
)

// sketch is a picture that a letter may hold: the scene is drawn only if the
// letter, once it is set, still shows it.
type sketch struct {
	id    string
	scene scene.Scene
	small bool
}

// smallBoard is a board for a list of what waits for somebody else.
func smallBoard(l *Letters, t *club.Table, reader db.Player) templates.Board {
	b := l.board(t.Rules, t.Record.Position(), t.Side(reader.ID), reader)
	if b.Small = true; b.Picture != "" {
		r := l.to(reader)
		r.sketches[len(r.sketches)-1].small = true
	}
	return b
}

// board is a position as its reader sees it from one side, in a letter to them.
func (l *Letters) board(g rules.Game, p rules.Position, view rules.Side, reader db.Player) templates.Board {
	say := g.In(reader.Lang).Say
	r := l.to(reader)
	if told := rules.Describe(p, view, say); r.to.Board == "words" && len(told) > 0 {
		return templates.Board{Sentences: told}
	}
	b := templates.Board{
		Diagram: rules.Diagram(p, view, say),
		Words:   strings.Join(rules.Describe(p, view, say), " "),
	}
	if r.to.Board == "unicode" {
		b.Diagram = rules.Figures(p, b.Diagram)
	}
	if drawn, ok := rules.Scene(p, view, say); ok {
		id := fmt.Sprintf("board%d", len(r.sketches)+1)
		r.sketches = append(r.sketches, sketch{id: id, scene: drawn})
		b.Picture, b.Remarks = id+"@"+l.teller.Mailbox.Domain(), rules.Remarks(p, say)
	}
	return b
}

// html sets the letter as HTML and draws the boards that it shows.
func (l *Letters) html(r *letter, draft *mail.Draft) error {
	var err error
	if draft.HTML, err = l.teller.Words.HTML(r.to.Lang, r.text); err != nil {
		return err
	}
	for _, k := range r.sketches {
		part := mail.Part{Name: k.id + ".png", Type: "image/png", ID: k.id}
		if !strings.Contains(draft.HTML, "cid:"+draft.ContentID(part)+`"`) {
			continue
		}
		draw := l.teller.Painter.PNG
		if k.small {
			draw = l.teller.Painter.Small
		}
		if part.Data, err = draw(k.scene); err != nil {
			return fmt.Errorf("the picture of a board: %w", err)
		}
		draft.Inline = append(draft.Inline, part)
	}
	return nil
}

// attachRecord attaches to a letter what its reader may keep of a game that has
// just ended: the record as a text, and the whole game as a moving picture, seen
// from the reader's side.
func attachRecord(l *Letters, r *letter, t *club.Table, draft *mail.Draft) error {
	text, err := export(l, t)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%d", t.Rules.Name, t.Game.ID)
	draft.Attached = append(draft.Attached, mail.Part{Name: name + ".txt", Type: "text/plain; charset=utf-8", Data: []byte(text)})
	view := t.Side(r.to.ID)
	say := t.Rules.In(r.to.Lang).Say
	var frames []scene.Scene
	for n := range t.Record.Len() + 1 {
		frame, ok := rules.Scene(t.Record.At(n), view, say)
		if !ok {
			return nil // this game draws nothing
		}
		frames = append(frames, frame)
	}
	film, err := l.teller.Painter.GIF(frames)
	if err != nil {
		return fmt.Errorf("the film of game %d: %w", t.Game.ID, err)
	}
	draft.Attached = append(draft.Attached, mail.Part{Name: name + ".gif", Type: "image/gif", Data: film})
	return nil
}
