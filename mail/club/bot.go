package club

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// A bot is a player without an address, one for each level, created when it is first
// challenged. Nothing is sent to it. Package bot decides what it does, with the same operations
// as people. Only few rules differ: a bot accepts challenges at once, its games are rated only
// if the challenger asks for that, words to it are refused, and its clock never runs out, since
// it can move only while the server runs.

// botsTurn stands in db.Game.Reminded while a bot of a level is to move. ClockDue is then the beginning
// of its turn, and LookAtClock is not called for the game.
func botsTurn(tx *Tx, g *Game, level int) int {
	if level == int(engine.Master) || slices.Contains(tx.Club.Policy.EngineGames, g.Rules.Name) {
		return db.SlowBotsTurn
	}
	return db.BotsTurn
}

// DrawFrom is the number of plies from which on a bot accepts a draw that is not proven by a
// table.
const DrawFrom = 10

// BotDeclineReason is why a bot declines an offer. People give no reason: "".
type BotDeclineReason string

const (
	TooEarly      BotDeclineReason = "early"  // fewer than DrawFrom plies have been played
	ExpectsMore   BotDeclineReason = "better" // it expects more than a draw
	SeesTooLittle BotDeclineReason = "open"   // it sees too little to judge the position
	Counts        BotDeclineReason = "rated"  // the game is rated, so that nothing is taken back
)

// BotLevelOf returns the level of a bot; 0 for anybody else.
func BotLevelOf(p db.Player) int {
	if p.Address != "" {
		return 0
	}
	return BotLevel(p.Name)
}

// Bot returns the side and the level of the bot in a game; None if there is no bot.
func (g *Game) Bot() (side rules.Side, level int) {
	for _, side := range []rules.Side{rules.Black, rules.White} {
		if level := BotLevelOf(g.Player(side)); level > 0 {
			return side, level
		}
	}
	return rules.None, 0
}

// withinBotGames refuses a game with a bot to a player whose mailbox has too many of them under
// way, or too many with the bot of the highest level, which thinks for seconds: each one takes
// computing time of the operator's machine.
func withinBotGames(tx *Tx, player int64, level int) error {
	most := tx.Club.Policy.BotGames
	if most == 0 {
		return Refuse("no-robots")
	}
	all, err := tx.DB.Mailbox(player)
	if err != nil {
		return err
	}
	var games, masters []int64
	for _, id := range all {
		people, err := tx.DB.Opponents(id)
		if err != nil {
			return err
		}
		levels := map[int64]int{}
		for _, p := range people {
			levels[p.ID] = BotLevelOf(p)
		}
		running, err := tx.DB.GamesOf(id, false, -1)
		if err != nil {
			return err
		}
		for _, g := range running {
			switch with := max(levels[g.Black], levels[g.White]); {
			case with == int(engine.Master):
				masters = append(masters, g.ID)
				games = append(games, g.ID)
			case with > 0:
				games = append(games, g.ID)
			}
		}
	}
	switch {
	case len(games) >= most:
		return Refuse("robots-enough", most, games[0])
	case level == int(engine.Master) && len(masters) >= mastersAtOnce:
		return Refuse("masters-enough", mastersAtOnce, masters[0])
	}
	return nil
}

// mastersAtOnce is how many games with the bot of the highest level a mailbox may have under way.
const mastersAtOnce = 2

// withinBotGamesOfDay refuses a game with a bot to a player who began too many today. A person's games
// with bots do not use up invitations, since nobody is invited. A program, which can begin
// games on its own, has one limit for both.
func withinBotGamesOfDay(tx *Tx, from db.Player) error {
	n, bots, err := tx.DB.InvitationsSince(from.ID, tx.Now().Add(-day))
	if err != nil {
		return err
	}
	if most := tx.Club.Policy.ProgramChallenges; from.Program && n+bots >= most {
		return Refuse("challenges-today", most)
	}
	if most := tx.Club.Policy.BotGamesADay; !from.Program && bots >= most {
		return Refuse("robots-today", most)
	}
	_, err = withinOrigin(tx, from.ID, countBots)
	return err
}

// ChallengeBot begins a game of a player with the bot of a level, within the limits on games
// with bots.
func ChallengeBot(tx *Tx, player int64, level int, o ProposedGame) (*Game, error) {
	if o.Within != 0 {
		return nil, Refuse("rating-anyone")
	}
	from, err := tx.DB.Player(player)
	if err != nil {
		return nil, err
	}
	if err := members(tx, from, from); err != nil {
		return nil, err
	}
	if err := withinBotGames(tx, player, level); err != nil {
		return nil, err
	}
	if err := withinBotGamesOfDay(tx, from); err != nil {
		return nil, err
	}
	name := BotName(level)
	opponent, err := tx.DB.PlayerByAddress(name)
	if errors.Is(err, db.ErrNotFound) {
		if opponent, err = tx.DB.AddPlayer("", name, name); err == nil {
			opponent.Program = true
			err = tx.DB.SavePlayer(opponent)
		}
	}
	if err != nil {
		return nil, err
	}
	i, err := storeInvitation(tx, o, from, opponent, "", false)
	if err == nil {
		err = countForOrigin(tx, i, countBots)
	}
	if err != nil {
		return nil, err
	}
	return begin(tx, i)
}

// BotName returns the name under which the bot of a level is stored. Messages translate it. No
// other player can have such a name.
func BotName(level int) string { return fmt.Sprintf("robot %d", level) }

// BotLevel returns the level of the bot with a stored name; 0 if it is not the name of a bot.
func BotLevel(name string) int {
	level, err := strconv.Atoi(strings.TrimPrefix(name, "robot "))
	if err != nil || name != BotName(level) {
		return 0
	}
	return level
}

// BotsIn returns the stored names of bots in a subject, at most two.
func BotsIn(subject string) (names []string) {
	for _, name := range botNamed.FindAllString(subject, 2) {
		if BotLevel(name) > 0 {
			names = append(names, name)
		}
	}
	return names
}

var botNamed = regexp.MustCompile(`robot [0-9]+`)
