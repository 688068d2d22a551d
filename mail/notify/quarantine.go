package notify

import (
	"errors"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/auth"
	"turnpost/templates"
)

// Quarantined tells a player that a letter in their name, which nothing proves, is
// quarantined under the number id, and asks whether to show it. It says no word of it;
// the answer to our letter answers this question and no other.
func (l *Letters) Quarantined(p db.Player, id int64, until time.Time) {
	l.ask(p, &question{quarantine: id}, &templates.Quarantined{Until: Shown(p, until)})
}

// Claim is a letter that is quarantined, as its alleged writer is shown it. Its lines are
// as old as it is: what was played since is not overtaken.
type Claim struct {
	Quarantine int64
	At, Until  time.Time
	Lines      []string
	More       bool // others are quarantined besides
}

// Claimed shows a player what such a letter wants, and asks whether it is theirs. That
// another one was dropped is told first.
func (l *Letters) Claimed(p db.Player, c Claim) {
	l.ask(p, &question{quarantine: c.Quarantine, shown: true, at: c.At}, &templates.Claimed{Lines: c.Lines, Until: Shown(p, c.Until), More: c.More})
}

func (l *Letters) ask(p db.Player, q *question, sec templates.Section) {
	r := l.to(p).alone()
	r.question = q
	first := 0
	if len(r.text.Sections) > 0 {
		if _, dropped := r.text.Sections[0].(*templates.Dropped); dropped {
			first = 1
		}
	}
	r.text.Sections = slices.Insert(r.text.Sections, first, sec)
}

// ticket is what proves the answer to the question.
func (q *question) ticket(key []byte, player, now int64) auth.ReplyToken {
	about := auth.Question{What: auth.AboutQuarantine, Number: q.quarantine}
	if q.shown {
		about.Asked, now = auth.ShownOnce, q.at.Unix()
	}
	return auth.NewQuestionToken(key, player, about, now)
}

// QuarantineDropped tells a player that such a letter is thrown away.
func (l *Letters) QuarantineDropped(p db.Player) { l.to(p).alone().add(&templates.Dropped{}) }

// Forwarded tells a player that a ticket of theirs, of a game or, with 0, of none,
// came from another address. Nothing in such a letter is carried out.
func (l *Letters) Forwarded(p db.Player, from string, game int64) error {
	sec := &templates.NotYou{Game: game, From: from}
	r := l.to(p)
	t, err := l.tx.Table(game)
	switch {
	case err == nil && t.Side(p.ID) != 0:
		sec.Title = t.Rules.Title
		r.of(t)
	case err != nil && !errors.Is(err, db.ErrNotFound):
		return err
	default:
		i, err := l.tx.DB.Invitation(game)
		if errors.Is(err, db.ErrNotFound) {
			break // the ticket is of no game
		}
		if err != nil {
			return err
		}
		g, err := l.tx.Club.Rules(i.Rules)
		if err != nil {
			return err
		}
		sec.Title = g.Title
		r.ofInvitation(i)
	}
	r.add(sec)
	return nil
}
