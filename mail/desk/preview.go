package desk

import (
	"turnpost/rules"
	"turnpost/templates"
)

func previewVerb() verb {
	return verb{
		name: "preview",
		run: func(s *session, c command) error {
			if c.args != "" && !s.looksLikePlies(c) {
				s.talks(c) // "Preview of the match"
				s.hint(c, nil, "usage", "preview")
				return nil
			}
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			s.reply(s.player).about(t)
			t.previews = append(t.previews, c) // from the board after the letter's own plies
			return nil
		},
	}
}

// preview shows the writer the board after a line of play.
func (s *session) preview(t *table, c command) {
	if t.over() {
		s.problem(c, "over")
		return
	}
	from := t.record.Len()
	r := t.record.Clone()
	tokens := firstTokens(c.args, maxCommands)
	if len(tokens) == 0 {
		s.problem(c, "usage", "preview")
		return
	}
	for len(tokens) > 0 {
		n := r.Len() - from + 1
		if r.Outcome().Over() {
			s.problem(c, "preview-over", n-1)
			return
		}
		m, taken, err := takePly(r, tokens)
		if err == nil {
			err = r.Play(m)
		}
		if err != nil {
			s.problem(c, "preview-move", n, tokens[0], t.refusal(err))
			return
		}
		tokens = tokens[taken:]
	}
	s.done(c)
	after := *t
	after.record = r
	sec := &templates.Preview{
		Game: t.game.ID, Title: t.rules.Title, Side: t.me.String(), Opponent: t.player(t.me.Opponent()).Name,
		Plies:  plySection(&after, from+1, r.Len()),
		Board:  s.board(t.rules, r.Position(), t.me, s.player),
		ToMove: "opponent", Legal: len(r.Legal()),
		LastOfThree: r.Occurrences() == rules.Drawn-1,
	}
	switch o := r.Outcome(); {
	case o.Over():
		sec.ToMove, sec.Reason = "nobody", t.rules.In(s.player.Lang).Reason(o)
		switch o.Result {
		case rules.Draw:
			sec.Result = "drawn"
		case rules.Wins(t.me):
			sec.Result = "won"
		default:
			sec.Result = "lost"
		}
	case r.Turn() == t.me:
		sec.ToMove = "you"
	}
	s.reply(s.player).about(t).add(sec)
}
