package server_test

import (
	"crypto/tls"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"turnpost/db/dbtest"
	"turnpost/mail/mailtest"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// wholeGames are games that two bots of these seeds play to the end, one of them with turns
// of two plies.
var wholeGames = []struct {
	game string
	seed uint64
}{
	{"turro", 37}, {"roses", 36},
}

func TestWholeGamesThroughThePostOffice(t *testing.T) {
	t.Parallel()
	for _, c := range wholeGames {
		if testing.Short() && c.game != "roses" { // the shortest; each is played by the handler's tests
			continue
		}
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			s, _ := newOffice(t)
			ada := newBot("Ada", officeDomain, s.person("ada"), s.Robot, c.seed, 1)
			bob := newBot("Bob", officeDomain, s.person("bob"), s.Robot, c.seed, 1)
			bob.manner = len(manners) / 2
			playWholeGame(t, s, c.game, ada, bob)
		})
	}
}

func TestWholeGameThroughPostfixAndDovecot(t *testing.T) {
	t.Parallel()
	const domain = "play.example"
	dovecot := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	postfix := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{domain}, Dovecot: dovecot, Login: true})
	s := station{
		Robot: "games@" + domain, IMAP: dovecot.IMAPSAddr, SMTP: postfix.SMTPSAddr, User: "games", Password: mailtest.Password,
		Database: dbtest.File(t, "turnpost.db"), imapRoots: dovecot.RootCAs, smtpRoots: postfix.RootCAs,
	}
	person := func(user string) account {
		a := s.person(user)
		a.smtp, a.smtpTLS = postfix.SMTPAddr, &tls.Config{ServerName: "localhost", RootCAs: postfix.RootCAs}
		a.glance = 20 * time.Millisecond
		return a
	}
	game, seed := "rooya", uint64(11) // 17 plies
	if testing.Short() {
		game, seed = "roses", 17 // 9 plies
	}
	ada := newBot("Ada", domain, person("ada"), s.Robot, seed, 1)
	bob := newBot("Bob", domain, person("bob"), s.Robot, seed, 1)
	bob.manner = len(manners) / 2
	playWholeGame(t, s, game, ada, bob)
}

// playWholeGame lets two bots play a game from the challenge to the end, and
// checks all that can be seen of it. Ada challenges and begins.
func playWholeGame(t *testing.T, s station, game string, ada, bob *scriptedPlayer) {
	begin := time.Now()
	stop := s.start(t)
	require.NoError(t, ada.challenge(bob.address, game))
	group, ctx := errgroup.WithContext(t.Context())
	group.Go(func() error { return ada.play(ctx) })
	group.Go(func() error { return bob.play(ctx) })
	require.NoError(t, group.Wait())
	s.settle(t) // the last message may have arrived before the daemon was told so
	stop()
	took := time.Since(begin)

	l := s.readLedger(t)
	require.Equal(t, 1, len(l.games))
	require.Equal(t, ada.posted+bob.posted, len(l.in))
	l.checkPlies(t, ada, bob)
	l.checkDelivery(t, ada, bob)
	require.Empty(t, ada.copies)
	require.Empty(t, bob.copies)

	g, err := rules.Find(all.Games(), game)
	require.NoError(t, err)
	var plies []rules.Move
	for _, p := range l.plies[1] {
		plies = append(plies, rules.Move(p.Move))
	}
	record, err := rules.Replay(g, plies)
	require.NoError(t, err)
	require.True(t, record.Outcome().Over())
	checkMessages(t, ada, rules.Black, record)
	checkMessages(t, bob, rules.White, record)
	checkSecrets(t, ada, bob)
	checkNotes(t, ada, bob)
	checkNotes(t, bob, ada)
	t.Logf("%s: %d plies, %s; %d letters in, %d out, %v", game, record.Len(), record.Outcome(),
		len(l.in), len(l.out), took.Round(time.Millisecond))
}

// checkMessages holds every message of a player to the contract.
func checkMessages(t *testing.T, b *scriptedPlayer, side rules.Side, record *rules.Record) {
	t.Helper()
	mine := map[string]bool{}
	for i, l := range b.messages {
		require.Equal(t, "1", l.Get("Turnpost-Game"))
		require.Equal(t, record.Game().Name, l.Get("Turnpost-Rules"))
		require.Equal(t, side.String(), l.Get("Turnpost-Side"))
		require.GreaterOrEqual(t, l.ply(), 0)
		require.Equal(t, record.At(l.ply()).String(), l.Get("Turnpost-Position"))
		turn := record.At(l.ply()).Turn()
		first, _, _ := strings.Cut(l.text, "\n")
		last := l.ply() == record.Len()
		switch {
		case last:
			require.Equal(t, len(b.messages)-1, i)
			require.Equal(t, rules.None.String(), l.Get("Turnpost-Turn"))
			require.Equal(t, record.Outcome().Summary(), l.Get("Turnpost-Outcome"))
			require.Contains(t, first, ending(record.Outcome(), side))
			require.Contains(t, first, record.Game().ReasonFor(record.Outcome(), record.Outcome().Winner() == side))
		case l.Get("Turnpost-Turn") == rules.None.String():
			require.Contains(t, first, "invit", "only an invitation has nobody to move")
			require.Zero(t, l.ply())
		default:
			require.Equal(t, turn.String(), l.Get("Turnpost-Turn"))
			if turn == side {
				require.Regexp(t, "^Your move, "+b.name+` \(move `, first)
			}
		}
		if !last {
			require.NotContains(t, l.Header, "Turnpost-Outcome")
		}

		require.Contains(t, []string{"auto-generated", "auto-replied"}, l.Get("Auto-Submitted"))
		for _, name := range []string{"List-Id", "List-Help", "List-Unsubscribe", "Reply-To", "Date"} {
			require.NotEmpty(t, l.Get(name), name)
		}
		if l.Get("Turnpost-Turn") == rules.None.String() && l.ply() == 0 && side == rules.White {
			require.Contains(t, l.Get("Subject"), " invites you to "+record.Game().Title)
		} else {
			require.Equal(t, b.messages[len(b.messages)-1].Get("Subject"), l.Get("Subject"))
			require.Contains(t, l.Get("Subject"), record.Game().Title+" #1: ")
		}

		// One thread: every message goes back to the first.
		references := strings.Fields(l.Get("References"))
		if i > 0 {
			require.Contains(t, references, b.messages[0].Get("Message-Id"))
			require.Equal(t, references[len(references)-1], l.Get("In-Reply-To"))
		}
		for _, id := range references {
			require.True(t, mine[id] || strings.HasPrefix(id, "<"+strings.ToLower(b.name)+"."), "%s does not know %s", b.name, id)
		}
		mine[l.Get("Message-Id")] = true
	}
	require.True(t, b.messages[len(b.messages)-1].over(), "the last letter tells the end")
}

// ending is what a player reads of an outcome.
func ending(o rules.Outcome, side rules.Side) string {
	switch o.Result {
	case rules.Wins(side):
		return "You have won"
	case rules.Draw:
		return "a draw"
	}
	return "You have lost"
}

// checkSecrets: no message of a player holds a secret of the other.
func checkSecrets(t *testing.T, a, b *scriptedPlayer) {
	t.Helper()
	secrets := func(x *scriptedPlayer) map[string]bool {
		found := map[string]bool{}
		for _, l := range x.messages {
			for _, name := range []string{"Reply-To", "Message-Id"} {
				m := servertest.SecretPattern.FindStringSubmatch(l.Get(name))
				require.NotNil(t, m, "%s: %s", name, l.Get(name))
				found[m[1]] = true
			}
		}
		return found
	}
	search := func(x *scriptedPlayer, theirs map[string]bool) {
		for _, l := range x.messages {
			for secret := range theirs {
				require.NotContains(t, string(l.raw), secret, x.name)
				require.NotContains(t, l.text, secret, x.name)
			}
		}
	}
	search(a, secrets(b))
	search(b, secrets(a))
}

// checkNotes: what a player writes beside the last ply of a turn reaches the
// opponent, once.
func checkNotes(t *testing.T, from, to *scriptedPlayer) {
	t.Helper()
	for _, r := range from.sent {
		if r.note == "" {
			continue
		}
		times := 0
		for _, l := range to.messages {
			times += strings.Count(l.text, r.note)
		}
		want := 0
		if r.turn {
			want = 1
		}
		require.Equal(t, want, times, "%q at ply %d", r.note, r.ply+1)
	}
}
