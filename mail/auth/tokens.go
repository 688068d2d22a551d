package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"turnpost/mail"
)

// ReplyToken is what each of our messages carries to prove its reader's reply: a game (or
// an invitation), the number of plies played in it, and a signature bound to these two
// and to one player. Its text is "12.7.k3v9…". After the first ply the last characters of
// the signature are a digest of the position (see Position). A message that is not about one game has
// game 0 and, in place of the plies, its time in seconds since 1970, which dates what a
// reply says about any game.
type ReplyToken struct {
	Game   int64
	Ply    int64
	Secret string
	// Undone is how often plies had been taken back when the token was made. It is not
	// in the text; Verify finds it.
	Undone int
	// Asks is what the message with this token asks. It is not in the text; Verify finds it.
	// It is unknown for a token that an earlier version made.
	Asks mail.AskedQuestion
	// Generation is the mark of the generation of the database in which the game began; see
	// db.Tx.NewGeneration. It is not in the text; Verify finds it.
	Generation string
	// LostGame says that the game of the token was lost when a backup was restored, though
	// another one may have its number; LostBoard, that the game stands at the token's ply and
	// never had the position that the token shows, or has not come to its ply. Callers that
	// know the game set them.
	LostGame, LostBoard bool
	// Quarantine is the number of the quarantined messages that the message with this
	// token asked about. It is not in the text: the caller that finds the question with
	// Answers sets it.
	Quarantine int64
	// Shown says that that message showed what is quarantined. It is not in the text.
	Shown bool

	digested bool // its signature carries a digest of the position
}

// SeenGame is what a message about a game or an invitation shows; zero if it is about
// none or several.
type SeenGame struct {
	Game       int64
	Ply        int64 // how many plies are played
	Undone     int   // how often plies were taken back
	Generation string
	Position   string // after Ply plies
}

// NewReplyToken makes the token of a player, in a message that shows a game and asks this. If
// it shows none, Ply is its time.
func NewReplyToken(key []byte, player int64, seen SeenGame, asks mail.AskedQuestion) ReplyToken {
	t := ReplyToken{Game: seen.Game, Ply: seen.Ply, Undone: seen.Undone, Generation: seen.Generation, Asks: asks}
	digest := ""
	if seen.Game != 0 && seen.Ply > 0 && seen.Position != "" {
		digest = positionDigest(seen.Position)
	}
	t.Secret = t.signature(key, player, digest)
	return t
}

// signature returns the signature of a token that carries a digest of a position, or none.
func (t ReplyToken) signature(key []byte, player int64, digest string) string {
	text := fmt.Sprintf("player %d game %d ply %d undone %d", player, t.Game, t.Ply, t.Undone)
	asks := t.Asks
	if asks.Question != mail.AsksUnknown {
		text += " asks " + string(asks.Question)
	}
	if asks.Words {
		text += " words"
	}
	if t.Generation != "" {
		text += " generation " + t.Generation
	}
	if digest == "" {
		return sign(key, "%s", text)
	}
	return sign(key, "%s position %s", text, digest)[:SecretLength-digestLength] + digest
}

// digestLength is the length of the digest of a position in a token: 20 bits. They are not
// secret. The other 80 sign it.
const digestLength = 4

// positionDigest returns the digest of a position.
func positionDigest(position string) string {
	sum := sha256.Sum256([]byte("turnpost position " + position))
	return secretEncoding.EncodeToString(sum[:])[:digestLength]
}

// Shows reports whether a token that Verify found right may have been made for a position.
// Tokens of earlier versions, and those from before the first ply, are for any.
func (t ReplyToken) Shows(position string) bool {
	return !t.digested || strings.HasSuffix(t.Secret, positionDigest(position))
}

// MaxUndone bounds how many values of Undone Verify tries, so that a damaged game with a
// billion does not take forever.
const MaxUndone = 1000

// Verify reports whether one of keys made the token for player, when plies had been taken
// back at most undone times, in a game of one of these generations (none: the first). It sets
// Undone, Asks and Generation.
func (t *ReplyToken) Verify(keys [][]byte, player int64, undone int, generations ...string) bool {
	if len(generations) == 0 {
		generations = []string{""}
	}
	digests := []string{""}
	if t.Game != 0 && t.Ply > 0 && len(t.Secret) == SecretLength {
		digests = []string{t.Secret[SecretLength-digestLength:], ""}
	}
	all := mail.AllAsks()
	for n := undone; n >= max(0, undone-MaxUndone); n-- {
		for _, asks := range all {
			for _, digest := range digests {
				for _, generation := range generations {
					made := ReplyToken{Game: t.Game, Ply: t.Ply, Undone: n, Asks: asks, Generation: generation}
					for _, key := range keys {
						if same(made.signature(key, player, digest), t.Secret) {
							t.Undone, t.Asks, t.Generation, t.digested = n, asks, generation, digest != ""
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// The kinds of questions that have tokens of their own.
const (
	AboutQuarantine = "held"    // whether to carry out what is quarantined; this word is signed
	AboutAddress    = "address" // whether an address is the player's
)

// ShownOnce is Question.Asked for AboutQuarantine when the message with the token shows what
// is quarantined.
const ShownOnce = 1

// TokenQuestion is what a message asks its reader. Its token keeps an answer to one question
// from being taken for an answer to another.
type TokenQuestion struct {
	Kind   string // AboutQuarantine or AboutAddress
	Number int64  // of the thing in question
	Asked  int64  // how often it was asked before
}

// NewQuestionToken makes the token of a message that asks a player something at a time, in
// seconds since 1970.
func NewQuestionToken(key []byte, player int64, q TokenQuestion, at int64) ReplyToken {
	return ReplyToken{Ply: at,
		Secret: sign(key, "player %d question %s %d.%d at %d", player, q.Kind, q.Number, q.Asked, at)}
}

// Answers reports whether one of keys made the token for this question to a player, at any
// time.
func (t ReplyToken) Answers(keys [][]byte, player int64, q TokenQuestion) bool {
	ok := false
	for _, key := range keys {
		ok = same(NewQuestionToken(key, player, q, t.Ply).Secret, t.Secret) && t.Game == 0 || ok
	}
	return ok
}

// String returns the token's text, which ParseReplyToken reads.
func (t ReplyToken) String() string { return fmt.Sprintf("%d.%d.%s", t.Game, t.Ply, t.Secret) }

var replyTokenPattern = regexp.MustCompile(`^([0-9]{1,18})\.([0-9]{1,12})\.` + secretPattern + `$`)

// ParseReplyToken reads the text of a token, in upper or lower case. It does not verify it.
func ParseReplyToken(text string) (ReplyToken, bool) {
	m := replyTokenPattern.FindStringSubmatch(strings.ToLower(text))
	if m == nil {
		return ReplyToken{}, false
	}
	game, err1 := strconv.ParseInt(m[1], 10, 64)
	ply, err2 := strconv.ParseInt(m[2], 10, 64)
	return ReplyToken{Game: game, Ply: ply, Secret: m[3]}, err1 == nil && err2 == nil
}

// Line returns the token as a line of text. Where addresses cannot carry a token, a message
// that was started by a link proves its writer by this line.
func (t ReplyToken) Line() string { return "[" + t.String() + "]" }

// ParseReplyTokenLine reads what Line returned, possibly with space around it.
func ParseReplyTokenLine(line string) (ReplyToken, bool) {
	line = strings.TrimSpace(line)
	if len(line) < 2 || line[0] != '[' || line[len(line)-1] != ']' {
		return ReplyToken{}, false
	}
	return ParseReplyToken(line[1 : len(line)-1])
}

// SecretLength is the length of a token's signature in characters a to z and 2 to 7: 20
// characters of base32 are 100 bits.
const SecretLength = 20

// secretPattern is the regular expression of a signature.
var secretPattern = `([a-z2-7]{` + strconv.Itoa(SecretLength) + `})`

// secretAlphabet is in lower case throughout: some programs fold the case of a local part.
const secretAlphabet = "abcdefghijklmnopqrstuvwxyz234567"

var secretEncoding = base32.NewEncoding(secretAlphabet).WithPadding(base32.NoPadding)

// sign returns the signature of a text under a key. The formats must be such that no text
// of one kind of token is also a text of another kind.
func sign(key []byte, format string, args ...any) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "turnpost 1 "+format, args...)
	return secretEncoding.EncodeToString(mac.Sum(nil))[:SecretLength]
}

// same compares two signatures in constant time.
func same(want, secret string) bool { return hmac.Equal([]byte(want), []byte(secret)) }

// UnsubscribeToken is in the URL that stops the messages to a player (RFC 8058). It is bound
// to the player only, so that the link in any message works, however old.
type UnsubscribeToken struct {
	Player int64
	Secret string
}

// NewUnsubscribeToken makes a player's token.
func NewUnsubscribeToken(key []byte, player int64) UnsubscribeToken {
	return UnsubscribeToken{player, sign(key, "unsubscribe player %d", player)}
}

// String returns the token's text, which ParseUnsubscribeToken reads.
func (t UnsubscribeToken) String() string { return fmt.Sprintf("%d.%s", t.Player, t.Secret) }

// Verify reports whether one of keys made the token, in constant time.
func (t UnsubscribeToken) Verify(keys [][]byte) bool {
	ok := false
	for _, key := range keys {
		ok = same(NewUnsubscribeToken(key, t.Player).Secret, t.Secret) || ok
	}
	return ok
}

var unsubscribePattern = regexp.MustCompile(`^([0-9]{1,18})\.` + secretPattern + `$`)

// ParseUnsubscribeToken reads the text of a token, in lower case only, since no program
// folds the case of a URL. It does not verify it.
func ParseUnsubscribeToken(text string) (UnsubscribeToken, bool) {
	m := unsubscribePattern.FindStringSubmatch(text)
	if m == nil {
		return UnsubscribeToken{}, false
	}
	player, err := strconv.ParseInt(m[1], 10, 64)
	return UnsubscribeToken{player, m[2]}, err == nil
}

// ReturnPath returns the envelope sender of a message (VERP: each message has its own). Its
// tag names the message and is signed, so that a bounce proves that its sender has seen
// that message. It begins with "b.", reply tokens with a number. Without plus-addresses it
// is the plain server address.
func (m ServerAddress) ReturnPath(key []byte, message int64) string {
	return m.tagged(fmt.Sprintf("b.%d.%s", message, signReturnPath(key, message)))
}

// signReturnPath signs the return path of a message. Its text must not change: bounces of
// earlier messages are verified with it.
func signReturnPath(key []byte, message int64) string {
	return sign(key, "bounce of letter %d", message)
}

// ReturnTag is the tag of a return path. It is not verified yet.
type ReturnTag struct {
	Message int64
	Secret  string
}

// Verify reports whether one of keys made the tag, in constant time.
func (t ReturnTag) Verify(keys [][]byte) bool {
	ok := false
	for _, key := range keys {
		ok = same(signReturnPath(key, t.Message), t.Secret) || ok
	}
	return ok
}

var returnTagPattern = regexp.MustCompile(`^b\.([0-9]{1,18})\.` + secretPattern + `$`)

// maxTags is how many tags of one message are looked at: a server writes one, in several
// fields.
const maxTags = 5

// ReturnTags finds the first five of a message's recipients that have the form of our
// return paths. returned reports whether any begins like one: no person writes there.
func (m ServerAddress) ReturnTags(to []string) (tags []ReturnTag, returned bool) {
	for _, tag := range m.tags(to) {
		if !strings.HasPrefix(tag, "b.") {
			continue
		}
		returned = true
		if m := returnTagPattern.FindStringSubmatch(tag); m != nil && len(tags) < maxTags {
			if message, err := strconv.ParseInt(m[1], 10, 64); err == nil {
				tags = append(tags, ReturnTag{message, m[2]})
			}
		}
	}
	return tags, returned
}
