package handler

import (
	"context"
	"slices"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/foresight"
)

// ParsedMessage is a letter, or why it is none.
type ParsedMessage struct {
	*mail.Letter
	unreadable error
	report     *mail.Report // that it brings, or nil
	vouched    string       // the address of its writer, if a signature proves it
	seen       foresight.Letter
}

// Plays reports whether a letter may do nothing but play in one game.
func (d *Handler) Plays(p ParsedMessage) bool { return p.Letter != nil && d.reader.Plays(p.Lines) }

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
	if len(head.From) == 1 {
		if p.seen, err = foresight.Look(ctx, d.db, mail.Key(head.From[0].Addr), d.gameOf(head)); err != nil {
			return p, err
		}
	}
	if p.seen.Known {
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

// gameOf is the game of the first ticket in a letter's header; 0: of none.
func (d *Handler) gameOf(head *mail.Letter) int64 {
	for _, t := range d.identity.serverAddress().ReplyTokens(head.To, head.InReplyTo, head.References) {
		return t.Game
	}
	return 0
}

// Foresee asks for what a letter that plays will want of its game; see package foresight.
func (d *Handler) Foresee(tx *db.Tx, p ParsedMessage) { p.seen.Ask(tx, d.Club) }
