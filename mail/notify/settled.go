package notify

import (
	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// Settled adds a game to the messages of both players, with all that the writer's message did
// to it, as far as each wants to know. asked says that the writer asked for the board. A game
// for which it is not called is added when the messages are sent.
func (m *Messages) Settled(g *club.Game, side rules.Side, asked bool) error {
	n := m.newsOf(g)
	n.told = true
	if !n.anything() && !asked {
		return nil
	}
	me, other := g.Player(side), g.Player(side.Opponent())
	own := g.Before
	if n.last != 0 {
		own = n.last
	}
	if n.wants(me) || n.asks || asked || n.mustHear(side) {
		mine, err := m.show(g, side, spokenPlies(g, me, g.Before+1, own))
		if err != nil {
			return err
		}
		mine.PlayedByYou, mine.Started = true, n.began
		mine.Again = mine.Again && !n.robot
		if n.robot || n.answeredBy(side.Opponent()) {
			m.to(me).by(other)
		}
		if err := m.addOpening(mine, n, side); err != nil {
			return err
		}
	}
	heard := n.began || n.passed || g.Over() || n.asks || n.last != 0
	// The opponent gets a message when the turn is over.
	must := n.mustHear(side.Opponent())
	if !heard || g.AmidTurn(side) && !n.passed && !must || !n.wants(other) && !must {
		return nil
	}
	// A turn may have begun in an earlier message, about which the opponent got none.
	first := g.Before + 1
	if own >= first {
		first = g.TurnBefore(own) + 1
	}
	theirs, err := m.show(g, side.Opponent(), spokenPlies(g, other, first, own))
	if err != nil {
		return err
	}
	m.inGame(other, g).by(me)
	theirs.Started = n.began
	return m.addOpening(theirs, n, side.Opponent())
}

// addOpening adds what is said when a game begins: the pace, and the rules in short if it is
// the player's first of its kind.
func (m *Messages) addOpening(sec *templates.Turn, n *gameNews, side rules.Side) error {
	if !n.began {
		return nil
	}
	g, p := n.game, n.game.Player(side)
	sec.Pace = g.Row.Pace
	counts, err := tournaments.IsCounted(m.tx.DB, g.Row.ID)
	if err != nil {
		return err
	}
	sec.Abort = !counts && !g.HasMoved(side)
	before, err := m.tx.DB.PlayedBefore(p.ID, g.Row)
	if err != nil || before {
		return err
	}
	sec.Brief = g.Rules.In(p.Lang).Brief
	sec.AskPublic, err = m.isFirst(p)
	return err
}

// isFirst reports whether this is the only game a player has had, and the player does not let
// others see games: they are then asked whether they would.
func (m *Messages) isFirst(p db.Player) (bool, error) {
	if p.Public {
		return false, nil
	}
	running, err := m.tx.DB.GamesOf(p.ID, false, 2)
	if err != nil || len(running) != 1 {
		return false, err
	}
	over, err := m.tx.DB.GamesOf(p.ID, true, 1)
	return len(over) == 0, err
}

// anything reports whether something happened that both may want to know.
func (n *gameNews) anything() bool { return n.began || n.last != 0 || n.ended || n.asks }

// wants reports whether a player wants a message about a ply of a running game, their own or
// the opponent's. The beginning and the end of a game, and whatever asks for an answer, are
// always sent.
func (n *gameNews) wants(p db.Player) bool {
	g := n.game
	if club.BotLevelOf(p) > 0 {
		return false
	}
	if n.began || g.Over() || p.Messages == db.MessagesEvery {
		return true
	}
	asked := g.Row.Offer != db.NoOffer && g.Row.OfferBy != p.ID
	return asked || p.Messages == db.MessagesMine && g.Turn() == sideOf(g.Row.Black, p.ID)
}

// flush adds what waits until the transaction is done: games that no message of a player has
// settled, vacations, and the news that a player can be reached again.
func (m *Messages) flush() error {
	for i := 0; i < len(m.games); i++ {
		n := m.games[i]
		if err := m.settleAlone(n); err != nil {
			return err
		}
		m.showPublishedNotes(n)
	}
	for _, add := range m.afterGames {
		if err := add(); err != nil {
			return err
		}
	}
	for _, v := range m.vacations {
		if err := m.notifyVacations(v); err != nil {
			return err
		}
	}
	for _, r := range m.messages {
		if err := m.mergeSettings(r); err != nil {
			return err
		}
	}
	for _, e := range m.resumed {
		if err := m.notifyResumed(e); err != nil {
			return err
		}
	}
	return nil
}

// settleAlone adds a game whose news was caused by no player's message.
func (m *Messages) settleAlone(n *gameNews) error {
	if n.told {
		return nil
	}
	n.told = true
	switch g := n.game; {
	case n.ended && (g.Row.Reason == rules.OnTime || g.Row.Reason == rules.Adjudicated || g.Row.Reason == rules.Aborted),
		n.extended:
		return m.showBoth(g)
	case n.stands:
		for _, side := range []rules.Side{winner(g).Opponent(), winner(g)} {
			if g.Player(side).ID == m.tx.Dismisses {
				continue // one last message is all they get
			}
			if err := m.Show(g, side); err != nil {
				return err
			}
		}
	case n.ended && g.Row.Reason == rules.Resigned:
		// The player who leaves gets one last message about all games.
		return m.showResigned(g, winner(g))
	case n.reminder != 0:
		return m.remind(n)
	case n.last != 0: // by a bot that thought for longer than an answer waits
		return m.Settled(g, g.Mover(n.last), false)
	}
	return nil
}

// showBoth shows a game to both sides, to the loser first if there is one.
func (m *Messages) showBoth(g *club.Game) error {
	for _, side := range []rules.Side{winner(g).Opponent(), winner(g)} {
		if err := m.Show(g, side); err != nil {
			return err
		}
	}
	return nil
}

// winner is the side that has won a game; White if nobody has.
func winner(g *club.Game) rules.Side {
	if g.Row.Result == db.BlackWon {
		return rules.Black
	}
	return rules.White
}

// remind reminds the player to move of the clock.
func (m *Messages) remind(n *gameNews) error {
	side := n.game.Turn()
	// The digest says how much time is left.
	if n.reminder == club.RemindedHalf && n.game.Player(side).Messages == db.MessagesDigest {
		return nil
	}
	sec, err := m.show(n.game, side, nil)
	if err != nil {
		return err
	}
	sec.Reminder = map[int]string{club.RemindedHalf: "half", club.RemindedDay: "day",
		club.RemindedOver: "over"}[n.reminder]
	return nil
}

// Left shows a game to the opponent of a player who resigned it by leaving.
func (m *Messages) Left(g *club.Game, side rules.Side) error {
	m.newsOf(g).told = true
	return m.showResigned(g, side.Opponent())
}

// showResigned shows a game that the other side resigned to its winner.
func (m *Messages) showResigned(g *club.Game, side rules.Side) error {
	m.inGame(g.Player(side), g).by(g.Player(side.Opponent()))
	return m.Show(g, side)
}
