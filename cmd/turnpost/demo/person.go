package demo

import (
	"bytes"
	"net/mail"
	"regexp"
	"strconv"
	"strings"

	"turnpost/mail/postoffice"
)

// person is somebody in whose name one writes and reads, and their messages.
type person struct {
	*postoffice.Person
	messages []*storedMessage // oldest first
	inHand   *storedMessage   // shown last: what a reply answers; nil: none yet
}

// storedMessage is a message that was shown, or not yet.
type storedMessage struct {
	*postoffice.Message
	read bool
	game int64 // that it is about, or an invitation to it; 0: none
}

// newMessage reads a message that came.
func newMessage(raw []byte) *storedMessage {
	l := &storedMessage{Message: postoffice.ReadMessage(raw)}
	if m, err := mail.ReadMessage(bytes.NewReader(raw)); err == nil {
		l.game, _ = strconv.ParseInt(m.Header.Get("Turnpost-Game"), 10, 64) // of other messages there is none
	}
	return l
}

// board is the board in a message about a game: the first of what is drawn behind
// bars and no mere list of moves.
func (l *storedMessage) board() []string {
	if l.game == 0 {
		return nil
	}
	const least = 5 // lines; lists of moves are shorter
	var block []string
	for line := range strings.SplitSeq(l.Text+"\n", "\n") {
		switch {
		case strings.HasPrefix(line, "|"):
			block = append(block, line)
		case len(block) >= least:
			return block
		default:
			block = nil
		}
	}
	return nil
}

// newest returns the number and the message that came last, of the unread ones
// if there are any; nil if there is none.
func (p *person) newest() (int, *storedMessage) {
	for i := len(p.messages); i > 0; i-- {
		if !p.messages[i-1].read {
			return i, p.messages[i-1]
		}
	}
	if n := len(p.messages); n > 0 {
		return n, p.messages[n-1]
	}
	return 0, nil
}

// unread counts the messages that were not shown yet.
func (p *person) unread() int {
	n := 0
	for _, l := range p.messages {
		if !l.read {
			n++
		}
	}
	return n
}

// peopleIn lists the mailboxes of the demo that a text names.
func peopleIn(text string) []string {
	var names []string
	for _, m := range anyAddress.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

var anyAddress = regexp.MustCompile(`(?i)([a-z0-9._-]+)@` + regexp.QuoteMeta(postoffice.Domain) + `\b`)
