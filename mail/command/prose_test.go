package command

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules/all"
)

// goesOn reports whether a message with one line that has the form of a ply, or calls a
// verb, is asked about that line.
func goesOn(t *testing.T, r *Reader, message string) bool {
	t.Helper()
	ctx := Context{
		Lang: "en", Proven: true, Most: Most, UnderWay: []RunningGame{{ID: 1, Rules: all.Games()[0]}},
		Invitations: func(bool) []int64 { return nil }, Resigned: func() []int64 { return nil },
	}
	m := r.classify(r.ReadAll(strings.Split(message, "\n"), "en"), ctx)
	for _, l := range m.lines {
		if l.meant() && l.row != "among-words" {
			return l.row == "prose"
		}
	}
	require.Fail(t, "no line is a command", message)
	return false
}

// widths are where programs break the lines of plain text.
func widths() map[string]int {
	return map[string]int{
		"Gmail": 78, "Gmail, old": 76, "Outlook": 76, "Outlook, short": 72, "Exchange": 77, "Exchange, mobile": 74, "Apple Mail": 76, "Apple Mail, old": 70, "Thunderbird": 72, "Thunderbird, wide": 80,
		"Mutt": 72, "Alpine": 74, "Pine": 75, "Gnus": 70, "Emacs": 70, "mu4e": 72, "Evolution": 71, "KMail": 78, "Sylpheed": 74, "Claws": 72, "The Bat": 70, "Eudora": 65, "Pegasus": 65, "Opera": 66,
		"Lotus Notes": 73, "GroupWise": 68, "Yahoo": 76, "AOL": 70, "GMX": 72, "web.de": 72, "T-Online": 64, "Roundcube": 72, "SquirrelMail": 76, "Horde": 75, "Zimbra": 76, "Open-Xchange": 72, "Proton": 76, "K-9 Mail": 72, "FairEmail": 72, "Becky": 62, "vi": 63,
	}
}

// TestRepliesWraps: sentences that end in what would be a command, broken as programs
// break lines, so that their end stands alone: nothing of them is carried out.
func TestRepliesWraps(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	sentences := map[string][]string{
		"12":         {"you will get my next move on the evening of December", "ich schreibe dir den nächsten Zug wohl erst am Dezember", "je vous enverrai mon prochain coup au plus tard le", "ti manderò la mia prossima mossa al più tardi il"},
		"d3-d4":      {"I lost my tower in the middle of the board because of", "ich habe meinen Turm verloren und das nur wegen", "j'ai perdu ma tour au milieu du plateau à cause de", "ho perso la torre in mezzo al tavoliere per colpa di", "what I had in mind when I began was nothing but"},
		"resign":     {"and if you take that stone as well I am afraid I must", "I have never been in a game in which I was so near to", "they told me at the club that a strong player would"},
		"stop":       {"my doctor says that it would be better for my eyes to", "we had so much rain here that it would never"},
		"aufgeben":   {"wenn du den Stein auch noch nimmst, dann müsste ich"},
		"abandonner": {"si vous prenez encore cette pierre, il faudra bien"},
		"draw":       {"they played on for nine hours and it was a"},
	}
	fill := strings.Fields("it is a pleasure to play with all of you and I hope that we can go on for many years here at home")
	tried, carried := 0, 0
	for program, width := range widths() {
		for last, list := range sentences {
			for _, sentence := range list {
				for _, stop := range []string{"", ".", "!"} {
					words := strings.Fields(sentence)
					// Words in front of it until its last word is the one too many.
					for n := 0; n < len(fill); n++ {
						lines := wrap(append(append([]string{}, fill[:n]...), words...), width)
						if end := lines[len(lines)-1]; len([]rune(end))+1+len(last+stop) > width {
							message := strings.Join(append(lines, last+stop), "\n")
							tried++
							if !goesOn(t, r, message) {
								carried++
								t.Errorf("%s would carry out %q of\n%s", program, last+stop, message)
							}
							break
						}
					}
				}
			}
		}
	}
	t.Logf("replies | wrapped ends of sentences, %d programs | %d letters: %d ends carried out (must be 0)", len(widths()), tried, carried)
	require.Greater(t, tried, 1000)
}

// wrap breaks words into lines of a width.
func wrap(words []string, width int) (lines []string) {
	line := ""
	for _, w := range words {
		if line != "" && len([]rune(line))+1+len([]rune(w)) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + w)
	}
	return append(lines, line)
}
