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
	Title, Result string
	Turned, All   []plyOnPage
}

// plyOnPage is a ply in the words of the page, and of a turning point the board before it.
type plyOnPage struct {
	Ply                   int
	Side, Played          string
	Before, After, Better string
	Gave                  string
	Picture               template.URL
	Words, Board          string
}

// writePage writes what was found of a game to a file.
func writePage(file string, about rules.Transcript, r *rules.Record, all, turned []engine.Judged) error {
	page := pageOf{Title: r.Game().Title, Result: "not finished"}
	if about.Number != 0 {
		page.Title += fmt.Sprintf(" #%d", about.Number)
	}
	if about.Black != "" && about.White != "" {
		page.Title += ": " + about.Black + " - " + about.White
	}
	if about.Result != rules.Undecided {
		page.Result = rules.Outcome{Result: about.Result, Reason: about.Reason}.Told()
	}
	for _, j := range all {
		page.All = append(page.All, onPage(j))
	}
	painter := picture.NewPainter()
	for _, j := range turned {
		p, before := onPage(j), r.At(j.Ply-1)
		p.Words, p.Board = strings.Join(rules.Describe(before, j.Side, rules.English), " "), rules.Diagram(before, j.Side, rules.English)
		if shown, ok := rules.Scene(before, j.Side, rules.English); ok {
			png, err := painter.PNG(shown)
			if err != nil {
				return err
			}
			p.Picture = template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png))
		}
		page.Turned = append(page.Turned, p)
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

func onPage(j engine.Judged) plyOnPage {
	return plyOnPage{
		Ply: j.Ply, Side: j.Side.String(), Played: string(j.Played),
		Before: prospect(j.Before), After: prospect(j.After), Better: better(j), Gave: gaveAway(j),
	}
}
