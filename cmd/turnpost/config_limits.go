package main

import (
	"regexp"
	"strconv"
	"time"

	"turnpost/mail/desk"
)

// LimitsConfig is how much one letter may be.
type LimitsConfig struct {
	// MaxLetter is the size from which on a letter's body is not fetched.
	MaxLetter Size `toml:"max_letter"`
}

// PrivacyConfig is what is kept of the letters.
type PrivacyConfig struct {
	// KeepLetters is how long the text of letters is kept; 0: for ever.
	KeepLetters Days `toml:"keep_letters"`
}

// The least and the most that max_letter may be: a letter with a few commands
// must fit; and a letter is held in memory, some copies of it at a time, in less
// than 64 MiB (mail/desk/memory_test.go).
const (
	minMaxLetter = 4_000
	maxMaxLetter = 5_000_000
)

// maxKeepLetters is in days.
const maxKeepLetters = 3650

func (c *LimitsConfig) check(p *problems) {
	if c.MaxLetter.wrong != "" {
		p.say("limits.max_letter", `is %q; give a size in quotes, such as "500 kB", "1 MB" or "2 MiB"`, c.MaxLetter.wrong)
	} else if c.MaxLetter.Bytes < minMaxLetter || c.MaxLetter.Bytes > maxMaxLetter {
		p.say("limits.max_letter", `is %d bytes; it can be from "4 kB" to "5 MB"`, c.MaxLetter.Bytes)
	}
}

func (c *PrivacyConfig) check(p *problems) {
	if c.KeepLetters.wrong != "" {
		p.say("privacy.keep_letters", `is %q; give a number of days in quotes, such as "30d", or "0" to keep letters for ever`, c.KeepLetters.wrong)
	} else if c.KeepLetters.N > maxKeepLetters {
		p.say("privacy.keep_letters", `is %d days; it can be up to "%dd", or "0" to keep letters for ever`, c.KeepLetters.N, maxKeepLetters)
	}
}

// limits are the limits as the desk takes them.
func (c PrivacyConfig) limits() desk.Limits {
	l := desk.DefaultLimits()
	l.KeepLetters = time.Duration(c.KeepLetters.N) * 24 * time.Hour
	return l
}

// Size is a number of bytes that is written as "500 kB", "1 MB" or "2 MiB".
type Size struct {
	Bytes int64
	wrong string // see Duration
}

var sizePattern = regexp.MustCompile(`^([0-9]{1,9}) ?(B|kB|KB|MB|KiB|MiB)?$`)

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
	unit := map[string]int64{"": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "KiB": 1 << 10, "MiB": 1 << 20}[string(m[2])]
	*s = Size{Bytes: n * unit}
	return err
}

// Days is a number of days that is written as "30d"; "0" is none.
type Days struct {
	N     int
	wrong string // see Duration
}

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
