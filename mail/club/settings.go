package club

import (
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
)

// change changes a player's row, and tells that it did.
func change(tx *Tx, player int64, what string, f func(p *db.Player) (also bool)) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	also := f(&p)
	if err := tx.DB.SavePlayer(p); err != nil {
		return err
	}
	tx.seat(p)
	return tx.Emit(PlayerChanged{p, what, also})
}

// seat notes at the open tables how a player is by now.
func (tx *Tx) seat(p db.Player) {
	for _, t := range tx.tables {
		switch p.ID {
		case t.Game.Black:
			t.Black = p
		case t.Game.White:
			t.White = p
		}
	}
}

// Rename gives a player another name; see Club.NameOf for what is none.
func Rename(tx *Tx, player int64, text string) error {
	name, ok := CheckName(tx.Club.Ours, text)
	if !ok {
		return Refuse("bad-name", MaxName, `. ' -`)
	}
	return change(tx, player, "name", func(p *db.Player) bool { p.Name = name; return false })
}

// SetLanguage sets in which language a player reads, by its tag.
func SetLanguage(tx *Tx, player int64, tag string) error {
	return change(tx, player, "lang", func(p *db.Player) bool { p.Lang = tag; return false })
}

// SetBoard sets how a player's boards are shown: drawn in ascii or unicode, or told
// in words.
func SetBoard(tx *Tx, player int64, style string) error {
	return change(tx, player, "board", func(p *db.Player) bool { p.Board = style; return false })
}

// Switch turns on or off what a player may want: analysis, to be told where games
// turned; public, that others may follow them, and everybody see those that are over.
func Switch(tx *Tx, player int64, what string, on bool) error {
	return change(tx, player, what, func(p *db.Player) bool {
		switch what {
		case "analysis":
			p.NoAnalysis = !on
		case "public":
			p.Public = on
		}
		return false
	})
}

// usual stands behind the operator's timezone for newcomers, which nobody has set, and
// hinted behind that of a player to whom another was suggested.
const usual, hinted = " usual", " hinted"

// unset is the timezone of whoever has set none, and chosenUTC that of whoever has
// set UTC: the dates of the former say in which zone they are.
const (
	unset     = "UTC"
	chosenUTC = "Etc/UTC"
)

// HasZone reports whether a player has set a timezone.
func HasZone(p db.Player) bool {
	return StoredZone(p) == p.Timezone && p.Timezone != unset
}

// StoredZone is the name of a player's timezone in the tz database, without what is
// noted behind it.
func StoredZone(p db.Player) string {
	name, _, _ := strings.Cut(p.Timezone, " ")
	return name
}

// ZoneHinted reports whether a timezone was suggested to a player, and NoteZoneHinted
// notes that it is.
func ZoneHinted(p db.Player) bool { return strings.HasSuffix(p.Timezone, hinted) }

func NoteZoneHinted(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil || HasZone(p) || ZoneHinted(p) {
		return err
	}
	p.Timezone += hinted
	return tx.DB.SavePlayer(p)
}

// ZoneName is what a player's timezone is called.
func ZoneName(p db.Player) string {
	if p.Timezone == chosenUTC {
		return unset
	}
	return ZoneOf(p).String()
}

// SetTimezone sets where a player's clocks are, by a name of the tz database.
func SetTimezone(tx *Tx, player int64, zone string) error {
	if zone == unset {
		zone = chosenUTC
	}
	err := change(tx, player, "timezone", func(p *db.Player) bool {
		p.Timezone = zone
		p.DigestDue = NextDigest(*p, tx.Now())
		return false
	})
	if err != nil {
		return err
	}
	// Weekends that do not count begin and end by the new one.
	return resetClocks(tx, player)
}

// SetLetters sets which letters a player wants: every, mine or digest.
func SetLetters(tx *Tx, player int64, which string) error {
	return change(tx, player, "letters", func(p *db.Player) (begun bool) {
		p.Letters = which
		if begun = which == "digest" && p.Digest == "off"; begun {
			p.Digest, p.DigestAt = "daily", tx.Now()
			p.DigestDue = NextDigest(*p, tx.Now())
		}
		return begun
	})
}

// SetDigest sets when a player's digest comes: daily or weekly, on a day of the
// week and at a minute of the day, where nil leaves what is set.
func SetDigest(tx *Tx, player int64, often string, day *time.Weekday, minute *int) error {
	return change(tx, player, "digest", func(p *db.Player) bool {
		if day != nil {
			p.DigestDay = *day
		}
		if minute != nil {
			p.DigestMinute = *minute
		}
		if p.Digest == "off" {
			p.DigestAt = tx.Now() // what was over before is no news
		}
		p.Digest = often
		p.DigestDue = NextDigest(*p, tx.Now())
		return false
	})
}

// DropDigest ends a player's digests.
func DropDigest(tx *Tx, player int64) error {
	return change(tx, player, "digest", func(p *db.Player) (letters bool) {
		p.Digest, p.DigestDue = "off", time.Time{}
		if letters = p.Letters == db.LettersDigest; letters {
			p.Letters = db.LettersMine // or nothing would come at all
		}
		return letters
	})
}

// DigestTold notes what became of a player's digest: told says that one tells the
// player of everything up to now, regular that the one that was due is done with.
func DigestTold(tx *Tx, player int64, told, regular bool) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if told {
		p.DigestAt = tx.Now()
	}
	if regular {
		p.DigestDue = NextDigest(p, tx.Now())
	}
	return tx.DB.SavePlayer(p)
}

// PutOffDigest lets a player's digest wait: when to write it failed.
func PutOffDigest(tx *Tx, player int64, until time.Time) error {
	p, err := tx.DB.Player(player)
	if err != nil || p.DigestDue.IsZero() {
		return err
	}
	p.DigestDue = until
	return tx.DB.SavePlayer(p)
}

// NextDigest is the first moment after another at which a player's digest is
// due, by the clocks on the wall of their timezone. Zero without a digest.
func NextDigest(p db.Player, after time.Time) time.Time {
	if p.Digest != "daily" && p.Digest != "weekly" {
		return time.Time{}
	}
	return clock.Schedule{Weekly: p.Digest == "weekly", Day: p.DigestDay, Minute: p.DigestMinute, Zone: ZoneOf(p)}.Next(after)
}
