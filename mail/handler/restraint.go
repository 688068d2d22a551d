package handler

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail/notify"
	"turnpost/templates"
)

const day = 24 * time.Hour

// restrain drops the answer to the writer if the message did nothing and the address was told
// of enough errors lately, or of this one. It returns the remark for the inbox. Without it, two
// programs that misunderstand each other would never stop (RFC 3834 section 2), and forgers
// could fill a mailbox. The last answer before a limit says so, and until when.
//
// A message that did something is always answered.
func (a *answer) restrain() (remark string, err error) {
	p, err := a.player()
	if err != nil {
		return "", err
	}
	if !a.messages.Begun(p) || a.messages.Asks(p) { // a question was counted when it was asked
		return a.proof.unasked, nil
	}
	if a.message.Bulk != "" && a.receipt.lost && !a.receipt.near() &&
		!(a.receipt.stores != nil && a.writer.ReplyToken.Asks.Words) {
		a.messages.Drop(p)
		return "not answered: nothing was understood; " + a.message.Bulk, nil
	}
	unknown := !a.writer.Proven && !a.writer.Stranger && a.writer.Confirming == nil
	var silent time.Time // until when the like of this message is not answered again
	if unknown {
		if remark, silent, err = a.unknownTold(p); err != nil || remark != "" {
			a.messages.Drop(p)
			a.see(KindRestrained, RestraintQuestion, 0)
			return remark, err
		}
	}
	kind, digest, quiet := db.RestraintError, a.whatWasWrong(), a.handler.Limits.SameError
	var free time.Time
	switch {
	case a.writer.Stranger, !a.receipt.acted && (len(a.receipt.Problems) > 0 || a.receipt.lost):
		if a.receipt.lost || a.receipt.outside {
			quiet = a.handler.Limits.SameTalk
		}
		remark, free, err = a.errorsTold(digest, quiet)
	case !a.writer.Proven && a.messages.Count() == 1:
		kind = db.RestraintLook
		remark, free, err = a.shownEnough()
	default:
		kind = "" // not counted
	}
	if err != nil {
		return "", err
	}
	if remark != "" {
		a.messages.Drop(p)
		a.see(KindRestrained, string(kind), 0)
		return remark, nil
	}
	if unknown {
		if err := a.countAsked(db.QuestionAnswer); err != nil {
			return "", err
		}
	}
	if kind != "" {
		err = a.countTold(kind, digest)
	}
	if silent = latest(silent, free); !silent.IsZero() && !a.writer.Stranger {
		a.receipt.Silence = &templates.Silence{Until: notify.Shown(p, silent), Proven: a.writer.Proven}
		a.messages.Receipt(p, &a.receipt.Receipt)
	}
	return a.proof.unasked, err
}

// shownEnough says why an unproven writer is shown nothing more today; "" if they are. silent
// is then until when nothing more is shown, if this is the last time.
func (a *answer) shownEnough() (remark string, silent time.Time, err error) {
	most := a.handler.Limits.LooksADay
	n, first, err := a.tx.DB.Told(a.writer.Player, db.RestraintLook, a.tx.Now().Add(-day))
	may, silent := withinLimit(a.tx.Now(), n, first, most, day)
	if err == nil && !may {
		remark = fmt.Sprintf("not answered: the writer is not proven, and was shown %d things today", most)
	}
	return remark, silent, err
}

// errorsTold says why the writer is not told of another error, or asked about an unproven
// message; "" if they are. silent is then until when they are not told more, if this is the
// last time. A proven player with a game under way is told of many more errors. Of the answers
// to unproven messages in the name of a player, a part is reserved for the player's own errors.
func (a *answer) errorsTold(digest []byte, quiet time.Duration) (remark string, silent time.Time, err error) {
	p, err := a.player()
	if err != nil {
		return "", silent, err
	}
	limits, now := a.handler.Limits, a.tx.Now()
	hourly, daily := limits.ErrorsAnHour, limits.ErrorsADay
	switch {
	case a.writer.Proven:
		games, err := a.underWay()
		if err != nil {
			return "", silent, err
		}
		if hourly = daily; len(games) > 0 {
			hourly, daily = limits.ProvenADay, limits.ProvenADay
		}
	case !p.WroteAt.IsZero():
		hourly, daily = max(hourly-1, 1), max(daily-daily/4, 1)
	}
	may, lastOne, err := a.mayRepeat(digest, quiet)
	if err != nil {
		return "", silent, err
	}
	if !may {
		return "not answered: the same error was told before", silent, nil
	}
	hour, first, err := a.tx.DB.Told(p.ID, db.RestraintError, now.Add(-time.Hour))
	if err != nil {
		return "", silent, err
	}
	may, silent = withinLimit(now, hour, first, hourly, time.Hour)
	if !may {
		return fmt.Sprintf("not answered: %d errors were told this hour", hour), silent, nil
	}
	all, first, err := a.tx.DB.Told(p.ID, db.RestraintError, now.Add(-day))
	if err != nil {
		return "", silent, err
	}
	may, later := withinLimit(now, all, first, daily, day)
	if !may {
		return fmt.Sprintf("not answered: %d errors were told today", all), silent, nil
	}
	return "", latest(latest(silent, later), lastOne), nil
}

// mayRepeat reports whether the writer may be told the same as before: if they never were, or
// if they repeat their words in reply to another message of ours, as people do who do not see
// what is wrong. An autoresponder that gives no sign does the same, so this has a limit, which
// is narrow for many words in reply to what we answered. lastOne is then until when the same
// is not told again, if this is the last time.
func (a *answer) mayRepeat(digest []byte, quiet time.Duration) (may bool, lastOne time.Time, err error) {
	player, since := a.writer.Player, a.tx.Now().Add(-quiet)
	n, err := a.tx.DB.NotifiedSame(player, digest, since)
	if err != nil || n == 0 {
		return err == nil, lastOne, err
	}
	to := a.replied()
	out, err := a.tx.DB.MessageByMessageID(to)
	if errors.Is(err, db.ErrNotFound) || err == nil && (!a.writer.Proven || out.Player != player || a.in.TooLarge) {
		return false, lastOne, nil
	}
	if err != nil {
		return false, lastOne, err
	}
	before, err := a.tx.DB.NotifiedSame(player, a.inReplyTo(digest), since)
	if err != nil || before > 0 {
		return false, lastOne, err
	}
	most := a.handler.Limits.Repeated
	if a.receipt.lost && !a.receipt.near() && out.Answers != 0 && a.isWordy() {
		most = a.handler.Limits.RepeatedTalk
	}
	if n+1 >= most {
		lastOne = a.tx.Now().Add(quiet)
	}
	return n < most, lastOne, nil
}

// replied returns the Message-ID of the one message that this one replies to, or "".
func (a *answer) replied() string {
	if len(a.message.InReplyTo) != 1 {
		return ""
	}
	return a.message.InReplyTo[0]
}

// fewWords is up to how many words a message has that hardly is an autoresponder's.
const fewWords = 8

// isWordy reports whether a message has as many words as the texts of autoresponders.
func (a *answer) isWordy() bool {
	return len(strings.Fields(strings.Join(a.message.Lines, " "))) > fewWords
}

var numbers = regexp.MustCompile(`[0-9]+`)

// compared returns a text as it is compared with earlier ones: in many words the numbers do not
// count, because an autoresponder may number its answers.
func compared(text string) string {
	if len(strings.Fields(text)) <= fewWords {
		return text
	}
	return numbers.ReplaceAllString(text, "0")
}

// inReplyTo returns the digest of an error and of what the message replies to.
func (a *answer) inReplyTo(digest []byte) []byte {
	to := sha256.Sum256([]byte(a.replied()))
	return slices.Concat(digest, to[:digestSize])
}

// digestSize is the size of each of the two digests in octets.
const digestSize = 16

// countTold counts an answer.
func (a *answer) countTold(kind db.RestraintKind, digest []byte) error {
	limits := a.handler.Limits
	return a.tx.DB.NoteNotified(a.writer.Player, kind, a.inReplyTo(digest), max(day, limits.SameError, limits.SameTalk))
}

// whatWasWrong returns a digest of the errors of a message. The same line at another ply of a
// game is another error. If nothing was understood, only the text counts.
func (a *answer) whatWasWrong() []byte {
	h, t := sha256.New(), a.writer.ReplyToken
	switch {
	case a.writer.Stranger:
		fmt.Fprintf(h, "passed on %d %q", t.Game, a.message.From[0].Addr)
	case a.receipt.outside:
		fmt.Fprint(h, "no member") // whatever the message said
	case a.receipt.lost && a.message.CopiesOurs:
		// The part of our message that is taken for the writer's own differs each time.
		fmt.Fprint(h, "lost, with a copy of ours")
	case a.receipt.lost:
		fmt.Fprintf(h, "lost %q", compared(strings.Join(a.message.Lines, "\n")))
	default:
		if t.Game != 0 {
			fmt.Fprintf(h, "game %d ply %d ", t.Game, t.Ply)
		}
		for _, p := range a.receipt.Problems {
			fmt.Fprintf(h, "%s %q ", p.Code, compared(p.Line))
		}
	}
	return h.Sum(nil)[:digestSize]
}
