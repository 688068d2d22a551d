package desk

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ticket is what a letter of ours carries to prove its reader's reply: a game
// (or an invitation), the number of plies played in it, and a secret bound to
// these two and to one player. Its text is "12.7.k3v9…". A letter without one
// game has game 0 and, for the plies, the moment of the letter in seconds since
// 1970: it dates what a reply says of any game.
type ticket struct {
	game   int64
	ply    int64
	secret string
	// undone is how often plies had been taken back when it was made. It is not
	// in the text: whoever verifies finds it.
	undone int
	// held is the number of what was held, when the ticket is of the letter that
	// asked about it. Whoever verifies finds it.
	held int64
}

// secretLength is the length of a secret's text: 20 characters of base32 are
// 100 bits.
const secretLength = 20

// Lower case throughout: some programs fold the case of a local part.
var secretEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// makeTicket makes the ticket of a player for a game at a ply, after plies were
// taken back so often.
func makeTicket(key []byte, player, game, ply int64, undone int) ticket {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "turnpost 1 player %d game %d ply %d undone %d", player, game, ply, undone)
	return ticket{game: game, ply: ply, secret: secretEncoding.EncodeToString(mac.Sum(nil))[:secretLength], undone: undone}
}

// verify reports whether one of keys made the ticket for player, at the latest
// after plies were taken back so often, and notes in the ticket when it was.
func (t *ticket) verify(keys [][]byte, player int64, undone int) bool {
	ok := false
	for n := undone; n >= 0 && !ok; n-- {
		for _, key := range keys {
			want := makeTicket(key, player, t.game, t.ply, n)
			if hmac.Equal([]byte(want.secret), []byte(t.secret)) {
				ok, t.undone = true, n
			}
		}
	}
	return ok
}

// The questions that have tickets of their own, so that one answer is never
// taken for another's.
const (
	questionHeld    = "held"    // the number of what is held
	questionAddress = "address" // the number of a second address, and how often it was asked
)

// makeQuestion makes the ticket of a letter that asks a player something. Like
// that of any letter without a game it is dated.
func makeQuestion(key []byte, player int64, what string, number, asked, at int64) ticket {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "turnpost 1 player %d question %s %d.%d at %d", player, what, number, asked, at)
	return ticket{ply: at, secret: secretEncoding.EncodeToString(mac.Sum(nil))[:secretLength]}
}

// answers reports whether one of keys made the ticket for such a question.
func (t ticket) answers(keys [][]byte, player int64, what string, number, asked int64) bool {
	ok := false
	for _, key := range keys {
		want := makeQuestion(key, player, what, number, asked, t.ply)
		ok = hmac.Equal([]byte(want.secret), []byte(t.secret)) && t.game == 0 || ok
	}
	return ok
}

func (t ticket) String() string { return fmt.Sprintf("%d.%d.%s", t.game, t.ply, t.secret) }

var ticketPattern = regexp.MustCompile(`^([0-9]{1,18})\.([0-9]{1,12})\.([a-z2-7]{` + strconv.Itoa(secretLength) + `})$`)

// parseTicket reads the text of a ticket. It says nothing of its truth.
func parseTicket(text string) (ticket, bool) {
	m := ticketPattern.FindStringSubmatch(strings.ToLower(text))
	if m == nil {
		return ticket{}, false
	}
	game, err1 := strconv.ParseInt(m[1], 10, 64)
	ply, err2 := strconv.ParseInt(m[2], 10, 64)
	return ticket{game: game, ply: ply, secret: m[3]}, err1 == nil && err2 == nil
}

// ticketLine is a ticket as a line of a letter's text: where an address carries
// none, a mail that a tap began proves its writer by it.
func ticketLine(t ticket) string { return "[" + t.String() + "]" }

// takeTicketLines takes the tickets out of the text of the letter.
func (s *session) takeTicketLines() (found []ticket) {
	s.letter.Lines = slices.DeleteFunc(s.letter.Lines, func(line string) bool {
		line = strings.TrimSpace(line)
		if len(line) < 2 || line[0] != '[' || line[len(line)-1] != ']' {
			return false
		}
		t, ok := parseTicket(line[1 : len(line)-1])
		if ok {
			found = append(found, t)
		}
		return ok
	})
	return found
}

// tickets finds what may be tickets in a letter's addresses and in the ids that
// it refers to, the strongest sign first: the address that it was sent to, the
// letter that it answers, then the letters before that, latest first.
func (r Robot) tickets(to, inReplyTo, references []string) []ticket {
	var found []ticket
	add := func(text string) {
		if t, ok := parseTicket(text); ok {
			found = append(found, t)
		}
	}
	local, domain, _ := strings.Cut(strings.ToLower(r.Address), "@")
	for _, addr := range to {
		if tag, ok := strings.CutPrefix(strings.ToLower(addr), local+"+"); ok {
			if tag, ok = strings.CutSuffix(tag, "@"+domain); ok {
				add(tag)
			}
		}
	}
	ids := append([]string(nil), inReplyTo...)
	for i := len(references) - 1; i >= 0; i-- {
		ids = append(ids, references[i])
	}
	for _, id := range ids {
		if left, ok := strings.CutSuffix(strings.ToLower(id), "@"+domain); ok {
			// TICKET.NONCE: the nonce makes each letter's id its own.
			if i := strings.LastIndexByte(left, '.'); i > 0 {
				add(left[:i])
			}
		}
	}
	return found
}
