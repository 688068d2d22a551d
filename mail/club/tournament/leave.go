package tournament

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
)

// waits is how long a question whether to leave can be answered.
const waits = 7 * 24 * time.Hour

// LeaveAsked: a player is asked to confirm that they leave a tournament, since running games of
// theirs would be cancelled or lost, and with them their places.
type LeaveAsked struct {
	Tournament tournaments.Tournament
	Player     db.Player
	Lost       []LeavingCost
}

// LeavingCost is what a player would lose by leaving a division.
type LeavingCost struct {
	Standings SeasonTable // as they are now
	Running   int         // games that would be cancelled (Cancelled) or lost
	Cancelled bool        // all games, finished ones too
}

// LeaveDeclined: a player who was asked whether they leave said no.
type LeaveDeclined struct {
	Tournament tournaments.Tournament
	Player     db.Player
}

// mine returns the player's tournament, not yet over, with that name, or the standing one of
// the game with that name.
func mine(tx *club.Tx, player int64, name string) (tournaments.Tournament, bool, error) {
	name = tidy(name)
	all, err := tournaments.Of(tx.DB, player)
	i := slices.IndexFunc(all, func(t tournaments.Tournament) bool {
		return t.Name == name || t.Standing && t.Rules == name
	})
	if err != nil || i < 0 {
		return tournaments.Tournament{}, false, err
	}
	return all[i], true, nil
}

// isRunning reports whether a player's division is not over and they are not out of it, or of a cup.
func isRunning(e tournaments.Entrant, divisions []tournaments.Division) bool {
	return e.Division > 0 && !e.Out() && e.Lost == 0 && divisions[e.Division-1].EndedAt.IsZero()
}

// isAsked reports whether a question waits for the player's answer.
func isAsked(e tournaments.Entrant, now time.Time) bool {
	return !e.AskedAt.IsZero() && now.Before(e.AskedAt.Add(waits))
}

// IsAsked reports whether a player was asked to confirm that they leave a tournament, and has
// not answered.
func IsAsked(tx *club.Tx, player int64) (bool, error) {
	all, err := tournaments.Of(tx.DB, player)
	for _, t := range all {
		places, err := tournaments.PlacesOf(tx.DB, t.ID, player)
		if err != nil || slices.ContainsFunc(places, func(e tournaments.Entrant) bool { return isAsked(e, tx.Now()) }) {
			return err == nil, err
		}
	}
	return false, err
}

// AskLeave asks a player to confirm that they leave, if they would lose games by it; otherwise
// it is Leave. If a player is asked again, the newer message counts.
func AskLeave(tx *club.Tx, player int64, name string) error {
	t, found, err := mine(tx, player, name)
	if err != nil {
		return err
	}
	if !found || t.State == tournaments.Open {
		return Leave(tx, player, name)
	}
	divisions, err := tournaments.Divisions(tx.DB, t.ID)
	if err != nil {
		return err
	}
	places, err := tournaments.PlacesOf(tx.DB, t.ID, player)
	if err != nil {
		return err
	}
	asks := LeaveAsked{Tournament: t}
	for _, e := range places {
		if !isRunning(e, divisions) {
			continue
		}
		games, err := tournaments.Games(tx.DB, t.ID, e.Division)
		if err != nil {
			return err
		}
		running, all := played(games, player)
		if keepsPlace(t, running, all) {
			continue
		}
		table, err := tableOf(tx, t, divisions[e.Division-1], len(divisions))
		if err != nil {
			return err
		}
		asks.Lost = append(asks.Lost, LeavingCost{table, len(running),
			!t.Cup && CancelsAll(all-len(running), all)})
		e.AskedAt = tx.Now()
		if err := tournaments.SaveEntrant(tx.DB, e); err != nil {
			return err
		}
	}
	if len(asks.Lost) == 0 { // leaving costs nothing
		return Leave(tx, player, name)
	}
	if asks.Player, err = tx.DB.Player(player); err != nil {
		return err
	}
	return tx.Emit(asks)
}

// keepsPlace reports whether a player who leaves keeps the place: their last game is over. In a cup
// another round may follow.
func keepsPlace(t tournaments.Tournament, running []tournaments.Game, all int) bool {
	return !t.Cup && len(running) == 0 && all > 0
}

// played returns a player's running games, and the number of all their games without cancelled
// ones.
func played(games []tournaments.Game, player int64) (running []tournaments.Game, all int) {
	for _, g := range games {
		if sideOf(g, player) == rules.None || g.Result == db.Void {
			continue
		}
		all++
		if g.Result == db.Undecided {
			running = append(running, g)
		}
	}
	return running, all
}

// AnswerLeave carries out the answer to the question whether a player leaves that the message
// of this date asked. asked reports whether it still stands.
func AnswerLeave(tx *club.Tx, player int64, sent time.Time, yes bool) (asked bool, err error) {
	all, err := tournaments.Of(tx.DB, player)
	if err != nil {
		return false, err
	}
	for _, t := range all {
		places, err := tournaments.PlacesOf(tx.DB, t.ID, player)
		if err != nil {
			return false, err
		}
		meant := func(e tournaments.Entrant) bool {
			at := e.AskedAt.Truncate(time.Second) // dates in messages have no fractions
			return isAsked(e, tx.Now()) && sent.Equal(at)
		}
		if !slices.ContainsFunc(places, meant) {
			continue
		}
		asked = true
		if yes {
			err = leaveTournament(tx, player, t)
		} else {
			err = stay(tx, t, places)
		}
		if err != nil {
			return false, err
		}
	}
	return asked, nil
}

// stay closes a question with no.
func stay(tx *club.Tx, t tournaments.Tournament, places []tournaments.Entrant) error {
	for _, e := range places {
		e.AskedAt = time.Time{}
		if err := tournaments.SaveEntrant(tx.DB, e); err != nil {
			return err
		}
	}
	p, err := tx.DB.Player(places[0].Player)
	if err != nil {
		return err
	}
	return tx.Emit(LeaveDeclined{t, p})
}

// Leave takes a player out of a tournament, by its name, or by the name of a game out of the
// running season, or else the next one. If their own last game is over, their result stays, and
// they are only not in the following season.
func Leave(tx *club.Tx, player int64, name string) error {
	t, found, err := mine(tx, player, name)
	if err != nil {
		return err
	}
	if found {
		return leaveTournament(tx, player, t)
	}
	t, err = Find(tx, name)
	if err != nil {
		return err
	}
	if guest, err := IsGuest(tx, t.ID, player); err != nil {
		return err
	} else if guest {
		return declineCup(tx, t, player)
	}
	if places, err := tournaments.PlacesOf(tx.DB, t.ID, player); err != nil {
		return err
	} else if len(places) > 0 && t.State == tournaments.Over && t.Standing {
		if left, err := leaveNext(tx, player, t); err != nil || left {
			return err
		}
	}
	return club.Refuse("not-in-season", t.Name)
}

// leaveNext takes a player out of the season that follows t, if that has not begun.
func leaveNext(tx *club.Tx, player int64, t tournaments.Tournament) (left bool, err error) {
	next, err := tournaments.Latest(tx.DB, t.Rules)
	if err != nil || next.State != tournaments.Open || next.Season <= t.Season {
		return false, err
	}
	places, err := tournaments.PlacesOf(tx.DB, next.ID, player)
	if err != nil || len(places) == 0 {
		return false, err
	}
	return true, leaveTournament(tx, player, next)
}

func leaveTournament(tx *club.Tx, player int64, t tournaments.Tournament) error {
	places, err := tournaments.PlacesOf(tx.DB, t.ID, player)
	if err != nil {
		return err
	}
	if len(places) > 0 && places[0].Division > 0 {
		return leaveBegun(tx, t, places)
	}
	if t.Host == player {
		return closeCup(tx, t, ClosedHostLeft)
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if err := tournaments.Leave(tx.DB, t.ID, player); err != nil {
		return err
	}
	return tx.Emit(Withdrew{t, p})
}

// leaveBegun takes a player out of all divisions of a tournament that has begun. If they have no
// game left, it only takes them out of the season that follows.
func leaveBegun(tx *club.Tx, t tournaments.Tournament, places []tournaments.Entrant) error {
	divisions, err := tournaments.Divisions(tx.DB, t.ID)
	if err != nil {
		return err
	}
	var plays []int // the divisions in which games of theirs go on
	for _, e := range places {
		if !isRunning(e, divisions) {
			continue
		}
		games, err := tournaments.Games(tx.DB, t.ID, e.Division)
		if err != nil {
			return err
		}
		running, all := played(games, e.Player)
		if !keepsPlace(t, running, all) {
			plays = append(plays, e.Division)
		}
	}
	left := len(plays) > 0
	if !left && !t.Standing {
		return club.Refuse("not-in-season", t.Name)
	}
	for _, e := range places {
		e.AskedAt = time.Time{}
		if slices.Contains(plays, e.Division) {
			err = putOut(tx, t, e, OutAsked)
		} else {
			e.Last = true
			err = tournaments.SaveEntrant(tx.DB, e)
		}
		if err != nil {
			return err
		}
	}
	player := places[0].Player
	if !left {
		if left, err = leaveNext(tx, player, t); err != nil {
			return err
		}
	}
	if left {
		return nil
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	return tx.Emit(Withdrew{t, p})
}

// lostOnTime warns a player who lost a game on time, or puts them out if they were warned
// before. turn is when the lost turn began.
func lostOnTime(tx *club.Tx, t tournaments.Tournament, part tournaments.Game, turn time.Time) error {
	loser := part.Black
	if part.Result == db.BlackWon {
		loser = part.White
	}
	places, err := tournaments.PlacesOf(tx.DB, t.ID, loser)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(places, func(e tournaments.Entrant) bool { return e.Division == part.Division })
	if i < 0 || places[i].Out() {
		return nil
	}
	e := places[i]
	silent, err := IsSilent(tx, t, loser)
	if err != nil {
		return err
	}
	if warned, err := isWarned(tx, e); err != nil {
		return err
	} else if warned {
		switch {
		case silent && !tx.Now().Before(e.WarnedAt.Add(answerWithin)):
			return putOut(tx, t, e, OutSilent)
		case !countsAsSecond(e.WarnedAt, turn, tx.Now()):
			return nil
		}
		return putOut(tx, t, e, OutOnTime)
	}
	// A warning that is not sent does not count: the next loss after the player has written is
	// the first.
	if suspended, err := tx.IsSuspended(loser); err != nil || suspended {
		return err
	}
	e.WarnedAt = tx.Now()
	if err := tournaments.SaveEntrant(tx.DB, e); err != nil {
		return err
	}
	p, err := tx.DB.Player(loser)
	if err != nil {
		return err
	}
	return tx.Emit(Warned{t, p, silent})
}

// answerWithin is how long a player who has been silent since a season began, and is asked after
// the first loss whether they are there, has to answer before another loss puts them out.
const answerWithin = 24 * time.Hour

// IsSilent reports whether a player has given no sign of life since a tournament began: no
// message of theirs has come, and they have moved in none of its games.
func IsSilent(tx *club.Tx, t tournaments.Tournament, player int64) (bool, error) {
	if wrote, err := tx.DB.WroteSince(player, t.BegunAt); err != nil || wrote {
		return false, err
	}
	places, err := tournaments.PlacesOf(tx.DB, t.ID, player)
	if err != nil {
		return false, err
	}
	for _, e := range places {
		games, err := tournaments.Games(tx.DB, t.ID, e.Division)
		if err != nil {
			return false, err
		}
		for _, g := range games {
			if sideOf(g, player) == rules.None {
				continue
			}
			game, err := tx.Game(g.ID)
			if err != nil || hasMoved(game, player) {
				return false, err
			}
		}
	}
	return true, nil
}

// putOutSilent puts players out of a division if they have lost two games on time, were asked
// after the first whether they are there, and have given no sign of life.
func putOutSilent(tx *club.Tx, t tournaments.Tournament, d tournaments.Division) error {
	entrants, err := tournaments.InDivision(tx.DB, t.ID, d.Number)
	if err != nil {
		return err
	}
	var games []tournaments.Game
	for _, e := range entrants {
		if e.Out() || e.WarnedAt.IsZero() || tx.Now().Before(e.WarnedAt.Add(answerWithin)) {
			continue
		}
		if games == nil {
			if games, err = tournaments.Games(tx.DB, t.ID, d.Number); err != nil {
				return err
			}
		}
		if timeouts(games, e.Player) < 2 {
			continue
		}
		warned, err := isWarned(tx, e)
		if err != nil {
			return err
		}
		suspended, err := tx.IsSuspended(e.Player) // they would not know
		if err != nil {
			return err
		}
		silent, err := IsSilent(tx, t, e.Player)
		if err != nil {
			return err
		}
		if warned && silent && !suspended {
			return putOut(tx, t, e, OutSilent) // which looks at the others
		}
	}
	return nil
}

// timeouts counts the games that a player has lost on time.
func timeouts(games []tournaments.Game, player int64) (n int) {
	for _, g := range games {
		side := sideOf(g, player)
		if side != rules.None && g.Reason == rules.OnTime && g.Result == club.ResultOf(rules.Wins(side.Opponent())) {
			n++
		}
	}
	return n
}

// isWarned reports whether a player could read a warning: messages to them were not suspended,
// and did not bounce soon after.
func isWarned(tx *club.Tx, e tournaments.Entrant) (bool, error) {
	if e.WarnedAt.IsZero() {
		return false, nil
	}
	pauses, err := tx.DB.PausesOf(e.Player)
	return !slices.ContainsFunc(pauses, func(p db.ClockPause) bool {
		until := e.WarnedAt
		if !p.Wished { // the warning itself may have bounced
			until = until.Add(warningLasts)
		}
		return p.Why == db.Bounce && !p.From.After(until) && (p.To.IsZero() || p.To.After(e.WarnedAt))
	}), err
}

// putOut puts a player out of a running tournament.
func putOut(tx *club.Tx, t tournaments.Tournament, e tournaments.Entrant, why OutReason) error {
	p, err := tx.DB.Player(e.Player)
	if err != nil {
		return err
	}
	games, err := tournaments.Games(tx.DB, t.ID, e.Division)
	if err != nil {
		return err
	}
	running, all := played(games, e.Player)
	e.OutAt, e.Cancelled = tx.Now(), !t.Cup && (CancelsAll(all-len(running), all) || all == 0)
	if err := tournaments.SaveEntrant(tx.DB, e); err != nil {
		return err
	}
	ended := make([]*club.Game, len(running))
	for i, g := range running {
		if ended[i], err = tx.Game(g.ID); err != nil {
			return err
		}
		if e.Cancelled {
			err = club.Abort(tx, g.ID)
		} else {
			err = club.Adjudicate(tx, g.ID, rules.Wins(sideOf(g, e.Player).Opponent()))
		}
		if err != nil {
			return err
		}
	}
	if err := tx.Emit(PlayerOut{t, p, why, e.Cancelled, ended}); err != nil || len(running) > 0 {
		return err
	}
	return look(tx, t, e.Division) // otherwise the end of the games did this
}

// warningLasts is how long after a warning a player may lose games on time, in turns that had
// begun before it, without being out.
const warningLasts = 3 * 24 * time.Hour

// countsAsSecond reports whether another loss on time puts a warned player out: they could have
// acted on the warning, since the turn began after it, or the warning is long ago. All games of
// a division begin at once, so an absent player loses several at the same time.
func countsAsSecond(warned, turn, lost time.Time) bool {
	return turn.After(warned) || !lost.Before(warned.Add(warningLasts))
}

// CancelsAll reports whether all games of a player who is out are cancelled: if less than half
// of them are over. Otherwise the rest is lost.
func CancelsAll(over, all int) bool { return 2*over < all }
