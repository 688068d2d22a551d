package handler_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
)

const (
	ada = "ada@example.org"
	bob = "bob@example.org"
)

// theGame has Ada to move at ply 3 of a game of Le Rooya.
func theGame(t *testing.T) *world {
	t.Helper()
	return from(t, "rooya at ply 3", func(w *world) {
		w.Begin("rooya")
		w.Reply(ada, "a1")
		w.Reply(bob, "a2")
		require.Equal(w.T, []string{"a1", "a2"}, w.Plies(1))
	})
}

// TestRefusals: what leaves the game untouched, and who is told. A message that
// is answered goes to the registered address alone.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		post   func(w *world) post
		to     string // who is answered; empty: nobody
		says   string // in the answer
		remark string // in the ledger, when dropped
	}{
		{"illegal move", func(w *world) post { return post{From: ada, Body: "b3", Answers: w.Last(ada)} },
			ada, "Pawns are placed on the outer plate", ""},
		{"occupied", func(w *world) post { return post{From: ada, Body: "a2", Answers: w.Last(ada)} },
			ada, "a2", ""},
		{"no such cell", func(w *world) post { return post{From: ada, Body: "a9", Answers: w.Last(ada)} },
			ada, "There is no cell a9 on this board", ""},
		{"one of two illegal", func(w *world) post { return post{From: ada, Body: "b1\nb3", Answers: w.Last(ada)} },
			ada, "", ""},
		{"not the player's turn", func(w *world) post { return post{From: bob, Body: "b1", Answers: w.Last(bob)} },
			bob, "It is Ada's turn", ""},
		{"unreadable", func(w *world) post {
			return post{From: ada, Body: "How are you?\nIt rains here.", Answers: w.Last(ada)}
		},
			ada, "I found no move and no command", ""},
		{"empty", func(w *world) post { return post{From: ada, Answers: w.Last(ada)} },
			ada, "Your message is empty", ""},
		{"stale", func(w *world) post { return post{From: ada, Body: "b1", Answers: &w.Boxes[ada][1]} },
			ada, "the game has moved on", ""},
		{"played already", func(w *world) post { return post{From: ada, Body: "a1", Answers: &w.Boxes[ada][1]} },
			ada, "The move a1 has already been played", ""},
		{"number out of the list", func(w *world) post { return post{From: ada, Body: "15", Answers: w.Last(ada)} },
			ada, "There is no number 15 in the list of legal moves; it has 14", ""},
		{"number without a list", func(w *world) post { return post{From: ada, Body: "#1 3", Proven: true} },
			ada, "A number stands for a move only in reply to the list", ""},
		{"no secret", func(w *world) post { return post{From: ada, Body: "#1 b1"} },
			ada, "Did you write to me", ""},
		{"no secret, resigning", func(w *world) post { return post{From: ada, Body: "#1 resign"} },
			ada, "Did you write to me", ""},
		{"somebody else's word for the sender", func(w *world) post {
			return post{From: ada, Body: "#1 b1", Header: []string{"Authentication-Results: other.example; auth=pass smtp.auth=" + ada}}
		}, ada, "Did you write to me", ""},
		{"the server's word for another sender", func(w *world) post {
			return post{From: ada, Body: "#1 b1", Header: []string{"Authentication-Results: turnpost.example; auth=pass smtp.auth=eve@example.org"}}
		}, ada, "Did you write to me", ""},
		{"forged secret", func(w *world) post {
			return post{From: ada, To: "games+1.2.aaaaaaaaaaaaaaaaaaaa@turnpost.example", Body: "b1"}
		}, ada, "Did you write to me", ""},
		{"the opponent's secret", func(w *world) post { return post{From: ada, Body: "b1", Answers: w.Last(bob)} },
			ada, "Did you write to me", ""},
		{"forged secret with the server's word", func(w *world) post {
			return post{From: ada, To: "games+1.2.aaaaaaaaaaaaaaaaaaaa@turnpost.example", Body: "b1", Proven: true}
		}, ada, "Did you write to me", ""},
		{"answer to somebody else's letter with the server's word", func(w *world) post {
			return post{From: ada, Body: "b1", Answers: w.Last(bob), Proven: true}
		}, ada, "Did you write to me", ""},
		{"a question", func(w *world) post { return post{From: ada, Body: "What of\nb1?", Answers: w.Last(ada)} },
			ada, "it may be a move or a question", ""},
		{"a number as a question", func(w *world) post { return post{From: ada, Body: "2?", Answers: w.Last(ada)} },
			ada, "it may be a move or a question", ""},
		{"resigning as a question", func(w *world) post { return post{From: ada, Body: "Resign?", Answers: w.Last(ada)} },
			ada, "a line with a question mark is not carried out", ""},
		{"resigning in reply to an old letter", func(w *world) post { return post{From: ada, Body: "resign", Answers: &w.Boxes[ada][1]} },
			ada, "That is a reply to an older message of the game", ""},
		{"two cells joined by a word", func(w *world) post { return post{From: ada, Body: "b1 and c1", Answers: w.Last(ada)} },
			ada, "Your turn was over", ""},
		{"a move within a sentence", func(w *world) post { return post{From: ada, Body: "I play b1 (good?)", Answers: w.Last(ada)} },
			ada, "Did you mean b1?", ""},
		{"secret of another ply", func(w *world) post {
			forged := strings.Replace(w.Last(ada).Get("Reply-To"), "1.2.", "1.3.", 1)
			return post{From: ada, To: forged, Body: "b1"}
		}, ada, "Did you write to me", ""},
		{"right secret, stranger's address", func(w *world) post { return post{From: "eve@example.org", Body: "b1", Answers: w.Last(ada)} },
			ada, "came from eve@example.org", ""},
		{"right secret, the opponent's address", func(w *world) post { return post{From: bob, Body: "b1", Answers: w.Last(ada)} },
			bob, "Did you write to me", ""},
		{"forged secret, stranger", func(w *world) post {
			return post{From: "eve@example.org", To: "games+1.2.aaaaaaaaaaaaaaaaaaaa@turnpost.example", Body: "b1"}
		}, "", "", "a secret that is nobody's"},
		{"two senders", func(w *world) post {
			return post{From: ada, Header: []string{"From: " + bob}, Body: "b1", Answers: w.Last(ada)}
		}, "", "", "2 senders"},
		{"out of office", func(w *world) post {
			return post{From: ada, Header: []string{"Auto-Submitted: auto-replied"}, Body: "b1", Answers: w.Last(ada)}
		}, ada, "Are you away, Ada?", ""},
		{"bounce", func(w *world) post {
			return post{From: ada, Header: []string{"Auto-Submitted: auto-replied"}, Subject: "Undelivered Mail Returned to Sender", Body: "b1", To: w.Last(ada).Get("Reply-To")}
		}, "", "", "automatic"},
		{"mailing list", func(w *world) post {
			return post{From: ada, Proven: true, Header: []string{"List-Id: <x.example>"}, Body: "#1 b1"}
		}, "", "", "automatic"},
		{"from ourselves", func(w *world) post { return post{From: serverAddress, Body: "b1", Answers: w.Last(ada)} },
			"", "", "from our own address"},
		{"silenced by a stranger", func(w *world) post { return post{From: ada, Body: "stop"} },
			ada, "Did you write to me", ""},
		{"a game of others", func(w *world) post { return post{From: "eve@example.org", Body: "#1 resign", Proven: true} },
			"eve@example.org", "no game or invitation with the number 1", ""},
		{"a move below the quote mark", func(w *world) post {
			return post{From: ada, Body: "> b1\n> c1", Answers: w.Last(ada)}
		}, ada, "only within the quoted message", ""},
		{"a move below the signature", func(w *world) post {
			return post{From: ada, Body: "See you!\n-- \nb1", Answers: w.Last(ada)}
		}, ada, "I found no move", ""},
		{"our letter quoted without marks", func(w *world) post {
			l := w.Last(ada)
			return post{From: ada, To: l.Get("Reply-To"), Subject: l.Get("Subject"), Body: "\nFrom: Turnpost\nSent: Friday\nTo: Ada\nSubject: x\n\n" + l.Text}
		}, ada, "All of it looks like part of an older message", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			messages := w.Send(c.post(w))
			require.Equal(t, []string{"a1", "a2"}, w.Plies(1), "the game is untouched")
			require.False(t, w.Game(1).Over())
			if c.to == "" {
				require.Empty(t, messages)
				state, remark := w.Settled(w.lastIn())
				require.Equal(t, db.IncomingDropped, state)
				require.Contains(t, remark, c.remark)
				return
			}
			require.Len(t, messages, 1)
			require.Contains(t, messages[0].Get("To"), c.to)
			require.Contains(t, strings.Join(strings.Fields(messages[0].Text), " "), c.says)
		})
	}
}

// lastIn is the number of the last message in.
func (w *world) lastIn() (id int64) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		for n := int64(1); ; n++ {
			if _, err := tx.Incoming(n); err != nil {
				return nil
			}
			id = n
		}
	}))
	return id
}

func TestTooLargeIsAnsweredUnread(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	raw := w.Raw(post{From: ada, Body: "b1", Answers: w.Last(ada)})
	header, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	require.NoError(t, w.Server.Keep(context.Background(), mail.ArrivedMail{
		Mailbox: "test", Cursor: "large", Size: 3 << 20, TooLarge: true, Raw: []byte(header + "\r\n\r\n"),
	}))
	messages := w.Work()
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Text, "it has 3072 kilobytes")
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
}

// A message that comes again, by whatever way, counts once and is answered once.
func TestAMessageCountsOnce(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	raw := w.Raw(post{From: ada, Body: "b1", Answers: w.Last(ada)})
	require.Len(t, w.Bring(raw), 2)
	require.Empty(t, w.Bring(raw), "the server gave its mailbox new numbers")
	again := append([]byte("Received: from elsewhere\r\n"), raw...)
	require.Empty(t, w.Bring(again), "the server delivered it twice")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
}

// The tag is dropped by a client that writes to the plain address: the secret
// in In-Reply-To, or only in References, is enough.
func TestTheSecretHasSeveralCarriers(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for _, field := range []string{"In-Reply-To", "References"} {
		t.Run(field, func(t *testing.T) {
			w := theGame(t)
			w.Send(post{From: ada, Body: "b1", Header: []string{field + ": " + w.Last(ada).Get("Message-Id")}})
			require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
		})
	}
	t.Run("server's word", func(t *testing.T) {
		w := theGame(t)
		w.Send(post{From: ada, Body: "#1 b1", Proven: true})
		require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	})
	t.Run("folded case", func(t *testing.T) {
		w := theGame(t)
		w.Send(post{From: strings.ToUpper(ada), Body: "b1", To: strings.ToUpper(w.Last(ada).Get("Reply-To"))})
		require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	})
}

// What a player writes to the opponent never carries the player's own secret.
func TestASecretIsNotPassedOn(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	mine := w.Last(ada)
	w.Send(post{From: ada, Answers: mine, Body: "b1\nHello Bob!\nI saw " + mine.Get("Reply-To") + " there\nand " +
		mine.Get("Message-Id") + " too\nBye"})
	text := w.Last(bob).Text
	require.Contains(t, text, "> Hello Bob!")
	require.Contains(t, text, "> Bye")
	require.NotContains(t, text, "I saw")
	require.NotContains(t, text, "too")
}

// A message on which work fails for ever is put aside, and the next one is
// answered.
func TestAPoisonedMessageDoesNotStopTheQueue(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	ctx := context.Background()
	poison := w.Raw(post{From: ada, Body: "b1", Answers: w.Last(ada)})
	good := w.Raw(post{From: bob, Body: "board", Answers: w.Last(bob)})
	for i, raw := range [][]byte{poison, good} {
		require.NoError(t, w.Server.Keep(ctx, mail.ArrivedMail{Mailbox: "poison", Cursor: string(rune('a' + i)), Raw: raw}))
	}
	first := w.lastIn() - 1
	reads := 0
	w.Server.Step = func(name string) {
		if name == "read" {
			if reads++; reads <= 3 {
				panic("this letter is too much")
			}
		}
	}
	for range 3 {
		worked, err := w.Server.AnswerNext(ctx)
		require.True(t, worked)
		require.ErrorContains(t, err, "panic with a string")
	}
	messages := w.Work()
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Get("To"), bob)
	state, remark := w.Settled(first)
	require.Equal(t, db.IncomingFailed, state)
	require.Contains(t, remark, "panic with a string")
	require.NotContains(t, remark, "this letter is too much", "it may be words of the letter's")
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
}

// A reply to a list of games is dated as well: after the game has moved on, it
// plays nothing.
func TestAReplyToAnOldListIsStale(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Send(post{From: ada, Body: "games", Proven: true})
	list := w.Last(ada)
	w.Send(post{From: ada, Body: "#1 b1", Answers: list})
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	w.Reply(bob, "b5")
	messages := w.Send(post{From: ada, Body: "#1 c1", Answers: list})
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Text, "The game has moved on since that message")
	require.Len(t, w.Plies(1), 4)
}

// Whatever a sender's name, address or subject, the message is answered.
func TestOddSendersAreAnswered(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]post{
		"folded subject":   {From: ada, Subject: "help\r\n\tplease", Body: "help"},
		"long word":        {From: ada, Subject: strings.Repeat("x", 3000), Body: "help"},
		"tag in front":     {From: "+foo@example.org", Body: "help"},
		"only signs":       {From: `"<>@#|" <signs@example.org>`, Body: "help"},
		"emoji and arabic": {From: "=?utf-8?q?=F0=9F=8E=B2_=D8=A2=D8=AF=D8=A7?= <ada2@example.org>", Body: "help"},
		"long name":        {From: `"` + strings.Repeat("Ada ", 300) + `" <ada3@example.org>`, Body: "help"},
		"encoded newline":  {From: ada, Subject: "=?utf-8?q?help=0D=0ABcc:_x@example.org?=", Body: "help"},
	} {
		t.Run(name, func(t *testing.T) {
			messages := newWorld(t).Send(p)
			require.Len(t, messages, 1)
			require.Empty(t, messages[0].Get("Bcc"))
			for line := range strings.Lines(string(messages[0].Raw())) {
				require.LessOrEqual(t, len(line), 1000)
			}
		})
	}
}

// A program that dies at a message by chance does not lose it.
func TestDyingThreeTimesLosesNoMessage(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	ctx := context.Background()
	raw := w.Raw(post{From: ada, Body: "b1", Answers: w.Last(ada)})
	require.NoError(t, w.Server.Keep(ctx, mail.ArrivedMail{Mailbox: "m", Cursor: "1", Raw: raw}))
	for range 3 {
		require.NoError(t, w.DB.Update(ctx, func(tx *db.Tx) error { _, err := tx.ClaimIncoming(0); return err }))
	}
	require.Len(t, w.Work(), 2)
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
}

// A note stays a note below a line that looks like an unfinished conditional.
func TestANoteIsNotTheRestOfALine(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Reply(ada, "b1\nif you like then\nnote the corner is weak")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	require.NotContains(t, w.Last(bob).Text, "corner")
	require.Contains(t, w.Last(ada).Text, "the corner is weak")
}
