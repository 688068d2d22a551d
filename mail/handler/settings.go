package handler

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"
	"turnpost/templates"
)

// carryOutSetting carries out the commands about the writer.
func (a *answer) carryOutSetting(c command.Line) error {
	p, err := a.player()
	if err != nil {
		return err
	}
	switch do := c.Do.(type) {
	case command.Name:
		name := do.Name
		if own, err := a.withoutSecrets(name); err != nil || own != name {
			name = "" // which is refused
		}
		err = club.Rename(a.tx, p.ID, name)
	case command.Lang:
		err = a.setLanguage(p.ID, do.Tag)
	case command.Timezone:
		if do.Name == "" {
			a.messages.Zone(p)
		} else {
			err = club.SetTimezone(a.tx, p.ID, do.Name)
		}
	case command.Digest:
		err = a.setDigest(p.ID, do)
	case command.SetMessages:
		if do.Which == "" {
			a.messages.MessagesSetting(p)
		} else {
			err = club.SetMessages(a.tx, p.ID, db.MessageSetting(do.Which))
		}
	case command.SwitchSetting:
		err = club.Switch(a.tx, p.ID, club.Setting(do.What), do.On)
	case command.Calendar:
		if do.To == "" {
			err = club.ShowCalendar(a.tx, p.ID)
		} else {
			err = club.SetCalendar(a.tx, p.ID, do.To == command.On)
		}
	case command.SetProgram:
		err = club.SetProgram(a.tx, p.ID, do.On, false)
	case command.Vacations:
		err = a.messages.Vacations(p)
	case command.VacationOff:
		err = club.DropVacations(a.tx, p.ID)
	case command.Vacation:
		err = a.planVacation(p.ID, do)
	case command.RemoveAddress:
		err = club.DropAddress(a.tx, p.ID, mail.Key(do.Which))
	case command.AddAddress:
		if mail.IsRole(do.Address.Addr) {
			err = club.Refuse("role-address", do.Address.Addr)
			break
		}
		if err = a.refuseWhileStrangersWait(); err == nil {
			err = club.AskAddress(a.tx, p.ID, do.Address.Addr, mail.Key(do.Address.Addr),
				a.handler.identity.Is(do.Address.Addr))
		}
	case command.Settings:
		err = a.messages.Settings(p)
	case command.Follow, command.Unfollow, command.Following, command.Best:
		return a.carryOutFollowing(c, p)
	case command.ListTournaments:
		err = a.messages.Tournaments(p)
	case command.Join:
		err = tournament.Join(a.tx, p.ID, do.Name)
	case command.Leave:
		err = tournament.AskLeave(a.tx, p.ID, do.Name)
	case command.Table:
		err = a.messages.SeasonTables(p, do.Name)
	case command.Cup:
		err = a.makeCup(p, do)
	case command.Ladder:
		err = a.carryOutLadder(p, do)
	default:
		err = fmt.Errorf("%T is no command about the writer", do)
	}
	return a.noteOutcome(c, err)
}

// carryOutFollowing carries out the commands about games of others. If nobody has the name, the line may
// be talk: "follow the plan".
func (a *answer) carryOutFollowing(c command.Line, p db.Player) error {
	err := a.followOrShow(p, c.Do)
	if refusal, _ := club.Refused(err); refusal != nil && refusal.Code == "follow-nobody" {
		a.noteHint(c, refusal)
		return nil
	}
	return a.noteOutcome(c, err)
}

// setLanguage sets the writer's language. In reply to an open invitation, the invitation is
// sent again in that language.
func (a *answer) setLanguage(player int64, tag string) error {
	if err := club.SetLanguage(a.tx, player, tag); err != nil {
		return err
	}
	i, err := a.invitation(a.writer.ReplyToken.Game, player)
	if err != nil || i == nil || i.Invitee != player || i.State != db.InvitationOpen {
		return err
	}
	p, err := a.tx.DB.Player(player)
	if err != nil {
		return err
	}
	return a.messages.Invitation(p, *i)
}

// suggestSettings suggests settings to a writer who is proven: a timezone, and plain text.
func (a *answer) suggestSettings() error {
	if !a.writer.Proven || a.leaving != "" {
		return nil
	}
	p, err := a.player()
	if err == nil {
		a.messages.SuggestZone(p, a.message.Date)
		if a.message.TextProgram {
			a.messages.SuggestText(p)
		}
	}
	return err
}

// setDigest sets when the writer's digest is sent, or sends one now in addition.
func (a *answer) setDigest(player int64, do command.Digest) error {
	p, err := a.player()
	if err != nil {
		return err
	}
	switch do.What {
	case "":
		a.messages.DigestSetting(p)
		return nil
	case command.DigestNow:
		if err := a.messages.DigestNow(p); err != nil {
			return err
		}
		if err := a.showFollowed(p); err != nil {
			return err
		}
		a.me = nil
		return club.DigestTold(a.tx, player, true, false)
	case command.DigestOff:
		return club.DropDigest(a.tx, player)
	}
	return club.SetDigest(a.tx, player, db.DigestSetting(do.What), do.Day, do.Minute)
}

// planVacation plans a vacation, in days of the writer's timezone.
func (a *answer) planVacation(player int64, do command.Vacation) error {
	p, err := a.player()
	if err != nil {
		return err
	}
	today := a.tx.Today(p)
	for _, day := range []command.Day{do.First, do.Last} {
		if day.Unread {
			return club.Refuse("vacation-date", day.Text, today.Add(1), today.Add(14))
		}
	}
	return club.PlanVacation(a.tx, player, do.First.On(today), do.Last.On(today))
}

// carryOutLadder shows a ladder, or puts the writer on it or off it.
func (a *answer) carryOutLadder(p db.Player, do command.Ladder) error {
	switch {
	case do.What == command.On:
		return tournament.JoinLadder(a.tx, p.ID, do.Game)
	case do.What == command.Off:
		return tournament.LeaveLadder(a.tx, p.ID, do.Game)
	case do.Game == "":
		return a.messages.Ladders(p)
	}
	return a.messages.Ladder(p, do.Game)
}

// maxTold is how many lines of a message are looked at to find its language.
const maxTold = 50

// languageOf guesses the language of a message by its words or else by what its program says,
// if that is a language of ours; "" if neither shows it.
func (h *Handler) languageOf(l *mail.Message) string {
	lines := l.Lines[:min(len(l.Lines), maxTold)]
	if !isOurSubject(l.Subject) { // which is in the language of our message
		lines = append([]string{l.Subject}, lines...)
	}
	lang := h.reader.LanguageOf(lines)
	if lang == "" && slices.Contains(templates.Languages(), l.Language) {
		return l.Language
	}
	return lang
}

// makeCup makes a cup for those whom a line names.
func (a *answer) makeCup(p db.Player, do command.Cup) error {
	var guests []int64
	for _, named := range do.Guests {
		guest, err := a.guest(p, named)
		if err != nil {
			return err
		}
		guests = append(guests, guest.ID)
	}
	return tournament.MakeCup(a.tx, p.ID, do.Game, guests)
}

// guest returns a player by name, or by address. An address finds only players who have had a game with p:
// otherwise a list of addresses would show who plays, and by what name.
func (a *answer) guest(p db.Player, named string) (db.Player, error) {
	if !strings.Contains(named, "@") {
		guest, err := club.FindPlayer(a.tx, p.ID, named, db.FindChallenges)
		if refusal, _ := club.Refused(err); refusal != nil && refusal.Code == "challenge-nobody" {
			err = club.Refuse("cup-nobody", named)
		}
		return guest, err
	}
	address, err := mail.ParseAddress(named)
	if err != nil {
		return db.Player{}, club.Refuse("bad-address", named)
	}
	guest, err := a.tx.DB.PlayerByAddress(mail.Key(address.Addr))
	met := guest.ID == p.ID
	if err == nil && !met {
		met, err = a.tx.DB.Met(p.ID, guest.ID)
	}
	if errors.Is(err, db.ErrNotFound) || err == nil && !met {
		err = club.Refuse("cup-guest", address.Addr)
	}
	return guest, err
}
