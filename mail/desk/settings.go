package desk

import (
	"fmt"

	"turnpost/db"
	"turnpost/templates"
)

func settingsVerb() verb {
	return verb{
		name: "settings",
		bare: true,
		run: func(s *session, c command) error {
			s.done(c)
			return s.showSettings("")
		},
	}
}

// changed saves the writer after a change of a setting, and shows them all.
func (s *session) changed(c command, setting string) error {
	if err := s.tx.SavePlayer(s.player); err != nil {
		return err
	}
	s.done(c)
	return s.showSettings(setting)
}

// showSettings adds the writer's settings to the letter, once.
func (s *session) showSettings(changed string) error {
	r := s.aside()
	r.to = s.player // as it is now
	r.letter.Reader = s.player.Name
	settings, err := s.settings()
	if err != nil {
		return err
	}
	for _, sec := range r.letter.Sections {
		if old, ok := sec.(*templates.Settings); ok {
			old.Settings = settings
			return nil
		}
	}
	r.add(&templates.Settings{Changed: changed, Settings: settings})
	return nil
}

// settings lists what the writer has set.
func (s *session) settings() ([]templates.Setting, error) {
	p := s.player
	zone := zoneOf(p)
	away, err := s.away(p)
	if err != nil {
		return nil, err
	}
	blocked, err := s.tx.Blocks(p.ID)
	if err != nil {
		return nil, err
	}
	var addresses []string
	for _, b := range blocked {
		addresses = append(addresses, b.Address)
	}
	second, err := s.tx.SecondAddress(p.ID)
	if err != nil && !isNotFound(err) {
		return nil, err
	}
	settings := []templates.Setting{
		{Name: "name", Value: p.Name},
		{Name: "address", Value: p.Address},
	}
	if second.Address != "" {
		settings = append(settings, templates.Setting{Name: "second", Value: second.Address, Waits: second.ConfirmedAt.IsZero()})
	}
	return append(settings, []templates.Setting{
		{Name: "lang", Value: p.Lang},
		{Name: "timezone", Value: zone.String(), Now: s.tx.Now.In(zone)},
		{Name: "board", Value: p.Board},
		{Name: "letters", Value: p.Letters},
		{Name: "digest", Value: p.Digest, Day: p.DigestDay, At: digestTime(p)},
		{Name: "vacation", Away: away},
		{Name: "blocked", Addresses: addresses},
	}...), nil
}

// digestTime is when in the day a player's digest comes: 07:30.
func digestTime(p db.Player) string {
	return fmt.Sprintf("%02d:%02d", p.DigestMinute/60, p.DigestMinute%60)
}

// away lists a player's vacations, now and to come.
func (s *session) away(p db.Player) ([]templates.Away, error) {
	pauses, err := s.vacations(p)
	var away []templates.Away
	for _, pause := range pauses {
		if pause.To.After(s.tx.Now) {
			away = append(away, awayOf(pause, zoneOf(p)))
		}
	}
	return away, err
}
