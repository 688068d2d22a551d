package handler_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/consistency"
)

// flat is a message's text as one line.
func flat(l message) string { return strings.Join(strings.Fields(l.Text), " ") }

func TestOffers(t *testing.T) {
	t.Parallel()
	t.Run("nothing to answer", func(t *testing.T) {
		w := theGame(t)
		require.Contains(t, flat(w.Reply(ada, "yes")[0]), "No question is waiting for a yes or a no")
		require.Contains(t, flat(w.Send(post{From: ada, Proven: true, Body: "no"})[0]), "No question is waiting for a yes or a no")
	})
	t.Run("a fresh mail names the game", func(t *testing.T) {
		w := theGame(t)
		w.Reply(ada, "draw")
		require.Contains(t, flat(w.Send(post{From: bob, Proven: true, Body: "yes"})[0]), "#1 yes")
		require.False(t, w.Game(1).Over())
		w.Send(post{From: bob, Proven: true, Body: "#1 yes"})
		require.Equal(t, "agreed", w.Game(1).Reason)
	})
	t.Run("one's own offer is not one's own to answer", func(t *testing.T) {
		w := theGame(t)
		w.Reply(ada, "draw")
		require.Contains(t, flat(w.Reply(ada, "yes")[0]), "Bob has not answered yet")
		require.Contains(t, flat(w.Reply(ada, "undo")[0]), "Bob has not answered yet")
		require.Contains(t, flat(w.Reply(bob, "undo")[0]), "Answer Ada's offer first")
		require.Equal(t, db.OfferDraw, w.Game(1).Offer)
	})
	t.Run("it outlives its maker's ply, not its receiver's", func(t *testing.T) {
		w := theGame(t)
		w.Reply(ada, "draw")
		before := *w.Last(bob)
		w.Reply(ada, "b1")
		require.Equal(t, db.OfferDraw, w.Game(1).Offer)
		w.Reply(bob, "c1")
		require.Empty(t, w.Game(1).Offer)
		w.Reply(ada, "draw")
		messages := w.Send(post{From: bob, Body: "yes", Answers: &before})
		require.Contains(t, flat(messages[0]), "a reply to an older message", "that yes was to the first offer")
		require.False(t, w.Game(1).Over())
	})
	t.Run("a move and yes", func(t *testing.T) {
		w := theGame(t)
		w.Reply(bob, "draw")
		require.Contains(t, flat(w.Reply(ada, "b1\nyes")[0]), "a move declines the offer")
		require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
		require.Equal(t, db.OfferDraw, w.Game(1).Offer)
		messages := w.Reply(ada, "b1\ndraw")
		require.Len(t, messages, 2)
		require.Equal(t, "agreed", w.Game(1).Reason, "both want a draw")
		require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	})
	t.Run("a move and undo", func(t *testing.T) {
		w := theGame(t)
		require.Contains(t, flat(w.Reply(ada, "b1\nundo")[0]), "write undo alone")
		require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
	})
	t.Run("nothing to take back", func(t *testing.T) {
		w := begun(t, "rooya")
		require.Contains(t, flat(w.Reply(ada, "undo")[0]), "played nothing yet")
	})
	t.Run("a takeback lapses with any ply", func(t *testing.T) {
		w := theGame(t)
		w.Reply(ada, "undo")
		w.Reply(ada, "b1")
		require.Empty(t, w.Game(1).Offer)
		require.Contains(t, flat(w.Reply(bob, "yes")[0]), "No question is waiting")
		require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	})
	t.Run("yes and no", func(t *testing.T) {
		w := theGame(t)
		w.Reply(bob, "draw")
		require.Contains(t, flat(w.Reply(ada, "yes\nno")[0]), "both yes and no")
		require.Equal(t, db.OfferDraw, w.Game(1).Offer)
	})
	t.Run("talk", func(t *testing.T) {
		w := theGame(t)
		w.Reply(ada, "b1\nNo problem!\nYes, why not.")
		require.Contains(t, w.Last(bob).Text, "> No problem!")
	})
	t.Run("it ends with the game", func(t *testing.T) {
		w := theGame(t)
		w.Reply(ada, "draw")
		w.Reply(bob, "resign")
		require.Empty(t, w.Game(1).Offer)
		require.Equal(t, "resigned", w.Game(1).Reason)
		require.Contains(t, flat(w.Reply(ada, "yes")[0]), "The game is over")
	})
}

// A takeback removes whole turns; messages from before can no longer play, and
// the clock of the side to move starts again without the time that the turn had earned.
func TestTakeBack(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	left := w.Game(1).BlackLeft
	w.Reply(bob, "if b1 then c1")
	old := *w.Last(ada)
	w.Now = w.Now.Add(24 * time.Hour)
	w.Reply(ada, "undo") // ply 1, though Bob has answered it
	w.Reply(bob, "yes")
	require.Empty(t, w.Plies(1))
	g := w.Game(1)
	require.Equal(t, 1, g.Undone)
	require.Equal(t, left-24*time.Hour, g.BlackLeft, "without what the turn earned")
	require.Equal(t, w.Now, g.TurnAt)
	require.Empty(t, w.conditionals(1, bob))
	require.Contains(t, flat(*w.Last(bob)), "Moves were taken back, so your conditional lines have been removed: | if b1 then c1")
	messages := w.Send(post{From: ada, Body: "b1", Answers: &old})
	require.Contains(t, flat(messages[0]), "a reply to an older message")
	require.Empty(t, w.Plies(1))
	w.Reply(ada, "e1")
	require.Equal(t, []string{"e1"}, w.Plies(1))
	faults, err := consistency.Check(context.Background(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}

// A conditional answer uses no time and gains what a turn gains.
func TestAConditionalAnswerTakesNoTime(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Reply(bob, "if b1 then c1")
	before := w.Game(1)
	w.Now = w.Now.Add(24*time.Hour - time.Minute)
	w.Reply(ada, "b1")
	after := w.Game(1)
	used := w.Now.Sub(before.TurnAt)
	require.Equal(t, before.BlackLeft-used+24*time.Hour, after.BlackLeft)
	require.Equal(t, before.WhiteLeft+24*time.Hour, after.WhiteLeft)
	require.Equal(t, w.Now, after.TurnAt)
}

// What does not fire, and who hears of it.
func TestConditionalsEndWithTheGameTheyWereFor(t *testing.T) {
	t.Parallel()
	t.Run("resigned", func(t *testing.T) {
		w := theGame(t)
		w.Reply(bob, "if b1 then c1")
		w.Reply(ada, "b1\nresign")
		require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1), "no answer to a game that is over")
		require.NotContains(t, w.Last(ada).Text, "if b1")
		require.NotEmpty(t, w.conditionals(1, bob), "it may go on")
		w.Pass(club.RetractFor)
		require.Empty(t, w.conditionals(1, bob))
	})
	t.Run("a draw offer rides on a move that is answered", func(t *testing.T) {
		w := theGame(t)
		w.Reply(bob, "if b1 then c1")
		w.Reply(ada, "b1\ndraw")
		require.Equal(t, []string{"a1", "a2", "b1", "c1"}, w.Plies(1))
		require.Empty(t, w.Game(1).Offer)
		require.Contains(t, flat(*w.Last(ada)), "Your offer of a draw has lapsed, because Bob played on")
		require.Contains(t, flat(*w.Last(bob)), "Ada offered a draw with that move")
	})
	t.Run("exact before any", func(t *testing.T) {
		w := theGame(t)
		w.Reply(bob, "if * then d1; if b1 then c1")
		w.Reply(ada, "b1")
		require.Equal(t, "c1", w.Plies(1)[3])
	})
	t.Run("human spellings below a star", func(t *testing.T) {
		w := theGame(t)
		w.Reply(bob, "if * then D 1, if E 1 then e 2")
		w.Reply(ada, "b1\nif d1 then e1")
		require.Equal(t, []string{"a1", "a2", "b1", "d1", "e1"}, w.Plies(1)[:5])
	})
	t.Run("refused moves refuse the lines", func(t *testing.T) {
		w := theGame(t)
		require.Contains(t, flat(w.Reply(ada, "a1\nif b1 then c1")[0]), "| if b1 then c1")
		require.Empty(t, w.conditionals(1, ada))
	})
	t.Run("replaced", func(t *testing.T) {
		w := theGame(t)
		w.Reply(bob, "if b1 then c1; if c1 then d1")
		w.Reply(bob, "if b1 then e1")
		require.Equal(t, []string{"if b1 then e1", "if c1 then d1"}, w.conditionals(1, bob))
		w.Reply(bob, "if off")
		require.Empty(t, w.conditionals(1, bob))
	})
	t.Run("not proven", func(t *testing.T) {
		w := theGame(t)
		w.Reply(bob, "if b1 then c1")
		messages := w.Send(post{From: bob, Body: "#1 if"})
		require.NotContains(t, messages[0].Text, "if b1")
	})
}

// A condition is a whole turn, and half a turn of the opponent's stays secret.
func TestConditionalsForTurnsOfTwo(t *testing.T) {
	t.Parallel()
	w := begun(t, "turro")
	w.Reply(ada, "d3-d2") // a tower: Bob has two moves
	require.Contains(t, flat(w.Reply(ada, "if d5-d4 then a3-a4")[0]), "The turn would not be over")
	w.Reply(bob, "d5-d4")
	w.Reply(ada, "if d5-d4 e5-e4 then a3-a4; if d5-d4 and pass then b3-b4")
	require.Equal(t, []string{"if d5-d4 and e5-e4 then a3-a4", "if d5-d4 and pass then b3-b4"}, w.conditionals(1, ada))
	messages := w.Reply(bob, "pass")
	require.Len(t, messages, 2)
	require.Equal(t, []string{"d3-d2", "d5-d4", "pass", "b3-b4"}, w.Plies(1))
	require.Contains(t, flat(*w.Last(ada)), "Bob played d5-d4, then pass. Your conditional move was played at once: 4. b3-b4.")
}

// A reply to an older message gives no lines, one to the message that was answered
// with the last move does.
func TestStaleConditionals(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	first, second := w.Boxes[ada][1], w.Boxes[ada][3]
	require.Contains(t, second.Text, "Your move, Ada (move 3)")
	w.Send(post{From: ada, Body: "b1", Answers: &second})
	require.Contains(t, flat(w.Send(post{From: ada, Body: "if c1 then d1", Answers: &first})[0]), "a reply to an older message")
	require.Empty(t, w.conditionals(1, ada))
	w.Send(post{From: ada, Body: "if c1 then d1", Answers: &second})
	require.Equal(t, []string{"if c1 then d1"}, w.conditionals(1, ada))
}

// Who wants few messages hears of what was asked, answered, taken back, and of
// lines that are gone, but not of what a conditional has answered.
func TestFewMessages(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Reply(bob, "letters mine")
	w.Reply(bob, "#1 if b1 then c1; if d1 then e1")
	require.Len(t, w.Reply(ada, "b1"), 1, "answered by a conditional")
	require.Len(t, w.Plies(1), 4)
	w.Send(post{From: bob, Proven: true, Body: "letters digest"})
	require.Len(t, w.Reply(ada, "e4"), 1)
	w.Send(post{From: bob, Proven: true, Body: "#1 d1"})
	w.Send(post{From: bob, Proven: true, Body: "#1 if e2 then e3"})
	messages := w.Reply(ada, "a3")
	require.Len(t, messages, 2)
	require.Contains(t, flat(messages[1]), "Ada played something else, so your conditional lines have been removed: | if e2 then e3")
	require.Len(t, w.Send(post{From: bob, Proven: true, Body: "#1 draw"}), 2, "a command is answered")
	messages = w.Reply(ada, "no")
	require.Len(t, messages, 2)
	require.Contains(t, flat(messages[1]), "Ada has declined your offer")
}

// A slip in a conditional does not tell the opponent what is to be secret.
func TestAMisspeltConditionalStaysSecret(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"- if c1 then d1", "fi c1 then d1", "1) if c1 then d1", "\"if c1 then d1\"", "of c1 then d1; if * then e1", "*if c1 then d1*", "if c1 than d1", "if c1, then d1"} {
		w := theGame(t)
		messages := w.Reply(ada, "b1\n"+text)
		require.Equal(t, "b1", w.Plies(1)[2], text)
		for _, l := range messages {
			if strings.Contains(l.Get("To"), bob) {
				require.NotContains(t, l.Text, " writes:", text)
			}
		}
	}
}
