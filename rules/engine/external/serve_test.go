package external

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// Our engine and an external engine play each other through our client: both sides of a protocol.
func TestOursAgainstOthers(t *testing.T) {
	for name, command := range programs {
		t.Run(name, func(t *testing.T) {
			skiptest.Without(t, command)
			g := game(t, name)
			ours, ourLog := open(t, g, os.Args[0]+" serve "+name)
			theirs, theirLog := open(t, g, command)
			r := rules.NewRecord(g)
			for n := range 8 {
				th, err := []*Engine{ours, theirs}[n%2].think(t.Context(), r, 3, engine.Budget{Nodes: 1, Seed: 3})
				require.NoError(t, err)
				require.NoError(t, r.Play(th.Move))
			}
			require.NotContains(t, ourLog.String()+theirLog.String(), "WARN")
			if judge := ours.Judge(); judge != nil {
				th, err := judge.Think(t.Context(), r, engine.Budget{Nodes: 1000})
				require.NoError(t, err)
				require.NotZero(t, th.Depth)
			}
		})
	}
}

// talk is what a server answers to some lines.
func talk(t *testing.T, serve func(context.Context, io.Reader, io.Writer) error, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out))
	return out.String()
}

func TestServeUCI(t *testing.T) {
	const mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1"
	for _, c := range []struct {
		name  string
		lines []string
		want  string // a regular expression
	}{
		{"greeting", []string{"uci"}, `^id name Turnpost 1\.0, Chess\nid author .+\noption .*\n` +
			`option name Skill Level type spin default 9 min 1 max 9\nuciok\n$`},
		{"ready", []string{"isready"}, `^readyok\n$`},
		{"unknown", []string{"", "register later", "ponderhit", "xyzzy", "isready"}, `^readyok\n$`},
		{"quit", []string{"quit", "isready"}, `^$`},
		{"mate", []string{mate, "go depth 3"}, `^info depth \d+ score mate 1 nodes \d+ time \d+ pv e1e8\nbestmove e1e8\n$`},
		{"nodes", []string{"position startpos moves e2e4 e7e5", "go nodes 2000"}, `score cp -?\d+ nodes \d+ .*\nbestmove [a-h]`},
		{"time", []string{"position startpos", "go movetime 20"}, `\nbestmove [a-h]`},
		{"no time", []string{"position startpos", "go movetime 0"}, `\nbestmove [a-h]`},
		{"clock", []string{"position startpos moves e2e4", "go wtime 1 btime 300 winc 0 binc 1 movestogo 10"}, `\nbestmove [a-h]`},
		{"infinite", []string{mate, "go infinite", "isready", "stop", "isready"}, `^readyok\ninfo .*\nbestmove [a-h]\S+\nreadyok\n$`},
		{"left alone", []string{mate, "go infinite"}, `\nbestmove [a-h]\S+\n$`},
		{"promotion", []string{"position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8q h8h7", "go depth 1"}, `bestmove a[18]`},
		{"castling", []string{"position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8 ", "go depth 1"}, `bestmove`},
		{"short FEN", []string{"position fen 6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - -", "go depth 2"}, `bestmove e1e8`},
		{"mated", []string{"position startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 2"}, `^bestmove \(none\)\n$`},
		{"level", []string{"setoption name Skill Level value 1", "position startpos", "go"}, `\nbestmove [a-h]\S+\n$`},
		{"no level", []string{"setoption name Skill Level value 10"}, `^info string the skill level is from 1 to 9\n$`},
		{"variant", []string{"setoption name UCI_Variant value chess", "setoption name UCI_Variant value atomic"},
			`^info string the only variant here is chess\n$`},
		{"illegal", []string{"position startpos moves e2e5"}, `^info string e2e5 is no legal ply\n$`},
		{"no FEN", []string{"position fen x", "position", "position here"}, `^info string .*\ninfo string a position is .*\ninfo string`},
	} {
		require.Regexp(t, c.want, talk(t, Server{game(t, "chess"), engine.Levels, "1.0"}.UCI, c.lines...), c.name)
	}
}

func TestServeGTP(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  string // a regular expression
	}{
		{"protocol", []string{"protocol_version", "name", "version"}, `^= 2\n\n= Turnpost, Go 9x9\n\n= 1.0\n\n$`},
		{"ids and comments", []string{"7 protocol_version # which", "# nothing", "", "8"}, `^=7 2\n\n$`},
		{"commands", []string{"known_command play", "known_command xyzzy", "xyzzy", "play b", "list_commands"},
			`^= true\n\n= false\n\n\? unknown command\n\n\? syntax error\n\n= boardsize\nclear_board\n`},
		{"size", []string{"boardsize 9", "boardsize 19"}, `^= \n\n\? unacceptable size\n\n$`},
		{"komi", []string{"komi 5.5", "komi x", "play black e5", "komi 6", "final_score"},
			`^= \n\n\? syntax error\n\n= \n\n= \n\n= B\+75\n\n$`},
		{"plies", []string{"play B E5", "play b d5", "play white E5", "play w i5", "play W pass", "undo", "undo", "undo"},
			`^= \n\n= \n\n\? illegal move\n\n\? illegal move\n\n= \n\n= \n\n= \n\n= \n\n$`},
		{"undo", []string{"play b e5", "play b d5", "undo", "play w d5", "undo", "undo", "undo"},
			`^= \n\n= \n\n= \n\n= \n\n= \n\n= \n\n\? cannot undo\n\n$`},
		{"thinks", []string{"genmove w", "genmove b", "genmove b", "genmove red", "clear_board", "genmove black"},
			`^(= (pass|[A-HJ][1-9])\n\n){3}\? syntax error\n\n= \n\n= [A-HJ][1-9]\n\n$`},
		{"out of turn", []string{"play w e5", "play w e6", "play b pass", "play b pass", "play b d4", "play b d5", "final_score",
			"komi 0.5", "play w d5", "final_score"}, `^(= \n\n){6}= W\+7.5\n\n= \n\n\? illegal move\n\n= W\+0.5\n\n$`},
		{"fixed handicap", []string{"komi 0.5", "fixed_handicap 2", "fixed_handicap 2", "play w e5", "play b e4", "undo",
			"undo", "genmove w"},
			`^= \n\n= C3 G7\n\n\? board not empty\n\n= \n\n= \n\n= \n\n= \n\n= [A-HJ][1-9]\n\n$`},
		{"no handicap", []string{"fixed_handicap 1", "fixed_handicap 10", "fixed_handicap x", "fixed_handicap",
			"place_free_handicap 1", "play b e5", "fixed_handicap 2"}, `^\? invalid number of stones\n\n` +
			`\? invalid number of stones\n\n\? syntax error\n\n\? syntax error\n\n\? invalid number of stones\n\n= \n\n` +
			`\? board not empty\n\n$`},
		{"placed handicap", []string{"place_free_handicap 30", "komi 0", "clear_board", "place_free_handicap 3", "final_score"},
			`^= (\w\d ?){9}\n\n= \n\n= \n\n= C3 G7 C7\n\n= B\+81\n\n$`},
		{"free handicap", []string{"set_free_handicap A1 B1 a1", "set_free_handicap A1 K1", "set_free_handicap A1 pass",
			"set_free_handicap A1", "set_free_handicap D4 E5 F6", "play w d5", "komi 6.5", "play b d6", "final_score"},
			`^(\? bad vertex list\n\n){4}(= \n\n){4}= `},
		{"board", []string{"play b c3", "showboard"}, `(?s)^= \n\n= +\S.*\n.*3 .*X.*\n\n$`},
		{"score", []string{"final_score", "quit", "name"}, `^= W\+7.5\n\n= \n\n$`},
		{"over", []string{"play b pass", "play w pass", "play b e5", "play w pass", "play b pass", "genmove w", "play b pass"},
			`^(= \n\n){5}= (pass|[A-HJ][1-9])\n\n= \n\n$`},
	} {
		require.Regexp(t, c.want, talk(t, Server{game(t, "go9"), 2, "1.0"}.GTP, c.lines...), c.name)
	}
}
