package templates

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Setting is one line of a player's settings.
type Setting struct {
	Name  string // setting.NAME is what it is called, how.NAME what changes it
	Value string // value.NAME says it, or one of these:

	Now    time.Time      // timezone
	Day    time.Weekday   // digest, weekly
	At     string         // digest: 07:30
	Away   []VacationSpan // vacation
	People []string       // muted, blocked
	Waits  bool           // second: it has not been confirmed yet
}

// value is what a setting is set to.
func (s Setting) value(m *composer) string {
	switch s.Name {
	case "lang":
		return m.say("value.lang")
	case "timezone":
		return m.say("value.timezone", s, "Weekday", m.weekdays[s.Now.Weekday()], "Time", s.Now.Format("15:04"))
	case "board":
		if s.Value == "words" {
			return m.say("value.board-words")
		}
	case "letters":
		return m.say(pick("value.letters.", s.Value, "every", "mine", "digest"))
	case "puzzle":
		return m.say(pick("value.puzzle.", s.Value, "daily", "off"), s)
	case "following":
		return m.say(pick("value.following.", s.Value, "every", "digest", "end-every", "end-digest"))
	case "best":
		return m.say(pick("value.best.", s.Value, "on", "off"))
	case "digest":
		if s.Value == "weekly" {
			return m.say("value.digest.weekly", s, "Weekday", m.weekdays[s.Day])
		}
		return m.say(pick("value.digest.", s.Value, "daily", "off"), s)
	case "analysis":
		return m.say(pick("value.analysis.", s.Value, "on", "off"))
	case "public":
		return m.say(pick("value.public.", s.Value, "on", "off", "tournaments"))
	case "calendar":
		return m.say(pick("value.calendar.", s.Value, "on", "off"))
	case "challenges":
		return m.say(pick("value.challenges.", s.Value, "on", "off"))
	case "html":
		return m.say(pick("value.html.", s.Value, "on", "off"))
	case "robot":
		return m.say(pick("value.robot.", s.Value, "on", "off"))
	case "vacation":
		var spans []string
		for _, a := range s.Away {
			spans = append(spans,
				m.say("value.vacation", "From", a.First.Format(time.DateOnly), "To", a.Last.Format(time.DateOnly)))
		}
		return orElse(spans, m.say("value.vacation-none"))
	case "muted":
		return orElse(s.People, m.say("value.muted-none"))
	case "blocked":
		return orElse(s.People, m.say("value.blocked-none"))
	case "second":
		if s.Waits {
			return m.say("value.second-waits", s)
		}
	}
	return s.Value
}

// chosen reports whether a setting has few values, so that what changes it can be sent as it is.
func (s Setting) chosen() bool {
	return slices.Contains([]string{"lang", "board", "letters", "digest", "puzzle", "following", "best", "calendar",
		"analysis", "public", "challenges", "html"}, s.Name)
}

// orElse lists words, or says that there is none.
func orElse(words []string, none string) string {
	if len(words) == 0 {
		return none
	}
	return strings.Join(words, ", ")
}

// Settings are all that a player can set, after a change or on demand.
type Settings struct {
	Changed  []string // the names of those that were changed
	Settings []Setting
	// Unseen are the running tournaments of a reader whose games are private from now on.
	Unseen []string
}

func (*Settings) kind() string { return "settings" }

func (s *Settings) head(m *composer) string {
	if len(s.Changed) == 0 {
		return m.say("settings.head", s)
	}
	var names []string
	for _, name := range s.Changed {
		names = append(names, m.say("setting."+name))
	}
	return m.say("settings.head-changed", s, "Setting", m.and(names))
}

func (s *Settings) body(m *composer) {
	if len(s.Unseen) > 0 {
		m.para("settings.unseen", "Names", m.and(s.Unseen))
		m.para("settings.unseen-join")
		for _, name := range s.Unseen {
			m.command("command.join", "Name", name)
		}
	}
	width := 10
	for _, setting := range s.Settings {
		width = max(width, utf8.RuneCountInString(m.say("setting."+setting.Name)))
	}
	for _, setting := range s.Settings {
		m.entry(width, m.say("setting."+setting.Name), oneLine(setting.value(m)))
		how := m.say("how." + setting.Name)
		if how == "" {
			continue
		}
		e := entry{width: width, text: "-> " + how}
		if setting.chosen() {
			e.taps = strings.Split(how, ", ")
		}
		m.enter(e)
	}
	m.para("settings.how")
}

// CalendarSet says whether the reader has a calendar of their deadlines, and where.
type CalendarSet struct {
	On, Changed bool
	Link        string // if on; empty: this server writes none any more
}

func (*CalendarSet) kind() string { return "calendarset" }

func (c *CalendarSet) head(m *composer) string {
	state := map[bool]string{true: "on", false: "off"}[c.On]
	if c.Changed {
		state += "-now"
	}
	return m.say(pick("calendarset.head-", state, "on", "off", "on-now", "off-now"))
}

func (c *CalendarSet) body(m *composer) {
	switch {
	case c.On && c.Link == "":
		m.para("calendarset.stale")
	case c.On:
		m.para("calendarset.link")
		m.verbatim(c.Link)
		m.para("calendarset.what")
		m.para("calendarset.secret")
	case c.Changed:
		m.para("calendarset.gone")
	}
	if c.On {
		m.para("calendarset.how-off")
		m.command("command.calendar-off")
		return
	}
	m.para("calendarset.how-on")
	m.command("command.calendar-on")
}

// TimezoneSet says what time it is in the reader's timezone.
type TimezoneSet struct {
	Name    string
	Now     time.Time
	Changed bool
}

func (*TimezoneSet) kind() string { return "zone" }
func (z *TimezoneSet) head(m *composer) string {
	return m.say("zone.head", z, "Moment", m.moment(z.Now))
}

func (z *TimezoneSet) body(m *composer) {
	if z.Changed {
		m.para("zone.changed")
		return
	}
	m.para("zone.text")
	m.form("verb.timezone.example")
}

// NameReplaced tells a reader that they have another name here than they signed with or had, and how to
// change it.
type NameReplaced struct {
	Wanted string // the one that they signed with or had
	Why    string // why they do not have it: taken, words, scripts, reserved, bad-name or line
}

func (*NameReplaced) kind() string              { return "named" }
func (n *NameReplaced) head(m *composer) string { return m.say("named.head", n) }

func (n *NameReplaced) body(m *composer) {
	m.para(pick("named.", n.Why, "taken", "words", "scripts", "reserved", "bad-name", "line"), n)
	m.para("named.how")
	m.form("command.name")
}

// PlainTextHint suggests plain text to a reader whose program shows no pictures. It is said once, below
// the rest of the message.
type PlainTextHint struct{}

func (*PlainTextHint) kind() string            { return "texthint" }
func (*PlainTextHint) head(m *composer) string { return m.say("texthint.head") }

func (*PlainTextHint) body(m *composer) {
	m.para("texthint.text")
	m.command("command.html-off")
}

// ZoneHint suggests that a reader who has set no timezone sets one. It is said once, below the
// rest of the message.
type ZoneHint struct {
	Offset string   // how far from UTC the reader's clock is: "UTC-8"
	Places []string // by their names in the tz database
	Zone   string   // that of the times in messages to the reader
}

func (*ZoneHint) kind() string              { return "zonehint" }
func (z *ZoneHint) head(m *composer) string { return m.say("zonehint.head", z) }

func (z *ZoneHint) body(m *composer) {
	m.para("zonehint.text", z)
	for _, place := range z.Places {
		m.command("command.timezone", "Zone", place)
	}
}
