package handler_test

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
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/server/servertest"
)

func (w *world) invitation(id int64) (i db.Invitation) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) (err error) { i, err = tx.Invitation(id); return err }))
	return i
}

func TestInvitationsInADay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Handler.Club.Policy.Challenges = 3
	for n := range 3 {
		require.Len(t, w.Proven(ada, fmt.Sprintf("challenge p%d@example.org rooya", n)), 2)
	}
	for _, line := range []string{"challenge bob@example.org rooya", "challenge anyone rooya"} {
		messages := w.Proven(ada, line)
		require.Len(t, messages, 1)
		require.Contains(t, messages[0].Text, "you have sent 3, which is the")
	}
	w.Now = w.Now.Add(24 * time.Hour)
	require.Len(t, w.Proven(ada, "challenge bob@example.org rooya"), 2)
}

func TestOpenChallengesOfOnePlayer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 5 {
		require.NotContains(t, w.Proven(ada, "challenge anyone rooya")[0].Text, "Nothing was done")
	}
	require.Contains(t, w.Proven(ada, "challenge anyone rooya")[0].Text, "You have 5 open challenges")
	w.Proven(ada, "withdraw #2")
	require.NotContains(t, w.Proven(ada, "challenge anyone rooya")[0].Text, "Nothing was done")
}

func TestOpenChallengesBetweenBlocked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(ada, "challenge anyone rooya")
	w.Proven(ada, "block bob@example.org")
	require.Contains(t, w.Proven(bob, "games open")[0].Text, "There is no open challenge at the moment")
	require.Contains(t, w.Proven(bob, "accept #1")[0].Text, "#1 is not, or no longer, an open challenge")
	require.Equal(t, db.InvitationOpen, w.invitation(1).State)
	require.Contains(t, w.Proven("eve@example.org", "games open")[0].Text, "#1 Le Rooya, by Ada")
}

func TestNobodysAddressIsInTheListOfChallenges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(ada, "challenge anyone rooya as black")
	for _, l := range append(w.Proven(bob, "games open"), w.Proven(bob, "accept #1")...) {
		if strings.Contains(l.Get("To"), bob) {
			require.NotContains(t, string(l.Raw()), ada)
		} else {
			require.NotContains(t, string(l.Raw()), bob)
		}
	}
	require.Equal(t, db.Undecided, w.Game(1).Result)
}

// A forged challenge must not undo what its alleged writer wanted.
func TestOnlyAProvenChallengeLiftsABlock(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(ada, "challenge bob@example.org rooya")
	w.Reply(bob, "block")
	w.Send(post{From: bob, Body: "challenge ada@example.org rooya"})
	require.Contains(t, w.Proven(ada, "challenge bob@example.org roses")[0].Text, "No message can be sent")
	w.Proven(bob, "challenge ada@example.org roses")
	require.Len(t, w.Proven(ada, "challenge bob@example.org turro"), 2)
}

// The invited may end it all from the message itself, by a word or by the button
// of a mail program.
func TestStopFromTheInvitation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(ada, "challenge bob@example.org rooya")
	messages := w.Reply(bob, "stop")
	require.Len(t, messages, 2)
	require.Contains(t, messages[0].Text, "This is the last message, Bob")
	require.Contains(t, messages[1].Text, "Bob has declined")
	require.Contains(t, w.Proven(ada, "challenge bob@example.org roses")[0].Text, "No message can be sent")

	w = newWorld(t)
	w.Proven(ada, "challenge bob@example.org rooya")
	button, _, ok := strings.Cut(strings.TrimPrefix(w.Last(bob).Get("List-Unsubscribe"), "<mailto:"), "?subject=pause>")
	require.True(t, ok)
	require.Contains(t, w.Send(post{From: bob, Subject: "stop"})[0].Text, "Did you write to me", "that can be anybody")
	require.Equal(t, db.InvitationOpen, w.invitation(1).State)
	require.Len(t, w.Send(post{From: bob, To: button, Subject: "stop"}), 2)
	require.Equal(t, db.InvitationDeclined, w.invitation(1).State)
	require.Empty(t, w.Send(post{From: bob, To: button, Subject: "stop"}), "once is enough")
}

func TestExpiryIsKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Handler.Club.Policy.InvitationFor = 3 * 24 * time.Hour
	w.Proven(ada, "challenge bob@example.org rooya pace fast unrated")
	i := w.invitation(1)
	require.Equal(t, i.CreatedAt.Add(3*24*time.Hour), i.ExpiresAt)
	require.Equal(t, "1d+8h/2d", i.Pace)
	require.False(t, i.Rated)
}

func TestBeginningWithAMoveNeedsProof(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(ada, "challenge bob@example.org rooya as white")
	w.Send(post{From: bob, Body: "#1 a1"})
	require.Equal(t, db.InvitationOpen, w.invitation(1).State)
	w.Proven(bob, "#1 a1")
	require.Equal(t, []string{"a1"}, w.Plies(1))
}

func TestMoveAndAcceptInOneMessage(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"a1\naccept", "accept\na1"} {
		w := newWorld(t)
		w.Proven(ada, "challenge bob@example.org rooya as white")
		require.Len(t, w.Reply(bob, body), 2)
		require.Equal(t, []string{"a1"}, w.Plies(1))
		require.NotContains(t, w.Last(bob).Text, "Not done")
	}
}

func TestTheQuestionLapses(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for _, step := range []struct {
		name string
		post func(w *world) post
		ends bool
	}{
		{"another command", func(w *world) post { return post{From: ada, Body: "games", Proven: true} }, false},
		{"an unproven yes", func(w *world) post { return post{From: ada, Body: "yes"} }, false},
		{"yes in a reply about a game", func(w *world) post { return post{From: ada, Body: "yes", Answers: &w.Boxes[ada][1]} }, false},
		{"yes to the question", func(w *world) post { return post{From: ada, Body: "yes", Answers: w.Last(ada)} }, true},
		{"yes in a fresh mail", func(w *world) post { return post{From: ada, Body: "yes", Proven: true} }, false},
	} {
		t.Run(step.name, func(t *testing.T) {
			w := theGame(t)
			w.Proven(ada, "stop")
			w.Send(step.post(w))
			require.Equal(t, step.ends, w.Game(1).Over())
		})
	}
}

func TestStopWithSeveralGamesOfTwo(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Proven(ada, "challenge bob@example.org roses as black")
	w.Reply(bob, "accept")
	w.Proven(ada, "stop")
	messages := w.Reply(ada, "yes\n#1 b1")
	require.Len(t, messages, 2, "each of the others gets one letter")
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
	for id := int64(1); id <= 2; id++ {
		require.Equal(t, "resigned", w.Game(id).Reason)
	}
	before := len(w.Boxes[ada])
	w.Proven(bob, "challenge ada@example.org rooya")
	w.Reply(bob, "#1 rematch")
	require.Len(t, w.Boxes[ada], before, "no letter after the last")
}

// A courier that takes every message.
type taker struct{}

func (taker) Send(context.Context, mail.Envelope) error { return nil }
func (taker) Close() error                              { return nil }

// TestNothingIsLeftOfTheForgotten searches the database's files, byte by byte.
func TestNothingIsLeftOfTheForgotten(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	if servertest.OnPostgres(t) {
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
	w.Proven(from, "challenge bob@example.org rooya as black\nBob, it is me, Wilhelmina.")
	w.Reply(bob, "accept\nHello Wilhelmina!")
	w.Send(post{From: from, Body: "a1\nYours, Wilhelmina", Answers: w.Last(address)})
	w.Proven("eve@example.org", "challenge "+address+" roses\nDear Wilhelmina, me too?")
	w.Proven(from, "challenge anyone rooya")
	w.Proven(from, "block eve@example.org")
	w.Proven("cleo@example.org", "block "+address)
	w.Send(post{From: from, Body: "I am away.", Header: []string{"Auto-Submitted: auto-replied"}})
	require.NotEmpty(t, found())
	w.Proven(from, "forget me")
	w.Send(post{From: from, Body: "yes", Answers: w.Last(address)})
	require.Contains(t, w.Last(address).Text, "You are forgotten, Wilhelmina")
	require.Contains(t, w.Last(bob).Text, "Wilhelmina has resigned", "whom Bob knew a moment ago")
	for {
		worked, err := w.Server.DeliverNext(context.Background(), taker{})
		require.NoError(t, err)
		if !worked {
			break
		}
	}
	require.NoError(t, w.DB.Scrub(context.Background()))
	require.Empty(t, found())

	require.Equal(t, "Le Rooya #1: somebody - Bob", w.Game(1).Subject)
	require.Equal(t, []string{"a1"}, w.Plies(1))
	before := len(w.Boxes[address])
	w.Send(post{From: from, Body: "board", Answers: &w.Boxes[address][2]})
	_, remark := w.Settled(w.lastIn())
	require.Contains(t, remark, "nobody's", "an old letter is no way back")
	w.Reply(bob, "rematch")
	require.Len(t, w.Boxes[address], before)
	require.Contains(t, w.Proven(from, "games")[0].Text, "You have no games yet")
}

// files are those of the world's database.
func (w *world) files() []string {
	w.T.Helper()
	files, err := filepath.Glob(filepath.Join(w.Dir, "turnpost.db*"))
	require.NoError(w.T, err)
	require.NotEmpty(w.T, files)
	return files
}

// An invitation says who begins, which the rules of the game decide and not the colour.
func TestAnInvitationSaysWhoBegins(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ game, black, white string }{
		{"turro", "You would be Black and have the first move.", "You would be White."},
		{"chess", "You would be Black.", "You would be White and have the first move."},
	} {
		w := newWorld(t)
		w.Proven("Bob <"+bob+">", "help")
		made := w.Proven("Ada <"+ada+">", "challenge "+bob+" "+c.game+" as black")
		require.Contains(t, strings.Join(strings.Fields(made[0].Text), " "), c.black, c.game)
		require.Contains(t, strings.Join(strings.Fields(w.Last(bob).Text), " "), c.white, c.game)
	}
}
