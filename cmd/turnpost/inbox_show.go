package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
	"turnpost/mail"
)

// inboxSheet is the answer of inbox show --json. The names of the keys are a
// contract with programs.
type inboxSheet struct {
	Letter  inboxRow `json:"letter"`
	Header  string   `json:"header"`
	Lines   []string `json:"lines"`
	Problem string   `json:"problem"`
	Body    string   `json:"body,omitempty"`
}

// inboxShowCommand is `turnpost inbox show`.
func inboxShowCommand(a *app) *cobra.Command {
	var s store
	var body bool
	cmd := &cobra.Command{
		Use:   "show N",
		Short: "Show a letter in: its header and its writer's own lines",
		Long: `Show a letter in: what was done with it, its header as it came, and its writer's
own lines as they were read, without quoted mail and signature. A letter whose
text was erased has neither.

  turnpost inbox show 12 --body

With --json there is one object: "letter" (the fields of 'turnpost inbox'),
"header", "lines", "problem" (why it cannot be read) and with --body "body".`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a letter in")
			if err != nil {
				return err
			}
			var in db.Incoming
			err = s.view(cmd.Context(), func(tx *db.Tx) (err error) { in, err = tx.Incoming(id); return err })
			if errors.Is(err, db.ErrNotFound) {
				return exit.Errorf(exit.Failed, "there is no letter in of number %d", id)
			}
			if err != nil {
				return err
			}
			sheet := inboxSheetOf(in, body)
			if s.json {
				return terminal.Object(a.Out, sheet)
			}
			if err := printInbox(a.Out, false, []inboxRow{sheet.Letter}); err != nil {
				return err
			}
			if sheet.Problem != "" {
				fmt.Fprintf(a.Out, "\nIt cannot be read: %s\n", terminal.OneLine(sheet.Problem))
			}
			fmt.Fprintf(a.Out, "\n%s", terminal.Shown(sheet.Header))
			for _, line := range sheet.Lines {
				fmt.Fprintf(a.Out, "| %s\n", terminal.Shown(line))
			}
			if body {
				_, err = fmt.Fprintf(a.Out, "\n%s\n", terminal.Shown(sheet.Body))
			}
			return err
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	cmd.Flags().BoolVar(&body, "body", false, "also the whole body as it came")
	return cmd
}

func inboxSheetOf(in db.Incoming, body bool) inboxSheet {
	raw := strings.ReplaceAll(strings.ToValidUTF8(string(in.Raw), "\uFFFD"), "\r\n", "\n")
	header, rest, found := strings.Cut(raw, "\n\n")
	if found {
		header += "\n"
	}
	sheet := inboxSheet{Letter: inboxRows([]db.Incoming{in})[0], Header: header, Lines: []string{}}
	if len(in.Raw) == 0 {
		sheet.Problem = "its text was erased"
		return sheet
	}
	if letter, err := mail.Read(in.Raw); err != nil {
		sheet.Problem = err.Error()
	} else {
		sheet.Lines = append(sheet.Lines, letter.Lines...)
	}
	if body {
		sheet.Body = rest
	}
	return sheet
}
