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

// Prober looks at a mailbox step by step, for an operator who wants to know what
// is right and what is not; the daemon has Inbox. It goes the same ways as Inbox
// does, beside one that may be running: letters of others are not touched.
//
// The steps build upon each other: Login, Open, and then the others.
type Prober struct {
	// Certificates are what the server showed, its own first; none without TLS.
	Certificates []*x509.Certificate

	s      *session
	starts map[string]imap.UID          // by folder: where new mail begins
	looked map[string]map[imap.UID]bool // by folder: what was read; true: it has the tag
}

// Prober connects, up to the server's greeting. The caller closes it.
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

// Close says good-bye.
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

// Capabilities lists what the server says it can, after the login.
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

// Open opens the mailbox and finds or makes the folder for what is done, as a
// daemon does at its start. It returns that folder's name on the server, or ""
// when letters are marked and stay.
func (p *Prober) Open(ctx context.Context) (done string, err error) {
	if err := p.s.selectMailbox(ctx); err != nil {
		return "", err
	}
	if err := p.s.findDone(ctx); err != nil || !p.s.move {
		return "", err
	}
	return p.s.done, nil
}

// File tries the whole way of a letter in the mailbox: it puts one there, files
// it as Inbox does, and removes it. The letter bears \Deleted from the first
// moment, so that no daemon that is running collects it. tag is a word that
// stands in the letter.
func (p *Prober) File(ctx context.Context, raw []byte, tag string) error {
	s := p.s
	if err := p.mark(ctx); err != nil {
		return err
	}
	err := s.do(ctx, func() error {
		cmd := s.client.Append(s.cfg.Mailbox, int64(len(raw)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagDeleted, imap.FlagSeen}})
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
	defer func() { _ = p.Remove(ctx, tag) }() // if it failed, what failed before it counts
	found, err := p.Find(ctx, tag)
	if err != nil {
		return err
	}
	if len(found) != 1 {
		return fmt.Errorf("a letter that was put into the mailbox %s is not there", s.cfg.Mailbox)
	}
	if err := p.s.choose(ctx, s.cfg.Mailbox, false); err != nil {
		return err
	}
	if !s.move {
		if err := s.flag(ctx, []imap.UID{found[0].uid}); err != nil {
			return fmt.Errorf("letters in the mailbox %s cannot be marked: %w", s.cfg.Mailbox, err)
		}
		return nil
	}
	// Not s.file, which marks a letter when it cannot be moved, and says so in
	// the log alone.
	err = s.do(ctx, func() error {
		_, err := s.client.Move(imap.UIDSetNum(found[0].uid), s.done).Wait()
		return err
	})
	if err != nil {
		return fmt.Errorf("letters cannot be moved from %s to %s: %w", s.cfg.Mailbox, s.done, err)
	}
	p.looked[s.cfg.Mailbox][found[0].uid] = false // it is there no longer
	found, err = p.Find(ctx, tag)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(found, func(f Found) bool { return f.Folder == s.done }) {
		return fmt.Errorf("a letter that was moved from %s to %s is not there", s.cfg.Mailbox, s.done)
	}
	return p.Remove(ctx, tag)
}

// folders are those in which a letter to us can lie.
func (p *Prober) folders() []string {
	if p.s.move {
		return []string{p.s.cfg.Mailbox, p.s.done}
	}
	return []string{p.s.cfg.Mailbox}
}

// mark remembers where new mail begins, once for each folder.
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

// uids lists the mails of the open folder from start on.
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
	// "n:*" also finds the last mail when it lies before n (RFC 9051, 9).
	return slices.DeleteFunc(uids, func(u imap.UID) bool { return u < start }), err
}

// Found is a mail that Find found.
type Found struct {
	Folder string
	Raw    []byte // no more than its first 256 KiB
	uid    imap.UID
}

// Find returns the mails with a word in them that came since the first call of
// File or Find, and that were not returned before. A daemon that is running may
// have filed them already, so it looks into both folders.
func (p *Prober) Find(ctx context.Context, tag string) (found []Found, err error) {
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
				found = append(found, Found{folder, raw, uid})
			}
		}
	}
	return found, nil
}

// settled is how long Remove waits for a daemon that moves letters while they are deleted.
const settled = time.Second

// Remove deletes all mails with a word in them that Find has found or finds now. It
// looks again until it finds none: a daemon may file one between our look and our
// deletion, and what is no longer in the one folder is in the other by then, or after
// a moment: a server may show what is moved in neither until all letters of one MOVE
// are. What comes later than that stays with the letters that are done. Without
// UIDPLUS they only bear \Deleted, because EXPUNGE alone would also remove what
// others have marked.
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
				return fmt.Errorf("a letter in %s cannot be removed: %w", folder, err)
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

// removeFrom deletes what Find has found in a folder, and reports whether there was
// anything.
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
		err = nil // archived is out of the way, and there is nothing of anybody's in it
	}
	if err == nil {
		err = p.s.choose(ctx, folder, false)
	}
	if err != nil {
		return true, err
	}
	return true, p.s.delete(ctx, set, trash)
}

// Trash is the folder through which letters have to go to be deleted for good, where
// the server's folders are labels; "" on others.
func (p *Prober) Trash(ctx context.Context) (string, error) { return p.s.findTrash(ctx) }
