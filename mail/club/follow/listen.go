package follow

import (
	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// Listen is the listener that notes news of games and of tournament tables, and ends the
// following of games that may not be seen any more.
func Listen(tx *club.Tx, e club.Event) error {
	switch e := e.(type) {
	case club.PliesPlayed:
		return news(tx, e.Game)
	case club.GameEnded:
		if err := noteEnd(tx, e.Game); err != nil {
			return err
		}
		return news(tx, e.Game)
	case tournament.LeadersChanged:
		return tableNews(tx, e.Standings)
	case tournament.DivisionBegan:
		if e.Standings.Tournament.Cup { // a round
			return tableNews(tx, e.Standings)
		}
	case tournament.DivisionOver:
		return tableNews(tx, e.Standings)
	case club.PliesTakenBack:
		return follows.TakenBack(tx.DB, e.Game.Row.ID, e.Next-1)
	case club.PlayerChanged:
		switch e.What {
		case club.SettingPublic:
			if !e.Player.Public {
				return follows.DropPlayer(tx.DB, e.Player.ID)
			}
		case club.SettingDigest, club.SettingMessages, club.SettingTimezone:
			return resetDue(tx, e.Player)
		case club.SettingProgram:
			if e.Player.Program { // programs cannot follow
				return endFor(tx, e.Player.ID, follows.DropAll, follows.StopBest)
			}
		}
	case club.Blocked:
		return follows.DropBetween(tx.DB, e.Player.ID, e.Other.ID)
	case club.MessagesResumed:
		return resetDue(tx, e.Player)
	case club.PlayerLeaving:
		return endFor(tx, e.Player.ID, follows.DropPlayer, follows.DropAll, follows.StopBest)
	case club.OperatorBlocked:
		return endFor(tx, e.Player, follows.DropPlayer, follows.DropAll, follows.StopBest)
	}
	return nil
}

func endFor(tx *club.Tx, player int64, drops ...func(*db.Tx, int64) error) error {
	for _, drop := range drops {
		if err := drop(tx.DB, player); err != nil {
			return err
		}
	}
	return nil
}

func news(tx *club.Tx, g *club.Game) error {
	return follows.MarkNews(tx.DB, g.Row.ID, g.Row.Black, g.Row.White)
}

// minBestPlies is how long one of the best games of a week must be. Only the players can learn
// from a shorter one; they are told where games of four plies or more turned.
const minBestPlies = 10

// noteEnd notes a game that may be one of the best of the week: one between two people that
// ended on the board or by their will.
func noteEnd(tx *club.Tx, game *club.Game) error {
	g := game.Row
	if isBot(game.Black) || isBot(game.White) || game.Record.Len() < minBestPlies ||
		g.Result == db.Void || g.Reason == rules.OnTime || g.Reason == rules.Adjudicated {
		return nil
	}
	if may, _, err := follows.May(tx.DB, g.ID); err != nil || !may {
		return err
	}
	return follows.Ended(tx.DB, g)
}

func isBot(p db.Player) bool { return p.Program && p.Address == "" }
