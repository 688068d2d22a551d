package daemon

import (
	"context"
	"log/slog"
	"strings"

	"turnpost/cmd/turnpost/config"
	"turnpost/mail/handler"
	"turnpost/mail/imap"
	"turnpost/mail/server"
	"turnpost/rules"
)

// watch passes observations of the server on to health, metrics and the log.
func (d *Daemon) watch(c config.Config, games []rules.Game, version string) {
	d.health = newHealth(d.DB, c.IMAP.Poll.Duration)
	d.health.maxStored = d.server.MaxStored
	if in, ok := d.Inbox.(*imap.Inbox); ok {
		d.health.quotaUsed = in.QuotaUsed
	}
	d.metrics = newMetrics(d.DB, d.health, d.server.Budget, games, version)
	d.metrics.countWords(d.handler.Notifier.Words)
	d.handler.Notifier.PublicURL = strings.TrimRight(c.HTTP.PublicURL, "/")
	d.server.Observe = func(e handler.Observation) {
		d.health.observe(e)
		d.metrics.observe(e)
		if e.What == handler.KindHappened {
			d.log.LogAttrs(context.Background(), slog.LevelInfo, e.Label, e.About...)
		}
	}
}

// observe records an observation.
func (h *health) observe(e handler.Observation) {
	switch e.What {
	case handler.KindIncoming:
		h.mu.Lock()
		defer h.mu.Unlock()
		h.lastIn = h.now()
	case server.Sent:
		h.mu.Lock()
		defer h.mu.Unlock()
		h.lastOut = h.now()
	case server.Pulse:
		h.mu.Lock()
		defer h.mu.Unlock()
		h.pulses[e.Label] = h.now()
	case server.Polled:
		h.mu.Lock()
		defer h.mu.Unlock()
		h.polled = h.now()
	case server.SmarthostAnswered, server.SmarthostSilent:
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.silent = e.What == server.SmarthostSilent; !h.silent {
			h.heard = h.now()
		}
	case server.Leading, server.StandingBy:
		h.mu.Lock()
		defer h.mu.Unlock()
		h.holds[e.Label] = e.What == server.Leading
		if e.What == server.StandingBy && e.Label == server.LeadMailbox {
			h.stood = h.now()
		}
	}
}

// observe counts an observation.
func (m *metrics) observe(e handler.Observation) {
	switch e.What {
	case handler.KindIncoming:
		m.in.WithLabelValues(e.Label).Inc()
		if e.Label == "quarantined" {
			m.quarantined.Inc()
		}
	case server.Sent:
		m.out.WithLabelValues(e.Label).Inc()
	case handler.KindSuppressed:
		m.suppressed.WithLabelValues(e.Label).Inc()
	case handler.KindRestrained:
		m.restrained.WithLabelValues(e.Label).Inc()
	case handler.KindPlayed:
		m.plies.WithLabelValues(e.Label).Add(float64(e.N))
	case server.AnswerSent:
		m.answer.Observe(e.Took.Seconds())
	case handler.KindBounced:
		m.bounced.WithLabelValues(e.Label).Inc()
	case server.LoginRefused:
		m.locked.WithLabelValues(e.Label).Inc()
	case server.Failed:
		m.failed.WithLabelValues(e.Label).Inc()
	case server.Deferred:
		m.deferred.Inc()
	case handler.KindUnsubscribed:
		m.unsubscribed.Inc()
	}
}
