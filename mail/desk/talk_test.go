package desk_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func (w *world) change(address string, f func(*db.Player)) {
	w.t.Helper()
	require.NoError(w.t, w.db.Update(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		require.NoError(w.t, err)
		f(&p)
		return tx.SavePlayer(p)
	}))
}

// Words with the first ply of a turn of two are not lost: they go with the
// letter when the turn is over, once.
func TestWordsWaitForTheEndOfTheTurn(t *testing.T) {
	w := newWorld(t)
	w.begin("turro")
	w.reply(ada, "d3-d4") // builds nothing: the turn is over
	w.reply(bob, "d5-d4") // a tower: two moves for Ada
	letters := w.reply(ada, "e3-e4\nFirst words.")
	require.Len(t, letters, 1, "the turn is not over")
	require.Contains(t, letters[0].Text, "Your words go to Bob with the next letter of the game.")
	letters = w.reply(ada, "say Second words.")
	require.Len(t, letters, 2)
	require.Contains(t, w.last(bob).Text, "> First words.\n>\n> Second words.")
	letters = w.reply(ada, "c3-c4\nThird words.")
	require.Len(t, letters, 2)
	require.Contains(t, w.last(bob).Text, "> Third words.")
	require.NotContains(t, w.last(bob).Text, "First words")
}

// Who wants fewer letters gets none for words alone.
func TestSayWaitsForWhoWantsFewerLetters(t *testing.T) {
	w := theGame(t)
	w.change(bob, func(p *db.Player) { p.Letters = "mine" })
	letters := w.reply(ada, "say Hello.")
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text, "Your words go to Bob with the next letter of the game.")
	w.reply(ada, "say And again.")
	w.reply(ada, "b1")
	require.Contains(t, w.last(bob).Text, "> Hello.\n>\n> And again.\n")
}

func TestWordsAreTrimmedAndCleaned(t *testing.T) {
	w := theGame(t)
	secret := w.last(ada).Get("Reply-To")
	w.reply(ada, "b1\n"+strings.Join([]string{
		"Hello!", secret, "Message " + w.last(ada).Get("Message-Id"),
		"Your move, Ada: ply 3, due Monday 09:04 (Le Rooya #1)",
		"Le Rooya #1: Ada - Bob", "Re: Le Rooya #1: Ada - Bob",
		"| place   1 a2   2 a3", strings.Repeat("long ", 500),
	}, "\n"))
	text := w.last(bob).Text
	_, words, ok := strings.Cut(text, "Ada writes:\n> Hello!\n")
	require.True(t, ok, text)
	words, _, _ = strings.Cut(words, "\n\n")
	for _, line := range strings.Split(words, "\n") {
		require.Regexp(t, `^> (long ?)+(l|lo|lon)?…?$`, line)
	}
	require.InDelta(t, 2000, len(strings.ReplaceAll(words, "> ", "")), 40)
}

// Words reach nobody when the plies beside them could not be played.
func TestWordsAreHeldWithTheirPlies(t *testing.T) {
	w := theGame(t)
	letters := w.reply(ada, "b3\nsay Take that!")
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text, "| say Take that!")
	w.reply(ada, "b1")
	require.NotContains(t, w.last(bob).Text, "Take that")
}

// A mail that is not proven says nothing to the opponent and notes nothing.
func TestWordsNeedProof(t *testing.T) {
	for _, body := range []string{"#1 say Hello", "#1 note Hello", "name Eve", "board unicode", "timezone Europe/Rome"} {
		w := theGame(t)
		letters := w.send(post{from: ada, body: body})
		require.Len(t, letters, 1, body)
		require.Contains(t, letters[0].Text, "Did you write this")
	}
}

// A private note is in no letter to the opponent.
func TestANoteIsPrivate(t *testing.T) {
	w := theGame(t)
	w.reply(ada, "note A secret plan\nwith a second line\nb1\nHello Bob")
	w.reply(bob, "c1\nnotes")
	w.reply(bob, "export")
	for _, l := range w.boxes[bob] {
		require.NotContains(t, l.Text, "secret plan")
		require.NotContains(t, l.Text, "second line")
	}
	w.reply(ada, "notes")
	require.Contains(t, w.last(ada).Text, "| ply 2      A secret plan\n|            with a second line\n")
}

// What begins like our own lines, but is none, is passed on; and what was nearly
// a command is asked for in the words that the player used.
func TestWordsInOtherLanguages(t *testing.T) {
	w := theGame(t)
	w.reply(ada, "b1\nIl tuo attacco, davvero bello!\nLe tue torri, che altezza!\nLe tue partite, Ada: una ti aspetta")
	require.Contains(t, w.last(bob).Text, "> Il tuo attacco, davvero bello!\n> Le tue torri, che altezza!\n")
	require.NotContains(t, w.last(bob).Text, "una ti aspetta")
	letters := w.reply(bob, "Je veux abandonner la partie")
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text, "Did you mean abandonner")
	require.NotContains(t, letters[0].Text, "resign?")
}
