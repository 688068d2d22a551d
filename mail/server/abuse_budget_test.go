package server_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	gosmtp "github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
	"turnpost/mail/smtp"
	"turnpost/rules"
	"turnpost/rules/all"
)

var forged = flag.Int("forged", 100, "how many letters a day strangers forge in TestAbuseForgedStrangersAndAQuota; 1000 takes a minute")

// quotaHost is a smarthost that takes so many messages in a day, counted back, and
// then says what Gmail does, at any of the places where servers say it.
type quotaHost struct {
	addr  string
	now   func() time.Time
	limit int

	taken   []taken
	refused int
	sour    string                          // a return path that is never taken
	boxes   map[string][]servertest.Message // by address
}

// taken is a message that it took.
type taken struct {
	at time.Time
	to string
}

func newQuotaHost(t *testing.T, limit int, now func() time.Time) *quotaHost {
	t.Helper()
	h := &quotaHost{limit: limit, now: now, boxes: map[string][]servertest.Message{}}
	s := gosmtp.NewServer(gosmtp.BackendFunc(func(*gosmtp.Conn) (gosmtp.Session, error) { return &quotaSession{t: t, host: h}, nil }))
	s.AllowInsecureAuth = true
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	h.addr = listener.Addr().String()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(listener) }()
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		<-ended
	})
	return h
}

// full says that the limit is reached, at the stage that has its turn.
func (h *quotaHost) full(stage int) error {
	left := 0
	for _, l := range slices.Backward(h.taken) {
		if h.now().Sub(l.at) >= 24*time.Hour {
			break
		}
		left++
	}
	if left < h.limit || h.refused%3 != stage {
		return nil
	}
	h.refused++
	return &gosmtp.SMTPError{Code: 550, EnhancedCode: gosmtp.EnhancedCode{5, 4, 5}, Message: "Daily user sending limit exceeded"}
}

type quotaSession struct {
	t    *testing.T
	host *quotaHost
	to   string
}

func (s *quotaSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *quotaSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, _, _ string) error { return nil }), nil
}

func (s *quotaSession) Mail(from string, _ *gosmtp.MailOptions) error {
	if s.host.sour != "" && from == s.host.sour {
		return &gosmtp.SMTPError{Code: 451, EnhancedCode: gosmtp.EnhancedCode{4, 3, 0}, Message: "Try again later"}
	}
	return s.host.full(0)
}

func (s *quotaSession) Rcpt(to string, _ *gosmtp.RcptOptions) error {
	s.to = to
	return s.host.full(1)
}

func (s *quotaSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if full := s.host.full(2); full != nil {
		return full
	}
	if err != nil {
		return err
	}
	s.host.taken = append(s.host.taken, taken{s.host.now(), s.to})
	s.host.boxes[s.to] = append(s.host.boxes[s.to], servertest.ReadMessage(s.t, raw))
	return nil
}

func (s *quotaSession) Reset()        {}
func (s *quotaSession) Logout() error { return nil }

// courier reaches it.
func (h *quotaHost) courier(t *testing.T) mail.Courier {
	t.Helper()
	host, port, err := hostPort(h.addr)
	require.NoError(t, err)
	c, err := smtp.NewCourier(smtp.CourierConfig{Host: host, Port: port, TLS: mail.Plain, User: "games", Password: "demo", HelloName: "robot.test.example"})
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// club20 is twenty people in ten games, who answer what they really got.
type club20 struct {
	*world
	host  *quotaHost
	plies int
	next  map[int64]time.Time // of each game
}

func member(n int) string { return fmt.Sprintf("player%02d@example.org", n) }

func newClub20(t *testing.T, limit int) *club20 {
	t.Helper()
	c := &club20{world: newWorld(t), next: map[int64]time.Time{}}
	for n := 0; n < 20; n += 2 {
		c.Proven(member(n), "challenge "+member(n+1)+" turro as black")
		c.Reply(member(n+1), "accept")
	}
	for len(c.Outgoing(db.OutgoingQueued)) > 0 {
		require.NoError(t, c.Deliver(sender{}))
	}
	c.host = newQuotaHost(t, limit, func() time.Time { return c.Now })
	for address, box := range c.Boxes {
		c.host.boxes[address] = box
	}
	for game := int64(1); game <= 10; game++ {
		c.next[game] = c.Now.Add(24*time.Hour + time.Duration(game)*91*time.Minute)
	}
	c.Now = c.Now.Add(24 * time.Hour)
	return c
}

// move lets everybody play for whom it is time and who has the message about it. Nobody
// makes a ply that ends the game, unless there is no other.
func (c *club20) move(t *testing.T) {
	t.Helper()
	turro, err := rules.Find(all.Games(), "turro")
	require.NoError(t, err)
	for game, at := range c.next {
		if c.Now.Before(at) {
			continue
		}
		position := turro.Start()
		plies := c.Plies(game)
		for _, m := range plies {
			position, err = position.Play(rules.Move(m))
			require.NoError(t, err)
		}
		mover := int(game-1) * 2
		switch position.Turn() {
		case rules.None:
			delete(c.next, game)
			continue
		case rules.White:
			mover++
		}
		box := c.host.boxes[member(mover)]
		last := box[len(box)-1]
		if !strings.Contains(last.Text, fmt.Sprintf("move %d", len(plies)+1)) {
			continue // it has not arrived
		}
		legal := position.Legal()
		best := legal[0]
		for _, m := range legal[int(game)%len(legal):] {
			if after, err := position.Play(m); err == nil && !after.Outcome().Over() {
				best = m
				break
			}
		}
		c.Keep(c.Raw(post{From: member(mover), Body: string(best), Answers: &last}))
		c.plies++
		c.next[game] = c.Now.Add(16 * time.Hour)
	}
}

// live is some days of it, with so many letters of strangers in each, and two days
// more without.
func (c *club20) live(t *testing.T, days, strangers int) {
	t.Helper()
	const steps = 24 * 3 // a day
	courier := c.host.courier(t)
	serial := 0
	for step := range (days + 2) * steps {
		c.Now = c.Now.Add(24 * time.Hour / steps)
		if step < days*steps {
			for ; serial*steps < (step+1)*strangers; serial++ {
				c.Keep(c.Raw(post{From: fmt.Sprintf("stranger%d@victim%d.example", serial, serial%50), Body: "help"}))
			}
			c.move(t)
		}
		for {
			worked, err := c.Server.AnswerNext(t.Context())
			require.NoError(t, err)
			if !worked {
				break
			}
		}
		c.Tick()
		for {
			worked, err := c.Server.DeliverNext(t.Context(), courier)
			require.NoError(t, err)
			if !worked {
				break
			}
		}
	}
}

// messages are what became of the messages to the players and to others.
type messages struct {
	players, strangers, refused, waiting, suspended, overtaken int
	latest                                                     time.Duration // of the players'
}

// count counts the messages since a moment. Those that wait for no longer than
// patience are not counted.
func (c *club20) count(t *testing.T, since time.Time, patience time.Duration) (n messages) {
	t.Helper()
	require.NoError(t, c.DB.View(context.Background(), func(tx *db.Tx) error {
		for _, state := range []db.OutgoingState{db.OutgoingSent, db.OutgoingQueued, db.OutgoingRefused} {
			out, err := tx.Outgoing(state)
			require.NoError(t, err)
			sent := map[[2]int64]time.Time{}
			for _, o := range out {
				switch player := strings.HasPrefix(o.Recipient, "player"); {
				case o.CreatedAt.Before(since):
				case state == db.OutgoingRefused:
					n.refused++
				case state == db.OutgoingQueued:
					if player && c.Now.Sub(o.CreatedAt) > patience {
						n.waiting++
					}
				case state == db.OutgoingSent && !player:
					n.strangers++
				case state == db.OutgoingSent:
					n.players++
					n.latest = max(n.latest, o.SentAt.Sub(o.CreatedAt))
					thread := [2]int64{o.Player, o.Thread}
					if o.SentAt.Before(sent[thread]) {
						n.overtaken++
					}
					sent[thread] = o.SentAt
				}
			}
		}
		for p := int64(1); p <= 20; p++ {
			if _, err := tx.OpenBounce(p); err == nil {
				n.suspended++
			}
			bounces, err := tx.Bounces(p, since)
			require.NoError(t, err)
			n.suspended += len(bounces)
		}
		return nil
	}))
	return n
}

// Strangers are forged day by day, and each forgery is answered; the smarthost takes
// fifty letters a day. The games go on as if nothing were.
func TestAbuseForgedStrangersAndAQuota(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("TestAbuseWeek is of the same kind")
	}
	for _, c := range []struct {
		name   string
		budget server.SendingBudget
		latest time.Duration // the longest that a player's message may wait
	}{
		{"the budget is that of the smarthost", server.SendingBudget{Day: 50, Newcomers: 200}, 20 * time.Minute},
		{"the budget is not set", server.SendingBudget{}, 24 * time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newClub20(t, 50)
			w.Server.Budget = c.budget
			begun, before := w.Now, w.plies
			days := 3
			w.live(t, days, *forged)
			n := w.count(t, begun, c.latest)
			t.Logf("abuse | %d forged strangers a day for %d days, a smarthost that takes 50 letters a day, %s | every letter to 20 players arrives, in order | %d plies, %d letters to players, latest %s, %d refused, %d waiting, %d overtaken, %d bounces or suspensions; %d letters to strangers; the smarthost said no %d times",
				*forged, days, c.name, w.plies-before, n.players, n.latest, n.refused, n.waiting, n.overtaken, n.suspended, n.strangers, w.host.refused)
			require.Greater(t, w.plies, 12*days)
			require.GreaterOrEqual(t, n.players, 2*w.plies-5, "some may be on their way")
			require.Zero(t, n.refused, "refused")
			require.Zero(t, n.waiting, "waiting")
			require.Zero(t, n.overtaken, "overtaken")
			require.Zero(t, n.suspended, "counted against a player")
			require.LessOrEqual(t, n.latest, c.latest)
			require.NotZero(t, n.strangers, "they are answered as far as there is room")
			if c.budget.Day > 0 {
				require.Zero(t, w.host.refused, "the limit is never run against")
			}
		})
	}
}

// A message whose return path the smarthost puts off each time holds up the others for
// minutes, and not for ever; and it is tried for as long as any other.
func TestAbuseOneMessageIsPutOffAtMAIL(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := theGame(t)
	require.NoError(t, w.Deliver(sender{}))
	host := newQuotaHost(t, 1000, func() time.Time { return w.Now })
	w.Reply(ada, "b1")
	queued := w.Outgoing(db.OutgoingQueued)
	require.Len(t, queued, 2)
	host.sour = queued[0].Sender
	w.Reply(bob, "help")
	others := len(w.Outgoing(db.OutgoingQueued)) - 1
	courier, begun, last := host.courier(t), w.Now, time.Duration(0)
	for len(w.Outgoing(db.OutgoingQueued)) > 0 && w.Now.Sub(begun) < 10*24*time.Hour {
		require.NoError(t, w.Deliver(courier))
		if len(host.taken) == others && last == 0 {
			last = w.Now.Sub(begun)
		}
		w.Now = w.Now.Add(10 * time.Minute)
		w.Tick()
	}
	t.Logf("abuse | one letter's return path is put off at MAIL each time | the others go out within the hour | %d of %d after %s; that one is given up after %.1f days", min(len(host.taken), others), others, last, w.Now.Sub(begun).Hours()/24)
	require.NotZero(t, last)
	require.LessOrEqual(t, last, time.Hour)
	require.Greater(t, w.Now.Sub(begun), 5*24*time.Hour)
	require.Less(t, w.Now.Sub(begun), 6*24*time.Hour)
}
