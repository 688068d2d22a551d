package imap_test

import (
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/mailtest"
)

// Filed mails that are too old, and those of somebody who was forgotten, leave no
// byte on a real server, and no other mail goes with them: not one that is not filed
// yet, and not one whose Message-ID only holds theirs.
func TestAbuseFiledMailsStay(t *testing.T) {
	for name, c := range map[string]struct {
		config mailtest.DovecotConfig
		left   int // of what goes, its files
	}{
		"moved":          {mailtest.DovecotConfig{}, 0},
		"marked":         {mailtest.DovecotConfig{Without: []string{"MOVE"}}, 0},
		"only \\Deleted": {mailtest.DovecotConfig{Without: []string{"MOVE", "UIDPLUS"}}, 4},
		"labels":         {mailtest.DovecotConfig{Labels: true}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := mailtest.StartDovecot(t, c.config)
			person, err := imapclient.DialInsecure(d.IMAPAddr, nil)
			require.NoError(t, err)
			defer person.Close()
			require.NoError(t, person.Login("robot", mailtest.Password).Wait())
			put := func(age time.Duration, id, word string) {
				raw := message(id, word)
				cmd := person.Append("INBOX", int64(len(raw)), &imap.AppendOptions{Time: time.Now().Add(-age)})
				_, err := cmd.Write(raw)
				require.NoError(t, err)
				require.NoError(t, cmd.Close())
				_, err = cmd.Wait()
				require.NoError(t, err)
			}
			nameless, _ := mail.Identity(message("", "Incognito"))
			const day = 24 * time.Hour
			put(40*day, "1@x", "Antiquity")
			put(0, "2@x", "Zaphodine")
			put(29*day, "2@x.y", "Neighbour")
			put(0, "3@x", "Freshness")
			put(0, "", "Incognito")
			put(0, "", "Anonymous")
			put(0, "k\u00e4se@x", "Roquefort")
			in := dovecotBox(d, mail.Plain, d.IMAPAddr, "robot").Open(t, mailtest.InboxOptions{})
			n, err := in.Collect(t.Context(), keepAll)
			require.NoError(t, err)
			require.Equal(t, 7, n)
			put(40*day, "4@x", "Latecomer")

			ids := []string{"2@x", "never@was", "k\u00e4se@x", nameless}
			p, err := in.(mail.Purger).Purge(t.Context(), time.Now().Add(-30*day), ids)
			require.NoError(t, err)
			require.Equal(t, mail.Purged{Messages: 4, Missing: []string{"never@was"}}, p)
			for _, word := range []string{"Neighbour", "Freshness", "Anonymous", "Latecomer"} {
				require.NotEmpty(t, d.Traces(t, "robot", word), word)
			}
			var left []string
			for _, word := range []string{"Antiquity", "Zaphodine", "Incognito", "Roquefort"} {
				left = append(left, d.Traces(t, "robot", word)...)
			}
			require.Len(t, left, c.left, left)
			p, err = in.(mail.Purger).Purge(t.Context(), time.Now().Add(-30*day), ids)
			require.NoError(t, err)
			require.Equal(t, mail.Purged{Missing: ids}, p)
			n, err = in.Collect(t.Context(), keepAll)
			require.NoError(t, err)
			require.Equal(t, 1, n, "who came late")
			must := "their files are gone"
			if c.left > 0 {
				must = "they bear \\Deleted"
			}
			t.Logf("abuse | filed mails that are too old, or of forgotten players; %s | %s | %d files left", name, must, len(left))
		})
	}
}

// A look that ended between the trash and its end is taken up by the next; a server
// with labels and no trash deletes nothing, and is not said to.
func TestAbuseLabelsWithoutAWayOut(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{Labels: true})
	person, err := imapclient.DialInsecure(d.IMAPAddr, nil)
	require.NoError(t, err)
	defer person.Close()
	require.NoError(t, person.Login("robot", mailtest.Password).Wait())
	raw := message("1@x", "Zaphodine")
	cmd := person.Append("[Gmail]/Bin", int64(len(raw)), nil)
	_, err = cmd.Write(raw)
	require.NoError(t, err)
	require.NoError(t, cmd.Close())
	_, err = cmd.Wait()
	require.NoError(t, err)
	in := dovecotBox(d, mail.Plain, d.IMAPAddr, "robot").Open(t, mailtest.InboxOptions{})
	p, err := in.(mail.Purger).Purge(t.Context(), time.Time{}, []string{"1@x"})
	require.NoError(t, err)
	require.Equal(t, mail.Purged{Messages: 1}, p)
	require.Empty(t, d.Traces(t, "robot", "Zaphodine"))

	hidden := mailtest.StartDovecot(t, mailtest.DovecotConfig{Labels: true, NoTrash: true})
	in = dovecotBox(hidden, mail.Plain, hidden.IMAPAddr, "robot").Open(t, mailtest.InboxOptions{})
	_, err = in.(mail.Purger).Purge(t.Context(), time.Time{}, []string{"1@x"})
	require.ErrorContains(t, err, `no folder with the attribute \Trash`)
	t.Log("abuse | folders that are labels, with a letter left in the trash, or with no trash | deleted; said | 0 files left; 1 error")
}

func message(id, word string) []byte {
	if id != "" {
		id = "Message-ID: <" + id + ">\r\n"
	}
	return []byte("From: a@test.example\r\n" + id + "Subject: " + word + "\r\n\r\nbody of " + word + "\r\n")
}
