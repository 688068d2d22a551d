package handler_test

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/auth"
)

// yeses and noes are wordings of a yes and a no, none of which names what it answers.
var (
	yeses = []string{
		"yes", "Yes.", "YES!", "yes please", "Yep", "yeah", "ok", "Okay!", "sure", "Of course", "fine by me",
		"I agree", "agreed", "With pleasure!", "Yes of course", "sounds good", "why not", "👍", "👍🏽", "👌", "✅",
		"oui", "Oui !", "D'accord", "oui, avec plaisir", "volontiers", "bien sûr", "entendu",
		"sì", "Va bene", "certo", "volentieri", "Sì, grazie", "perché no",
		"ja", "Ja gerne", "einverstanden", "klar", "Na klar!", "in Ordnung", "gern",
	}
	noes = []string{
		"no", "No!", "no thanks", "No, sorry", "nope", "I disagree", "non", "Non merci", "No, grazie", "nein", "Nein danke",
		"leider nein",
	}
	// chat is what players ask each other.
	chat = []string{
		"Do you speak German?", "Is it raining in Lyon as well?", "Have you played this before?", "Tu parles italien ?",
		"Fa freddo da te?", "Ist es kalt bei dir?", "Shall we meet in spring?", "Are you still there?",
	}
)

// offered is a game in which ada has made a ply and an offer.
func offered(t *testing.T, game, ply, offer string) *world {
	t.Helper()
	return from(t, "offered "+game+ply+offer, func(w *world) {
		w.Begin(game)
		w.Reply(ada, ply)
		w.Reply(ada, offer)
		require.EqualValues(w.T, offer, w.Game(1).Offer)
	})
}

var firstPly = map[string]string{"turro": "d3-d4", "roses": "b4", "rooya": "a1", "tourrosa": "b12ai"}

// TestRepliesAgreements: a yes or no answers an offer only in reply to the message that asks
// for the answer, and to that alone. In reply to words it is words.
func TestRepliesAgreements(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	asked, words, both, again := 0, 0, 0, 0
	n := 0
	for i, word := range append(append([]string{}, yeses...), noes...) {
		yes := i < len(yeses)
		for j, offer := range []string{"draw", "undo"} {
			if j != i%2 {
				continue
			}
			n++
			game := []string{"turro", "roses", "rooya", "tourrosa"}[n%4]
			say := chat[n%len(chat)]

			// To words alone.
			w := offered(t, game, firstPly[game], offer)
			w.Reply(ada, "say "+say)
			before := w.Game(1)
			talk := w.Last(bob)
			require.Contains(t, talk.Text, say)
			got := w.ReplyBy(n, bob, word)
			assert.Equal(t, before, w.Game(1), "%s: %q to %q", offer, word, say)
			require.Len(t, got, 2, "%q to %q", word, say)
			require.Contains(t, flat(*w.Last(bob)), "is passed on as words", word)
			require.Contains(t, w.Last(ada).Text, "> "+word, "she hears it")
			words++

			// To the letter that says so, which asks again.
			w.ReplyBy(n+1, bob, word)
			assert.True(t, settledBy(w, offer, yes), "%s: %q to the answer", offer, word)
			again++

			// To the first letter, which asks for nothing else.
			w = offered(t, game, firstPly[game], offer)
			offering := *w.Last(bob)
			w.Reply(ada, "say "+say)
			w.answersBy(n+2, bob, &offering, word)
			assert.True(t, settledBy(w, offer, yes), "%s: %q to the offer", offer, word)
			asked++
		}
	}
	for i, word := range yeses {
		game := []string{"turro", "roses", "rooya", "tourrosa"}[i%4]
		w := begun(t, game)
		w.Reply(ada, firstPly[game]+"\ndraw\n\n"+chat[i%len(chat)])
		both++
		letter := w.Last(bob)
		require.Contains(t, letter.Text, "#1 yes", "a tap names the game")
		w.ReplyBy(i, bob, word)
		assert.False(t, w.Game(1).Over(), "%q to an offer with words", word)
		assert.Equal(t, db.OfferDraw, w.Game(1).Offer)
		require.Contains(t, flat(*w.Last(bob)), "Is that your answer to the offer of a draw", word)
		if i%2 == 0 {
			w.ReplyBy(i/2, bob, word)
		} else {
			w.Send(post{From: bob, Body: "#1 yes", Answers: letter})
		}
		assert.Equal(t, "agreed", w.Game(1).Reason, word)
	}
	t.Logf("agreements | yes or no to the opponent's words while an offer stands | answers nothing, is passed on | %d; to the letter that says so %d; "+
		"to the offer %d; to an offer with words beside it, asked about %d", words, again, asked, both)
}

// settledBy reports whether an offer of ada's was answered by a yes or a no.
func settledBy(w *world, offer string, yes bool) bool {
	g := w.Game(1)
	switch {
	case !yes:
		return g.Offer == "" && !g.Over() && g.Plies == 1
	case offer == "draw":
		return g.Reason == "agreed"
	}
	return g.Undone == 1 && g.Plies == 0
}

// TestRepliesAgreementsElsewhere: where it is not known which message is answered, or another
// one is, a yes is asked about; one that names the game is not.
func TestRepliesAgreementsElsewhere(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		do     func(w *world)
		agrees bool
	}{
		"in a fresh mail":             {func(w *world) { w.Proven(bob, "yes") }, false},
		"named in a fresh mail":       {func(w *world) { w.Proven(bob, "#1 yes") }, true},
		"to the letter before":        {func(w *world) { w.Send(post{From: bob, Body: "yes", Answers: &w.Boxes[bob][1]}) }, false},
		"to the address of the offer": {func(w *world) { w.Send(post{From: bob, To: w.Last(bob).Get("Reply-To"), Body: "yes"}) }, true},
		"to its address, in reply to words": {func(w *world) {
			offer := *w.Last(bob)
			w.Reply(ada, "say Is it late there?")
			w.Send(post{From: bob, To: offer.Get("Reply-To"), Body: "yes", Header: []string{"In-Reply-To: " + w.Last(bob).Get("Message-Id")}})
		}, false},
		"by its id alone": {func(w *world) {
			w.Send(post{From: bob, Body: "yes", Header: []string{"In-Reply-To: " + w.Last(bob).Get("Message-Id")}})
		}, true},
		"to the board, shown since":         {func(w *world) { w.Reply(bob, "board"); w.Reply(bob, "Sure!") }, true},
		"to rules, asked for since":         {func(w *world) { w.Reply(bob, "rules"); w.Reply(bob, "Sure!") }, false},
		"to a letter of an earlier version": {func(w *world) { w.Send(post{From: bob, To: w.earlier(1, 1), Body: "yes"}) }, false},
		"named, to such a letter":           {func(w *world) { w.Send(post{From: bob, To: w.earlier(1, 1), Body: "#1 yes"}) }, true},
		"with the word":                     {func(w *world) { w.Reply(ada, "say Draw?"); w.Reply(bob, "draw") }, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := offered(t, "turro", "d3-d4", "draw")
			c.do(w)
			require.Equal(t, c.agrees, w.Game(1).Over(), flat(*w.Last(bob)))
			if !c.agrees {
				require.Equal(t, db.OfferDraw, w.Game(1).Offer)
				require.Contains(t, w.Last(bob).Text, "yes", "it says how")
			}
		})
	}
}

// earlier is the address of a message to bob as an earlier version wrote it, whose token does
// not say what the message asks.
func (w *world) earlier(game, ply int64) string {
	w.T.Helper()
	var token auth.ReplyToken
	bobs := w.player(bob).ID
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) error {
		keys, err := tx.Keys()
		token = auth.NewReplyToken(keys[0], bobs, auth.SeenGame{Game: game, Ply: ply}, mail.AskedQuestion{})
		return err
	}))
	return "games+" + token.String() + "@turnpost.example"
}

// TestRepliesAgreementsToTaps: each tap of a message answers what it stands beside.
func TestRepliesAgreementsToTaps(t *testing.T) {
	t.Parallel()
	tap := regexp.MustCompile(`mailto:([^?"]*)\?[^"]*body=([^"&]*)`)
	for _, say := range []string{"", "\n\nDo you like it?"} {
		w := offered(t, "turro", "d3-d4", "draw")
		if say != "" {
			w = begun(t, "turro")
			w.Reply(ada, "d3-d4\ndraw"+say)
		}
		found := false
		for _, m := range tap.FindAllStringSubmatch(html.UnescapeString(string(w.Last(bob).Part("text/html"))), -1) {
			to, err := url.PathUnescape(m[1])
			require.NoError(t, err)
			body, err := url.PathUnescape(m[2])
			require.NoError(t, err)
			if strings.HasSuffix(body, "yes") && !found {
				found = true
				w.Send(post{From: bob, To: to, Body: body})
			}
		}
		require.True(t, found)
		require.Equal(t, "agreed", w.Game(1).Reason, say)
	}
}

// TestRepliesAgreementsToInvitations: an invitation that came with words is accepted by the
// word for it.
func TestRepliesAgreementsToInvitations(t *testing.T) {
	t.Parallel()
	n := 0
	for i, word := range skiptest.EveryFourth(append(append([]string{}, yeses...), noes...)) {
		for _, with := range []string{"", "\n\n" + chat[i%len(chat)]} {
			w := newWorld(t)
			w.Proven(ada, "challenge bob@example.org "+[]string{"turro", "rooya", "roses", "tourrosa"}[i%4]+with)
			w.ReplyBy(n, bob, word)
			n++
			state := db.InvitationOpen
			if with == "" {
				state = map[bool]db.InvitationState{true: db.InvitationAccepted, false: db.InvitationDeclined}[slices.Contains(yeses, word)]
			}
			assert.Equal(t, state, w.invitation(1).State, "%q to an invitation with %q: %s", word, with, w.Last(bob).Text[:60])
		}
	}
	t.Logf("agreements | yes or no to an invitation, with words beside it or not | with words it is asked about | %d", n)
}

// TestRepliesReactionsDoNothing: a button of a mail program answers nothing and is not
// answered, whatever the message asks.
func TestRepliesReactionsDoNothing(t *testing.T) {
	t.Parallel()
	gmail := func(emoji string) (string, string) {
		return "multipart/alternative; boundary=b", fmt.Sprintf("--b\nContent-Type: text/plain; charset=utf-8\n\n%[1]s\n\n--b\n"+
			"Content-Type: text/vnd.google.email-reaction+json; charset=utf-8\n\n{\"emoji\":%[1]q,\"version\":1}\n\n--b\n"+
			"Content-Type: text/html; charset=utf-8\n\n<p style=\"font-size:50px\">%[1]s</p><p>Bob reacted via <a href=\"https://www.google.com/gmail/\">Gmail</a></p>\n--b--\n", emoji)
	}
	plain := func(text string) (string, string) { return "text/plain; charset=utf-8", text }
	type reaction struct{ kind, body string }
	var all []reaction
	for _, emoji := range []string{"👍", "👍🏿", "👌", "👌🏻", "✅", "✔️", "❤️", "😂", "😮", "😢", "🎉", "🙏", "👎", "🤝"} {
		kind, body := gmail(emoji)
		all = append(all, reaction{kind, body})
	}
	for _, text := range []string{
		"👍 Bob reacted to your message:", "👍\n\nBob reacted via Gmail", "Liked “Ada offers a draw”", "Reacted 👍 to \"Ada offers a draw\"",
		"A aimé « Ada propose la nulle »", "Ha messo “mi piace” a “Ada propone patta”", "Gefällt „Ada bietet Remis an“",
		"Bob a réagi à votre message :", "Bob ha reagito al tuo messaggio:", "Bob hat auf Ihre Nachricht reagiert:",
		"👍 to “Ada offers a draw”", "Emphasized “Ada asks to go back”", "Loved “Your move, Bob”", "Questioned “accept”",
		"Hat „Ada bietet Remis an“ mit „Gefällt mir“ markiert", "A réagi avec 👌 à « Ada propose la nulle »",
	} {
		kind, body := plain(text)
		all = append(all, reaction{kind, body})
	}
	for i, r := range all {
		if skiptest.Working() && i%8 != i/8 { // one for each question
			continue
		}
		w := newWorld(t)
		switch i % 4 {
		case 0:
			w = offered(t, "turro", "d3-d4", "draw")
		case 1:
			w = offered(t, "rooya", "a1", "undo")
		case 2:
			w.Proven(ada, "challenge bob@example.org roses")
		case 3:
			w.Begin("turro")
			w.Reply(bob, "stop")
		}
		to := w.Last(bob)
		raw := fmt.Sprintf("From: %s\nTo: %s\nIn-Reply-To: %s\nMessage-ID: <r%d@client.example>\nDate: %s\nMIME-Version: 1.0\nContent-Type: %s\n\n%s\n",
			bob, to.Get("Reply-To"), to.Get("Message-Id"), i, w.Now.Format("Mon, 02 Jan 2006 15:04:05 -0700"), r.kind, r.body)
		offer := db.NoOffer
		if i%4 != 2 {
			offer = w.Game(1).Offer
		}
		require.Empty(t, w.Bring([]byte(strings.ReplaceAll(raw, "\n", "\r\n"))), r.body)
		if i%4 != 2 {
			assert.Equal(t, offer, w.Game(1).Offer, r.body)
			assert.False(t, w.Game(1).Over(), r.body)
		}
	}
	t.Logf("agreements | reactions by Gmail, Outlook, Apple and Android | do nothing, bring nothing | %d", len(all))
}

// TestRepliesDrawsByName: words that name the draw answer its offer, whatever they reply to, and
// no other offer and no invitation.
func TestRepliesDrawsByName(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	accepts := []string{
		"accept draw", "Accept the draw.", "I accept your draw offer", "Draw accepted!", "OK, draw", "Yes, draw",
		"I accept the draw, thanks", "I'll take the draw", "A draw it is!", "I agree to the draw",
		"Remis angenommen", "Ich nehme das Remis an.", "Einverstanden mit Remis", "Remis akzeptiert!", "Ja, Remis",
		"Unentschieden angenommen", "Ich nehme dein Remisangebot an, danke", "J’accepte la nulle", "j'accepte la nulle !",
		"Nulle acceptée", "Oui, nulle", "D'accord pour la nulle", "J'accepte votre proposition de nulle, merci",
		"patta accettata", "Accetto la patta", "Sì, patta", "Va bene, patta", "Accetto la tua proposta di patta",
	}
	declines := []string{
		"decline draw", "I decline the draw", "No draw!", "No draw, please", "Draw declined", "I don't accept the draw",
		"Kein Remis!", "Remis abgelehnt", "Ich lehne das Remis ab", "Nein, kein Remis", "Pas de nulle", "Je refuse la nulle",
		"Nulle refusée", "Niente patta", "Rifiuto la patta", "Patta rifiutata",
	}
	for i, word := range append(append([]string{}, accepts...), declines...) {
		game := []string{"turro", "roses", "rooya", "tourrosa"}[i%4]
		w := offered(t, game, firstPly[game], "draw")
		if i%2 == 0 {
			w.Reply(ada, "say Are you there?")
		}
		w.ReplyBy(i, bob, word)
		assert.Equal(t, i < len(accepts), w.Game(1).Over(), "%q: %.200s", word, flat(*w.Last(bob)))
		assert.Equal(t, db.NoOffer, w.Game(1).Offer, word)

		w = offered(t, game, firstPly[game], "undo")
		before := w.Game(1)
		w.ReplyBy(i+1, bob, word)
		assert.Equal(t, before, w.Game(1), word)
		assert.Contains(t, flat(*w.Last(bob)), "is that your answer about taking a turn back", word)

		w = newWorld(t)
		w.Proven(ada, "challenge bob@example.org "+game)
		w.ReplyBy(i+2, bob, word)
		assert.Equal(t, db.InvitationOpen, w.invitation(1).State, word)
	}
	t.Logf("agreements | the offer of a draw answered by name, in reply to it or to words | %d; to the request for a take-back and to an invitation %d, which it does not answer",
		len(accepts)+len(declines), 2*(len(accepts)+len(declines)))
}
