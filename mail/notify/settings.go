package notify

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/templates"
)

// playerChanged confirms a setting. The message to the player follows the new one from then
// on.
func (m *Messages) playerChanged(e club.PlayerChanged) error {
	p := e.Player
	m.refreshReader(p)
	m.to(p).noteChanged(e)
	switch e.What {
	case club.SettingTimezone:
		m.zone(p, true)
	case club.SettingMessages:
		m.messagesSet(p, true, e.Also)
	case club.SettingDigest:
		sec := digestSet(p)
		sec.NoLetters = e.Also
		m.to(p).alone().add(sec)
	case club.SettingPublic:
		if !p.Public {
			mine, err := tournaments.Of(m.tx.DB, p.ID)
			if err != nil {
				return err
			}
			for _, t := range mine {
				if t.State != tournaments.Open {
					m.aside(p).unseen = append(m.aside(p).unseen, t.Name)
				}
			}
		}
		return m.settings(p, string(e.What))
	default:
		return m.settings(p, string(e.What))
	}
	return nil
}

// addNamed tells players that they have another name than they wanted, below the rest of their
// message.
func (m *Messages) addNamed() {
	for _, e := range m.named {
		r := m.to(e.Player)
		if len(r.text.Sections) == 0 && r.receipt == nil {
			r.alone()
		}
		r.add(&templates.NameReplaced{Wanted: e.Wanted, Why: strings.TrimPrefix(e.Why.Code, "name-")})
	}
	m.named = nil
}

// refreshReader has a message that is begun follow its reader's settings as they are now.
// Where it is sent, and whether it is, stays the same.
func (m *Messages) refreshReader(p db.Player) {
	for _, r := range m.messages {
		if r.to.ID == p.ID && r.address == nil {
			p.StoppedAt, p.Address = r.to.StoppedAt, r.to.Address
			r.to, r.text.Reader = p, p.Name
		}
	}
}

// Settings lists what a player has set.
func (m *Messages) Settings(p db.Player) error {
	m.refreshReader(p)
	return m.settings(p, "")
}

// settings adds a player's settings to the message, once.
func (m *Messages) settings(p db.Player, changed string) error {
	r := m.aside(p)
	settings, err := m.settingsOf(p)
	if err != nil {
		return err
	}
	for _, sec := range r.text.Sections {
		if old, ok := sec.(*templates.Settings); ok {
			if old.Settings = settings; changed != "" {
				old.Changed, old.Unseen = r.changed, r.unseen
			}
			return nil
		}
	}
	sec := &templates.Settings{Settings: settings}
	if changed != "" {
		sec.Changed, sec.Unseen = []string{changed}, r.unseen
	}
	r.add(sec)
	return nil
}

// noteChanged notes which settings a message says were changed. One change may change another
// setting as well.
func (r *message) noteChanged(e club.PlayerChanged) {
	changed := []string{string(e.What)}
	if e.Also {
		changed = append(changed, map[club.Setting]string{
			club.SettingMessages: string(club.SettingDigest), club.SettingDigest: string(club.SettingMessages)}[e.What])
	}
	for _, name := range changed {
		if name != "" && !slices.Contains(r.changed, name) {
			r.changed = append(r.changed, name)
		}
	}
}

// mergeSettings replaces what a message says about several settings by one table with all of
// them, as they are in the end, if one was changed.
func (m *Messages) mergeSettings(r *message) error {
	isSetting := func(sec templates.Section) bool {
		switch sec.(type) {
		case *templates.Settings, *templates.TimezoneSet, *templates.MessagesSet, *templates.DigestSet:
			return true
		}
		return false
	}
	first, n := -1, 0
	for i, sec := range r.text.Sections {
		if isSetting(sec) {
			if n++; first < 0 {
				first = i
			}
		}
	}
	if n < 2 || len(r.changed) == 0 {
		return nil
	}
	all, err := m.settingsOf(r.to)
	if err != nil {
		return err
	}
	var rest []templates.Section
	for i, sec := range r.text.Sections {
		switch {
		case i == first:
			rest = append(rest, &templates.Settings{Changed: r.changed, Settings: all, Unseen: r.unseen})
		case !isSetting(sec):
			rest = append(rest, sec)
		}
	}
	r.text.Sections = rest
	return nil
}

func (m *Messages) settingsOf(p db.Player) ([]templates.Setting, error) {
	zone := club.ZoneOf(p)
	own, err := m.tx.Vacations(p)
	if err != nil {
		return nil, err
	}
	muted, blocked, err := m.mutedAndBlocked(p)
	if err != nil {
		return nil, err
	}
	second, err := m.tx.DB.SecondAddress(p.ID)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return nil, err
	}
	daily, err := m.puzzleDay(p)
	if err != nil {
		return nil, err
	}
	following, best, err := m.followSettings(p)
	if err != nil {
		return nil, err
	}
	public := "off"
	if p.Public {
		public = "on"
	} else if shown, err := tournaments.ShowsGames(m.tx.DB, p.ID); err != nil {
		return nil, err
	} else if shown {
		public = "tournaments"
	}
	settings := []templates.Setting{
		{Name: "name", Value: p.Name},
		{Name: "address", Value: p.Address},
	}
	if second.Address != "" {
		settings = append(settings,
			templates.Setting{Name: "second", Value: second.Address, Waits: second.ConfirmedAt.IsZero()})
	}
	settings = append(settings, []templates.Setting{
		{Name: "lang", Value: p.Lang},
		{Name: "timezone", Value: club.ZoneName(p), Now: m.tx.Now().In(zone)},
		{Name: "board", Value: string(p.Board)},
		{Name: "html", Value: map[bool]string{true: "off", false: "on"}[p.HTML == db.HTMLOff]},
		{Name: "letters", Value: string(p.Messages)},
		{Name: "digest", Value: string(p.Digest), Day: p.DigestDay, At: digestTime(p)},
		daily, following, best,
	}...)
	if calendar, err := m.tx.DB.Calendar(p.ID); err != nil {
		return nil, err
	} else if calendar != "" || m.tx.Club.Policy.Calendars != "" {
		settings = append(settings, templates.Setting{Name: "calendar",
			Value: map[bool]string{true: "on", false: "off"}[calendar != ""]})
	}
	return append(settings, []templates.Setting{
		{Name: "analysis", Value: map[bool]string{true: "off", false: "on"}[p.NoAnalysis]},
		{Name: "public", Value: public},
		{Name: "challenges", Value: map[bool]string{true: "on", false: "off"}[p.Challenges]},
		{Name: "robot", Value: map[bool]string{true: "on", false: "off"}[p.Program]},
		{Name: "vacation", Away: m.away(own, zone)},
		{Name: "muted", People: muted},
		{Name: "blocked", People: blocked},
	}...), nil
}

// followSettings are how a player reads what they follow, and whether they get the best of
// each week.
func (m *Messages) followSettings(p db.Player) (following, best templates.Setting, err error) {
	r, _, err := follows.NewsSettingOf(m.tx.DB, p.ID)
	following, best = templates.Setting{Name: "following", Value: "digest"},
		templates.Setting{Name: "best", Value: "off"}
	if r.Every {
		following.Value = "every"
	}
	if r.Ends {
		following.Value = "end-" + following.Value
	}
	if err != nil {
		return following, best, err
	}
	_, wanted, err := follows.BestDue(m.tx.DB, p.ID)
	if wanted {
		best.Value = "on"
	}
	return following, best, err
}

// mutedAndBlocked names the people whom a player has muted, and those whom they have blocked.
// People whom the player has met are named, with the number of a game of the two, by which a
// mute is taken back, and so are those who were found by name or have invited them. Others have only their address:
// the player may not know their names, nor the addresses of the former.
func (m *Messages) mutedAndBlocked(p db.Player) (muted, blocked []string, err error) {
	mutes, err := m.tx.DB.Mutes(p.ID)
	if err != nil {
		return nil, nil, err
	}
	blocks, err := m.tx.DB.Blocks(p.ID)
	if err != nil || len(mutes)+len(blocks) == 0 {
		return nil, nil, err
	}
	met := map[int64]int64{} // the latest game by opponent
	for _, over := range []bool{true, false} {
		games, err := m.tx.DB.GamesOf(p.ID, over, maxResults)
		if err != nil {
			return nil, nil, err
		}
		for _, g := range games {
			other := g.Black + g.White - p.ID
			met[other] = max(met[other], g.ID)
		}
	}
	known := func(other db.Player) (string, error) {
		if game := met[other.ID]; game != 0 {
			return fmt.Sprintf("%s (#%d)", m.knownTo(p, other).Name, game), nil
		}
		name, _, err := m.tx.NameKnown(p.ID, other)
		return cmp.Or(name, other.Address), err
	}
	for _, list := range []struct {
		of   []db.Player
		into *[]string
	}{{mutes, &muted}, {blocks, &blocked}} {
		for _, other := range list.of {
			who, err := known(other)
			if err != nil {
				return nil, nil, err
			}
			*list.into = append(*list.into, who)
		}
	}
	return muted, blocked, nil
}

// Zone says what time it is in a player's timezone.
func (m *Messages) Zone(p db.Player) {
	m.refreshReader(p)
	m.zone(p, false)
}

func (m *Messages) zone(p db.Player, changed bool) {
	m.aside(p).add(&templates.TimezoneSet{Name: club.ZoneName(p), Now: inNamed(p, m.tx.Now()), Changed: changed})
}

// inNamed is a moment in a player's timezone for a sentence that names the zone, so that the
// moment does not.
func inNamed(p db.Player, at time.Time) time.Time {
	if club.HasZone(p) {
		return at.In(club.ZoneOf(p))
	}
	at = at.In(club.ZoneOf(p))
	_, offset := at.Zone()
	return at.In(time.FixedZone(club.ZoneName(p), offset))
}

// MessagesSetting says which messages a player gets.
func (m *Messages) MessagesSetting(p db.Player) { m.messagesSet(p, false, false) }

func (m *Messages) messagesSet(p db.Player, changed, begun bool) {
	sec := &templates.MessagesSet{Letters: string(p.Messages), Changed: changed, Begun: begun}
	if p.Messages == db.MessagesDigest {
		sec.Digest = digestSet(p)
	}
	m.to(p).alone().add(sec)
}

// DigestSetting says when a player's digest comes.
func (m *Messages) DigestSetting(p db.Player) { m.to(p).alone().add(digestSet(p)) }

func digestSet(p db.Player) *templates.DigestSet {
	sec := &templates.DigestSet{
		Digest: string(p.Digest), Day: p.DigestDay, Letters: string(p.Messages), Zone: club.ZoneName(p),
		At: digestTime(p),
	}
	if !p.DigestDue.IsZero() {
		sec.Next = inNamed(p, p.DigestDue)
	}
	return sec
}

// digestTime is the time of the day of a player's digest: 07:30.
func digestTime(p db.Player) string { return minuteOfDay(p.DigestMinute) }
