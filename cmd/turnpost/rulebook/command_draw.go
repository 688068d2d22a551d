package rulebook

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
)

// drawCommand is `turnpost rules draw`.
func drawCommand(e cli.Env) *cobra.Command {
	var file, view, lang, format string
	cmd := &cobra.Command{
		Use:   "draw GAME [PLY...]",
		Short: "Draw the board after the given plies, or the whole game as a film",
		Long: `Draw the board after the given plies. The end of the file's name says how: .png
and .svg are the last board, .gif is the whole game, a board a ply. With "-o -"
the picture goes to the standard output, and --format says how it is drawn.

  turnpost rules draw turro d3-d4 d5-d4 -o board.png --view white
  turnpost rules draw turro d3-d4 d5-d4 -o - --format svg > board.svg`,
		Args: cli.Arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error {
			side, ok := rules.ParseSide(view)
			if !ok {
				return exit.Errorf(exit.Usage, "there is no view %q; there are black, white", view)
			}
			if languages := rules.Languages(); !slices.Contains(languages, lang) {
				return exit.Errorf(exit.Usage, "there is no language %q; there are %s", lang, strings.Join(languages, ", "))
			}
			format, err := pictureFormat(file, format)
			if err != nil {
				return err
			}
			r, err := record(e, args)
			if err != nil {
				return err
			}
			data, err := Draw(r, side, r.Game().In(lang).Say, format)
			if err != nil {
				return err
			}
			if file == "-" {
				_, err = e.Out.Write(data)
			} else {
				err = os.WriteFile(file, data, 0o644)
			}
			if err != nil {
				return fmt.Errorf("writing the picture: %w", err)
			}
			return nil
		},
		ValidArgsFunction: e.CompleteGame,
	}
	cmd.Flags().StringVarP(&file, "output", "o", "", "file to write, .png, .svg or .gif; - for the standard output")
	cmd.Flags().StringVar(&format, "format", "", "png, svg or gif, whatever the file is called (default: as it is called, or png)")
	cmd.Flags().StringVar(&view, "view", "black", "whose side of the table to look from: black or white")
	cmd.Flags().StringVar(&lang, "lang", "en", "language of the words on the board: "+strings.Join(rules.Languages(), ", "))
	return cmd
}

// pictureFormat is the format asked for, or else that of a file's name.
func pictureFormat(file, asked string) (string, error) {
	if file == "" {
		return "", exit.Errorf(exit.Usage, "the flag -o is missing: it names the file to write, such as board.png")
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
		return "", exit.Errorf(exit.Usage, sentence, format)
	}
	return format, nil
}
