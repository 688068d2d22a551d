package notify

import (
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/templates"
)

// Letters are the letters that one transaction brings: at most one to each
// player.
type Letters struct {
	teller  *Teller
	tx      *club.Tx
	keys    [][]byte // the secrets of our tickets, the newest first
	answers *Answers // nil: nobody is answered

	letters   []*letter
	games     []*news // of games, in the order in which they were touched
	vacations []*vacations
	resumed   []club.Resumed
	behind    []func() error        // adds what stands behind the games: of tournaments
	answered  []*templates.Answered // what the other sides of invitations read of their end
	leaving   bool                  // between club.Leaving and club.Left
	zoneHint  *templates.ZoneHint   // for the answer; nil: none
	composed  bool                  // nothing more is told
	late      bool                  // something was all the same
}

// Answers is the letter in that is answered.
type Answers struct {
	Writer int64 // who is taken to have written it
	Letter int64 // its number
	// Stranger says that it came from another address than the writer's.
	Stranger bool
	// Proven says that it is proven to be the writer's.
	Proven  bool
	Subject string
	// MessageID is its own, and Refers whether it refers to letters, by their ids or
	// by a ticket. Game is the game of that ticket.
	MessageID string
	Refers    bool
	Game      int64
}

// letter is the one letter that a transaction brings to one player.
type letter struct {
	to      db.Player
	text    templates.Letter
	receipt *templates.Receipt

	about subject
	heard map[int64]int64 // by game: the last talk of the opponent's that it tells
	acts  []int64         // the players, besides its reader, whose acts it carries

	question *question   // about what is quarantined; nil: it asks nothing
	address  *db.Address // it goes to this address of the player's and asks about it

	changed  []string      // the settings of which it tells that they were changed
	sketches []sketch      // boards that the letter may show as pictures
	ended    []*club.Table // games that end with this letter
	last     bool          // none follows until its reader writes
	second   int64         // that by which it is known, if it is of no game; 0: that of its moment

	announced string // the subject of what the operator announces; "": nothing

	bytes *db.Outgoing // what goes into the outbox; nil: it is not composed, or does not go
}

// question is what a letter asks about a letter that nothing proves.
type question struct {
	quarantine int64     // the number of what is quarantined
	shown      bool      // the letter shows what is quarantined
	at         time.Time // as of when its answer counts; zero: now
}

// subject is what a letter is about: nothing, one game, or one invitation. A letter
// about several games belongs to no thread.
type subject struct {
	table      *club.Table
	invitation *db.Invitation
	several    bool
	digest     bool // a digest is in it, which has a thread of its own
	following  bool // it is about games that its reader follows, which have one too
}

// to returns the letter to a player, begun if need be.
func (l *Letters) to(p db.Player) *letter {
	l.late = l.late || l.composed
	for _, r := range l.letters {
		if r.to.ID == p.ID && r.address == nil {
			return r
		}
	}
	r := newLetter(p)
	l.letters = append(l.letters, r)
	return r
}

func newLetter(p db.Player) *letter {
	return &letter{to: p, text: templates.Letter{Reader: p.Name}, heard: map[int64]int64{}}
}

// add puts a section into the letter.
func (r *letter) add(sec templates.Section) *letter {
	r.text.Sections = append(r.text.Sections, sec)
	return r
}

// of says which game the letter belongs to.
func (r *letter) of(t *club.Table) *letter {
	a := &r.about
	if a.table != nil && a.table.Game.ID != t.Game.ID || a.invitation != nil && a.invitation.ID != t.Game.ID {
		a.several = true
	}
	a.table = t
	return r
}

// ofInvitation says which invitation the letter belongs to.
func (r *letter) ofInvitation(i db.Invitation) *letter {
	a := &r.about
	if a.table != nil && a.table.Game.ID != i.ID || a.invitation != nil && a.invitation.ID != i.ID {
		a.several = true
	}
	a.invitation = &i
	return r
}

// alone says that the letter belongs to no thread.
func (r *letter) alone() *letter {
	r.about.several = true
	return r
}

// aside returns the letter to a player for what has nothing to do with a game. In
// an answer to a letter about one it stays in that game's thread, so that the next
// answer belongs there as well.
func (l *Letters) aside(p db.Player) *letter {
	r := l.to(p)
	if t := l.atHand(); t != nil && t.Side(p.ID) != 0 {
		r.of(t)
	}
	return r
}

// atHand is the game that the letter which is answered replies in, or nil.
func (l *Letters) atHand() *club.Table {
	if l.answers == nil || l.answers.Game == 0 {
		return nil
	}
	t, err := l.tx.Table(l.answers.Game)
	if err != nil || t.Side(l.answers.Writer) == 0 {
		return nil
	}
	return t
}

// answersTo reports whether a letter answers its reader's own.
func (l *Letters) answersTo(r *letter) bool {
	return l.answers != nil && r.to.ID == l.answers.Writer && r.address == nil
}

// kind names a letter for statistics: the kind of its first section.
func (r *letter) kind() string {
	if len(r.text.Sections) == 0 {
		return "receipt"
	}
	return templates.Kind(r.text.Sections[0])
}

// empty reports whether a letter was only addressed and never filled: it is none.
func (r *letter) empty() bool { return len(r.text.Sections) == 0 && r.receipt == nil }
