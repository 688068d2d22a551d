package daemon

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"time"

	"turnpost/db"
	"turnpost/mail/server"
)

//go:embed status.html
var statusText string

var statusPage = template.Must(template.New("status").Parse(statusText))

// statusRow is a line of the page.
type statusRow struct{ What, Value string }

// statusHandler serves a page for people: whether the server works, what waits, the last mail, the
// sending limits, and the version. It names no player.
func statusHandler(h *health, may server.SendingBudget, version string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		state := "It works."
		if err := h.ready(r.Context()); err != nil {
			state = "It does not work: " + err.Error()
		}
		rows := []statusRow{{"version", version}}
		h.mu.Lock()
		for _, t := range []struct {
			what string
			at   time.Time
		}{{"last mail in", h.lastIn}, {"last mail out", h.lastOut}, {"mailbox last read", h.polled}} {
			at := "not since the start"
			if !t.at.IsZero() {
				at = t.at.UTC().Format("2006-01-02 15:04:05 UTC")
			}
			rows = append(rows, statusRow{t.what, at})
		}
		h.mu.Unlock()
		err := h.db.View(r.Context(), func(tx *db.Tx) error {
			b, err := tx.SendingStatus()
			for class, n := range b.Waiting {
				rows = append(rows, statusRow{"waiting, " + db.MessageClass(class).String(), fmt.Sprint(n)})
			}
			for _, s := range []struct {
				in        string
				sent, may int
			}{{"minute", b.Minute, may.Minute}, {"hour", b.Hour, may.Hour}, {"day", b.Day, may.Day}} {
				limit := "no limit"
				if s.may > 0 {
					limit = fmt.Sprintf("of %d", s.may)
				}
				rows = append(rows, statusRow{"sent in the last " + s.in, fmt.Sprintf("%d, %s", s.sent, limit)})
			}
			return err
		})
		if err != nil {
			rows = append(rows, statusRow{"database", "it cannot be read now"})
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		_ = statusPage.Execute(w, struct { // the reader may have left
			State string
			Notes []string
			Rows  []statusRow
		}{state, h.notes(r.Context()), rows})
	}
}
