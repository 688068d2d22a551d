package club

import (
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/rules"
)

// Game is a game within a transaction: its row, its plies replayed, and its players.
// Operations keep it up to date.
type Game struct {
	Row          db.Game
	Rules        rules.Game
	Record       *rules.Record // must not be played on; see Try
	Black, White db.Player
	// Base and Before are the record and the number of plies as they were when the transaction
	// opened the game, or when it took plies back.
	Base   *rules.Record
	Before int
	// WasOver says that the game was already over when the transaction opened it.
	WasOver bool
	// Began says that the game began in this transaction.
	Began bool

	// known are the names by which players who refuse the words of their opponent know them.
	known     map[rules.Side]string
	ended     bool       // GameEnded was emitted, or need not be
	opponents *Opponents // the players it was opened with; nil: read them one by one
}

// Game returns the game of a number. Each transaction opens a game once, so that all
// operations share one Game. It locks the row. The error is db.ErrNotFound if there is no such
// game, and a [*LeavingError] if one of its players is leaving.
func (tx *Tx) Game(id int64) (*Game, error) {
	for _, game := range tx.games {
		if game.Row.ID == id {
			return game, nil
		}
	}
	g, err := tx.DB.LockGame(id)
	if err != nil {
		return nil, err
	}
	game, err := tx.Open(g)
	if err != nil {
		return nil, err
	}
	for _, p := range []db.Player{game.Black, game.White} {
		// If both leave, either of them may end it.
		if p.Leaving && tx.Dismisses != game.Black.ID && tx.Dismisses != game.White.ID &&
			(!game.Over() || game.Row.Retractable()) {
			return nil, &LeavingError{p.ID, id}
		}
	}
	tx.games = append(tx.games, game)
	return game, nil
}

// Open replays a game for reading. Operations need the Game of [Tx.Game].
func (tx *Tx) Open(g db.Game) (*Game, error) { return tx.OpenAmong(nil, g) }

// Opponents is a player and all opponents in running games, with the pauses of their clocks. It
// is read at once for callers that open many games of one player.
type Opponents struct {
	people map[int64]db.Player
	pauses []db.ClockPause
}

// Opponents reads the opponents of a player in these running games.
func (tx *Tx) Opponents(player int64, games []db.Game) (*Opponents, error) {
	people, err := tx.DB.Opponents(player)
	if err != nil {
		return nil, err
	}
	c := &Opponents{people: make(map[int64]db.Player, len(people))}
	for _, p := range people {
		c.people[p.ID] = p
	}
	since := tx.Now()
	for _, g := range games {
		if g.TurnAt.Before(since) {
			since = g.TurnAt
		}
	}
	c.pauses, err = tx.DB.PausesAmong(player, since)
	return c, err
}

// pausesOf returns the pauses of a game's clocks since its turn began.
func (c *Opponents) pausesOf(g db.Game) (out []db.ClockPause) {
	for _, p := range c.pauses {
		if (p.Player == 0 || p.Player == g.Black || p.Player == g.White) && (p.To.IsZero() || p.To.After(g.TurnAt)) {
			out = append(out, p)
		}
	}
	return out
}

// OpenAmong is Open for a game against one of these opponents, who may be nil.
func (tx *Tx) OpenAmong(opponents *Opponents, g db.Game) (*Game, error) {
	r, err := tx.Club.RulesOn(g.Rules, g.Terms)
	if err != nil {
		return nil, err
	}
	record, err := tx.Club.records.Open(tx.DB, r, g)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", g.ID, err)
	}
	game := &Game{
		Row:       g,
		Rules:     r,
		Base:      record,
		Record:    record,
		Before:    record.Len(),
		WasOver:   g.Over(),
		ended:     g.Over(),
		opponents: opponents,
	}
	black, white := false, false
	if opponents != nil {
		game.Black, black = opponents.people[g.Black]
		game.White, white = opponents.people[g.White]
	}
	if !black || !white {
		if game.Black, game.White, err = tx.DB.Opposing(g); err != nil {
			return nil, fmt.Errorf("game %d: its players: %w", g.ID, err)
		}
	}
	for _, p := range []*db.Player{&game.Black, &game.White} {
		if p.Name == "" { // merged into the opponent
			p.Name = Somebody
		}
	}
	return game, game.learnNames(tx)
}

// learnNames finds out by which names the players know each other.
func (g *Game) learnNames(tx *Tx) error {
	g.known = map[rules.Side]string{}
	for _, side := range []rules.Side{rules.Black, rules.White} {
		p, err := tx.KnownTo(g.Player(side).ID, g.Player(side.Opponent()))
		if err != nil {
			return err
		}
		g.known[side] = p.Name
	}
	return nil
}

// Opponent returns the opponent of a side, by the name by which its player knows them.
func (g *Game) Opponent(side rules.Side) db.Player {
	p := g.Player(side.Opponent())
	if name, ok := g.known[side]; ok {
		p.Name = name
	}
	return p
}

// Player returns the player of a side.
func (g *Game) Player(side rules.Side) db.Player {
	if side == rules.Black {
		return g.Black
	}
	return g.White
}

// Side returns the side of a player, None if they do not play in this game.
func (g *Game) Side(player int64) rules.Side {
	switch player {
	case g.Row.Black:
		return rules.Black
	case g.Row.White:
		return rules.White
	}
	return rules.None
}

// Over reports whether the game has ended, by its plies or otherwise.
func (g *Game) Over() bool { return g.Row.Over() || g.Record.Outcome().Over() }

// Turn returns the side to move, None when the game is over.
func (g *Game) Turn() rules.Side {
	if g.Over() {
		return rules.None
	}
	return g.Record.Turn()
}

// Mover returns the side that made ply n, counted from 1.
func (g *Game) Mover(n int) rules.Side { return g.Record.At(n - 1).Turn() }

// HasMoved reports whether a side has made a ply.
func (g *Game) HasMoved(side rules.Side) bool { return lastPlyOf(g.Record, side) > 0 }

// AmidTurn reports whether a side has made a ply of a turn that is not over.
func (g *Game) AmidTurn(side rules.Side) bool {
	n := g.Record.Len()
	return n > 0 && g.Turn() == side && g.Mover(n) == side
}

// TakenBackTo returns the number of plies that are left when a side takes its last turn back.
func (g *Game) TakenBackTo(side rules.Side) int { return takenBackTo(g.Record, side) }

// TurnBefore returns how many plies had been played when the turn of ply n began; 0 for ply 0.
func (g *Game) TurnBefore(n int) int { return turnBefore(g.Record, n) }

// reloadAndEmitEnd reads the game's row again, and emits GameEnded if the game is over by now.
func (tx *Tx) reloadAndEmitEnd(g *Game) error {
	if err := tx.reread(g); err != nil {
		return err
	}
	return tx.emitEnd(g)
}

// reread reads the game's row again.
func (tx *Tx) reread(g *Game) (err error) {
	g.Row, err = tx.DB.Game(g.Row.ID)
	return err
}

// emitEnd emits GameEnded, once.
func (tx *Tx) emitEnd(g *Game) error {
	if g.ended || !g.Row.Over() || g.Row.Retractable() {
		return nil
	}
	g.ended = true
	return tx.Emit(GameEnded{g})
}

// lastPlyOf returns the number of a side's last ply; 0 if it has none.
func lastPlyOf(r *rules.Record, side rules.Side) int {
	n := r.Len()
	for n > 0 && r.At(n-1).Turn() != side {
		n--
	}
	return n
}

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

func takenBackTo(r *rules.Record, side rules.Side) int { return turnBefore(r, lastPlyOf(r, side)) }

// GameRequest are all that one player asks for in one game at the same time, for example in one
// message.
type GameRequest struct {
	AsOf   SeenBoard
	Plies  []rules.Move     // the plies of the player's turn, tried by a [TurnTrial] before
	Answer OfferAnswer      // to the opponent's offer
	Asked  time.Time        // when the message was written that may have asked for the answer; zero: it is not known
	Why    BotDeclineReason // why a bot says no
	Resign bool
	Abort  bool          // ends the game without a result, before the player's first ply
	Give   time.Duration // more time for the opponent
	Draw   bool          // offers a draw, or accepts the opponent's offer
	// Undo asks to take the player's last turn back, or, if the game is over by it, the player's
	// resignation.
	Undo    bool
	Forgive bool          // lets the opponent take their last turn back
	Break   time.Duration // offers a break, or accepts the opponent's
	Ifs     []string
	// Arrived is when the player asked for all this; zero: now. It counts for what must be asked
	// for in time.
	Arrived time.Time
}

// OfferAnswer is an answer to an offer.
type OfferAnswer int

const (
	NoAnswer OfferAnswer = iota
	AnswerYes
	AnswerNo
)

// RequestOutcome says what became of each wish; nil means that it was carried out.
type RequestOutcome struct {
	Answer, Abort, Give, Draw, Undo, Forgive, Break *Refusal
	Ifs                                             []ConditionalOutcome
}

// CarryOut carries out the wishes of a player in a fixed order: the answer to an offer, plies,
// resignation or the end without a result, new offers, conditional lines. If the turn is
// over, it then plays the opponent's
// conditional lines. A refused wish does not stop the others, with one exception: plies that
// the rules refuse are the error of the whole call, and nothing is done.
func CarryOut(tx *Tx, g *Game, side rules.Side, w GameRequest) (out RequestOutcome, err error) {
	if w.Arrived.IsZero() {
		w.Arrived = tx.Now()
	}
	if err := g.mayPlay(side, w); err != nil {
		return out, err
	}
	if w.Answer != NoAnswer {
		if out.Answer, err = Refused(answerOffer(tx, g, side, w)); err != nil {
			return out, err
		}
	}
	agrees, err := takeDrawOffer(tx, g, side, w)
	if out.Draw, err = Refused(err); err != nil {
		return out, err
	}
	w.Draw = w.Draw && out.Draw == nil
	if agreesToBreak(g, side, w.Break) {
		w.Answer, w.Break = AnswerYes, 0
		if out.Break, err = Refused(answerOffer(tx, g, side, w)); err != nil {
			return out, err
		}
	}
	passed := false
	if len(w.Plies) > 0 {
		if passed, err = playPlies(tx, g, side, w.Plies); err != nil {
			return out, err
		}
	}
	if w.Resign && !g.Over() {
		if err := resign(tx, g, side); err != nil {
			return out, err
		}
	}
	if w.Abort {
		if out.Abort, err = Refused(callOff(tx, g, side)); err != nil {
			return out, err
		}
	}
	if w.Give > 0 {
		if out.Give, err = Refused(give(tx, g, side, w.Give)); err != nil {
			return out, err
		}
	}
	if err := agreeOrOffer(tx, g, side, w, agrees, !passed, &out); err != nil {
		return out, err
	}
	if out.Ifs, err = keepConditionals(tx, g, side, w); err != nil {
		return out, err
	}
	if passed {
		if err := playConditionals(tx, g); err != nil {
			return out, err
		}
	}
	if g.Over() && !g.Row.Retractable() {
		return out, dropAllConditionals(tx, g, DroppedByEnd)
	}
	return out, nil
}

// mayPlay refuses plies that cannot be played once the offer is answered.
func (g *Game) mayPlay(side rules.Side, w GameRequest) error {
	if len(w.Plies) == 0 {
		return nil
	}
	record, over := g.Record, g.Over()
	if w.Answer == AnswerYes && g.Row.Offer != db.NoOffer && g.Row.OfferBy != g.Player(side).ID &&
		!w.AsOf.outdated(g, side) {
		over = over || g.Row.Offer == db.OfferDraw
		if g.Row.Offer == db.OfferUndo {
			record = record.Until(g.TakenBackTo(side.Opponent()))
		}
		if g.Row.Offer == db.OfferForgive {
			record = record.Until(g.TakenBackTo(side))
		}
	}
	switch {
	case over:
		return Refuse("over")
	case record.Turn() != side:
		return Refuse("not-your-turn", g.Opponent(side).Name)
	}
	record = record.Clone()
	for _, m := range w.Plies {
		if !record.Outcome().Over() && record.Turn() != side {
			return Refuse("turn-over")
		}
		if err := record.Play(m); err != nil {
			return RefusePly(g.Rules, err)
		}
	}
	return nil
}

// playPlies drops the conditional lines of the side to move and stores its plies. passed says
// that the turn is over.
func playPlies(tx *Tx, g *Game, side rules.Side, moves []rules.Move) (passed bool, err error) {
	record := g.Record.Clone()
	for _, m := range moves {
		if err := record.Play(m); err != nil {
			return false, RefusePly(g.Rules, err)
		}
	}
	if err := dropConditionals(tx, g, side, DroppedByOwner); err != nil {
		return false, err
	}
	return storePlies(tx, g, record, false)
}

// storePlies stores the plies of a record that are not stored yet. They belong to one side's
// turn. An offer that they decline lapses. If they end the turn, the opponent's clock starts
// and passed is true.
func storePlies(tx *Tx, g *Game, record *rules.Record, conditional bool) (passed bool, err error) {
	var moves []string
	for _, m := range record.Plies()[g.Row.Plies:] {
		moves = append(moves, string(m))
	}
	first, mover := g.Row.Plies+1, record.At(g.Row.Plies).Turn()
	if err := lapse(tx, g, mover, conditional); err != nil {
		return false, err
	}
	outcome, message := record.Outcome(), tx.Message
	if BotLevelOf(g.Player(mover)) > 0 {
		message = 0 // the message that is answered is the opponent's
	}
	g.Record = record
	if passed = record.Turn() != mover; passed {
		if err := passTurn(tx, g, mover); err != nil {
			return false, err
		}
	}
	err = tx.DB.AddPlies(&g.Row, message, moves, record.Position().String(), ResultOf(outcome.Result), outcome.Reason)
	if err != nil {
		return false, err
	}
	// The row and the clock are those of the new turn already: a listener may play the next
	// one.
	if err := tx.Emit(PliesPlayed{g, first, record.Len(), mover, conditional, passed}); err != nil {
		return false, err
	}
	return passed, tx.emitEnd(g)
}

// ResultOf is a result as the row of a game has it.
func ResultOf(r rules.Result) db.Result { return db.Result(r.String()) }

// Resign ends a game as lost for a side. Unlike a resignation by [CarryOut], it cannot be taken
// back.
func Resign(tx *Tx, g *Game, side rules.Side) error {
	if g.Over() {
		return Refuse("over")
	}
	if err := resignFinally(tx, g, side); err != nil {
		return err
	}
	return dropAllConditionals(tx, g, DroppedByEnd)
}

// callOff ends a game without a result at the wish of a player who has made no ply in it. Games
// of tournaments and ladders are played: otherwise players could choose their opponents.
func callOff(tx *Tx, g *Game, side rules.Side) error {
	switch {
	case g.Over():
		return Refuse("over")
	case g.HasMoved(side):
		return Refuse("abort-late")
	}
	counts, err := tournaments.IsCounted(tx.DB, g.Row.ID)
	if err != nil {
		return err
	}
	if counts {
		return Refuse("abort-tournament")
	}
	if err := tx.DB.EndGame(g.Row.ID, db.Void, rules.Aborted); err != nil {
		return err
	}
	if err := tx.Emit(GameCalledOff{g, side}); err != nil {
		return err
	}
	return tx.reloadAndEmitEnd(g)
}

// The following operations are the operator's, who acts as the arbiter of a tournament would.

// Adjudicate ends a running game with a result. The game is rated as if it had been played to
// that result. It refuses with "over" if the game is over.
func Adjudicate(tx *Tx, game int64, result rules.Result) error {
	return arbitrate(tx, game, ResultOf(result), rules.Adjudicated)
}

// Abort cancels a running game: it ends without a winner and is not rated. It refuses with
// "over" if the game is over.
func Abort(tx *Tx, game int64) error { return arbitrate(tx, game, db.Void, rules.Aborted) }

func arbitrate(tx *Tx, game int64, result db.Result, reason string) error {
	g, err := tx.Game(game)
	if err != nil {
		return err
	}
	if g.Over() {
		return Refuse("over")
	}
	if err := tx.DB.EndGame(game, result, reason); err != nil {
		return err
	}
	if err := tx.reloadAndEmitEnd(g); err != nil {
		return err
	}
	return dropAllConditionals(tx, g, DroppedByEnd)
}

// TimeExtended: an operator has given a side more time.
type TimeExtended struct {
	Game *Game
	Side rules.Side
	By   time.Duration
}

// Extend gives a side of a running game more time, even beyond the maximum of its pace.
// Reminders of the current turn are sent again when the clock reaches their marks again. It
// refuses with "over" if the game is over.
func Extend(tx *Tx, game int64, side rules.Side, by time.Duration) error {
	g, err := tx.Game(game)
	if err != nil {
		return err
	}
	if g.Over() {
		return Refuse("over")
	}
	if err := addTime(tx, g, side, by); err != nil {
		return err
	}
	return tx.Emit(TimeExtended{g, side, by})
}

// addTime adds to the clock of a side.
func addTime(tx *Tx, g *Game, side rules.Side, by time.Duration) error {
	if side == rules.Black {
		g.Row.BlackLeft += by
	} else {
		g.Row.WhiteLeft += by
	}
	if g.Turn() == side {
		g.Row.Reminded = 0
	}
	return saveClock(tx, g)
}

// TimeGiven: a player has given the opponent more time.
type TimeGiven struct {
	Game *Game
	By   rules.Side
	Time time.Duration
}

// The least and the most that a player can give at a time, and the most that the opponent's clock can
// hold afterwards, as a number of the longest gift: nobody has to wait for a gift for years.
const (
	LeastGift = time.Hour
	MostGift  = 14 * day
	mostGifts = 4
)

// give adds to the clock of a side's opponent, even beyond the maximum of the pace, which holds again
// after their turn.
func give(tx *Tx, g *Game, side rules.Side, by time.Duration) error {
	other := g.Opponent(side)
	counts, err := tournaments.IsCounted(tx.DB, g.Row.ID)
	left := g.Row.WhiteLeft
	if side == rules.White {
		left = g.Row.BlackLeft
	}
	switch {
	case err != nil:
		return err
	case g.Over():
		return Refuse("over")
	case counts:
		return Refuse("give-tournament")
	case BotLevelOf(other) > 0:
		return Refuse("give-robot")
	case by < LeastGift || by > MostGift:
		return Refuse("give-span", int(MostGift/day))
	case left+by > mostGifts*MostGift:
		return Refuse("give-enough", other.Name)
	}
	if err := countOffer(tx, g, side); err != nil {
		return err
	}
	if err := addTime(tx, g, side.Opponent(), by); err != nil {
		return err
	}
	note := db.AuditEntry{Operator: "a player", Act: "game give", Subject: g.Row.ID,
		Detail: fmt.Sprintf("%s by %v", side.Opponent(), by)}
	if err := tx.DB.NoteAudit(note); err != nil {
		return err
	}
	return tx.Emit(TimeGiven{g, side, by})
}
