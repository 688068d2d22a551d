package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

func TestEngineValue(t *testing.T) {
	const start, won, lost = "B/..../...../...../..../W b 4 4 0", "B/.ww./b..../.bwwb/.b../W b 0 0 0", "B/..../...../...../.b../b w 0 0 0"
	require.Equal(t, result{cli.ExitOK, "draw\nwin 1\nloss 0\n", ""}, run(t, "", "engine", "value", "roses", start, won, lost))
	require.Equal(t, result{cli.ExitOK, "win 1\ndraw\n", ""}, run(t, won+"\n\n"+start, "engine", "value", "Guerre des deux roses"))
	require.Equal(t, result{cli.ExitOK, "", ""}, run(t, "", "engine", "value", "roses"))

	got := run(t, won+"\nB\n"+start, "engine", "value", "roses")
	require.Equal(t, cli.ExitUsage, got.status)
	require.Equal(t, "win 1\n", got.out, "the lines before are answered")
	require.True(t, strings.HasPrefix(got.err, `turnpost: line 2: "B" is not a position of Guerre des deux roses: a position is 5 fields`), got.err)
	require.Equal(t, result{cli.ExitOK, "win 21\n", ""}, run(t, "", "engine", "value", "roses", "--plies", "c5 e4 d6 f5 d5 f6"))
	repeated := "c5 d3 d5 e4 e6 c3 d6 b2 c5d5-b4c4 c3-c2 b4-d4 b2-c3 c4-b3 c3-b2 b3-c4 b2-c3 c4-b3 c3-b2"
	require.Equal(t, result{cli.ExitOK, "draw\n", ""}, run(t, "", "engine", "value", "roses", "--plies", repeated),
		"its position alone is won")
	require.Equal(t, result{cli.ExitOK, "draw: the same position arose for the third time\n", ""},
		run(t, "", "engine", "value", "roses", "--plies", repeated+" b3-c4"))
	require.Equal(t, cli.ExitUsage, run(t, "", "engine", "value", "roses", start, "--plies", "c5").status)
	got = run(t, "", "engine", "value", "roses", "b", "4")
	require.Equal(t, cli.ExitUsage, got.status)
	require.Equal(t, result{cli.ExitUsage, "", "turnpost: Turro is not solved; these are: roses\n"}, run(t, "", "engine", "value", "turro"))
}

// Solving takes long: the test of the game does it, with a flag.
func TestEngineSolveRefuses(t *testing.T) {
	require.Equal(t, result{cli.ExitUsage, "", "turnpost: Turro is too large to be solved; these are: rooya, roses\n"}, run(t, "", "engine", "solve", "turro"))
}

func TestEnginePlay(t *testing.T) {
	got := run(t, "", "engine", "play", "roses", "--position", "B/.ww./b..../.bwwb/.b../W b 0 0 0", "--player", "pvs:1000")
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Regexp(t, `^c3xe3  win 1, depth 1, \d+ nodes: c3xe3\nblack castle\n$`, got.out)

	got = run(t, "", "engine", "play", "tug", "l", "--player", "mcts:50", "--plies", "9")
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Regexp(t, `^l  .*\nwhite pulled\n$`, got.out, "White pulls once more")
	require.Equal(t, got, run(t, "", "engine", "play", "tug", "l", "--player", "mcts:50", "--plies", "9"))

	for args, want := range map[string]string{
		"tug --player halma:1": `there is no player "halma:1"; there are pvs:10000`,
		"tug --position 9":     `"9" is no tug position`,
	} {
		got := run(t, "", append([]string{"engine", "play"}, strings.Fields(args)...)...)
		require.Equal(t, cli.ExitUsage, got.status, args)
		require.Contains(t, got.err, want)
	}
	require.Equal(t, cli.ExitUsage, run(t, "", "engine", "play", "tug", "--plies", "0").status)
	got = run(t, "", "engine", "play", "tug", "r", "x")
	require.Equal(t, cli.ExitFailed, got.status)
	require.Contains(t, got.err, `ply 2, x: `, "as 'turnpost rules show' says it")
	require.Equal(t, result{cli.ExitFailed, "", "turnpost: the game is over: black pulled\n"}, run(t, "", "engine", "play", "tug", "r", "r"))
}

func TestEngineAnalyse(t *testing.T) {
	// White's third drop gives the draw away, as the table knows.
	record := "Turnpost record 1\nGame: roses\nBlack: Ada\nWhite: Bob\nResult: none\n\n" +
		"   1. black  c5\n   2. white  e4\n   3. black  d6\n   4. white  f5\n   5. black  d5\n   6. white  f6\n"
	require.Equal(t, result{cli.ExitOK, `ply  side   played  before  after    better
1.   black  c5      draw    draw     
2.   white  e4      draw    draw     
3.   black  d6      draw    draw     
4.   white  f5      draw    draw     
5.   black  d5      draw    draw     
6.   white  f6      draw    loss 21  d3

6. f6: Bob gave the draw away; d3 would have kept it.
`, ""}, run(t, record, "engine", "analyse", "-"))

	// What is not solved is searched.
	record = "Turnpost record 1\nGame: turro\nResult: none\n\n   1. black  d3-d4\n   2. white  d5-c4\n"
	got := run(t, record, "engine", "analyse", "--player", "pvs:500")
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Regexp(t, `1\.   black  d3-d4   \d+ %    \d+ % `, got.out)
	require.True(t, strings.HasSuffix(got.out, "\n\nNo ply lost enough to be listed.\n"), got.out)
	require.Equal(t, cli.ExitFailed, run(t, "no game", "engine", "analyse").status)
}

// Where a turn is of two plies the turns are numbered as well, as the record numbers them; a
// ply that wins at once is played where there is a win in one.
func TestEngineAnalysesTurnsOfTwoPlies(t *testing.T) {
	record := "Turnpost record 1\nGame: turro\nBlack: Ada\nWhite: Robot (level 1)\nResult: black\nReason: captured\n\n" +
		"   1. black  d3-d4\n   2. white  d6-e6\n   3. black  d4-d5\n             d5-d7\n"
	require.Equal(t, result{cli.ExitOK, `ply  turn  side   played  before  after   better
1.   1     black  d3-d4   50 %    50 %    
2.   2     white  d6-e6   50 %    loss 2  d5-e4
3.   3     black  d4-d5   win 2   win 1   
4.   3     black  d5-d7   win 1   won     

2. d6-e6: After this Robot (level 1)'s position was lost; with d5-e4 the chance to win would still have been 50%.
`, ""}, run(t, record, "engine", "analyse", "--player", "pvs:500"))

	file := filepath.Join(t.TempDir(), "game.html")
	require.Equal(t, cli.ExitOK, run(t, record, "engine", "analyse", "--player", "pvs:500", "--html", file).status)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	page := string(text)
	require.Contains(t, page, `<p class="m">Ada won: a Turro was captured</p>`)
	require.Contains(t, page, "<tr><td>4.</td><td>3</td><td>black</td>")
	require.Equal(t, 2, strings.Count(page, `<img src="data:image/png;base64,`), "after the ply, and the last board")
	require.Contains(t, page, "<h2>The last board</h2>")
}

// How a game ended is told as messages tell it.
// A game that ends by its plies needs no reason; one that does not needs a reason.
func TestEngineAnalysesWithoutAReason(t *testing.T) {
	plies := strings.Fields("c5 d3 d5 e4 e6 c3 d6 b2 c5d5-b4c4 c3-c2 b4-d4 b2-c3 c4-b3 c3-b2 b3-c4 b2-c3 c4-b3 c3-b2 b3-c4")
	record := "Turnpost record 1\nGame: roses\nResult: draw\n\n"
	got := run(t, record+strings.Join(plies, "\n"), "engine", "analyse")
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Contains(t, got.out, "18. c3-b2: White gave the win away")
	require.NotContains(t, got.out, "19. b3-c4:")
	got = run(t, record+plies[0], "engine", "analyse")
	require.Equal(t, cli.ExitFailed, got.status)
	require.Contains(t, got.err, "the game is not over after its plies")
}

func TestEngineAnalysesTheEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.html")
	for end, want := range map[string]string{
		"Result: none\n":                                              "The game is not over.",
		"Result: none\nReason: aborted\n":                             "The game was called off.",
		"Result: white\nReason: resigned\n":                           "White won: Black resigned",
		"Black: Ada\nWhite: Bob\nResult: black\nReason: time\n":       "Ada won: Bob ran out of time",
		"Result: draw\nReason: agreed\n":                              "A draw: it was agreed",
		"Black: Ada\nWhite: Bob\nResult: draw\nReason: adjudicated\n": "A draw: it was adjudicated",
	} {
		got := run(t, "Turnpost record 1\nGame: roses\n"+end+"\n   1. black  c5\n", "engine", "analyse", "--html", file)
		require.Equal(t, result{cli.ExitOK, "", ""}, got, end)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(text), `<p class="m">`+want+"</p>")
		require.Contains(t, string(text), "<p>No ply lost enough to be listed.</p>")
	}
}

func TestEngineAnalysesToAPage(t *testing.T) {
	record := "Turnpost record 1\nGame: roses\nNumber: 12\nBlack: Ada <b>\nWhite: Bob\nResult: none\n\n" +
		"   1. black  c5\n   2. white  e4\n   3. black  d6\n   4. white  f5\n   5. black  d5\n   6. white  f6\n"
	file := filepath.Join(t.TempDir(), "game.html")
	require.Equal(t, result{cli.ExitOK, "", ""}, run(t, record, "engine", "analyse", "--html", file))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	page := string(text)
	require.Contains(t, page, "<h1>Guerre des deux roses #12: Ada &lt;b&gt; - Bob</h1>")
	require.Contains(t, page, "6. f6: Bob gave the draw away; d3 would have kept it.")
	require.Equal(t, 2, strings.Count(page, `<img src="data:image/png;base64,`))
	require.NotContains(t, page, "<script")
	require.NotContains(t, page, "http")

	if testing.Short() {
		return // the browser takes a while
	}
	ctx := startBrowser(t)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String())))
	require.Empty(t, faultsOf(t, ctx, screens()))
}

// The small board of Le Rooya is solved by the command, goes on from its file, and is
// none that the values of the game could be read from.
func TestEngineSolveRooya(t *testing.T) {
	skiptest.Long(t)
	file := filepath.Join(t.TempDir(), "small.table")
	want := "phase  states   wins    losses  draws   longest win\n" +
		"moves  1572480  655356  25802   891322  not known\n" +
		"start: draw\n"
	for range 2 {
		got := run(t, "", "engine", "solve", "rooya", "--small", "--out", file)
		require.Equal(t, cli.ExitOK, got.status, got.err)
		require.Equal(t, want, got.out)
		require.Contains(t, got.err, "4x4 with 6 pawns: 1681680 placements, 220710 states")
	}
	got := run(t, "", "engine", "solve", "rooya")
	require.Equal(t, cli.ExitUsage, got.status)
	require.Contains(t, got.err, "give --out a file for its values")
	got = run(t, "", "engine", "value", "rooya")
	require.Equal(t, cli.ExitUsage, got.status)
	require.Contains(t, got.err, "needs --table with a file of its values")
	got = run(t, "", "engine", "value", "rooya", "--table", file)
	require.Equal(t, cli.ExitUsage, got.status)
	require.Contains(t, got.err, "it is of le Rooya, 4x4 with 6 pawns")
}

// Two on one file are kept apart: the second is told at once, and touches nothing. What a
// killed one has left keeps nobody off.
func TestEngineSolveIsAloneWithItsFile(t *testing.T) {
	skiptest.Long(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "small.table")
	solve := func() result { return run(t, "", "engine", "solve", "rooya", "--small", "--out", file) }
	unlock, err := db.LockPart(t.Context(), file)
	require.NoError(t, err)
	require.Equal(t, result{cli.ExitFailed, "", "turnpost: " + file + " is being made by another turnpost\n"}, solve())
	require.NoFileExists(t, file)
	unlock()
	require.NoError(t, os.WriteFile(file+".lock", nil, 0o600))
	require.Equal(t, cli.ExitOK, solve().status)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "the table alone")
}

// What could not be kept, or would not be what was asked for, is said before hours of work.
func TestEngineSaysAtOnce(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "missing", "file")
	for args, want := range map[string]string{
		"solve rooya --out " + nowhere: "cannot be written",
		"solve roses --out " + nowhere: "cannot be written",
		"solve roses --small":          "has no --small board",
		"solve turro":                  "these are: rooya, roses",
	} {
		got := run(t, "", append([]string{"engine"}, strings.Fields(args)...)...)
		require.Equal(t, cli.ExitUsage, got.status, args)
		require.Contains(t, got.err, want, args)
	}
	require.Contains(t, run(t, "", "engine", "play", "--help").out, "hand:NODES")
}

// The program that solves is killed by SIGKILL, each time at some other report, of which
// one stands before and one behind each writing of the file. What was written is not done
// again, and the totals are those of a run that nobody interrupted.
func TestSolvingSurvivesKill(t *testing.T) {
	skiptest.Long(t)
	self, err := os.Executable()
	require.NoError(t, err)
	whole := run(t, "", "engine", "solve", "rooya", "--small")
	require.Equal(t, cli.ExitOK, whole.status)
	require.Regexp(t, `(?m)^moves +1572480 `, whole.out)

	file := filepath.Join(t.TempDir(), "small.table")
	rng := rand.New(rand.NewPCG(1, 15))
	killed, written := 0, 1 // the pass with which the next run has to begin
	for finished := false; !finished || killed < 5; {
		if finished { // faster than the kills: once more
			require.NoError(t, os.Remove(file))
			written = 1
		}
		var out bytes.Buffer
		cmd := exec.Command(self, "engine", "solve", "rooya", "--small", "--out", file, "--every", "1ns", "--workers", "2")
		cmd.Env = append(os.Environ(), asProgram+"=1")
		cmd.Stdout = &out
		reports, err := cmd.StderrPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		last := 2 + rng.IntN(4)
		first := true
		for n, lines := 1, bufio.NewScanner(reports); lines.Scan(); n++ {
			var pass int
			var part float64
			if _, after, ok := strings.Cut(lines.Text(), " s  pass "); ok {
				_, err := fmt.Sscanf(after, "%d, %f", &pass, &part)
				require.NoError(t, err)
				if first {
					require.GreaterOrEqual(t, pass, written, "what was written is not done again")
					first = false
				}
				if part > 0 { // all before this pass is in the file
					written = max(written, pass)
				}
			}
			if n == last && killed < 5 {
				require.NoError(t, cmd.Process.Kill())
			}
		}
		if finished = cmd.Wait() == nil; finished {
			require.Equal(t, whole.out, out.String())
		} else {
			require.Equal(t, -1, cmd.ProcessState.ExitCode(), "it was killed, and did not fail")
			killed++
		}
	}
	require.Equal(t, whole.out, run(t, "", "engine", "solve", "rooya", "--small", "--out", file).out, "there is nothing left to do")
}
