package tournament

import (
	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
)

// ListenToGames is the listener that updates tournaments when one of their games ends, and when
// a player leaves the server or goes private.
func ListenToGames(tx *club.Tx, e club.Event) error {
	switch e := e.(type) {
	case club.GameEnded:
		return seasonGameEnded(tx, e.Game)
	case club.PlayerChanged:
		if e.What == club.SettingPublic && !e.Player.Public {
			return hidden(tx, e.Player.ID)
		}
	case club.PlayerLeaving:
		mine, err := tournaments.Of(tx.DB, e.Player.ID)
		if err != nil {
			return err
		}
		for _, t := range mine {
			err := leaveTournament(tx, e.Player.ID, t)
			if refusal, ours := club.Refused(err); refusal == nil && ours != nil {
				return ours
			}
		}
	}
	return nil
}

// hidden hides the games and the name of a player whose games may not be seen any more in all
// tournaments, and takes the player out of those that have not begun. The player's own cup does not take place then.
func hidden(tx *club.Tx, player int64) error {
	if err := tournaments.Hide(tx.DB, player); err != nil {
		return err
	}
	mine, err := tournaments.Of(tx.DB, player)
	if err != nil {
		return err
	}
	for _, t := range mine {
		if t.State != tournaments.Open {
			continue
		}
		if t.Host == player {
			err = closeCup(tx, t, ClosedHostHidden)
		} else {
			err = leaveTournament(tx, player, t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// seasonGameEnded handles the end of a game, if it belongs to a tournament.
func seasonGameEnded(tx *club.Tx, game *club.Game) error {
	part, ok, err := tournaments.OfGame(tx.DB, game.Row.ID)
	if err != nil || !ok {
		return err
	}
	t, err := tournaments.Get(tx.DB, part.Tournament)
	if err != nil {
		return err
	}
	if game.Row.Reason == rules.OnTime && game.Row.Result != db.Drawn {
		if err := lostOnTime(tx, t, part, game.Row.TurnAt); err != nil {
			return err
		}
	}
	return look(tx, t, part.Division)
}

// look puts silent players out, and emits DivisionOver if a division is over now, or LeadersChanged
// if its leaders have changed.
func look(tx *club.Tx, t tournaments.Tournament, division int) error {
	if t.Cup {
		return lookAtCup(tx, t)
	}
	divisions, err := tournaments.Divisions(tx.DB, t.ID)
	if err != nil {
		return err
	}
	d := divisions[division-1]
	if d.BegunAt.IsZero() || !d.EndedAt.IsZero() {
		return nil
	}
	if err := putOutSilent(tx, t, d); err != nil {
		return err
	}
	// Players who were put out may have ended it.
	if divisions, err = tournaments.Divisions(tx.DB, t.ID); err != nil || !divisions[division-1].EndedAt.IsZero() {
		return err
	}
	d = divisions[division-1]
	table, err := tableOf(tx, t, d, len(divisions))
	if err != nil {
		return err
	}
	before := d.Top
	if d.Top = LeadersText(table.Rows); table.over() {
		d.EndedAt = tx.Now()
	}
	table.Division = d
	if d.Top == before && d.EndedAt.IsZero() {
		return nil
	}
	if err := tournaments.SaveDivision(tx.DB, d); err != nil {
		return err
	}
	if !d.EndedAt.IsZero() {
		return tx.Emit(DivisionOver{table})
	}
	return tx.Emit(LeadersChanged{table})
}
