package handler_test

import (
	"fmt"

	"turnpost/db"
	"turnpost/rules"
)

// sense is a mail that gets things on, which chatter seldom does: a move of
// whose turn it is, an offer, a conditional line or an answer; nil if nothing
// comes to mind.
func (c *conversation) sense() *post {
	g := c.someGame(false)
	switch n := c.rng.IntN(20); {
	case n < 2:
		return c.confirmation()
	case n < 3:
		return c.aftermath()
	case c.plays() < 2 || n < 5:
		return c.acquaintance()
	case g == nil:
		return nil
	case g.Offer != db.NoOffer && n < 10:
		return c.about(g, c.other(g, c.players[g.OfferBy].Address), pick(c.rng, "yes", "yes", "no", "draw", "undo"))
	case n < 7:
		return c.about(g, c.players[pick(c.rng, g.Black, g.White)].Address, pick(c.rng, "draw", "undo", "undo", "MOVE\ndraw", "note SECRET", "say WORDS", "resign"))
	case n < 11:
		return c.about(g, c.other(g, c.mover(g)), pick(c.rng, "if THEIRS then ANSWER", "if * then MOVE", "if THEIRS then ANSWER; if * then MOVE",
			"if * then MOVE, if * then MOVE, if * then MOVE"))
	case c.rng.IntN(3) == 0:
		return c.about(g, c.mover(g), "MOVE\n"+c.line(c.mover(g), nil))
	}
	return c.about(g, c.mover(g), "MOVE")
}

// acquaintance is an invitation, or the answer to one.
func (c *conversation) acquaintance() *post {
	from := pick(c.rng, people...)
	if box := c.Boxes[from]; c.rng.IntN(3) > 0 {
		for i := len(box) - 1; i >= max(0, len(box)-10); i-- {
			if box[i].Get("Turnpost-Turn") == "none" && box[i].Get("Turnpost-Outcome") == "" {
				return &post{From: from, Body: pick(c.rng, "accept", "accept", "accept", "accept", "decline", "withdraw", "block", "decline\nNot now."), Answers: &box[i]}
			}
		}
	}
	return &post{From: from, Proven: true, Body: c.fill("challenge SOMEBODY RULES as SIDE PACE", nil)}
}

// confirmation answers what somebody was asked, or asks for it.
func (c *conversation) confirmation() *post {
	for id := int64(1); id <= int64(len(c.players)); id++ {
		if p := c.players[id]; p.Asked != "" {
			return &post{From: p.Address, Body: pick(c.rng, "yes", "yes", "no"), Answers: c.messageTo(p.Address, true), Proven: true}
		}
	}
	if c.rng.IntN(2) == 0 {
		return nil
	}
	return &post{From: pick(c.rng, people...), Proven: true, Body: pick(c.rng, "stop", "forget me", "stop\nyes")}
}

// aftermath is about a game that is over.
func (c *conversation) aftermath() *post {
	g := c.someGame(true)
	if g == nil {
		return nil
	}
	return c.about(g, c.players[pick(c.rng, g.Black, g.White)].Address, pick(c.rng, "rematch", "publish notes", "export", "note SECRET", "say WORDS", "yes"))
}

// about is a mail about a game, in reply to somebody's last message of it.
func (c *conversation) about(g *db.Game, from, body string) *post {
	box := c.Boxes[from]
	for i := len(box) - 1; i >= 0; i-- {
		if box[i].Get("Turnpost-Game") == fmt.Sprint(g.ID) {
			return &post{From: from, Body: c.fill(body, g), Answers: &box[i]}
		}
	}
	return nil
}

// someGame is a game that is over or not, or nil.
func (c *conversation) someGame(over bool) *db.Game {
	var some []*db.Game
	for i := range c.games {
		if c.games[i].Over() == over {
			some = append(some, &c.games[i])
		}
	}
	if len(some) == 0 {
		return nil
	}
	return pick(c.rng, some...)
}

// mover is the address of the player to move.
func (c *conversation) mover(g *db.Game) string {
	if position(g).Turn() == rules.White {
		return c.players[g.White].Address
	}
	return c.players[g.Black].Address
}

// other is the address of somebody's opponent.
func (c *conversation) other(g *db.Game, address string) string {
	if c.players[g.Black].Address == address {
		return c.players[g.White].Address
	}
	return c.players[g.Black].Address
}

// plays is how many games are under way.
func (c *conversation) plays() int { return len(c.games) - c.over() }
