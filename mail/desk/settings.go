package desk

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/templates"
)

func settingsVerb() verb {
	return verb{
		name: "settings", usage: "settings", summary: "all that you can set, and how",
		more:    "Each setting with the command that changes it.",
		example: "settings",
		bare:    true,
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
	vacation, err := s.vacationText(p)
	if err != nil {
		return nil, err
	}
	blocked, err := s.tx.Blocks(p.ID)
	if err != nil {
		return nil, err
	}
	addresses := make([]string, len(blocked))
	for i, b := range blocked {
		addresses[i] = b.Address
	}
	line := func(name, value, how string) templates.Setting {
		if value == "" {
			value = "none"
		}
		return templates.Setting{Name: name, Value: value, How: how}
	}
	all := []templates.Setting{
		line("name", p.Name, "name Ada"),
		line("address", p.Address, ""),
		line("lang", p.Lang, "lang en"),
		line("timezone", fmt.Sprintf("%s, now %s", zone, s.tx.Now.In(zone).Format("Monday 15:04")), "timezone Europe/Rome"),
		line("board", p.Board, "board ascii, board unicode"),
		line("letters", p.Letters, "letters every, letters mine, letters digest"),
		line("digest", digestText(p), "digest daily 07:30, digest weekly monday 07:30, digest off"),
		line("vacation", vacation, "vacation 2026-12-20 to 2027-01-03, vacation off"),
		line("blocked", strings.Join(addresses, ", "), "block ADDRESS"),
	}
	// What cannot be changed by a command of this program is not offered.
	return slices.DeleteFunc(all, func(l templates.Setting) bool {
		verb, _, _ := strings.Cut(l.How, " ")
		_, ok := s.desk.verb(verb)
		return l.How != "" && !ok
	}), nil
}

// digestText is a player's digest as it is ordered.
func digestText(p db.Player) string {
	at := fmt.Sprintf("%02d:%02d", p.DigestMinute/60, p.DigestMinute%60)
	switch p.Digest {
	case "daily":
		return "daily " + at
	case "weekly":
		return "weekly " + strings.ToLower(p.DigestDay.String()) + " " + at
	}
	return "off"
}

// vacationText are a player's vacations, now and to come, as days in the
// player's timezone.
func (s *session) vacationText(p db.Player) (string, error) {
	pauses, err := s.vacations(p)
	var texts []string
	for _, pause := range pauses {
		if !pause.To.After(s.tx.Now) {
			continue
		}
		first, last := datesOf(pause, zoneOf(p))
		texts = append(texts, first.String()+" to "+last.String())
	}
	return strings.Join(texts, ", "), err
}
