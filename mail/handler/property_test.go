package handler_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
)

var (
	conversationSeed  = flag.Uint64("conversation", 0, "play the random conversation of this seed alone")
	conversationCount = flag.Uint64("conversations", 0, "play so many random conversations; 0 is the usual number")
)

// TestRandomConversations lets people who know no manners write to the handler,
// while time passes and the daemon is stopped, killed and started again, and
// holds all that comes of it to what is promised; invariants_test.go lists it,
// chatter_test.go and sense_test.go are what they write. A conversation that
// fails is played again by its seed:
//
//	go test -run RandomConversations -conversation 17
func TestRandomConversations(t *testing.T) {
	t.Parallel()
	steps := 250
	first, count := uint64(1), uint64(1)
	if skiptest.Working() {
		steps = 80
	}
	if *conversationCount != 0 {
		count = *conversationCount
	}
	if *conversationSeed != 0 {
		first, count = *conversationSeed, 1
	}
	for seed := first; seed < first+count; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := newConversation(t, seed)
			defer func() {
				if t.Failed() {
					t.Logf("seed %d, step %d, %s; the last steps were\n%s", seed, len(c.log), c.Now.Format(time.DateTime),
						strings.Join(c.log[max(0, len(c.log)-15):], "\n"))
				}
			}()
			for len(c.log) < steps {
				c.step()
			}
			c.end()
		})
	}
}

// conversation is a world with its people, who write at random.
type conversation struct {
	*world
	rng  *rand.Rand
	log  []string // the steps, for whoever looks for a fault
	kept []*sheet // what came in
	held []*sheet // what is on its way, and comes later or in another order
	// unread is what came in and waits for an answer, the oldest first.
	unread []*sheet
	*invariants
	words int // numbers the secrets that people write down
}

// sheet is a mail that somebody wrote.
type sheet struct {
	raw    []byte
	from   string // the address it claims
	speaks bool   // it is proven that it comes from there
}

func newConversation(t *testing.T, seed uint64) *conversation {
	w := newWorld(t)
	return &conversation{world: w, rng: rand.New(rand.NewPCG(seed, 3)), invariants: newInvariants(w)}
}

// step does one thing.
func (c *conversation) step() {
	c.T.Helper()
	switch n := c.rng.IntN(100); {
	case n < 70:
		s, what := c.write()
		if c.rng.IntN(15) == 0 {
			c.note("held back: %s", what)
			c.held = append(c.held, s)
			return
		}
		c.note("%s", what)
		c.receive(s)
		if c.rng.IntN(12) > 0 {
			c.answer()
		}
	case n < 75 && len(c.kept) > 0:
		i := c.rng.IntN(len(c.kept))
		c.note("mail %d comes again", i)
		c.receive(c.kept[i])
		c.answer()
	case n < 79:
		c.note("%d late mails come", len(c.held))
		c.rng.Shuffle(len(c.held), func(i, j int) { c.held[i], c.held[j] = c.held[j], c.held[i] })
		for _, s := range c.held {
			c.receive(s)
		}
		c.held = nil
		c.answer()
	case n < 93:
		span := time.Duration(1+c.rng.IntN(300)) * time.Minute
		if c.rng.IntN(3) == 0 {
			span *= 10
		}
		c.note("clock %v", span)
		c.wait(span)
	case n < 95:
		span := time.Duration(c.rng.IntN(72)) * time.Hour
		c.note("down %v", span)
		c.beat()
		c.Now = c.Now.Add(span)
		c.Server.HeartbeatGap = 10 * time.Minute
		c.answer()
		c.beat()
		c.Server.HeartbeatGap = 1 << 62
	case n < 98:
		c.note("restart")
		c.restart()
	default:
		c.note("death amid a letter")
		c.die([]string{"read", "written"}[c.rng.IntN(2)])
	}
}

func (c *conversation) note(format string, args ...any) {
	c.log = append(c.log, fmt.Sprintf("%4d %s  ", len(c.log), c.Now.Format("Mon 01-02 15:04"))+fmt.Sprintf(format, args...))
}

// receive brings a mail into the inbox. One that came before is none.
func (c *conversation) receive(s *sheet) {
	c.T.Helper()
	c.Now = c.Now.Add(time.Minute)
	c.Serial++
	require.NoError(c.T, c.Server.Keep(context.Background(), mail.ArrivedMail{
		Mailbox: "test", Cursor: fmt.Sprint(c.Serial), Size: int64(len(s.raw)), Raw: s.raw,
	}))
	for _, k := range c.kept {
		if k == s {
			return
		}
	}
	c.kept, c.unread = append(c.kept, s), append(c.unread, s)
}

// answer lets the handler answer what lies there, one by one.
func (c *conversation) answer() {
	c.T.Helper()
	for {
		worked, err := c.Server.AnswerNext(context.Background())
		require.NoError(c.T, err)
		require.Equal(c.T, len(c.unread) > 0, worked)
		if !worked {
			return
		}
		s := c.unread[0]
		c.unread = c.unread[1:]
		c.check(s)
	}
}

// beat runs the clockwork until nothing is due.
func (c *conversation) beat() {
	c.T.Helper()
	for {
		worked, err := c.Server.Tick(context.Background())
		require.NoError(c.T, err)
		if !worked {
			break
		}
		c.check(nil)
	}
	if len(c.unread) == 0 {
		c.checkClocks()
	}
}

// wait lets time pass with the clockwork running now and then.
func (c *conversation) wait(span time.Duration) {
	c.T.Helper()
	for end := c.Now.Add(span); c.Now.Before(end); {
		c.Now = c.Now.Add(min(time.Duration(1+c.rng.IntN(10))*time.Hour, end.Sub(c.Now)))
		c.beat()
	}
}

// restart is a new daemon on the same database.
func (c *conversation) restart() {
	c.T.Helper()
	require.NoError(c.T, c.DB.Close())
	d, err := db.Open(context.Background(), c.Where)
	require.NoError(c.T, err)
	c.T.Cleanup(func() { d.Close() })
	d.Now = func() time.Time { return c.Now }
	c.DB = d
	c.Restart()
}

// die ends the daemon at a step of the next message's way, and starts it again.
func (c *conversation) die(step string) {
	c.T.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s, what := c.write()
	c.note("%s", what)
	c.receive(s)
	c.Server.Step = func(name string) {
		if name == step {
			cancel()
		}
	}
	_, err := c.Server.AnswerNext(ctx)
	if err != nil {
		require.True(c.T, errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "interrupted"), "%v", err)
	} else { // that message never came to the step
		s := c.unread[0]
		c.unread = c.unread[1:]
		c.check(s)
	}
	c.restart()
	c.answer()
}

// end lets all mail arrive and all time run out.
func (c *conversation) end() {
	c.T.Helper()
	for _, s := range c.held {
		c.receive(s)
	}
	c.answer()
	c.wait(48 * time.Hour)
	c.checkEnd(len(c.kept))
	c.T.Logf("%d letters in, %d out, %d games, %d over, %d plies", len(c.kept), c.messages, len(c.games), c.over(), c.plyCount())
}
