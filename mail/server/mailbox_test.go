package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// account is how a person's mail program reaches the servers.
type account struct {
	imap, smtp     string // host:port
	user, password string
	// TLS for IMAP from the first byte on, STARTTLS for SMTP; nil: in the clear.
	imapTLS, smtpTLS *tls.Config
	// glance, if not 0, is how long to wait for the server to tell of a mail:
	// Dovecot does so half a second late, and who looks sees it at once.
	glance time.Duration
	// stubborn goes on until the server takes a mail; otherwise one failure ends
	// the test.
	stubborn bool
	// times is how often each mail is handed in; 0 is once.
	times int
}

// submit hands in one mail as a mail program does.
func (a account) submit(from, to string, raw []byte) (err error) {
	for range max(a.times, 1) {
		begun := time.Now()
		for err = a.submitOnce(from, to, raw); err != nil && a.stubborn && time.Since(begun) < patience; err = a.submitOnce(from, to, raw) {
			time.Sleep(50 * time.Millisecond)
		}
	}
	return err
}

func (a account) submitOnce(from, to string, raw []byte) (err error) {
	var c *smtp.Client
	if a.smtpTLS != nil {
		c, err = smtp.DialStartTLS(a.smtp, a.smtpTLS)
	} else {
		c, err = smtp.Dial(a.smtp)
	}
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Auth(sasl.NewPlainClient("", a.user, a.password)); err != nil {
		return err
	}
	if err := c.SendMail(from, []string{to}, bytes.NewReader(raw)); err != nil {
		return fmt.Errorf("%s hands in a mail to %s: %w", from, to, err)
	}
	return c.Quit()
}

// mailbox is a person's INBOX on an IMAP server, read once from the first mail
// to the last.
type mailbox struct {
	conn   net.Conn
	client *imapclient.Client
	glance time.Duration
	news   chan struct{}
	next   imap.UID
}

// open logs in. The connection ends with ctx.
func (a account) open(ctx context.Context) (*mailbox, error) {
	conn, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(ctx, "tcp", a.imap)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	if a.imapTLS != nil {
		conn = tls.Client(conn, a.imapTLS)
	}
	m := &mailbox{conn: conn, glance: a.glance, news: make(chan struct{}, 1), next: 1}
	m.client = imapclient.New(conn, &imapclient.Options{
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: func(*imapclient.UnilateralDataMailbox) {
			select {
			case m.news <- struct{}{}:
			default:
			}
		}},
	})
	if err := m.client.Login(a.user, a.password).Wait(); err != nil {
		return nil, fmt.Errorf("%s logs in: %w", a.user, err)
	}
	if _, err := m.client.Select("INBOX", nil).Wait(); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *mailbox) close() { m.conn.Close() }

// wait returns the mails that were not returned before, at least one. Each wait
// has a limit of its own, because a whole game may take any time.
func (m *mailbox) wait(ctx context.Context) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		mails, err := m.fresh()
		if err != nil || len(mails) > 0 {
			return mails, err
		}
		idle, err := m.client.Idle()
		if err != nil {
			return nil, err
		}
		var look <-chan time.Time
		if m.glance > 0 {
			look = time.After(m.glance)
		}
		select {
		case <-m.news:
		case <-look:
		case <-ctx.Done():
		}
		if err := idle.Close(); err != nil {
			return nil, err
		}
		if err := idle.Wait(); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
}

// fresh returns the mails that were not returned before.
func (m *mailbox) fresh() ([][]byte, error) {
	if err := m.client.Noop().Wait(); err != nil {
		return nil, err
	}
	found, err := m.client.UIDSearch(&imap.SearchCriteria{UID: []imap.UIDSet{{imap.UIDRange{Start: m.next}}}}, nil).Wait()
	if err != nil {
		return nil, err
	}
	uids := slices.Sorted(slices.Values(found.AllUIDs()))
	var mails [][]byte
	for _, uid := range uids {
		if uid < m.next { // "n:*" holds the last mail, whatever its number
			continue
		}
		whole := &imap.FetchItemBodySection{Peek: true}
		got, err := m.client.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
		if err != nil {
			return mails, err
		}
		if len(got) != 1 {
			return mails, fmt.Errorf("mail %d has come %d times", uid, len(got))
		}
		mails = append(mails, got[0].FindBodySection(whole))
		m.next = uid + 1
	}
	return mails, nil
}

// count is the number of mails in a folder.
func (m *mailbox) count(folder string) (uint32, error) {
	st, err := m.client.Status(folder, &imap.StatusOptions{NumMessages: true}).Wait()
	if err != nil {
		return 0, err
	}
	return *st.NumMessages, nil
}
