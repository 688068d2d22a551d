package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/demo"
)

// freeAddress is a loopback address that nobody listens at.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// get reads a page of a daemon's.
func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	answer, err := http.Get(url)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(text)
}

// scraped is what /metrics says, by name and labels.
func scraped(t *testing.T, text string) map[string]float64 {
	t.Helper()
	values := map[string]float64{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		i := strings.LastIndexByte(line, ' ')
		v, err := strconv.ParseFloat(line[i+1:], 64)
		require.NoError(t, err, line)
		values[line[:i]] = v
	}
	return values
}

// A daemon that really serves: what its metrics say after a game has begun.
func TestMetricsOfARunningDaemon(t *testing.T) {
	addr := freeAddress(t)
	d := startDemo(t, "--headless", "--metrics", addr)
	status, text := get(t, "http://"+addr+"/healthz")
	require.Equal(t, 200, status)
	require.Equal(t, "ok\n", text)
	require.Eventually(t, func() bool { status, _ := get(t, "http://"+addr+"/readyz"); return status == 200 }, 20*time.Second, 20*time.Millisecond)

	_, text = get(t, "http://"+addr+"/metrics")
	fresh := scraped(t, text)
	for _, name := range []string{`turnpost_letters_out_total{kind="turn"}`, `turnpost_letters_out_total{kind="forgotten"}`,
		`turnpost_automatic_mails_suppressed_total{sign="auto-submitted"}`, `turnpost_letters_bounced_total{severity="hard"}`, "turnpost_letters_deferred_total"} {
		require.Contains(t, fresh, name, "what has not happened yet is 0")
		require.Zero(t, fresh[name], name)
	}
	d.send(t, "alice", demo.Bot, "", "challenge bob@demo.test turro as black")
	d.reply(t, "bob", d.message(t, "bob", 1), "accept")
	d.reply(t, "alice", d.message(t, "alice", 2), "d3-d4")
	d.send(t, "bob", demo.Bot, "Auto-Submitted: auto-replied\n", "I am away")
	d.message(t, "bob", 4) // a vacation is offered

	var values map[string]float64
	messagesOut := func() (out float64) {
		for name, v := range values {
			if strings.HasPrefix(name, "turnpost_letters_out_total") {
				out += v
			}
		}
		return out
	}
	require.Eventually(t, func() bool {
		status, text = get(t, "http://"+addr+"/metrics")
		values = scraped(t, text) // one counter after the other, while they rise
		return status == 200 && messagesOut() == 7 && values[`turnpost_letters_in_total{outcome="automatic"}`] == 1 && values["turnpost_answer_seconds_count"] == 7 &&
			values[`turnpost_queue_oldest_age_seconds{direction="out"}`] == 0 // gathered beside the counters, not after
	}, 20*time.Second, 50*time.Millisecond, text)
	require.Equal(t, 3.0, values[`turnpost_letters_in_total{outcome="answered"}`])
	require.Equal(t, 1.0, values[`turnpost_automatic_mails_suppressed_total{sign="auto-submitted"}`])
	require.Equal(t, 1.0, values[`turnpost_plies_total{game="turro"}`])
	require.Equal(t, 0.0, values[`turnpost_plies_total{game="roses"}`])
	require.Equal(t, 1.0, values[`turnpost_letters_out_total{kind="invitation"}`])
	require.Equal(t, 1.0, values["turnpost_database_up"])
	require.Equal(t, 0.0, values[`turnpost_queue_letters{direction="in"}`])
	require.Equal(t, 0.0, values[`turnpost_queue_oldest_age_seconds{direction="out"}`])
	require.Equal(t, 0.0, values[`turnpost_auth_failures_total{loop="collect"}`])
	require.Equal(t, 0.0, values["turnpost_letters_quarantined_total"])
	require.InDelta(t, time.Now().Unix(), values["turnpost_last_poll_timestamp_seconds"], 60)
	require.Equal(t, 1.0, values["turnpost_daemons"])
	require.Positive(t, values[`turnpost_database_writer_seconds_total{part="held"}`])
	require.Equal(t, 0.0, values["turnpost_mailboxes_deaf"])
	require.Equal(t, 1.0, values[`turnpost_leader{duty="mailbox"}`])
	require.Equal(t, 1.0, values[`turnpost_leader{duty="clockwork"}`])
	for name := range values {
		require.NotContains(t, name, "demo.test", "no address is a label")
	}

	problems, err := promlint.New(strings.NewReader(text)).Lint()
	require.NoError(t, err)
	require.Empty(t, problems)
	checkQueries(t, values)

	require.Equal(t, result{cli.ExitOK, "ok\n", ""}, run(t, "", "health", "--metrics", addr))
	require.Equal(t, cli.ExitOK, d.stop())
	_, err = http.Get("http://" + addr + "/healthz")
	require.Error(t, err, "it listens no more")
}

var metricName = regexp.MustCompile(`\b(?:turnpost|process|go)_[a-z_]+\b`)

// checkQueries: every query of the alerts and of the dashboard is about a metric
// that the daemon has.
func checkQueries(t *testing.T, values map[string]float64) {
	t.Helper()
	have := map[string]bool{}
	for name := range values {
		name, _, _ = strings.Cut(name, "{")
		have[name] = true
	}
	var queries []string
	for _, m := range regexp.MustCompile(`(?m)^ +expr: (.*)$`).FindAllStringSubmatch(printAlerts, -1) {
		queries = append(queries, m[1])
	}
	require.Len(t, queries, strings.Count(printAlerts, "- alert: "))
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(printDashboard), &dashboard))
	require.Greater(t, len(dashboard.Panels), 10)
	for _, p := range dashboard.Panels {
		require.NotEmpty(t, p.Targets, p.Title)
		for _, target := range p.Targets {
			queries = append(queries, target.Expr)
		}
	}
	used := map[string]bool{}
	for _, q := range queries {
		names := metricName.FindAllString(q, -1)
		if !strings.HasPrefix(q, "up{") {
			require.NotEmpty(t, names, q)
		}
		for _, name := range names {
			require.True(t, have[name], "%s: there is no %s", q, name)
			used[name] = true
		}
	}
	for name := range have {
		// Of the histogram the buckets are looked at.
		if strings.HasPrefix(name, "turnpost_") && !strings.HasPrefix(name, "turnpost_answer_seconds_") {
			require.True(t, used[name], "nobody looks at %s", name)
		}
	}
}

func TestWrongLogFormats(t *testing.T) {
	for _, command := range []string{"demo", "serve"} {
		args := []string{command, "--log-format", "xml"}
		if command == "serve" {
			path := filepath.Join(t.TempDir(), "turnpost.toml")
			require.NoError(t, os.WriteFile(path, []byte(least), 0o600))
			args = append(args, "--config", path)
		}
		got := run(t, "", args...)
		require.Equal(t, cli.ExitUsage, got.status, got.err)
		require.Equal(t, "turnpost: there is no log format \"xml\"; there are text and json\n", got.err)
	}
	require.Equal(t, cli.ExitUsage, run(t, "", "demo", "--metrics", "9090").status)
	addr := freeAddress(t)
	l, err := net.Listen("tcp", addr)
	require.NoError(t, err)
	defer l.Close()
	got := run(t, "", append([]string{"demo", "--metrics", addr}, freePorts...)...)
	require.Equal(t, cli.ExitFailed, got.status)
	require.Contains(t, got.err, "cannot listen for metrics")
}
