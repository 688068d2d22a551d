package imap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"

	"turnpost/mail"
)

var _ mail.Purger = (*Inbox)(nil)

// oddAtOnce is how many messages are read, at most, to find those that a search by
// Message-ID cannot find.
const oddAtOnce = 500

// Purge deletes filed messages; see mail.Purger. It uses a connection of its
// own, so that its failures do not disturb collecting.
func (in *Inbox) Purge(ctx context.Context, before time.Time, messageIDs []string) (mail.Purged, error) {
	s, err := open(ctx, &in.cfg)
	if err != nil {
		return mail.Purged{}, in.explain(err)
	}
	defer s.logout()
	p := purge{session: s, before: before, ids: messageIDs, found: map[string]bool{}}
	err = p.run(ctx)
	purged := mail.Purged{Messages: p.messages}
	for _, id := range messageIDs {
		if !p.found[id] {
			purged.Missing = append(purged.Missing, id)
		}
	}
	return purged, in.explain(err)
}

// purge is one run of Purge.
type purge struct {
	*session
	before   time.Time
	ids      []string
	found    map[string]bool // by id
	messages int             // messages that were deleted
	trash    string          // the folder that they go through; see findTrash
}

func (p *purge) run(ctx context.Context) (err error) {
	if p.trash, err = p.findTrash(ctx); err != nil {
		return fmt.Errorf("old messages cannot be deleted: %w", err)
	}
	var folders []string
	// Marked messages lie in the mailbox, with those that are not filed.
	if !p.move || p.mark == keyword {
		folders = append(folders, p.cfg.Mailbox)
	}
	if p.move {
		folders = append(folders, p.done)
	}
	if p.trash != "" {
		folders = append(folders, p.trash) // an earlier run may have ended half-way
	}
	for _, folder := range folders {
		if err := p.purgeFolder(ctx, folder); err != nil {
			return fmt.Errorf("old messages in %s cannot be deleted: %w", folder, err)
		}
	}
	return nil
}

// purgeFolder deletes what it finds in one folder. The trash also holds messages of
// others, and its server empties it some day: there, nothing is deleted by age.
func (p *purge) purgeFolder(ctx context.Context, folder string) error {
	if err := p.choose(ctx, folder, false); err != nil {
		return err
	}
	var all imap.SearchCriteria
	if folder == p.cfg.Mailbox {
		all.Flag = []imap.Flag{p.mark}
	}
	if !p.expunges() {
		all.NotFlag = []imap.Flag{imap.FlagDeleted}
	}
	var set imap.UIDSet
	if !p.before.IsZero() && folder != p.trash {
		old := all
		old.Before = p.before
		uids, err := p.find(ctx, old)
		if err != nil {
			return err
		}
		set.AddNum(uids...)
	}
	for _, id := range p.ids {
		uids, err := p.named(ctx, all, id)
		if err != nil {
			return err
		}
		p.found[id] = p.found[id] || len(uids) > 0
		set.AddNum(uids...)
	}
	nums, _ := set.Nums()
	if len(nums) == 0 {
		return nil
	}
	through := p.trash
	if folder == through {
		through = ""
	}
	if err := p.delete(ctx, set, through); err != nil {
		return err
	}
	p.messages += len(nums)
	return nil
}

// named finds the messages with a Message-ID in the open folder. SEARCH matches parts of
// fields; the angle brackets make it match the whole. An id that a search cannot hold,
// or a digest in place of a missing id, is found by reading and comparing.
func (p *purge) named(ctx context.Context, all imap.SearchCriteria, id string) ([]imap.UID, error) {
	odd := strings.FieldsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' })
	field := imap.SearchCriteriaHeaderField{Key: "Message-ID"} // any
	switch {
	case strings.HasPrefix(id, "sha256:"):
		all.Not = []imap.SearchCriteria{{Header: []imap.SearchCriteriaHeaderField{field}}}
	case len(odd) == 1 && odd[0] == id:
		field.Value = "<" + id + ">"
		all.Header = []imap.SearchCriteriaHeaderField{field}
		return p.find(ctx, all)
	default:
		for _, part := range odd {
			field.Value = part
			all.Header = append(all.Header, field)
		}
	}
	uids, err := p.find(ctx, all)
	if err != nil {
		return nil, err
	}
	slices.Sort(uids)
	var same []imap.UID
	for _, uid := range uids[max(0, len(uids)-oddAtOnce):] {
		a, there, err := p.fetch(ctx, uid)
		if err != nil {
			return nil, err
		}
		if is, _ := mail.Identity(a.Raw); there && is == id {
			same = append(same, uid)
		}
	}
	return same, nil
}

func (s *session) find(ctx context.Context, criteria imap.SearchCriteria) (uids []imap.UID, err error) {
	err = s.do(ctx, func() error {
		data, err := s.client.UIDSearch(&criteria, nil).Wait()
		if err == nil {
			uids = data.AllUIDs()
		}
		return err
	})
	return uids, err
}

// choose opens a folder.
func (s *session) choose(ctx context.Context, folder string, readOnly bool) error {
	err := s.do(ctx, func() error {
		_, err := s.client.Select(folder, &imap.SelectOptions{ReadOnly: readOnly}).Wait()
		return err
	})
	if err != nil {
		return fmt.Errorf("the mailbox %s cannot be opened: %w", folder, err)
	}
	return nil
}

// expunges reports whether the server can expunge single messages: EXPUNGE alone would
// also remove what others have marked.
func (s *session) expunges() bool {
	caps := s.client.Caps()
	return caps.Has(imap.CapUIDPlus) || caps.Has(imap.CapIMAP4rev2)
}

// delete deletes messages of the open folder. If trash is not empty it moves them there
// first, and trash becomes the open folder. Without UIDPLUS they only get \Deleted, and
// the next program that expunges the folder removes them.
func (s *session) delete(ctx context.Context, set imap.UIDSet, trash string) error {
	if trash != "" {
		var there imap.UIDSet
		err := s.do(ctx, func() error {
			data, err := s.client.Move(set, trash).Wait()
			if err == nil {
				there, _ = data.DestUIDs.(imap.UIDSet)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("they cannot be moved to %s: %w", trash, err)
		}
		if len(there) == 0 { // no COPYUID (RFC 4315)
			return fmt.Errorf("they are in %s, and the server does not say which ones they are there", trash)
		}
		if err := s.choose(ctx, trash, false); err != nil {
			return err
		}
		set = there
	}
	return s.do(ctx, func() error {
		err := s.client.Store(set,
			&imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close()
		if err != nil || !s.expunges() {
			return err
		}
		return s.client.UIDExpunge(set).Close()
	})
}

// capLabels identifies Gmail: its folders are labels, and EXPUNGE removes the label and
// leaves the message in "All Mail". Only a message that is moved to its trash, and
// expunged there, is gone.
const capLabels imap.Cap = "X-GM-EXT-1"

var errNoTrash = errors.New(
	`the server only archives messages that are deleted outside its trash, and shows no folder with the attribute ` +
		`\Trash (RFC 6154)`)

// findTrash returns the folder that messages must go through to be deleted; "" if there
// is none.
func (s *session) findTrash(ctx context.Context) (trash string, err error) {
	caps := s.client.Caps()
	if !caps.Has(capLabels) {
		return "", nil
	}
	if !caps.Has(imap.CapMove) && !caps.Has(imap.CapIMAP4rev2) {
		return "", errors.New(
			"the server only archives messages that are deleted outside its trash, and cannot move messages there")
	}
	var opts *imap.ListOptions
	if caps.Has(imap.CapSpecialUse) && (caps.Has(imap.CapListExtended) || caps.Has(imap.CapIMAP4rev2)) {
		opts = &imap.ListOptions{ReturnSpecialUse: true}
	}
	err = s.do(ctx, func() error {
		list, err := s.client.List("", "*", opts).Collect()
		for _, folder := range list {
			if slices.Contains(folder.Attrs, imap.MailboxAttrTrash) {
				trash = folder.Mailbox
			}
		}
		return err
	})
	if err == nil && trash == "" {
		err = errNoTrash
	}
	return trash, err
}
