package command

import (
	"slices"

	"turnpost/rules"
)

// Context is what is known of a message and its writer before its lines are classified.
// It is a value: nothing in it asks a database.
type Context struct {
	Lang   string // the writer's
	Proven bool   // the message is proven to be the writer's
	First  bool   // nobody ever wrote from this address

	// Subject is the subject's lines, where it is none of ours.
	Subject []Line
	// Old are lines that may be of an old message. Unwrapped says that the lines end
	// where their writer ended them.
	Old       []string
	Unwrapped bool
	// Ticked are moves beside which a sign seems to be set in a list that the message
	// quotes.
	Ticked []string
	// Unread says why nothing was read of a message that holds something; see
	// mail.Letter.
	Unread string

	// Reply says that the message replies to one of ours, and Game to which game or
	// invitation; 0: to none. Board is that game's board, if the game is under way.
	// Puzzle is the puzzle in a message of ours that is about no game.
	Reply  bool
	Game   int64
	Board  *GameAtHand
	Puzzle *PuzzleAtHand

	// Confirming says that the message comes from an address which was asked whether it
	// is a player's.
	Confirming bool
	// Leaving says that the writer was asked whether they mean to leave.
	Leaving bool
	// Quarantine is our message about what is quarantined that this one answers; nil:
	// none.
	Quarantine *AskedQuarantine
	// Questions are the lines of which the writer was asked whether they were meant, the
	// newest first.
	Questions []AskedLine

	// Games holds Game and the numbers that lines name; see [Numbers]. Others are the
	// rules of the writer's games under way.
	Games  map[int64]State
	Others []rules.Game

	// Most is how many commands and plies the message may hold.
	Most int
}

// State is what is known of a game or invitation.
type State struct {
	Rules   []rules.Game // its one game; none: there is no such game
	Invited bool         // an invitation that the writer can accept
	Offered bool         // a game in which the other side offers something
}

// GameAtHand is a game under way in which the message replies, before the message.
type GameAtHand struct {
	Record *rules.Record
	Mine   bool // the writer is to move
	// Numbered says that the message replies to one with a numbered list of the plies.
	Numbered bool
	// Stale says that the message replies to an older one of ours: nothing of it can be
	// played.
	Stale bool
}

// PuzzleAtHand is a puzzle to which the message replies.
type PuzzleAtHand struct {
	Game     rules.Game
	Position rules.Position // nil: the puzzle is gone
}

// AskedQuarantine is a message of ours about one that is quarantined.
type AskedQuarantine struct {
	ID    int64 // of what it was about
	Shown bool  // it showed what is quarantined; else it asked whether to
	// Waiting is what is quarantined of the writer by now, the newest first.
	Waiting []Quarantined
}

// AskedLine is a line that the writer was asked about before this message.
type AskedLine struct {
	ID      int64
	Line    Line
	Replied bool // the message answers the one that asked
	Stands  bool // and no later message of the game went to the writer
}

// Numbers are the games and invitations that lines name, as "#12" does.
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
		if !g.Numbered || r.Len() > g.Record.Len() || n < 1 || n > len(legal) {
			return r, false
		}
		next := r.Clone()
		return next, next.Play(legal[n-1]) == nil
	}
	next, err := rules.PlayLine(r, Joined(l.Args))
	return next, err == nil
}

// plies are those of a record that were played since the message came.
func (g *GameAtHand) plies(r *rules.Record) []rules.Move { return r.Plies()[g.Record.Len():] }

// listed are the legal plies in the order of the list.
func listed(p rules.Position) (legal []rules.Move) {
	for _, g := range rules.Groups(p) {
		legal = append(legal, g.Moves...)
	}
	return legal
}
