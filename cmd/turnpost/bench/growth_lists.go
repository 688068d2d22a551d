package bench

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// lists are the commands that list, with 100 lines as they do by default.
var lists = []string{
	"games", "games --running", "games --player 1", "players",
	"inbox", "inbox --state new", "inbox --state done", "inbox --state quarantined", "inbox --state dropped",
	"outbox", "outbox --state queued", "outbox --state sent", "outbox --state refused",
	"pauses", "pauses --all", "audit", "keys list", "daemons",
}

// timesListed is how often each list is printed; the least is told.
const timesListed = 3

// growthLists measures each list of databases, by the program as it is: what an operator
// waits for. Beside them stands what the program takes to start.
func growthLists(ctx context.Context, program string, files []string) (Table, error) {
	t := Table{title: "Growth: lists", head: []string{"command"}, notes: []string{fmt.Sprintf(
		"Milliseconds from the start of the program to its end, the least of %d, and how many lines it printed.", timesListed)}}
	commands := append([]string{"version"}, lists...)
	rows := make([][]string, len(commands))
	for i, command := range commands {
		rows[i] = []string{command}
	}
	for _, file := range files {
		t.head = append(t.head, filepath.Base(file)+" ms", "lines")
		for i, command := range commands {
			args := strings.Fields(command)
			if command != "version" {
				args = append(args, "--db", file)
			}
			took, lines, err := listed(ctx, program, args)
			if err != nil {
				return t, err
			}
			rows[i] = append(rows[i], inMillis(took), fmt.Sprint(lines))
		}
	}
	for _, row := range rows {
		t.add(row...)
	}
	return t, nil
}

// listed runs a command some times.
func listed(ctx context.Context, program string, args []string) (least time.Duration, lines int, err error) {
	for i := range timesListed {
		var said bytes.Buffer
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Stderr = &said
		began := time.Now()
		out, err := cmd.Output()
		took := time.Since(began)
		if err != nil {
			return 0, 0, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, said.Bytes())
		}
		if i == 0 || took < least {
			least = took
		}
		lines = bytes.Count(out, []byte("\n"))
	}
	return least, lines, nil
}
