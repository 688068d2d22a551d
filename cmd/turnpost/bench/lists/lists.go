// Package lists runs the commands that list, as an operator does: by the program as it
// is, from its start to its end.
package lists

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// commands are those that list, with 100 lines as they do by default.
var commands = []string{
	"games", "games --running", "games --player 1", "players",
	"inbox", "inbox --state new", "inbox --state done", "inbox --state quarantined", "inbox --state dropped",
	"outbox", "outbox --state queued", "outbox --state sent", "outbox --state refused",
	"pauses", "pauses --all", "audit", "keys list", "daemons", "tournament list", "ladder turro", "puzzles",
}

// tables is what lists the tables of a tournament, whose name each database has its own of.
const tables = "tournament show"

// Commands are what the program lists, each once, after what only starts it.
func Commands() []string { return append(append([]string{"version"}, commands...), tables) }

// times is how often each list is printed; the least is told.
const times = 3

// Note says what was measured.
var Note = fmt.Sprintf("Milliseconds from the start of the program to its end, the least of %d, and how many lines it printed. The tournament that is shown is the first of the list; a dash: there is none.", times)

// Run runs one of the commands some times on a database, and says how long it took at
// least and how many lines it printed. found: there is something of which to list it.
func Run(ctx context.Context, program, command, file string) (least time.Duration, lines int, found bool, err error) {
	args := strings.Fields(command)
	if command == tables {
		name, err := first(ctx, program, file)
		if err != nil || name == "" {
			return 0, 0, false, err
		}
		args = append(args, name)
	}
	if command != "version" {
		args = append(args, "--db", file)
	}
	for i := range times {
		began := time.Now()
		out, err := output(ctx, program, args...)
		took := time.Since(began)
		if err != nil {
			return 0, 0, false, err
		}
		if i == 0 || took < least {
			least = took
		}
		lines = bytes.Count(out, []byte("\n"))
	}
	return least, lines, true, nil
}

// first is the name of the first tournament; "": there is none.
func first(ctx context.Context, program, file string) (string, error) {
	out, err := output(ctx, program, "tournament", "list", "--json", "--db", file)
	if err != nil || len(out) == 0 {
		return "", err
	}
	var t struct{ Name string }
	err = json.NewDecoder(bytes.NewReader(out)).Decode(&t)
	return t.Name, err
}

func output(ctx context.Context, program string, args ...string) ([]byte, error) {
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, said.Bytes())
	}
	return out, err
}
