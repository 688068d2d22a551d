package notify

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// How many boards of a list are pictures; the others are drawn with characters, so
// that a letter stays small. The small ones are of games that wait for somebody else.
const (
	maxPictures = 8
	maxSmall    = 12
)

// sketch is a picture that a letter may hold: it is drawn only if the letter, once it
// is set, still shows it.
type sketch struct {
	id      string
	drawing drawing
}

// smallBoard is a board for a list of what waits for somebody else.
func (l *Letters) smallBoard(t *club.Table, reader db.Player) templates.Board {
	b := l.boardOf(t, reader)
	if b.Small = true; b.Picture != "" {
		r := l.to(reader)
		r.sketches[len(r.sketches)-1].drawing.Kind = smallPicture
	}
	return b
}

// boardOf is the board of a game, for one of its players.
func (l *Letters) boardOf(t *club.Table, reader db.Player) templates.Board {
	return l.board(t.Record.Position(), t.Record.Tail(rules.Marked), t.Rules, t.Side(reader.ID), reader)
}

// board is a position as its reader sees it from one side, in a letter to them. way
// leads to the position.
func (l *Letters) board(p rules.Position, way rules.Example, g rules.Game, view rules.Side, reader db.Player) templates.Board {
	say := g.In(reader.Lang).Say
	r := l.to(reader)
	told := rules.Describe(p, view, say)
	if r.to.Board == "words" && len(told) > 0 {
		return templates.Board{Sentences: told}
	}
	b := templates.Board{Diagram: p.Diagram(view, say), Words: strings.Join(told, " ")}
	if r.to.Board == "unicode" {
		b.Diagram = g.Figured(b.Diagram)
	}
	if _, ok := p.(rules.Drawer); ok {
		id := fmt.Sprintf("board%d", len(r.sketches)+1)
		r.sketches = append(r.sketches, sketch{id, draws(boardPicture, way, g, view, reader)})
		b.Picture, b.Remarks = id+"@"+l.teller.Mailbox.Domain(), rules.Remarks(p, say)
	}
	return b
}

// draws is a picture of where a way leads, or a film of it.
func draws(kind drawingKind, way rules.Example, g rules.Game, view rules.Side, reader db.Player) drawing {
	return drawing{Kind: kind, Rules: g.Name, From: way.From, Plies: way.Plies, View: view.String(), Lang: reader.Lang}
}

// html sets the letter as HTML, with a place for each board that it shows.
func (l *Letters) html(r *letter, draft *mail.Draft) (shown []drawing, err error) {
	if draft.HTML, err = l.teller.Words.HTML(r.to.Lang, r.text); err != nil {
		return nil, err
	}
	// The id of a part is unique in the world, as a Message-ID is (RFC 2045, section 7);
	// two boards of one mail program's thread are not the same one.
	sum := sha256.Sum256([]byte(draft.MessageID))
	own := "." + hex.EncodeToString(sum[:6])
	for _, k := range r.sketches {
		draft.HTML = strings.ReplaceAll(draft.HTML, `"cid:`+k.id+"@", `"cid:`+k.id+own+"@")
		part := mail.Part{Name: k.id + ".png", Type: "image/png", ID: k.id + own}
		if strings.Contains(draft.HTML, "cid:"+draft.ContentID(part)+`"`) {
			draft.Inline = append(draft.Inline, part)
			shown = append(shown, k.drawing)
		}
	}
	return shown, nil
}

// attachRecord attaches to a letter what its reader may keep of a game that has
// just ended: the record as a text, and, if it can be drawn, the whole game as a
// moving picture, seen from the reader's side.
func (l *Letters) attachRecord(r *letter, t *club.Table, draft *mail.Draft) (film []drawing, err error) {
	text, err := l.export(t, r.to)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s-%d", t.Rules.Name, t.Game.ID)
	draft.Attached = append(draft.Attached, mail.Part{Name: name + ".txt", Type: "text/plain; charset=utf-8", Data: []byte(text)})
	if _, ok := t.Record.Position().(rules.Drawer); !ok {
		return nil, nil
	}
	draft.Attached = append(draft.Attached, mail.Part{Name: name + ".gif", Type: "image/gif"})
	return []drawing{draws(filmOfGame, t.Record.Tail(t.Record.Len()), t.Rules, t.Side(r.to.ID), r.to)}, nil
}
