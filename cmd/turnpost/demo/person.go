package demo

import (
	"bytes"
	"net/mail"
	"regexp"
	"strconv"
	"strings"

	"turnpost/mail/postoffice"
)

// person is somebody to write and read as, with their messages.
type person struct {
	*postoffice.Person
	messages []*storedMessage // oldest first
	inHand   *storedMessage   // shown last, which a reply answers; nil: none
}

// storedMessage is a message in a mailbox.
type storedMessage struct {
	*postoffice.Message
	read bool
	game int64 // the game or invitation that it is about; 0: none
}

// newMessage parses a message.
func newMessage(raw []byte) *storedMessage {
	l := &storedMessage{Message: postoffice.ReadMessage(raw)}
	if m, err := mail.ReadMessage(bytes.NewReader(raw)); err == nil {
		l.game, _ = strconv.ParseInt(m.Header.Get("Turnpost-Game"), 10, 64) // other messages have none
	}
	return l
}

// board returns the board in a message about a game: the first block of lines with bars that
// is longer than a list of moves.
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

// newest returns the number and the newest message, of the unread ones if there are any, or
// nil.
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

// peopleIn lists the mailboxes that a text names.
func peopleIn(text string) []string {
	var names []string
	for _, m := range anyAddress.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

var anyAddress = regexp.MustCompile(`(?i)([a-z0-9._-]+)@` + regexp.QuoteMeta(postoffice.Domain) + `\b`)
