package notify

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/rules"
	"turnpost/templates"
)

// Who gets which message. An event adds the sections of this table (package templates) to the
// messages of these people. What their settings leave out is decided below: [gameNews.wants],
// [gameNews.mustHear] and [Messages.goes].
//
//	event                              section                     people
//	-- games
//	club.GameBegan                     Turn                        both, as they want
//	club.PliesPlayed                   Turn                        both, as they want; the opponent when the turn is over
//	club.ConditionalsFired             Turn                        both, as they want
//	club.ConditionalsDropped           Turn                        the side whose lines they were
//	club.ConditionalMisfired           Turn                        the side whose lines they were
//	club.OfferMade                     Turn                        both
//	club.OfferDeclined                 Turn                        both
//	club.OfferLapsed                   Turn                        its maker; if a conditional line played, both
//	club.PliesTakenBack                Turn                        both
//	club.GameCalledOff                 Turn                        both
//	club.GameResigned                  Turn                        both; if the loser leaves the club, the winner
//	club.ResignationTakenBack          Turn                        both
//	club.ResignationStands             Turn                        both, except a player who leaves
//	club.GameEnded                     Turn                        both; if the loser leaves the club, the winner
//	club.GameRated                     Turn                        in that of GameEnded
//	club.GameNotRated                  Turn                        in that of GameEnded
//	club.TimeExtended                  Turn                        both
//	club.BreakAgreed                   Turn                        both
//	club.TimeGiven                     Turn                        both
//	club.ClockMarkReached              Turn                        the side to move; with half of the time left, not in digests
//	club.NotesPublished                Notes                       both
//	analysis.PostMortemFound           PostMortem                  both, if they want analysis
//	-- invitations
//	club.Invited                       InvitationSent, Invitation  the challenger; the invitee
//	club.InvitationEnded               InvitationAnswered          who ended it, unless silently; the other one
//	club.InvitationExpired             InvitationExpired           the challenger; the invitee, if it reached them
//	-- players
//	club.Blocked                       BlockResult                 who blocks, never the other one
//	club.Muted                         Muted                       who mutes, never the other one
//	club.PlayerChanged                 Settings and others         the player
//	club.NameReplaced                  NameReplaced                the player
//	club.CalendarShown                 CalendarSet                 the player
//	club.PlayersMerged                 Turn                        the player, of each game under way
//	club.VacationsChanged              Vacation                    the player
//	                                   OpponentAway                the opponents
//	club.VacationOver                  VacationOver                the player
//	club.VacationOffered               VacationOffer               the player
//	club.AddressAsked                  SecondAddressNews           the player
//	                                   ConfirmAddress              the second address, unless it is taken
//	club.SecondAddressChanged          SecondAddressNews           the player
//	club.LeaveAsked                    ConfirmLeaving              the player
//	club.PlayerLeaving                                             nobody: it begins the player's last message
//	club.PlayerLeft                    Stopped, Forgotten          the player
//	club.MailSuspended                 Turn                        the opponents, of each game under way
//	club.MessagesPaused                MessagesPaused              the player
//	club.MessagesResumed               MessagesResumed             the player
//	club.Announced                     Announcement                the player
//	-- what a player follows
//	follow.FollowingBegan              Following                   the follower
//	follow.FollowingEnded              Following                   the follower
//	follow.NewsSettingChosen           Following                   the follower
//	follow.BestOfWeekChanged           WeeklyBestSetting           the player
//	-- tournaments
//	tournament.Joined                  SeasonPart                  the player
//	tournament.GamesPublicAgain        SeasonPart                  the player
//	tournament.Withdrew                SeasonPart                  the player
//	tournament.LeaveAsked              SeasonPart                  the player
//	tournament.LeaveDeclined           SeasonPart                  the player
//	tournament.Warned                  SeasonPart                  the player
//	tournament.PlayerOut               SeasonPart                  the player, unless they leave the club
//	                                   Turn                        both, of each game that ends by it
//	tournament.Adjudicated             Turn                        both
//	tournament.DivisionBegan           SeasonTable                 all in it
//	                                   Turn                        the side to move, of each game
//	                                   Cup                         in a cup: all who are left, with their opponents or a bye
//	tournament.MatchOver               Cup                         both, unless it is the final
//	tournament.CupMade                 SeasonPart                  the host, and those who are asked
//	tournament.CupDeclined             SeasonPart                  the player, and the host
//	tournament.CupClosed               SeasonPart                  all who take part, and unless these are too few, who are asked; the host
//	tournament.LeadersChanged          SeasonTable                 all in it who get a message anyway, from half of its games on
//	tournament.DivisionOver            SeasonTable, Cup            all in it
//	-- ladders
//	tournament.LadderJoined            Ladder                      the player
//	tournament.LadderNoOpponent        Ladder                      the player
//	tournament.LadderSlidesSoon        Ladder                      the player
//	tournament.LadderSlid              Ladder                      the player
//	tournament.LadderLeft              LadderLeft                  the player
//	                                   Turn                        both, of each game that is called off
//	tournament.LadderChallenged        Turn                        both
//	tournament.LadderClimbed           Turn                        both
//	tournament.LadderWarned            Turn                        the player, in that of GameEnded
//
// Other messages answer their reader, who asked for something (Games, History, Help and so on),
// or come at a time: [Messages.DueDigest], [Messages.PuzzleOfTheDay], [Messages.FollowedDue],
// [Messages.BestDue]. Words that a player says are passed on with the next message about the
// game, or alone: [Messages.PassOn].

// onEvent adds an event to the messages. What is said about games, and what is said once for
// several events, waits until the messages are sent: see flush.
func (m *Messages) onEvent(_ *club.Tx, e club.Event) error {
	m.acted = true
	if m.onGameEvent(e) {
		return nil
	}
	switch e := e.(type) {
	case club.NotesPublished:
		n := m.newsOf(e.Game)
		n.published = append(n.published, e)
	case club.Invited:
		return m.invited(e)
	case club.InvitationEnded:
		return m.invitationEnded(e)
	case club.InvitationExpired:
		return m.invitationExpired(e)
	case club.Blocked:
		m.blocked(e)
	case club.Muted:
		m.muted(e)
	case club.PlayerChanged:
		return m.playerChanged(e)
	case club.CalendarShown:
		m.calendarShown(e)
	case club.NameReplaced:
		m.addedLate = m.addedLate || m.composed
		m.named = append(m.named, e)
	case club.VacationsChanged:
		return m.vacationsChanged(e)
	case club.VacationOver:
		return m.vacationOver(e)
	case club.VacationOffered:
		m.to(e.Player).alone().add(&templates.VacationOffer{Running: e.Running, PerYear: m.tx.Club.Policy.VacationDays})
	case club.AddressAsked:
		m.addressAsked(e)
	case club.SecondAddressChanged:
		m.addressChanged(e)
	case club.LeaveAsked:
		m.to(e.Player).alone().add(&templates.ConfirmLeaving{What: string(e.What), Games: e.Games,
			Invitations: e.Invitations})
	case club.PlayerLeaving:
		m.to(e.Player).alone() // before the silence begins
		m.leaving = true
	case club.PlayerLeft:
		return m.left(e)
	case club.MailSuspended:
		return m.showGamesOf(e.Player.ID, true)
	case club.MessagesPaused:
		m.paused(e, false)
	case club.MessagesResumed:
		m.addedLate = m.addedLate || m.composed
		m.resumed = append(m.resumed, e)
	case club.Announced:
		m.announced(e)
	case analysis.PostMortemFound:
		return m.postMortem(e)
	case club.PlayersMerged:
		return m.showGamesOf(e.Into.ID, false)
	default:
		if ours, err := m.onFollowEvent(e); ours || err != nil {
			return err
		}
		return errors.Join(m.onTournamentEvent(e), m.onLadderEvent(e))
	}
	return nil
}

// Settled adds a game to the messages of both players, with all that the writer's message did
// to it, as far as each wants to know. asked says that the writer asked for the board. A game
// for which it is not called is added when the messages are sent.
func (m *Messages) Settled(g *club.Game, side rules.Side, asked bool) error {
	n := m.newsOf(g)
	n.told = true
	if !n.anything() && !asked {
		return nil
	}
	me, other := g.Player(side), g.Player(side.Opponent())
	own := g.Before
	if n.last != 0 {
		own = n.last
	}
	if n.wants(me) || n.asks || asked || n.mustHear(side) {
		mine, err := m.show(g, side, spokenPlies(g, me, g.Before+1, own))
		if err != nil {
			return err
		}
		mine.PlayedByYou, mine.Started = true, n.began
		mine.Again = mine.Again && !n.robot
		if n.robot || n.answeredBy(side.Opponent()) {
			m.to(me).by(other)
		}
		if err := m.addOpening(mine, n, side); err != nil {
			return err
		}
	}
	heard := n.began || n.passed || g.Over() || n.asks || n.last != 0
	// The opponent gets a message when the turn is over.
	must := n.mustHear(side.Opponent())
	if !heard || g.AmidTurn(side) && !n.passed && !must || !n.wants(other) && !must {
		return nil
	}
	// A turn may have begun in an earlier message, about which the opponent got none.
	first := g.Before + 1
	if own >= first {
		first = g.TurnBefore(own) + 1
	}
	theirs, err := m.show(g, side.Opponent(), spokenPlies(g, other, first, own))
	if err != nil {
		return err
	}
	m.inGame(other, g).by(me)
	theirs.Started = n.began
	return m.addOpening(theirs, n, side.Opponent())
}

// anything reports whether something happened that both may want to know.
func (n *gameNews) anything() bool { return n.began || n.last != 0 || n.ended || n.asks }

// wants reports whether a player wants a message about a ply of a running game, their own or
// the opponent's. The beginning and the end of a game, and whatever asks for an answer, are
// always sent.
func (n *gameNews) wants(p db.Player) bool {
	g := n.game
	if club.BotLevelOf(p) > 0 {
		return false
	}
	if n.began || g.Over() || p.Messages == db.MessagesEvery {
		return true
	}
	asked := g.Row.Offer != db.NoOffer && g.Row.OfferBy != p.ID
	return asked || p.Messages == db.MessagesMine && g.Turn() == sideOf(g.Row.Black, p.ID)
}

// mustHear reports whether there is news for a side that is sent even to a player who wants
// no messages about plies.
func (n *gameNews) mustHear(side rules.Side) bool {
	for _, item := range n.bySide[side] {
		switch item.Kind {
		case templates.NewsDeclined, templates.NewsGiven, templates.NewsBreak, templates.NewsUndone, templates.NewsResumed, templates.NewsDied,
			templates.NewsMisfired:
			return true
		}
	}
	return false
}

// settleAlone adds a game whose news was caused by no player's message.
func (m *Messages) settleAlone(n *gameNews) error {
	if n.told {
		return nil
	}
	n.told = true
	switch g := n.game; {
	case n.ended &&
		(g.Row.Reason == rules.OnTime || g.Row.Reason == rules.Adjudicated || g.Row.Reason == rules.Aborted),
		n.extended:
		return m.showBoth(g)
	case n.stands:
		for _, side := range []rules.Side{winner(g).Opponent(), winner(g)} {
			if g.Player(side).ID == m.tx.Dismisses {
				continue // one last message is all they get
			}
			if err := m.Show(g, side); err != nil {
				return err
			}
		}
	case n.ended && g.Row.Reason == rules.Resigned:
		// The player who leaves gets one last message about all games.
		return m.showResigned(g, winner(g))
	case n.reminder != 0:
		return m.remind(n)
	case n.last != 0: // by a bot that thought for longer than an answer waits
		return m.Settled(g, g.Mover(n.last), false)
	}
	return nil
}

// goes reports whether a message may be sent now. None is sent to a player who wants none,
// and none to a suspended or paused address except the last one and the answer to a message
// from there: such an answer may be how somebody who could not yet prove to be the owner
// becomes able to. A player who has paused gets only what they have proven to ask for.
func (m *Messages) goes(r *message) (bool, error) {
	if r.empty() || !r.to.StoppedAt.IsZero() || r.to.Address == "" {
		return false, nil
	}
	answers := m.answersTo(r) && !m.answers.Stranger
	if r.last || answers && m.answers.Proven {
		return true, nil
	}
	if answers {
		paused, err := m.tx.IsPaused(r.to.ID)
		return !paused, err
	}
	return m.goesTo(r.to)
}

// goesTo reports whether a message that is no answer may be sent to a player.
func (m *Messages) goesTo(p db.Player) (bool, error) {
	if !p.StoppedAt.IsZero() {
		return false, nil
	}
	suspended, err := m.tx.IsSuspended(p.ID)
	return !suspended, err
}

// flush adds what waits until the transaction is done: games that no message of a player has
// settled, vacations, and the news that a player can be reached again.
func (m *Messages) flush() error {
	for i := 0; i < len(m.games); i++ {
		n := m.games[i]
		if err := m.settleAlone(n); err != nil {
			return err
		}
		m.showPublishedNotes(n)
	}
	for _, add := range m.afterGames {
		if err := add(); err != nil {
			return err
		}
	}
	for _, v := range m.vacations {
		if err := m.notifyVacations(v); err != nil {
			return err
		}
	}
	for _, r := range m.messages {
		if err := m.mergeSettings(r); err != nil {
			return err
		}
	}
	for _, e := range m.resumed {
		if err := m.notifyResumed(e); err != nil {
			return err
		}
	}
	return nil
}
