package desk

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"turnpost/db"
)

// returnPath is the address that a letter's bounce goes to (VERP: one return
// path a letter). Its tag names the letter and is signed, so that a bounce
// proves that whoever sent it has seen that letter. "b." keeps it apart from
// tickets, which begin with a number. Without plus-addresses it is the robot's
// own address.
func (r Robot) returnPath(key []byte, letter int64) string {
	if !r.Plus {
		return r.Address
	}
	local, domain, _ := strings.Cut(r.Address, "@")
	return fmt.Sprintf("%s+b.%d.%s@%s", local, letter, bounceSecret(key, letter), domain)
}

// bounceSecret signs the return path of a letter with as many bits as a ticket
// has.
func bounceSecret(key []byte, letter int64) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "turnpost 1 bounce of letter %d", letter)
	return secretEncoding.EncodeToString(mac.Sum(nil))[:secretLength]
}

// bounceTag is the tag of a return path, not yet verified.
type bounceTag struct {
	letter int64
	secret string
}

// verify reports whether one of keys made the tag, in constant time.
func (t bounceTag) verify(keys [][]byte) bool {
	ok := false
	for _, key := range keys {
		ok = hmac.Equal([]byte(bounceSecret(key, t.letter)), []byte(t.secret)) || ok
	}
	return ok
}

var bouncePattern = regexp.MustCompile(`^b\.([0-9]{1,18})\.([a-z2-7]{` + strconv.Itoa(secretLength) + `})$`)

// bounceTags finds the addresses of a letter in that have the form of a return
// path of ours. returned says that there is any that begins like one: no person
// writes there.
func (r Robot) bounceTags(to []string) (tags []bounceTag, returned bool) {
	local, domain, _ := strings.Cut(strings.ToLower(r.Address), "@")
	for _, addr := range to {
		tag, ok := strings.CutPrefix(strings.ToLower(addr), local+"+")
		if ok {
			tag, ok = strings.CutSuffix(tag, "@"+domain)
		}
		if !ok || !strings.HasPrefix(tag, "b.") {
			continue
		}
		returned = true
		if m := bouncePattern.FindStringSubmatch(tag); m != nil && len(tags) < maxBounceTags {
			if letter, err := strconv.ParseInt(m[1], 10, 64); err == nil {
				tags = append(tags, bounceTag{letter, m[2]})
			}
		}
	}
	return tags, returned
}

// maxBounceTags is how many tags of one mail are looked at: a server writes one,
// in several fields.
const maxBounceTags = 5

// ourMessageID reports whether an id has the form of ours, and its ticket.
func (r Robot) ourMessageID(id string) (ticket, bool) {
	found := r.tickets(nil, []string{id}, nil)
	if len(found) == 0 {
		return ticket{}, false
	}
	return found[0], true
}

// signedByID reports whether a letter's Message-ID proves a report that holds
// it: only of a letter that went out without a tag, and only if the ticket in it
// is ours.
func (s *session) signedByID(out db.Outgoing) (bool, error) {
	t, ok := s.desk.robot.ourMessageID(out.MessageID)
	if !ok || !strings.EqualFold(out.Sender, s.desk.robot.Address) {
		return false, nil
	}
	undone, err := s.undone(t.game)
	if err != nil {
		return false, err
	}
	return t.verify(s.keys, out.Player, undone), nil
}
