package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
)

// Limits of an announcement, in characters: its text stands in every letter.
const (
	mostSubject      = 150
	mostAnnouncement = 10_000
)

// announced is the answer of announce --json. The names of the keys are a contract with
// programs.
type announced struct {
	Subject string `json:"subject"`
	Digest  string `json:"digest"`
	Letters int    `json:"letters"`
	DryRun  bool   `json:"dry_run"`
}

// announceCommand is `turnpost announce`.
func announceCommand(a *app) *cobra.Command {
	var s store
	var game string
	var dry, again bool
	cmd := &cobra.Command{
		Use:   "announce FILE",
		Short: "Write to all active players",
		Long: `Write one letter to each active player: to who has a game under way or has written
within 90 days, and has not stopped or paused the letters, and is not suspended or
blocked. The first line of FILE is the subject, what follows an empty line the text,
in paragraphs with an empty line between them; "-" is standard input. It is plain
text of at most 10000 characters, and goes as it stands to readers of all languages.

The letters wait in the queue as digests do: those about games go first, and the
limits of [smtp] hold. All are written at once or none is; a server waits meanwhile,
for seconds if players are thousands. It is noted in the log of 'turnpost audit', without
its words; as long as it stands there the same text goes out no more, unless --again
sends it once more. A server may be running.

  turnpost announce --dry-run news.txt
  turnpost announce --game turro news.txt

With --json there is one object: "subject", "digest" (by which 'turnpost audit' knows
the text), "letters" (how many players are written to) and "dry_run".`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := a.announcement(args[0])
			if err != nil {
				return err
			}
			if text.Again = again; game != "" {
				g, err := a.Game(game)
				if err != nil {
					return err
				}
				text.Rules = g.Name
			}
			n, err := a.announce(cmd.Context(), s, text, dry)
			if err != nil {
				return err
			}
			if s.json {
				return terminal.Object(a.Out, announced{text.Subject, text.Digest(), n, dry})
			}
			done := "written: %d; they go out as the limits of [smtp] allow, see 'turnpost outbox'\n"
			if dry {
				done = "would be written: %d\n"
			}
			_, err = fmt.Fprintf(a.Out, "letters "+done, n)
			return err
		},
	}
	addConfigFlag(cmd, &s.config)
	addJSONFlag(cmd, &s, jsonObject)
	cmd.Flags().StringVar(&game, "game", "", "only to those with a game of these rules under way")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "say to how many, and write to nobody")
	cmd.Flags().BoolVar(&again, "again", false, "though the same text went out before")
	return cmd
}

func (a *app) announce(ctx context.Context, s store, text daemon.Announcement, dry bool) (n int, err error) {
	if dry {
		err := a.look(ctx, s, func(o daemon.Operations) (err error) { n, err = o.Audience(ctx, text); return err })
		return n, err
	}
	err = a.operate(ctx, s, func(_ *db.DB, o daemon.Operations, _ bool) (err error) { n, err = o.Announce(ctx, text); return err })
	if daemon.IsAnnounced(err) {
		return 0, exit.Errorf(exit.Failed, "this text went out before, see 'turnpost audit' (%s); --again sends it once more", text.Digest())
	}
	return n, err
}

// announcement reads what is to be announced.
func (a *app) announcement(path string) (daemon.Announcement, error) {
	in := a.In
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return daemon.Announcement{}, exit.Errorf(exit.Usage, "the announcement: %w", err)
		}
		defer file.Close()
		in = file
	}
	raw, err := io.ReadAll(io.LimitReader(in, 4*mostAnnouncement+1))
	if err != nil {
		return daemon.Announcement{}, exit.Errorf(exit.Failed, "the announcement: %w", err)
	}
	text := strings.TrimPrefix(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\ufeff")
	subject, text, _ := strings.Cut(strings.TrimSpace(text), "\n")
	subject, text = strings.TrimSpace(subject), strings.TrimSpace(text)
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
	wrong := ""
	switch {
	case !utf8.ValidString(subject + text):
		wrong = "is not in UTF-8"
	case strings.ContainsFunc(subject+text, control):
		wrong = "holds control characters; it is plain text"
	case text == "":
		wrong = "has no text; its first line is the subject, and the text follows"
	case utf8.RuneCountInString(subject) > mostSubject:
		wrong = fmt.Sprintf("has a subject, which is its first line, of more than %d characters", mostSubject)
	case utf8.RuneCountInString(text) > mostAnnouncement:
		wrong = fmt.Sprintf("has more than %d characters", mostAnnouncement)
	}
	if wrong != "" {
		return daemon.Announcement{}, exit.Errorf(exit.Usage, "the announcement %s", wrong)
	}
	return daemon.Announcement{Subject: subject, Text: text}, nil
}
