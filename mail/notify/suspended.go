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
func (l *Letters) showGamesOf(player int64, opponents bool) error {
	running, err := l.tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		t, err := l.tx.Table(g.ID)
		if err != nil {
			return err
		}
		side := t.Side(player)
		if opponents {
			side = side.Opponent()
		}
		if err := l.Show(t, side); err != nil {
			return fmt.Errorf("game %d: %w", g.ID, err)
		}
	}
	return nil
}

// tellResumed tells a player that letters go there again, behind what the letter
// tells otherwise.
func (l *Letters) notifyResumed(e club.Resumed) error {
	running, err := l.tx.DB.GamesOf(e.Player.ID, false, -1)
	if err != nil {
		return err
	}
	r := l.aside(e.Player)
	r.add(&templates.Lifted{Since: Shown(r.to, e.Since), Games: len(running), Paused: e.Wished})
	return l.addWords(r)
}

// mostWords is of how many games a letter tells what waits to be read; what was said in
// others waits for the next letter about them.
const mostWords = 10

// tellWords tells the reader of a letter what waits to be read by them and stands not
// in it yet.
func (l *Letters) addWords(r *message) error {
	games, err := l.tx.DB.WordsFor(r.to.ID, mostWords)
	if err != nil {
		return err
	}
	for _, g := range games {
		t, err := l.tx.Table(g)
		if err != nil {
			return err
		}
		text, err := l.hearTalk(r, t)
		if err != nil {
			return err
		}
		if text != "" {
			r.of(t).by(t.Player(t.Side(r.to.ID).Opponent())).add(said(t, t.Side(r.to.ID), text))
		}
	}
	return nil
}

// PausedStill sends a player who has paused the letter about it once more, with a new
// secret: one came that may be theirs, and that proves nothing.
func (l *Letters) PausedStill(e club.Paused) { l.paused(e, true) }

// paused writes to a player for the last time until they write, and nothing else.
func (l *Letters) paused(e club.Paused, again bool) {
	l.resumed = slices.DeleteFunc(l.resumed, func(r club.Resumed) bool { return r.Player.ID == e.Player.ID })
	r := l.to(e.Player).alone()
	r.last = true
	sec := &templates.Paused{Games: e.Games, Invitations: e.Invitations, Until: e.Until, Often: e.Often, Told: e.Told, Again: again}
	if !e.Until.IsZero() {
		sec.Until = Shown(r.to, e.Until)
	}
	r.add(sec)
}

// goes reports whether a letter may be sent now: none goes to who wants no letters,
// and none to a suspended or paused address but the last one and the answer to a
// letter from there. Such an answer may be how somebody who could not yet prove to be
// the owner becomes able to; but who has paused the letters gets only what they have
// proven to ask for.
func (l *Letters) goes(r *message) (bool, error) {
	if r.empty() || !r.to.StoppedAt.IsZero() || r.to.Address == "" {
		return false, nil
	}
	answers := l.answersTo(r) && !l.answers.Stranger
	if r.last || answers && l.answers.Proven {
		return true, nil
	}
	if answers {
		paused, err := l.tx.IsPaused(r.to.ID)
		return !paused, err
	}
	return l.goesTo(r.to)
}

// goesTo reports whether a letter that answers nobody may be sent to a player.
func (l *Letters) goesTo(p db.Player) (bool, error) {
	if !p.StoppedAt.IsZero() {
		return false, nil
	}
	suspended, err := l.tx.IsSuspended(p.ID)
	return !suspended, err
}
