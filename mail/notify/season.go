package notify

import (
	"slices"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
	"turnpost/templates"
)

// onTournamentEvent adds an event of a tournament. What is said about a division comes after
// the games that caused it.
func (m *Messages) onTournamentEvent(e club.Event) error {
	switch e := e.(type) {
	case tournament.Joined:
		return m.joined(e)
	case tournament.Withdrew:
		sec := &templates.SeasonPart{What: "withdrew", Name: e.Tournament.Name, Cup: e.Tournament.Cup}
		if e.Tournament.State != tournaments.Open {
			sec.What, sec.Rules = "last", e.Tournament.Rules
		}
		m.aside(e.Player).add(sec)
	case tournament.GamesPublicAgain:
		m.aside(e.Player).add(&templates.SeasonPart{What: "shown", Name: e.Tournament.Name, Cup: e.Tournament.Cup})
	case tournament.LeaveAsked:
		return m.leaveAsked(e)
	case tournament.LeaveDeclined:
		m.to(e.Player).alone().add(&templates.SeasonPart{What: "stayed", Name: e.Tournament.Name,
			Cup: e.Tournament.Cup})
	case tournament.Warned:
		m.addedLate = m.addedLate || m.composed
		m.afterGames = append(m.afterGames, func() error {
			what := "warned"
			if e.Silent {
				what = "silent"
			}
			m.to(e.Player).add(&templates.SeasonPart{What: what, Name: e.Tournament.Name,
				Standing: e.Tournament.Standing, Cup: e.Tournament.Cup})
			return nil
		})
	case tournament.PlayerOut:
		m.outOf(e)
	case tournament.Adjudicated:
		m.newsOf(e.Game).toBoth(templates.GameNews{Kind: templates.NewsJudged, What: string(e.How)}, rules.None)
	case tournament.DivisionBegan:
		if e.Standings.Tournament.Cup {
			return m.roundBegan(e)
		}
		return m.seasonBegan(e)
	case tournament.MatchOver:
		m.matchOver(e)
	case tournament.CupMade:
		return m.cupMade(e)
	case tournament.CupDeclined:
		m.cupDeclined(e)
	case tournament.CupClosed:
		m.cupClosed(e)
	case tournament.LeadersChanged:
		m.showDivisionToAll(e.Standings, "top")
	case tournament.DivisionOver:
		if e.Standings.Tournament.Cup {
			m.cupOver(e.Standings)
			return nil
		}
		m.showDivisionToAll(e.Standings, "over")
	}
	return nil
}

// leaveAsked asks a player whether they leave a tournament, and names what they would lose.
func (m *Messages) leaveAsked(e tournament.LeaveAsked) error {
	sec := &templates.SeasonPart{What: "asked", Name: e.Tournament.Name, Standing: e.Tournament.Standing,
		Cup: e.Tournament.Cup}
	for _, l := range e.Lost {
		if sec.Cup {
			break
		}
		table, err := divisionSection(m.tx, l.Standings, m.readerOf(e.Player), "asked")
		if err != nil {
			return err
		}
		sec.Lost = append(sec.Lost, templates.SeasonLoss{Table: table, Running: l.Running, Cancelled: l.Cancelled})
	}
	m.to(e.Player).alone().add(sec)
	return nil
}

// joined answers a player who has joined a tournament, with all of its rules.
func (m *Messages) joined(e tournament.Joined) error {
	t := e.Tournament
	g, err := m.tx.Club.Rules(t.Rules)
	if err != nil {
		return err
	}
	sec := &templates.SeasonPart{What: "joined", Name: t.Name, Title: g.Title, Pace: t.Pace, Days: t.Days,
		Count:    e.Count,
		Standing: t.Standing, Private: !e.Player.Public, ByName: e.Player.Challenges, Cup: t.Cup}
	if t.Host != 0 {
		host, err := m.tx.DB.Player(t.Host)
		if err != nil {
			return err
		}
		sec.Host = m.nameIn(e.Player, host)
	}
	if e.Already {
		sec.What = "already"
	}
	if !t.StartsAt.IsZero() {
		sec.Begins = LocalTime(e.Player, t.StartsAt)
	}
	m.aside(e.Player).add(sec)
	return nil
}

// outOf says that a player is out: to the player, and to the opponents in the messages about
// the games that end by it.
func (m *Messages) outOf(e tournament.PlayerOut) {
	what := "lost"
	if e.Cancelled {
		what = "cancelled"
	}
	for _, g := range e.Games {
		m.newsOf(g).toBoth(templates.GameNews{Kind: templates.NewsOut, What: what}, g.Side(e.Player.ID))
	}
	if m.leaving && e.Why == tournament.OutAsked { // their one last message says what ended
		return
	}
	m.addedLate = m.addedLate || m.composed
	m.afterGames = append(m.afterGames, func() error {
		m.to(e.Player).add(&templates.SeasonPart{
			What: "out", Name: e.Tournament.Name, Rules: e.Tournament.Rules, Why: string(e.Why),
			Cancelled: e.Cancelled, Games: len(e.Games),
			Standing: e.Tournament.Standing, Cup: e.Tournament.Cup,
		})
		return nil
	})
}

// seasonBegan shows each player of a division the boards of the games in which the first move
// is theirs, and then whom they play. The answer to their joining said the pace and the rest.
func (m *Messages) seasonBegan(e tournament.DivisionBegan) error {
	for _, g := range e.Games {
		m.newsOf(g).told = true
	}
	for _, row := range e.Standings.Rows {
		p := e.Standings.Players[row.ID]
		if row.Out {
			continue
		}
		began, err := divisionSection(m.tx, e.Standings, m.readerOf(p), "began")
		if err != nil {
			return err
		}
		m.to(p).alone().add(began)
		for _, g := range e.Games {
			if g.Player(g.Turn()).ID != p.ID {
				continue
			}
			began.Waiting++
			turn, err := m.show(g, g.Turn(), nil)
			if err != nil {
				return err
			}
			turn.Started = true
			if !turn.Due.IsZero() && (began.Due.IsZero() || turn.Due.Before(began.Due)) {
				began.Due = turn.Due
			}
		}
		table := *began
		table.Why = "asked"
		m.to(p).add(&table)
	}
	return nil
}

// halfOver reports whether half of the games of a division are over.
func halfOver(t tournament.SeasonTable) bool {
	over := 0
	for _, g := range t.Games {
		if g.Result != db.Undecided {
			over++
		}
	}
	return 2*over >= len(t.Games)
}

// showDivisionToAll shows a division to all players in it. That others lead now is news only when
// half of its games are over, and brings no message of its own: it stands in one that is sent
// anyway. Digests show the table.
func (m *Messages) showDivisionToAll(t tournament.SeasonTable, why string) {
	if why == "top" && !halfOver(t) {
		return
	}
	m.addedLate = m.addedLate || m.composed
	m.afterGames = append(m.afterGames, func() error {
		for _, row := range t.Rows {
			p := t.Players[row.ID]
			if why == "top" && (row.Out || p.Messages == db.MessagesDigest || !m.Begun(p)) {
				continue
			}
			sec, err := divisionSection(m.tx, t, m.readerOf(p), why)
			if err == nil && why == "over" && t.Tournament.Standing {
				err = m.saysNext(sec, t, row)
			}
			if err != nil {
				return err
			}
			m.to(p).add(sec)
		}
		return nil
	})
}

// saysNext adds to a final table whether its reader is in the next season, and where.
func (m *Messages) saysNext(sec *templates.SeasonTable, t tournament.SeasonTable, row tournament.SeasonRow) error {
	if row.Out {
		sec.Next = "out"
		return nil
	}
	places, err := tournaments.PlacesOf(m.tx.DB, t.Tournament.ID, row.ID)
	if err != nil {
		return err
	}
	silent, err := tournament.IsSilent(m.tx, t.Tournament, row.ID)
	switch {
	case err != nil:
		return err
	case slices.ContainsFunc(places, func(e tournaments.Entrant) bool { return e.Last || e.Out() }):
		sec.Next = "left"
		return nil
	case silent:
		sec.Next = "silent"
		return nil
	}
	p, err := m.tx.DB.Player(row.ID)
	if err != nil {
		return err
	}
	if !p.Public && !slices.ContainsFunc(places, func(e tournaments.Entrant) bool { return e.Public }) {
		sec.Next = "left" // they do not show their games
		return nil
	}
	sec.Next = "in"
	up, down, err := tournament.Promoted(m.tx, t.Tournament, t.Division.Number)
	if err != nil {
		return err
	}
	switch i := slices.IndexFunc(t.Rows, func(r tournament.SeasonRow) bool { return r.ID == row.ID }); {
	case i < up:
		sec.To = t.Division.Number - 1
	case i >= len(t.Rows)-down:
		sec.To = t.Division.Number + 1
	}
	return nil
}

// Tournaments lists those that a player can join or look at.
func (m *Messages) Tournaments(p db.Player) error {
	sec, err := tournamentsSection(m.tx, m.readerOf(p))
	if err == nil {
		m.aside(p).add(sec)
	}
	return err
}

// mostDivisions is how many divisions are shown beside the reader's own.
const mostDivisions = 4

// SeasonTables shows a player the standings of a tournament, by its name or that of its game:
// the player's own division and the highest ones. Of a tournament that has not begun it shows
// who can join.
func (m *Messages) SeasonTables(p db.Player, name string) error {
	t, err := tournament.Find(m.tx, name)
	if err != nil {
		return err
	}
	if t.State == tournaments.Open {
		sec, err := tournamentSection(m.tx, t, m.readerOf(p))
		m.aside(p).add(sec)
		return err
	}
	tables, err := tournament.AllStandings(m.tx, t)
	if err != nil {
		return err
	}
	if t.Cup {
		sec, err := cupSection(m.tx, tables[0], m.readerOf(p), "asked")
		m.aside(p).add(sec)
		return err
	}
	for i, table := range tables {
		if _, mine := table.Players[p.ID]; i >= mostDivisions && !mine {
			continue
		}
		sec, err := divisionSection(m.tx, table, m.readerOf(p), "asked")
		if err != nil {
			return err
		}
		m.aside(p).add(sec)
	}
	return nil
}

// ownDivisions adds the divisions of a player in the tournaments under way to a digest.
func (m *Messages) ownDivisions(p db.Player) error {
	mine, err := tournaments.Of(m.tx.DB, p.ID)
	if err != nil {
		return err
	}
	for _, t := range mine {
		tables, err := tournament.StandingsOfPlayer(m.tx, t, p.ID)
		if err != nil {
			return err
		}
		for _, table := range tables {
			if t.Cup {
				sec, err := cupSection(m.tx, table, m.readerOf(p), "digest")
				if err != nil {
					return err
				}
				m.to(p).add(sec)
				continue
			}
			sec, err := divisionSection(m.tx, table, m.readerOf(p), "digest")
			if err != nil {
				return err
			}
			m.to(p).add(sec)
		}
	}
	return nil
}

// widestName is how many characters of a name a table shows.
const widestName = 20

// divisionSection is a division as its reader sees it.
func divisionSection(tx *club.Tx, t tournament.SeasonTable, reader standingsReader, why string) (
	*templates.SeasonTable, error) {
	g, err := tx.Club.Rules(t.Tournament.Rules)
	if err != nil {
		return nil, err
	}
	sec := &templates.SeasonTable{
		Why: why, Name: t.Tournament.Name, Title: g.Title, Pace: t.Tournament.Pace, Days: t.Tournament.Days,
		Division: t.Division.Number, Divisions: t.Divisions, Standing: t.Tournament.Standing, Rules: t.Tournament.Rules,
	}
	if t.Tournament.Standing && why != "over" {
		if sec.Up, sec.Down, err = tournament.Promoted(tx, t.Tournament, t.Division.Number); err != nil {
			return nil, err
		}
	}
	if t.Division.EndedAt.IsZero() {
		sec.Ends = reader.At(t.Tournament.EndsAt)
	}
	for _, row := range t.Rows {
		p := t.Players[row.ID]
		you := p.ID == reader.ID
		if you && !row.Out {
			sec.Place, sec.Points = row.Place, tournament.HalvesText(row.Points)
		}
		if row.Leads() {
			sec.Leaders = append(sec.Leaders, reader.Call(p))
			if !you {
				sec.Others = append(sec.Others, reader.Call(p))
			}
			sec.You = sec.You || you
		}
		sec.Rows = append(sec.Rows, seasonRow(t, row, reader))
	}
	return sec, nil
}

func seasonRow(t tournament.SeasonTable, row tournament.SeasonRow, reader standingsReader) templates.SeasonRow {
	out := templates.SeasonRow{
		Place: tournament.PlaceText(row), Name: cut(reader.Call(t.Players[row.ID]), widestName-2),
		You: row.ID == reader.ID, Out: row.Out,
		Points: tournament.HalvesText(row.Points), Score: tournament.QuartersText(row.Berger),
	}
	if row.Out {
		out.Name += " *"
	}
	for _, other := range t.Rows {
		out.Results = append(out.Results, tournament.CrossTableCell(t.Games, row.DivisionPlayer, other.DivisionPlayer))
	}
	return out
}

// mostOver is how many finished tournaments the list shows.
const mostOver = 5

// tournamentsSection lists the tournaments that a player can join or look at. A game without
// a season that can be joined has the one that begins with the first player who joins it.
func tournamentsSection(tx *club.Tx, reader standingsReader) (*templates.Tournaments, error) {
	list, err := tournaments.Unfinished(tx.DB)
	if err != nil {
		return nil, err
	}
	over, err := tournaments.Finished(tx.DB, mostOver)
	if err != nil {
		return nil, err
	}
	sec := &templates.Tournaments{}
	for _, t := range append(list, over...) {
		if asked, err := concerns(tx, t, reader); err != nil || !asked {
			if err != nil {
				return nil, err
			}
			continue
		}
		line, err := tournamentLine(tx, t, reader)
		if err != nil {
			return nil, err
		}
		sec.Seasons = append(sec.Seasons, line)
	}
	for _, g := range tx.Club.Games() {
		joinable := func(t tournaments.Tournament) bool {
			return t.Rules == g.Name && t.Standing && t.State == tournaments.Open
		}
		if !slices.ContainsFunc(list, joinable) {
			sec.Seasons = append(sec.Seasons, templates.SeasonLine{Name: g.Name, Title: g.Title, State: "fresh"})
		}
	}
	return sec, nil
}

// tournamentSection is one of them alone.
func tournamentSection(tx *club.Tx, t tournaments.Tournament, reader standingsReader) (*templates.Tournaments, error) {
	line, err := tournamentLine(tx, t, reader)
	return &templates.Tournaments{Seasons: []templates.SeasonLine{line}, One: true}, err
}

func tournamentLine(tx *club.Tx, t tournaments.Tournament, reader standingsReader) (line templates.SeasonLine,
	err error) {
	g, err := tx.Club.Rules(t.Rules)
	if err != nil {
		return line, err
	}
	line = templates.SeasonLine{Name: t.Name, Title: g.Title}
	switch {
	case t.State == tournaments.Over:
		line.State, line.When = "over", reader.At(t.EndedAt)
	case t.State != tournaments.Open:
		line.State, line.When = "running", reader.At(t.EndsAt)
		if t.Cup {
			line.State = "cup-running"
		}
	case t.StartsAt.IsZero():
		line.State = "waiting"
	case t.Host != 0:
		line.State, line.When = "cup-invited", reader.At(t.StartsAt)
	case t.Cup:
		line.State, line.When = "cup-open", reader.At(t.StartsAt)
	default:
		line.State, line.When = "open", reader.At(t.StartsAt)
	}
	if line.Count, err = tournaments.Count(tx.DB, t.ID); err != nil {
		return line, err
	}
	places, err := tournaments.PlacesOf(tx.DB, t.ID, reader.ID)
	line.You = slices.ContainsFunc(places, func(e tournaments.Entrant) bool { return !e.Out() })
	return line, err
}
