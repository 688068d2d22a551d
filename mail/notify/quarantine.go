package notify

import (
	"errors"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/auth"
	"turnpost/templates"
)

// Quarantined says to a player that a message in their name, which nothing proves, is in
// quarantine under the number id, and asks whether to show it. It quotes no word of it. The
// reply answers this question and no other.
func (m *Messages) Quarantined(p db.Player, id int64, until time.Time) {
	m.ask(p, &question{quarantine: id}, &templates.Quarantined{Until: LocalTime(p, until)})
}

// QuarantinedMessage is a quarantined message as its alleged writer is shown it. Its lines count as of its
// own moment: plies played since do not make them late.
type QuarantinedMessage struct {
	Quarantine int64
	At, Until  time.Time
	Lines      []string
	More       bool // others are quarantined besides
}

// Claimed shows a player what a quarantined message wants, and asks whether it is theirs. If
// another one was dropped, that is said first.
func (m *Messages) Claimed(p db.Player, c QuarantinedMessage) {
	m.ask(p, &question{quarantine: c.Quarantine, shown: true, at: c.At},
		&templates.QuarantineQuestion{Lines: c.Lines, Until: LocalTime(p, c.Until), More: c.More})
}

func (m *Messages) ask(p db.Player, q *question, sec templates.Section) {
	r := m.to(p).alone()
	r.question = q
	first := 0
	if len(r.text.Sections) > 0 {
		if _, dropped := r.text.Sections[0].(*templates.QuarantineDropped); dropped {
			first = 1
		}
	}
	r.text.Sections = slices.Insert(r.text.Sections, first, sec)
}

// token is the reply token of the question.
func (q *question) token(key []byte, player, now int64) auth.ReplyToken {
	about := auth.TokenQuestion{Kind: auth.AboutQuarantine, Number: q.quarantine}
	if q.shown {
		about.Asked, now = auth.ShownOnce, q.at.Unix()
	}
	return auth.NewQuestionToken(key, player, about, now)
}

// QuarantineDropped says to a player that such a message is deleted.
func (m *Messages) QuarantineDropped(p db.Player) {
	m.to(p).alone().add(&templates.QuarantineDropped{})
}

// Forwarded says to a player that a reply token of theirs, of a game or of none (0), came
// from another address. Nothing in such a message is carried out.
func (m *Messages) Forwarded(p db.Player, from string, game int64) error {
	sec := &templates.TokenMisused{Game: game, From: from}
	r := m.to(p)
	t, err := m.tx.Game(game)
	switch {
	case err == nil && t.Side(p.ID) != 0:
		sec.Title = t.Rules.Title
		r.of(t)
	case err != nil && !errors.Is(err, db.ErrNotFound):
		return err
	default:
		i, err := m.tx.DB.Invitation(game)
		if errors.Is(err, db.ErrNotFound) {
			break // the token is of no game
		}
		if err != nil {
			return err
		}
		g, err := m.tx.Club.RulesOf(i)
		if err != nil {
			return err
		}
		sec.Title = g.Title
		r.ofInvitation(i)
	}
	r.add(sec)
	return nil
}
