package notify

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/templates"
	"turnpost/templates/picture"
)

// Teller writes letters. It is safe for concurrent use once its fields are set.
type Teller struct {
	// Name and Mailbox are whom the letters are from.
	Name    string // one line without brackets
	Mailbox auth.ServerAddress
	// PublicURL is where letters are unsubscribed from by one click, without a slash
	// at its end; empty: nowhere.
	PublicURL string
	// Tagged reports whether a letter goes out with a return path of its own.
	Tagged func() bool

	// Words are what letters say.
	Words *templates.Set

	// Painter draws boards, each position once. Several tellers may share one.
	Painter *picture.Painter
}

// New makes a teller who writes with some words, from a mailbox.
func New(words *templates.Set, name string, mailbox auth.ServerAddress) *Teller {
	return &Teller{Name: name, Mailbox: mailbox, Tagged: func() bool { return mailbox.Plus }, Words: words, Painter: picture.NewPainter()}
}

// Begin begins the letters of a transaction, and listens to its events.
func (t *Teller) Begin(tx *club.Tx) (*Letters, error) {
	keys, err := tx.DB.Keys()
	if err != nil {
		return nil, err
	}
	l := &Letters{teller: t, tx: tx, keys: keys}
	tx.Listen(l.onEvent)
	return l, nil
}

// Answer says which letter in the letters answer; without it they answer nobody.
func (l *Letters) Answer(to Answers) { l.answers = &to }

// Compose writes every letter to its last byte but for its pictures, as far as it goes to
// somebody who may be written to. After it nothing more is told.
func (l *Letters) Compose() error {
	if err := l.flush(); err != nil {
		return err
	}
	if err := l.addZoneHint(); err != nil {
		return err
	}
	for _, r := range l.messages {
		goes, err := l.goes(r)
		if err == nil && goes {
			r.bytes, err = l.compose(r)
		}
		if err != nil {
			return fmt.Errorf("letter to player %d: %w", r.to.ID, err)
		}
	}
	l.composed = true
	return nil
}

// Send lays every letter into the outbox; those that are not composed it composes before.
// What came after Compose is an error: it would be in no letter.
func (l *Letters) Send() error {
	if l.addedLate {
		return errors.New("something was to be told after the letters were composed")
	}
	if !l.composed {
		if err := l.Compose(); err != nil {
			return err
		}
	}
	for _, r := range l.messages {
		if r.bytes == nil {
			continue
		}
		if err := l.enqueue(r); err != nil {
			return fmt.Errorf("letter to player %d: %w", r.to.ID, err)
		}
		for game, last := range r.passedOn {
			if err := l.tx.DB.PassedUntil(game, r.to.ID, last); err != nil {
				return err
			}
		}
	}
	return nil
}

// enqueue lays a letter into the outbox, whose number the return path has.
func (l *Letters) enqueue(r *message) (err error) {
	out := *r.bytes
	if out.ID, err = l.tx.DB.Number(out, l.class(r)); err != nil {
		return err
	}
	if l.teller.Tagged() {
		out.Sender = l.teller.Mailbox.ReturnPath(l.keys[0], out.ID)
	}
	_, err = l.tx.DB.EnqueueAs(out, l.class(r))
	return err
}

// Letters are the letters that one transaction brings: at most one to each
// player.
type Letters struct {
	teller  *Teller
	tx      *club.Tx
	keys    [][]byte // the secrets of our tickets, the newest first
	answers *Answers // nil: nobody is answered

	messages   []*message
	games      []*gameNews // of games, in the order in which they were touched
	vacations  []*vacations
	resumed    []club.Resumed
	afterGames []func() error        // adds what stands behind the games: of tournaments
	answered   []*templates.Answered // what the other sides of invitations read of their end
	leaving    bool                  // between club.Leaving and club.Left
	zoneHint   *templates.ZoneHint   // for the answer; nil: none
	composed   bool                  // nothing more is told
	addedLate  bool                  // something was all the same
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

// message is the one letter that a transaction brings to one player.
type message struct {
	to      db.Player
	text    templates.Letter
	receipt *templates.Receipt

	about    subject
	passedOn map[int64]int64 // by game: the last talk of the opponent's that it tells
	actors   []int64         // the players, besides its reader, whose acts it carries

	question *question   // about what is quarantined; nil: it asks nothing
	address  *db.Address // it goes to this address of the player's and asks about it

	changed      []string         // the settings of which it tells that they were changed
	pictures     []pendingPicture // boards that the letter may show as pictures
	ended        []*club.Table    // games that end with this letter
	last         bool             // none follows until its reader writes
	puzzleSecond int64            // that by which it is known, if it is of no game; 0: that of its moment

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
func (l *Letters) to(p db.Player) *message {
	l.addedLate = l.addedLate || l.composed
	for _, r := range l.messages {
		if r.to.ID == p.ID && r.address == nil {
			return r
		}
	}
	r := newMessage(p)
	l.messages = append(l.messages, r)
	return r
}

func newMessage(p db.Player) *message {
	return &message{to: p, text: templates.Letter{Reader: p.Name}, passedOn: map[int64]int64{}}
}

// add puts a section into the letter.
func (r *message) add(sec templates.Section) *message {
	r.text.Sections = append(r.text.Sections, sec)
	return r
}

// of says which game the letter belongs to.
func (r *message) of(t *club.Table) *message {
	a := &r.about
	if a.table != nil && a.table.Game.ID != t.Game.ID || a.invitation != nil && a.invitation.ID != t.Game.ID {
		a.several = true
	}
	a.table = t
	return r
}

// ofInvitation says which invitation the letter belongs to.
func (r *message) ofInvitation(i db.Invitation) *message {
	a := &r.about
	if a.table != nil && a.table.Game.ID != i.ID || a.invitation != nil && a.invitation.ID != i.ID {
		a.several = true
	}
	a.invitation = &i
	return r
}

// alone says that the letter belongs to no thread.
func (r *message) alone() *message {
	r.about.several = true
	return r
}

// aside returns the letter to a player for what has nothing to do with a game. In
// an answer to a letter about one it stays in that game's thread, so that the next
// answer belongs there as well.
func (l *Letters) aside(p db.Player) *message {
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
func (l *Letters) answersTo(r *message) bool {
	return l.answers != nil && r.to.ID == l.answers.Writer && r.address == nil
}

// kind names a letter for statistics: the kind of its first section.
func (r *message) kind() string {
	if len(r.text.Sections) == 0 {
		return "receipt"
	}
	return templates.Kind(r.text.Sections[0])
}

// empty reports whether a letter was only addressed and never filled: it is none.
func (r *message) empty() bool { return len(r.text.Sections) == 0 && r.receipt == nil }

// Receipt says in the letter to its writer what was made of theirs.
func (l *Letters) Receipt(p db.Player, receipt *templates.Receipt) { l.to(p).receipt = receipt }

// Sections counts what the letter to a player holds so far besides the receipt.
func (l *Letters) Sections(p db.Player) int {
	if i := l.begun(p); i >= 0 {
		return len(l.messages[i].text.Sections)
	}
	return 0
}

// Begun reports whether there is a letter to a player, perhaps an empty one.
func (l *Letters) Begun(p db.Player) bool { return l.begun(p) >= 0 }

// Count is how many letters are begun.
func (l *Letters) Count() int { return len(l.messages) }

// Drop takes the letter to a player back.
func (l *Letters) Drop(p db.Player) {
	if i := l.begun(p); i >= 0 {
		l.messages = slices.Delete(l.messages, i, i+1)
	}
}

// begun is the place of the letter to a player, or -1.
func (l *Letters) begun(p db.Player) int {
	return slices.IndexFunc(l.messages, func(r *message) bool { return r.to.ID == p.ID && r.address == nil })
}

// Asks reports whether a player's letter asks about what is quarantined, or about a pause.
func (l *Letters) Asks(p db.Player) bool {
	i := l.begun(p)
	return i >= 0 && (l.messages[i].question != nil || l.messages[i].last)
}
