package server_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/mailtest"
	"turnpost/mail/postoffice"
	"turnpost/mail/server/servertest"
)

// A real Postfix takes an invitation to an address elsewhere, the server there
// refuses it, and Postfix's own report comes back to the message's return path,
// into a real Dovecot, where the daemon collects it: the invitation ends, and
// its maker is told.
func TestABounceThroughPostfixAndDovecot(t *testing.T) {
	t.Parallel()
	const domain = "play.example"
	elsewhere, err := postoffice.Start(postoffice.Config{Domain: "other.example", SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
	require.NoError(t, err)
	t.Cleanup(func() { elsewhere.Close() })
	dovecot := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	postfix := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{domain}, Dovecot: dovecot, Login: true, Elsewhere: elsewhere.SMTPAddr()})
	s := station{
		Robot: "games@" + domain, IMAP: dovecot.IMAPSAddr, SMTP: postfix.SMTPSAddr, User: "games", Password: mailtest.Password, Authserv: domain,
		Database: dbtest.File(t, "turnpost.db"), imapRoots: dovecot.RootCAs, smtpRoots: postfix.RootCAs,
	}
	stop := s.start(t)
	begun := time.Now()
	dovecot.Deliver(t, s.Robot, []byte(strings.ReplaceAll("Date: "+begun.Format(time.RFC1123Z)+"\n"+`Authentication-Results: play.example; auth=pass smtp.auth=ada@play.example
From: Ada <ada@play.example>
To: games@play.example
Subject: A game
Message-ID: <1@client.example>

challenge nobody@far.example rooya
`, "\n", "\r\n")))

	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	a := s.person("ada")
	a.glance = 20 * time.Millisecond
	box, err := a.open(ctx)
	require.NoError(t, err)
	defer box.close()
	for told := false; !told; {
		mails, err := box.wait(ctx)
		require.NoError(t, err)
		for _, raw := range mails {
			told = told || strings.Contains(servertest.ReadMessage(t, raw).Text, "Your invitation could not be delivered, Ada")
		}
	}
	took := time.Since(begun)
	s.settle(t)
	stop()

	d, err := db.Open(t.Context(), s.Database)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
		i, err := tx.Invitation(1)
		require.NoError(t, err)
		require.Equal(t, db.InvitationExpired, i.State)
		// Postfix took the message.
		sent, err := tx.Outgoing(db.OutgoingSent)
		require.NoError(t, err)
		var invitation db.Outgoing
		for _, o := range sent {
			if o.Recipient == "nobody@far.example" {
				invitation = o
			}
		}
		require.Contains(t, invitation.Sender, "games+b.")
		bounces, err := tx.Bounces(invitation.Player, time.Time{})
		require.NoError(t, err)
		require.Len(t, bounces, 1)
		require.Equal(t, invitation.ID, bounces[0].Message)
		require.Equal(t, "5.1.2", bounces[0].Status, "as the server elsewhere said")
		in, err := tx.Incoming(2)
		require.NoError(t, err)
		require.Equal(t, db.IncomingDone, in.State)
		require.Contains(t, in.Remark, "failed 5.1.2")
		require.Less(t, len(in.Raw), 200, "of a program's mail a line is kept")
		_, err = tx.Incoming(3)
		require.ErrorIs(t, err, db.ErrNotFound, "the report is not answered, and nothing comes of it")
		return nil
	}))
	t.Logf("from the challenge to the news that it came back: %v", took.Round(time.Millisecond))
}
