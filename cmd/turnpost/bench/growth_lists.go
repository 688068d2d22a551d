package bench

import (
	"context"
	"fmt"
	"path/filepath"

	"turnpost/cmd/turnpost/bench/lists"
)

// growthLists measures each list of databases, by the program as it is: what an operator
// waits for. Beside them stands what the program takes to start.
func growthLists(ctx context.Context, program string, files []string) (Table, error) {
	t := Table{title: "Growth: lists", head: []string{"command"}, notes: []string{lists.Note}}
	commands := lists.Commands()
	rows := make([][]string, len(commands))
	for i, command := range commands {
		rows[i] = []string{command}
	}
	for _, file := range files {
		t.head = append(t.head, filepath.Base(file)+" ms", "lines")
		for i, command := range commands {
			took, lines, found, err := lists.Run(ctx, program, command, file)
			if err != nil {
				return t, err
			}
			if !found {
				rows[i] = append(rows[i], "-", "-")
				continue
			}
			rows[i] = append(rows[i], inMillis(took), fmt.Sprint(lines))
		}
	}
	for _, row := range rows {
		t.add(row...)
	}
	return t, nil
}
