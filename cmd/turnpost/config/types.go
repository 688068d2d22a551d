package config

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// Duration is a time.Duration that is written as Go writes it: "90s", "1m". It is a struct
// because the decoder would read a bare number as nanoseconds.
type Duration struct {
	time.Duration
	// wrong is a text that is not a duration. The check reports it, with its line and all
	// other problems.
	wrong string
}

// UnmarshalText reads "90s", "1m30s", "2h". It never fails: see wrong.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration{Duration: v}
	if err != nil {
		d.wrong = string(text)
	}
	return nil
}

// Secret is a password. No verb of package fmt prints it.
type Secret string

// Format hides the secret from every verb of package fmt.
func (s Secret) Format(f fmt.State, _ rune) {
	if s == "" {
		fmt.Fprint(f, "(no secret)")
		return
	}
	fmt.Fprint(f, "(secret)")
}

// Size is a number of bytes that is written as "500 kB", "1 MB" or "2 GiB".
type Size struct {
	Bytes int64
	wrong string // see Duration
}

var sizePattern = regexp.MustCompile(`^([0-9]{1,9}) ?(B|kB|KB|MB|GB|KiB|MiB|GiB)?$`)

// UnmarshalText never fails: see Duration.wrong.
func (s *Size) UnmarshalText(text []byte) error {
	m := sizePattern.FindSubmatch(text)
	if m == nil {
		*s = Size{wrong: string(text)}
		if len(text) == 0 {
			s.wrong = " "
		}
		return nil
	}
	n, err := strconv.ParseInt(string(m[1]), 10, 64)
	unit := map[string]int64{"": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10,
		"MiB": 1 << 20, "GiB": 1 << 30}[string(m[2])]
	*s = Size{Bytes: n * unit}
	return err
}

// Days is a number of days that is written as "30d"; "0" is none.
type Days struct {
	N     int
	wrong string // see Duration
}

// Duration returns so many days of 24 hours.
func (d Days) Duration() time.Duration { return time.Duration(d.N) * 24 * time.Hour }

var daysPattern = regexp.MustCompile(`^([0-9]{1,6}) ?(d|days?)$`)

// UnmarshalText never fails: see Duration.wrong.
func (d *Days) UnmarshalText(text []byte) error {
	if string(text) == "0" {
		*d = Days{}
		return nil
	}
	m := daysPattern.FindSubmatch(text)
	if m == nil {
		*d = Days{wrong: string(text)}
		if len(text) == 0 {
			d.wrong = " "
		}
		return nil
	}
	n, err := strconv.Atoi(string(m[1]))
	*d = Days{N: n}
	return err
}
