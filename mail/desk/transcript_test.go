package desk_test

import (
	"flag"
	"fmt"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the transcripts; read the diff")

// TestTranscripts plays the conversations of testdata/*.transcript. A line
//
//	>>> ada            answers ada's last letter with the lines that follow
//	>>> ada 3          answers ada's third letter
//	>>> ada new TEXT   writes a fresh mail with the subject TEXT
//	>>> ada unproven TEXT   the same, without the word of ada's own server
//	>>> ada away       ada's mail program answers her last letter by itself
//	>>> clock 36h      lets time pass, with the clockwork running
//	>>> down 48h       lets time pass without the daemon, and starts it again
//
// and "<<< to bob: SUBJECT" begins a letter that came of it. Lines with "#" in
// front before the first step say what the conversation shows.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.transcript")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".transcript"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			got := playTranscript(t, string(want))
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			require.Equal(t, string(want), got)
		})
	}
}

// playTranscript plays the steps of a transcript and writes it anew.
func playTranscript(t *testing.T, text string) string {
	w := newWorld(t)
	head, _, _ := strings.Cut(text, ">>> ")
	var b strings.Builder
	b.WriteString(head)
	for _, step := range strings.Split("\n"+text, "\n>>> ")[1:] {
		step, _, _ = strings.Cut(step+"\n", "\n<<< ")
		line, body, _ := strings.Cut(step, "\n")
		body = strings.Trim(body, "\n")
		b.WriteString(strings.TrimRight(">>> "+line+"\n"+body, "\n") + "\n\n")
		for _, l := range w.step(line, body) {
			to, err := netmail.ParseAddress(l.Get("To"))
			require.NoError(t, err)
			name, _, _ := strings.Cut(to.Address, "@")
			fmt.Fprintf(&b, "<<< to %s: %s\n%s\n", name, l.Get("Subject"), l.Text)
		}
	}
	return b.String()
}

// step does what a step of a transcript says and returns the letters of it.
func (w *world) step(line, body string) []letter {
	w.t.Helper()
	who, how, _ := strings.Cut(line, " ")
	if who != "clock" && who != "down" {
		return w.send(w.person(line, body))
	}
	span, err := time.ParseDuration(how)
	require.NoError(w.t, err, "step %q", line)
	if who == "down" {
		return w.down(span)
	}
	return w.pass(span)
}

// person makes the mail of a step.
func (w *world) person(line, body string) post {
	name, how, _ := strings.Cut(line, " ")
	address := name + "@example.org"
	p := post{from: fmt.Sprintf("%s%s <%s>", strings.ToUpper(name[:1]), name[1:], address), body: body}
	if subject, ok := strings.CutPrefix(how, "new"); ok {
		p.subject, p.proven = strings.TrimSpace(subject), true
		return p
	}
	if subject, ok := strings.CutPrefix(how, "unproven"); ok {
		p.subject = strings.TrimSpace(subject)
		return p
	}
	if how == "" {
		p.answers = w.last(address)
		return p
	}
	if how == "away" {
		p.answers, p.header = w.last(address), []string{"Auto-Submitted: auto-replied"}
		return p
	}
	n, err := strconv.Atoi(how)
	require.NoError(w.t, err, "step %q", line)
	p.answers = &w.boxes[address][n-1]
	return p
}
