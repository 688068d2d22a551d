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

// WritePreview writes messages of every kind in some languages into a folder, and an index,
// whose path it returns: made-up messages of each kind, and the messages of a real game of
// each kind, played on a temporary database. Each is an .eml file for mail programs and a
// complete .html file for browsers. The games are always the same. Progress is shown on a
// terminal.
func WritePreview(ctx context.Context, dir string, langs []string, games []rules.Game,
	progress io.Writer) (index string, err error) {
	bar := cli.Progress(progress, len(langs)*(1+len(games)), "writing messages")
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

// sampleShelf writes the made-up messages in a language. Their boards all show the same
// picture, of a real game.
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
			To:      mail.Address{Name: l.Message.Reader, Addr: "ada@example.org"},
			ReplyTo: l.Message.Mailto.Address, Subject: l.Message.Mailto.Subject, MessageID: l.Name + "@example.org",
			Date: l.Message.Now, AutoSubmitted: "auto-generated", Inline: board,
		}
		if d.Text, err = set.Text(lang, l.Message); err != nil {
			return s, err
		}
		if d.HTML, err = set.HTML(lang, l.Message); err != nil {
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

// anyBoard returns a picture of the first game that has one, under the name that the samples
// use.
func anyBoard(games []rules.Game, lang string) ([]mail.AttachedFile, error) {
	for _, g := range games {
		drawn, ok := rules.SceneOf(g.Start(), g.First(), g.In(lang).Say)
		if !ok {
			continue
		}
		data, err := picture.PNG(drawn)
		return []mail.AttachedFile{{Name: "board-3.png", Type: "image/png", ID: "board-3", Data: data}}, err
	}
	return nil, nil
}
