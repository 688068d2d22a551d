package notify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/picture"
)

// How many boards of a list are pictures. The others are drawn with characters, so that a message
// stays small. Small pictures are of games that wait for somebody else.
const (
	maxPictures = 8
	maxSmall    = 12
)

// pendingPicture is a picture that a message may have. It is drawn only if the rendered
// message still shows it.
type pendingPicture struct {
	id      string
	drawing drawing
}

// smallBoard is a board for a list of games that wait for somebody else.
func (m *Messages) smallBoard(g *club.Game, reader db.Player) templates.Board {
	b := m.boardOf(g, reader)
	if b.Small = true; b.Picture != "" {
		r := m.to(reader)
		r.pictures[len(r.pictures)-1].drawing.Kind = smallPicture
	}
	return b
}

// boardOf is the board of a game, for one of its players.
func (m *Messages) boardOf(g *club.Game, reader db.Player) templates.Board {
	return m.board(g.Record.Position(), g.Record.Tail(rules.Marked), g.Rules, g.Side(reader.ID), reader)
}

// board is a position as its reader sees it from one side, in the message to them. way leads
// to the position.
func (m *Messages) board(p rules.Position, way rules.PictureExample, g rules.Game, view rules.Side,
	reader db.Player) templates.Board {
	return m.boardIn(m.to(reader), p, way, g, view)
}

// boardIn is board in a message.
func (m *Messages) boardIn(r *message, p rules.Position, way rules.PictureExample, g rules.Game,
	view rules.Side) templates.Board {
	say := g.In(r.to.Lang).Say
	told := rules.Describe(p, view, say)
	if r.to.Board == db.BoardWords && len(told) > 0 {
		return templates.Board{Sentences: told}
	}
	b := templates.Board{Diagram: p.Diagram(view, say), Words: strings.Join(told, " ")}
	if r.to.Board == db.BoardUnicode {
		b.Diagram = g.In(r.to.Lang).Figured(b.Diagram)
	}
	if _, ok := p.(rules.SceneDrawer); ok {
		id := fmt.Sprintf("board%d", len(r.pictures)+1)
		r.pictures = append(r.pictures, pendingPicture{id, draws(boardPicture, way, g, view, r.to)})
		b.Picture, b.Remarks = id+"@"+m.notifier.Mailbox.Domain(), rules.Remarks(p, say)
		b.Legend = rules.Legend(p, say)
	}
	return b
}

// draws is a picture of the position that a way leads to, or a film of the way.
func draws(kind drawingKind, way rules.PictureExample, g rules.Game, view rules.Side, reader db.Player) drawing {
	return drawing{Kind: kind, Rules: g.Name, From: way.From, Plies: way.Plies, View: view.String(), Lang: reader.Lang}
}

// html renders the message as HTML, with a place for each board that it shows.
func (m *Messages) html(r *message, draft *mail.Draft) (shown []drawing, err error) {
	if draft.HTML, err = m.notifier.Words.HTML(r.to.Lang, r.text); err != nil {
		return nil, err
	}
	// The id of a part is unique in the world, as a Message-ID is (RFC 2045, section 7): two
	// boards in one thread of a mail program are different.
	sum := sha256.Sum256([]byte(draft.MessageID))
	own := "." + hex.EncodeToString(sum[:6])
	for _, k := range r.pictures {
		draft.HTML = strings.ReplaceAll(draft.HTML, `"cid:`+k.id+"@", `"cid:`+k.id+own+"@")
		part := mail.AttachedFile{Name: k.id + ".png", Type: "image/png", ID: k.id + own}
		if strings.Contains(draft.HTML, "cid:"+draft.ContentID(part)+`"`) {
			draft.Inline = append(draft.Inline, part)
			shown = append(shown, k.drawing)
		}
	}
	return shown, nil
}

// attachRecord attaches what the reader may keep of a game that has just ended: the record as
// a text, also as other programs read it, and, if the game can be drawn, a film of it, seen from the reader's side.
func (m *Messages) attachRecord(r *message, g *club.Game, draft *mail.Draft) (film []drawing, err error) {
	t, err := m.export(g, r.to)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s-%d", g.Rules.Name, g.Row.ID)
	attach := func(ending, text string) {
		draft.Attached = append(draft.Attached,
			mail.AttachedFile{Name: name + ending, Type: "text/plain; charset=utf-8", Data: []byte(text)})
	}
	attach(".txt", t.String(m.tx.Club.Games()))
	if format := g.Rules.Format; format != nil {
		attach("."+strings.ToLower(format.Name), format.Write(t, g.Record))
	}
	if _, ok := g.Record.Position().(rules.SceneDrawer); !ok {
		return nil, nil
	}
	draft.Attached = append(draft.Attached, mail.AttachedFile{Name: name + ".gif", Type: "image/gif"})
	return []drawing{draws(filmOfGame, g.Record.Tail(g.Record.Len()), g.Rules, g.Side(r.to.ID), r.to)}, nil
}

// drawing is a picture in a message, or a film, that is drawn when the message is sent: so no
// transaction waits for it, and what is stored is small. It holds all that it shows, so that
// it is the same whenever it is drawn, whatever became of the game.
type drawing struct {
	At    int          `json:"at"` // where its bytes belong in the message
	Kind  drawingKind  `json:"kind"`
	Rules string       `json:"rules"`
	From  string       `json:"from,omitempty"` // and Plies: as in rules.PictureExample
	Plies []rules.Move `json:"plies,omitempty"`
	// Played and Better are plies from the position, of movesPicture; Better may be empty.
	Played rules.Move `json:"played,omitempty"`
	Better rules.Move `json:"better,omitempty"`
	View   string     `json:"view"` // the side from which it is seen
	Lang   string     `json:"lang"`
}

// drawingKind is what is drawn: the position after Plies, or all of them.
type drawingKind string

const (
	boardPicture drawingKind = "board"
	smallPicture drawingKind = "small"
	movesPicture drawingKind = "moves" // the position with two plies from it
	filmOfGame   drawingKind = "film"
)

// drawingsField begins the messages in the outbox that have drawings: a line of JSON before the
// message itself.
const drawingsField = "Turnpost-Drawings: "

// pack composes a message for the outbox. Its drawings are those of its parts that have no
// bytes yet, in their order.
func pack(draft mail.Draft, drawings []drawing) ([]byte, error) {
	raw, gaps, err := draft.Gaps()
	if err != nil || len(drawings) == 0 {
		return raw, err
	}
	if len(gaps) != len(drawings) {
		return nil, fmt.Errorf("%d pictures for %d places of a message", len(drawings), len(gaps))
	}
	for i, at := range gaps {
		drawings[i].At = at
	}
	line, err := json.Marshal(drawings)
	if err != nil {
		return nil, fmt.Errorf("the pictures of a message: %w", err)
	}
	return bytes.Join([][]byte{[]byte(drawingsField), line, []byte("\r\n"), raw}, nil), nil
}

// AddPictures makes the final bytes of a message in the outbox, with its pictures. The error says
// which could not be drawn; the message is complete without them.
func AddPictures(stored []byte, games []rules.Game, painter *picture.Painter) ([]byte, error) {
	list, ok := bytes.CutPrefix(stored, []byte(drawingsField))
	if !ok {
		return stored, nil
	}
	list, raw, _ := bytes.Cut(list, []byte("\r\n"))
	var drawings []drawing
	if err := json.Unmarshal(list, &drawings); err != nil {
		return raw, fmt.Errorf("the pictures of a message: %w", err)
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
			return raw, fmt.Errorf("the pictures of a message: there is no place %d", d.At)
		}
		out.Write(raw[done:d.At])
		mail.WriteBase64(&out, files[i])
		done = d.At
	}
	out.Write(raw[done:])
	return out.Bytes(), errors.Join(wrong...)
}

// draw makes the bytes of the picture. A panic is a mistake of ours, and the message is only
// sent without the picture.
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
	if d.Kind == movesPicture {
		shown, _, err := rules.CompareMoves(g, rules.PictureExample{From: d.From, Plies: d.Plies}, view,
			g.In(d.Lang).Say, d.Played, d.Better)
		if err != nil {
			return nil, fmt.Errorf("a picture of %s: %w", d.Rules, err)
		}
		return painter.PNG(shown)
	}
	first := len(d.Plies)
	if d.Kind == filmOfGame {
		first = 0
	}
	p, err := g.Shown(rules.PictureExample{From: d.From, Plies: d.Plies[:first]})
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
