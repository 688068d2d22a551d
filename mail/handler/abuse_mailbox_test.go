package handler_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"turnpost/db/dbtest/skiptest"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// forms returns other ways to write the address of a mailbox, thirty or more in all of them.
func forms(address string) (out []string) {
	local, domain, _ := strings.Cut(address, "@")
	for _, tag := range []string{"1", "games", "a.b", "x+y", "2026-11", "Turnpost"} {
		out = append(out, local+"+"+tag+"@"+domain)
	}
	out = append(out, strings.ToUpper(local)+"+q@"+strings.ToUpper(domain))
	switch domain {
	case "gmail.com":
		dotted := local[:1] + "." + local[1:]
		return append(out, dotted+"@gmail.com", dotted+"@googlemail.com", local+"@googlemail.com", dotted+"+t@googlemail.com")
	case "proton.me":
		return append(out, local[:1]+"_"+local[1:]+"@protonmail.com", local+"@pm.me", local[:1]+"-"+local[1:]+"+t@proton.me")
	case "icloud.com":
		return append(out, local+"@me.com", local+"+z@mac.com")
	}
	return out
}

var oneMailboxes = []string{"walter@home.example", "wilma@gmail.com", "wanda@proton.me", "wim@icloud.com"}

// theirs counts the messages to any form of a mailbox.
func theirs(out []servertest.Message, address string) (n int) {
	for _, m := range out {
		to, err := m.AddressList("To")
		if err == nil && db.MailboxOf(mail.Key(to[0].Address)) == db.MailboxOf(address) {
			n++
		}
	}
	return n
}

// TestAbuseMailboxPromises: what a mailbox was promised by one of its addresses holds for all.
func TestAbuseMailboxPromises(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		given func(w *world, address string)
		most  int // messages that all forms together may get
	}{
		{"stop by one who never played", func(w *world, address string) {
			w.Proven(address, "help")
			w.Proven(address, "stop")
		}, 0},
		{"a click on unsubscribe", func(w *world, address string) {
			w.Proven("inviter@first.example", "challenge "+address+" turro")
			w.unsubscribe(address)
		}, 0},
		{"a pause", func(w *world, address string) {
			w.Proven(address, "help")
			w.unsubscribe(address)
		}, 0},
		{"asked once", func(w *world, address string) {
			w.Proven("inviter@first.example", "challenge "+address+" turro")
		}, 0},
		{"asked at one of its other forms", func(w *world, address string) {
			w.Proven("inviter@first.example", "challenge "+forms(address)[0]+" turro")
		}, 0},
		{"the operator's block", func(w *world, address string) {
			w.Proven(forms(address)[1], "help")
			w.blockByOperator(forms(address)[1])
		}, 0},
		{"never asked", func(*world, string) {}, 1},
	} {
		inputs, got := 0, 0
		for _, address := range skiptest.EveryFourth(oneMailboxes) {
			w := newWorld(t)
			c.given(w, address)
			n := 0
			for i, form := range append(forms(address), address) {
				n += theirs(w.Proven(fmt.Sprintf("mallory@evil%d.example", i), "challenge "+form+" rooya\nRead this: buy now"), address)
				inputs++
			}
			require.LessOrEqual(t, n, c.most, "%s: %s", c.name, address)
			got += n
		}
		t.Logf("abuse | %s, then invitations to its other forms (%d) | at most %d a mailbox | %d at %d mailboxes", c.name, inputs, c.most, got, len(oneMailboxes))
	}
}

// TestAbuseMailboxBlocks: a block, a mute and a decline hold between two mailboxes.
func TestAbuseMailboxBlocks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		given func(w *world, me, mallory string)
	}{
		{"block", func(w *world, me, mallory string) {
			w.Proven(mallory, "challenge "+me+" turro as black")
			w.Proven(me, "block "+mallory)
		}},
		{"decline", func(w *world, me, mallory string) {
			w.Proven(mallory, "challenge "+me+" turro as black")
			w.Reply(me, "decline")
		}},
	} {
		inputs, got := 0, 0
		for _, me := range skiptest.EveryFourth(oneMailboxes) {
			mallory := "mallory@gmail.com"
			w := newWorld(t)
			w.Proven(me, "help")
			c.given(w, me, mallory)
			mine, others := append(forms(me), me), append(forms(mallory), mallory)
			for i := range max(len(mine), len(others)) {
				got += theirs(w.Proven(others[i%len(others)], "challenge "+mine[i%len(mine)]+" rooya\nYou coward"), me)
				inputs++
			}
		}
		require.Zero(t, got, c.name)
		t.Logf("abuse | %s, then invitations between other forms of both mailboxes (%d) | none arrives | %d", c.name, inputs, got)
	}
}

// TestAbuseMailboxStrangers: a mailbox is invited by five strangers a day, however it is written.
func TestAbuseMailboxStrangers(t *testing.T) {
	t.Parallel()
	inputs := 0
	for _, address := range skiptest.EveryFourth(oneMailboxes) {
		w := withLimits(newWorld(t))
		all := append(forms(address), address)
		for _, form := range all { // they all play
			w.Proven(form, "help")
		}
		n := 0
		for i := range 3 * len(all) {
			n += theirs(w.Proven(fmt.Sprintf("s%d@stranger%d.example", i, i), "challenge "+all[i%len(all)]+" rooya"), address)
			inputs++
		}
		require.Equal(t, 5, n, address)
	}
	t.Logf("abuse | strangers invite players of one mailbox (%d) | five a day | five", inputs)
}

// TestAbuseMailboxForged: mail forged in the names of a mailbox brings it what one mailbox may get.
func TestAbuseMailboxForged(t *testing.T) {
	t.Parallel()
	inputs, most := 0, 0
	for _, address := range skiptest.EveryFourth(oneMailboxes) {
		for _, known := range []bool{false, true} {
			w := withLimits(newWorld(t))
			if known {
				for n := range 30 {
					w.Proven(tagged(address, n), "help")
				}
			}
			n := 0
			for i := range 30 {
				n += theirs(w.Send(post{From: tagged(address, i), Body: forgedLine(i)}), address)
				inputs++
			}
			one := withLimits(newWorld(t))
			if known {
				one.Proven(address, "help")
			}
			alone := 0
			for i := range 30 {
				alone += theirs(one.Send(post{From: address, Body: forgedLine(i)}), address)
			}
			require.LessOrEqual(t, n, max(alone, 1), "%s, known %t", address, known)
			most = max(most, n)
		}
	}
	t.Logf("abuse | mails forged in the names of one mailbox (%d) | no more answers than one address gets | at most %d of 30", inputs, most)
}

// forgedLine is what a forged mail says: commands that show something, and what is wrong.
func forgedLine(n int) string {
	return []string{"help", fmt.Sprint("hello there ", n), "challenge bob@example.org rooya", "games", fmt.Sprint("xyzzy ", n)}[n%5]
}

func tagged(address string, n int) string {
	local, domain, _ := strings.Cut(address, "@")
	return fmt.Sprintf("%s+%d@%s", local, n, domain)
}

// TestAbuseMailboxAgainstItself: a mailbox is not rated against itself, has one seat, one rung,
// and the open challenges and games with robots of one.
func TestAbuseMailboxAgainstItself(t *testing.T) {
	t.Parallel()
	for _, address := range skiptest.EveryFourth(oneMailboxes) {
		w := newWorld(t)
		all := append(forms(address), address)
		for _, form := range all {
			w.Proven(form, "public on")
		}
		for i, form := range all {
			out := w.Proven(form, "challenge "+all[(i+1)%len(all)]+" rooya as black rated")
			if i == 0 {
				require.Contains(t, out[len(out)-1].Text, "The game is not rated.")
			}
			w.Proven(form, "join turro")
			w.Proven(form, "ladder rooya on")
			w.Proven(form, "challenge anyone roses")
			for range 3 {
				w.Proven(form, "challenge robot turro")
			}
		}
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			seats, rungs, open, robots := 0, 0, 0, 0
			require.NoError(t, tx.Rows(func(scan func(...any) error) error { return scan(&seats) }, `SELECT count(*) FROM entrants`))
			require.NoError(t, tx.Rows(func(scan func(...any) error) error { return scan(&rungs) }, `SELECT count(*) FROM rungs`))
			require.NoError(t, tx.Rows(func(scan func(...any) error) error { return scan(&open) }, `SELECT count(*) FROM invitations WHERE invitee IS NULL AND state = 'open'`))
			require.NoError(t, tx.Rows(func(scan func(...any) error) error { return scan(&robots) }, `SELECT count(*) FROM games WHERE against_programs = 1`))
			require.Equal(t, [2]int{1, 1}, [2]int{seats, rungs}, address)
			require.LessOrEqual(t, open, 5)
			require.LessOrEqual(t, robots, w.Handler.Club.Policy.BotGames)
			return nil
		}))
	}
	t.Logf("abuse | %d mailboxes invite, join and climb with all their forms | one seat and one rung each, nothing rated | one and one", len(oneMailboxes))
}

// A rated game that began before its players were known to have one mailbox is played out and
// not rated.
func TestGameWithinAMailboxIsNotRated(t *testing.T) {
	t.Parallel()
	said := map[string]string{"en": "The game is not rated: both players use the same mailbox.", "fr": "la même boîte", "it": "la stessa casella",
		"de": "dasselbe Postfach"}
	languages := slices.Sorted(maps.Keys(said))
	for i, game := range skiptest.EveryFourth(all.Games()) {
		lang := languages[i%len(languages)]
		w := begun(t, game.Name)
		w.Reply(bob, "lang "+lang)
		plays := func(turns int) {
			for range turns {
				r := rules.NewRecord(game)
				for _, m := range w.Plies(1) {
					require.NoError(t, r.Play(rules.Move(m)))
				}
				who := map[rules.Side]string{rules.Black: ada, rules.White: bob}[r.Turn()]
				for side := r.Turn(); r.Turn() == side; {
					m := r.Legal()[0]
					require.NoError(t, r.Play(m))
					w.Proven(who, "#1 "+string(m))
				}
			}
		}
		plays(4)
		require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
			return tx.Exec(`UPDATE players SET mailbox = 'one@example.org'`)
		}))
		before := len(w.Plies(1))
		plays(1)
		require.Greater(t, len(w.Plies(1)), before, "it is played out")
		w.Proven(bob, "#1 resign")
		_, err := w.rating(1, game.Name)
		require.ErrorIs(t, err, db.ErrNotFound)
		require.Contains(t, w.Last(bob).Text, said[lang], game.Name)
		require.Contains(t, w.Last(ada).Text, said["en"], game.Name)
	}
}

func (w *world) unsubscribe(address string) {
	w.T.Helper()
	require.NoError(w.T, w.DB.Update(w.T.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(mail.Key(address))
		if err != nil {
			return err
		}
		_, err = w.Handler.Act(tx, func(tx *club.Tx) error { _, err := club.Unsubscribe(tx, p.ID); return err })
		return err
	}))
	w.Work() // the last message says so
}

func (w *world) blockByOperator(address string) {
	w.T.Helper()
	require.NoError(w.T, w.DB.Update(w.T.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(mail.Key(address))
		if err != nil {
			return err
		}
		_, err = w.Handler.Act(tx, func(tx *club.Tx) error { return club.BlockByOperator(tx, p.ID) })
		return err
	}))
}
