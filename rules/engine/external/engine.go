package external

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// Protocol is the language of a program.
type Protocol string

// The protocols.
const (
	UCI Protocol = "uci"
	GTP Protocol = "gtp"
)

// ProtocolOf is the protocol in which external engines play a game; "" if there is none.
func ProtocolOf(g rules.Game) Protocol {
	switch {
	case g.UCI != nil:
		return UCI
	case g.GTP != nil:
		return GTP
	}
	return ""
}

// ErrUnusable says that a program cannot be used at the moment. Its text says why.
var ErrUnusable = errors.New("the external engine is not usable")

const (
	patience = 20 * time.Second
	idle     = 5 * time.Minute
	nice     = 19
	// mostMemory is the bytes of address space of a program.
	mostMemory = 2 << 30
	// mostTime is the seconds of processor time of a program; then it ends, and is started again.
	mostTime = 60 * 60
	// mostLeft is for how many plies a program is left alone, at most, that failed again and again.
	mostLeft = 63
)

// judging is the strength of an engine that judges; others are levels.
const judging = engine.Level(0)

// dialect speaks a protocol with a process.
type dialect interface {
	// begin greets a process that was started.
	begin(p *process) error
	// think asks for a ply.
	think(p *process, r *rules.Record, l engine.Level, b engine.Budget) (engine.Thought, error)
}

// Engine is an external engine that plays one game. It is safe for concurrent use.
type Engine struct {
	// Patience is how long the program may take to start and to answer, and Idle after how long
	// without a question its process ends. Nice is the priority of the process. They must be set
	// before the first use.
	Patience, Idle time.Duration
	Nice           int

	words   []string
	memory  uint64 // the most address space of the process, in bytes
	dialect dialect
	log     *slog.Logger
	ctx     context.Context // until Close
	cancel  func()

	turn    chan struct{} // holds an element while somebody uses the following
	process *process      // nil: it does not run
	rest    *time.Timer   // ends the process
	failed  int           // times in a row
	left    int           // plies for which it is still left alone
	refused int           // plies in games that it cannot continue
}

// New returns the engine of a game by a command: the path of a program and its arguments, with
// spaces between. Nothing is started.
func New(g rules.Game, command string, log *slog.Logger) (*Engine, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, errors.New("a command without words")
	}
	log = log.With("game", g.Name)
	switch ProtocolOf(g) {
	case UCI:
		return newEngine(words, &uci{game: g}, log), nil
	case GTP:
		gtp := &gtp{game: g, log: log.With("program", words[0]), lacking: map[string]bool{}}
		return newEngine(words, gtp, log), nil
	}
	return nil, fmt.Errorf("external engines do not play %s", g.Title)
}

func newEngine(words []string, d dialect, log *slog.Logger) *Engine {
	e := &Engine{words: words, dialect: d, log: log, Patience: patience, Idle: idle, Nice: nice, memory: mostMemory,
		turn: make(chan struct{}, 1)}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	e.rest = time.AfterFunc(idle, e.end)
	return e
}

// Close ends the process. A question that is not answered fails.
func (e *Engine) Close() error {
	e.cancel()
	e.rest.Stop()
	e.turn <- struct{}{}
	defer func() { <-e.turn }()
	e.stop()
	return nil
}

// end ends the process, if nobody uses it.
func (e *Engine) end() {
	select {
	case e.turn <- struct{}{}:
		e.stop()
		<-e.turn
	default:
	}
}

func (e *Engine) stop() {
	if e.process != nil {
		e.process.kill()
		e.process = nil
	}
}

// Program is the name of the program, without its path.
func (e *Engine) Program() string { return filepath.Base(e.words[0]) }

// Level returns a player of a strength. It ignores the nodes of the budget. Where the program is not
// usable, the built-in engine plays.
func (e *Engine) Level(l engine.Level) engine.Player { return player{e, l} }

// Judge returns a player whose thoughts have scores in the scale of the built-in engine, with a part of
// its budget of nodes; nil if the program gives none. Its error is ErrUnusable if the program is not
// usable. The judge of NewOwn is the built-in engine with the whole budget.
func (e *Engine) Judge() engine.Player {
	if _, ok := e.dialect.(*gtp); ok {
		return nil
	}
	return player{e, judging}
}

// player is an engine with a strength.
type player struct {
	engine *Engine
	level  engine.Level
}

// Name implements engine.Player.
func (p player) Name() string { return "external:" + p.engine.words[0] }

// Think implements engine.Player.
func (p player) Think(ctx context.Context, r *rules.Record, b engine.Budget) (engine.Thought, error) {
	if r.Outcome().Over() {
		return engine.Thought{}, engine.ErrOver
	}
	t, err := p.engine.think(ctx, r, p.level, b)
	if err == nil || ctx.Err() != nil || p.level == judging {
		return t, err
	}
	return p.level.Think(ctx, r, b)
}

// think asks the program. The error is that of ctx, or ErrUnusable.
func (e *Engine) think(ctx context.Context, r *rules.Record, l engine.Level, b engine.Budget) (engine.Thought, error) {
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return engine.Thought{}, ctx.Err()
	}
	defer func() { <-e.turn }()
	if e.left > 0 {
		e.left--
		return engine.Thought{}, fmt.Errorf("%w: it failed %d times in a row", ErrUnusable, e.failed)
	}
	reused := e.process != nil
	t, err := e.ask(ctx, r, l, b)
	if reused && errors.Is(err, errDied) {
		t, err = e.ask(ctx, r, l, b)
	}
	e.rest.Reset(e.Idle)
	switch {
	case err == nil:
		e.failed = 0
		return t, nil
	case ctx.Err() != nil:
		return t, ctx.Err()
	case errors.Is(err, errRefused):
		// Other games can be continued, so it is not left alone.
		if e.refused++; e.refused&(e.refused-1) == 0 {
			e.log.Warn("the external engine refuses a game; the built-in engine plays there", "program", e.words[0],
				"refused", e.refused, "error", err)
		}
		return t, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	if e.failed++; e.failed == 1 && e.ctx.Err() == nil {
		e.log.Warn("the external engine failed; the built-in engine plays until it works", "program", e.words[0],
			"error", err)
	}
	e.left = min(1<<(min(e.failed, 7)-1)-1, mostLeft)
	return t, fmt.Errorf("%w: %w", ErrUnusable, err)
}

// ask starts the program if it does not run, and asks it once. If it fails, the process is ended.
func (e *Engine) ask(ctx context.Context, r *rules.Record, l engine.Level, b engine.Budget) (t engine.Thought,
	err error) {
	ctx, cancel := context.WithTimeout(ctx, e.Patience)
	defer cancel()
	defer context.AfterFunc(e.ctx, cancel)()
	fresh := e.process == nil
	if fresh {
		if err = e.ctx.Err(); err == nil {
			e.process, err = start(e.words, e.Nice, e.memory)
		}
		if err != nil {
			return t, err
		}
	}
	defer e.process.within(ctx)()
	if fresh {
		if err = e.dialect.begin(e.process); errors.Is(err, errRefused) {
			err = fmt.Errorf("%w: it refuses the game: %s", errNonsense, err)
		}
	}
	if err == nil {
		t, err = e.dialect.think(e.process, r, l, b)
	}
	if err != nil && !errors.Is(err, errRefused) || ctx.Err() != nil {
		e.stop()
	}
	return t, err
}

// written is the legal ply that a protocol writes so.
func written(r *rules.Record, text string, ply func(rules.Move) string) (rules.Move, error) {
	for _, m := range r.Legal() {
		if strings.EqualFold(ply(m), text) {
			return m, nil
		}
	}
	return "", fmt.Errorf("%w: %.20q", errIllegal, text)
}
