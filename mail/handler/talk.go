package handler

import (
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/notify"
	"turnpost/templates"
)

// talk is the words of a message, and for whom each line is.
type talk struct {
	*facts
	*receipt
	*gatherer
	doubts  bool // the writer is asked whether a line was meant
	lines   []talkLine
	secrets secrets // of the writer
}

// talkLine is a line of words and the game whose opponent it is for, or command.Nobody.
type talkLine struct {
	line string
	game int64
}

// allTalk returns all lines of talk.
func (t *talk) allTalk() []string { return t.talkLines(func(int64) bool { return true }) }

// talkLines returns the talk for the games that want accepts.
func (t *talk) talkLines(want func(game int64) bool) []string {
	var lines []string
	for _, l := range t.lines {
		if want(t.gameNumber(l.game)) {
			lines = append(lines, l.line)
		}
	}
	return lines
}

// storeWords stores what the writer says in each game, before any message about it is composed:
// the words of commands, and the talk beside the lines about that game. Other talk is for
// nobody, and the writer is told so.
func (t *talk) storeWords() error {
	speaks := func(o *orders) bool { return !o.failed && (o.changesGame() || len(o.said) > 0) }
	if !t.receipt.acted && !slices.ContainsFunc(t.games, speaks) {
		return nil
	}
	heard := map[int64]bool{}
	for _, o := range t.games {
		id := o.game.Row.ID
		heard[id] = true
		if o.failed {
			continue
		}
		text, last := t.ownWordsCut(t.wordsFor(o))
		if text == "" {
			t.noteAllSaid(o)
			continue
		}
		silent, err := club.Refused(club.Say(t.tx, o.game, o.me, o.trial.Record.Len(), text))
		if err != nil {
			return err
		}
		if o.spoke = silent == nil; silent != nil {
			if silent.Code == "robot-deaf" && len(o.said) == 0 {
				t.receipt.Deaf = true
				continue
			}
			t.receipt.Problems = append(t.receipt.Problems, notify.Problem("", silent))
			continue
		}
		t.noteAllSaid(o)
		t.noteCut(last)
		for _, said := range o.said {
			if said.implied == nil {
				continue
			}
			if err := t.countWords(said.implied); err != nil {
				return err
			}
		}
	}
	for _, id := range t.messages.EndedInvitations() {
		heard[id] = true
		if err := t.passOnWithInvitation(id); err != nil {
			return err
		}
	}
	t.receipt.Unheard = t.wordsToPassOn(t.talkLines(func(game int64) bool { return !heard[game] })) != ""
	return nil
}

// wordsFor returns what a message says to the opponent in a game.
func (t *talk) wordsFor(o *orders) []string {
	if !t.writer.Proven {
		return nil
	}
	lines := t.talkLines(func(game int64) bool { return game == o.game.Row.ID })
	for _, said := range o.said {
		lines = append(append(lines, ""), said.words...)
	}
	return lines
}

// returnWords returns words to the writer, as a command to send, if the move or command beside
// them was not carried out.
func (t *talk) returnWords() {
	if t.doubts {
		return // words and question may be one sentence
	}
	for _, o := range t.games {
		if !o.failed && (t.receipt.acted || o.changesGame() || len(o.said) > 0 || len(t.receipt.Problems) == 0) {
			continue
		}
		text := strings.Join(strings.Fields(t.ownWords(t.wordsFor(o))), " ")
		if deaf := club.BotLevelOf(o.game.Player(o.me.Opponent())) > 0; deaf || text == "" {
			t.receipt.Deaf = t.receipt.Deaf || text != ""
			continue
		}
		game := o.game.Row.ID
		if game == t.writer.ReplyToken.Game {
			game = 0
		}
		t.receipt.Back = append(t.receipt.Back, templates.WordsBack{Game: game, Words: text})
	}
}

// noteAllSaid notes that all commands with words for a game are carried out.
func (t *talk) noteAllSaid(o *orders) {
	for _, said := range o.said {
		t.noteDone(said.command)
	}
}

// passOnWithInvitation passes on what the writer says to the other player of an invitation that has
// ended, unless that player has muted the writer.
func (t *talk) passOnWithInvitation(invitation int64) error {
	text := t.wordsToPassOn(t.talkLines(func(game int64) bool { return game == invitation }))
	i, err := t.invitation(invitation, t.writer.Player)
	if err != nil || i == nil || text == "" {
		return err
	}
	other, err := t.tx.DB.Player(i.Other(t.writer.Player))
	if err != nil {
		return err
	}
	silent, err := t.tx.RefusesWords(other.ID, t.writer.Player)
	if err != nil {
		return err
	}
	if silent {
		t.receipt.Problems = append(t.receipt.Problems, notify.Problem("", club.Refuse("silent", other.Name)))
		return nil
	}
	if i.Challenger == t.writer.Player {
		if text, err = t.withdrawalWords(other, text); err != nil {
			return err
		}
	}
	t.receipt.PassedOn = append(t.receipt.PassedOn, t.messages.WordsTo(invitation, text)...)
	return nil
}

// withdrawalWords returns the words that may go with a withdrawn invitation: the same as with the
// invitation itself, or advertisements would come this way.
func (t *talk) withdrawalWords(to db.Player, text string) (string, error) {
	from, err := t.player()
	if err != nil {
		return "", err
	}
	kept, unlinked, cut, err := club.WordsFor(t.tx, from, to, text)
	if unlinked || cut {
		t.receipt.Problems = append(t.receipt.Problems, notify.Problem("", club.Refuse("words-few", club.MaxWords)))
	}
	return kept, err
}

// passOnWords sends words to the opponent, and tells the writer whether they go now, wait for the
// next message about the game, or do not go.
func (t *talk) passOnWords(o *orders) error {
	if !o.spoke {
		return nil
	}
	amid := len(o.lines) > 0 && o.game.AmidTurn(o.me)
	opponent, how, err := t.messages.PassOn(o.game, o.me, len(o.said) > 0, amid)
	r := t.receipt
	switch how {
	case notify.PassedNow:
		r.PassedOn = append(r.PassedOn, opponent.Name)
	case notify.Waits:
		r.Waits = append(r.Waits, opponent.Name)
	default:
		r.Unreached = append(r.Unreached, opponent.Name)
	}
	return err
}
