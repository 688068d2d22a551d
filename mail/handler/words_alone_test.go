package handler_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/handler"
)

// TestPeopleAnswerPeople: words alone in reply to words go to the other player, who can answer them,
// in all languages. In reply to a board their writer is asked, and one yes sends them.
func TestPeopleAnswerPeople(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	for _, said := range []struct{ from, to, words string }{
		{ada, bob, "say Hello Bob, how are you?"},
		{bob, ada, "Fine thanks, and you?"},
		{ada, bob, "Très bien, merci. Il fait beau à Lyon."},
		{bob, ada, "Qui piove da tre giorni."},
		{ada, bob, "Hier ist es auch nass geworden."},
	} {
		w.Reply(said.from, said.words)
		require.Contains(t, w.Last(said.to).Text, "> "+strings.TrimPrefix(said.words, "say "))
		w.Now = w.Now.Add(2 * time.Hour)
	}
	w.Reply(ada, "b1")
	w.Reply(bob, "What a lovely evening.")
	require.Contains(t, w.Last(bob).Text, "Send this to Ada?")
	require.NotContains(t, w.Last(ada).Text, "lovely")
	w.Reply(bob, "yes")
	require.Contains(t, w.Last(ada).Text, "> What a lovely evening.")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
}

// TestSameWordsPassOnce: words alone pass once; the second time their writer has a tap for them.
func TestSameWordsPassOnce(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Handler.Limits = handler.DefaultLimits()
	w.Reply(ada, "say How are you?")
	w.Reply(bob, "Fine, thanks!")
	require.Contains(t, w.Last(ada).Text, "> Fine, thanks!")
	w.Now = w.Now.Add(2 * time.Hour)
	w.Reply(ada, "And now?")
	require.Contains(t, w.Last(bob).Text, "> And now?")
	before := len(w.Boxes[ada])
	w.Reply(bob, "fine,  Thanks!")
	require.Equal(t, before, len(w.Boxes[ada]))
	require.Contains(t, w.Last(bob).Text, "say fine, Thanks!")
}

// TestTwoProgramsStopTalking: two autoresponders without a sign, which number their answers, pass one
// text each to the other, in a game and after it.
func TestTwoProgramsStopTalking(t *testing.T) {
	t.Parallel()
	for _, ends := range []string{"say Hello Bob!", "resign"} {
		twoPrograms(t, ends)
	}
}

func twoPrograms(t *testing.T, first string) {
	w := theGame(t)
	w.Handler.Limits = handler.DefaultLimits()
	w.Reply(ada, first)
	text := map[string]string{
		ada: "Thanks for getting in touch with Ada. This mailbox is read on Fridays only, and every letter gets its turn.",
		bob: "Your mail has reached Bob, who sits on a boat with no network and will look at it when the boat is back.",
	}
	seen := map[string]int{ada: len(w.Boxes[ada]), bob: len(w.Boxes[bob]) - 1}
	passed, sent := map[string]int{}, 0
	for range 40 {
		for _, who := range []string{bob, ada} {
			if seen[who] == len(w.Boxes[who]) {
				continue
			}
			letter := w.Boxes[who][seen[who]]
			seen[who]++
			sent++
			other := map[string]string{ada: bob, bob: ada}[who]
			if strings.Contains(strings.Join(strings.Fields(strings.ReplaceAll(letter.Text, "\n>", "\n")), " "), "writes: "+text[other]) {
				passed[other]++
			}
			w.Send(post{From: who, Proven: true, Answers: &letter, Body: text[who] + fmt.Sprintf(" It is number %d.", sent),
				Subject: fmt.Sprintf("Re: %s", letter.Get("Subject"))})
			w.Now = w.Now.Add(time.Minute)
		}
	}
	require.LessOrEqual(t, passed[ada], 1)
	require.LessOrEqual(t, passed[bob], 1)
	require.Less(t, sent, 24)
}

// TestWordsAfterADecline: words in reply to a declined invitation reach nobody, and their writer is told
// why.
func TestWordsAfterADecline(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Proven(ada, "challenge bob@example.org roses")
	w.Reply(bob, "decline\n\nSorry, I have no time now.")
	before := len(w.Boxes[bob])
	w.Reply(ada, "No problem, see you next year!")
	require.Len(t, w.Boxes[bob], before)
	require.Contains(t, flat(*w.Last(ada)), "invitation #2 has ended")
}

// TestWordsPassForAWeekAfterTheEnd: after the last message of a game words alone pass, until one side
// mutes or a week has passed.
func TestWordsPassForAWeekAfterTheEnd(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Reply(ada, "resign")
	w.Reply(bob, "Thank you, that was a fine game!")
	require.Contains(t, w.Last(ada).Text, "> Thank you, that was a fine game!")
	w.Reply(ada, "Well deserved.")
	require.Contains(t, w.Last(bob).Text, "> Well deserved.")
	w.Reply(bob, "mute")
	before := len(w.Boxes[bob])
	w.Reply(ada, "Will you play again?")
	require.Equal(t, before, len(w.Boxes[bob]))
	require.Contains(t, w.Last(ada).Text, "accepts no words")

	w = theGame(t)
	w.Reply(ada, "resign")
	w.Now = w.Now.Add(8 * 24 * time.Hour)
	before = len(w.Boxes[ada])
	w.Reply(bob, "Thank you, that was a fine game!")
	require.Equal(t, before, len(w.Boxes[ada]))
	require.Contains(t, w.Last(bob).Text, "Send this to Ada?")
}
