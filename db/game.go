package db

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Result is the result of a game, as its row has it.
type Result string

// The results.
const (
	Undecided Result = "none" // it is under way
	BlackWon  Result = "black"
	WhiteWon  Result = "white"
	Drawn     Result = "draw"
	Void      Result = "void" // called off: it counts for nobody
)

// Offer is what one player of a game offers or asks the other.
type Offer string

// The offers.
const (
	NoOffer   Offer = ""
	OfferDraw Offer = "draw"
	OfferUndo Offer = "undo" // to take back a turn
	// OfferResume is to go on with a game that its maker has resigned; see [Game.Retractable]. The
	// table has it as the undo of a game that is over: SQLite cannot widen the check of a column.
	OfferResume Offer = "resume"
	// OfferForgive is to take back the receiver's last turn, OfferBreak to stop the clocks for Game.OfferTime. The
	// table has both as an undo, with another column that says which.
	OfferForgive Offer = "forgive"
	OfferBreak   Offer = "break"
)

// offerOf returns what the columns of a game say of an offer.
func (g *Game) offerOf(of string) {
	ms, isBreak := strings.CutPrefix(of, string(OfferBreak)+" ")
	switch n, _ := strconv.ParseInt(ms, 10, 64); {
	case g.Offer != OfferUndo:
	case g.Over():
		g.Offer = OfferResume
	case isBreak:
		g.Offer, g.OfferTime = OfferBreak, time.Duration(n)*time.Millisecond
	case of != "":
		g.Offer = Offer(of)
	}
}

// Game is a game under way or over. The plies are the truth; Plies, Position,
// Result and Reason are a cache of them.
type Game struct {
	ID           int64
	Rules        string
	Terms        string // see Invitation
	Black, White int64
	Subject      string
	Plies        int
	Position     string
	Result       Result
	Reason       string
	StartedAt    time.Time
	EndedAt      time.Time

	Pace                 string
	Rated                bool
	WithProgram          bool          // one of the two was a program when it began: a bot or a player's
	BlackLeft, WhiteLeft time.Duration // on each clock when the turn began
	TurnAt               time.Time     // when it began
	Reminded             int           // how many of the turn's reminders went out; or BotsTurn or SlowBotsTurn
	ClockDue             time.Time     // when the clockwork looks again; zero: never

	Offer   Offer
	OfferBy int64
	// OfferTime is how long a break is that is offered.
	OfferTime time.Duration
	Undone    int // how often plies were taken back

	Generation string // see NewGeneration

	// ResignedAt and ResumedAt are when a resignation was made that was taken back, and when it
	// was taken back; zero: none was. No clock ran in between.
	ResignedAt, ResumedAt time.Time

	BreakTo time.Time // the end of its last break; zero: there was none
	// BreakSince is since when no break of another length was proposed than the last one.
	BreakSince time.Time

	Seal []byte // of its last ply, or of its start; nil: it is older than seals
}

const gameColumns = `id, rules, terms, black, white, subject, plies, position, result, reason, started_at, ended_at,
	pace, rated, against_programs, black_left, white_left, turn_at, reminded, clock_due, offer, offer_by, undone, seal,
	generation, resigned_at, resumed_at, offer_of, break_to, break_since`

func scanGame(scan func(...any) error) (Game, error) {
	var g Game
	var started, ended, blackLeft, whiteLeft, turn, due, resigned, resumed, breakTo, breakSince int64
	var offerOf string
	err := scan(&g.ID, &g.Rules, &g.Terms, &g.Black, &g.White, &g.Subject, &g.Plies, &g.Position, &g.Result, &g.Reason,
		&started, &ended,
		&g.Pace, &g.Rated, &g.WithProgram, &blackLeft, &whiteLeft, &turn, &g.Reminded, &due, &g.Offer, &g.OfferBy,
		&g.Undone, &g.Seal, &g.Generation, &resigned, &resumed, &offerOf, &breakTo, &breakSince)
	g.Seal = LastSeal(g.Seal)
	g.offerOf(offerOf)
	g.StartedAt, g.EndedAt, g.TurnAt, g.ClockDue = Moment(started), Moment(ended), Moment(turn), Moment(due)
	g.ResignedAt, g.ResumedAt, g.BreakTo = Moment(resigned), Moment(resumed), Moment(breakTo)
	g.BreakSince = Moment(breakSince)
	g.BlackLeft, g.WhiteLeft = time.Duration(blackLeft)*time.Millisecond, time.Duration(whiteLeft)*time.Millisecond
	return g, err
}

// Over reports whether the game has ended.
func (g Game) Over() bool { return g.Result != Undecided }

// Retractable reports whether the game has ended by a resignation that can still be taken back,
// until ClockDue. Nothing follows from the end of such a game yet.
func (g Game) Retractable() bool { return g.Over() && !g.ClockDue.IsZero() }

// AddGame stores the game that came of an accepted invitation, with left on
// both clocks. ErrExists if the invitation has its game already.
func (tx *Tx) AddGame(i Invitation, position string, left time.Duration) (Game, error) {
	s, err := tx.sealer()
	if err != nil {
		return Game{}, err
	}
	g := Game{ID: i.ID, Rules: i.Rules, Terms: i.Terms, Pace: i.Pace, Rated: i.Rated, Result: Undecided,
		BlackLeft: left, WhiteLeft: left, StartedAt: tx.Now, TurnAt: tx.Now}
	_, err = tx.exec(
		`INSERT INTO games (id, rules, terms, black, white, subject, position, started_at, pace, rated,
			black_left, white_left, turn_at, seal, generation, against_programs)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT max(program) FROM players WHERE id IN (?, ?)))`,
		i.ID, i.Rules, i.Terms, i.Black(), i.White(), i.Subject, position, Millis(tx.Now), i.Pace, i.Rated,
		left.Milliseconds(), left.Milliseconds(), Millis(tx.Now), s.Game(PlainSealer().Start(g.start()), g.state()),
		i.Generation,
		i.Black(), i.White())
	if err != nil {
		return Game{}, err
	}
	return tx.Game(i.ID)
}

// Game returns the game of that number.
func (tx *Tx) Game(id int64) (Game, error) {
	return get(tx, scanGame, `SELECT `+gameColumns+` FROM games WHERE id = ?`, id)
}

// LockGame is Game for a transaction that is going to change the game. Until it ends, no
// other transaction locks or changes that game; in a View nothing is locked.
func (tx *Tx) LockGame(id int64) (Game, error) {
	lock := tx.engine.lock
	if tx.reads {
		lock = ""
	}
	return get(tx, scanGame, `SELECT `+gameColumns+` FROM games WHERE id = ?`+lock, id)
}

// GamesOf lists a player's games by number: the running ones, or those that
// are over, most recent first and at most limit of them.
func (tx *Tx) GamesOf(player int64, over bool, limit int) ([]Game, error) {
	test := `= 'none'`
	if over {
		test = `<> 'none'`
	}
	return all(tx, scanGame, `SELECT `+gameColumns+` FROM games WHERE black = ? AND result `+test+`
		UNION ALL SELECT `+gameColumns+` FROM games WHERE white = ? AND result `+test+`
		ORDER BY ended_at DESC, id LIMIT ?`, player, player, atMost(limit))
}

// Met reports whether two players have, or had, a game with each other.
func (tx *Tx) Met(a, b int64) (met bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM games WHERE black = ?1 AND white = ?2 OR black = ?2 AND white = ?1)`,
		[]any{a, b}, &met)
	return met, err
}

// Between lists the games that two players have, or had, with each other, by number.
func (tx *Tx) Between(a, b int64) ([]Game, error) {
	return all(tx, scanGame, `SELECT `+gameColumns+` FROM games WHERE black = ?1 AND white = ?2
		OR black = ?2 AND white = ?1 ORDER BY id`, a, b)
}

// PlayedBefore reports whether a player has, or had, another game of the same rules.
func (tx *Tx) PlayedBefore(player int64, g Game) (yes bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM games WHERE black = ?1 AND rules = ?2 AND id <> ?3)
		OR EXISTS (SELECT 1 FROM games WHERE white = ?1 AND rules = ?2
		AND id <> ?3)`, []any{player, g.Rules, g.ID}, &yes)
	return yes, err
}

// GamesAfter lists the games of the numbers after one and up to another, at most limit
// of them.
func (tx *Tx) GamesAfter(last, until int64, limit int) ([]Game, error) {
	return all(tx, scanGame, `SELECT `+gameColumns+` FROM games WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`, last,
		until, atMost(limit))
}

// EndGame writes a result that is not in the plies, such as a resignation.
// ErrNotFound if the game is over already.
func (tx *Tx) EndGame(id int64, result Result, reason string) error {
	return tx.EndUntil(id, result, reason, time.Time{})
}

// EndUntil is EndGame with an end that can be taken back until a moment; see
// [Game.Retractable].
func (tx *Tx) EndUntil(id int64, result Result, reason string, until time.Time) error {
	if err := tx.Whole(); err != nil {
		return err
	}
	g, err := tx.Game(id)
	if err != nil {
		return err
	}
	g.Result, g.Reason, g.EndedAt = result, reason, tx.Now
	return tx.saveSealed(&g,
		`result = ?, reason = ?, ended_at = ?, clock_due = ?, held_offer = offer, held_offer_by = offer_by,
		offer = '', offer_by = 0, reminded = CASE WHEN reminded < 0 THEN 0 ELSE reminded END`, // no bot is to move any more
		`result = 'none'`, result, reason, Millis(tx.Now), Millis(until))
}

// EndFinally makes the end of a game final that could be taken back. ErrNotFound if there is no
// such game.
func (tx *Tx) EndFinally(id int64) error {
	if err := tx.Whole(); err != nil {
		return err
	}
	return tx.one(`UPDATE games SET clock_due = 0, offer = '', offer_by = 0, offer_of = '', held_offer = '', held_offer_by = 0
		WHERE id = ? AND result <> 'none' AND clock_due <> 0`, id)
}

// PutOffEnds puts off the moment at which the ends of games become final that could be taken back
// at a moment: by the time since then, or since a later end.
func (tx *Tx) PutOffEnds(from time.Time) error {
	return tx.Exec(`UPDATE games SET clock_due = clock_due + ?1 - CASE WHEN ended_at > ?2 THEN ended_at ELSE ?2 END
		WHERE clock_due <> 0 AND result <> 'none' AND clock_due > ?2 AND ended_at < ?1`, Millis(tx.Now), Millis(from))
}

// ResumeGame takes the end of a game back, and puts up again the offer that stood before. The
// caller stores its clock. ErrNotFound if the end is final.
func (tx *Tx) ResumeGame(g Game) error {
	if err := tx.Whole(); err != nil {
		return err
	}
	g.ResignedAt, g.ResumedAt = g.EndedAt, tx.Now
	g.Result, g.Reason, g.EndedAt = Undecided, "", time.Time{}
	if err := tx.saveSealed(&g, `result = 'none', reason = '', ended_at = 0, offer = held_offer,
		offer_by = held_offer_by, held_offer = '', held_offer_by = 0,
		resigned_at = ?, resumed_at = ?`, `result <> 'none' AND clock_due <> 0`, Millis(g.ResignedAt),
		Millis(g.ResumedAt)); err != nil {
		return err
	}
	return tx.totalOffer(g.ID)
}

// Retractable lists a player's games whose end can still be taken back.
func (tx *Tx) Retractable(player int64) ([]Game, error) {
	return all(tx, scanGame, `SELECT `+gameColumns+` FROM games WHERE clock_due <> 0 AND result <> 'none'
		AND ? IN (black, white) ORDER BY id`, player)
}

// SaveClock writes the clock of a running game: what is left, when the turn
// began, the reminders, and when to look again.
func (tx *Tx) SaveClock(g Game) error {
	return tx.saveSealed(&g, clockSet, `id = id`, g.clock()...)
}

// clockSet sets the columns of a game's clock to the values of clock.
const clockSet = `black_left = ?, white_left = ?, turn_at = ?, reminded = ?, clock_due = ?`

func (g *Game) clock() []any {
	return []any{g.BlackLeft.Milliseconds(), g.WhiteLeft.Milliseconds(), Millis(g.TurnAt), g.Reminded,
		Millis(g.ClockDue)}
}

// SaveOffer writes the offer that stands in a running or retractable game; span is how long a break is.
func (tx *Tx) SaveOffer(id int64, offer Offer, by int64, span time.Duration) error {
	if err := tx.Whole(); err != nil {
		return err
	}
	of := any("")
	switch offer {
	case OfferResume: // the offer that stood before keeps what it is of
		offer, of = OfferUndo, nil
	case OfferForgive:
		offer, of = OfferUndo, string(OfferForgive)
	case OfferBreak:
		offer, of = OfferUndo, string(OfferBreak)+" "+strconv.FormatInt(span.Milliseconds(), 10)
		if err := tx.Exec(`UPDATE games SET break_since = CASE break_span WHEN ?2 THEN break_since ELSE ?3 END,
			break_span = ?2 WHERE id = ?1`, id, span.Milliseconds(), Millis(tx.Now)); err != nil {
			return err
		}
	}
	if err := tx.one(`UPDATE games SET offer = ?, offer_by = ?, offer_of = coalesce(?, offer_of)
		WHERE id = ? AND (result = 'none' OR clock_due <> 0)`, offer, by, of, id); err != nil {
		return err
	}
	return tx.totalOffer(id)
}

// AddBreak stores a time in which the clocks of a game stand still.
func (tx *Tx) AddBreak(game int64, from, to time.Time) error {
	if _, err := tx.exec(`INSERT INTO breaks (game, from_at, to_at) VALUES (?, ?, ?)`, game, Millis(from),
		Millis(to)); err != nil {
		return err
	}
	return tx.one(`UPDATE games SET break_to = ? WHERE id = ?`, Millis(to), game)
}

// Breaks returns the breaks of a game that end after a moment, as pauses, by their beginning.
func (tx *Tx) Breaks(game int64, after time.Time) ([]ClockPause, error) {
	return all(tx, func(scan func(...any) error) (ClockPause, error) {
		var from, to int64
		err := scan(&from, &to)
		return ClockPause{Why: Break, From: Moment(from), To: Moment(to)}, err
	}, `SELECT from_at, to_at FROM breaks WHERE game = ? AND to_at > ? ORDER BY from_at`, game, Millis(after))
}

// Whose turn it is, in Game.Reminded of a bot's turn and for NextClock. A slow bot is one that thinks for
// seconds.
const (
	PersonsTurn  = 0
	BotsTurn     = -1
	SlowBotsTurn = -2
)

// NextClock returns the running game whose clock is due first of those in which it is a person's turn; or
// the game of a bot's turn, or a slow bot's, that has waited longest; or ErrNotFound. It skips games of
// players with a message that Await set aside and that arrived within gap after the moment.
func (tx *Tx) NextClock(whose int, gap time.Duration) (Game, error) {
	turns, args := `reminded >= 0`, []any{Millis(tx.Now)}
	if whose < 0 {
		turns, args = `reminded < 0 AND reminded = ?`, append(args, whose) // SQLite finds the index by the first
	}
	return get(tx, scanGame, `SELECT `+gameColumns+` FROM games WHERE clock_due <> 0 AND clock_due <= ? AND `+turns+
		` AND `+noneAside(`inbox`+tx.engine.by("inbox_new"), `black`, `white`, `clock_due + ?`)+
		` ORDER BY clock_due, id LIMIT 1`, append(args, gap.Milliseconds())...)
}

// sealer makes seals with the newest key. There is always one: the first call makes it.
func (tx *Tx) sealer() (*Sealer, error) {
	if known := cmp.Or(tx.key.Load(), tx.made); known != nil {
		return known.Sealer(), nil
	}
	keys, _, err := tx.SealKeys()
	if err == nil && len(keys) > 0 {
		tx.key.Store(&keys[0])
	} else if err == nil {
		if err := tx.Whole(); err != nil { // there is one first key
			return nil, err
		}
		keys, err = tx.AddSealKey(Millis(tx.Now))
	}
	if err != nil {
		return nil, err
	}
	tx.made = &keys[0]
	return keys[0].Sealer(), nil
}

func (g Game) start() SealedGameStart {
	return SealedGameStart{Game: g.ID, Rules: g.Rules, Terms: g.Terms, Pace: g.Pace, Rated: g.Rated,
		StartedAt: Millis(g.StartedAt)}
}

func (g Game) state() SealedGame {
	return SealedGame{Game: g.ID, Plies: g.Plies, Undone: g.Undone, Result: g.Result, Reason: g.Reason,
		EndedAt:    Millis(g.EndedAt),
		ResignedAt: Millis(g.ResignedAt), ResumedAt: Millis(g.ResumedAt),
		TurnAt: Millis(g.TurnAt), BlackLeft: g.BlackLeft.Milliseconds(), WhiteLeft: g.WhiteLeft.Milliseconds()}
}

// saveSealed changes the row of a game, with a new seal if it has one. g is the game as it
// is afterwards, and becomes what is stored. The last arguments are those of where.
func (tx *Tx) saveSealed(g *Game, set, where string, args ...any) error {
	var whole []byte
	if g.Seal != nil {
		s, err := tx.sealer()
		if err != nil {
			return err
		}
		whole = s.Game(g.Seal, g.state())
	}
	n := strings.Count(set, "?")
	args = slices.Concat(args[:n], []any{whole, g.ID}, args[n:])
	stored, err := get(tx, scanGame,
		`UPDATE games SET `+set+`, seal = ? WHERE id = ? AND `+where+` RETURNING `+gameColumns, args...)
	if err == nil {
		*g = stored
	}
	return err
}
