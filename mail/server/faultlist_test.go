package server_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/mail/mailtest"
)

// faults are the rows of the table.
func faults() []fault {
	list := []fault{
		{name: "IMAP drops", felt: "IMAP", office: officeLoad, unrepeated: true, happen: again("IMAP", func(l *load) { l.in.Drop() })},
		{name: "IMAP stalls", felt: "IMAP", long: true, office: officeLoad, unrepeated: true, stalls: true, happen: func(t *testing.T, l *load) {
			l.in.Freeze()
			l.feel(t)
			time.Sleep(*span)
			l.in.Thaw()
		}},
		{name: "SMTP drops", long: true, felt: "SMTP", office: officeLoad, happen: again("SMTP", func(l *load) { l.out.Drop() })},
		{name: "SMTP stalls", felt: "SMTP", office: officeLoad, unrepeated: true, stalls: true, happen: stall},
		{name: "SMTP stalls after the dot", long: true, office: officeLoad, happen: stallAtDot},
		{name: "SMTP says 451 to recipients", felt: "4.3.0", office: officeLoad, unrepeated: true, happen: answer("RCPT", "451 4.3.0 later")},
		{name: "SMTP says 421", long: true, felt: "4.3.2", office: officeLoad, unrepeated: true, happen: answer("MAIL", "421 4.3.2 shutting down")},
		{name: "SMTP says 535 to the login", felt: "5.7.8", office: officeLoad, unrepeated: true, happen: refuseLogin},
		{name: "SMTP says 554 to the sender", long: true, felt: "5.7.1", office: officeLoad, unrepeated: true, happen: answer("MAIL", "554 5.7.1 no")},
		{name: "SMTP says 550 to a recipient", felt: "5.2.1", office: officeLoad, unrepeated: true, happen: refuseOnce, refused: func(*load) int { return 1 }},
		{name: "SMTP closes after the dot, letter taken", felt: "SMTP", office: officeLoad, happen: dots(mailtest.DotUnheard)},
		{name: "SMTP closes at the dot, letter lost", long: true, felt: "SMTP", office: officeLoad, unrepeated: true, happen: dots(mailtest.DotLost)},
		{name: "SMTP never answers some letters", felt: "never answered", office: officeLoad, happen: dots(mailtest.DotSilent)},
		{name: "stopped while SMTP takes its time", office: slowOffice, spawned: stopped, unrepeated: true},
		{name: "deliveries come twice", office: twice, unrepeated: true, happen: func(t *testing.T, l *load) {
			l.progress(t, 3)
			time.Sleep(*span)
		}},
		{name: "disk full", felt: "full", office: smallDisk, unrepeated: true, happen: fillDisk},
		{name: "database locked by a backup", office: officeLoad, unrepeated: true, happen: lockDatabase},
		{name: "clock jumps forward and back", office: officeLoad, unrepeated: true, happen: jump},
	}
	var a, b, c, d, e realLoad
	var frozen postgresLoad
	var unheard commitLoad
	return append(list,
		fault{name: "PostgreSQL's answers to COMMIT are cut off", long: true, felt: "commit", office: unheard.office, happen: unheard.happen},
		fault{name: "PostgreSQL stands still (SIGSTOP)", long: true, felt: "did not answer in time", office: frozen.office, happen: func(t *testing.T, l *load) {
			frozen.server.Freeze()
			l.feel(t)
			time.Sleep(*span)
			frozen.server.Thaw()
		}},
		fault{name: "IMAP restarts (Dovecot)", felt: "IMAP", office: a.office(mailtest.DovecotConfig{}), happen: restart(func(t *testing.T, l *load) {
			felt := l.troubles.count("IMAP")
			a.dovecot.Stop()
			time.Sleep(*span)
			require.Eventually(t, func() bool { return l.troubles.count("IMAP") > felt }, patience, 5*time.Millisecond)
			a.dovecot.Start(t)
		})},
		fault{name: "SMTP restarts (Postfix)", long: true, felt: "SMTP", office: b.office(mailtest.DovecotConfig{}), happen: restart(func(t *testing.T, l *load) {
			felt := l.troubles.count("SMTP")
			stopWhileOwing(t, l, &b, func() bool { return l.troubles.count("SMTP") > felt })
			time.Sleep(*span)
			b.postfix.Start(t)
		})},
		fault{name: "password changed (Dovecot, Postfix)", long: true, felt: "the mail server refuses the login", office: c.office(mailtest.DovecotConfig{}), happen: func(t *testing.T, l *load) {
			c.dovecot.Stop()
			c.dovecot.SetPassword(t, "another")
			c.dovecot.Start(t)
			require.Eventually(t, func() bool { return l.troubles.count("the mail server refuses the login") > 0 }, patience, 5*time.Millisecond)
			time.Sleep(*span)
			c.dovecot.Stop()
			c.dovecot.SetPassword(t, mailtest.Password)
			c.dovecot.Start(t)
		}},
		fault{name: "UIDVALIDITY changes (no MOVE)", felt: "IMAP", office: d.office(mailtest.DovecotConfig{Without: []string{"MOVE"}}), happen: func(t *testing.T, l *load) {
			// Nobody may have the mailbox open; the whole server is gone.
			d.dovecot.Stop()
			d.dovecot.Renumber(t, l.User)
			l.feel(t)
			d.dovecot.Start(t)
		}},
		fault{name: "mailboxes renamed", long: true, office: e.office(mailtest.DovecotConfig{}), happen: func(t *testing.T, l *load) { rename(t, l, e.dovecot) }},
		fault{name: "killed", office: officeLoad, spawned: killed},
	)
}

// postgresLoad is a load on a PostgreSQL server of its own.
type postgresLoad struct{ server *dbtest.Server }

func (p *postgresLoad) office(t *testing.T) *load {
	p.server = dbtest.OwnPostgres(t)
	s, _ := newOffice(t)
	s.Database, s.Patience = p.server.URL, 3*time.Second
	return newLoad(t, s, 2, s.person)
}

// again does something again and again, at no regular time, and until the daemon has
// felt it: a connection that breaks while nobody uses it is none of its troubles.
func again(felt string, f func(l *load)) func(*testing.T, *load) {
	return func(t *testing.T, l *load) {
		began := time.Now()
		for n := 0; n < 10 || time.Since(began) < *span || l.troubles.count(felt) == 0 && time.Since(began) < patience; n++ {
			f(l)
			l.ahead.Add(int64(time.Second))
			time.Sleep(5*time.Millisecond + rand.N(50*time.Millisecond))
		}
	}
}

// stall stops the bytes of SMTP when the daemon has begun to send a message, until
// it has given that up. Wherever they stopped by chance it could be after a dot,
// for whose answer a client waits so much longer that it would feel nothing.
func stall(t *testing.T, l *load) {
	l.out.Make(mailtest.SMTPTrouble{Answer: func(line string) string {
		// A message whose dot another connection has said would be sent again.
		if strings.HasPrefix(line, "MAIL") && l.out.Underway() == 0 {
			l.out.Freeze()
		}
		return "" // and nobody hears the server's
	}})
	l.feel(t)
	time.Sleep(*span)
	l.out.Make(mailtest.SMTPTrouble{})
	l.out.Thaw()
}

// stallAtDot stops the bytes of SMTP when a message has been said, for longer than
// the daemon waits for any other answer.
func stallAtDot(t *testing.T, l *load) {
	dotted := make(chan struct{})
	once := sync.OnceFunc(func() { l.out.Freeze(); close(dotted) })
	l.out.Make(mailtest.SMTPTrouble{Dot: func(string) mailtest.AtFinalDot { once(); return mailtest.DotPass }})
	<-dotted
	time.Sleep(max(*span, 2*l.Timeout)) // there is nothing that could be waited for
	l.out.Make(mailtest.SMTPTrouble{})
	l.out.Thaw()
}

// answer lets the proxy answer a command in the server's place.
func answer(command, said string) func(*testing.T, *load) {
	return func(t *testing.T, l *load) {
		l.out.Make(mailtest.SMTPTrouble{Answer: func(line string) string {
			if strings.HasPrefix(line, command) {
				return said
			}
			return ""
		}})
		over(t, l)
	}
}

// over waits for the end of a trouble of the SMTP proxy that was made a few times, and that the
// daemon has felt.
func over(t *testing.T, l *load) {
	t.Helper()
	began := time.Now()
	require.Eventually(t, func() bool {
		l.ahead.Add(int64(5 * time.Second)) // messages are tried again
		return l.out.Made() >= 3 && time.Since(began) >= *span
	}, patience+*span, 50*time.Millisecond)
	l.feel(t)
	l.out.Make(mailtest.SMTPTrouble{})
}

// refuseLogin refuses every login, and sends the daemon away when it begins a
// message, so that it has to log in again. Closing the connection could cut off the answer to a dot,
// and that message would rightly come twice.
func refuseLogin(t *testing.T, l *load) {
	l.out.Make(mailtest.SMTPTrouble{Answer: func(line string) string {
		switch {
		case strings.HasPrefix(line, "AUTH"):
			return "535 5.7.8 wrong name or password"
		case strings.HasPrefix(line, "MAIL"):
			return "421 4.3.2 come again"
		}
		return ""
	}})
	over(t, l)
}

// refuseOnce refuses one letter, which to send again would be wrong. Its reader
// has to ask.
func refuseOnce(t *testing.T, l *load) {
	victim := l.pairs[0][1] // waits for its turn or for the end of a game
	refused := make(chan struct{}, 1<<10)
	times := 0
	l.out.Make(mailtest.SMTPTrouble{Answer: func(line string) string {
		// With the tag in the return path and without it.
		if strings.HasPrefix(line, "RCPT TO:<"+victim.address+">") && times < 2 {
			times++
			refused <- struct{}{}
			return "550 5.2.1 not now"
		}
		return ""
	}})
	for range 2 {
		<-refused
	}
	l.out.Make(mailtest.SMTPTrouble{})
	require.Eventually(t, func() bool {
		l.turns[1].Lock()
		defer l.turns[1].Unlock()
		err := victim.mail(l.Robot, "Where are we?", "", plain, "games\n")
		l.posts[1].Store(int64(victim.posted))
		return err == nil
	}, patience, time.Second)
}

// dots lets a third of the messages end badly.
func dots(fate mailtest.AtFinalDot) func(*testing.T, *load) {
	return func(t *testing.T, l *load) {
		n := 0
		l.out.Make(mailtest.SMTPTrouble{Dot: func(string) mailtest.AtFinalDot {
			if n++; n%3 == 1 {
				return fate
			}
			return mailtest.DotPass
		}})
		over(t, l)
	}
}

// slowOffice is a load whose daemon waits for a server that takes long.
func slowOffice(t *testing.T) *load {
	l := officeLoad(t)
	l.Timeout = time.Minute
	return l
}

// stopped stops the daemon again and again while the server takes its time over a
// message that it has got to its end.
func stopped(t *testing.T, l *load) (stop func()) {
	said := make(chan struct{}, 1<<10)
	l.out.Make(mailtest.SMTPTrouble{Dot: func(string) mailtest.AtFinalDot {
		said <- struct{}{}
		return mailtest.DotSlow
	}})
	for range *stops {
		stop := l.start(t)
		for len(said) > 0 {
			<-said
		}
		select {
		case <-said:
		case <-time.After(patience):
			require.FailNow(t, "no letter goes out")
		}
		stop()
	}
	l.out.Make(mailtest.SMTPTrouble{})
	return l.start(t)
}

// twice is a load whose players' mails come twice.
func twice(t *testing.T) *load {
	s, _ := newOffice(t)
	return newLoad(t, s, 2, func(user string) account {
		a := s.person(user)
		a.times = 2
		return a
	})
}

// jump sets the daemon's clock forward by days, and back.
func jump(t *testing.T, l *load) {
	l.spun = true
	for _, by := range []time.Duration{3 * 24 * time.Hour, -3 * 24 * time.Hour, -time.Hour, time.Hour, 30 * time.Minute, -30 * time.Minute} {
		l.ahead.Add(int64(by))
		before := l.counts()
		require.Eventually(t, func() bool {
			for i, n := range l.counts() {
				if n < before[i]+2 {
					return false
				}
			}
			return true
		}, patience, 5*time.Millisecond, "games go on")
		time.Sleep(*span / 6)
	}
}

// restart makes a server of real ones go and come, twice.
func restart(f func(t *testing.T, l *load)) func(*testing.T, *load) {
	return func(t *testing.T, l *load) {
		for range 2 {
			f(t, l)
			l.progress(t, 1)
		}
	}
}

// rename renames the server's mailboxes under its feet, as a person may: that for
// what is done, and the INBOX. To rename that moves all mails to the new name and
// leaves it empty (RFC 9051 section 6.3.6); Dovecot has no such command, and so
// the mails are moved, again and again. In the end the person puts them back.
func rename(t *testing.T, l *load, d *mailtest.Dovecot) {
	person, err := imapclient.DialInsecure(d.IMAPAddr, nil)
	require.NoError(t, err)
	defer person.Close()
	require.NoError(t, person.Login(l.User, mailtest.Password).Wait())
	require.NoError(t, person.Rename("Turnpost.Done", "Elsewhere", nil).Wait())
	l.progress(t, 1)
	require.NoError(t, person.Create("Old", nil).Wait())
	all := imap.SeqSet{imap.SeqRange{Start: 1, Stop: 0}}
	began := time.Now()
	for n := 0; n < 20 || time.Since(began) < *span; n++ {
		time.Sleep(20 * time.Millisecond)
		if box, err := person.Select("INBOX", nil).Wait(); err == nil && box.NumMessages > 0 {
			_, _ = person.Move(all, "Old").Wait() // the server may have been faster
		}
	}
	box, err := person.Select("Old", nil).Wait()
	require.NoError(t, err)
	if box.NumMessages > 0 {
		_, err = person.Move(all, "INBOX").Wait()
		require.NoError(t, err)
	}
}

// killed kills the daemon again and again, in a process of its own.
func killed(t *testing.T, l *load) (stop func()) {
	n := *kills
	if testing.Short() {
		n /= 4
	}
	random := rand.New(rand.NewPCG(20, 0))
	for i := range n {
		d := l.spawn(t, "", 0)
		// A message that is being played at ten deaths in a row is put aside, so that
		// every other life is long enough for one.
		life := random.IntN(12)
		if i%2 == 1 {
			life = 16 + random.IntN(24)
		}
		for range life {
			<-d.steps
		}
		time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond) // to die between two steps
		d.kill()
		require.Error(t, d.wait())
		l.out.Died()
	}
	d := l.spawn(t, "", 0)
	return d.stop
}
