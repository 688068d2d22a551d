package desk_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
)

const (
	ada = "ada@example.org"
	bob = "bob@example.org"
)

// theGame has Ada to move at ply 3 of a game of Le Rooya.
func theGame(t *testing.T) *world {
	w := newWorld(t)
	w.begin("rooya")
	w.reply(ada, "a1")
	w.reply(bob, "a2")
	require.Equal(t, []string{"a1", "a2"}, w.plies(1))
	return w
}

// TestRefusals: what leaves the game untouched, and who is told. A letter that
// is answered goes to the registered address alone.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name   string
		post   func(w *world) post
		to     string // who is answered; empty: nobody
		says   string // in the answer
		remark string // in the ledger, when dropped
	}{
		{"illegal move", func(w *world) post { return post{from: ada, body: "b3", answers: w.last(ada)} },
			ada, "Pawns are placed on the outer plate", ""},
		{"occupied", func(w *world) post { return post{from: ada, body: "a2", answers: w.last(ada)} },
			ada, "a2", ""},
		{"no such cell", func(w *world) post { return post{from: ada, body: "a9", answers: w.last(ada)} },
			ada, "There is no cell a9 on this board", ""},
		{"one of two illegal", func(w *world) post { return post{from: ada, body: "b1\nb3", answers: w.last(ada)} },
			ada, "", ""},
		{"not the player's turn", func(w *world) post { return post{from: bob, body: "b1", answers: w.last(bob)} },
			bob, "It is Ada's turn", ""},
		{"unreadable", func(w *world) post {
			return post{from: ada, body: "How are you?\nIt rains here.", answers: w.last(ada)}
		},
			ada, "I found no move and no command", ""},
		{"empty", func(w *world) post { return post{from: ada, answers: w.last(ada)} },
			ada, "Your letter is empty", ""},
		{"stale", func(w *world) post { return post{from: ada, body: "b1", answers: &w.boxes[ada][1]} },
			ada, "the game has moved on", ""},
		{"played already", func(w *world) post { return post{from: ada, body: "a1", answers: &w.boxes[ada][1]} },
			ada, "The move a1 is played already", ""},
		{"number out of the list", func(w *world) post { return post{from: ada, body: "15", answers: w.last(ada)} },
			ada, "There is no number 15 in the list of legal moves; it has 14", ""},
		{"number without a list", func(w *world) post { return post{from: ada, body: "#1 3", proven: true} },
			ada, "A number stands for a move only in a reply", ""},
		{"no secret", func(w *world) post { return post{from: ada, body: "#1 b1"} },
			ada, "Did you write this", ""},
		{"no secret, resigning", func(w *world) post { return post{from: ada, body: "#1 resign"} },
			ada, "Did you write this", ""},
		{"somebody else's word for the sender", func(w *world) post {
			return post{from: ada, body: "#1 b1", header: []string{"Authentication-Results: other.example; auth=pass smtp.auth=" + ada}}
		}, ada, "Did you write this", ""},
		{"the server's word for another sender", func(w *world) post {
			return post{from: ada, body: "#1 b1", header: []string{"Authentication-Results: turnpost.example; auth=pass smtp.auth=eve@example.org"}}
		}, ada, "Did you write this", ""},
		{"forged secret", func(w *world) post {
			return post{from: ada, to: "games+1.2.aaaaaaaaaaaaaaaaaaaa@turnpost.example", body: "b1"}
		}, ada, "Did you write this", ""},
		{"the opponent's secret", func(w *world) post { return post{from: ada, body: "b1", answers: w.last(bob)} },
			ada, "Did you write this", ""},
		{"forged secret with the server's word", func(w *world) post {
			return post{from: ada, to: "games+1.2.aaaaaaaaaaaaaaaaaaaa@turnpost.example", body: "b1", proven: true}
		}, ada, "Did you write this", ""},
		{"answer to somebody else's letter with the server's word", func(w *world) post {
			return post{from: ada, body: "b1", answers: w.last(bob), proven: true}
		}, ada, "Did you write this", ""},
		{"a question", func(w *world) post { return post{from: ada, body: "b1?", answers: w.last(ada)} },
			ada, "a line with a question mark is not carried out", ""},
		{"resigning as a question", func(w *world) post { return post{from: ada, body: "Resign?", answers: w.last(ada)} },
			ada, "a line with a question mark is not carried out", ""},
		{"resigning in reply to an old letter", func(w *world) post { return post{from: ada, body: "resign", answers: &w.boxes[ada][1]} },
			ada, "That is a reply to an older letter of the game", ""},
		{"two cells joined by a word", func(w *world) post { return post{from: ada, body: "b1 and c1", answers: w.last(ada)} },
			ada, "Your turn was over", ""},
		{"a move within a sentence", func(w *world) post { return post{from: ada, body: "I play b1 (good?)", answers: w.last(ada)} },
			ada, "Did you mean b1?", ""},
		{"secret of another ply", func(w *world) post {
			forged := strings.Replace(w.last(ada).Get("Reply-To"), "1.2.", "1.3.", 1)
			return post{from: ada, to: forged, body: "b1"}
		}, ada, "Did you write this", ""},
		{"right secret, stranger's address", func(w *world) post { return post{from: "eve@example.org", body: "b1", answers: w.last(ada)} },
			ada, "came from eve@example.org", ""},
		{"right secret, the opponent's address", func(w *world) post { return post{from: bob, body: "b1", answers: w.last(ada)} },
			bob, "Did you write this", ""},
		{"forged secret, stranger", func(w *world) post {
			return post{from: "eve@example.org", to: "games+1.2.aaaaaaaaaaaaaaaaaaaa@turnpost.example", body: "b1"}
		}, "", "", "a secret that is nobody's"},
		{"two senders", func(w *world) post {
			return post{from: ada, header: []string{"From: " + bob}, body: "b1", answers: w.last(ada)}
		}, "", "", "2 senders"},
		{"out of office", func(w *world) post {
			return post{from: ada, header: []string{"Auto-Submitted: auto-replied"}, body: "b1", answers: w.last(ada)}
		}, ada, "Are you away, Ada?", ""},
		{"bounce", func(w *world) post {
			return post{from: ada, header: []string{"Auto-Submitted: auto-replied"}, subject: "Undelivered Mail Returned to Sender", body: "b1", to: w.last(ada).Get("Reply-To")}
		}, "", "", "automatic"},
		{"mailing list", func(w *world) post {
			return post{from: ada, header: []string{"List-Id: <x.example>"}, body: "b1", answers: w.last(ada)}
		}, "", "", "automatic"},
		{"from ourselves", func(w *world) post { return post{from: robotAddress, body: "b1", answers: w.last(ada)} },
			"", "", "from our own address"},
		{"silenced by a stranger", func(w *world) post { return post{from: ada, body: "stop"} },
			ada, "Did you write this", ""},
		{"a game of others", func(w *world) post { return post{from: "eve@example.org", body: "#1 resign", proven: true} },
			"eve@example.org", "no game and no invitation with the number 1", ""},
		{"a move below the quote mark", func(w *world) post {
			return post{from: ada, body: "> b1\n> c1", answers: w.last(ada)}
		}, ada, "Your letter is empty", ""},
		{"a move below the signature", func(w *world) post {
			return post{from: ada, body: "See you!\n-- \nb1", answers: w.last(ada)}
		}, ada, "I found no move", ""},
		{"our letter quoted without marks", func(w *world) post {
			l := w.last(ada)
			return post{from: ada, to: l.Get("Reply-To"), subject: l.Get("Subject"), body: "\nFrom: Turnpost\nSent: Friday\nTo: Ada\nSubject: x\n\n" + l.Text}
		}, ada, "Your letter is empty", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			letters := w.send(c.post(w))
			require.Equal(t, []string{"a1", "a2"}, w.plies(1), "the game is untouched")
			require.False(t, w.game(1).Over())
			if c.to == "" {
				require.Empty(t, letters)
				state, remark := w.settled(w.lastIn())
				require.Equal(t, db.IncomingDropped, state)
				require.Contains(t, remark, c.remark)
				return
			}
			require.Len(t, letters, 1)
			require.Contains(t, letters[0].Get("To"), c.to)
			require.Contains(t, strings.Join(strings.Fields(letters[0].Text), " "), c.says)
		})
	}
}

// lastIn is the number of the last letter in.
func (w *world) lastIn() (id int64) {
	w.t.Helper()
	require.NoError(w.t, w.db.View(context.Background(), func(tx *db.Tx) error {
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
	w := theGame(t)
	raw := w.raw(post{from: ada, body: "b1", answers: w.last(ada)})
	header, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	require.NoError(t, w.desk.Keep(context.Background(), mail.Arrival{
		Mailbox: "test", Cursor: "large", Size: 3 << 20, TooLarge: true, Raw: []byte(header + "\r\n\r\n"),
	}))
	letters := w.work()
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text, "your letter has 3072 kilobytes")
	require.Equal(t, []string{"a1", "a2"}, w.plies(1))
}

// A letter that comes again, by whatever way, counts once and is answered once.
func TestALetterCountsOnce(t *testing.T) {
	w := theGame(t)
	raw := w.raw(post{from: ada, body: "b1", answers: w.last(ada)})
	require.Len(t, w.bring(raw), 2)
	require.Empty(t, w.bring(raw), "the server numbered its mailbox anew")
	again := append([]byte("Received: from elsewhere\r\n"), raw...)
	require.Empty(t, w.bring(again), "the server delivered it twice")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1))
}

// The tag is dropped by a client that writes to the plain address: the secret
// in In-Reply-To, or only in References, is enough.
func TestTheSecretHasSeveralCarriers(t *testing.T) {
	for _, field := range []string{"In-Reply-To", "References"} {
		t.Run(field, func(t *testing.T) {
			w := theGame(t)
			w.send(post{from: ada, body: "b1", header: []string{field + ": " + w.last(ada).Get("Message-Id")}})
			require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1))
		})
	}
	t.Run("server's word", func(t *testing.T) {
		w := theGame(t)
		w.send(post{from: ada, body: "#1 b1", proven: true})
		require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1))
	})
	t.Run("folded case", func(t *testing.T) {
		w := theGame(t)
		w.send(post{from: strings.ToUpper(ada), body: "b1", to: strings.ToUpper(w.last(ada).Get("Reply-To"))})
		require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1))
	})
}

// What a player writes to the opponent never carries the player's own secret.
func TestASecretIsNotPassedOn(t *testing.T) {
	w := theGame(t)
	mine := w.last(ada)
	w.send(post{from: ada, answers: mine, body: "b1\nHello Bob!\nI saw " + mine.Get("Reply-To") + " there\nand " +
		mine.Get("Message-Id") + " too\nBye"})
	text := w.last(bob).Text
	require.Contains(t, text, "> Hello Bob!")
	require.Contains(t, text, "> Bye")
	require.NotContains(t, text, "I saw")
	require.NotContains(t, text, "too")
}

// A letter on which work fails for ever is put aside, and the next one is
// answered.
func TestAPoisonedLetterDoesNotStopTheQueue(t *testing.T) {
	w := theGame(t)
	ctx := context.Background()
	poison := w.raw(post{from: ada, body: "b1", answers: w.last(ada)})
	good := w.raw(post{from: bob, body: "board", answers: w.last(bob)})
	for i, raw := range [][]byte{poison, good} {
		require.NoError(t, w.desk.Keep(ctx, mail.Arrival{Mailbox: "poison", Cursor: string(rune('a' + i)), Raw: raw}))
	}
	first := w.lastIn() - 1
	reads := 0
	w.desk.Step = func(name string) {
		if name == "read" {
			if reads++; reads <= 3 {
				panic("this letter is too much")
			}
		}
	}
	for range 3 {
		worked, err := w.desk.PlayNext(ctx)
		require.True(t, worked)
		require.ErrorContains(t, err, "panic with a string")
	}
	letters := w.work()
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Get("To"), bob)
	state, remark := w.settled(first)
	require.Equal(t, db.IncomingQuarantined, state)
	require.Contains(t, remark, "panic with a string")
	require.NotContains(t, remark, "this letter is too much", "it may be words of the letter's")
	require.Equal(t, []string{"a1", "a2"}, w.plies(1))
}

// A reply to a list of games is dated as well: after the game has moved on, it
// plays nothing.
func TestAReplyToAnOldListIsStale(t *testing.T) {
	w := theGame(t)
	w.send(post{from: ada, body: "games", proven: true})
	list := w.last(ada)
	w.send(post{from: ada, body: "#1 b1", answers: list})
	require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1))
	w.reply(bob, "b5")
	letters := w.send(post{from: ada, body: "#1 c1", answers: list})
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text, "The game has moved on since that letter")
	require.Len(t, w.plies(1), 4)
}

// Whatever a sender's name, address or subject, the letter is answered.
func TestOddSendersAreAnswered(t *testing.T) {
	for name, p := range map[string]post{
		"folded subject":   {from: ada, subject: "help\r\n\tplease", body: "help"},
		"long word":        {from: ada, subject: strings.Repeat("x", 3000), body: "help"},
		"tag in front":     {from: "+foo@example.org", body: "help"},
		"only signs":       {from: `"<>@#|" <signs@example.org>`, body: "help"},
		"emoji and arabic": {from: "=?utf-8?q?=F0=9F=8E=B2_=D8=A2=D8=AF=D8=A7?= <ada2@example.org>", body: "help"},
		"long name":        {from: `"` + strings.Repeat("Ada ", 300) + `" <ada3@example.org>`, body: "help"},
		"encoded newline":  {from: ada, subject: "=?utf-8?q?help=0D=0ABcc:_x@example.org?=", body: "help"},
	} {
		t.Run(name, func(t *testing.T) {
			letters := newWorld(t).send(p)
			require.Len(t, letters, 1)
			require.Empty(t, letters[0].Get("Bcc"))
			for line := range strings.Lines(string(letters[0].Raw)) {
				require.LessOrEqual(t, len(line), 1000)
			}
		})
	}
}

// A program that dies at a letter by chance does not lose it.
func TestDyingThreeTimesLosesNoLetter(t *testing.T) {
	w := theGame(t)
	ctx := context.Background()
	raw := w.raw(post{from: ada, body: "b1", answers: w.last(ada)})
	require.NoError(t, w.desk.Keep(ctx, mail.Arrival{Mailbox: "m", Cursor: "1", Raw: raw}))
	for range 3 {
		require.NoError(t, w.db.Update(ctx, func(tx *db.Tx) error { _, err := tx.ClaimIncoming(0); return err }))
	}
	require.Len(t, w.work(), 2)
	require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1))
}

// A note stays a note below a line that looks like an unfinished conditional.
func TestANoteIsNotTheRestOfALine(t *testing.T) {
	w := theGame(t)
	w.reply(ada, "b1\nif you like then\nnote the corner is weak")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1))
	require.NotContains(t, w.last(bob).Text, "corner")
	require.Contains(t, w.last(ada).Text, "the corner is weak")
}
