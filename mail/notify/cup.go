package notify

import (
	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/templates"
)

// roundBegan shows each player who is left in a cup the board of the game in which the first move is
// theirs, and then the bracket. Players without an opponent are told so.
func (m *Messages) roundBegan(e tournament.DivisionBegan) error {
	for _, g := range e.Games {
		m.newsOf(g).told = true
	}
	round := tournament.CupRound(e.Standings.Games)
	for _, match := range e.Standings.Cup[round-1] {
		for i, player := range match.Players {
			if player == 0 || match.Winner == tournament.Nobody || match.Winner > 0 && match.Won() != player {
				continue
			}
			p := e.Standings.Players[player]
			why := "bye"
			if len(match.Games) > 0 {
				why = "began"
			}
			sec, err := cupSection(m.tx, e.Standings, m.readerOf(p), why)
			if err != nil {
				return err
			}
			m.to(p).alone().add(sec)
			if why == "bye" {
				continue
			}
			m.meets(sec, e.Standings, match, i)
			for _, g := range e.Games {
				if g.Player(g.Turn()).ID != p.ID {
					continue
				}
				turn, err := m.show(g, g.Turn(), nil)
				if err != nil {
					return err
				}
				turn.Started, sec.Due = true, turn.Due
			}
			table := *sec
			table.Why = "asked"
			m.to(p).add(&table)
		}
	}
	return nil
}

// meets adds to a section whom its reader, in a seat, meets in a match.
func (m *Messages) meets(sec *templates.Cup, t tournament.SeasonTable, match tournament.CupMatch, seat int) {
	sec.Opponent = m.nameIn(t.Players[match.Players[seat]], t.Players[match.Players[1-seat]])
	sec.Seed, sec.Other = match.Seats[seat], match.Seats[1-seat]
}

// matchOver tells both players of a match who goes on. Of the final, and if the cup is over by it, cupOver does.
func (m *Messages) matchOver(e tournament.MatchOver) {
	if e.Round == len(e.Standings.Cup) {
		return
	}
	m.addedLate = m.addedLate || m.composed
	m.afterGames = append(m.afterGames, func() error {
		for i, player := range e.Match.Players {
			p, row := e.Standings.Players[player], tournament.RowOf(e.Standings.Rows, player)
			if row.Out { // PlayerOut says so
				continue
			}
			why := "knocked"
			if e.Match.Won() == player {
				why = "on"
			}
			sec, err := cupSection(m.tx, e.Standings, m.readerOf(p), why)
			if err != nil {
				return err
			}
			m.meets(sec, e.Standings, e.Match, i)
			sec.Level = e.Match.Points[0] == e.Match.Points[1] && !tournament.RowOf(e.Standings.Rows, e.Match.Players[1-i]).Out
			m.to(p).add(sec)
		}
		return nil
	})
}

// cupOver shows a cup that is over to all who were in it, except those who left it.
func (m *Messages) cupOver(t tournament.SeasonTable) {
	m.addedLate = m.addedLate || m.composed
	m.afterGames = append(m.afterGames, func() error {
		for _, row := range t.Rows {
			if row.Out {
				continue
			}
			p := t.Players[row.ID]
			sec, err := cupSection(m.tx, t, m.readerOf(p), "over")
			if err != nil {
				return err
			}
			m.to(p).add(sec)
		}
		return nil
	})
}

// concerns reports whether a tournament stands in a reader's list: the cup of a player that has not begun does
// for those who are asked or take part.
func concerns(tx *club.Tx, t tournaments.Tournament, reader standingsReader) (bool, error) {
	if t.Host == 0 || !t.BegunAt.IsZero() {
		return true, nil
	}
	places, err := tournaments.PlacesOf(tx.DB, t.ID, reader.ID)
	if err != nil || len(places) > 0 {
		return err == nil, err
	}
	return tournament.IsGuest(tx, t.ID, reader.ID)
}

// cupSection is a cup as its reader sees it: all of its rounds that have begun, or in a message that was not asked
// for, of a cup that goes on, the present one.
func cupSection(tx *club.Tx, t tournament.SeasonTable, reader standingsReader, why string) (*templates.Cup, error) {
	g, err := tx.Club.Rules(t.Tournament.Rules)
	if err != nil {
		return nil, err
	}
	round := max(1, tournament.CupRound(t.Games))
	sec := &templates.Cup{Why: why, Name: t.Tournament.Name, Title: g.Title, Round: round, Rounds: len(t.Cup)}
	if t.Division.EndedAt.IsZero() {
		sec.Ends = reader.At(t.Tournament.EndsAt)
	} else if winner := t.Winner(); winner != 0 {
		sec.Winner, sec.You = reader.Call(t.Players[winner]), winner == reader.ID
	}
	first := 1
	if why != "asked" && why != "over" {
		first = round
	}
	for number := first; number <= round; number++ {
		shown := templates.CupRound{Number: number}
		for _, match := range t.Cup[number-1] {
			m := templates.CupMatch{}
			for i, player := range match.Players {
				m.Seeds[i] = match.Seats[i]
				if player == 0 {
					continue
				}
				me, other := tournament.DivisionPlayer{ID: player}, tournament.DivisionPlayer{ID: match.Players[1-i]}
				m.Names[i] = cut(reader.Call(t.Players[player]), widestName)
				if tournament.RowOf(t.Rows, player).Out {
					m.Names[i] += " *"
				}
				if other.ID != 0 {
					m.Results[i] = tournament.CrossTableCell(match.Games, me, other)
				}
			}
			if match.Players != [2]int64{} {
				shown.Matches = append(shown.Matches, m)
			}
		}
		sec.Bracket = append(sec.Bracket, shown)
	}
	return sec, nil
}

// cupMade asks players whether they take part in the cup of another, and tells that one.
func (m *Messages) cupMade(e tournament.CupMade) error {
	g, err := m.tx.Club.Rules(e.Tournament.Rules)
	if err != nil {
		return err
	}
	part := func(what string, p db.Player) *templates.SeasonPart {
		return &templates.SeasonPart{
			What: what, Name: e.Tournament.Name, Title: g.Title, Pace: e.Tournament.Pace, Days: e.Tournament.Days,
			Begins: LocalTime(p, e.Tournament.StartsAt), Cup: true, Host: m.nameIn(p, e.Host),
		}
	}
	made := part("made", e.Host)
	made.Private = !e.Host.Public
	for _, guest := range e.Guests {
		made.Guests = append(made.Guests, m.nameIn(e.Host, guest))
		m.to(guest).alone().add(part("invited", guest))
	}
	m.aside(e.Host).add(made)
	return nil
}

// cupDeclined answers a player who does not take part in a cup, and tells the one who made it.
func (m *Messages) cupDeclined(e tournament.CupDeclined) {
	m.aside(e.Player).add(&templates.SeasonPart{
		What: "declined", Name: e.Tournament.Name, Cup: true, Host: m.nameIn(e.Player, e.Host),
	})
	m.to(e.Host).add(&templates.SeasonPart{
		What: "refused", Name: e.Tournament.Name, Cup: true, Guests: []string{m.nameIn(e.Host, e.Player)},
	})
}

// cupClosed tells the players of a cup that it does not take place, and its host, if they take no part any more and
// have not left the server: that player's one last message says what ended.
func (m *Messages) cupClosed(e tournament.CupClosed) {
	part := func(why string) *templates.SeasonPart {
		return &templates.SeasonPart{What: "closed", Why: why, Name: e.Tournament.Name, Cup: true}
	}
	for _, p := range e.Players {
		sec := part(string(e.Why))
		if e.Host.ID != 0 {
			sec.Why, sec.Host = "host", m.nameIn(p, e.Host)
		}
		m.to(p).add(sec)
	}
	if e.Host.ID != 0 && !m.leaving {
		m.aside(e.Host).add(part(string(e.Why)))
	}
}
