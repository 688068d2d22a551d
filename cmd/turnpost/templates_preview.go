package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"turnpost/mail"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/picture"
	"turnpost/templates/sample"
)

const templatesPreviewLong = `Write letters of every kind into DIR, so that they can be looked at: index.html
there leads to all of them. Each letter is an .eml file for mail programs and an
.html file for browsers, which stands alone.

DIR/LANG/sample has a made-up letter of each kind. DIR/LANG/GAME has the letters
of a real game, from the challenge to the end, as the desk writes them.

  turnpost templates preview letters
  turnpost templates preview letters --lang fr --force`

// templatesPreviewCommand is `turnpost templates preview`.
func (a *app) templatesPreviewCommand() *cobra.Command {
	var lang string
	var force bool
	cmd := &cobra.Command{
		Use:   "preview DIR",
		Short: "Write letters of every kind, to be looked at",
		Long:  templatesPreviewLong,
		Args:  arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			langs := templates.Languages()
			if lang != "" {
				if !slices.Contains(langs, lang) {
					return exitf(exitUsage, "there is no language %q; there are en, fr, it", lang)
				}
				langs = []string{lang}
			}
			if err := emptyFolder(args[0], force); err != nil {
				return err
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return a.preview(ctx, args[0], langs)
		},
	}
	cmd.Flags().StringVar(&lang, "lang", "", "write letters in this language alone: en, fr or it (default: all)")
	cmd.Flags().BoolVar(&force, "force", false, "write into DIR even if there is something in it")
	return cmd
}

// emptyFolder makes a folder, or takes one that is there: an empty one, unless
// forced.
func emptyFolder(dir string, force bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return exitf(exitUsage, "the folder for the letters: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return exitf(exitUsage, "the folder for the letters: %w", err)
	}
	if len(entries) > 0 && !force {
		return exitf(exitUsage, "%s is not empty; --force writes into it all the same", dir)
	}
	return nil
}

// preview writes the letters in some languages, and the index.
func (a *app) preview(ctx context.Context, dir string, langs []string) error {
	bar := a.progress(len(langs)*(1+len(a.games)), "writing letters")
	shelves := make([][]shelf, len(langs))
	group, ctx := errgroup.WithContext(ctx)
	for i, lang := range langs {
		group.Go(func() error {
			made, err := a.sampleShelf(filepath.Join(dir, lang, "sample"), lang)
			if err != nil {
				return err
			}
			_ = bar.Add(1)
			games, err := a.gameShelves(ctx, filepath.Join(dir, lang), lang, func() { _ = bar.Add(1) })
			shelves[i] = append(games, made)
			return err
		})
	}
	err := group.Wait()
	_ = bar.Clear()
	if err != nil {
		if ctx.Err() != nil && context.Cause(ctx) == context.Canceled {
			return fmt.Errorf("interrupted: %w", err)
		}
		return err
	}
	index := filepath.Join(dir, "index.html")
	if err := writeIndex(index, dir, slices.Concat(shelves...)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s\n", index)
	return err
}

// sampleShelf writes the sample letters in a language. Their boards all show the
// same picture, of a real game.
func (a *app) sampleShelf(dir, lang string) (shelf, error) {
	s := shelf{Lang: lang, Title: "Samples", dir: dir}
	set, err := templates.New()
	if err != nil {
		return s, err
	}
	board, err := a.anyBoard(lang)
	if err != nil {
		return s, err
	}
	for _, l := range sample.Letters() {
		d := mail.Draft{
			From: mail.Address{Name: "Turnpost", Addr: "games@example.org"}, To: mail.Address{Name: l.Letter.Reader, Addr: "ada@example.org"},
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
func (a *app) anyBoard(lang string) ([]mail.Part, error) {
	for _, g := range a.games {
		drawn, ok := rules.Scene(g.Start(), rules.Black, g.In(lang).Say)
		if !ok {
			continue
		}
		data, err := picture.PNG(drawn)
		return []mail.Part{{Name: "board-3.png", Type: "image/png", ID: "board-3", Data: data}}, err
	}
	return nil, nil
}
