package handler_test

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
)

// TestAbuseAnswersToOthers: whoever writes to a player, and names us as who is to be
// answered, gets no word of the answer carried out here: it is proven to be the player's,
// fresh and addressed to us, and was meant for somebody else.
func TestAbuseAnswersToOthers(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	asked := func(first string) []string {
		return []string{"In-Reply-To: <which@evil.example>", "References: " + first + "<which@evil.example>"}
	}
	const below = "\n\nOn Fri, 20 Nov 2026 at 10:00, Bob <bob@example.org> wrote:\n\n> Which chapter do you like best, b1 or b2?\n"
	played, asking := 0, 0
	for _, c := range []struct {
		name   string
		body   string
		header []string
		done   bool
	}{
		{"a word that is a move", "b1" + below, asked(""), false},
		{"behind a thread of others", "b1" + below, asked("<a@example.net> <b@example.net>\n "), false},
		{"References alone", "b1" + below, asked("")[1:], false},
		{"to be forgotten", "forget me" + below, asked(""), false},
		{"to resign", "#1 resign" + below, asked(""), false},
		{"no answer to anything", "b1", nil, true},
		{"to an own letter to us", "b1", []string{"In-Reply-To: <OWN>", "References: <OWN>"}, true},
		{"to an own letter that answered another", "b1", []string{"In-Reply-To: <OWN>", "References: <which@evil.example> <OWN>"}, false},
	} {
		w := theGame(t)
		w.Send(post{From: ada, Proven: true, Body: "settings"})
		own := fmt.Sprintf("<%d@client.example>", w.Serial-1) // the mail before it was kept
		for i := range c.header {
			c.header[i] = strings.ReplaceAll(c.header[i], "<OWN>", own)
		}
		before := len(w.Boxes[ada])
		w.Send(post{From: ada, Subject: "Re: A book", Proven: true, Header: c.header, Body: c.body})
		moved := len(w.Plies(1)) != 2 || w.Game(1).Over()
		require.Equal(t, c.done, moved, c.name)
		if c.done {
			continue
		}
		if moved {
			played++
		}
		require.Len(t, w.Boxes[ada], before+1, c.name)
		require.Contains(t, flat(*w.Last(ada)), "Did you write to me", c.name)
		asking++
		w.Send(post{From: ada, Proven: true, Body: "yes"})
		require.Contains(t, flat(*w.Last(ada)), "no question is waiting for a yes", c.name)
	}
	t.Logf("abuse | a player answers a mail of somebody else's, which named us in Reply-To | nothing is done, and the player is asked | %d of %d done", played, asking)

	// Whoever follows a friend's advice, in an answer to it, is no player yet.
	w := newWorld(t)
	w.Send(post{From: ada, Proven: true, Header: asked(""), Body: "challenge " + bob + " turro"})
	require.Len(t, w.Boxes[bob], 1)
}

// threads are ways in which the fields of a thread name something that is not a message of ours,
// or that we cannot read. <OWN> is a message that the player sent us.
func threads() map[string]string {
	long := "<" + strings.Repeat("a", 900) + "@example.net>\n "
	forms := map[string]string{}
	for _, field := range []string{"In-Reply-To", "References", "in-reply-to", "REFERENCES"} {
		for name, value := range map[string]string{
			"no brackets":           "which@evil.example",
			"one bracket":           "<which@evil.example",
			"the other bracket":     "which@evil.example>",
			"no id":                 "<>",
			"a quoted word":         `"which"`,
			"a quoted id":           `"<which@evil.example>"`,
			"an encoded word":       "=?utf-8?q?=3Cwhich=40evil.example=3E?=",
			"an encoded word in B":  "=?utf-8?b?PHdoaWNoQGV2aWwuZXhhbXBsZT4=?=",
			"20 kB":                 strings.TrimSpace(strings.Repeat(long, 22)),
			"20 kB, one word":       strings.Repeat("x", 900) + strings.Repeat("\n "+strings.Repeat("x", 900), 22),
			"own ids, then another": strings.Repeat("<OWN>\n ", 120) + "<which@evil.example>",
			"a comment":             "(which@evil.example)",
			"a comment behind own":  "<OWN> (which@evil.example)",
			"own and another":       "<OWN> <which@evil.example>",
			"another and own":       "<which@evil.example> <OWN>",
			"side by side":          "<OWN><which@evil.example>",
			"a comma between":       "<OWN>,<which@evil.example>",
			"folded in the id":      "<which@\n evil.example>",
			"folded before it":      "\n <which@evil.example>",
			"folded by tabs":        "\n\t\n\t<which@evil.example>",
			"twice the bracket":     "<<which@evil.example>>",
			"within own":            "<OWN <which@evil.example>>",
			"without a domain":      "<which>",
			"a phrase":              "Your message of Friday",
			"a phrase with an id":   "Your message of Friday <which@evil.example>",
			"a phrase and own":      "Ada's message <OWN>",
			"a domain like ours":    "<1.2.abc@turnpost.example.evil.example>",
			"our domain, no token":  "<which@turnpost.example>",
			"8 bits":                "<wh\xefch@evil.example>",
			"no-width characters":   "\u200b<which@evil.example>",
			"an address of a page":  "<https://evil.example/which>",
			"own, longer":           "<OWN.evil.example>",
			"two fields":            "<OWN>\n" + field + ": <which@evil.example>",
			"two fields, own below": "<which@evil.example>\n" + field + ": <OWN>",
			"two fields, one empty": "\n" + field + ": <which@evil.example>",
		} {
			forms[field+", "+name] = field + ": " + value
		}
	}
	return forms
}

// TestAbuseAnswersToOthersByForm: whatever a program makes of the field that says what is
// answered, an answer to a mail of somebody else's is not carried out.
func TestAbuseAnswersToOthersByForm(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	done, asked := 0, 0
	forms := slices.Sorted(maps.Keys(threads()))
	w, own := ownMessage(t, "rooya")
	body := map[int]string{0: "b1", 1: "#1 resign", 2: "forget me", 3: "name Eve", 4: "stop"}
	for n, form := range forms {
		header := strings.ReplaceAll(threads()[form], "<OWN", "<"+own)
		before := len(w.Boxes[ada])
		w.Send(post{From: ada, Subject: "Re: A book", Proven: true, Header: []string{header}, Body: body[n%len(body)]})
		last := flat(*w.Last(ada))
		if len(w.Boxes[ada]) == before+1 && strings.Contains(last, "Did you write to me") {
			asked++
		}
		if len(w.Plies(1)) != 2 || w.Game(1).Over() || strings.Contains(last, "Eve") {
			done++
			t.Errorf("%s: %s", form, header)
			w, own = ownMessage(t, "rooya")
		}
	}
	require.Equal(t, len(forms), asked)
	t.Logf("abuse | answers to somebody else's mail, which is named in %d forms | nothing is done, and the player is asked | %d done, %d asked", len(forms), done, asked)
}

// ownMessage is a game in which Ada, who is to move, has sent us a message with an id.
func ownMessage(t *testing.T, game string) (w *world, id string) {
	w = from(t, "elsewhere in "+game, func(w *world) {
		w.Begin(game)
		for _, player := range []string{ada, bob} {
			g, err := rules.Find(w.Games, game)
			require.NoError(t, err)
			r := rules.NewRecord(g)
			for _, m := range w.Plies(1) {
				require.NoError(t, r.Play(rules.Move(m)))
			}
			w.Reply(player, string(r.Legal()[0]))
		}
	})
	w.Send(post{From: ada, Proven: true, Body: "settings"})
	return w, fmt.Sprintf("%d@client.example", w.Serial-1) // before it was kept
}

// quotes are answers to somebody else's mail, as programs write them, around a command.
func quotes() map[string]string {
	forms := map[string]string{}
	const old = "Which chapter do you like best?\nThe first one is short.\n"
	marked := "> " + strings.ReplaceAll(strings.TrimSpace(old), "\n", "\n> ") + "\n"
	for name, above := range map[string]string{
		"Gmail, en":                "On Fri, Nov 20, 2026 at 10:00 AM Eve <eve@evil.example> wrote:\n\n",
		"Gmail, fr":                "Le ven. 20 nov. 2026 à 10:00, Eve <eve@evil.example> a écrit :\n\n",
		"Gmail, it":                "Il giorno ven 20 nov 2026 alle ore 10:00 Eve <eve@evil.example> ha scritto:\n\n",
		"Gmail, de":                "Am Fr., 20. Nov. 2026 um 10:00 Uhr schrieb Eve <eve@evil.example>:\n\n",
		"Apple, en":                "On 20 Nov 2026, at 10:00, Eve <eve@evil.example> wrote:\n\n",
		"Apple, de":                "Am 20.11.2026 um 10:00 schrieb Eve <eve@evil.example>:\n\n",
		"Apple, fr":                "Le 20 nov. 2026 à 10:00, Eve <eve@evil.example> a écrit :\n\n",
		"mutt":                     "On Fri, Nov 20, 2026 at 10:00:00AM +0000, Eve wrote:\n",
		"Gnus":                     "Eve <eve@evil.example> writes:\n\n",
		"no words":                 "",
		"a name that is like ours": "On Fri, Nov 20, 2026 at 10:00 AM Turnpost <eve@evil.example> wrote:\n\n",
		"the player's own address": "On Fri, Nov 20, 2026 at 10:00 AM Ada <ada@example.org> wrote:\n\n",
	} {
		forms[name+", above"] = "COMMAND\n\n" + above + marked
		forms[name+", below"] = above + marked + "\nCOMMAND\n"
	}
	forms["no words, initials"] = "COMMAND\n\nEV> Which chapter do you like best?\nEV> The first one is short.\n"
	for name, head := range map[string]string{
		"Outlook, en": "From: Eve <eve@evil.example>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Ada <ada@example.org>\nSubject: A book\n\n",
		"Outlook, fr": "De : Eve <eve@evil.example>\nEnvoyé : vendredi 20 novembre 2026 10:00\nÀ : Ada <ada@example.org>\nObjet : A book\n\n",
		"Outlook, it": "Da: Eve <eve@evil.example>\nInviato: venerdì 20 novembre 2026 10:00\nA: Ada <ada@example.org>\nOggetto: A book\n\n",
		"Outlook, de": "Von: Eve <eve@evil.example>\nGesendet: Freitag, 20. November 2026 10:00\nAn: Ada <ada@example.org>\nBetreff: A book\n\n",
	} {
		forms[name] = "COMMAND\n\n________________________________\n" + head + old
		forms[name+", a line above"] = "COMMAND\n\n-----Original Message-----\n" + head + old
		forms[name+", nothing above"] = "COMMAND\n\n" + head + old
	}
	return forms
}

// TestAbuseQuotesOfOthers: an answer that quotes another writer and nothing of ours is not carried
// out, though no field says what it answers.
func TestAbuseQuotesOfOthers(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	tried, done := 0, 0
	for _, game := range []string{"rooya", "turro", "roses", "tourrosa"} {
		w, _ := ownMessage(t, game)
		g, err := rules.Find(w.Games, game)
		require.NoError(t, err)
		r := rules.NewRecord(g)
		for _, m := range w.Plies(1) {
			require.NoError(t, r.Play(rules.Move(m)))
		}
		forms := quotes()
		for _, name := range slices.Sorted(maps.Keys(forms)) {
			text := forms[name]
			for _, command := range []string{string(r.Legal()[0]), "#1 resign"} {
				text := strings.Replace(text, "COMMAND", command, 1)
				for _, kind := range []string{"text/plain", "text/html"} {
					raw := w.Raw(post{From: ada, Subject: "Re: A book", Proven: true, Body: text})
					if kind == "text/html" {
						if strings.HasPrefix(name, "no words") || strings.HasSuffix(name, ", below") {
							continue // such a program writes no HTML
						}
						raw = bytes.Replace(raw, []byte("text/plain"), []byte("text/html"), 1)
						head, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
						above, quote, marked := strings.Cut(html.EscapeString(string(body)), "&gt; ")
						page := "<div>" + strings.ReplaceAll(above, "\r\n", "<br>") + "</div>"
						if marked {
							page += `<blockquote type="cite">` + strings.ReplaceAll(quote, "&gt; ", "") + "</blockquote>"
						}
						raw = slices.Concat(head, []byte("\r\n\r\n"), []byte(page))
					}
					tried++
					w.Bring(raw)
					if len(w.Plies(1)) != 2 || w.Game(1).Over() {
						done++
						t.Errorf("%s, %s, %s: %s", game, name, kind, command)
						w, _ = ownMessage(t, game)
					}
				}
			}
		}
	}
	require.GreaterOrEqual(t, tried, 200)
	t.Logf("abuse | answers that quote another writer, and no field says what they answer | nothing is done | %d of %d done", done, tried)
}

// TestRepliesWithoutAToken: what a player writes to us without a reply token is carried out, if it
// answers nothing, a message of ours, or the player's own to us.
func TestRepliesWithoutAToken(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const empty = "In-Reply-To:\nReferences: "
	quoteOwn := "\n\nOn Fri, Nov 20, 2026 at 10:00 AM Ada <ada@example.org> wrote:\n> settings\n"
	tried, refused := 0, 0
	for name, c := range map[string]struct{ header, below string }{
		"a fresh message":               {"", ""},
		"empty fields":                  {empty, ""},
		"an answer to an own":           {"In-Reply-To: <OWN>\nReferences: <OWN>", ""},
		"an answer to an own, folded":   {"In-Reply-To:\n <OWN>\nReferences:\n\t<OWN>\n\t<OWN>", ""},
		"an answer that quotes an own":  {"In-Reply-To: <OWN>", quoteOwn},
		"a signature":                   {"", "\n\n-- \nAda\n"},
		"sent from a phone":             {"", "\n\nSent from my iPhone"},
		"a quote of ours without marks": {"", "\n\n== Turnpost: please reply above this line ==\nYour move, Ada.\n"},
		"a quote of ours":               {"", "\n\nOn Fri, Nov 20, 2026 at 10:00 AM Turnpost <games@turnpost.example> wrote:\n> Your move, Ada.\n> == Turnpost: please reply above this line ==\n"},
	} {
		for _, game := range []string{"rooya", "turro", "roses", "tourrosa"} {
			w, own := ownMessage(t, game)
			p := post{From: ada, Proven: true, Body: "#1 resign" + c.below}
			if c.header != "" {
				p.Header = []string{strings.ReplaceAll(c.header, "<OWN>", "<"+own+">")}
			}
			tried++
			w.Send(p)
			if !strings.Contains(flat(*w.Last(ada)), "resign") || strings.Contains(flat(*w.Last(ada)), "Did you write to me") {
				refused++
				t.Errorf("%s, %s: %s", game, name, w.Last(ada).Text)
			}
		}
	}
	t.Logf("replies | messages without a reply token that answer nobody else | carried out | %d of %d wrong", refused, tried)
}
