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

// QuarantinedFor is how long what a letter wanted that nothing proves is quarantined.
// Its lines are kept, and the player's first address alone is asked whether to show
// them. The question holds no word of the letter: whoever writes in a player's name
// would choose what the player reads. A yes in reply, which proves that it is the
// player's, brings the lines, as somebody's who claims to be the player; and a yes
// to that letter carries them out as if they had been proven when they came: its
// ticket has the date of the letter, so what is stale since is refused. No or this
// time drop them.
//
// Whoever forges a player's address may use up the question of the day, so what comes
// while something is quarantined is quarantined beside it, unasked. The answers bring the
// letters one by one, that of the question first and then the newest: each is decided for itself. A
// decision gives the day's question back.
const QuarantinedFor = 7 * 24 * time.Hour

// What is quarantined is shown in full before it is done: nobody says yes to what they
// cannot see. A letter beyond these limits is refused.
const (
	maxQuarantinedLines = 20
	maxQuarantinedText  = 2000 // characters
)

// mostQuarantined is how many letters of a player are quarantined at a time that were
// asked about, and how many beside them: the newest, and of these as many of the first, which
// forgeries that come later do not push aside.
const mostQuarantined = 5

// proof is what of a letter needs a proof that it has not.
type proof struct {
	suspect []command.Line   // lines that nothing proves to be the writer's
	keep    []command.Intent // these, and words beside them
	unasked string           // why they are neither quarantined nor asked about; "": they are
}

// unproven notes a line that needs a proven writer. A yes or a no answers a
// letter, and cannot be quarantined without it.
func (a *answer) unproven(c command.Line) {
	if (c.Verb == "yes" || c.Verb == "no") && c.Game == 0 {
		a.problem(c, club.Refuse("unproven"))
		return
	}
	a.proof.suspect = append(a.proof.suspect, c)
}

// quarantine keeps the lines of a letter that nothing proves, and asks about them.
// Words beside them are kept too: they may belong to a command.
func (a *answer) quarantine() error {
	p, err := a.player()
	if err != nil || len(a.proof.suspect) == 0 || !p.StoppedAt.IsZero() || a.writer.Paused {
		return err
	}
	var lines []string
	for _, in := range a.proof.keep {
		lines = append(lines, a.quarantinedLine(in))
	}
	text := strings.Join(lines, "\n")
	if len(lines) > maxQuarantinedLines || utf8.RuneCountInString(text) > maxQuarantinedText {
		a.problem(a.proof.suspect[0], club.Refuse("unproven"))
		return nil
	}
	a.talk.lines, a.receipt.hints = nil, nil
	if a.proof.unasked, _, err = a.mayAsk(db.QuestionQuarantine); err != nil {
		return err
	}
	if a.proof.unasked != "" {
		return a.beside(text)
	}
	a.receipt.acted = true
	q, err := a.tx.DB.Quarantine(p.ID, a.in.ID, text, true, mostQuarantined)
	if err != nil {
		return err
	}
	a.letters.Quarantined(p, q.ID, a.tx.Now().Add(QuarantinedFor))
	return a.countAsked(db.QuestionQuarantine)
}

// beside quarantines what may not be asked about, if a question stands whose answer brings
// it, and no server or filter distrusts the mail.
func (a *answer) beside(text string) error {
	if auth.Distrust(a.letter, a.desk.identity.AuthservID) != "" {
		return nil
	}
	waiting, err := a.stillQuarantined()
	if err != nil || len(waiting) == 0 {
		return err
	}
	a.proof.unasked = "held beside what was asked about; " + a.proof.unasked
	_, err = a.tx.DB.Quarantine(a.writer.Player, a.in.ID, text, false, mostQuarantined)
	return err
}

// stillQuarantined is what is quarantined of the writer, newest first.
func (a *answer) stillQuarantined() ([]db.Quarantine, error) {
	waiting, err := a.tx.DB.WaitingQuarantines(a.writer.Player)
	return slices.DeleteFunc(waiting, func(q db.Quarantine) bool { return a.tx.Now().Sub(q.At) > QuarantinedFor || wasProse(q) }), err
}

// askedOf is the letter of ours about what is quarantined that the writer answers.
func (a *answer) askedOf() (*command.AskedQuarantine, error) {
	asked := command.AskedQuarantine{ID: a.writer.Ticket.Quarantine, Shown: a.writer.Ticket.Shown}
	waiting, err := a.stillQuarantined()
	for _, q := range waiting {
		asked.Waiting = append(asked.Waiting, command.Quarantined{ID: q.ID, At: q.At, Lines: strings.Split(q.Lines, "\n")})
	}
	return &asked, err
}

// quarantinedLine is a line as it is quarantined. In a reply with a ticket of somebody else's
// the game is only claimed: the question says which one, so that the answer is
// clear.
func (a *answer) quarantinedLine(in command.Intent) string {
	about, c := false, command.Line{}
	switch in := in.(type) {
	case command.Play:
		about, c = true, in.Line
	case command.Talk:
		c = in.Line
	case command.Do:
		c = in.Line
		v, _ := a.desk.reader.Verb(c.Verb)
		about = v.Group == "playing" || slices.Contains([]string{"accept", "decline", "withdraw"}, c.Verb)
	}
	if a.writer.Claimed == 0 || c.Game != 0 || !about {
		return c.Text
	}
	return fmt.Sprintf("#%d %s", a.writer.Claimed, c.Text)
}
