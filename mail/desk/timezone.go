package desk

import (
	_ "embed"
	"strings"

	"turnpost/templates"
)

// zoneList has the names of the tz database, one a line, sorted.
//
//go:embed zones.txt
var zoneList string

func timezoneVerb() verb {
	return verb{
		name:   "timezone",
		proven: true,
		run:    (*session).timezone,
	}
}

func (s *session) timezone(c command) error {
	text := strings.TrimRight(c.args, ".!?")
	if text != "" {
		name, near := findZone(text)
		if name == "" {
			s.problem(c, "no-zone", text)
			s.receipt.Problems[len(s.receipt.Problems)-1].Near = near
			return nil
		}
		s.player.Timezone = name
		s.player.DigestDue = nextDigest(s.player, s.tx.Now)
		if err := s.tx.SavePlayer(s.player); err != nil {
			return err
		}
		// Weekends that do not count begin and end by the new one.
		if err := s.resetClocks(s.player.ID); err != nil {
			return err
		}
	}
	s.done(c)
	zone := zoneOf(s.player)
	r := s.aside()
	r.to = s.player
	r.add(&templates.Zone{Name: zone.String(), Now: s.tx.Now.In(zone), Changed: text != ""})
	return nil
}

// findZone returns the name of the tz database that text is in any case, or
// else names that it could mean: those whose city or region it is, or nearly.
func findZone(text string) (name string, near []string) {
	key := strings.ToLower(strings.Join(strings.Fields(text), "_"))
	var slip []string
	for zone := range strings.Lines(zoneList) {
		zone = strings.TrimSpace(zone)
		lower := strings.ToLower(zone)
		city := lower[strings.LastIndexByte(lower, '/')+1:]
		switch {
		case lower == key:
			return zone, nil
		case city == key[strings.LastIndexByte(key, '/')+1:]:
			near = append(near, zone)
		case len(key) >= 3 && strings.HasPrefix(city, key), oneSlip(key, city), oneSlip(key, lower):
			slip = append(slip, zone)
		}
	}
	near = append(near, slip...)
	return "", near[:min(len(near), maxNearZones)]
}

// maxNearZones is how many timezones are suggested for a wrong one.
const maxNearZones = 5
