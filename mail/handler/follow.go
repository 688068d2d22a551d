package handler

import (
	"errors"
	"fmt"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/follow"
	"turnpost/mail/command"
)

// followOrShow carries out a command about games of others.
func (a *answer) followOrShow(p db.Player, do any) error {
	tx, messages := a.tx, a.messages
	switch do := do.(type) {
	case command.Follow:
		if err := startFollowing(tx, p.ID, do.FollowTarget); err != nil {
			return err
		}
		return a.showFollowed(p)
	case command.Unfollow:
		return stopFollowing(tx, p.ID, do.FollowTarget)
	case command.Following:
		if do.Set {
			return follow.Choose(tx, p.ID, do.Every, do.Ends)
		}
		return messages.Following(p)
	case command.Best:
		switch do.Weekly {
		case command.On:
			return follow.WantBest(tx, p.ID)
		case command.Off:
			return follow.DropBest(tx, p.ID)
		}
		best, err := follow.LastWeek(tx, p)
		if err != nil {
			return err
		}
		return messages.BestNow(p, best)
	}
	return fmt.Errorf("%T is no command about games of others", do)
}

// showFollowed shows a player what they have not yet read about the games that they follow.
func (a *answer) showFollowed(p db.Player) error {
	news, err := follow.Due(a.tx, p)
	if err != nil {
		return err
	}
	return a.messages.Followed(p, news)
}

// startFollowing starts to follow a game, a tournament or a player.
func startFollowing(tx *club.Tx, player int64, what command.FollowTarget) error {
	switch {
	case what.Game != 0:
		return follow.FollowGame(tx, player, what.Game)
	case what.Tournament != "":
		return follow.FollowTournament(tx, player, what.Tournament)
	}
	return byName(what, "follow-nobody", func(name, rules string) error {
		return follow.FollowPlayer(tx, player, name, rules)
	})
}

// byName calls do with all that was written as a name and, if the refusal has the code nobody,
// with the player and game that it names otherwise.
func byName(what command.FollowTarget, nobody string, do func(name, rules string) error) error {
	var refused *club.Refusal
	if what.Whole != "" {
		if err := do(what.Whole, ""); !errors.As(err, &refused) || refused.Code != nobody {
			return err
		}
	}
	return do(what.Player, rulesOf(what))
}

// stopFollowing stops following it.
func stopFollowing(tx *club.Tx, player int64, what command.FollowTarget) error {
	switch {
	case what == command.FollowTarget{}:
		return follow.EndAll(tx, player)
	case what.Game != 0:
		return follow.EndGame(tx, player, what.Game)
	case what.Tournament != "":
		return follow.EndTournament(tx, player, what.Tournament)
	}
	return byName(what, "follow-not-player", func(name, rules string) error {
		return follow.EndPlayer(tx, player, name, rules)
	})
}

func rulesOf(what command.FollowTarget) string {
	if what.Rules == nil {
		return ""
	}
	return what.Rules.Name
}
