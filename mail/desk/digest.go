package desk

import (
	"strconv"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/templates"
)

// digestThread is the thread of a player's digests in the outbox: no game's
// number.
const digestThread = db.Patient

func digestVerb() verb {
	return verb{
		name:   "digest",
		proven: true,
		run:    (*session).setDigest,
	}
}

func (s *session) setDigest(c command) error {
	words := strings.Fields(strings.ToLower(strings.TrimRight(c.args, ".!")))
	if len(words) == 0 {
		s.done(c)
		s.reply(s.player).alone().add(s.digestSet())
		return nil
	}
	set := s.player
	rest := words[1:]
	noLetters := false
	switch words[0] {
	case "now":
		if len(rest) > 0 {
			s.hint(c, nil, "usage", "digest")
			return nil
		}
		s.done(c)
		return s.digestNow()
	case "off":
		set.Digest, set.DigestDue = "off", time.Time{}
		if noLetters = set.Letters == "digest"; noLetters {
			set.Letters = "mine" // or nothing would come at all
		}
	case "daily", "weekly":
		if words[0] == "weekly" && len(rest) > 0 && !strings.ContainsAny(rest[0][:1], "0123456789") {
			day, ok := readWeekday(rest[0])
			if !ok {
				s.problem(c, "digest-day", rest[0])
				return nil
			}
			set.DigestDay, rest = day, rest[1:]
		}
		if len(rest) > 0 && rest[0] == "at" {
			rest = rest[1:]
		}
		if len(rest) > 0 {
			minute, ok := readClock(strings.Join(rest, ""))
			if !ok {
				s.problem(c, "digest-time", strings.Join(rest, " "))
				return nil
			}
			set.DigestMinute = minute
		}
		if set.Digest == "off" {
			set.DigestAt = s.tx.Now // what was over before is no news
		}
		set.Digest = words[0]
		set.DigestDue = nextDigest(set, s.tx.Now)
	default:
		if len(words) > 3 {
			s.hint(c, nil, "usage", "digest")
		} else {
			s.problem(c, "usage", "digest")
		}
		return nil
	}
	s.player = set
	if err := s.tx.SavePlayer(set); err != nil {
		return err
	}
	s.done(c)
	sec := s.digestSet()
	sec.NoLetters = noLetters
	s.reply(s.player).alone().add(sec)
	return nil
}

// readWeekday reads a day of the week by its first letters, three at least.
func readWeekday(word string) (time.Weekday, bool) {
	word = strings.TrimRight(word, ".,")
	for d := time.Sunday; d <= time.Saturday; d++ {
		name := strings.ToLower(d.String())
		if len(word) >= 3 && (strings.HasPrefix(name, word) || word == name+"s") {
			return d, true
		}
	}
	return 0, false
}

// readClock reads a time of the day, "07:30", "7.30", "19h", "7pm" or "7:30am",
// as minutes.
func readClock(text string) (minute int, ok bool) {
	text, am := strings.CutSuffix(text, "am")
	text, pm := strings.CutSuffix(text, "pm")
	hours, minutes, found := strings.Cut(strings.NewReplacer(".", ":", "h", ":").Replace(text), ":")
	if !found || minutes == "" {
		minutes = "00"
	}
	h, err1 := strconv.Atoi(hours)
	m, err2 := strconv.Atoi(minutes)
	if err1 != nil || err2 != nil || len(hours) > 2 || len(minutes) != 2 || strings.ContainsAny(text, "+-") || h < 0 || h > 23 || m < 0 || m > 59 {
		return 0, false
	}
	if am || pm {
		if h < 1 || h > 12 {
			return 0, false
		}
		h %= 12
		if pm {
			h += 12
		}
	}
	return h*60 + m, true
}

// nextDigest is the first moment after another at which a player's digest is
// due, by the clocks on the wall of their timezone: the day is counted there,
// so that none is skipped or doubled when daylight saving begins or ends. Zero
// without a digest.
func nextDigest(p db.Player, after time.Time) time.Time {
	if p.Digest != "daily" && p.Digest != "weekly" {
		return time.Time{}
	}
	local := after.In(zoneOf(p))
	for n := 0; ; n++ {
		due := time.Date(local.Year(), local.Month(), local.Day()+n, 0, p.DigestMinute, 0, 0, local.Location())
		// The day of the week is that of the date, whatever the hour became.
		day := time.Date(local.Year(), local.Month(), local.Day()+n, 12, 0, 0, 0, time.UTC).Weekday()
		if due.After(after) && (p.Digest == "daily" || day == p.DigestDay) {
			return due
		}
	}
}

// digestSet tells the writer's setting.
func (s *session) digestSet() *templates.DigestSet {
	p, zone := s.player, zoneOf(s.player)
	sec := &templates.DigestSet{
		Digest: p.Digest, Day: p.DigestDay, Letters: p.Letters, Zone: zone.String(),
		At: digestTime(p),
	}
	if !p.DigestDue.IsZero() {
		sec.Next = p.DigestDue.In(zone)
	}
	return sec
}
