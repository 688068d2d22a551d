package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// ReplyToken is what a message of ours carries to prove its reader's reply: a game
// (or an invitation), the number of plies played in it, and a secret bound to
// these two and to one player. Its text is "12.7.k3v9…". A message without one
// game has game 0 and, for the plies, the moment of the message in seconds since
// 1970: it dates what a reply says of any game.
type ReplyToken struct {
	Game   int64
	Ply    int64
	Secret string
	// Undone is how often plies had been taken back when it was made. It is not
	// in the text: Verify finds it.
	Undone int
	// AboutQuarantine is the number of what was quarantined, when the ticket is of the
	// message that asked about it. It is not in the text: whoever finds the question
	// that the ticket Answers notes it here.
	Quarantine int64
	// ShownOnce says that that message showed what is quarantined. It is not in the text.
	Shown bool
}

// NewReplyToken makes the ticket of a player for a game at a ply, after plies were taken
// back so often.
func NewReplyToken(key []byte, player, game, ply int64, undone int) ReplyToken {
	secret := sign(key, "player %d game %d ply %d undone %d", player, game, ply, undone)
	return ReplyToken{Game: game, Ply: ply, Secret: secret, Undone: undone}
}

// MaxUndone is of how many times that plies were taken back, the last, a ticket is held
// against each: where a damaged game says a billion, nobody waits for it.
const MaxUndone = 10_000

// Verify reports whether one of keys made the ticket for player, at the latest
// after plies were taken back so often, and notes in the ticket when it was.
func (t *ReplyToken) Verify(keys [][]byte, player int64, undone int) bool {
	ok := false
	for n := undone; n >= max(0, undone-MaxUndone) && !ok; n-- {
		for _, key := range keys {
			if same(NewReplyToken(key, player, t.Game, t.Ply, n).Secret, t.Secret) {
				ok, t.Undone = true, n
			}
		}
	}
	return ok
}

// The kinds of question that have tickets of their own.
const (
	AboutQuarantine = "held"    // whether to do what is quarantined; the word is signed
	AboutAddress    = "address" // whether an address is the player's
)

// ShownOnce is how often a question of the kind Quarantine was asked, when the message with
// the ticket shows what is quarantined.
const ShownOnce = 1

// Question is what a message asks its reader, so that no answer to it is taken
// for that to another one.
type Question struct {
	What   string // AboutQuarantine or Address
	Number int64  // of the thing that it is about
	Asked  int64  // how often it was asked before
}

// NewQuestionToken makes the ticket of a message that asks a player something at a moment, in
// seconds since 1970. Like that of any message without a game it is dated.
func NewQuestionToken(key []byte, player int64, q Question, at int64) ReplyToken {
	return ReplyToken{Ply: at, Secret: sign(key, "player %d question %s %d.%d at %d", player, q.What, q.Number, q.Asked, at)}
}

// Answers reports whether one of keys made the ticket for such a question to a
// player, whenever that was.
func (t ReplyToken) Answers(keys [][]byte, player int64, q Question) bool {
	ok := false
	for _, key := range keys {
		ok = same(NewQuestionToken(key, player, q, t.Ply).Secret, t.Secret) && t.Game == 0 || ok
	}
	return ok
}

// String is the ticket's text, which Parse reads back.
func (t ReplyToken) String() string { return fmt.Sprintf("%d.%d.%s", t.Game, t.Ply, t.Secret) }

var ticketPattern = regexp.MustCompile(`^([0-9]{1,18})\.([0-9]{1,12})\.` + secretPattern + `$`)

// ParseReplyToken reads the text of a ticket, in any case of messages. It says nothing of
// its truth.
func ParseReplyToken(text string) (ReplyToken, bool) {
	m := ticketPattern.FindStringSubmatch(strings.ToLower(text))
	if m == nil {
		return ReplyToken{}, false
	}
	game, err1 := strconv.ParseInt(m[1], 10, 64)
	ply, err2 := strconv.ParseInt(m[2], 10, 64)
	return ReplyToken{Game: game, Ply: ply, Secret: m[3]}, err1 == nil && err2 == nil
}

// Line is the ticket as a line of a message's text: where an address carries
// none, a message that a tap began proves its writer by it.
func (t ReplyToken) Line() string { return "[" + t.String() + "]" }

// ParseReplyTokenLine reads what Line wrote, with space around it or not.
func ParseReplyTokenLine(line string) (ReplyToken, bool) {
	line = strings.TrimSpace(line)
	if len(line) < 2 || line[0] != '[' || line[len(line)-1] != ']' {
		return ReplyToken{}, false
	}
	return ParseReplyToken(line[1 : len(line)-1])
}

// SecretLength is the length of a secret's text, of the characters a to z and 2
// to 7: 20 characters of base32 are 100 bits.
const SecretLength = 20

// secretPattern fits a secret in a pattern.
var secretPattern = `([a-z2-7]{` + strconv.Itoa(SecretLength) + `})`

// Lower case throughout: some programs fold the case of a local part.
var secretEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// sign is the secret of a text under a key. No text of one kind is also one of
// another kind.
func sign(key []byte, format string, args ...any) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "turnpost 1 "+format, args...)
	return secretEncoding.EncodeToString(mac.Sum(nil))[:SecretLength]
}

// same compares two secrets in constant time.
func same(want, secret string) bool { return hmac.Equal([]byte(want), []byte(secret)) }

// UnsubscribeToken is in the address that stops the messages to a player (RFC 8058). It is
// bound to the player and to nothing else, so that the button of any message
// works, however old.
type UnsubscribeToken struct {
	Player int64
	Secret string
}

// NewUnsubscribeToken makes the token of a player.
func NewUnsubscribeToken(key []byte, player int64) UnsubscribeToken {
	return UnsubscribeToken{player, sign(key, "unsubscribe player %d", player)}
}

// String is the token's text, which ParseToken reads back.
func (t UnsubscribeToken) String() string { return fmt.Sprintf("%d.%s", t.Player, t.Secret) }

// Verify reports whether one of keys made the token, in constant time.
func (t UnsubscribeToken) Verify(keys [][]byte) bool {
	ok := false
	for _, key := range keys {
		ok = same(NewUnsubscribeToken(key, t.Player).Secret, t.Secret) || ok
	}
	return ok
}

var tokenPattern = regexp.MustCompile(`^([0-9]{1,18})\.` + secretPattern + `$`)

// ParseUnsubscribeToken reads the text of a token, in lower case only: no program folds the
// case of an address of the web. It says nothing of its truth.
func ParseUnsubscribeToken(text string) (UnsubscribeToken, bool) {
	m := tokenPattern.FindStringSubmatch(text)
	if m == nil {
		return UnsubscribeToken{}, false
	}
	player, err := strconv.ParseInt(m[1], 10, 64)
	return UnsubscribeToken{player, m[2]}, err == nil
}

// ReturnPath is the address that a message's bounce goes to (VERP: one return
// path a message). Its tag names the message and is signed, so that a bounce
// proves that whoever sent it has seen that message. "b." keeps it apart from
// tickets, which begin with a number. Without plus-addresses it is the mailbox's
// own address.
func (m ServerAddress) ReturnPath(key []byte, letter int64) string {
	return m.tagged(fmt.Sprintf("b.%d.%s", letter, signLetter(key, letter)))
}

// signLetter signs the return path of a message with as many bits as a ticket
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

// maxTags is how many tags of one message are looked at: a server writes one, in
// several fields.
const maxTags = 5

// ReturnTags finds the addresses of a message in that have the form of a return
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
