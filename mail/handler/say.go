package handler

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode/utf8"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

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
	if do.Name != "" {
		return a.noteOutcome(c, club.MuteNamed(a.tx, me.ID, do.Name, do.Off))
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

// refuseRepeatedWords reports whether words that no command says are not passed on to the opponent: the
// same words went there before, or the writer's mailbox has sent enough today. Two programs that
// answer each other through us then stop; a person sends them after all by a tap, which is offered
// twice. It returns the digest by which these words are known once they have been passed on.
func (a *answer) refuseRepeatedWords(o *orders, said []string) (digest []byte, too bool, err error) {
	text := strings.Join(strings.Fields(a.ownWords(said)), " ")
	other, limits := o.game.Player(o.me.Opponent()), a.handler.Limits
	since := a.tx.Now().Add(-limits.SameTalk)
	digest = wordsDigest("words", other.ID, text)
	same, err := a.tx.DB.NotifiedSame(a.writer.Player, digest, since)
	if err != nil {
		return nil, false, err
	}
	all, _, err := a.tx.DB.Told(a.writer.Player, db.CountedWords, a.tx.Now().Add(-day))
	if err != nil {
		return nil, false, err
	}
	refusal := club.Refuse("said-before", other.Name)
	switch {
	case same > 0:
	case all >= limits.WordsADay:
		refusal = club.Refuse("said-today")
	default:
		return digest, false, nil
	}
	refused := wordsDigest("refused", other.ID, text)
	if same, err = a.tx.DB.NotifiedSame(a.writer.Player, refused, since); err != nil || same > 1 {
		return nil, true, err
	}
	p := notify.Problem(a.current.Line.Text, refusal)
	if utf8.RuneCountInString(text) <= command.MaxSaidAfter {
		p.Say = text
	}
	a.receipt.hints = append(a.receipt.hints, p)
	return nil, true, a.countWords(refused)
}

// wordsDigest is a digest of words to a player.
func wordsDigest(what string, to int64, text string) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s to %d: %s", what, to, forComparison(strings.ToLower(text)))
	return h.Sum(nil)[:digestSize]
}
