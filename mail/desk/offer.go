package desk

import (
	"time"

	"turnpost/rules"
	"turnpost/templates"
)

// Offers. A player may offer a draw, or ask to take back a turn; at most one
// offer stands in a game. It stands, made with a ply or without one, until
//
//   - its receiver answers: yes, no, or draw to a draw;
//   - its receiver plays, by letter or by a conditional: that declines it;
//   - for a turn to be taken back, anybody plays: it was about another board;
//   - the game ends.
//
// The maker of a draw offer who is to move plays on without harm to it. An
// answer counts only in a letter that was written after the receiver's own last
// ply: a later yes to an older offer is stale.
const (
	offerDraw = "draw"
	offerUndo = "undo"
)

// onGame notes a wish for the running game that a command is for. It is carried
// out after the plies of the letter, if they can be played.
func (s *session) onGame(c command, note func(*table)) error {
	t, err := s.gameOf(c)
	if err != nil || t == nil {
		return err
	}
	s.reply(s.player).about(t)
	if t.over() {
		s.problem(c, "over")
		return nil
	}
	note(t)
	return nil
}

// answerOffer notes a yes or no for the game that is named or at hand: one word
// in a fresh mail ends no game.
func (s *session) answerOffer(c command, yes bool) error {
	if c.game == 0 && s.ticket.game == 0 {
		running, err := s.tx.GamesOf(s.player.ID, false, 100)
		if err != nil {
			return err
		}
		for _, g := range running {
			if g.Offer != "" && g.OfferBy != s.player.ID {
				s.problem(c, "which-game", g.ID, c.typed)
				return nil
			}
		}
		s.problem(c, "nothing-asked")
		return nil
	}
	return s.onGame(c, func(t *table) {
		if t.answer != nil && t.yes != yes {
			s.problem(c, "yes-and-no")
			t.answer = nil
			return
		}
		t.answer, t.yes = &c, yes
	})
}

// contradiction refuses a letter that plays on and wants the game elsewhere.
func (s *session) contradiction(t *table) {
	offered := t.game.Offer != "" && t.game.OfferBy != s.player.ID
	switch {
	case len(t.lines) == 0 || t.failed:
	case t.undo != nil:
		s.problem(*t.undo, "move-and-undo")
		t.undo = nil
		t.fail()
	case t.answer != nil && t.yes && offered:
		s.problem(*t.answer, "move-and-yes")
		t.answer = nil
		t.fail()
	}
}

// settleAnswer carries out yes or no.
func (s *session) settleAnswer(t *table) error {
	c := *t.answer
	switch {
	case t.game.Offer == "":
		s.problem(c, "nothing-asked")
		return nil
	case t.game.OfferBy == s.player.ID:
		s.problem(c, "own-offer", t.player(t.me.Opponent()).Name)
		return nil
	case s.outdated(t):
		s.problem(c, "stale", s.ticket.ply+1)
		return nil
	}
	s.done(c)
	t.tell = true
	switch {
	case !t.yes:
		t.tellBoth(templates.News{Kind: "declined", What: t.game.Offer}, t.me)
		return s.saveOffer(t, "")
	case t.game.Offer == offerDraw:
		return s.agree(t)
	}
	return s.takeBack(t)
}

// outdated reports whether the letter answers one from before the writer's own
// last ply, or from before plies were taken back.
func (s *session) outdated(t *table) bool {
	if s.ticket.game != t.game.ID {
		return false
	}
	return s.ticket.undone != t.game.Undone || int(s.ticket.ply) < lastPlyOf(t.base, t.me)
}

// lastPlyOf is the number of a side's last ply; 0 if it has none.
func lastPlyOf(r *rules.Record, side rules.Side) int {
	n := r.Len()
	for n > 0 && r.At(n-1).Turn() != side {
		n--
	}
	return n
}

// turnBefore is how many plies were played when the turn of ply n began; 0 for
// ply 0.
func turnBefore(r *rules.Record, n int) int {
	if n == 0 {
		return 0
	}
	side := r.At(n - 1).Turn()
	for n > 0 && r.At(n-1).Turn() == side {
		n--
	}
	return n
}

// takenBackTo is how many plies stay when a side takes its last turn back.
func takenBackTo(r *rules.Record, asker rules.Side) int { return turnBefore(r, lastPlyOf(r, asker)) }

// saveOffer stores the offer of the writer that stands now; "" is none.
func (s *session) saveOffer(t *table, offer string) error {
	t.game.Offer, t.game.OfferBy = offer, 0
	if offer != "" {
		t.game.OfferBy = s.player.ID
	}
	return s.tx.SaveOffer(t.game.ID, t.game.Offer, t.game.OfferBy)
}

// agree ends the game in a draw.
func (s *session) agree(t *table) error {
	if err := s.tx.EndGame(t.game.ID, rules.Draw.String(), Agreed); err != nil {
		return err
	}
	return s.reload(t)
}

// takeBack removes the asker's last turn and all that followed, and what those
// turns earned: the next one earns it again. The clock of the side that is to
// move then begins anew with what it holds.
func (s *session) takeBack(t *table) error {
	asker := t.me.Opponent()
	n := takenBackTo(t.record, asker)
	turns := turnsAfter(t.record, n)
	record := t.record.Until(n)
	if err := s.tx.TakeBack(t.game, n, record.Position().String()); err != nil {
		return err
	}
	t.tellBoth(templates.News{Kind: "undone", Next: n + 1}, asker)
	t.base, t.record, t.before = record, record, n
	if err := s.reload(t); err != nil {
		return err
	}
	if err := s.dropTrees(t, "undone"); err != nil {
		return err
	}
	p, err := parsePace(t.game.Pace)
	if err != nil {
		return err
	}
	// Each of those turns left at least what it earned on its side's clock.
	t.game.BlackLeft = max(0, t.game.BlackLeft-time.Duration(turns[rules.Black])*p.more)
	t.game.WhiteLeft = max(0, t.game.WhiteLeft-time.Duration(turns[rules.White])*p.more)
	return s.startTurn(t)
}

// turnsAfter counts the turns of each side that were over after ply n.
func turnsAfter(r *rules.Record, n int) map[rules.Side]int {
	turns := map[rules.Side]int{}
	for n++; n <= r.Len(); n++ {
		if side := r.At(n - 1).Turn(); r.At(n).Turn() != side {
			turns[side]++
		}
	}
	return turns
}

// makeOffer carries out draw and undo that answer nothing.
func (s *session) makeOffer(t *table, c command, offer string) error {
	other := t.player(t.me.Opponent())
	switch {
	case t.over():
		s.problem(c, "over")
	case t.game.Offer != "" && t.game.OfferBy == s.player.ID:
		s.problem(c, "own-offer", other.Name)
	case t.game.Offer != "":
		s.problem(c, "answer-first", other.Name)
	case offer == offerUndo && lastPlyOf(t.record, t.me) == 0:
		s.problem(c, "undo-nothing")
	case offer == offerUndo && t.amidTurn():
		s.problem(c, "undo-amid")
	default:
		s.done(c)
		t.tell = true
		return s.saveOffer(t, offer)
	}
	return nil
}

// lapse ends an offer that the plies just played decline.
func (s *session) lapse(t *table, mover rules.Side, byConditional bool) error {
	g := t.game
	if g.Offer == "" || g.Offer == offerDraw && g.OfferBy == t.player(mover).ID {
		return nil
	}
	maker := t.sideOfPlayer(g.OfferBy)
	t.tellOne(maker, templates.News{Kind: "lapsed", What: g.Offer, You: mover == maker})
	if byConditional {
		t.tellOne(maker.Opponent(), templates.News{Kind: "missed", What: g.Offer})
	}
	t.game.Offer, t.game.OfferBy = "", 0
	return s.tx.SaveOffer(g.ID, "", 0)
}

// sideOfPlayer is the side on which a player of the game sits.
func (t *table) sideOfPlayer(id int64) rules.Side {
	if id == t.game.Black {
		return rules.Black
	}
	return rules.White
}

// amidTurn reports whether the writer has made a ply of a turn that is not over.
func (t *table) amidTurn() bool {
	n := t.record.Len()
	return n > 0 && t.turn() == t.me && t.sideOf(n) == t.me
}

// tellOne puts news into the letter of one side, if it gets one.
func (t *table) tellOne(side rules.Side, n templates.News) {
	n.Opponent = t.player(side.Opponent()).Name
	t.news[side] = append(t.news[side], n)
}

// tellBoth puts news about what one side did into both letters.
func (t *table) tellBoth(n templates.News, by rules.Side) {
	for _, side := range []rules.Side{rules.Black, rules.White} {
		n.You = side == by
		t.tellOne(side, n)
	}
}

// mustHear reports whether the letter has news for a side that are told even to
// a player who wants no letters about plies.
func (t *table) mustHear(side rules.Side) bool {
	for _, n := range t.news[side] {
		switch n.Kind {
		case "declined", "undone", "died", "misfired":
			return true
		}
	}
	return false
}

// reload reads the stored game again.
func (s *session) reload(t *table) (err error) {
	if t.game, err = s.tx.Game(t.game.ID); err != nil {
		return err
	}
	return s.rateGame(t)
}
