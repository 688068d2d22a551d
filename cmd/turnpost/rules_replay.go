package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/rules"
)

// rulesReplayCommand is `turnpost rules replay`.
func (a *app) rulesReplayCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "replay",
		Short: "Play games from standard input and tell every state as JSON",
		Long: `Play games: each line of standard input is GAME PLY PLY ..., and each line of
standard output is one JSON object with all of these keys:

  {"game":"turro",
   "states":[{"position":"...","turn":"black","legal":["a1-a2",...]},...],
   "outcome":{"result":"none","reason":""},
   "error":""}

There is one state before the first ply and one after each. "turn" is black,
white or none; "result" is none, black, white or draw; the repetition rule is
included. A ply that cannot be played stops its line, with its number (from 1)
and the reason in "error"; the other lines go on, and the exit status is 1.
Blank lines are passed over. An answer is written as soon as its line is read,
so that another program can talk to this one through two pipes.

  echo 'turro d3-d4 d5-d4' | turnpost rules replay`,
		Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error { return replay(a.in, a.out, a.games) },
	}
}

// The answer to one line. The names of the keys are a contract with programs.
type (
	replayed struct {
		Game    string          `json:"game"`
		States  []replayedState `json:"states"`
		Outcome replayedOutcome `json:"outcome"`
		Error   string          `json:"error"`
	}
	replayedState struct {
		Position string       `json:"position"`
		Turn     string       `json:"turn"`
		Legal    []rules.Move `json:"legal"`
	}
	replayedOutcome struct {
		Result string `json:"result"`
		Reason string `json:"reason"`
	}
)

// replay answers each line of in with one line on out.
func replay(in io.Reader, out io.Writer, games []rules.Game) error {
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
func replayLine(games []rules.Game, name string, plies []string) replayed {
	answer := replayed{Game: name, States: []replayedState{}}
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
		answer.States = append(answer.States, replayedState{r.Position().String(), r.Turn().String(), legal})
	}
	tell()
	if err := playTyped(r, plies, tell); err != nil {
		answer.Error = err.Error()
	}
	answer.Game = g.Name
	answer.Outcome = replayedOutcome{r.Outcome().Result.String(), r.Outcome().Reason}
	return answer
}
