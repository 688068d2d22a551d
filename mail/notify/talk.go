package notify

import (
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// SayOutcome is what becomes of a player's words to the opponent.
type SayOutcome int

const (
	PassedNow SayOutcome = iota // with a message of this transaction
	Waits                       // for the next message about the game
	Unreached                   // not at all: the game is over, and the opponent gets no messages
)

// PassOn sends a player's words in a game to an opponent who gets no other message about it
// now. In a running game it does so if the words came by command, the opponent wants every
// message, and at most once an hour in all their games. amid says that the message's plies
// belong to a turn that is not over: the message about the whole turn will have the words.
// After the end of the game no other message will come, so the words are sent to every
// opponent who gets messages at all.
func (m *Messages) PassOn(g *club.Game, side rules.Side, byCommand, amid bool) (opponent db.Player, how SayOutcome,
	err error) {
	opponent = g.Opponent(side)
	theirs := m.inGame(opponent, g)
	goes, err := m.goesTo(opponent)
	if err != nil {
		return opponent, Waits, err
	}
	goes = goes && opponent.Address != ""
	waiting, err := m.unheard(theirs, g)
	switch {
	case err != nil:
		return opponent, Waits, err
	case g.Over() && !goes:
		return opponent, Unreached, nil
	case len(waiting) == 0 && goes:
		return opponent, PassedNow, nil
	case !goes, len(waiting) == 0:
		return opponent, Waits, nil
	}
	if !g.Over() {
		n, err := m.tx.DB.TalkedAlone(g.Player(side).ID, opponent.ID, m.tx.Now().Add(-club.TalkEvery))
		if err != nil || n > 0 || !byCommand || amid || opponent.Messages != db.MessagesEvery {
			return opponent, Waits, err
		}
	}
	text, err := m.hearTalk(theirs, g)
	theirs.of(g).by(g.Player(side)).add(said(g, side.Opponent(), text))
	return opponent, PassedNow, err
}

// said is what a side reads that the other said.
func said(g *club.Game, reader rules.Side, text string) *templates.OpponentWords {
	return &templates.OpponentWords{
		Game: g.Row.ID, Title: g.Rules.Title, Author: g.Opponent(reader).Name, Message: text,
		YourMove: g.Turn() == reader, Over: g.Turn() == rules.None,
	}
}

// hearTalk returns the words in a game that wait for a message's reader and are not in the
// message yet, and notes that the message passes them on.
func (m *Messages) hearTalk(r *message, g *club.Game) (string, error) {
	unheard, err := m.unheard(r, g)
	texts := make([]string, len(unheard))
	for i, talk := range unheard {
		texts[i], r.passedOn[g.Row.ID] = talk.Text, talk.ID
	}
	return strings.Join(texts, "\n\n"), err
}

// unheard is the words in a game that wait for a message's reader and are not in the message
// yet.
func (m *Messages) unheard(r *message, g *club.Game) ([]db.Talk, error) {
	waiting, err := m.tx.DB.Waiting(g.Row.ID, r.to.ID)
	if err == nil && len(waiting) > 0 {
		silent, err := m.tx.RefusesWords(r.to.ID, waiting[0].Author)
		if silent || err != nil {
			return nil, err
		}
	}
	for len(waiting) > 0 && waiting[0].ID <= r.passedOn[g.Row.ID] {
		waiting = waiting[1:]
	}
	return waiting, err
}

// Limits of notes.
const (
	ShownNotes = 3   // in each message to their author about the game
	AllNotes   = 200 // that a player may keep in one game
)

// Notes adds the last notes of a player on a game, so many at most, unless the board in the
// message shows them; after those that are published.
func (m *Messages) Notes(g *club.Game, side rules.Side, most int) error {
	m.showPublishedNotes(m.newsOf(g))
	mine := m.to(g.Player(side))
	shows := func(sec templates.Section) bool {
		turn, ok := sec.(*templates.Turn)
		return ok && turn.Game == g.Row.ID && most <= ShownNotes
	}
	if most == 0 || slices.ContainsFunc(mine.text.Sections, shows) {
		return nil
	}
	notes, err := m.tx.DB.Notes(g.Row.ID, mine.to.ID)
	if err != nil {
		return err
	}
	mine.of(g).add(&templates.Notes{Game: g.Row.ID, Title: g.Rules.Title, Notes: lastNotes(notes, most),
		All:   len(notes) <= most,
		Shown: published(notes), Opponent: g.Opponent(side).Name})
	return nil
}

// showPublishedNotes shows the notes on a game that were published, once.
func (m *Messages) showPublishedNotes(n *gameNews) {
	for _, e := range n.published {
		m.notesPublished(e)
	}
	n.published = nil
}

// notesPublished shows notes to their author and to the opponent.
func (m *Messages) notesPublished(e club.NotesPublished) {
	g, author, opponent := e.Game, e.Game.Player(e.By), e.Game.Player(e.By.Opponent())
	sec := templates.Notes{Game: g.Row.ID, Title: g.Rules.Title, Notes: lastNotes(e.Notes, AllNotes),
		Author: author.Name, Published: true, All: true}
	mine, theirs := sec, sec
	mine.You, mine.Opponent = true, g.Opponent(e.By).Name
	theirs.Author = g.Opponent(e.By.Opponent()).Name
	m.to(author).of(g).add(&mine)
	m.inGame(opponent, g).of(g).add(&theirs).by(author)
}

// published says how many of a player's notes were published: "" for none, all, or some if
// others were made since.
func published(notes []db.Note) string {
	private := func(n db.Note) bool { return !n.Published }
	switch {
	case !slices.ContainsFunc(notes, func(n db.Note) bool { return n.Published }):
		return ""
	case slices.ContainsFunc(notes, private):
		return "some"
	}
	return "all"
}

// lastNotes are the last notes, so many at most, as a section shows them.
func lastNotes(notes []db.Note, most int) []templates.Note {
	var out []templates.Note
	for _, n := range notes[max(0, len(notes)-most):] {
		out = append(out, templates.Note{Ply: n.Ply, Text: n.Text})
	}
	return out
}

// mostWords is for how many games a message passes on waiting words. In other games they wait
// for the next message about the game.
const mostWords = 10

// addWords adds the words that wait for the reader and are not in the message yet.
func (m *Messages) addWords(r *message) error {
	games, err := m.tx.DB.WordsFor(r.to.ID, mostWords)
	if err != nil {
		return err
	}
	for _, g := range games {
		game, err := m.tx.Game(g)
		if err != nil {
			return err
		}
		text, err := m.hearTalk(r, game)
		if err != nil {
			return err
		}
		if text != "" {
			r.of(game).by(game.Player(game.Side(r.to.ID).Opponent())).add(said(game, game.Side(r.to.ID), text))
		}
	}
	return nil
}
