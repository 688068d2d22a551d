package postoffice

import (
	"context"
	"strconv"

	"turnpost/mail"
)

// Box is a mailbox in memory that speaks no IMAP: a mail.Inbox for measuring what a
// server does where the mail servers cost nothing. One goroutine may read it, any may put mails
// into it. What it handed over and was not kept, it hands over again.
type Box struct {
	name  string
	mails chan []byte
	next  []byte
	count int
}

// NewBox makes a mailbox that has room for so many mails: Put waits where it is full.
func NewBox(name string, room int) *Box { return &Box{name: name, mails: make(chan []byte, room)} }

// Put puts a raw mail into the mailbox.
func (b *Box) Put(raw []byte) { b.mails <- raw }

// Name is of mail.Inbox.
func (b *Box) Name() string { return b.name }

// Collect is of mail.Inbox.
func (b *Box) Collect(ctx context.Context, keep func(context.Context, ...mail.Arrival) error) (n int, err error) {
	for b.next != nil {
		b.count++
		if err := keep(ctx, mail.Arrival{Mailbox: b.name, Cursor: strconv.Itoa(b.count), Size: int64(len(b.next)), Raw: b.next}); err != nil {
			return n, err
		}
		n++
		select {
		case b.next = <-b.mails:
		default:
			b.next = nil
		}
	}
	return n, nil
}

// Wait is of mail.Inbox.
func (b *Box) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case b.next = <-b.mails:
		return nil
	}
}

// Close is of mail.Inbox.
func (b *Box) Close() error { return nil }
