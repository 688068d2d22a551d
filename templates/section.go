package templates

import (
	"fmt"
	"strings"
	"time"
)

// Section is one part of a message. Each is a struct of this package.
type Section interface {
	// kind names the kind of section, such as "turn".
	kind() string
	// head is one line that can open a message.
	head(m *composer) string
	// body says what the section holds.
	body(m *composer)
}

// Message is what one reader is told in one message.
type Message struct {
	// Reader is the reader's name.
	Reader string
	// Now is the moment of the message in the reader's timezone. Dates in the sections are in
	// the same. UTC itself stands for a reader who has set none: every time of the day then
	// has the name of the zone behind it, as it is not the reader's own.
	Now time.Time
	// Rule is the line under the opening: what a reply holds below it is not read.
	Rule string
	// Lines says that boards are drawn with line characters.
	Lines bool
	// Spoken says that the reader listens to the message: no line has a gutter.
	Spoken bool
	// Words says that the message carries words of another player, which a yes alone may
	// answer: the commands that answer an offer then name its game.
	Words bool
	// Several says that the message is about several games, so that commands in a reply to it
	// need a game's number.
	Several bool
	// Receipt says what was made of the reader's own message; nil if nothing needs to be said.
	Receipt *Receipt
	// Sections are in the order of their weight; the first one opens the message.
	Sections []Section
	// Mailto is where the links of the HTML alternative lead.
	Mailto Mailto
}

// Catalogues is the words of all languages. It is safe for concurrent use.
type Catalogues struct {
	locales map[string]*locale
	heads   func() map[string][]string
}

// Fallbacks counts, by language, the messages of the catalogue that were said in English
// because the language lacks them.
func (s *Catalogues) Fallbacks() map[string]uint64 {
	out := map[string]uint64{}
	for lang, in := range s.locales {
		out[lang] = in.fallback.Load()
	}
	return out
}

// Heads returns the subjects and first lines of messages by language, without what stands in
// their placeholders. Callers share the result.
func (s *Catalogues) Heads() map[string][]string { return s.heads() }

func (s *Catalogues) findHeads() map[string][]string {
	out := map[string][]string{}
	for lang, in := range s.locales {
		for id, m := range in.messages {
			if !strings.HasPrefix(id, "subject.") && !strings.Contains(id, ".head") {
				continue
			}
			for _, form := range m.forms {
				var b strings.Builder
				for _, p := range form {
					b.WriteString(p.text + " ")
				}
				out[lang] = append(out[lang], b.String())
			}
		}
	}
	return out
}

// Say says one message of the catalogue, such as a subject: its values are the fields of a
// struct, if one is given, and then names and values in turn.
func (s *Catalogues) Say(lang, id string, args ...any) (string, error) {
	in, err := s.in(lang)
	if err != nil {
		return "", err
	}
	text, err := in.say(id, args...)
	if err != nil {
		return "", fmt.Errorf("templates: %w", err)
	}
	return text, nil
}

func (s *Catalogues) in(lang string) (*locale, error) {
	if in := s.locales[lang]; in != nil {
		return in, nil
	}
	return nil, fmt.Errorf("templates: no language %q", lang)
}

// Text renders the message as plain text with LF line ends, in a language that exists.
func (s *Catalogues) Text(lang string, l Message) (string, error) {
	in, err := s.in(lang)
	if err != nil {
		return "", err
	}
	d, err := in.document(l)
	if err != nil {
		return "", fmt.Errorf("templates: %w", err)
	}
	r := plainText{in: in, lines: l.Lines, gutter: gutter}
	if l.Spoken {
		r.gutter = ""
	}
	var b strings.Builder
	b.WriteString(fit(d.opening, l.Reader, widest) + "\n\n")
	if d.rule != "" {
		b.WriteString(d.rule + "\n\n")
	}
	for _, p := range d.parts {
		if p.head != "" {
			b.WriteString("* " + strings.ReplaceAll(fit(p.head, l.Reader, widest-2), "\n", "\n  ") + "\n\n")
		}
		if body := r.blocks(p.blocks); body != "" {
			b.WriteString(body + "\n\n")
		}
	}
	b.WriteString(signatureMark + "\n" + r.blocks(d.foot) + "\n")
	return tidy(b.String()), nil
}

// HTML renders the message as HTML, the alternative to Text, in a language that exists. It
// holds no script and nothing that must be fetched; its links are mails to l.Mailto. The legal
// plies have limited room in it: where those of several boards need more, pieces can be tapped
// first, and their plies in the answer. If the page is too long for a mail program nevertheless,
// it is "": the plain text is sent alone.
func (s *Catalogues) HTML(lang string, l Message) (string, error) {
	in, err := s.in(lang)
	if err != nil {
		return "", err
	}
	d, err := in.document(l)
	if err != nil {
		return "", fmt.Errorf("templates: %w", err)
	}
	out, err := newPage(in, l.Lines, l.Mailto.linker()).render(d)
	if err != nil {
		return "", fmt.Errorf("templates: %w", err)
	}
	if len(out) > most {
		return "", nil
	}
	return out, nil
}

// document is a message in the words of a language, before it is rendered.
type document struct {
	opening string // the head of the section that opens the message
	rule    string
	parts   []part
	foot    []placed
}

// part is a section.
type part struct {
	head   string // empty if the section opens the message, or needs none
	blocks []placed
}

// document composes a message.
func (l *locale) document(letter Message) (*document, error) {
	parts, first, err := letter.parts()
	if err != nil {
		return nil, err
	}
	d := &document{rule: letter.Rule}
	compose := func(write func(m *composer)) ([]placed, error) {
		m := &composer{locale: l, reader: letter.Reader, now: letter.Now, several: letter.Several, words: letter.Words,
			alone: len(letter.Sections) <= 1, spoken: letter.Spoken}
		write(m)
		return m.blocks, m.err
	}
	for i, sec := range parts {
		var out part
		var err error
		out.blocks, err = compose(func(m *composer) {
			if sec == first {
				d.opening = oneLine(sec.head(m))
				if sum := letter.sum(m, sec); sum != "" {
					d.opening, out.head = sum, d.opening
				}
			} else if i > 0 && letter.headed(sec) {
				out.head = oneLine(sec.head(m))
			}
			sec.body(m)
		})
		if err != nil {
			return nil, err
		}
		d.parts = append(d.parts, out)
	}
	d.foot, err = compose(func(m *composer) {
		m.para("foot.text")
		m.lineText(m.say("foot.operator"))
	})
	return d, err
}

// parts are the sections with the receipt in front, and the one that opens the message.
func (l Message) parts() (parts []Section, first Section, err error) {
	if l.Receipt != nil {
		parts = append(parts, l.Receipt)
	}
	parts = append(parts, l.Sections...)
	if len(parts) == 0 {
		return nil, nil, fmt.Errorf("a message without a section")
	}
	// What a message is about is its first section, unless something of the reader's own
	// message failed.
	first = parts[0]
	if len(l.Sections) > 0 && (l.Receipt == nil || len(l.Receipt.Problems) == 0) {
		first = l.Sections[0]
	}
	return parts, first, nil
}

// sum is the opening of a message about several games that wait for the reader's move; "" for
// others, and where the game that opens it says something of more weight.
func (l Message) sum(m *composer, first Section) string {
	t, ok := first.(*Turn)
	if !ok || !t.waits() || t.Reminder == "over" {
		return ""
	}
	n, due := 0, time.Time{}
	for _, sec := range l.Sections {
		if t, ok := sec.(*Turn); ok && t.waits() {
			if n++; !t.Due.IsZero() && !t.Standing && (due.IsZero() || t.Due.Before(due)) {
				due = t.Due
			}
		}
	}
	if n < 2 {
		return ""
	}
	id := "turn.head-waiting"
	if t.Reminder != "" {
		id = "turn.head-reminder"
	}
	sum := m.many(id, n, l)
	if !due.IsZero() {
		sum += m.many("digest.due", n, "When", m.brief(due))
	}
	return sum
}

// headed reports whether a section has its head above it, unless it opens the message: where
// there are several, besides what only accompanies them.
func (l Message) headed(p Section) bool {
	n := 0
	for _, sec := range l.Sections {
		if !accompanies(sec) {
			n++
		}
	}
	return n > 1 && !accompanies(p)
}

// accompanies reports whether a section goes with others and needs no head.
func accompanies(p Section) bool {
	return p.kind() == "receipt" || p.kind() == "zonehint" || p.kind() == "named"
}

// Kind names the kind of a section, such as "turn".
func Kind(s Section) string { return s.kind() }

// Kinds are those of all sections, so that what counts messages can begin with 0.
func Kinds() []string {
	var out []string
	for _, s := range []Section{
		&SecondAddressNews{}, &Announcement{}, &InvitationAnswered{}, &ConfirmLeaving{}, &BestOfWeek{}, &WeeklyBestSetting{}, &CalendarSet{},
		&BlockResult{}, &QuarantineQuestion{},
		&Conditionals{}, &Digest{}, &DigestSet{}, &QuarantineDropped{}, &InvitationExpired{}, &Export{},
		&FollowedGame{}, &FollowedTable{},
		&Following{}, &Forgotten{}, &GameKindList{}, &Games{}, &Quarantined{}, &Help{}, &History{}, &Invitation{},
		&InvitationSent{},
		&NotConfirmed{}, &Ladder{}, &LadderPlaces{}, &LadderLeft{}, &Ladders{}, &MessagesSet{}, &MessagesResumed{},
		&Muted{},
		&MessagesDelayed{},
		&NameReplaced{},
		&ConfirmAddress{},
		&NoPuzzle{}, &Notes{}, &TokenMisused{}, &OpenChallenges{}, &OpponentAway{}, &MessagesPaused{}, &PlayerProfile{}, &PostMortem{},
		&LinePreview{}, &Puzzle{}, &PuzzleAnswer{}, &PuzzleSet{}, &Receipt{}, &Rules{}, &OpponentWords{},
		&SeasonPart{}, &SeasonTable{}, &Cup{},
		&Settings{}, &Standings{}, &Stopped{}, &Tournaments{}, &Turn{}, &Vacation{}, &VacationOffer{}, &VacationOver{},
		&OpponentUnreached{}, &TimezoneSet{}, &ZoneHint{},
	} {
		out = append(out, s.kind())
	}
	return out
}
