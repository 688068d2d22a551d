package handler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A yes to the proposal of a break agrees to none of another length, in no language: not in a reply to the older
// message, nor by a tap, which has the same reply token in both. The writer is told what to write, and that agrees.
func TestAYesToABreakIsToTheOneThatItsMessageProposed(t *testing.T) {
	t.Parallel()
	for lang, c := range map[string]struct{ no, yes, told, agree, agreed string }{
		"en": {"no", "yes", "Ada now proposes one of 14d; to agree to it, write break 14d", "break 14d", "14 days"},
		"fr": {"non", "oui", "Ada en propose maintenant une de 14j ; pour l'accepter, écrivez « suspendre 14j »", "suspendre 14j", "14 jours"},
		"de": {"nein", "ja", "Ada schlägt jetzt eine von 14T vor; um zuzustimmen, schreib „unterbrechen 14T“", "unterbrechen 14T", "14 Tage"},
		"it": {"no", "sì", "Ada ora ne propone una di 14g; per accettarla, scrivi «sospendi 14g»", "sospendi 14g", "14 giorni"},
	} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.Proven(bob, "name Bob\nlang "+lang)
			w.Begin("turro")
			w.Reply(ada, "break 7d")
			week := *w.Last(bob)
			w.Reply(bob, c.no)
			w.Pass(2 * time.Hour)
			w.Reply(ada, "break 14d")
			newest := *w.Last(bob)
			none := func() { require.True(t, w.Game(1).BreakTo.IsZero()) }

			w.Send(post{From: bob, Body: c.yes, Answers: &week})
			require.Contains(t, strings.Join(strings.Fields(w.Last(bob).Text), " "), c.told)
			none()
			w.Send(post{From: bob, Body: c.yes, To: newest.Get("Reply-To")}) // a tap
			require.Contains(t, strings.Join(strings.Fields(w.Last(bob).Text), " "), c.told)
			none()
			answer := post{From: bob, Body: c.yes, Answers: &newest}
			if lang == "en" || lang == "de" { // by the words that it was told to write
				answer = post{From: bob, Body: c.agree, To: newest.Get("Reply-To")}
			}
			w.Send(answer)
			require.Equal(t, 14*24*time.Hour, w.Game(1).BreakTo.Sub(w.Now).Round(time.Hour))
			require.Contains(t, w.Last(bob).Text, c.agreed)
		})
	}
}

// Who wants a break to end reads that it does not, and a move in the same message is played.
func TestAMoveInABreakIsPlayed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Begin("rooya")
	w.Reply(bob, "break 7d")
	w.Reply(ada, "yes")
	w.Reply(ada, "break off\na1")
	require.Equal(t, []string{"a1"}, w.Plies(1))
	require.Contains(t, strings.Join(strings.Fields(w.Last(ada).Text), " "), "it does not end early")
	w.Reply(bob, "I am back!\na2")
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
	require.Contains(t, w.Last(ada).Text, "I am back!")
}
