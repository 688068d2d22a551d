package handler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
)

const ada2 = "ada@second.example"

// second is the game with a second address of Ada's, confirmed from both.
func second(t *testing.T) *world {
	w := theGame(t)
	messages := w.Send(post{From: ada, Body: "address " + ada2, Proven: true})
	require.Len(t, messages, 2)
	require.Contains(t, w.Last(ada).Text, "One more step")
	require.Contains(t, flat(*w.Last(ada2)), "Is ada@second.example yours, Ada?")
	messages = w.Reply(ada2, "yes")
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Get("To"), ada)
	require.Contains(t, messages[0].Text, "is now your second address")
	return w
}

func TestASecondAddress(t *testing.T) {
	t.Parallel()
	w := second(t)
	var turn *message
	for i := range w.Boxes[ada] {
		if strings.Contains(w.Boxes[ada][i].Text, "Your move") {
			turn = &w.Boxes[ada][i]
		}
	}
	w.Send(post{From: ada2, Body: "b1", Answers: turn})
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1), "the same secret counts from either")
	require.Contains(t, w.Last(ada).Text, "You played b1", "letters go to the first")
	require.Len(t, w.Boxes[ada2], 1)

	w.Reply(bob, "b5")
	w.Send(post{From: ada2, Body: "#1 c1"})
	require.Contains(t, w.Last(ada).Text, "Did you write to me", "and the same proof is asked for")
	w.Send(post{From: ada2, Body: "settings", Proven: true})
	require.Contains(t, flat(*w.Last(ada)), "second "+ada2)
	w.Send(post{From: ada2, Body: "challenge " + ada + " rooya", Proven: true})
	require.Contains(t, flat(*w.Last(ada)), "You cannot play against yourself")
	w.Send(post{From: ada, Body: "challenge " + ada2 + " rooya", Proven: true})
	require.Contains(t, flat(*w.Last(ada)), "You cannot play against yourself")
	w.Send(post{From: ada, Body: "block " + ada2, Proven: true})
	require.Contains(t, flat(*w.Last(ada)), "that is your own address", "case of the first letter aside")
}

func TestTheSecondAddressGoes(t *testing.T) {
	t.Parallel()
	w := second(t)
	w.Send(post{From: ada, Body: "address off " + bob, Proven: true})
	require.Contains(t, flat(*w.Last(ada)), "no such second address")
	w.Send(post{From: ada, Body: "adresse non", Proven: true})
	require.Contains(t, w.Last(ada).Text, ada2)
	messages := w.Send(post{From: ada2, Body: "b1", Answers: w.Last(ada)})
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Get("To"), ada)
	require.Contains(t, messages[0].Text, "Was that you, Ada? Nothing was done")
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
	w.Send(post{From: ada, Body: "address other@second.example", Proven: true})
	require.Contains(t, flat(*w.Last(ada)), "You have asked an address within the last day")
}

// Many players together bring an address one question a day.
func TestAnAddressIsAskedOnceADay(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	for i := range 10 {
		w.Send(post{From: fmt.Sprintf("eve%d@evil.example", i), Body: "address " + ada2, Proven: true})
	}
	require.Len(t, w.Boxes[ada2], 1)
	require.Contains(t, flat(*w.Last("eve9@evil.example")), "You have asked an address within the last day")
	w.Now = w.Now.Add(24 * time.Hour)
	w.Send(post{From: ada, Body: "address " + ada2, Proven: true})
	require.Len(t, w.Boxes[ada2], 2)
	w.Reply(ada2, "yes")
	require.Contains(t, w.Last(ada).Text, "is now your second address", "whoever else asked")
}

// TestAddressRefusals: what does not make an address anybody's.
func TestAddressRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		do   func(w *world)
		says string // to Ada
	}{
		{"nothing proves who asks", func(w *world) { w.Send(post{From: ada, Body: "address " + ada2}) }, "Did you write to me"},
		{"another player's", func(w *world) { w.Send(post{From: ada, Body: "address " + bob, Proven: true}) }, "If nobody plays from bob@example.org yet"},
		{"ours", func(w *world) { w.Send(post{From: ada, Body: "address " + serverAddress, Proven: true}) }, "that is my own address"},
		{"one's own", func(w *world) { w.Send(post{From: ada, Body: "address ADA@example.org", Proven: true}) }, "already your address"},
		{"no address", func(w *world) { w.Send(post{From: ada, Body: "address a@b@c", Proven: true}) }, "is not an email address"},
		{"no", func(w *world) {
			w.Send(post{From: ada, Body: "address " + ada2, Proven: true})
			w.Reply(ada2, "no")
			w.Reply(ada2, "yes")
		}, "answered no"},
		{"no answer", func(w *world) {
			w.Send(post{From: ada, Body: "address " + ada2, Proven: true})
			w.Reply(ada2, "What is this?")
		}, "One more step"},
		{"too late", func(w *world) {
			w.Send(post{From: ada, Body: "address " + ada2, Proven: true})
			w.Now = w.Now.Add(8 * 24 * time.Hour)
			w.Reply(ada2, "yes")
		}, ""},
		{"yes from the first address alone", func(w *world) {
			w.Send(post{From: ada, Body: "address " + ada2, Proven: true})
			w.Send(post{From: ada, Body: "yes", Answers: w.Last(ada2)})
		}, ""},
		{"no from a third address, which is nobody's business", func(w *world) {
			w.Send(post{From: ada, Body: "address " + ada2, Proven: true})
			w.Send(post{From: "third@second.example", Body: "no", Answers: w.Last(ada2)})
		}, "One more step"},
		{"yes from there without the letter", func(w *world) {
			w.Send(post{From: ada, Body: "address " + ada2, Proven: true})
			w.Send(post{From: ada2, Body: "yes", Proven: true})
			w.Reply(ada2, "yes")
		}, "One more step"},
		{"yes to a question that a newer one replaced", func(w *world) {
			w.Send(post{From: ada, Body: "address " + ada2, Proven: true})
			old := w.Last(ada2)
			w.Now = w.Now.Add(25 * time.Hour)
			w.Send(post{From: ada, Body: "address other@second.example", Proven: true})
			w.Send(post{From: ada2, Body: "yes", Answers: old})
			w.Send(post{From: "other@second.example", Body: "yes", Answers: old})
		}, "One more step"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			c.do(w)
			require.Contains(t, flat(*w.Last(ada)), c.says)
			require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
				for _, address := range []string{ada2, "other@second.example"} {
					p, err := tx.PlayerByAddress(address)
					if err == nil {
						require.NotEqual(t, int64(1), p.ID)
					}
				}
				return nil
			}))
		})
	}
}

// An ask that nothing proves is quarantined; its yes comes first.
func TestAQuarantinedAddress(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Send(post{From: ada, Body: "address " + ada2})
	require.Empty(t, w.Boxes[ada2])
	w.Reply(ada, "yes")
	w.Reply(ada, "yes")
	require.Len(t, w.Boxes[ada2], 1)
	w.Reply(ada2, "sì")
	require.Contains(t, w.Last(ada).Text, "is now your second address")
}

// An address that takes no message is told of, and no clock stops for it.
func TestAnAddressThatFails(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Send(post{From: ada, Body: "address " + ada2, Proven: true})
	for {
		worked, err := w.Server.DeliverNext(context.Background(), refusing{ada2})
		require.NoError(t, err)
		if !worked {
			break
		}
		w.Work()
	}
	require.Contains(t, flat(*w.Last(ada)), "cannot be delivered")
	require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
		_, err := tx.OpenBounce(1)
		require.ErrorIs(t, err, db.ErrNotFound)
		return nil
	}))
}

// refusing is a courier whose server knows one address not.
type refusing struct{ address string }

func (r refusing) Send(_ context.Context, e mail.Envelope) error {
	if e.To == r.address {
		return mail.ErrRefused
	}
	return nil
}

func (refusing) Close() error { return nil }

var _ mail.Courier = refusing{}

// Whoever is forgotten has no address left here.
func TestForgettingTheSecondAddress(t *testing.T) {
	t.Parallel()
	w := second(t)
	w.Send(post{From: ada2, Body: "forget me", Proven: true})
	w.Reply(ada, "yes")
	require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
		_, err := tx.PlayerByAddress(ada2)
		require.ErrorIs(t, err, db.ErrNotFound)
		for n := int64(1); ; n++ {
			in, err := tx.Incoming(n)
			if err != nil {
				return nil
			}
			require.NotContains(t, string(in.Raw), ada2)
		}
	}))
}
