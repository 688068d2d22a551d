package bench

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
)

const lettersLong = `Play letters of many games through the whole way: IMAP in, parse, trust, replay,
play, render text, HTML and picture, commit, and SMTP out with both answers. Beside
it measure the floor: the same libraries fetch a letter, commit one row durably,
file the letter and send two stored letters of the same size, with none of our
work.

Throughput is measured with letters waiting in the mailbox all the time; the delay
with one letter at a time, under IDLE, from its delivery until the server has
accepted both answers. The players and, unless --imap and --smtp name real servers,
the post office run in the same process: their cost is in the floor as well. The
post office keeps all letters in memory, some 100 kB for each that is played.

  turnpost bench letters -n 2000
  turnpost bench letters --pictures=false --profile cpu.out
  turnpost bench letters --imap imaps://bench:PASSWORD@mail.example.org \
      --smtp smtps://bench:PASSWORD@mail.example.org --players bench@example.org

On real servers the mailbox must be empty and the bench's own, and mail to the
players' address with any tag must be taken; it stays there.`

// lettersCommand is `turnpost bench letters`.
func lettersCommand(e cli.Env, b *Bench) *cobra.Command {
	var o Letters
	var pictures bool
	cmd := &cobra.Command{
		Use:   "letters",
		Short: "Play letters through the whole way, and beside it the floor",
		Long:  lettersLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			if o.Letters < 1 || o.Alone < 1 || o.Pairs < 1 || o.Runs < 1 {
				return exit.Errorf(exit.Usage, "the numbers of letters, games and runs are at least 1")
			}
			if err := cli.WithoutPassword(o.Database); err != nil {
				return err
			}
			o.Pictures = []bool{true, false}
			if cmd.Flags().Changed("pictures") {
				o.Pictures = []bool{pictures}
			}
			tables, err := b.Letters(ctx, o)
			if err != nil {
				return err
			}
			return Print(e.Out, tables...)
		},
	}
	f := cmd.Flags()
	f.IntVarP(&o.Letters, "letters", "n", 1000, "how many letters to play for the throughput")
	f.IntVar(&o.Alone, "alone", 200, "how many letters to play one at a time for the delay")
	f.IntVar(&o.Pairs, "games", 50, "how many games are played at the same time")
	f.IntVar(&o.Runs, "runs", 1, "measure so often, ours and the floor by turns, and print the median")
	f.BoolVar(&pictures, "pictures", true, "with pictures of the boards, or with =false without; by default both")
	f.StringVar(&o.Servers.IMAP, "imap", "", "a real server, imap://user:password@host:port or imaps://...")
	f.StringVar(&o.Servers.SMTP, "smtp", "", "a real server, smtp://user:password@host:port or smtps://...")
	f.StringVar(&o.Servers.Robot, "robot", "", "the address of the mailbox on a real server (default the IMAP user)")
	f.StringVar(&o.Servers.Players, "players", "", "the address whose tags are the players on a real server")
	f.StringVar(&o.Database, "db", "", "a database for the bench alone, a file or a postgres:// URL (default a temporary file)")
	f.StringVar(&o.Profile, "profile", "", "write CPU profiles of the first run's timed parts to this file, and the floor's beside it as .floor")
	return cmd
}
