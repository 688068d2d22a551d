package mail

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// TestRepliesPlanted makes replies of every attribution and header block in
// testdata, in every placement and with every kind of quote mark. Moves are
// planted in the old mail and in the signature; none of them may be read. The
// player's move must be read, unless it stands below a header block: that ends
// the own words for good, since what follows it is in general not marked.
func TestRepliesPlanted(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	message := []string{"Your move, Ada: ply 8.", "", Sentinel, "", "| 1 b1-b2  2 b2-b3", "|", "| b3-b4", "", "Answer with b4-b5, such as:", "b5-b6", "", "Turnpost"}
	signatures := []string{"", "\n-- \nAda\nb6-b7", "\nSent from my iPhone", "\nGet Outlook for iOS<https://aka.ms/o0ukef>", "\n--\nb7-b8"}
	marks := []string{"> ", ">", " > ", ">> ", "| ", "&gt; ", "» "}
	wrong, missed, total := 0, 0, 0
	try := func(what, text string, readable bool) {
		lines := Own(text)
		found := false
		for _, l := range lines {
			found = found || strings.TrimSpace(l) == "d3-d4"
			if strings.Contains(l, "b") && signsOf(l)&hasMove != 0 {
				wrong++
				t.Errorf("%s: planted move read: %q in %q from\n%s", what, l, lines, text)
			}
		}
		if !readable {
			return
		}
		total++
		if !found {
			missed++
			t.Logf("%s: move missed in\n%s", what, text)
		}
	}
	for _, attribution := range skiptest.EveryFourth(append(credits(t), wrapped(credits(t))...)) {
		block := strings.Count(attribution, "\n") >= 3
		for i, m := range marks {
			var old strings.Builder
			for _, l := range message {
				old.WriteString(strings.TrimRight(m+l, " ") + "\n")
			}
			for s, signature := range signatures {
				what := fmt.Sprintf("%q with %q, signature %d", attribution, m, s)
				gap := strings.Repeat("\n", 1+(i+s)%3)
				try(what+", top", "d3-d4"+signature+"\n\n"+attribution+gap+old.String(), true)
				try(what+", bottom", attribution+gap+old.String()+"\nd3-d4\n"+signature, !block)
				try(what+", inline", "Hello\n"+attribution+gap+old.String()+"\nd3-d4\n\n"+old.String()+signature, !block)
			}
		}
		for s, signature := range signatures {
			what := fmt.Sprintf("%q unmarked, signature %d", attribution, s)
			try(what, "d3-d4"+signature+"\n\n"+attribution+"\n\n"+strings.Join(message, "\n"), true)
			try(what+", indented", "d3-d4"+signature+"\n\n"+attribution+"\n    "+strings.Join(message, "\n    "), true)
		}
	}
	t.Logf("%d replies: %d planted moves read (must be 0), %d moves missed (less than 1 %%)", total, wrong, missed)
	require.Zero(t, wrong)
	require.Less(t, missed*100, total)
}

// credits takes the attributions and header blocks from our own cases: what
// stands between the player's words and our message.
func credits(t *testing.T) []string {
	var all []string
	for _, name := range replies(t) {
		if b := filepath.Base(name); !strings.HasPrefix(b, "gmail-") && !strings.HasPrefix(b, "outlook-") || strings.Contains(b, "html") {
			continue
		}
		raw, err := os.ReadFile(name)
		require.NoError(t, err)
		text := plainOf(raw)
		before, _, ok := strings.Cut(text, "Your move, Ada: ply 8.")
		require.True(t, ok, name)
		before = strings.TrimRight(before, " >|\n")
		blocks := strings.Split(before, "\n\n")
		all = append(all, strings.TrimSpace(blocks[len(blocks)-1]))
	}
	require.Greater(t, len(all), 40)
	return all
}

// wrapped are the attributions of one line, broken as programs break lines that
// are too long: at spaces, so that none is longer than a width.
func wrapped(credits []string) (all []string) {
	for _, c := range credits {
		if strings.Contains(c, "\n") {
			continue
		}
		for _, width := range []int{72, 56} {
			var b strings.Builder
			n := 0
			for i, word := range strings.Split(c, " ") {
				size := utf8.RuneCountInString(word)
				switch {
				case i == 0:
				case n+1+size > width:
					b.WriteByte('\n')
					n = 0
				default:
					b.WriteByte(' ')
					n++
				}
				b.WriteString(word)
				n += size
			}
			if strings.Contains(b.String(), "\n") {
				all = append(all, b.String())
			}
		}
	}
	return all
}

// plainOf is the decoded plain text of a mail, untrimmed.
func plainOf(raw []byte) string {
	h, body, err := splitHeader(raw)
	if err != nil {
		return ""
	}
	var b strings.Builder
	lines, _ := (&reader{left: wholeExtent()}).entity(h, body, 1)
	for _, l := range lines {
		b.WriteString(l.text + "\n")
	}
	return b.String()
}
