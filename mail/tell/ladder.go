package tell

import (
	"turnpost/db"
	"turnpost/mail/climb"
	"turnpost/mail/club"
	"turnpost/mail/standing"
	"turnpost/templates"
)

// hearLadder makes letters of what happened on ladders. What concerns a game stands in the
// letters of the game.
func hearLadder(l *Letters, e club.Event) error {
	switch e := e.(type) {
	case climb.Joined:
		why := "joined"
		if e.Already {
			why = "already"
		}
		l.aside(e.Player).add(standing.Ladder(e.Ladder, readerOf(l, e.Player), why))
	case climb.Nobody:
		l.aside(e.Player).add(standing.Ladder(e.Ladder, readerOf(l, e.Player), "nobody"))
	case climb.Slid:
		sec := standing.Ladder(e.Ladder, readerOf(l, e.Player), "slid")
		sec.From = e.From
		l.to(e.Player).alone().add(sec)
	case climb.Left:
		leftLadder(l, e)
	case climb.Challenged:
		n, side := l.newsOf(e.Table), e.Table.Side(e.By.ID)
		item := templates.News{Kind: "ladder", Ladder: e.Table.Rules.Name, From: e.Place, To: e.Theirs}
		item.What = "challenger"
		n.one(side, item)
		item.What = "challenged"
		n.one(side.Opponent(), item)
	case climb.Moved:
		n, side := l.newsOf(e.Table), e.Table.Side(e.Winner.ID)
		item := templates.News{Kind: "ladder", From: e.From, To: e.To}
		item.What = "moved-you"
		n.one(side, item)
		item.What = "moved"
		n.one(side.Opponent(), item)
	case climb.Warned:
		l.newsOf(e.Table).one(e.Table.Side(e.Player.ID), templates.News{Kind: "ladder", What: "late", Ladder: e.Table.Rules.Name})
	}
	return nil
}

// leftLadder tells who is not on a ladder any more, and both players of each game that is
// called off for it.
func leftLadder(l *Letters, e climb.Left) {
	for _, t := range e.CalledOff {
		n, side := l.newsOf(t), t.Side(e.Player.ID)
		n.one(side, templates.News{Kind: "ladder", What: "left-you"})
		n.one(side.Opponent(), templates.News{Kind: "ladder", What: "left"})
	}
	sec := &templates.LadderLeft{Why: e.Why, Name: e.Rules.Name, Title: e.Rules.Title, CalledOff: len(e.CalledOff), Running: e.Running}
	if e.Why == climb.Asked {
		l.aside(e.Player).add(sec)
		return
	}
	l.late = l.late || l.composed
	l.behind = append(l.behind, func() error { l.to(e.Player).add(sec); return nil })
}

// Ladder shows a player the ladder of a game.
func Ladder(l *Letters, p db.Player, name string) error {
	seen, err := climb.Look(l.tx, name, p.ID)
	if err != nil {
		return err
	}
	l.aside(p).add(standing.Ladder(seen, readerOf(l, p), "asked"))
	return nil
}

// Ladders lists the ladders, one for each game.
func Ladders(l *Letters, p db.Player) error {
	sec, err := standing.Ladders(l.tx, readerOf(l, p))
	if err == nil {
		l.aside(p).add(sec)
	}
	return err
}
