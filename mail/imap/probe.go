package imap

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Prober checks a mailbox step by step, so that an operator sees which step fails; the
// daemon uses Inbox. It takes the same steps as Inbox does, and may run beside one: it
// does not touch other messages.
//
// Login comes first, then Open, and then the others in any order.
type Prober struct {
	// Certificates are those that the server showed, its own first; none without TLS.
	Certificates []*x509.Certificate

	s      *session
	starts map[string]imap.UID          // by folder: where new mail begins
	looked map[string]map[imap.UID]bool // by folder: what was read; true: it has the tag
}

// Probe connects and reads the server's greeting. The caller closes the Prober.
func (in *Inbox) Probe(ctx context.Context) (*Prober, error) {
	cfg := in.cfg
	p := &Prober{starts: map[string]imap.UID{}, looked: map[string]map[imap.UID]bool{}}
	cfg.server.Peer = func(state tls.ConnectionState) error {
		p.Certificates = state.PeerCertificates
		return nil
	}
	s, err := dial(ctx, &cfg)
	if err != nil {
		return nil, in.explain(err)
	}
	p.s = s
	return p, nil
}

// Close logs out and closes the connection.
func (p *Prober) Close() { p.s.logout() }

// Login logs in.
func (p *Prober) Login(ctx context.Context) error {
	if p.s.cfg.Tokens == nil {
		return p.s.login(ctx)
	}
	token, err := p.s.cfg.Tokens.Token(ctx)
	if err != nil {
		return fmt.Errorf("the login: %w", err)
	}
	return p.s.authenticateBearer(ctx, token)
}

// Capabilities lists the server's capabilities after the login.
func (p *Prober) Capabilities(ctx context.Context) (caps []string, err error) {
	err = p.s.do(ctx, func() error {
		for c := range maps.Keys(p.s.client.Caps()) {
			caps = append(caps, string(c))
		}
		slices.Sort(caps)
		return nil
	})
	return caps, err
}

// Open opens the mailbox and finds or creates the folder for filed messages, as a daemon
// does at its start. It returns that folder's name on the server, or "" if messages are
// marked and stay.
func (p *Prober) Open(ctx context.Context) (done string, err error) {
	if err := p.s.selectMailbox(ctx); err != nil {
		return "", err
	}
	if err := p.s.findNames(ctx); err != nil {
		return "", err
	}
	if err := p.s.findDone(ctx); err != nil || !p.s.move {
		return "", err
	}
	return p.s.done, nil
}

// File tries filing: it puts a message into the mailbox, files it as Inbox does, and
// removes it. The message has \Deleted from the start, so that no running daemon
// collects it. tag is a word that the message contains.
func (p *Prober) File(ctx context.Context, raw []byte, tag string) error {
	s := p.s
	if err := p.mark(ctx); err != nil {
		return err
	}
	err := s.do(ctx, func() error {
		cmd := s.client.Append(s.cfg.Mailbox, int64(len(raw)),
			&imap.AppendOptions{Flags: []imap.Flag{imap.FlagDeleted, imap.FlagSeen}})
		_, err := cmd.Write(raw)
		if err := errors.Join(err, cmd.Close()); err != nil {
			return err
		}
		_, err = cmd.Wait()
		return err
	})
	if err != nil {
		return fmt.Errorf("nothing can be put into the mailbox %s: %w", s.cfg.Mailbox, err)
	}
	defer func() { _ = p.Remove(ctx, tag) }() // an earlier failure matters more
	found, err := p.Find(ctx, tag)
	if err != nil {
		return err
	}
	if len(found) != 1 {
		return fmt.Errorf("a message that was put into the mailbox %s is not there", s.cfg.Mailbox)
	}
	if err := p.s.choose(ctx, s.cfg.Mailbox, false); err != nil {
		return err
	}
	if !s.move {
		if err := s.flag(ctx, []imap.UID{found[0].uid}); err != nil {
			return fmt.Errorf("messages in the mailbox %s cannot be marked: %w", s.cfg.Mailbox, err)
		}
		return nil
	}
	// Not s.file, which marks a message that cannot be moved, and only logs it.
	err = s.do(ctx, func() error {
		_, err := s.client.Move(imap.UIDSetNum(found[0].uid), s.done).Wait()
		return err
	})
	if err != nil {
		return fmt.Errorf("messages cannot be moved from %s to %s: %w", s.cfg.Mailbox, s.done, err)
	}
	p.looked[s.cfg.Mailbox][found[0].uid] = false // it is no longer there
	found, err = p.Find(ctx, tag)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(found, func(f FoundMail) bool { return f.Folder == s.done }) {
		return fmt.Errorf("a message that was moved from %s to %s is not there", s.cfg.Mailbox, s.done)
	}
	return p.Remove(ctx, tag)
}

// folders returns the folders that may hold a message to us.
func (p *Prober) folders() []string {
	if p.s.move {
		return []string{p.s.cfg.Mailbox, p.s.done}
	}
	return []string{p.s.cfg.Mailbox}
}

// mark remembers for each folder where new mail begins, once.
func (p *Prober) mark(ctx context.Context) error {
	for _, folder := range p.folders() {
		if _, ok := p.starts[folder]; ok {
			continue
		}
		if err := p.s.choose(ctx, folder, true); err != nil {
			return err
		}
		// Not UIDNEXT, which RFC 3501 let servers leave out.
		uids, err := p.uids(ctx, 0)
		if err != nil {
			return err
		}
		p.starts[folder], p.looked[folder] = 1, map[imap.UID]bool{}
		if len(uids) > 0 {
			p.starts[folder] = slices.Max(uids) + 1
		}
	}
	return nil
}

// uids lists the messages of the open folder from start on.
func (p *Prober) uids(ctx context.Context, start imap.UID) (uids []imap.UID, err error) {
	criteria := &imap.SearchCriteria{}
	if start > 0 {
		criteria.UID = []imap.UIDSet{{imap.UIDRange{Start: start}}}
	}
	err = p.s.do(ctx, func() error {
		data, err := p.s.client.UIDSearch(criteria, nil).Wait()
		if err == nil {
			uids = data.AllUIDs()
		}
		return err
	})
	// "n:*" also finds the last message if it is before n (RFC 9051, 9).
	return slices.DeleteFunc(uids, func(u imap.UID) bool { return u < start }), err
}

// FoundMail is a message that Find returns.
type FoundMail struct {
	Folder string
	Raw    []byte // no more than its first 256 KiB
	uid    imap.UID
}

// Find returns the messages that contain tag, arrived since the first call of File or
// Find, and were not returned before. A running daemon may have filed them already, so
// it looks into both folders.
func (p *Prober) Find(ctx context.Context, tag string) (found []FoundMail, err error) {
	if err := p.mark(ctx); err != nil {
		return nil, err
	}
	for _, folder := range p.folders() {
		if err := p.s.choose(ctx, folder, true); err != nil {
			return nil, err
		}
		uids, err := p.uids(ctx, p.starts[folder])
		if err != nil {
			return nil, err
		}
		for _, uid := range uids {
			if _, known := p.looked[folder][uid]; known {
				continue
			}
			raw, there, err := p.s.read(ctx, uid, &imap.FetchItemBodySection{Peek: true}, nil, part)
			if err != nil {
				return nil, err
			}
			has := there && bytes.Contains(raw, []byte(tag))
			p.looked[folder][uid] = has
			if has {
				found = append(found, FoundMail{folder, raw, uid})
			}
		}
	}
	return found, nil
}

// settled is how long Remove waits for a daemon that moves messages meanwhile.
const settled = time.Second

// Remove deletes all messages that contain tag, those found before and those found now.
// It looks again until it finds none: a daemon may file a message between the search and
// the deletion, so that it is in the other folder by then, or a moment later, since a
// server may show a moved message in neither folder until all messages of one MOVE are
// moved. What comes later stays with the filed messages. Without UIDPLUS the messages
// only get \Deleted, because EXPUNGE alone would also remove what others have marked.
func (p *Prober) Remove(ctx context.Context, tag string) error {
	waits := false
	for {
		if _, err := p.Find(ctx, tag); err != nil {
			return err
		}
		removed := false
		for i, folder := range p.folders() {
			did, err := p.removeFrom(ctx, folder)
			if err != nil {
				return fmt.Errorf("a message in %s cannot be removed: %w", folder, err)
			}
			removed, waits = removed || did, waits || did && i == 0 && p.s.move
		}
		switch {
		case removed:
		case !waits:
			return nil
		default:
			waits = false
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(settled):
			}
		}
	}
}

// removeFrom deletes what Find found in a folder, and reports whether there was anything.
func (p *Prober) removeFrom(ctx context.Context, folder string) (removed bool, err error) {
	var set imap.UIDSet
	for uid, has := range p.looked[folder] {
		if has {
			set.AddNum(uid)
			p.looked[folder][uid] = false
		}
	}
	if len(set) == 0 {
		return false, nil
	}
	trash, err := p.s.findTrash(ctx)
	if errors.Is(err, errNoTrash) {
		err = nil // archiving is enough, since the message holds nothing of anybody's
	}
	if err == nil {
		err = p.s.choose(ctx, folder, false)
	}
	if err != nil {
		return true, err
	}
	return true, p.s.delete(ctx, set, trash)
}

// Trash returns the folder that messages must go through to be deleted, on servers whose
// folders are labels; "" on others.
func (p *Prober) Trash(ctx context.Context) (string, error) { return p.s.findTrash(ctx) }
