package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/rules"
	"turnpost/rules/engine"
	"turnpost/templates"
	"turnpost/templates/picture"
)

const engineLong = `Computer players: let them play, analyse games, and print exact values of positions in
solved games.

GAME is a name from 'turnpost rules list'. A POSITION is a position string, as
'turnpost rules show' prints it: quote it, because it contains spaces.`

// engineCommand is `turnpost engine` and its subcommands.
func engineCommand(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "engine",
		Short: "Computer players, analysis, and exact values",
		Long:  engineLong,
	})
	cmd.AddCommand(
		engineValueCommand(a),
		engineSolveCommand(a),
		enginePlayCommand(a),
		engineAnalyseCommand(a),
	)
	return cmd
}

// engineValueCommand is `turnpost engine value`.
func engineValueCommand(a *app) *cobra.Command {
	var table, plies string
	cmd := &cobra.Command{
		Use:   "value GAME [POSITION...]",
		Short: "Print the exact values of positions of a solved game",
		Long: `Print the value of each position under perfect play, one a line: "win N", "loss N" or
"draw" for the side to move. N is in plies, if the winner hurries and the loser delays;
it is 0 if the game is over. Play that need not end is a draw. With --plies, the value is
that of the end of a game so far, in which a position that has arisen twice draws the
game the next time.

Without a POSITION, positions are read from standard input, one a line. Answers are
written as soon as no more lines are waiting.

The values of Le Rooya are win, loss or draw, from a file that 'turnpost engine solve
rooya' makes.

  turnpost engine value roses 'B/.ww./b..../.bwwb/.b../W b 0 0 0'
  turnpost engine value roses < positions.txt
  turnpost engine value roses --plies 'c5 d3 d5 e4'
  turnpost engine value rooya --table /srv/rooya.table < positions.txt`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			if plies != "" {
				if len(args) > 1 || table != "" {
					return cli.Errorf(cli.ExitUsage, "--plies goes with neither a POSITION nor --table")
				}
				return valueOfGame(cmd.Context(), a.Out, g, strings.Fields(plies))
			}
			value, err := newValuer(a, g, table)
			if err != nil {
				return err
			}
			if len(args) == 1 {
				if cli.IsTerminal(a.In) {
					fmt.Fprintln(a.Err, "Type positions, one a line; Ctrl-D ends.")
				}
				return answerValues(value, a.In, a.Out)
			}
			for _, text := range args[1:] {
				v, err := value(text)
				if err != nil {
					return cli.WithStatus(cli.ExitUsage, err)
				}
				if _, err := fmt.Fprintln(a.Out, v); err != nil {
					return err
				}
			}
			return nil
		},
		ValidArgsFunction: a.completeGame,
	}
	cmd.Flags().StringVar(&table, "table", "", "the file of values that 'turnpost engine solve' made")
	cmd.Flags().StringVar(&plies, "plies", "", "a game so far, instead of positions")
	return cmd
}

// valueOfGame prints the exact value of the end of a game so far.
func valueOfGame(ctx context.Context, out io.Writer, g rules.Game, plies []string) error {
	r := rules.NewRecord(g)
	if err := playTyped(r, plies, func() {}); err != nil {
		return cli.WithStatus(cli.ExitUsage, err)
	}
	if o := r.Outcome(); o.Over() {
		_, err := fmt.Fprintf(out, "%s: %s\n", o.Result, g.In("en").Reason(o))
		return err
	}
	p, err := engine.Expect(ctx, r, r.Turn(), engine.Random{}, engine.Budget{Nodes: 1})
	if err == nil && !p.Exact {
		err = cli.Errorf(cli.ExitFailed, "the value of this game is not known")
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, p)
	return err
}

// newValuer returns a function that evaluates position strings of a game, by its own table
// or by a file, which stays open until the program ends.
func newValuer(a *app, g rules.Game, table string) (func(text string) (string, error), error) {
	var worth func(rules.Position) (string, error)
	start := g.Start()
	long, isLong := start.(rules.LongSolver)
	switch _, solved := start.(rules.Solved); {
	case solved && table == "":
		worth = func(p rules.Position) (string, error) { return p.(rules.Solved).Value().String(), nil }
	case isLong && table != "":
		stored, err := long.Stored(table)
		if err != nil {
			return nil, cli.WithStatus(cli.ExitUsage, err)
		}
		worth = func(p rules.Position) (string, error) {
			sign, err := stored.Sign(p)
			return signWord(sign), err
		}
	case isLong:
		return nil, cli.Errorf(cli.ExitUsage,
			"%s needs --table with a file of its values, which 'turnpost engine solve %s' makes", g.Title, g.Name)
	case table != "":
		return nil, cli.Errorf(cli.ExitUsage, "%s does not use --table", g.Title)
	default:
		return nil, cli.Errorf(cli.ExitUsage, "%s is not solved%s", g.Title, solvedGames(a.Games))
	}
	return func(text string) (string, error) {
		p, err := g.ParsePosition(text)
		if err != nil {
			return "", fmt.Errorf("%q is not a position of %s: %w", text, g.Title, err)
		}
		v, err := worth(p)
		if err != nil {
			return "", fmt.Errorf("%q: %w", text, err)
		}
		return v, nil
	}, nil
}

// signWord returns a value without its distance.
func signWord(sign int) string {
	return [...]string{"loss", "draw", "win"}[sign+1]
}

// solvedGames lists the solved games for an error message.
func solvedGames(games []rules.Game) string {
	return gamesWith(games, func(p rules.Position) bool { _, ok := p.(rules.Solved); return ok })
}

// gamesWith lists games by a property of their start for an error message.
func gamesWith(games []rules.Game, such func(rules.Position) bool) string {
	var names []string
	for _, g := range games {
		if such(g.Start()) {
			names = append(names, g.Name)
		}
	}
	if names == nil {
		return ""
	}
	return "; these are: " + strings.Join(names, ", ")
}

// answerValues answers each line of in with one line on out, and stops at the first that
// is not a position. It skips blank lines.
func answerValues(value func(string) (string, error), in io.Reader, out io.Writer) error {
	lines, w := bufio.NewReader(in), bufio.NewWriter(out)
	for n := 1; ; n++ {
		line, readErr := lines.ReadString('\n')
		if text := strings.TrimSpace(line); text != "" {
			v, err := value(text)
			if err != nil {
				return cli.WithStatus(cli.ExitUsage, errors.Join(w.Flush(), fmt.Errorf("line %d: %w", n, err)))
			}
			fmt.Fprintln(w, v) // Flush returns its error
		}
		if lines.Buffered() == 0 || readErr != nil {
			if err := w.Flush(); err != nil {
				return fmt.Errorf("writing the values: %w", err)
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return fmt.Errorf("reading standard input: %w", readErr)
		}
	}
}

// engineSolveCommand is `turnpost engine solve`.
func engineSolveCommand(a *app) *cobra.Command {
	var task rules.SolveOptions
	cmd := &cobra.Command{
		Use:   "solve GAME",
		Short: "Solve a game, and count wins, losses and draws",
		Long: `Solve a game by retrograde analysis, and print how many states the side to move wins,
loses and draws in each phase, the longest win, and the value of the start.

Guerre des deux roses takes 30 seconds of one core and 870 MB. Its table ships with the
program; --out writes it to a file.

Le Rooya has 26,293,088,250 placements in its phase of moves, or 3.31 billion states up to
symmetry. It takes 0.86 GB of memory, 0.83 GB of disk, and 11 minutes of two cores that do
nothing else ('go doc ./rules/rooya'). The work so far is written to the file from time to time;
after an interruption the same command continues there. A second one on the same file
is refused meanwhile. --small solves a four by four board with six pawns a side, and
says how fast it was. 'turnpost engine value rooya --table FILE' uses the complete file,
and with '[policy] rooya_table' the server's computer players do.

  turnpost engine solve roses
  turnpost engine solve roses --out rules/roses/table.bin
  turnpost engine solve rooya --small
  turnpost engine solve rooya --out /srv/rooya.table`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			unlock, err := lockOutput(cmd.Context(), task.File)
			if err != nil {
				return err
			}
			defer unlock()
			began := time.Now()
			task.Report = func(format string, args ...any) {
				fmt.Fprintf(a.Err, "%6.1f s  %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
			}
			var solution rules.Solution
			switch solver := g.Start().(type) {
			case rules.LongSolver:
				if task.File == "" && !task.Small {
					return cli.Errorf(cli.ExitUsage,
						"%s takes long: give --out a file for its values, or solve its --small board", g.Title)
				}
				ctx, stop := untilSignal(cmd.Context())
				defer stop()
				if solution, err = solver.SolveInto(ctx, task); errors.Is(err, context.Canceled) && task.File != "" {
					return cli.Errorf(cli.ExitFailed,
						"interrupted; the work so far is in %s, and the same command continues there", task.File)
				}
				if err != nil {
					return err
				}
			case rules.Solver:
				if task.Small {
					return cli.Errorf(cli.ExitUsage, "%s has no --small board", g.Title)
				}
				if solution, err = solver.Solve(task.Report); err != nil {
					return err
				}
				if task.File != "" {
					if err := os.WriteFile(task.File, solution.Table, 0o644); err != nil {
						return fmt.Errorf("writing the table: %w", err)
					}
				}
			default:
				return cli.Errorf(cli.ExitUsage, "%s is too large to be solved%s", g.Title, solvableGames(a.Games))
			}
			task.Report("done")
			return writeSolution(a, solution)
		},
		ValidArgsFunction: a.completeGame,
	}
	cmd.Flags().StringVarP(&task.File, "out", "o", "", "the file to write the values to")
	cmd.Flags().DurationVar(&task.Every, "every", 10*time.Minute, "how often the file of Le Rooya is written")
	cmd.Flags().IntVar(&task.Workers, "workers", runtime.GOMAXPROCS(0), "how many goroutines solve Le Rooya")
	cmd.Flags().BoolVar(&task.Small, "small", false, "solve a smaller board of Le Rooya instead")
	return cmd
}

// solvableGames lists the games that can be solved for an error message.
func solvableGames(games []rules.Game) string {
	return gamesWith(games, func(p rules.Position) bool {
		_, soon := p.(rules.Solver)
		_, late := p.(rules.LongSolver)
		return soon || late
	})
}

// lockOutput checks that the file can be written, and locks it against other processes
// until unlock is called or the process ends.
func lockOutput(ctx context.Context, file string) (unlock func(), err error) {
	if err := writable(file); err != nil || file == "" {
		return func() {}, err
	}
	return db.LockPart(ctx, file)
}

// writable returns an error if a file cannot be written, before hours of work.
func writable(file string) error {
	if file == "" {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".turnpost-*")
	if err != nil {
		return cli.Errorf(cli.ExitUsage, "%s cannot be written: %w", file, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func writeSolution(a *app, s rules.Solution) error {
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "phase\tstates\twins\tlosses\tdraws\tlongest win")
	exact := true
	for _, t := range s.Totals {
		longest := "not known"
		if exact = t.LongestWin > 0; exact {
			longest = fmt.Sprintf("%d plies, from %s", t.LongestWin, t.LongestWinExample)
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\n", t.Phase, t.Won+t.Lost+t.Drawn, t.Won, t.Lost, t.Drawn, longest)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	start := s.Start.String()
	if !exact {
		start = signWord(s.Start.Sign)
	}
	_, err := fmt.Fprintf(a.Out, "start: %s\n", start)
	return err
}

// playersHelp describes how computer players are written.
const playersHelp = `PLAYER is level:N (1 to 9, as players meet them), pvs:NODES (principal variation search),
hand:NODES (the same with hand-written weights instead of learned ones), choosy:NODES
(pvs with late move reductions), mcts:NODES (Monte Carlo tree search with a solver),
novice (plays a winning ply if there is one, else a random one), or random. NODES is how
many positions it may visit for a ply. pvs:NODES:BLIND overlooks a ply with probability
BLIND/1024.`

// enginePlayCommand is `turnpost engine play`.
func enginePlayCommand(a *app) *cobra.Command {
	var player string
	var plies int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "play GAME [PLY...]",
		Short: "Let a computer player choose the next ply",
		Long: `Let a computer player choose the next ply after the given ones, and print it with its
score for the side to move (a piece is about 100), the depth of the search, and the line
that it expects. With --plies it continues for both sides.

` + playersHelp + `

  turnpost engine play turro d3-d4 d5-d4
  turnpost engine play rooya --player mcts:20000 --plies 100`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			entrant, err := engine.ParseContestant(player)
			if err != nil {
				return cli.WithStatus(cli.ExitUsage, err)
			}
			if plies < 1 {
				return cli.Errorf(cli.ExitUsage, "--plies is at least 1")
			}
			r, err := recordOf(a, cmd, args)
			if err != nil {
				return err
			}
			if r.Outcome().Over() {
				return cli.Errorf(cli.ExitFailed, "the game is over: %s", r.Outcome())
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			for n := 0; n < plies && !r.Outcome().Over() && ctx.Err() == nil; n++ {
				t, err := entrant.Player.Think(ctx, r, engine.Budget{Nodes: entrant.Nodes, Seed: seed + uint64(n)})
				if err != nil {
					return err
				}
				if _, err := fmt.Fprintf(a.Out, "%s  %s, depth %d, %d nodes: %s\n", t.Move, scoreText(t), t.Depth,
					t.Nodes, movesText(t.Line)); err != nil {
					return err
				}
				if err := r.Play(t.Move); err != nil {
					return err
				}
			}
			if r.Outcome().Over() {
				_, err = fmt.Fprintln(a.Out, r.Outcome())
			}
			return err
		},
		ValidArgsFunction: a.completeGame,
	}
	cmd.Flags().StringVar(&player, "player", "pvs:100000", "the computer player")
	positionFlag(cmd)
	cmd.Flags().IntVar(&plies, "plies", 1, "how many plies to play")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "the random seed")
	return cmd
}

// scoreText formats a score for people.
func scoreText(t engine.Thought) string {
	n, ok := t.Plies()
	switch {
	case ok && t.Score > 0:
		return fmt.Sprintf("win %d", n)
	case ok:
		return fmt.Sprintf("loss %d", n)
	}
	return fmt.Sprintf("%+d", t.Score)
}

func movesText(moves []rules.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = string(m)
	}
	return strings.Join(texts, " ")
}

// engineAnalyseCommand is `turnpost engine analyse`.
func engineAnalyseCommand(a *app) *cobra.Command {
	var player, page string
	cmd := &cobra.Command{
		Use:   "analyse [FILE]",
		Short: "Analyse a game, and say where it turned",
		Long: `Read a game as the mail command export sends it, and print for each ply what its side
could expect before and after it, and a better ply if there was one: "win N", "loss N"
and "draw" if the engine saw the end or the game is solved, N in plies; "won", "lost" and
"draw" at the end; otherwise the chance to win, with a draw as half. The last lines are
the plies at which the game turned, at most three: the one that decided it, and those
that lost most. Plies are numbered as in messages; where turns have several plies, the
number of the turn is printed too. Without FILE, or with "-", it reads standard input.
--html writes a page with pictures instead.

` + playersHelp + `

  turnpost engine analyse game.txt
  turnpost engine analyse game.txt --html game.html`,
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			entrant, err := engine.ParseContestant(player)
			if err != nil {
				return cli.WithStatus(cli.ExitUsage, err)
			}
			in := a.In
			if len(args) == 1 && args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer file.Close()
				in = file
			}
			text, err := io.ReadAll(in)
			if err != nil {
				return fmt.Errorf("reading the game: %w", err)
			}
			about, r, err := rules.ReadTranscript(a.Games, string(text))
			if err != nil {
				return err
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			found, err := analyse(ctx, about, r, entrant)
			if err != nil {
				return err
			}
			if page != "" {
				return found.page(page)
			}
			return found.print(a.Out)
		},
	}
	cmd.Flags().StringVar(&player, "player", "pvs:50000", "the computer player that judges positions")
	cmd.Flags().StringVar(&page, "html", "", "write a page with pictures to this file")
	return cmd
}

// noTurningPoint is printed for a game that did not turn.
const noTurningPoint = "No ply lost enough to be listed."

// gameAnalysis is the analysis of a game, with the catalogue of its wording.
type gameAnalysis struct {
	about  rules.Transcript
	record *rules.Record
	plies  []engine.JudgedPly
	turned []engine.JudgedPly
	words  *templates.Catalogues
}

// analyse analyses a game.
func analyse(ctx context.Context, about rules.Transcript, r *rules.Record, entrant engine.Contestant) (*gameAnalysis,
	error) {
	words, err := templates.New()
	if err != nil {
		return nil, err
	}
	review, err := engine.Judge(ctx, r, about.Result, entrant.Player, engine.Budget{Nodes: entrant.Nodes, Seed: 1})
	if err != nil {
		return nil, err
	}
	turned, err := review.Told(func(engine.JudgedPly) (bool, error) { return false, nil })
	return &gameAnalysis{about, r, review.Plies, turned, words}, err
}

// who returns the name of a side's player, or of the side.
func (a *gameAnalysis) who(side rules.Side) string {
	name := map[rules.Side]string{rules.Black: a.about.Black, rules.White: a.about.White}[side]
	if name == "" {
		name = string(side.Word())
	}
	return name
}

// gaveAway describes what a ply lost, and which ply was better.
func (a *gameAnalysis) gaveAway(j engine.JudgedPly) (string, error) {
	said, err := a.words.Say("en", "postmortem.they."+j.Lost(), "Who", a.who(j.Side),
		"Better", j.Best, "Before", j.Before.Percent(), "After", j.After.Percent())
	return fmt.Sprintf("%d. %s: %s", j.Ply, j.Played, said), err
}

// verdict describes how the game ended.
func (a *gameAnalysis) verdict() (string, error) {
	id, winner := "draw", rules.Black
	switch a.about.Result {
	case rules.BlackWins:
		id = "win"
	case rules.WhiteWins:
		id, winner = "win", rules.White
	case rules.Undecided:
		if a.about.Reason == rules.Aborted {
			return "The game was called off.", nil
		}
		return "The game is not over.", nil
	}
	switch a.about.Reason {
	case rules.Resigned, rules.OnTime, rules.Adjudicated, rules.Agreed:
		id += "-" + a.about.Reason
	}
	reason := a.record.Game().In("en").Reason(rules.Outcome{Reason: a.about.Reason})
	return a.words.Say("en", "site."+id, "Name", a.who(winner), "Other", a.who(winner.Opponent()), "Reason", reason)
}

// turns returns the number of the turn of each ply, or nil if every turn has one ply.
func (a *gameAnalysis) turns() []string {
	numbers := make([]string, len(a.plies))
	turn, several := 0, false
	for i, j := range a.plies {
		if i > 0 && a.plies[i-1].Side == j.Side {
			several = true
		} else {
			turn++
		}
		numbers[i] = strconv.Itoa(turn)
	}
	if !several {
		return nil
	}
	return numbers
}

// print prints the table of plies, and where the game turned.
func (a *gameAnalysis) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	turns := a.turns()
	row := func(turn string, cells ...any) {
		if turns == nil {
			turn = ""
		} else {
			turn += "\t"
		}
		fmt.Fprintf(w, "%v\t"+turn+"%v\t%v\t%v\t%v\t%v\n", cells...)
	}
	row("turn", "ply", "side", "played", "before", "after", "better")
	for i, j := range a.plies {
		turn := ""
		if turns != nil {
			turn = turns[i]
		}
		row(turn, strconv.Itoa(j.Ply)+".", j.Side, j.Played, j.Before, j.After, better(j))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	if len(a.turned) == 0 {
		fmt.Fprintln(out, noTurningPoint)
	}
	for _, j := range a.turned {
		text, err := a.gaveAway(j)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, text); err != nil {
			return err
		}
	}
	return nil
}

// better returns a better ply, or "" if the played one lost little.
func better(j engine.JudgedPly) string {
	if j.Cost() < engine.SlightLoss {
		return ""
	}
	return string(j.Best)
}

// pageText is the template of the page of an analysis. The page is one file, with its
// pictures, without scripts, and looks like messages do.
//
//go:embed engine_page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// pageOf is the content of the page.
type pageOf struct {
	Title, Result, Nothing string
	Turns                  bool // a turn can have several plies
	Turned, All            []plyOnPage
	Last                   boardOnPage
}

// plyOnPage is a row of the page.
type plyOnPage struct {
	Ply                   int
	Turn, Side, Played    string
	Before, After, Better string
	Gave                  string      // set if the game turned at this ply
	Board                 boardOnPage // after that ply
}

// boardOnPage is a board: a picture with its description, or a text diagram.
type boardOnPage struct {
	Picture     template.URL
	Words, Text string
}

// page writes the analysis to a file.
func (a *gameAnalysis) page(file string) error {
	page := pageOf{Title: a.record.Game().Title, Nothing: noTurningPoint, Turns: a.turns() != nil}
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
	if page.Last, err = a.board(painter, a.record.Len(), a.record.Game().First()); err != nil {
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

// board returns the board after a number of plies.
func (a *gameAnalysis) board(painter *picture.Painter, plies int, view rules.Side) (b boardOnPage, err error) {
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

func (a *gameAnalysis) onPage(j engine.JudgedPly) plyOnPage {
	p := plyOnPage{
		Ply: j.Ply, Side: j.Side.String(), Played: string(j.Played),
		Before: j.Before.String(), After: j.After.String(), Better: better(j),
	}
	if turns := a.turns(); turns != nil {
		p.Turn = turns[j.Ply-1]
	}
	return p
}
