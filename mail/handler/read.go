package handler

import (
	"context"
	"errors"
	"slices"

	"turnpost/db"
	"turnpost/mail"
)

// ParsedMessage is a letter, or why it is none.
type ParsedMessage struct {
	*mail.Letter
	unreadable error
	report     *mail.Report // that it brings, or nil
	vouched    string       // the address of its writer, if a signature proves it
}

// own is a copy to work on: answers take lines out, and a transaction may be run
// again.
func (p ParsedMessage) own() *mail.Letter {
	letter := *p.Letter
	letter.Lines = slices.Clone(letter.Lines)
	return &letter
}

// Read parses a letter and looks what signature proves its writer, which asks the
// DNS: all before the transaction that others wait for.
// Of a letter in the name of one who was never proven less is read.
func (d *Handler) Read(ctx context.Context, in db.Incoming) (p ParsedMessage, err error) {
	head, unreadable := mail.ReadHead(in.Raw)
	if unreadable != nil {
		return ParsedMessage{unreadable: unreadable}, nil
	}
	known := false // in the name of a player who has proven to write to us
	if len(head.From) == 1 {
		if err := d.db.View(ctx, func(tx *db.Tx) error {
			player, err := tx.PlayerByAddress(mail.Key(head.From[0].Addr))
			known = !player.WroteAt.IsZero()
			if errors.Is(err, db.ErrNotFound) {
				return nil
			}
			return err
		}); err != nil {
			return p, err
		}
	}
	if known {
		p.Letter, p.unreadable = mail.Read(in.Raw)
	} else {
		p.Letter, p.unreadable = mail.ReadBrief(in.Raw)
	}
	if p.unreadable != nil {
		return p, nil
	}
	if d.mayReport(p.Letter) {
		if report, ok := mail.ReadReport(in.Raw); ok {
			p.report = report
		}
	}
	p.vouched = d.vouched(ctx, in, p)
	return p, nil
}

// read is the letter that Read made, which is answered; nil: it is settled. A report of
// what became of a letter of ours enters at step four (report.go), and nobody's mail goes
// no further (drop.go).
func (d *Handler) read(store *db.Tx, in *db.Incoming, parsed ParsedMessage) (letter *mail.Letter, done Answered, err error) {
	if parsed.unreadable != nil {
		done, err = d.drop(store, *in, "unreadable", "unreadable: "+parsed.unreadable.Error())
		return nil, done, err
	}
	if taken, done, err := d.takeReport(store, *in, parsed); taken || err != nil {
		return nil, done, err
	}
	letter = parsed.own()
	if why := d.nobodys(letter); why != "" {
		done, err = d.nobody(store, *in, letter, why)
		return nil, done, err
	}
	if in.Vouched = parsed.vouched; in.Vouched != "" {
		err = store.NoteVouched(in.ID, in.Vouched)
	}
	return letter, done, err
}
