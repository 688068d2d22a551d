package handler_test

import (
	"flag"
	"fmt"
	netmail "net/mail"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/rooya"
	"turnpost/rules/roses"
	"turnpost/rules/tourrosa"
	"turnpost/rules/turro"
)

var update = flag.Bool("update", false, "rewrite the transcripts; read the diff")

// TestTranscripts plays the conversations of testdata/*.transcript. A line
//
//	>>> ada            answers ada's last message with the lines that follow
//	>>> ada 3          answers ada's third message
//	>>> ada new TEXT   writes a fresh mail with the subject TEXT
//	>>> ada unproven TEXT   the same, without the word of ada's own server
//	>>> ada -0800 ...  any of these, from a clock that is 8 hours behind UTC
//	>>> ada away       ada's mail program answers her last message by itself
//	>>> limits 5       answers with the usual limits from here on, but a proven
//	                   player is told of so many errors a day
//	>>> robots 1 9     from here on a player has at most one game with robots under
//	                   way, and begins at most nine a day
//	>>> calendars URL  from here on there are calendars of deadlines; of an address only
//	                   the end of its name is written down
//	>>> looked         looks at the games that are over
//	>>> sought         seeks puzzles in them
//	>>> sent           sends the messages that wait
//	>>> clock 36h      lets time pass, with the clockwork running
//	>>> down 48h       lets time pass without the daemon, and starts it again
//
// and "<<< to bob: SUBJECT" begins a message that came of it. There "(board as before)" stands
// for a board that its reader was shown last. Lines with "#" in
// front before the first step say what the conversation shows. The games are the same
// four, so that a list of games stays as it is when somebody adds another, unless a
// line "# games: chess,go9" in front names others.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.transcript")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".transcript"), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			if skiptest.Working() && !*update && (len(want) > 17_000 || translated.MatchString(t.Name())) {
				t.Skip("a short run leaves it out: it is long, or another language's")
			}
			got := playTranscript(t, string(want))
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			require.Equal(t, string(want), got)
		})
	}
}

// translated matches the name of a transcript whose conversation is in English too.
var translated = regexp.MustCompile(`-(fr|it|de)$`)

// playTranscript plays the steps of a transcript and writes it again.
func playTranscript(t *testing.T, text string) string {
	head, _, _ := strings.Cut(text, ">>> ")
	games := []rules.Game{turro.Game(), rooya.Game(), roses.Game(), tourrosa.Game()}
	if _, names, ok := strings.Cut(head, "# games: "); ok {
		games = nil
		names, _, _ = strings.Cut(names, "\n")
		for name := range strings.SplitSeq(names, ",") {
			g, err := rules.Find(all.Games(), name)
			require.NoError(t, err)
			games = append(games, g)
		}
	}
	w := newWorld(t, games...)
	var b strings.Builder
	b.WriteString(head)
	shown := map[string]string{} // the last board, by reader
	for _, step := range strings.Split("\n"+text, "\n>>> ")[1:] {
		step, _, _ = strings.Cut(step+"\n", "\n<<< ")
		line, body, _ := strings.Cut(step, "\n")
		body = strings.Trim(body, "\n")
		b.WriteString(strings.TrimRight(">>> "+line+"\n"+body, "\n") + "\n\n")
		for _, l := range w.step(line, body) {
			to, err := netmail.ParseAddress(l.Get("To"))
			require.NoError(t, err)
			name, _, _ := strings.Cut(to.Address, "@")
			fmt.Fprintf(&b, "<<< to %s: %s\n%s\n", name, decodedSubject(t, l), calendarName.ReplaceAllString(asBefore(l.Text, name, shown), "NAME.ics"))
		}
	}
	return b.String()
}

// calendarName is the name of a calendar, which nobody can guess.
var calendarName = regexp.MustCompile(`[a-z2-7]{32}\.ics`)

// firstOfBoard is the first line of a board: the names of its columns, or the top of a hexagon.
var firstOfBoard = regexp.MustCompile(`^\|(?:(?: +[a-z])+| +[/╱] [\\╲].*)$`)

// asBefore is a message without the boards that its reader was shown last.
func asBefore(text, reader string, shown map[string]string) string {
	var out []string
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		if !firstOfBoard.MatchString(lines[i]) {
			out = append(out, lines[i])
			continue
		}
		from := i
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "|") {
			i++
		}
		board := strings.Join(lines[from:i+1], "\n")
		if board == shown[reader] {
			out = append(out, "| (board as before)")
			continue
		}
		shown[reader] = board
		out = append(out, board)
	}
	return strings.Join(out, "\n")
}

// step does what a step of a transcript says and returns the letters of it.
func (w *world) step(line, body string) []message {
	w.T.Helper()
	who, how, _ := strings.Cut(line, " ")
	if who == "limits" {
		n, err := strconv.Atoi(how)
		require.NoError(w.T, err, "step %q", line)
		withLimits(w).Handler.Limits.ProvenADay = n
		return nil
	}
	if who == "robots" {
		_, err := fmt.Sscan(how, &w.Handler.Club.Policy.BotGames, &w.Handler.Club.Policy.BotGamesADay)
		require.NoError(w.T, err, "step %q", line)
		return nil
	}
	if who == "calendars" {
		w.Handler.Club.Policy.Calendars = how
		return nil
	}
	if who == "looked" {
		return w.Look()
	}
	if who == "sought" {
		w.Seek()
		return nil
	}
	if who == "sent" {
		require.NoError(w.T, w.Deliver(servertest.FailingCourier{}))
		return nil
	}
	if who != "clock" && who != "down" {
		return w.Send(w.person(line, body))
	}
	span, err := time.ParseDuration(how)
	require.NoError(w.T, err, "step %q", line)
	if who == "down" {
		return w.Down(span)
	}
	return w.Pass(span)
}

// person makes the mail of a step.
func (w *world) person(line, body string) post {
	name, how, _ := strings.Cut(line, " ")
	address := name + "@example.org"
	var header []string
	if zone, rest, _ := strings.Cut(how, " "); len(zone) == len("+0000") && strings.ContainsAny(zone[:1], "+-") {
		clocks, err := time.Parse("-0700", zone)
		require.NoError(w.T, err, "step %q", line)
		header, how = []string{"Date: " + w.Now.In(clocks.Location()).Format(time.RFC1123Z)}, rest
	}
	p := post{Header: header, From: fmt.Sprintf("%s%s <%s>", strings.ToUpper(name[:1]), name[1:], address), Body: body}
	if subject, ok := strings.CutPrefix(how, "new"); ok {
		p.Subject, p.Proven = strings.TrimSpace(subject), true
		return p
	}
	if subject, ok := strings.CutPrefix(how, "unproven"); ok {
		p.Subject = strings.TrimSpace(subject)
		return p
	}
	if how == "" {
		p.Answers = w.Last(address)
		return p
	}
	if how == "away" {
		p.Answers, p.Header = w.Last(address), []string{"Auto-Submitted: auto-replied"}
		return p
	}
	n, err := strconv.Atoi(how)
	require.NoError(w.T, err, "step %q", line)
	p.Answers = &w.Boxes[address][n-1]
	return p
}
