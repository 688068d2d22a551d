package handler

import (
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/templates"
)

// mayAsk says why an address gets no letter about mail that nothing proves to be
// from there; "" if it may get one, which [countAsked] counts when it does. Whoever
// can write an address into a mail chooses where these letters go, so there are few of
// them: to one address so many a day, to all together so many an hour. Of an hour's a
// quarter is kept for those who have proven themselves before. When as many as may go
// to strangers in an hour wait to be sent, no more are asked: whom a player invites
// would have their letter after all of them. Who has a game under way is asked
// whatever others were: else strangers' names could use up the hour when, after a
// change of keys, all players' answers have to be asked about.
// silent is, for the last letter of a day, until when its address gets no other.
func (a *answer) mayAsk(kind string) (remark string, silent time.Time, err error) {
	if why := auth.Distrust(a.letter, a.desk.identity.AuthservID); why != "" {
		return "not answered: " + why, silent, nil
	}
	p, err := a.player()
	if err != nil {
		return "", silent, err
	}
	daily, hourly := a.desk.Limits.QuestionsADay, a.desk.Limits.QuestionsAnHour
	if p.WroteAt.IsZero() {
		if mail.IsRole(p.Address) {
			return "not answered: nothing proves the writer, and nobody plays from such an address", silent, nil
		}
		hourly = max(hourly-hourly/4, 1)
		if n, err := a.tx.DB.Queued(db.ClassStranger, hourly); err != nil || n >= hourly {
			return fmt.Sprintf("not answered: nothing proves the writer, and %d letters to people who never wrote wait", n), silent, err
		}
	}
	running, err := a.underWay()
	if err != nil {
		return "", silent, err
	}
	playing := !p.WroteAt.IsZero() && len(running) > 0
	now := a.tx.Now()
	own, first, err := a.tx.DB.QuestionsTo(p.ID, kind, now.Add(-day))
	if err != nil {
		return "", silent, err
	}
	all, err := a.tx.DB.Questions(now.Add(-time.Hour))
	may, silent := withinLimit(now, own, first, daily, day)
	switch {
	case err != nil:
		return "", silent, err
	case !may:
		return fmt.Sprintf("not answered: nothing proves the writer, who was written to %d times today", own), silent, nil
	case all >= hourly && !playing:
		return fmt.Sprintf("not answered: nothing proves the writer, and %d such letters went out this hour", all), silent, nil
	}
	return "", silent, nil
}

// strangersWait refuses what is not urgent while as many letters wait as may go to
// strangers in an hour: those whom players invite would have theirs after it.
func (a *answer) strangersWait() error {
	hourly := a.desk.Limits.QuestionsAnHour
	if n, err := a.tx.DB.Queued(db.ClassStranger, hourly); err != nil || n < hourly {
		return err
	}
	return club.Refuse("strangers-wait", hourly)
}

// countAsked counts a letter about mail that nothing proves.
func (a *answer) countAsked(kind string) error {
	return a.tx.DB.NoteQuestion(a.writer.Player, kind, day)
}

// unknownTold says why an unproven writer is not answered at all. All answers to such
// count among the questions of the hour; those to others than who was never proven leave
// them the quarter that is kept for questions, and the mail must not be one that servers
// or filters distrust.
func (a *answer) unknownTold(p db.Player) (remark string, silent time.Time, err error) {
	suspended, err := a.tx.IsSuspended(p.ID)
	if err != nil {
		return "", silent, err
	}
	if p.WroteAt.IsZero() || suspended { // an answer a day, by which who is suspended comes back
		return a.mayAsk(db.QuestionAnswer)
	}
	if why := auth.Distrust(a.letter, a.desk.identity.AuthservID); why != "" {
		return "not answered: " + why, silent, nil
	}
	hourly := a.desk.Limits.QuestionsAnHour
	all, err := a.tx.DB.Questions(a.tx.Now().Add(-time.Hour))
	if err == nil && all >= max(hourly-hourly/4, 1) {
		remark = fmt.Sprintf("not answered: nothing proves the writer, and %d such letters went out this hour", all)
	}
	return remark, silent, err
}

// hush takes out of the receipt whatever the letter said: what nothing proves to be
// the reader's own is not repeated to them, who may be anybody's victim.
func (a *answer) hush() {
	r := &a.receipt.Receipt
	failed := len(r.Problems) > 0
	*r = templates.Receipt{}
	if failed {
		r.Problems = []templates.Problem{{Code: "unproven"}}
	}
}

// ErrToken says that a token of an unsubscribe address is none of ours: it was
// cut or made up, or the key that it was made with is retired.
var ErrToken = errors.New("the token is not valid")

// PlayerOfToken finds whose token it is, in constant time but for what is no token
// at all. ErrToken if it is nobody's.
func PlayerOfToken(tx *db.Tx, text string) (db.Player, error) {
	token, ok := auth.ParseUnsubscribeToken(text)
	if !ok {
		return db.Player{}, ErrToken
	}
	keys, err := tx.Keys()
	if err != nil {
		return db.Player{}, err
	}
	if !token.Verify(keys) {
		return db.Player{}, ErrToken
	}
	p, err := tx.Player(token.Player)
	if errors.Is(err, db.ErrNotFound) {
		err = ErrToken
	}
	return p, err
}
