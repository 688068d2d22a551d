package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"turnpost/rules"
)

// wholeTurn is what one letter plays: all plies of a turn.
type wholeTurn struct {
	side  rules.Side
	plies []rules.Move
}

// text is the turn as a player writes it.
func (t wholeTurn) text() string {
	var b strings.Builder
	for _, m := range t.plies {
		b.WriteString(string(m) + "\r\n")
	}
	return b.String()
}

// playout plays a game at random, up to so many turns, and never to its end: a
// game that is over has other letters. The same seed plays the same game.
func playout(g rules.Game, seed uint64, turns int) ([]wholeTurn, error) {
	random := rand.New(rand.NewPCG(seed, 1))
	var best []wholeTurn
	// Some random games end soon; the longest of a few is long enough, or a
	// player goes on in the next game.
	for range 8 {
		played, err := playOnce(g, random, turns)
		if err != nil {
			return nil, fmt.Errorf("playing %s: %w", g.Name, err)
		}
		if len(played) > len(best) {
			best = played
		}
		if len(best) == turns {
			break
		}
	}
	if len(best) == 0 {
		return nil, fmt.Errorf("%s ends with the first turn", g.Name)
	}
	return best, nil
}

func playOnce(g rules.Game, random *rand.Rand, turns int) ([]wholeTurn, error) {
	r := rules.NewRecord(g)
	var list []wholeTurn
	for len(list) < turns {
		t := wholeTurn{side: r.Turn()}
		for r.Turn() == t.side {
			legal := r.Legal()
			m := legal[random.IntN(len(legal))]
			if err := r.Play(m); err != nil {
				return nil, err
			}
			t.plies = append(t.plies, m)
		}
		if r.Turn() == rules.None {
			break
		}
		list = append(list, t)
	}
	return list, nil
}

// withoutPictures are the games as programs know them that draw nothing, so that
// letters show boards as characters alone.
func withoutPictures(games []rules.Game) []rules.Game {
	out := slices.Clone(games)
	for i, g := range out {
		out[i].Start = func() rules.Position { return undrawn{g.Start()} }
		out[i].ParsePosition = func(text string) (rules.Position, error) { return undrawnOrNot(g.ParsePosition(text)) }
	}
	return out
}

// undrawn is a position that is no rules.Teller.
type undrawn struct{ rules.Position }

func undrawnOrNot(p rules.Position, err error) (rules.Position, error) {
	if err != nil {
		return nil, err
	}
	return undrawn{p}, nil
}

func (u undrawn) Play(m rules.Move) (rules.Position, error) { return undrawnOrNot(u.Position.Play(m)) }
func (u undrawn) Groups() []rules.Group                     { return rules.Groups(u.Position) }
func (u undrawn) Reread() rules.Outcome                     { return rules.Reread(u.Position) }
