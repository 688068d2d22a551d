package notify

import (
	"cmp"
	"crypto/rand"
	"regexp"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"

	"turnpost/templates"
)

// compose makes a letter's bytes, final but for what Draw draws. It changes nothing.
func (l *Letters) compose(r *letter) (out *db.Outgoing, err error) {
	now := l.tx.Now()
	r.text.Receipt = r.receipt
	r.text.Lines, r.text.Spoken = r.to.Board == "unicode", r.to.Board == "words"
	r.text.Now = Shown(r.to, now)
	r.text.Several = r.about.several
	draft := mail.Draft{
		To:            mail.Address{Name: r.to.Name, Addr: r.to.Address},
		Date:          now,
		AutoSubmitted: "auto-generated",
	}
	if l.answersTo(r) {
		draft.AutoSubmitted = "auto-replied" // RFC 3834, 3.1.7
	}
	if draft.From, err = l.senderOf(r); err != nil {
		return out, err
	}
	if draft.Subject, err = l.subject(r); err != nil {
		return out, err
	}
	if draft.Header, err = l.gameHeader(r); err != nil {
		return out, err
	}
	tick := l.ticket(r)
	draft.ReplyTo = l.teller.Mailbox.ReplyTo(tick)
	draft.MessageID = l.teller.Mailbox.MessageID(tick, strings.ToLower(rand.Text()[:12]))
	draft.Header = append(draft.Header, l.teller.listHeader()...)
	draft.Header = append(draft.Header, l.teller.listUnsubscribe(draft.ReplyTo, l.keys[0], r)...)
	if draft.InReplyTo, draft.References, err = l.chain(r); err != nil {
		return out, err
	}
	drawings, err := l.write(r, &draft, tick)
	if err != nil {
		return out, err
	}
	raw, err := pack(draft, drawings)
	if err != nil {
		return out, err
	}
	out = &db.Outgoing{
		Player: r.to.ID, Thread: r.thread(), Kind: r.kind(),
		MessageID: draft.MessageID, Sender: l.teller.Mailbox.Address, Recipient: r.to.Address, Raw: raw,
	}
	if l.answers != nil && r.address == nil { // the answer goes to the player's own address
		out.Answers = l.answers.Letter
	}
	return out, nil
}

// ticket is what proves the reader's reply. A letter without a game, or about
// several, is dated by its moment, or what its puzzle is known by.
func (l *Letters) ticket(r *letter) auth.ReplyToken {
	key, now := l.keys[0], l.tx.Now().Unix()
	switch thread := r.thread(); {
	case r.address != nil:
		return auth.NewQuestionToken(key, r.to.ID, auth.Question{What: auth.AboutAddress, Number: r.address.ID, Asked: r.address.Asked}, now)
	case r.question != nil:
		return r.question.ticket(key, r.to.ID, now)
	case thread <= 0: // of no game
		return auth.NewReplyToken(key, r.to.ID, 0, cmp.Or(r.second, now), 0)
	case r.about.table != nil:
		t := r.about.table
		return auth.NewReplyToken(key, r.to.ID, t.Game.ID, int64(t.Record.Len()), t.Game.Undone)
	}
	return auth.NewReplyToken(key, r.to.ID, r.about.invitation.ID, 0, 0)
}

// maxSubject is how much of a player's own subject we repeat, in characters.
const maxSubject = 150

// subject is a letter's subject: that of its thread, or the reader's own.
func (l *Letters) subject(r *letter) (string, error) {
	words := l.teller.Words
	switch thread := r.thread(); {
	case r.address != nil:
	case r.announced != "":
		return r.announced, nil
	case thread == digestThread:
		return words.Say(r.to.Lang, "subject.digest", "Robot", l.teller.Name)
	case thread == followThread:
		return words.Say(r.to.Lang, "subject.following")
	case thread == 0:
		if l.answersTo(r) && !l.answers.Stranger && l.answers.Subject != "" {
			return "Re: " + cut(strings.TrimSpace(trimRe.ReplaceAllString(l.answers.Subject, "")), maxSubject), nil
		}
	case r.about.table != nil:
		return l.subjectFor(r.to, r.about.table.Game.Subject)
	case r.about.invitation.Invitee == r.to.ID:
		return l.inviting(r.to, *r.about.invitation)
	default:
		return l.subjectFor(r.to, r.about.invitation.Subject)
	}
	return l.teller.Name, nil
}

// subjectFor is a game's subject as a player reads it: those in it who have no
// name are called by a word of the player's language.
func (l *Letters) subjectFor(to db.Player, subject string) (string, error) {
	for _, word := range append([]string{club.Anyone, club.Somebody}, club.BotsIn(subject)...) {
		own, err := l.called(to, word)
		if word == club.Anyone {
			own, err = l.teller.Words.Say(to.Lang, "name."+word)
		}
		if err != nil {
			return "", err
		}
		if head, ok := strings.CutSuffix(subject, " - "+word); ok {
			subject = head + " - " + own
		}
		subject = strings.Replace(subject, ": "+word+" - ", ": "+own+" - ", 1)
	}
	return subject, nil
}

// write sets the letter in both its forms. A tap in the second sends a mail that
// belongs to the thread by its subject and proves its writer by its address, or
// where that carries no ticket, by a line below the command.
func (l *Letters) write(r *letter, draft *mail.Draft, t auth.ReplyToken) (drawings []drawing, err error) {
	r.text.Mailto = templates.Mailto{Address: draft.ReplyTo, Subject: "Re: " + trimRe.ReplaceAllString(draft.Subject, "")}
	if !l.teller.Mailbox.Plus {
		r.text.Mailto.Body = t.Line()
	}
	if r.text.Rule, err = l.teller.Words.Say(r.to.Lang, "phrase.mark"); err != nil {
		return nil, err
	}
	if draft.Text, err = l.teller.Words.Text(r.to.Lang, r.text); err != nil {
		return nil, err
	}
	if drawings, err = l.html(r, draft); err != nil {
		return nil, err
	}
	for _, t := range r.ended {
		film, err := l.attachRecord(r, t, draft)
		if err != nil {
			return nil, err
		}
		drawings = append(drawings, film...)
	}
	return drawings, nil
}

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return strings.TrimSpace(string(r[:most])) + "…"
	}
	return text
}

var trimRe = regexp.MustCompile(`(?i)^(\s*(re|aw|sv|antw|rif|r)\s*:)+`)
