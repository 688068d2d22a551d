package handler_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
)

// mostByMail bounds a random game of a test.
const mostByMail = 60

// Whole games are played by mail, each in two languages: Black taps, and White writes.
func TestWholeGamesByMail(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	langs := rules.Languages()
	for i, g := range games() {
		t.Run(g.Name, func(t *testing.T) {
			w := newWorld(t, g)
			lang := map[string]string{ada: langs[i%len(langs)], bob: langs[(i+1)%len(langs)]}
			for player, tag := range lang {
				w.Send(post{From: "Me <" + player + ">", Proven: true, Body: "lang " + tag})
			}
			w.blackAgainstBob(g.Name)
			lot := rand.New(rand.NewPCG(uint64(i), 5))
			r := rules.NewRecord(g)
			for r.Len() < mostByMail && !r.Outcome().Over() {
				legal := r.Legal()
				m := legal[lot.IntN(len(legal))]
				if r.Turn() == rules.Black {
					l := w.inGame(ada)
					at := -1
					links := taps(t, *l)
					for i, link := range links {
						if link.body == string(m) {
							at = i
						}
					}
					require.GreaterOrEqual(t, at, 0, "no link for %s in %s", m, l.Text)
					w.Send(post{From: "Me <" + ada + ">", To: links[at].to, Subject: links[at].subject, Body: links[at].body})
				} else {
					w.Send(post{From: "Me <" + bob + ">", Proven: true, Answers: w.inGame(bob),
						Body: rules.Spell(r.Position(), m, g.In(lang[bob]).Say)})
				}
				require.NoError(t, r.Play(m))
				require.Equal(t, r.Len(), w.Game(1).Plies, "after %s: %s", m, w.Last(bob).Text)
			}
			if !r.Outcome().Over() {
				w.Reply(ada, "resign")
				return
			}
			require.NotEqual(t, db.Undecided, w.Game(1).Result)
			require.Equal(t, "none", w.Last(ada).Get("Turnpost-Turn"))
		})
	}
}
