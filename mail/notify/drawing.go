package notify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"turnpost/mail"
	"turnpost/rules"

	"turnpost/templates/picture"
)

// drawing is a picture of a letter, or its film, that is drawn when the letter is
// sent: no other writer waits meanwhile, and what is stored of it is small. What it
// shows is in it whole, so that it is the same whenever it is drawn, whatever became
// of the game.
type drawing struct {
	At    int          `json:"at"` // where its bytes belong in the letter
	Kind  drawingKind  `json:"kind"`
	Rules string       `json:"rules"`
	From  string       `json:"from,omitempty"` // and Plies: as in rules.Example
	Plies []rules.Move `json:"plies,omitempty"`
	View  string       `json:"view"` // the side from which it is seen
	Lang  string       `json:"lang"`
}

// drawingKind is what is drawn: the position after Plies, or all of them.
type drawingKind string

const (
	boardPicture drawingKind = "board"
	smallPicture drawingKind = "small"
	filmOfGame   drawingKind = "film"
)

// drawingsField begins the letters in the outbox that have drawings: a line of
// JSON before the letter itself, whose first field is another.
const drawingsField = "Turnpost-Drawings: "

// pack composes a letter for the outbox. Its drawings are those of its parts that
// have no bytes yet, in their order.
func pack(draft mail.Draft, drawings []drawing) ([]byte, error) {
	raw, gaps, err := draft.Gaps()
	if err != nil || len(drawings) == 0 {
		return raw, err
	}
	if len(gaps) != len(drawings) {
		return nil, fmt.Errorf("%d pictures for %d places of a letter", len(drawings), len(gaps))
	}
	for i, at := range gaps {
		drawings[i].At = at
	}
	line, err := json.Marshal(drawings)
	if err != nil {
		return nil, fmt.Errorf("the pictures of a letter: %w", err)
	}
	return bytes.Join([][]byte{[]byte(drawingsField), line, []byte("\r\n"), raw}, nil), nil
}

// Draw makes the final bytes of a letter in the outbox, with its pictures. Of those
// that cannot be drawn the error tells; the letter is whole without them.
func Draw(stored []byte, games []rules.Game, painter *picture.Painter) ([]byte, error) {
	list, ok := bytes.CutPrefix(stored, []byte(drawingsField))
	if !ok {
		return stored, nil
	}
	list, raw, _ := bytes.Cut(list, []byte("\r\n"))
	var drawings []drawing
	if err := json.Unmarshal(list, &drawings); err != nil {
		return raw, fmt.Errorf("the pictures of a letter: %w", err)
	}
	var out bytes.Buffer
	var wrong []error
	files, size := make([][]byte, len(drawings)), len(raw)
	for i, d := range drawings {
		var err error
		if files[i], err = d.draw(games, painter); err != nil {
			wrong = append(wrong, err)
		}
		size += len(files[i]) * 3 / 2
	}
	out.Grow(size)
	done := 0
	for i, d := range drawings {
		if d.At < done || d.At > len(raw) {
			return raw, fmt.Errorf("the pictures of a letter: there is no place %d", d.At)
		}
		out.Write(raw[done:d.At])
		mail.WriteBase64(&out, files[i])
		done = d.At
	}
	out.Write(raw[done:])
	return out.Bytes(), errors.Join(wrong...)
}

// draw makes the bytes of the picture. A panic is our fault, and the letter only goes
// without the picture.
func (d drawing) draw(games []rules.Game, painter *picture.Painter) (file []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a picture of %s: panic: %v\n%s", d.Rules, r, debug.Stack())
		}
	}()
	g, err := rules.Find(games, d.Rules)
	if err != nil {
		return nil, fmt.Errorf("a picture: %w", err)
	}
	view, ok := rules.ParseSide(d.View)
	if !ok {
		return nil, fmt.Errorf("a picture of %s: there is no side %q", d.Rules, d.View)
	}
	first := len(d.Plies)
	if d.Kind == filmOfGame {
		first = 0
	}
	p, err := g.Shown(rules.Example{From: d.From, Plies: d.Plies[:first]})
	if err != nil {
		return nil, fmt.Errorf("a picture: %w", err)
	}
	say := g.In(d.Lang).Say
	shown, _ := rules.SceneOf(p, view, say)
	switch d.Kind {
	case smallPicture:
		return painter.Small(shown)
	case boardPicture:
		return painter.PNG(shown)
	}
	frames := []rules.Scene{shown}
	for _, m := range d.Plies {
		if p, err = p.Play(m); err != nil {
			return nil, fmt.Errorf("a film of %s: %w", d.Rules, err)
		}
		shown, _ = rules.SceneOf(p, view, say)
		frames = append(frames, shown)
	}
	return painter.GIF(frames)
}
