package postoffice

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

func (po *Server) newIMAPServer() *imapserver.Server {
	return imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &imapSession{po: po}, nil, nil
		},
		Caps: imap.CapSet{
			imap.CapIMAP4rev1:    {},
			imap.CapNamespace:    {},
			imap.CapUIDPlus:      {},
			imap.CapESearch:      {},
			imap.CapSearchRes:    {},
			imap.CapListExtended: {},
			imap.CapListStatus:   {},
			imap.CapMove:         {},
			imap.CapStatusSize:   {},
			imap.CapChildren:     {},
			imap.CapSpecialUse:   {},
		},
		Logger:       quiet{po.log},
		InsecureAuth: true, // loopback only, see listen
	})
}

// imapSession is one IMAP connection. It is the memory server's session, except for accounts
// that are created on demand, a UIDVALIDITY that differs between starts, LIST with
// attributes, and correct MOVE and IDLE.
type imapSession struct {
	*imapmemserver.UserSession // nil before the login
	po                         *Server
	acc                        *account
}

var (
	_ imapserver.SessionIMAP4rev2   = (*imapSession)(nil)
	_ imapserver.SessionAppendLimit = (*imapSession)(nil)
)

// Login serves LOGIN and AUTHENTICATE PLAIN.
func (s *imapSession) Login(name, password string) error {
	acc, err := s.po.login(name, password)
	if errors.Is(err, errLogin) {
		return imapserver.ErrAuthFailed
	} else if err != nil {
		return no(imap.ResponseCodeLimit, err.Error())
	}
	s.acc, s.UserSession = acc, imapmemserver.NewUserSession(acc.user)
	return nil
}

func (s *imapSession) Close() error {
	if s.UserSession == nil {
		return nil
	}
	return s.UserSession.Close()
}

func (s *imapSession) AppendLimit() uint32 {
	return uint32(min(s.po.cfg.MaxMessageBytes, 1<<31))
}

func (s *imapSession) Select(name string, options *imap.SelectOptions) (*imap.SelectData, error) {
	data, err := s.UserSession.Select(name, options)
	if err != nil {
		return nil, err
	}
	data.UIDValidity += s.acc.base
	return data, nil
}

func (s *imapSession) Status(name string, options *imap.StatusOptions) (*imap.StatusData, error) {
	data, err := s.UserSession.Status(name, options)
	if err != nil {
		return nil, err
	}
	if options.UIDValidity {
		data.UIDValidity += s.acc.base
	}
	if options.AppendLimit {
		limit := s.AppendLimit()
		data.AppendLimit = &limit
	}
	if options.DeletedStorage {
		data.DeletedStorage = new(int64)
	}
	return data, nil
}

func (s *imapSession) Append(name string, r imap.LiteralReader, options *imap.AppendOptions) (*imap.AppendData, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	// The memory server shows nothing at all of a message whose header it cannot parse, so a
	// message that is appended is made readable as well.
	data, err := s.UserSession.Append(name, literal{bytes.NewReader(split(raw).bytes())}, options)
	if err != nil {
		return nil, err
	}
	s.acc.changed()
	data.UIDValidity += s.acc.base
	return data, nil
}

func (s *imapSession) Copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	s.acc.changing.Lock()
	defer s.acc.changing.Unlock()
	data, err := s.copy(set, dest)
	s.acc.changed()
	return data, err
}

// copy returns nil data when there was nothing to copy: COPYUID cannot say so.
func (s *imapSession) copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	data, err := s.UserSession.Copy(set, dest)
	if err != nil || len(data.SourceUIDs) == 0 {
		return nil, err
	}
	data.UIDValidity += s.acc.base
	return data, nil
}

// Move copies and then expunges just these messages. The memory server's own MOVE reports each
// EXPUNGE twice, so that the client's numbers go wrong.
func (s *imapSession) Move(w *imapserver.MoveWriter, set imap.NumSet, dest string) error {
	s.acc.changing.Lock()
	defer s.acc.changing.Unlock()
	defer s.acc.changed()
	data, err := s.copy(set, dest)
	if err != nil || data == nil {
		return err
	}
	// RFC 6851 section 4.3: COPYUID goes ahead of the EXPUNGEs. Those are told,
	// to this client as to all others, when the command ends.
	if err := w.WriteCopyData(data); err != nil {
		return err
	}
	deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := s.UserSession.Store(nil, data.SourceUIDs, deleted, nil); err != nil {
		return err
	}
	return s.UserSession.Expunge(nil, &data.SourceUIDs)
}

func (s *imapSession) Store(w *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags,
	options *imap.StoreOptions) error {
	defer s.acc.changed()
	return s.UserSession.Store(w, set, flags, options)
}

func (s *imapSession) Expunge(w *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	defer s.acc.changed()
	return s.UserSession.Expunge(w, uids)
}

// Idle reports changes until stop is closed. The memory server's own IDLE does not report what
// came between the last command and IDLE until something else comes.
func (s *imapSession) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	news, unwatch := s.acc.watch()
	defer unwatch()
	for {
		if err := s.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-news:
		case <-stop:
			return nil
		}
	}
}

func (s *imapSession) Create(name string, options *imap.CreateOptions) error {
	return s.acc.create(name, nil)
}

func (s *imapSession) Delete(name string) error {
	acc := s.acc
	acc.mu.Lock()
	defer acc.mu.Unlock()
	if name == "INBOX" {
		return no(imap.ResponseCodeCannot, "INBOX stays")
	}
	for other := range acc.folders {
		if strings.HasPrefix(other, name+string(delimiter)) {
			return no(imap.ResponseCodeHasChildren, "There are mailboxes below this one")
		}
	}
	if err := acc.user.Delete(name); err != nil {
		return err
	}
	delete(acc.folders, name)
	return nil
}

func (s *imapSession) Rename(name, newName string, options *imap.RenameOptions) error {
	acc := s.acc
	acc.mu.Lock()
	defer acc.mu.Unlock()
	newName = strings.TrimRight(newName, string(delimiter))
	if name == "INBOX" || newName == "" || strings.HasPrefix(newName+"/", name+"/") {
		return no(imap.ResponseCodeCannot, "This mailbox cannot get that name")
	}
	if acc.folders[newName] != nil {
		return no(imap.ResponseCodeAlreadyExists, "Mailbox already exists")
	}
	if acc.folders[name] == nil {
		return no(imap.ResponseCodeNonExistent, "No such mailbox")
	}
	// RFC 9051 section 6.3.6: what lies below goes along.
	for old, f := range acc.folders {
		rest, below := strings.CutPrefix(old, name+"/")
		to := newName
		if below {
			to += "/" + rest
		} else if old != name {
			continue
		}
		if err := acc.user.Rename(old, to, options); err != nil {
			return err
		}
		delete(acc.folders, old)
		acc.folders[to] = f
	}
	return nil
}

func (s *imapSession) Subscribe(name string) error   { return s.subscribe(name, true) }
func (s *imapSession) Unsubscribe(name string) error { return s.subscribe(name, false) }

func (s *imapSession) subscribe(name string, yes bool) error {
	s.acc.mu.Lock()
	defer s.acc.mu.Unlock()
	f := s.acc.folders[name]
	if f == nil {
		return no(imap.ResponseCodeNonExistent, "No such mailbox")
	}
	f.subscribed = yes
	return nil
}

// List is implemented here because the memory server reports neither special uses nor children,
// and its status has another UIDVALIDITY.
func (s *imapSession) List(w *imapserver.ListWriter, ref string, patterns []string, options *imap.ListOptions) error {
	if len(patterns) == 0 { // asks for the delimiter only
		return w.WriteList(&imap.ListData{Attrs: []imap.MailboxAttr{imap.MailboxAttrNoSelect}, Delim: delimiter})
	}
	for _, data := range s.acc.list(ref, patterns, options) {
		if options.ReturnStatus != nil {
			st, err := s.Status(data.Mailbox, options.ReturnStatus)
			if err != nil {
				continue // gone in the meantime
			}
			data.Status = st
		}
		if err := w.WriteList(&data); err != nil {
			return err
		}
	}
	return nil
}

func (acc *account) list(ref string, patterns []string, options *imap.ListOptions) []imap.ListData {
	acc.mu.Lock()
	defer acc.mu.Unlock()
	var names []string
	for name := range acc.folders {
		names = append(names, name)
	}
	slices.Sort(names)
	var list []imap.ListData
	for _, name := range names {
		f := acc.folders[name]
		if options.SelectSubscribed && !f.subscribed || options.SelectSpecialUse && len(f.use) == 0 {
			continue
		}
		if !slices.ContainsFunc(patterns, func(p string) bool {
			return imapserver.MatchList(name, delimiter, ref, p)
		}) {
			continue
		}
		data := imap.ListData{Mailbox: name, Delim: delimiter}
		data.Attrs = append(data.Attrs, f.use...) // RFC 6154 section 2: may be told unasked
		if f.subscribed && (options.ReturnSubscribed || options.SelectSubscribed) {
			data.Attrs = append(data.Attrs, imap.MailboxAttrSubscribed)
		}
		children := imap.MailboxAttrHasNoChildren
		if slices.ContainsFunc(names, func(other string) bool { return strings.HasPrefix(other, name+"/") }) {
			children = imap.MailboxAttrHasChildren
		}
		data.Attrs = append(data.Attrs, children)
		list = append(list, data)
	}
	return list
}
