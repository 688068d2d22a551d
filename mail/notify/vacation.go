package notify

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/templates"
)

// vacations is what a transaction makes of a player's vacations. The opponents get one
// message about it, after what happened in the games.
type vacations struct {
	player      db.Player
	before, now []db.ClockPause
	last        *templates.Vacation // says to the player what was changed last
}

// vacationsChanged says to a player what their vacations are, and notes what the opponents
// will be told.
func (m *Messages) vacationsChanged(e club.VacationsChanged) error {
	sec := &templates.Vacation{Ended: e.Ended, Dropped: e.Dropped}
	if e.Set != nil {
		away := awayOf(*e.Set, club.ZoneOf(e.Player))
		sec.Set = &away
	}
	for _, p := range without(e.Before, e.Now) {
		if e.Dropped > 0 && p.From.After(m.tx.Now()) {
			sec.Off = append(sec.Off, awayOf(p, club.ZoneOf(e.Player)))
		}
	}
	i := slices.IndexFunc(m.vacations, func(v *vacations) bool { return v.player.ID == e.Player.ID })
	if i < 0 {
		m.addedLate = m.addedLate || m.composed
		m.vacations = append(m.vacations, &vacations{player: e.Player, before: e.Before})
		i = len(m.vacations) - 1
	}
	m.vacations[i].now, m.vacations[i].last = e.Now, sec
	return m.showVacations(e.Player, sec)
}

// vacationOver says to a player that a vacation is over, and how much time is left in the
// games in which they are to move: with the board, if that is one game.
func (m *Messages) vacationOver(e club.VacationOver) error {
	r, sec := m.to(e.Player), &templates.VacationOver{}
	r.add(sec)
	for _, g := range e.Games {
		shown, err := m.clock(g, e.Player)
		if err != nil {
			return err
		}
		r.of(g)
		side := g.Side(e.Player.ID)
		sec.Games = append(sec.Games,
			templates.GameUntil{Game: g.Row.ID, Title: g.Rules.Title, Opponent: g.Opponent(side).Name,
				Due: shown.due})
		if len(e.Games) == 1 {
			return m.Show(g, side)
		}
	}
	return nil
}

// Vacations shows a player their vacations.
func (m *Messages) Vacations(p db.Player) error { return m.showVacations(p, &templates.Vacation{}) }

// showVacations adds the vacations that are planned, and the days that are left, to a
// player's message.
func (m *Messages) showVacations(p db.Player, sec *templates.Vacation) error {
	own, err := m.tx.Vacations(p)
	if err != nil {
		return err
	}
	zone, this := club.ZoneOf(p), m.tx.Today(p).Year()
	sec.PerYear, sec.Zone = m.tx.Club.Policy.VacationDays, club.ZoneName(p)
	sec.Planned = m.away(own, zone)
	years := 1
	for _, away := range sec.Planned {
		years = max(years, away.Last.Year()-this+1)
	}
	for n := range years {
		left, err := m.tx.VacationLeft(p, this+n)
		if err != nil {
			return err
		}
		sec.Years = append(sec.Years, templates.VacationYear{Year: this + n, Left: left})
	}
	m.to(p).alone().add(sec)
	return nil
}

// away lists vacations, those under way and to come.
func (m *Messages) away(own []db.ClockPause, zone *time.Location) []templates.VacationSpan {
	var out []templates.VacationSpan
	for _, pause := range own {
		if pause.To.After(m.tx.Now()) {
			out = append(out, awayOf(pause, zone))
		}
	}
	return out
}

// awayOf counts the days that a vacation touches.
func awayOf(p db.ClockPause, zone *time.Location) templates.VacationSpan {
	first, last := club.Dates(p, zone)
	return templates.VacationSpan{First: first.UTC(), Last: last.UTC(), Days: int(last-first) + 1}
}

// without is the vacations of a list of which another list has none at the same time.
func without(list, other []db.ClockPause) (out []db.ClockPause) {
	for _, p := range list {
		if !slices.ContainsFunc(other, func(q db.ClockPause) bool { return p.From.Equal(q.From) && p.To.Equal(q.To) }) {
			out = append(out, p)
		}
	}
	return out
}

// notifyVacations writes about a player's vacations to the opponents in running games: one
// message each.
func (m *Messages) notifyVacations(v *vacations) error {
	set, dropped := without(v.now, v.before), without(v.before, v.now)
	var news []templates.OpponentAway
	for i, p := range set {
		news = append(news, templates.OpponentAway{From: p.From, To: p.To, Instead: i == 0 && len(dropped) > 0})
	}
	if len(set) == 0 && len(dropped) > 0 {
		news = append(news, templates.OpponentAway{Off: true})
	}
	if len(news) == 0 {
		return nil
	}
	var err error
	v.last.Told, err = m.notifyOpponents(v.player, news) // once, by the last of them
	return err
}

// notifyOpponents writes news of a player's vacations to the opponents, and returns how many
// there are.
func (m *Messages) notifyOpponents(p db.Player, news []templates.OpponentAway) (int, error) {
	p, err := m.tx.DB.Player(p.ID) // who may have another name by now
	if err != nil {
		return 0, err
	}
	opponents, err := m.opponents(p)
	for _, o := range opponents {
		o.r.by(p)
		for _, sec := range news {
			sec.Who, sec.Games = m.knownTo(o.r.to, p).Name, o.games
			if !sec.Off {
				sec.From, sec.To = LocalTime(o.r.to, sec.From), LocalTime(o.r.to, sec.To)
			}
			o.r.add(&sec)
		}
	}
	return len(opponents), err
}

// opponent is a person with running games against a player, and the message to them.
type opponent struct {
	r     *message
	games []templates.GameLine
}

// opponents lists the people with running games against a player.
func (m *Messages) opponents(p db.Player) (list []*opponent, err error) {
	running, err := m.tx.DB.GamesOf(p.ID, false, -1)
	if err != nil {
		return nil, err
	}
	for _, g := range running {
		game, err := m.tx.Game(g.ID)
		if err != nil {
			return nil, err
		}
		side := game.Side(p.ID).Opponent()
		to := game.Player(side)
		if club.BotLevelOf(to) > 0 {
			continue
		}
		r := m.to(to).of(game)
		i := slices.IndexFunc(list, func(o *opponent) bool { return o.r.to.ID == to.ID })
		if i < 0 {
			i, list = len(list), append(list, &opponent{r: r})
		}
		list[i].games = append(list[i].games,
			templates.GameLine{Game: g.ID, Title: game.Rules.Title, Side: side.String(), Next: game.Record.Len() + 1})
	}
	return list, nil
}

// Unreached tells the opponents in a player's running games that a message to the player, written
// at since, did not arrive and is tried until until; if that is zero, it is not sent again.
func (m *Messages) Unreached(p db.Player, since, until time.Time) error {
	opponents, err := m.opponents(p)
	for _, o := range opponents {
		sec := &templates.OpponentUnreached{Who: m.knownTo(o.r.to, p).Name, Since: LocalTime(o.r.to, since),
			Games: o.games}
		if !until.IsZero() {
			sec.Until = LocalTime(o.r.to, until)
		}
		o.r.add(sec)
	}
	return err
}
