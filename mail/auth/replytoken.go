package auth

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// ReplyToken is what a letter of ours carries to prove its reader's reply: a game
// (or an invitation), the number of plies played in it, and a secret bound to
// these two and to one player. Its text is "12.7.k3v9…". A letter without one
// game has game 0 and, for the plies, the moment of the letter in seconds since
// 1970: it dates what a reply says of any game.
type ReplyToken struct {
	Game   int64
	Ply    int64
	Secret string
	// Undone is how often plies had been taken back when it was made. It is not
	// in the text: Verify finds it.
	Undone int
	// AboutQuarantine is the number of what was quarantined, when the ticket is of the
	// letter that asked about it. It is not in the text: whoever finds the question
	// that the ticket Answers notes it here.
	Quarantine int64
	// ShownOnce says that that letter showed what is quarantined. It is not in the text.
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

// ShownOnce is how often a question of the kind Quarantine was asked, when the letter with
// the ticket shows what is quarantined.
const ShownOnce = 1

// Question is what a letter asks its reader, so that no answer to it is taken
// for that to another one.
type Question struct {
	What   string // AboutQuarantine or Address
	Number int64  // of the thing that it is about
	Asked  int64  // how often it was asked before
}

// NewQuestionToken makes the ticket of a letter that asks a player something at a moment, in
// seconds since 1970. Like that of any letter without a game it is dated.
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

// ParseReplyToken reads the text of a ticket, in any case of letters. It says nothing of
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

// Line is the ticket as a line of a letter's text: where an address carries
// none, a mail that a tap began proves its writer by it.
func (t ReplyToken) Line() string { return "[" + t.String() + "]" }

// ParseReplyTokenLine reads what Line wrote, with space around it or not.
func ParseReplyTokenLine(line string) (ReplyToken, bool) {
	line = strings.TrimSpace(line)
	if len(line) < 2 || line[0] != '[' || line[len(line)-1] != ']' {
		return ReplyToken{}, false
	}
	return ParseReplyToken(line[1 : len(line)-1])
}
