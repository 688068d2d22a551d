package daemon

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"turnpost/db"
	"turnpost/mail/handler"
	"turnpost/mail/server"
	"turnpost/rules"
	"turnpost/templates"
)

// metrics are the metrics for Prometheus.
//
// Counters count what this process observes, and begin at 0 with it, as Prometheus expects;
// reading them from the database would scan years of rows at each scrape. The lengths of
// queues are read from the database at each scrape (db.Tx.Queues): that is fast, and correct
// after a restart.
type metrics struct {
	registry *prometheus.Registry

	in, out, suppressed, restrained, plies, bounced, locked, failed *prometheus.CounterVec
	deferred, quarantined, unsubscribed                             prometheus.Counter
	answer                                                          prometheus.Histogram
}

// answerBuckets are seconds: an answer takes some, greylisting minutes, and an SMTP server
// that is away hours.
var answerBuckets = []float64{0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600, 4 * 3600, 24 * 3600}

// newMetrics returns the metrics of a daemon, in a registry of their own.
func newMetrics(d *db.DB, h *health, budget server.SendingBudget, games []rules.Game, version string) *metrics {
	vec := func(name, help, label string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "turnpost", Name: name, Help: help},
			[]string{label})
	}
	one := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: "turnpost", Name: name, Help: help})
	}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		in:       vec("letters_in_total", "Letters in that were settled, by what became of them.", "outcome"),
		out:      vec("letters_out_total", "Letters that the smarthost took, by kind.", "kind"),
		suppressed: vec("automatic_mails_suppressed_total",
			"Automatic mails that were not answered, by the sign that they gave.", "sign"),
		restrained: vec("answers_restrained_total",
			"Answers that were left out because their writer was told enough: error (only told an error), look "+
				"(only showed something) or question (nothing proved who wrote).", "kind"),
		plies: vec("plies_total", "Plies played, by game.", "game"),
		bounced: vec("letters_bounced_total",
			"Letters that came back for good: hard (the address is at fault) or soft (given up).", "severity"),
		locked: vec("auth_failures_total",
			"Logins that a mail server refused, by loop: collect (IMAP) or deliver (SMTP).", "loop"),
		failed: vec("loop_failures_total", "Errors after which a loop tries again, refused logins among them.",
			"loop"),
		deferred:     one("letters_deferred_total", "Times that the smarthost put a letter off."),
		quarantined:  one("letters_quarantined_total", "Letters in that could not be answered and were put aside."),
		unsubscribed: one("unsubscriptions_total", "Who paused or stopped the letters by one click."),
		answer: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "turnpost", Name: "answer_seconds", Buckets: answerBuckets,
			Help: "Time from the arrival of a message until the SMTP server accepted an answer.",
		}),
	}
	// Labels begin at 0, so that the first event shows as an increase.
	for vec, labels := range map[*prometheus.CounterVec][]string{
		m.in:         handler.Outcomes(),
		m.out:        templates.Kinds(),
		m.suppressed: handler.Signs(),
		m.restrained: handler.Restraints(),
		m.bounced:    handler.Severities(),
		m.locked:     {"collect", "deliver"}, // only these loops log in
		m.failed:     server.Loops(),
	} {
		for _, label := range labels {
			vec.WithLabelValues(label)
		}
	}
	for _, g := range games {
		m.plies.WithLabelValues(g.Name)
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: "turnpost", Name: "build_info", Help: "1; the label is the running version.",
		ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(m.in, m.out, m.suppressed, m.restrained, m.plies, m.bounced, m.locked, m.failed,
		m.deferred, m.quarantined, m.unsubscribed, m.answer, build, newQueueMetrics(d, h, budget),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(databaseMetrics(d)...)
	return m
}

// queueMetrics are read at each scrape.
type queueMetrics struct {
	db     *db.DB
	health *health

	up, depth, oldest, polled, daemons, held, deaf, forgetting, quota, stored, maxStored *prometheus.Desc

	sending struct{ waiting, sent, limit, deferred, silent *prometheus.Desc }
	budget  server.SendingBudget
}

func newQueueMetrics(d *db.DB, h *health, budget server.SendingBudget) *queueMetrics {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("turnpost_"+name, help, labels, nil)
	}
	q := &queueMetrics{
		db: d, health: h, budget: budget,
		up: desc("database_up",
			"1 if the database could be read for this scrape, else 0; the queues are missing then."),
		depth:  desc("queue_letters", "Letters that wait: in (to be answered) or out (to be sent).", "direction"),
		oldest: desc("queue_oldest_age_seconds", "Age of the oldest letter that waits; 0 if none does.", "direction"),
		polled: desc("last_poll_timestamp_seconds",
			"When the mailbox was last read to its end; 0 if not yet. Missing while another daemon reads it and "+
				"this one stands by."),
		daemons: desc("daemons", "Daemons of the database whose lease lasts, this one among them."),
		held: desc("leader",
			"1 if this daemon does what only one at a time does, by leadership: mailbox (collecting from its "+
				"mailbox), clockwork, robots (thinking for them), slow robots (those that think for seconds) or "+
				"post-mortems (looking at games that are over).", "duty"),

		forgetting: desc("forgetting_seconds",
			"For how long the first of those who asked to be forgotten waits for it; 0: nobody does."),
		deaf: desc("mailboxes_deaf",
			"Mailboxes of the database that cannot be read, or that nobody reads since their daemon died: no clock "+
				"runs out meanwhile, for a day at most of those that nobody reads."),
	}
	q.quota = desc("mailbox_quota_used_ratio",
		"The share of its quota that the mailbox uses, read every hour; 0 if its server has none.")
	q.stored = desc("stored_mail_bytes", "Bytes of all incoming messages that are stored.")
	q.maxStored = desc("stored_mail_limit_bytes",
		"Bytes of incoming messages that are stored before those that nothing proves have to wait.")
	q.sending.waiting = desc("outbox_letters",
		"Letters that wait to be sent, by class: games, answers, digests, strangers.", "class")
	q.sending.sent = desc("sent_last_day_letters",
		"Letters sent in the last 24 hours by all daemons of the database, by class.", "class")
	q.sending.limit = desc("sending_limit_letters",
		"Letters that may be sent, by span: minute, hour, day; 0 is no limit.", "span")
	q.sending.deferred = desc("account_deferred_seconds",
		"For how long still nothing is sent because the smarthost took nothing from the account; 0: letters are sent.")
	q.sending.silent = desc("smarthost_silent_seconds",
		"For how long the SMTP server has answered nothing to letters; 0: it answers, or was not asked.")
	return q
}

// Describe implements prometheus.Collector.
func (q *queueMetrics) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{q.up, q.depth, q.oldest, q.polled, q.daemons, q.held, q.deaf, q.forgetting,
		q.quota, q.stored, q.maxStored, q.sending.waiting, q.sending.sent, q.sending.limit, q.sending.deferred,
		q.sending.silent} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (q *queueMetrics) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	gauge(q.sending.silent, q.health.silence().Seconds())
	gauge(q.quota, q.health.quotaUsed())
	gauge(q.maxStored, float64(q.health.maxStored))
	if q.health.lastStandby().IsZero() {
		polled := 0.0
		if at := q.health.lastPoll(); !at.IsZero() {
			polled = float64(at.UnixMilli()) / 1000
		}
		gauge(q.polled, polled)
	}
	for duty, held := range q.health.held() {
		gauge(q.held, map[bool]float64{true: 1}[held], duty)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var queues db.QueueSizes
	var living []db.Daemon
	var leaderships []db.Leadership
	var now time.Time
	var stored int64
	var waiting [db.Classes]int
	var sent db.SentCounts
	account, forgetting := db.SendingAccount{}, db.ForgettingProgress{}
	err := q.db.View(ctx, func(tx *db.Tx) (err error) {
		now = tx.Now
		if queues, err = tx.Queues(); err != nil {
			return err
		}
		if living, err = tx.Living(); err != nil {
			return err
		}
		if leaderships, err = tx.Leaderships(); err != nil {
			return err
		}
		if stored, err = tx.StoredMail(); err != nil {
			return err
		}
		if waiting, err = tx.WaitingByClass(); err != nil {
			return err
		}
		if sent, err = tx.Sent(); err != nil {
			return err
		}
		if account, err = tx.Account(); err == nil {
			forgetting, err = tx.Forgettings()
		}
		return err
	})
	if err != nil { // the gauge shows it, and the loops log it
		gauge(q.up, 0)
		return
	}
	gauge(q.up, 1)
	age := func(at time.Time) float64 {
		if at.IsZero() {
			return 0
		}
		return max(0, now.Sub(at).Seconds())
	}
	gauge(q.daemons, float64(len(living)))
	gauge(q.stored, float64(stored))
	deaf := 0
	for _, l := range leaderships {
		if !l.DeafAt.IsZero() && (l.Leader != 0 || l.DeafAt.After(now.Add(-server.MailboxTimeout))) {
			deaf++
		}
	}
	gauge(q.deaf, float64(deaf))
	for class := range db.MessageClass(db.Classes) {
		gauge(q.sending.waiting, float64(waiting[class]), class.String())
		gauge(q.sending.sent, float64(sent.Day[class]), class.String())
	}
	for span, limit := range map[string]int{"minute": q.budget.Minute, "hour": q.budget.Hour, "day": q.budget.Day} {
		gauge(q.sending.limit, float64(limit), span)
	}
	gauge(q.sending.deferred, max(0, account.DeferredUntil.Sub(now).Seconds()))
	gauge(q.forgetting, age(forgetting.Since))
	gauge(q.depth, float64(queues.In), "in")
	gauge(q.depth, float64(queues.Out), "out")
	gauge(q.oldest, age(queues.OldestIn), "in")
	gauge(q.oldest, age(queues.OldestOut), "out")
}
