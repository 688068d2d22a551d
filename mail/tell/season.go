package tell

import (
	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/season"
	"turnpost/mail/standing"
	"turnpost/rules"
	"turnpost/templates"
)

// hearSeason makes letters of what happened in tournaments. What is told of a division
// stands behind the games that brought it about.
func hearSeason(l *Letters, e club.Event) error {
	switch e := e.(type) {
	case season.Joined:
		return joined(l, e)
	case season.Withdrew:
		sec := &templates.Season{What: "withdrew", Name: e.Tournament.Name}
		if e.Tournament.State != seasons.Open {
			sec.What, sec.Rules = "last", e.Tournament.Rules
		}
		l.aside(e.Player).add(sec)
	case season.LeaveAsked:
		l.to(e.Player).alone().add(&templates.Season{What: "asked", Name: e.Tournament.Name, Games: e.Games, Cancelled: e.Cancelled})
	case season.Stayed:
		l.to(e.Player).alone().add(&templates.Season{What: "stayed", Name: e.Tournament.Name})
	case season.Warned:
		l.late = l.late || l.composed
		l.behind = append(l.behind, func() error {
			l.to(e.Player).add(&templates.Season{What: "warned", Name: e.Tournament.Name})
			return nil
		})
	case season.Out:
		outOf(l, e)
	case season.Judged:
		l.newsOf(e.Table).both(templates.News{Kind: "judged", What: e.How}, rules.None)
	case season.Began:
		return seasonBegan(l, e)
	case season.TopChanged:
		tellDivision(l, e.Table, "top")
	case season.DivisionOver:
		tellDivision(l, e.Table, "over")
	}
	return nil
}

// joined answers who has joined a tournament, with all of its rules.
func joined(l *Letters, e season.Joined) error {
	t := e.Tournament
	g, err := l.tx.Club.Rules(t.Rules)
	if err != nil {
		return err
	}
	sec := &templates.Season{What: "joined", Name: t.Name, Title: g.Title, Pace: t.Pace, Days: t.Days, Count: e.Count, Standing: t.Standing}
	if e.Already {
		sec.What = "already"
	}
	if !t.StartsAt.IsZero() {
		sec.Begins = Shown(e.Player, t.StartsAt)
	}
	l.aside(e.Player).add(sec)
	return nil
}

// outOf tells who is out, and the opponents in the letters of the games that end by it.
func outOf(l *Letters, e season.Out) {
	what := "lost"
	if e.Cancelled {
		what = "cancelled"
	}
	for _, t := range e.Games {
		l.newsOf(t).both(templates.News{Kind: "out", What: what}, t.Side(e.Player.ID))
	}
	if l.leaving { // their one last letter tells what ended
		return
	}
	l.late = l.late || l.composed
	l.behind = append(l.behind, func() error {
		l.to(e.Player).add(&templates.Season{
			What: "out", Name: e.Tournament.Name, OnTime: e.OnTime, Cancelled: e.Cancelled, Games: len(e.Games), Standing: e.Tournament.Standing,
		})
		return nil
	})
}

// seasonBegan shows each player of a division whom they play, and the boards of the games
// in which the first move is theirs.
func seasonBegan(l *Letters, e season.Began) error {
	for _, g := range e.Games {
		l.newsOf(g).told = true
	}
	for _, row := range e.Table.Rows {
		p := e.Table.Players[row.ID]
		if row.Out {
			continue
		}
		sec, err := standing.Division(l.tx, e.Table, readerOf(l, p), "began")
		if err != nil {
			return err
		}
		l.to(p).alone().add(sec)
		for _, g := range e.Games {
			if g.Player(g.Turn()).ID != p.ID {
				continue
			}
			turn, err := l.show(g, g.Turn(), nil)
			if err != nil {
				return err
			}
			turn.Started = true
		}
	}
	return nil
}

// tellDivision shows a division to all who are in it: before it is over only to those who
// want every letter.
func tellDivision(l *Letters, t season.Table, why string) {
	l.late = l.late || l.composed
	l.behind = append(l.behind, func() error {
		for _, row := range t.Rows {
			p := t.Players[row.ID]
			if why == "top" && (row.Out || p.Letters != "every") {
				continue
			}
			sec, err := standing.Division(l.tx, t, readerOf(l, p), why)
			if err != nil {
				return err
			}
			l.to(p).add(sec)
		}
		return nil
	})
}

// Tournaments lists those that a player can join or look at.
func Tournaments(l *Letters, p db.Player) error {
	sec, err := standing.Tournaments(l.tx, readerOf(l, p))
	if err == nil {
		l.aside(p).add(sec)
	}
	return err
}

// mostDivisions is how many divisions are shown beside the reader's own.
const mostDivisions = 4

// SeasonTables shows a player how a tournament stands, by its name or that of a game: the
// player's own division and the highest ones. Of one that has not begun it shows who can
// join.
func SeasonTables(l *Letters, p db.Player, name string) error {
	t, err := season.Find(l.tx, name)
	if err != nil {
		return err
	}
	if t.State == seasons.Open {
		sec, err := standing.Tournament(l.tx, t, readerOf(l, p))
		l.aside(p).add(sec)
		return err
	}
	tables, err := season.Tables(l.tx, t)
	if err != nil {
		return err
	}
	for i, table := range tables {
		if _, mine := table.Players[p.ID]; i >= mostDivisions && !mine {
			continue
		}
		sec, err := standing.Division(l.tx, table, readerOf(l, p), "asked")
		if err != nil {
			return err
		}
		l.aside(p).add(sec)
	}
	return nil
}

// ownDivisions adds the divisions of a player in the tournaments under way to a digest.
func ownDivisions(l *Letters, p db.Player) error {
	mine, err := seasons.Of(l.tx.DB, p.ID)
	if err != nil {
		return err
	}
	for _, t := range mine {
		tables, err := season.TablesOf(l.tx, t, p.ID)
		if err != nil {
			return err
		}
		for _, table := range tables {
			sec, err := standing.Division(l.tx, table, readerOf(l, p), "digest")
			if err != nil {
				return err
			}
			l.to(p).add(sec)
		}
	}
	return nil
}
