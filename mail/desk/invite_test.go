package desk_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
)

// proven sends a fresh mail for which the writer's own server vouches.
func (w *world) proven(from, body string) []letter {
	w.t.Helper()
	return w.send(post{from: from, proven: true, body: body})
}

func (w *world) invitation(id int64) (i db.Invitation) {
	w.t.Helper()
	require.NoError(w.t, w.db.View(context.Background(), func(tx *db.Tx) (err error) { i, err = tx.Invitation(id); return err }))
	return i
}

func TestInvitationsInADay(t *testing.T) {
	w := newWorld(t)
	w.desk.Manners.Challenges = 3
	for n := range 3 {
		require.Len(t, w.proven(ada, fmt.Sprintf("challenge p%d@example.org rooya", n)), 2)
	}
	for _, line := range []string{"challenge bob@example.org rooya", "challenge anyone rooya"} {
		letters := w.proven(ada, line)
		require.Len(t, letters, 1)
		require.Contains(t, letters[0].Text, "You have made 3 invitations within a day")
	}
	w.now = w.now.Add(24 * time.Hour)
	require.Len(t, w.proven(ada, "challenge bob@example.org rooya"), 2)
}

func TestOpenChallengesOfOnePlayer(t *testing.T) {
	w := newWorld(t)
	for range 5 {
		require.NotContains(t, w.proven(ada, "challenge anyone rooya")[0].Text, "Nothing was done")
	}
	require.Contains(t, w.proven(ada, "challenge anyone rooya")[0].Text, "You have 5 open challenges")
	w.proven(ada, "withdraw #2")
	require.NotContains(t, w.proven(ada, "challenge anyone rooya")[0].Text, "Nothing was done")
}

func TestOpenChallengesBetweenBlocked(t *testing.T) {
	w := newWorld(t)
	w.proven(ada, "challenge anyone rooya")
	w.proven(ada, "block bob@example.org")
	require.Contains(t, w.proven(bob, "games open")[0].Text, "There is no open challenge now")
	require.Contains(t, w.proven(bob, "accept #1")[0].Text, "#1 is no challenge that you can accept")
	require.Equal(t, db.InvitationOpen, w.invitation(1).State)
	require.Contains(t, w.proven("eve@example.org", "games open")[0].Text, "#1 Le Rooya, by Ada")
}

func TestNobodysAddressIsInTheListOfChallenges(t *testing.T) {
	w := newWorld(t)
	w.proven(ada, "challenge anyone rooya as black")
	for _, l := range append(w.proven(bob, "games open"), w.proven(bob, "accept #1")...) {
		if strings.Contains(l.Get("To"), bob) {
			require.NotContains(t, string(l.Raw), ada)
		} else {
			require.NotContains(t, string(l.Raw), bob)
		}
	}
	require.Equal(t, "none", w.game(1).Result)
}

// A forged challenge must not undo what its alleged writer wanted.
func TestOnlyAProvenChallengeLiftsABlock(t *testing.T) {
	w := newWorld(t)
	w.proven(ada, "challenge bob@example.org rooya")
	w.reply(bob, "block")
	w.send(post{from: bob, body: "challenge ada@example.org rooya"})
	require.Contains(t, w.proven(ada, "challenge bob@example.org roses")[0].Text, "No letter can be sent")
	w.proven(bob, "challenge ada@example.org roses")
	require.Len(t, w.proven(ada, "challenge bob@example.org turro"), 2)
}

// The invited may end it all from the letter itself, by a word or by the button
// of a mail program.
func TestStopFromTheInvitation(t *testing.T) {
	w := newWorld(t)
	w.proven(ada, "challenge bob@example.org rooya")
	letters := w.reply(bob, "stop")
	require.Len(t, letters, 2)
	require.Contains(t, letters[0].Text, "This is the last letter, Bob")
	require.Contains(t, letters[1].Text, "Bob has declined")
	require.Contains(t, w.proven(ada, "challenge bob@example.org roses")[0].Text, "No letter can be sent")

	w = newWorld(t)
	w.proven(ada, "challenge bob@example.org rooya")
	button, _, ok := strings.Cut(strings.TrimPrefix(w.last(bob).Get("List-Unsubscribe"), "<mailto:"), "?subject=stop>")
	require.True(t, ok)
	require.Contains(t, w.send(post{from: bob, subject: "stop"})[0].Text, "Did you write this", "that can be anybody")
	require.Equal(t, db.InvitationOpen, w.invitation(1).State)
	require.Len(t, w.send(post{from: bob, to: button, subject: "stop"}), 2)
	require.Equal(t, db.InvitationDeclined, w.invitation(1).State)
	require.Empty(t, w.send(post{from: bob, to: button, subject: "stop"}), "once is enough")
}

func TestExpiryIsKept(t *testing.T) {
	w := newWorld(t)
	w.desk.Manners.InvitationFor = 3 * 24 * time.Hour
	w.proven(ada, "challenge bob@example.org rooya pace fast unrated")
	i := w.invitation(1)
	require.Equal(t, i.CreatedAt.Add(3*24*time.Hour), i.ExpiresAt)
	require.Equal(t, "1d+8h/2d", i.Pace)
	require.False(t, i.Rated)
}

func TestBeginningWithAMoveNeedsProof(t *testing.T) {
	w := newWorld(t)
	w.proven(ada, "challenge bob@example.org rooya as white")
	w.send(post{from: bob, body: "#1 a1"})
	require.Equal(t, db.InvitationOpen, w.invitation(1).State)
	w.proven(bob, "#1 a1")
	require.Equal(t, []string{"a1"}, w.plies(1))
}

func TestMoveAndAcceptInOneLetter(t *testing.T) {
	for _, body := range []string{"a1\naccept", "accept\na1"} {
		w := newWorld(t)
		w.proven(ada, "challenge bob@example.org rooya as white")
		require.Len(t, w.reply(bob, body), 2)
		require.Equal(t, []string{"a1"}, w.plies(1))
		require.NotContains(t, w.last(bob).Text, "Not done")
	}
}

func TestTheQuestionLapses(t *testing.T) {
	for _, step := range []struct {
		name string
		post func(w *world) post
		ends bool
	}{
		{"another command", func(w *world) post { return post{from: ada, body: "games", proven: true} }, false},
		{"an unproven yes", func(w *world) post { return post{from: ada, body: "yes"} }, false},
		{"yes in a reply about a game", func(w *world) post { return post{from: ada, body: "yes", answers: &w.boxes[ada][1]} }, false},
		{"yes to the question", func(w *world) post { return post{from: ada, body: "yes", answers: w.last(ada)} }, true},
		{"yes in a fresh mail", func(w *world) post { return post{from: ada, body: "yes", proven: true} }, true},
	} {
		t.Run(step.name, func(t *testing.T) {
			w := theGame(t)
			w.proven(ada, "stop")
			w.send(step.post(w))
			require.Equal(t, step.ends, w.game(1).Over())
		})
	}
}

func TestStopWithSeveralGamesOfTwo(t *testing.T) {
	w := theGame(t)
	w.proven(ada, "challenge bob@example.org roses as black")
	w.reply(bob, "accept")
	w.proven(ada, "stop")
	letters := w.reply(ada, "yes\n#1 b1")
	require.Len(t, letters, 2, "each of the others gets one letter")
	require.Equal(t, []string{"a1", "a2"}, w.plies(1))
	for id := int64(1); id <= 2; id++ {
		require.Equal(t, "resigned", w.game(id).Reason)
	}
	before := len(w.boxes[ada])
	w.proven(bob, "challenge ada@example.org rooya")
	w.reply(bob, "#1 rematch")
	require.Len(t, w.boxes[ada], before, "no letter after the last")
}

// A courier that takes every letter.
type taker struct{}

func (taker) Send(context.Context, mail.Envelope) error { return nil }
func (taker) Close() error                              { return nil }

// TestNothingIsLeftOfTheForgotten searches the database's files, byte by byte.
func TestNothingIsLeftOfTheForgotten(t *testing.T) {
	if onPostgres(t) {
		t.Skip("a server's files are its own")
	}
	w := newWorld(t)
	const address, name = "wilhelmina@nowhere.example", "Wilhelmina"
	from := name + " <" + address + ">"
	found := func() (files []string) {
		for _, file := range w.files() {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			lower := strings.ToLower(string(text))
			if strings.Contains(lower, "wilhelmina") {
				i := strings.Index(lower, "wilhelmina")
				files = append(files, filepath.Base(file)+": "+string(text[max(0, i-60):min(len(text), i+60)]))
			}
		}
		return files
	}
	w.proven(from, "challenge bob@example.org rooya as black\nBob, it is me, Wilhelmina.")
	w.reply(bob, "accept\nHello Wilhelmina!")
	w.send(post{from: from, body: "a1\nYours, Wilhelmina", answers: w.last(address)})
	w.proven("eve@example.org", "challenge "+address+" roses\nDear Wilhelmina, me too?")
	w.proven(from, "challenge anyone rooya")
	w.proven(from, "block eve@example.org")
	w.proven("cleo@example.org", "block "+address)
	w.send(post{from: from, body: "I am away.", header: []string{"Auto-Submitted: auto-replied"}})
	require.NotEmpty(t, found())
	w.proven(from, "forget me")
	w.send(post{from: from, body: "yes", answers: w.last(address)})
	require.Contains(t, w.last(address).Text, "You are forgotten, Wilhelmina")
	require.Contains(t, w.last(bob).Text, "Wilhelmina has resigned", "whom Bob knew a moment ago")
	for {
		worked, err := w.desk.DeliverNext(context.Background(), taker{})
		require.NoError(t, err)
		if !worked {
			break
		}
	}
	require.NoError(t, w.db.Scrub(context.Background()))
	require.Empty(t, found())

	require.Equal(t, "Le Rooya #1: somebody - Bob", w.game(1).Subject)
	require.Equal(t, []string{"a1"}, w.plies(1))
	before := len(w.boxes[address])
	w.send(post{from: from, body: "board", answers: &w.boxes[address][2]})
	_, remark := w.settled(w.lastIn())
	require.Contains(t, remark, "nobody's", "an old letter is no way back")
	w.reply(bob, "rematch")
	require.Len(t, w.boxes[address], before)
	require.Contains(t, w.proven(from, "games")[0].Text, "You have no games yet")
}

// files are those of the world's database.
func (w *world) files() []string {
	w.t.Helper()
	files, err := filepath.Glob(filepath.Join(w.dir, "turnpost.db*"))
	require.NoError(w.t, err)
	require.NotEmpty(w.t, files)
	return files
}
