package weiqi

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// both is the games on both boards.
func both() []rules.Game { return []rules.Game{Small(), Medium()} }

// A record that is written reads back with its start, plies, players and end.
func TestSGFReadsBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 1))
	for _, g := range both() {
		for n, c := range []struct {
			start string
			end   rules.Outcome
		}{
			{"-", rules.Outcome{}},
			{"-", rules.Outcome{Result: rules.BlackWins, Reason: rules.Resigned}},
			{"-", rules.Outcome{Result: rules.WhiteWins, Reason: rules.OnTime}},
			{"-", rules.Outcome{Result: rules.WhiteWins, Reason: rules.Adjudicated}},
			{"-", rules.Outcome{Result: rules.Draw, Reason: rules.Agreed}},
			{"-", rules.Outcome{Reason: rules.Aborted}},
			{"komi:-3.5", rules.Outcome{Result: rules.BlackWins, Reason: rules.Resigned}},
			{"black:c3+g7,white:first,komi:0.5", rules.Outcome{}},
			{"black:c3+c7+g3+g7,white:e5+e6,komi:6", rules.Outcome{}},
		} {
			start, err := g.ParsePosition(c.start)
			require.NoError(t, err)
			require.Equal(t, c.start, start.String())
			terms := start.(position).agreed(g)
			r := rules.NewRecordFrom(terms, start)
			for r.Len() < 10+10*n {
				legal := r.Legal()
				require.NoError(t, r.Play(legal[rng.IntN(len(legal)-1)]))
			}
			want := rules.Transcript{Game: g.Name, Terms: terms.Agreed, Number: 12, Black: `Zoë [x] \ `, White: "Bob: 3 dan", Result: c.end.Result, Reason: c.end.Reason}
			for _, m := range r.Plies() {
				want.Plies = append(want.Plies, rules.TimedMove{Move: m})
			}
			text := g.Format.Write(want, r)
			got, back, err := rules.ReadTranscript(both(), "> "+strings.ReplaceAll(text, "\n", "\r\n> "))
			require.NoError(t, err, text)
			want.Number, want.Black = 0, `Zoë [x] \`
			require.Equal(t, want, got, text)
			require.Equal(t, r.Position().String(), back.Position().String())
		}
	}
}

func TestSGFIsWritten(t *testing.T) {
	r := rules.NewRecord(Small())
	for _, m := range []rules.Move{"e5", "c3", "pass", "j9", "a1", "pass", "pass"} {
		require.NoError(t, r.Play(m))
	}
	text := Small().Format.Write(rules.Transcript{Number: 7, Black: "Ada", White: "Bob", Result: rules.WhiteWins, Reason: "counted",
		Started: time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)}, r)
	require.Equal(t, `(;GM[1]FF[4]CA[UTF-8]AP[Turnpost]
SZ[9]KM[7.5]RU[Tromp-Taylor]
GN[Turnpost 7]PB[Ada]PW[Bob]DT[2026-11-27]RE[W+7.5]
;B[ee];W[cg];B[];W[ia];B[ai];W[];B[])
`, text)
	p, err := Medium().ParsePosition("black:d4+d10+k10,white:first,komi:0.5")
	require.NoError(t, err)
	require.Contains(t, Medium().Format.Write(rules.Transcript{}, rules.NewRecordFrom(Medium(), p)),
		"SZ[13]KM[0.5]RU[Tromp-Taylor]HA[3]AB[dj][dd][jd]PL[W]\n")
}

// Records as other programs write them.
func TestSGFOfOthers(t *testing.T) {
	for _, c := range []struct{ text, position, result string }{
		{"(;GM[1]FF[4]SZ[9]KM[5.5];B[ee];W[ce])", "komi:5.5,e5,c5", "none"},
		{"(;FF[4]GM[1]SZ[9]CA[UTF-8]AP[Sabaki:0.52.2]KM[7.5]PB[A]PW[B];B[ee]C[a [nice\\] move];W[tt];B[tt])", "e5,pass,pass", "black counted"},
		{"( ;\nSZ[13]\n;B[dd]\n;W[jj]\n)\n", "d10,k4", "none"},
		{"(;GM[1]SZ[9]KM[6.50]RE[W+R];B[ee];W[])", "komi:6.5,e5,pass", "white resigned"},
		{"(;GM[1]SZ[9]RE[B+Resign];B[aa])", "a9", "black resigned"},
		{"(;GM[1]SZ[9]RE[B+T];B[ia])", "j9", "black time"},
		{"(;GM[1]SZ[9]RE[W+Time];B[ii])", "j1", "white time"},
		{"(;GM[1]SZ[9]RE[W+F];B[ai])", "a1", "white adjudicated"},
		{"(;GM[1]SZ[9]RE[B+12.5];B[ee];W[ef])", "e5,e4", "black adjudicated"},
		{"(;GM[1]SZ[9]RE[0];B[ee])", "e5", "draw agreed"},
		{"(;GM[1]SZ[9]RE[Draw];B[ee])", "e5", "draw agreed"},
		{"(;GM[1]SZ[9]RE[Void];B[ee])", "e5", "none aborted"},
		{"(;GM[1]SZ[9]RE[?];B[ee])", "e5", "none"},
		{"(;GM[1]SZ[9]RE[B+3.5];B[ee];W[];B[])", "e5,pass,pass", "black counted"},
		{"(;GM[1]SZ[9];B[ee];W[];B[];W[];B[])", "e5,pass,pass", "black counted"}, // three passes and more
		{"(;GaMe[1]SiZe[9]KoMi[7.5];Black[ee];White[dd])", "e5,d6", "none"},      // FF[3]
		{"(;GM[1]SZ[9];B[ee](;W[cc];B[gg])(;W[gc]))", "e5,c7,g3", "none"},        // the first variation
		{"(;GM[1]SZ[9](;B[ee](;W[cc]))(;B[dd]))", "e5,c7", "none"},
		{"(;GM[1]SZ[9]C[two\\\nlines; (;B[aa\\])];B[ee])", "e5", "none"},
		{"(;GM[1]SZ[9]HA[2]AB[gc][cg]KM[0.5];W[ee])", "black:c3+g7,white:first,komi:0.5,e5", "none"},
		{"(;GM[1]SZ[9]HA[2]AB[gc]AB[cg];W[ee])", "black:c3+g7,white:first,komi:0.5,e5", "none"},
		{"(;GM[1]SZ[9]HA[4];W[ee])", "black:c3+c7+g3+g7,white:first,komi:0.5,e5", "none"}, // without the stones
		{"(;GM[1]SZ[13]HA[9]KM[0];W[aa])",
			"black:d4+d7+d10+g4+g7+g10+k4+k7+k10,white:first,komi:0,a13", "none"},
		{"(;GM[1]SZ[9]HA[0];B[ee])", "e5", "none"},
		{"(;GM[1]SZ[9];AB[cc][gg];W[ee])", "black:c7+g3,white:first,e5", "none"},
		{"(;GM[1]SZ[9]AB[cc]AW[ee]PL[W];W[ed])", "black:c7,white:e5,white:first,e6", "none"},
		{"(;GM[1]SZ[9]AB[aa:bb]AW[gg:gh];AE[bb];B[ee])", "black:a8+a9+b9,white:g2+g3,e5", "none"},
		{"(;GM[1]FF[4]\nSZ[9]\nGN[GNU Go 3.8 load and print]\nDT[2026-11-27]\nKM[7.5]HA[3]RU[Japanese]AP[GNU Go:3.8]AW[ec][ee]\n" +
			"AB[cc][gc][df][cg]\nPL[B]\n)\n", "black:c3+c7+d4+g7,white:e5+e7", "none"},
		{"(;CA[utf-8]KM[6.5]GM[1]SZ[9]FF[4]ST[2]RU[Chinese]TM[600]BL[600]WL[600];B[ee]BL[590.5];W[gc]WL[1]N[x])", "komi:6.5,e5,g7", "none"},
		{"Dear all, here is (as I said) my game:\n\n(;GM[1]SZ[9];B[ee])(;GM[1]SZ[9];B[aa])\n", "e5", "none"},
		{"(;GM[1]SZ[9]RU[AGA]LB[ee:1]TR[aa][bb]DD[]VW[];MN[1]B[ee]CR[ee];W[ge]GB[1])", "e5,g5", "none"},
	} {
		got, r, err := rules.ReadTranscript(both(), c.text)
		require.NoError(t, err, c.text)
		require.Equal(t, c.position, r.Position().String(), c.text)
		require.Equal(t, c.result, rules.Outcome{Result: got.Result, Reason: got.Reason}.String(), c.text)
	}
	for _, c := range [][2]string{
		{"(;GM[1]SZ[19];B[dd])", "this is a game of Go on 19 lines; there are boards of 9 and of 13"},
		{"(;GM[1];B[dd])", "this is a game of Go on 19 lines"},
		{"(;GM[1]SZ[7];B[dd])", "this is a game of Go on 7 lines"},
		{"(;GM[1]SZ[9:13];B[dd])", "this is a game of Go on 9:13 lines"},
		{"(;GM[11]SZ[11];B[a1])", "there is no game record"}, // Hex
		{"(;GM[2]SZ[8];B[f5])", "there is no game record"},   // Reversi
		{"Hello (;-) Bob", "this is a game of Go on 19 lines"},
		{"Hello (Bob)", "there is no game record"},
		{"(;GM[1]SZ[9];B[jj])", "ply 1, B[jj]: there is no such point"},
		{"(;GM[1]SZ[9];B[e5])", "ply 1, B[e5]: there is no such point"},
		{"(;GM[1]SZ[9];B[ee];W[ee])", "ply 2, e5: a stone lies on e5 already"},
		{"(;GM[1]SZ[9];B[ee];B[dd])", "ply 2, B[dd]: it is not black's turn"},
		{"(;GM[1]SZ[9];B[ee];AW[dd];B[cc])", "after ply 1: stones are set up"},
		{"(;GM[1]SZ[9]KM[3.75];B[ee])", "KM[3.75] is no komi"},
		{"(;GM[1]SZ[9]AB[zz];B[ee])", "AB[zz]: there is no such point"},
		{"(;GM[1]SZ[9]AB[aa]AW[ab][ba];B[ee])", "the stone on a9 has no free point"},
		{"(;GM[1]SZ[9];B[ee];W[];B[];W[dd])", "ply 4, d6: the game is over"},
	} {
		_, _, err := rules.ReadTranscript(both(), c[0])
		require.ErrorContains(t, err, c[1], c[0])
	}
}

// GNU Go reads what is written here, sees the same stones, and its own games are read here.
func TestSGFOfGNUGo(t *testing.T) {
	path, err := exec.LookPath("gnugo")
	if err != nil {
		path, err = exec.LookPath("/usr/games/gnugo")
	}
	if err != nil {
		if os.Getenv("TURNPOST_REAL") == "1" {
			require.NoError(t, err)
		}
		t.Skip("gnugo is not installed")
	}
	gtp := func(lines ...string) []string {
		cmd := exec.Command(path, "--mode", "gtp", "--level", "1", "--seed", "1")
		cmd.Stdin = strings.NewReader(strings.Join(append(lines, "quit"), "\n") + "\n")
		out, err := cmd.Output()
		require.NoError(t, err)
		require.NotContains(t, "\n"+string(out), "\n?")
		return strings.Split(strings.TrimPrefix(string(out), "= "), "\n\n= ")
	}
	for size, g := range map[int]rules.Game{9: Small(), 13: Medium()} {
		file := filepath.Join(t.TempDir(), "game.sgf")
		board := []string{fmt.Sprint("boardsize ", size), "clear_board", "komi 5.5", "fixed_handicap 4"}
		var plies []string
		for range 4 {
			plies = append(plies, "genmove white", "genmove black")
		}
		answers := gtp(append(append(append([]string{}, board...), plies...), "printsgf")...)
		require.Len(t, answers, 4+8+2)
		replay := append([]string{}, board...)
		start, err := g.ParsePosition("black:" + strings.Join(strings.Fields(strings.ToLower(answers[3])), "+") + ",white:first,komi:5.5")
		require.NoError(t, err)
		require.Equal(t, 4, start.(position).handicap())
		r := rules.NewRecordFrom(g, start)
		for i, answer := range answers[4:12] {
			m, err := r.Parse(strings.TrimSpace(answer))
			require.NoError(t, err)
			require.NoError(t, r.Play(m))
			replay = append(replay, "play "+[]string{"white ", "black "}[i%2]+answer)
		}
		// printsgf has the stones of the present position and no moves.
		_, printed, err := rules.ReadTranscript(both(), answers[12])
		require.NoError(t, err, answers[12])
		require.Equal(t, r.Position().(position).state.stones, printed.Position().(position).state.stones)

		written := g.Format.Write(rules.Transcript{Black: "Ada", White: "Bob"}, r)
		require.NoError(t, os.WriteFile(file, []byte(written), 0o600))
		require.Equal(t, gtp(append(replay, "list_stones black", "list_stones white", "get_komi")...)[12:],
			gtp("loadsgf "+file, "list_stones black", "list_stones white", "get_komi")[1:], written)

		// A whole game with its moves.
		cmd := exec.Command(path, "--mode", "ascii", "--level", "1", "--seed", "3", "--boardsize", fmt.Sprint(size), "--handicap", "3",
			"--outfile", file)
		cmd.Stdin = strings.NewReader("e5\nd4\npass\nresign\n")
		require.NoError(t, cmd.Run())
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		_, back, err := rules.ReadTranscript(both(), string(text))
		require.NoError(t, err, string(text))
		require.Greater(t, back.Len(), 4, string(text))
		require.Equal(t, 3, back.At(0).(position).handicap())
	}
}
