package mail

import (
	"bytes"
	"net/mail"
	"regexp"
	"strings"
	"time"
)

// Address is a mail address with its display name.
type Address struct {
	Name string
	// Addr is local@domain as it was written, without comments or brackets.
	Addr string
}

// Message is what Read found in one raw message. All texts are valid UTF-8 without NUL, CR, LF
// or bidirectional controls.
type Message struct {
	// MessageID, InReplyTo and References hold message ids without brackets.
	MessageID  string
	InReplyTo  []string
	References []string
	// Refers holds the ids in all In-Reply-To and References fields, and RefersUnclear says
	// that these hold anything else: the message then answers something that we do not know.
	Refers        []string
	RefersUnclear bool

	// From holds every address of every From field: a message from one person has exactly
	// one.
	From []Address
	// To holds the addresses that the message was sent to, the most reliable first:
	// Delivered-To, X-Original-To, Envelope-To, then To and Cc.
	To []string
	// Named holds only the addresses in To and Cc, which its writer meant. A person who
	// forwards a message chooses where it is delivered, but not these.
	Named []string
	// Subject is decoded (RFC 2047) and on one line.
	Subject string
	// Language is the primary subtag of Content-Language (RFC 3282) in lower case; "" if the
	// field names no language or several.
	Language string
	// TextProgram says that the message was written with a program that shows text alone, by what the
	// program writes into the header.
	TextProgram bool
	// Date is the zero time when the field is missing or unreadable.
	Date time.Time

	// Lines are the player's own lines: decoded text, or HTML converted to text, without
	// quotes and signatures. Leading and trailing blank lines are removed; blank lines
	// between paragraphs are kept.
	Lines []string

	// OtherText is what else was found in the text.
	OtherText
	html func() trimmed // reads the HTML beside the plain text, once; nil: there is none

	// Automatic says in a few words why the message is taken for an autoresponder's or a
	// report (RFC 3834, RFC 3464 and others): it must never be answered or played. It is empty
	// for a person's message.
	Automatic string
	// Bulk says by which header field a list or Exchange asks programs not to answer
	// (Precedence, RFC 2369, RFC 2919 and others). Both pass on people's messages, too: what
	// is understood is carried out and answered, and all else is not answered.
	Bulk string
	// OutOfOffice says that the autoresponder is probably a person's own and says that they
	// are away: no list, no bounce, no receipt.
	OutOfOffice bool

	// Away says that the own lines read like a note of absence, or like the acknowledgement of
	// an autoresponder. A person may have written them.
	Away bool

	// AuthResults holds the bodies of the Authentication-Results fields, topmost first; see
	// Authenticated.
	AuthResults []string
	// Marks is what filters on the way wrote into the header.
	Marks FilterMarks
}

// Shorten removes what follows a number of own lines, not counting blank ones.
func (l *Message) Shorten(lines int) {
	for i, line := range l.Lines {
		if line == "" {
			continue
		}
		if lines--; lines < 0 {
			l.Lines, l.More = l.Lines[:i], true
			return
		}
	}
}

// OtherText is what was found in the text of a message besides the player's lines.
type OtherText struct {
	// Doubtful holds those of the lines that may not be the player's, but of old mail that
	// nothing marks.
	Doubtful []string
	// More says that there are more lines than are read; see MaxOwn.
	More bool
	// Unwrapped says that the lines end where their writer ended them: no program has broken
	// them.
	Unwrapped bool
	// Ticked holds the moves of a list of ours that seem to be marked with a sign or copied.
	// They may only be asked about.
	Ticked []string
	// Quoted holds lines that are taken for quoted or old mail, without their marks, if there
	// are few others. Some may be the writer's, who may only be asked about them.
	Quoted []string
	// Unread says why nothing is read of a message that is not empty: sealed (it is
	// encrypted), calendar, file, photo, or copy (all of its text is taken for old mail). It is
	// empty if there are lines, and if there is nothing.
	Unread string
	// Reaction says that the message is what Gmail sends when its user presses a reaction
	// button: it has a part that only Gmail writes, or a picture above a line about Gmail.
	Reaction bool
	// Quotes says whose old mail the text holds, and QuotesFrom is the lines above it that say
	// so, if any.
	Quotes     QuoteAuthor
	QuotesFrom string
	// LeftOut holds lines with a number, an address or a link below a closing, which are not
	// among the player's lines although nothing marks them as a signature.
	LeftOut []string
	// CopiesOurs says that the text contains a message of ours without any mark, as few
	// programs quote. Its first lines are then among the player's.
	CopiesOurs bool
}

// QuoteAuthor says whose old mail a text holds.
type QuoteAuthor int

// The kinds of quotes.
const (
	NoQuote      QuoteAuthor = iota
	QuoteOfOurs              // it contains our Sentinel
	QuoteOfOther             // none of it is known to be ours
)

// Read makes a Message of a raw message. It fails only for what is no message at all and for a
// header over its limits (see [MaxHeader]); otherwise it returns what it could find. In
// particular, a message without a readable From has an empty From and no error.
func Read(raw []byte) (*Message, error) { return readBounded(raw, wholeExtent()) }

// ReadBrief is Read of a quarter of the text, of the HTML and of the own lines. It is for the
// messages of strangers, whose first one is short.
func ReadBrief(raw []byte) (*Message, error) { return readBounded(raw, briefExtent()) }

func readBounded(raw []byte, most extent) (*Message, error) {
	l, h, body, err := readHead(raw)
	if err != nil {
		return nil, err
	}
	text, html := readBody(h, body, most)
	l.Lines, l.OtherText, l.html = text.lines, text.OtherText, html
	l.OutOfOffice = l.Automatic != "" && personAway(h, l)
	l.Away = readsAway(l.Lines)
	return l, nil
}

// ReadHead makes a Message of the header only: it has no lines. It is for callers that need to
// know whose a message may be before reading it.
func ReadHead(raw []byte) (*Message, error) {
	l, _, _, err := readHead(raw)
	return l, err
}

func readHead(raw []byte) (*Message, header, []byte, error) {
	h, body, err := splitHeader(bytes.TrimLeft(raw, "\r\n"))
	if err != nil {
		return nil, nil, nil, err
	}
	if len(h) == 0 {
		return nil, nil, nil, errNoHeader
	}
	l := &Message{
		From:  fromAddresses(h),
		To:    recipients(h, "delivered-to", "x-original-to", "envelope-to", "to", "cc"),
		Named: recipients(h, "to", "cc"),
		// One line with single spaces: folds are not part of the subject.
		Subject: strings.Join(strings.Fields(h.subject()), " "),
		Date:    parseDate(h.get("date")),

		Language: contentLanguage(h.get("content-language")),
	}
	if ids := messageIDs(h.get("message-id")); len(ids) > 0 {
		l.MessageID = ids[0]
	}
	l.TextProgram = textProgram(h, l.MessageID)
	l.InReplyTo = messageIDs(h.get("in-reply-to"))
	l.References = messageIDs(h.get("references"))
	l.Refers, l.RefersUnclear = refersTo(h)
	for _, v := range h.all("authentication-results") {
		l.AuthResults = append(l.AuthResults, authText(v))
	}
	l.Marks = serverMarksOf(func(name string) (values []string) {
		for _, v := range h.all(name) {
			values = append(values, fieldText(v))
		}
		return values
	})
	l.Automatic, l.Bulk = automatic(h, l), bulk(h)
	return l, h, body, nil
}

// authText returns the body of an Authentication-Results field. Octets that are not allowed
// in it become U+FFFD, which the tokenizer refuses.
func authText(v []byte) string {
	s := strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if forbidden(r) {
			return '\ufffd'
		}
		return r
	}, strings.ToValidUTF8(string(v), "\ufffd"))
	return strings.TrimSpace(s)
}

// contentLanguage reads a Content-Language field with one tag: "de-DE" is "de".
func contentLanguage(field string) string {
	primary, _, _ := strings.Cut(strings.ToLower(field), "-")
	if strings.Contains(field, ",") {
		return ""
	}
	return primary
}

// textPrograms are programs in a terminal, by their names in User-Agent and X-Mailer, and pineIDs the
// beginnings of the Message-IDs of those that show themselves there.
var (
	textPrograms = regexp.MustCompile(
		`(?i)^(alpine|re-alpine|pine|neomutt|mutt|s-nail|heirloom mailx|nail|mailx?|bsd mail|elm|aerc|nmh|mh-e|meli|himalaya|cone|sup|vmail|lynx|w3m|elinks)\b`)
	pineIDs     = regexp.MustCompile(`(?i)^(alpine|pine)\.`)
	alpineIDs   = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@`)
	alpineParts = regexp.MustCompile(`^[0-9]+-[0-9]+-[0-9]+=:[0-9]+$`)
	muttIDs     = regexp.MustCompile(`^([A-Za-z0-9+/_-]{16}@|20[0-9]{12}\.[A-Za-z0-9+/_-]{5,}@)`)
)

// textProgram reports whether a program in a terminal wrote a message. Today's Alpine and Mutt do not
// name themselves: the one is known by its boundaries, or by a Date with the zone's name, the
// other by saying of its only text that it is shown in line.
func textProgram(h header, id string) bool {
	for _, name := range []string{"user-agent", "x-mailer"} {
		if agent := h.get(name); agent != "" {
			return textPrograms.MatchString(strings.TrimSpace(agent))
		}
	}
	typ, params := contentType(h)
	flowed := typ == "text/plain" && strings.EqualFold(params["format"], "flowed")
	return pineIDs.MatchString(id) ||
		alpineIDs.MatchString(id) && strings.HasSuffix(strings.TrimSpace(h.get("date")), ")") &&
			(flowed || alpineParts.MatchString(params["boundary"])) ||
		muttIDs.MatchString(id) && typ == "text/plain" && strings.TrimSpace(h.get("content-disposition")) == "inline"
}

func parseDate(s string) time.Time {
	if t, err := mail.ParseDate(s); err == nil {
		return t
	}
	return time.Time{}
}
