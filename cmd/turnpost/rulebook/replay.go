package rulebook

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"turnpost/rules"
)

// Played is the answer to one line. The names of the keys are a contract with
// programs.
type Played struct {
	Game    string  `json:"game"`
	States  []State `json:"states"` // before the first ply, and after each
	Outcome Ending  `json:"outcome"`
	Error   string  `json:"error"` // why the game goes no farther; empty: it does not
}

// State is a moment of a game.
type State struct {
	Position string       `json:"position"`
	Turn     string       `json:"turn"`
	Legal    []rules.Move `json:"legal"` // never null
}

// Ending is how a game stands at its last ply.
type Ending struct {
	Result string `json:"result"`
	Reason string `json:"reason"`
}

// Replay answers each line of in with one line on out: see 'turnpost rules replay --help'.
// The error says how many lines could not be played.
func Replay(in io.Reader, out io.Writer, games []rules.Game) error {
	// Not a Scanner: a long game may have a line of any length.
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

// replayLine plays one game as far as it goes.
func replayLine(games []rules.Game, name string, plies []string) Played {
	answer := Played{Game: name, States: []State{}}
	answer.Outcome.Result = rules.Undecided.String()
	g, err := rules.Find(games, name)
	if err != nil {
		answer.Error = err.Error()
		return answer
	}
	r := rules.NewRecord(g)
	tell := func() {
		// Never null: a program may take the length without asking first.
		legal := append([]rules.Move{}, r.Legal()...)
		answer.States = append(answer.States, State{r.Position().String(), r.Turn().String(), legal})
	}
	tell()
	if err := PlayTyped(r, plies, tell); err != nil {
		answer.Error = err.Error()
	}
	answer.Game = g.Name
	answer.Outcome = Ending{r.Outcome().Result.String(), r.Outcome().Reason}
	return answer
}
