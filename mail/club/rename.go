package club

import (
	"fmt"
	"log/slog"
	"strings"

	"turnpost/db"
)

// InvalidNames lists the players whose names are not what a name may be: databases are
// older than that rule.
func InvalidNames(tx *Tx) (out []db.Player, err error) {
	all, err := tx.DB.ListPlayers(-1)
	for _, p := range all {
		if p.Name != "" && tx.Club.NameOf(p.Name, p.Address) != p.Name {
			out = append(out, p)
		}
	}
	return out, err
}

// RenameInvalid calls them as if they came now, also in the subjects of games that run
// and of invitations that stand. Threads of games that are over keep theirs.
func RenameInvalid(tx *Tx, log *slog.Logger) error {
	misnamed, err := InvalidNames(tx)
	if err != nil {
		return err
	}
	for _, p := range misnamed {
		p.Name = tx.Club.NameOf(p.Name, p.Address)
		if err := tx.DB.SavePlayer(p); err != nil {
			return err
		}
	}
	for _, p := range misnamed {
		if err := retitle(tx, p.ID, log); err != nil {
			return err
		}
	}
	return nil
}

// retitle makes the subjects of what a player has under way anew.
func retitle(tx *Tx, player int64, log *slog.Logger) error {
	stand, err := tx.DB.OpenInvitations(player)
	if err != nil {
		return err
	}
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		i, err := tx.DB.Invitation(g.ID)
		if err != nil {
			return err
		}
		stand = append(stand, i)
	}
	for _, i := range stand {
		g, err := tx.Club.Rules(i.Rules)
		if err != nil { // another build had them: the thread keeps their title
			log.Warn("names are cleaned in a game of unknown rules", "game", i.ID, "rules", i.Rules)
			g.Title, _, _ = strings.Cut(i.Subject, fmt.Sprintf(" #%d: ", i.ID))
		}
		from, err := tx.DB.Player(i.Challenger)
		if err != nil {
			return err
		}
		name := Anyone
		if i.Invitee != 0 {
			to, err := tx.DB.Player(i.Invitee)
			if err != nil {
				return err
			}
			name = to.Name
		}
		if err := tx.DB.Retitle(i.ID, Subject(g, i.ID, SideIn(i, i.Challenger), from.Name, name)); err != nil {
			return err
		}
	}
	return nil
}
