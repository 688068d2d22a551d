package notify

import (
	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/mail/club"
	"turnpost/mail/club/follow"
	"turnpost/rules"
	"turnpost/templates"
)

// onFollowEvent adds an event about what players follow, and reports whether it was one.
func (m *Messages) onFollowEvent(e club.Event) (bool, error) {
	switch e := e.(type) {
	case follow.FollowingBegan:
		sec := &templates.Following{What: "began", Opponents: e.Opponents, Item: m.itemOf(e.Player, e.Item)}
		if e.Already {
			sec.What = "already"
		}
		return true, m.addFollowing(e.Player, sec)
	case follow.FollowingEnded:
		sec := &templates.Following{What: "nothing"}
		if e.Item.FollowedItem != (follows.FollowedItem{}) {
			sec.What, sec.Item = "ended", m.itemOf(e.Player, e.Item)
		}
		return true, m.addFollowing(e.Player, sec)
	case follow.NewsSettingChosen:
		return true, m.addFollowing(e.Player, &templates.Following{What: "chosen"})
	case follow.BestOfWeekChanged:
		sec := &templates.WeeklyBestSetting{}
		if !e.Next.IsZero() {
			sec.Next = inNamed(e.Player, e.Next)
		}
		m.aside(e.Player).add(sec)
		return true, nil
	}
	return false, nil
}

// Following lists what a player follows, and how they read it.
func (m *Messages) Following(p db.Player) error {
	return m.addFollowing(p, &templates.Following{What: "list"})
}

func (m *Messages) addFollowing(p db.Player, sec *templates.Following) error {
	list, err := follow.List(m.tx, p.ID)
	if err != nil {
		return err
	}
	if sec.What != "began" && sec.What != "already" {
		for _, item := range list {
			sec.Items = append(sec.Items, *m.itemOf(p, item))
		}
	}
	if len(list) == 0 && sec.What == "list" {
		sec.What = "none"
	}
	r, _, err := follows.NewsSettingOf(m.tx.DB, p.ID)
	sec.Every, sec.Ends, sec.Late = r.Every, r.Ends, m.tx.Club.Policy.Following.Late
	if p.Digest == db.DigestOff {
		sec.At = minuteOfDay(p.DigestMinute)
	}
	message := m.aside(p)
	for _, before := range message.text.Sections {
		if before, ok := before.(*templates.Following); ok {
			before.More = true
		}
	}
	message.add(sec)
	return err
}

// itemOf is one thing that a player follows.
func (m *Messages) itemOf(reader db.Player, item follow.FollowedItem) *templates.FollowedItem {
	switch {
	case item.GameState != nil:
		return &templates.FollowedItem{
			Kind: "game", Game: item.Game, Title: item.GameState.Rules.Title,
			Black: m.nameIn(reader, item.GameState.Black), White: m.nameIn(reader, item.GameState.White),
		}
	case item.Player != 0:
		out := &templates.FollowedItem{Kind: "player", Name: item.Person.Name, Rules: item.Rules}
		if g, err := m.tx.Club.Rules(item.Rules); err == nil {
			out.Title = g.Title
		}
		return out
	}
	return &templates.FollowedItem{Kind: "tournament", Name: item.Tournament.Name}
}

// followedPlies is how many new plies a message lists.
const followedPlies = 60

// Followed adds what happened in games that a player follows, and in the tables of
// tournaments, to the message that the player gets anyway.
func (m *Messages) Followed(p db.Player, news follow.News) error {
	games := news.Games
	for i, s := range games {
		sec := m.followed(p, s.Game, s.Record, i >= maxPictures)
		sec.Undone, sec.More, sec.End = s.Undone, s.More, i == len(games)-1 && len(news.Tables) == 0
		sec.Plies = pliesOf(s.Game.Rules.In(p.Lang), s.Record, max(s.First, s.Record.Len()-followedPlies+1),
			s.Record.Len())
		if !s.Over {
			sec.Result, sec.Late = "", m.tx.Club.Policy.Following.Late
		}
		m.to(p).alone().add(sec)
	}
	return m.followedTables(p, news)
}

// followedTables adds tables of tournaments, with the names of players who allow it.
func (m *Messages) followedTables(p db.Player, news follow.News) error {
	reader := m.readerOf(p)
	unnamed, err := m.notifier.Words.Say(p.Lang, "name.unnamed")
	if err != nil {
		return err
	}
	call := reader.Call
	for i, t := range news.Tables {
		reader.Call = func(other db.Player) string {
			if !follow.ShowsName(t, other) {
				return unnamed
			}
			return call(other)
		}
		why := "followed"
		if !t.Division.EndedAt.IsZero() {
			why = "over"
		}
		table, err := divisionSection(m.tx, t, reader, why)
		if err != nil {
			return err
		}
		sec := &templates.FollowedTable{Table: *table}
		if t.Tournament.Cup {
			if sec.Cup, err = cupSection(m.tx, t, reader, why); err != nil {
				return err
			}
			sec.Cup.You = false // a follower is not in it
		}
		if i == len(news.Tables)-1 {
			sec.More, sec.End = news.MoreTables, true
		}
		sec.Last = sec.End || news.Tables[i+1].Tournament.ID != t.Tournament.ID
		m.to(p).alone().add(sec)
	}
	return nil
}

// FollowedDue is Followed in a message of its own, or with digest in a digest.
func (m *Messages) FollowedDue(p db.Player, news follow.News, digest bool) error {
	if len(news.Games)+len(news.Tables) == 0 {
		return nil
	}
	r := m.to(p)
	r.about.digest, r.about.following = r.about.digest || digest, !digest
	return m.Followed(p, news)
}

// followed is a game as far as its record goes, for a reader who does not play it.
func (m *Messages) followed(p db.Player, g *club.Game, r *rules.Record, drawn bool) *templates.FollowedGame {
	sec := &templates.FollowedGame{
		Game: g.Row.ID, Title: g.Rules.Title, Black: m.nameIn(p, g.Black), White: m.nameIn(p, g.White), Last: r.Len(),
		Board: m.board(r.Position(), r.Tail(rules.Marked), g.Rules, g.Rules.First(), p),
	}
	if drawn {
		sec.Board.Picture = ""
	}
	if g.Over() {
		sec.Result = string(g.Row.Result)
		_, sec.Reason = ending(g, rules.Black, p)
		sec.Ending = endedBy(g)
	}
	return sec
}

// BestNow shows a player the best games of the last week.
func (m *Messages) BestNow(p db.Player, games []follow.BestGame) error {
	m.aside(p).add(m.bestOf(p, games, true))
	return nil
}

// BestDue is BestNow for a player who gets it each week, if there are any games.
func (m *Messages) BestDue(p db.Player, games []follow.BestGame) {
	if len(games) > 0 {
		r := m.to(p).alone().add(m.bestOf(p, games, false))
		r.about.following = true
	}
}

func (m *Messages) bestOf(p db.Player, games []follow.BestGame, asked bool) *templates.BestOfWeek {
	sec := &templates.BestOfWeek{Asked: asked}
	for _, b := range games {
		g := m.followed(p, b.Game, b.Game.Record, false)
		sec.Games = append(sec.Games, templates.BestGame{FollowedGame: *g, Readers: b.Readers, Turnings: b.Turnings})
	}
	return sec
}
