package tournament

import (
	"errors"
	"fmt"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
)

// mark is appended to the subject of a ladder game.
const mark = " (ladder)"

// ChallengeOnLadder begins a game of a player with one of those who can be challenged, in the
// order of OrderLadderCandidates. It returns nil if there is nobody.
func ChallengeOnLadder(tx *club.Tx, player int64, rules string) (*club.Game, error) {
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
	running, err := tournaments.RunningLadderGames(tx.DB, rules, player)
	if err != nil {
		return nil, err
	}
	if len(running) >= maxLadderGames {
		return nil, club.Refuse("ladder-enough", maxLadderGames)
	}
	// Otherwise a player who resigns at once could send messages to half a ladder.
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

// nobody starts the rest of a player again who wanted to play and could not.
func nobody(tx *club.Tx, me db.Player, mine tournaments.LadderRung) error {
	if err := rest(tx, mine); err != nil {
		return err
	}
	l, err := LookAtLadder(tx, mine.Rules, me.ID)
	if err != nil {
		return err
	}
	return tx.Emit(LadderNoOpponent{l, me})
}

// candidates returns the players within reach who are present, have not met the player lately
// and do not have too many games, in the order in which they are picked.
func candidates(tx *club.Tx, mine tournaments.LadderRung, place, places int) (out []LadderCandidate, err error) {
	first, last := PlacesInReach(place, places)
	all, err := tournaments.LadderStandings(tx.DB, mine.Rules, first, last)
	if err != nil {
		return nil, err
	}
	met, err := tournaments.LadderSince(tx.DB, mine.Rules, mine.Player, tx.Now().Add(-LadderRematchAfter))
	if err != nil {
		return nil, err
	}
	for i, s := range all {
		if met[s.Player] || s.Away || s.Running >= maxLadderGames {
			continue
		}
		since := s.LastEnd
		if since.Before(s.JoinedAt) {
			since = s.JoinedAt
		}
		out = append(out, LadderCandidate{Player: s.Player, Place: first + i, Running: s.Running, Since: since})
	}
	OrderLadderCandidates(out)
	return out, nil
}

// canBeChallenged reports whether a player may meet a present player on a ladder: the other is
// a member, and neither has blocked or muted the other.
func canBeChallenged(tx *club.Tx, by, player int64) (bool, error) {
	if member, err := tx.IsMember(player); err != nil || !member {
		return false, err
	}
	if apart, err := tx.EitherBlocks(by, player); err != nil || apart {
		return false, err
	}
	if same, err := tx.DB.SameMailbox(by, player); err != nil || same {
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

// beginLadderGame begins a game. The challenged player moves first.
func beginLadderGame(
	tx *club.Tx, me db.Player, picked LadderCandidate, mine tournaments.LadderRung, place int,
) (*club.Game, error) {
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
	order := club.ProposedGame{Game: g, Side: g.Start().Turn().Opponent(), Pace: usual, Rated: true}
	t, err := club.Pair(tx, club.Pairing{ProposedGame: order, First: me, Second: other, Mark: mark, Counts: true})
	if err != nil {
		return nil, fmt.Errorf("a game of the %s ladder: %w", g.Name, err)
	}
	game := tournaments.LadderGame{ID: t.Row.ID, Rules: g.Name, Challenger: me.ID, Challenged: other.ID}
	if err := tournaments.AddLadderGame(tx.DB, game); err != nil {
		return nil, err
	}
	theirs, err := tournaments.GetRung(tx.DB, g.Name, other.ID)
	if err != nil {
		return nil, err
	}
	for _, r := range []tournaments.LadderRung{mine, theirs} {
		if err := rest(tx, r); err != nil {
			return nil, err
		}
	}
	return t, tx.Emit(LadderChallenged{t, me, place, picked.Place})
}

// ListenToLadderGames is the listener that moves players when a ladder game ends, and takes off
// players who leave the server, become programs or are blocked by the operator.
func ListenToLadderGames(tx *club.Tx, e club.Event) error {
	switch e := e.(type) {
	case club.GameEnded:
		return ladderGameEnded(tx, e.Game)
	case club.PlayerChanged:
		if e.What == club.SettingProgram && e.Player.Program {
			return leaveAllLadders(tx, e.Player.ID, LeftAsProgram)
		}
	case club.OperatorBlocked:
		return takeOffAll(tx, e.Player)
	case club.PlayerLeft: // their games have been resigned already
		return takeOffAll(tx, e.Player.ID)
	}
	return nil
}

// ladderGameEnded handles the end of a game, if it counts for a ladder.
func ladderGameEnded(tx *club.Tx, game *club.Game) error {
	g, err := tournaments.LadderGameOf(tx.DB, game.Row.ID)
	if errors.Is(err, db.ErrNotFound) || err == nil && !g.EndedAt.IsZero() {
		return nil
	}
	if err == nil {
		err = tournaments.EndLadderGame(tx.DB, g.ID)
	}
	if err != nil {
		return err
	}
	for _, player := range []int64{g.Challenger, g.Challenged} {
		r, on, err := rungOf(tx, g.Rules, player)
		if err != nil {
			return err
		}
		if !on { // has left the server
			continue
		}
		if game.Row.Result != db.Void {
			r.Late = lateAfter(game, r)
		}
		if err := rest(tx, r); err != nil {
			return err
		}
	}
	result, _ := rules.ParseResult(string(game.Row.Result))
	side := rules.Outcome{Result: result}.Winner()
	if side == rules.None {
		return nil
	}
	winner, loser := game.Player(side), game.Player(side.Opponent())
	if err := climb(tx, game, g.Rules, winner, loser.ID); err != nil {
		return err
	}
	return lostLadderGameOnTime(tx, game, g.Rules, loser)
}

// lateAfter returns how many games in a row a player has lost on time, after one more game.
func lateAfter(g *club.Game, r tournaments.LadderRung) int {
	won := club.ResultOf(rules.Wins(g.Side(r.Player)))
	if g.Row.Reason != rules.OnTime || g.Row.Result == won || g.Row.Result == db.Drawn {
		return 0
	}
	return r.Late + 1
}

// climb moves the winner of a game up if they stand lower than the loser.
func climb(tx *club.Tx, g *club.Game, name string, winner db.Player, loser int64) error {
	up, on, err := rungOf(tx, name, winner.ID)
	if err != nil || !on {
		return err
	}
	down, on, err := rungOf(tx, name, loser)
	if err != nil || !on {
		return err
	}
	from, err := tournaments.RungPlace(tx.DB, up)
	if err != nil {
		return err
	}
	reached, err := tournaments.RungPlace(tx.DB, down)
	if err != nil {
		return err
	}
	to := PlaceAfterWin(from, reached)
	if to == from {
		return nil
	}
	if err := moveTo(tx, up, to); err != nil {
		return err
	}
	return tx.Emit(LadderClimbed{g, winner, from, to})
}
