package handler_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func (w *world) change(address string, f func(*db.Player)) {
	w.T.Helper()
	require.NoError(w.T, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		require.NoError(w.T, err)
		f(&p)
		return tx.SavePlayer(p)
	}))
}

// Words with the first ply of a turn of two are not lost: they go with the
// message when the turn is over, once.
func TestWordsWaitForTheEndOfTheTurn(t *testing.T) {
	t.Parallel()
	w := begun(t, "turro")
	w.Reply(ada, "d3-d4") // builds nothing: the turn is over
	w.Reply(bob, "d5-d4") // a tower: two moves for Ada
	messages := w.Reply(ada, "e3-e4\nFirst words.")
	require.Len(t, messages, 1, "the turn is not over")
	require.Contains(t, messages[0].Text, "Your words go to Bob with the next message of the game.")
	messages = w.Reply(ada, "say Second words.")
	require.Len(t, messages, 2)
	require.Contains(t, w.Last(bob).Text, "> First words.\n>\n> Second words.")
	messages = w.Reply(ada, "c3-c4\nThird words.")
	require.Len(t, messages, 2)
	require.Contains(t, w.Last(bob).Text, "> Third words.")
	require.NotContains(t, w.Last(bob).Text, "First words")
}

// Who wants fewer messages gets none for words alone.
func TestSayWaitsForWhoWantsFewerMessages(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.change(bob, func(p *db.Player) { p.Messages = db.MessagesMine })
	messages := w.Reply(ada, "say Hello.")
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Text, "Your words go to Bob with the next message of the game.")
	w.Reply(ada, "say And again.")
	w.Reply(ada, "b1")
	require.Contains(t, w.Last(bob).Text, "> Hello.\n>\n> And again.\n")
}

func TestWordsAreTrimmedAndCleaned(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	secret := w.Last(ada).Get("Reply-To")
	w.Reply(ada, "b1\n"+strings.Join([]string{
		"Hello!", secret, "Message " + w.Last(ada).Get("Message-Id"),
		"Your move, Ada (move 3), due Monday 09:04 (Le Rooya #1)",
		"Le Rooya #1: Ada - Bob", "Re: Le Rooya #1: Ada - Bob",
		"| place   1 a2   2 a3", strings.Repeat("long ", 500),
	}, "\n"))
	text := w.Last(bob).Text
	_, words, ok := strings.Cut(text, "Ada writes:\n> Hello!\n")
	require.True(t, ok, text)
	words, _, _ = strings.Cut(words, "\n\n")
	for _, line := range strings.Split(words, "\n") {
		require.Regexp(t, `^> (long ?)+(l|lo|lon)?…?$`, line)
	}
	require.InDelta(t, 2000, len(strings.ReplaceAll(words, "> ", "")), 40)
	text = strings.Join(strings.Fields(w.Last(ada).Text), " ")
	require.Contains(t, text, `only the first 2000 characters, up to "long long`)
}

// Words that are cut say so, in a note too.
func TestWordsAreNotCutInSilence(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	long := strings.Repeat("word ", 500)
	for _, body := range []string{"say " + long, "note " + long, "b1\n" + long} {
		w.Reply(ada, body)
		require.Contains(t, w.Last(ada).Text, "of your words were taken", body[:8])
	}
	w.Reply(bob, "say "+strings.Repeat("word ", 399))
	require.NotContains(t, w.Last(bob).Text, "of your words were taken")
}

// Words reach nobody when the plies beside them could not be played.
func TestWordsAreHeldWithTheirPlies(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	messages := w.Reply(ada, "b3\nsay Take that!")
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Text, "| say Take that!")
	w.Reply(ada, "b1")
	require.NotContains(t, w.Last(bob).Text, "Take that")
}

// A mail that is not proven says nothing to the opponent and notes nothing.
func TestWordsNeedProof(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"#1 say Hello", "#1 note Hello", "name Eve", "board unicode", "timezone Europe/Rome"} {
		w := theGame(t)
		messages := w.Send(post{From: ada, Body: body})
		require.Len(t, messages, 1, body)
		require.Contains(t, messages[0].Text, "Did you write to me")
	}
}

// A private note is in no message to the opponent.
func TestANoteIsPrivate(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Reply(ada, "note A secret plan\nwith a second line\nb1\nHello Bob")
	w.Reply(bob, "c1\nnotes")
	w.Reply(bob, "export")
	for _, l := range w.Boxes[bob] {
		require.NotContains(t, l.Text, "secret plan")
		require.NotContains(t, l.Text, "second line")
	}
	w.Reply(ada, "notes")
	require.Contains(t, w.Last(ada).Text, "| move 2     A secret plan\n|            with a second line\n")
}

// What begins like our own lines, but is none, is passed on; and what was nearly
// a command is asked for in the words that the player used.
func TestWordsInOtherLanguages(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Reply(ada, "b1\nIl tuo attacco, davvero bello!\nLe tue torri, che altezza!\nLe tue partite, Ada: una ti aspetta")
	require.Contains(t, w.Last(bob).Text, "> Il tuo attacco, davvero bello!\n> Le tue torri, che altezza!\n")
	require.NotContains(t, w.Last(bob).Text, "una ti aspetta")
	messages := w.Reply(bob, "Je veux abandonner la partie")
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Text, "Did you mean abandonner")
	require.NotContains(t, messages[0].Text, "resign?")
}
