package seed

import (
	"fmt"
	"io"
	"math/rand/v2"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/rules"
)

// draw draws games of every kind.
func draw(games []rules.Game, n Size, out io.Writer) ([]game, error) {
	bar := terminal.Progress(out, n.Samples*len(games), "drawing plies")
	defer bar.Finish()
	random := rand.New(rand.NewPCG(n.Seed, 0))
	var samples []game
	for _, g := range games {
		for i, tries := 0, 0; i < n.Samples; tries++ {
			drawn, err := drawGame(g, n.Plies, random)
			if err != nil {
				return nil, err
			}
			if drawn.Result == "none" {
				samples = append(samples, drawn)
				// One that runs elsewhere has ended otherwise here.
				drawn.Result, drawn.Reason = endings[i%len(endings)][0], endings[i%len(endings)][1]
			} else if i%2 == 0 && tries < 10*n.Samples {
				continue // half of them at least go on
			}
			samples = append(samples, drawn)
			i++
			_ = bar.Add(1)
		}
	}
	return samples, nil
}

// endings are results that plies do not show, at the moment of the last one.
var endings = [][2]string{{"black", daemon.Resigned}, {"white", daemon.Resigned}, {"draw", daemon.Agreed}}

// drawGame plays at random until the end, or so many plies.
func drawGame(g rules.Game, plies int, random *rand.Rand) (game, error) {
	record := rules.NewRecord(g)
	drawn := game{Rules: g.Name, Title: g.Title}
	for record.Len() < plies && !record.Outcome().Over() {
		legal := record.Legal()
		m := legal[random.IntN(len(legal))]
		if err := record.Play(m); err != nil {
			return drawn, fmt.Errorf("%s: %w", g.Name, err)
		}
		turn := ""
		if side := record.Turn(); side != rules.None {
			turn = side.String()
		}
		drawn.Moves, drawn.Turns = append(drawn.Moves, string(m)), append(drawn.Turns, turn)
	}
	outcome := record.Outcome()
	drawn.Position, drawn.Result, drawn.Reason = record.Position().String(), outcome.Result.String(), outcome.Reason
	return drawn, nil
}
