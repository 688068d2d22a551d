package desk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/templates"
)

// digestThread is the thread of a player's digests in the outbox: no game's
// number.
const digestThread = -1

// Limits of a digest: one letter that can be read.
const (
	maxDigestGames = 500
	maxDigestTalk  = 20 // messages shown at full length; more wait for the next
)

func digestVerb() verb {
	return verb{
		name: "digest", usage: "digest daily 07:30",
		summary: "the boards of all your games in one letter, those that wait for you first; also digest weekly monday 07:30, digest now, digest off",
		proven:  true,
		run:     (*session).setDigest,
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
			s.hint(c, nil, "usage", digestVerb().usage)
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
			s.hint(c, nil, "usage", digestVerb().usage)
		} else {
			s.problem(c, "usage", digestVerb().usage)
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
		Digest: p.Digest, Day: p.DigestDay.String(), Letters: p.Letters, Zone: zone.String(),
		At: fmt.Sprintf("%02d:%02d", p.DigestMinute/60, p.DigestMinute%60),
	}
	if !p.DigestDue.IsZero() {
		sec.Next = p.DigestDue.In(zone)
	}
	return sec
}

// dueDigest writes the digest that a player is due, and sets the next. A digest
// that is late comes once, and one with nothing to say not at all.
func (s *session) dueDigest(p db.Player) error {
	sec, news, err := s.digest(&p)
	if err != nil {
		return err
	}
	if news && p.StoppedAt.IsZero() {
		if err := s.sendDigest(p, sec); err != nil {
			return err
		}
		p.DigestAt = s.tx.Now
	}
	p.DigestDue = nextDigest(p, s.tx.Now)
	return s.tx.SavePlayer(p)
}

// digestNow answers the writer with the digest, whatever there is to say. The
// regular one comes as ever.
func (s *session) digestNow() error {
	sec, _, err := s.digest(&s.player)
	if err != nil {
		return err
	}
	if err := s.sendDigest(s.player, sec); err != nil {
		return err
	}
	s.player.DigestAt = s.tx.Now
	return s.tx.SavePlayer(s.player)
}

// sendDigest adds a digest to the player's letter, and notes that the words in
// it have been read.
func (s *session) sendDigest(p db.Player, sec *templates.Digest) error {
	r := s.reply(p)
	r.digest = true
	r.add(sec)
	for _, list := range [][]templates.DigestGame{sec.Waiting, sec.Others, sec.Finished} {
		for _, g := range list {
			if len(g.Messages) > 0 {
				if err := s.tx.Passed(g.Game, p.ID); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// digest gathers the state of a player's games. news says whether it tells
// anything that the player has to do or did not know.
func (s *session) digest(p *db.Player) (sec *templates.Digest, news bool, err error) {
	sec = &templates.Digest{}
	running, err := s.tx.GamesOf(p.ID, false, maxDigestGames+1)
	if err != nil {
		return nil, false, err
	}
	if len(running) > maxDigestGames {
		running = running[:maxDigestGames]
		sec.Most = maxDigestGames
	}
	talk := 0
	for _, g := range running {
		line, waiting, err := s.digestGame(g, *p, &talk)
		if err != nil {
			return nil, false, err
		}
		line.Pauses = splitPauses(sec, line.Pauses)
		if waiting {
			sec.Waiting = append(sec.Waiting, line)
		} else {
			sec.Others = append(sec.Others, line)
		}
	}
	byDue := func(a, b templates.DigestGame) int {
		switch {
		case a.Due.IsZero() != b.Due.IsZero() && a.Due.IsZero():
			return 1
		case a.Due.IsZero() != b.Due.IsZero():
			return -1
		}
		return a.Due.Compare(b.Due)
	}
	slices.SortStableFunc(sec.Waiting, byDue)
	slices.SortStableFunc(sec.Others, byDue)
	for i := maxBoards; i < len(sec.Waiting); i++ {
		sec.Waiting[i].Diagram = ""
		sec.Boardless++
		sec.FirstBoardless = sec.Waiting[maxBoards].Game
	}
	over, err := s.tx.GamesOf(p.ID, true, maxListed)
	if err != nil {
		return nil, false, err
	}
	if sec.Since = p.DigestAt; sec.Since.IsZero() && len(over) > maxFinished {
		over = over[:maxFinished]
	}
	for _, g := range over {
		if !g.EndedAt.After(sec.Since) {
			break // the latest come first
		}
		line, _, err := s.digestGame(g, *p, &talk)
		if err != nil {
			return nil, false, err
		}
		sec.Finished = append(sec.Finished, line)
	}
	open, err := s.tx.OpenInvitations(p.ID)
	if err != nil {
		return nil, false, err
	}
	toAnswer := false
	for _, i := range open {
		line, err := s.digestInvitation(i, p.ID)
		if err != nil {
			return nil, false, err
		}
		toAnswer = toAnswer || !line.Mine
		sec.Invitations = append(sec.Invitations, line)
	}
	return sec, talk > 0 || toAnswer || len(sec.Waiting) > 0 || len(sec.Finished) > 0, nil
}

// digestGame is one game in a player's digest, and whether it waits for them.
// talk counts the messages shown so far.
func (s *session) digestGame(g db.Game, p db.Player, talk *int) (line templates.DigestGame, waiting bool, err error) {
	t, err := s.desk.openTable(s.tx, g, p.ID)
	if err != nil {
		return line, false, err
	}
	n := t.record.Len()
	line = templates.DigestGame{
		Game: g.ID, Title: t.rules.Title, Opponent: t.player(t.me.Opponent()).Name, Side: t.me.String(), Next: n + 1,
	}
	if *talk < maxDigestTalk {
		words, err := s.tx.Waiting(g.ID, p.ID)
		if err != nil {
			return line, false, err
		}
		for _, w := range words {
			line.Messages = append(line.Messages, w.Text)
			*talk++
		}
	}
	if g.Over() {
		line.Result, line.Reason = ending(t, t.me)
		line.Ending = t.endedBy()
		return line, false, nil
	}
	line.Offer, line.OfferYours = g.Offer, g.OfferBy == p.ID
	clock := templates.Turn{}
	if err := s.showClock(t, &clock, p); err != nil {
		return line, false, err
	}
	line.Due, line.Standing, line.Pauses = clock.Due, clock.Standing, clock.Pauses
	if !line.Due.IsZero() && !line.Due.After(s.tx.Now) {
		line.Grace = clock.Grace
	}
	if waiting = t.turn() == t.me; waiting {
		line.Diagram = t.record.Position().Diagram(t.me)
		line.Recent = plySection(t, max(1, n-recentPlies+1), n)
		line.Second = n > 0 && t.sideOf(n) == t.me
		line.Example = string(t.record.Legal()[0])
	}
	return line, waiting, nil
}

// digestInvitation is one invitation in a player's digest.
func (s *session) digestInvitation(i db.Invitation, reader int64) (templates.InvitationLine, error) {
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return templates.InvitationLine{}, err
	}
	line := templates.InvitationLine{Game: i.ID, Title: g.Title, Mine: i.Challenger == reader}
	if other := i.Other(reader); other != 0 {
		p, err := s.tx.Player(other)
		if err != nil {
			return line, err
		}
		line.Other = p.Name
	}
	return line, nil
}

// splitPauses moves what concerns all games of the reader to the digest, once,
// and returns the pauses of one opponent.
func splitPauses(sec *templates.Digest, pauses []templates.Pause) (theirs []templates.Pause) {
	for _, p := range pauses {
		switch {
		case !p.You && p.Why != db.Down:
			theirs = append(theirs, p)
		case !slices.Contains(sec.Pauses, p):
			sec.Pauses = append(sec.Pauses, p)
		}
	}
	return theirs
}
