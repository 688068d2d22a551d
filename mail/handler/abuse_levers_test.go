package handler_test

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

// The subject of an invitation is read by somebody who never asked for a message:
// what stands there as a name says nothing but a name, whether it comes from the
// header or from the command.
func TestAbuseNamesThatAreNoNames(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	evil := []string{
		"Prize Office http://evil.example", "evil.example", "www.evil.com", "Click evil。com", "Win at evil․com now", "x.co/y", "ada@example.org",
		"Turnpost", "Turnpost Support", "TURN-POST", "Turnp0st", "Türnpost", "T u r n p o s t",
		"javascript:alert(1)", "<b>Ada</b> https://a.b", "evil[.]com", "+1 900 123 456", "\u2800", "A" + strings.Repeat("\u0301", 60),
	}
	shape := regexp.MustCompile(`^[\pL\pM\pN .'-]{1,40}$`)
	said := 0
	for _, name := range evil {
		w := newWorld(t)
		w.Send(post{From: "=?utf-8?b?" + base64.StdEncoding.EncodeToString([]byte(name)) + "?= <eve@example.org>", Proven: true, Body: "challenge zoe@example.org turro"})
		called := w.nameOf("eve@example.org")
		ok := shape.MatchString(called) && !strings.Contains(called, "evil") && !strings.Contains(strings.ToLower(called), "urnp")
		subject := w.Last("zoe@example.org").Get("Subject")
		for _, word := range []string{"evil", "example", "urnp", "://"} {
			ok = ok && !strings.Contains(strings.ToLower(subject), word)
		}
		if !ok {
			said++
			t.Errorf("header: %+q became %+q, subject %q", name, called, subject)
		}
		w.Send(post{From: "eve@example.org", Proven: true, Body: "name " + name})
		if got := w.nameOf("eve@example.org"); got != called {
			said++
			t.Errorf("command: %+q became %+q", name, got)
		}
	}
	t.Logf("abuse | %d names that are links, domains, addresses or ours, by header and by command | none is used | %d", len(evil), said)
	// A good name stays its owner's.
	for _, name := range []string{"Ada", "Zoë d'Arcy-Smith", "J.R.R. Tolkien", "Łukasz 2", "Иван Петров", "山田 太郎", "محمد", "अनिल", "Nguyễn Văn A", "Martin Luther King Jr."} {
		w := newWorld(t)
		messages := w.Send(post{From: "eve@example.org", Proven: true, Body: "name " + name})
		require.Len(t, messages, 1, name)
		require.Equal(t, name, w.nameOf("eve@example.org"), fmt.Sprintf("%+q", name))
	}
}

// lettersTo counts the messages that went to addresses of a domain.
func (w *world) messagesTo(domain string) (n int) {
	for address, box := range w.Boxes {
		if strings.HasSuffix(address, "@"+domain) {
			n += len(box)
		}
	}
	return n
}

// Thirty addresses of one domain are not thirty people: its owner makes as many as
// are wanted. At a public provider they are.
func TestAbuseManyAddressesOfOneDomain(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	if testing.Short() {
		t.Skip("hundreds of letters")
	}
	w := newWorld(t)
	for i := range 30 {
		var body strings.Builder
		for j := range 10 {
			fmt.Fprintf(&body, "challenge s%d@strangers%d.example turro\n", 10*i+j, 10*i+j)
		}
		w.Send(post{From: fmt.Sprintf("m%d@sub%d.evil.co.uk", i, i), Proven: true, Body: body.String()})
	}
	n := 0
	for j := range 300 {
		n += w.messagesTo(fmt.Sprintf("strangers%d.example", j))
	}
	t.Logf("abuse | 300 strangers invited by 30 addresses of one domain | at most 30 a day | %d", n)
	require.Equal(t, 30, n)
	require.Contains(t, w.Last("m29@sub29.evil.co.uk").Text, "Your domain has sent too many invitations")
	w.Pass(25 * time.Hour)
	w.Send(post{From: "m29@sub29.evil.co.uk", Proven: true, Body: "challenge late@late.example turro"})
	require.Equal(t, 1, w.messagesTo("late.example"), "the next day")
	// Each of a provider's customers is one; but no address of theirs is two.
	for i, from := range []string{"ann@gmail.com", "bea@gmail.com", "cy@gmail.com", "dot@gmail.com", "dot+1@gmail.com", "d.o.t@googlemail.com"} {
		var body strings.Builder
		for j := range 10 {
			fmt.Fprintf(&body, "challenge g%d@friends.example turro\n", 10*i+j)
		}
		w.Send(post{From: from, Proven: true, Body: body.String()})
	}
	require.Equal(t, 40, w.messagesTo("friends.example"))
}

// Nobody is invited by more strangers in a day than can be borne, nor by one of
// them again and again.
func TestAbuseOnePlayerInvitedByMany(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	w := newWorld(t)
	w.Proven(bob, "help")
	before := len(w.Boxes[bob])
	for i := range 30 {
		w.Send(post{From: fmt.Sprintf("m%d@evil%d.example", i, i), Proven: true, Body: "challenge " + bob + " turro\nchallenge " + bob + " rooya\nchallenge " + bob + " roses\nchallenge " + bob + " tourrosa"})
	}
	n := 0
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(bob)
		require.NoError(t, err)
		open, err := tx.OpenInvitations(p.ID)
		n = len(open)
		return err
	}))
	t.Logf("abuse | a player invited 120 times by 30 strangers | at most 5 a day | %d in %d letters", n, len(w.Boxes[bob])-before)
	require.Equal(t, 5, n)
	require.Contains(t, w.Last("m29@evil29.example").Text, "Bob gets no more invitations today")

	// One stranger, and one who is declined.
	w = newWorld(t)
	w.Proven(bob, "help")
	const days = 60
	for range days {
		w.Send(post{From: eve, Proven: true, Body: "challenge " + bob + " turro"})
		w.Send(post{From: eve, Proven: true, Body: "withdraw"})
		w.Pass(25 * time.Hour)
	}
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(eve)
		require.NoError(t, err)
		n, _, err = tx.InvitationsSince(p.ID, time.Time{})
		return err
	}))
	t.Logf("abuse | invited and withdrawn each day for %d days by one stranger | at most 4 in 90 days | %d", days, n)
	require.Equal(t, 4, n)
}

// Whoever declines has peace of that player for 90 days, to the day, as the
// invitation says; unless they ask themselves.
func TestAbuseInvitedAgainAfterADecline(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	if testing.Short() {
		t.Skip("hundreds of letters")
	}
	w := newWorld(t)
	w.Send(post{From: ada, Proven: true, Body: "challenge " + bob + " turro"})
	require.Contains(t, w.Last(bob).Text, "Ada cannot invite you for 90 days")
	w.Reply(bob, "decline")
	before, tries := len(w.Boxes[bob]), 0
	for d := 0; d < 90; d += 6 {
		w.Send(post{From: ada, Proven: true, Body: "challenge " + bob + " rooya\nchallenge " + bob + " turro"})
		w.Pass(6 * 24 * time.Hour)
		tries += 2
	}
	n := len(w.Boxes[bob]) - before
	t.Logf("abuse | %d invitations in the 90 days after a decline | none arrives | %d", tries, n)
	require.Zero(t, n)
	require.Contains(t, w.Last(ada).Text, "Bob has declined an invitation of yours")
	w.Send(post{From: ada, Proven: true, Body: "challenge " + bob + " rooya"})
	require.Len(t, w.Boxes[bob], before+1, "after 90 days")
	w.Reply(bob, "decline")
	w.Proven(bob, "challenge "+ada+" turro")
	w.Send(post{From: ada, Proven: true, Body: "challenge " + bob + " roses"})
	require.Contains(t, w.Last(bob).Get("Subject"), "Guerre", "who invites has changed their mind")
}

// A message of ours carries no stranger's advertisement, and no unproven word.
func TestAbuseInvitationsCarryAdvertisements(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := newWorld(t)
	w.Send(post{From: ada, Body: "challenge zoe@example.net turro\nWords that nobody has proven"})
	require.Zero(t, w.messagesTo("example.net"))
	links := []string{
		"http://evil.example/prize", "https://evil.example", "www.evil.com", "evil.com/x", "mail prize@evil.example now", "evil\u3002com", "HTTPS:\\\\evil.example", "tel:+1900123456",
	}
	through := 0
	for i, link := range links {
		to := fmt.Sprintf("zoe%d@example.net", i)
		w.Send(post{From: fmt.Sprintf("ann%d@gmail.com", i), Proven: true, Body: "challenge " + to + " turro\nDear friend, you have won: " + link + "\nSee you there."})
		text := w.Last(to).Text
		require.Contains(t, text, "> See you there.")
		if strings.Contains(strings.ToLower(text), "evil") || strings.Contains(text, "1900") {
			through++
			t.Errorf("%s went along", link)
		}
		require.Contains(t, w.Last(fmt.Sprintf("ann%d@gmail.com", i)).Text, "Links and addresses were left out of your words")
	}
	w.Send(post{From: carol, Proven: true, Body: "challenge yan@example.net turro\n" + strings.Repeat("many words ", 150)})
	n := strings.Count(w.Last("yan@example.net").Text, "words")
	require.Contains(t, w.Last(carol).Text, "Only the first 300 characters")
	t.Logf("abuse | %d links and 1650 characters in a stranger's invitations | no link, 300 characters | %d links, %d characters", len(links), through, n*len("many words "))
	require.LessOrEqual(t, n, 28)
	// Who has played together may say what they like.
	w = theGame(t)
	w.Reply(ada, "resign")
	w.Send(post{From: ada, Proven: true, Body: "challenge " + bob + " turro\nAs on https://example.org/turro"})
	require.Contains(t, w.Last(bob).Text, "https://example.org/turro")
}

// Whoever blocks or mutes somebody reads no word of theirs from then on, whatever way
// it takes, also what waited; the games go on.
func TestAbuseWordsAfterABlock(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	const word = "xyzzy"
	for _, verb := range []string{"block", "mute", "mute #1", "mute " + ada} {
		w := theGame(t)
		w.change(bob, func(p *db.Player) { p.Messages = db.MessagesMine })
		w.Reply(ada, "say "+word+" that waits")
		w.change(bob, func(p *db.Player) { p.Messages = db.MessagesEvery })
		w.Reply(bob, verb)
		before, tries := len(w.Boxes[bob]), 0
		try := func(body string) {
			tries++
			w.Reply(ada, body)
		}
		for range 8 {
			try("say " + word)
		}
		require.Contains(t, w.Last(ada).Text, "Bob accepts no words from you")
		try("note " + word + "\npublish notes")
		try("draw\n" + word)
		w.Reply(bob, "no")
		try("b1\n" + word)
		require.Contains(t, w.Plies(1), "b1", "the game goes on")
		require.Contains(t, w.Last(bob).Text, "Your move, Bob")
		w.Reply(bob, "c1")
		w.Reply(bob, "digest now")
		w.Proven(bob, "challenge "+ada+" turro")
		if verb == "block" { // who invites takes the block back
			w.Proven(bob, "block "+ada)
		}
		try("decline\n" + word)
		w.Send(post{From: ada, Proven: true, Body: "#1 resign\n#1 say " + word})
		tries++
		w.Send(post{From: ada, Proven: true, Body: "#1 publish notes"})
		w.Send(post{From: ada, Proven: true, Body: "#1 say " + word})
		w.Send(post{From: ada, Proven: true, Body: "#1 rematch\n" + word})
		tries += 3
		n := 0
		for _, l := range w.Boxes[bob][before:] {
			n += strings.Count(l.Text, word)
		}
		t.Logf("abuse | %d ways to say something to a player who wrote %s | no word arrives | %d", tries, verb, n)
		require.Zero(t, n, verb)
	}
	// Until it is taken back.
	w := theGame(t)
	w.Reply(bob, "mute")
	w.Reply(ada, "say "+word)
	w.Reply(bob, "unmute")
	w.Reply(ada, "say Hello again")
	require.Contains(t, w.Last(bob).Text, "Hello again")
	require.NotContains(t, w.Last(bob).Text, word)
}

// Words alone make at most one letter an hour to the opponent of a running game, and
// none of them is lost; after the end three, until there is an answer.
func TestAbuseTalkWithoutEnd(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	if testing.Short() {
		t.Skip("hundreds of letters")
	}
	w := theGame(t)
	before := len(w.Boxes[bob])
	for i := range 50 {
		w.Reply(ada, fmt.Sprintf("say line %d", i))
	}
	n := len(w.Boxes[bob]) - before
	t.Logf("abuse | 50 lines said at once in a running game | one letter an hour | %d", n)
	require.Equal(t, 1, n)
	require.Contains(t, w.Last(ada).Text, "Your words go to Bob with the next message")
	w.Reply(ada, "b1")
	for i := 1; i < 50; i++ {
		require.Contains(t, w.Last(bob).Text, fmt.Sprintf("> line %d\n", i), "nothing is lost")
	}
	w.Pass(2 * time.Hour)
	w.Reply(ada, "say An hour later")
	require.Contains(t, w.Last(bob).Text, "> An hour later")

	w.Reply(ada, "resign\nsay Thank you for the game")
	require.Contains(t, w.Last(bob).Text, "Thank you for the game")
	before = len(w.Boxes[bob])
	for range 72 {
		w.Reply(ada, "say And another thing")
		w.Pass(2 * time.Hour)
	}
	n = len(w.Boxes[bob]) - before
	t.Logf("abuse | 72 letters of talk after a game's end, in six days | 3 without an answer | %d", n)
	require.Equal(t, 3, n)
	require.Contains(t, w.Last(ada).Text, "Bob has not answered your last 3 messages")
	w.Reply(bob, "say What is it?")
	w.Reply(ada, "say Your castle")
	require.Contains(t, w.Last(bob).Text, "> Your castle")
}

// Words that were on their way when their reader paused are not lost: who wrote them was
// told that they are passed on, and they come when the reader is back.
func TestAbuseWordsOutliveAPause(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for _, c := range []struct {
		name string
		back func(w *world)
	}{
		{"by continuing", func(w *world) { w.Proven(bob, "continue") }},
		{"by a board", func(w *world) { w.Proven(bob, "#1 board") }},
		{"by words", func(w *world) { w.Proven(bob, "#1 say I am back") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			for len(w.Outgoing(db.OutgoingQueued)) > 0 {
				require.NoError(t, w.Deliver(sender{}))
			}
			w.after(3 * time.Hour)
			w.Reply(ada, "say Mind the gap")
			require.Contains(t, w.Last(ada).Text, "Passed on")
			w.Proven(bob, "pause")
			w.after(2 * time.Hour)
			w.Reply(ada, "say and the step")
			before := len(w.Boxes[bob])
			c.back(w)
			told := 0
			for _, l := range w.Boxes[bob][before:] {
				told += strings.Count(l.Text, "Mind the gap")
				require.Contains(t, l.Text, "and the step")
			}
			t.Logf("abuse | the reader of words pauses before they leave, and comes back %s | the words come, once | %d", c.name, told)
			require.Equal(t, 1, told)
		})
	}
}
