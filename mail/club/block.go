package club

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
)

// Block refuses all invitations and words of another player from now on, and declines open
// invitations. Running games go on without words. The other player is not told. It holds
// between the two mailboxes, whatever their subaddresses, as Mute does. byAddress says that the
// player knows the other by address, and perhaps by no name.
func Block(tx *Tx, player, other int64, byAddress bool) error {
	if player == other {
		return Refuse("block-yourself")
	}
	e := Blocked{ByAddress: byAddress}
	var err error
	if e.Player, e.Other, err = two(tx, player, other); err != nil {
		return err
	}
	if BotLevelOf(e.Other) > 0 {
		return Refuse("robot-silent")
	}
	if e.Already, err = tx.DB.Blocked(player, other); err != nil {
		return err
	}
	if err := tx.DB.Block(player, other); err != nil {
		return err
	}
	mine, theirs, err := mailboxes(tx, player, other)
	if err != nil {
		return err
	}
	for _, me := range mine {
		open, err := tx.DB.OpenInvitations(me)
		if err != nil {
			return err
		}
		for _, i := range open {
			if i.Invitee == me && slices.Contains(theirs, i.Challenger) {
				e.Declined = append(e.Declined, i)
			}
		}
		running, err := tx.DB.GamesOf(me, false, -1)
		if err != nil {
			return err
		}
		for _, g := range running {
			if slices.Contains(theirs, g.Black) || slices.Contains(theirs, g.White) {
				e.Running++
			}
		}
	}
	// Blocked comes before the events of the invitations, so that the message to the player
	// starts with it.
	if err := tx.Emit(e); err != nil {
		return err
	}
	for _, i := range e.Declined {
		if err := endInvitation(tx, i, i.Invitee, db.InvitationDeclined, true); err != nil {
			return err
		}
	}
	return nil
}

// Unblock takes back the block of another player, whom the player calls by said: by the name by which they know
// them, perhaps with the number of a game behind it as the settings write it, or by address. The address does not
// find somebody whom they know by name alone, since that would show whose it is. Everybody else is refused in the
// same words, whether or not there is such a player.
func Unblock(tx *Tx, player int64, said string, address bool) error {
	found, err := blocksCalled(tx, player, said, address)
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return Refuse("unblock-nobody", said)
	case len(found) > 1:
		return Refuse("unblock-whom")
	}
	return unblock(tx, player, found[0].Player, address)
}

// UnblockPlayer is Unblock for the opponent in a game or an invitation; other is 0 without one, and then means the
// only player whom the player has blocked.
func UnblockPlayer(tx *Tx, player, other int64) error {
	if other != 0 {
		p, err := tx.DB.Player(other)
		if err == nil {
			p, err = tx.KnownTo(player, p)
		}
		if err != nil {
			return err
		}
		blocked, err := tx.DB.Blocked(player, other)
		switch {
		case err != nil:
			return err
		case !blocked && p.Address == "": // forgotten
			return Refuse("unblock-whom")
		case !blocked:
			return Refuse("unblock-nobody", p.Name)
		}
		return unblock(tx, player, p, false)
	}
	blocks, err := blocksOf(tx, player)
	if err != nil {
		return err
	}
	if len(blocks) != 1 {
		return Refuse("unblock-whom")
	}
	name, _, err := tx.NameKnown(blocks[0].by, blocks[0].Player)
	if err != nil {
		return err
	}
	return unblock(tx, player, blocks[0].Player, name == "")
}

// blocked is a player whom another one has blocked.
type blocked struct {
	by int64
	db.Player
}

// blocksOf lists whom the mailbox of a player has blocked, each once.
func blocksOf(tx *Tx, player int64) (all []blocked, err error) {
	mine, err := tx.DB.Mailbox(player)
	if err != nil {
		return nil, err
	}
	for _, me := range mine {
		others, err := tx.DB.Blocks(me)
		if err != nil {
			return nil, err
		}
		for _, o := range others {
			listed := func(b blocked) bool { return b.ID == o.ID }
			if o.ID != me && !slices.ContainsFunc(all, listed) { // one's own is the operator's block
				all = append(all, blocked{me, o})
			}
		}
	}
	return all, nil
}

// blocksCalled lists those of blocksOf whom the player calls by said; see Unblock.
func blocksCalled(tx *Tx, player int64, said string, address bool) (found []blocked, err error) {
	all, err := blocksOf(tx, player)
	if err != nil {
		return nil, err
	}
	called, number, numbered := strings.Cut(said, " (#")
	for _, b := range all {
		name, nameOnly, err := tx.NameKnown(b.by, b.Player)
		if err != nil {
			return nil, err
		}
		meant := !address && name != "" && db.PlainName(name) == db.PlainName(called)
		if meant && numbered {
			games, err := tx.DB.Between(b.by, b.ID)
			if err != nil {
				return nil, err
			}
			meant = slices.ContainsFunc(games, func(g db.Game) bool { return fmt.Sprintf("%d)", g.ID) == number })
		}
		if address && !nameOnly {
			key, err := tx.DB.AddressKey(b.ID)
			if err != nil {
				return nil, err
			}
			meant = db.MailboxOf(key) == db.MailboxOf(said)
		}
		if meant {
			found = append(found, b)
		}
	}
	return found, nil
}

// HasBlocked reports whether a player has blocked somebody whom they call so; see Unblock.
func HasBlocked(tx *Tx, player int64, name string) (bool, error) {
	found, err := blocksCalled(tx, player, name, false)
	return len(found) > 0, err
}

func unblock(tx *Tx, player int64, other db.Player, byAddress bool) error {
	e := Blocked{Other: other, ByAddress: byAddress, Off: true}
	var err error
	if e.Player, err = tx.DB.Player(player); err != nil {
		return err
	}
	if e.Other, err = tx.KnownTo(player, other); err != nil {
		return err
	}
	if err := tx.DB.Unblock(player, other.ID); err != nil {
		return err
	}
	if e.Muted, err = tx.DB.Muted(player, other.ID); err != nil {
		return err
	}
	if err := acceptsWordsAgain(tx, player, other.ID); err != nil {
		return err
	}
	return tx.Emit(e)
}

// NameKnown returns the name by which a player knows another one: whom they have met, who has invited them, whom
// they challenged by name, or whom they found by name to block or mute them. It is empty if they know an address
// alone. nameOnly is whether they do not know the address.
func (tx *Tx) NameKnown(player int64, other db.Player) (name string, nameOnly bool, err error) {
	met, err := tx.DB.Met(player, other.ID)
	if err != nil {
		return "", false, err
	}
	_, mine, err := tx.DB.HasInvited(player, other.ID)
	invited, theirs, wrong := tx.DB.HasInvited(other.ID, player)
	if err = errors.Join(err, wrong); err != nil {
		return "", false, err
	}
	if met || mine || invited {
		known, err := tx.KnownTo(player, other)
		return known.Name, mine || theirs, err
	}
	names, err := tx.DB.KnownAs(player)
	return names[other.ID], names[other.ID] != "", err
}

// BlockNamed is Block for a player who is found by name; see [FindPlayer].
func BlockNamed(tx *Tx, player int64, name string) error {
	return againstNamed(tx, player, name, func(other int64) error { return Block(tx, player, other, false) })
}

// BlockKnown is Block for somebody whose name the player has read, and whose address they may not know.
func BlockKnown(tx *Tx, player, other int64) error {
	p, err := tx.DB.Player(other)
	if err != nil {
		return err
	}
	return againstKnown(tx, player, p, func(other int64) error { return Block(tx, player, other, false) })
}

// MuteNamed is Mute, or Unmute if off is set, for a player who is found by name; see [FindPlayer].
func MuteNamed(tx *Tx, player int64, name string, off bool) error {
	return againstNamed(tx, player, name, func(other int64) error {
		if off {
			return Unmute(tx, player, other, false)
		}
		return Mute(tx, player, other, false)
	})
}

// againstNamed does something against a player of a name, by which the other one knows them as long as it holds.
func againstNamed(tx *Tx, player int64, name string, do func(other int64) error) error {
	p, err := FindPlayer(tx, player, name, db.FindMet)
	if err != nil {
		return err
	}
	return againstKnown(tx, player, p, do)
}

// againstKnown does something against a player, and keeps the name by which the other one knows them.
func againstKnown(tx *Tx, player int64, p db.Player, do func(other int64) error) error {
	if err := do(p.ID); err != nil || p.ID == player {
		return err
	}
	if refuses, err := tx.RefusesWords(player, p.ID); err != nil || !refuses {
		return err
	}
	return tx.DB.NoteKnownAs(player, p.ID, p.Name)
}

// mailboxes lists the players of the mailboxes of two.
func mailboxes(tx *Tx, one, other int64) (first, second []int64, err error) {
	if first, err = tx.DB.Mailbox(one); err != nil {
		return nil, nil, err
	}
	second, err = tx.DB.Mailbox(other)
	return first, second, err
}

// Mute refuses the words of another player in all games, and nothing else. The other learns of
// it when they write some. byAddress says that the player knows the other by address, and
// perhaps by no name.
func Mute(tx *Tx, player, other int64, byAddress bool) error {
	return mute(tx, player, other, byAddress, false, tx.DB.Mute)
}

// Unmute accepts the words of another player again. Refused words are not delivered later.
func Unmute(tx *Tx, player, other int64, byAddress bool) error {
	return mute(tx, player, other, byAddress, true, tx.DB.Unmute)
}

func mute(tx *Tx, player, other int64, byAddress, off bool, set func(player, other int64) error) error {
	if player == other {
		return Refuse("mute-yourself")
	}
	e := Muted{ByAddress: byAddress, Off: off}
	var err error
	if e.Player, e.Other, err = two(tx, player, other); err != nil {
		return err
	}
	if BotLevelOf(e.Other) > 0 {
		return Refuse("robot-silent")
	}
	if err := set(player, other); err != nil {
		return err
	}
	if off {
		if err := acceptsWordsAgain(tx, player, other); err != nil {
			return err
		}
	}
	return tx.Emit(e)
}

// RefusesWords reports whether a player accepts no words from another, whom they blocked or muted.
func (tx *Tx) RefusesWords(player, from int64) (bool, error) {
	silent, err := tx.DB.Blocked(player, from)
	if err == nil && !silent {
		silent, err = tx.DB.Muted(player, from)
	}
	return silent, err
}

// RestoreBlock makes a block again that a restored backup has lost. It emits no event, since the
// player was told when they blocked.
func RestoreBlock(tx *Tx, player, other int64) error { return tx.DB.Block(player, other) }

// BlockByOperator excludes a mailbox from the server: no message from there is read and none is
// sent there. Open invitations end without an event. Games go on until their clocks run out.
func BlockByOperator(tx *Tx, player int64) error {
	if blocked, err := tx.DB.OperatorBlocked(player); err != nil {
		return err
	} else if blocked {
		return ErrNothingToDo
	}
	all, err := tx.DB.Mailbox(player)
	if err != nil {
		return err
	}
	for _, id := range all {
		if err := shutOut(tx, id); err != nil {
			return err
		}
	}
	if err := tx.DB.OperatorBlock(player); err != nil {
		return err
	}
	for _, id := range all {
		if err := tx.Emit(OperatorBlocked{id}); err != nil {
			return err
		}
	}
	return nil
}

// shutOut ends a player's open invitations, and withholds messages to them.
func shutOut(tx *Tx, player int64) error {
	// Locking the games waits for transactions that may still write to the player.
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		if _, err := tx.DB.LockGame(g.ID); err != nil {
			return err
		}
	}
	open, err := tx.DB.OpenInvitations(player)
	if err != nil {
		return err
	}
	for _, i := range open {
		end := db.InvitationWithdrawn
		if i.Invitee == player {
			end = db.InvitationDeclined
		}
		if err := tx.DB.AnswerInvitation(i.ID, end); err != nil {
			return err
		}
	}
	return tx.DB.Withhold(player, "not sent: the operator has blocked the player")
}

// OperatorBlocked: the operator excluded a player.
type OperatorBlocked struct{ Player int64 }

// UnblockByOperator takes back BlockByOperator.
func UnblockByOperator(tx *Tx, player int64) error {
	if blocked, err := tx.DB.OperatorBlocked(player); err != nil {
		return err
	} else if !blocked {
		return ErrNothingToDo
	}
	return tx.DB.OperatorUnblock(player)
}

// EitherBlocks reports whether one of two players has blocked the other.
func (tx *Tx) EitherBlocks(one, other int64) (bool, error) {
	blocked, err := tx.DB.Blocked(one, other)
	if err != nil || blocked {
		return blocked, err
	}
	return tx.DB.Blocked(other, one)
}
