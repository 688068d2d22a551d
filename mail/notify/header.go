package notify

import (
	"cmp"
	"fmt"
	"strconv"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/rules"
)

// gameHeader is the machine's view of a letter's game or invitation for its
// reader; nil of a letter about none. Programs play by it; "help letters" has
// the protocol.
func (l *Letters) gameHeader(r *letter) ([]mail.Field, error) {
	a := r.about
	switch thread := r.thread(); {
	case thread <= 0: // of no game
		return nil, nil
	case a.table != nil:
		t := a.table
		fields := stateHeader(t.Game.ID, t.Game.Rules, t.Record.Len(), sideOf(t.Game.Black, r.to.ID), t.Turn(), t.Record.Position())
		if t.Game.Over() {
			result, _ := rules.ParseResult(t.Game.Result)
			fields = append(fields, mail.Field{Name: "Turnpost-Outcome", Value: rules.Outcome{Result: result, Reason: t.Game.Reason}.Told()})
		}
		return fields, nil
	}
	g, err := l.tx.Club.Rules(a.invitation.Rules)
	if err != nil {
		return nil, err
	}
	fields := stateHeader(a.invitation.ID, a.invitation.Rules, 0, sideOf(a.invitation.Black(), r.to.ID), rules.None, g.Start())
	// What was noted of it may be older than what became of it.
	i, err := l.tx.DB.Invitation(a.invitation.ID)
	if err == nil && i.Invitee == r.to.ID && i.State == db.InvitationOpen {
		fields = append(fields, mail.Field{Name: "Turnpost-Invitation", Value: i.State})
	}
	return fields, err
}

// sideOf is Black for the player of that side, and White for any other.
func sideOf(black, player int64) rules.Side {
	if player == black {
		return rules.Black
	}
	return rules.White
}

func stateHeader(game int64, name string, plies int, side, turn rules.Side, p rules.Position) []mail.Field {
	return []mail.Field{
		{Name: "Turnpost-Game", Value: strconv.FormatInt(game, 10)},
		{Name: "Turnpost-Rules", Value: name},
		{Name: "Turnpost-Ply", Value: strconv.Itoa(plies)},
		{Name: "Turnpost-Side", Value: side.String()},
		{Name: "Turnpost-Turn", Value: turn.String()},
		{Name: "Turnpost-Position", Value: p.String()},
	}
}

// listHeader lets mail programs file our letters (RFC 2369, RFC 2919).
func (t *Teller) listHeader() []mail.Field {
	return []mail.Field{
		{Name: "List-Id", Value: fmt.Sprintf("Turnpost <turnpost.%s>", t.Mailbox.Domain())},
		{Name: "List-Help", Value: fmt.Sprintf("<mailto:%s?subject=help>", t.Mailbox.Address)},
	}
}

// UnsubscribePath is where below the public URL the tokens of one-click
// unsubscribing stand.
const UnsubscribePath = "/unsubscribe/"

// listUnsubscribe are the fields by which a mail program pauses our letters, or ends
// them if their reader never wrote. The
// address of the mail proves who wishes it, as that of any reply does. A letter
// to an address that is only asked whether it is the player's has no button:
// its reader may be a stranger.
func (t *Teller) listUnsubscribe(replyTo string, key []byte, r *letter) []mail.Field {
	if end := r.unfollows(); end != "" { // one click would pause games of their own
		return []mail.Field{{Name: "List-Unsubscribe", Value: fmt.Sprintf("<mailto:%s?subject=%s>", replyTo, end)}}
	}
	mailto := fmt.Sprintf("<mailto:%s?subject=pause>", replyTo)
	if t.PublicURL == "" || r.address != nil {
		return []mail.Field{{Name: "List-Unsubscribe", Value: mailto}}
	}
	url := t.PublicURL + UnsubscribePath + auth.NewUnsubscribeToken(key, r.to.ID).String()
	return []mail.Field{
		// RFC 2369, 3.2: the address that is preferred comes first.
		{Name: "List-Unsubscribe", Value: fmt.Sprintf("<%s>, %s", url, mailto)},
		{Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click"}, // RFC 8058, 3.1
	}
}

// unfollows is what a mail program writes that is to end letters of games of others; "" of
// other letters.
func (r *letter) unfollows() string {
	if r.thread() != followThread {
		return ""
	}
	return cmp.Or(map[string]string{"bestofweek": "best%20of%20the%20week%20off"}[r.kind()], "unfollow")
}
