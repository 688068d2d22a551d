package consistency

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// pageSize is how many games are read at once.
const pageSize = 250

// What an operator can do about faults of games.
const (
	doReplay = "messages in this game are put aside until it is right; restore the last backup that verifies, then replay them"
	doSeal   = "something changed it without the server; compare it with the last backup that verifies, and ask both players for their messages"
	doClock  = "play goes on; compare it with the last backup that verifies; 'turnpost game extend' gives time back where a clock holds too little"
	doGame   = "play may go on; keep a backup, and look at 'turnpost game' before the next backup replaces an older one"
	doLine   = "the line never fires, or not as its player means it; ask the player to send 'if off' and the lines again"
)

// page is some games, with what they depend on, at one moment.
type page struct {
	games  map[int64]*game
	people map[int64]person
	merged bool
	now    time.Time
	keys   map[int64]*db.Sealer
	older  int64 // the last game that is older than seals
}

// person is what clocks depend on of a player.
type person struct {
	gone   bool // was forgotten, or merged into another
	merged bool // into another, who counts as the sender of their messages
	bot    bool
	zone   string
	pauses []db.ClockPause
}

// game is a game with what is stored of it.
type game struct {
	db.Game
	*page
	seal     []byte
	plies    []ply
	lines    []line
	extended [2]time.Duration // what an operator or the opponent gave Black and White
	pauses   []db.ClockPause  // of its players, and of everybody
	record   *rules.Record
	pace     clock.Pace
}

// ply is a ply, and the message that played it.
type ply struct {
	db.PlayedPly
	seal    []byte
	sender  int64
	handled time.Time // zero: there is no message, or it is new
}

// line is a conditional line.
type line struct {
	player int64
	text   string
}

// games checks all games, page by page, in goroutines of a group.
func (v *verifier) games(ctx context.Context, group *errgroup.Group) error {
	total := 0
	count := func(tx *db.Tx, _ *faults) error {
		return tx.Rows(func(scan func(...any) error) error { return scan(&total) },
			`SELECT count(*) FROM games WHERE result = 'none' OR ended_at >= ?`, v.since())
	}
	if err := v.look(ctx, "how many games there are", count); err != nil {
		return err
	}
	for after := int64(0); ; {
		last := int64(0)
		next := func(tx *db.Tx, _ *faults) error {
			return tx.Rows(func(scan func(...any) error) error { return scan(&last) }, `SELECT coalesce(max(id),
				0) FROM
				(SELECT id FROM games WHERE id > ? AND (result = 'none' OR ended_at >= ?) ORDER BY id
				LIMIT ?) AS next`, after, v.since(), pageSize)
		}
		if err := v.look(ctx, "the numbers of games", next); err != nil || last == 0 {
			return err
		}
		from := after
		group.Go(func() error { return v.gamesBetween(ctx, from, last, total) })
		after = last
	}
}

// gamesBetween checks the games with numbers above after, up to last. Where one cannot be read, all
// are read one by one.
func (v *verifier) gamesBetween(ctx context.Context, after, last int64, total int) error {
	n := 0
	err := v.look(ctx, fmt.Sprintf("games %d to %d", after+1, last), func(tx *db.Tx, found *faults) error {
		p, err := v.read(tx, after, last)
		if err != nil {
			return err
		}
		for _, g := range p.games {
			if v.Since.IsZero() || !g.Over() || !g.EndedAt.Before(v.Since) {
				n++
				v.game(g, found)
			}
		}
		return nil
	})
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.done += n; v.Progress != nil && n > 0 {
		v.Progress(v.done, max(total, v.done))
	}
	return err
}

// read reads the games with numbers above after, up to last.
func (v *verifier) read(tx *db.Tx, after, last int64) (*page, error) {
	p := &page{games: map[int64]*game{}, people: map[int64]person{}, now: tx.Now, keys: map[int64]*db.Sealer{}}
	list, err := tx.GamesAfter(after, last, -1)
	if err != nil {
		return nil, err
	}
	for _, g := range list {
		p.games[g.ID] = &game{Game: g, page: p}
	}
	if p.merged, err = merged(tx); err != nil {
		return nil, err
	}
	keys, older, err := tx.SealKeys()
	if err != nil {
		return nil, err
	}
	p.older = older
	for _, k := range keys {
		p.keys[k.ID] = k.Sealer()
	}
	const players = ` (SELECT black FROM games WHERE id > ?1 AND id <= ?2 UNION SELECT white FROM games
		WHERE id > ?1 AND id <= ?2)`
	for _, part := range []struct {
		read  func(scan func(...any) error) error
		query string
	}{
		{p.readSeal, `SELECT id, seal FROM games WHERE id > ?1 AND id <= ?2`},
		{p.readPly, `SELECT p.game, p.n, p.move, coalesce(p.message, 0), p.played_at, p.seal, coalesce(i.sender,
			0), coalesce(i.handled_at, 0)
			FROM plies AS p LEFT JOIN inbox AS i ON i.id = p.message WHERE p.game > ?1 AND p.game <= ?2
			ORDER BY p.game, p.n`},
		{p.readLine, `SELECT game, player, line FROM conditionals WHERE game > ?1 AND game <= ?2`},
		{p.readExtension,
			`SELECT subject, detail FROM audit WHERE act IN ('game extend', 'game give') AND subject > ?1 AND subject <= ?2`},
		{p.readBreak, `SELECT game, from_at, to_at FROM breaks WHERE game > ?1 AND game <= ?2`},
		{p.readPerson, `SELECT id, address, name, timezone FROM players WHERE id IN` + players},
		{p.readPause, `SELECT player, why, from_at, to_at FROM pauses WHERE player = 0 OR player IN` + players},
	} {
		if err := tx.Rows(part.read, part.query, after, last); err != nil {
			return nil, err
		}
	}
	for _, g := range p.games {
		if !g.ResumedAt.IsZero() {
			g.pauses = append(g.pauses, db.ClockPause{Why: db.Retracted, From: g.ResignedAt, To: g.ResumedAt})
		}
		for _, q := range slices.Concat(p.people[0].pauses, p.people[g.Black].pauses, p.people[g.White].pauses) {
			if (q.To.IsZero() || q.To.After(g.StartedAt)) && (!g.Over() || q.From.Before(g.EndedAt)) {
				g.pauses = append(g.pauses, q)
			}
		}
	}
	return p, nil
}

// at is a game of the page, or one that is thrown away.
func (p *page) at(id int64) *game {
	if g := p.games[id]; g != nil {
		return g
	}
	return &game{}
}

func (p *page) readBreak(scan func(...any) error) error {
	var id, from, to int64
	err := scan(&id, &from, &to)
	g := p.at(id)
	g.pauses = append(g.pauses, db.ClockPause{Why: db.Break, From: db.Moment(from), To: db.Moment(to)})
	return err
}

func (p *page) readSeal(scan func(...any) error) error {
	var id int64
	var whole []byte
	err := scan(&id, &whole)
	p.at(id).seal = whole
	return err
}

func (p *page) readPly(scan func(...any) error) error {
	var id, played, handled int64
	var q ply
	err := scan(&id, &q.N, &q.Move, &q.Message, &played, &q.seal, &q.sender, &handled)
	q.PlayedAt, q.handled = moment(played), moment(handled)
	g := p.at(id)
	g.plies = append(g.plies, q)
	return err
}

func (p *page) readLine(scan func(...any) error) error {
	var id int64
	var l line
	err := scan(&id, &l.player, &l.text)
	g := p.at(id)
	g.lines = append(g.lines, l)
	return err
}

// readExtension reads an entry of the audit log: "black by 48h0m0s".
func (p *page) readExtension(scan func(...any) error) error {
	var id int64
	var detail string
	err := scan(&id, &detail)
	side, by, _ := strings.Cut(detail, " by ")
	span, _ := time.ParseDuration(by)
	if side == rules.Black.String() {
		p.at(id).extended[0] += span
	} else {
		p.at(id).extended[1] += span
	}
	return err
}

func (p *page) readPerson(scan func(...any) error) error {
	var q db.Player
	err := scan(&q.ID, &q.Address, &q.Name, &q.Timezone)
	bot := q.Address == "" && club.BotLevelOf(q) > 0
	p.people[q.ID] = person{gone: q.Address == "" && !bot, merged: q.Address == "" && q.Name == "", bot: bot,
		zone: club.StoredZone(q)}
	return err
}

// readPause reads a pause; those of everybody are of player 0.
func (p *page) readPause(scan func(...any) error) error {
	var q db.ClockPause
	var from, to int64
	err := scan(&q.Player, &q.Why, &from, &to)
	q.From, q.To = moment(from), moment(to)
	who := p.people[q.Player]
	who.pauses = append(who.pauses, q)
	p.people[q.Player] = who
	return err
}

// game checks a game.
func (v *verifier) game(g *game, found *faults) {
	if what := v.replay(g); what != "" {
		found.add("game", g.ID, doReplay, "%s", what)
		return
	}
	g.checkPlies(found)
	g.checkClocks(found)
	g.checkLines(found)
	if what := g.unsealed(); what != "" {
		found.add("game", g.ID, doSeal, "%s", what)
	}
}

// replay plays the plies of a game, and says what contradicts them.
func (v *verifier) replay(g *game) string {
	r, err := v.club.RulesOn(g.Rules, g.Terms)
	if err != nil {
		return err.Error()
	}
	if g.pace, err = clock.ParsePace(g.Pace); err != nil {
		return err.Error()
	}
	g.record = rules.NewRecord(r)
	for i, p := range g.plies {
		if p.N != i+1 {
			return fmt.Sprintf("ply %d is missing", i+1)
		}
		if err := g.record.Play(rules.Move(p.Move)); err != nil {
			return fmt.Sprintf("ply %d, %q: %v", p.N, p.Move, err)
		}
	}
	outcome, position := g.record.Outcome(), g.record.Position().String()
	stands := club.ResultOf(outcome.Result) == g.Result && outcome.Reason == g.Reason
	switch {
	case g.record.Len() != g.Plies:
		return fmt.Sprintf("%d plies are stored, and the game says %d", g.record.Len(), g.Plies)
	case position != g.Position:
		return fmt.Sprintf("the plies lead to %q, and the game says %q", position, g.Position)
	case !stands && (outcome.Over() || !g.Over()):
		return fmt.Sprintf("the plies end in %q, and the game says %q", outcome, string(g.Result)+" "+g.Reason)
	case !stands && !g.mayEnd():
		return fmt.Sprintf("it is over, %s by %q, and that cannot be", g.Result, g.Reason)
	}
	return ""
}

// mayEnd reports whether a game can end as it says, though its plies go on.
func (g *game) mayEnd() bool {
	switch g.Reason {
	case rules.Adjudicated:
		return g.Result != db.Void
	case rules.Aborted:
		return g.Result == db.Void
	case rules.Agreed:
		return g.Result == db.Drawn
	case rules.Resigned:
		return g.Result == db.BlackWon || g.Result == db.WhiteWon
	case rules.OnTime:
		other := g.record.Turn().Opponent()
		// Before there was such a draw, the game was lost.
		return g.Result == club.ResultOf(rules.Wins(other)) ||
			g.Result == db.Drawn && !rules.CanWin(g.record.Position(), other)
	}
	return false
}

// checkPlies compares the plies with each other, with the messages that played them, and with
// the end of the game. A message plays for its sender at the moment at which it is handled, and
// conditional lines answer it in the same moment.
func (g *game) checkPlies(found *faults) {
	last := g.StartedAt
	for i, p := range g.plies {
		if p.PlayedAt.Before(last) {
			found.add("game", g.ID, doClock, "ply %d was played at %s, before what was at %s", p.N, said(p.PlayedAt),
				said(last))
		}
		last = p.PlayedAt
		side := g.record.At(i).Turn()
		mover, opponent := g.player(side), g.player(side.Opponent())
		switch {
		case p.Message == 0:
		case !p.handled.IsZero() && !p.handled.Equal(p.PlayedAt):
			found.add("game", g.ID, doClock, "ply %d was played at %s by message %d, which was answered at %s", p.N,
				said(p.PlayedAt), p.Message, said(p.handled))
		case g.people[mover].merged && p.sender == opponent: // into whom the mover was merged
		case p.sender != mover && (i == 0 || g.plies[i-1].Message != p.Message):
			found.add("game", g.ID, doSeal, "ply %d is of player %d, and message %d, which played it, of player %d",
				p.N, mover, p.Message, p.sender)
		}
	}
	switch {
	case !g.Over():
	case g.record.Outcome().Over() && !g.EndedAt.Equal(last):
		found.add("game", g.ID, doGame, "its last ply, at %s, ended it, and it says that it ended at %s", said(last),
			said(g.EndedAt))
	case g.EndedAt.Before(last) || g.EndedAt.Before(g.TurnAt):
		found.add("game", g.ID, doGame, "it goes on after its end at %s", said(g.EndedAt))
	}
}

// player is who plays a side; 0 for none.
func (g *game) player(s rules.Side) int64 {
	return map[rules.Side]int64{rules.Black: g.Black, rules.White: g.White}[s]
}

// checkLines reads conditional lines. They answer the opponent's next turn. Those behind "*" were
// written for a board that was not known, and may not fit the one that came.
func (g *game) checkLines(found *faults) {
	for _, l := range g.lines {
		read, missing := rules.ParseConditionals(l.text)
		wrong := ""
		switch {
		case missing != "" || len(read) != 1 || read[0].String() != l.text:
			wrong = "cannot be read"
		case l.player == g.player(g.record.Turn()):
			wrong = "is for the turn of its own player"
		default:
			for _, step := range read[0] {
				for _, text := range []string{step.On, step.Answer} {
					if text != rules.AnyTurn && !rules.BeginsWithPly(g.record.Game(), text) {
						wrong = fmt.Sprintf("has %q for a move", text)
					}
				}
			}
		}
		if wrong != "" {
			found.add("game", g.ID, doLine, "a conditional line of player %d, %q, %s", l.player, l.text, wrong)
		}
	}
}

// unsealed says what of a game is not as it was sealed.
func (g *game) unsealed() string {
	first := slices.IndexFunc(g.plies, func(p ply) bool { return p.seal != nil })
	if first < 0 {
		first = len(g.plies)
	}
	isNew := len(g.keys) > 0 && g.ID > g.older
	switch {
	case g.seal == nil && first == len(g.plies) && !isNew:
		return "" // it is older than seals
	case db.LastSeal(g.seal) == nil || isNew && first > 0:
		return "it was sealed, and a seal is gone"
	}
	by := db.PlainSealer()
	last := by.Start(db.SealedGameStart{Game: g.ID, Rules: g.Rules, Terms: g.Terms, Pace: g.Pace, Rated: g.Rated,
		StartedAt: g.StartedAt.UnixMilli()})
	for i, p := range g.plies {
		if i >= first {
			if by = g.keys[db.SealKeyOf(p.seal)]; by == nil {
				return fmt.Sprintf("ply %d has no seal that a key made", p.N)
			}
		}
		last = by.Ply(last,
			db.SealedPly{Game: g.ID, N: p.N, Move: p.Move, Message: p.Message, PlayedAt: p.PlayedAt.UnixMilli()})
		if i >= first && !bytes.Equal(last, p.seal) {
			return fmt.Sprintf("ply %d, or what the game began with, is not as it was sealed", p.N)
		}
	}
	if by = g.keys[db.SealKeyOf(db.SealHead(g.seal))]; by == nil {
		return fmt.Sprintf("the key %d that sealed it last is gone", db.SealKeyOf(db.SealHead(g.seal)))
	}
	whole := by.Game(last, db.SealedGame{
		Game: g.ID, Plies: g.Plies, Undone: g.Undone, Result: g.Result, Reason: g.Reason,
		EndedAt: millis(g.EndedAt), TurnAt: millis(g.TurnAt), BlackLeft: g.BlackLeft.Milliseconds(),
		WhiteLeft:  g.WhiteLeft.Milliseconds(),
		ResignedAt: millis(g.ResignedAt), ResumedAt: millis(g.ResumedAt),
	})
	if !bytes.Equal(whole, g.seal) {
		return "its number of plies, its result, its end or a clock is not as it was sealed"
	}
	return ""
}

// millis is a moment as a column has it.
func millis(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}
