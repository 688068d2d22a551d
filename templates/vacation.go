package templates

import "time"

// VacationSpan is one time of vacation, by days.
type VacationSpan struct {
	First, Last time.Time // dates in the timezone of whose vacation it is, as midnights of UTC
	Days        int
}

// span is the days of a vacation.
func (a VacationSpan) span(m *composer) string {
	if a.First.Equal(a.Last) {
		return m.say("span.day", "From", m.day(a.First))
	}
	return m.say("span.days", "From", m.day(a.First), "To", m.day(a.Last))
}

// VacationYear is how many days of vacation are left in a calendar year.
type VacationYear struct{ Year, Left int }

// Vacation shows a player their own vacations.
type Vacation struct {
	Set     *VacationSpan  // the one that was set
	Ended   bool           // the one under way was ended
	Dropped int            // those that were to come and were dropped
	Off     []VacationSpan // those, in their order
	Told    int            // the number of opponents who get a message
	Planned []VacationSpan // under way and to come
	Years   []VacationYear
	PerYear int
	Zone    string // the timezone of the days
}

func (*Vacation) kind() string { return "vacation" }

func (v *Vacation) head(m *composer) string {
	switch {
	case v.Set != nil && v.Set.First.Equal(v.Set.Last):
		return m.say("vacation.head-day", v, "From", m.date(v.Set.First))
	case v.Set != nil:
		return m.say("vacation.head-set", v, "From", m.date(v.Set.First), "To", m.date(v.Set.Last))
	case v.Ended:
		return m.say("vacation.head-ended", v)
	case v.Dropped > 0:
		return m.say("vacation.head-dropped", v)
	case len(v.Planned) > 0:
		return m.say("vacation.head", v)
	}
	return m.say("vacation.head-none", v)
}

func (v *Vacation) body(m *composer) {
	if a := v.Set; a != nil {
		text := "vacation.set"
		if a.First.Equal(a.Last) {
			text = "vacation.day"
		}
		m.para(text, "Span", a.span(m), "Days", m.days(a.Days))
	}
	if v.Ended && v.Set != nil { // else the headline says so
		m.line("vacation.ended")
	}
	if v.Dropped > 0 {
		m.lineMany("vacation.dropped", v.Dropped)
		m.aways(v.Off)
		m.gap()
	}
	if v.Ended {
		m.line("vacation.run")
	}
	if v.Told > 0 {
		m.lineMany("vacation.told", v.Told)
	}
	if len(v.Planned) > 0 {
		m.list("vacation.planned")
		m.aways(v.Planned)
	}
	m.gap()
	for _, y := range v.Years {
		m.line("vacation.left", y, "Days", m.days(y.Left), "PerYear", v.PerYear)
	}
	m.line("vacation.zone", v)
	m.para("vacation.how")
	m.form("command.vacation-example")
	m.below()
	m.command("command.vacation-off")
}

// aways lists vacations.
func (m *composer) aways(list []VacationSpan) {
	for _, a := range list {
		m.point("vacation.line", "Span", a.span(m), "Days", m.days(a.Days))
	}
}

// OpponentAway says that an opponent has a vacation, or has it no more.
type OpponentAway struct {
	Who      string
	From, To time.Time
	// Off says that the vacation was shortened or will not be.
	Off bool
	// Instead says that another one is dropped for it.
	Instead bool
	Games   []GameLine
}

func (*OpponentAway) kind() string { return "opponentaway" }

func (a *OpponentAway) head(m *composer) string {
	head := m.say("away.head-off", a)
	if !a.Off {
		head = m.say(pick("away.head.", phaseOf(m.now, a.From, a.To), "before", "during", "after"), a, "From",
			m.brief(unzoned(a.From)), "To", m.brief(a.To))
	}
	if len(a.Games) == 1 {
		head += of(a.Games[0].Title, a.Games[0].Game)
	}
	return head
}

func (a *OpponentAway) body(m *composer) {
	if a.Off {
		m.para("away.off", a)
	} else {
		if a.Instead {
			m.para("away.instead")
		}
		m.line("away.clocks", "From", m.when(unzoned(a.From)), "To", m.when(a.To))
	}
	for _, g := range a.Games {
		m.point("away.game", g, "Colour", m.colour(g.Side))
	}
	if !a.Off {
		m.para("away.play")
	}
}

// OpponentUnreached says that a message to an opponent has not arrived, because the mailbox is full.
type OpponentUnreached struct {
	Who   string
	Since time.Time // when the message was written
	Until time.Time // how long it is tried; zero: it came back, and is not sent again
	Games []GameLine
}

func (*OpponentUnreached) kind() string { return "unreached" }

func (u *OpponentUnreached) head(m *composer) string {
	head := m.say("unreached.head", u)
	if len(u.Games) == 1 {
		head += of(u.Games[0].Title, u.Games[0].Game)
	}
	return head
}

func (u *OpponentUnreached) body(m *composer) {
	if u.Until.IsZero() {
		m.para("unreached.back", u, "Since", m.when(u.Since))
	} else {
		m.para("unreached.tried", u, "Since", m.when(u.Since), "Until", m.when(u.Until))
	}
	m.line("unreached.clocks")
	for _, g := range u.Games {
		m.point("away.game", g, "Colour", m.colour(g.Side))
	}
	m.para("unreached.tell", u)
}

// GameUntil is a game that waits for the reader, and until when.
type GameUntil struct {
	Game            int64
	Title, Opponent string
	Due             time.Time
}

// VacationOver says that a vacation is over: the clocks of these games run.
type VacationOver struct{ Games []GameUntil }

func (*VacationOver) kind() string              { return "vacationover" }
func (v *VacationOver) head(m *composer) string { return m.say("vacationover.head", v) }

func (v *VacationOver) body(m *composer) {
	m.paraMany("vacationover.text", len(v.Games))
	for _, g := range v.Games {
		m.point("vacationover.game", g, "Due", m.when(g.Due))
	}
	if len(v.Games) > 1 {
		m.para("vacationover.boards")
		m.command("command.digest-now")
	}
}

// VacationOffer explains vacations to a player whose mail program answered.
type VacationOffer struct{ Running, PerYear int }

func (*VacationOffer) kind() string              { return "vacationoffer" }
func (v *VacationOffer) head(m *composer) string { return m.say("vacationoffer.head", v) }

func (v *VacationOffer) body(m *composer) {
	m.paraMany("vacationoffer.text", v.Running)
	m.form("command.vacation-example")
	m.para("vacationoffer.days", v)
}
