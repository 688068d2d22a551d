// Package demo writes letters of every kind into a folder, so that they can be
// looked at without a mail account.
//
// There are made-up letters of each kind, and the letters of a real game of each
// game, from the challenge to the end: two players write them to a handler on a
// database that is thrown away. Each message is an .eml file for mail programs and an
// .html file for browsers, which stands alone; an index leads to all of them.
//
// The games are the same each time. What is written is what the templates and the
// handler make of them: the package composes nothing itself.
package demo

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/picture"
	"turnpost/templates/sample"
)

// WritePreview writes the messages in some languages into a folder, and the index, whose path
// it returns. How far it is shows on progress, if that is a terminal.
func WritePreview(ctx context.Context, dir string, langs []string, games []rules.Game,
	progress io.Writer) (index string, err error) {
	bar := cli.Progress(progress, len(langs)*(1+len(games)), "writing letters")
	shelves := make([][]shelf, len(langs))
	group, ctx := errgroup.WithContext(ctx)
	for i, lang := range langs {
		group.Go(func() error {
			made, err := sampleShelf(games, filepath.Join(dir, lang, "sample"), lang)
			if err != nil {
				return err
			}
			_ = bar.Add(1)
			played, err := gameShelves(ctx, games, filepath.Join(dir, lang), lang, func() { _ = bar.Add(1) })
			shelves[i] = append(played, made)
			return err
		})
	}
	err = group.Wait()
	_ = bar.Clear()
	if err != nil {
		if ctx.Err() != nil && context.Cause(ctx) == context.Canceled {
			return "", fmt.Errorf("interrupted: %w", err)
		}
		return "", err
	}
	index = filepath.Join(dir, "index.html")
	return index, writeIndex(index, dir, slices.Concat(shelves...))
}

// sampleShelf writes the sample messages in a language. Their boards all show the
// same picture, of a real game.
func sampleShelf(games []rules.Game, dir, lang string) (shelf, error) {
	s := shelf{Lang: lang, Title: "Samples", dir: dir}
	set, err := templates.New()
	if err != nil {
		return s, err
	}
	board, err := anyBoard(games, lang)
	if err != nil {
		return s, err
	}
	for _, l := range sample.Letters() {
		d := mail.Draft{
			From:    mail.Address{Name: "Turnpost", Addr: "games@example.org"},
			To:      mail.Address{Name: l.Letter.Reader, Addr: "ada@example.org"},
			ReplyTo: l.Letter.Mailto.Address, Subject: l.Letter.Mailto.Subject, MessageID: l.Name + "@example.org",
			Date: l.Letter.Now, AutoSubmitted: "auto-generated", Inline: board,
		}
		if d.Text, err = set.Text(lang, l.Letter); err != nil {
			return s, err
		}
		if d.HTML, err = set.HTML(lang, l.Letter); err != nil {
			return s, err
		}
		raw, err := d.Bytes()
		if err != nil {
			return s, err
		}
		if err := s.add(l.Name, raw); err != nil {
			return s, err
		}
	}
	return s, nil
}

// anyBoard is a picture of the first game that has one, under the name that the
// samples give it.
func anyBoard(games []rules.Game, lang string) ([]mail.Part, error) {
	for _, g := range games {
		drawn, ok := rules.SceneOf(g.Start(), rules.Black, g.In(lang).Say)
		if !ok {
			continue
		}
		data, err := picture.PNG(drawn)
		return []mail.Part{{Name: "board-3.png", Type: "image/png", ID: "board-3", Data: data}}, err
	}
	return nil, nil
}
