package handler

import (
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
	"turnpost/templates"
)

// talk is the words of a message, and for whom each line is.
type talk struct {
	lines   []talkLine
	secrets secrets // of the writer
}

// talkLine is a line of words and the game whose opponent it is for, or command.Nobody.
type talkLine struct {
	line string
	game int64
}

// allTalk returns all lines of talk.
func (a *answer) allTalk() []string { return a.talkFor(func(int64) bool { return true }) }

// talkFor returns the talk for the games that want accepts.
func (a *answer) talkFor(want func(game int64) bool) []string {
	var lines []string
	for _, l := range a.talk.lines {
		if want(a.gameNumber(l.game)) {
			lines = append(lines, l.line)
		}
	}
	return lines
}

// storeWords stores what the writer says in each game, before any message about it is composed:
// the words of commands, and the talk beside the lines about that game. Other talk is for
// nobody, and the writer is told so.
func (a *answer) storeWords() error {
	a.returnWords()
	speaks := func(o *orders) bool { return !o.failed && (o.changesGame() || len(o.said) > 0) }
	if a.leaving != "" || !a.receipt.acted && !slices.ContainsFunc(a.games, speaks) {
		return nil
	}
	heard := map[int64]bool{}
	for _, o := range a.games {
		id := o.game.Row.ID
		heard[id] = true
		if o.failed {
			continue
		}
		text, last := a.ownWordsCut(a.wordsFor(o))
		if text == "" {
			a.noteAllSaid(o)
			continue
		}
		silent, err := club.Refused(club.Say(a.tx, o.game, o.me, o.trial.Record.Len(), text))
		if err != nil {
			return err
		}
		if o.spoke = silent == nil; silent != nil {
			if silent.Code == "robot-deaf" && len(o.said) == 0 {
				a.receipt.Deaf = true
				continue
			}
			a.receipt.Problems = append(a.receipt.Problems, notify.Problem("", silent))
			continue
		}
		a.noteAllSaid(o)
		a.noteCut(last)
		for _, said := range o.said {
			if said.implied == nil {
				continue
			}
			if err := a.countWords(said.implied); err != nil {
				return err
			}
		}
	}
	for _, id := range a.messages.EndedInvitations() {
		heard[id] = true
		if err := a.passOnWithInvitation(id); err != nil {
			return err
		}
	}
	a.receipt.Unheard = a.wordsToPassOn(a.talkFor(func(game int64) bool { return !heard[game] })) != ""
	return nil
}

// wordsFor returns what a message says to the opponent in a game.
func (a *answer) wordsFor(o *orders) []string {
	if !a.writer.Proven {
		return nil
	}
	lines := a.talkFor(func(game int64) bool { return game == o.game.Row.ID })
	for _, said := range o.said {
		lines = append(append(lines, ""), said.words...)
	}
	return lines
}

// returnWords returns words to the writer, as a command to send, if the move or command beside
// them was not carried out.
func (a *answer) returnWords() {
	if a.doubts {
		return // words and question may be one sentence
	}
	for _, o := range a.games {
		if !o.failed && (a.receipt.acted || o.changesGame() || len(o.said) > 0 || len(a.receipt.Problems) == 0) {
			continue
		}
		text := strings.Join(strings.Fields(a.ownWords(a.wordsFor(o))), " ")
		if deaf := club.BotLevelOf(o.game.Player(o.me.Opponent())) > 0; deaf || text == "" {
			a.receipt.Deaf = a.receipt.Deaf || text != ""
			continue
		}
		game := o.game.Row.ID
		if game == a.writer.ReplyToken.Game {
			game = 0
		}
		a.receipt.Back = append(a.receipt.Back, templates.WordsBack{Game: game, Words: text})
	}
}

// noteAllSaid notes that all commands with words for a game are carried out.
func (a *answer) noteAllSaid(o *orders) {
	for _, said := range o.said {
		a.noteDone(said.command)
	}
}

// passOnWithInvitation passes on what the writer says to the other player of an invitation that has
// ended, unless that player has muted the writer.
func (a *answer) passOnWithInvitation(invitation int64) error {
	text := a.wordsToPassOn(a.talkFor(func(game int64) bool { return game == invitation }))
	i, err := a.invitation(invitation, a.writer.Player)
	if err != nil || i == nil || text == "" {
		return err
	}
	other, err := a.tx.DB.Player(i.Other(a.writer.Player))
	if err != nil {
		return err
	}
	silent, err := a.tx.RefusesWords(other.ID, a.writer.Player)
	if err != nil {
		return err
	}
	if silent {
		a.receipt.Problems = append(a.receipt.Problems, notify.Problem("", club.Refuse("silent", other.Name)))
		return nil
	}
	if i.Challenger == a.writer.Player {
		if text, err = a.withdrawalWords(other, text); err != nil {
			return err
		}
	}
	a.receipt.PassedOn = append(a.receipt.PassedOn, a.messages.WordsTo(invitation, text)...)
	return nil
}

// withdrawalWords returns the words that may go with a withdrawn invitation: the same as with the
// invitation itself, or advertisements would come this way.
func (a *answer) withdrawalWords(to db.Player, text string) (string, error) {
	from, err := a.player()
	if err != nil {
		return "", err
	}
	kept, unlinked, cut, err := club.WordsFor(a.tx, from, to, text)
	if unlinked || cut {
		a.receipt.Problems = append(a.receipt.Problems, notify.Problem("", club.Refuse("words-few", club.MaxWords)))
	}
	return kept, err
}

// passOnWords sends words to the opponent, and tells the writer whether they go now, wait for the
// next message about the game, or do not go.
func (a *answer) passOnWords(o *orders) error {
	if !o.spoke {
		return nil
	}
	amid := len(o.lines) > 0 && o.game.AmidTurn(o.me)
	opponent, how, err := a.messages.PassOn(o.game, o.me, len(o.said) > 0, amid)
	r := &a.receipt
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

// carryOutTalking carries out the commands about words and notes.
func (a *answer) carryOutTalking(in command.Do) error {
	c := in.Line
	if do, ok := c.Do.(command.Mute); ok {
		return a.mutePlayer(in, do)
	}
	o, err := a.ordersFor(c, in.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	switch do := c.Do.(type) {
	case command.Notes:
		a.noteDone(c)
		o.notes = notify.AllNotes
	case command.Say:
		said := append([]string{do.Text}, a.takeWordsBelow()...)
		if a.wordsToPassOn(said) == "" {
			a.refuse(c, club.Refuse("usage", "say"))
			return nil
		}
		var implied []byte
		if do.Implied {
			var again bool
			if implied, again, err = a.refuseRepeatedWords(o, said); again || err != nil {
				return err
			}
		}
		o.said = append(o.said, saying{c, said, implied})
	case command.Note:
		text, last := a.ownWordsCut(append([]string{do.Text}, a.takeWordsBelow()...))
		if text == "" {
			a.refuse(c, club.Refuse("usage", "note"))
			return nil
		}
		if err = club.Note(a.tx, o.game, o.me, o.trial.Record.Len(), text); err == nil {
			o.notes = max(o.notes, notify.ShownNotes)
			a.noteCut(last)
		}
		return a.noteOutcome(c, err)
	case command.Publish:
		o.publish = &c // the game may end by this message
	}
	return nil
}

// mutePlayer mutes or unmutes a player.
func (a *answer) mutePlayer(in command.Do, do command.Mute) error {
	c := in.Line
	me, err := a.player()
	if err != nil {
		return err
	}
	act := club.Mute
	if do.Off {
		act = club.Unmute
	}
	if do.Address.Addr != "" {
		if a.handler.identity.Is(do.Address.Addr) {
			a.refuse(c, club.Refuse("mute-whom"))
			return nil
		}
		other, _, err := club.PlayerAt(a.tx, do.Address.Addr, mail.Key(do.Address.Addr), do.Address.Name, me.Lang)
		if err != nil {
			return err
		}
		return a.noteOutcome(c, act(a.tx, me.ID, other.ID, true))
	}
	i, err := a.invitation(in.Game, me.ID)
	if err != nil {
		return err
	}
	if i == nil || i.Other(me.ID) == 0 {
		// A writer who has muted only one player means that one.
		if who, err := a.tx.DB.Mutes(me.ID); err != nil {
			return err
		} else if do.Off && len(who) == 1 {
			met, err := a.tx.DB.Met(me.ID, who[0].ID)
			if err != nil {
				return err
			}
			return a.noteOutcome(c, club.Unmute(a.tx, me.ID, who[0].ID, !met))
		}
		a.refuse(c, club.Refuse("mute-whom"))
		return nil
	}
	return a.noteOutcome(c, act(a.tx, me.ID, i.Other(me.ID), false))
}
