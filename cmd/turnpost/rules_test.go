package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/gif"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestRulesList(t *testing.T) {
	got := run(t, "", "rules", "list")
	require.Equal(t, cli.ExitOK, got.status)
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	require.Len(t, lines, len(games()))
	column := strings.Index(lines[0], "Tug of war")
	for i, g := range games() {
		require.True(t, strings.HasPrefix(lines[i], g.Name+" "), lines[i])
		require.Equal(t, column, strings.Index(lines[i], g.Title), "the titles are aligned: %s", lines[i])
		require.True(t, strings.HasSuffix(lines[i], fmt.Sprintf("%s, %d", g.Author, g.Year)), lines[i])
	}
}

func TestRulesShow(t *testing.T) {
	require.Equal(t, result{cli.ExitOK, `a b c d e
----*----

position: 2 b
turn:     black
outcome:  none
`, ""}, run(t, "", "rules", "show", "tug"))

	require.Equal(t, result{cli.ExitOK, `a b c d e
--------*

position: 4 b
turn:     none
outcome:  black pulled (the knot was pulled to the end)
`, ""}, run(t, "", "rules", "show", "Tug of War", "1. R", "r."))

	got := run(t, "", "rules", "show", "tug", "l", "r", "l", "r")
	require.Contains(t, got.out, "turn:     none\noutcome:  draw repetition (the same position arose for the third time)\n")
}

func TestRulesShowLooksFromEitherSide(t *testing.T) {
	for _, g := range games() {
		start := g.Start()
		for view, side := range map[string]rules.Side{"black": rules.Black, "white": rules.White} {
			got := run(t, "", "rules", "show", g.Name, "--view", view)
			require.Equal(t, cli.ExitOK, got.status)
			require.True(t, strings.HasPrefix(got.out, start.Diagram(side, rules.English)), got.out)
		}
	}
	require.Equal(t, result{cli.ExitUsage, "", "turnpost: there is no view \"red\"; there are black, white\n"},
		run(t, "", "rules", "show", "tug", "--view", "red"))
}

func TestRulesLegal(t *testing.T) {
	require.Equal(t, result{cli.ExitOK, "l\nr\n", ""}, run(t, "", "rules", "legal", "tug", "L"))
	require.Equal(t, result{cli.ExitOK, "", ""}, run(t, "", "rules", "legal", "tug", "r", "r"))
	require.Equal(t, result{cli.ExitOK, "", ""}, run(t, "", "rules", "legal", "tug", "l", "r", "l", "r"), "a repetition ends the game")
}

func TestRulesText(t *testing.T) {
	for _, g := range games() {
		require.Equal(t, result{cli.ExitOK, g.Text, ""}, run(t, "", "rules", "text", g.Name))
	}
}

func TestRulesRefusals(t *testing.T) {
	_, unknown := rules.Find(games(), "halma")
	for _, verb := range []string{"show", "legal", "text"} {
		require.Equal(t, result{cli.ExitUsage, "", "turnpost: " + unknown.Error() + "\n"}, run(t, "", "rules", verb, "halma"))
	}
	for _, verb := range []string{"show", "legal"} {
		require.Equal(t, result{cli.ExitFailed, "", "turnpost: ply 2, x: \"x\" is not a move of this game; a move looks like l or r\n"},
			run(t, "", "rules", verb, "tug", "l", "x"))
		require.Equal(t, result{cli.ExitFailed, "", "turnpost: ply 3, l: the game is over\n"},
			run(t, "", "rules", verb, "tug", "r", "r", "l"))
	}
}

func TestPerft(t *testing.T) {
	for depth, want := range []int{1, 2, 4, 4, 8} {
		got := run(t, "", "rules", "perft", "tug", fmt.Sprint(depth))
		require.Regexp(t, fmt.Sprintf(`^count:   %d\ntime:    \S+s\nnodes/s: \d+\n$`, want), got.out)
		require.Empty(t, got.err, "no progress bar unless on a terminal")
		require.Equal(t, cli.ExitOK, got.status)
	}
	got := run(t, "", "rules", "perft", "tug", "3", "--position", "1 w", "--divide")
	require.Regexp(t, `^l: 0\nr: 4\ncount:   4\n`, got.out)
	got = run(t, "", "rules", "perft", "tug", "1", "--divide")
	require.Regexp(t, `^l: 1\nr: 1\ncount:   2\n`, got.out)
	got = run(t, "", "rules", "perft", "tug", "2", "--position", "4 b", "--divide")
	require.Regexp(t, `^count:   0\n`, got.out, "a finished game has no continuation")
}

func TestPerftOfEveryGame(t *testing.T) {
	for _, g := range games() {
		want := rules.Perft(g.Start(), 2)
		got := run(t, "", "rules", "perft", g.Name, "2", "--divide", "--position", g.Start().String())
		require.Equal(t, cli.ExitOK, got.status, got.err)
		shares, totals, _ := strings.Cut(got.out, "count: ")
		require.True(t, strings.HasPrefix(totals, fmt.Sprintf("  %d\n", want)), totals)
		var sum uint64
		for _, line := range regexp.MustCompile(`(?m)^(\S+): (\d+)$`).FindAllStringSubmatch(shares, -1) {
			var n uint64
			_, err := fmt.Sscan(line[2], &n)
			require.NoError(t, err)
			sum += n
		}
		require.Equal(t, want, sum)
	}
}

func TestPerftUsage(t *testing.T) {
	for _, depth := range []string{"two", "1.5", "70000", ""} {
		require.Equal(t, result{cli.ExitUsage, "", fmt.Sprintf("turnpost: the depth is an integer from 0, not %q\n", depth)},
			run(t, "", "rules", "perft", "tug", depth))
	}
	require.Equal(t, result{cli.ExitUsage, "", "turnpost: \"9 b\" is no tug position\n"},
		run(t, "", "rules", "perft", "tug", "1", "--position", "9 b"))
	require.Equal(t, cli.ExitUsage, run(t, "", "rules", "perft", "tug", "1", "--position", "").status)
}

func TestPerftCanBeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	a := app{Out: &out, Err: &errs, Games: games()}
	require.Equal(t, cli.ExitFailed, a.run(ctx, []string{"rules", "perft", "tug", "4"}))
	require.Empty(t, out.String())
	require.Equal(t, "turnpost: interrupted after 0 of 2 first plies and 0 sequences\n", errs.String())
}

func TestReplayTellsEveryState(t *testing.T) {
	require.Equal(t, result{cli.ExitOK, `{"game":"tug","states":[` +
		`{"position":"2 b","turn":"black","legal":["l","r"]},` +
		`{"position":"3 w","turn":"white","legal":["l","r"]},` +
		`{"position":"4 b","turn":"none","legal":[]}],` +
		`"outcome":{"result":"black","reason":"pulled"},"error":""}` + "\n", ""},
		run(t, "tug r R\n", "rules", "replay"))
}

func TestReplayGoesOnAfterARefusal(t *testing.T) {
	_, unknown := rules.Find(games(), "halma")
	name, err := json.Marshal(unknown.Error())
	require.NoError(t, err)
	const start = `{"position":"2 b","turn":"black","legal":["l","r"]}`
	want := strings.Join([]string{
		`{"game":"tug","states":[` + start + `],"outcome":{"result":"none","reason":""},"error":""}`,
		`{"game":"halma","states":[],"outcome":{"result":"none","reason":""},"error":` + string(name) + `}`,
		`{"game":"tug","states":[` + start + `,{"position":"1 w","turn":"white","legal":["l","r"]}],"outcome":{"result":"none","reason":""},` +
			`"error":"ply 2, d3->d9: \"d3->d9\" is not a move of this game; a move looks like l or r"}`,
		`{"game":"tug","states":[` + start + `,{"position":"1 w","turn":"white","legal":["l","r"]},{"position":"0 b","turn":"none","legal":[]}],` +
			`"outcome":{"result":"white","reason":"pulled"},"error":"ply 3, r: the game is over"}`,
	}, "\n") + "\n"
	got := run(t, "\n  TUG \r\nhalma e2-e4\n\t\ntug l d3->d9 r\ntug l l r", "rules", "replay")
	require.Equal(t, want, got.out)
	require.Equal(t, "turnpost: 3 of 4 lines could not be played to their end\n", got.err)
	require.Equal(t, cli.ExitFailed, got.status)
}

func TestReplayOfNothing(t *testing.T) {
	require.Equal(t, result{cli.ExitOK, "", ""}, run(t, "", "rules", "replay"))
	require.Equal(t, result{cli.ExitOK, "", ""}, run(t, "\n \n", "rules", "replay"))
}

func TestReplayTakesLinesOfAnyLength(t *testing.T) {
	skiptest.Long(t)
	got := run(t, "tug "+strings.Repeat("x", 3<<20)+"\n", "rules", "replay")
	require.Equal(t, cli.ExitFailed, got.status)
	require.Equal(t, 1, strings.Count(got.out, "\n"))
	require.True(t, json.Valid([]byte(got.out)))
}

func TestReplayAnswersEachLineAtOnce(t *testing.T) {
	in, ask := io.Pipe()
	answer, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- replay(in, out, games()) }()
	lines := bufio.NewReader(answer)
	for range 3 {
		_, err := io.WriteString(ask, "tug l\n")
		require.NoError(t, err)
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, line, `"1 w"`)
	}
	require.NoError(t, ask.Close())
	select {
	case err := <-done:
		require.NoError(t, err)
	case <-time.After(10 * time.Second):
		t.Fatal("replay does not end with its input")
	}
}

// What a ply may do to a terminal, its refusal does not.
func TestReplayEscapesControlCharacters(t *testing.T) {
	for _, ply := range []string{"\x1b[2J", "a\x7fb", "\u009b2J", "l\x00", "\u202ez"} {
		got := run(t, "tug "+ply, "rules", "replay")
		var answer replayed
		require.NoError(t, json.Unmarshal([]byte(got.out), &answer))
		require.Contains(t, answer.Error, "ply 1, "+strconv.Quote(ply)+": ")
		require.False(t, strings.ContainsFunc(answer.Error, func(r rune) bool { return !unicode.IsPrint(r) }), "%q", answer.Error)
	}
}

// TestReplayAgreesWithTheRecord feeds random games, some cut by a wrong ply, and
// compares each answer with a record that is played beside it.
func TestReplayAgreesWithTheRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, g := range games() {
		var in strings.Builder
		var want []replayed
		failed := 0
		for n := range 12 {
			answer, plies := randomGame(t, rng, g, n%4 == 3)
			if answer.Error != "" {
				failed++
			}
			want = append(want, answer)
			fmt.Fprintln(&in, g.Name, strings.Join(plies, " "))
		}
		got := run(t, in.String(), "rules", "replay")
		require.Equal(t, cli.ExitFailed, got.status)
		require.Contains(t, got.err, fmt.Sprintf("%d of 12 lines", failed))
		for i, line := range strings.Split(strings.TrimSpace(got.out), "\n") {
			var answer replayed
			dec := json.NewDecoder(strings.NewReader(line))
			dec.DisallowUnknownFields()
			require.NoError(t, dec.Decode(&answer))
			require.Equal(t, want[i], answer)
			require.NotContains(t, line, "null")
		}
	}
}

// randomGame plays at most 120 random plies, and one that cannot be if wrong.
func randomGame(t *testing.T, rng *rand.Rand, g rules.Game, wrong bool) (replayed, []string) {
	r := rules.NewRecord(g)
	answer := replayed{Game: g.Name}
	tell := func() {
		legal := slices.Clone(r.Legal())
		if legal == nil {
			legal = []rules.Move{}
		}
		answer.States = append(answer.States, replayedState{Position: r.Position().String(), Turn: r.Turn().String(), Legal: legal})
	}
	tell()
	var plies []string
	for range 120 {
		legal := r.Legal()
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		plies = append(plies, string(m))
		require.NoError(t, r.Play(m))
		tell()
	}
	if wrong {
		const nonsense = "z99-z98"
		_, err := r.Parse(nonsense)
		require.Error(t, err)
		answer.Error = fmt.Sprintf("ply %d, %s: %s", r.Len()+1, nonsense, err)
		plies = append(plies, nonsense, "never-read")
	}
	answer.Outcome = replayedEnding{Result: r.Outcome().Result.String(), Reason: r.Outcome().Reason}
	return answer, plies
}

func TestCompletionOffersTheGames(t *testing.T) {
	got := run(t, "", "__complete", "rules", "show", "tu")
	require.Contains(t, got.out, "tug\tTug of war\n")
	require.Equal(t, "tug", rulestest.Tug().Name)
}

// drawnTug is the toy with a picture: the knot on its rope.
type drawnTug struct{ rules.Position }

func (d drawnTug) Play(m rules.Move) (rules.Position, error) {
	next, err := d.Position.Play(m)
	return drawnTug{next}, err
}
func (d drawnTug) Scene(view rules.Side, say rules.SayFunc) (s rules.Scene) {
	s = rules.Scene{Width: 300, Height: 80}
	knot := 50 * float64(d.String()[0]-'0'+1)
	if view == rules.White {
		knot = s.Width - knot
	}
	s.Add(rules.Path{Points: []rules.Point{{X: 50, Y: 40}, {X: 250, Y: 40}}, ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLine, Width: 4}},
		rules.Circle{Center: rules.Point{X: knot, Y: 40}, Radius: 15, ShapeStyle: rules.ShapeStyle{Fill: rules.RoleBlack}})
	return s
}

// drawing runs `turnpost rules draw` with a toy that can be drawn.
func drawing(t *testing.T, args ...string) result {
	t.Helper()
	g := rulestest.Tug()
	start := g.Start
	g.Start = func() rules.Position { return drawnTug{start()} }
	var out, errs bytes.Buffer
	a := app{Out: &out, Err: &errs, Games: []rules.Game{g}}
	status := a.run(t.Context(), append([]string{"rules", "draw"}, args...))
	return result{status, out.String(), errs.String()}
}

func TestDrawWritesTheBoard(t *testing.T) {
	file := filepath.Join(t.TempDir(), "board.PNG")
	require.Equal(t, result{cli.ExitOK, "", ""}, drawing(t, "tug", "r", "-o", file))
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	m, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	require.Equal(t, 600, m.Bounds().Dx())
	r, _, _, _ := m.At(400, 80).RGBA()
	require.Less(t, r>>8, uint32(0x40), "the knot is at d")

	got := drawing(t, "tug", "r", "-o", "-")
	require.Equal(t, result{cli.ExitOK, string(data), ""}, got, "the standard output has the same")
	white := drawing(t, "tug", "r", "-o", "-", "--view", "white")
	require.Equal(t, cli.ExitOK, white.status)
	require.NotEqual(t, got.out, white.out)

	got = drawing(t, "tug", "r", "-o", "-", "--format", "svg", "--lang", "fr")
	require.Equal(t, cli.ExitOK, got.status)
	for dec := xml.NewDecoder(bytes.NewReader([]byte(got.out))); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
	}
}

func TestDrawTellsAWholeGame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.gif")
	require.Equal(t, result{cli.ExitOK, "", ""}, drawing(t, "tug", "r", "l", "r", "-o", file))
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	g, err := gif.DecodeAll(bytes.NewReader(data))
	require.NoError(t, err)
	require.Len(t, g.Image, 4)
}

func TestDrawRefuses(t *testing.T) {
	require.Equal(t, result{cli.ExitFailed, "", "turnpost: Tug of war has no picture; 'turnpost rules show' prints its board\n"},
		run(t, "", "rules", "draw", "tug", "-o", "-"))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"tug"}, "turnpost: the flag -o is missing; it is the file to write, such as board.png\n"},
		{[]string{"tug", "-o", "board.jpg"}, "turnpost: the file has the extension \"jpg\"; use .png, .svg or .gif, or --format\n"},
		{[]string{"tug", "-o", "-", "--format", "bmp"}, "turnpost: there is no format \"bmp\"; there are png, svg, gif\n"},
		{[]string{"tug", "-o", "-", "--view", "red"}, "turnpost: there is no view \"red\"; there are black, white\n"},
		{[]string{"tug", "-o", "-", "--lang", "xx"}, "turnpost: there is no language \"xx\"; there are " + strings.Join(rules.Languages(), ", ") + "\n"},
	} {
		require.Equal(t, result{cli.ExitUsage, "", c.want}, drawing(t, c.args...))
	}
	got := drawing(t, "tug", "-o", filepath.Join(t.TempDir(), "none", "board.png"))
	require.Equal(t, cli.ExitFailed, got.status)
	require.Contains(t, got.err, "turnpost: writing the picture: ")
}

func TestImport(t *testing.T) {
	text := "Turnpost record 1\nGame: tug\nBlack: Ada\nStarted: 2026-11-20T09:02:00Z\nResult: black\nReason: resigned\n\n  1. black  2026-11-20T09:03:00Z  r\n"
	want := result{cli.ExitOK, `Tug of war: Ada (black) - ? (white), 20 November 2026, 1 plies

a b c d e
------*--

position: 3 w
turn:     white
outcome:  none
ended:    black resigned
`, ""}
	require.Equal(t, want, run(t, text, "rules", "import"))
	file := filepath.Join(t.TempDir(), "game.txt")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	require.Equal(t, want, run(t, "", "rules", "import", file))
	require.Equal(t, result{cli.ExitOK, "tug r\n", ""}, run(t, text, "rules", "import", "-", "--line"))
	require.Equal(t, result{cli.ExitFailed, "", "turnpost: " + rules.ErrNoTranscript.Error() + "\n"}, run(t, "hello", "rules", "import"))
	require.Equal(t, cli.ExitFailed, run(t, "", "rules", "import", file+".no").status)
}

// A game of each rules is written, imported, and replayed to the same end.
func TestImportReplaysEveryGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, g := range games() {
		for range 3 {
			_, plies := randomGame(t, rng, g, false)
			r := rules.NewRecord(g)
			var out rules.Transcript
			for _, p := range plies {
				require.NoError(t, r.Play(rules.Move(p)))
				out.Plies = append(out.Plies, rules.TimedMove{Move: rules.Move(p)})
			}
			out.Game, out.Result, out.Reason = g.Name, r.Outcome().Result, r.Outcome().Reason
			text := out.String(games())
			got := run(t, text, "rules", "import")
			require.Equal(t, cli.ExitOK, got.status, got.err)
			require.Contains(t, got.out, "position: "+r.Position().String()+"\n")
			line := run(t, text, "rules", "import", "--line")
			require.Equal(t, cli.ExitOK, run(t, line.out, "rules", "replay").status)
		}
	}
}

func TestRulesFromAPosition(t *testing.T) {
	require.Equal(t, result{cli.ExitOK, "l\nr\n", ""}, run(t, "", "rules", "legal", "tug", "--position", "1 w"))
	require.Contains(t, run(t, "", "rules", "show", "tug", "r", "--position", "1 w").out, "turn:     black\n")
	for _, verb := range []string{"show", "legal", "draw"} {
		got := run(t, "", "rules", verb, "tug", "--position", "9 b", "-o", "-")
		if verb != "draw" {
			got = run(t, "", "rules", verb, "tug", "--position", "9 b")
		}
		require.Equal(t, result{cli.ExitUsage, "", "turnpost: \"9 b\" is no tug position\n"}, got)
	}
}

// Our engine answers by the protocol of a game, and by no other.
func TestRulesServe(t *testing.T) {
	mate := "position fen 6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1\ngo depth 2\n" // "quit" would stop the search
	require.Regexp(t, `^id name Turnpost \S*[0-9(].*, Chess\n(?s:.*)\nbestmove e1`,
		run(t, "uci\n"+mate, "rules", "serve", "--uci", "chess").out)
	require.Regexp(t, `^= [A-HJ][1-9]\n\n= \n\n$`,
		run(t, "genmove b\nquit\n", "rules", "serve", "--gtp", "go9", "--level", "1").out)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"give one of --uci GAME, --gtp GAME and --json", nil},
		{"give one of --uci GAME, --gtp GAME and --json", []string{"--uci", "chess", "--gtp", "go9"}},
		{"there is no level 10; there are 1 to 9", []string{"--uci", "chess", "--level", "10"}},
		{"neither UCI nor GTP has Turro", []string{"--uci", "turro"}},
		{"Go 9x9 is played by the other protocol: --gtp go9", []string{"--uci", "go9"}},
		{"there is no game", []string{"--gtp", "chss"}},
	} {
		got := run(t, "", append([]string{"rules", "serve"}, c.args...)...)
		require.Equal(t, cli.ExitUsage, got.status)
		require.Contains(t, got.err, c.want)
	}
}
