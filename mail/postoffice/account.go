package postoffice

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

const delimiter = '/'

// account is one person's mail. The memory server holds the messages; the account holds what
// that does not: the folders with their uses, and the clients that wait for changes.
type account struct {
	name string
	user *imapmemserver.User
	base uint32 // added to the memory server's UIDVALIDITY

	// changing serialises commands that touch two folders: the memory server
	// locks one and then the other, and two copies in opposite directions would
	// wait for each other for ever.
	changing sync.Mutex

	mu       sync.Mutex
	folders  map[string]*folder
	watchers map[chan struct{}]struct{}
}

// folder is what LIST shows of a folder.
type folder struct {
	subscribed bool
	use        []imap.MailboxAttr // RFC 6154
}

func newAccount(name string, base uint32) (*account, error) {
	acc := &account{
		name:     name,
		user:     imapmemserver.NewUser(name, ""),
		base:     base,
		folders:  make(map[string]*folder),
		watchers: make(map[chan struct{}]struct{}),
	}
	for _, f := range []struct {
		name string
		use  []imap.MailboxAttr
	}{
		{"INBOX", nil},
		{"Drafts", []imap.MailboxAttr{imap.MailboxAttrDrafts}},
		{"Sent", []imap.MailboxAttr{imap.MailboxAttrSent}},
		{"Trash", []imap.MailboxAttr{imap.MailboxAttrTrash}},
	} {
		if err := acc.create(f.name, f.use); err != nil {
			return nil, err
		}
		acc.folders[f.name].subscribed = true
	}
	return acc, nil
}

// maxFolders is far more than a person makes and far less than memory holds.
const maxFolders = 1000

// create makes a folder, and its parents first (RFC 9051, section 6.3.4).
func (acc *account) create(name string, use []imap.MailboxAttr) error {
	acc.mu.Lock()
	defer acc.mu.Unlock()
	name = strings.TrimRight(name, string(delimiter))
	if name == "" || len(name) > 500 || strings.HasPrefix(name, "/") || strings.Contains(name, "//") {
		return no(imap.ResponseCodeCannot, "This cannot be the name of a mailbox")
	}
	if len(acc.folders) >= maxFolders {
		return no(imap.ResponseCodeLimit, fmt.Sprintf("There are no more than %d mailboxes", maxFolders))
	}
	for i, r := range name {
		if r == delimiter {
			if err := acc.createLocked(name[:i], nil); err != nil && acc.folders[name[:i]] == nil {
				return err
			}
		}
	}
	return acc.createLocked(name, use)
}

func (acc *account) createLocked(name string, use []imap.MailboxAttr) error {
	if err := acc.user.Create(name, nil); err != nil {
		return err
	}
	acc.folders[name] = &folder{use: use}
	return nil
}

// file puts a message in the INBOX.
func (acc *account) file(raw []byte, maxBytes int64) error {
	st, err := acc.user.Status("INBOX", &imap.StatusOptions{Size: true})
	if err != nil {
		return err
	}
	if *st.Size+int64(len(raw)) > maxBytes {
		return errFull
	}
	if _, err := acc.user.Append("INBOX", literal{bytes.NewReader(raw)}, &imap.AppendOptions{}); err != nil {
		return err
	}
	acc.changed()
	return nil
}

var errFull = errors.New("the mailbox is full")

// watch returns a channel that gets a value after each change, until stop.
func (acc *account) watch() (news <-chan struct{}, stop func()) {
	ch := make(chan struct{}, 1)
	acc.mu.Lock()
	acc.watchers[ch] = struct{}{}
	acc.mu.Unlock()
	return ch, func() {
		acc.mu.Lock()
		delete(acc.watchers, ch)
		acc.mu.Unlock()
	}
}

// changed notifies all clients that idle.
func (acc *account) changed() {
	acc.mu.Lock()
	defer acc.mu.Unlock()
	for ch := range acc.watchers {
		select {
		case ch <- struct{}{}:
		default: // has news waiting already
		}
	}
}

// literal is a message in the form of APPEND.
type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }

func no(code imap.ResponseCode, text string) error {
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: text}
}
