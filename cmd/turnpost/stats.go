package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/mail/server"
)

// The output of stats --json. The keys are a contract with programs.
type (
	stats struct {
		Counts []statCount     `json:"counts"`
		Days   []statDay       `json:"days"`
		Size   int64           `json:"size"`
		Free   int64           `json:"free"`
		Schema int64           `json:"schema"`
		Alive  cli.PrintedTime `json:"alive"`
		Stored statStored      `json:"stored"`

		Sending  []statSending   `json:"sending"`
		Waiting  []statWaiting   `json:"waiting"`
		Deferred cli.PrintedTime `json:"deferred"`

		Forgetting statForgetting `json:"forgetting"`
	}
	statStored struct {
		Size  int64 `json:"size"`
		Limit int64 `json:"limit"`
	}
	statForgetting struct {
		Players int             `json:"players"`
		Since   cli.PrintedTime `json:"since"`
		Failing int             `json:"failing"`
		Next    cli.PrintedTime `json:"next"`
	}
	statSending struct {
		In    string `json:"in"`
		Sent  int    `json:"sent"`
		Limit int    `json:"limit"`
	}
	statWaiting struct {
		Class    string `json:"class"`
		Messages int    `json:"letters"`
	}
	statCount struct {
		Of   string `json:"of"`
		Kind string `json:"kind"`
		N    int    `json:"n"`
	}
	statDay struct {
		Date string `json:"date"`
		In   int    `json:"in"`
		Out  int    `json:"out"`
	}
)

// statsCommand is `turnpost stats`.
func statsCommand(a *app) *cobra.Command {
	var s store
	var days int
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count players, games, plies and messages",
		Long: `Count players, invitations, games, plies and messages by their states and kinds, the
messages of the last days (in UTC), and the size of the database. A server may be
running.

Of the sending limits it prints how many messages were sent, and may be sent, in the last
minute, hour and day, to people who never wrote, and to new receivers; how many of each
class wait; and until when the mail server accepts none. Of incoming mail it prints how
much is stored, and may be. The limits come from the configuration, so --db does not print
them.

Of players who asked to be forgotten it prints how many are not erased yet, and since when
the first of them waits; how many could not be erased, which the log explains, and when
that is tried again.

--json writes one object: "counts" (a list of {"of","kind","n"}), "days" (newest first:
{"date","in","out"}), "size" and "free" in bytes, "schema", and "alive", the last time at
which a server is known to have run; "sending" (a list of {"in","sent","limit"}, where 0
is no limit), "waiting" (a list of {"class","letters"}), "deferred" (a time or null),
"stored" ({"size","limit"} in bytes, of incoming mail) and "forgetting"
({"players","since","failing","next"}).`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			answer := stats{Counts: []statCount{}, Days: []statDay{}}
			var may server.SendingBudget
			if s.path == "" {
				c, err := config.Load(s.config)
				if err != nil {
					return err
				}
				may, answer.Stored.Limit = c.SMTP.Budget(), c.Limits.MaxStored.Bytes
			}
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				counts, err := tx.StateCounts()
				if err != nil {
					return err
				}
				for _, c := range counts {
					answer.Counts = append(answer.Counts, statCount(c))
				}
				last, err := tx.MailDays(days)
				if err != nil {
					return err
				}
				for _, d := range last {
					answer.Days = append(answer.Days, statDay(d))
				}
				if answer.Size, answer.Free, err = tx.Size(); err != nil {
					return err
				}
				if answer.Schema, err = tx.SchemaVersion(); err != nil {
					return err
				}
				if answer.Stored.Size, err = tx.StoredMail(); err != nil {
					return err
				}
				alive, err := tx.LastHeartbeat()
				answer.Alive = cli.PrintedTime(alive)
				if err != nil {
					return err
				}
				forgetting, err := tx.Forgettings()
				if err != nil {
					return err
				}
				answer.Forgetting = statForgetting{forgetting.Players, cli.PrintedTime(forgetting.Since),
					forgetting.Failing, cli.PrintedTime(forgetting.Next)}
				return answer.sending(tx, may)
			})
			if err != nil {
				return err
			}
			if s.json {
				return cli.PrintJSON(a.Out, answer)
			}
			return a.printStats(answer)
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	cmd.Flags().IntVar(&days, "days", 14, "how many days to count messages of")
	return cmd
}

// sending adds the use of the sending limits.
func (s *stats) sending(tx *db.Tx, may server.SendingBudget) error {
	b, err := tx.SendingStatus()
	s.Sending = []statSending{
		{"minute", b.Minute, may.Minute}, {"hour", b.Hour, may.Hour}, {"day", b.Day, may.Day},
		{"hour, to strangers", b.Strangers, may.Strangers},
		{"day, first messages", b.FirstContacts, may.Newcomers},
	}
	for class, n := range b.Waiting {
		s.Waiting = append(s.Waiting, statWaiting{db.MessageClass(class).String(), n})
	}
	if b.Deferred {
		s.Deferred = cli.PrintedTime(b.Account.DeferredUntil)
	}
	return err
}

func (a *app) printStats(s stats) error {
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	for _, c := range s.Counts {
		fmt.Fprintf(w, "%s\t%s\t%d\n", c.Of, c.Kind, c.N)
	}
	for _, d := range s.Days {
		fmt.Fprintf(w, "messages\t%s\t%d in, %d out\n", d.Date, d.In, d.Out)
	}
	for _, b := range s.Sending {
		limit := "no limit"
		if b.Limit > 0 {
			limit = fmt.Sprintf("of %d", b.Limit)
		}
		fmt.Fprintf(w, "sending\tin a %s\t%d, %s\n", b.In, b.Sent, limit)
	}
	for _, c := range s.Waiting {
		fmt.Fprintf(w, "waiting\t%s\t%d\n", c.Class, c.Messages)
	}
	fmt.Fprintf(w, "mail server\taccepts none until\t%s\n", s.Deferred)
	fmt.Fprintf(w, "forgetting\tunder way\t%d, since %s\n", s.Forgetting.Players, s.Forgetting.Since)
	fmt.Fprintf(w, "forgetting\tthat failed\t%d, next try %s\n", s.Forgetting.Failing, s.Forgetting.Next)
	bound := "no limit"
	if s.Stored.Limit > 0 {
		bound = "of " + octets(s.Stored.Limit)
	}
	fmt.Fprintf(w, "incoming mail\tstored\t%s, %s\n", octets(s.Stored.Size), bound)
	fmt.Fprintf(w, "database\tsize\t%s, %s of it free\n", octets(s.Size), octets(s.Free))
	fmt.Fprintf(w, "database\tschema\t%d\n", s.Schema)
	fmt.Fprintf(w, "server\tlast alive\t%s\n", s.Alive)
	return w.Flush()
}
