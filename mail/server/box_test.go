package server_test

import (
	"context"
	"strconv"

	"turnpost/mail"
)

// box is a mail.Inbox in memory, for measuring a server where the mail servers cost nothing.
// One goroutine may read it, any may put messages into it. It hands over again what it
// handed over and was not kept.
type box struct {
	name  string
	mails chan []byte
	next  []byte
	count int
}

// newBox makes a mailbox that has room for so many messages: Put waits where it is full.
func newBox(name string, room int) *box { return &box{name: name, mails: make(chan []byte, room)} }

// Put puts a raw mail into the mailbox.
func (b *box) Put(raw []byte) { b.mails <- raw }

// Name is of mail.Inbox.
func (b *box) Name() string { return b.name }

// Collect is of mail.Inbox.
func (b *box) Collect(ctx context.Context, keep func(context.Context, ...mail.ArrivedMail) error) (n int, err error) {
	for b.next != nil {
		b.count++
		if err := keep(ctx, mail.ArrivedMail{Mailbox: b.name, Cursor: strconv.Itoa(b.count), Size: int64(len(b.next)), Raw: b.next}); err != nil {
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
func (b *box) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case b.next = <-b.mails:
		return nil
	}
}

// Close is of mail.Inbox.
func (b *box) Close() error { return nil }
