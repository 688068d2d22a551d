package mail

import (
	"context"
	"strings"
	"time"
)

// PastArrival is a message that arrived before, and that may have been collected.
type PastArrival struct {
	ArrivedMail
	At    time.Time // when it arrived
	Filed bool      // it was collected and filed
}

// InboxHistory is an Inbox that knows when its messages arrived, also those that it has filed.
type InboxHistory interface {
	// History hands over all messages that arrived after a moment, and perhaps some from
	// before it. It changes nothing.
	History(ctx context.Context, since time.Time, each func(PastArrival) error) error
}

// Received returns when the last server took a message, by the topmost Received field (RFC
// 5321, 4.4), or else by Date; zero if neither says it.
func Received(raw []byte) time.Time {
	h, _, err := splitHeader(raw)
	if err != nil {
		return time.Time{}
	}
	trace := h.get("received")
	if at := parseDate(strings.TrimSpace(trace[strings.LastIndexByte(trace, ';')+1:])); !at.IsZero() {
		return at
	}
	return parseDate(h.get("date"))
}
