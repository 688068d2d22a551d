package handler_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/require"

	"turnpost/mail/mailtest"
)

// TestThreads: what Ada gets and sends, put into her mailbox, makes one thread a
// game and one of digests, as Dovecot finds them (RFC 5256, REFERENCES): the way
// of mutt and Thunderbird. Gmail asks for the same subject besides.
func TestThreads(t *testing.T) {
	t.Parallel()
	dovecot := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	w := newWorld(t)
	var box [][]byte // all that Ada has, in the order of time
	say := func(p post) {
		raw := w.Raw(p)
		if strings.Contains(p.From, ada) {
			box = append(box, raw)
		}
		for _, l := range w.Bring(raw) {
			if strings.Contains(l.Get("To"), ada) {
				box = append(box, l.Raw())
			}
		}
	}
	from := func(who string) string { return strings.ToUpper(who[:1]) + who[1:3] + " <" + who + ">" }
	fresh := func(who, subject, body string) {
		say(post{From: from(who), Subject: subject, Body: body, Proven: true})
	}
	answer := func(who string, l message, body string) { say(post{From: from(who), Body: body, Answers: &l}) }
	number := regexp.MustCompile(`#[0-9]+`) // a game has one subject, and its invitation another
	lastOf := func(who, subject string) message {
		t.Helper()
		for _, l := range slices.Backward(w.Boxes[who]) {
			if strings.Contains(l.Get("Subject"), subject) {
				return l
			}
		}
		require.Fail(t, "no letter", "%s of %s", subject, who)
		return message{}
	}

	fresh(ada, "Let us play", "challenge "+bob+" turro as black")
	answer(bob, lastOf(bob, "#1"), "accept")
	fresh(ada, "And another", "challenge "+bob+" rooya as black")
	answer(bob, lastOf(bob, "#2"), "accept")
	answer(ada, lastOf(ada, "#1"), "d3-d4")
	fresh(ada, "", "#2 a1")
	answer(bob, lastOf(bob, "#1"), "d5-d4\nGood luck!")
	answer(bob, lastOf(bob, "#2"), "e5")
	fresh(ada, "digest please", "digest now")
	answer(ada, lastOf(ada, "digest"), "#2 b1")
	answer(ada, lastOf(ada, "digest"), "digest now")
	// A tap: a fresh mail to the address of the message, with its subject.
	l := lastOf(bob, "#2")
	say(post{From: from(bob), To: l.Get("Reply-To"), Subject: "Re: " + l.Get("Subject"), Body: "d5"})
	l = lastOf(ada, "#2")
	say(post{From: from(ada), To: l.Get("Reply-To"), Subject: "Re: " + l.Get("Subject"), Body: "c1"})
	answer(ada, lastOf(ada, "#1"), "resign")
	answer(ada, lastOf(ada, "#1"), "rematch")
	answer(ada, lastOf(ada, "digest"), "digest now")
	fresh(bob, "", "challenge "+ada+" rooya as white")
	require.Equal(t, "Bob invites you to Le Rooya (#4)", decodedSubject(t, lastOf(ada, "#4")))
	answer(ada, lastOf(ada, "#4"), "a1")
	require.Equal(t, "Le Rooya #4: Ada - Bob", decodedSubject(t, lastOf(ada, "#4")))

	for _, raw := range box {
		dovecot.Deliver(t, ada, raw)
	}
	subjects, threads := threadsOf(t, dovecot, len(box))
	games := map[string]int{}
	for _, thread := range threads {
		about := map[string]bool{}
		for _, n := range thread {
			subject := strings.ReplaceAll(subjects[n], "Re: ", "")
			if game := number.FindString(subject); game != "" {
				about[game] = true
			} else if strings.HasSuffix(subject, " digest") {
				about[subject] = true
			}
		}
		require.LessOrEqual(t, len(about), 1, "one thread is about %v", about)
		for subject := range about {
			games[subject]++
		}
	}
	require.Len(t, games, 5, "four games and the digests: %v", games)
	for subject, n := range games {
		require.Equal(t, 1, n, "%s stands in several threads", subject)
	}
}

// threadsOf asks Dovecot for the threads of Ada's mailbox, as numbers, and the
// subjects by number.
func threadsOf(t *testing.T, dovecot *mailtest.Dovecot, messages int) (map[uint32]string, [][]uint32) {
	client, err := imapclient.DialInsecure(dovecot.IMAPAddr, nil)
	require.NoError(t, err)
	defer client.Close()
	require.NoError(t, client.Login(ada, mailtest.Password).Wait())
	_, err = client.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	subjects := map[uint32]string{}
	fetched, err := client.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{Envelope: true}).Collect()
	require.NoError(t, err)
	for _, m := range fetched {
		subjects[m.SeqNum] = m.Envelope.Subject
	}
	require.Len(t, subjects, messages)
	data, err := client.Thread(&imapclient.ThreadOptions{Algorithm: imap.ThreadReferences, SearchCriteria: &imap.SearchCriteria{SentSince: time.Unix(0, 0)}}).Wait()
	require.NoError(t, err)
	var threads [][]uint32
	for _, d := range data {
		threads = append(threads, flatten(d))
	}
	return subjects, threads
}

func flatten(d imapclient.ThreadData) []uint32 {
	all := slices.Clone(d.Chain)
	for _, sub := range d.SubThreads {
		all = append(all, flatten(sub)...)
	}
	return all
}

// A tap refers to no message. The answer to one stands behind it where it has the
// subject of the game, and not where a digest was tapped, whose subject it has.
func TestThreadsOfTaps(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	l := *w.Last(ada)
	tapped := func(l message, body string) message {
		w.Send(post{From: "Ada <" + ada + ">", To: l.Get("Reply-To"), Subject: "Re: " + l.Get("Subject"), Body: body})
		return *w.Last(ada)
	}
	require.Contains(t, tapped(l, "board").Get("References"), "@client.example>")
	digest := tapped(l, "digest now")
	require.Contains(t, digest.Get("Subject"), "digest")
	answer := tapped(digest, "#1 board")
	require.Equal(t, l.Get("Subject"), answer.Get("Subject"))
	require.NotEmpty(t, answer.Get("References"))
	require.NotContains(t, answer.Get("References"), "@client.example>")
}

// A message of no game has a subject of its own, whatever the subject was of the mail that asked
// for it, and so has an answer to a reply, which stays in its thread.
func TestSubjectsOfTopics(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct{ body, subject string }{
		{"help", "Help with Turnpost"}, {"help vacation", "Help with Turnpost"}, {"rules turro", "The rules of Turro"},
		{"settings", "Your settings"}, {"timezone Europe/Rome", "Your settings"}, {"name Ada", "Your settings"},
		{"digest daily 07:30", "Your settings"}, {"puzzle daily 08:00", "Puzzles"}, {"puzzle", "Puzzles"},
		{"vacation 2026-12-20 to 2026-12-27", "Your vacation"}, {"vacation off", "Your vacation"},
		{"games", "Your games"}, {"games open", "Open challenges"}, {"ratings", "Results and ratings"},
		{"tournaments", "The tournaments"}, {"public on", "Your settings"}, {"join turro", "The tournament turro-1"}, {"leave turro-1", "The tournament turro-1"},
		{"ladder", "The ladders"}, {"ladder rooya on", "The ladder of Le Rooya"}, {"ladder rooya off", "The ladder of Le Rooya"},
		{"following", "Games that you follow"}, {"best of the week", "The best of the week"},
		{"digest now", "Turnpost digest"}, {"stop", "Leaving Turnpost"}, {"forget me", "Leaving Turnpost"},
		{"jump over the moon", "Re: hello"},
		{"lang it", "Le tue impostazioni"}, {"vacanze", "Le tue vacanze"},
		{"sprache de", "Deine Einstellungen"}, {"turniere", "Die Turniere"}, {"hilfe", "Hilfe zu Turnpost"},
		{"langue fr", "Vos réglages"}, {"énigme", "Les énigmes"}, {"parties", "Vos parties"},
	} {
		w.Send(post{From: "Ada <" + ada + ">", Subject: "hello", Body: c.body, Proven: true})
		l := *w.Last(ada)
		require.Equal(t, c.subject, decodedSubject(t, l), "%s: %s", c.body, l.Text)
		if c.subject == "Turnpost digest" {
			continue // whatever is asked for in reply to it stands in its thread: TestThreads
		}
		w.Send(post{From: "Ada <" + ada + ">", Subject: "AW: " + c.subject, Body: "settings", Answers: &l})
		answer := *w.Last(ada)
		require.NotEqual(t, l.Get("Message-ID"), answer.Get("Message-ID"), c.body)
		require.Equal(t, "Re: "+strings.TrimPrefix(c.subject, "Re: "), decodedSubject(t, answer), c.body)
		require.NotEmpty(t, answer.Get("References"), c.body)
	}
}
