package mail

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

func reports(t testing.TB) []string {
	names, err := filepath.Glob("testdata/reports/*.eml")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	return names
}

// TestReports reads testdata/reports/*.eml, each in the manner of one server,
// and compares with the .want of the same stem.
func TestReports(t *testing.T) {
	t.Parallel()
	for _, name := range reports(t) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".eml"), func(t *testing.T) {
			raw, err := os.ReadFile(name)
			require.NoError(t, err)
			want, err := os.ReadFile(strings.TrimSuffix(name, ".eml") + ".want")
			require.NoError(t, err)
			require.Equal(t, string(want), told(raw))
			require.Equal(t, string(want), told(bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))), "with CRLF")
			// Whatever reports a loss is never answered, however it is written.
			l, err := Read(raw)
			require.NoError(t, err)
			if !strings.HasPrefix(filepath.Base(name), "forwarded") {
				require.NotEmpty(t, l.Automatic)
			}
		})
	}
}

// told is a report as the .want files have it.
func told(raw []byte) string {
	r, ok := ReadReport(raw)
	if !ok {
		return "no report\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "message-id %s\n", r.MessageID)
	for _, to := range r.Recipients {
		hard := ""
		if to.Hard() {
			hard = " hard"
		}
		fmt.Fprintf(&b, "%s (%s) %s %s%s\n", to.Final, to.Original, to.Action, to.Status, hard)
		if to.Diagnostic != "" {
			fmt.Fprintf(&b, "  %s\n", to.Diagnostic)
		}
	}
	return b.String()
}

func TestStatusIn(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		`"no such user" (550 5.1.1)`:   "5.1.1",
		`"mailbox full" (552)`:         "5.0.0",
		"450 come back later":          "4.0.0",
		"host 192.0.2.77 said nothing": "",
		"":                             "",
		"250 ok":                       "",
		"550-5.7.26 This mail is unauthenticated 550": "5.7.26",
	} {
		require.Equal(t, want, StatusIn(said), said)
	}
}

// hostileReports are reports that are made to be slow or large: 5 MB each.
func hostileReports() map[string][]byte {
	const size = 5 << 20
	head := "From: MAILER-DAEMON@example.org\r\nX-Failed-Recipients: a@example.org\r\n"
	status := head + "Content-Type: message/delivery-status\r\n\r\n"
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	return map[string][]byte{
		"recipients":  []byte(status + fill("Final-Recipient: rfc822; a@example.org\r\nAction: failed\r\n\r\n")),
		"blank lines": []byte(status + fill("\r\n")),
		"fields":      []byte(status + fill("A: b\r\n")),
		"no fields":   []byte(status + fill("x\r\n\r\n")),
		"diagnostic":  []byte(status + "Action: failed\r\nDiagnostic-Code: smtp; " + fill("5.") + "\r\n"),
		"reply codes": []byte(head + "\r\n" + fill(" 55")),
		"copies":      []byte(head + "\r\n" + fill("\n------ This is a copy of")),
		"originals":   []byte(head + "Content-Type: multipart/report; boundary=b\r\n\r\n" + fill("--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <\r\n\r\n")),
		"ids":         []byte(head + "Content-Type: message/rfc822\r\n\r\nMessage-ID: " + fill("<")),
		"failed":      []byte(head + "X-Failed-Recipients: " + strings.Repeat("a@b,", MaxHeader/4-100) + "\r\n\r\n" + fill("x")),
		"nested":      []byte(head + fill("Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n")),
	}
}

// The time for a report grows with its size and no faster: the whole of 5 MB in
// far less than a backtracking reader would need.
func TestHostileReports(t *testing.T) {
	skiptest.Sequential(t)
	skiptest.Long(t)
	raws := hostileReports()
	for name, raw := range hostile() {
		raws["letter "+name] = raw
	}
	for name, raw := range raws {
		begun := time.Now()
		r, _ := ReadReport(raw)
		require.LessOrEqual(t, len(r.Recipients), MaxAddresses, name)
		require.Less(t, time.Since(begun), 5*time.Second, name)
	}
}

// ReadReport never panics and keeps its limits; its texts are clean, a report
// has recipients, and what is hard has failed.
func FuzzReport(f *testing.F) {
	for _, name := range reports(f) {
		raw, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(raw)
	}
	for _, s := range []string{
		"", "\n", "a: b\n\n", "Content-Type: message/delivery-status\n\n\n\nAction:\n\n:\nFinal-Recipient",
		"X-Failed-Recipients: a@b\n\n5\n------ This is a copy of", "X-Failed-Recipients: <<a@b\n\n550",
		"Content-Type: multipart/report\n\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <\n",
		"Content-Type: message/global-delivery-status\nContent-Transfer-Encoding: base64\n\nQWN0aW9uOiBmYWlsZWQ=",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, ok := ReadReport(raw)
		if !ok {
			return
		}
		require.NotEmpty(t, r.Recipients)
		require.LessOrEqual(t, len(r.Recipients), MaxAddresses)
		printable(t, r.MessageID)
		for _, to := range r.Recipients {
			for _, s := range []string{to.Final, to.Original, to.Action, to.Status, to.Diagnostic} {
				printable(t, s)
			}
			require.LessOrEqual(t, len(to.Diagnostic), MaxDiagnostic)
			require.Regexp(t, `^([245]\.\d{1,3}\.\d{1,3})?$`, to.Status)
			require.False(t, to.Hard() && !to.Failed())
		}
	})
}
