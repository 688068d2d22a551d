package notify

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/db/tournaments"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/club/follow"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
)

// stage is a game of Ada, who is Black, and Bob, in which a test can say what happened.
type stage struct {
	tx       *club.Tx
	table    club.Game
	ada, bob db.Player
}

// ended is the game, over with a result for a reason.
func (s *stage) ended(result rules.Result, reason string) *club.Game {
	g := s.table
	g.Row.Result, g.Row.Reason = club.ResultOf(result), reason
	return &g
}

// cup is a tournament in a state.
func (s *stage) cup(state tournaments.State) tournaments.Tournament {
	return tournaments.Tournament{Name: "cup", Rules: s.table.Row.Rules, Pace: "3d+1d/7d", State: state, StartsAt: s.tx.Now(), EndsAt: s.tx.Now().Add(time.Hour)}
}

// standings are those of a division of both.
func (s *stage) standings() tournament.SeasonTable {
	return tournament.SeasonTable{
		Tournament: s.cup(tournaments.Running), Divisions: 1,
		Players: map[int64]db.Player{s.ada.ID: s.ada, s.bob.ID: s.bob},
		Rows:    []tournament.SeasonRow{{DivisionPlayer: tournament.DivisionPlayer{ID: s.ada.ID}, Place: 1}, {DivisionPlayer: tournament.DivisionPlayer{ID: s.bob.ID}, Place: 2}},
	}
}

func (s *stage) ladder() tournament.Ladder {
	return tournament.Ladder{Rules: s.table.Rules, Places: 2, Mine: 1, Rows: []tournament.LadderRow{{Place: 1, Player: s.ada}, {Place: 2, Player: s.bob}}}
}

// told writes down who gets what: the kind of each section, and of a game its news.
func told(l *Messages) string {
	var out []string
	for _, r := range l.messages {
		var sections []string
		for _, sec := range r.text.Sections {
			kind := templates.Kind(sec)
			switch sec := sec.(type) {
			case *templates.Turn:
				kind += heard(sec)
			case *templates.Following:
				kind += " " + sec.What
			case *templates.SeasonPart:
				kind += " " + sec.What
			case *templates.SeasonTable:
				kind += " " + sec.Why
			case *templates.Cup:
				kind += " " + sec.Why
			case *templates.Ladder:
				kind += " " + sec.Why
			case *templates.LadderLeft:
				kind += " " + sec.Why
			case *templates.SecondAddressNews:
				kind += " " + sec.What
			}
			sections = append(sections, kind)
		}
		to := r.to.Name
		if r.address != nil {
			to = r.address.Address
		}
		out = append(out, to+": "+strings.Join(sections, ", "))
	}
	return strings.Join(out, "; ")
}

// heard is what a message says of a game besides the board.
func heard(t *templates.Turn) string {
	var words []string
	for _, n := range t.News {
		word := strings.TrimSuffix(string(n.Kind)+" "+n.What, " ")
		if n.You {
			word = "own " + word
		}
		words = append(words, word)
	}
	if t.Started {
		words = append(words, "begins")
	}
	if len(t.Played) > 0 {
		words = append(words, "played")
	}
	if t.Reminder != "" {
		words = append(words, "reminder "+string(t.Reminder))
	}
	if t.Result != "" {
		words = append(words, string(t.Result))
	}
	if len(t.Ratings) > 0 {
		words = append(words, "ratings")
	}
	if len(words) == 0 {
		return ""
	}
	return " (" + strings.Join(words, ", ") + ")"
}

// TestWhoGetsWhat: which events cause which messages, and to whom. What a row leaves empty
// causes none.
func TestWhoGetsWhat(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		events func(s *stage) []club.Event
		told   string
	}{
		// A game. What a message did to it is told when that is settled: see Messages.Settled.
		{"a game begins", func(s *stage) []club.Event { return []club.Event{club.GameBegan{Game: &s.table}} }, ""},
		{"a bot plays late", func(s *stage) []club.Event {
			require.NoError(t, s.table.Record.Play(s.table.Record.Legal()[0]))
			return []club.Event{club.PliesPlayed{Game: &s.table, First: 1, Last: 1, By: rules.Black, TurnOver: true}}
		}, "Ada: turn (played); Bob: turn (played)"},
		{"an offer lapses with the game on time", func(s *stage) []club.Event {
			game := s.ended(rules.BlackWins, rules.OnTime)
			return []club.Event{
				club.OfferLapsed{Game: game, What: db.OfferDraw, Maker: rules.Black, By: rules.White, Conditional: true},
				club.GameEnded{Game: game},
			}
		}, "Bob: turn (missed draw, lost); Ada: turn (lapsed draw, won)"},
		{"conditional lines die with the game", func(s *stage) []club.Event {
			game := s.ended(rules.Draw, rules.Adjudicated)
			return []club.Event{
				club.ConditionalsDropped{Game: game, Side: rules.White, Why: club.DroppedByEnd, Lines: []string{"if a then b"}},
				club.ConditionalMisfired{Game: game, Side: rules.White, Lines: []string{"if a then b"}, Why: &club.Refusal{Code: "if-over", Args: []any{"a"}}},
				club.GameEnded{Game: game},
			}
		}, "Ada: turn (drawn); Bob: turn (died over, misfired, drawn)"},
		{"both ratings stand below the end", func(s *stage) []club.Event {
			game := s.ended(rules.WhiteWins, rules.OnTime)
			return []club.Event{club.GameEnded{Game: game}, club.GameRated{Game: game, Changes: [2]club.RatingChange{{Player: s.ada}, {Player: s.bob}}}}
		}, "Ada: turn (lost, ratings); Bob: turn (won, ratings)"},
		{"a game is adjudicated", func(s *stage) []club.Event {
			game := s.ended(rules.WhiteWins, rules.Adjudicated)
			return []club.Event{tournament.Adjudicated{Game: game, How: tournaments.ByEngine}, club.GameEnded{Game: game}}
		}, "Ada: turn (judged clear, lost); Bob: turn (judged clear, won)"},
		{"an operator calls a game off", func(s *stage) []club.Event {
			return []club.Event{club.GameEnded{Game: s.ended(rules.Draw, rules.Aborted)}}
		}, "Ada: turn (drawn); Bob: turn (drawn)"},
		{"an operator gives time", func(s *stage) []club.Event {
			return []club.Event{club.TimeExtended{Game: &s.table, Side: rules.Black}}
		}, "Ada: turn (own extended); Bob: turn (extended)"},
		{"half of the time is over", func(s *stage) []club.Event {
			return []club.Event{club.ClockMarkReached{Game: &s.table, Side: rules.Black, Mark: club.RemindedHalf}}
		}, "Ada: turn (reminder half)"},
		{"half of the time is over, for a player with a digest", func(s *stage) []club.Event {
			s.ada.Messages = db.MessagesDigest
			s.table.Black = s.ada
			return []club.Event{club.ClockMarkReached{Game: &s.table, Side: rules.Black, Mark: club.RemindedHalf}}
		}, ""},
		{"a day is left, for a player with a digest", func(s *stage) []club.Event {
			s.table.Black.Messages = db.MessagesDigest
			return []club.Event{club.ClockMarkReached{Game: &s.table, Side: rules.Black, Mark: club.RemindedDay}}
		}, "Ada: turn (reminder day)"},

		// An invitation.
		{"an invitation ends", func(s *stage) []club.Event {
			return []club.Event{club.InvitationEnded{Rules: s.table.Rules, By: s.ada, Other: s.bob, How: db.InvitationDeclined}}
		}, "Ada: answered; Bob: answered"},
		{"an invitation is taken back from somebody who never wrote", func(s *stage) []club.Event {
			s.bob.WroteAt = time.Time{}
			return []club.Event{club.InvitationEnded{Rules: s.table.Rules, By: s.ada, Other: s.bob, How: db.InvitationWithdrawn}}
		}, "Ada: answered"},
		{"an invitation is declined in silence", func(s *stage) []club.Event {
			return []club.Event{club.InvitationEnded{Rules: s.table.Rules, By: s.ada, Other: s.bob, How: db.InvitationDeclined, Silent: true}}
		}, "Bob: answered"},
		{"an invitation expires", func(s *stage) []club.Event {
			return []club.Event{club.InvitationExpired{Rules: s.table.Rules, Challenger: s.ada, Invitee: s.bob}}
		}, "Ada: expired; Bob: expired"},
		{"an invitation expires that never reached anybody", func(s *stage) []club.Event {
			return []club.Event{club.InvitationExpired{Rules: s.table.Rules, Challenger: s.ada, Invitee: s.bob, Undelivered: true}}
		}, "Ada: expired"},

		// Other people.
		{"a player blocks another, who hears nothing", func(s *stage) []club.Event {
			return []club.Event{club.Blocked{Player: s.ada, Other: s.bob}}
		}, "Ada: blocked"},
		{"a player mutes another, who hears nothing", func(s *stage) []club.Event {
			return []club.Event{club.Muted{Player: s.ada, Other: s.bob}}
		}, "Ada: muted"},

		// A player.
		{"a setting changes", func(s *stage) []club.Event {
			return []club.Event{club.PlayerChanged{Player: s.ada, What: club.SettingName}}
		}, "Ada: settings"},
		{"two settings change", func(s *stage) []club.Event {
			return []club.Event{club.PlayerChanged{Player: s.ada, What: club.SettingMessages}, club.PlayerChanged{Player: s.ada, What: club.SettingTimezone}}
		}, "Ada: settings"},
		{"a vacation is set", func(s *stage) []club.Event {
			now := []db.ClockPause{{Player: s.ada.ID, From: s.tx.Now().Add(24 * time.Hour), To: s.tx.Now().Add(72 * time.Hour)}}
			return []club.Event{club.VacationsChanged{Player: s.ada, Set: &now[0], Now: now}}
		}, "Ada: vacation; Bob: opponentaway"},
		{"a vacation is over", func(s *stage) []club.Event {
			return []club.Event{club.VacationOver{Player: s.ada, Games: []*club.Game{&s.table}}}
		}, "Ada: vacationover, turn"},
		{"an autoresponder answers", func(s *stage) []club.Event {
			return []club.Event{club.VacationOffered{Player: s.ada, Running: 1}}
		}, "Ada: vacationoffer"},
		{"a second address is named", func(s *stage) []club.Event {
			return []club.Event{club.AddressAsked{Player: s.ada, Address: db.SecondAddress{Address: "ada@example.com"}}}
		}, "Ada: addressnews asked; ada@example.com: newaddress"},
		{"a second address is named that somebody has", func(s *stage) []club.Event {
			return []club.Event{club.AddressAsked{Player: s.ada, Address: db.SecondAddress{Address: "bob@example.net"}, Taken: true}}
		}, "Ada: addressnews asked"},
		{"a second address is confirmed", func(s *stage) []club.Event {
			return []club.Event{club.SecondAddressChanged{Player: s.ada, Address: "ada@example.com", What: club.AddressAdded}}
		}, "Ada: addressnews added"},
		{"a player wants to leave", func(s *stage) []club.Event {
			return []club.Event{club.LeaveAsked{Player: s.ada, What: db.LeaveStop, Games: 1}}
		}, "Ada: asking"},
		{"a player leaves", func(s *stage) []club.Event {
			return []club.Event{club.PlayerLeaving{Player: s.ada}, club.GameEnded{Game: s.ended(rules.WhiteWins, rules.Resigned)}, club.PlayerLeft{Player: s.ada, What: db.LeaveStop, Games: 1}}
		}, "Ada: stopped; Bob: turn (won)"},
		{"a player is forgotten", func(s *stage) []club.Event {
			return []club.Event{club.PlayerLeaving{Player: s.ada}, club.PlayerLeft{Player: s.ada, What: db.LeaveForget}}
		}, "Ada: forgotten"},
		{"a player in a tournament and with a game is forgotten", func(s *stage) []club.Event {
			return []club.Event{
				tournament.Withdrew{Tournament: s.cup(tournaments.Open), Player: s.ada}, club.PlayerLeaving{Player: s.ada},
				club.GameEnded{Game: s.ended(rules.WhiteWins, rules.Resigned)}, club.PlayerLeft{Player: s.ada, What: db.LeaveForget, Games: 1},
			}
		}, "Ada: forgotten, season withdrew; Bob: turn (won)"},
		{"a setting changes, a vacation is set and an invitation ends", func(s *stage) []club.Event {
			now := []db.ClockPause{{Player: s.ada.ID, From: s.tx.Now().Add(24 * time.Hour), To: s.tx.Now().Add(72 * time.Hour)}}
			return []club.Event{
				club.PlayerChanged{Player: s.ada, What: club.SettingName},
				club.InvitationEnded{Rules: s.table.Rules, By: s.ada, Other: s.bob, How: db.InvitationDeclined},
				club.VacationsChanged{Player: s.ada, Set: &now[0], Now: now},
			}
		}, "Ada: vacation, answered, settings; Bob: answered, opponentaway"},
		{"the last game of a division ends on time", func(s *stage) []club.Event {
			won := s.standings()
			won.Rows[1].Place, won.Rows[0].Place, won.Rows[1].Points = 1, 2, 2
			return []club.Event{
				tournament.DivisionOver{Standings: won}, club.GameEnded{Game: s.ended(rules.WhiteWins, rules.OnTime)},
				tournament.Warned{Tournament: s.cup(tournaments.Running), Player: s.ada},
			}
		}, "Ada: turn (lost), season warned, seasontable over; Bob: seasontable over, turn (won)"},
		{"messages to a player come back", func(s *stage) []club.Event {
			return []club.Event{club.MailSuspended{Player: s.ada, Since: s.tx.Now()}}
		}, "Bob: turn"},
		{"a player who was suspended writes again", func(s *stage) []club.Event {
			return []club.Event{club.MessagesResumed{Player: s.ada, Since: s.tx.Now()}}
		}, "Ada: lifted"},
		{"a player pauses", func(s *stage) []club.Event {
			return []club.Event{club.MessagesPaused{Player: s.ada, Games: 1}}
		}, "Ada: paused"},
		{"the operator writes to all", func(s *stage) []club.Event {
			return []club.Event{club.Announced{Player: s.ada, Subject: "News", Text: "Hello"}}
		}, "Ada: announcement"},

		// What a player follows.
		{"a player follows a game", func(s *stage) []club.Event {
			return []club.Event{follow.FollowingBegan{Player: s.ada, Item: follow.FollowedItem{FollowedItem: follows.FollowedItem{Game: 1}}}}
		}, "Ada: following began"},
		{"a player follows nothing any more", func(s *stage) []club.Event {
			return []club.Event{follow.FollowingEnded{Player: s.ada}}
		}, "Ada: following nothing"},
		{"a player chooses how to read what they follow", func(s *stage) []club.Event {
			return []club.Event{follow.NewsSettingChosen{Player: s.ada}}
		}, "Ada: following chosen"},
		{"a player wants the best of the week", func(s *stage) []club.Event {
			return []club.Event{follow.BestOfWeekChanged{Player: s.ada, Next: s.tx.Now()}}
		}, "Ada: bestset"},

		// A tournament.
		{"a player joins a tournament", func(s *stage) []club.Event {
			return []club.Event{tournament.Joined{Tournament: s.cup(tournaments.Open), Player: s.ada, Count: 1}}
		}, "Ada: season joined"},
		{"a player joins a tournament again", func(s *stage) []club.Event {
			return []club.Event{tournament.Joined{Tournament: s.cup(tournaments.Open), Player: s.ada, Already: true}}
		}, "Ada: season already"},
		{"a player lets others see its games again", func(s *stage) []club.Event {
			return []club.Event{tournament.GamesPublicAgain{Tournament: s.cup(tournaments.Running), Player: s.ada}}
		}, "Ada: season shown"},
		{"a player withdraws before it begins", func(s *stage) []club.Event {
			return []club.Event{tournament.Withdrew{Tournament: s.cup(tournaments.Open), Player: s.ada}}
		}, "Ada: season withdrew"},
		{"a player withdraws from the next season", func(s *stage) []club.Event {
			return []club.Event{tournament.Withdrew{Tournament: s.cup(tournaments.Running), Player: s.ada}}
		}, "Ada: season last"},
		{"a player wants to leave a tournament", func(s *stage) []club.Event {
			return []club.Event{tournament.LeaveAsked{Tournament: s.cup(tournaments.Running), Player: s.ada}}
		}, "Ada: season asked"},
		{"a player stays in a tournament", func(s *stage) []club.Event {
			return []club.Event{tournament.LeaveDeclined{Tournament: s.cup(tournaments.Running), Player: s.ada}}
		}, "Ada: season stayed"},
		{"a tournament begins", func(s *stage) []club.Event {
			return []club.Event{tournament.DivisionBegan{Standings: s.standings(), Games: []*club.Game{&s.table}}}
		}, "Ada: seasontable began, turn (begins), seasontable asked; Bob: seasontable began, seasontable asked"},
		{"a loss on time, the first", func(s *stage) []club.Event {
			return []club.Event{club.GameEnded{Game: s.ended(rules.WhiteWins, rules.OnTime)}, tournament.Warned{Tournament: s.cup(tournaments.Running), Player: s.ada}}
		}, "Ada: turn (lost), season warned; Bob: turn (won)"},
		{"a player is out, and their games are cancelled", func(s *stage) []club.Event {
			game := s.ended(rules.Draw, rules.Aborted)
			return []club.Event{club.GameEnded{Game: game}, tournament.PlayerOut{Tournament: s.cup(tournaments.Running), Player: s.ada, Why: tournament.OutOnTime, Cancelled: true, Games: []*club.Game{game}}}
		}, "Ada: season out, turn (own out cancelled, drawn); Bob: turn (out cancelled, drawn)"},
		{"another leads a division", func(s *stage) []club.Event {
			table := s.standings()
			table.Players[s.bob.ID] = db.Player{ID: s.bob.ID, Name: "Bob", Messages: db.MessagesMine}
			return []club.Event{tournament.LeadersChanged{Standings: table}}
		}, ""},
		{"another leads a division, after the last move of a game", func(s *stage) []club.Event {
			return []club.Event{club.GameEnded{Game: s.ended(rules.WhiteWins, rules.OnTime)}, tournament.LeadersChanged{Standings: s.standings()}}
		}, "Ada: turn (lost), seasontable top; Bob: turn (won), seasontable top"},
		{"a division is over", func(s *stage) []club.Event {
			return []club.Event{tournament.DivisionOver{Standings: s.standings()}}
		}, "Ada: seasontable over; Bob: seasontable over"},

		// A ladder.
		{"a player joins a ladder", func(s *stage) []club.Event {
			return []club.Event{tournament.LadderJoined{Ladder: s.ladder(), Player: s.ada}}
		}, "Ada: ladder joined"},
		{"a player joins a ladder again", func(s *stage) []club.Event {
			return []club.Event{tournament.LadderJoined{Ladder: s.ladder(), Player: s.ada, Already: true}}
		}, "Ada: ladder already"},
		{"nobody can be challenged", func(s *stage) []club.Event {
			return []club.Event{tournament.LadderNoOpponent{Ladder: s.ladder(), Player: s.ada}}
		}, "Ada: ladder nobody"},
		{"a player will slide", func(s *stage) []club.Event {
			return []club.Event{tournament.LadderSlidesSoon{Ladder: s.ladder(), Player: s.ada, At: s.tx.Now().Add(tournament.SlideNotice)}}
		}, "Ada: ladder soon"},
		{"a player slides", func(s *stage) []club.Event {
			return []club.Event{tournament.LadderSlid{Ladder: s.ladder(), Player: s.ada, From: 1, To: 2}}
		}, "Ada: ladder slid"},
		{"a player climbs", func(s *stage) []club.Event {
			game := s.ended(rules.WhiteWins, rules.OnTime)
			return []club.Event{tournament.LadderClimbed{Game: game, Winner: s.bob, From: 2, To: 1}, tournament.LadderWarned{Game: game, Player: s.ada}, club.GameEnded{Game: game}}
		}, "Ada: turn (ladder moved, ladder late, lost); Bob: turn (ladder moved-you, won)"},
		{"a player leaves a ladder", func(s *stage) []club.Event {
			game := s.ended(rules.Draw, rules.Aborted)
			return []club.Event{club.GameEnded{Game: game}, tournament.LadderLeft{Rules: s.table.Rules, Player: s.ada, Why: tournament.LeftByCommand, CalledOff: []*club.Game{game}}}
		}, "Ada: ladderleft asked, turn (ladder left-you, drawn); Bob: turn (ladder left, drawn)"},
		{"a player is off a ladder for losses on time", func(s *stage) []club.Event {
			return []club.Event{club.GameEnded{Game: s.ended(rules.WhiteWins, rules.OnTime)}, tournament.LadderLeft{Rules: s.table.Rules, Player: s.ada, Why: tournament.LeftOnTime}}
		}, "Ada: ladderleft late, turn (lost); Bob: turn (won)"},
	}
	notifier := newNotifier(t)
	inGame(t, all.Games()[0], func(tx *club.Tx, game *club.Game) {
		game.Black.WroteAt, game.White.WroteAt = tx.Now(), tx.Now()
		for _, c := range cases {
			s := &stage{tx: tx, table: *game, ada: game.Black, bob: game.White}
			s.table.Record = rules.NewRecord(game.Rules)
			messages, err := notifier.Begin(tx)
			require.NoError(t, err)
			for _, e := range c.events(s) {
				require.NoError(t, messages.onEvent(tx, e), "%s: %T", c.name, e)
			}
			require.NoError(t, messages.Compose(), c.name)
			require.Equal(t, c.told, told(messages), c.name)
			for _, r := range messages.messages {
				for _, r.to.Lang = range templates.Languages() {
					subject, err := messages.subject(r)
					require.NoError(t, err, c.name)
					require.NotContains(t, []string{"", "Re: ", notifier.Name}, subject, c.name)
				}
			}
		}
	})
}

// TestEveryEventIsInTheTable: the table of recipients.go lists the events that cause messages, and
// no others.
func TestEveryEventIsInTheTable(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var listed, caused []string
	for _, name := range files {
		code, err := os.ReadFile(name)
		require.NoError(t, err)
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, found := range regexp.MustCompile(`(?m)^//\t((?:club|analysis|follow|tournament)\.\w+) `).FindAllSubmatch(code, -1) {
			listed = append(listed, string(found[1]))
		}
		switches := bytes.Join(regexp.MustCompile(`(?s)switch e := e\.\(type\) \{.*?\n\t\}`).FindAll(code, -1), nil)
		for _, found := range regexp.MustCompile(`(?m)^\tcase ((?:club|analysis|follow|tournament)\.[A-Z]\w+):`).FindAllSubmatch(switches, -1) {
			caused = append(caused, string(found[1]))
		}
	}
	require.NotEmpty(t, caused)
	require.ElementsMatch(t, caused, listed)
}

// TestWhoWantsAPly: after a ply that ends a turn, each player gets the messages that they chose.
// What asks for an answer comes in any case.
func TestWhoWantsAPly(t *testing.T) {
	t.Parallel()
	notifier := newNotifier(t)
	for _, c := range []struct {
		ada, bob db.MessageSetting // which messages they want
		offer    bool              // Ada offers a draw with the ply
		told     string
	}{
		{db.MessagesEvery, db.MessagesEvery, false, "Ada: turn (played); Bob: turn (played)"},
		{db.MessagesMine, db.MessagesEvery, false, "Bob: turn (played)"}, // it is Bob's turn now
		{db.MessagesDigest, db.MessagesEvery, false, "Bob: turn (played)"},
		{db.MessagesEvery, db.MessagesMine, false, "Ada: turn (played); Bob: turn (played)"},
		{db.MessagesEvery, db.MessagesDigest, false, "Ada: turn (played)"},
		{db.MessagesDigest, db.MessagesDigest, false, ""},
		{db.MessagesDigest, db.MessagesDigest, true, "Ada: turn (played); Bob: turn (played)"},
	} {
		inGame(t, all.Games()[0], func(tx *club.Tx, game *club.Game) {
			game.Black.Messages, game.White.Messages = c.ada, c.bob
			messages, err := notifier.Begin(tx)
			require.NoError(t, err)
			messages.Answer(AnsweredMessage{Writer: game.Black.ID, Proven: true})
			game.Before = game.Record.Len()
			require.NoError(t, game.Record.Play(game.Record.Legal()[0]))
			require.NoError(t, messages.onEvent(tx, club.PliesPlayed{Game: game, First: 1, Last: 1, By: rules.Black, TurnOver: true}))
			if c.offer {
				game.Row.Offer, game.Row.OfferBy = db.OfferDraw, game.Black.ID
				require.NoError(t, messages.onEvent(tx, club.OfferMade{Game: game, What: db.OfferDraw, By: rules.Black}))
			}
			require.NoError(t, messages.Settled(game, rules.Black, false))
			require.Equal(t, c.told, told(messages), "%+v", c)
		})
	}
}

// TestDigestShowsStandings: a digest that is asked for has the reader's places on ladders and
// the tables of their divisions.
func TestDigestShowsStandings(t *testing.T) {
	t.Parallel()
	inGame(t, all.Games()[0], func(tx *club.Tx, game *club.Game) {
		ada := game.Black
		require.NoError(t, tournament.JoinLadder(tx, ada.ID, game.Row.Rules))
		cup, err := tournaments.Add(tx.DB, tournaments.Tournament{Name: "cup", Rules: game.Row.Rules, Pace: "3d+1d/7d", Days: 1, EndsAt: tx.Now().Add(time.Hour)})
		require.NoError(t, err)
		cup.State = tournaments.Running
		require.NoError(t, tournaments.Save(tx.DB, cup))
		require.NoError(t, tournaments.AddDivision(tx.DB, cup.ID, 1))
		for _, p := range []db.Player{ada, game.White} {
			require.NoError(t, tournaments.Join(tx.DB, cup.ID, p.ID))
			require.NoError(t, tournaments.Place(tx.DB, tournaments.Entrant{Tournament: cup.ID, Player: p.ID, Division: 1}))
		}
		messages, err := newNotifier(t).Begin(tx)
		require.NoError(t, err)
		require.NoError(t, messages.DigestNow(ada))
		require.Equal(t, "Ada: digest, ladderplaces, seasontable digest", told(messages))

		messages, err = newNotifier(t).Begin(tx)
		require.NoError(t, err)
		require.NoError(t, messages.Ladders(ada))
		require.NoError(t, messages.Ladder(ada, game.Row.Rules))
		require.NoError(t, messages.Tournaments(ada))
		require.NoError(t, messages.SeasonTables(ada, "cup"))
		require.NoError(t, messages.Compose())
		require.Equal(t, "Ada: ladders, ladder asked, tournaments, seasontable asked", told(messages))
		require.Equal(t, []templates.LadderLine{{Name: game.Rules.Name, Title: game.Rules.Title, Places: 1, Place: 1}}, messages.messages[0].text.Sections[0].(*templates.Ladders).Ladders[:1])
	})
}

// newNotifier returns a notifier with the words of players.
func newNotifier(t *testing.T) *Notifier {
	words, err := templates.New()
	require.NoError(t, err)
	return New(words, "Turnpost", auth.ServerAddress{Address: "games@example.org", Plus: true})
}
