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
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/notify"
	"turnpost/templates"
)

// This file holds the limits of what is answered, asked and passed on, so that nobody can flood
// a mailbox through us and no two programs write to each other for ever. The package doc
// (Limits) says where the other limits are.

// AnswerLimits keep programs from writing to each other for ever, and data from being kept for ever.
type AnswerLimits struct {
	// ErrorsAnHour and ErrorsADay are how many messages that only tell of errors one address is
	// sent for unproven mail, and ProvenADay how many in all; see package handler.
	ErrorsAnHour, ErrorsADay, ProvenADay int
	// SameError is how long the same error is not told again. SameTalk is how long the same
	// message is not answered again of which nothing was understood. It is longer than the
	// first days of a vacation, because an autoresponder that does not identify itself writes
	// the same each time.
	SameError, SameTalk time.Duration
	// Repeated is how often the same is told in that time to a writer who repeats it in reply
	// to other messages of ours. RepeatedTalk is the same for many words of which nothing was
	// understood, in reply to answers of ours.
	Repeated, RepeatedTalk int
	// WordsADay is how many messages of words without a command, of all addresses of a mailbox, go to
	// opponents in a day.
	WordsADay int
	// LooksADay is how many messages that only show something one address is sent for unproven
	// mail: anyone can ask for them in anyone's name.
	LooksADay int
	// QuestionsADay is how many questions about unproven mail one address is sent, and how many
	// answers if it was never proven. QuestionsAnHour is how many questions, looks and errors
	// all addresses together are sent for such mail; see package handler.
	QuestionsADay, QuestionsAnHour int
	// Fresh is how old a message may be that the operator's server or a signature proves; 0:
	// any age, for clocks that are not the world's.
	Fresh time.Duration
}

// DefaultLimits returns the default limits.
func DefaultLimits() AnswerLimits {
	return AnswerLimits{
		ErrorsAnHour: 3, ErrorsADay: 20, ProvenADay: 60, SameError: day, SameTalk: 8 * day, LooksADay: 3,
		Repeated: 20, RepeatedTalk: 3, WordsADay: 50,
		QuestionsADay: 1, QuestionsAnHour: 20, Fresh: auth.MaxAge,
	}
}

// restrainAnswer drops the answer to the writer if the message did nothing and the address was told
// of enough errors lately, or of this one. It returns the remark for the inbox. Without it, two
// programs that misunderstand each other would never stop (RFC 3834 section 2), and forgers
// could fill a mailbox. The last answer before a limit says so, and until when.
//
// A message that did something is always answered.
func (r *receipt) restrainAnswer() (remark string, err error) {
	p, err := r.player()
	if err != nil {
		return "", err
	}
	if !r.messages.Begun(p) || r.messages.Asks(p) { // a question was counted when it was asked
		return r.unasked, nil
	}
	if r.message.Bulk != "" && r.notUnderstood && !r.hasGuess() &&
		!(r.toStore != nil && r.writer.ReplyToken.Asks.Words) {
		r.messages.Drop(p)
		return "not answered: nothing was understood; " + r.message.Bulk, nil
	}
	unknown := !r.writer.Proven && !r.writer.Stranger && r.writer.Confirming == nil
	var silent time.Time // until when the like of this message is not answered again
	if unknown {
		if remark, silent, err = r.whyUnprovenNotAnswered(p); err != nil || remark != "" {
			r.messages.Drop(p)
			r.observe(KindRestrained, RestraintQuestion, 0)
			return remark, err
		}
	}
	kind, digest, quiet := db.CountedError, r.errorDigest(), r.handler.Limits.SameError
	var free time.Time
	switch {
	case r.writer.Stranger, !r.acted && (len(r.Problems) > 0 || r.notUnderstood):
		if r.notUnderstood || r.notMember {
			quiet = r.handler.Limits.SameTalk
		}
		remark, free, err = r.whyNotTold(digest, quiet, r.notUnderstood && !r.hasGuess())
	case !r.writer.Proven && r.messages.Count() == 1:
		kind = db.CountedLook
		remark, free, err = r.whyNotShown()
	default:
		kind = "" // not counted
	}
	if err != nil {
		return "", err
	}
	if remark != "" {
		r.messages.Drop(p)
		r.observe(KindRestrained, string(kind), 0)
		return remark, nil
	}
	if unknown {
		if err := r.countQuestion(db.QuestionAnswer); err != nil {
			return "", err
		}
	}
	if kind != "" {
		err = r.countAnswer(kind, digest)
	}
	if silent = latest(silent, free); !silent.IsZero() && !r.writer.Stranger {
		r.Silence = &templates.Silence{Until: notify.LocalTime(p, silent), Proven: r.writer.Proven}
		r.messages.Receipt(p, &r.Receipt)
	}
	return r.unasked, err
}

// errorDigest returns a digest of the errors of a message. The same line at another ply of a
// game is another error. If nothing was understood, only the text counts.
func (r *receipt) errorDigest() []byte {
	h, t := sha256.New(), r.writer.ReplyToken
	switch {
	case r.writer.Stranger:
		fmt.Fprintf(h, "passed on %d %q", t.Game, r.message.From[0].Addr)
	case r.notMember:
		fmt.Fprint(h, "no member") // whatever the message said
	case r.notUnderstood && r.message.CopiesOurs:
		// The part of our message that is taken for the writer's own differs each time.
		fmt.Fprint(h, "lost, with a copy of ours")
	case r.notUnderstood:
		fmt.Fprintf(h, "lost %q", forComparison(strings.Join(r.message.Lines, "\n")))
	default:
		if t.Game != 0 {
			fmt.Fprintf(h, "game %d ply %d ", t.Game, t.Ply)
		}
		for _, p := range r.Problems {
			fmt.Fprintf(h, "%s %q ", p.Code, forComparison(p.Line))
		}
	}
	return h.Sum(nil)[:digestSize]
}

// limiter counts what was sent to the writer of a message and in all, and says why no more is
// sent.
type limiter struct{ *facts }

// withinLimit reports whether another answer may be sent, if so many were sent in a span, the
// first at that time. If it is the last one, it also returns until when no other may be sent.
func withinLimit(now time.Time, n int, first time.Time, most int, span time.Duration) (may bool, silent time.Time) {
	switch {
	case n >= most:
		return false, silent
	case n+1 < most:
		return true, silent
	case n == 0:
		first = now
	}
	return true, first.Add(span)
}

// latest returns the later of two times.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

const day = 24 * time.Hour

// whyNotShown says why an unproven writer is shown nothing more today; "" if they are. silent
// is then until when nothing more is shown, if this is the last time.
func (l *limiter) whyNotShown() (remark string, silent time.Time, err error) {
	most := l.handler.Limits.LooksADay
	n, first, err := l.tx.DB.Told(l.writer.Player, db.CountedLook, l.tx.Now().Add(-day))
	may, silent := withinLimit(l.tx.Now(), n, first, most, day)
	if err == nil && !may {
		remark = fmt.Sprintf("not answered: the writer is not proven, and was shown %d things today", most)
	}
	return remark, silent, err
}

// whyNotTold says why the writer is not told of another error, or asked about an unproven
// message; "" if they are. silent is then until when they are not told more, if this is the
// last time. A proven player with a game under way is told of many more errors. Of the answers
// to unproven messages in the name of a player, a part is reserved for the player's own errors.
// vague says that nothing was understood, or guessed.
func (l *limiter) whyNotTold(digest []byte, quiet time.Duration, vague bool) (remark string,
	silent time.Time, err error) {
	p, err := l.player()
	if err != nil {
		return "", silent, err
	}
	limits, now := l.handler.Limits, l.tx.Now()
	hourly, daily := limits.ErrorsAnHour, limits.ErrorsADay
	switch {
	case l.writer.Proven:
		games, err := l.runningGames()
		if err != nil {
			return "", silent, err
		}
		if hourly = daily; len(games) > 0 {
			hourly, daily = limits.ProvenADay, limits.ProvenADay
		}
	case !p.WroteAt.IsZero():
		hourly, daily = max(hourly-1, 1), max(daily-daily/4, 1)
	}
	may, lastOne, err := l.mayRepeatError(digest, quiet, vague)
	if err != nil {
		return "", silent, err
	}
	if !may {
		return "not answered: the same error was told before", silent, nil
	}
	hour, first, err := l.tx.DB.Told(p.ID, db.CountedError, now.Add(-time.Hour))
	if err != nil {
		return "", silent, err
	}
	may, silent = withinLimit(now, hour, first, hourly, time.Hour)
	if !may {
		return fmt.Sprintf("not answered: %d errors were told this hour", hour), silent, nil
	}
	all, first, err := l.tx.DB.Told(p.ID, db.CountedError, now.Add(-day))
	if err != nil {
		return "", silent, err
	}
	may, later := withinLimit(now, all, first, daily, day)
	if !may {
		return fmt.Sprintf("not answered: %d errors were told today", all), silent, nil
	}
	return "", latest(latest(silent, later), lastOne), nil
}

// mayRepeatError reports whether the writer may be told the same as before: if they never were, or
// if they repeat their words in reply to another message of ours, as people do who do not see
// what is wrong. An autoresponder that gives no sign does the same, so this has a limit, which
// is narrow for many words in reply to what we answered. lastOne is then until when the same
// is not told again, if this is the last time.
func (l *limiter) mayRepeatError(digest []byte, quiet time.Duration, vague bool) (may bool,
	lastOne time.Time, err error) {
	player, since := l.writer.Player, l.tx.Now().Add(-quiet)
	n, err := l.tx.DB.NotifiedSame(player, digest, since)
	if err != nil || n == 0 {
		return err == nil, lastOne, err
	}
	to := l.parentID()
	out, err := l.tx.DB.MessageByMessageID(to)
	if errors.Is(err, db.ErrNotFound) || err == nil && (!l.writer.Proven || out.Player != player || l.in.TooLarge) {
		return false, lastOne, nil
	}
	if err != nil {
		return false, lastOne, err
	}
	before, err := l.tx.DB.NotifiedSame(player, l.digestWithParent(digest), since)
	if err != nil || before > 0 {
		return false, lastOne, err
	}
	most := l.handler.Limits.Repeated
	if vague && out.Answers != 0 && l.hasManyWords() {
		most = l.handler.Limits.RepeatedTalk
	}
	if n+1 >= most {
		lastOne = l.tx.Now().Add(quiet)
	}
	return n < most, lastOne, nil
}

// fewWords is up to how many words a message has that hardly is an autoresponder's.
const fewWords = 8

var numbers = regexp.MustCompile(`[0-9]+`)

// forComparison returns a text as it is compared with earlier ones: in many words the numbers do not
// count, because an autoresponder may number its answers.
func forComparison(text string) string {
	if len(strings.Fields(text)) <= fewWords {
		return text
	}
	return numbers.ReplaceAllString(text, "0")
}

// digestWithParent returns the digest of an error and of what the message replies to.
func (l *limiter) digestWithParent(digest []byte) []byte {
	to := sha256.Sum256([]byte(l.parentID()))
	return slices.Concat(digest, to[:digestSize])
}

// digestSize is the size of each of the two digests in octets.
const digestSize = 16

// countAnswer counts an answer.
func (l *limiter) countAnswer(kind db.CountedAnswer, digest []byte) error {
	limits := l.handler.Limits
	kept := max(day, limits.SameError, limits.SameTalk)
	return l.tx.DB.NoteNotified(l.writer.Player, kind, l.digestWithParent(digest), kept)
}

// whyNotAsked says why an address gets no message about unproven mail; "" if it may get one, which
// countQuestion then counts. Anybody can choose where these messages go, by the address
// in a forged mail, so there are few: so many a day to one address, and so many an hour to all.
// A quarter of the latter is reserved for players who have proven themselves before. While as
// many messages to strangers wait as may be sent in an hour, no more are asked, because
// invitations by players would wait behind them. Players with a game under way are asked in any
// case: otherwise forgers could use up the hour when all players must be asked after a change
// of keys. silent is, for the last message of a day, until when the address gets no other.
func (l *limiter) whyNotAsked(kind db.QuestionKind) (remark string, silent time.Time, err error) {
	if why := auth.Distrust(l.message, l.handler.identity.AuthservID); why != "" {
		return "not answered: " + why, silent, nil
	}
	p, err := l.player()
	if err != nil {
		return "", silent, err
	}
	daily, hourly := l.handler.Limits.QuestionsADay, l.handler.Limits.QuestionsAnHour
	if p.WroteAt.IsZero() {
		if mail.IsRole(p.Address) {
			return "not answered: nothing proves the writer, and nobody plays from such an address", silent, nil
		}
		hourly = max(hourly-hourly/4, 1)
		if n, err := l.tx.DB.Queued(db.ClassStranger, hourly); err != nil || n >= hourly {
			return fmt.Sprintf(
					"not answered: nothing proves the writer, and %d messages to people who never wrote wait", n),
				silent,
				err
		}
	}
	running, err := l.runningGames()
	if err != nil {
		return "", silent, err
	}
	playing := !p.WroteAt.IsZero() && len(running) > 0
	now := l.tx.Now()
	own, first, err := l.tx.DB.QuestionsTo(p.ID, kind, now.Add(-day))
	if err != nil {
		return "", silent, err
	}
	all, err := l.tx.DB.Questions(now.Add(-time.Hour))
	may, silent := withinLimit(now, own, first, daily, day)
	switch {
	case err != nil:
		return "", silent, err
	case !may:
		return fmt.Sprintf("not answered: nothing proves the writer, who was written to %d times today", own), silent,
			nil
	case all >= hourly && !playing:
		return fmt.Sprintf("not answered: nothing proves the writer, and %d such messages went out this hour", all),
			silent, nil
	}
	return "", silent, nil
}

// refuseWhileStrangersWait refuses what is not urgent while as many messages to strangers wait as may be
// sent in an hour.
func (l *limiter) refuseWhileStrangersWait() error {
	hourly := l.handler.Limits.QuestionsAnHour
	if n, err := l.tx.DB.Queued(db.ClassStranger, hourly); err != nil || n < hourly {
		return err
	}
	return club.Refuse("strangers-wait", hourly)
}

// countQuestion counts a message about unproven mail.
func (l *limiter) countQuestion(kind db.QuestionKind) error {
	return l.tx.DB.NoteQuestion(l.writer.Player, kind, day)
}

// whyUnprovenNotAnswered says why an unproven writer is not answered at all; "" if they may be. Such
// answers count among the questions of the hour. Those to players who have been proven before
// leave the reserved quarter alone, and need a message that no mail server or filter distrusts.
func (l *limiter) whyUnprovenNotAnswered(p db.Player) (remark string, silent time.Time, err error) {
	suspended, err := l.tx.IsSuspended(p.ID)
	if err != nil {
		return "", silent, err
	}
	if p.WroteAt.IsZero() || suspended { // an answer a day, by which who is suspended comes back
		return l.whyNotAsked(db.QuestionAnswer)
	}
	if why := auth.Distrust(l.message, l.handler.identity.AuthservID); why != "" {
		return "not answered: " + why, silent, nil
	}
	hourly := l.handler.Limits.QuestionsAnHour
	all, err := l.tx.DB.Questions(l.tx.Now().Add(-time.Hour))
	if err == nil && all >= max(hourly-hourly/4, 1) {
		remark = fmt.Sprintf("not answered: nothing proves the writer, and %d such messages went out this hour", all)
	}
	return remark, silent, err
}

// countWords notes that words were passed on, or that they were refused.
func (l *limiter) countWords(digest []byte) error {
	limits := l.handler.Limits
	return l.tx.DB.NoteNotified(l.writer.Player, db.CountedWords, digest, max(day, limits.SameError, limits.SameTalk))
}

// noticeShare is noted of a player who was told that messages to them wait.
const noticeShare = "share"

// TellShare tells a player that so many messages to them wait, because they have used up their
// share of what the server may send; once a day for each mailbox. It reports whether it did.
func (h *Handler) TellShare(store *db.Tx, player int64, waiting int) (told bool, err error) {
	p, err := store.Player(player)
	if err != nil || p.WroteAt.IsZero() || p.Program || !p.StoppedAt.IsZero() {
		return false, err
	}
	all, err := store.Mailbox(player)
	if err != nil {
		return false, err
	}
	for _, id := range all {
		if n, err := store.Notices(id, noticeShare, store.Now.Add(-day)); err != nil || n > 0 {
			return false, err
		}
	}
	if err := store.NoteNotice(player, noticeShare, day); err != nil {
		return false, err
	}
	_, err = h.actAndTell(store, func(_ *club.Tx, messages *notify.Messages) error {
		messages.TellShare(p, waiting)
		return nil
	})
	return err == nil, err
}
