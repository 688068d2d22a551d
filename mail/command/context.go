package command

import (
	"slices"
	"strings"

	"turnpost/mail"
	"turnpost/rules"
)

// Context is what is known about a message and its writer before its lines are classified.
// It is a value: nothing in it uses a database.
type Context struct {
	Lang   string // the writer's
	Proven bool   // the message is proven to be the writer's
	First  bool   // it is the first from this address

	// Subject holds the lines of the subject, unless it is the subject of a message of ours.
	Subject []Line
	// Old are lines that may be of an old message. Unwrapped says that no mail program has
	// broken the lines.
	Old       []string
	Unwrapped bool
	// OnlyHTML says that the lines are of the HTML of a message whose plain text says something
	// else.
	OnlyHTML bool
	// Quoted are lines of a quote that may be the writer's, and OurSubject what the writer may
	// have added to the subject of a message of ours.
	Quoted, OurSubject []Line
	// Ticked are moves of a quoted list that seem to be marked with a sign.
	Ticked []string
	// LeftOut are lines of a signature that are not among the lines.
	LeftOut []string
	// Unread says why nothing was read of a message that holds something; see
	// mail.Message.
	Unread string

	// Automatic says that a program may have written the message: a list or Exchange has marked it, or
	// it reads like a note of absence. No words pass without a command then.
	Automatic bool

	// Reply says that the message replies to one of ours, and Game which game or invitation
	// that was about; 0: none. Board is the board of that game, if it is under way. Puzzle is
	// the puzzle in a message of ours about no game.
	Reply  bool
	Game   int64
	Board  *GameAtHand
	Puzzle *PuzzleAtHand

	// Asks is what the message of ours asks that this one replies to.
	Asks mail.AskedQuestion

	// Confirming says that the message comes from an address that was asked whether it is a
	// player's second one.
	Confirming bool
	// Leaving is what the writer was asked, about no game, and has not answered yet: AsksStop,
	// AsksForget, AsksLeave, AsksCup, or AsksUnknown for nothing. The message that asked may be another.
	Leaving mail.Question
	// Quarantine is our question about a quarantined message that this one answers; nil if
	// it answers none.
	Quarantine *AskedQuarantine
	// Questions are lines about which the writer was asked whether they were meant, the
	// newest first.
	Questions []AskedLine

	// Claimed is the game or invitation of a reply token that is another's; 0: none.
	Claimed int64

	// Games holds what is known about Game and about the numbers that lines name (see
	// [Numbers]), and UnderWay the writer's games under way, by number.
	Games    map[int64]KnownGame
	UnderWay []RunningGame
	// Open returns the board of one of UnderWay. Few messages need it.
	Open func(game int64) *GameAtHand
	// Invitations returns the open invitations that the writer received, or else made, by
	// number. Few messages need it.
	Invitations func(received bool) []int64

	// Resigned returns the games that the writer has resigned and can take back, by number. Few
	// messages need it.
	Resigned func() []int64

	// Called reports whether a name, or its beginning, is that of a player whom the writer may block or mute, or
	// for VerbUnblock, whether the writer has blocked somebody of that name. Few messages need it.
	Called func(verb Verb, name string) bool

	// Most is how many commands and plies the message may hold.
	Most int
}

// KnownGame is what is known about a game or invitation.
type KnownGame struct {
	Rules   []rules.Game // one, or none if there is no such game
	Yours   bool         // the writer's, as a player or as one side of the invitation
	Invited bool         // an invitation that the writer can accept
	Begins  bool         // and then moves first
	// Offer is what the opponent offers in a game; AsksUnknown if nothing.
	Offer mail.Question
}

// RunningGame is a game under way of the writer.
type RunningGame struct {
	ID      int64
	Rules   rules.Game
	Offered bool // the opponent offers something
}

// GameAtHand is a game of the writer, as it was before the message: the one in which it
// replies, or one that is looked at.
type GameAtHand struct {
	Record *rules.Record
	Mine   bool // the writer is to move
	// Numbered says that the message replies to one that numbers the plies.
	Numbered bool
	// Stale says that the message replies to one of ours that is older than the board:
	// nothing in it can be played.
	Stale bool
	Over  bool // by a resignation, or otherwise
	// Lately says that the game is over, but not for longer than words alone still pass.
	Lately bool
	// Opponent is the name of the opponent who reads the writer's words; "" for a bot.
	Opponent string
	// Since says that plies were played after our message was written that this one replies to.
	Since bool
}

// PuzzleAtHand is the puzzle to which the message replies.
type PuzzleAtHand struct {
	Record *rules.Record // begins with its position, and reads plies in the writer's language; nil if the puzzle is gone
}

// AskedQuarantine is a question of ours about a quarantined message.
type AskedQuarantine struct {
	ID    int64 // of the quarantined message
	Shown bool  // the question showed it; else it asked whether to show it
	// Waiting is all that is quarantined in the writer's name now, the newest first.
	Waiting []Quarantined
}

// AskedLine is a line about which the writer was asked whether it was meant.
type AskedLine struct {
	ID      int64
	Line    Line
	Replied bool // the message replies to that question
	Stands  bool // and no later message of the game went to the writer
}

// Numbers returns the numbers of games and invitations that lines name, as "#12" does.
func Numbers(lines []Line) (ids []int64) {
	for _, l := range lines {
		if l.Game != 0 && !slices.Contains(ids, l.Game) {
			ids = append(ids, l.Game)
		}
	}
	return ids
}

// play plays a line on a record of the game, if all of it can be played there.
func (g *GameAtHand) play(r *rules.Record, l Line) (*rules.Record, bool) {
	if !g.Mine || g.Stale || r.Turn() != g.Record.Turn() {
		return r, false
	}
	n, number := listNumber(l.Args)
	if _, err := r.Parse(l.Args); number && err != nil {
		legal := listed(r.Position())
		if !g.Numbered || !rules.Numbered(r.Position()) || r.Len() > g.Record.Len() || n < 1 || n > len(legal) {
			return r, false
		}
		next := r.Clone()
		return next, next.Play(legal[n-1]) == nil
	}
	next, err := rules.PlayLine(r, joined(l.Args, l.lang))
	return next, err == nil && next.Len() > r.Len() // "move" alone plays nothing
}

// side returns the writer's.
func (g *GameAtHand) side() rules.Side {
	if g.Mine {
		return g.Record.Turn()
	}
	return g.Record.Turn().Opponent()
}

// moved reports whether the writer has made a ply.
func (g *GameAtHand) moved() bool {
	for n := range g.Record.Len() {
		if g.Record.At(n).Turn() == g.side() {
			return true
		}
	}
	return false
}

// couldMean reports whether a text can be meant as one ply: it is one now, or was one when the
// writer was last to move, if the writer had not seen what was played since.
func (g *GameAtHand) couldMean(text string) bool {
	n := g.Record.Len()
	if !g.Mine {
		if !g.Since {
			return false
		}
		for n--; n >= 0 && g.Record.At(n).Turn() != g.side(); n-- {
		}
	}
	return n >= 0 && reads(g.Record.Until(n), text)
}

// reads reports whether a whole text is one legal ply.
func reads(r *rules.Record, text string) bool {
	_, err := r.Parse(text)
	return err == nil
}

// plies returns the plies of a record that g.Record does not have.
func (g *GameAtHand) plies(r *rules.Record) []rules.Move { return r.Plies()[g.Record.Len():] }

// joinedPlies returns plies as one line.
func joinedPlies(plies []rules.Move) string {
	out := make([]string, len(plies))
	for i, ply := range plies {
		out[i] = string(ply)
	}
	return strings.Join(out, " ")
}

// listed returns the legal plies in the order of the list, whether it is numbered or not.
func listed(p rules.Position) (legal []rules.Move) {
	for _, g := range rules.Groups(p) {
		legal = append(legal, g.Moves...)
	}
	return legal
}
