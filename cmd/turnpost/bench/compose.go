package bench

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/mail"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/picture"
)

func (b *Bench) composePart(ctx context.Context, full bool) ([]Table, error) {
	n := 5
	if full {
		n = 300
	}
	table, err := b.Compose(ctx, n)
	return []Table{table}, err
}

// composeSteps are the parts of the work, as columns.
var composeSteps = []string{"position", "text", "HTML", "picture", "bytes"}

// Compose composes so many letters of each game.
func (b *Bench) Compose(ctx context.Context, n int) (Table, error) {
	t := Table{
		title: "Composing a letter",
		head:  append(append([]string{"game"}, composeSteps...), "new µs", "again µs", "kB"),
		notes: []string{fmt.Sprintf("Microseconds of one goroutine, the median of %d letters a game; the parts are of a new position. The picture of one that was drawn before is only looked up.", n)},
	}
	words, err := templates.New()
	if err != nil {
		return t, err
	}
	for _, g := range b.Games {
		c := composer{words: words, painter: picture.NewPainter(), game: g}
		var parts [5][]float64
		var fresh, again, size []float64
		for seed := uint64(0); len(fresh) < n; seed++ {
			if err := ctx.Err(); err != nil {
				return t, err
			}
			turns, err := playout(g, seed, mostTurns)
			if err != nil {
				return t, err
			}
			r := rules.NewRecord(g)
			for i, turn := range turns {
				for _, m := range turn.plies {
					if err := r.Play(m); err != nil {
						return t, fmt.Errorf("%s: %w", g.Name, err)
					}
				}
				if i < len(turns)/2 || len(fresh) == n { // from the middle on
					continue
				}
				took, raw, err := c.compose(r)
				if err != nil {
					return t, fmt.Errorf("%s: %w", g.Name, err)
				}
				for i, d := range took {
					parts[i] = append(parts[i], micros(d))
				}
				fresh, size = append(fresh, micros(total(took))), append(size, float64(len(raw))/1000)
				if took, _, err = c.compose(r); err != nil {
					return t, fmt.Errorf("%s: %w", g.Name, err)
				}
				again = append(again, micros(total(took)))
			}
		}
		row := []string{g.Name}
		for _, p := range parts {
			row = append(row, fmt.Sprintf("%.0f", median(p)))
		}
		t.add(append(row, fmt.Sprintf("%.0f", median(fresh)), fmt.Sprintf("%.0f", median(again)), fmt.Sprintf("%.1f", median(size)))...)
	}
	return t, nil
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

func total(parts [5]time.Duration) (sum time.Duration) {
	for _, d := range parts {
		sum += d
	}
	return sum
}

// composer makes letters as the desk does, from a game that no database knows.
type composer struct {
	words   *templates.Set
	painter *picture.Painter
	game    rules.Game
}

// compose makes one, and tells how long each of composeSteps took.
func (c *composer) compose(r *rules.Record) (took [5]time.Duration, raw []byte, err error) {
	step, since := 0, time.Now()
	done := func() {
		now := time.Now()
		took[step], since = now.Sub(since), now
		step++
	}
	p, now := r.Position(), time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	side := p.Turn()
	sec := &templates.Turn{
		Game: 12, Title: c.game.Title, Side: side.String(), Opponent: "Bob", Next: r.Len() + 1, ToMove: "you",
		Board: templates.Board{
			Diagram: rules.Diagram(p, side, rules.English), Words: strings.Join(rules.Describe(p, side, rules.English), " "), Picture: "board1@example.org",
		},
		Choice:    templates.Choice{Notation: c.game.Notation},
		GameClock: templates.GameClock{Due: now.Add(72 * time.Hour)},
	}
	number := 0
	for _, g := range rules.Groups(p) {
		group := templates.Group{Title: c.game.Say("%s", g.Title)}
		for _, m := range g.Moves {
			number++
			group.Moves = append(group.Moves, templates.Numbered{N: number, Move: string(m), Hint: rules.Hint(p, m)})
		}
		sec.Groups = append(sec.Groups, group)
	}
	sec.Example, sec.Hinted = sec.Groups[0].Moves[0].Move, sec.Groups[0].Moves[0].Hint != ""
	for n := max(1, r.Len()-7); n <= r.Len(); n++ {
		sec.Recent = append(sec.Recent, templates.Ply{N: n, Side: r.At(n - 1).Turn().String(), Move: string(r.Plies()[n-1])})
	}
	sec.Played = slices.Clone(sec.Recent[len(sec.Recent)-1:])
	drawn, pictured := rules.SceneOf(p, side, rules.English)
	if !pictured {
		sec.Board.Picture = ""
	}
	done()
	l := templates.Letter{
		Reader: "Ada", Now: now, Rule: mail.Sentinel, Sections: []templates.Section{sec},
		Mailto: templates.Mailto{Address: "games+12.7.abcdefghij234567abcd@example.org", Subject: "Re: " + c.game.Title + " #12: Ada - Bob"},
	}
	d := mail.Draft{
		From: mail.Address{Name: "Turnpost", Addr: "games@example.org"}, To: mail.Address{Name: "Ada", Addr: "ada@example.net"},
		Subject: c.game.Title + " #12: Ada - Bob", Date: now, ReplyTo: l.Mailto.Address, MessageID: "12.7.1@example.org",
	}
	if d.Text, err = c.words.Text("en", l); err != nil {
		return took, nil, err
	}
	done()
	if d.HTML, err = c.words.HTML("en", l); err != nil {
		return took, nil, err
	}
	done()
	if pictured {
		part := mail.Part{Name: "board1.png", Type: "image/png", ID: "board1"}
		if part.Data, err = c.painter.PNG(drawn); err != nil {
			return took, nil, err
		}
		d.Inline = []mail.Part{part}
	}
	done()
	raw, err = d.Bytes()
	done()
	return took, raw, err
}
