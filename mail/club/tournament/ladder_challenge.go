package tournament

import (
	"fmt"

	"turnpost/db"
	"turnpost/db/ladders"
	"turnpost/mail/club"
)

// mark stands behind the subject of a game of a ladder.
const mark = " (ladder)"

// ChallengeOnLadder begins a game of a ladder: of a player, and of whom package tournament picks among
// those who can be challenged. It returns nil if there is nobody.
func ChallengeOnLadder(tx *club.Tx, player int64, rules string) (*club.Table, error) {
	me, err := mayClimb(tx, player)
	if err != nil {
		return nil, err
	}
	mine, on, err := rungOf(tx, rules, player)
	if err != nil {
		return nil, err
	}
	if !on {
		return nil, club.Refuse("not-on-ladder", rules)
	}
	running, err := ladders.Running(tx.DB, rules, player)
	if err != nil {
		return nil, err
	}
	if len(running) >= MaxLadderGames {
		return nil, club.Refuse("ladder-enough", MaxLadderGames)
	}
	// Whoever gives games up at once could write to half a ladder.
	if err := club.WithinDay(tx, me, me); err != nil {
		return nil, err
	}
	place, places, err := placeOf(tx, mine)
	if err != nil {
		return nil, err
	}
	within, err := candidates(tx, mine, place, places)
	if err != nil {
		return nil, err
	}
	for _, c := range within {
		ok, err := canBeChallenged(tx, me.ID, c.Player)
		if err != nil {
			return nil, err
		}
		if ok {
			return beginLadderGame(tx, me, c, mine, place)
		}
	}
	return nil, nobody(tx, me, mine)
}

// nobody lets a player rest from now on who wanted to play and could not.
func nobody(tx *club.Tx, me db.Player, mine ladders.Rung) error {
	if err := rest(tx, mine); err != nil {
		return err
	}
	l, err := LookAtLadder(tx, mine.Rules, me.ID)
	if err != nil {
		return err
	}
	return tx.Emit(LadderNobody{l, me})
}

// candidates are those within reach who are there, have not met the player of late and do
// not have games enough, in the order in which they are picked.
func candidates(tx *club.Tx, mine ladders.Rung, place, places int) (out []Candidate, err error) {
	first, last := PlacesInReach(place, places)
	all, err := ladders.Standings(tx.DB, mine.Rules, first, last)
	if err != nil {
		return nil, err
	}
	met, err := ladders.Since(tx.DB, mine.Rules, mine.Player, tx.Now().Add(-LadderRematchAfter))
	if err != nil {
		return nil, err
	}
	for i, s := range all {
		if met[s.Player] || s.Away || s.Running >= MaxLadderGames {
			continue
		}
		since := s.LastEnd
		if since.Before(s.JoinedAt) {
			since = s.JoinedAt
		}
		out = append(out, Candidate{Player: s.Player, Place: first + i, Running: s.Running, Since: since})
	}
	OrderCandidates(out)
	return out, nil
}

// canBeChallenged reports whether a player who is there can be met on a ladder by another.
func canBeChallenged(tx *club.Tx, by, player int64) (bool, error) {
	if member, err := tx.IsMember(player); err != nil || !member {
		return false, err
	}
	if apart, err := tx.Apart(by, player); err != nil || apart {
		return false, err
	}
	for _, pair := range [][2]int64{{by, player}, {player, by}} {
		muted, err := tx.DB.Muted(pair[0], pair[1])
		if err != nil || muted {
			return false, err
		}
	}
	return true, nil
}

// beginLadderGame begins a game. Who was challenged has the first move.
func beginLadderGame(tx *club.Tx, me db.Player, picked Candidate, mine ladders.Rung, place int) (*club.Table, error) {
	g, err := tx.Club.Rules(mine.Rules)
	if err != nil {
		return nil, err
	}
	usual, err := pace(tx)
	if err != nil {
		return nil, err
	}
	other, err := tx.DB.Player(picked.Player)
	if err != nil {
		return nil, err
	}
	order := club.Order{Game: g, Side: g.Start().Turn().Opponent(), Pace: usual, Rated: true}
	t, err := club.Pair(tx, club.Pairing{Order: order, First: me, Second: other, Mark: mark, Counts: true})
	if err != nil {
		return nil, fmt.Errorf("a game of the ladder of %s: %w", g.Name, err)
	}
	if err := ladders.AddGame(tx.DB, ladders.Game{ID: t.Game.ID, Rules: g.Name, Challenger: me.ID, Challenged: other.ID}); err != nil {
		return nil, err
	}
	theirs, err := ladders.Get(tx.DB, g.Name, other.ID)
	if err != nil {
		return nil, err
	}
	for _, r := range []ladders.Rung{mine, theirs} {
		if err := rest(tx, r); err != nil {
			return nil, err
		}
	}
	return t, tx.Emit(LadderChallenged{t, me, place, picked.Place})
}
