package club

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/db/tournaments"
)

// PlayerAt returns the player of an address, who is created if new. folded is the address as it
// is compared, signed the name beside it. A new player reads lang, or else the language of the
// policy, until they write.
func PlayerAt(tx *Tx, address, folded, signed, lang string) (p db.Player, fresh bool, err error) {
	p, err = tx.DB.PlayerByAddress(folded)
	if err == nil || !errors.Is(err, db.ErrNotFound) {
		return p, false, err
	}
	name, err := tx.FreeName(0, tx.Club.NameOf(signed, address))
	if err != nil {
		return p, true, err
	}
	if p, err = tx.DB.AddPlayer(address, folded, name); err != nil {
		return p, true, err
	}
	before := p
	p.Lang = cmp.Or(lang, tx.Club.Policy.Language, p.Lang)
	if zone := tx.Club.Policy.Timezone; zone != "" && zone != unset {
		p.Timezone = zone + usual
	}
	if p == before {
		return p, true, nil
	}
	return p, true, tx.DB.SavePlayer(p)
}

// WriterHints is what a message shows about its writer.
type WriterHints struct {
	Signed string // the name in the From field
	Lang   string // tag of the language that it is written in; "" if unknown
	Proven bool   // the writer is proven
	Fresh  bool   // the player was created for this message
}

// Welcome notes that a player wrote. It takes name and language from a first message, starts
// messages to a player who had stopped them, and forgives bounces. An unproven message does
// none of this to a known player, since anyone can write that address. p is the player as
// stored.
func Welcome(tx *Tx, p db.Player, w WriterHints) (out WelcomedPlayer, err error) {
	before := p
	out.First = w.Fresh
	var named *NameReplaced
	if p.WroteAt.IsZero() && (w.Proven || w.Fresh) && w.Lang != "" {
		p.Lang = w.Lang
	}
	if p.WroteAt.IsZero() && w.Proven {
		out.First = true
		p.WroteAt = tx.Now()
		if named, err = nameNewcomer(tx, &p, w.Signed); err != nil {
			return out, err
		}
	}
	out.Silent = !p.StoppedAt.IsZero()
	if w.Proven {
		p.StoppedAt = time.Time{}
	}
	if p != before {
		if err := tx.DB.SavePlayer(p); err != nil {
			return out, err
		}
	}
	out.Player = p
	if w.Proven {
		out.Paused, err = reachable(tx, p)
	} else {
		out.Paused, err = tx.IsPaused(p.ID)
	}
	if named != nil && err == nil {
		named.Player = p
		err = tx.Emit(*named)
	}
	return out, err
}

// WelcomedPlayer is a player who wrote.
type WelcomedPlayer struct {
	Player db.Player // as they are now
	First  bool      // it was the player's first message
	Silent bool      // the player had wanted no messages
	Paused bool      // the player has paused the messages
}

// nameNewcomer names a player by their first message. If they do not get the name that they
// signed with, or none can be made of their address, they are told which one they have.
func nameNewcomer(tx *Tx, p *db.Player, signed string) (*NameReplaced, error) {
	wanted := onlyName(signed)
	var why *Refusal
	if signed != "" && safe(signed, wanted) { // others sign with their address
		why = tx.Club.fault(signed, wanted)
	}
	given := tx.Club.NameOf(signed, p.Address)
	free, err := tx.FreeName(p.ID, given)
	if err != nil {
		return nil, err
	}
	if free != given && why == nil {
		wanted, why = given, Refuse("name-taken", given, free)
	}
	p.Name = free
	if why == nil {
		return nil, nil
	}
	return &NameReplaced{Wanted: wanted, Why: why}, nil
}

// IsMember reports whether a player may begin games. Everybody may, unless the operator lists
// the members ([Policy.Members]). Then the first address or a confirmed second one must be on
// the list, or its exact domain: subdomains do not count.
func (tx *Tx) IsMember(player int64) (bool, error) {
	members := tx.Club.Policy.Members
	if len(members) == 0 {
		return true, nil
	}
	first, err := tx.DB.AddressKey(player)
	if err != nil || listed(members, first) {
		return err == nil, err
	}
	second, err := tx.DB.SecondAddress(player)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil && !second.ConfirmedAt.IsZero() && listed(members, second.Folded), err
}

// listed reports whether a list holds an address or its domain.
func listed(members []string, folded string) bool {
	at := strings.LastIndexByte(folded, '@')
	return at > 0 && (slices.Contains(members, folded) || slices.Contains(members, folded[at:]))
}

// members refuses a new game if one of the two players is not a member. Running games are not
// affected: a player who is removed from the list plays them to the end.
func members(tx *Tx, me, other db.Player) error {
	if member, err := tx.IsMember(me.ID); err != nil || !member {
		return RefuseUnless(err, Refuse("members-only"))
	}
	if member, err := tx.IsMember(other.ID); err != nil || !member {
		return RefuseUnless(err, Refuse("no-member", other.Name))
	}
	return nil
}

// SetProgram sets whether a program runs a player's account. The player's own invitations are
// withdrawn and those to the player expire, so that nobody meets a program who expected a
// person, and no game is rated otherwise than its invitation said. Running games stay as they
// are. A player cannot change what the operator has set. The error is db.ErrNotFound if the
// player was forgotten or merged into another.
func SetProgram(tx *Tx, player int64, program, operator bool) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if p.Address == "" { // else the row would be that of a bot
		return db.ErrNotFound
	}
	if p.ProgramFixed && !operator && p.Program != program {
		return Refuse("robot-fixed")
	}
	open, err := tx.DB.OpenInvitations(player)
	for _, i := range open {
		switch {
		case p.Program == program || err != nil:
		case i.Challenger == player:
			err = Withdraw(tx, player, i.ID)
		default:
			err = expire(tx, i, InvitationExpired{Changed: true})
		}
	}
	if err != nil {
		return err
	}
	return change(tx, player, SettingProgram, func(p *db.Player) bool {
		p.Program, p.ProgramFixed = program, p.ProgramFixed || operator
		return false
	})
}

// ErrMixed says that two players cannot be merged, because a program runs only one of them.
var ErrMixed = errors.New("a program plays for one of them and a person for the other; " +
	"make them alike first with \"turnpost player robot\" or \"turnpost player person\"")

// ErrTable says that two players cannot be merged, because others are in a table in which they
// played each other, or in a bracket in which both have a seat.
var ErrTable = errors.New("they play, or played, each other in a tournament, whose table would be wrong")

// EndBetween ends a game of two players who are one person, if it goes on: it is void, or if one of
// them has resigned it, that is final.
func EndBetween(tx *Tx, game int64) error {
	g, err := tx.Game(game)
	if _, _, leaving := LeavingIn(err); leaving {
		return db.ErrLeaving
	}
	if err != nil {
		return err
	}
	if g.Row.Retractable() {
		return endFinally(tx, g)
	}
	return Abort(tx, game)
}

// Merge makes two addresses of one person one player (see [db.Tx.Merge]). With messages, the
// boards of all running games are sent to the remaining address, since the reply tokens in
// messages to the other one have become invalid. The error is ErrMixed if only one is a
// program: its games would become a person's without the opponents knowing; ErrTable if the two
// met in a tournament; db.ErrPlaying if they have a game with each other that goes on (see
// [EndBetween]).
func Merge(tx *Tx, from, into int64, messages bool) error {
	gone, err := tx.DB.Player(from)
	if err != nil {
		return err
	}
	p, err := tx.DB.Player(into)
	if err != nil {
		return err
	}
	if gone.Program != p.Program {
		return ErrMixed
	}
	between, err := tx.DB.Between(from, into)
	if err != nil {
		return err
	}
	for _, g := range between {
		at, counts, err := tournaments.OfGame(tx.DB, g.ID)
		if err != nil {
			return err
		}
		if counts {
			t, err := tournaments.Get(tx.DB, at.Tournament)
			return cmp.Or(err, fmt.Errorf("%w: %s", ErrTable, t.Name))
		}
	}
	if t, err := tournaments.Met(tx.DB, from, into); !errors.Is(err, db.ErrNotFound) {
		return cmp.Or(err, fmt.Errorf("%w: %s", ErrTable, t.Name))
	}
	if err := tournaments.BeforeMerge(tx.DB, from, into); err != nil {
		return err
	}
	if err := tx.DB.Merge(from, into); err != nil {
		return err
	}
	if err := follows.AfterMerge(tx.DB, into); err != nil || !messages {
		return err
	}
	if p, err = tx.DB.Player(into); err != nil {
		return err
	}
	return tx.Emit(PlayersMerged{p})
}
