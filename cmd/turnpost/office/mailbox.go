package office

import (
	"context"
	"net"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Mailbox reads one person's INBOX over IMAP, as a mail program does. It
// leaves every letter where it is, unread for other programs.
type Mailbox struct {
	Addr string // host:port
	User string
	last imap.UID // of the newest letter that was handed over
}

// lookAgain is the longest wait for news, should the server forget to tell.
const lookAgain = 30 * time.Second

// Watch hands every letter to found, oldest first, until ctx is done: then it
// returns nil. After an error it can be called again and goes on where it was.
func (m *Mailbox) Watch(ctx context.Context, found func(raw []byte)) error {
	err := m.read(ctx, found)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (m *Mailbox) read(ctx context.Context, found func(raw []byte)) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", m.Addr)
	if err != nil {
		return err
	}
	// The client knows no contexts: hanging up ends whatever it waits for.
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	news := make(chan struct{}, 1)
	client := imapclient.New(conn, &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		// It runs in the client's reader: it must neither wait nor speak.
		Mailbox: func(*imapclient.UnilateralDataMailbox) {
			select {
			case news <- struct{}{}:
			default:
			}
		},
	}})
	defer client.Close()
	defer conn.Close() // first, because Close of the client waits for an answer
	if err := client.Login(m.User, Password).Wait(); err != nil {
		return err
	}
	if _, err := client.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
		return err
	}
	for {
		if err := m.fetch(client, found); err != nil {
			return err
		}
		idle, err := client.Idle()
		if err != nil {
			return err
		}
		timer := time.NewTimer(lookAgain)
		select {
		case <-ctx.Done():
			return nil
		case <-client.Closed():
		case <-news:
		case <-timer.C:
		}
		timer.Stop()
		if err := idle.Close(); err != nil {
			return err
		}
		if err := idle.Wait(); err != nil {
			return err
		}
	}
}

// fetch hands over what is newer than the last letter.
func (m *Mailbox) fetch(client *imapclient.Client, found func(raw []byte)) error {
	criteria := imap.SearchCriteria{UID: []imap.UIDSet{{imap.UIDRange{Start: m.last + 1}}}}
	uids, err := client.UIDSearch(&criteria, nil).Wait()
	if err != nil {
		return err
	}
	for _, uid := range uids.AllUIDs() {
		if uid <= m.last { // "n:*" always holds the last one (RFC 9051 section 6.4.8)
			continue
		}
		body := &imap.FetchItemBodySection{Peek: true}
		letters, err := client.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{body}}).Collect()
		if err != nil {
			return err
		}
		for _, l := range letters { // none: it was deleted meanwhile
			found(l.FindBodySection(body))
		}
		m.last = uid
	}
	return nil
}
