package handler_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Neither side of a challenge by name is ever told the other's address, not even in a list of blocked players.
func TestAChallengeByNameNeverShowsAnAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(bob, "name Bob\nchallenges on")
	w.Proven(ada, "name Ada\nchallenge Bob turro")
	for _, p := range []struct{ reader, other string }{{bob, ada}, {ada, bob}} {
		w.Reply(p.reader, "block")
		w.Proven(p.reader, "settings")
		require.Contains(t, w.Last(p.reader).Text, map[string]string{ada: "| blocked     Bob", bob: "| blocked     Ada"}[p.reader])
		for _, m := range w.Boxes[p.reader] {
			require.NotContains(t, m.Text, p.other)
		}
	}
}

// A player whom somebody challenged by name may challenge them back by name, as the messages offer.
func TestAChallengeByNameCanBeReturned(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(bob, "name Bob\nchallenges on")
	w.Proven(ada, "name Ada")
	w.Proven(bob, "challenge Ada turro")
	require.Contains(t, w.Last(bob).Text, `nobody called "Ada" can be challenged by name`)
	w.Proven(ada, "challenge Bob turro")
	w.Reply(bob, "decline")
	w.Proven(bob, "challenge Ada turro")
	require.Contains(t, w.Last(ada).Text, "Bob would like to play Turro")
}

// What a cup says of an address does not depend on whether somebody plays from there, except of players whom the
// host has met: otherwise a list of addresses would show who plays, and their names.
func TestACupDoesNotShowWhoPlaysFromAnAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(ada, "name Ada")
	w.Proven("bob@example.org", "name Robert")
	w.Proven("cleo@example.org", "name Patra\nchallenges on")
	answers := map[string]string{}
	for _, address := range []string{"bob@example.org", "cleo@example.org", "none@example.org"} {
		w.Proven(ada, "cup turro with "+address+", other@example.org")
		text := w.Last(ada).Text
		require.Contains(t, strings.Join(strings.Fields(text), " "), "ask "+address+" to a cup")
		require.NotRegexp(t, "Robert|Patra", text)
		answers[strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(text), address, "ADDRESS")), " ")] = address
	}
	require.Len(t, answers, 1)
}

// Each player whom a cup asks counts as an invitation of the day. If too few are left, nobody is asked, and the
// host reads how many are.
func TestACupUsesTheInvitationsOfTheDay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Handler.Club.Policy.Challenges, w.Handler.Club.Policy.ChallengesOfDomain = 4, 100
	guests := []string{"bob@example.org", "cleo@example.org", "dora@example.org"}
	for _, address := range guests {
		w.Proven(address, "name "+strings.ToUpper(address[:1])+address[1:3]+"\nchallenges on")
	}
	for lang, c := range map[string]struct{ post, cup, told string }{
		"en": {"challenge anyone turro", "cup turro with Bob, Cle, Dor", "Each player whom a cup asks is one of your invitations for the day, and you have only 2 left. Nobody was asked; name no more than that, or try again tomorrow."},
		"fr": {"défier quiconque turro", "coupe turro avec Bob, Cle, Dor", "Chaque joueur qu'une coupe invite compte comme une de vos invitations du jour, et il ne vous en reste que 2. Personne n'a été invité ; n'en nommez pas davantage, ou réessayez demain."},
		"de": {"herausfordern alle turro", "pokal turro mit Bob, Cle, Dor", "Jeder, den ein Pokal einlädt, zählt als eine deiner Einladungen für heute, und du hast nur noch 2. Niemand wurde gefragt; nenne nicht mehr als so viele, oder versuch es morgen wieder."},
		"it": {"sfida chiunque turro", "coppa turro con Bob, Cle, Dor", "Ogni giocatore invitato a una coppa conta come uno dei tuoi inviti del giorno, e te ne restano solo 2. Nessuno è stato invitato; non nominarne di più, o riprova domani."},
	} {
		host := lang + "@example.org"
		w.Proven(host, "lang "+lang+"\n"+c.post+"\n"+c.post)
		told := w.Proven(host, c.cup)
		require.NotEmpty(t, told)
		for _, m := range told {
			require.Contains(t, m.Get("To"), host)
			require.Contains(t, strings.Join(strings.Fields(m.Text), " "), c.told)
		}
		if lang == "en" {
			w.Proven(host, "cup turro with Bob, Cle")
			require.Contains(t, w.Last(host).Text, "Your cup is made")
			w.Proven(host, "challenge anyone turro")
			require.Contains(t, w.Last(host).Text, "too many invitations for one day")
		}
	}
}
