package command

import (
	"slices"

	"turnpost/mail"
	"turnpost/rules"
)

// This file holds the rows of the third table of classify.go.

// What an intent may be for beside a game or invitation of that number.
const (
	// Nobody is whom words are for beside a command that concerns no opponent.
	Nobody int64 = -1
	// Begun is the game that the first challenge of the message begins, Begun-1 that of the
	// second, and so on.
	Begun int64 = -2
)

// aim is what an intent needs to be for.
type aim int

const (
	aimNone     aim = iota
	aimBegun        // the game that it begins
	aimReply        // the game or invitation that it names or that is at hand, if any
	aimSure         // the same, and the writer is asked if there is none
	aimShown        // that of aimReply or of the line above, if any
	aimGame         // that of aimShown, or any other game under way
	aimReceived     // an invitation that the writer received
	aimMade         // an invitation that the writer made
)

// aimOf returns what an intent needs to be for.
func aimOf(in Intent) aim {
	switch in := in.(type) {
	case Play:
		return aimGame
	case Answer:
		switch in.To {
		case mail.AsksStop, mail.AsksForget, mail.AsksLeave, mail.AsksCup:
			return aimNone
		}
		return aimGame
	case Ask:
		if in.Meant {
			return aimReply
		}
	case NeedsProof:
		switch in.Line.Do.(type) {
		case nil, SetConditionals, Draw, Undo, Forgive, Break, Yes, No, AnswerDraw, Resign, Abort, Give, Accept, Decline, Withdraw:
			return aimReply
		}
	case Do:
		switch do := in.Line.Do.(type) {
		case Preview, SetConditionals, Draw, Undo, Forgive, Break, Abort, Give, History, Export, Say, Note, Notes, Publish:
			return aimGame
		case Board:
			if do.Words {
				return aimShown
			}
			return aimGame
		case Resign:
			return aimSure
		case Rematch:
			return aimReply
		case Block:
			if do.Address.Addr == "" && do.Name == "" {
				return aimReply
			}
		case Mute:
			if do.Address.Addr == "" && do.Name == "" {
				return aimReply
			}
		case Rules:
			if do.Game == nil {
				return aimReply
			}
		case Accept, Decline:
			return aimReceived
		case Withdraw:
			return aimMade
		case Challenge:
			if (do.Bot || do.Ladder) && do.Wrong == nil {
				return aimBegun
			}
		}
	}
	return aimNone
}

// aimed is an intent while it is sought what it is for.
type aimed struct {
	Line
	aim  aim
	play *Play // if it is one
	game int64
	// instead is what the line means instead; nil: it stays what it is.
	instead Intent
}

// asks asks the writer instead.
func (a *aimed) asks(code string, candidates ...int64) bool {
	ask := Ask{Code: code, Line: a.Line, Candidates: candidates}
	if len(candidates) > 0 {
		ask.Args = []any{a.Typed}
	}
	a.instead = ask
	return true
}

// course is a message whose lines are gone through to find what they are for.
type course struct {
	*message
	above   int64            // for whom the line above was; 0: there was none yet
	words   int64            // for whom the words above the first such line are
	running []int64          // the games under way, of which those that the message begins are last
	begun   []rules.Game     // the rules of these
	invites bool             // a line invites somebody
	settled map[int64]bool   // the invitations that are answered
	plies   map[int64][]Line // that are played in a game
}

// aims finds what the intents are for.
func (m *message) aims() {
	c := course{message: m, settled: map[int64]bool{}, plies: map[int64][]Line{}}
	for _, g := range m.UnderWay {
		c.running = append(c.running, g.ID)
	}
	for i := range m.lines {
		l := &m.lines[i]
		for j, in := range l.intents {
			l.intents[j], l.aim = c.aims(in)
		}
	}
	for i, in := range m.last {
		m.last[i], _ = c.aims(in)
	}
	if c.words == 0 {
		c.words = Nobody
	}
	for _, l := range m.lines {
		for j, in := range l.intents {
			l.intents[j] = c.talks(in, c.words)
		}
	}
}

// talks returns an intent with whom its words are for, unless that is known.
func (c *course) talks(in Intent, game int64) Intent {
	switch in := in.(type) {
	case Talk:
		if in.Game == 0 {
			in.Game = game
		}
		return in
	case Do:
		for i := range in.Else {
			in.Else[i] = c.talks(in.Else[i], game)
		}
		return in
	}
	return in
}

// aims returns an intent with what it is for, and the row that decided that.
func (c *course) aims(in Intent) (Intent, string) {
	line, ok := LineOf(in)
	if _, talk := in.(Talk); talk || !ok {
		return c.talks(in, c.above), ""
	}
	a, name := aimed{Line: line, aim: aimOf(in)}, ""
	if play, ok := in.(Play); ok {
		a.play = &play
	}
	if a.aim != aimNone {
		i := slices.IndexFunc(addressings, func(row addressing) bool { return row.find(c, &a) })
		name = addressings[i].name
	}
	if a.instead != nil {
		in, a.game = a.instead, 0
	}
	switch to := in.(type) {
	case Play:
		to.Game = a.game
		c.plays(&to)
		in = to
	case Answer:
		to.Game = a.game
		in = to
	case NeedsProof:
		to.Game = a.game
		in = to
	case Ask:
		to.Game = a.game
		in = to
	case Do:
		to.Game = a.game
		c.does(to)
		in = to
	}
	c.speaks(in, a)
	return c.talks(in, c.above), name
}

// plays decides whether a number is one of a list, and whether the ply accepts an invitation.
func (c *course) plays(p *Play) {
	state := c.Games[p.Game]
	if p.Accepts = state.Invited && state.Begins; p.Accepts {
		c.begins(p.Game)
	}
	isPly := func(g rules.Game) bool { return g.HasForm(p.Text) }
	if p.Numbered && slices.ContainsFunc(c.games, isPly) {
		_, r := c.board(p.Game)
		p.Numbered = r == nil || !reads(r, p.Text)
	}
	c.plies[p.Game] = append(c.plies[p.Game], p.Line)
}

// does notes what a command does with games and invitations.
func (c *course) does(do Do) {
	switch did := do.Line.Do.(type) {
	case Accept:
		c.settled[do.Game] = true
		c.begins(do.Game)
	case Decline, Withdraw:
		c.settled[do.Game] = true
	case Challenge:
		c.invites = c.invites || !did.Bot && !did.Ladder
		if do.Game <= Begun {
			c.begun, c.running = append(c.begun, did.Proposed.Game), append(c.running, do.Game)
		}
	}
}

// begins notes that an invitation becomes a game.
func (c *course) begins(game int64) {
	i := 0
	for i < len(c.running) && c.running[i] > 0 && c.running[i] < game {
		i++
	}
	if game > 0 && (i == len(c.running) || c.running[i] != game) {
		c.running = slices.Insert(c.running, i, game)
	}
}

// speaks notes for whom words beside a line are.
func (c *course) speaks(in Intent, a aimed) {
	to := a.Game
	switch in := in.(type) {
	case Play, Answer:
		to = a.game
	case Do:
		switch in.Line.Do.(type) {
		case Block, Rules:
		default:
			if a.game != 0 {
				to = a.game
			}
		}
	}
	if to == 0 && a.Verb == "" {
		to = c.Game
	}
	if to == 0 {
		to = Nobody
	}
	if c.above = to; c.words == 0 {
		c.words = to
	}
}

// board returns the board of a game, and its record after the plies of the lines above; nil if
// it is not under way, nor begun by the message.
func (c *course) board(game int64) (*GameAtHand, *rules.Record) {
	var g *GameAtHand
	switch state := c.Games[game]; {
	case game == 0:
	case game == c.Game && c.Board != nil:
		g = c.Board
	case game <= Begun:
		g = &GameAtHand{Record: rules.NewRecord(c.begun[Begun-game]), Mine: true}
	case state.Invited:
		g = &GameAtHand{Record: rules.NewRecord(state.Rules[0]), Mine: true}
	case slices.ContainsFunc(c.UnderWay, func(r RunningGame) bool { return r.ID == game }):
		g = c.Open(game)
	}
	if g == nil {
		return nil, nil
	}
	r := g.Record
	for _, l := range c.plies[game] {
		next, ok := g.play(r, l)
		if !ok {
			return g, g.Record // all or none are played
		}
		r = next
	}
	return g, r
}

func findBegun(c *course, a *aimed) bool {
	a.game = Begun - int64(len(c.begun))
	return a.aim == aimBegun
}

func findNamed(_ *course, a *aimed) bool {
	a.game = a.Line.Game
	if do, ok := a.Do.(Mute); ok && do.Game != 0 {
		a.game = do.Game
	}
	return a.game != 0
}

func findReply(c *course, a *aimed) bool {
	a.game = c.Game
	return a.game != 0
}

func findClaimed(c *course, a *aimed) bool {
	a.game = c.Claimed
	return a.game != 0 && !c.Proven
}

// atPuzzle reports whether a line of plies that names no game replies to a puzzle.
func (a *aimed) atPuzzle(c *course) bool { return a.play != nil && c.Puzzle != nil }

func findPuzzleNumber(c *course, a *aimed) bool {
	return a.atPuzzle(c) && a.play.Numbered && a.solves()
}

func findSameTurn(c *course, a *aimed) bool {
	if !a.atPuzzle(c) {
		return false
	}
	a.game = c.above
	g, r := c.board(c.above)
	return g != nil && r.Turn() == g.side() && reads(r, a.Args)
}

func findPuzzleOrGame(c *course, a *aimed) bool {
	if !a.atPuzzle(c) || a.play.Question || !c.Puzzle.reads(a.Args) {
		return false
	}
	game := c.firstMeant(a.Args)
	return game != 0 && a.asks("puzzle-or-game", game)
}

func findPuzzle(c *course, a *aimed) bool {
	return a.atPuzzle(c) && (c.Puzzle.reads(a.Args) || !isGame(c.above) && c.firstMeant(a.Args) == 0) && a.solves()
}

// isGame reports whether a number is that of a game, also of one that the message begins.
func isGame(n int64) bool { return n > 0 || n <= Begun }

// firstMeant returns the first game under way in which a text could be meant as a ply, without
// that of the line above; 0 if there is none.
func (c *course) firstMeant(text string) int64 {
	for _, g := range c.UnderWay {
		if g.ID == c.above {
			continue
		}
		if board := c.Open(g.ID); board != nil && board.couldMean(text) {
			return g.ID
		}
	}
	return 0
}

// solves makes the line an answer to the puzzle.
func (a *aimed) solves() bool {
	if a.instead = (SolvePuzzle{Line: a.Line, Text: a.Args}); a.play.Question {
		a.asks("question")
	}
	return true
}

func findAbove(c *course, a *aimed) bool {
	a.game = c.above
	return isGame(a.game) && (a.aim == aimGame || a.aim == aimShown)
}

func findNone(_ *course, a *aimed) bool {
	a.game = 0
	return a.aim == aimReply || a.aim == aimShown
}

func findOnly(c *course, a *aimed) bool {
	fitting := c.fitting(a)
	if a.aim == aimSure || len(fitting) != 1 {
		return false
	}
	a.game = fitting[0]
	return true
}

// fitting returns the games under way, for an undo with those that were resigned and may go on, or,
// for what answers one, the open invitations.
func (c *course) fitting(a *aimed) []int64 {
	if _, undo := a.Do.(Undo); undo {
		return slices.Concat(c.Resigned(), c.running)
	}
	if a.aim != aimReceived && a.aim != aimMade {
		return c.running
	}
	open := slices.DeleteFunc(c.Invitations(a.aim == aimReceived), func(id int64) bool { return c.settled[id] })
	if a.aim == aimMade && c.invites && len(open) == 1 {
		open = append(open, Nobody) // the invitation of this message has no number yet
	}
	return open
}

func findNothing(c *course, a *aimed) bool {
	switch fitting := c.fitting(a); {
	case len(fitting) > 0:
		return false
	case a.aim == aimReceived && a.Game == 0 && c.Leaving == mail.AsksCup:
		return a.asks("answers-cup")
	case a.aim == aimReceived || a.aim == aimMade:
		return a.asks("no-invitation")
	}
	return a.asks("no-games")
}

func findWhich(c *course, a *aimed) bool { return a.asks("which-game", c.fitting(a)...) }
