package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/rules"
	"turnpost/rules/scene"
	"turnpost/templates/picture"
)

// rulesDrawCommand is `turnpost rules draw`.
func (a *app) rulesDrawCommand() *cobra.Command {
	var file, view, lang, format string
	cmd := &cobra.Command{
		Use:   "draw GAME [PLY...]",
		Short: "Draw the board after the given plies, or the whole game as a film",
		Long: `Draw the board after the given plies. The end of the file's name says how: .png
and .svg are the last board, .gif is the whole game, a board a ply. With "-o -"
the picture goes to the standard output, and --format says how it is drawn.

  turnpost rules draw turro d3-d4 d5-d4 -o board.png --view white
  turnpost rules draw turro d3-d4 d5-d4 -o - --format svg > board.svg`,
		Args: arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error {
			side, ok := rules.ParseSide(view)
			if !ok {
				return exitf(exitUsage, "there is no view %q; there are black, white", view)
			}
			if !slices.Contains([]string{"en", "fr", "it"}, lang) {
				return exitf(exitUsage, "there is no language %q; there are en, fr, it", lang)
			}
			format, err := pictureFormat(file, format)
			if err != nil {
				return err
			}
			r, err := a.record(args)
			if err != nil {
				return err
			}
			data, err := drawn(r, side, r.Game().In(lang).Say, format)
			if err != nil {
				return err
			}
			if file == "-" {
				_, err = a.out.Write(data)
			} else {
				err = os.WriteFile(file, data, 0o644)
			}
			if err != nil {
				return fmt.Errorf("writing the picture: %w", err)
			}
			return nil
		},
		ValidArgsFunction: a.completeGame,
	}
	cmd.Flags().StringVarP(&file, "output", "o", "", "file to write, .png, .svg or .gif; - for the standard output")
	cmd.Flags().StringVar(&format, "format", "", "png, svg or gif, whatever the file is called (default: as it is called, or png)")
	cmd.Flags().StringVar(&view, "view", "black", "whose side of the table to look from: black or white")
	cmd.Flags().StringVar(&lang, "lang", "en", "language of the words on the board: en, fr or it")
	return cmd
}

// pictureFormat is the format asked for, or else that of a file's name.
func pictureFormat(file, asked string) (string, error) {
	if file == "" {
		return "", exitf(exitUsage, "the flag -o is missing: it names the file to write, such as board.png")
	}
	format, sentence := asked, "there is no format %q; there are png, svg, gif"
	if asked == "" {
		format = strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
		sentence = "the name of the file ends in %q; it ends in .png, .svg or .gif, or --format says which is meant"
	}
	if asked == "" && file == "-" {
		format = "png"
	}
	if !slices.Contains([]string{"png", "svg", "gif"}, format) {
		return "", exitf(exitUsage, sentence, format)
	}
	return format, nil
}

// drawn is the picture of r's present state or, as a GIF, of all its states.
func drawn(r *rules.Record, view rules.Side, say rules.Say, format string) ([]byte, error) {
	from := r.Len()
	if format == "gif" {
		from = 0
	}
	var scenes []scene.Scene
	for n := from; n <= r.Len(); n++ {
		s, ok := rules.Scene(r.At(n), view, say)
		if !ok {
			return nil, fmt.Errorf("%s has no picture yet; 'turnpost rules show' has its board as text", r.Game().Title)
		}
		scenes = append(scenes, s)
	}
	switch format {
	case "gif":
		return picture.GIF(scenes)
	case "svg":
		return picture.SVG(scenes[0]), nil
	}
	return picture.PNG(scenes[0])
}
