package auth

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// ReturnPath is the address that a letter's bounce goes to (VERP: one return
// path a letter). Its tag names the letter and is signed, so that a bounce
// proves that whoever sent it has seen that letter. "b." keeps it apart from
// tickets, which begin with a number. Without plus-addresses it is the mailbox's
// own address.
func (m ServerAddress) ReturnPath(key []byte, letter int64) string {
	return m.tagged(fmt.Sprintf("b.%d.%s", letter, signLetter(key, letter)))
}

// signLetter signs the return path of a letter with as many bits as a ticket
// has.
func signLetter(key []byte, letter int64) string { return sign(key, "bounce of letter %d", letter) }

// ReturnTag is the tag of a return path, not yet verified.
type ReturnTag struct {
	Letter int64
	Secret string
}

// Verify reports whether one of keys made the tag, in constant time.
func (t ReturnTag) Verify(keys [][]byte) bool {
	ok := false
	for _, key := range keys {
		ok = same(signLetter(key, t.Letter), t.Secret) || ok
	}
	return ok
}

var tagPattern = regexp.MustCompile(`^b\.([0-9]{1,18})\.` + secretPattern + `$`)

// maxTags is how many tags of one mail are looked at: a server writes one, in
// several fields.
const maxTags = 5

// ReturnTags finds the addresses of a letter in that have the form of a return
// path of ours, the first five. returned says that there is any that begins like
// one: no person writes there.
func (m ServerAddress) ReturnTags(to []string) (tags []ReturnTag, returned bool) {
	for _, tag := range m.tags(to) {
		if !strings.HasPrefix(tag, "b.") {
			continue
		}
		returned = true
		if m := tagPattern.FindStringSubmatch(tag); m != nil && len(tags) < maxTags {
			if letter, err := strconv.ParseInt(m[1], 10, 64); err == nil {
				tags = append(tags, ReturnTag{letter, m[2]})
			}
		}
	}
	return tags, returned
}
