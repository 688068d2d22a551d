package desk

import (
	"time"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// recentPlies is how many of the last plies a letter shows.
const recentPlies = 8

// show adds a game as it stands to the letter of one of its players, and
// returns the section. played are the plies that the letter tells of.
func (s *session) show(t *table, side rules.Side, played []templates.Ply) (*templates.Turn, error) {
	n := t.record.Len()
	reader := t.player(side)
	sec := &templates.Turn{
		Game:     t.game.ID,
		Title:    t.rules.Title,
		Side:     side.String(),
		Opponent: t.player(side.Opponent()).Name,
		Next:     n + 1,
		Played:   played,
		Board:    s.board(t.rules, t.record.Position(), side, reader),
		News:     t.news[side],
	}
	r := s.reply(reader).add(sec).about(t)
	var err error
	if sec.Message, err = s.hear(r, t); err != nil {
		return nil, err
	}
	if err := s.rateGame(t); err != nil {
		return nil, err
	}
	if err := s.turnNotes(t, side, sec); err != nil {
		return nil, err
	}
	switch t.turn() {
	case rules.None:
		sec.ToMove = "nobody"
		sec.Result, sec.Reason = ending(t, side, reader)
		sec.Ending = t.endedBy()
		sec.Transcript = plySection(t, 1, n)
		if !t.wasOver {
			r.ended = append(r.ended, t)
			_, sec.Attached = rules.Scene(t.record.Position(), side, rules.English)
		}
		return sec, nil
	case side:
		sec.ToMove = "you"
		sec.Second = n > 0 && t.sideOf(n) == side
		sec.Groups = numbered(t.rules.In(reader.Lang), t.record.Position())
		sec.Example = sec.Groups[0].Moves[0].Move
		sec.Notation = t.rules.In(reader.Lang).Notation
	default:
		sec.ToMove, sec.Quiet = "opponent", reader.Letters == "digest"
	}
	sec.LastOfThree = t.record.Occurrences() == rules.Drawn-1
	sec.Recent = plySection(t, max(1, n-recentPlies+1), n)
	sec.Offer, sec.OfferYours = t.game.Offer, t.game.OfferBy == reader.ID
	if t.game.Offer == offerUndo {
		sec.OfferPly = takenBackTo(t.record, t.sideOfPlayer(t.game.OfferBy)) + 1
	}
	return sec, s.showClock(t, sec, reader)
}

// showClock adds the deadline and the pauses, in the reader's timezone.
func (s *session) showClock(t *table, sec *templates.Turn, reader db.Player) error {
	c, err := s.desk.clock(s.tx, t, t.turn())
	if err != nil {
		return err
	}
	zone := zoneOf(reader)
	local := func(at time.Time) time.Time {
		if at.IsZero() {
			return at
		}
		return at.In(zone)
	}
	sec.Due = local(c.deadline())
	sec.Grace = local(c.reach(c.turnAt, c.left+c.grace))
	for _, p := range c.pauses {
		sec.Pauses = append(sec.Pauses, templates.Pause{Why: p.Why, You: p.Player == reader.ID, From: local(p.From), To: local(p.To)})
		if !p.From.After(s.tx.Now) && (p.To.IsZero() || p.To.After(s.tx.Now)) {
			sec.Standing = true
		}
	}
	return nil
}

// endedBy is what ended a game outside its rules: resigned, agreed or time; or
// "" when its rules did.
func (t *table) endedBy() string {
	if t.record.Outcome().Over() {
		return ""
	}
	return t.game.Reason
}

// ending is a game's result for the player of one side, and the reason in
// words of the reader's.
func ending(t *table, side rules.Side, reader db.Player) (result, reason string) {
	switch t.game.Result {
	case rules.Draw.String():
		result = "drawn"
	case rules.Wins(side).String():
		result = "won"
	default:
		result = "lost"
	}
	return result, t.rules.In(reader.Lang).Reason(rules.Outcome{Reason: t.game.Reason})
}

// plySection lists the plies first to last, counted from 1.
func plySection(t *table, first, last int) []templates.Ply {
	var out []templates.Ply
	for n := first; n <= last; n++ {
		out = append(out, templates.Ply{N: n, Side: t.sideOf(n).String(), Move: string(t.record.Plies()[n-1])})
	}
	return out
}

// numbered groups the legal plies for a reader, and numbers them in the order
// in which they are shown.
func numbered(told rules.Game, p rules.Position) []templates.Group {
	var out []templates.Group
	n := 0
	for _, g := range rules.Groups(p) {
		group := templates.Group{Title: told.Say("%s", g.Title)}
		for _, m := range g.Moves {
			n++
			group.Moves = append(group.Moves, templates.Numbered{N: n, Move: string(m)})
		}
		out = append(out, group)
	}
	return out
}
