package imap_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
)

// refuser stands before an IMAP server and refuses to move mails while it is told to.
func refuser(t *testing.T, server string, refuses *atomic.Bool) string {
	return mailtest.Between(t, server, func(line string) (string, bool) {
		if tag, command, _ := strings.Cut(line, " "); refuses.Load() && strings.HasPrefix(command, "UID MOVE") {
			return tag + " NO [OVERQUOTA] no room\r\n", false
		}
		return "", false
	})
}

// A mail whose filing the server refused is marked, counts once, and is filed by a later
// connection; one that bears \Deleted is left alone, and the operator is told.
func TestWhatIsPassedOver(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	person, err := imapclient.DialInsecure(d.IMAPAddr, nil)
	require.NoError(t, err)
	defer person.Close()
	require.NoError(t, person.Login("robot", mailtest.Password).Wait())
	var refuses atomic.Bool
	refuses.Store(true)
	addr := refuser(t, d.IMAPAddr, &refuses)
	var log bytes.Buffer
	in := opener(imap.Config{TLS: mail.Plain, User: "robot", Password: mailtest.Password, Log: slog.New(slog.NewTextHandler(&log, nil))}, addr)(t, mailtest.InboxOptions{Poll: 50 * time.Millisecond})
	for _, s := range []string{"1", "2", "3"} {
		d.Deliver(t, "robot@test.example", raw(s))
	}
	collect := func() int {
		n, err := in.Collect(t.Context(), keepAll)
		require.NoError(t, err)
		return n
	}
	lie := func(box string) uint32 {
		st, err := person.Status(box, &goimap.StatusOptions{NumMessages: true}).Wait()
		require.NoError(t, err)
		return *st.NumMessages
	}
	require.Equal(t, 3, collect())
	require.EqualValues(t, 3, lie("INBOX"))
	require.Equal(t, 0, collect(), "they are marked")
	require.NoError(t, in.Close())
	require.Equal(t, 0, collect(), "a refusal holds up nothing")
	require.Contains(t, log.String(), "stay marked")
	require.NotContains(t, log.String(), "Deleted")

	d.DeliverDeleted(t, "robot", raw("deleted"))
	d.DeliverDeleted(t, "robot", append([]byte(mail.DoctorField+": x\r\n"), raw("deleted")...))
	refuses.Store(false)
	require.NoError(t, in.Close())
	require.Equal(t, 0, collect())
	require.EqualValues(t, 3, lie("Turnpost.Done"))
	require.EqualValues(t, 2, lie("INBOX"))
	require.Contains(t, log.String(), "are filed")
	require.Regexp(t, `level=WARN msg="messages in the mailbox have the flag .*messages=1\n`, log.String())
	require.NoError(t, in.Close())
	told := log.Len()
	require.Equal(t, 0, collect())
	require.Equal(t, told, log.Len(), "it is told once")
	d.DeliverDeleted(t, "robot", raw("deleted later"))
	// The same connection finds it at a poll.
	for !strings.Contains(log.String(), "messages=2\n") {
		require.NoError(t, in.Wait(t.Context()))
		require.Equal(t, 0, collect())
	}
}

// A mailbox that is nearly full is reported once.
func TestAMailboxThatIsNearlyFull(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{Quota: "20kB"})
	var log bytes.Buffer
	in := opener(imap.Config{TLS: mail.Plain, User: "robot", Password: mailtest.Password, Log: slog.New(slog.NewTextHandler(&log, nil))}, d.IMAPAddr)(t, mailtest.InboxOptions{}).(*imap.Inbox)
	collect := func() {
		_, err := in.Collect(t.Context(), keepAll)
		require.NoError(t, err)
		require.NoError(t, in.Close())
	}
	collect()
	require.Zero(t, in.QuotaUsed())
	d.Deliver(t, "robot@test.example", append(raw("large"), strings.Repeat("0123456789abcdef\r\n", 1050)...))
	for range 2 {
		collect()
	}
	require.GreaterOrEqual(t, in.QuotaUsed(), imap.NearlyFull)
	require.Equal(t, 1, strings.Count(log.String(), "the mailbox is nearly full"))
}

// A mail that another program deletes while it is fetched has no octets, as Dovecot says
// then: it is none, and so is not kept as one that cannot be read.
func TestMailThatIsTakenAwayMeanwhile(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	d.Deliver(t, "robot@test.example", raw("1"))
	var takes atomic.Bool
	takes.Store(true)
	addr := mailtest.Between(t, d.IMAPAddr, func(line string) (string, bool) {
		if tag, command, _ := strings.Cut(line, " "); takes.Load() && strings.HasPrefix(command, "UID FETCH 1 ") {
			return "* 1 FETCH (UID 1 RFC822.SIZE 0 BODY[]<0> \"\")\r\n" + tag + " OK done\r\n", false
		}
		return "", false
	})
	in := opener(imap.Config{TLS: mail.Plain, User: "robot", Password: mailtest.Password}, addr)(t, mailtest.InboxOptions{})
	n, err := in.Collect(t.Context(), keepAll)
	require.NoError(t, err)
	require.Zero(t, n)
	takes.Store(false)
	n, err = in.Collect(t.Context(), keepAll)
	require.NoError(t, err)
	require.Equal(t, 1, n)
}
