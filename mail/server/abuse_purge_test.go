package server_test

import (
	"context"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
	"turnpost/mail/server/servertest"
)

// Who is forgotten leaves no byte in the mailbox of a real server: neither their own
// messages, filed in Turnpost/Done, nor their opponents', which quote ours. Those of
// people who had nothing to do with them stay. Out of reach of IMAP is what Dovecot
// remembers of headers, until it tidies its cache.
func TestAbuseForgottenInTheMailbox(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]mailtest.DovecotConfig{"folders": {}, "labels, as at Gmail": {Labels: true}} {
		t.Run(name, func(t *testing.T) { forgottenInTheMailbox(t, mailtest.StartDovecot(t, config), name) })
	}
}

// mailboxOf is the server's mailbox on a Dovecot.
func mailboxOf(t *testing.T, dovecot *mailtest.Dovecot) *imap.Inbox {
	host, port, err := net.SplitHostPort(dovecot.IMAPAddr)
	require.NoError(t, err)
	number, err := strconv.Atoi(port)
	require.NoError(t, err)
	in, err := imap.New(imap.Config{Host: host, Port: number, TLS: mail.Plain, User: "games", Password: mailtest.Password, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	return in
}

func forgottenInTheMailbox(t *testing.T, dovecot *mailtest.Dovecot, name string) {
	in := mailboxOf(t, dovecot)
	w := servertest.New(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Server.Run(ctx, in, servertest.FailingCourier{}) }()
	defer func() { stop(); require.NoError(t, <-ended) }()

	write := writer(t, w, dovecot)
	const zaphod = "zaphodine@quux.example"
	write(zaphod, "name Zaphodine\nchallenge bob@example.org rooya as black")
	write("bob@example.org", "#1 accept\n\n> Zaphodine <"+zaphod+"> would like to play")
	write("carol@example.org", "help")
	require.NotEmpty(t, dovecot.Traces(t, "games", "Zaphodine"))
	write(zaphod, "forget me")
	asked := append(w.Outgoing(db.OutgoingQueued), w.Outgoing(db.OutgoingSent)...)
	question := slices.MaxFunc(asked, func(a, b db.Outgoing) int { return int(a.ID - b.ID) })
	write(zaphod, "yes", "In-Reply-To: "+servertest.ReadStored(t, question.Raw).Get("Message-Id"))
	var left []string
	clean := func() bool {
		left = append(dovecot.Traces(t, "games", "Zaphodine"), dovecot.Traces(t, "games", "quux.example")...)
		left = slices.DeleteFunc(left, func(file string) bool { return strings.HasSuffix(file, "/dovecot.index.cache") })
		return len(left) == 0
	}
	for begun := time.Now(); !clean() && time.Since(begun) < time.Minute; time.Sleep(50 * time.Millisecond) {
		dovecot.Deliver(t, "games@test.example", []byte("From: dave@example.org\r\nPrecedence: bulk\r\nSubject: wakes who waits\r\n\r\nx\r\n"))
	}
	require.Empty(t, left)
	require.NotEmpty(t, dovecot.Traces(t, "games", "carol@example.org"), "others' letters stay")
	t.Logf("abuse | forget me, with letters in Turnpost/Done of a real Dovecot; %s | no trace of name or address in its files | %d files", name, len(left))
}

// writer is a way to write messages by a real mailbox, and to wait until they are
// answered.
func writer(t *testing.T, w *servertest.World, dovecot *mailtest.Dovecot) func(from, body string, header ...string) {
	n := 0
	return func(from, body string, header ...string) {
		n++
		dovecot.Deliver(t, "games@test.example", []byte(strings.ReplaceAll("Authentication-Results: turnpost.example; auth=pass smtp.auth="+from+
			"\nFrom: "+from+"\nTo: "+servertest.ServerAddress+"\nDate: "+w.Now.Format(time.RFC1123Z)+"\nSubject: A letter\nMessage-ID: <"+strconv.Itoa(n)+"@client.example>\n"+strings.Join(append(header, ""), "\n")+"\n"+body+"\n", "\n", "\r\n")))
		require.Eventually(t, func() bool {
			var in db.Incoming
			err := w.DB.View(t.Context(), func(tx *db.Tx) (err error) { in, err = tx.Incoming(int64(n)); return err })
			return err == nil && in.State == db.IncomingDone
		}, time.Minute, 10*time.Millisecond)
	}
}

// If a person has put a message of a forgotten player into another folder, it does not count
// as deleted: the server looks for it five times in four days, and then tells the operator.
func TestAbuseForgottenAndNotFound(t *testing.T) {
	t.Parallel()
	dovecot := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	w := servertest.New(t)
	var log strings.Builder
	w.Use(w.Handler, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})))
	const zaphod = "zaphodine@quux.example"
	serve := func(while func(write func(from, body string, header ...string))) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- w.Server.Run(ctx, mailboxOf(t, dovecot), servertest.FailingCourier{}) }()
		while(writer(t, w, dovecot))
		stop()
		require.NoError(t, <-ended)
	}
	serve(func(write func(from, body string, header ...string)) {
		write(zaphod, "help")
		// It is filed after it is answered, and Dovecot may be at that when we are gone.
		filed := func(file string) bool { return strings.Contains(file, "/.Turnpost.Done/") }
		require.Eventually(t, func() bool { return len(dovecot.Mails(t, "games")) == 1 && filed(dovecot.Mails(t, "games")[0]) }, time.Minute, 10*time.Millisecond)
	})
	dovecot.Refile(t, "games", ".Turnpost.Done", ".Keepsakes")

	looked := func() (looks []int) {
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			rows, err := tx.Unpurged(w.Now.Add(time.Second), 10)
			for _, row := range rows {
				looks = append(looks, row.Looks)
			}
			return err
		}))
		return looks
	}
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(zaphod)
		if err != nil {
			return err
		}
		return tx.Forget(p, "somebody", time.Hour)
	}))
	for look, wait := range []time.Duration{0, 10 * time.Minute, time.Hour, 24 * time.Hour, 72 * time.Hour} {
		require.NotContains(t, log.String(), "not found in the mailbox")
		w.Now = w.Now.Add(wait)
		serve(func(func(from, body string, header ...string)) {
			// What is to be looked for is known when forgetting is over, and is looked for when
			// somebody wakes who waits for mail.
			for begun := time.Now(); !slices.Equal(looked(), []int{look + 1}) && time.Since(begun) < time.Minute; time.Sleep(50 * time.Millisecond) {
				dovecot.Deliver(t, "games@test.example", []byte("From: dave@example.org\r\nPrecedence: bulk\r\nSubject: wakes who waits\r\n\r\nx\r\n"))
			}
			require.Equal(t, []int{look + 1}, looked())
		})
	}
	require.Contains(t, log.String(), "not found in the mailbox")
	require.NotEmpty(t, dovecot.Traces(t, "games", zaphod))
	t.Logf("abuse | forget me, with a letter that a person moved to another folder | looked for again, and the operator is told | %d looks in 4 days, then an error in the log", looked()[0])
}
