package desk

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/templates"
)

// One-click unsubscribing (RFC 8058): with a public URL each letter names an
// https address in List-Unsubscribe, to which the reader's mail program may
// POST without another question. The address holds a token that is bound to
// the player and to nothing else, so that the button of any letter works,
// however old. Whoever was given a letter by its reader can press it too; so it
// does little, and nothing but the end of invitations that a letter of the
// reader's own does not undo at once:
//
//   - Nothing is sent any more, but one last letter, which says so and how to
//     come back: any letter of the player's does that.
//   - Open invitations end, and their other sides are told, as they are by the
//     word "stop": nobody would answer them.
//   - Running games are not resigned. They wait in silence, their clocks run, and
//     in the end they are lost on time. The word "stop", in reply to the last
//     letter, asks whether to resign them, as it always does.
//
// A second click does nothing, and brings no second last letter.

// ErrToken says that a token of an unsubscribe address is none of ours: it was
// cut or made up, or the key that it was made with is retired.
var ErrToken = errors.New("the token is not valid")

// unsubscribePath is the token as it stands behind the public URL.
const unsubscribePath = "/unsubscribe/"

// unsubscribeSecret signs the unsubscribe address of a player with as many bits
// as a ticket has.
func unsubscribeSecret(key []byte, player int64) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "turnpost 1 unsubscribe player %d", player)
	return secretEncoding.EncodeToString(mac.Sum(nil))[:secretLength]
}

var unsubscribePattern = regexp.MustCompile(`^([0-9]{1,18})\.([a-z2-7]{` + strconv.Itoa(secretLength) + `})$`)

// unsubscribeURL is the address that stops the letters to a player.
func (d *Desk) unsubscribeURL(key []byte, player int64) string {
	return fmt.Sprintf("%s%s%d.%s", d.PublicURL, unsubscribePath, player, unsubscribeSecret(key, player))
}

// tokenPlayer finds whose token it is, in constant time but for what is no token
// at all. ErrToken if it is nobody's.
func tokenPlayer(tx *db.Tx, token string) (db.Player, error) {
	m := unsubscribePattern.FindStringSubmatch(token)
	if m == nil {
		return db.Player{}, ErrToken
	}
	id, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return db.Player{}, ErrToken
	}
	keys, err := tx.Keys()
	if err != nil {
		return db.Player{}, err
	}
	ok := false
	for _, key := range keys {
		ok = hmac.Equal([]byte(unsubscribeSecret(key, id)), []byte(m[2])) || ok
	}
	if !ok {
		return db.Player{}, ErrToken
	}
	p, err := tx.Player(id)
	if isNotFound(err) {
		err = ErrToken
	}
	return p, err
}

// CheckToken returns the language of the player whose token it is, if
// Unsubscribe takes it. It changes nothing.
func (d *Desk) CheckToken(ctx context.Context, token string) (lang string, err error) {
	err = d.db.View(ctx, func(tx *db.Tx) error {
		p, err := tokenPlayer(tx, token)
		lang = p.Lang
		return err
	})
	return lang, err
}

// Unsubscribe stops the letters to the player whose token it is; see above.
func (d *Desk) Unsubscribe(ctx context.Context, token string) error {
	stopped := false
	err := d.db.Update(ctx, func(tx *db.Tx) error {
		stopped = false
		player, err := tokenPlayer(tx, token)
		// Of who was forgotten there is nothing left to stop.
		if err != nil || !player.StoppedAt.IsZero() || player.Address == "" {
			return err
		}
		stopped = true
		return d.do(tx, duty{run: func(s *session) error { return s.unsubscribe(player) }})
	})
	if err == nil && stopped {
		d.tell(Unsubscribed, "")
		announce(d.posted)
	}
	return err
}

// unsubscribe writes the last letter and begins the silence.
func (s *session) unsubscribe(player db.Player) error {
	s.player = player
	last := s.reply(player).alone() // before the silence begins
	running, err := s.tx.GamesOf(player.ID, false, -1)
	if err != nil {
		return err
	}
	invitations, err := s.endInvitations()
	if err != nil {
		return err
	}
	last.add(&templates.Stopped{Invitations: invitations, Running: len(running)})
	s.player.StoppedAt = s.tx.Now
	s.player.Asked = ""
	return s.tx.SavePlayer(s.player)
}

// listUnsubscribe are the fields by which a mail program stops our letters. The
// address of the mail proves who wishes it, as that of any reply does. A letter
// to an address that is only asked whether it is the player's has no button:
// its reader may be a stranger.
func (d *Desk) listUnsubscribe(replyTo string, key []byte, r *reply) []mail.Field {
	mailto := fmt.Sprintf("<mailto:%s?subject=stop>", replyTo)
	if d.PublicURL == "" || r.address != nil {
		return []mail.Field{{Name: "List-Unsubscribe", Value: mailto}}
	}
	return []mail.Field{
		// RFC 2369, 3.2: the address that is preferred comes first.
		{Name: "List-Unsubscribe", Value: fmt.Sprintf("<%s>, %s", d.unsubscribeURL(key, r.to.ID), mailto)},
		{Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click"}, // RFC 8058, 3.1
	}
}
