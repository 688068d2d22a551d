package server_test

import (
	"bytes"
	"fmt"
	netmail "net/mail"
	"regexp"
	"strconv"
	"strings"

	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// received is a message as it lies in a player's mailbox.
type received struct {
	netmail.Header
	text string
	raw  []byte
}

func readReceived(raw []byte) (received, error) {
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return received{}, err
	}
	parts, err := servertest.PartsOf(raw)
	if err != nil {
		return received{}, err
	}
	return received{Header: m.Header, text: strings.ReplaceAll(string(parts[0].Data), "\r\n", "\n"), raw: raw}, err
}

func (l received) id() string { return strings.Trim(l.Get("Message-Id"), "<>") }

func (l received) game() int64 {
	n, _ := strconv.ParseInt(l.Get("Turnpost-Game"), 10, 64)
	return n
}

func (l received) ply() int {
	n, err := strconv.Atoi(l.Get("Turnpost-Ply"))
	if err != nil {
		return -1
	}
	return n
}

// mine reports whether the message asks its reader for a ply.
func (l received) mine() bool {
	return l.Get("Turnpost-Turn") != "" && l.Get("Turnpost-Turn") == l.Get("Turnpost-Side")
}

func (l received) over() bool { return l.Get("Turnpost-Outcome") != "" }

// doubts reports whether the message says this, wherever its lines break.
func (l received) doubts(words string) bool {
	return strings.Contains(strings.Join(strings.Fields(l.text), " "), words)
}

// position is the state of the game that the header tells.
func (l received) position() (rules.Position, error) {
	g, err := rules.Find(all.Games(), l.Get("Turnpost-Rules"))
	if err != nil {
		return nil, err
	}
	return g.ParsePosition(l.Get("Turnpost-Position"))
}

var listed = regexp.MustCompile(`(?:^|\s)([0-9]+) (\S+)`)

// list reads the list of legal plies as a program could that has no rules: the
// block behind the gutter below a line that ends in "list:", numbered from 1.
func (l received) list() ([]rules.Move, error) {
	block, wanted := "", false
	for line := range strings.Lines(l.text) {
		switch rest, gutter := strings.CutPrefix(line, "|"); {
		case gutter && wanted:
			block += rest
		case block != "":
			wanted = false // the list is over
		case strings.HasSuffix(line, "list:\n"):
			wanted = true
		}
	}
	byNumber := map[int]rules.Move{}
	for _, m := range listed.FindAllStringSubmatch(block, -1) {
		n, _ := strconv.Atoi(m[1])
		if byNumber[n] != "" {
			return nil, fmt.Errorf("number %d is in the list twice", n)
		}
		byNumber[n] = rules.Move(m[2])
	}
	moves := make([]rules.Move, len(byNumber))
	for i := range moves {
		if moves[i] = byNumber[i+1]; moves[i] == "" {
			return nil, fmt.Errorf("the list has %d plies and no number %d", len(byNumber), i+1)
		}
	}
	return moves, nil
}
