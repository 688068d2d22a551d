package notify

import (
	"fmt"
	"slices"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/templates"
)

// showGamesOf shows the boards of a player's running games to the player, or to
// the opponents: a board says why its clocks stand still.
func (m *Messages) showGamesOf(player int64, opponents bool) error {
	running, err := m.tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		game, err := m.tx.Game(g.ID)
		if err != nil {
			return err
		}
		side := game.Side(player)
		if opponents {
			side = side.Opponent()
		}
		if err := m.Show(game, side); err != nil {
			return fmt.Errorf("game %d: %w", g.ID, err)
		}
	}
	return nil
}

// notifyResumed says to a player that messages are sent to them again, after all else that
// the message says.
func (m *Messages) notifyResumed(e club.Resumed) error {
	running, err := m.tx.DB.GamesOf(e.Player.ID, false, -1)
	if err != nil {
		return err
	}
	r := m.aside(e.Player)
	r.add(&templates.MessagesResumed{Since: Shown(r.to, e.Since), Games: len(running), Paused: e.Wished})
	return m.addWords(r)
}

// TellShare tells a player how many messages to them wait, since they have used up their share.
func (m *Messages) TellShare(p db.Player, waiting int) {
	m.to(p).alone().add(&templates.Share{Waiting: waiting})
}

// mostWords is for how many games a message passes on waiting words. In other games they wait
// for the next message about the game.
const mostWords = 10

// addWords adds the words that wait for the reader and are not in the message yet.
func (m *Messages) addWords(r *message) error {
	games, err := m.tx.DB.WordsFor(r.to.ID, mostWords)
	if err != nil {
		return err
	}
	for _, g := range games {
		game, err := m.tx.Game(g)
		if err != nil {
			return err
		}
		text, err := m.hearTalk(r, game)
		if err != nil {
			return err
		}
		if text != "" {
			r.of(game).by(game.Player(game.Side(r.to.ID).Opponent())).add(said(game, game.Side(r.to.ID), text))
		}
	}
	return nil
}

// PausedStill sends a player who has paused the message about it again, with a new reply
// token: a message came that may be theirs and proves nothing.
func (m *Messages) PausedStill(e club.Paused) { m.paused(e, true) }

// paused writes the last message to a player until they write.
func (m *Messages) paused(e club.Paused, again bool) {
	m.resumed = slices.DeleteFunc(m.resumed, func(r club.Resumed) bool { return r.Player.ID == e.Player.ID })
	r := m.to(e.Player).alone()
	r.last = true
	sec := &templates.Paused{Games: e.Games, Invitations: e.Invitations, Until: e.Until, Often: e.Often, Told: e.Told,
		Again: again}
	if !e.Until.IsZero() {
		sec.Until = Shown(r.to, e.Until)
	}
	r.add(sec)
}

// goes reports whether a message may be sent now. None is sent to a player who wants none,
// and none to a suspended or paused address except the last one and the answer to a message
// from there: such an answer may be how somebody who could not yet prove to be the owner
// becomes able to. A player who has paused gets only what they have proven to ask for.
func (m *Messages) goes(r *message) (bool, error) {
	if r.empty() || !r.to.StoppedAt.IsZero() || r.to.Address == "" {
		return false, nil
	}
	answers := m.answersTo(r) && !m.answers.Stranger
	if r.last || answers && m.answers.Proven {
		return true, nil
	}
	if answers {
		paused, err := m.tx.IsPaused(r.to.ID)
		return !paused, err
	}
	return m.goesTo(r.to)
}

// goesTo reports whether a message that is no answer may be sent to a player.
func (m *Messages) goesTo(p db.Player) (bool, error) {
	if !p.StoppedAt.IsZero() {
		return false, nil
	}
	suspended, err := m.tx.IsSuspended(p.ID)
	return !suspended, err
}
