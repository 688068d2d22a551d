package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// Server lets another program ask our engine for the plies of a game.
type Server struct {
	Game    rules.Game
	Level   engine.Level // the strength at the beginning
	Version string       // of Turnpost
}

// unlimited is the nodes, and the nanoseconds, of a search without such a limit.
const unlimited = 1 << 60

// UCI answers commands of the Universal Chess Interface until "quit", the end of in or ctx. A search is
// stopped then, except that one with a limit is completed at the end of in.
func (s Server) UCI(ctx context.Context, in io.Reader, out io.Writer) error {
	u := &uciServer{Server: s, ctx: ctx, out: out, record: rules.NewRecord(s.Game), stop: func() {}}
	lines := bufio.NewScanner(in)
	for lines.Scan() && ctx.Err() == nil {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			u.end()
			return u.failed
		}
		if err := u.do(words); err != nil {
			u.say("info string " + err.Error())
		}
	}
	if ctx.Err() != nil || u.endless {
		u.stop()
	}
	u.searching.Wait()
	return errors.Join(u.failed, lines.Err())
}

// uciServer is a conversation by UCI.
type uciServer struct {
	Server
	ctx    context.Context
	record *rules.Record

	searching sync.WaitGroup
	stop      func() // stops the search
	endless   bool   // the search has no limit

	mu     sync.Mutex
	out    io.Writer
	failed error // of out
}

// say writes a line.
func (u *uciServer) say(line string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, err := fmt.Fprintln(u.out, line); err != nil && u.failed == nil {
		u.failed = err
	}
}

// end ends the search, which writes its result.
func (u *uciServer) end() {
	u.stop()
	u.searching.Wait()
}

// do carries out a command. Unknown ones are ignored, as the protocol says.
func (u *uciServer) do(words []string) error {
	switch words[0] {
	case "uci":
		variant := u.Game.UCI.Variant
		u.say(fmt.Sprintf("id name Turnpost %s, %s\nid author the authors of Turnpost\n"+
			"option name UCI_Variant type combo default %s var %s\n"+
			"option name Skill Level type spin default %d min 1 max %d\nuciok",
			u.Version, u.Game.Title, variant, variant, u.Level, engine.Levels))
	case "isready":
		u.say("readyok")
	case "stop":
		u.end()
	case "ucinewgame":
		u.end()
		u.record = rules.NewRecord(u.Game)
	case "setoption":
		u.end()
		return u.option(words)
	case "position":
		u.end()
		return u.position(words[1:])
	case "go":
		u.end()
		u.search(words[1:])
	}
	return nil
}

// option sets an option: setoption name NAME value VALUE.
func (u *uciServer) option(words []string) error {
	name, value, _ := strings.Cut(strings.Join(words[1:], " "), " value ")
	switch n, err := strconv.Atoi(value); strings.ToLower(name) {
	case "name skill level":
		if err != nil || n < 1 || n > engine.Levels {
			return fmt.Errorf("the skill level is from 1 to %d", engine.Levels)
		}
		u.Level = engine.Level(n)
	case "name uci_variant":
		if value != u.Game.UCI.Variant {
			return fmt.Errorf("the only variant here is %s", u.Game.UCI.Variant)
		}
	}
	return nil
}

// position sets up a position: [startpos | fen FEN] [moves PLY...]. If it is wrong, the last one stays.
func (u *uciServer) position(words []string) error {
	setup, plies := words, []string(nil)
	if i := slices.Index(words, "moves"); i >= 0 {
		setup, plies = words[:i], words[i+1:]
	}
	r := rules.NewRecord(u.Game)
	if len(setup) > 0 && setup[0] == "fen" {
		fen := setup[1:]
		if len(fen) == 4 { // the counters are often left out
			fen = append(slices.Clone(fen), "0", "1")
		}
		from, err := u.Game.UCI.ReadFEN(strings.Join(fen, " "))
		if err != nil {
			return err
		}
		r = rules.NewRecordFrom(u.Game, from)
	} else if len(setup) != 1 || setup[0] != "startpos" {
		return errors.New("a position is startpos or fen")
	}
	for _, text := range plies {
		m, err := written(r, text, u.Game.UCI.Ply)
		if err == nil {
			err = r.Play(m)
		}
		if err != nil {
			return fmt.Errorf("%s is no legal ply", text)
		}
	}
	u.record = r
	return nil
}

// search begins a search with the limits of the command "go".
func (u *uciServer) search(words []string) {
	number := func(name string) (n int, ok bool) {
		if i := slices.Index(words, name); i >= 0 && i+1 < len(words) {
			n, err := strconv.Atoi(words[i+1])
			return max(n, 0), err == nil
		}
		return 0, false
	}
	r, p := u.record.Clone(), engine.PVS{Exact: true}
	b := engine.Budget{Nodes: unlimited, Seed: rand.Uint64()}
	depth, hasDepth := number("depth")
	if p.MostDepth = max(depth, 1); !hasDepth {
		p.MostDepth = 0
	}
	nodes, hasNodes := number("nodes")
	if hasNodes {
		b.Nodes = max(nodes, 1)
	}
	wait, hasTime := u.time(number)
	if !hasTime {
		wait = unlimited
	}
	u.endless = slices.Contains(words, "infinite") || !hasDepth && !hasNodes && !hasTime

	ctx, cancel := context.WithTimeout(u.ctx, wait)
	u.stop = cancel
	player, endless := engine.Player(p), u.endless
	if u.Level < engine.Levels {
		player = u.Level
	}
	u.searching.Go(func() {
		defer cancel()
		began := time.Now()
		t, err := player.Think(ctx, r, b)
		if endless {
			<-ctx.Done() // the protocol wants the result after "stop"
		}
		if err != nil {
			u.say("bestmove (none)")
			return
		}
		pv := ""
		for _, m := range t.Line {
			pv += " " + u.Game.UCI.Ply(m)
		}
		u.say(fmt.Sprintf("info depth %d score %s nodes %d time %d pv%s\nbestmove %s", t.Depth, uciScore(u.Game, t),
			t.Nodes, time.Since(began).Milliseconds(), pv, u.Game.UCI.Ply(t.Move)))
	})
}

// How the time for the rest of a game is used, if the number of plies to the next control is unknown.
const (
	pliesLeft = 30
	reserve   = 50 * time.Millisecond
)

// time is how long to think; ok is false without a limit of time.
func (u *uciServer) time(number func(name string) (int, bool)) (wait time.Duration, ok bool) {
	if n, ok := number("movetime"); ok {
		return time.Duration(n) * time.Millisecond, true
	}
	side := "b"
	if fen := strings.Fields(u.Game.UCI.FEN(u.record.Position())); fen[1] == "w" {
		side = "w"
	}
	left, ok := number(side + "time")
	if !ok {
		return 0, false
	}
	plies, _ := number("movestogo")
	more, _ := number(side + "inc")
	if plies == 0 {
		plies = pliesLeft
	}
	share := time.Duration(left/plies+more*3/4) * time.Millisecond
	return max(time.Millisecond, min(share, time.Duration(left)*time.Millisecond-reserve)), true
}

// uciScore is the score of a thought as UCI writes it: in hundredths of a pawn, or in moves to the mate.
func uciScore(g rules.Game, t engine.Thought) string {
	if plies, ok := t.Plies(); ok && t.Score > 0 {
		return fmt.Sprint("mate ", (plies+1)/2)
	} else if ok {
		return fmt.Sprint("mate ", -plies/2)
	}
	return fmt.Sprint("cp ", int(float64(t.Score)*centipawns/engine.Slope(g)))
}

// GTP answers commands of the Go Text Protocol, version 2, until "quit", the end of in or ctx. Either
// colour may play at any time, as the protocol wants: the other one passes then.
func (s Server) GTP(ctx context.Context, in io.Reader, out io.Writer) error {
	g := &gtpServer{Server: s, ctx: ctx, record: rules.NewRecord(s.Game)}
	lines := bufio.NewScanner(in)
	for lines.Scan() && ctx.Err() == nil {
		line, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(line)
		id := ""
		if len(words) > 0 && strings.Trim(words[0], "0123456789") == "" {
			id, words = words[0], words[1:]
		}
		if len(words) == 0 {
			continue
		}
		answer, err := g.do(words[0], words[1:])
		sign := "="
		if err != nil {
			sign, answer = "?", err.Error()
		}
		if _, err := fmt.Fprintf(out, "%s%s %s\n\n", sign, id, strings.TrimSpace(answer)); err != nil {
			return err
		}
		if words[0] == "quit" {
			return nil
		}
	}
	return lines.Err()
}

// gtpServer is a conversation by GTP.
type gtpServer struct {
	Server
	ctx    context.Context
	komi   string   // "" is the usual one
	stones []string // of a handicap
	plays  []gtpPlay
	record *rules.Record // of all these
}

// gtpPlay is a ply of the command play or genmove.
type gtpPlay struct {
	side   rules.Side
	vertex string
}

// The errors of the protocol that more than one command has.
var (
	errUnknown  = errors.New("unknown command")
	errSyntax   = errors.New("syntax error")
	errNotEmpty = errors.New("board not empty")
	errStones   = errors.New("invalid number of stones")
)

// gtpCommands are the commands that a gtpServer knows, and the least number of their arguments.
var gtpCommands = map[string]int{
	"boardsize": 1, "clear_board": 0, "final_score": 0, "fixed_handicap": 1, "genmove": 1, "known_command": 1,
	"komi": 1, "list_commands": 0, "name": 0, "place_free_handicap": 1, "play": 2, "protocol_version": 0, "quit": 0,
	"set_free_handicap": 1, "showboard": 0, "undo": 0, "version": 0,
}

// do carries out a command. The errors are those of the protocol.
func (g *gtpServer) do(command string, args []string) (string, error) {
	if least, known := gtpCommands[command]; !known {
		return "", errUnknown
	} else if len(args) < least {
		return "", errSyntax
	}
	switch command {
	case "protocol_version":
		return "2", nil
	case "name":
		return "Turnpost, " + g.Game.Title, nil
	case "version":
		return g.Version, nil
	case "list_commands":
		return strings.Join(slices.Sorted(maps.Keys(gtpCommands)), "\n"), nil
	case "known_command":
		_, known := gtpCommands[args[0]]
		return strconv.FormatBool(known), nil
	case "boardsize":
		if args[0] != strconv.Itoa(g.Game.GTP.Size) {
			return "", errors.New("unacceptable size")
		}
		return "", g.replay(g.komi, nil, nil)
	case "clear_board":
		return "", g.replay(g.komi, nil, nil)
	case "komi":
		if g.replay(args[0], g.stones, g.plays) != nil {
			return "", errSyntax
		}
	case "fixed_handicap":
		return g.handicap(args[0], false)
	case "place_free_handicap":
		return g.handicap(args[0], true)
	case "set_free_handicap":
		return "", g.place(args)
	case "play":
		return "", g.play(args[0], args[1])
	case "genmove":
		return g.think(args[0])
	case "undo":
		if len(g.plays) == 0 {
			return "", errors.New("cannot undo")
		}
		return "", g.replay(g.komi, g.stones, g.plays[:len(g.plays)-1])
	case "showboard":
		return "\n" + g.record.Position().Diagram(rules.Black, rules.English), nil
	case "final_score":
		return g.Game.GTP.Score(g.record.Position()), nil
	}
	return "", nil
}

// replay begins again with a komi and handicap stones, and plays plies. If any of it is impossible,
// everything stays as it was.
func (g *gtpServer) replay(komi string, stones []string, plays []gtpPlay) error {
	start, err := g.Game.GTP.Begin(komi, stones)
	if err != nil {
		return err
	}
	r := rules.NewRecordFrom(g.Game, start)
	for _, p := range plays {
		if r, err = p.on(r); err != nil {
			return err
		}
	}
	g.komi, g.stones, g.plays, g.record = komi, stones, plays, r
	return nil
}

// on plays on a copy of a record.
func (p gtpPlay) on(r *rules.Record) (*rules.Record, error) {
	r = turnTo(r, p.side)
	m, err := written(r, p.vertex, r.Game().GTP.Ply)
	if err == nil {
		err = r.Play(m)
	}
	return r, err
}

// turnTo returns a record in which a side is to move: if it is the other one's turn, or passes have
// ended the game, without these passes, and with one of the other side if need be. So passes out of
// turn never end a game.
func turnTo(r *rules.Record, side rules.Side) *rules.Record {
	r = r.Clone()
	if r.Turn() == side {
		return r
	}
	pass := func(m rules.Move) bool { return strings.EqualFold(r.Game().GTP.Ply(m), gtpPass) }
	for r.Len() > 0 && r.Turn() != side && pass(r.Plies()[r.Len()-1]) {
		r = r.Until(r.Len() - 1)
	}
	if r.Turn() != side {
		if m, err := written(r, gtpPass, r.Game().GTP.Ply); err == nil {
			_ = r.Play(m) // it is legal
		}
	}
	return r
}

// gtpPass is the vertex of a pass.
const gtpPass = "pass"

// handicap places a number of handicap stones on their usual points. If the engine may choose, it
// places fewer where there are not so many points.
func (g *gtpServer) handicap(number string, free bool) (string, error) {
	n, err := strconv.Atoi(number)
	if err != nil {
		return "", errSyntax
	}
	points := g.Game.GTP.Handicap(n)
	for ; free && points == nil && n > 1; n-- {
		points = g.Game.GTP.Handicap(n)
	}
	if points == nil {
		return "", errStones
	}
	return strings.Join(points, " "), g.place(points)
}

// place places handicap stones.
func (g *gtpServer) place(points []string) error {
	if len(g.stones)+len(g.plays) > 0 {
		return errNotEmpty
	}
	if len(points) < 2 || g.replay(g.komi, points, nil) != nil {
		return errors.New("bad vertex list")
	}
	return nil
}

// sideOf is the side of a colour, by its name or its first letter; None for any other text.
func sideOf(colour string) rules.Side {
	for side, name := range colours {
		if strings.EqualFold(colour, name) || strings.EqualFold(colour, name[:1]) {
			return side
		}
	}
	return rules.None
}

// play plays a ply.
func (g *gtpServer) play(colour, vertex string) error {
	side := sideOf(colour)
	if side == rules.None {
		return errSyntax
	}
	p := gtpPlay{side, vertex}
	r, err := p.on(g.record)
	if err != nil {
		return errors.New("illegal move")
	}
	g.plays, g.record = append(g.plays, p), r
	return nil
}

// think chooses and plays a ply.
func (g *gtpServer) think(colour string) (string, error) {
	side := sideOf(colour)
	if side == rules.None {
		return "", errSyntax
	}
	r := turnTo(g.record, side)
	if r.Turn() != side { // the game has reached its greatest length
		return gtpPass, nil
	}
	t, err := g.Level.Think(g.ctx, r, engine.Budget{Nodes: 1, Seed: rand.Uint64()})
	if err != nil {
		return "", err
	}
	vertex := g.Game.GTP.Ply(t.Move)
	return vertex, g.play(colour, vertex)
}
