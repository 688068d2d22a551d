package handler

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"turnpost/db"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/command"
)

// QuarantinedFor is how long an unproven message is quarantined. Its lines are stored, and
// the player's first address is asked whether to show them. The question holds no word of
// the message: otherwise anybody could choose what the player reads. A yes in reply, which
// is proven, shows the lines as those of somebody who claims to be the player. A yes to that
// carries them out as if they had been proven when they came: its reply token has the date
// of the message, so what is stale by then is refused. A no deletes them, and so does time.
//
// Forgers may use up the question of a day, so what comes while something is quarantined is
// quarantined beside it, without a question. The answers show the messages one by one, first
// the one of the question, then the newest. Each decision allows another question that day.
const QuarantinedFor = 7 * 24 * time.Hour

// A quarantined message is shown in full before it is carried out. A longer message than
// this is refused.
const (
	maxQuarantinedLines = 20
	maxQuarantinedText  = 2000 // characters
)

// mostQuarantined is how many messages in one player's name are quarantined with a question,
// and how many beside them.
const mostQuarantined = 5

// unprovenLines are what of a message needs a proof that is missing.
type unprovenLines struct {
	lines  []command.Line
	stored []string // these, as they are stored, and the words beside them
}

// noteUnproven notes a line that needs a proven writer. The game of somebody else's reply token is
// only claimed; the stored line names it, to make the question clear.
func (a *answer) noteUnproven(in command.NeedsProof) {
	text := in.Line.Text
	if in.Game != 0 && in.Line.Game == 0 {
		text = fmt.Sprintf("#%d %s", in.Game, text)
	}
	a.unproven.lines = append(a.unproven.lines, in.Line)
	a.unproven.stored = append(a.unproven.stored, text)
}

// quarantineUnproven stores the unproven lines of a message, with the words beside them, and asks
// the player about them.
func (a *answer) quarantineUnproven() error {
	p, err := a.player()
	if err != nil || len(a.unproven.lines) == 0 || !p.StoppedAt.IsZero() || a.writer.Paused {
		return err
	}
	lines := a.unproven.stored
	text := strings.Join(lines, "\n")
	if len(lines) > maxQuarantinedLines || utf8.RuneCountInString(text) > maxQuarantinedText {
		a.refuse(a.unproven.lines[0], club.Refuse("unproven"))
		return nil
	}
	a.talk.lines, a.receipt.hints = nil, nil
	if a.unasked, _, err = a.whyNotAsked(db.QuestionQuarantine); err != nil {
		return err
	}
	if a.unasked != "" {
		return a.quarantineBeside(text)
	}
	a.receipt.acted = true
	q, err := a.tx.DB.Quarantine(p.ID, a.in.ID, text, true, mostQuarantined)
	if err != nil {
		return err
	}
	a.messages.Quarantined(p, q.ID, a.tx.Now().Add(QuarantinedFor))
	return a.countQuestion(db.QuestionQuarantine)
}

// quarantineBeside quarantines a message without a question, if another question stands and no mail
// server or filter distrusts the message.
func (a *answer) quarantineBeside(text string) error {
	if auth.Distrust(a.message, a.handler.identity.AuthservID) != "" {
		return nil
	}
	waiting, err := a.waitingQuarantines()
	if err != nil || len(waiting) == 0 {
		return err
	}
	a.unasked = "held beside what was asked about; " + a.unasked
	_, err = a.tx.DB.Quarantine(a.writer.Player, a.in.ID, text, false, mostQuarantined)
	return err
}

// waitingQuarantines returns what is quarantined in the writer's name, the newest first.
func (f *facts) waitingQuarantines() ([]db.Quarantine, error) {
	waiting, err := f.tx.DB.WaitingQuarantines(f.writer.Player)
	return slices.DeleteFunc(waiting, func(q db.Quarantine) bool {
		return f.tx.Now().Sub(q.At) > QuarantinedFor
	}), err
}
