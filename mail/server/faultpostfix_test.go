package server_test

import (
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/mailtest"
)

// stopWhileOwing stops Postfix when the daemon has a message to send, and waits until it
// has noticed. The players hand in through Postfix as well: when it stops while nothing
// is on its way, the daemon has nothing to send, and never will. So that the message does
// not go out as Postfix stops, the database's lock is held meanwhile: nothing is answered
// or taken to be sent.
func stopWhileOwing(t *testing.T, l *load, r *realLoad, noticed func() bool) {
	t.Helper()
	d, err := db.Open(t.Context(), l.Database)
	require.NoError(t, err)
	defer d.Close()
	person, err := imapclient.DialInsecure(r.dovecot.IMAPAddr, nil)
	require.NoError(t, err)
	defer person.Close()
	require.NoError(t, person.Login(l.User, mailtest.Password).Wait())
	inbox := func() *imap.StatusData {
		st, err := person.Status("INBOX", &imap.StatusOptions{NumMessages: true, UIDNext: true}).Wait()
		require.NoError(t, err)
		return st
	}
	for {
		require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
			unread := func() bool { return int(inbox().UIDNext)-1 > count(t, tx, `inbox`) }
			require.Eventually(t, func() bool { return unclaimed(t, tx) || unread() }, patience, 5*time.Millisecond, "players write")
			r.postfix.Stop()
			return nil
		}))
		// The last mail may have been one that came twice, of which nothing comes.
		idle := func() (yes bool) {
			require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
				yes = count(t, tx, `inbox WHERE state = 'new'`)+count(t, tx, `outbox WHERE state = 'queued'`) == 0
				return nil
			}))
			return yes
		}
		for began := time.Now(); !noticed(); time.Sleep(20 * time.Millisecond) {
			if *inbox().NumMessages == 0 && idle() {
				break
			}
			require.Less(t, time.Since(began), patience, "the daemon notices: %s", l.waiting(t))
			l.ahead.Add(int64(2 * time.Second)) // a message may wait for its next try
		}
		if noticed() {
			return
		}
		r.postfix.Start(t)
	}
}

// unclaimed reports whether the daemon has messages to answer, or to send that are not on
// their way.
func unclaimed(t *testing.T, tx *db.Tx) bool {
	t.Helper()
	return count(t, tx, `inbox WHERE state = 'new'`)+count(t, tx, `outbox WHERE state = 'queued' AND lease_until = 0`) > 0
}

// count is how many rows there are of what.
func count(t *testing.T, tx *db.Tx, what string) (n int) {
	t.Helper()
	require.NoError(t, tx.Rows(func(scan func(...any) error) error { return scan(&n) }, `SELECT count(*) FROM `+what))
	return n
}
