package club

import (
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
)

// Setting is a setting of a player, as players write its name.
type Setting string

// The settings.
const (
	SettingName     Setting = "name"
	SettingLanguage Setting = "lang"
	SettingBoard    Setting = "board"
	SettingTimezone Setting = "timezone"
	SettingMessages Setting = "letters"
	SettingDigest   Setting = "digest"
	SettingAnalysis Setting = "analysis"
	SettingPublic   Setting = "public"
	SettingHTML     Setting = "html"
	// SettingChallenges is whether others may challenge the player by name.
	SettingChallenges Setting = "challenges"
	SettingProgram    Setting = "robot" // whether a program runs the account
)

// change changes a player's row and emits PlayerChanged.
func change(tx *Tx, player int64, what Setting, f func(p *db.Player) (also bool)) error {
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

// seat updates the player in all open games.
func (tx *Tx) seat(p db.Player) {
	for _, g := range tx.games {
		switch p.ID {
		case g.Row.Black:
			g.Black = p
		case g.Row.White:
			g.White = p
		}
	}
}

// Rename gives a player another name; see NameOf for what is allowed. If it could be taken for
// another player's, the Refusal offers one with a number.
func Rename(tx *Tx, player int64, text string) error {
	name, refusal := tx.Club.CheckName(text)
	if refusal != nil {
		return refusal
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	free, err := tx.FreeName(player, name)
	if err != nil {
		return err
	}
	if free != name {
		return Refuse("name-taken", name, free)
	}
	if err := setName(tx, &p, name); err != nil {
		return err
	}
	return tx.Emit(PlayerChanged{p, SettingName, false})
}

// SetLanguage sets the language that a player reads, by its tag.
func SetLanguage(tx *Tx, player int64, tag string) error {
	return change(tx, player, SettingLanguage, func(p *db.Player) bool { p.Lang = tag; return false })
}

// SetBoard sets how a player's boards are shown: ascii, unicode, or in words.
func SetBoard(tx *Tx, player int64, style db.BoardStyle) error {
	return change(tx, player, SettingBoard, func(p *db.Player) bool { p.Board = style; return false })
}

// Switch turns a setting on or off: analysis, to be told where games turned; public, that
// others may follow the player's games and see finished ones; challenges, that others may challenge the
// player by name; html, that messages have an HTML part.
func Switch(tx *Tx, player int64, what Setting, on bool) error {
	return change(tx, player, what, func(p *db.Player) bool {
		switch what {
		case SettingAnalysis:
			p.NoAnalysis = !on
		case SettingPublic:
			p.Public = on
		case SettingChallenges:
			p.Challenges = on
		case SettingHTML:
			if p.HTML = db.HTMLOff; on {
				p.HTML = db.HTMLHinted
			}
		}
		return false
	})
}

// NoteTextHinted notes that plain text was suggested to a player.
func NoteTextHinted(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil || p.HTML != db.HTMLOn {
		return err
	}
	p.HTML = db.HTMLHinted
	return tx.DB.SavePlayer(p)
}

// Suffixes of db.Player.Timezone: usual after the operator's zone for new players, which nobody
// has set; hinted after the zone of a player to whom another was suggested.
const usual, hinted = " usual", " hinted"

// unset is the timezone of a player who has set none, chosenUTC that of a player who has set
// UTC. The dates for the former name their zone.
const (
	unset     = "UTC"
	chosenUTC = "Etc/UTC"
)

// HasZone reports whether a player has set a timezone.
func HasZone(p db.Player) bool {
	return StoredZone(p) == p.Timezone && p.Timezone != unset
}

// StoredZone returns the tz database name of a player's timezone, without suffix.
func StoredZone(p db.Player) string {
	name, _, _ := strings.Cut(p.Timezone, " ")
	return name
}

// ZoneHinted reports whether a timezone was suggested to a player.
func ZoneHinted(p db.Player) bool { return strings.HasSuffix(p.Timezone, hinted) }

func NoteZoneHinted(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil || HasZone(p) || ZoneHinted(p) {
		return err
	}
	p.Timezone += hinted
	return tx.DB.SavePlayer(p)
}

// ZoneName returns the name of a player's timezone for messages.
func ZoneName(p db.Player) string {
	if p.Timezone == chosenUTC {
		return unset
	}
	return ZoneOf(p).String()
}

// SetTimezone sets a player's timezone, by its name in the tz database.
func SetTimezone(tx *Tx, player int64, zone string) error {
	if zone == unset {
		zone = chosenUTC
	}
	err := change(tx, player, SettingTimezone, func(p *db.Player) bool {
		p.Timezone = zone
		p.DigestDue = nextDigest(*p, tx.Now())
		return false
	})
	if err != nil {
		return err
	}
	// Weekends that do not count begin and end by the new zone.
	return resetClocks(tx, player)
}

// SetMessages sets which messages a player wants: every, mine or digest.
func SetMessages(tx *Tx, player int64, which db.MessageSetting) error {
	return change(tx, player, SettingMessages, func(p *db.Player) (begun bool) {
		p.Messages = which
		if begun = which == db.MessagesDigest && p.Digest == db.DigestOff; begun {
			p.Digest, p.DigestAt = db.DigestDaily, tx.Now()
			p.DigestDue = nextDigest(*p, tx.Now())
		}
		return begun
	})
}

// SetDigest sets when a player's digest is sent: daily or weekly, on a day of the week and at a
// minute of the day. nil leaves a value unchanged.
func SetDigest(tx *Tx, player int64, often db.DigestSetting, day *time.Weekday, minute *int) error {
	return change(tx, player, SettingDigest, func(p *db.Player) bool {
		if day != nil {
			p.DigestDay = *day
		}
		if minute != nil {
			p.DigestMinute = *minute
		}
		if p.Digest == db.DigestOff {
			p.DigestAt = tx.Now() // earlier events are not news
		}
		p.Digest = often
		p.DigestDue = nextDigest(*p, tx.Now())
		return false
	})
}

// DropDigest ends a player's digests.
func DropDigest(tx *Tx, player int64) error {
	return change(tx, player, SettingDigest, func(p *db.Player) (messages bool) {
		p.Digest, p.DigestDue = db.DigestOff, time.Time{}
		if messages = p.Messages == db.MessagesDigest; messages {
			p.Messages = db.MessagesMine // else nothing would be sent at all
		}
		return messages
	})
}

// DigestTold notes what became of a player's digest: told says that it told the player
// everything up to now, regular that it was the one that was due.
func DigestTold(tx *Tx, player int64, told, regular bool) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if told {
		p.DigestAt = tx.Now()
	}
	if regular {
		p.DigestDue = nextDigest(p, tx.Now())
	}
	return tx.DB.SavePlayer(p)
}

// PutOffDigest postpones a player's digest that could not be composed.
func PutOffDigest(tx *Tx, player int64, until time.Time) error {
	p, err := tx.DB.Player(player)
	if err != nil || p.DigestDue.IsZero() {
		return err
	}
	p.DigestDue = until
	return tx.DB.SavePlayer(p)
}

// nextDigest returns the first moment after another at which a player's digest is due, in local
// time. Zero without a digest.
func nextDigest(p db.Player, after time.Time) time.Time {
	if p.Digest != db.DigestDaily && p.Digest != db.DigestWeekly {
		return time.Time{}
	}
	s := clock.Recurrence{Weekly: p.Digest == db.DigestWeekly, Day: p.DigestDay, Minute: p.DigestMinute,
		Zone: ZoneOf(p)}
	return s.Next(after)
}
