package clock

import (
	_ "embed"
	"strings"
	"time"
)

// zoneList has the names of the tz database, one a line, sorted: those that Go
// itself brings for time/tzdata, which does not list them. Factory is no place.
//
//go:generate sh -c "unzip -Z1 $(go env GOROOT)/lib/time/zoneinfo.zip | grep -v -e /$ -e ^Factory$ | LC_ALL=C sort > zones.txt"
//go:embed zones.txt
var zoneList string

// Zone is the timezone of a name that FindZone found once. Should the tz
// database have lost it since, UTC serves.
func Zone(name string) *time.Location {
	if zone, err := time.LoadLocation(name); err == nil {
		return zone
	}
	return time.UTC
}

// maxNear is how many timezones are suggested for a wrong one.
const maxNear = 5

// FindZone returns the name of the tz database that text is in any case, or
// else names that it could mean, five at most: those whose city or region it is,
// and then those whose city it begins, or that are alike. alike reports whether
// one of two words in lower case may be the other, mistyped.
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
