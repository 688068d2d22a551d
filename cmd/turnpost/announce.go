package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail/handler"
)

// Limits of an announcement, in characters: every message contains its text.
const (
	mostSubject      = 150
	mostAnnouncement = 10_000
)

// announced is the output of announce --json. The keys are a contract with programs.
type announced struct {
	Subject  string `json:"subject"`
	Digest   string `json:"digest"`
	Messages int    `json:"letters"`
	DryRun   bool   `json:"dry_run"`
}

// announceCommand is `turnpost announce`.
func announceCommand(a *app) *cobra.Command {
	var s store
	var game string
	var dry, again, yes bool
	cmd := &cobra.Command{
		Use:   "announce FILE",
		Short: "Write to all active players",
		Long: `Write one message to each active player: everybody who has a running game or wrote within
90 days, and is not suspended, blocked, or without messages. The first line of FILE is
the subject, with or without "Subject:"; the text follows after an empty line, in
paragraphs with empty lines between them. On a terminal it asks before it writes. "-" is standard input. It is plain text of at most 10000 characters, and
is sent as it is to readers of all languages.

The messages wait in the outbox as digests do: messages about games are sent first, and
the limits of [smtp] apply. All are written in one transaction; a running server waits
for it, for seconds if there are thousands of players. 'turnpost audit' lists the
announcement without its text. While it is listed, the same text is refused unless
--again is given.

  turnpost announce --dry-run news.txt
  turnpost announce --game turro news.txt

--json writes one object: "subject", "digest" (which identifies the text in 'turnpost
audit'), "letters" (how many players are written to) and "dry_run".`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := a.announcement(args[0])
			if err != nil {
				return err
			}
			if text.Again = again; game != "" {
				g, err := a.game(game)
				if err != nil {
					return err
				}
				text.Rules = g.Name
			}
			n, err := a.announce(cmd.Context(), s, text, dry || !yes)
			if err == nil && !dry && !yes {
				fmt.Fprintf(a.Out, "%q, %d characters, goes to %d players and cannot be called back.\n",
					cli.OneLine(text.Subject),
					utf8.RuneCountInString(text.Text), n)
				if err = a.confirm(cmd.Context(), "Send it?", false); err == nil {
					n, err = a.announce(cmd.Context(), s, text, false)
				}
			}
			if err != nil {
				return err
			}
			if s.json {
				return cli.PrintJSON(a.Out, announced{text.Subject, text.Digest(), n, dry})
			}
			done := "written: %d; they are sent as the limits of [smtp] allow, see 'turnpost outbox'\n"
			if dry {
				done = "would be written: %d\n"
			}
			_, err = fmt.Fprintf(a.Out, "messages "+done, n)
			return err
		},
	}
	addConfigFlag(cmd, &s.config)
	addJSONFlag(cmd, &s, jsonObject)
	cmd.Flags().StringVar(&game, "game", "", "only to players with a running game of this kind")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "count the players, and write to nobody")
	addYesFlag(cmd, &yes)
	cmd.Flags().BoolVar(&again, "again", false, "even if the same text was sent before")
	return cmd
}

func (a *app) announce(ctx context.Context, s store, text handler.Announcement, dry bool) (n int, err error) {
	if dry {
		err := a.look(ctx, s,
			func(o *handler.Operator) (err error) { n, err = o.Audience(ctx, text); return err })
		return n, err
	}
	err = a.operate(ctx, s,
		func(_ *db.DB, o *handler.Operator, _ bool) (err error) {
			n, err = o.Announce(ctx, text)
			return err
		})
	if errors.Is(err, handler.ErrAnnounced) {
		return 0, cli.Errorf(cli.ExitFailed,
			"this text was sent before, see 'turnpost audit' (%s); --again sends it again", text.Digest())
	}
	return n, err
}

// announcement reads and checks the text of a file.
func (a *app) announcement(path string) (handler.Announcement, error) {
	in := a.In
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return handler.Announcement{}, cli.Errorf(cli.ExitUsage, "the announcement: %w", err)
		}
		defer file.Close()
		in = file
	}
	raw, err := io.ReadAll(io.LimitReader(in, 4*mostAnnouncement+1))
	if err != nil {
		return handler.Announcement{}, cli.Errorf(cli.ExitFailed, "the announcement: %w", err)
	}
	text := strings.TrimPrefix(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\ufeff")
	subject, text, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if name, rest, ok := strings.Cut(subject, ":"); ok && strings.EqualFold(strings.TrimSpace(name), "subject") {
		subject = rest // as at the head of a message
	}
	subject, text = strings.TrimSpace(subject), strings.TrimSpace(text)
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
	wrong := ""
	switch {
	case !utf8.ValidString(subject + text):
		wrong = "is not in UTF-8"
	case strings.ContainsFunc(subject+text, control):
		wrong = "contains control characters; it must be plain text"
	case text != "" && subject == "":
		wrong = "has no subject, which is its first line"
	case text == "":
		wrong = "has no text; its first line is the subject, and the text follows"
	case utf8.RuneCountInString(subject) > mostSubject:
		wrong = fmt.Sprintf("has a subject (its first line) of more than %d characters", mostSubject)
	case utf8.RuneCountInString(text) > mostAnnouncement:
		wrong = fmt.Sprintf("has more than %d characters", mostAnnouncement)
	}
	if wrong != "" {
		return handler.Announcement{}, cli.Errorf(cli.ExitUsage, "the announcement %s", wrong)
	}
	return handler.Announcement{Subject: subject, Text: text}, nil
}
