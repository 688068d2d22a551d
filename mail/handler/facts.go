package handler

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/command"
	"turnpost/rules"
	"turnpost/templates"
)

// facts is what is known about a message that is being answered: who wrote it, what it replies
// to, and the games, invitations and questions that it may be about. What the database says is
// looked up when it is needed. Nothing here changes anything.
type facts struct {
	handler *Handler
	tx      *club.Tx
	in      db.Incoming
	message *mail.Message
	writer  Writer
	lang    string // in which its lines are read

	// me and running cache the writer and the writer's games under way. Every event of the club
	// empties them (observation.go).
	me      *db.Player
	running *[]db.Game

	opened map[int64]*club.Game // the writer's games that were opened

	puzzle         *analysis.AskedPuzzle // in the message that it replies to, if that was looked up
	puzzleLookedUp bool
}

// player returns the writer as they are now.
func (f *facts) player() (db.Player, error) {
	if f.me == nil {
		p, err := f.tx.DB.Player(f.writer.Player)
		if err != nil {
			return p, fmt.Errorf("the writer: %w", err)
		}
		f.me = &p
	}
	return *f.me, nil
}

// runningGames returns the writer's games under way, by number.
func (f *facts) runningGames() ([]db.Game, error) {
	if f.running == nil {
		games, err := f.tx.DB.GamesOf(f.writer.Player, false, mostRunning)
		if err != nil {
			return nil, err
		}
		f.running = &games
	}
	return *f.running, nil
}

// mostRunning is how many of the writer's games under way are considered for a line that
// names none.
const mostRunning = 100

// invitation returns an invitation by its number, or nil if the player has no part in it, or if
// the message means another one.
func (f *facts) invitation(id, player int64) (*db.Invitation, error) {
	if f.isLostGame(id) {
		return nil, nil
	}
	return f.tx.Invitation(id, player)
}

// isLostGame reports whether the message replies in a game that was lost, and a number is that of
// the game. It does nothing in the game that has the number now.
func (f *facts) isLostGame(id int64) bool {
	return f.writer.ReplyToken.LostGame && f.writer.ReplyToken.Game == id
}

// noSuchGameRefusal refuses a command for a game that does not exist.
func (f *facts) noSuchGameRefusal(id int64) *club.Refusal {
	if f.isLostGame(id) {
		return club.Refuse("lost-game", id)
	}
	return club.Refuse("no-such-game", id)
}

// errNoSuchGame says that the writer plays no game of that number.
var errNoSuchGame = errors.New("no such game")

// openGame opens a game of the writer's; errNoSuchGame if there is none of that number. A game is
// opened once, so that all that the message does in it is seen by all.
func (f *facts) openGame(id int64) (*club.Game, error) {
	if g := f.opened[id]; g != nil {
		return g, nil
	}
	if f.isLostGame(id) {
		return nil, errNoSuchGame
	}
	g, err := f.tx.Game(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && g.Side(f.writer.Player) == rules.None {
		return nil, errNoSuchGame
	}
	if err != nil {
		return nil, err
	}
	f.opened[id] = g
	return g, nil
}

// gameAtHand returns the game that the message replies in; nil if there is none.
func (f *facts) gameAtHand() *club.Game {
	if f.writer.ReplyToken.Game == 0 {
		return nil
	}
	g, err := f.openGame(f.writer.ReplyToken.Game)
	if err != nil {
		return nil
	}
	return g
}

// gameRow returns the row of a game.
func (f *facts) gameRow(id int64) (db.Game, error) {
	if g := f.opened[id]; g != nil {
		return g.Row, nil
	}
	return f.tx.DB.Game(id)
}

// rulesOn returns the rules of that name as a game begins on some terms, or none.
func (f *facts) rulesOn(name, terms string) []rules.Game {
	g, err := f.handler.Club.RulesOn(name, terms)
	if err != nil {
		return nil
	}
	return []rules.Game{g}
}

// seenBoard returns the state of the game that the writer had seen.
func (f *facts) seenBoard() club.SeenBoard { return seenBoardOf(f.writer.ReplyToken) }

func seenBoardOf(t auth.ReplyToken) club.SeenBoard {
	switch {
	case t.Secret == "":
		return club.SeenBoard{}
	case t.Game == 0: // then Ply is a time
		return club.SeenBoard{Moment: time.Unix(t.Ply, 0)}
	}
	return club.SeenBoard{Game: t.Game, Ply: int(t.Ply), Undone: t.Undone, Lost: t.LostBoard}
}

// parentID returns the Message-ID of the one message that this one replies to, or "".
func (f *facts) parentID() string {
	if len(f.message.InReplyTo) != 1 {
		return ""
	}
	return f.message.InReplyTo[0]
}

// parentTime returns when our message was written that this one replies to, if that was about
// no game, which is how a puzzle in it is known; 0 if there is none.
func (f *facts) parentTime() int64 {
	t := f.writer.ReplyToken
	if !f.writer.Proven || t.Secret == "" || t.Game != 0 || t.Quarantine != 0 {
		return 0
	}
	return t.Ply
}

// parentDate returns when the message about no game was written that is replied to; zero if that is
// unknown.
func parentDate(t auth.ReplyToken) time.Time {
	if t.Secret == "" || t.Game != 0 {
		return time.Time{}
	}
	return time.Unix(t.Ply, 0)
}

// writtenAt returns when the message of ours was written that this one replies to; zero if that is not known. If
// several have its reply token, and the reply does not say to which it is, it is the first.
func (f *facts) writtenAt() (time.Time, error) {
	out, err := f.tx.DB.MessageByMessageID(f.parentID())
	if err == nil && out.Player == f.writer.Player {
		return out.CreatedAt, nil
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return time.Time{}, err
	}
	switch t := f.writer.ReplyToken; {
	case t.Secret == "":
		return time.Time{}, nil
	case t.Game == 0:
		return parentDate(t), nil
	default:
		return f.tx.DB.FirstWith(t.String())
	}
}

// lastMessageAbout returns the last message about a game to the writer; zero if there is none.
func (f *facts) lastMessageAbout(game int64) (db.Outgoing, error) {
	ids, err := f.tx.DB.ThreadIDs(f.writer.Player, game, 1)
	if err != nil || len(ids) == 0 {
		return db.Outgoing{}, err
	}
	return f.tx.DB.MessageByMessageID(ids[len(ids)-1])
}

// puzzleAtHand returns the puzzle in the message that this one replies to; nil if there is
// none. Messages about one game have none.
func (f *facts) puzzleAtHand() (*analysis.AskedPuzzle, error) {
	if f.puzzleLookedUp || f.parentTime() == 0 {
		return f.puzzle, nil
	}
	asked, err := analysis.PuzzleIn(f.tx, f.writer.Player, f.parentTime())
	if err == nil {
		f.puzzle, f.puzzleLookedUp = asked, true
	}
	return asked, err
}

// hasManyWords reports whether a message has as many words as the texts of autoresponders.
func (f *facts) hasManyWords() bool {
	return len(strings.Fields(strings.Join(f.message.Lines, " "))) > fewWords
}

// repliesToPauseNotice reports whether the message replies to the one that began the writer's pause, which
// says what a stop costs. It is about no game, and dated: an older one did not say so.
func (f *facts) repliesToPauseNotice() (bool, error) {
	t := f.writer.ReplyToken
	if !f.writer.Paused || t.Secret == "" || t.Game != 0 {
		return false, nil
	}
	pause, err := f.tx.DB.OpenBounce(f.writer.Player)
	return err == nil && t.Ply >= pause.From.Unix(), err
}

// helpOn returns the explanation of one command, or of all if verb is empty.
func (f *facts) helpOn(p db.Player, verb command.Verb) *templates.Help {
	return f.handler.reader.Help(verb, p.Lang, f.writer.First)
}
