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

// Notifier composes messages. It is safe for concurrent use once its fields are set.
type Notifier struct {
	// Name and Mailbox are the sender of the messages.
	Name    string // one line without brackets
	Mailbox auth.ServerAddress
	// PublicURL is where one click unsubscribes, without a slash at its end; empty: nowhere.
	PublicURL string
	// Tagged reports whether each message has a return path of its own.
	Tagged func() bool

	// Program returns the name of the external engine that plays a game for bots; "" if none does.
	Program func(game string) string

	// Words are the words of messages.
	Words *templates.Catalogues

	// Nonce, if not nil, returns what made the Message-ID with a reply token unique when the
	// message was first written; empty if that is not known. Only a replay sets it.
	Nonce func(tx *db.Tx, token string) (string, error)

	// Painter draws boards, each position once. It may be shared.
	Painter *picture.Painter
}

// New makes a Notifier that sends from a mailbox.
func New(words *templates.Catalogues, name string, mailbox auth.ServerAddress) *Notifier {
	return &Notifier{Name: name, Mailbox: mailbox, Tagged: func() bool { return mailbox.Plus }, Words: words,
		Program: func(string) string { return "" }, Painter: picture.NewPainter()}
}

// Begin begins the messages of a transaction, and listens to its events.
func (t *Notifier) Begin(tx *club.Tx) (*Messages, error) {
	keys, err := tx.DB.Keys()
	if err != nil {
		return nil, err
	}
	l := &Messages{notifier: t, tx: tx, keys: keys}
	tx.Listen(l.onEvent)
	return l, nil
}

// Keys returns the secrets of our tokens, the newest first.
func (m *Messages) Keys() [][]byte { return m.keys }

// Answer says which incoming message these answer. Without it they answer none.
func (m *Messages) Answer(to AnsweredMessage) { m.answers = &to }

// Compose writes every message to its last byte except for its pictures, if its reader may be
// written to. Nothing may be added after it.
func (m *Messages) Compose() error {
	if err := m.flush(); err != nil {
		return err
	}
	m.addNamed()
	if err := m.addHints(); err != nil {
		return err
	}
	for _, r := range m.messages {
		r.arrange()
		m.chooseTopic(r)
		goes, err := m.goes(r)
		if err == nil && goes {
			r.bytes, err = m.compose(r)
		}
		if err != nil {
			return fmt.Errorf("message to player %d: %w", r.to.ID, err)
		}
	}
	m.composed = true
	return m.err
}

// Send puts every message into the outbox, and composes those that are not composed yet. An
// event after Compose is an error: it would be in no message.
func (m *Messages) Send() error {
	if m.addedLate {
		return errors.New("an event came after the messages were composed")
	}
	if !m.composed {
		if err := m.Compose(); err != nil {
			return err
		}
	}
	for _, r := range m.messages {
		if r.bytes == nil {
			continue
		}
		if err := m.enqueue(r); err != nil {
			return fmt.Errorf("message to player %d: %w", r.to.ID, err)
		}
		for game, last := range r.passedOn {
			if err := m.tx.DB.PassedUntil(game, r.to.ID, last); err != nil {
				return err
			}
		}
	}
	return nil
}

// enqueue puts a message into the outbox. Its number there is part of its return path.
func (m *Messages) enqueue(r *message) (err error) {
	out := *r.bytes
	if out.ID, err = m.tx.DB.Number(out, m.class(r)); err != nil {
		return err
	}
	if m.notifier.Tagged() {
		out.Sender = m.notifier.Mailbox.ReturnPath(m.keys[0], out.ID)
	}
	_, err = m.tx.DB.EnqueueAs(out, m.class(r))
	return err
}

// Messages are the messages that one transaction causes: at most one to each player or, where
// another player's message causes them, one to each player and game.
type Messages struct {
	notifier *Notifier
	tx       *club.Tx
	keys     [][]byte         // the secrets of our tokens, the newest first
	answers  *AnsweredMessage // nil: nobody is answered

	messages   []*message
	games      []*gameNews // of games, in the order in which they were touched
	vacations  []*vacations
	resumed    []club.MessagesResumed
	afterGames []func() error                  // adds what stands behind the games: of tournaments
	answered   []*templates.InvitationAnswered // what the other sides of invitations read about their end
	acted      bool                            // something happened, and not only an answer was asked for
	leaving    bool                            // between club.PlayerLeaving and club.PlayerLeft
	named      []club.NameReplaced             // who was given another name than they wanted
	textHint   bool                            // plain text is suggested in the answer
	zoneHint   *templates.ZoneHint             // for the answer; nil: none
	composed   bool                            // nothing may be added any more
	addedLate  bool                            // something was all the same
	err        error                           // of knownTo
}

// AnsweredMessage is the incoming message that is answered.
type AnsweredMessage struct {
	Writer  int64 // who is taken to have written it
	Message int64 // its number
	// Stranger says that it came from an address that is not the writer's.
	Stranger bool
	// Proven says that it is proven to be the writer's.
	Proven  bool
	Subject string
	// MessageID is its own. Refers says that it refers to messages of ours, by their ids or by
	// a reply token. Game is the game of that token.
	MessageID string
	Refers    bool
	Game      int64
}

// message is the one message of a transaction to one player.
type message struct {
	to      db.Player
	text    templates.Message
	receipt *templates.Receipt

	about    subject
	topic    *topic          // of a message of no game; nil: it has the reader's own subject
	passedOn map[int64]int64 // by game: the last words of the opponent that it passes on
	actors   []int64         // the players, besides its reader, whose acts it carries

	asksLine bool              // it asks whether a line was meant, and a yes in reply carries it out
	question *question         // about what is quarantined; nil: it asks nothing
	address  *db.SecondAddress // it goes to this address of the player's and asks about it

	changed      []string         // the settings that it says were changed
	unseen       []string         // the running tournaments of a player whose games are private now
	pictures     []pendingPicture // boards that it may show as pictures
	ended        []*club.Game     // games that end with this message
	last         bool             // none follows until its reader writes
	puzzleSecond int64            // that by which it is known, if it is of no game; 0: that of its moment

	announced string // the subject of what the operator announces; "": nothing

	bytes *db.Outgoing // what goes into the outbox; nil: it is not composed, or does not go
}

// question is what a message asks about a quarantined message.
type question struct {
	quarantine int64     // the number of what is quarantined
	shown      bool      // the message shows what is quarantined
	at         time.Time // as of when its answer counts; zero: now
}

// subject is what a message is about: nothing, one game, or one invitation. A message about
// several games belongs to no thread.
type subject struct {
	game       *club.Game
	invitation *db.Invitation
	several    bool
	digest     bool // a digest is in it, which has a thread of its own
	following  bool // it is about games that its reader follows, which have one too
}

// to returns the message to a player, and begins it if there is none.
func (m *Messages) to(p db.Player) *message {
	m.addedLate = m.addedLate || m.composed
	for _, r := range m.messages {
		if r.to.ID == p.ID && r.address == nil {
			return r
		}
	}
	r := newMessage(p)
	m.messages = append(m.messages, r)
	return r
}

// inGame returns the message to a player about a game, and begins it if there is none. What another
// player's message does to several games stays in the threads of these games: a reply to
// it then belongs to one of them. Of a player who leaves, each opponent hears once.
func (m *Messages) inGame(p db.Player, g *club.Game) *message {
	if m.answers == nil || m.leaving || p.ID == m.answers.Writer {
		return m.to(p)
	}
	m.addedLate = m.addedLate || m.composed
	for _, r := range m.messages {
		if r.to.ID == p.ID && r.address == nil && r.about.mayBeOf(g) {
			return r
		}
	}
	r := newMessage(p)
	m.messages = append(m.messages, r)
	return r
}

// mayBeOf reports whether a message about a game may be about this one.
func (s subject) mayBeOf(g *club.Game) bool {
	return !s.several && !s.digest && !s.following && (s.game == nil || s.game.Row.ID == g.Row.ID) &&
		(s.invitation == nil || s.invitation.ID == g.Row.ID)
}

func newMessage(p db.Player) *message {
	return &message{to: p, text: templates.Message{Reader: p.Name}, passedOn: map[int64]int64{}}
}

// add adds a section.
func (r *message) add(sec templates.Section) *message {
	r.text.Sections = append(r.text.Sections, sec)
	return r
}

// of says which game the message belongs to.
func (r *message) of(g *club.Game) *message {
	a := &r.about
	if a.game != nil && a.game.Row.ID != g.Row.ID || a.invitation != nil && a.invitation.ID != g.Row.ID {
		a.several = true
	}
	a.game = g
	return r
}

// ofInvitation says which invitation the message belongs to.
func (r *message) ofInvitation(i db.Invitation) *message {
	a := &r.about
	if a.game != nil && a.game.Row.ID != i.ID || a.invitation != nil && a.invitation.ID != i.ID {
		a.several = true
	}
	a.invitation = &i
	return r
}

// alone says that the message belongs to no thread.
func (r *message) alone() *message {
	r.about.several = true
	return r
}

// aside returns the message to a player, for a section that has nothing to do with a game. An
// answer to a message about a game stays in the thread of that game, so that the next reply
// belongs there as well.
func (m *Messages) aside(p db.Player) *message {
	r := m.to(p)
	if g := m.atHand(); g != nil && g.Side(p.ID) != 0 {
		r.of(g)
	}
	return r
}

// atHand is the game of the thread in which the answered message replies, or nil.
func (m *Messages) atHand() *club.Game {
	if m.answers == nil || m.answers.Game == 0 {
		return nil
	}
	g, err := m.tx.Game(m.answers.Game)
	if err != nil || g.Side(m.answers.Writer) == 0 {
		return nil
	}
	return g
}

// answersTo reports whether a message answers its own reader.
func (m *Messages) answersTo(r *message) bool {
	return m.answers != nil && r.to.ID == m.answers.Writer && r.address == nil
}

// kind names a message for statistics: the kind of its first section.
func (r *message) kind() string {
	if len(r.text.Sections) == 0 {
		return "receipt"
	}
	return templates.Kind(r.text.Sections[0])
}

// empty reports whether a message was begun and never filled. It is not sent.
func (r *message) empty() bool { return len(r.text.Sections) == 0 && r.receipt == nil }

// Receipt says, in the message to a player, what was made of their own message.
func (m *Messages) Receipt(p db.Player, receipt *templates.Receipt) { m.to(p).receipt = receipt }

// AsksLine says that the answer to a player asks whether a line was meant, and that a yes in
// reply carries it out.
func (m *Messages) AsksLine(p db.Player) { m.to(p).asksLine = true }

// Sections counts the sections of the message to a player, without the receipt.
func (m *Messages) Sections(p db.Player) int {
	if i := m.begun(p); i >= 0 {
		return len(m.messages[i].text.Sections)
	}
	return 0
}

// Begun reports whether there is a message to a player, perhaps an empty one.
func (m *Messages) Begun(p db.Player) bool { return m.begun(p) >= 0 }

// Count is the number of messages.
func (m *Messages) Count() int { return len(m.messages) }

// Drop removes the message to a player.
func (m *Messages) Drop(p db.Player) {
	if i := m.begun(p); i >= 0 {
		m.messages = slices.Delete(m.messages, i, i+1)
	}
}

// begun is the index of the message to a player, or -1.
func (m *Messages) begun(p db.Player) int {
	return slices.IndexFunc(m.messages, func(r *message) bool { return r.to.ID == p.ID && r.address == nil })
}

// Asks reports whether the message to a player asks about a quarantined message, or about a
// pause.
func (m *Messages) Asks(p db.Player) bool {
	i := m.begun(p)
	return i >= 0 && (m.messages[i].question != nil || m.messages[i].last)
}
