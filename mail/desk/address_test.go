package desk_test

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
	letters := w.send(post{from: ada, body: "address " + ada2, proven: true})
	require.Len(t, letters, 2)
	require.Contains(t, w.last(ada).Text, "One more step")
	require.Contains(t, flat(*w.last(ada2)), "Is ada@second.example yours, Ada?")
	letters = w.reply(ada2, "yes")
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Get("To"), ada)
	require.Contains(t, letters[0].Text, "is your second address now")
	return w
}

func TestASecondAddress(t *testing.T) {
	w := second(t)
	var turn *letter
	for i := range w.boxes[ada] {
		if strings.Contains(w.boxes[ada][i].Text, "Your move") {
			turn = &w.boxes[ada][i]
		}
	}
	w.send(post{from: ada2, body: "b1", answers: turn})
	require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1), "the same secret counts from either")
	require.Contains(t, w.last(ada).Text, "You played b1", "letters go to the first")
	require.Len(t, w.boxes[ada2], 1)

	w.reply(bob, "b5")
	w.send(post{from: ada2, body: "#1 c1"})
	require.Contains(t, w.last(ada).Text, "Did you write this", "and the same proof is asked for")
	w.send(post{from: ada2, body: "settings", proven: true})
	require.Contains(t, flat(*w.last(ada)), "second "+ada2)
	w.send(post{from: ada2, body: "challenge " + ada + " rooya", proven: true})
	require.Contains(t, flat(*w.last(ada)), "You cannot play against yourself")
	w.send(post{from: ada, body: "challenge " + ada2 + " rooya", proven: true})
	require.Contains(t, flat(*w.last(ada)), "You cannot play against yourself")
	w.send(post{from: ada, body: "block " + ada2, proven: true})
	require.Contains(t, flat(*w.last(ada)), "that is your own address", "case of the first letter aside")
}

func TestTheSecondAddressGoes(t *testing.T) {
	w := second(t)
	w.send(post{from: ada, body: "address off " + bob, proven: true})
	require.Contains(t, flat(*w.last(ada)), "no such second address")
	w.send(post{from: ada, body: "adresse non", proven: true})
	require.Contains(t, w.last(ada).Text, ada2)
	letters := w.send(post{from: ada2, body: "b1", answers: w.last(ada)})
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Get("To"), ada)
	require.Contains(t, letters[0].Text, "Was that you, Ada? Nothing was done")
	require.Equal(t, []string{"a1", "a2"}, w.plies(1))
	w.send(post{from: ada, body: "address other@second.example", proven: true})
	require.Contains(t, flat(*w.last(ada)), "An address was asked within the last day")
}

// Many players together bring an address one question a day.
func TestAnAddressIsAskedOnceADay(t *testing.T) {
	w := theGame(t)
	for i := range 10 {
		w.send(post{from: fmt.Sprintf("eve%d@evil.example", i), body: "address " + ada2, proven: true})
	}
	require.Len(t, w.boxes[ada2], 1)
	require.Contains(t, flat(*w.last("eve9@evil.example")), "An address was asked within the last day")
	w.now = w.now.Add(24 * time.Hour)
	w.send(post{from: ada, body: "address " + ada2, proven: true})
	require.Len(t, w.boxes[ada2], 2)
	w.reply(ada2, "yes")
	require.Contains(t, w.last(ada).Text, "is your second address now", "whoever else asked")
}

// TestAddressRefusals: what does not make an address anybody's.
func TestAddressRefusals(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(w *world)
		says string // to Ada
	}{
		{"nothing proves who asks", func(w *world) { w.send(post{from: ada, body: "address " + ada2}) }, "Did you write this"},
		{"another player's", func(w *world) { w.send(post{from: ada, body: "address " + bob, proven: true}) }, "cannot be added"},
		{"ours", func(w *world) { w.send(post{from: ada, body: "address " + robotAddress, proven: true}) }, "cannot be added"},
		{"one's own", func(w *world) { w.send(post{from: ada, body: "address ADA@example.org", proven: true}) }, "your address already"},
		{"no address", func(w *world) { w.send(post{from: ada, body: "address a@b@c", proven: true}) }, "is not a mail address"},
		{"no", func(w *world) {
			w.send(post{from: ada, body: "address " + ada2, proven: true})
			w.reply(ada2, "no")
			w.reply(ada2, "yes")
		}, "answered no"},
		{"no answer", func(w *world) {
			w.send(post{from: ada, body: "address " + ada2, proven: true})
			w.reply(ada2, "What is this?")
		}, "One more step"},
		{"too late", func(w *world) {
			w.send(post{from: ada, body: "address " + ada2, proven: true})
			w.now = w.now.Add(8 * 24 * time.Hour)
			w.reply(ada2, "yes")
		}, ""},
		{"yes from the first address alone", func(w *world) {
			w.send(post{from: ada, body: "address " + ada2, proven: true})
			w.send(post{from: ada, body: "yes", answers: w.last(ada2)})
		}, ""},
		{"no from a third address, which is nobody's business", func(w *world) {
			w.send(post{from: ada, body: "address " + ada2, proven: true})
			w.send(post{from: "third@second.example", body: "no", answers: w.last(ada2)})
		}, "One more step"},
		{"yes from there without the letter", func(w *world) {
			w.send(post{from: ada, body: "address " + ada2, proven: true})
			w.send(post{from: ada2, body: "yes", proven: true})
			w.reply(ada2, "yes")
		}, "One more step"},
		{"yes to a question that a newer one replaced", func(w *world) {
			w.send(post{from: ada, body: "address " + ada2, proven: true})
			old := w.last(ada2)
			w.now = w.now.Add(25 * time.Hour)
			w.send(post{from: ada, body: "address other@second.example", proven: true})
			w.send(post{from: ada2, body: "yes", answers: old})
			w.send(post{from: "other@second.example", body: "yes", answers: old})
		}, "One more step"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			c.do(w)
			require.Contains(t, flat(*w.last(ada)), c.says)
			require.NoError(t, w.db.View(context.Background(), func(tx *db.Tx) error {
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

// An ask that nothing proves is held; its yes comes first.
func TestAHeldAddress(t *testing.T) {
	w := theGame(t)
	w.send(post{from: ada, body: "address " + ada2})
	require.Empty(t, w.boxes[ada2])
	w.reply(ada, "yes")
	require.Len(t, w.boxes[ada2], 1)
	w.reply(ada2, "sì")
	require.Contains(t, w.last(ada).Text, "is your second address now")
}

// An address that takes no letter is told of, and no clock stops for it.
func TestAnAddressThatFails(t *testing.T) {
	w := theGame(t)
	w.send(post{from: ada, body: "address " + ada2, proven: true})
	for {
		worked, err := w.desk.DeliverNext(context.Background(), refusing{ada2})
		require.NoError(t, err)
		if !worked {
			break
		}
		w.work()
	}
	require.Contains(t, flat(*w.last(ada)), "cannot be delivered")
	require.NoError(t, w.db.View(context.Background(), func(tx *db.Tx) error {
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
	w := second(t)
	w.send(post{from: ada2, body: "forget me", proven: true})
	w.reply(ada, "yes")
	require.NoError(t, w.db.View(context.Background(), func(tx *db.Tx) error {
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
