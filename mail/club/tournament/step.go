package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/mail/club/rating"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// DueStep is the next thing to do for a tournament. The caller first calls Think without a
// transaction, then Run in one. Run checks again that the step is due: if another daemon has
// done it, Run does nothing.
type DueStep struct {
	Tournament tournaments.Tournament

	plan     *plan      // of a tournament that begins
	game     *club.Game // to be adjudicated, as it was found; nil: none
	record   *rules.Record
	result   rules.Result
	how      tournaments.AdjudicationGround
	adjudged bool
	broken   error // the plan or the game could not be read, so Run fails
}

// Name returns what the log calls the step.
func (s *DueStep) Name() string {
	if s.game != nil {
		return fmt.Sprintf("game %d of tournament %s, which ends", s.game.Row.ID, s.Tournament.Name)
	}
	return fmt.Sprintf("tournament %s", s.Tournament.Name)
}

// NextStep finds the next step, or db.ErrNotFound, and reads what Think needs. A read-only
// transaction is enough. A step that cannot be read completely, for example because its game
// cannot be opened, fails in Run, so that it is postponed and others get their turn.
func NextStep(c *club.Club, store *db.Tx) (*DueStep, error) {
	t, err := tournaments.Next(store, MinPlayers, MinCup)
	if err != nil {
		return nil, err
	}
	s := &DueStep{Tournament: t}
	switch t.State {
	case tournaments.Open:
		if s.plan, err = planOf(c.Begin(store, 0), t); db.Transient(err) {
			return nil, err
		}
		s.broken = err
		return s, nil
	case tournaments.Starting:
		return s, nil
	}
	game, err := unfinished(store, t)
	if err != nil || game == 0 {
		return s, err
	}
	g, err := store.Game(game)
	if err == nil {
		s.game, err = c.Begin(store, 0).Open(g)
	}
	switch {
	case db.Transient(err):
		return nil, err
	case err != nil:
		return &DueStep{Tournament: t, broken: err}, nil
	}
	s.record = s.game.Record.Clone()
	return s, nil
}

// Ends returns the end of the tournament if the step adjudicates a game because of it, else
// zero.
func (s *DueStep) Ends() time.Time {
	if s.game == nil {
		return time.Time{}
	}
	return s.Tournament.EndsAt
}

// unfinished returns a running game of a tournament; 0 if all are over.
func unfinished(tx *db.Tx, t tournaments.Tournament) (int64, error) {
	divisions, err := tournaments.Divisions(tx, t.ID)
	if err != nil {
		return 0, err
	}
	for _, d := range divisions {
		if !d.EndedAt.IsZero() {
			continue
		}
		games, err := tournaments.Games(tx, t.ID, d.Number)
		if err != nil {
			return 0, err
		}
		for _, g := range games {
			if g.Result == db.Undecided {
				return g.ID, nil
			}
		}
	}
	return 0, nil
}

// Think computes what the step needs. It ends when ctx does.
func (s *DueStep) Think(ctx context.Context) (err error) {
	if s.game != nil {
		s.result, s.how, err = verdict(ctx, s.record)
		s.adjudged = err == nil
	}
	return err
}

// Run does the step.
func (s *DueStep) Run(tx *club.Tx) error {
	if s.broken != nil {
		return s.broken
	}
	t, err := tournaments.Get(tx.DB, s.Tournament.ID)
	if err != nil || t.State != s.Tournament.State {
		return err
	}
	switch {
	case t.State == tournaments.Open:
		return draw(tx, t, s.plan)
	case t.State == tournaments.Starting && t.Cup:
		return nextRound(tx, t)
	case t.State == tournaments.Starting:
		return beginNext(tx, t)
	case s.game != nil:
		return s.adjudicate(tx)
	}
	if game, err := unfinished(tx.DB, t); err != nil || game != 0 {
		return err
	}
	if t.Cup {
		if on, err := goesOn(tx, t); err != nil || on {
			return err
		}
	}
	return finish(tx, t)
}

// PutOff postpones the next step of a tournament after one failed.
func (s *DueStep) PutOff(tx *db.Tx) error {
	return tournaments.PutOff(tx, s.Tournament.ID, tx.Now.Add(putOff))
}

// adjudicate ends a game with the verdict, unless it went on in the meantime.
func (s *DueStep) adjudicate(tx *club.Tx) error {
	g, err := tx.Game(s.game.Row.ID)
	if err != nil || g.Over() || !s.adjudged || g.Record.Len() != s.record.Len() || g.Row.Undone != s.game.Row.Undone {
		return err
	}
	if err := tournaments.StoreAdjudication(tx.DB, g.Row.ID, s.how); err != nil {
		return err
	}
	if err := tx.Emit(Adjudicated{g, s.how}); err != nil {
		return err
	}
	return club.Adjudicate(tx, g.Row.ID, s.result)
}

// finish ends a tournament whose divisions are over. A standing season is followed by the next
// one, with all players who are not out, and from whom something has come since it began.
func finish(tx *club.Tx, t tournaments.Tournament) error {
	t.State, t.EndedAt = tournaments.Over, tx.Now()
	if err := tournaments.Save(tx.DB, t); err != nil || !t.Standing {
		return err
	}
	next, err := tournaments.Latest(tx.DB, t.Rules)
	switch {
	case err != nil:
		return err
	case next.State != tournaments.Open:
		next, err = open(tx, t.Rules, next)
	default: // a player has joined the next season already
		next.StartsAt = tx.Now().Add(SignUpTime)
		err = tournaments.Save(tx.DB, next)
	}
	if err != nil {
		return err
	}
	if err := dropSilent(tx, t); err != nil {
		return err
	}
	return tournaments.CarryOver(tx.DB, t.ID, next.ID)
}

// dropSilent keeps players out of the following season if they have given no sign of life since
// this one began.
func dropSilent(tx *club.Tx, t tournaments.Tournament) error {
	entrants, err := tournaments.Entrants(tx.DB, t.ID)
	if err != nil {
		return err
	}
	for _, e := range entrants {
		if e.Out() || e.Last {
			continue
		}
		if e.Last, err = IsSilent(tx, t, e.Player); err == nil && e.Last {
			err = tournaments.SaveEntrant(tx.DB, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// plan is the division of a tournament that is about to begin. Computing it takes seconds if
// ten thousand have joined, so it is done outside of the transaction that writes.
type plan struct {
	joined    []tournaments.Entrant
	gone      []int64 // players among joined who cannot take part
	divisions [][]Entrant
}

// planOf computes a plan without writing. It leaves out players who have stopped or may not
// play any more. If too few are left, the plan has no divisions.
func planOf(tx *club.Tx, t tournaments.Tournament) (p *plan, err error) {
	p = &plan{}
	if p.joined, err = tournaments.Entrants(tx.DB, t.ID); err != nil {
		return nil, err
	}
	var entrants []Entrant
	for _, e := range p.joined {
		ok, err := plays(tx, e)
		if err != nil {
			return nil, err
		}
		if !ok {
			p.gone = append(p.gone, e.Player)
			continue
		}
		now, err := ratingOf(tx, e.Player, t.Rules)
		if err != nil {
			return nil, err
		}
		entrants = append(entrants, Entrant{Player: e.Player, Rating: now})
	}
	if t.Cup {
		if len(entrants) >= MinCup {
			p.divisions = [][]Entrant{Seeded(entrants)}
		}
		return p, nil
	}
	last, err := finals(tx, t.Previous)
	p.divisions = Divide(entrants, last)
	return p, err
}

// draw stores the divisions of a plan. If other players have joined since, it does nothing.
// Players who cannot play any more get no games; see beginDivision. If too few are left, the
// tournament waits for more.
func draw(tx *club.Tx, t tournaments.Tournament, p *plan) error {
	joined, err := tournaments.Entrants(tx.DB, t.ID)
	if err != nil || !slices.Equal(joined, p.joined) {
		return err
	}
	for _, player := range p.gone {
		if err := tournaments.Leave(tx.DB, t.ID, player); err != nil {
			return err
		}
	}
	if len(p.divisions) == 0 {
		if t.Host != 0 {
			return closeCup(tx, t, ClosedTooFew)
		}
		return nil
	}
	for i, division := range p.divisions {
		if err := tournaments.AddDivision(tx.DB, t.ID, i+1); err != nil {
			return err
		}
		for j, e := range division {
			placed := tournaments.Entrant{
				Tournament: t.ID,
				Player:     e.Player,
				Rating:     e.Rating,
				Division:   i + 1,
				Number:     j + 1,
			}
			if err := tournaments.Place(tx.DB, placed); err != nil {
				return err
			}
		}
	}
	t.State, t.BegunAt = tournaments.Starting, tx.Now()
	t.EndsAt = tx.Now().Add(time.Duration(t.Days) * 24 * time.Hour)
	return tournaments.Save(tx.DB, t)
}

// plays reports whether a player who has joined can still play: they get messages, are a member
// and a person, and let others see their games in it.
func plays(tx *club.Tx, e tournaments.Entrant) (bool, error) {
	p, err := tx.DB.Player(e.Player)
	if err != nil || !p.Public && !e.Public {
		return false, err
	}
	return isThere(tx, e.Player)
}

// isThere reports whether a player can play on, whoever sees it.
func isThere(tx *club.Tx, player int64) (bool, error) {
	p, err := tx.DB.Player(player)
	if err != nil || !p.StoppedAt.IsZero() || p.Address == "" || p.Leaving || p.Program {
		return false, err
	}
	// They would not know of their games.
	if suspended, err := tx.IsSuspended(player); err != nil || suspended {
		return false, err
	}
	return tx.IsMember(player)
}

// ratingOf returns a player's rating against people, or the initial one.
func ratingOf(tx *club.Tx, player int64, rules string) (float64, error) {
	r, err := tx.DB.Rating(player, rules, false)
	if errors.Is(err, db.ErrNotFound) {
		return rating.New().Value, nil
	}
	return r.Rating, err
}

// finals returns the divisions of a finished season, each in the order of its table.
func finals(tx *club.Tx, id int64) (out [][]int64, err error) {
	if id == 0 {
		return nil, nil
	}
	t, err := tournaments.Get(tx.DB, id)
	if err != nil {
		return nil, err
	}
	tables, err := AllStandings(tx, t)
	for _, table := range tables {
		var order []int64
		for _, row := range table.Rows {
			order = append(order, row.ID)
		}
		out = append(out, order)
	}
	return out, err
}

// beginNext begins all games of the next division, or notes that all have begun.
func beginNext(tx *club.Tx, t tournaments.Tournament) error {
	divisions, err := tournaments.Divisions(tx.DB, t.ID)
	if err != nil {
		return err
	}
	for i, d := range divisions {
		if !d.BegunAt.IsZero() {
			continue
		}
		if err := beginDivision(tx, t, d, len(divisions)); err != nil {
			return err
		}
		if i+1 < len(divisions) {
			return nil
		}
	}
	t.State = tournaments.Running
	return tournaments.Save(tx.DB, t)
}

// beginDivision begins all games of a division. Players who cannot play any more since the
// divisions were made are out, and get no games.
func beginDivision(tx *club.Tx, t tournaments.Tournament, d tournaments.Division, divisions int) error {
	entrants, err := tournaments.InDivision(tx.DB, t.ID, d.Number)
	if err != nil {
		return err
	}
	people := make([]db.Player, len(entrants))
	there := make([]bool, len(entrants))
	for i, e := range entrants {
		if people[i], err = tx.DB.Player(e.Player); err != nil {
			return err
		}
		if e.Out() {
			continue
		}
		if there[i], err = plays(tx, e); err != nil {
			return err
		}
		if !there[i] {
			e.OutAt, e.Cancelled = tx.Now(), true
			if err := tournaments.SaveEntrant(tx.DB, e); err != nil {
				return err
			}
		}
	}
	var games []*club.Game
	for _, p := range Pairings(len(people)) {
		if !there[p.First-1] || !there[p.Second-1] {
			continue
		}
		game, err := pair(tx, t, d.Number, p.Round, people[p.First-1], people[p.Second-1])
		if err != nil {
			return err
		}
		games = append(games, game)
	}
	d.BegunAt = tx.Now()
	if len(games) == 0 {
		d.EndedAt = tx.Now()
	}
	table, err := tableOf(tx, t, d, divisions)
	if err != nil {
		return err
	}
	d.Top = LeadersText(table.Rows)
	if err := tournaments.SaveDivision(tx.DB, d); err != nil {
		return err
	}
	table.Division = d
	return tx.Emit(DivisionBegan{table, games})
}

// pair begins a game of a tournament.
func pair(tx *club.Tx, t tournaments.Tournament, division, round int, first, second db.Player) (*club.Game, error) {
	g, err := tx.Club.Rules(t.Rules)
	if err != nil {
		return nil, err
	}
	pace, err := clock.ParsePace(t.Pace)
	if err != nil {
		return nil, err
	}
	game, err := club.Pair(tx, club.Pairing{
		ProposedGame: club.ProposedGame{Game: g, Side: g.Start().Turn(), Pace: pace, Rated: true},
		First:        first,
		Second:       second,
		Mark:         " (" + t.Name + ")", // in the subject
	})
	if err != nil {
		return nil, fmt.Errorf("%s, division %d, round %d: %w", t.Name, division, round, err)
	}
	return game, tournaments.AddGame(tx.DB, game.Row.ID, t.ID, division, round)
}

// The engine's budget, which takes some tenths of a second on a slow machine, and the chance
// that counts as a win.
const (
	verdictNodes = 50_000
	isWon        = 0.95
	putOff       = time.Hour
)

// verdict returns how a game is adjudicated: by its exact value, or by the engine's evaluation.
func verdict(ctx context.Context, r *rules.Record) (rules.Result, tournaments.AdjudicationGround, error) {
	black, err := engine.Expect(ctx, r, rules.Black, engine.PVS{}, engine.Budget{Nodes: verdictNodes, Seed: 1})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return rules.Undecided, "", err
	}
	if sign, ok := black.Known(); ok {
		return map[int]rules.Result{+1: rules.BlackWins, 0: rules.Draw, -1: rules.WhiteWins}[sign],
			tournaments.ByProof, nil
	}
	switch chance := black.Chance(); {
	case chance >= isWon:
		return rules.BlackWins, tournaments.ByEngine, nil
	case chance <= 1-isWon:
		return rules.WhiteWins, tournaments.ByEngine, nil
	}
	return rules.Draw, tournaments.AsDraw, nil
}
