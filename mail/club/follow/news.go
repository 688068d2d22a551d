package follow

import (
	"time"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// maxGamesShown is how many games one message shows. Others wait for the next.
const maxGamesShown = 10

// mostCounted limits how many waiting games are counted.
const mostCounted = 10_000

// ShownGame is a game as a follower may see it.
type ShownGame struct {
	Game *club.Game
	// Record is the part of the game that is shown, and First its first new ply; one more than
	// its length if there is none.
	Record *rules.Record
	First  int
	Undone bool // plies that were shown before have been taken back
	Over   bool
	More   int // in the last game: how many more games with news wait
}

// News is what a follower is told: games, and tables of tournaments, of which MoreTables wait.
type News struct {
	Games      []ShownGame
	Tables     []tournament.SeasonTable
	MoreTables int
}

// Due returns what a player is to be told of what they follow, and notes that they were told.
// It is empty while no messages are sent to them; they are told later.
func Due(tx *club.Tx, p db.Player) (n News, err error) {
	r, set, err := follows.NewsSettingOf(tx.DB, p.ID)
	if err != nil || !set {
		return n, err
	}
	if may, err := mayRead(tx, p); err != nil || !may {
		return n, done(tx, p, r, err)
	}
	if err := follows.Tidy(tx.DB, p.ID); err != nil {
		return n, err
	}
	var news bool
	if n.Games, news, err = games(tx, p, r.Ends); err != nil {
		return n, err
	}
	if n.Tables, n.MoreTables, err = tables(tx, p, r.Ends); err != nil {
		return n, err
	}
	if r.Every && (news || len(n.Tables) > 0) {
		r.Due = tx.Now().Add(newsEvery) // one message an hour at most
		return n, follows.SetNewsSetting(tx.DB, p.ID, r)
	}
	return n, done(tx, p, r, nil)
}

// games returns the games to show and whether there is any news. It notes that they were shown.
func games(tx *club.Tx, p db.Player, ends bool) (out []ShownGame, any bool, err error) {
	late := tx.Club.Policy.Following.Late
	news, err := follows.Unreads(tx.DB, p.ID, late, ends, mostCounted)
	if err != nil {
		return nil, false, err
	}
	for _, u := range news[:min(len(news), maxGamesShown)] {
		s, err := shown(tx, p, u, late)
		if err != nil {
			return nil, false, err
		}
		if s != nil {
			out = append(out, *s)
		}
	}
	if len(out) > 0 {
		out[len(out)-1].More = max(len(news)-maxGamesShown, 0)
	}
	return out, len(news) > 0, nil
}

// mayRead reports whether messages are sent to a player and they may follow others.
func mayRead(tx *club.Tx, p db.Player) (bool, error) {
	if !p.StoppedAt.IsZero() || p.Leaving || p.Program || tx.Club.Policy.Following.Most == 0 {
		return false, nil
	}
	if suspended, err := tx.IsSuspended(p.ID); err != nil || suspended {
		return false, err
	}
	return tx.IsMember(p.ID)
}

// shown returns a game as a follower may see it, and notes that they have. It is nil if they
// may not.
func shown(tx *club.Tx, p db.Player, u follows.UnreadGame, late int) (*ShownGame, error) {
	g, err := tx.DB.Game(u.Game)
	if err != nil {
		return nil, err
	}
	if apart, err := apart(tx, p.ID, g); err != nil || apart {
		if err == nil {
			_, err = follows.Drop(tx.DB, p.ID, follows.FollowedItem{Game: g.ID})
		}
		return nil, err
	}
	game, err := tx.Open(g)
	if err != nil {
		return nil, err
	}
	s := &ShownGame{Game: game, First: u.Read + 1, Undone: u.Undone, Over: game.Over() && !g.Retractable()}
	n := game.Record.Len()
	if !s.Over {
		n -= late
	}
	s.Record = game.Record.Until(n)
	return s, follows.Told(tx.DB, p.ID, g.ID, n, s.Over)
}

// newsEvery is how long a follower who reads message by message waits for the next one after
// some news, or while their last message is not sent yet.
const newsEvery = time.Hour

// Wait postpones a follower whose last message is not sent yet, and reports whether it did.
// Otherwise messages would be composed faster than they can be sent, and delay those of
// players.
func Wait(tx *club.Tx, player int64) (bool, error) {
	waits, err := follows.Waits(tx.DB, player)
	if err == nil && waits {
		err = PutOff(tx, player, tx.Now().Add(newsEvery))
	}
	return waits, err
}

// PutOff postpones a follower's next message.
func PutOff(tx *club.Tx, player int64, until time.Time) error {
	r, set, err := follows.NewsSettingOf(tx.DB, player)
	if err != nil || !set {
		return err
	}
	r.Due = until
	return follows.SetNewsSetting(tx.DB, player, r)
}

// done sets when a follower is due next.
func done(tx *club.Tx, p db.Player, r follows.NewsSetting, err error) error {
	if err != nil {
		return err
	}
	r.Due = next(tx, p, r)
	return follows.SetNewsSetting(tx.DB, p.ID, r)
}

// next returns when a follower is due without news: each day if they have no digest.
func next(tx *club.Tx, p db.Player, r follows.NewsSetting) time.Time {
	if r.Every || p.Digest != db.DigestOff {
		return time.Time{}
	}
	return clock.Recurrence{Minute: p.DigestMinute, Zone: club.ZoneOf(p)}.Next(tx.Now())
}

// setReading sets how a follower reads. One who reads message by message is due at once.
func setReading(tx *club.Tx, p db.Player, r follows.NewsSetting) error {
	if r.Due = next(tx, p, r); r.Every {
		r.Due = tx.Now()
	}
	return follows.SetNewsSetting(tx.DB, p.ID, r)
}

// resetDue sets when a follower is due after their digest, timezone or messages changed, also
// for the best games of the week.
func resetDue(tx *club.Tx, p db.Player) error {
	if err := PutOffBest(tx, p.ID, nextBest(tx, p)); err != nil {
		return err
	}
	r, set, err := follows.NewsSettingOf(tx.DB, p.ID)
	if err != nil || !set {
		return err
	}
	return setReading(tx, p, r)
}

// NewsSettingChosen: a player has chosen how they get the news of what they follow.
type NewsSettingChosen struct{ Player db.Player }

// Choose sets how a player reads what they follow: message by message (every) or with the
// digests; and with ends, finished games only.
func Choose(tx *club.Tx, player int64, every, ends bool) error {
	p, err := follower(tx, player)
	if err != nil {
		return err
	}
	if err := setReading(tx, p, follows.NewsSetting{Every: every, Ends: ends}); err != nil {
		return err
	}
	return tx.Emit(NewsSettingChosen{p})
}

// maxTablesShown is how many tables one message shows. Others wait for the next.
const maxTablesShown = 5

// ShowsName reports whether followers see a player's name in a table.
func ShowsName(t tournament.SeasonTable, p db.Player) bool {
	return (p.Public || t.Public[p.ID]) && !p.Leaving || isBot(p)
}

// tableNews notes that a division's table has changed.
func tableNews(tx *club.Tx, t tournament.SeasonTable) error {
	return follows.TableNews(tx.DB, follows.DivisionKey{Tournament: t.Tournament.ID, Division: t.Division.Number})
}

// tables returns the tables to show as they are now, and how many more wait. It notes that they
// were shown.
func tables(tx *club.Tx, p db.Player, ends bool) (out []tournament.SeasonTable, more int, err error) {
	unread, err := follows.UnreadTables(tx.DB, p.ID, ends, mostCounted)
	if err != nil {
		return nil, 0, err
	}
	now := unread[:min(len(unread), maxTablesShown)]
	for _, u := range now {
		t, err := tournaments.Get(tx.DB, u.Tournament)
		if err != nil {
			return nil, 0, err
		}
		table, err := tournament.StandingsOf(tx, t, u.Division)
		if err != nil {
			return nil, 0, err
		}
		if err := follows.TableTold(tx.DB, p.ID, u); err != nil {
			return nil, 0, err
		}
		out = append(out, table)
	}
	return out, len(unread) - len(now), nil
}
