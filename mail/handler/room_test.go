package handler_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// collected collects messages at once, and reports which of them there was no room for.
func (w *world) collected(raws ...[]byte) (left []int) {
	w.T.Helper()
	var arrivals []mail.ArrivedMail
	for _, raw := range raws {
		w.Serial++
		arrivals = append(arrivals, mail.ArrivedMail{Mailbox: "room", Cursor: fmt.Sprint(w.Serial), Size: int64(len(raw)), Raw: raw})
	}
	err := w.Server.Keep(w.T.Context(), arrivals...)
	if full, ok := errors.AsType[*mail.LeftOutError](err); ok {
		return full.Left
	}
	require.NoError(w.T, err)
	return nil
}

// bounded makes the stored mail of a world its bound, and returns the log.
func (w *world) bounded(t *testing.T) *bytes.Buffer {
	t.Helper()
	log := &bytes.Buffer{}
	w.Use(w.Handler, slog.New(slog.NewTextHandler(log, nil)))
	w.Server.MaxStored = w.stored(t)
	require.Positive(t, w.Server.MaxStored)
	return log
}

// incoming lists all messages in.
func (w *world) incoming() (in []db.Incoming) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) (err error) { in, err = tx.ListIncoming("", -1); return err }))
	return in
}

func (w *world) stored(t *testing.T) (n int64) {
	t.Helper()
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) { n, err = tx.StoredMail(); return err }))
	return n
}

var replyFields = regexp.MustCompile(`(?m)^(In-Reply-To|References|To|Delivered-To): .*\r\n`)

// TestAbuseNoRoom: when the bound of stored mail is reached, what is proven to be a player's is
// stored and played, however it is proven; all other mail is left, and read when there is room.
func TestAbuseNoRoom(t *testing.T) {
	t.Parallel()
	sign, names := signer(t)
	inputs := 0
	for _, name := range skiptest.EveryFourth([]string{"turro", "chess"}) { // Black begins, or White
		game, err := rules.Find(all.Games(), name)
		require.NoError(t, err)
		t.Run(game.Name, func(t *testing.T) {
			w := begun(t, game.Name)
			record := rules.NewRecord(game)
			if record.Turn() == rules.White { // Ada is Black
				require.NoError(t, record.Play(record.Legal()[0]))
				w.Send(post{From: bob, Body: string(record.Plies()[0]), Answers: w.Last(bob)})
			}
			w.Handler.Verifier = auth.NewDKIMVerifier(names.Resolver(), isRobot, time.Now)
			raw := func(p post) []byte { return w.Raw(p) }
			date := func() string { return "Date: " + w.Now.Format(time.RFC1123Z) }
			signed := func(p post) []byte {
				p.Header = append(p.Header, date())
				return sign(bytes.Replace(raw(p), []byte("Delivered-To: "+serverAddress+"\r\n"), nil, 1))
			}
			reply := func(body string) post { return post{From: ada, Body: body, Answers: w.Last(ada)} }
			// only keeps of the fields that name what is answered those that have a name.
			only := func(raw []byte, names string) []byte {
				return append(replyFields.ReplaceAllFunc(raw, func(field []byte) []byte {
					if name, _, _ := bytes.Cut(field, []byte(":")); strings.Contains(names, string(name)) {
						return field
					}
					return nil
				}), "x"...)
			}
			token := servertest.SecretPattern.FindString(w.Last(ada).Get("Message-Id"))
			encoded := func() []byte { // as a tap of a club without plus-addresses brings it
				p := post{From: ada, Header: []string{"Content-Transfer-Encoding: base64"},
					Body: base64.StdEncoding.EncodeToString([]byte("say 9\n[" + token + "]\n"))}
				return raw(p)
			}
			w.Send(post{From: ada, Body: "say quarantined"}) // which is asked about
			asked := w.Last(ada)
			require.Contains(t, asked.Text, "Did you write")
			w.Proven(bob, "say to her")
			log := w.bounded(t)
			before := w.stored(t)

			proven := map[string][]byte{
				"a reply":                            raw(reply("say 1")),
				"only the tag":                       only(raw(reply("say 2")), "Delivered-To To"),
				"only In-Reply-To":                   append([]byte("To: "+serverAddress+"\r\n"), only(raw(reply("say 3")), "In-Reply-To")...),
				"only References":                    append([]byte("To: "+serverAddress+"\r\n"), only(raw(reply("say 4")), "References")...),
				"a large reply":                      raw(reply("say 5\n\n" + strings.Repeat(strings.Repeat("A rose is a rose. ", 50)+"\n", 200))),
				"in a list's name":                   raw(post{From: ada, Body: "say 6", Answers: w.Last(ada), Header: []string{"Precedence: bulk", "List-Id: <x.example>"}}),
				"a yes to the question about a mail": raw(post{From: ada, Body: "yes", Answers: asked}),
				"its own server's word":              raw(post{From: ada, Body: "#1 say 7", Proven: true}),
				"a signature, for the first time":    signed(post{From: ada, Body: "#1 say 8"}),
				"a token in an encoded text":         encoded(),
				"another signature":                  signed(post{From: "Ada <ada@example.org>", Body: "#1 say 11"}),
				"a signed mail to several":           signed(post{From: ada, Body: "#1 say 10", To: serverAddress + ", bob@example.org"}),
			}
			for name, mail := range proven {
				require.Empty(t, w.collected(mail), name)
				inputs++
			}
			require.Greater(t, w.stored(t), before)
			before = w.stored(t)

			other := w.Last(bob)
			report := "From: MAILER-DAEMON@x.example\r\nTo: " + serverAddress + "\r\nAuto-Submitted: auto-replied\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n"
			old := w.Now.Add(-60 * 24 * time.Hour).Format(time.RFC1123Z)
			unproven := map[string][]byte{
				"a stranger's":                   raw(post{From: eve, Body: "help"}),
				"a stranger's, large":            raw(post{From: eve, Body: strings.Repeat(strings.Repeat("buy ", 200)+"\n", 200)}),
				"a stranger's, vouched for":      raw(post{From: eve, Body: "help", Proven: true}),
				"a challenge":                    raw(post{From: "new@example.net", Body: "challenge ada@example.org " + game.Name}),
				"forged":                         raw(post{From: ada, Body: "#1 resign"}),
				"forged, with the other's token": raw(post{From: ada, Body: "resign", Answers: other}),
				"forged, with a made-up token":   raw(post{From: ada, Body: "resign", To: "games+1.0.aaaaaaaaaaaaaaaaaaaa@turnpost.example"}),
				"changed after it was signed":    bytes.Replace(signed(post{From: ada, Body: "#1 resign"}), []byte("resign"), []byte("accept"), 1),
				"an unknown selector":            bytes.Replace(signed(post{From: ada, Body: "#1 resign"}), []byte("s=s;"), []byte("s=z;"), 1),
				"signed by another domain":       bytes.Replace(signed(post{From: ada, Body: "#1 resign"}), []byte("d=example.org"), []byte("d=evil.example"), 1),
				"an old one, signed":             sign(bytes.Replace(raw(post{From: ada, Body: "#1 resign", Header: []string{"Date: " + old}}), []byte("Delivered-To: "+serverAddress+"\r\n"), nil, 1)),
				"signed, to somebody else":       signed(post{From: ada, Body: "#1 resign", To: "bob@example.org"}),
				"an autoresponder's":             raw(post{From: ada, Body: "I am away", Answers: w.Last(ada), Header: []string{"Auto-Submitted: auto-replied"}}),
				"a report":                       []byte(report),
				"two senders":                    append([]byte("From: eve@evil.example\r\n"), raw(reply("resign"))...),
				"no sender":                      []byte("Subject: x\r\n\r\nhelp\r\n"),
				"no header":                      []byte("help\r\n"),
			}
			var left [][]byte
			for name, mail := range unproven {
				require.Equal(t, []int{0}, w.collected(mail), name)
				left = append(left, mail)
				inputs++
			}
			require.Equal(t, before, w.stored(t), "nothing of it is stored")
			require.Equal(t, []int{0, 2}, w.collected(left[0], raw(reply("say among them")), left[1]))

			played := len(w.Plies(1))
			move := string(record.Legal()[0])
			require.Equal(t, []int{1}, w.collected(raw(reply(move)), left[2]))
			w.Work()
			require.Equal(t, []string{move}, w.Plies(1)[played:])
			for _, in := range w.incoming() {
				require.Equal(t, db.IncomingDone, in.State, in.Remark)
				require.NotContains(t, in.Remark, "held")
			}
			require.Less(t, w.stored(t), before, "what was answered is cut while there is no room")
			w.Now = w.Now.Add(time.Minute)
			require.Equal(t, []int{0}, w.collected(left[0]))
			require.Equal(t, 1, strings.Count(log.String(), "has reached its bound"), log.String())
			require.NotContains(t, log.String(), "room for all mail again")

			w.Server.MaxStored *= 1000
			w.Now = w.Now.Add(time.Minute)
			require.Empty(t, w.collected(left...))
			require.Equal(t, 1, strings.Count(log.String(), "room for all mail again"))
			require.NotEmpty(t, w.Work(), "it is answered")
			require.Empty(t, w.collected(left...), "once")
			require.Empty(t, w.Work())
			require.Equal(t, 2, strings.Count(log.String(), "\n"), log.String())
		})
	}
	t.Logf("abuse | mails in four games when the bound of stored mail is reached (%d) | a player's proven ones are taken, and nothing else | so it is", inputs)
}

// TestNoRoomLater: without room, a report on our message is taken, and no forged one; a signed
// mail for which the DNS does not answer is left for now, and taken when it answers. When no proof
// can be found out at all, the operator is told once.
func TestNoRoomLater(t *testing.T) {
	t.Parallel()
	sign, names := signer(t)
	w := begun(t, "rooya")
	now, resolver := time.Now(), &failing{Resolver: names.Resolver()}
	w.Handler.Verifier = auth.NewDKIMVerifier(resolver, isRobot, func() time.Time { return now })
	require.NoError(t, w.Deliver(sender{}))
	sent := w.Outgoing(db.OutgoingSent)
	log := w.bounded(t)

	forged := sent[0]
	forged.Sender = strings.Replace(forged.Sender, "+", "+x", 1)
	require.Equal(t, []int{0}, w.collected(w.report(forged, dsn{})))
	require.Empty(t, w.collected(w.report(sent[0], dsn{})))
	w.Work()
	in := w.incoming()
	require.Contains(t, in[0].Remark+in[len(in)-1].Remark, "failed 5.1.1")

	signed := sign(bytes.Replace(w.Raw(post{From: ada, Body: "#1 say 8", Header: []string{"Date: " + w.Now.Format(time.RFC1123Z)}}),
		[]byte("Delivered-To: "+serverAddress+"\r\n"), nil, 1))
	stranger := w.Raw(post{From: eve, Body: "help"})
	keep := func() *mail.LeftOutError {
		w.Serial++
		arrival := func(n int, raw []byte) mail.ArrivedMail {
			return mail.ArrivedMail{Mailbox: "room", Cursor: fmt.Sprint(w.Serial, n), Size: int64(len(raw)), Raw: raw}
		}
		err := w.Server.Keep(t.Context(), arrival(0, stranger), arrival(1, signed))
		var left *mail.LeftOutError
		require.ErrorAs(t, err, &left)
		return left
	}
	resolver.fails = true
	require.Equal(t, &mail.LeftOutError{Left: []int{0, 1}, Undecided: []int{1}}, keep())
	resolver.fails = false
	require.Equal(t, []int{1}, keep().Undecided, "the failure is remembered for a minute")
	now = now.Add(2 * time.Minute)
	require.Equal(t, &mail.LeftOutError{Left: []int{0}}, keep())

	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error { return tx.Exec(`ALTER TABLE keys RENAME TO gone`) }))
	for n := range 3 {
		left := w.collected(w.Raw(post{From: ada, Body: fmt.Sprint("#1 say ", n)}))
		require.Equal(t, []int{0}, left)
	}
	require.Equal(t, 1, strings.Count(log.String(), "could not be found out"), log.String())
}

// failing is a resolver that fails at times.
type failing struct {
	auth.Resolver
	fails bool
}

func (f *failing) LookupTXT(ctx context.Context, name string) ([]string, error) {
	if f.fails {
		return nil, errors.New("no answer")
	}
	return f.Resolver.LookupTXT(ctx, name)
}
