package handler

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
	"turnpost/templates"
)

// receipt is what comes of a message: what the writer is told about its lines, and the messages
// that are sent to the writer and to others.
type receipt struct {
	*facts
	limiter
	messages *notify.Messages // all that come of it
	seen     []Observation    // to be told after the commit

	templates.Receipt                     // about its lines
	hints             []templates.Problem // told only if nothing else was done
	toStore           *command.Ask        // the question among the hints that is stored then
	acted             bool                // a command was carried out
	notUnderstood     bool                // nothing in the message was understood
	explains          bool                // if nothing was understood, the writer is told how to play
	omitted           bool                // the message is answered otherwise, or not at all
	leavesLater       bool                // the writer leaves in several steps (leave.go), and gets no receipt
	unasked           string              // why nothing is asked about what was unproven; "" if it is
	// notMember says that the writer is no member, so that nothing was carried out.
	notMember bool
}

// hasGuess reports whether the writer is told what could have been meant.
func (r *receipt) hasGuess() bool {
	return slices.ContainsFunc(r.Problems, func(p templates.Problem) bool { return len(p.Near) > 0 })
}

// refuse notes why a line was not carried out.
func (r *receipt) refuse(c command.Line, why *club.Refusal) {
	if why.Code == "name-several" {
		why.Near = wholeCommands(c, why)
	}
	r.Problems = append(r.Problems, notify.Problem(c.Text, why))
}

// wholeCommands returns a line with each of the names that it could mean in place of the one that was typed.
func wholeCommands(c command.Line, why *club.Refusal) (lines []string) {
	typed := fmt.Sprint(why.Args...)
	for _, name := range why.Near {
		lines = append(lines, strings.Replace(strings.Join(strings.Fields(c.Typed), " "), typed, name, 1))
	}
	return lines
}

// noteHint notes why a line that may be talk is no command.
func (r *receipt) noteHint(c command.Line, why *club.Refusal) {
	r.hints = append(r.hints, notify.Problem(c.Text, why))
}

// noteDone notes a line that was carried out.
func (r *receipt) noteDone(c command.Line) { r.noteDoneLine(c.Text) }

// noteDoneLine is noteDone for a line that no command says.
func (r *receipt) noteDoneLine(line string) {
	r.acted = true
	r.Done = append(r.Done, line)
}

// noteOutcome notes the result of the operation of a line. It returns errors that are not
// refusals.
func (r *receipt) noteOutcome(c command.Line, err error) error {
	refusal, err := club.Refused(err)
	switch {
	case refusal != nil:
		r.refuse(c, refusal)
	case err == nil:
		r.noteDone(c)
	}
	return err
}

// finishReceipt decides what the writer is told besides what events bring.
func (r *receipt) finishReceipt() error {
	r.notUnderstood = !r.acted && len(r.Problems) == 0 && r.unasked == ""
	if t := r.writer.ReplyToken; t.LostGame && r.notUnderstood {
		r.refuse(command.Line{}, r.noSuchGameRefusal(t.Game))
		r.notUnderstood = false
	}
	if r.notUnderstood {
		if r.explains {
			return r.explainPlaying()
		}
		if r.Problems = r.hints; len(r.hints) == 0 {
			r.Problems = []templates.Problem{{Code: "empty"}}
		}
		if r.toStore != nil {
			if err := r.storeQuestion(*r.toStore); err != nil {
				return err
			}
		}
	}
	if r.message.More && r.writer.Proven {
		r.refuse(command.Line{}, club.Refuse("too-long", mail.MaxOwn, mail.MaxOwnText/1024))
	}
	if len(r.Problems) == 0 && len(r.PassedOn)+len(r.Waits)+len(r.Unreached) == 0 && !r.Unheard && !r.Deaf &&
		len(r.LeftOut) == 0 {
		return nil
	}
	if !r.writer.Proven {
		r.withholdLines()
	}
	p, err := r.player()
	if err != nil {
		return err
	}
	sections := r.messages.Sections(p)
	// That words were passed on is not worth a message to a writer who wants few.
	if len(r.Problems)+len(r.Unreached)+sections == 0 && p.Messages != db.MessagesEvery {
		return nil
	}
	r.messages.Receipt(p, &r.Receipt)
	if sections > 0 || len(r.Problems) == 0 {
		return nil
	}
	return r.showAgain(p)
}

// showAgain shows the board or invitation at hand to a writer who was not understood. If
// there is none, it shows the help, unless there is a guess or a puzzle to answer.
func (r *receipt) showAgain(p db.Player) error {
	if g := r.gameAtHand(); g != nil {
		return r.messages.Show(g, g.Side(r.writer.Player))
	}
	i, err := r.invitation(r.writer.ReplyToken.Game, p.ID)
	if err != nil {
		return err
	}
	if i != nil && i.State == db.InvitationOpen {
		return r.messages.Invitation(p, *i)
	}
	switch asked, err := r.puzzleAtHand(); {
	case err != nil:
		return err
	case asked != nil:
		r.messages.KnownBy(p, r.parentTime()) // a reply to this answer may answer the puzzle too
	case r.notUnderstood && !r.hasGuess():
		r.messages.Help(p, r.helpOn(p, ""))
	}
	return nil
}

// explainPlaying tells the writer how to play; in reply to an invitation, the rules of its game.
func (r *receipt) explainPlaying() error {
	r.Problems = nil
	p, err := r.player()
	if err != nil {
		return err
	}
	if r.writer.ReplyToken.Secret == "" {
		r.messages.Help(p, r.helpOn(p, ""))
		return nil
	}
	i, err := r.invitation(r.writer.ReplyToken.Game, p.ID)
	if err != nil || i == nil {
		return err
	}
	g, err := r.handler.Club.Rules(i.Rules)
	if err == nil {
		err = r.messages.Invitation(p, *i)
	}
	if err == nil {
		err = r.messages.Rules(p, g)
	}
	return err
}

// withholdLines removes from the receipt what the message said. An unproven message is not
// repeated to the address that it names, which may be a victim's.
func (r *receipt) withholdLines() {
	failed := len(r.Problems) > 0
	r.Receipt = templates.Receipt{}
	if failed {
		r.Problems = []templates.Problem{{Code: "unproven"}}
	}
}

// mostAskedLines is how many lines wait that a writer was asked about.
const mostAskedLines = 5

// storeQuestion stores the line that the writer is asked about.
func (r *receipt) storeQuestion(asked command.Ask) error {
	if asked.Plays {
		p, err := r.player()
		if err != nil {
			return err
		}
		r.messages.AsksLine(p)
	}
	return r.tx.DB.AskLine(r.writer.Player, r.in.ID, asked.Stored, mostAskedLines)
}
