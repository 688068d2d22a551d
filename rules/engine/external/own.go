package external

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// question is what a process of our own engine is asked in a line: for the next ply of a game.
type question struct {
	Game  string       `json:"game"`
	Start string       `json:"start,omitempty"` // the position string
	Plies []rules.Move `json:"plies"`
	Level engine.Level `json:"level,omitempty"` // 0: search Nodes nodes
	Nodes int          `json:"nodes,omitempty"`
	Seed  uint64       `json:"seed"`
}

// reply is its answer in a line.
type reply struct {
	engine.Thought
	Error string `json:"error,omitempty"`
}

// NewOwn returns our own engine in a process of its own, for all games and at the lowest priority. command
// is the words of one that answers as [ServeOwn] does. Nothing is started.
func NewOwn(command []string, log *slog.Logger) *Engine {
	e := newEngine(command, own{}, log)
	e.Patience, e.memory = ownPatience, ownMemory
	return e
}

const (
	// ownPatience is for the highest level on a machine that is busy with other work.
	ownPatience = 2 * time.Minute
	// ownMemory is more than for others, since a program in Go reserves more than it uses: some 70 MB.
	ownMemory = 8 << 30
)

// own speaks with our own engine.
type own struct{}

// begin implements dialect.
func (own) begin(*process) error { return nil }

// think implements dialect.
func (own) think(p *process, r *rules.Record, l engine.Level, b engine.Budget) (engine.Thought, error) {
	asked, err := json.Marshal(question{r.Game().Name, r.At(0).String(), r.Plies(), l, b.Nodes, b.Seed})
	if err == nil {
		err = p.send(string(asked))
	}
	if err != nil {
		return engine.Thought{}, err
	}
	line, err := p.line()
	if err != nil {
		return engine.Thought{}, err
	}
	var got reply
	switch err := json.Unmarshal([]byte(line), &got); {
	case err != nil:
		return engine.Thought{}, fmt.Errorf("%w: %w", errNonsense, err)
	case got.Error != "":
		return engine.Thought{}, fmt.Errorf("%w: %s", errRefused, got.Error)
	}
	got.Move, err = written(r, string(got.Move), func(m rules.Move) string { return string(m) })
	return got.Thought, err
}

// ServeOwn answers questions about games, a line of JSON each, until the end of in or ctx. The fields are
// game (its name), start (a position string; "" is that of the game), plies, level (1 to
// [engine.Levels]), or without it nodes, and seed. An answer has Move, Score, Line, Depth and Nodes as in
// [engine.Thought], or error.
func ServeOwn(ctx context.Context, games []rules.Game, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, mostRead)
	for lines.Scan() && ctx.Err() == nil {
		t, err := answer(ctx, games, lines.Bytes())
		r := reply{Thought: t}
		if err != nil {
			r.Error = err.Error()
		}
		if err := json.NewEncoder(out).Encode(r); err != nil {
			return err
		}
	}
	return errors.Join(lines.Err(), ctx.Err())
}

// answer answers a question.
func answer(ctx context.Context, games []rules.Game, line []byte) (t engine.Thought, err error) {
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		return t, fmt.Errorf("the question: %w", err)
	}
	g, err := rules.Find(games, q.Game)
	if err != nil {
		return t, err
	}
	r := rules.NewRecord(g)
	if q.Start != "" {
		start, err := g.ParsePosition(q.Start)
		if err != nil {
			return t, err
		}
		r = rules.NewRecordFrom(g, start)
	}
	for _, m := range q.Plies {
		if err := r.Play(m); err != nil {
			return t, err
		}
	}
	b := engine.Budget{Nodes: max(q.Nodes, 1), Seed: q.Seed}
	if q.Level == 0 {
		return engine.PVS{}.Think(ctx, r, b)
	}
	return q.Level.Think(ctx, r, b)
}
