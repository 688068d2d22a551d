package clock

import (
	_ "embed"
	"fmt"
	"strings"
	"time"
)

// zoneList has the names of the tz database, one a line, sorted: those that Go
// itself brings for time/tzdata, which does not list them. Factory is no place.
//
//go:generate sh -c "unzip -Z1 $(go env GOROOT)/lib/time/zoneinfo.zip | grep -v -e /$ -e ^Factory$ | LC_ALL=C sort > zones.txt"
//go:embed zones.txt
var zoneList string

// Zone returns the timezone of a name that FindZone returned once. If the tz database has lost
// it since, it returns UTC.
func Zone(name string) *time.Location {
	if zone, err := time.LoadLocation(name); err == nil {
		return zone
	}
	return time.UTC
}

// maxNear is how many timezones are suggested for a wrong name.
const maxNear = 5

// FindZone returns the name in the tz database that equals a text, ignoring case. Otherwise it
// returns up to five names that it could mean: first those whose city or region it is, then
// those whose city begins with it or is alike. alike reports whether one of two words in lower
// case may be a misspelling of the other.
func FindZone(text string, alike func(a, b string) bool) (name string, near []string) {
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
		case len(key) >= 3 && strings.HasPrefix(city, key), alike(key, city), alike(key, lower):
			slip = append(slip, zone)
		}
	}
	near = append(near, slip...)
	return "", near[:min(len(near), maxNear)]
}

// places are well-known places, by their names in the tz database. For each UTC offset the most
// populous ones come first.
var places = []string{
	"Europe/Paris", "Europe/Berlin", "Europe/Rome", "Europe/London", "Europe/Lisbon", "Europe/Athens",
	"Europe/Kyiv", "Europe/Istanbul", "Europe/Moscow",
	"America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles",
	"America/Anchorage", "Pacific/Honolulu",
	"America/Halifax", "America/St_Johns", "America/Mexico_City", "America/Bogota", "America/Caracas",
	"America/Santiago", "America/Sao_Paulo", "America/Noronha",
	"Atlantic/Azores", "Atlantic/Cape_Verde", "Africa/Lagos", "Africa/Johannesburg", "Africa/Cairo",
	"Africa/Nairobi",
	"Asia/Tehran", "Asia/Dubai", "Asia/Kabul", "Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka",
	"Asia/Yangon", "Asia/Bangkok", "Asia/Jakarta",
	"Asia/Shanghai", "Asia/Manila", "Australia/Perth", "Asia/Tokyo", "Asia/Seoul", "Australia/Adelaide",
	"Australia/Darwin", "Australia/Sydney", "Australia/Brisbane",
	"Pacific/Noumea", "Pacific/Auckland", "Pacific/Apia", "Pacific/Chatham",
}

// maxPlaces is how many places are named for one offset.
const maxPlaces = 3

// PlacesAt names up to three places whose offset from UTC at a moment equals the moment's own.
// It names none for UTC, which many programs write regardless of where they run (RFC 5322,
// section 3.3).
func PlacesAt(at time.Time) []string {
	_, offset := at.Zone()
	if offset == 0 {
		return nil
	}
	var out []string
	for _, name := range places {
		if _, theirs := at.In(Zone(name)).Zone(); theirs == offset && len(out) < maxPlaces {
			out = append(out, name)
		}
	}
	return out
}

// Offset formats a moment's offset from UTC: "UTC-8", "UTC+5:30".
func Offset(at time.Time) string {
	_, seconds := at.Zone()
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	text := fmt.Sprintf("UTC%c%d", sign, seconds/3600)
	if minutes := seconds / 60 % 60; minutes != 0 {
		text += fmt.Sprintf(":%02d", minutes)
	}
	return text
}
