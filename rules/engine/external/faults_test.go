package external

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
)

// TestMain is also a program of UCI with a fault: the test binary with the arguments "fault" and the
// fault; and our engine: for a game with the arguments "serve" and the game, or with "own".
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "fault" {
		faulty(os.Args[2], os.Args[3:])
		return
	}
	if len(os.Args) == 2 && os.Args[1] == "own" {
		if err := ServeOwn(context.Background(), all.Games(), os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		return
	}
	if len(os.Args) == 3 && os.Args[1] == "serve" { // our engine, as an external engine
		g, err := rules.Find(all.Games(), os.Args[2])
		serve := Server{g, engine.Levels, "test"}.UCI
		if ProtocolOf(g) == GTP {
			serve = Server{g, 2, "test"}.GTP
		}
		if err = errors.Join(err, serve(context.Background(), os.Stdin, os.Stdout)); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// faulty greets correctly, and fails when it is asked for a ply, unless it is called a greeting.
func faulty(fault string, args []string) {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch word, _, _ := strings.Cut(in.Text(), " "); {
		case fault == "refuses":
			answer := map[string]string{"play": "? illegal move", "level": "? unacceptable level", "genmove": "= E5",
				"list_commands": "= boardsize\nclear_board\nkomi\nlevel\nplay\ngenmove"}[word]
			fmt.Print(cmp.Or(answer, "="), "\n\n")
		case fault == "silent":
			select {}
		case fault == "other":
			fmt.Println("220 mail.example.org ESMTP")
		case fault == "gtp": // answers as a program of GTP that does not keep to it
			fmt.Print("hello\n\n")
		case word == "uci":
			fmt.Println("option name Hash type spin default 1 min 1 max 8\nuciok")
		case word == "isready":
			fmt.Println("readyok")
		case word == "quit":
			return
		case word == "go":
			fail(fault, args)
		}
	}
}

func fail(fault string, args []string) {
	switch fault {
	case "hangs":
		select {}
	case "dies":
		os.Exit(1)
	case "once": // it dies after each answer
		fmt.Println("bestmove e2e4")
		os.Exit(0)
	case "illegal":
		fmt.Println("bestmove e2e5")
	case "nothing":
		fmt.Println("bestmove (none)")
	case "half":
		fmt.Println("bestmove")
	case "writes":
		for {
			fmt.Println("info string " + strings.Repeat("x", 1000))
		}
	case "line":
		for {
			fmt.Print(strings.Repeat("x", 1000))
		}
	case "binary":
		_, _ = os.Stdout.Write([]byte("\x00\xff\x1b[2J\n\nbestmove \x00\n"))
	case "forks":
		for range 3 {
			child := exec.Command("/bin/sleep", sleeps(os.Getppid()))
			child.Stdout = os.Stdout // they hold the pipe
			_ = child.Start()
		}
		select {}
	case "tells": // what it sees
		limits, _ := os.ReadFile("/proc/self/limits")
		score, _ := os.ReadFile("/proc/self/oom_score_adj")
		open, _ := filepath.Glob("/proc/self/fd/*")
		var files []string
		for _, f := range open {
			to, _ := os.Readlink(f)
			files = append(files, to)
		}
		priority, _ := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
		text := fmt.Sprintf("%s\nenv %q\nfiles %q\npriority %d\noom %s\n", limits, os.Environ(), files, 20-priority, score)
		_ = os.WriteFile(args[0], []byte(text), 0o600)
		fmt.Println("bestmove e2e4")
	case "memory":
		var hoard [][]byte
		for len(hoard) < 100 {
			hoard = append(hoard, make([]byte, 64<<20))
		}
		fmt.Println("bestmove e2e4", len(hoard))
	}
}

func fault(words ...string) string {
	return strings.Join(append([]string{os.Args[0], "fault"}, words...), " ")
}

// sleeps is how long the children of a program sleep that a test process started, in seconds. Their
// command lines show it.
func sleeps(test int) string { return fmt.Sprintf("1000.%d", test) }

// running reports whether a process has a word on its command line.
func running(word string) bool {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range lines {
		if text, _ := os.ReadFile(path); slices.Contains(strings.Split(string(text), "\x00"), word) {
			return true
		}
	}
	return false
}

// A program that fails is killed with the processes that it started, the built-in engine plays, and
// the log says so once.
func TestFaults(t *testing.T) {
	for name, want := range map[string]error{
		"silent": errSilent, "other": errSilent, "hangs": errSilent, "dies": errDied, "illegal": errIllegal,
		"nothing": errIllegal, "half": errNonsense, "writes": errTooMuch, "line": errTooMuch, "binary": errIllegal,
		"forks": errSilent, "memory": errDied,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, "chess")
			e, log := open(t, g, fault(name))
			if want == errSilent {
				e.Patience = 300 * time.Millisecond
			}
			r := rules.NewRecord(g)
			builtIn, err := engine.Level(2).Think(t.Context(), r, engine.Budget{Nodes: 1, Seed: 3})
			require.NoError(t, err)
			for range 3 {
				th, err := e.Level(2).Think(t.Context(), r, engine.Budget{Nodes: 1, Seed: 3})
				require.NoError(t, err)
				require.Equal(t, builtIn, th)
				require.Nil(t, e.process, "it was killed")
			}
			require.Equal(t, 1, strings.Count(log.String(), "\n"), log.String())
			require.Contains(t, log.String(), want.Error())
			require.Contains(t, log.String(), "game=chess")
			require.Eventually(t, func() bool { return !running(sleeps(os.Getpid())) }, time.Minute, time.Millisecond)

			_, err = e.Judge().Think(t.Context(), r, engine.Budget{Nodes: 100})
			require.ErrorIs(t, err, ErrUnusable, "a judgement is not replaced by another engine's")
		})
	}
}

// A program that is not there, one that plays other games, and one of another protocol.
func TestUnusable(t *testing.T) {
	for _, c := range []struct{ game, command, want string }{
		{"chess", "/usr/games/no-such-program", "no such file"},
		{"chess", "/", "is a directory"},
		{"breakthrough", fault("dies"), "it does not play breakthrough"},
		{"go9", fault("gtp"), errNonsense.Error()},
	} {
		e, log := open(t, game(t, c.game), c.command)
		_, err := e.Level(1).Think(t.Context(), rules.NewRecord(game(t, c.game)), engine.Budget{Nodes: 1})
		require.NoError(t, err)
		require.Contains(t, log.String(), c.want)
	}
	_, err := New(game(t, "turro"), stockfish, slog.Default())
	require.EqualError(t, err, "external engines do not play Turro")
	_, err = New(game(t, "chess"), " ", slog.Default())
	require.Error(t, err)
}

// After repeated failures a program is left alone for more and more plies; when it works again, the
// next failure is logged again.
func TestRepeatedFailures(t *testing.T) {
	g := game(t, "chess")
	e, log := open(t, g, fault("dies"))
	think := func(l engine.Level) error {
		_, err := e.think(t.Context(), rules.NewRecord(g), l, engine.Budget{Nodes: 1})
		return err
	}
	asked := 0
	for range 30 {
		err := think(1)
		require.ErrorIs(t, err, ErrUnusable)
		if errors.Is(err, errDied) {
			asked++
		}
	}
	require.Equal(t, 5, asked, "of 30: plies 1, 2, 4, 8 and 16")
	require.Equal(t, 1, strings.Count(log.String(), "\n"))

	e.words = strings.Fields(fault("once"))
	for e.left > 0 {
		require.Error(t, think(1))
	}
	for range 3 { // it ends after each ply, and is started again
		require.NoError(t, think(1))
	}
	e.words = strings.Fields(fault("dies"))
	require.ErrorIs(t, think(1), errDied)
	require.Equal(t, 2, strings.Count(log.String(), "\n"))
}

// A game that a program of GTP refuses is no failure, but the log counts it; so it names the optional
// commands that the program does without.
func TestRefusals(t *testing.T) {
	g := game(t, "go9")
	e, log := open(t, g, fault("refuses"))
	fresh, played := rules.NewRecord(g), rules.NewRecord(g)
	require.NoError(t, played.Play("e5"))
	for range 5 {
		th, err := e.think(t.Context(), fresh, 1, engine.Budget{Nodes: 1})
		require.NoError(t, err)
		require.Equal(t, rules.Move("e5"), th.Move)
		_, err = e.think(t.Context(), played, 1, engine.Budget{Nodes: 1})
		require.ErrorIs(t, err, ErrUnusable)
		require.NotNil(t, e.process, "it was not killed")
		_, err = e.Level(1).Think(t.Context(), played, engine.Budget{Nodes: 1})
		require.NoError(t, err)
	}
	for n := 1; n <= 8; n *= 2 {
		require.Equal(t, 1, strings.Count(log.String(), fmt.Sprintf(" refused=%d ", n)), log.String())
	}
	for _, command := range []string{"kata-set-rules", "level", "set_random_seed"} {
		require.Equal(t, 1, strings.Count(log.String(), " command="+command+"\n"), log.String())
	}
	require.Equal(t, 4+3, strings.Count(log.String(), "\n"), log.String())
}

// A program sees no setting of the server and no file of it, and is limited.
func TestWhatAProgramSees(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("limits are those of Linux")
	}
	t.Setenv("TURNPOST_SMTP_PASSWORD", "hunter2")
	path := filepath.Join(t.TempDir(), "seen")
	f, err := os.Create(filepath.Join(t.TempDir(), "turnpost.db"))
	require.NoError(t, err)
	defer f.Close()
	g := game(t, "chess")
	e, _ := open(t, g, fault("tells", path))
	e.Nice = nice
	_, err = e.think(t.Context(), rules.NewRecord(g), 1, engine.Budget{Nodes: 1})
	require.NoError(t, err)
	seen, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(seen), `env ["PATH=/usr/local/bin:/usr/bin:/bin" "HOME=/nonexistent" "LC_ALL=C"]`)
	require.Contains(t, string(seen), "priority 19\n")
	require.Contains(t, string(seen), "oom 1000\n")
	require.Regexp(t, `Max address space +2147483648 +2147483648`, string(seen))
	require.Regexp(t, `Max cpu time +3600 +3600`, string(seen))
	require.NotContains(t, string(seen), "turnpost.db")
}

// A question ends with its context, and Close ends one that is asked; an idle process ends.
func TestEnds(t *testing.T) {
	g := game(t, "chess")
	e, log := open(t, g, fault("hangs"))
	ctx, cancel := context.WithCancel(t.Context())
	asked := make(chan error)
	ask := func() {
		_, err := e.Level(1).Think(ctx, rules.NewRecord(g), engine.Budget{Nodes: 1})
		asked <- err
	}
	go ask()
	cancel()
	require.ErrorIs(t, <-asked, context.Canceled)

	ctx = t.Context()
	go ask()
	require.NoError(t, e.Close())
	require.NoError(t, <-asked, "the built-in engine played")
	require.Empty(t, log.String())

	e, _ = open(t, g, fault("tells", filepath.Join(t.TempDir(), "seen")))
	_, err := e.think(t.Context(), rules.NewRecord(g), 1, engine.Budget{Nodes: 1})
	require.NoError(t, err)
	process := e.process.cmd.Process
	e.rest.Reset(0)
	require.Eventually(t, func() bool { return process.Signal(syscall.Signal(0)) != nil }, time.Minute, time.Millisecond)
	_, err = e.think(t.Context(), rules.NewRecord(g), 1, engine.Budget{Nodes: 1})
	require.NoError(t, err, "it is started again")
}
