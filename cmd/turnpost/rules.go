package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/rules"
	"turnpost/rules/engine"
	"turnpost/rules/engine/external"
	"turnpost/templates/picture"
)

const rulesLong = `Use the rules without mail: boards, legal plies, counts and whole games.

GAME is a name from 'turnpost rules list'. A PLY may be typed as in a message: 'd3-d4',
'D3D4' and '7. d3->d4' are the same. Quote a ply that contains spaces.`

// rulesCommand is `turnpost rules` and its subcommands.
func rulesCommand(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "rules",
		Short: "Boards, legal plies, counts and whole games, without mail",
		Long:  rulesLong,
	})
	cmd.AddCommand(
		rulesListCommand(a),
		rulesShowCommand(a),
		rulesDrawCommand(a),
		rulesLegalCommand(a),
		rulesPerftCommand(a),
		rulesReplayCommand(a),
		rulesImportCommand(a),
		rulesTextCommand(a),
		rulesServeCommand(a),
	)
	return cmd
}

// rulesListCommand is `turnpost rules list`.
func rulesListCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the games: name, title, author and year",
		Long:  "List the games, one a line: the name that commands take, the title, the author and the year.",
		Args:  arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
			for _, g := range a.Games {
				fmt.Fprintf(w, "%s\t%s\t%s, %d\n", g.Name, g.Title, g.Author, g.Year)
			}
			return w.Flush()
		},
	}
}

// rulesTextCommand is `turnpost rules text`.
func rulesTextCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:        "text GAME",
		SuggestFor: gameNames(a),
		Short:      "Print the rules of a game for its players",
		Long:       "Print the rules of a game as players get them by mail. House rules are marked.",
		Args:       arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(a.Out, g.Text)
			return err
		},
		ValidArgsFunction: a.completeGame,
	}
}

// gameNames returns the names of all games.
func gameNames(a *app) (all []string) {
	for _, g := range a.Games {
		all = append(all, g.Name)
	}
	return all
}

// rulesShowCommand is `turnpost rules show`.
func rulesShowCommand(a *app) *cobra.Command {
	var view string
	cmd := &cobra.Command{
		Use:   "show GAME [PLY...]",
		Short: "Show the board after the given plies",
		Long: `Show the board after the given plies, the position string, the side to move
and the outcome.

  turnpost rules show turro
  turnpost rules show turro d3-d4 d5-d4 --view white`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := recordOf(a, cmd, args)
			if err != nil {
				return err
			}
			side, err := viewOf(r, view)
			if err != nil {
				return err
			}
			return showPosition(a.Out, r, side)
		},
		ValidArgsFunction: a.completeGame,
	}
	viewFlag(cmd, &view)
	positionFlag(cmd)
	return cmd
}

func viewFlag(cmd *cobra.Command, view *string) {
	cmd.Flags().StringVar(view, "view", "",
		"the side that the board is seen from: black or white (default the side that begins)")
}

// viewOf reads the flag of viewFlag for a record.
func viewOf(r *rules.Record, view string) (rules.Side, error) {
	if view == "" {
		return r.Game().First(), nil
	}
	side, ok := rules.ParseSide(view)
	if !ok {
		return rules.None, cli.Errorf(cli.ExitUsage, "there is no view %q; there are black, white", view)
	}
	return side, nil
}

// showPosition prints the present position of r, seen from a side.
func showPosition(w io.Writer, r *rules.Record, view rules.Side) error {
	outcome := r.Outcome().String()
	if r.Outcome().Over() {
		outcome += " (" + r.Game().Reason(r.Outcome()) + ")"
	}
	_, err := fmt.Fprintf(w, "%s\nposition: %s\nturn:     %s\noutcome:  %s\n",
		r.Position().Diagram(view, rules.English), r.Position(), r.Turn(), outcome)
	return err
}

// playTyped plays plies as a person types them, and calls each after every one. The error
// has the number of the first ply that cannot be played, from 1; the record then has the
// plies before it.
func playTyped(r *rules.Record, plies []string, each func()) error {
	for i, text := range plies {
		m, err := r.Parse(text)
		if err == nil {
			err = r.Play(m)
		}
		if err != nil {
			if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
				text = strconv.Quote(text) // control characters must not reach a terminal
			}
			return fmt.Errorf("ply %d, %s: %w", i+1, text, err)
		}
		each()
	}
	return nil
}

// positionFlag adds the flag --position to a command.
func positionFlag(cmd *cobra.Command) {
	cmd.Flags().String("position", "", "the position string to begin with (default the start)")
}

// startOf returns the position of --position, or the start of a game.
func startOf(cmd *cobra.Command, g rules.Game) (rules.Position, error) {
	if !cmd.Flags().Changed("position") {
		return g.Start(), nil
	}
	text, err := cmd.Flags().GetString("position")
	if err != nil {
		return nil, err
	}
	p, err := g.ParsePosition(text)
	return p, cli.WithStatus(cli.ExitUsage, err)
}

// recordOf plays the game of the arguments GAME [PLY...], from the position of --position.
func recordOf(a *app, cmd *cobra.Command, args []string) (*rules.Record, error) {
	g, err := a.game(args[0])
	if err != nil {
		return nil, err
	}
	start, err := startOf(cmd, g)
	if err != nil {
		return nil, err
	}
	r := rules.NewRecordFrom(g, start)
	return r, playTyped(r, args[1:], func() {})
}

// rulesLegalCommand is `turnpost rules legal`.
func rulesLegalCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "legal GAME [PLY...]",
		Short: "List the legal plies, one a line",
		Long: `List the legal plies after the given ones, one a line. An empty list means that the game
is over.

  turnpost rules legal turro
  turnpost rules legal turro d3-d4 d5-d4 | wc -l
  turnpost rules legal roses --position 'B/.ww./b..../.bwwb/.b../W b 0 0 0'`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := recordOf(a, cmd, args)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(a.Out)
			for _, m := range r.Legal() {
				fmt.Fprintln(w, m)
			}
			return w.Flush()
		},
		ValidArgsFunction: a.completeGame,
	}
	positionFlag(cmd)
	return cmd
}

// rulesDrawCommand is `turnpost rules draw`.
func rulesDrawCommand(a *app) *cobra.Command {
	var file, view, lang, format string
	cmd := &cobra.Command{
		Use:   "draw GAME [PLY...]",
		Short: "Draw the board after the given plies, or the whole game as a film",
		Long: `Draw the board after the given plies. The extension of the file is its format: .png and
.svg show the last board, .gif shows the whole game. With "-o -" the picture goes to
standard output, in the format of --format.

  turnpost rules draw turro d3-d4 d5-d4 -o board.png --view white
  turnpost rules draw turro d3-d4 d5-d4 -o - --format svg > board.svg`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if languages := rules.Languages(); !slices.Contains(languages, lang) {
				return cli.Errorf(cli.ExitUsage, "there is no language %q; there are %s", lang,
					strings.Join(languages, ", "))
			}
			format, err := pictureFormat(file, format)
			if err != nil {
				return err
			}
			r, err := recordOf(a, cmd, args)
			if err != nil {
				return err
			}
			side, err := viewOf(r, view)
			if err != nil {
				return err
			}
			data, err := drawPosition(r, side, r.Game().In(lang).Say, format)
			if err != nil {
				return err
			}
			if file == "-" {
				_, err = a.Out.Write(data)
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
	cmd.Flags().StringVarP(&file, "output", "o", "", "the file to write, .png, .svg or .gif; - is standard output")
	cmd.Flags().StringVar(&format, "format", "", "png, svg or gif (default by the name of the file, or png)")
	viewFlag(cmd, &view)
	cmd.Flags().StringVar(&lang, "lang", "en", "the language of the words on the board: "+
		strings.Join(rules.Languages(), ", "))
	positionFlag(cmd)
	return cmd
}

// pictureFormat returns the format asked for, or that of a file's name.
func pictureFormat(file, asked string) (string, error) {
	if file == "" {
		return "", cli.Errorf(cli.ExitUsage, "the flag -o is missing; it is the file to write, such as board.png")
	}
	format, sentence := asked, "there is no format %q; there are png, svg, gif"
	if asked == "" {
		format = strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
		sentence = "the file has the extension %q; use .png, .svg or .gif, or --format"
	}
	if asked == "" && file == "-" {
		format = "png"
	}
	if !slices.Contains([]string{"png", "svg", "gif"}, format) {
		return "", cli.Errorf(cli.ExitUsage, sentence, format)
	}
	return format, nil
}

// drawPosition draws the present position of r as "png" or "svg", or all positions as
// "gif".
func drawPosition(r *rules.Record, view rules.Side, say rules.SayFunc, format string) ([]byte, error) {
	from := r.Len()
	if format == "gif" {
		from = 0
	}
	var scenes []rules.Scene
	for n := from; n <= r.Len(); n++ {
		s, ok := rules.SceneOf(r.At(n), view, say)
		if !ok {
			return nil, fmt.Errorf("%s has no picture; 'turnpost rules show' prints its board", r.Game().Title)
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

// rulesImportCommand is `turnpost rules import`.
func rulesImportCommand(a *app) *cobra.Command {
	var line, all bool
	cmd := &cobra.Command{
		Use:   "import [FILE]",
		Short: "Read a game in the format of export, and replay it",
		Long: `Read a game as the mail command export sends it, replay it, and print its players, the
last board and the result. Without FILE, or with "-", it reads standard input. The input
may be a whole message; its first record is read.

--line prints the game as one line for 'turnpost rules replay'. --all reads every record,
as in the files of 'turnpost archive --records', until one is wrong; the error has its
number.

  turnpost rules import game.txt
  turnpost rules import --line game.txt | turnpost rules replay
  turnpost rules import --all --line records/2026-11.txt | turnpost rules replay

` + recordFormat,
		Args: arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := readText(a, args)
			if err != nil {
				return err
			}
			if !all {
				return importOne(a, text, line)
			}
			for n, record := range rules.SplitTranscripts(text) {
				if n > 0 && !line {
					fmt.Fprintln(a.Out)
				}
				if err := importOne(a, record, line); err != nil {
					return fmt.Errorf("record %d: %w", n+1, err)
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&line, "line", false, "print the name of the game and its plies on one line")
	cmd.Flags().BoolVar(&all, "all", false, "read every record, not only the first")
	return cmd
}

// importOne prints the first record of a text.
func importOne(a *app, text string, line bool) error {
	t, r, err := rules.ReadTranscript(a.Games, text)
	if err != nil {
		return err
	}
	if line {
		if r.Game().Agreed != "" || r.At(0).String() != r.Game().Start().String() {
			return fmt.Errorf("the game begins at %s, which a line of plies cannot say", r.At(0))
		}
		words := []string{t.Game}
		for _, m := range r.Plies() {
			words = append(words, string(m))
		}
		_, err = fmt.Fprintln(a.Out, strings.Join(words, " "))
		return err
	}
	fmt.Fprintf(a.Out, "%s", transcriptHead(t, r))
	if err := showPosition(a.Out, r, r.Game().First()); err != nil {
		return err
	}
	if t.Result != r.Outcome().Result {
		_, err = fmt.Fprintf(a.Out, "ended:    %s\n", rules.Outcome{Result: t.Result, Reason: t.Reason})
	}
	return err
}

// recordFormat describes the text of a game; rules.Transcript has all details.
const recordFormat = `The text begins with the line "Turnpost record 1". Tags follow, NAME: VALUE, of which only
Game is required; then the plies, one a line:

  Turnpost record 1
  Game: turro
  Black: Ada
  White: Bob
  Result: none

     1. black  2026-11-20T09:03:00Z  d3-d4
     2. white  2026-11-21T18:30:00Z  d5-d4

A record of chess in PGN, of draughts in PDN, or of Go in SGF is read as well.`

// readText reads the file of the argument, or standard input.
func readText(a *app, args []string) (string, error) {
	if len(args) == 0 || args[0] == "-" {
		text, err := io.ReadAll(a.In)
		return string(text), err
	}
	text, err := os.ReadFile(args[0])
	return string(text), err
}

// transcriptHead returns the line with the players of a transcript.
func transcriptHead(t rules.Transcript, r *rules.Record) string {
	or := func(name string) string {
		if name == "" {
			return "?"
		}
		return name
	}
	started := ""
	if !t.Started.IsZero() {
		started = t.Started.Format(", 2 January 2006")
	}
	return fmt.Sprintf("%s: %s (black) - %s (white)%s, %d plies\n\n", r.Game().Title, or(t.Black), or(t.White),
		started, r.Len())
}

// rulesReplayCommand is `turnpost rules replay`.
func rulesReplayCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "replay",
		Short: "Replay games from standard input, and print every position as JSON",
		Long: `Replay games: each line of standard input is GAME PLY PLY ..., and each line of standard
output is a JSON object with all of these keys:

  {"game":"turro",
   "states":[{"position":"...","turn":"black","legal":["a1-a2",...]},...],
   "outcome":{"result":"none","reason":""},
   "error":""}

There is a state before the first ply and after each. "turn" is black, white or none;
"result" is none, black, white or draw, with the repetition rule. A ply that cannot be
played ends its line, with its number (from 1) and the reason in "error"; other lines are
still played, and the exit status is 1. Blank lines are skipped. Each answer is written
as soon as its line is read, so that another program can talk to this one through two
pipes.

  echo 'turro d3-d4 d5-d4' | turnpost rules replay`,
		Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error { return replay(a.In, a.Out, a.Games) },
	}
}

// replayed is the answer to one line. The keys are a contract with programs.
type replayed struct {
	Game    string          `json:"game"`
	States  []replayedState `json:"states"` // before the first ply, and after each
	Outcome replayedEnding  `json:"outcome"`
	Error   string          `json:"error"` // why a ply could not be played, or empty
}

// replayedState is a position of a game.
type replayedState struct {
	Position string       `json:"position"`
	Turn     string       `json:"turn"`
	Legal    []rules.Move `json:"legal"` // never null
}

// replayedEnding is the outcome after the last ply.
type replayedEnding struct {
	Result string `json:"result"`
	Reason string `json:"reason"`
}

// replay answers each line of in with one line on out; see 'turnpost rules replay --help'.
// The error says how many lines could not be played.
func replay(in io.Reader, out io.Writer, games []rules.Game) error {
	// Not a Scanner, which limits the length of lines.
	lines := bufio.NewReader(in)
	w := bufio.NewWriter(out)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	read, failed := 0, 0
	for {
		line, readErr := lines.ReadString('\n')
		if fields := strings.Fields(line); len(fields) > 0 {
			answer := replayLine(games, fields[0], fields[1:])
			read++
			if answer.Error != "" {
				failed++
			}
			if err := errors.Join(enc.Encode(answer), w.Flush()); err != nil {
				return fmt.Errorf("writing an answer: %w", err)
			}
		}
		if errors.Is(readErr, io.EOF) {
			break
		}
		if readErr != nil {
			return fmt.Errorf("reading standard input: %w", readErr)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d lines could not be played to their end", failed, read)
	}
	return nil
}

// replayLine replays one game as far as possible.
func replayLine(games []rules.Game, name string, plies []string) replayed {
	answer := replayed{Game: name, States: []replayedState{}}
	answer.Outcome.Result = rules.Undecided.String()
	g, err := rules.Find(games, name)
	if err != nil {
		answer.Error = err.Error()
		return answer
	}
	r := rules.NewRecord(g)
	add := func() {
		// Never null in JSON.
		legal := append([]rules.Move{}, r.Legal()...)
		answer.States = append(answer.States, replayedState{r.Position().String(), r.Turn().String(), legal})
	}
	add()
	if err := playTyped(r, plies, add); err != nil {
		answer.Error = err.Error()
	}
	answer.Game = g.Name
	answer.Outcome = replayedEnding{r.Outcome().Result.String(), r.Outcome().Reason}
	return answer
}

// rulesServeCommand is `turnpost rules serve`.
func rulesServeCommand(a *app) *cobra.Command {
	var uci, gtp string
	var lines bool
	var level int
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Let other programs ask our engine for plies, by UCI, GTP or JSON",
		Long: `Let another program ask our engine for the plies of a game, by the Universal Chess
Interface or the Go Text Protocol, version 2, on standard input and output: a board such as
Scid or GoGui, or an arena such as cutechess-cli or gogui-twogtp.

  turnpost rules serve --uci chess
  turnpost rules serve --gtp go9 --level 3

By UCI the engine thinks as long as it is told (go movetime, wtime, nodes, depth, infinite); below
the highest level, the option Skill Level, it plays as the computer players do. By GTP it always
plays as they do.

With --json it answers for all games, a line of JSON for each line:

  {"game": "turro", "plies": ["d3-d4", "d5-d4"], "level": 3, "seed": 7}

With "nodes" in place of "level" it searches that many positions; "start" is a position string. The
server runs itself in this way for long searches.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if lines && uci+gtp == "" {
				runtime.GOMAXPROCS(1)
				return external.ServeOwn(cmd.Context(), a.Games, a.In, a.Out)
			}
			if lines || (uci == "") == (gtp == "") {
				return cli.Errorf(cli.ExitUsage, "give one of --uci GAME, --gtp GAME and --json")
			}
			if level < 1 || level > engine.Levels {
				return cli.Errorf(cli.ExitUsage, "there is no level %d; there are 1 to %d", level, engine.Levels)
			}
			g, err := a.game(uci + gtp)
			if err != nil {
				return err
			}
			s := external.Server{Game: g, Level: engine.Level(level),
				Version: strings.TrimPrefix(version(), "turnpost ")}
			switch protocol := external.ProtocolOf(g); {
			case protocol == external.UCI && uci != "":
				return s.UCI(cmd.Context(), a.In, a.Out)
			case protocol == external.GTP && gtp != "":
				return s.GTP(cmd.Context(), a.In, a.Out)
			case protocol == "":
				return cli.Errorf(cli.ExitUsage, "neither UCI nor GTP has %s", g.Title)
			default:
				return cli.Errorf(cli.ExitUsage, "%s is played by the other protocol: --%s %s", g.Title, protocol,
					g.Name)
			}
		},
	}
	cmd.Flags().StringVar(&uci, "uci", "", "the game to play by UCI")
	cmd.Flags().StringVar(&gtp, "gtp", "", "the game to play by GTP")
	cmd.Flags().BoolVar(&lines, "json", false, "answer questions of JSON about all games")
	cmd.Flags().IntVar(&level, "level", engine.Levels, fmt.Sprintf("the strength, from 1 to %d", engine.Levels))
	return cmd
}

// rulesPerftCommand is `turnpost rules perft`.
func rulesPerftCommand(a *app) *cobra.Command {
	var divide bool
	cmd := &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "Count the ply sequences of a length",
		Long: `Count the ply sequences of exactly DEPTH plies, the usual test of a move generator. A
finished game has no continuation, and repetition is ignored.

  turnpost rules perft turro 3
  turnpost rules perft turro 3 --divide
  turnpost rules perft rooya 3 --position '...../...../...../...../..... b 8 8'`,
		Args: arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			depth, err := strconv.ParseUint(args[1], 10, 16)
			if err != nil {
				return cli.Errorf(cli.ExitUsage, "the depth is an integer from 0, not %q", args[1])
			}
			p, err := startOf(cmd, g)
			if err != nil {
				return err
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return perft(ctx, a.Out, a.Err, p, int(depth), divide)
		},
		ValidArgsFunction: a.completeGame,
	}
	positionFlag(cmd)
	cmd.Flags().BoolVar(&divide, "divide", false, "print the count of each first ply")
	return cmd
}

// perft counts the ply sequences of a length, and prints their number and the time, and
// with divide the count of each first ply. It shows a bar on progress, and can be
// interrupted between two first plies.
func perft(ctx context.Context, out, progress io.Writer, p rules.Position, depth int, divide bool) error {
	began := time.Now()
	var count uint64
	if depth > 1 || depth == 1 && divide {
		roots, done := p.Legal(), 0
		bar := cli.Progress(progress, len(roots), fmt.Sprintf("perft %d", depth))
		sum, err := rules.PerftByMove(ctx, p, depth, func(m rules.Move, nodes uint64) {
			done++
			if divide {
				_ = bar.Clear() // the line may go to the same terminal
				fmt.Fprintf(out, "%s: %d\n", m, nodes)
			}
			_ = bar.Add(1)
		})
		_ = bar.Clear()
		if ctx.Err() != nil && err != nil {
			return fmt.Errorf("interrupted after %d of %d first plies and %d sequences", done, len(roots), sum)
		}
		if err != nil {
			return err
		}
		count = sum
	} else {
		count = rules.Perft(p, depth)
	}
	took := time.Since(began)
	_, err := fmt.Fprintf(out, "count:   %d\ntime:    %s\nnodes/s: %.0f\n",
		count, took.Round(time.Microsecond), float64(count)/max(took.Seconds(), 1e-9))
	return err
}
