package engine

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"os"
	"strings"

	"turnpost/rules"
	"turnpost/rules/engine"
	"turnpost/templates/picture"
)

// pageText is the page of a game that was judged. Its look is that of the letters, and it
// is one file: no script, and the pictures are in it.
//
//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// pageOf is what stands on the page.
type pageOf struct {
	Title, Result, Nothing string
	Turns                  bool // several plies may be one
	Turned, All            []plyOnPage
	Last                   boardOnPage
}

// plyOnPage is a ply in the words of the page.
type plyOnPage struct {
	Ply                   int
	Turn, Side, Played    string
	Before, After, Better string
	Gave                  string      // of a ply at which the game turned
	Board                 boardOnPage // after such a ply
}

// boardOnPage is a board: a picture, and what it says in words, or a drawing of letters.
type boardOnPage struct {
	Picture     template.URL
	Words, Text string
}

// page writes what was found of a game to a file.
func (a *analysis) page(file string) error {
	page := pageOf{Title: a.record.Game().Title, Nothing: nothing, Turns: a.turns() != nil}
	if a.about.Number != 0 {
		page.Title += fmt.Sprintf(" #%d", a.about.Number)
	}
	if a.about.Black != "" && a.about.White != "" {
		page.Title += ": " + a.about.Black + " - " + a.about.White
	}
	var err error
	if page.Result, err = a.verdict(); err != nil {
		return err
	}
	for _, j := range a.plies {
		page.All = append(page.All, a.onPage(j))
	}
	painter := picture.NewPainter()
	for _, j := range a.turned {
		p := a.onPage(j)
		if p.Gave, err = a.gaveAway(j); err != nil {
			return err
		}
		if p.Board, err = a.board(painter, j.Ply, j.Side); err != nil {
			return err
		}
		page.Turned = append(page.Turned, p)
	}
	if page.Last, err = a.board(painter, a.record.Len(), rules.Black); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, page); err != nil {
		return fmt.Errorf("the page: %w", err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// board is the board after so many plies.
func (a *analysis) board(painter *picture.Painter, plies int, view rules.Side) (b boardOnPage, err error) {
	p := a.record.At(plies)
	b.Words, b.Text = strings.Join(rules.Describe(p, view, rules.English), " "), p.Diagram(view, rules.English)
	if shown, ok := rules.SceneOf(p, view, rules.English); ok {
		png, err := painter.PNG(shown)
		if err != nil {
			return b, err
		}
		b.Picture = template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png))
	}
	return b, nil
}

func (a *analysis) onPage(j engine.Judged) plyOnPage {
	p := plyOnPage{
		Ply: j.Ply, Side: j.Side.String(), Played: string(j.Played),
		Before: j.Before.String(), After: j.After.String(), Better: better(j),
	}
	if turns := a.turns(); turns != nil {
		p.Turn = turns[j.Ply-1]
	}
	return p
}
