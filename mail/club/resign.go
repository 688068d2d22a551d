package club

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/rules"
)

// A player who resigns can take that back within RetractFor, once in a game, if the opponent
// agrees; a bot always does. Until then the row of the game says that it is over, and
// [db.Game.Retractable] is true. Both players are told at once ([GameResigned]), but nothing else
// follows from the end: GameEnded is emitted when it is final. So nothing has to be undone if
// the game goes on, above all no rating: a later game of either player may have been rated since
// by the one that this game would have left, and the ratings of that game's opponents by those.
//
// The end is final at once
//
//   - in games of tournaments and ladders, whose standings others play by,
//   - if the opponent cannot be asked,
//   - if the resignation is a bot's, or that of a player who leaves the server,
//   - in a game that went on once after a resignation. Otherwise a player could tease.
//
// It becomes final when the time is over, when the opponent declines, and when either player
// leaves. The opponent has as long to answer, from when the wish is read. A time in which no server
// ran counts for neither. The game goes on with what its clocks held: they stood still since the
// resignation. An offer that stood before it stands again.

// RetractFor is how long a resignation can be taken back.
const RetractFor = time.Hour

// GameResigned: a side has resigned, and can take that back until a moment. GameEnded or
// ResignationTakenBack follows later. Changes are what the game makes of the ratings if it ends so and no
// other rated game of its players ends before it, NotRated why a rated game makes nothing of
// them.
type GameResigned struct {
	Game     *Game
	By       rules.Side
	Until    time.Time
	Changes  []RatingChange
	NotRated string
}

// ResignationTakenBack: a resignation was taken back, and the game goes on.
type ResignationTakenBack struct {
	Game *Game
	By   rules.Side // who had resigned
}

// ResignationStands: a side asked to take its resignation back and got no answer in time, or the
// opponent left. GameEnded follows.
type ResignationStands struct {
	Game *Game
	By   rules.Side
}

// resign ends a game as lost for a side, by a resignation that can be taken back if that is
// possible at all.
func resign(tx *Tx, g *Game, side rules.Side) error {
	may, err := mayRetract(tx, g, side)
	if err == nil && may == nil {
		may, err = mayAsk(tx, g, side)
	}
	if err != nil {
		return err
	}
	if may != nil {
		return resignFinally(tx, g, side)
	}
	until := tx.Now().Add(RetractFor)
	result := ResultOf(rules.Wins(side.Opponent()))
	if err := tx.DB.EndUntil(g.Row.ID, result, rules.Resigned, until); err != nil {
		return err
	}
	if err := tx.reread(g); err != nil {
		return err
	}
	resigned := GameResigned{Game: g, By: side, Until: g.Row.ClockDue}
	rated, why, err := rate(tx, g)
	if err != nil {
		return err
	}
	if resigned.NotRated = why; rated != nil {
		resigned.Changes = rated.Changes[:]
	}
	return tx.Emit(resigned)
}

// resignFinally ends a game as lost for a side.
func resignFinally(tx *Tx, g *Game, side rules.Side) error {
	result := ResultOf(rules.Wins(side.Opponent()))
	if err := tx.DB.EndGame(g.Row.ID, result, rules.Resigned); err != nil {
		return err
	}
	return tx.reloadAndEmitEnd(g)
}

// mayRetract refuses if a side of a game can never take a resignation back.
func mayRetract(tx *Tx, g *Game, side rules.Side) (*Refusal, error) {
	counts, err := tournaments.IsCounted(tx.DB, g.Row.ID)
	switch {
	case err != nil:
		return nil, err
	case counts:
		return Refuse("resigned-counts"), nil
	case !g.Row.ResumedAt.IsZero():
		return Refuse("resigned-again"), nil
	case BotLevelOf(g.Player(side)) > 0:
		return Refuse("over"), nil
	}
	return nil, nil
}

// mayAsk refuses if the opponent of a side gets no messages or may not answer them, and so
// cannot be asked whether the game goes on.
func mayAsk(tx *Tx, g *Game, side rules.Side) (*Refusal, error) {
	other := g.Opponent(side)
	if BotLevelOf(other) > 0 {
		return nil, nil
	}
	suspended, err := tx.IsSuspended(other.ID)
	if err != nil {
		return nil, err
	}
	blocked, err := tx.DB.OperatorBlocked(other.ID)
	if err != nil {
		return nil, err
	}
	if suspended || blocked || other.Address == "" || other.Leaving || !other.StoppedAt.IsZero() {
		return Refuse("resigned-unheard", other.Name), nil
	}
	return nil, nil
}

// Resigned lists the games that a player has resigned and can still take that back.
func Resigned(tx *Tx, player int64) ([]db.Game, error) {
	games, err := tx.DB.Retractable(player)
	return slices.DeleteFunc(games, func(g db.Game) bool {
		return g.Black == player && g.Result == db.BlackWon || g.White == player && g.Result == db.WhiteWon
	}), err
}

// askToResume asks the opponent whether a game goes on that a side has resigned. arrived is when
// the side asked for it.
func askToResume(tx *Tx, g *Game, side rules.Side, arrived time.Time) error {
	other := g.Opponent(side)
	if g.Row.Reason != rules.Resigned {
		return Refuse("over")
	}
	if g.Row.Result != ResultOf(rules.Wins(side.Opponent())) {
		return Refuse("resigned-theirs", other.Name)
	}
	if never, err := mayRetract(tx, g, side); err != nil || never != nil {
		return RefuseUnless(err, never)
	}
	until := g.Row.EndedAt.Add(RetractFor)
	if g.Row.Retractable() {
		until = g.Row.ClockDue
	}
	if arrived.After(until) {
		return Refuse("resigned-late")
	}
	if unheard, err := mayAsk(tx, g, side); err != nil || unheard != nil {
		return RefuseUnless(err, unheard)
	}
	switch {
	case !g.Row.Retractable(): // the opponent has declined, or could not be asked before
		return Refuse("resigned-late")
	case g.Row.Offer != db.NoOffer:
		return Refuse("own-offer", other.Name)
	}
	if BotLevelOf(other) > 0 {
		return resume(tx, g, side)
	}
	// The opponent must have time to answer, however late the wish comes or is read.
	g.Row.ClockDue = tx.Now().Add(RetractFor)
	if err := tx.DB.SaveClock(g.Row); err != nil {
		return err
	}
	if err := saveOffer(tx, g, side, db.OfferResume); err != nil {
		return err
	}
	return tx.Emit(OfferMade{g, db.OfferResume, side})
}

// resume goes on with a game that a side has resigned. Its clock starts where it stopped.
func resume(tx *Tx, g *Game, resigned rules.Side) error {
	if err := tx.DB.ResumeGame(g.Row); err != nil {
		return err
	}
	if err := tx.reread(g); err != nil {
		return err
	}
	g.ended = false
	if err := saveClock(tx, g); err != nil {
		return err
	}
	return tx.Emit(ResignationTakenBack{g, resigned})
}

// endFinally makes the end of a retractable game final.
func endFinally(tx *Tx, g *Game) error {
	offer, by := g.Row.Offer, g.Side(g.Row.OfferBy)
	if err := tx.DB.EndFinally(g.Row.ID); err != nil {
		return err
	}
	if err := tx.reread(g); err != nil {
		return err
	}
	if offer == db.OfferResume {
		if err := tx.Emit(ResignationStands{g, by}); err != nil {
			return err
		}
	}
	g.ended = false
	if err := tx.emitEnd(g); err != nil {
		return err
	}
	return dropAllConditionals(tx, g, DroppedByEnd)
}
