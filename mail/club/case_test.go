package club_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/race"
	"turnpost/mail/club"
)

// check is one operation in one state: what it tells, or why it refuses.
type check struct {
	name  string
	given func(h *hall) // nil: nothing but the people
	do    func(tx *club.Tx) error
	// events are what happens, each as tell writes it.
	events []string
	// refused is the code of the refusal, or else the text of the error.
	refused string
	then    func(h *hall)
}

// run tries each case in a hall of its own, on both engines. Whoever is refused has
// changed nothing, and what was done leaves everything stored in harmony.
func run(t *testing.T, cases []check) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.try(newHall(t)) })
		}
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		race.Sequential(t)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.try(newHallOnPostgres(t)) })
		}
	})
}

func (c check) try(h *hall) {
	t := h.t
	if c.given != nil {
		c.given(h)
	}
	var before []string
	if c.refused != "" {
		before = h.dump()
	}
	err := h.do(c.do)
	if c.refused != "" {
		refusal, ours := club.Refused(err)
		if refusal != nil {
			require.Equal(t, c.refused, refusal.Code, "%v", err)
		} else {
			require.ErrorContains(t, ours, c.refused)
		}
		require.Empty(t, h.heard, "who refuses tells nothing")
		require.Equal(t, before, h.dump(), "an operation that refuses has changed nothing")
		return
	}
	require.NoError(t, err)
	var events []string
	for _, e := range h.heard {
		events = append(events, tell(e))
	}
	require.Equal(t, c.events, events)
	h.verify()
	if c.then != nil {
		c.then(h)
	}
}

// same is an error if an operation told something else than what is wanted.
func same(want, got any) error {
	if !reflect.DeepEqual(want, got) {
		return fmt.Errorf("%v was wanted, and it is %v", want, got)
	}
	return nil
}

// tell writes an event in one line: its type, and what is important of it.
func tell(e club.Event) string {
	name := reflect.TypeOf(e).Name()
	with := func(parts ...any) string { return strings.Join(strings.Fields(name+" "+fmt.Sprintln(parts...)), " ") }
	switch e := e.(type) {
	case club.GameBegan:
		return with(e.Table.Black.Name, e.Table.White.Name)
	case club.PliesPlayed:
		return with(e.First, e.Last, e.By, flags("conditional", e.Conditional, "over", e.TurnOver))
	case club.OfferMade:
		return with(e.What, e.By)
	case club.OfferDeclined:
		return with(e.What, e.By)
	case club.OfferLapsed:
		return with(e.What, e.Maker, e.By, flags("conditional", e.Conditional))
	case club.TakenBack:
		return with(e.Asker, e.Next)
	case club.ConditionalsFired:
		return with(e.Answers, e.Last)
	case club.ConditionalsDropped:
		return with(e.Side, e.Why, strings.Join(e.Lines, "; "))
	case club.ConditionalMisfired:
		return with(e.Side, e.Why.Code, strings.Join(e.Lines, "; "))
	case club.GameEnded:
		return with(e.Table.Game.Result, e.Table.Game.Reason)
	case club.Rated:
		return with(int(e.Changes[0].After.Rating+.5), int(e.Changes[1].After.Rating+.5))
	case club.Extended:
		return with(e.Side, e.By)
	case club.Reminded:
		return with(e.Side, e.Mark)
	case club.Invited:
		return with(e.Challenger.Name, e.Invitee.Name, e.Invitation.Subject)
	case club.InvitationEnded:
		return with(e.How, e.By.Name, e.Other.Name, flags("silent", e.Silent))
	case club.InvitationExpired:
		return with(e.Challenger.Name, e.Invitee.Name, flags("undelivered", e.Undelivered, "changed", e.Changed))
	case club.Said:
		return with(e.By, e.Text)
	case club.NotesPublished:
		return with(e.By, len(e.Notes))
	}
	return tellOfPerson(e, with)
}

func tellOfPerson(e club.Event, with func(...any) string) string {
	switch e := e.(type) {
	case club.Blocked:
		return with(e.Player.Name, e.Other.Name, len(e.Declined), e.Running, flags("already", e.Already))
	case club.Muted:
		return with(e.Player.Name, e.Other.Name, flags("address", e.ByAddress, "off", e.Off))
	case club.VacationsChanged:
		return with(e.Player.Name, flags("set", e.Set != nil, "ended", e.Ended), e.Dropped, len(e.Before), len(e.Now))
	case club.Announced:
		return with(e.Player.Name, e.Subject)
	case club.VacationOver:
		return with(e.Player.Name, len(e.Tables))
	case club.VacationOffered:
		return with(e.Player.Name, e.Running)
	case club.PlayerChanged:
		return with(e.Player.Name, e.What, flags("also", e.Also))
	case club.Suspended:
		return with(e.Player.Name, e.Since.Format("02T15:04"))
	case club.Resumed:
		return with(e.Player.Name, e.Since.Format("02T15:04"), flags("wished", e.Wished))
	case club.Paused:
		return with(e.Player.Name, e.Games, e.Invitations, flags("standing", !e.Until.IsZero(), "told", e.Told))
	case club.AddressAsked:
		return with(e.Player.Name, e.Address.Address)
	case club.AddressChanged:
		return with(e.Player.Name, e.Address, e.What)
	case club.Bounced:
		return with(e.Letter.Player, flags("hard", e.Hard))
	case club.LeaveAsked:
		return with(e.Player.Name, e.What, e.Games, e.Invitations)
	case club.Leaving:
		return with(e.Player.Name)
	case club.Left:
		return with(e.Player.Name, e.What, e.Games, e.Invitations)
	case club.Merged:
		return with(e.Into.Name)
	}
	return with(e)
}

// flags lists the names of what is true.
func flags(pairs ...any) string {
	var out []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1].(bool) {
			out = append(out, pairs[i].(string))
		}
	}
	return strings.Join(out, " ")
}
