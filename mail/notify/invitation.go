package notify

import (
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
	"turnpost/templates"
)

// invited writes to the challenger, then to the invited player.
func (m *Messages) invited(e club.Invited) error {
	mine, err := m.invitedSection(e.Invitation, e.Rules, e.Challenger, e.Invitee)
	if err != nil {
		return err
	}
	mine.Unlinked, mine.Cut = e.Unlinked, e.Cut
	if e.Invitee.ID != 0 && e.Invitee.WroteAt.IsZero() {
		mine.Details.For = openFor(e.Invitation)
	}
	m.to(e.Challenger).ofInvitation(e.Invitation).add(mine)
	if e.Invitee.ID == 0 {
		return nil
	}
	theirs, err := m.invitationSection(e.Invitation, e.Rules, e.Challenger, e.Invitee)
	if err != nil {
		return err
	}
	m.to(e.Invitee).ofInvitation(e.Invitation).add(theirs).by(e.Challenger)
	return nil
}

// Invitation shows a player again an invitation that they made or got.
func (m *Messages) Invitation(p db.Player, i db.Invitation) error {
	g, err := m.tx.Club.RulesOf(i)
	if err != nil {
		return err
	}
	var other db.Player
	if id := i.Other(p.ID); id != 0 {
		if other, err = m.tx.DB.Player(id); err != nil {
			return err
		}
	}
	r := m.to(p).ofInvitation(i)
	if i.Invitee == p.ID {
		sec, err := m.invitationSection(i, g, other, p)
		if err != nil {
			return err
		}
		r.add(sec)
		return nil
	}
	sec, err := m.invitedSection(i, g, p, other)
	if err != nil {
		return err
	}
	r.add(sec)
	return nil
}

// OfInvitation says that the message to a player belongs to an invitation.
func (m *Messages) OfInvitation(p db.Player, i db.Invitation) { m.to(p).ofInvitation(i) }

// invitationSection is an invitation as the invited player sees it.
func (m *Messages) invitationSection(i db.Invitation, g rules.Game, challenger,
	reader db.Player) (*templates.Invitation, error) {
	address, err := m.addressFor(i, reader, challenger)
	if err != nil {
		return nil, err
	}
	t, err := invitationDetails(i, g, reader)
	t.Robots = challenger.Program || reader.Program
	if reader.WroteAt.IsZero() {
		t.For = openFor(i)
	}
	side, told := club.SideIn(i, reader.ID), g.In(reader.Lang)
	return &templates.Invitation{
		Game: i.ID, Title: g.Title, Name: g.Name, Author: told.Author, Year: g.Year,
		Challenger: named(m.knownTo(reader, challenger)), Program: challenger.Program, Address: address,
		Side: side.String(), Begins: side == g.First(), Brief: told.Brief,
		Board: m.board(g.Start(), rules.PictureExample{From: g.Start().String()}, g, side, reader), Message: i.Message,
		NewHere: reader.WroteAt.IsZero(), Details: t,
	}, err
}

// invitedSection is an invitation as its maker sees it. invitee is zero if it is open to
// anyone.
func (m *Messages) invitedSection(i db.Invitation, g rules.Game, challenger, invitee db.Player) (
	*templates.InvitationSent, error) {
	t, err := invitationDetails(i, g, challenger)
	t.Robots = challenger.Program || invitee.Program
	if err != nil {
		return nil, err
	}
	side := club.SideIn(i, challenger.ID)
	sec := &templates.InvitationSent{
		Game: i.ID, Title: g.Title, Invitee: named(m.knownTo(challenger, invitee)),
		Side: side.String(), Begins: side == g.First(), Details: t,
	}
	if invitee.ID == 0 {
		return sec, nil
	}
	waits, err := m.tx.DB.InvitationWaits(i)
	if err != nil {
		return nil, err
	}
	if waits {
		sec.Details.For = openFor(i)
	}
	sec.Address, err = m.addressFor(i, challenger, invitee)
	return sec, err
}

// openFor is how long an invitation is open from the moment when it goes out to somebody new. It may
// wait behind the limit for strangers; package db moves its end then.
func openFor(i db.Invitation) time.Duration { return i.ExpiresAt.Sub(i.CreatedAt).Round(time.Minute) }

// invitationDetails is how the game of an invitation would be played, in the reader's timezone.
func invitationDetails(i db.Invitation, g rules.Game, reader db.Player) (templates.InvitationDetails, error) {
	p, err := clock.ParsePace(i.Pace)
	return templates.InvitationDetails{
		Start: p.Start, More: p.More, Most: p.Most, Weekdays: p.Weekdays,
		Terms: g.In(reader.Lang).AgreedTerms(), Rated: i.Rated, Within: i.Within,
		Until: LocalTime(reader, i.ExpiresAt),
	}, err
}

// addressFor is another player's address if the reader of an invitation has to know it: not if the two have a
// game with each other, and so know who the other is, nor if the invitation was by name.
func (m *Messages) addressFor(i db.Invitation, reader, other db.Player) (string, error) {
	if i.ByName {
		return "", nil
	}
	met, err := m.tx.DB.Met(reader.ID, other.ID)
	if met {
		return "", err
	}
	return other.Address, err
}

// invitationEnded says to both sides that an invitation ended without a game.
func (m *Messages) invitationEnded(e club.InvitationEnded) error {
	if err := m.settleLeft(); err != nil {
		return err
	}
	mine := &templates.InvitationAnswered{
		Game: e.Invitation.ID, Title: e.Rules.Title, By: e.By.Name, Other: m.knownTo(e.By, e.Other).Name, You: true,
		How: string(e.How),
	}
	if !e.Silent {
		m.to(e.By).ofInvitation(e.Invitation) // begun first
	}
	// A person who never wrote to us gets no message about an invitation taken back.
	if e.Other.ID != 0 && (e.How != db.InvitationWithdrawn || !e.Other.WroteAt.IsZero()) {
		theirs := *mine
		theirs.You, theirs.By = false, m.knownTo(e.Other, e.By).Name
		m.to(e.Other).ofInvitation(e.Invitation).add(&theirs).by(e.By)
		m.answered = append(m.answered, &theirs)
	}
	if !e.Silent {
		m.to(e.By).add(mine)
	}
	return nil
}

// EndedInvitations are the numbers of the invitations about whose end the other side gets a
// message.
func (m *Messages) EndedInvitations() []int64 {
	var out []int64
	for _, sec := range m.answered {
		out = append(out, sec.Game)
	}
	return out
}

// WordsTo adds words to what the other side reads about the end of an invitation. It returns
// who reads them.
func (m *Messages) WordsTo(invitation int64, text string) (names []string) {
	for _, sec := range m.answered {
		if sec.Game != invitation {
			continue
		}
		if sec.Message = text; text != "" {
			names = append(names, sec.Other)
		}
	}
	return names
}

// invitationExpired says that an invitation was not answered in time, never reached its
// receiver, or ended because its receiver became a program or a person. The receiver gets a
// message only if they ever wrote to us.
func (m *Messages) invitationExpired(e club.InvitationExpired) error {
	i, g := e.Invitation, e.Rules
	mine := &templates.InvitationExpired{
		Game: i.ID, Title: g.Title, Name: g.Name, Mine: true,
		Undelivered: e.Undelivered, Changed: e.Changed, Program: !e.Invitee.Program,
		Other:   m.knownTo(e.Challenger, e.Invitee).Name,
		Address: whom(i, e.Invitee),
	}
	if e.Undelivered {
		var err error
		if mine.Address, err = m.addressFor(i, e.Challenger, e.Invitee); err != nil {
			return err
		}
	}
	m.to(e.Challenger).ofInvitation(i).add(mine)
	if !e.Undelivered && e.Invitee.ID != 0 && !e.Invitee.WroteAt.IsZero() {
		m.to(e.Invitee).ofInvitation(i).add(&templates.InvitationExpired{
			Game: i.ID, Title: g.Title, Name: g.Name, Changed: e.Changed,
			Other:   m.knownTo(e.Invitee, e.Challenger).Name,
			Address: whom(i, e.Challenger),
		})
	}
	return nil
}

// whom is what names the other player of an invitation in another challenge.
func whom(i db.Invitation, other db.Player) string {
	if i.ByName {
		return other.Name
	}
	return other.Address
}

// blocked says to a player what became of a block. The other player gets no message.
func (m *Messages) blocked(e club.Blocked) {
	sec := &templates.BlockResult{Who: m.knownTo(e.Player, e.Other).Name, Already: e.Already, Declined: len(e.Declined),
		Running: e.Running, Off: e.Off, Muted: e.Muted}
	if e.Off {
		sec.Who = e.Other.Name // as the player knew them until now
	}
	if e.ByAddress {
		sec.Who = e.Other.Address // what the reader knows; a name would be news
	}
	r := m.to(e.Player)
	for _, i := range e.Declined {
		r.ofInvitation(i)
	}
	r.add(sec)
}

// muted says to a player whose words they get no more, or again.
func (m *Messages) muted(e club.Muted) {
	sec := &templates.Muted{Who: m.knownTo(e.Player, e.Other).Name, Off: e.Off}
	if e.ByAddress {
		sec.Who = e.Other.Address
	}
	m.aside(e.Player).add(sec)
}

// maxOpen is how many open challenges a list has at most.
const maxOpen = 100

// OpenChallenges lists the challenges that anyone may accept, with names and without
// addresses, except those that the reader cannot accept.
func (m *Messages) OpenChallenges(p db.Player) error {
	open, err := m.tx.DB.OpenToAnyone(maxOpen)
	if err != nil {
		return err
	}
	list := &templates.OpenChallenges{}
	for _, i := range open {
		rating := 0
		challenger, ok, err := m.tx.Challenger(i, p.ID)
		if err != nil {
			return err
		}
		if ok {
			ok, rating, _, err = m.tx.WithinRating(i, p.ID)
		}
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		g, err := m.tx.Club.RulesOf(i)
		if err != nil {
			return err
		}
		t, err := invitationDetails(i, g, p)
		if err != nil {
			return err
		}
		t.Rating = rating
		list.Lines = append(list.Lines, templates.OpenLine{
			Game: i.ID, Title: g.Title, Name: g.Name, Challenger: named(m.knownTo(p, challenger)),
			Mine: i.Challenger == p.ID,
			Side: club.OpenSide(i).String(), Pace: i.Pace, Details: t,
		})
	}
	m.to(p).alone().add(list)
	return nil
}
