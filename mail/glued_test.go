package mail

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// quotedOurs and unmarkedOurs are a message of ours below an answer.
const (
	quotedOurs   = "\n\n> Psylph invites you\n>\n> == Turnpost: please reply above this line ==\n>\n> | 1 d3-d4\n"
	unmarkedOurs = "\n\nPsylph invites you\n\n== Turnpost: please reply above this line ==\n\n| 1 d3-d4\n"
)

// TestGluedAttributions: the cursor of some programs is directly before the attribution. What is
// typed there is the writer's, all of it and nothing else.
func TestGluedAttributions(t *testing.T) {
	t.Parallel()
	for _, attribution := range []string{
		"On Thu, 26 Nov 2026 12:15:40 +0000\n\"Psylph via Turnpost\" <games@demo.test> wrote:",
		"On Thu, 26 Nov 2026 12:15:40 +0000 Turnpost <games@demo.test> wrote:",
		"On Thu, Nov 26, 2026 at 12:28:08PM +0000, Turnpost wrote:",
		"On Thu, Nov 26, 2026 at 12:28 PM Turnpost <games@demo.test> wrote:",
		"On Thu, Nov 26, 2026, at 12:28, Turnpost wrote:",
		"On 26/11/2026 12:28, Turnpost wrote:",
		"On 11/26/26 12:33, Turnpost wrote:",
		"On 26 Nov 2026, at 10:00, Turnpost <games@demo.test> wrote:",
		"On 2026-11-26 12:28, Turnpost wrote:",
		"On 26.11.2026 12:28, Turnpost wrote:",
		"On Thursday, November 26th, 2026 at 10:00 AM, Turnpost <games@demo.test> wrote:",
		"On Thursday, 26 November 2026 12:28:08 CET Turnpost wrote:",
		"On November 26, 2026 12:28:08 PM UTC, Turnpost <games@demo.test> wrote:",
		"On Thu 26 Nov 2026 at 12:28, Turnpost <games@demo.test> wrote:",
		"Thursday, November 26, 2026, 12:28:08 PM, you wrote:",
		"* Turnpost <games@demo.test> [2026-11-26 12:28]:",
		"Quoting Turnpost <games@demo.test>:",
		"Turnpost <games@demo.test> writes:",
		"Turnpost wrote:",
		"Turnpost <games@demo.test> wrote:",
		"\"Turnpost\" <games@demo.test> wrote:",
		"2026-11-26 12:28, Turnpost wrote:",
		"2026-11-26 12:28 GMT+01:00 Turnpost <games@demo.test>:",
		"At Thu, 26 Nov 2026 12:28:08 +0000, Turnpost wrote:",
		"In message <1.2.x@demo.test>, Turnpost <games@demo.test> writes:",
		"---- On Thu, 26 Nov 2026 12:28:08 +0000 Turnpost <games@demo.test> wrote ----",
		"-----Original Message-----\nFrom: Turnpost <games@demo.test>\nTo: Ada\nSubject: Turro",
		"-------- Original message --------\nFrom: Turnpost",
		"Le jeu. 26 nov. 2026 à 12:28, Turnpost <games@demo.test> a écrit :",
		"Le 26/11/2026 à 12:28, Turnpost a écrit :",
		"Le 26 nov. 2026 à 12:28, Turnpost <games@demo.test> a écrit :",
		"Le jeudi 26 novembre 2026 à 12:28 +0000, Turnpost a écrit :",
		"Le Thu, 26 Nov 2026 12:15:40 +0000,\nTurnpost <games@demo.test> a écrit :",
		"Turnpost <games@demo.test> a écrit :",
		"Am Do., 26. Nov. 2026 um 12:28 Uhr schrieb Turnpost <games@demo.test>:",
		"Am 26.11.2026 um 12:28 schrieb Turnpost:",
		"Am 26.11.26 um 12:28 schrieb Turnpost:",
		"Am Donnerstag, 26. November 2026, 12:28:08 CET schrieb Turnpost:",
		"Am Thu, 26 Nov 2026 12:15:40 +0000\nschrieb Turnpost <games@demo.test>:",
		"Turnpost <games@demo.test> schrieb am 26.11.2026 um 12:28:",
		"Turnpost schrieb:",
		"Gesendet: Donnerstag, 26. November 2026 um 10:00 Uhr\nVon: Turnpost <games@demo.test>\nAn: Ada\nBetreff: Turro",
		"Il giorno gio 26 nov 2026 alle ore 12:28 Turnpost <games@demo.test> ha scritto:",
		"Il 26/11/2026 12:28, Turnpost ha scritto:",
		"Il 26/11/26 12:28, Turnpost ha scritto:",
		"Il Thu, 26 Nov 2026 12:15:40 +0000\nTurnpost <games@demo.test> ha scritto:",
		"In data giovedì 26 novembre 2026 12:28:08 CET, Turnpost ha scritto:",
		"Turnpost <games@demo.test> ha scritto:",
	} {
		for _, own := range []string{
			"accept", "d3-d4", "Good luck!", "accepte", "annehmen", "12", "c3xd4 c4-c5", "say Hello, old friend.",
		} {
			for _, quote := range []string{quotedOurs, unmarkedOurs} {
				for _, between := range []string{"", " ", "\n", "\n\n"} {
					text := own + between + attribution + quote
					assert.Equal(t, own, strings.Join(Own(text), "\n"), text)
				}
			}
		}
	}
}

// TestNotGlued: names and sentences are not torn.
func TestNotGlued(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"McDonald", "DiMaggio", "LeBron", "O'Brien", "MacArthur", "deVries", "d'Artagnan", "LaRouche", "FitzGerald", "iPhoneFan",
		"AdaB", "\"McDonald via Turnpost\"",
	} {
		for _, attribution := range []string{
			" wrote:", " <games@demo.test> wrote:", " schrieb am 26.11.2026 um 12:28:", " a écrit :", " ha scritto:",
		} {
			plain := strings.Trim(name, "\"")
			quote := "\n\n> " + strings.TrimSuffix(plain, " via Turnpost") + " played d3-d4\n>\n> == Turnpost: please reply above this line ==\n"
			text := "d3-d4\n\n" + name + attribution + quote
			assert.Equal(t, []string{"d3-d4"}, Own(text), text)
		}
	}
	for _, text := range []string{
		"Shall we meet On Thursday, 26 November 2026, at noon?", "I played b2-b3On purpose in 2026.", "See you in 2026. On Monday I move.",
		"Do you know eBay, iPhone or McDonald?", "On 26 Nov 2026 I am away.", "My friend wrote: hello", "He said: d3-d4 is bad.",
	} {
		assert.Equal(t, text, strings.Join(Own(text+quotedOurs), "\n"))
	}
}

// TestNamesBehindASpace: the words before the name in an attribution are the writer's, unless they may be a
// part of the name.
func TestNamesBehindASpace(t *testing.T) {
	t.Parallel()
	for _, quote := range []string{quotedOurs, unmarkedOurs} {
		for own, attributions := range map[string][]string{
			"Accept":           {"Turnpost wrote:", "Psylph via Turnpost wrote:", "Psylph via Turnpost <games@demo.test> a écrit :"},
			"ja gerne":         {"Turnpost schrieb:", "Psylph via Turnpost schrieb:", "Der Klub <games@demo.test> schrieb:"},
			"Good luck to you": {"Turnpost wrote:", "\"Psylph via Turnpost\" <games@demo.test> writes:"},
			"Ci vediamo, Ada!": {"Turnpost ha scritto:", "Chess Club <games@demo.test> ha scritto:"},
			"e2-e4":            {"Chess Club <games@demo.test> wrote:", "Turnpost escribió:", "Turnpost skrev:"},
			"#12 resign":       {"Psylph via Turnpost wrote:", "Anna-Maria von der Au wrote:", "J. R. Ewing wrote:"},
			"decline":          {"Le Club d'Échecs <games@demo.test> a écrit :"},
			"12":               {"Club Games wrote:", "Turnpost schreef:"},
		} {
			for _, attribution := range attributions {
				text := own + " " + attribution + quote
				assert.Equal(t, own, strings.Join(Own(text), "\n"), text)
			}
		}
		for _, attribution := range []string{
			"Ludwig van Beethoven wrote:", "van Beethoven wrote:", "de la Cruz <games@demo.test> a écrit :", "Dr. Ada wrote:",
			"Ada Psylph via Turnpost wrote:", "Charles de Gaulle a écrit :", "J. R. R. Tolkien wrote:", "St. Pauli Club schrieb:",
			"The Chess Club wrote:", "Leonardo da Vinci ha scritto:", "Psylph via Turnpost wrote:", "Games from Ada <games@demo.test> wrote:",
			"On Monday Turnpost wrote:", "am Montag Turnpost schrieb:",
		} {
			text := "d3-d4\n\n" + attribution + strings.Replace(quote, "Psylph", strings.TrimSuffix(attribution, " via Turnpost wrote:"), 1)
			assert.Equal(t, []string{"d3-d4"}, Own(text), text)
		}
	}
	for _, text := range []string{"my friend Bob wrote:", "yesterday Ada wrote:", "see what Turnpost wrote:"} {
		assert.Equal(t, text, strings.Join(Own(text), "\n"), "nothing is below")
	}
}

// TestQuotesWithOtherMarks: a quote that a program marks with a TAB, spaces or a sign is a quote, and the
// answer below it, above it and within it is read.
func TestQuotesWithOtherMarks(t *testing.T) {
	t.Parallel()
	ours := "Psylph invites you\n\n== Turnpost: please reply above this line ==\n\nHello you.\n" +
		"This is a long text of ours\n\n| 1 d3-d4\n| 2 d3-d5\n\nThe end.\n\n-- \nTurnpost carries games."
	for _, mark := range []string{"\t", "\t\t", "  ", "    ", ": ", "# ", "} ", "* ", "+ ", "%", "~ "} {
		marked := mark + strings.ReplaceAll(ours, "\n", "\n"+mark)
		for _, head := range []string{
			"\"Psnail via Turnpost\" <games@demo.test> wrote:\n\n", "On 11/26/26 12:33, Turnpost wrote:\n", "",
		} {
			for _, text := range []string{
				head + marked + "\nd3-d5", "d3-d5\n\n" + head + marked, head + strings.Replace(marked, mark+"This is", "d3-d5\n"+mark+"This is", 1),
			} {
				read := trim(plainLines(text), wholeExtent())
				assert.Equal(t, []string{"d3-d5"}, read.lines, text)
				assert.Empty(t, read.Doubtful, text)
			}
		}
		// Without the end of our message it may be that our lines are broken there.
		text := marked[:strings.Index(marked, "The end")] + "\nd3-d5"
		assert.Equal(t, []string{"d3-d5"}, trim(plainLines(text), wholeExtent()).Doubtful, text)
	}
	assert.Empty(t, Own("Ada wrote:\n\n"+ours+"\nd3-d4"), "no mark: all of it is old")
}

// TestSignsBesideARow: whatever sign or word somebody sets beside a row of the quoted list, its moves
// are asked about.
func TestSignsBesideARow(t *testing.T) {
	t.Parallel()
	quote := func(row string) string {
		return "On Thu, Nov 26, 2026 at 12:28:08PM +0000, Turnpost wrote:\n> Your move (Turro #8)\n>\n" +
			"> == Turnpost: please reply above this line ==\n>\n> Number in this list:\n>\n" + row +
			"\n> | a1                6 a1-a2    7 a1-b1    8 a1-b2\n>\n> -- \n> Turnpost"
	}
	const row = "> | d1, Turro         1 d1-c1    2 d1-c2    3 d1-d2    4 d1-e1    5 d1-e2"
	assert.Empty(t, trim(plainLines(quote(row)), wholeExtent()).Ticked)
	for _, sign := range []string{
		"<-- this one", "<--", "<== mine", "← this", "<<<", "<< this one", "<- here", "this one", "!!", "*",
		"<---- this", "(this one)", "# this", "<-- celui-ci", "<-- questa qui", "<-- diese hier bitte",
		"<= das", "<<<<<", "<--- I take this one!", "<-- my move.", "<-----", "<--this", "<- 5", "<-- d1-e2",
		"<-- ce coup, s'il te plaît", "« celui-ci", "⬅️ this one", "👈", "👈 this", "✓", "✔", "✅", "X", "x",
		"<-- le dernier", "<== questa, grazie", "/* this one */", "// this one", "; this one", "<-- mio", "!!!",
		"<-- this one :-)", "ok", "yes", "ja", "  <<--", "--< this",
	} {
		text := quote(row + "   " + sign)
		assert.Equal(t, []string{"d1-c1", "d1-c2", "d1-d2", "d1-e1", "d1-e2"}, trim(plainLines(text), wholeExtent()).Ticked, text)
		text = quote("> | b3               24 b3-a2 " + sign)
		assert.Equal(t, []string{"b3-a2"}, trim(plainLines(text), wholeExtent()).Ticked, text)
	}
	for _, sign := range []string{"this one:", "-->", "==>", "x", "*", "celui-ci", "!", "→", "hier", "(mine)"} {
		text := quote(strings.Replace("> | b3               24 b3-a2", "|", sign+" |", 1))
		assert.Equal(t, []string{"b3-a2"}, trim(plainLines(text), wholeExtent()).Ticked, text)
	}
}

// TestAnAnswerWithinTheQuote: a move on a line of its own is the writer's with blank lines around it and
// without, unless it may be the end of the line above it.
func TestAnAnswerWithinTheQuote(t *testing.T) {
	t.Parallel()
	const head, rest = "On 11/26/26 12:33, Turnpost wrote:\n", ">\n> == Turnpost: please reply above this line ==\n>\n> You played e2-e3.\n"
	for above, doubt := range map[string]bool{
		"> Your second move (Turro #8)":                                                 false,
		"> | b3               24 b3-a2   25 b3-a3   26 b3-a4   27 b3-b2   28 b3-b4":     false,
		"> |                  41 c2-d2   42 c2-d3   43 c2-d4   44 c2-d5   45 c2-d6":     false,
		"> Reply with a move on a line of its own, or with its number in this list, or": true,
	} {
		for _, gap := range []string{"", "\n"} {
			read := trim(plainLines(head+above+"\n"+gap+"b2-a3\n"+gap+rest), wholeExtent())
			assert.Equal(t, []string{"b2-a3"}, read.lines, above)
			assert.Equal(t, doubt && gap == "", len(read.Doubtful) > 0, above)
		}
	}
	m, err := Read([]byte("From: ada@example.org\nContent-Type: text/plain; format=flowed\n\n" + head +
		"> Your second move, Ada: due Monday \n> 12:28 UTC, and a long line that the program has flowed, with more \n> words (Turro #8) \nb2-a3\n" + rest))
	assert.NoError(t, err)
	assert.Equal(t, []string{"b2-a3"}, m.Lines)
	assert.Empty(t, m.Doubtful, "the program breaks no quoted line")
}
